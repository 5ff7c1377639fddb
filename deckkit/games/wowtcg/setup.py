"""How a game of WoW TCG begins (rules digest WOW 5-9, 12, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from deckkit.errors import InputError
from deckkit.i18n import Text
from deckkit.odds.opening import Opening, Redraw, pile_of

if TYPE_CHECKING:
    from deckkit.engine.cards import PlayCard
    from deckkit.engine.match import Match

__all__ = ["OPENING", "TASKS", "begin", "deal"]

# The mulligan is that of the official rules (CR 101.2): the Reborn text has none. Who begins skips the first draw.
OPENING = Opening(
    hand=7,
    redraw=Redraw("all"),
    first_draws=(0, 1),
    draws=1,
    pile=pile_of("main"),
    note=Text("the hero begins in play and is not drawn; the mulligan is that of the official rules"),
    rule=("CR 101.1", "CR 101.2", "CR 501.2b"),
)


def begin(m: Match) -> None:
    """Cards that cannot be played are refused; heroes are in play, decks are shuffled, hands are drawn (WOW 5, 9)."""
    from deckkit.engine.cards import refuse_unknown
    from deckkit.engine.moves import shuffle
    from deckkit.engine.triggers import listen

    given = frozenset({"health"} if m.config["hero_health"] else ())
    cards = {thing.card.key: thing.card for thing in m.state.things}
    refuse_unknown(cards.values(), lambda card: _unknown(card, given))
    for seat in m.state.seats:
        if len(seat.zones["hero"]) != 1:
            raise InputError(
                Text(
                    "a player of {game} needs one hero, not {n}", {"game": m.rules.game, "n": len(seat.zones["hero"])}
                ),
                do=Text("put the starting hero into the section 'hero' of the list"),
            )
        hero = m.state.things[seat.zones["hero"][0]]
        if "Master Hero" in hero.card.traits:
            raise InputError(
                Text("{card} is a Master Hero, and nobody begins as one", {"card": hero.card.name}),
                do=Text("put another hero into the section 'hero', and this card into the deck"),
            )
        listen(m, hero)
    for number in m.order(m.state.first):
        shuffle(m, number)
    deal(m, frozenset())


def deal(m: Match, dealt: frozenset[int]) -> None:
    """Seven cards for all who have no hand yet; then the mulligans, and the first turn (WOW 5, 7)."""
    from deckkit.engine.moves import draw

    m.set(m.state, "phase", "setup")
    for number in m.order(m.state.first):
        if number not in dealt:
            draw(m, number, m.config["hand"])
    m.set(m.state, "happened", {})
    m.push(*(("mulligan", number) for number in m.order(m.state.first)), ("mulligans",), ("turn", m.state.first))


def _mulligan(m: Match, number: int) -> None:
    """Once, before the first turn: the whole hand or nothing, the first player says first (WOW 7)."""
    seat = m.state.seats[number]
    if seat.zones["hand"] and m.choose(number, "redraw", ("yes", "no")) == "yes":
        m.mark(seat, "redraws", True)


def _mulligans(m: Match) -> None:
    """Those who exchange do so together, for as many cards (WOW 7)."""
    from deckkit.engine.moves import draw, move, shuffle
    from deckkit.engine.triggers import emit

    for number in m.order(m.state.first):
        seat = m.state.seats[number]
        if seat.marks.get("redraws"):
            hand = seat.zones["hand"]
            m.mark(seat, "redraws", None)
            for one in hand:
                move(m, m.state.things[one], "deck")
            shuffle(m, number)
            emit(m, "mulligan", seat=number, n=len(hand))
            draw(m, number, len(hand))
    m.set(m.state, "happened", {})


def _unknown(card: PlayCard, of_heroes: frozenset[str]) -> list[str]:
    """The facts of a card that play misses; ``of_heroes`` are those that a setting gives the starting heroes."""
    settled = of_heroes if card.type == "Hero" and "Master Hero" not in card.traits else frozenset()
    return [fact for fact in card.facts.get("unknown", ()) if fact not in settled]


TASKS: Mapping[str, Callable[..., None]] = {"mulligan": _mulligan, "mulligans": _mulligans}
