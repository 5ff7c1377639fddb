"""Moving units, contesting battlefields, recalling (play digest RP 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine import moves
from deckkit.engine.restrictions import forbidden
from deckkit.engine.select import DONE
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import has_keyword
from deckkit.games.riftbound.common import BASE, allowed, controls, fields, present
from deckkit.games.riftbound.gear import attached_to

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "TASKS", "arrive", "movements", "recall", "relocate", "room"]


def movements(m: Match, number: int) -> list[Action]:
    """The standard moves: an action for each place to which some unit can go; which go is asked (RP 11.1-11.3)."""
    ready = [thing for thing in _own(m, number) if not thing.exhausted and thing.card.type == "Unit"]
    if not ready:
        return []
    bound = bool(m.state.statics) or any(thing.mods for thing in ready) or bool(m.state.seats[number].mods)
    if bound:
        ready = [thing for thing in ready if not forbidden(m, thing, "move")]
    found = []
    for place in fields(m):
        if room(m, number, place) and any(_reaches(m, thing, place.id) for thing in ready):
            found.append(Action("move", number, NOBODY, (place.id,)))
    if any(_reaches(m, thing, BASE) for thing in ready):
        found.append(Action("move", number))
    return found


def _own(m: Match, number: int) -> list[Thing]:
    things = m.state.things
    return [things[one] for one in m.state.seats[number].zones["play"]]


def room(m: Match, number: int, place: Thing) -> bool:
    """No unit comes to a battlefield that has units of two other players (RP 11.6)."""
    return len([one for one in present(m, place.id) if one != number]) < 2


def _reaches(m: Match, thing: Thing, place: int) -> bool:
    """Base to battlefield and back; from battlefield to battlefield with Ganking only (RP 11.2)."""
    if thing.at == place:
        return False
    if place == BASE:
        return not forbidden(m, thing, "move_to_base") if thing.mods or m.state.statics else True
    if thing.at == BASE or has_keyword(m, thing, "Ganking"):
        return True
    return "allow:move_from_anywhere" in m.state.statics and allowed(m, "move_from_anywhere", m.state.things[place])


def _move(m: Match, action: Action) -> None:
    m.push(("move", action.seat, action.targets[0] if action.targets else BASE))


def _move_task(m: Match, number: int, place: int) -> None:
    """The units are named, exhaust together and move together (RP 11.3, 11.4)."""
    able = [
        thing.id
        for thing in _own(m, number)
        if thing.card.type == "Unit"
        and not thing.exhausted
        and not forbidden(m, thing, "move")
        and _reaches(m, thing, place)
    ]
    going: list[Any] = []
    while len(going) < len(able):
        left: list[Any] = [one for one in able if one not in going]
        if going:
            left.append(DONE)
        answer = m.choose(number, "movers", left, place, tuple(going))
        if answer == DONE:
            break
        going.append(answer)
    things = [m.state.things[one] for one in going]
    for thing in things:
        moves.exhaust(m, thing)
    _go(m, things, place, number)
    m.push(("check",), ("settle",))


def relocate(m: Match, things: Iterable[Thing], place: int, seat: int) -> list[int]:
    """An effect of a player moves units to another place; without room they are recalled (RP 11.5, 11.6)."""
    going = [
        thing
        for thing in things
        if thing.zone == "play"
        and thing.at != place
        and not forbidden(m, thing, "move")
        and not (thing.controller != seat and forbidden(m, thing, "be_moved"))
        and not (place == BASE and forbidden(m, thing, "move_to_base"))
    ]
    full = [] if place == BASE else [one for one in going if not room(m, one.controller, m.state.things[place])]
    recall(m, full)
    going = [thing for thing in going if thing not in full]
    _go(m, going, place, seat)
    return [thing.id for thing in going]


def _go(m: Match, things: list[Thing], place: int, mover: int) -> None:
    """The units are there: control and contests first, then what the moves trigger."""
    origins = {thing.id: thing.at for thing in things}
    for thing in things:
        _put(m, thing, place)
        m.mark(thing, "origin", origins[thing.id])
        m.mark(thing, "mover", mover)
    for thing in things:
        arrive(m, thing)
    for thing in things:
        emit(m, "move", thing.id, place, thing.controller)


def _put(m: Match, thing: Thing, place: int) -> None:
    """Puts a unit, with what is on it, at a place."""
    m.set(thing, "at", place)
    if "side" in thing.marks:
        m.mark(thing, "side", None)
    for gear in attached_to(m, thing):
        m.set(gear, "at", place)


def arrive(m: Match, thing: Thing) -> None:
    """A unit that comes to a battlefield which its player does not control makes it contested (RP 11.7)."""
    if thing.at == BASE or thing.card.type != "Unit":
        return
    place = m.state.things[thing.at]
    m.mark(thing, "came", thing.controller)
    if not controls(m, thing.controller, place) and "contested" not in place.marks:
        m.mark(place, "contested", thing.controller)


def recall(m: Match, things: Iterable[Thing]) -> list[int]:
    """Puts things into the base of their controller: no move, and they keep their state (RP 11.12)."""
    found = []
    for thing in list(things):
        if thing.zone == "play" and thing.at != BASE:
            _put(m, thing, BASE)
            emit(m, "recall", thing.id, NOBODY, thing.controller)
            found.append(thing.id)
    return found


PERFORM = {"move": _move}
TASKS: Mapping[str, Any] = {"move": _move_task}
