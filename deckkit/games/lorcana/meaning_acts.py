"""What Lorcana's cards do in its own words: ink, ink drops, locations, what opponents choose (rules digest 4-7)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_join import asked
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, cards_from
from deckkit.effects.compile_when import When

__all__ = ["Acts", "Block"]

Block = list[Piece]
_INKED = {"to": "inkwell", "facedown": True}


@v_args(inline=True)
class Acts(When):
    """The meaning of the acts of ``effects.lark``."""

    # ink
    def ink_ready(self) -> Piece:
        return {**_INKED}

    def ink_exerted(self) -> Piece:
        return {**_INKED, "exhausted": True}

    def ink_top(self, how: Piece) -> Block:
        return [{"op": "move_top", "n": 1, **how}]

    def ink_top_n(self, number: Any, how: Piece) -> Block:
        return [{"op": "move_top", "n": int(number), **how}]

    def ink_top_who(self, who: str, how: Piece) -> Block:
        return [{"op": "move_top", "n": 1, "who": who, **how}]

    def ink_top_who_n(self, who: str, number: Any, how: Piece) -> Block:
        return [{"op": "move_top", "n": int(number), "who": who, **how}]

    def ink_target(self, target: Any, how: Piece) -> Block:
        return [{"op": "move", "target": target, **how}]

    def ink_cards(self, cards: Piece, zones: list[str], how: Piece) -> Block:
        return [{"op": "move", "target": cards_from(cards, zones), **how}]

    def drops(self, number: Any) -> Block:
        return [{"op": "gain_resource", "n": int(number), "kind": "drop"}]

    def drop_one(self) -> Block:
        return self.drops(1)

    def drops_who(self, who: str, number: Any) -> Block:
        return [{**self.drops(number)[0], "who": who}]

    def pay(self, n: int) -> Block:
        return [{"op": "pay", "n": n}]

    def ready_most(self, who: str, number: Any, test: Piece, until: str) -> Block:
        if who != "foes" or until != "next_ready":
            raise MeaninglessError("who readies only so many")
        return [{"op": "ready_most", "who": who, "n": int(number), "of": test, "until": until}]

    # what opponents choose
    def foes_banish(self, who: str, target: Any) -> Block:
        return [{"op": "destroy", "target": self.chooser(who, target)}]

    def foes_exert(self, who: str, target: Any) -> Block:
        return [{"op": "exhaust", "target": self.chooser(who, target)}]

    def foes_return(self, who: str, target: Any) -> Block:
        return [{"op": "move", "target": self.chooser(who, target), "to": "hand"}]

    def foes_ink(self, who: str, target: Any, how: Piece) -> Block:
        return [{"op": "move", "target": self.chooser(who, target), **how}]

    def foes_bottom(self, who: str, target: Any) -> Block:
        return [{"op": "move", "target": self.chooser(who, target), "to": "deck", "position": "bottom"}]

    def foes_exert_ink(self, who: str) -> Block:
        if who not in ("foes", "all"):
            raise MeaninglessError("whose ink")
        return [{"op": "exhaust", "target": {"all": {"zone": "inkwell", "owner": who}}}]

    def ink_top_their(self, how: Piece) -> Block:
        return [{"op": "move_top", "n": 1, "who": "~subject", **how}]

    def ink_more(self, until: str) -> Block:
        if until != "end_of_turn":
            raise MeaninglessError("more ink for longer than this turn")
        return [{"op": "allow", "what": "ink", "n": 1}]

    def change_while_challenging(self, target: Any, changes: Block, kind: Any, until: str) -> Block:
        static = self.under(self.while_challenging({"type": [str(kind)]}), self.st_change("self", changes))
        return self.applied(target, [{"op": "grant", "abilities": static}], until=until)

    def foes_damage(self, who: str, target: Any, number: Any) -> Block:
        return [{"op": "damage", "target": self.chooser(who, target), "n": int(number)}]

    def relocate(self, target: Any, *parts: Any) -> Block:
        place = {"choose": and_({"type": [str(parts[-1])]}, {"controller": "you"})}
        return [{"op": "relocate", "target": target, "to": place}]

    def tuck(self, target: Any) -> Block:
        return [{"op": "tuck", "n": 1, "under": target}]

    def foes_cannot_play(self, test: Piece, until: str) -> Block:
        return [{"op": "forbid", "what": "play", "by": test, "who": "foes", "until": until}]

    def no_challenge_damage(self, target: Any, until: str) -> Block:
        return self.applied(target, [{"op": "prevent", "n": "all", "of": "attack"}], until=until)

    def no_damage_this(self, target: Any) -> Block:
        return self.no_challenge_damage(target, "end_of_attack")

    def no_damage_and_forbid(self, until: str, target: Any, word: str) -> Block:
        both = [{"op": "prevent", "n": "all", "of": "attack"}, {"op": "forbid", "what": word}]
        return self.applied(target, both, until=until)

    def relocate_trait(self, target: Any, traits: list[str], kind: Any) -> Block:
        place = {"type": [str(kind)], "trait": traits, "controller": "you"}
        return [{"op": "relocate", "target": target, "to": {"choose": place}}]

    def relocate_there(self, target: Any, *_: Any) -> Block:
        return [{"op": "relocate", "target": target, "to": "~place"}]

    def may_relocate_there(self, target: Any) -> Block:
        return self.may([{"op": "relocate", "target": target, "to": "~that"}])

    def may_relocate(self, target: Any, kind: Any) -> Block:
        return self.may(self.relocate(target, kind))

    def relocate_both(self, who: str, _number: Any, test: Piece, kind: Any) -> Block:
        other = {"choose": and_({"controller": "you"}, test)}
        # The pronoun that goes on is the first of the two.
        select = {"op": "select", "target": other, "as": "them", "~aside": True}
        both = {"all": {"any": [{"is": who}, {"is": {"name": "them"}}]}}
        return [select, self.relocate(both, kind)[0]]

    def relocate_other(self, target: Any, kind: Any) -> Block:
        """Another place than that where it is."""
        place: Piece = {"type": [str(kind)], "controller": "you"}
        if isinstance(target, dict) and target.get("choose", {}).get("at") == "self":
            place["other"] = True
        elif target in ("self", "~they"):
            place["none"] = [{"is": "place"}]
        else:
            raise MeaninglessError("from where it moves")
        return [{"op": "relocate", "target": target, "to": {"choose": place}, "~from": target}]

    def relocate_both_there(self, who: str, number: Any, test: Piece, _kind: Any) -> Block:
        others = {"choose": and_({"controller": "you"}, test), "n": int(number), "up_to": True}
        select = {"op": "select", "target": others, "as": "them", "~aside": True}
        both = {"all": {"any": [{"is": who}, {"is": {"name": "them"}}]}}
        return [select, {"op": "relocate", "target": both, "to": "~that"}]

    def play_free(self, test: Piece, *zones: list[str]) -> Block:
        found = super().play_free(test, *zones)
        return self.placing(found, test)

    def choose(self, target: Any) -> Block:
        return self.placing(super().choose(target), target.get("choose", {}) if isinstance(target, dict) else {})

    def placing(self, block: Block, test: Piece) -> Block:
        """ "That location" is the one that is chosen here."""
        return [{**block[0], "~place": True}] if test.get("type") == ["Location"] else block

    def ink_their_cards(self, cards: Piece, how: Piece) -> Block:
        target = cards_from(cards, ["discard"], "them")
        if "choose" not in target or "up_to" not in target:
            raise MeaninglessError("how many cards may be put there")
        return [{"op": "move", "target": target, **how, "who": "~subject"}]

    def no_damage_while_challenging(self, target: Any, until: str) -> Block:
        spared = [{"op": "forbid", "target": "self", "what": "take_damage"}]
        static = [{"on": "static", "when": {"fits": {"attacking": True}}, "do": spared}]
        return self.applied(target, [{"op": "grant", "abilities": static}], until=until)

    def they_choose_bottom(self, target: Any) -> Block:
        if not isinstance(target, dict) or target.get("choose", {}).get("controller") != "them":
            raise MeaninglessError("whose it is")
        return [{"op": "move", "target": asked({**target, "by": "them"}, "~them"), "to": "deck", "position": "bottom"}]

    def they_get_drops(self, number: Any) -> Block:
        return [{**self.drops(number)[0], "who": "~them"}]

    def look_take_ink(self, number: Any, how: Piece) -> Block:
        if not how.get("exhausted"):
            raise MeaninglessError("ink that is ready")
        return [{"op": "~look", "take": {}, "take_n": int(number), "to": "inkwell", "exhausted": True}]

    def look_rest_ink(self, how: Piece) -> Block:
        if not how.get("exhausted"):
            raise MeaninglessError("ink that is ready")
        return [{"op": "~look", "rest": "inkwell"}]

    def while_challenging(self, test: Piece) -> Piece:
        """There is one challenge at a time: what is challenged in it fits."""
        return {"all_of": [{"fits": {"attacking": True}}, {"count": and_(test, {"attacked": True})}]}
