"""Exact counting with tables of whole numbers: for goals with large bounds over groups that overlap in many ways.

:mod:`deckkit.odds.exact` keeps a polynomial for each state, which is quick while states are few. Here all states are
the places of an array. The classes are split by one group: in those that belong to it, the number of cards drawn is
also the number of that group, so neither half needs a place for it. Both halves are joined by sums over the windows
that the goal leaves open. All is arithmetic of 64 bits that drops what overflows: exact, because no result does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from deckkit.odds.conditions import Goal, Need
from deckkit.odds.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Table: TypeAlias = npt.NDArray[np.int64]

__all__ = ["dense_hits", "worth_it"]

# Below so many states those of exact.py are quicker, numpy's loading apart.
_FEWEST_STATES = 300
# A table of more numbers takes longer than it saves.
_MOST_PLACES = 3_000_000
# Terms are counted together and apart in every combination.
_MOST_TERMS = 4

Classes = list[tuple[int, int]]


def worth_it(pool: Pool, goal: Goal, up_to: int) -> bool:
    """Whether tables are quicker, and exact, for hands of up to ``up_to`` cards."""
    if not 1 <= len(goal.terms) <= _MOST_TERMS or comb(pool.size, min(up_to, pool.size // 2)) >= 1 << 63:
        return False
    groups = [group for group in range(goal.groups.bit_length()) if goal.groups >> group & 1]
    states = prod(min(_cap(goal, group)[0], pool.count(group), up_to) + 1 for group in groups)
    if len(groups) < 2 or states < _FEWEST_STATES:
        return False
    pivot, axes = _axes(pool, goal, groups)
    return all(
        prod(
            (
                min(sum(number for _, number in half), up_to) + 1,
                *(min(_count(half, axis), _cap(goal, axis)[0]) + 1 for axis in axes),
            )
        )
        <= _MOST_PLACES
        for half in _halves(pool, goal, pivot)
    )


def dense_hits(pool: Pool, goal: Goal, sizes: Sequence[int]) -> list[int]:
    """How many of the sets of so many cards of the pool fulfil the goal, copies told apart; see :func:`worth_it`."""
    groups = [group for group in range(goal.groups.bit_length()) if goal.groups >> group & 1]
    pivot, axes = _axes(pool, goal, groups)
    up_to = max(sizes, default=0)
    with_it, without = (_table(half, axes, goal, up_to) for half in _halves(pool, goal, pivot))
    found = [0] * len(sizes)
    for sign, term in _terms(goal):
        needs = {need.group: need for need in term}
        joined = without
        for place, axis in enumerate(axes, 1):
            joined = _window(joined, place, with_it.shape[place], needs.get(axis))
        for index, size in enumerate(sizes):
            found[index] += sign * _joined(with_it, joined, size, needs.get(pivot))
    return found


def _axes(pool: Pool, goal: Goal, groups: Sequence[int]) -> tuple[int, list[int]]:
    """The group that splits the classes, the one that would need the most places; and the others."""
    pivot = max(groups, key=lambda group: min(_cap(goal, group)[0], pool.count(group)))
    return pivot, [group for group in groups if group != pivot]


def _halves(pool: Pool, goal: Goal, pivot: int) -> tuple[Classes, Classes]:
    """The classes that belong to a group, and the others; groups that the goal does not name are forgotten."""
    merged = Pool.of((mask & goal.groups, number) for mask, number in pool.classes).classes
    halves: tuple[Classes, Classes] = [], []
    for mask, number in merged:
        halves[0 if mask >> pivot & 1 else 1].append((mask, number))
    return halves


def _count(classes: Classes, group: int) -> int:
    return sum(number for mask, number in classes if mask >> group & 1)


def _cap(goal: Goal, group: int) -> tuple[int, bool]:
    """The number from which on more of a group changes nothing, and whether so many are too many for every term."""
    needs = [next((need for need in term if need.group == group), Need(group, 0)) for term in goal.terms]
    enough = max(need.least if need.most is None else need.most + 1 for need in needs)
    return enough, all(need.most is not None for need in needs)


def _terms(goal: Goal) -> Iterator[tuple[int, tuple[Need, ...]]]:
    """Terms to add and to take away, so that what fulfils several counts once."""
    for number in range(1, len(goal.terms) + 1):
        for chosen in combinations(goal.terms, number):
            for common in Goal.of([need for term in chosen for need in term]).terms:
                yield 1 if number % 2 else -1, common


def _table(classes: Classes, axes: Sequence[int], goal: Goal, up_to: int) -> Table:
    """The number of sets by their size (first axis) and their cards of each group, capped where more is no other."""
    import numpy as np

    table = np.ones((1,) * (len(axes) + 1), dtype=np.int64)
    # A group's axis grows with its first class: those that use the last axes come last.
    order = sorted(classes, key=lambda entry: [entry[0] >> axis & 1 for axis in reversed(axes)])
    for mask, number in order:
        most = min(number, up_to)
        moves = [True, *(bool(mask >> axis & 1) for axis in axes)]
        more = np.zeros([size + most * moved for size, moved in zip(table.shape, moves, strict=True)], dtype=np.int64)
        for taken in range(most + 1):
            target = tuple(
                slice(taken, taken + size) if moved else slice(None)
                for size, moved in zip(table.shape, moves, strict=True)
            )
            more[target] += table * comb(number, taken)
        table = more[: up_to + 1]
        for place, axis in enumerate(axes, 1):
            table = _capped(table, place, *_cap(goal, axis))
    return table


def _capped(table: Table, place: int, enough: int, dropped: bool) -> Table:
    """Counts of ``enough`` and more as one, or without them."""
    if table.shape[place] <= enough + (not dropped):
        return table
    front = table.swapaxes(0, place)
    if not dropped:
        front[enough] = front[enough:].sum(axis=0)
    return front[: enough + (not dropped)].swapaxes(0, place)


def _window(table: Table, place: int, others: int, need: Need | None) -> Table:
    """For each count of the other half, the sum over the counts of this half that fulfil the need together with it."""
    import numpy as np

    size = table.shape[place]
    least, most = (0, None) if need is None else (need.least, need.most)
    sums = np.zeros([length + (at == place) for at, length in enumerate(table.shape)], dtype=np.int64)
    np.cumsum(table, axis=place, out=sums[(slice(None),) * place + (slice(1, None),)])
    counts = np.arange(others)
    below = np.clip(least - counts, 0, size)
    end = np.full(others, size) if most is None else np.clip(most + 1 - counts, 0, size)
    found: Table = sums.take(np.maximum(end, below), axis=place) - sums.take(below, axis=place)
    return found


def _joined(with_it: Table, joined: Table, size: int, need: Need | None) -> int:
    """The sets of a size: so many cards of the first half, the others of the second."""
    import numpy as np

    least, most = (0, None) if need is None else (need.least, need.most)
    first = max(least, size - len(joined) + 1)
    last = min(size if most is None else min(most, size), len(with_it) - 1)
    if first > last:
        return 0
    other = joined[size - last : size - first + 1][::-1]
    return int(np.vdot(with_it[first : last + 1], other))
