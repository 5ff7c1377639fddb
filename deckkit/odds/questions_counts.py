"""Exact counts for ready-made questions: one group, several groups, pairs, and a second pile. All are fractions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

__all__ = ["at_least", "expected", "mixed", "pair", "partial_hands", "some_missing", "steady"]


def _check(size: int, group: int, seen: int) -> None:
    if not 0 <= group <= size or not 0 <= seen <= size:
        raise ValueError(f"{group} cards of a group and {seen} seen do not fit a pile of {size}")


def at_least(size: int, group: int, seen: int, low: int) -> Fraction:
    """The chance of ``low`` or more cards of a group of ``group`` among ``seen`` of ``size``.

    >>> at_least(60, 4, 7, 1)
    Fraction(38962, 97527)
    """
    _check(size, group, seen)
    fewer = sum(comb(group, n) * comb(size - group, seen - n) for n in range(min(low, seen + 1)))
    return 1 - Fraction(fewer, comb(size, seen))


def expected(size: int, group: int, seen: int) -> Fraction:
    """The expected number of cards of the group among ``seen``."""
    _check(size, group, seen)
    return Fraction(seen * group, size) if size else Fraction(0)


def steady(size: int, group: int, seen: Sequence[int]) -> list[Fraction]:
    """The chances that for every turn ``i`` up to 1, 2, … at least ``i`` cards of the group have been seen by it.

    That is whether one of them can be spent on every turn: by Hall's theorem, since a card seen by turn ``i`` can
    serve every turn from ``i`` on, so that only the first ``i`` turns together can ask for too many. ``seen`` are the
    cards seen by turn 1, 2, …. A forward pass over the number of the group seen so far.

    >>> steady(2, 1, [1, 2])
    [Fraction(1, 2), Fraction(0, 1)]
    """
    alive: dict[int, int] = {0: 1}
    before, found = 0, []
    for turn, cards in enumerate(seen, 1):
        _check(size, group, cards)
        after: dict[int, int] = {}
        drawn = cards - before
        for have, ways in alive.items():
            for more in range(max(0, turn - have), min(drawn, group - have) + 1):
                free = size - before - (group - have)
                others = comb(free, drawn - more)
                if others:
                    after[have + more] = after.get(have + more, 0) + ways * comb(group - have, more) * others
        alive, before = after, cards
        # Each way counts the hands turn by turn: the cards of one turn are a set.
        every, left = 1, 0
        for number in seen[:turn]:
            every *= comb(size - left, number - left)
            left = number
        found.append(Fraction(sum(alive.values()), every))
    return found


def some_missing(size: int, masks: Mapping[int, int], groups: int, seen: int) -> Fraction:
    """The chance that at least one of ``groups`` groups has no card among ``seen``.

    ``masks`` is the number of cards by the set of groups that they belong to (bit ``i``: group ``i``). By inclusion
    and exclusion over the sets of groups that are missing.
    """
    ways = 0
    for missing in range(1, groups + 1):
        for chosen in combinations(range(groups), missing):
            taboo = sum(1 << group for group in chosen)
            free = size - sum(number for mask, number in masks.items() if mask & taboo)
            ways += (-1) ** (missing + 1) * comb(free, seen)
    return Fraction(ways, comb(size, seen))


def pair(size: int, wants: Mapping[int, int], helpers: Mapping[int, int], early: int, late: int) -> Fraction:
    """The chance of a pair: a card that wants a level among ``late`` cards, and a helper of at least that level among
    the first ``early`` of them.

    ``wants`` and ``helpers`` are numbers of cards by level; no card is both. Summed over the highest level ``g`` of
    the helpers seen early (none being the lowest): then no card that wants ``g`` or less may be among all ``late``.

    >>> pair(2, {3: 1}, {4: 1}, 1, 2)
    Fraction(1, 2)
    """
    _check(size, sum(wants.values()) + sum(helpers.values()), late)
    _check(size, early, early)
    levels = sorted(level for level, number in helpers.items() if number)
    later = late - early
    # No helper at all: whatever else is drawn.
    without = comb(size - sum(helpers.values()), early) * comb(size - early, later)
    for level in levels:
        served = sum(number for want, number in wants.items() if want <= level)
        higher = sum(number for other, number in helpers.items() if other > level)
        free = size - served - higher
        hands = comb(free, early) - comb(free - helpers[level], early)
        if hands:
            without += hands * comb(size - early - served, later)
    return 1 - Fraction(without, comb(size, early) * comb(size - early, later))


def partial_hands(counts: Sequence[int], drawn: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every vector of ``drawn`` cards from classes of these sizes, with its number of hands."""
    if not counts:
        if drawn == 0:
            yield (), 1
        return
    rest = sum(counts[1:])
    for number in range(max(0, drawn - rest), min(counts[0], drawn) + 1):
        ways = comb(counts[0], number)
        for others, more in partial_hands(counts[1:], drawn - number):
            yield (number, *others), ways * more


def mixed(size: int, groups: Mapping[int, int], seen: int, low: int) -> Fraction:
    """The chance of ``low`` or more cards of a group whose size is itself random: ``groups`` is its size → weight.

    The size is decided by another, independent pile; the weights are whole numbers (numbers of its hands).
    """
    every = sum(groups.values())
    return sum(
        (Fraction(weight, every) * at_least(size, group, seen, low) for group, weight in groups.items()), Fraction(0)
    )
