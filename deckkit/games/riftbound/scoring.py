"""Points: conquering and holding, the last point, burning out, winning (play digest RP 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckkit.engine import moves
from deckkit.engine.operations import gain_score
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit
from deckkit.games.riftbound.common import allied, fields, mode, opponents, present, units, victory

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["TASKS", "burn_out", "gain_points", "score", "take_control", "winner"]

#: What the event of a unit is called for the battlefield.
_OF_PLACES = {"conquer": "conquered", "hold": "held"}


def gain_points(m: Match, number: int, n: int, source: int = NOBODY) -> None:
    """A player gains points by an effect: the last point knows no restriction then (RP 16.4). A team shares them."""
    if n <= 0 or seat_forbidden(m, number, "gain_points"):
        return
    gain_score(m, number, n, source)
    _share(m, number)


def _share(m: Match, number: int) -> None:
    points = m.state.seats[number].score
    for seat in m.state.seats:
        if seat.number != number and not seat.out and allied(m, number, seat.number) and seat.score != points:
            m.set(seat, "score", points)


def score(m: Match, number: int, place: Thing, how: str) -> None:
    """A player scores a battlefield by ``conquer`` or ``hold``: once a turn by either way (RP 16.1-16.3)."""
    seat = m.state.seats[number]
    scored: tuple[int, ...] = seat.marks.get("scored", ())
    if place.id in scored or seat_forbidden(m, number, "score") or forbidden(m, place, "score"):
        return
    scored = (*scored, place.id)
    m.mark(seat, "scored", scored)
    if seat.score >= victory(m) - 1 and how == "conquer" and not _all_scored(m, number, scored):
        # The last point by Conquer asks for every battlefield; a card is drawn instead (RP 16.4).
        moves.draw(m, number)
    else:
        gain_points(m, number, 1, place.id)
    emit(m, _OF_PLACES[how], place.id, NOBODY, number)
    for thing in units(m, place.id, number):
        emit(m, how, thing.id, place.id, number)


def _all_scored(m: Match, number: int, scored: tuple[int, ...]) -> bool:
    """Whether every battlefield was scored this turn; in 2v2 those of the team-mate are left out (digest F2)."""
    return all(
        place.id in scored or (place.controller not in (NOBODY, number) and allied(m, number, place.controller))
        for place in fields(m)
    )


def take_control(m: Match, number: int, place: Thing) -> None:
    """A player gains control of a battlefield: a Conquer where they have not scored it this turn (RP 16.1)."""
    if place.controller == number:
        return
    m.set(place, "controller", number)
    emit(m, "control", place.id, NOBODY, number)
    score(m, number, place, "conquer")


def winner(m: Match) -> int | None:
    """Who wins now: at the Victory Score or beyond, and ahead of every opponent (RP 15.3, 16.5)."""
    goal = victory(m)
    for number in m.order():
        points = m.state.seats[number].score
        if points >= goal and all(m.state.seats[other].score < points for other in opponents(m, number)):
            return number
    return None


# -- burning out ------------------------------------------------------------------------------------------------------


def burn_out(m: Match, number: int) -> None:
    """The Main Deck does not hold what must move: the trash is recycled and an opponent gains a point (RP 16.6).

    With several opponents the player's choice among them is a task of its own, right after what is under way.
    """
    seat = m.state.seats[number]
    emit(m, "burn_out", seat=number)
    back = m.shuffled(seat.zones["discard"])
    for one in back:
        moves.move(m, m.state.things[one], "deck")
    foes = opponents(m, number)
    if len({min(one for one in m.order() if allied(m, one, foe)) for foe in foes}) == 1:
        _burnt(m, foes[0], again=not back)
    elif foes:
        m.push(("burnt", number, not back))


def _burnt(m: Match, foe: int, *, again: bool) -> None:
    """The opponent's point; while nothing is left to draw it happens again, and those points win at once (RP 16.7)."""
    gain_score(m, foe, 1, NOBODY)
    _share(m, foe)
    while again and not m.over:
        found = winner(m)
        if found is not None:
            m.finish({"winner": found, "reason": "burn_out"})
            return
        gain_score(m, foe, 1, NOBODY)
        _share(m, foe)


def _burnt_task(m: Match, number: int, again: bool) -> None:
    foe = m.choose(number, "player", list(opponents(m, number)))
    _burnt(m, foe, again=again)


# -- holding ----------------------------------------------------------------------------------------------------------


def hold_all(m: Match) -> None:
    """The turn player holds every battlefield that they control (RP 4.4)."""
    number = m.state.active
    for place in fields(m):
        if place.controller == number:
            score(m, number, place, "hold")


def standing_there(m: Match, place: Thing) -> tuple[int, ...]:
    """The sides with units at a battlefield, each by its first player: team-mates are one side."""
    found: list[int] = []
    for number in present(m, place.id):
        if mode(m) != "2v2" or not any(allied(m, number, one) for one in found):
            found.append(number)
    return tuple(found)


TASKS: dict[str, Any] = {"burnt": _burnt_task}
