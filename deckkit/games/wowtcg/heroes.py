"""Heroes: turning over, and Master Heroes (WOW 9, 57)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.run import Run
from deckkit.engine.state import Thing
from deckkit.engine.triggers import emit

__all__ = ["OPERATIONS", "flip", "succeed"]


def flip(m: Match, hero: Thing) -> bool:
    """Turns a hero over; a Master Hero cannot be flipped (WOW 57)."""
    if "Master Hero" in hero.card.traits:
        return False
    m.mark(hero, "flipped", not hero.marks.get("flipped") or None)
    emit(m, "flip", hero.id, seat=hero.controller)
    return True


def succeed(m: Match, thing: Thing, seat: int) -> None:
    """A Master Hero takes over damage, attachments, counters and the exhausted state; the former hero is removed from
    the game (WOW 57). Equipment stays in its row."""
    m.set(thing, "fresh", False)
    for one in m.state.seats[seat].zones["hero"]:
        old = m.state.things[one]
        if old is thing:
            continue
        for card in m.board():
            if card.to == old.id:
                m.set(card, "to", thing.id)
        m.set(thing, "damage", thing.damage + old.damage)
        if old.exhausted:
            m.set(thing, "exhausted", True)
        if old.marks.get("counters"):
            m.mark(thing, "counters", old.marks["counters"])
        moves.leave_for(m, old, "removed")


def _flip(run: Run) -> bool:
    done = [flip(run.m, thing) for thing in run.in_play()]
    return all(done)


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"flip": _flip}
