"""Mulligans: published tables, an enumeration of every deal and every choice, and the games' own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit.games import GAMES
from deckkit.odds import mulligan
from deckkit.odds.conditions import Goal, Need
from deckkit.odds.exact import chance
from deckkit.odds.mulligan import POLICIES, Deal
from deckkit.odds.opening import Opening, Redraw, pile_of
from deckkit.odds.pool import Pool

FOUR_OF_SIXTY = Pool.of({1: 4, 0: 56})
ONE = Goal.of([Need(0, 1)])

# -- published values -------------------------------------------------------------------------------------------------


def test_the_table_of_london_mulligans() -> None:
    """F. Karsten: 4 copies in 60, at least one in hand with 0 to 6 London mulligans.

    Each is a fresh hand of seven, of which other cards than the wanted one go to the bottom: the first is our
    mulligan of the whole hand, taken when the card is missing, and all are independent.
    """
    once = Deal(FOUR_OF_SIXTY, ONE, 7, Redraw("all")).outcome("optimal").chances[0]
    missing = 1 - chance(FOUR_OF_SIXTY, ONE, 7)
    assert once == 1 - missing**2
    table = [1 - missing ** (mulligans + 1) for mulligans in range(7)]
    assert [float(value) * 100 for value in table] == pytest.approx([39.9, 63.9, 78.3, 87.0, 92.2, 95.3, 97.2], abs=0.1)


def test_one_key_card_with_a_partial_mulligan() -> None:
    """Missed twice: in seven cards, and in seven of the 53 others (CR 2.2.2)."""
    outcome = Deal(FOUR_OF_SIXTY, ONE, 7, Redraw("some")).outcome("optimal")
    missed = Fraction(comb(56, 7), comb(60, 7)) * Fraction(comb(49, 7), comb(53, 7))
    assert outcome.chances == (1 - missed,)
    assert float(1 - missed) == pytest.approx(0.6653542096, abs=1e-10)


def test_up_to_two_cards_of_four() -> None:
    """Riftbound's mulligan (CR 118): missed in four cards, and in two of the 35 others; 3 copies in 39."""
    outcome = Deal(Pool.of({1: 3, 0: 36}), ONE, 4, Redraw("some", 2)).outcome("optimal")
    missed = Fraction(comb(36, 4), comb(39, 4)) * Fraction(comb(32, 2), comb(35, 2))
    assert outcome.chances == (1 - missed,)


# -- enumeration ------------------------------------------------------------------------------------------------------


class Table:
    """A deck of cards that are told apart, and a goal: chances by listing everything that can happen."""

    def __init__(self, cards: Sequence[int], written: Sequence[Sequence[Need]], redraw: Redraw, draws: int) -> None:
        self.cards, self.written, self.redraw, self.draws = cards, written, redraw, draws
        self.all = frozenset(range(len(cards)))

    def __repr__(self) -> str:
        return f"Table({self.cards}, {self.written}, {self.redraw}, {self.draws})"

    def fits(self, held: Iterable[int]) -> bool:
        masks = [self.cards[at] for at in held]
        return any(
            all(
                need.least <= (count := sum(mask >> need.group & 1 for mask in masks))
                and (need.most is None or count <= need.most)
                for need in term
            )
            for term in self.written
        )

    def later(self, hand: frozenset[int]) -> Fraction:
        """The chance once the hand is final: the draws come from all other cards."""
        drawn = list(combinations(self.all - hand, self.draws))
        return Fraction(sum(self.fits((*hand, *more)) for more in drawn), len(drawn))

    def replaced(self, hand: frozenset[int], aside: Sequence[int]) -> Fraction:
        """The chance after setting cards aside: replacements come from what is not in the hand."""
        new = list(combinations(self.all - hand, len(aside)))
        final = [hand - set(aside) | set(cards) for cards in new]
        if self.redraw.back == "bottom":
            return sum((self.from_top(cards, frozenset(aside)) for cards in final), Fraction(0)) / len(new)
        return sum((self.later(cards) for cards in final), Fraction(0)) / len(new)

    def from_top(self, hand: frozenset[int], below: frozenset[int]) -> Fraction:
        """The chance once the hand is final and some cards lie below all others, in every order."""
        above = self.all - hand - below
        fits = [
            self.fits((*hand, *(*first, *last)[: self.draws]))
            for first in permutations(above)
            for last in permutations(below)
        ]
        return Fraction(sum(fits), len(fits))

    def wanted(self, card: int) -> bool:
        return any(need.least > 0 and self.cards[card] >> need.group & 1 for term in self.written for need in term)

    def best(self, hand: frozenset[int], policy: str, size: int) -> Fraction:
        if policy == "none" or self.redraw.kind == "none":
            return self.later(hand)
        if self.redraw.kind == "all":
            anew = list(combinations(self.all, size))
            value = sum((self.later(frozenset(cards)) for cards in anew), Fraction(0)) / len(anew)
            if policy == "optimal":
                return max(value, self.later(hand))
            return self.later(hand) if any(map(self.wanted, hand)) else value
        limit = min(size if self.redraw.most is None else self.redraw.most, len(self.cards) - size)
        if policy == "optimal":
            choices = [aside for number in range(limit + 1) for aside in combinations(hand, number)]
        else:
            others = [card for card in hand if not self.wanted(card)]
            choices = list(combinations(others, min(limit, len(others))))
        return max(self.replaced(hand, aside) for aside in choices)

    def chance(self, size: int, known: frozenset[int], policy: str) -> Fraction:
        hands = [frozenset(hand) for hand in combinations(self.all, size) if known <= frozenset(hand)]
        return sum((self.best(hand, policy, size) for hand in hands), Fraction(0)) / len(hands)


GROUPS = 3


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, int, frozenset[int]]:
    cards = draw(st.lists(st.integers(0, (1 << GROUPS) - 1), min_size=1, max_size=7))
    size = draw(st.integers(0, min(4, len(cards))))
    written = [
        [
            Need(
                draw(st.integers(0, GROUPS - 1)),
                least := draw(st.integers(0, 2)),
                most if most is None else least + most,
            )
            for most in draw(st.lists(st.none() | st.integers(0, 2), max_size=3))
        ]
        for _ in range(draw(st.integers(1, 2)))
    ]
    redraw = draw(
        st.sampled_from(
            [
                *(Redraw("none"), Redraw("all"), Redraw("some"), Redraw("some", 1), Redraw("some", 2)),
                *(Redraw("some", back="bottom"), Redraw("some", 2, back="bottom")),
            ]
        )
    )
    known = draw(st.lists(st.integers(0, len(cards) - 1), max_size=size, unique=True))
    draws = draw(st.integers(0, min(2, len(cards) - size)))
    return Table(cards, written, redraw, draws), size, frozenset(known)


@pytest.mark.parametrize("policy", POLICIES)
@settings(max_examples=150)
@given(tables())
def test_every_policy_agrees_with_an_enumeration(policy: str, dealt: tuple[Table, int, frozenset[int]]) -> None:
    table, size, known = dealt
    deal = Deal(
        Pool.of((mask, 1) for mask in table.cards),
        Goal.of(*table.written),
        size,
        table.redraw,
        (table.draws,),
        Pool.of((table.cards[at], 1) for at in known),
    )
    outcome = deal.outcome(policy)
    assert outcome.chances == (table.chance(size, known, policy),)
    assert sum(choice.weight for choice in outcome.choices) == deal.hands
    assert sum((c.weight * c.chance for c in outcome.choices), Fraction(0)) / deal.hands == outcome.chances[0]


@settings(max_examples=200)
@given(tables())
def test_hands_weighed_together_agree_with_an_enumeration(dealt: tuple[Table, int, frozenset[int]]) -> None:
    table, size, known = dealt
    deal = Deal(
        Pool.of((mask, 1) for mask in table.cards),
        Goal.of(*table.written),
        size,
        table.redraw,
        tuple(range(table.draws + 1)),
        Pool.of((table.cards[at], 1) for at in known),
    )
    one_by_one = deal.outcome("optimal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mulligan, "_MANY", 0)
        together = deal.outcome("optimal")
    # The choices too: a table and the advice for one hand say the same.
    assert together == one_by_one
    assert together.chances[-1] == table.chance(size, known, "optimal")


@pytest.mark.parametrize(
    "goal",
    [
        Goal.of([Need(0, 2), Need(1, 1), Need(2, 0, 1)]),
        Goal.of([Need(0, 3), Need(1, 2), Need(2, 2)]),
        Goal.of([Need(0, 1, 3), Need(1, 4, 6)], [Need(2, 5)]),
    ],
    ids=str,
)
def test_many_hands_are_weighed_as_one_is(goal: Goal) -> None:
    """Three groups that overlap in every way: 3,432 kinds of hands, some of which are weighed by themselves."""
    deal = Deal(Pool.of({mask: 7 + (mask < 4) for mask in range(8)}), goal, 7, Redraw("some"), (0, 2, 5))
    outcome = deal.outcome("optimal")
    assert len(outcome.choices) == comb(14, 7)
    for choice in outcome.choices[::97]:
        keep, chance_of_it = deal.choose(choice.hand, "optimal")[-1]
        assert (choice.keep, choice.chance, choice.keeping) == (keep, chance_of_it, deal.keeping(choice.hand)[-1])


@settings(max_examples=60)
@given(tables())
def test_the_best_choice_for_a_hand_is_the_best_of_all(dealt: tuple[Table, int, frozenset[int]]) -> None:
    table, size, _ = dealt
    deal = Deal(Pool.of((mask, 1) for mask in table.cards), Goal.of(*table.written), size, table.redraw, (table.draws,))
    for hand in list(combinations(table.all, size))[:5]:
        kind = deal.kind_of(Pool.of((table.cards[at], 1) for at in hand))
        ((keep, value),) = deal.choose(kind, "optimal")
        assert value == table.best(frozenset(hand), "optimal", size)
        assert deal.keeping(kind) == [table.later(frozenset(hand))]
        assert all(kept <= held for kept, held in zip(keep, kind, strict=True))
        first, *others = deal.every(kind)
        assert first[1] == value
        assert all(other <= value for _, other in others)


@settings(max_examples=60)
@given(tables(), st.sampled_from(POLICIES))
def test_the_expected_numbers_are_means(dealt: tuple[Table, int, frozenset[int]], policy: str) -> None:
    """What a policy keeps of each kind of hand decides the mean number of cards of a group."""
    table, size, _ = dealt
    deal = Deal(Pool.of((mask, 1) for mask in table.cards), Goal.of(*table.written), size, table.redraw, (table.draws,))
    outcome = deal.outcome(policy)
    asked = Goal.of(*table.written).groups
    for group, mean in enumerate(outcome.expected):
        if not asked >> group & 1:
            continue
        total = Fraction(0)
        count = [mask >> group & 1 for mask in table.cards]
        for choice in outcome.choices:
            kept, dealt_cards = deal.counts(choice.keep)[group], deal.counts(choice.hand)[group]
            aside = size - sum(choice.keep)
            if table.redraw.kind == "all" and aside:
                now = Fraction(size * sum(count), len(count))
            else:
                rest = len(count) - size
                now = kept + (Fraction(aside * (sum(count) - dealt_cards), rest) if aside else 0)
            rest_after = sum(count) - now
            later = Fraction(table.draws, len(count) - size) * rest_after if table.draws else Fraction(0)
            if table.redraw.back == "bottom" and aside:
                # The cards from the top, one after the other, and those set aside after them.
                above = len(count) - size - aside
                each = [Fraction(sum(count) - dealt_cards, rest)] * above
                each += [Fraction(dealt_cards - kept, aside)] * aside
                later = sum(each[: table.draws], Fraction(0))
            total += choice.weight * (now + later)
        assert mean == total / deal.hands


# -- what must hold ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 2), st.integers(1, 2), st.integers(0, 3))
@settings(max_examples=40)
def test_the_best_policy_is_no_worse_than_the_others(a: int, b: int, least: int, other: int, draws: int) -> None:
    pool, goal = Pool.of({1: a, 2: b, 3: 2, 0: 40 - a - b}), Goal.of([Need(0, least), Need(1, other)])
    for redraw in (Redraw("some"), Redraw("some", 2), Redraw("some", 2, back="bottom"), Redraw("all")):
        deal = Deal(pool, goal, 5, redraw, (0, draws))
        none, wanted, best = (deal.outcome(policy).chances for policy in POLICIES)
        assert all(0 <= x <= y <= 1 for x, y in zip(none, best, strict=True))
        assert all(x <= y for x, y in zip(wanted, best, strict=True))
        assert list(none) == [chance(pool, goal, 5), chance(pool, goal, 5 + draws)]
        # Later is better where nothing is unwanted.
        assert best[0] <= best[1] and wanted[0] <= wanted[1]


def test_no_copies_never_come() -> None:
    for policy in POLICIES:
        outcome = Deal(Pool.of({0: 60}), ONE, 7, Redraw("some"), (0, 5)).outcome(policy)
        assert outcome.chances == (0, 0)
        assert all(choice.keep == choice.hand for choice in outcome.choices if policy == "optimal")


def test_a_surplus_card_is_kept_by_one_policy_and_set_aside_by_the_other() -> None:
    """Design 5: ``keep-wanted`` keeps surplus copies too; ``optimal`` looks for the other group instead."""
    deal = Deal(Pool.of({1: 8, 2: 4, 0: 48}), Goal.of([Need(0, 1), Need(1, 1)]), 7, Redraw("some"))
    hand = deal.kind_of(Pool.of({1: 3, 0: 4}))
    ((kept, wanted),) = deal.choose(hand, "keep-wanted")
    ((best, value),) = deal.choose(hand, "optimal")
    assert deal.counts(kept) == [3, 0] and deal.counts(best) == [1, 0]
    assert wanted == 1 - Fraction(comb(49, 4), comb(53, 4))
    assert value == 1 - Fraction(comb(49, 6), comb(53, 6))


def test_with_an_upper_bound_cards_are_unwanted() -> None:
    """Two of a group in hand, one at most is wanted: both go, and of two new cards of 36 not both may be of it."""
    deal = Deal(Pool.of({1: 10, 0: 30}), Goal.of([Need(0, 0, 1)]), 4, Redraw("some", 2))
    ((keep, value),) = deal.choose(deal.kind_of(Pool.of({1: 2, 0: 2})), "optimal")
    assert deal.counts(keep) == [0]
    assert value == 1 - Fraction(comb(8, 2), comb(36, 2))


def test_a_mulligan_that_cannot_be_replaced_is_not_offered() -> None:
    """Eight cards and a hand of seven: one replacement is there."""
    deal = Deal(Pool.of({1: 1, 0: 7}), ONE, 7, Redraw("some"))
    assert deal.limit == 1
    assert deal.outcome("optimal").chances == (Fraction(1),)


def test_cards_on_the_bottom_do_not_come_back() -> None:
    """Riftbound by turn 3 (RP 3.3): 2 of 2 cards of a group set aside are gone, until the other 36 are drawn."""
    pool, goal = Pool.of({1: 2, 0: 37}), Goal.of([Need(0, 0, 0)])
    hand, redraw = Pool.of({1: 2, 0: 2}), Redraw("some", 2, back="bottom")
    deal = Deal(pool, goal, 4, redraw, (0, 3, 33, 34, 35))
    found = deal.choose(deal.kind_of(hand), "optimal")
    # 35 others: 2 replacements and 33 draws take them all, then one of the two comes, then both.
    assert [value for _, value in found] == [1, 1, 1, 0, 0]
    one = Deal(pool, ONE, 4, redraw, (0, 34, 35))
    kind = one.kind_of(hand)
    assert [dict(one.every(kind))[keep] for keep in ((2, 0),)] == [1]
    shuffled = Deal(pool, goal, 4, Redraw("some", 2), (3,))
    assert shuffled.choose(shuffled.kind_of(hand), "optimal")[0][1] == Fraction(comb(33, 3), comb(35, 3))


def test_sampled_hands_agree_with_all_hands() -> None:
    """Each sampled hand is weighed exactly; 4 sigma on a fixed seed."""
    pool, goal = Pool.of({1: 8, 2: 10, 4: 12, 3: 3, 0: 27}), Goal.of([Need(0, 1), Need(1, 1), Need(2, 1)])
    deal = Deal(pool, goal, 7, Redraw("some"))
    exact = deal.outcome("optimal").chances[0]
    hands = deal.sample(4000, seed=5)
    assert hands == deal.sample(4000, seed=5) != deal.sample(4000, seed=6)
    assert sum(number for _, number in hands) == 4000
    sampled = deal.outcome("optimal", hands, 4000).chances[0]
    assert abs(float(sampled - exact)) < 4 * (float(exact * (1 - exact)) / 4000) ** 0.5


def test_hands_and_draws_beyond_the_pool_are_refused() -> None:
    with pytest.raises(ValueError, match="fewer cards than are drawn"):
        Deal(Pool.of({0: 8}), ONE, 7, Redraw("some"), (2,))
    with pytest.raises(ValueError, match="not in the pool"):
        Deal(Pool.of({0: 8}), ONE, 3, Redraw("some"), (0,), Pool.of({1: 1}))
    with pytest.raises(ValueError, match="not in the pool"):
        Deal(Pool.of({0: 8}), ONE, 3, Redraw("some")).kind_of(Pool.of({1: 3}))


# -- the games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand", "redraw", "third"),
    [
        # CR 2.2.1.4, 2.2.2, 3.2.3.1: by turn 3 seven and two or three draws.
        ("lorcana", 7, Redraw("some"), (9, 10)),
        # RP 3.1, 3.3, 3.4: what is set aside goes to the bottom (CR 118.3, 416.5); nobody skips a draw.
        ("riftbound", 4, Redraw("some", 2, back="bottom"), (7, 7)),
        # WOW 5, 7, 13.
        ("wowtcg", 7, Redraw("all"), (9, 10)),
        # IN 4.1, 4.3, 14.23.
        ("invocateurs", 5, Redraw("none"), (7, 8)),
        # AL 13.9: a new hand of five for each turn.
        ("allegiance", 5, Redraw("none"), (15, 15)),
    ],
)
def test_how_the_games_begin(game: str, hand: int, redraw: Redraw, third: tuple[int, int]) -> None:
    part = GAMES[game].opening
    assert part is not None
    opening = part()
    assert (opening.hand, opening.redraw) == (hand, redraw)
    assert (opening.seen(3, True), opening.seen(3, False)) == third
    assert opening.seen(0, True) == opening.seen(0, False) == hand
    assert opening.rule


@pytest.mark.parametrize(
    ("kind", "most", "back"),
    [
        *(("half", None, "shuffled"), ("all", 2, "shuffled"), ("none", 0, "shuffled"), ("some", -1, "shuffled")),
        *(("some", 2, "top"), ("all", None, "bottom"), ("none", None, "bottom")),
    ],
)
def test_a_mulligan_that_there_is_not(kind: str, most: int | None, back: str) -> None:
    with pytest.raises(ValueError):
        Redraw(kind, most, back)


def test_an_opening_of_another_game() -> None:
    opening = Opening(3, Redraw("some", 5), (0, 2), 2, pile_of("main", "more"))
    assert [opening.seen(turn, False) for turn in range(4)] == [3, 5, 7, 9]
    assert [opening.seen(turn, True) for turn in range(4)] == [3, 3, 5, 7]
    assert opening.redraw.limit(3) == 3
