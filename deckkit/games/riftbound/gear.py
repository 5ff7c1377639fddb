"""Equipment: attaching, detaching, what it lends its unit (play digest RP 11.13, 13.14, 13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit, expire, give

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["attach", "attached_to", "bonus", "detach", "left", "may_attach"]

#: How long the own text of attached gear sleeps.
_SLEEPS = "attached"


def attached_to(m: Match, unit: Thing) -> list[Thing]:
    """The gear on a unit."""
    return [m.state.things[one] for one in unit.marks.get("attached", ())]


def may_attach(gear: Thing, unit: Thing) -> bool:
    """Whether a gear could be put on a unit: both in play, and not there already."""
    return gear.zone == "play" and unit.zone == "play" and unit.card.type == "Unit" and gear.to != unit.id


def attach(m: Match, gear: Thing, unit: Thing) -> bool:
    """Puts gear on a unit: it goes where the unit is, its text sleeps, its effect text is the unit's (RP 13.14)."""
    if not may_attach(gear, unit):
        return False
    if gear.to != NOBODY:
        detach(m, gear)
    m.set(gear, "to", unit.id)
    if gear.at != unit.at:
        m.set(gear, "at", unit.at)
    m.mark(unit, "attached", (*unit.marks.get("attached", ()), gear.id))
    for ability in gear.card.facts["sleeping"]:
        give(m, gear, "lose_ability", "", ability, _SLEEPS, gear.controller, gear.id)
    emit(m, "attach", gear.id, unit.id, gear.controller)
    return True


def detach(m: Match, gear: Thing) -> bool:
    """Takes gear off its unit; it stays where it is (RP 13.14)."""
    if gear.to == NOBODY:
        return False
    unit = m.state.things[gear.to]
    _forget(m, gear, unit)
    m.set(gear, "to", NOBODY)
    return True


def _forget(m: Match, gear: Thing, unit: Thing) -> None:
    left = tuple(one for one in unit.marks.get("attached", ()) if one != gear.id)
    m.mark(unit, "attached", left or None)
    expire(m, lambda mod, _holder: mod.until == _SLEEPS and mod.source == gear.id)


def bonus(m: Match, unit: Thing) -> int:
    """The Might that attached gear adds (RP 13.14)."""
    things = m.state.things
    return sum(things[one].card.facts.get("might_bonus", 0) for one in unit.marks.get("attached", ()))


def left(m: Match, thing: Thing) -> None:
    """When a unit leaves, its gear detaches where it last was (RP 13.15); gear that leaves is off its unit."""
    if thing.card.type == "Unit":
        for gear in attached_to(m, thing):
            detach(m, gear)
    elif thing.to != NOBODY:
        detach(m, thing)
