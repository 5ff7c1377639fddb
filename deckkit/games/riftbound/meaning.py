"""What Riftbound's abilities that apply all the time mean, and costs to play (play digest 8, 13, 17)."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import MeaninglessError, Piece, and_, scaled
from deckkit.games.riftbound.meaning_things import Block
from deckkit.games.riftbound.meaning_when import Moments

__all__ = ["Meaning"]


@v_args(inline=True)
class Meaning(Moments):
    """The meaning of the productions of ``effects.lark``."""

    # what it costs
    def _cheaper_me(self, paid: Block, **more: Any) -> list[Piece]:
        return self.statically(self.cheaper(paid, of={"self": True}, what="play", **more), zone="hand")

    def st_cheaper_me(self, _self: Any, paid: Block) -> list[Piece]:
        return self._cheaper_me(paid)

    def st_cheaper_me_min(self, _self: Any, paid: Block, least: int) -> list[Piece]:
        return self._cheaper_me(paid, at_least=least)

    def _each(self, paid: Block, counted: Any, **more: Any) -> list[Piece]:
        found = self._cheaper_me(paid, **more)
        return [{**one, "do": [{**op, "n": scaled(counted, op["n"])} for op in one["do"]]} for one in found]

    def st_cheaper_each(self, _self: Any, paid: Block, counted: Any) -> list[Piece]:
        return self._each(paid, counted)

    def st_cheaper_each_min(self, _self: Any, paid: Block, counted: Any, least: int) -> list[Piece]:
        return self._each(paid, counted, at_least=least)

    def st_cheaper_elsewhere(self, _self: Any, paid: Block) -> list[Piece]:
        return self.under({"fits": {"none": [{"played_from": "hand"}]}}, self._cheaper_me(paid))

    def st_cheaper_if(self, _self: Any, paid: Block, condition: Piece) -> list[Piece]:
        return self.under(condition, self._cheaper_me(paid))

    def st_cheaper_ready(self, _self: Any, paid: Block) -> list[Piece]:
        return [*self._cheaper_me(paid), *self.st_ready(None)]

    def st_cheaper_amount(self, _type: Any, amount: Any) -> list[Piece]:
        return self._cheaper_me([{"n": amount, "kind": "energy"}])

    def cost_mine(self, test: Piece) -> Piece:
        return {"test": test, "who": "you"}

    def cost_foes(self, test: Piece) -> Piece:
        return {"test": test, "who": "foes"}

    def _np_cost(self, whose: Piece, paid: Block, sign: int, **more: Any) -> list[Piece]:
        who = {"who": "foes"} if whose["who"] == "foes" else {}
        ops = self.cheaper(paid, of=whose["test"], what="play", **who, **more)
        return self.statically([{**op, "n": sign * op["n"]} for op in ops])

    def st_np_cheaper(self, whose: Piece, paid: Block) -> list[Piece]:
        return self._np_cost(whose, paid, 1)

    def st_np_cheaper_min(self, whose: Piece, paid: Block, least: int) -> list[Piece]:
        """The least is of the Energy alone."""
        found = self._np_cost(whose, paid, 1)
        ops = [{**op, "at_least": least} if op["kind"] == "energy" else op for op in found[0]["do"]]
        return [{**found[0], "do": ops}]

    def st_np_dearer(self, whose: Piece, paid: Block) -> list[Piece]:
        return self._np_cost(whose, paid, -1)

    def st_may_cost(self, *parts: Any) -> list[Piece]:
        return [{**self.st_cost(*parts)[0], "may": True}]

    def st_cost(self, *parts: Any) -> list[Piece]:
        """What is only paid is the cost of a ``play`` ability without ``do``; "as an additional cost"."""
        block = next(part for part in parts if isinstance(part, list))
        return [{"on": "play", "cost": block, "zone": "hand"}]

    def _paid(self, found: list[Piece]) -> list[Piece]:
        """ "If you do": if the additional cost was paid."""
        return self.under({"used": "additional"}, found)

    def st_paid_cheaper(self, _self: Any, paid: Block) -> list[Piece]:
        return self._paid(self._cheaper_me(paid))

    def st_paid_free(self, _self: Any) -> list[Piece]:
        free = [{"op": "reduce", "of": {"self": True}, "n": "all", "what": "play"}]
        return self._paid(self.statically(free, zone="hand"))

    def st_paid_ready(self, _self: Any) -> list[Piece]:
        return self._paid(self.st_ready(None))

    def st_empower_each(self, paid: Block, counted: Any) -> list[Piece]:
        ops = self.cheaper(paid, of={"self": True}, what="empower")
        return self.statically([{**op, "n": scaled(counted, op["n"])} for op in ops])

    def st_empower_if(self, paid: Block, condition: Piece) -> list[Piece]:
        return self.under(condition, self.statically(self.cheaper(paid, of={"self": True}, what="empower")))

    def st_energy_cheaper(self, test: Piece, paid: Block, least: int) -> list[Piece]:
        return self.st_np_cheaper_min({"test": test, "who": "you"}, paid, least)

    def st_repeat(self, *costs: Block) -> list[Piece]:
        """What Repeat costs where it is not resources alone (play digest 13, Repeat)."""
        return self.statically([{"op": "repeat_cost", "cost": self.cost_text(*costs)}], zone="hand")

    def st_play_me_for(self, _self: Any, *parts: Any) -> list[Piece]:
        """The cost in place of its own; from where it may be played."""
        zone = next((part["zone"] for part in parts if isinstance(part, dict)), "hand")
        paid = next(part for part in parts if isinstance(part, list))
        return [{"on": "static", "do": [{"op": "play_for", "cost": self.pay(paid)}], "zone": zone}]

    def st_forbid(self, target: Any, words: list[str]) -> list[Piece]:
        """What cannot be countered is on the chain."""
        found = super().st_forbid(target, words)
        return [{**found[0], "zone": "chain"}] if target == "self" and words == ["be_countered"] else found

    # how it comes into play
    def st_ready(self, _self: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "exhausted": False}], zone="hand")

    def st_ready_if(self, who: Any, condition: Piece) -> list[Piece]:
        return self.under(condition, self.st_ready(who))

    def st_exhausted(self, _self: Any) -> list[Piece]:
        return self.statically([{"op": "enter", "exhausted": True}], zone="hand")

    def st_change_and_ready(self, found: list[Piece]) -> list[Piece]:
        return [*found, *self.st_ready(None)]

    def changes_self(self, who: Any, changes: Block) -> list[Piece]:
        return self.st_change(who, changes)

    def st_np_ready(self, test: Piece) -> list[Piece]:
        return self.statically([{"op": "enter", "of": and_(test, {"controller": "you"}), "exhausted": False}])

    def st_my_np_ready(self, test: Piece) -> list[Piece]:
        return self.st_np_ready(test)

    def st_others_ready(self, kind: Any) -> list[Piece]:
        return self.st_np_ready({**self.kinds([str(kind)]), "other": True})

    def st_occupied(self, *_: Any) -> list[Piece]:
        return self.st_allow("self", "play_occupied")

    def st_open(self, *_: Any) -> list[Piece]:
        return self.st_allow("self", "play_open")

    def st_np_open(self, test: Piece, *_: Any) -> list[Piece]:
        mine = and_(test, {"controller": "you"})
        return self.statically([{"op": "allow", "what": "play_open", "target": {"all": mine}}])

    def st_allow(self, target: Any, word: str) -> list[Piece]:
        found = self.statically([{"op": "allow", "what": word, "target": "self" if target is None else target}])
        return [{**found[0], "zone": "hand"}] if target == "self" else found

    def st_change(self, target: Any, changes: Block) -> list[Piece]:
        """What the card itself may do as it is played works before it is there; uncountered it is on the chain."""
        found = super().st_change(target, changes)
        words = [str(op.get("what", "")) for op in found[0]["do"]]
        zone = "hand" if all(word.startswith("play_") for word in words) else ""
        zone = "chain" if words == ["be_countered"] else zone
        return [{**found[0], "zone": zone}] if zone and target == "self" else found

    # while it is there
    def st_change_if(self, target: Any, changes: Block, condition: Piece) -> list[Piece]:
        return self.under(condition, self.st_change(target, changes))

    def st_change_least(self, target: Any, changes: Block, least: int) -> list[Piece]:
        return self.st_change(target, [{**one, "at_least": least} for one in changes])

    def st_change_each(self, target: Any, changes: Block, counted: Any) -> list[Piece]:
        return self.st_change(target, [self.times(one, counted) for one in changes])

    def st_stat_amount(self, _self: Any, stat: Any, amount: Any) -> list[Piece]:
        return self.statically([{"op": "modify", "target": "self", "stats": {str(stat): amount}}])

    def st_no_combat_damage(self, _self: Any) -> list[Piece]:
        return self.st_forbid("self", ["combat_damage"])

    def static_unless(self, abilities: list[Piece], condition: Piece) -> list[Piece]:
        """Of Might and a restriction, the condition is about the restriction alone."""
        ops = abilities[0]["do"]
        always = [op for op in ops if op["op"] == "modify"]
        rest = [op for op in ops if op["op"] == "forbid"]
        if len(abilities) == 1 and always and rest and len(always) + len(rest) == len(ops):
            first = {**abilities[0], "do": always}
            return [first, *super().static_unless([{**abilities[0], "do": rest}], condition)]
        return super().static_unless(abilities, condition)

    def st_np_no_combat_damage(self, test: Piece) -> list[Piece]:
        return self.st_forbid({"all": test}, ["combat_damage"])

    def st_no_damage(self, _self: Any) -> list[Piece]:
        return self.st_forbid("self", ["take_damage"])

    def st_last(self, _self: Any) -> list[Piece]:
        """That it gets combat damage last is Backline (play digest 12.13)."""
        return self.statically([{"op": "grant", "target": "self", "keyword": "Backline"}])

    def st_bonus(self, _type: Any, number: Any) -> list[Piece]:
        return self.statically([{"op": "bonus_damage", "n": int(number)}])

    def st_bonus_here(self, _type: Any, number: Any, test: Piece) -> list[Piece]:
        return self.statically([{"op": "bonus_damage", "n": int(number), "to": test, "who": "all"}])

    def st_many_buffs(self, _self: Any) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "many_buffs", "target": "self"}])

    def st_foes_no_points(self) -> list[Piece]:
        return self.statically([{"op": "forbid", "what": "gain_points", "who": "foes"}])

    def st_skip_draw(self) -> list[Piece]:
        return self.statically([{"op": "forbid", "what": "draw_step", "who": "you"}])

    def st_hide_more(self) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "hide_here", "n": 1, "target": "self"}])

    def st_play_discard(self) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "play_from_discard", "who": "you"}])

    def st_ganking(self) -> list[Piece]:
        return self.statically([{"op": "grant", "target": "self", "keyword": "Ganking"}])

    def st_deck(self, _name: Any) -> list[Piece]:
        """What a deck may hold is a rule of deck building: nothing happens in play."""
        return []

    def st_is_token(self, _self: Any, word: Any) -> list[Piece]:
        return self.statically([{"op": "grant", "target": "self", "traits": [str(word)]}])

    def st_move_anywhere(self, _type: Any) -> list[Piece]:
        return self.statically([{"op": "allow", "what": "move_from_anywhere", "target": "self"}])

    # costs of abilities
    def cost_when(self, *parts: Any) -> Piece:
        """What is paid, and when the ability may be used at all."""
        return {"cost": self.cost_text(*parts[:-1]), "when": parts[-1]}

    # what the shared grammar says of another game
    def chosen_trait(self, *_: Any) -> Any:
        raise MeaninglessError("tags of chosen things")

    def first_move_here(self, *_: Any) -> Any:
        raise MeaninglessError("the first move here")
