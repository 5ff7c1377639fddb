"""What one player after the other does, and what opponents choose and are asked for."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Acts, Block
from deckkit.effects.compile_join import asked
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, cards_from, choose, scaled

__all__ = ["Players"]


def _of_them(value: Any) -> Any:
    """A piece in which the chosen opponent is the player of the moment."""
    if isinstance(value, dict):
        return {word: "them" if (word, one) == ("who", "foe") else _of_them(one) for word, one in value.items()}
    return [_of_them(one) for one in value] if isinstance(value, list) else value


@v_args(inline=True)
class Players(Acts):
    """In a block for each player, "they" is the player of the moment."""

    def by_player(self, who: str, block: Block) -> Block:
        return [{"op": "each_player", "who": who, "do": block}]

    def reveal_hand(self, who: str) -> Block:
        if who not in ("foe", "foes", "all", "any"):
            raise MeaninglessError("whose hand is shown")
        hand = {"zone": "hand", "owner": who}
        if who in ("foes", "all"):
            return [{"op": "reveal", "target": {"all": hand}}]
        return self.by_player(who, self.they_reveal())

    def they_reveal(self) -> Block:
        return [{"op": "reveal", "target": {"all": {"zone": "hand", "owner": "them"}}}]

    def peek_hand(self) -> Block:
        return self.by_player("foe", [{"op": "peek", "target": {"all": {"zone": "hand", "owner": "them"}}}])

    def discard_chosen_by(self, who: str, test: Piece, by: str) -> Block:
        if who == "foe":
            return self.by_player("foe", self.shown_and_discarded(test, by))
        return super().discard_chosen_by(who, test, by)

    def they_reveal_hand(self, test: Piece, by: str) -> Block:
        found: Block = asked(self.shown_and_discarded(test, by), "~them")
        return found

    def shown_and_discarded(self, test: Piece, by: str) -> Block:
        found = {"op": "discard", "n": 1, "who": "them", **({"filter": test} if test else {})}
        return [*self.they_reveal(), {**found, "by": "you"} if by == "you" else found]

    def draw_each_who(self, who: str, n: int, counted: Any) -> Block:
        return [{"op": "draw", "n": scaled(counted, n), "who": who}]

    def if_body(self, condition: Piece, block: Block) -> Block:
        """ "Chosen opponent": the one of whom the condition and what follows speak."""
        if "~foe" not in condition:
            return super().if_body(condition, block)
        chosen = {word: value for word, value in condition.items() if word != "~foe"}
        return self.by_player("foe", [{"op": "if", "is": chosen, "then": _of_them(block)}])

    def discard_each_shown(self, who: str, test: Piece) -> Block:
        if who != "foe":
            return super().discard_each_shown(who, test)
        discard = {"op": "discard", "n": "all", "who": "them", "filter": test}
        return self.by_player("foe", [*self.they_reveal(), discard])

    def reveal_top_who(self, who: str) -> Block:
        if who not in ("all", "foes"):
            raise MeaninglessError("whose top card")
        return self.by_player(who, [{"op": "reveal_top", "who": "them"}])

    def they_may_take(self) -> Block:
        return [{"op": "may", "who": "~them", "do": [{"op": "move", "target": "~they", "to": "hand"}]}]

    def may_choose_each(self, test: Piece) -> Block:
        """ "Of theirs": of the player of the moment."""
        if test.get("controller") != "them":
            raise MeaninglessError("whose it is")
        return self.by_player("foes", [{"op": "may", "do": [{"op": "select", "target": choose(test), "as": "them"}]}])

    def foes_on_deck(self, cards: Piece, *_: Any) -> Block:
        where = {"to": "deck", "position": "bottom"}
        if cards.get("n", 1) == 1:
            return [{"op": "move", "target": cards_from(cards, ["discard"], "any"), **where}]
        return self.by_player("any", [{"op": "move", "target": cards_from(cards, ["discard"], "them"), **where}])

    # what an opponent chooses among
    def foe_choose_head(self, *_: Any) -> Block:
        return self.by_player("foe", [{"op": "choose_one", "who": "them", "options": []}])

    def label(self, *_: Any) -> None:
        return None

    def option_label(self, _label: Any) -> Block:
        return []

    def both_instead(self, condition: Piece) -> Block:
        return [{"op": "~both", "is": condition}]

    def unless_paid(self, block: Block, n: int) -> Block:
        """Who pays is the controller of what was spoken of: of the event's card, or of its second one."""
        pay = {"op": "pay", "n": n, "who": "~controller"}
        found = {"op": "may", "who": "~controller", "do": [pay], "otherwise": block}
        targets = [op.get("target") for op in block]
        if any(isinstance(target, dict) for target in targets):
            raise MeaninglessError("whose player may pay")
        spoken = next((one for one in targets if one in ("~attacker", "~attacked")), None)
        return [found if spoken is None else {"op": "each", "target": spoken, "do": [found]}]

    # single acts
    def undiminished(self, word: Any) -> Block:
        return [{"op": "~despite", "despite": [str(word)]}]

    def add_to_stat(self, amount: Any, target: Any, stat: Any, until: str) -> Block:
        found = {"op": "modify", "target": target, "stats": {str(stat): amount}, "until": until}
        return [{**found, "~amount_first": True}]

    def tuck_each(self, target: Any) -> Block:
        under = [{"op": "tuck", "under": "it", "n": 1}]
        if not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("under which cards")
        return [{"op": "each", "target": target, "do": under}]

    def watch_once(self, event: Piece, until: str, block: Block) -> Block:
        if until != "end_of_turn" or any(word[0] == "~" for word in event):
            raise MeaninglessError("the next time in which time")
        ability = {**event, "of": {"is": "~they"}, "do": block}
        return [{"op": "watch", "ability": ability, "until": until, "once": True}]

    def damage_from_others(self, source: Piece, goal: Any, n: Any) -> Block:
        """From each one but that to which it goes."""
        test = {word: value for word, value in source["all"].items() if word != "other"}
        others = {"all": and_(test, {"none": [{"is": goal}]})}
        return [{"op": "each", "target": others, "do": [{"op": "move_damage", "from": "it", "to": goal, "n": n}]}]

    def move_damage(self, number: Any, source: Any, goal: Any) -> Block:
        if goal in ("~they", "~that") and isinstance(source, dict) and source.get("all", {}).get("other"):
            return self.damage_from_others(source, goal, int(number))
        return super().move_damage(number, source, goal)

    def move_damage_all(self, source: Any, goal: Any) -> Block:
        if goal in ("~they", "~that") and isinstance(source, dict) and source.get("all", {}).get("other"):
            return self.damage_from_others(source, goal, "all")
        return super().move_damage_all(source, goal)
