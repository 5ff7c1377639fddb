"""Exact counting: how many of the hands that a pool holds are what is wanted.

One pass over the classes counts the hands of every size at once: a polynomial in the number of cards drawn, packed
into one whole number, is kept for each state of what has been drawn so far. States that can end only in the same way
are one: counts are capped where more of a group changes nothing, and terms that cannot be met any more are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from deckkit.odds.conditions import Goal, Need
from deckkit.odds.dense import dense_hits, worth_it
from deckkit.odds.pool import Pool

__all__ = ["Machine", "Polynomials", "chance", "chances", "expected", "hits"]

State = tuple[int, tuple[int, ...]]
"""The terms that can still be met (as a mask), and the counts so far of the groups that they ask about."""

WON: State = (-1, ())
"""What is wanted is there, whatever follows."""


def chance(pool: Pool, goal: Goal, cards: int, have: Sequence[int] = ()) -> Fraction:
    """The chance that ``cards`` cards of the pool fulfil the goal. See :func:`chances`."""
    return chances(pool, goal, [cards], have)[0]


def chances(pool: Pool, goal: Goal, sizes: Sequence[int], have: Sequence[int] = ()) -> list[Fraction]:
    """The chances for several numbers of cards, drawn from the pool without putting back.

    ``have`` are numbers of cards by group that are there already. Raises :class:`ValueError` for more cards than the
    pool holds.
    """
    if any(not 0 <= size <= pool.size for size in sizes):
        raise ValueError(f"from 0 to {pool.size} cards can be drawn")
    up_to = max(sizes, default=0)
    wanted = goal.beside(have)
    if worth_it(pool, wanted, up_to):
        found = dense_hits(pool, wanted, sizes)
    else:
        every = hits(pool, wanted, up_to)
        found = [every[size] for size in sizes]
    return [Fraction(ways, comb(pool.size, size)) for ways, size in zip(found, sizes, strict=True)]


def hits(pool: Pool, goal: Goal, up_to: int) -> list[int]:
    """How many of the sets of 0, 1, … ``up_to`` cards of the pool fulfil the goal, copies told apart."""
    machine = Machine.of(pool, goal, up_to)
    packed = Polynomials(pool.size, up_to)
    tables: list[dict[State, int]] = [{} for _ in machine.classes]
    counts = tuple(number for _, number in machine.classes)
    whole = machine.complete(packed, tables, counts, 0, machine.start())
    return [packed.coefficient(whole, size) for size in range(up_to + 1)]


def expected(pool: Pool, group: int, cards: int) -> Fraction:
    """The mean number of cards of a group among ``cards`` drawn ones."""
    return Fraction(cards * pool.count(group), pool.size) if pool.size else Fraction(0)


class Polynomials:
    """Polynomials of a degree up to ``degree`` whose coefficients count sets of at most ``size`` cards, as integers."""

    __slots__ = ("_keep", "_mask", "_tails", "degree", "width")

    def __init__(self, size: int, degree: int) -> None:
        self.degree = degree
        # No coefficient that is kept counts more than all the sets of its size.
        self.width = max(comb(size, number) for number in range(min(size, degree) + 1)).bit_length() + 1
        self._mask = (1 << self.width) - 1
        self._keep = (1 << self.width * (degree + 1)) - 1
        self._tails: dict[tuple[int, int], int] = {}

    def coefficient(self, packed: int, power: int) -> int:
        """The number of sets of ``power`` cards."""
        return packed >> self.width * power & self._mask

    def times(self, one: int, other: int) -> int:
        """The product, without what is beyond the degree."""
        return one * other & self._keep

    def from_class(self, number: int, least: int, below: int | None = None) -> int:
        """``least`` or more (and fewer than ``below``) cards taken from ``number`` like ones."""
        whole = self._tail(number, least)
        return whole if below is None else whole - self._tail(number, below)

    def _tail(self, number: int, least: int) -> int:
        key = number, least
        if key not in self._tails:
            last = min(number, self.degree)
            self._tails[key] = sum(comb(number, taken) << self.width * taken for taken in range(least, last + 1))
        return self._tails[key]


@dataclass(slots=True)
class Machine:
    """The states that lead to a goal, class by class.

    ``classes`` are (mask, cards) in the order of work, cards of no group first; ``rest[i]`` is how many cards of each
    group can still come from the classes ``i`` and later.
    """

    goal: Goal
    classes: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, ...], ...]
    _steps: dict[tuple[int, State, int], tuple[tuple[int, State | None], ...]]
    _reduced: dict[tuple[int, State], State | None]
    _asked: int
    _enough: int
    _lookup: dict[int, list[tuple[int, list[tuple[int, bool] | None]]]]

    @classmethod
    def of(cls, pool: Pool, goal: Goal, up_to: int, told_apart: int = 0) -> Machine:
        """The machine of a goal for hands of up to ``up_to`` cards beside those that are there already.

        Cards are told apart by the groups of the goal, and by those of the mask ``told_apart``.
        """
        groups = max((*(mask.bit_length() for mask, _ in pool.classes), goal.groups.bit_length()))
        asked = goal.groups | told_apart
        merged = Pool.of((mask & asked, number) for mask, number in pool.classes)
        # All classes of one group stand together, so that it can soon be forgotten.
        classes = tuple(sorted(merged.classes, key=lambda entry: (entry[0] & -entry[0], entry[0])))
        rest = [(0,) * groups]
        for mask, number in reversed(classes):
            most = min(number, up_to)
            more = tuple(min(up_to, r + most) if mask >> g & 1 else r for g, r in enumerate(rest[-1]))
            rest.append(more)
        # So many cards of a group, and more of it change nothing.
        enough = max((need.least if need.most is None else need.most + 1 for t in goal.terms for need in t), default=0)
        return cls(goal, classes, tuple(reversed(rest)), {}, {}, groups, enough, {})

    def start(self, have: Sequence[int] = ()) -> State | None:
        """The state before the first class; None where the goal is out of reach."""
        counts = tuple(have) + (0,) * (self._asked - len(have))
        return self.reduce(0, ((1 << len(self.goal.terms)) - 1, counts))

    def reduce(self, at: int, state: State) -> State | None:
        """The state that stands for all that end like this one; None where the goal is out of reach."""
        key = at, state
        if key not in self._reduced:
            self._reduced[key] = self._reduce(at, state)
        return self._reduced[key]

    def _reduce(self, at: int, state: State) -> State | None:
        alive, counts = state
        if len(self.goal.terms) == 1:
            return self._reduce_one(at, counts)
        rest = self.rest[at]
        still = 0
        caps = [0] * len(counts)
        for number, term in enumerate(self.goal.terms):
            if not alive >> number & 1:
                continue
            won = True
            here: list[tuple[int, int]] = []
            for need in term:
                found = _standing(need, rest[need.group], counts[need.group])
                if found is None:
                    break
                won = won and found[1]
                here.append((need.group, found[0]))
            else:
                if won:
                    return WON
                still |= 1 << number
                for group, cap in here:
                    caps[group] = max(caps[group], cap)
        if not still:
            return None
        return still, tuple([min(count, cap) for count, cap in zip(counts, caps, strict=True)])

    def _reduce_one(self, at: int, counts: tuple[int, ...]) -> State | None:
        """The same where there is one term only: each group is looked up for itself."""
        if at not in self._lookup:
            self._lookup[at] = [
                (need.group, [_standing(need, self.rest[at][need.group], count) for count in range(self._enough + 1)])
                for need in self.goal.terms[0]
            ]
        won = True
        kept = [0] * len(counts)
        for group, standings in self._lookup[at]:
            count = counts[group]
            found = standings[count if count < self._enough else self._enough]
            if found is None:
                return None
            won = won and found[1]
            kept[group] = count if count < found[0] else found[0]
        return WON if won else (1, tuple(kept))

    def steps(self, at: int, state: State, most: int) -> tuple[tuple[int, State | None], ...]:
        """What follows when cards of the class ``at`` come: (from so many on, next state), up to ``most`` cards."""
        key = at, state, most
        if key not in self._steps:
            self._steps[key] = tuple(self._find_steps(at, state, most))
        return self._steps[key]

    def _find_steps(self, at: int, state: State, most: int) -> Iterator[tuple[int, State | None]]:
        mask = self.classes[at][0]
        alive, counts = state
        last: State | str | None = "none yet"
        groups = [group for group in range(len(counts)) if mask >> group & 1]
        moved = list(counts)
        for taken in range((min(most, self._enough) if mask else 0) + 1):
            reached = self.reduce(at + 1, (alive, tuple(moved)))
            if reached != last:
                yield taken, reached
                last = reached
            for group in groups:
                moved[group] += 1

    def complete(
        self, packed: Polynomials, tables: list[dict[State, int]], left: Sequence[int], at: int, state: State | None
    ) -> int:
        """The sets of cards of the classes ``at`` and later that lead from a state to the goal, by size (packed).

        ``left`` is how many cards each class holds; ``tables[at]`` remembers, for the classes ``at`` and later.
        """
        if state is None:
            return 0
        if state == WON:
            return packed.from_class(sum(left[at:]), 0)
        table = tables[at]
        found = table.get(state)
        if found is None:
            number = left[at]
            steps = self.steps(at, state, min(number, packed.degree))
            found = 0
            for index, (least, reached) in enumerate(steps):
                if reached is None:
                    continue
                below = steps[index + 1][0] if index + 1 < len(steps) else None
                after = self.complete(packed, tables, left, at + 1, reached)
                found += packed.times(packed.from_class(number, least, below), after)
            table[state] = found
        return found


def _standing(need: Need, more: int, count: int) -> tuple[int, bool] | None:
    """How a need stands with ``count`` cards while up to ``more`` can come; None where it cannot be met any more.

    Else the number from which on a higher count is no other (what tells whether the need is met, and for an upper
    bound in danger also how far it is), and whether it is met for certain.
    """
    if count + more < need.least or (need.most is not None and count > need.most):
        return None
    safe = need.most is None or count + more <= need.most
    return need.least if safe or need.most is None else need.most + 1, safe and count >= need.least
