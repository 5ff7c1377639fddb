"""What one player may see of a match, and what an action would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.notation import being_asked, label, seat_name, visible, write_action, write_option
from deckkit.engine.saving import clone
from deckkit.engine.state import NOBODY, PASS, Action, Event, Item, Thing
from deckkit.engine.targets import bound_things
from deckkit.engine.triggers import quiet
from deckkit.engine.values import keywords, stat

__all__ = ["describe_event", "preview", "view"]


def view(m: Match, seat: int) -> dict[str, Any]:
    """The match as a seat sees it: hidden cards are counted, never named.

    A shape of plain data: ``turn``, ``active``, ``phase``, ``to_act``, ``result``, ``players`` (``P1``: score, life,
    pool, hand_size …, zones), ``shared``, ``pending``, ``chain``, ``decision``, ``actions`` (what this seat may do
    now).
    """
    state = m.state
    decision = state.decision
    return {
        "game": m.rules.game,
        "seat": seat_name(seat),
        "turn": state.turn,
        "active": seat_name(state.active),
        "phase": state.phase,
        "to_act": seat_name(m.to_act),
        "result": state.result,
        "players": {seat_name(one.number): _player(m, one.number, seat) for one in state.seats},
        "shared": {
            spec.name: [_thing(m, state.things[i], seat) for i in state.shared.get(spec.name, ())]
            if spec.seen != "nobody"
            else len(state.shared.get(spec.name, ()))
            for spec in m.rules.zones
            if spec.shared
        },
        "pending": [label(m, state.things[one.source], seat) for one in state.pending],
        "chain": [_item(m, one, seat) for one in state.chain],
        "decision": None
        if decision is None
        else {
            "seat": seat_name(decision.seat),
            "kind": decision.kind,
            # How many answers another player has would tell of cards that are hidden.
            "options": [write_option(m, decision.kind, one, seat) for one in decision.options]
            if decision.seat == seat
            else None,
        },
        "actions": [write_action(m, one) for one in m.legal_actions()] if m.to_act == seat else [],
    }


def _item(m: Match, item: Item, seat: int) -> dict[str, Any]:
    things = m.state.things
    return {
        "id": label(m, things[item.source], seat),
        "seat": seat_name(item.seat),
        "what": item.what,
        "targets": [label(m, things[one], seat) for one in bound_things(item.do)],
    }


def _player(m: Match, number: int, seat: int) -> dict[str, Any]:
    player = m.state.seats[number]
    zones: dict[str, Any] = {}
    for spec in m.rules.zones:
        if not spec.shared:
            things = [m.state.things[i] for i in player.zones[spec.name]]
            # Of a hidden pile nothing but its size is known: an order would tell which card came when.
            known = spec.seen == "all" or spec.in_play or spec.placed or (spec.seen == "owner" and number == seat)
            zones[spec.name] = [_thing(m, thing, seat) for thing in things] if known else len(things)
            if spec.seen == "nobody" and not spec.ordered:
                zones[spec.name + "_exhausted"] = sum(thing.exhausted for thing in things)
    numbers = m.rules.shown(m, number)
    return {
        "score": player.score,
        "life": player.life,
        "pool": player.pool,
        **({"numbers": dict(numbers)} if numbers else {}),
        "out": player.out,
        "used": dict(player.used),
        **zones,
    }


def _thing(m: Match, thing: Thing, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": label(m, thing, seat)}
    for name in ("exhausted", "damage", "facedown", "fresh"):
        if getattr(thing, name):
            shown[name] = getattr(thing, name)
    for name in ("at", "to"):
        if getattr(thing, name) != NOBODY:
            shown[name] = label(m, m.state.things[getattr(thing, name)], seat)
    if thing.under:
        shown["under"] = [
            m.state.things[i].card.name if visible(m, m.state.things[i], seat) else None for i in thing.under
        ]
    if not visible(m, thing, seat):
        return {**shown, "hidden": True}
    notes = m.rules.noted(m, thing)
    if notes:
        shown["notes"] = dict(notes)
    shown["card"] = thing.card.name
    if thing.zone in m.in_play:
        shown.update({name: stat(m, thing, name) for name in thing.card.stats})
        words = keywords(m, thing)
        if words:
            shown["keywords"] = words
    return shown


class _UnknownError(Exception):
    """Chance, or what a player does not know, takes part from here on."""


class _Unknown:
    """A card that a player does not know: whoever asks what it is ends the preview.

    It has no abilities here, since what a hidden card might do when it moves is nothing to count on.
    """

    abilities = at_hand = activated = ()
    works_elsewhere = False

    def __getattr__(self, name: str) -> Any:
        raise _UnknownError(name)


def _chance(bound: int) -> int:
    raise _UnknownError(str(bound))


def preview(m: Match, action: Action) -> dict[str, Any]:
    """What an action would do, up to the next decision, as far as the acting player may know.

    ``events`` as texts. They end at the first moment at which chance, or what a card is that the player does not know,
    takes part; ``certain`` is False then, and where an unknown card moves. What the others may answer is hidden, so
    they are taken to decline.
    """
    other = clone(m, log=True)
    # The action is legal by what the player knows; asking again would ask the unknown cards.
    other._legal = m.legal_actions()
    other.below = _chance  # type: ignore[method-assign]  # this copy has no stream
    seat = other.viewer = action.seat
    hidden = {thing.id for thing in m.state.things if not (visible(m, thing, seat) or being_asked(m, thing, seat))}

    def shuffled(ids: Sequence[int]) -> tuple[int, ...]:
        # Cards that are known go into an order that nobody knows; of the others any order is as good.
        if not hidden.issuperset(ids):
            raise _UnknownError("shuffled")
        return tuple(ids)

    other.shuffled = shuffled  # type: ignore[method-assign]
    # Nothing of these cards is there to be told: the copy does not hold them.
    for number in hidden:
        thing = other.state.things[number]
        quiet(other, thing)
        thing.card = cast(PlayCard, _Unknown())
    complete = True
    try:
        other.apply(action)
        while not other.over and other.to_act != seat:
            asked = other.state.decision
            if asked is not None and PASS not in asked.options:
                break
            idle = Action("choose", asked.seat, option=PASS) if asked is not None else Action(PASS, other.to_act)
            if idle not in other.legal_actions():
                break
            other.apply(idle)
    except _UnknownError:
        complete = False
    events = other.log or []
    names = dict.fromkeys(hidden, "?")
    return {
        "action": write_action(m, action),
        "events": [describe_event(other, event, names) for event in events],
        "certain": complete and hidden.isdisjoint(i for event in events for i in (event.it, event.other)),
        "result": other.state.result if complete else None,
    }


def describe_event(m: Match, event: Event, names: dict[int, str] | None = None) -> str:
    """An event as a short text: verb, thing or player, other thing, number."""
    words = [m.rules.notation.get(event.kind, event.kind)]
    names = names or {}
    if event.it != NOBODY:
        words.append(names.get(event.it, m.state.things[event.it].handle))
    elif event.seat != NOBODY:
        words.append(seat_name(event.seat))
    if event.other != NOBODY:
        words.append(names.get(event.other, m.state.things[event.other].handle))
    if event.n:
        words.append(str(event.n))
    return " ".join(words)
