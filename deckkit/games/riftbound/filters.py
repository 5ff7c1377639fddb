"""What Riftbound's filters ask of a thing (play digest RP 2.16, 12, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.seats import seats_of
from deckkit.engine.select import fixed
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.targets import bound_things
from deckkit.engine.values import amount, fits
from deckkit.games.riftbound.common import BASE, allied, present, showdown, units

__all__ = ["FILTERS"]

Env = Mapping[str, Any]


def _between(m: Match, n: int, wanted: Mapping[str, Any], env: Env) -> bool:
    low, high = wanted.get("min"), wanted.get("max")
    return (low is None or n >= amount(m, low, env)) and (high is None or n <= amount(m, high, env))


def _on_board(thing: Thing) -> bool:
    return thing.zone == "play"


def _alone(m: Match, thing: Thing) -> bool:
    """No other friendly unit at that location (RP 2.16)."""
    if not _on_board(thing):
        return False
    if thing.at == BASE:
        things = m.state.things
        own = m.state.seats[thing.controller].zones["play"]
        return not any(one != thing.id and things[one].at == BASE and things[one].card.type == "Unit" for one in own)
    return not any(one.id != thing.id and allied(m, one.controller, thing.controller) for one in units(m, thing.at))


def _in_combat(m: Match, thing: Thing) -> bool:
    """At a battlefield with an ongoing combat, and with a designation (RP 2.16)."""
    show = showdown(m)
    return show is not None and show["combat"] and thing.at == show["at"] and "side" in thing.marks


def _in_showdown(m: Match, thing: Thing) -> bool:
    show = showdown(m)
    return show is not None and show["at"] in (thing.at, thing.id)


def _same_place(m: Match, wanted: Any, thing: Thing, env: Env) -> bool:
    source = env.get("source", NOBODY)
    own = wanted.kind == "self" and source != NOBODY
    for one in (source,) if own else fixed(m, wanted, env):
        other = m.state.things[one]
        at = _where(m, other, own and "self" in env.get("left", {}))
        if thing.card.type == "Battlefield":
            if thing.id in (at, other.id):
                return True
            continue
        if thing.at == at and (at != BASE or (_on_board(thing) and thing.controller == other.controller)):
            return True
        if thing.at == other.id:
            return True
    return False


def _where(m: Match, thing: Thing, gone: bool) -> int | None:
    """Where a thing is; where it was, if it has left play."""
    if thing.zone in m.in_play and not gone:
        return thing.at
    left = m.state.marks.get("left", {}).get(str(thing.id), {})
    if "at" in left:
        return int(left["at"])
    return thing.at if thing.at != NOBODY else None


def _power(thing: Thing) -> int:
    power = thing.card.facts.get("power", 0)
    return sum(power.values()) if isinstance(power, Mapping) else int(power or 0)


def _targeting(m: Match, wanted: Any, thing: Thing, env: Env) -> bool:
    item = next((one for one in m.state.chain if one.what == "card" and one.source == thing.id), None)
    return item is not None and any(fits(m, wanted, m.state.things[one], env) for one in bound_things(item.do))


#: The game's filters.
FILTERS: Mapping[str, Callable[[Match, Any, Thing, Any], bool]] = {
    "empowered": lambda _m, wanted, thing, _env: bool(thing.marks.get("empowered")) is wanted,
    "buffed": lambda _m, wanted, thing, _env: bool(thing.marks.get("buffs")) is wanted,
    "stunned": lambda _m, wanted, thing, _env: bool(thing.marks.get("stunned")) is wanted,
    "at_base": lambda _m, wanted, thing, _env: (
        (thing.zone in ("play", "runes") and thing.at == BASE and thing.to == NOBODY) is wanted
    ),
    "at_same_place_as": _same_place,
    "alone": lambda m, wanted, thing, _env: _alone(m, thing) is wanted,
    "in_combat": lambda m, wanted, thing, _env: _in_combat(m, thing) is wanted,
    "in_showdown": lambda m, wanted, thing, _env: _in_showdown(m, thing) is wanted,
    "attacker": lambda _m, wanted, thing, _env: (thing.marks.get("side") == "attacker") is wanted,
    "defender": lambda _m, wanted, thing, _env: (thing.marks.get("side") == "defender") is wanted,
    "equipped": lambda _m, wanted, thing, _env: bool(thing.marks.get("attached")) is wanted,
    "attached": lambda _m, wanted, thing, _env: (thing.to != NOBODY) is wanted,
    "token": lambda _m, wanted, thing, _env: bool(thing.card.facts.get("token")) is wanted,
    "domain": lambda _m, wanted, thing, _env: (
        not {one.lower() for one in wanted}.isdisjoint(thing.card.facts.get("domains", ()))
    ),
    "power": lambda m, wanted, thing, env: _between(m, _power(thing), wanted, env),
    "occupied": lambda m, wanted, thing, _env: (
        thing.card.type == "Battlefield" and bool(present(m, thing.id)) is wanted
    ),
    "open": lambda m, wanted, thing, _env: (
        thing.card.type == "Battlefield" and (thing.controller == NOBODY and not present(m, thing.id)) is wanted
    ),
    "has_units_of": lambda m, wanted, thing, env: any(
        seat in present(m, thing.id) for seat in seats_of(m, wanted, env)
    ),
    "played_from": lambda _m, wanted, thing, _env: thing.marks.get("from") == wanted,
    "spent": lambda m, wanted, thing, env: _between(
        m, thing.marks.get("spent", m.state.marks.get("spent", {}).get(str(thing.id), 0)), wanted, env
    ),
    "moved_by": lambda m, wanted, thing, env: thing.marks.get("mover", NOBODY) in seats_of(m, wanted, env),
    "targeting": _targeting,
    "units": lambda m, wanted, thing, env: (
        thing.card.type == "Battlefield" and _between(m, len(units(m, thing.id)), wanted, env)
    ),
    "moved_from": lambda m, wanted, thing, env: thing.marks.get("origin", thing.at) in fixed(m, wanted, env),
}
