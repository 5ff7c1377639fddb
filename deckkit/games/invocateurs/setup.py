"""How a game of Invocateurs begins (rules digest IN 4.1, 4.2, 4.3, 14.23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from deckkit.engine.cards import refuse_unknown
from deckkit.engine.moves import draw, shuffle
from deckkit.errors import InputError
from deckkit.i18n import Text
from deckkit.odds.opening import NO_REDRAW, Opening, pile_of

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPENING", "begin", "check_levels", "deal", "throws"]

OPENING = Opening(
    hand=5,
    redraw=NO_REDRAW,
    first_draws=(0, 1),
    draws=1,
    pile=pile_of("main"),
    rule=("IN 4.1", "IN 4.3", "IN 14.23"),
)

_BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def begin(m: Match) -> None:
    """Cards that cannot be played are refused; decks are shuffled, hands drawn, and the first turn begins (IN 4.1)."""
    cards = {thing.card.key: thing.card for thing in m.state.things}
    refuse_unknown(cards.values())
    check_levels(m)
    for seat in m.state.seats:
        m.set(seat, "life", m.config["life"])
    for number in m.order(m.state.first):
        shuffle(m, number)
    deal(m, frozenset())


def deal(m: Match, dealt: frozenset[int]) -> None:
    """Opening hands, for all but those who have theirs; there is no mulligan (IN 4.1, 14.23)."""
    m.set(m.state, "phase", "setup")
    for number in m.order(m.state.first):
        if number not in dealt:
            draw(m, number, m.config["hand"])
    m.set(m.state, "happened", {})
    m.push(("turn", m.state.first))


def check_levels(m: Match) -> None:
    """The table of costs ends at level 8: cards above ``max_level`` are refused (IN 14.7)."""
    most = m.config["max_level"]
    high = sorted({thing.card.name for thing in m.state.things if thing.card.facts.get("level", 0) > most})
    if high:
        raise InputError(
            Text("the level of these cards is above {most}: {cards}", {"most": most, "cards": high}),
            do=Text("raise 'max_level' in the configuration: they then cost two sacrifices"),
        )


def throws(rounds: Iterable[Mapping[str, str]]) -> tuple[str | None, int]:
    """Rock, paper, scissors: who goes first, and in which round it was settled; a tie is thrown again (IN 4.2, 14.19).

    >>> throws([{"P1": "rock", "P2": "rock"}, {"P1": "paper", "P2": "rock"}])
    ('P1', 2)
    """
    count = 0
    for one in rounds:
        count += 1
        if _BEATS[one["P1"]] == one["P2"]:
            return "P1", count
        if _BEATS[one["P2"]] == one["P1"]:
            return "P2", count
    return None, count
