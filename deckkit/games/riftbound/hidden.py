"""Hiding cards: facedown at a battlefield that one controls, for one Power of any domain (RP 13.9-13.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckkit.engine import moves
from deckkit.engine.restrictions import forbidden
from deckkit.engine.state import Action, Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import amount, applies
from deckkit.games.riftbound.common import fields
from deckkit.games.riftbound.runes import Cost, Funds, can_pay, pay

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["COST", "PERFORM", "hidden_at", "hidings"]

#: One Power of any domain (RP 13.9).
COST = Cost(0, {"any": 1})


def hidden_at(m: Match, place: int) -> list[Thing]:
    """The facedown cards at a battlefield."""
    things = m.state.things
    return [things[one] for seat in m.state.seats for one in seat.zones["facedown"] if things[one].at == place]


def hidings(m: Match, number: int, have: Funds) -> list[Action]:
    """Cards with Hidden from hand or Champion zone, where the player has no facedown card yet (RP 2.3, 13.9)."""
    zones = m.state.seats[number].zones
    things = m.state.things
    cards = [one for one in (*zones["hand"], *zones["champion"]) if things[one].card.keyword("Hidden") is not None]
    if not cards or not can_pay(have, COST):
        return []
    found = []
    for place in fields(m):
        if place.controller != number:
            continue
        there = len([thing for thing in hidden_at(m, place.id) if thing.controller == number])
        if there < _limit(m, place):
            found += [Action("hide", number, one, (place.id,)) for one in cards]
    return found


def _limit(m: Match, place: Thing) -> int:
    """One card a facedown zone, unless an effect changes that (RP 2.3)."""
    if forbidden(m, place, "hide_here"):
        return 0
    more = 0
    for source, ability, node in m.state.statics.get("allow:hide_here", ()):
        if applies(m, source, ability, node, place):
            more += amount(m, node.args.get("n", 1), {"source": source, "seat": place.controller})
    return 1 + more


def _hide(m: Match, action: Action) -> None:
    """No chain, and it is not playing (RP 13.9)."""
    pay(m, action.seat, COST)
    thing = m.state.things[action.source]
    place = action.targets[0]
    moves.move(m, thing, "facedown")
    m.set(thing, "at", place)
    m.mark(thing, "hidden", m.state.turn)
    emit(m, "hide", thing.id, place, action.seat)
    m.push(("check",), ("settle",))


PERFORM = {"hide": _hide}
