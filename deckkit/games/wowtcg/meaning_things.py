"""What WoW TCG's words for things, targets, amounts and times mean."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, choose
from deckkit.games.wowtcg.cards import DAMAGE_TYPES
from deckkit.games.wowtcg.meaning_changes import Changing
from deckkit.games.wowtcg.meaning_that import CONTROLLER, THAT

__all__ = ["Nouns"]

#: The card types of the game; other words for kinds of cards stand on their type lines.
TYPES = ("Ally", "Hero", "Ability", "Equipment", "Quest", "Location")


@v_args(inline=True)
class Nouns(Changing):
    """Filters, selectors and numbers. A choice with ``targeted: false`` is no target (docs/wowtcg-play.md)."""

    # -- things --------------------------------------------------------------------------------------------------------
    def kinds(self, names: list[str]) -> Piece:
        """Card types; weapon, armor and item are words of the type line of equipment (WOW 24)."""
        if names == ["character"]:
            return {"type": ["Hero", "Ally"]}
        types = [name for name in names if name in TYPES]
        words = [name for name in names if name not in TYPES]
        if "resource" in words:
            if len(names) > 1:
                raise MeaninglessError("resources among other things")
            return {"zone": "resources"}
        if not words:
            return {"type": types}
        if not types:
            return {"trait": words}
        return {"any": [{"type": types}, {"trait": words}]}

    def friendly(self) -> Piece:
        return {"controller": "you"}

    def is_attacking(self) -> Piece:
        return {"attacking": True}

    def is_defending(self) -> Piece:
        return {"attacked": True}

    def is_protecting(self) -> Piece:
        return {"protecting": True}

    def is_token(self) -> Piece:
        return {"token": True}

    def is_no_token(self) -> Piece:
        return {"token": False}

    def is_instant(self) -> Piece:
        return {"instant": True}

    def is_ongoing(self) -> Piece:
        return {"ongoing": True}

    def is_not_ongoing(self) -> Piece:
        return {"ongoing": False}

    def is_faceup(self) -> Piece:
        return {"facedown": False}

    def is_facedown(self) -> Piece:
        return {"facedown": True}

    def is_fresh(self) -> Piece:
        return {"fresh": True}

    def not_trait(self, *traits: Any) -> Piece:
        return {"none": [{"trait": [str(trait) for trait in traits]}]}

    def icons(self, *words: Any) -> list[str]:
        return [str(word) for word in words if word is not None]

    def with_icons(self, icons: list[str]) -> Piece:
        return {"damage_type": icons}

    def with_element(self, word: Any) -> Piece:
        raise MeaninglessError(f"a thing of {word}")

    def owned(self) -> Piece:
        return {"owner": "you"}

    def anywhere(self) -> Piece:
        return {}

    def with_bearer(self) -> Piece:
        raise MeaninglessError("whose party")

    def with_cost_x(self) -> Piece:
        x = self.num_x()
        return {"cost": {"min": x, "max": x}}

    def with_cost_x_less(self) -> Piece:
        return {"cost": {"max": self.num_x()}}

    def with_so_much(self, number: Any, bound: Piece, stat: Any) -> Piece:
        return self.with_stat(number, stat, bound)

    def with_damage_exactly(self, *_: Any) -> Piece:
        raise MeaninglessError("so much damage")

    def with_damage(self, number: Any, _they: Any = None) -> Piece:
        return {"damage_on": {"min": int(number)}}

    def other_than(self, target: Any) -> Piece:
        if target == "self":
            return {"other": True}
        return {"none": [{"is": target}]}

    def other_than_theirs(self) -> Piece:
        """What each player has chosen, before."""
        return {"none": [{"is": {"name": "theirs"}}]}

    def plain_post(self, test: Piece) -> Piece:
        return test

    def attached_to(self, target: Any) -> Piece:
        if not isinstance(target, dict):
            return {"attached_to": target}
        if target.get("choose", {}).get("targeted") is not False or len(target) > 1:
            raise MeaninglessError("attached to what")
        host = {name: one for name, one in target["choose"].items() if name != "targeted"}
        return {"attached_to": {"all": host}}

    def not_attached_to(self, test: Piece) -> Piece:
        return {"none": [{"attached_to": {"all": test}}]}

    def was_damaged(self) -> Piece:
        return {"did": "damaged"}

    def did_attack(self) -> Piece:
        return {"did": "attack"}

    def did_deal(self) -> Piece:
        return {"did": "deals"}

    def np_traits(self, *parts: Any) -> Piece:
        return self.fitting_all(*({"trait": part} if isinstance(part, list) else part for part in parts))

    def np_token(self, *parts: Piece) -> Piece:
        return and_({"token": True}, *parts)

    def np_attacker(self, *parts: Piece) -> Piece:
        return self.fitting_all({"type": ["Hero", "Ally"], "attacking": True}, *parts)

    def np_defender(self, *parts: Piece) -> Piece:
        return self.fitting_all({"type": ["Hero", "Ally"], "attacked": True}, *parts)

    def np_type_token(self, *parts: Any) -> Piece:
        tests = [self.kinds([str(part)]) if getattr(part, "type", "") == "T_TYPE" else part for part in parts]
        return and_({"token": True}, *tests)

    def np_trait_token(self, *parts: Any) -> Piece:
        return and_({"token": True}, self.np_traits(*parts))

    def np(self, *parts: Piece) -> Piece:
        return self.fitting_all(*parts)

    def fitting_all(self, *parts: Piece) -> Piece:
        """A filter for which all parts hold; words of two places of a type line ("Melee weapons") are two tests.

        "Fire" is a talent of abilities and the damage that allies deal.
        """
        types = [kind for part in parts for kind in part.get("type", ())]
        parts = tuple(self.told(part, types) for part in parts)
        found: Piece = {}
        for part in parts:
            if "trait" in part and "trait" in found and "any" not in found and "any" not in part:
                part = {
                    **{name: one for name, one in part.items() if name != "trait"},
                    "any": [{"trait": part["trait"]}],
                }
            found = and_(found, part)
        return found

    def told(self, part: Piece, types: list[str]) -> Piece:
        # Melee and Ranged are also the places where weapons are worn.
        if not set(part.get("trait", ())) & (set(DAMAGE_TYPES) - {"Melee", "Ranged"}) or types == ["Ability"]:
            return part
        if types != ["Ally"] or not set(part["trait"]) <= set(DAMAGE_TYPES):
            raise MeaninglessError("a talent, or a type of damage")
        return {**{name: one for name, one in part.items() if name != "trait"}, "damage_type": part["trait"]}

    def np_two(self, *parts: Any) -> Piece:
        tests = [part for part in parts if isinstance(part, dict)]
        if len(tests) != 4:
            raise MeaninglessError("two kinds of things")
        return {"any": [and_(*tests[:2]), and_(*tests[2:])]}

    def np_yours(self, *parts: Piece) -> Piece:
        return self.fitting_all({"controller": "you"}, *parts)

    def np_yours_traits(self, *parts: Any) -> Piece:
        return and_({"controller": "you"}, self.np_traits(*parts))

    def types(self, *words: Any) -> Piece:
        """Things that are there: quests and locations lie face up in the resource row (WOW 17, 20)."""
        found = self.kinds([str(word) for word in words if word is not None])
        placed = {"Quest", "Location"} & set(found.get("type", ()))
        if placed and (placed != set(found["type"]) or "any" in found):
            raise MeaninglessError("resources among other things")
        return {**found, "zone": "resources", "facedown": False} if placed else found

    def ctypes(self, *words: Any) -> Piece:
        return self.kinds([str(word) for word in words if word is not None])

    def cardnp_bare(self, *parts: Piece) -> Piece:
        return and_(*parts)

    def cardnp_or(self, *_: Any) -> Piece:
        raise MeaninglessError("cards of two kinds")

    def card_np(self, test: Piece) -> Piece:
        return test

    # -- targets -------------------------------------------------------------------------------------------------------
    def free(self, test: Piece) -> Piece:
        """A choice that is no target: it is made on resolution."""
        return and_(test, {"targeted": False})

    def picked(self, test: Piece) -> Piece:
        return choose(self.free(test))

    def picked_other(self, test: Piece) -> Piece:
        return choose(self.free(and_(test, {"other": True})))

    def picked_mine(self, number: Any, test: Piece) -> Piece:
        return choose(self.free(and_({"controller": "you"}, test)), **self.so_many(number))

    def picked_n(self, number: Any, test: Piece) -> Piece:
        return choose(self.free(test), **self.so_many(int(number)))

    def picked_up_to(self, number: Any, test: Piece) -> Piece:
        return choose(self.free(test), n=int(number), up_to=True)

    def picked_theirs(self, number: Any, test: Piece) -> Piece:
        return choose(self.free(and_({"controller": "them"}, test)), **self.so_many(number))

    def so_many(self, number: Any) -> Piece:
        return {} if number == 1 else {"n": number}

    def chosen_n(self, number: Any, test: Piece) -> Piece:
        return choose(test, **self.so_many(number))

    def chosen_up_to(self, number: Any, test: Piece) -> Piece:
        return choose(test, n=number, up_to=True)

    def chosen_other_up_to(self, number: Any, test: Piece) -> Piece:
        return {"choose": test, "n": number, "up_to": True, "~another": True}

    def chosen_other(self, *parts: Any) -> Piece:
        return {"choose": parts[-1], "~another": True}

    def chosen_second(self, *parts: Any) -> Piece:
        """Another than the one before, which may be the object of an event."""
        return {"choose": parts[-1], "~second": True}

    def second_word(self) -> None:
        return None

    def that(self, *words: Any) -> str:
        """With its noun, until it is known what it can mean."""
        kinds = [str(word) for word in words if getattr(word, "type", "") == "T_TYPE"]
        return f"{THAT}:{kinds[0]}" if kinds else THAT

    def hero(self, *_: Any) -> str:
        return "hero"

    def bearer(self, *_: Any) -> str:
        return "bearer"

    def hurt(self, test: Piece) -> Any:
        """What the operation before was done to, or those of it that fit."""
        return "moved" if test == {"type": ["Hero", "Ally"]} else {"all": and_(test, {"is": "moved"})}

    def other_one(self) -> str:
        return "other"

    def self_and(self, _self: Any, test: Piece) -> Piece:
        return {"all": {"any": [{"self": True}, test]}}

    def this_and(self, test: Piece) -> Piece:
        return self.self_and(None, test)

    def the_defender(self, _type: Any) -> str:
        return "~attacked"

    def the_attacker(self) -> str:
        return "~attacker"

    def controller_of_they(self, *_: Any) -> str:
        return f"{CONTROLLER}~they"

    def controller_of_that(self, kind: Any) -> str:
        return f"{CONTROLLER}{THAT}:{kind}"

    def controller_of(self, target: Any) -> str:
        if target not in ("bearer", "other"):
            raise MeaninglessError("whose player")
        return f"{CONTROLLER}{target}"

    def hero_of_they(self, kind: Any) -> Piece:
        if str(kind) != "Hero":
            raise MeaninglessError("what the player has")
        return {"all": {"type": ["Hero"], "controller": f"{CONTROLLER}~they"}}

    # -- amounts -------------------------------------------------------------------------------------------------------
    def num(self, number: Any) -> int:
        return int(number)

    def num_x(self) -> Piece:
        return {"x": "x"}

    def plus(self, number: Any, amount: Any) -> Piece:
        return {"plus": [number, amount]}

    def stat_of_one(self, stat: Any, test: Piece) -> Piece:
        return {"stat": str(stat), "of": self.picked(and_({"controller": "you"}, test))}

    def cost_of_they(self) -> Piece:
        return {"cost": "~they"}

    def cost_of_one(self, test: Piece) -> Piece:
        return {"cost": self.picked(test)}

    def cost_of_revealed(self) -> Piece:
        return {"cost": "revealed"}

    def done_amount(self, *_: Any) -> Piece:
        return {"done": "n"}

    def cards_in_hand(self) -> Piece:
        return {"cards": "hand", "who": "you"}

    def cards_in_hand_of(self, who: str) -> Piece:
        return {"cards": "hand", "who": who}

    def damage_there(self, who: Any) -> Piece:
        if isinstance(who, dict):
            raise MeaninglessError("damage on several")
        return {"damage": who}

    def classes_among(self, test: Piece) -> Piece:
        return {"kinds": "classes", "of": test}

    def counted_by(self, number: Any, _test: Piece) -> Piece:
        raise MeaninglessError(f"for each {number}")

    def counters_on(self, name: Any, target: Any) -> Piece:
        return {"counters": target, "name": str(name)}

    def counters_on_self(self, name: Any) -> Piece:
        return {"counters": "self", "name": str(name)}

    def card_counted_foes(self, test: Piece) -> Piece:
        return {"count": and_(test, {"zone": "discard", "owner": "foes"})}

    def card_counted(self, test: Piece, zone: str) -> Piece:
        return {"count": and_(test, {"zone": zone, "owner": "you"})}

    def where_x(self, block: Block, amount: Any) -> Block:
        found: Block = self.put_x(block, amount)
        return found

    def put_x(self, value: Any, amount: Any) -> Any:
        """A piece with what X is in the place of X."""
        if value == {"x": "x"}:
            return amount
        if isinstance(value, dict):
            found = {name: self.put_x(one, amount) for name, one in value.items()}
            if found.get("op") == "grant" and str(found.get("keyword", "")).endswith(" x"):
                found = {**found, "keyword": found["keyword"][:-2], "value": amount}
            return found
        return [self.put_x(one, amount) for one in value] if isinstance(value, list) else value

    # -- times ---------------------------------------------------------------------------------------------------------
    def this_combat(self) -> str:
        return "end_of_attack"

    def while_source(self, *_: Any) -> str:
        return "while_source"
