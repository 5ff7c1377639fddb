"""The engines of the ready-made questions against full enumeration of small piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit.odds.questions_counts import at_least, expected, mixed, pair, partial_hands, some_missing, steady
from deckkit.odds.questions_curve import Kind, curve, curves

KINDS = st.tuples(st.sampled_from([None, 0, 1, 2, 3, 4]), st.booleans())
SMALL = st.lists(KINDS, min_size=4, max_size=7)
STARTS = st.sampled_from([[1, 1, 2, 3], [1, 2, 3, 4], [2, 2, 3, 4], [2, 3, 4], [3, 3, 4], [0, 2, 4], [4, 4]])


def orders(cards: Sequence[Kind]) -> Iterator[tuple[tuple[Kind, ...], int]]:
    """Every order of a pile with how often it occurs."""
    yield from Counter(permutations(cards)).items()


def matched(cards: Sequence[tuple[Kind, int]], last: int, exact: bool, first: int) -> bool:
    """Whether cards, with the turn they were seen by, fill all tasks: augmenting paths, with full knowledge."""

    def fits(card: tuple[Kind, int], task: tuple[str, int]) -> bool:
        (cost, spent), seen = card
        what, turn = task
        if seen > turn:
            return False
        if what == "spend":
            return spent
        return cost is not None and (cost == turn if exact else cost <= turn)

    tasks = [("spend", t) for t in range(1, last + 1)] + [("play", t) for t in range(first, last + 1)]
    taken: dict[int, tuple[str, int]] = {}

    def place(task: tuple[str, int], tried: set[int]) -> bool:
        for i, card in enumerate(cards):
            if i not in tried and fits(card, task):
                tried.add(i)
                if i not in taken or place(taken[i], tried):
                    taken[i] = task
                    return True
        return False

    return all(place(task, set()) for task in tasks)


def with_knowledge(cards: Sequence[Kind], seen: Sequence[int], exact: bool, first: int) -> Fraction:
    won = every = 0
    for order, times in orders(cards):
        dated = [(card, next(t for t, n in enumerate(seen) if i < n)) for i, card in enumerate(order[: seen[-1]])]
        won += times * matched(dated, len(seen) - 1, exact, first)
        every += times
    return Fraction(won, every)


def decided(cards: Sequence[Kind], seen: Sequence[int], exact: bool, first: int) -> Fraction:
    """The best a player can do who does not know the draws: every play and every resource tried, card by card."""
    last = len(seen) - 1

    @cache
    def draws(turn: int, count: int, pile: tuple[Kind, ...], hand: tuple[Kind, ...]) -> Fraction:
        if count == 0:
            return acts(turn, pile, hand) if turn else draws(1, seen[1] - seen[0], pile, hand)
        total = Fraction(0)
        for i, card in enumerate(pile):
            total += draws(turn, count - 1, pile[:i] + pile[i + 1 :], tuple(sorted((*hand, card), key=str)))
        return total / len(pile)

    def acts(turn: int, pile: tuple[Kind, ...], hand: tuple[Kind, ...]) -> Fraction:
        best = Fraction(0)
        plays = [None] if turn < first else range(len(hand))
        for i in plays:
            if i is not None:
                cost = hand[i][0]
                if cost is None or cost > turn or (exact and cost != turn):
                    continue
            for j, card in enumerate(hand):
                if i == j or not card[1]:
                    continue
                if turn == last:
                    return Fraction(1)
                left = tuple(c for n, c in enumerate(hand) if n not in (i, j))
                best = max(best, draws(turn + 1, seen[turn + 1] - seen[turn], pile, left))
        return best

    return draws(0, seen[0], tuple(sorted(cards, key=str)), ())


@given(SMALL, STARTS, st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_a_play_up_to_the_turn_equals_matching_over_all_orders(cards: list[Kind], seen: list[int], first: int) -> None:
    found = curve(Counter(cards), seen, first=first)
    assert found == with_knowledge(cards, seen, False, first)
    assert found == decided(cards, seen, False, first)


@given(SMALL, STARTS, st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_a_play_of_the_turns_cost_equals_the_best_decisions(cards: list[Kind], seen: list[int], first: int) -> None:
    found = curve(Counter(cards), seen, exact=True, first=first)
    assert found == decided(cards, seen, True, first)
    assert found <= with_knowledge(cards, seen, True, first)


@given(
    st.lists(KINDS, min_size=9, max_size=10), st.sampled_from([[3, 4, 5, 6], [4, 4, 5, 6], [2, 4, 6]]), st.booleans()
)
@settings(max_examples=25)
def test_larger_piles_equal_the_best_decisions(cards: list[Kind], seen: list[int], exact: bool) -> None:
    assert curve(Counter(cards), seen, exact=exact) == decided(cards, seen, exact, 1)


def test_which_card_to_give_up_is_a_decision() -> None:
    """Not knowing the draws costs something: one of two single cards must be spent on turn 1."""
    cards: list[Kind] = [(1, False), (2, True), (3, True), (2, False), (3, False), (9, True), (9, True)]
    seen = [3, 3, 5, 6]
    assert curve(Counter(cards), seen, exact=True) < with_knowledge(cards, seen, True, 1)


def test_a_play_on_every_turn_by_hand() -> None:
    # Two cards: the one that can be spent must be in hand with the one that is played.
    assert curve({(1, False): 1, (None, True): 1}, [2, 2]) == 1
    assert curve({(1, False): 1, (None, False): 1}, [2, 2]) == 0
    # One card cannot be both spent and played.
    assert curve({(1, True): 1, (None, False): 1}, [2, 2]) == 0
    assert curve({(1, True): 2}, [2, 2]) == 1
    # Of three cards two are seen: both good ones in one of three hands.
    assert curve({(1, False): 1, (9, True): 1, (9, False): 1}, [2, 2]) == Fraction(1, 3)
    assert curve({}, [0]) == 1
    assert curves({(1, True): 4}, [2, 2, 4]) == [1, 1]


@pytest.mark.parametrize("seen", [[], [3], [2, 1], [1, 5]])
def test_more_cards_than_the_pile_are_refused(seen: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        curve({(1, True): 2}, seen)


def hands(cards: Sequence[object], seen: int, good: Callable[[list[object]], bool]) -> Fraction:
    found = [good([cards[i] for i in chosen]) for chosen in combinations(range(len(cards)), seen)]
    return Fraction(sum(found), len(found))


@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8), st.integers(0, 4))
def test_counts_of_one_group(size: int, group: int, seen: int, low: int) -> None:
    if group > size or seen > size:
        with pytest.raises(ValueError, match="do not fit"):
            at_least(size, group, seen, low)
        return
    cards = [i < group for i in range(size)]
    assert at_least(size, group, seen, low) == hands(cards, seen, lambda hand: sum(map(bool, hand)) >= low)
    mean = sum(n * hands(cards, seen, lambda hand, n=n: sum(map(bool, hand)) == n) for n in range(seen + 1))
    assert expected(size, group, seen) == mean


def test_published_figures() -> None:
    """4 copies in 60 and 7 cards: Karsten's 39.9 %; 26 of 60, 12 seen, at least 8: 0.067461 (issue's table)."""
    assert round(float(at_least(60, 4, 7, 1)), 3) == 0.399
    assert round(float(at_least(60, 26, 12, 8)), 6) == 0.067461
    assert at_least(52, 4, 7, 2) == Fraction(128, 1547)


@given(st.integers(2, 7), st.integers(0, 7), st.sampled_from([[1, 2, 3], [2, 2, 3, 4], [0, 1, 2], [1, 3]]))
def test_one_for_every_turn(size: int, group: int, seen: list[int]) -> None:
    if group > size or seen[-1] > size:
        return
    cards = [i < group for i in range(size)]
    every = list(permutations(cards))
    for last, chance in enumerate(steady(size, group, seen), 1):
        good = [all(sum(order[: seen[t]]) >= t + 1 for t in range(last)) for order in every]
        assert chance == Fraction(sum(good), len(every))


@given(st.lists(st.integers(0, 7), min_size=3, max_size=8), st.integers(0, 5))
def test_some_group_missing(masks: list[int], seen: int) -> None:
    seen = min(seen, len(masks))
    found = some_missing(len(masks), Counter(masks), 3, seen)
    union = hands(masks, seen, lambda hand: any(not any(int(str(m)) >> g & 1 for m in hand) for g in range(3)))
    assert found == union


@given(
    st.lists(st.tuples(st.sampled_from(["want", "help", "none"]), st.integers(1, 4)), min_size=3, max_size=7),
    st.integers(0, 4),
    st.integers(0, 2),
)
@settings(max_examples=60)
def test_pairs(cards: list[tuple[str, int]], early: int, more: int) -> None:
    early = min(early, len(cards))
    late = min(early + more, len(cards))
    wants = Counter(level for what, level in cards if what == "want")
    helpers = Counter(level for what, level in cards if what == "help")
    good = every = 0
    for order in permutations(cards):
        every += 1
        best = max((level for what, level in order[:early] if what == "help"), default=0)
        good += any(what == "want" and level <= best for what, level in order[:late])
    assert pair(len(cards), wants, helpers, early, late) == Fraction(good, every)


def test_two_piles() -> None:
    """A pile of 3 red and 2 blue decides which cards of another pile count; both drawn in full enumeration."""
    first = ["red"] * 3 + ["blue"] * 2
    second = ["red", "red", "blue", "blue", "blue", "both"]
    groups: Counter[int] = Counter()
    for (red, blue), ways in partial_hands((3, 2), 2):
        groups[sum((c == "red" and red > 0) or (c == "blue" and blue > 0) or (c == "both") for c in second)] += ways
    for low in (1, 2, 3):
        good = every = 0
        for drawn in combinations(first, 2):
            for hand in combinations(second, 3):
                every += 1
                good += sum(card in drawn or card == "both" for card in hand) >= low
        assert mixed(6, groups, 3, low) == Fraction(good, every)


def test_partial_hands_are_all_hands() -> None:
    vectors = dict(partial_hands((3, 2, 4), 4))
    assert sum(vectors.values()) == comb(9, 4)
    assert all(sum(vector) == 4 for vector in vectors)
    assert dict(partial_hands((), 0)) == {(): 1} and dict(partial_hands((2,), 3)) == {}
