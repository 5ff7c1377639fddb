"""How a game of Riftbound begins (rules digest RP 3.1-3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.moves import draw, move, shuffle
from deckkit.engine.select import DONE
from deckkit.engine.state import NOBODY
from deckkit.engine.triggers import emit, listen
from deckkit.games.riftbound.common import mode
from deckkit.i18n import Text
from deckkit.odds.opening import Opening, Redraw, pile_of

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPENING", "TASKS", "begin", "begin_mulligans", "blank_field"]

# The Chosen Champion begins in its zone (CR 113), runes are a deck of their own (CR 103.3.b); up to two cards are set
# aside, and recycled after their replacements are drawn (CR 118.1-118.3): put on the bottom of the deck, two of them in
# random order, without a shuffle (CR 416.5); in 1v1 nobody skips a draw (CR 480.7).
OPENING = Opening(
    hand=4,
    redraw=Redraw("some", 2, back="bottom"),
    first_draws=(1, 1),
    draws=1,
    pile=pile_of("main"),
    note=Text("drawn from the main deck; the Chosen Champion begins in its own zone, the runes are a deck apart"),
    rule=("CR 113", "CR 117", "CR 118", "CR 315.4.b", "CR 416.5", "CR 480.7"),
)
#: The modes in which the first player brings no battlefield (rules digest C).
_FIRST_BRINGS_NONE = frozenset({"war", "2v2"})
_SET_ASIDE = 2


@cache
def blank_field() -> PlayCard:
    """A battlefield without text: of who brought none, and of who has left (RP 16.10)."""
    return PlayCard(
        "t-battlefield", "t-battlefield", "Battlefield", definition={"test": "t-battlefield", "type": "battlefield"}
    )


def begin(m: Match) -> None:
    """Battlefields, both decks shuffled, four cards, then the mulligans (RP 3.1)."""
    m.set(m.state, "phase", "setup")
    order = m.order(m.state.first)
    brings = order[1:] if mode(m) in _FIRST_BRINGS_NONE else order
    for number in order:
        for one in m.state.seats[number].zones["legend"]:
            listen(m, m.state.things[one])
    m.push(*(("field", number) for number in brings), ("dealt",))


def _field(m: Match, number: int) -> None:
    """One of the player's battlefields: at random in a single game, by choice in a match (RP 3.2)."""
    aside = m.state.seats[number].zones["aside"]
    if not aside:
        thing = m.add_thing(blank_field(), number, "", f"battlefield-{number + 1}")
        m.set(thing, "zone", "battlefields")
        m.put(m.state.shared, "battlefields", (*m.state.shared["battlefields"], thing.id))
    else:
        chosen = m.choose(number, "cards", list(aside)) if mode(m) == "match" else aside[m.below(len(aside))]
        thing = m.state.things[chosen]
        m.put(m.state.seats[number].zones, "aside", tuple(one for one in aside if one != chosen))
        m.set(thing, "zone", "battlefields")
        m.put(m.state.shared, "battlefields", (*m.state.shared["battlefields"], chosen))
    # Nobody controls it yet (RP 3.6).
    m.set(thing, "controller", NOBODY)
    listen(m, thing)


def _dealt(m: Match) -> None:
    for number in m.order(m.state.first):
        shuffle(m, number)
        shuffle(m, number, "rune_deck")
        draw(m, number, m.config["hand"])
    begin_mulligans(m)


def begin_mulligans(m: Match) -> None:
    """In turn order, once each; then the first turn (RP 3.3)."""
    m.set(m.state, "phase", "mulligan")
    m.set(m.state, "happened", {})
    m.mark(m.state, "regular", m.state.first)
    m.push(*(("mulligan", number) for number in m.order(m.state.first)), ("turn", m.state.first))


def _mulligan(m: Match, number: int) -> None:
    """Up to two cards are set aside, as many drawn, then those are recycled in random order (RP 3.3)."""
    hand = m.state.seats[number].zones["hand"]
    away: list[Any] = []
    while len(away) < min(_SET_ASIDE, len(hand)):
        left: list[Any] = [one for one in hand if one not in away]
        answer = m.choose(number, "cards", [*left, DONE], taken=tuple(away))
        if answer == DONE:
            break
        away.append(answer)
    if not away:
        return
    seat = m.state.seats[number]
    new = seat.zones["deck"][: len(away)]
    for one in new:
        move(m, m.state.things[one], "hand")
    for one in m.shuffled(away):
        move(m, m.state.things[one], "deck")
    emit(m, "mulligan", seat=number, n=len(away))


TASKS: Mapping[str, Any] = {"field": _field, "dealt": _dealt, "mulligan": _mulligan}
