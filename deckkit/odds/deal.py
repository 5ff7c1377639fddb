"""Dealing: an opening hand, the game's mulligan and the draws that follow, from a random stream."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.odds.pool import Pool

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.odds.mulligan import Deal
    from deckkit.odds.opening import Opening, Redraw
    from deckkit.rng import Stream

__all__ = ["Choose", "Dealt", "Hand", "deal", "follow", "keep_all"]

Hand = tuple["Card", ...]
Choose = Callable[[Hand], Collection[int]]
"""Which cards of an opening hand are set aside, by their places from 0; where all or none are, any place is all."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand after the mulligan.

    ``opening`` is the first hand as drawn, ``aside`` what was set aside of it, ``new`` what was drawn instead.
    ``hand`` is what was kept and then the new cards. ``deck`` is what is left to draw, the next card first. ``kept``
    holds the places in ``opening`` of the kept cards.
    """

    opening: Hand
    kept: tuple[int, ...]
    aside: Hand
    new: Hand
    deck: Hand

    @property
    def hand(self) -> Hand:
        """The hand that the game begins with."""
        return (*(self.opening[place] for place in self.kept), *self.new)

    def turns(self, opening: Opening, turn: int, on_the_play: bool) -> tuple[Hand, ...]:
        """What is drawn on each own turn from 1 to ``turn``; fewer cards where the deck is empty."""
        ends = [opening.drawn(number, on_the_play) for number in range(turn + 1)]
        return tuple(self.deck[ends[number] : ends[number + 1]] for number in range(turn))


def deal(pile: Iterable[tuple[Card, int]], opening: Opening, stream: Stream, choose: Choose) -> Dealt:
    """Shuffles the pile, draws an opening hand and takes the game's mulligan as ``choose`` says.

    ``choose`` is asked once, and not at all where the game has no mulligan. Raises :class:`UsageError` where the pile
    is smaller than the hand, where too many cards are set aside, for a place that the hand does not have, and where
    too few cards are left to replace those set aside.
    """
    cards = [card for card, number in pile for _ in range(number)]
    if len(cards) < opening.hand:
        what = Text("the opening hand has {hand} cards, the deck {cards}", {"hand": opening.hand, "cards": len(cards)})
        raise UsageError(what, do=Text("use a larger deck"))
    stream.shuffle(cards)
    first, rest = tuple(cards[: opening.hand]), cards[opening.hand :]
    places = _places(first, opening.redraw, choose) if opening.redraw.kind != "none" else frozenset()
    kept = tuple(place for place in range(len(first)) if place not in places)
    aside = tuple(first[place] for place in sorted(places))
    if opening.redraw.kind == "all" and aside:
        # The hand goes back before the new one is drawn: its cards may come again.
        rest += aside
        stream.shuffle(rest)
    elif len(aside) > len(rest):
        what = Text("{n} cards are set aside and only {left} left to draw", {"n": len(aside), "left": len(rest)})
        raise UsageError(what, do=Text("set aside fewer cards, or use a larger deck"))
    new, rest = tuple(rest[: len(aside)]), rest[len(aside) :]
    if opening.redraw.kind == "some" and aside:
        rest += aside
        if opening.redraw.back == "shuffled":
            stream.shuffle(rest)
        else:
            below = list(aside)
            stream.shuffle(below)
            rest[-len(below) :] = below
    return Dealt(first, kept, aside, new, tuple(rest))


def _places(hand: Hand, redraw: Redraw, choose: Choose) -> frozenset[int]:
    places = frozenset(choose(hand))
    wrong = sorted(place for place in places if not 0 <= place < len(hand))
    if wrong:
        what = Text("the hand has no card number {place}", {"place": wrong[0] + 1})
        raise UsageError(what, do=Text("use numbers from 1 to {hand}", {"hand": len(hand)}))
    if redraw.kind == "all":
        return frozenset(range(len(hand))) if places else places
    limit = redraw.limit(len(hand))
    if len(places) > limit:
        what = Text("{n} cards are too many to set aside", {"n": len(places)})
        raise UsageError(what, do=Text("set aside {limit} at most", {"limit": limit}))
    return places


# -- policies -----------------------------------------------------------------------------------------------------


def keep_all(hand: Hand) -> Collection[int]:  # noqa: ARG001 - the signature of a choice
    """Sets nothing aside (policy ``none``)."""
    return ()


def follow(policy: str, exact: Deal, mask: Callable[[Card], int]) -> Choose:
    """Does what an exact policy of :mod:`deckkit.odds.mulligan` does, for its last number of draws.

    ``mask`` gives the groups that a card belongs to. Cards of one class are alike: those drawn first are kept.
    """
    known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def choose(hand: Hand) -> Collection[int]:
        masks = [mask(card) & exact.goal.groups for card in hand]
        kind = exact.kind_of(Pool.of((found, 1) for found in masks))
        if kind not in known:
            known[kind] = exact.choose(kind, policy)[-1][0]
        left = {number: kept for (number, _), kept in zip(exact.classes, known[kind], strict=True)}
        aside = []
        for place, found in enumerate(masks):
            if left[found] == 0:
                aside.append(place)
            else:
                left[found] -= 1
        return aside

    return choose
