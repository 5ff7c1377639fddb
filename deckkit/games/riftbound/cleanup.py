"""The cleanup: its steps in order, until nothing changes (play digest RP 15).

Beginning a showdown or a combat (steps 6 to 9) is the affair of :mod:`~deckkit.games.riftbound.showdown`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deckkit.engine import moves
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit, expire
from deckkit.engine.values import stat
from deckkit.games.riftbound.common import BASE, allied, closed, controls, fields, present, showdown, units
from deckkit.games.riftbound.moving import arrive, recall
from deckkit.games.riftbound.scoring import winner

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["check", "dying", "heal_all", "kill", "still"]


def check(m: Match) -> bool:
    """One pass through the steps; whether anything changed (RP 15.2, 15.3)."""
    found = winner(m)
    if found is not None:
        m.finish({"winner": found})
        return False
    designate(m)
    gone = kill(m, dying(m))
    if "next_cleanup" in m.state.marks:
        m.mark(m.state, "next_cleanup", None)
        expire(m, lambda mod, _holder: mod.until == "next_cleanup")
    changed = bool(gone)
    if not closed(m):
        changed |= _lose_control(m)
    changed |= _put_right(m)
    if not closed(m):
        changed |= _stale(m)
    _mighty(m)
    return changed


def designate(m: Match) -> None:
    """Step 2: units that came to the combat get their designation, those that left lose it (RP 12.8)."""
    show = showdown(m)
    if show is None or not show["combat"]:
        return
    sides = {
        seat.number: side
        for side in ("attacker", "defender")
        for seat in m.state.seats
        if allied(m, seat.number, show[side])
    }
    events = {"attacker": "attack", "defender": "defend"}
    place = show["at"]
    fresh: list[tuple[str, Thing]] = []
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            thing = m.state.things[one]
            if thing.card.type != "Unit":
                continue
            side = sides.get(seat.number) if thing.at == place else None
            if thing.marks.get("side") != side:
                m.mark(thing, "side", side)
            if side is not None and one not in show["fought"]:
                fresh.append((events[side], thing))
    if fresh:
        # Attack and defend triggers happen once a combat for a unit (RP 12.8, 14.12).
        fought = (*show["fought"], *(thing.id for _, thing in fresh))
        m.mark(m.state, "showdown", {**show, "fought": fought})
        for event, thing in fresh:
            emit(m, event, thing.id, place, thing.controller)


def dying(m: Match) -> list[Thing]:
    """The units with lethal damage: some, and at least their Might (RP 2.10)."""
    things = m.state.things
    return [
        thing
        for seat in m.state.seats
        for one in seat.zones["play"]
        if (thing := things[one]).damage and thing.card.type == "Unit" and thing.damage >= stat(m, thing, "might")
    ]


def kill(m: Match, things: Iterable[Thing]) -> tuple[int, ...]:
    """Step 3: they are killed together (RP 15.3)."""
    going = list(things)
    return moves.destroy(m, going, causes={thing.id: _killer(m, thing) for thing in going}) if going else ()


def _killer(m: Match, thing: Thing) -> int:
    """The card whose damage was the last on a unit: the kill belongs to it (RP 13.8)."""
    for event in reversed(m.state.happened.get("damaged", ())):
        if event.it == thing.id:
            return event.other
    return NOBODY


def heal_all(m: Match) -> None:
    """All damage on all units is healed (RP 2.11)."""
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            thing = m.state.things[one]
            if thing.damage:
                m.set(thing, "damage", 0)


def still(m: Match, place: Thing) -> bool:
    """Whether no showdown or combat goes on at a battlefield."""
    show = showdown(m)
    return show is None or show["at"] != place.id


def _lose_control(m: Match) -> bool:
    """Step 4: control ends where its player has no unit and nothing goes on (RP 11.9)."""
    changed = False
    for place in fields(m):
        if place.controller == NOBODY or not still(m, place):
            continue
        if place.controller not in present(m, place.id):
            m.set(place, "controller", NOBODY)
            changed = True
    return changed


def _put_right(m: Match) -> bool:
    """Step 5: unattached gear goes home, facedown cards of others than the controller go to the trash (RP 13.12)."""
    state = m.state
    things = state.things
    changed = False
    for seat in state.seats:
        stray = [
            things[one]
            for one in seat.zones["play"]
            if things[one].at != BASE and things[one].card.type == "Gear" and things[one].to == NOBODY
        ]
        changed |= bool(recall(m, stray))
        for one in seat.zones["facedown"]:
            thing = things[one]
            place = things[thing.at]
            if still(m, place) and not controls(m, seat.number, place):
                moves.move(m, thing, "discard")
                changed = True
    ghosts = state.marks.get("ghosts", ())
    if ghosts:
        # A token that has left the board ceases to exist (RP 2.12).
        m.mark(state, "ghosts", None)
        for one in ghosts:
            if things[one].zone not in (*m.in_play, "gone", "chain"):
                moves.move(m, things[one], "gone")
    return changed


def _stale(m: Match) -> bool:
    """A contest without its player ends; units left there whose player lacks control then contest it (RP 11.8).

    July's step 8, played in March too: nobody could ever take such a battlefield otherwise. A unit that another player
    has taken control of contests like one that has just come.
    """
    changed = False
    for place in fields(m):
        by = place.marks.get("contested")
        if by is None or not still(m, place):
            continue
        there = present(m, place.id)
        if by not in there:
            m.mark(place, "contested", None)
            changed = True
            for number in there:
                for thing in units(m, place.id, number):
                    arrive(m, thing)
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            thing = m.state.things[one]
            if thing.at != BASE and thing.marks.get("came", seat.number) != seat.number:
                arrive(m, thing)
                changed = True
    return changed


def _mighty(m: Match) -> None:
    """Units that cross 5 Might from below become Mighty (RP 13.4): only where something waits for it."""
    if not m.state.watch.get("mighty"):
        return
    known = "mighty" in m.state.marks
    if not known:
        m.mark(m.state, "mighty", True)
    for seat in m.state.seats:
        for one in seat.zones["play"]:
            thing = m.state.things[one]
            if thing.card.type == "Unit":
                now = stat(m, thing, "might") >= 5
                if now != bool(thing.marks.get("mighty")):
                    m.mark(thing, "mighty", now or None)
                    if now and known:
                        emit(m, "mighty", one, NOBODY, thing.controller)
