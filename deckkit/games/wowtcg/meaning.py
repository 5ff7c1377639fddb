"""What WoW TCG's own words in the grammar mean: conditions, triggers, what holds all the time."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, scaled
from deckkit.games.wowtcg.meaning_that import much, pointed
from deckkit.games.wowtcg.meaning_things import Nouns

__all__ = ["Meaning"]


@v_args(inline=True)
class Meaning(Nouns):
    """The productions of the grammar: those of the other modules, and abilities as a whole."""

    # -- conditions ----------------------------------------------------------------------------------------------------
    def mine_one(self, test: Piece) -> Piece:
        return self.mine_count(test)

    def control_one(self, test: Piece) -> Piece:
        return self.mine_count(test)

    def control_another(self, test: Piece) -> Piece:
        return self.mine_count(and_(test, {"other": True}))

    def control_n(self, number: Any, test: Piece) -> Piece:
        return self.mine_count(test, min=int(number))

    def control_n_other(self, number: Any, test: Piece) -> Piece:
        return self.mine_count(and_(test, {"other": True}), min=int(number))

    def control_none(self, test: Piece) -> Piece:
        return self.mine_count(test, max=0)

    def foe_more(self, test: Piece) -> Piece:
        return self.foe_has_more(test)

    def was_dealt_by(self, test: Piece, by: Piece) -> Piece:
        return {"happened": "damaged", "of": test, "other": by}

    def was_dealt(self, test: Piece) -> Piece:
        return {"happened": "damaged", "of": test}

    def n_dealt(self, *_: Any) -> Piece:
        raise MeaninglessError("what several have dealt, also those that have left play")

    def counted_mine(self, test: Piece) -> Piece:
        return {"count": and_({"controller": "you"}, test)}

    def fatal(self, target: Any) -> Piece:
        """No health is left of it: it is destroyed at the next check (WOW 40)."""
        if not isinstance(target, str):
            raise MeaninglessError("which of several")
        left = {"plus": [{"stat": "health", "of": target}, {"times": {"damage": target}, "by": -1}]}
        return {"compare": left, "max": 0}

    def not_fatal(self, target: Any) -> Piece:
        return {"not": self.fatal(target)}

    def both_may(self, condition: Piece, *_: Any) -> Block:
        return [{"op": "~both", "is": condition, "may": True}]

    def have_here(self, test: Piece) -> Piece:
        return self.mine_count(test)

    def more_damage_than_hero(self, test: Piece, *_: Any) -> Piece:
        more = {"min": {"plus": [{"damage": "hero"}, 1]}}
        return {"count": and_(test, {"damage_on": more})}

    def played_one(self, test: Piece) -> Piece:
        return {"happened": "play", "of": test, "who": "you"}

    def one_has_damage(self, test: Piece, number: Any, _they: Any = None) -> Piece:
        return {"count": and_(test, {"damage_on": {"min": int(number)}})}

    def hero_is_a(self, _hero: Any, traits: list[str]) -> Piece:
        return {"fits": {"trait": traits}, "target": "hero"}

    def hero_is(self, _hero: Any, test: Piece) -> Piece:
        return {"fits": test, "target": "hero"}

    def target_is(self, target: Any, test: Piece) -> Piece:
        if not isinstance(target, str):
            raise MeaninglessError("which of several")
        return self.fitting(target, test)

    def target_is_a(self, target: Any, test: Piece) -> Piece:
        return self.target_is(target, test)

    def target_in_play(self, *_: Any) -> Piece:
        raise MeaninglessError("whether it is in play")

    def dealt_none(self) -> Piece:
        return self.target_dealt_none("~they")

    def target_dealt_none(self, target: Any) -> Piece:
        return self.target_is(target, {"none": [{"did": "deals"}]})

    def target_undamaged(self, target: Any) -> Piece:
        return self.target_is(target, {"damaged": False})

    def done_some(self) -> Piece:
        return {"compare": {"done": "n"}, "min": 1}

    def no_hand(self) -> Piece:
        return {"compare": {"cards": "hand", "who": "you"}, "max": 0}

    def bear(self) -> str:
        return "Bear Form"

    def cat(self) -> str:
        return "Cat Form"

    def in_form(self, _hero: Any, *forms: str) -> Piece:
        """A form is a keyword of the hero (WOW 112, 113), or the tag of an ability in play."""
        states = [{"fits": {"keyword": form}, "target": "hero"} for form in forms]
        return {"any_of": [*states, self.mine_count({"trait": list(forms)})]}

    def they_in_form(self, form: str) -> Piece:
        return self.in_form(None, form)

    def hero_attacks(self, _hero: Any, test: Piece) -> Piece:
        attacked = {"count": self.fitting_all(test, {"attacked": True})}
        return {"all_of": [{"fits": {"attacking": True}, "target": "hero"}, attacked]}

    # -- what "that ally" means ----------------------------------------------------------------------------------------
    def triggered(self, heads: list[Piece], body: Block) -> list[Piece]:
        return self.abilities(heads, body)

    def abilities(self, heads: list[Piece], body: Block) -> list[Piece]:
        return [{**head, "do": much(pointed(body, head), event=True)} for head in heads]

    def effect(self, body: Block) -> Block:
        return much(pointed(body, {}), event=False)

    def static(self, abilities: list[Piece]) -> list[Piece]:
        found: list[Piece] = pointed(abilities, {})
        return found

    # -- triggers ------------------------------------------------------------------------------------------------------
    def at_each_start(self) -> list[Piece]:
        return [{"on": "start_of_turn"}]

    def at_each_end(self) -> list[Piece]:
        return [{"on": "end_of_turn"}]

    def first_move_here(self, *_: Any) -> list[Piece]:
        raise MeaninglessError("what moves")

    def at_foe_start(self) -> list[Piece]:
        return [{"on": "start_of_turn", "when": {"turn": "foes"}}]

    def head_first(self, head: Piece) -> list[Piece]:
        return [{**head, "limit": "once_per_turn"}]

    def head_on_your_turn(self, head: Piece) -> list[Piece]:
        return [self.joined({"when": {"turn": "you"}}, head)]

    def subject_self_or_other(self, *parts: Any) -> Piece:
        return {"any": [{"self": True}, and_(parts[-1], {"other": True})]}

    def subject_hero(self, _hero: Any) -> Piece:
        return {"type": ["Hero"], "controller": "you"}

    def subject_bearer(self, *_: Any) -> Piece:
        return {"is": "bearer"}

    def subject_that(self, *_: Any) -> Piece:
        return {"is": "~they"}

    def subject_foe(self) -> Piece:
        raise MeaninglessError("what an opponent does")

    def subject_card(self) -> Piece:
        return {}

    def happens(self, subject: Any, event: Any) -> Piece:
        if "~mine" in event:
            event = {name: value for name, value in event.items() if name != "~mine"}
            subject = {"self": True} if subject is None else subject
            return {**event, "of": and_({"controller": "you"}, subject)}
        return super().happens(subject, event)

    def enters(self) -> Piece:
        return {"on": "enter"}

    def enters_mine(self) -> Piece:
        return {"on": "enter", "~mine": True}

    def enters_or_leaves(self) -> Piece:
        return {"on": ["enter", "leave"]}

    def attacks(self) -> Piece:
        return {"on": "attack"}

    def attacks_np(self, test: Piece) -> Piece:
        return {"on": "attack", "other": test}

    def defends(self) -> Piece:
        return {"on": "defend"}

    def attacks_or_defends(self) -> Piece:
        return {"on": ["attack", "defend"]}

    def protects(self) -> Piece:
        return {"on": "protect"}

    def is_destroyed(self) -> Piece:
        return {"on": "destroy"}

    def readies(self) -> Piece:
        return {"on": "ready"}

    def exhausts(self) -> Piece:
        return {"on": "exhaust"}

    def deals_combat(self) -> Piece:
        return {"on": "combat_damage"}

    def deals_combat_to(self, test: Piece) -> Piece:
        if "damaged" in test:
            raise MeaninglessError("damaged before or by this")
        return {"on": "combat_damage", "other": test}

    def deals_any(self) -> Piece:
        return {"on": "deals"}

    def deals_to(self, test: Piece) -> Piece:
        return {"on": "deals", "other": test}

    def is_dealt(self) -> Piece:
        return {"on": "damaged"}

    def is_dealt_combat(self) -> Piece:
        return {"on": "damaged", "when": {"damage_is": ["combat"]}}

    def is_dealt_combat_defending(self) -> Piece:
        combat = {"damage_is": ["combat"]}
        return {"on": "damaged", "when": {"all_of": [combat, {"fits": {"attacked": True}, "target": "it"}]}}

    def is_completed(self) -> Piece:
        return {"on": "complete"}

    def strikes_self(self, *_: Any) -> Piece:
        return {"on": "strike"}

    def strikes(self, *parts: Any) -> Piece:
        return {"on": "strike", "of": and_({"controller": "you"}, parts[-1])}

    def only(self, kind: Any, wanted: str) -> None:
        """A word of a sentence that can be no other."""
        if str(kind) != wanted:
            raise MeaninglessError(f"{kind} where {wanted} is meant")

    def completes(self, kind: Any) -> Piece:
        self.only(kind, "Quest")
        return {"on": "complete", "of": {"controller": "you"}}

    def places(self, kind: Any) -> Piece:
        """Quests and locations are placed as such where they lie face up (WOW 17, 18)."""
        if str(kind) == "resource":
            return {"on": "place", "of": {"owner": "you", "zone": "resources"}}
        if str(kind) not in ("Quest", "Location"):
            raise MeaninglessError(f"{kind} is placed")
        return {"on": "place", "of": {"type": [str(kind)], "owner": "you", "zone": "resources", "facedown": False}}

    def places_faceup(self, kind: Any) -> Piece:
        found = self.places(kind)
        return {**found, "of": {**found["of"], "facedown": False}}

    def foe_plays(self, test: Piece) -> Piece:
        return self.foe_played(test)

    # -- all the time --------------------------------------------------------------------------------------------------
    def st_while(self, target: Any, changes: Block, test: Piece) -> list[Piece]:
        """What a thing has while it attacks or defends."""
        if target in ("self", "~they", "bearer", "hero"):
            where = "self" if target == "~they" else target
            condition = {"fits": test} if where == "self" else {"fits": test, "target": where}
            return self.under(condition, self.st_change(where, changes))
        if not isinstance(target, dict) or "all" not in target:
            raise MeaninglessError("who attacks")
        return self.st_change({"all": and_(target["all"], test)}, changes)

    def st_attacking(self, target: Any, changes: Block) -> list[Piece]:
        return self.st_while(target, changes, {"attacking": True})

    def st_defending(self, target: Any, changes: Block) -> list[Piece]:
        return self.st_while(target, changes, {"attacked": True})

    def st_attacking_np(self, target: Any, changes: Block, test: Piece) -> list[Piece]:
        found = self.st_attacking(target, changes)
        return self.under({"count": and_(test, {"attacked": True})}, found)

    def st_while_adj(self, target: Any, changes: Block, test: Piece) -> list[Piece]:
        return self.st_while(target, changes, test)

    def st_no_foe_targets(self, target: Any) -> list[Piece]:
        return self.statically(
            [{"op": "forbid", "target": target, "what": "be_targeted", "by": {"controller": "foes"}}]
        )

    def st_prevent_everything(self) -> list[Piece]:
        return self.st_prevent_all({"all": {"type": ["Hero", "Ally"]}})

    def st_hand_size(self, number: Any) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "hand_size", "n": int(number)}])

    def st_forbid_active(self, by: Any, word: str, target: Any) -> list[Piece]:
        if by in ("self", "bearer", "hero"):
            return self.st_forbid_by(target, word, {"self": True} if by == "self" else {"is": by})
        return super().st_forbid_active(by, word, target)

    def st_attacking_target(self, target: Any, changes: Block, other: Any) -> list[Piece]:
        if isinstance(other, dict) and "all" in other:
            return self.st_attacking_np(target, changes, other["all"])
        if other != "bearer":
            raise MeaninglessError("whom it attacks")
        return self.under({"fits": {"attacked": True}, "target": "bearer"}, self.st_attacking(target, changes))

    def st_attack_only(self, target: Any, test: Piece) -> list[Piece]:
        """All else that it could attack cannot be attacked by it."""
        own = {"self": True} if target == "self" else {"is": target}
        by = target.get("all") if isinstance(target, dict) else own
        if by is None:
            raise MeaninglessError("who can attack only so")
        others = and_({"type": ["Hero", "Ally"], "controller": "foes"}, {"none": [test]})
        return self.statically([{"op": "forbid", "target": {"all": others}, "what": "be_attacked", "by": by}])

    def protect_self(self, _self: Any) -> Piece:
        return {"self": True}

    def protect_hero(self, _hero: Any) -> Piece:
        return {"type": ["Hero"], "controller": "you"}

    def st_protects(self, target: Any, protected: Piece) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "protect", "target": target, "of": protected}])

    def st_foes_strike_dearer(self, n: int, test: Piece) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": -n, "what": "strike", "who": "foes"}])

    def st_no_ready_step(self, target: Any) -> list[Piece]:
        return self.st_forbid(target, ["ready_step"])

    def st_no_attack_unless(self, target: Any, condition: Piece) -> list[Piece]:
        return self.under({"not": condition}, self.st_forbid(target, ["attack"]))

    def st_silence(self, *_: Any) -> list[Piece]:
        raise MeaninglessError("losing all powers as long as something holds")

    def st_control(self, *_: Any) -> list[Piece]:
        raise MeaninglessError("control without an end")

    def st_cheaper_least(self, n: int, test: Piece, least: Any) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": n, "what": "play", "at_least": int(least)}])

    def st_cheaper_self_each(self, n: int, _self: Any, counted: Any) -> list[Piece]:
        reduce = {"op": "reduce", "of": {"self": True}, "n": scaled(counted, n), "what": "play"}
        return self.statically([reduce], zone="hand")

    def st_strike_cheaper(self, n: int, test: Piece) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": n, "what": "strike"}])

    def st_strike_cheaper_self(self, n: int, _self: Any) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": {"self": True}, "n": n, "what": "strike"}])

    def st_complete_cheaper(self, n: int, kind: Any) -> list[Piece]:
        self.only(kind, "Quest")
        return self.statically([{"op": "reduce", "of": {"type": ["Quest"]}, "n": n, "what": "complete"}])

    def st_form(self, _hero: Any, form: str) -> list[Piece]:
        """A form of the hero: its keyword, and what ends it (WOW 112, 113)."""
        other = {"type": ["Ability"], "none": [{"trait": ["Feral"]}], "controller": "you"}
        end = [{"op": "destroy", "target": "self"}]
        strike = {"on": "strike", "of": {"trait": ["Weapon"], "controller": "you"}, "do": end}
        given = self.statically([{"op": "grant", "target": "hero", "keyword": form}])
        return [*given, strike, {"on": "play", "of": other, "do": end}]

    def st_foes_no_strike(self, kind: Any) -> list[Piece]:
        self.only(kind, "Weapon")
        return self.statically([{"op": "forbid", "what": "strike", "who": "foes"}])

    def st_foes_dearer(self, n: int, test: Piece) -> list[Piece]:
        return self.statically([{"op": "reduce", "of": test, "n": -n, "what": "play", "who": "foes"}])

    def st_enter_with(self, _self: Any, n: Any, name: str, *_: Any) -> list[Piece]:
        return self.statically([{"op": "enter_with", "name": name, "n": n}], zone="hand")

    def st_enter_damaged(self, _self: Any, number: Any, *_: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "damage": int(number)}], zone="hand")

    def st_additional(self, *parts: Any) -> list[Piece]:
        return [{"on": "play", "cost": self.paid(parts[-1]), "do": []}]

    def st_prevent_all(self, target: Any) -> list[Piece]:
        return self.statically([{"op": "prevent", "target": target, "n": "all"}])

    def st_where(self, target: Any, changes: Block, amount: Any) -> list[Piece]:
        found: list[Piece] = self.put_x(self.st_change(target, changes), amount)
        return found

    def st_more_damage(self, dealer: Any, kinds: Piece, more: Piece) -> list[Piece]:
        return self.statically([{"op": "more", "target": dealer, **more, **kinds}])

    def any_kind(self) -> Piece:
        return {}

    def kinds_of(self, *words: Any) -> Piece:
        return {"kinds": [str(word) for word in words if word is not None]}

    def more_by(self, number: Any) -> Piece:
        if int(number) < 1:
            raise MeaninglessError("less damage instead")
        return {"n": int(number)}

    def double(self) -> Piece:
        return {"double": True}

    def st_prevent_some(self, target: Any, kind: Piece, number: Any) -> list[Piece]:
        of = {"of": kind["kind"]} if "kind" in kind else {}
        return self.statically([{"op": "prevent", "target": target, "n": int(number), **of}])
