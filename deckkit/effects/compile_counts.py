"""What the grammar's words for comparing and counting mean: different, highest, at most, as much as that one."""

from __future__ import annotations

from typing import Any

from lark import v_args

from deckkit.effects.compile_things import Piece, Things, and_

__all__ = ["Counts"]


@v_args(inline=True)
class Counts(Things):
    """Amounts over several things or players, and filters that compare with one thing."""

    def equal_at_most(self, amount: Any, number: Any, *_: Any) -> Piece:
        return {"least": [amount, int(number)]}

    def different_names(self, word: Any) -> Piece:
        return {"kinds": "name", "of": {**self.kinds([str(word)]), "controller": "you"}}

    def different_facts(self, fact: str, test: Piece) -> Piece:
        return {"kinds": fact, "of": test}

    def have_highest_cost(self, test: Piece) -> Piece:
        mine = {"highest": {"cost": "it"}, "of": and_({"controller": "you"}, test)}
        return {"compare": mine, "min": {"highest": {"cost": "it"}, "of": test}}

    def with_cost_or_named(self, wanted: Any, names: list[str]) -> Piece:
        return {"any": [{"cost": wanted}, {"name": names}]}

    def with_cost_of_that(self, *_: Any) -> Piece:
        return {"cost": {"max": {"cost": "~that"}}}

    def with_cost_above_that(self, number: Any, *_: Any) -> Piece:
        return {"cost": {"max": {"plus": [{"cost": "~that"}, int(number)]}}}

    def with_stat_had(self, stat: Any, theirs: Any) -> Piece:
        """What it had in play counts where it has left."""
        return {"stat": {str(stat): {"max": {"stat": str(theirs), "of": "~they"}}}}

    # what an opponent has: it holds where it holds of one of them, "more than each" where it holds of all
    def highest_of_foes(self, amount: Piece) -> Piece:
        return {"highest": amount, "who": "foes"}

    def foes_most(self, test: Piece) -> Piece:
        return self.highest_of_foes({"count": and_({"controller": "them"}, test)})

    def cards_of_foes(self, zone: str) -> Piece:
        return self.highest_of_foes({"cards": zone, "who": "them"})
