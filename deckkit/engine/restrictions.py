"""What is forbidden to things and players, what things are obliged to, and how they enter play.

Restrictions lie on the thing or the player as modifiers, or come from static abilities in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Node
from deckkit.engine.seats import seats_of
from deckkit.engine.state import Thing
from deckkit.engine.values import applies, fits, holds

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["enter_nodes", "forbidden", "forced_to", "seat_forbidden"]

Env = Mapping[str, Any]


def forbidden(m: Match, thing: Thing, what: str, by: Thing | None = None) -> bool:
    """Whether something is forbidden to a thing (by another thing, where a restriction names who may not)."""
    for mod in thing.mods:
        if mod.what != "forbid" or mod.name != what or not in_force(m, mod, thing):
            continue
        if mod.value is None or (by is not None and fits(m, mod.value, by, _of(mod.source, mod.seat, thing))):
            return True
    for source, ability, node in m.state.statics.get("forbid:" + what, ()):
        if "target" in node.args and applies(m, source, ability, node, thing):
            test = node.args.get("by")
            seat = m.state.things[source].controller
            if test is None or (by is not None and fits(m, test, by, _of(source, seat, thing))):
                return True
    return seat_forbidden(m, thing.controller, what, thing)


def seat_forbidden(m: Match, number: int, what: str, thing: Thing | None = None) -> bool:
    """Whether something is forbidden to a player (for cards that fit, where the restriction names them)."""
    for mod in m.state.seats[number].mods:
        if mod.what != "forbid" or mod.name != what or not in_force(m, mod, None):
            continue
        if mod.value is None or (thing is not None and fits(m, mod.value, thing, _of(mod.source, mod.seat, thing))):
            return True
    for source, ability, node in m.state.statics.get("forbid:" + what, ()):
        if "target" in node.args or "who" not in node.args:
            continue
        giver = m.state.things[source]
        env = {"source": source, "seat": giver.controller, "it": (thing.id,) if thing is not None else ()}
        if number in seats_of(m, node.args["who"], env) and holds(m, ability, env):
            test = node.args.get("by")
            if test is None or (thing is not None and fits(m, test, thing, env)):
                return True
    return False


def forced_to(m: Match, thing: Thing, what: str) -> bool:
    """Whether a thing is obliged to something if it is able."""
    if thing.mods and any(mod.what == "force" and mod.name == what and in_force(m, mod, thing) for mod in thing.mods):
        return True
    statics = m.state.statics.get("force:" + what, ())
    return any(applies(m, source, ability, node, thing) for source, ability, node in statics)


def in_force(m: Match, mod: Any, thing: Thing | None) -> bool:
    """Whether a modifier works now: those "during their next turn" work in that turn only."""
    if mod.until in ("their_next_turn", "next_ready"):
        return m.state.turn > mod.born and (thing is None or m.state.active == thing.controller)
    return True


def _of(source: int, seat: int, thing: Thing) -> Env:
    return {"source": source, "seat": seat, "it": (thing.id,)}


def enter_nodes(m: Match, number: int, thing: Thing) -> list[tuple[int, Node, dict[str, Any]]]:
    """What says how this thing enters play for a player: its own text, others in play, and what lasts on the player."""
    found = []
    for ability in thing.card.abilities:
        if "static" in ability.on and ability.zone in ("play", "hand"):
            env: dict[str, Any] = {"source": thing.id, "seat": number, "it": (thing.id,)}
            if holds(m, ability, env):
                found += [
                    (thing.id, node, env) for node in ability.do if node.word == "enter" and "of" not in node.args
                ]
    for source, ability, node in m.state.statics.get("enter", ()):
        env = {"source": source, "seat": m.state.things[source].controller, "it": (thing.id,)}
        if "of" not in node.args or number not in seats_of(m, node.args.get("who", "all"), env):
            continue
        if fits(m, node.args["of"], thing, env) and holds(m, ability, env):
            found.append((source, node, env))
    for mod in m.state.seats[number].mods:
        if mod.what == "enter":
            env = {"source": mod.source, "seat": mod.seat, "it": (thing.id,)}
            if fits(m, mod.value.args.get("of"), thing, env):
                found.append((mod.source, mod.value, env))
    return found
