"""What Riftbound's cards do: damage and Might, moves, tokens, runes, the chain (play digest 10-13)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_, choose, scaled, who_does
from deckkit.games.riftbound.meaning_things import Block, Things

__all__ = ["Acts"]


def _chosen(target: Any) -> bool:
    return isinstance(target, dict) and "choose" in target


@v_args(inline=True)
class Acts(Things):
    """The meaning of the acts of ``effects.lark``."""

    # cards
    def discard_n(self, n: Any) -> Block:
        return [{"op": "discard", "n": n}]

    def discard_one(self, test: Piece) -> Block:
        return self.discard_you(1, test)

    def recycle(self, target: Any) -> Block:
        return [{"op": "recycle", "target": target}]

    def recycle_they(self) -> Block:
        return self.recycle("~they")

    def recycle_cards(self, cards: Piece, where: Piece) -> Block:
        return self.recycle(self.cards_of(cards, where))

    def banish(self, target: Any) -> Block:
        return [{"op": "banish", "target": target}]

    def banish_cards(self, cards: Piece, where: Piece) -> Block:
        return self.banish(self.cards_of(cards, where))

    def cards_to_hand(self, cards: Piece, where: Piece, _hand: Any) -> Block:
        return [{"op": "move", "target": self.cards_of(cards, where), "to": "hand"}]

    def both_to_hand(self, first: Any, second: Any, hand: Any) -> Block:
        if not (_chosen(first) and _chosen(second)):
            raise MeaninglessError("all of two kinds")
        return [*self.to_hand(first, hand), *self.to_hand(second, hand)]

    def _shown_and(self, op: str, who: str, test: Piece, by: str) -> Block:
        """A card of a shown hand that you choose."""
        if by != "you":
            raise MeaninglessError("who chooses the card")
        target = {"choose": and_(test, {"zone": "hand", "owner": "them"})}
        return self.by_player(who, [*self.they_reveal(), {"op": op, "target": target}])

    def reveal_recycle(self, who: str, test: Piece, by: str) -> Block:
        return self._shown_and("recycle", who, test, by)

    def reveal_banish(self, who: str, test: Piece, by: str) -> Block:
        return self._shown_and("banish", who, test, by)

    def self_to_hand(self, _self: Any, _where: Any) -> Block:
        return [{"op": "move", "target": "self", "to": "hand"}]

    def hand_on_deck(self, cards: Piece) -> Block:
        target = self.cards_of(cards, {"zone": "hand", "owner": "you"})
        return [{"op": "move", "target": target, "to": "deck", "position": "either"}]

    def owner_on_deck(self, _owner: Any) -> Block:
        return [{"op": "move", "target": "~they", "to": "deck", "position": "either", "who": "~owner"}]

    def target_owner(self) -> None:
        return None

    def predict(self) -> Block:
        return [{"op": "predict", "n": 1}]

    def predict_n(self, number: Any) -> Block:
        return [{"op": "predict", "n": int(number)}]

    def burn(self, number: Any) -> Block:
        return [{"op": "mill", "n": int(number)}]

    def burn_who(self, who: str, number: Any) -> Block:
        return who_does("mill", who, n=int(number))

    def look_draw_one(self, number: Any) -> Block:
        return self.look_one_rest(number)

    def look_one_rest(self, number: Any) -> Block:
        return [{"op": "~look", "take": {}, "take_n": int(number), "to": "hand", "rest": "bottom"}]

    def look_reveal_draw(self, test: Piece) -> Block:
        return [{"op": "~look", "take": test, "take_n": 1, "reveal": True, "to": "hand"}]

    def look_choose_draw(self, test: Piece) -> Block:
        return [{"op": "~look", "take": test, "take_n": 1, "to": "hand"}]

    def look_play_free(self, test: Piece, free: str) -> Block:
        if free != "all":
            raise MeaninglessError("what is paid for the card")
        return [{"op": "~look", "take": test, "take_n": 1, "to": "play"}]

    # runes, resources, points
    def channel(self, number: Any, kind: Any) -> Block:
        if str(kind) != "Rune":
            raise MeaninglessError("what is channelled")
        return [{"op": "channel", "n": int(number)}]

    def channel_exhausted(self, number: Any, kind: Any) -> Block:
        return [{**self.channel(number, kind)[0], "exhausted": True}]

    def channel_who(self, who: str, number: Any, kind: Any) -> Block:
        return [{**self.channel(number, kind)[0], "who": who}]

    def channel_who_exhausted(self, who: str, number: Any, kind: Any) -> Block:
        return [{**self.channel_exhausted(number, kind)[0], "who": who}]

    def pay(self, paid: Block) -> Block:
        return [{"op": "pay", **one} for one in paid]

    def cost_pay(self, paid: Block) -> Block:  # type: ignore[override]  # several kinds of resources
        return self.pay(paid)

    def add(self, paid: Block) -> Block:
        return [{"op": "gain_resource", **one} for one in paid]

    def add_for(self, paid: Block, only: str) -> Block:
        return [{**one, "only": only} for one in self.add(paid)]

    def only_spells(self) -> str:
        return "spell"

    def only_showdowns(self) -> str:
        return "showdown"

    def only_gear(self) -> str:
        return "gear"

    def only_units(self) -> str:
        return "unit"

    def add_who(self, who: str, paid: Block) -> Block:
        return [{**one, "who": who} for one in self.add(paid)]

    def gain_xp(self, number: Any) -> Block:
        return [{"op": "gain_resource", "n": int(number), "kind": "xp"}]

    def gain_xp_who(self, who: str, number: Any) -> Block:
        return [{**self.gain_xp(number)[0], "who": who}]

    def gain_xp_each(self, number: Any, counted: Any) -> Block:
        return [{"op": "gain_resource", "n": scaled(counted, int(number)), "kind": "xp"}]

    # states
    def stun(self, target: Any) -> Block:
        return [{"op": "stun", "target": target}]

    def buff(self, target: Any) -> Block:
        return [{"op": "buff", "target": target}]

    def empower(self, target: Any) -> Block:
        return [{"op": "empower", "target": target}]

    def disempower(self, target: Any) -> Block:
        return [{"op": "disempower", "target": target}]

    def recall(self, target: Any) -> Block:
        return [{"op": "recall", "target": target}]

    def heal_whole(self, target: Any) -> Block:
        return [{"op": "heal", "target": target, "n": "all"}]

    def ready_or_exhaust(self, target: Any) -> Block:
        return [{"op": "choose_one", "options": [self.ready(target), self.exhaust(None, target)]}]

    def spend_a_buff(self) -> Block:
        return [{"op": "spend_buff", "target": choose({"type": ["Unit"], "controller": "you", "buffed": True})}]

    def spend_my_buff(self, _self: Any) -> Block:
        return [{"op": "spend_buff", "target": "self"}]

    def spend_their_buff(self) -> Block:
        return [{"op": "spend_buff", "target": "~they"}]

    def spend_buffs(self) -> Block:
        test = {"type": ["Unit"], "controller": "you", "buffed": True}
        return [{"op": "spend_buff", "target": choose(test, n="all", up_to=True)}]

    def attach(self, target: Any, goal: Any) -> Block:
        return [{"op": "attach", "target": target, "to": goal}]

    def detach(self, target: Any) -> Block:
        return [{"op": "detach", "target": target}]

    def detach_from_they(self, traits: list[str]) -> Block:
        return [{"op": "detach", "target": choose({"type": ["Gear"], "trait": traits, "attached_to": "~they"})}]

    # damage
    def damage_split(self, number: Any, target: Any) -> Block:
        return [{"op": "damage", "target": target, "n": int(number), "divided": True}]

    def damage_two(self, number: Any, target: Any, more: Any, other: Any) -> Block:
        return [*self.damage(number, target), *self.damage(more, other)]

    def damage_that_much(self, target: Any) -> Block:
        return [{"op": "damage", "target": target, "n": {"done": "n"}}]

    def strike(self, who: Any, amount: Any, goal: Any) -> Block:
        """Who deals the damage is chosen first; the amount is its own."""
        first: Block = []
        if _chosen(who):
            first = [{"op": "select", "target": who, "as": "them"}]
            who = "~they"
        if who not in ("~they", "~that", "self"):
            raise MeaninglessError("who deals the damage")
        by = {} if who == "self" else {"source": who}
        return [*first, {"op": "damage", "target": goal, "n": amount, **by, "~amount_first": True}]

    def duel(self, who: Any, stat: Any) -> Block:
        if who != "~they" or str(stat) != "might":
            raise MeaninglessError("who deal damage to each other")
        return [{"op": "duel", "target": {"name": "first"}, "to": {"name": "second"}}]

    def duel_both(self, stat: Any) -> Block:
        if str(stat) != "might":
            raise MeaninglessError("what they deal")
        return [{"op": "duel", "target": "~they"}]

    def duel_we(self, _stat: Any) -> Block:
        return [{"op": "duel", "target": "self", "to": "~they"}]

    def choose_two(self, first: Any, second: Any) -> Block:
        """The two have names, which "they" afterwards are."""
        if not _chosen(first) or not _chosen(second):
            raise MeaninglessError("two things that are chosen")
        if first["choose"].get("type") == ["Battlefield"]:
            return [*self.choose(first), *super().choose(second)]
        # Neither is "it" afterwards.
        return [
            {"op": "select", "target": first, "as": "first", "~aside": True},
            {"op": "select", "target": second, "as": "second", "~aside": True},
        ]

    def prevent_next(self, number: Any, target: Any, until: str) -> Block:
        return [{"op": "prevent", "target": target, "n": int(number), "until": until}]

    def save_next(self, target: Any, until: str, act: Block) -> Block:
        """The next time only: a replacement that is used up (play digest 14.15)."""
        own = [{**op, "target": "self"} if op.get("target") in ("~they", "~that") else op for op in act]
        saved = {"on": "replace", "event": "destroy", "limit": "once", "do": [{"op": "instead", "do": own}]}
        return self.applied(target, [{"op": "grant", "abilities": [saved]}], until=until)

    # Might and keywords
    def give_least(self, target: Any, changes: Block, until: str, least: int) -> Block:
        return self.applied(target, [{**one, "at_least": least} for one in changes], until=until)

    def give_for_good(self, target: Any, changes: Block) -> Block:
        """Without a duration it lasts as long as the object stays (play digest 13.17); Might is given for a time."""
        if any(one["op"] != "grant" for one in changes):
            raise MeaninglessError("for how long")
        return self.applied(target, changes, until="game")

    def give_each(self, target: Any, changes: Block, until: str, counted: Any) -> Block:
        return self.applied(target, [self.times(one, counted) for one in changes], until=until)

    def change_least(self, target: Any, changes: Block, until: str, least: int) -> Block:
        return self.give_least(target, changes, until, least)

    def reflexive(self, block: Block) -> Block:
        """ "Do this": a new item with choices of its own (play digest 14.14)."""
        return [{"op": "trigger", "do": block}]

    def win(self) -> Block:
        return [{"op": "win"}]

    def must(self, act: Block) -> Block:
        return act

    def plus_stat(self, stat: Any) -> str:
        return str(stat)

    def give_equal(self, target: Any, stat: str, amount: Any, until: str) -> Block:
        return [{"op": "modify", "target": target, "stats": {stat: amount}, "until": until}]

    def give_equal_to(self, stat: str, amount: Any, target: Any, until: str) -> Block:
        return [{**self.give_equal(target, stat, amount, until)[0], "~amount_first": True}]

    def double(self, target: Any, stat: Any, until: str) -> Block:
        if _chosen(target):
            select = {"op": "select", "target": target, "as": "them"}
            own = {"stat": str(stat), "of": "~they"}
            return [select, {"op": "modify", "target": "~they", "stats": {str(stat): own}, "until": until}]
        own = {"stat": str(stat), "of": target}
        return [{"op": "modify", "target": target, "stats": {str(stat): own}, "until": until}]

    def double_first(self, until: str, target: Any, stat: Any) -> Block:
        return self.double(target, stat, until)

    def gain_keywords(self, words: list[str]) -> Piece:
        return {"op": "~grants", "keywords": words}

    def keywords(self, *words: str) -> list[str]:
        return list(words)

    def keywords2(self, *words: str) -> list[str]:
        return list(words)

    def gain_keyword_equal(self, word: str, amount: Any) -> Piece:
        return {"op": "grant", "keyword": word, "value": amount}

    def changes(self, *found: Piece) -> Block:
        """A list of keywords is one grant for each."""
        flat: Block = []
        for one in found:
            if one["op"] == "~grants":
                flat += [{"op": "grant", "keyword": word} for word in one["keywords"]]
            else:
                flat.append(one)
        return super().changes(*flat)

    def times(self, change: Piece, counted: Any) -> Piece:
        if change["op"] == "grant" and change.get("keyword") in ("Assault", "Shield", "Deflect", "Hunt"):
            return {**change, "value": counted}
        return super().times(change, counted)

    # places
    def to_base(self) -> str:
        return "base"

    def to_here(self, *_: Any) -> str:
        return "self" if self.place else "place"

    def to_np(self, test: Piece) -> Piece:
        if not test.get("other"):
            return choose(test)
        if self.place:
            raise MeaninglessError("different from which place")
        rest = {name: value for name, value in test.items() if name != "other"}
        return choose({**rest, "none": [{"is": "place"}]})

    def to_that(self, *_: Any) -> str:
        return "~place"

    def to_elsewhere(self) -> str:
        return "elsewhere"

    def move_away(self, target: Any) -> Block:
        return [{"op": "relocate", "target": target, "to": "elsewhere"}]

    def move_to(self, target: Any, place: Any) -> Block:
        if place == "~place" and isinstance(target, dict) and "all" in target:
            raise MeaninglessError("who moves there")
        # "A different battlefield" is one other than that of the card, so what moves must be there.
        away = isinstance(place, dict) and {"is": "place"} in place["choose"].get("none", ())
        if away and target != "self" and not (_chosen(target) and target["choose"].get("at_same_place_as") == "self"):
            raise MeaninglessError("different from which place")
        return [{"op": "relocate", "target": target, "to": place}]

    def exchange_self(self, *_: Any) -> Block:
        return [{"op": "exchange", "target": "~they", "to": "self"}]

    def exchange_with(self, _self: Any, target: Any) -> Block:
        return [{"op": "exchange", "target": target, "to": "self"}]

    def choose(self, target: Any) -> Block:
        """A battlefield that is chosen is "there" afterwards."""
        found = super().choose(target)
        if _chosen(target) and target["choose"].get("type") == ["Battlefield"]:
            return [{**found[0], "as": "there", "~place": True}]
        return found
