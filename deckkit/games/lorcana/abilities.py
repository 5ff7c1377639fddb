"""Activated abilities, Boost, inking and moving (rules digest 4.2, 4.5, 4.7, 234-237; CR 4.2, 4.4, 4.7, 8.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.effects.notation import Ability
from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden
from deckkit.engine.state import Action, Thing
from deckkit.engine.triggers import emit, limit_reached
from deckkit.engine.values import condition, has_keyword, keyword_n, lent, lost, stat
from deckkit.games.lorcana.cost import ask_drops, exerting, pay_ink, payable, price, ready_ink

__all__ = ["PERFORM", "TASKS", "activations", "movements"]


def _ink(m: Match, action: Action) -> None:
    """The card goes face down and ready into the inkwell (CR 4.2.1.3)."""
    thing = m.state.things[action.source]
    m.count_use(m.state.seats[action.seat], "ink")
    emit(m, "reveal", thing.id, seat=action.seat)
    moves.move(m, thing, "inkwell", facedown=True)
    emit(m, "ink", thing.id, seat=action.seat)
    m.push(("check",), ("pending",))


def activations(m: Match, number: int, thing: Thing) -> list[Action]:
    """Activated abilities whose cost can be paid, numbered as printed, and Boost (CR 4.4, 8.4)."""
    found = []
    given = lent(m, thing) if m.state.statics.get("abilities") else ()
    if thing.card.activated or thing.mods or given:
        for place, ability in enumerate(activated(thing, given), 1):
            if _can_activate(m, number, thing, ability):
                found.append(Action("activate", number, thing.id, (), place))
    known = thing.card.keywords or thing.mods
    if known and has_keyword(m, thing, "Boost") and thing.marks.get("boosted") != m.state.turn:
        seat = m.state.seats[number]
        cost = keyword_n(m, thing, "Boost")
        if seat.zones["deck"] and ready_ink(m, number) + seat.pool >= cost:
            found.append(Action("boost", number, thing.id))
    return found


def activated(thing: Thing, others: tuple[Ability, ...] = ()) -> Sequence[Ability]:
    """The activated abilities of a thing: printed ones, those given to it, and those that ``others`` lend."""
    if not thing.mods and not others:
        return thing.card.activated
    given = [mod.value for mod in thing.mods if mod.what == "ability"]
    return [*thing.card.activated, *(ability for ability in (*given, *others) if "activate" in ability.on)]


def _can_activate(m: Match, number: int, thing: Thing, ability: Ability) -> bool:
    if limit_reached(m, thing.id, ability) or not payable(m, number, thing, ability.cost):
        return False
    if (thing.mods or "remove" in m.state.statics) and lost(m, thing.id, ability):
        return False
    return ability.when is None or condition(m, ability.when, {"source": thing.id, "seat": number, "it": (thing.id,)})


def _activate(m: Match, action: Action) -> None:
    """The cost is paid, the effect resolves at once, what that triggered waits for it (CR 4.4.4)."""
    thing = m.state.things[action.source]
    ability = activated(thing, lent(m, thing))[int(action.option) - 1]
    env = {"source": thing.id, "seat": action.seat, "it": (thing.id,)}
    emit(m, "activate", thing.id, seat=action.seat)
    tasks: list[tuple[Any, ...]] = [("block", (*exerting(ability.cost), *ability.do), 0, env)]
    if ability.limit:
        tasks.insert(0, ("used", thing.id, ability))
    m.push(*tasks, ("check",), ("pending",))


def _boost(m: Match, action: Action) -> None:
    m.push(("boost", action.source, action.seat))


def _boost_task(m: Match, one: int, number: int) -> None:
    """The top card of the deck goes face down under this one; nobody looks at it (CR 8.4)."""
    thing = m.state.things[one]
    n = keyword_n(m, thing, "Boost")
    drops = ask_drops(m, number, n)
    pay_ink(m, number, n, drops)
    m.mark(thing, "boosted", m.state.turn)
    top = moves.top_cards(m, number, 1)
    moves.put_under(m, m.state.things[top[0]], thing, facedown=True)
    emit(m, "boost", thing.id, seat=number)
    emit(m, "tuck", thing.id, top[0], number)
    m.push(("check",), ("pending",))


def movements(m: Match, number: int, thing: Thing, places: list[Thing]) -> list[Action]:
    """A character may move to another of its player's locations for that location's move cost (CR 4.7)."""
    found = []
    ink: int | None = None
    for place in places:
        if place.id != thing.at and not forbidden(m, thing, "move"):
            ink = ready_ink(m, number) + m.state.seats[number].pool if ink is None else ink
            if _move_price(m, number, thing, place) <= ink:
                found.append(Action("move", number, thing.id, (place.id,)))
    return found


def _move_price(m: Match, number: int, thing: Thing, place: Thing) -> int:
    return price(m, number, thing, max(0, stat(m, place, "move_cost")), "move", place.id)


def _move(m: Match, action: Action) -> None:
    m.push(("move", action.source, action.seat, action.targets[0]))


def _move_task(m: Match, one: int, number: int, place: int) -> None:
    thing, goal = m.state.things[one], m.state.things[place]
    n = _move_price(m, number, thing, goal)
    drops = ask_drops(m, number, n)
    pay_ink(m, number, n, drops)
    m.set(thing, "at", place)
    emit(m, "relocate", one, place, number)
    m.push(("check",), ("pending",))


PERFORM = {"ink": _ink, "activate": _activate, "boost": _boost, "move": _move}
TASKS: Mapping[str, Any] = {"boost": _boost_task, "move": _move_task}
