"""Summons and positions: what may be done in the main phases, and how it is carried out (rules digest 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from deckkit.engine import moves
from deckkit.engine.cards import PlayCard
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit, listen
from deckkit.engine.values import applies
from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "TASKS", "main_actions", "room", "special_summon", "summon_cost"]


def room(m: Match, seat: int, zone: str) -> int:
    """How many more cards a zone of a player takes (IN 5.1, 5.2, 5.3)."""
    most = m.specs[zone].most
    return (most or 0) - len(m.state.seats[seat].zones[zone])


def summon_cost(card: PlayCard) -> int:
    """Sacrifices by level: none to 4, one for 5 and 6, two from 7 on (IN 6.3, 14.7)."""
    level = card.facts["level"]
    return 0 if level <= 4 else 1 if level <= 6 else 2


def _is_new(m: Match, thing: Thing) -> bool:
    """Summoned or laid in this turn."""
    return thing.fresh or thing.marks.get("laid") == m.state.turn


def main_actions(m: Match, seat: int) -> list[Action]:
    """Normal summons, turning up and changes of position."""
    state = m.state
    found: list[Action] = []
    if not state.seats[seat].used.get("summon"):
        for one in state.seats[seat].zones["hand"]:
            if state.things[one].card.type in ("Summon", "Character"):
                found += _summons(m, seat, state.things[one])
    for one in state.seats[seat].zones["field"]:
        thing = state.things[one]
        if thing.facedown:
            if not _is_new(m, thing):
                found.append(Action("turn_up", seat, one))
        elif _may_change(m, thing):
            found.append(Action("change_position", seat, one))
    return found


def _summons(m: Match, seat: int, thing: Thing) -> list[Action]:
    """Face up in attack or face down in defence, with each choice of sacrifices (IN 6.2, 6.3, 14.5)."""
    own = m.state.seats[seat].zones["field"]
    places = ["up", "down"] + (["up_defense"] if m.config["defense_up_summon"] else [])
    found = []
    for place in places:
        if "level" not in thing.card.facts:
            # The attempt is refused with the reason, since nobody knows what it costs.
            costs = [0, 1, 2]
        elif place == "down" and not m.config["facedown_needs_sacrifice"]:
            costs = [0]
        else:
            costs = [summon_cost(thing.card)]
        for cost in costs:
            if cost <= len(own) and room(m, seat, "field") + cost > 0:
                found += [Action("summon", seat, thing.id, given, place) for given in combinations(own, cost)]
    return found


def _may_change(m: Match, thing: Thing) -> bool:
    """Once a turn, not on the turn of its summoning (one card is exempt), not after its attack (IN 6.6, 12.12)."""
    turn = m.state.turn
    if thing.marks.get("changed") == turn or thing.marks.get("attacked") == turn:
        return False
    if forbidden(m, thing, "change_position"):
        return False
    if not thing.fresh:
        return True
    return any(applies(m, *one, thing) for one in m.state.statics.get("allow:change_when_new", ()))


def _summon(m: Match, action: Action) -> None:
    """The sacrifices go, the card arrives, the other player may react, then it uses its effect (IN 6.2, 6.3, 11.1)."""
    thing = m.state.things[action.source]
    if "level" not in thing.card.facts:
        raise InputError(Text("{fact} of {card} is not known", {"fact": "level", "card": thing.card.name}))
    m.count_use(m.state.seats[action.seat], "summon")
    for one in action.targets:
        emit(m, "sacrifice", one, thing.id, action.seat)
        moves.leave_for(m, m.state.things[one], "discard")
    facedown = action.option == "down"
    moves.enter(m, thing, "field", seat=action.seat, facedown=facedown, exhausted=action.option != "up")
    if facedown:
        m.mark(thing, "laid", m.state.turn)
        emit(m, "set", thing.id, seat=action.seat)
    m.push(("react", "summon", thing.id, NOBODY), ("arrived", thing.id), ("over",), ("pending",), ("check",))


def _arrived(m: Match, number: int) -> None:
    """On-summon effects wait for this (IN 11.1); a face-down summon keeps them for when it is turned up (IN 6.5)."""
    thing = m.state.things[number]
    if thing.zone == "field" and not thing.facedown and not m.state.marks.get("cancelled"):
        emit(m, "summon", number, seat=thing.controller)


def _turn_up(m: Match, action: Action) -> None:
    """From the next own turn on, to attack position; now its on-summon effects apply (IN 6.5, 14.3)."""
    thing = m.state.things[action.source]
    m.set(thing, "facedown", False)
    m.set(thing, "exhausted", False)
    if m.config["flip_counts_as_change"]:
        m.mark(thing, "changed", m.state.turn)
    listen(m, thing)
    emit(m, "turn_up", thing.id, seat=action.seat)
    m.push(("arrived", thing.id), ("pending",), ("check",))


def _change(m: Match, action: Action) -> None:
    thing = m.state.things[action.source]
    m.set(thing, "exhausted", not thing.exhausted)
    m.mark(thing, "changed", m.state.turn)
    emit(m, "change_position", thing.id, seat=action.seat)


def special_summon(run: Run) -> bool:
    """Face up in attack position, without sacrifices and beside the normal summon (IN 6.4, 14.12)."""
    m = run.m
    things = [thing for thing in run.things() if thing.zone != "field"][: room(m, run.seat, "field")]
    for thing in things:
        moves.enter(m, thing, "field", seat=run.seat)
        if m.config["special_summon_triggers"]:
            emit(m, "summon", thing.id, run.source, run.seat)
    run.done([thing.id for thing in things])
    return bool(things)


PERFORM = {"summon": _summon, "turn_up": _turn_up, "change_position": _change}
TASKS: Mapping[str, Callable[..., None]] = {"arrived": _arrived}
