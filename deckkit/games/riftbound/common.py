"""What the parts of Riftbound's rules ask each other: teams, the four states, Might, control (RP 2, 5, 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.values import applies, holds, stat

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "BASE",
    "allied",
    "allowed",
    "closed",
    "controls",
    "fields",
    "july",
    "might",
    "present",
    "showdown",
    "state_word",
    "units",
    "victory",
]

#: A unit's place that is no battlefield: its base.
BASE = NOBODY
#: The Victory Score of each mode (RP 16.5).
_TEAM_VICTORY = 11


def july(m: Match) -> bool:
    """Whether the rules of 2026-07 are played."""
    return m.version == "2026-07"


def mode(m: Match) -> str:
    """The mode: as said, else by the number of players (rules digest C)."""
    said: str = m.config["mode"]
    return said or {3: "skirmish", 4: "war"}.get(len(m.state.seats), "duel")


def victory(m: Match) -> int:
    """The Victory Score (RP 16.5)."""
    said: int = m.config["victory"]
    more: int = m.state.marks.get("victory", 0)
    return (said or (_TEAM_VICTORY if mode(m) == "2v2" else 8)) + more


def allied(m: Match, seat: int, other: int) -> bool:
    """Whether two seats are on the same side: team-mates sit opposite each other (RP 2.15)."""
    return seat == other or (mode(m) == "2v2" and NOBODY not in (seat, other) and seat % 2 == other % 2)


def opponents(m: Match, seat: int) -> tuple[int, ...]:
    """The opponents of a seat, in turn order from it."""
    return tuple(one for one in m.foes(seat) if not allied(m, seat, one))


def showdown(m: Match) -> Mapping[str, Any] | None:
    """The showdown or combat that is going on (RP 5.1)."""
    found: Mapping[str, Any] | None = m.state.marks.get("showdown")
    return found


def closed(m: Match) -> bool:
    """Whether a chain exists: an item on it, or one that waits to go there (RP 5.1, 7.2)."""
    return bool(m.state.chain or m.state.pending)


def state_word(m: Match) -> str:
    """One of the four states (RP 5.1)."""
    return f"{'showdown' if showdown(m) is not None else 'neutral'}_{'closed' if closed(m) else 'open'}"


def might(m: Match, thing: Thing) -> int:
    """A unit's Might, which counts as 0 where it is less (RP 2.9)."""
    return max(0, stat(m, thing, "might"))


def fields(m: Match) -> list[Thing]:
    """The battlefields in play."""
    things = m.state.things
    return [things[one] for one in m.state.shared["battlefields"]]


def units(m: Match, place: int, seat: int = NOBODY) -> list[Thing]:
    """The units at a battlefield, of one player or of all."""
    state = m.state
    found = []
    for player in state.seats:
        if seat in (NOBODY, player.number):
            for one in player.zones["play"]:
                thing = state.things[one]
                if thing.at == place and thing.card.type == "Unit":
                    found.append(thing)
    return found


def allowed(m: Match, what: str, thing: Thing | None = None, seat: int = NOBODY) -> bool:
    """Whether a text allows something to a thing, or to a player."""
    holder = thing if thing is not None else m.state.seats[seat]
    if any(mod.what == "allow" and mod.name == what for mod in holder.mods):
        return True
    for source, ability, node in m.state.statics.get("allow:" + what, ()):
        if thing is not None:
            if "target" in node.args and applies(m, source, ability, node, thing):
                return True
        elif "target" not in node.args:
            giver = m.state.things[source]
            if giver.controller == seat and holds(m, ability, {"source": source, "seat": seat, "it": (source,)}):
                return True
    return False


def present(m: Match, place: int) -> tuple[int, ...]:
    """The players who have units at a battlefield, in turn order."""
    things, seats = m.state.things, m.state.seats
    found: tuple[int, ...] = ()
    for seat in m.order():
        for one in seats[seat].zones["play"]:
            if things[one].at == place and things[one].card.type == "Unit":
                found += (seat,)
                break
    return found


def controls(m: Match, seat: int, place: Thing) -> bool:
    """Whether a player or a team-mate controls a battlefield."""
    return place.controller != NOBODY and allied(m, seat, place.controller)
