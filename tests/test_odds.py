"""Exact chances: published tables, an enumeration of all hands, and what must hold of any chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit import pool_odds
from deckkit.errors import UsageError
from deckkit.odds.conditions import Goal, Need, parse_condition
from deckkit.odds.dense import dense_hits, worth_it
from deckkit.odds.exact import chance, chances, expected, hits
from deckkit.odds.pool import Pool


def pool(text: str, want: str, cards: int) -> Fraction:
    return pool_odds(text, want, cards).fraction


# -- published values -------------------------------------------------------------------------------------------------

# By source: (pool, condition, cards drawn, the published value, its last digit).
PUBLISHED = [
    # F. Karsten, chances with the London mulligan, first column: 4 copies in 60.
    ("a=4,of=60", "1+ a", 7, 0.399, 0.001),
    # KeyForge: 36 cards, hand of 7, 1 to 4 copies.
    ("a=1,of=36", "1+ a", 7, 0.1944, 1e-4),
    ("a=2,of=36", "1+ a", 7, 0.3556, 1e-4),
    ("a=3,of=36", "1+ a", 7, 0.4882, 1e-4),
    ("a=4,of=36", "1+ a", 7, 0.5968, 1e-4),
    # 26 of 60, 12 seen, at least 8.
    ("a=26,of=60", "8+ a", 12, 0.067461, 1e-6),
    # wyzant.com answer 923396: 24 lands in 60, a hand of 7.
    ("a=24,of=60", "0 a", 7, 0.0216, 1e-4),
    ("a=24,of=60", "3 a", 7, 0.3087, 1e-4),
    ("a=24,of=60", "5+ a", 7, 0.0828, 1e-4),
    # The Mana Drain, "Finding exactly …": 4 copies in 60, and one of each of two cards.
    ("a=4,of=60", "1 a", 7, 0.336, 1e-3),
    ("a=4,of=60", "2 a", 7, 0.0593, 1e-4),
    ("a=4,of=60", "3 a", 7, 0.0038, 1e-4),
    ("a=4,b=4,of=60", "1 a, 1 b", 7, 0.1076, 1e-4),
    # 3 copies in 40, a hand of 5.
    ("a=3,of=40", "1+ a", 5, 0.338, 1e-3),
    # Keno: 20 of 80 numbers are drawn, 10 are marked; 5, 6 and 10 right ones.
    ("a=10,of=80", "5 a", 20, 0.0514277, 1e-7),
    ("a=10,of=80", "6 a", 20, 0.0114794, 1e-7),
    ("a=10,of=80", "10 a", 20, 1 / 8_911_711, 1e-14),
    # Bridge: all four aces; no card above a nine (odds of 1827 to 1 against, Yarborough).
    ("a=4,of=52", "4 a", 13, 0.00264, 1e-5),
    ("a=20,of=52", "0 a", 13, 1 / 1828, 1e-7),
]


@pytest.mark.parametrize(("text", "want", "cards", "value", "digit"), PUBLISHED)
def test_published_values(text: str, want: str, cards: int, value: float, digit: float) -> None:
    assert float(pool(text, want, cards)) == pytest.approx(value, abs=digit)


@pytest.mark.parametrize(
    ("text", "want", "cards", "value"),
    [
        ("a=4,of=60", "1+ a", 7, "38962/97527"),
        ("a=4,of=52", "2+ a", 7, "128/1547"),
        ("red=5,blue=7,of=15", "2+ red, 0-5 blue", 5, "81/143"),
        ("a=0,of=60", "1+ a", 7, "0"),
        ("a=60,of=60", "1+ a", 7, "1"),
        ("a=60,of=60", "0-6 a", 7, "0"),
        ("a=4,of=60", "0+ a", 0, "1"),
    ],
)
def test_exact_values(text: str, want: str, cards: int, value: str) -> None:
    assert pool(text, want, cards) == Fraction(value)


@pytest.mark.parametrize(
    ("pattern", "percent"),
    [((4, 4, 3, 2), 21.5512), ((5, 3, 3, 2), 15.5168), ((4, 3, 3, 3), 10.5361), ((7, 6, 0, 0), 0.005565)],
)
def test_the_suits_of_bridge_hands(pattern: tuple[int, ...], percent: float) -> None:
    """The published table of hand patterns: alternatives over four groups (Encyclopedia of Bridge)."""
    suits = "shdc"
    want = " or ".join(
        ", ".join(f"{number} {suit}" for number, suit in zip(order, suits, strict=True))
        for order in sorted(set(permutations(pattern)))
    )
    value = pool("s=13,h=13,d=13,c=13,of=52", want, 13)
    assert float(value) * 100 == pytest.approx(percent, abs=10**-4)


def test_a_flush_in_poker() -> None:
    """5,148 of 2,598,960 hands have one suit (straight flushes among them)."""
    want = " or ".join(f"5 {suit}" for suit in "shdc")
    assert pool("s=13,h=13,d=13,c=13,of=52", want, 5) == Fraction(5148, 2598960)


# -- enumeration ------------------------------------------------------------------------------------------------------

MOST_GROUPS = 4


def needs() -> st.SearchStrategy[Need]:
    return st.builds(
        lambda group, least, more: Need(group, least, None if more is None else least + more),
        st.integers(0, MOST_GROUPS - 1),
        st.integers(0, 3),
        st.none() | st.integers(0, 3),
    )


terms = st.lists(st.lists(needs(), max_size=4), min_size=1, max_size=3)
decks = st.lists(st.integers(0, (1 << MOST_GROUPS) - 1), max_size=9)


def fits(written: Sequence[Sequence[Need]], hand: Sequence[int]) -> bool:
    """What the condition says, read from the condition as written."""
    return any(
        all(
            need.least <= (count := sum(mask >> need.group & 1 for mask in hand))
            and (need.most is None or count <= need.most)
            for need in term
        )
        for term in written
    )


@settings(max_examples=300)
@given(decks, terms)
def test_counting_agrees_with_an_enumeration_of_all_hands(cards: list[int], written: list[list[Need]]) -> None:
    found = hits(Pool.of((mask, 1) for mask in cards), Goal.of(*written), len(cards))
    for size in range(len(cards) + 1):
        assert found[size] == sum(fits(written, hand) for hand in combinations(cards, size))


@settings(max_examples=300)
@given(decks, terms)
def test_tables_agree_with_an_enumeration_of_all_hands(cards: list[int], written: list[list[Need]]) -> None:
    """The other way to count, which large bounds take (see :func:`test_large_bounds_are_counted_both_ways`)."""
    goal, sizes = Goal.of(*written), range(len(cards) + 1)
    if goal.groups:
        found = dense_hits(Pool.of((mask, 1) for mask in cards), goal, sizes)
        assert found == [sum(fits(written, hand) for hand in combinations(cards, size)) for size in sizes]


@settings(max_examples=25)
@given(st.lists(st.integers(0, 15), min_size=60, max_size=60), st.integers(8, 30), st.data())
def test_large_bounds_are_counted_both_ways(cards: list[int], size: int, data: st.DataObject) -> None:
    deck = Pool.of((mask, 1) for mask in cards)
    written = []
    for _ in range(data.draw(st.integers(1, 3))):
        least = [data.draw(st.integers(0, 1 + deck.count(group) * size // 60)) for group in range(4)]
        more = [data.draw(st.none() | st.integers(0, 6)) for _ in range(4)]
        written.append(
            [Need(g, low, None if m is None else low + m) for g, (low, m) in enumerate(zip(least, more, strict=True))]
        )
    goal = Goal.of(*written)
    if goal.groups:
        assert dense_hits(deck, goal, range(size + 1)) == hits(deck, goal, size)


def test_what_overflows_is_counted_the_other_way() -> None:
    """Of 60 cards every number of hands has less than 63 bits; of 200 cards and 60 drawn it has not."""
    goal = Goal.of([Need(group, 8) for group in range(4)])
    assert worth_it(Pool.of(dict.fromkeys(range(16), 4)), goal, 27)
    large = Pool.of(dict.fromkeys(range(16), 12))
    assert not worth_it(large, goal, 60)
    assert chance(large, Goal.of([Need(0, 40)]), 60) + chance(large, Goal.of([Need(0, 0, 39)]), 60) == 1


@settings(max_examples=100)
@given(decks, terms, st.data())
def test_cards_that_are_there_already(cards: list[int], written: list[list[Need]], data: st.DataObject) -> None:
    there = data.draw(st.lists(st.integers(0, (1 << MOST_GROUPS) - 1), max_size=3))
    size = data.draw(st.integers(0, len(cards)))
    have = [sum(mask >> group & 1 for mask in there) for group in range(MOST_GROUPS)]
    found = chance(Pool.of((mask, 1) for mask in cards), Goal.of(*written), size, have)
    hands = list(combinations(cards, size))
    assert found == Fraction(sum(fits(written, [*hand, *there]) for hand in hands), len(hands))


@given(decks, st.integers(0, MOST_GROUPS - 1), st.data())
def test_the_expected_number_is_the_mean_over_all_hands(cards: list[int], group: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(cards)))
    hands = list(combinations(cards, size))
    mean = Fraction(sum(mask >> group & 1 for hand in hands for mask in hand), len(hands))
    assert expected(Pool.of((mask, 1) for mask in cards), group, size) == mean


# -- what must hold ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_one_group_is_the_hypergeometric_distribution(copies: int, cards: int, least: int) -> None:
    value = chance(Pool.of({1: copies, 0: 60 - copies}), Goal.of([Need(0, least)]), cards)
    ways = sum(comb(copies, n) * comb(60 - copies, cards - n) for n in range(least, cards + 1))
    assert value == Fraction(ways, comb(60, cards))


@given(decks, terms)
def test_the_classes_of_a_pool_add_up_to_one(cards: list[int], written: list[list[Need]]) -> None:
    """Each chance lies between 0 and 1, and that of anything is 1."""
    whole = Pool.of((mask, 1) for mask in cards)
    sizes = range(len(cards) + 1)
    assert all(0 <= value <= 1 for value in chances(whole, Goal.of(*written), sizes))
    assert chances(whole, Goal.of([]), sizes) == [1] * (len(cards) + 1)
    assert chances(whole, Goal.of(), sizes) == [0] * (len(cards) + 1)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 3), st.integers(1, 3))
def test_more_copies_and_more_cards_never_hurt_a_minimum(a: int, b: int, least: int, other: int) -> None:
    goal = Goal.of([Need(0, least), Need(1, other)])
    one = chances(Pool.of({1: a, 2: b, 0: 60 - a - b}), goal, range(21))
    more = chances(Pool.of({1: a + 1, 2: b, 0: 59 - a - b}), goal, range(21))
    assert one == sorted(one)
    assert all(x <= y for x, y in zip(one, more, strict=True))


def test_sixteen_overlapping_classes() -> None:
    """Four groups in all combinations: the complement of "none of the fourth" splits the whole."""
    classes = Pool.of({mask: 3 + (mask % 3) for mask in range(16)})
    first = [Need(0, 2), Need(1, 1, 3), Need(2, 0, 4)]
    without = chance(classes, Goal.of([*first, Need(3, 0, 0)]), 7)
    with_it = chance(classes, Goal.of([*first, Need(3, 1)]), 7)
    assert without + with_it == chance(classes, Goal.of(first), 7)


def test_more_cards_than_the_pool_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 5 cards"):
        chance(Pool.of({1: 5}), Goal.of([Need(0, 1)]), 6)
    with pytest.raises(ValueError, match="fewer than no cards"):
        Pool.of({1: 2}).without(Pool.of({1: 3}))


# -- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2+ inkable, 1+ (cost<=2 type:character), 0-1 cost>=6", None),
        ('2-2 cost:3 or 1+ "Elsa - Spirit of Winter"', '2 cost:3 or 1+ "Elsa - Spirit of Winter"'),
        ('1+ (a, b or c) ou 3 "x, or y"', '1+ (a, b or c) or 3 "x, or y"'),
        ("  2+inkable ,1 + b", "2+ inkable, 1+ b"),
        ("3 99 Puppies", "3 99 Puppies"),
        ("1–2 «Petit, ou grand»", "1-2 «Petit, ou grand»"),
        ("2+ -inkable", "2+ -inkable"),
        ('1+"Let It Go"or 2 b', '1+ "Let It Go" or 2 b'),
        ("1+ organ", "1+ organ"),
        (r'1+ name:"a \" , b"', r'1+ name:"a \" , b"'),
    ],
)
def test_conditions_are_read(text: str, shown: str | None) -> None:
    assert str(parse_condition(text)) == (shown or text)


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("x", 1, "a number of cards is missing"),
        (" 1+ a or b", 10, "a number of cards is missing"),
        ("1+ a,,2 b", 6, "a condition is missing here"),
        ("1+ a or", 8, "a condition is missing here"),
        ("1+ a, 3-1 b", 7, "3 to 1 cards are none"),
        ("1+", 3, "what is counted is missing"),
        ("1+ (a", 4, "this '(' is never closed"),
        ("1+ a)", 5, "this ')' closes nothing"),
        ('1+ "a', 4, "this quote is never closed"),
        ("12345 a", 1, "this number is too large"),
        ("2-a", 1, "a number of cards is missing"),
        ("-1 a", 1, "a number of cards is missing"),
    ],
)
def test_conditions_that_have_no_meaning_tell_the_column(text: str, column: int, what: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_condition(text)
    assert what in str(refused.value.what)
    assert refused.value.where.params["column"] == column
    assert str(refused.value.do)


@pytest.mark.parametrize("text", ["", "  ", "1+ a" * 2000])
def test_empty_and_endless_conditions_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_condition(text)


@given(st.text(alphabet='0123+- (),"or»«\\a', max_size=20))
def test_any_text_is_a_condition_or_a_usage_error(text: str) -> None:
    try:
        condition = parse_condition(text)
    except UsageError:
        return
    assert str(parse_condition(str(condition))) == str(condition)


def test_a_group_named_twice_has_to_fulfil_both() -> None:
    assert Goal.of([Need(0, 1), Need(0, 0, 2)]).terms == ((Need(0, 1, 2),),)
    assert Goal.of([Need(0, 2), Need(0, 0, 1)]).terms == ()
    assert pool("a=4,of=60", "1+ a, 0-0 a", 7) == 0
