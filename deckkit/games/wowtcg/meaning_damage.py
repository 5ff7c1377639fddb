"""What WoW TCG's words for dealing, healing and preventing damage mean: who does it, of which type, to what."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_acts import Block
from deckkit.effects.compile_things import MeaninglessError, Piece, and_, choose, scaled
from deckkit.effects.compile_when import When

__all__ = ["Harm"]

#: Until the subject of a sentence is known.
_DEALER = "~dealer"


def _by(value: Any, dealer: Any) -> Any:
    """A piece with the subject of its sentence."""
    if value == _DEALER:
        return dealer
    if isinstance(value, dict):
        return {name: _by(one, dealer) for name, one in value.items()}
    return [_by(one, dealer) for one in value] if isinstance(value, list) else value


@v_args(inline=True)
class Harm(When):
    """Damage and healing have a source: the subject of the sentence."""

    def destroy_verb(self) -> None:
        return None

    def exhaust_verb(self) -> None:
        return None

    def score_noun(self) -> None:
        return None

    # -- damage --------------------------------------------------------------------------------------------------------
    def no_kind(self) -> Piece:
        return {}

    def unpreventable(self) -> Piece:
        return {"unpreventable": True}

    def element(self, word: Any) -> Piece:
        return {"kind": str(word)}

    def unpreventable_element(self, word: Any) -> Piece:
        return {"kind": str(word), "unpreventable": True}

    def hit(self, n: Any, kind: Piece, target: Any, **more: Any) -> Block:
        return [{"op": "damage", "target": target, "n": n, **kind, "source": _DEALER, **more, **self.spoken_of(n)}]

    def spoken_of(self, n: Any) -> Piece:
        """ "That ally's cost": of what was spoken of before the target."""
        return {"~amount_first": True} if "~that" in str(n) else {}

    def deal(self, n: Any, kind: Piece, target: Any) -> Block:
        return self.hit(n, kind, target)

    def deal_self(self, n: Any, kind: Piece) -> Block:
        return self.hit(n, kind, _DEALER)

    def deal_each(self, n: Any, kind: Piece, target: Any, counted: Any) -> Block:
        return self.hit(self.so_often(counted, n), kind, target)

    def so_often(self, counted: Any, n: Any) -> Any:
        if not isinstance(n, int):
            raise MeaninglessError("X for each")
        return scaled(counted, n)

    def deal_equal(self, kind: Piece, target: Any, amount: Any) -> Block:
        return self.hit(amount, kind, target)

    def deal_equal_first(self, kind: Piece, amount: Any, target: Any) -> Block:
        return self.hit(amount, kind, target, **{"~amount_first": True})

    def deal_that(self, kind: Piece, target: Any) -> Block:
        return self.hit("~much", kind, target)

    def deal_divided(self, n: Any, kind: Piece, test: Piece) -> Block:
        return self.hit(n, kind, choose(test, n="all", up_to=True), divided=True)

    def deal_two(self, n: Any, kind: Piece, target: Any, n2: Any, kind2: Piece, target2: Any) -> Block:
        return [*self.hit(n, kind, target), *self.hit(n2, kind2, self.others(target, target2))]

    def others(self, first: Any, second: Any) -> Any:
        """ "Each other ally", after others have been named: all but these."""
        if not isinstance(second, dict) or "other" not in second.get("all", ()) or not isinstance(first, dict):
            return second
        rest = {name: one for name, one in second["all"].items() if name != "other"}
        before = first.get("all", {"is": "~they"})
        return {"all": and_(rest, {"none": [before]})}

    def mend(self, n: Any, target: Any, **more: Any) -> Block:
        return [{"op": "heal", "target": target, "n": n, "source": _DEALER, **more, **self.spoken_of(n)}]

    def heal(self, n: Any, target: Any) -> Block:
        return self.mend(n, target)

    def heal_up_to(self, n: Any, target: Any) -> Block:
        return self.mend(n, target, up_to=True)

    def heal_self(self, n: Any) -> Block:
        return self.mend(n, _DEALER)

    def heal_self_each(self, n: Any, counted: Any) -> Block:
        return self.mend(self.so_often(counted, n), _DEALER)

    def heal_equal(self, target: Any, amount: Any) -> Block:
        return self.mend(amount, target)

    def heal_self_equal(self, amount: Any) -> Block:
        return self.mend(amount, _DEALER)

    def heal_each(self, n: Any, target: Any, counted: Any) -> Block:
        return self.mend(self.so_often(counted, n), target)

    def heal_all(self, target: Any) -> Block:
        return self.mend("all", target)

    def heal_all_self(self) -> Block:
        return self.mend("all", _DEALER)

    def heal_that(self, target: Any) -> Block:
        return self.mend("~much", target)

    def heal_that_self(self) -> Block:
        return self.mend("~much", _DEALER)

    def deal_both(self, first: Block, second: Block) -> Block:
        return [*first, *second]

    def dealt(self, dealer: Any, block: Block) -> Block:
        if dealer in ("~they", "~that") and len(block) > 1:
            return [*self.dealt(dealer, block[:1]), *_by(block[1:], "~subject")]
        if isinstance(dealer, dict):
            # Its own numbers are those of the one that was chosen first.
            found = _by(block, {"name": "dealer"})
            return [{"op": "select", "target": dealer, "as": "dealer"}, *self.of_dealer(found)]
        found_: Block = _by(block, dealer)
        return found_

    def of_dealer(self, block: Block) -> Block:
        found = []
        for op in block:
            n = op.get("n")
            if isinstance(n, dict) and n.get("of") == "~they":
                n = {**n, "of": {"name": "dealer"}}
            found.append({**op, "n": n})
        return found

    def dealt_same(self, block: Block) -> Block:
        return block

    def dealer_may(self, dealer: Any, block: Block) -> Block:
        return self.may(self.dealt(dealer, block))

    def if_after(self, block: Block, condition: Piece) -> Block:
        return self.if_body(condition, block)

    def deal_self_equal(self, kind: Piece, amount: Any) -> Block:
        return self.hit(amount, kind, _DEALER)

    def seq_and(self, act: Block, conn: str, rest: Block) -> Block:
        return super().seq_and(act, conn, self.going_on(act, rest))

    def going_on(self, act: Block, rest: Block) -> Block:
        """What the subject of an act goes on to do."""
        source = act[-1].get("source")
        if source in (None, _DEALER):
            return rest
        found: Block = _by(rest, "~subject" if source in ("~they", "~that") else source)
        return found

    def put_damage_on(self, n: Any, target: Any) -> Block:
        return [{"op": "put_damage", "target": target, "n": n}]

    def spared(self, n: Any, target: Any, **more: Any) -> Block:
        return [{"op": "prevent", "target": target, "n": n, **more, "until": "end_of_turn"}]

    def prevent_body(self, block: Block) -> Block:
        return block

    def prevent_next(self, n: Any, target: Any) -> Block:
        return self.spared(n, target, next=True)

    def prevent_next_combat(self, n: Any, target: Any) -> Block:
        return self.spared(n, target, of="combat", next=True)

    def prevent_all(self, target: Any) -> Block:
        return self.spared("all", target)

    def prevent_all_combat(self, target: Any) -> Block:
        return self.spared("all", target, of="combat")

    def prevent_everything(self) -> Block:
        return self.spared("all", {"all": {"type": ["Hero", "Ally"]}})
