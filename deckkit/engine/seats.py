"""Which players a seat word means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.state import NOBODY

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["seats_of"]


def seats_of(m: Match, word: str, env: Mapping[str, Any]) -> tuple[int, ...]:
    """The players that a seat word means, in turn order from the one who says it. ``foe`` and ``any`` are all that may
    be meant."""
    you = env.get("seat", NOBODY)
    if word == "you":
        return (you,)
    if word in ("foe", "foes"):
        return m.foes(you)
    if word in ("all", "any"):
        return m.order()
    if word == "active":
        return (m.state.active,)
    if word == "them":
        return (env["them"],) if "them" in env else ()
    things = [m.state.things[i] for i in env.get("it", ())]
    if word == "owner":
        return tuple(dict.fromkeys(thing.owner for thing in things))
    return tuple(dict.fromkeys(thing.controller for thing in things))
