"""What must be true of every match at every moment, whatever was done to it: checked in tests and in soak runs.

Each problem is told in a few words, with the things it is about, so that a failing run says at once what broke.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from deckkit.engine.state import NOBODY, State, Thing
from deckkit.engine.triggers import static_keys

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["problems"]

_NOT_EVENTS = frozenset({"static", "activate", "replace"})


def problems(m: Match) -> list[str]:
    """All that is wrong with a match; an empty list is as it should be."""
    return [*_zones(m), *_stacks(m), *_links(m), *_numbers(m), *_index(m), *_queue(m)]


def _name(m: Match, number: int) -> str:
    things = m.state.things
    return things[number].handle if 0 <= number < len(things) else f"#{number}"


def _zones(m: Match) -> Iterator[str]:
    """Each thing is in one list, that of its zone, or under one other thing."""
    state = m.state
    found: Counter[int] = Counter()
    for spec in m.rules.zones:
        if spec.shared:
            tables = [(NOBODY, state.shared.get(spec.name, ()))]
        else:
            tables = [(seat.number, seat.zones[spec.name]) for seat in state.seats]
        for number, ids in tables:
            found.update(ids)
            if spec.most is not None and len(ids) > spec.most:
                yield f"{spec.name} of {number} holds {len(ids)} of at most {spec.most}"
            for one in ids:
                thing = state.things[one]
                if thing.zone != spec.name:
                    yield f"{thing.handle} is listed in {spec.name} and says {thing.zone}"
                holder = thing.controller if spec.in_play else thing.owner
                if number not in (NOBODY, holder):
                    yield f"{thing.handle} is listed with {number} and belongs to {holder}"
    for number, thing in enumerate(state.things):
        under = thing.over != NOBODY
        if found[thing.id] != (0 if under else 1):
            yield f"{thing.handle} ({thing.zone}) is in {found[thing.id]} lists"
        if thing.id != number:
            yield f"{thing.handle} does not know its number"


def _stacks(m: Match) -> Iterator[str]:
    """Cards under another one: both sides agree, and what lies under has nothing of its own under it."""
    things = m.state.things
    for thing in things:
        if not thing.under and thing.over == NOBODY:
            continue
        if len(set(thing.under)) != len(thing.under):
            yield f"{thing.handle} has a card twice under it"
        for one in thing.under:
            if things[one].over != thing.id:
                yield f"{_name(m, one)} lies under {thing.handle} and says {_name(m, things[one].over)}"
        if thing.over != NOBODY:
            if thing.id not in things[thing.over].under:
                yield f"{thing.handle} says it lies under {_name(m, thing.over)}, which does not know it"
            if thing.under:
                yield f"{thing.handle} lies under a card and has cards under it"
            if thing.zone in m.specs:
                yield f"{thing.handle} lies under a card and says {thing.zone}"


def _links(m: Match) -> Iterator[str]:
    """Places and bearers are in play, and only things in play have any."""
    things = m.state.things
    for thing in things:
        if thing.at == NOBODY and thing.to == NOBODY:
            continue
        for other in (thing.at, thing.to):
            if other != NOBODY:
                if thing.zone not in m.in_play and not (thing.zone in m.specs and m.specs[thing.zone].placed):
                    yield f"{thing.handle} is not in play and has to do with {_name(m, other)}"
                elif things[other].zone not in m.in_play:
                    yield f"{thing.handle} has to do with {_name(m, other)}, which is not in play"


def _numbers(m: Match) -> Iterator[str]:
    state = m.state
    for seat in state.seats:
        for name in ("score", "life", "pool", "turns"):
            if getattr(seat, name) < 0:
                yield f"{name} of {seat.number} is {getattr(seat, name)}"
    for thing in state.things:
        if thing.damage < 0:
            yield f"{thing.handle} has {thing.damage} damage"
        if thing.zone not in m.in_play and (thing.damage or thing.mods or thing.fresh):
            yield f"{thing.handle} is in {thing.zone or 'no zone'} and keeps what it had in play"
    serials = [mod.serial for thing in state.things for mod in thing.mods]
    serials += [mod.serial for seat in state.seats for mod in seat.mods]
    serials += [one.serial for one in state.pending]
    serials += [item.serial for item in state.chain]
    if serials and max(serials) > state.serial:
        yield "a serial number that was never given"


def _working(m: Match, thing: Thing) -> Iterator[Any]:
    """The abilities of a thing that work where it is: printed ones, and those given to it."""
    if thing.over != NOBODY:
        return
    if not thing.facedown:
        zone = "play" if thing.zone in m.in_play else thing.zone
        yield from (ability for ability in thing.card.abilities if ability.zone == zone)
    yield from (mod.value for mod in thing.mods if mod.what == "ability")


def _index(m: Match) -> Iterator[str]:
    """The index of waiting and static abilities is what a rebuild from the things would give."""
    watch: dict[str, Counter[Any]] = {}
    statics: dict[str, Counter[Any]] = {}
    for thing in m.state.things:
        if not thing.card.abilities and not thing.mods:
            continue
        for ability in _working(m, thing):
            for kind in ability.on:
                if kind == "static":
                    for node in ability.do:
                        for key in static_keys(node):
                            statics.setdefault(key, Counter())[thing.id] += 1
                elif kind == "replace":
                    watch.setdefault("replace:" + ability.event, Counter())[thing.id] += 1
                elif kind not in _NOT_EVENTS:
                    watch.setdefault(kind, Counter())[thing.id] += 1
    for name, wanted, table in (("watch", watch, m.state.watch), ("statics", statics, m.state.statics)):
        for key in sorted({*wanted, *table}):
            have = Counter(entry[0] for entry in table.get(key, ()))
            should = wanted.get(key, Counter())
            if have != should:
                words = {_name(m, one): (have[one], should[one]) for one in have | should if have[one] != should[one]}
                yield f"the index {name}[{key}] is out of step (has, should have): {words}"


def _queue(m: Match) -> Iterator[str]:
    """What waits is about things and players that exist; with nothing under way, nothing waits."""
    state: State = m.state
    for one in state.pending:
        if not 0 <= one.source < len(state.things):
            yield f"something of #{one.source} waits"
        elif state.seats[one.seat].out:
            yield f"something of a player who has left waits ({_name(m, one.source)})"
    for item in state.chain:
        if not 0 <= item.source < len(state.things):
            yield f"an item of #{item.source} is on the chain"
        elif state.seats[item.seat].out and state.result is None:
            yield f"an item of a player who has left is on the chain ({_name(m, item.source)})"
    if [item.serial for item in state.chain] != sorted({item.serial for item in state.chain}):
        yield "the chain is not in the order in which its items came"
    if (state.decision is None) != (state.waiting is None):
        yield "a question and the task that asks it belong together"
    if state.result is None and state.decision is None:
        if state.tasks is not None:
            yield f"nobody is asked and {state.tasks[0]!r} is not carried out"
        elif state.pending:
            yield f"nothing is under way and {len(state.pending)} triggers wait"
    if state.decision is not None and state.result is None:
        if not state.decision.options:
            yield f"a question without answers ({state.decision.kind})"
        if len(set(state.decision.options)) != len(state.decision.options):
            yield f"an answer twice ({state.decision.kind})"
        if state.seats[state.decision.seat].out:
            yield "a player who has left is asked"
