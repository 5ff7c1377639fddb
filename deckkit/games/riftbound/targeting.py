"""Choosing targets: Deflect is payable as a whole, hidden cards look where they lie (RP 8.4, 8.7, 9.2, 13.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from deckkit.effects.notation import Block
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden
from deckkit.engine.select import DONE
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.targets import bind, bound_things, open_slots, possible
from deckkit.engine.triggers import emit
from deckkit.games.riftbound.pricing import deflect
from deckkit.games.riftbound.runes import Cost, Funds, can_pay, funds, pay, plus

__all__ = ["can_choose", "choosable", "choose", "choosing", "targeted"]

_Slot = tuple[int, bool, tuple[int, ...]]


class _Binding(NamedTuple):
    """Who is choosing targets for what: the cost so far, what there is to pay it with, where the targets must be.

    ``slots``, where Deflect matters, are all choices to come: how many, whether fewer will do, among what. ``answers``
    are the answers given so far.
    """

    seat: int
    cost: Cost
    have: Funds
    at: int
    slots: tuple[_Slot, ...] = ()
    asking: bool = False


@contextmanager
def choosing(
    m: Match,
    number: int,
    do: Block,
    env: Mapping[str, Any],
    cost: Cost,
    have: Funds,
    *,
    at: int = NOBODY,
    times: int = 1,
    asking: bool = True,
) -> Iterator[bool]:
    """While this lasts, only targets may be chosen with which the whole can be paid; whether there are any at all."""
    m.notes["binding"] = binding = _Binding(number, cost, have, at)
    try:
        if _deflecting(m, number) and not any(node.word == "choose_one" for node in do):
            slots = tuple(open_slots(m, number, do, env)) * times
            m.notes["binding"] = binding = binding._replace(slots=slots, asking=asking)
        yield can_pay(have, plus(cost, 0, {"any": _least(m, binding, 0)} if binding.slots else {}))
    finally:
        del m.notes["binding"]


def can_choose(
    m: Match,
    number: int,
    do: Block,
    env: Mapping[str, Any],
    cost: Cost,
    have: Funds,
    *,
    at: int = NOBODY,
    times: int = 1,
) -> bool:
    """Whether all targets of a block can be chosen, so often, and what they ask for be paid (RP 9.2, 8.7)."""
    with choosing(m, number, do, env, cost, have, at=at, times=times, asking=False) as payable:
        return payable and possible(m, number, do, env)


def choose(
    m: Match,
    number: int,
    do: Block,
    env: Mapping[str, Any],
    cost: Cost,
    have: Funds,
    *,
    at: int = NOBODY,
    times: int = 1,
) -> list[Block]:
    """The block with its targets chosen, so often (RP 8.3)."""
    with choosing(m, number, do, env, cost, have, at=at, times=times):
        return [bind(m, number, do, env) for _ in range(times)]


def _deflecting(m: Match, number: int) -> bool:
    things = m.state.things
    return any(
        deflect(m, number, things[one]) for seat in m.state.seats if seat.number != number for one in seat.zones["play"]
    )


def choosable(m: Match, seat: int, thing: Thing, _source: int) -> bool:
    """Whether a target may be chosen: not where it is forbidden, elsewhere than a hidden card lies, or too dear."""
    if thing.controller != seat and (thing.mods or m.state.statics) and forbidden(m, thing, "be_chosen"):
        return False
    binding: _Binding | None = m.notes.get("binding")
    if binding is None:
        return True
    if binding.at != NOBODY and thing.id != binding.at and thing.at != binding.at:
        return False
    more = _total(m, binding, thing) if binding.asking else deflect(m, seat, thing)
    return not more or can_pay(binding.have, plus(binding.cost, 0, {"any": more}))


def _least(m: Match, binding: _Binding, start: int) -> int:
    """The least that Deflect can ask for in the choices from here on."""
    return sum(
        sum(sorted(deflect(m, binding.seat, m.state.things[one]) for one in among)[:n])
        for n, fewer, among in binding.slots[start:]
        if not fewer
    )


def _total(m: Match, binding: _Binding, thing: Thing) -> int:
    """What Deflect asks for at least in all, if this thing is chosen now: before it, for it, and after it."""

    def asked(ids: Any) -> list[int]:
        return sorted(deflect(m, binding.seat, m.state.things[one]) for one in ids)

    answers = [one for one in m.answered if one == DONE or type(one) is int]
    spent = 0
    for place, (n, fewer, among) in enumerate(binding.slots):
        if not fewer and m.forced and len(among) <= n:
            # All of them are taken, without a question.
            spent += sum(asked(among))
            if thing.id in among and not answers:
                return spent + _least(m, binding, place + 1)
            continue
        picked: list[int] = []
        ended = False
        while answers and len(picked) < n and not ended:
            one = answers.pop(0)
            if one == DONE:
                ended = True
            else:
                picked.append(one)
        spent += sum(asked(picked))
        if not ended and len(picked) < n:
            left = [one for one in among if one not in picked and one != thing.id]
            same = 0 if fewer else sum(asked(left)[: n - len(picked) - 1])
            return spent + deflect(m, binding.seat, thing) + same + _least(m, binding, place + 1)
    return spent + deflect(m, binding.seat, thing)


def targeted(m: Match, number: int, source: int, do: Block, *, paid: bool = False) -> None:
    """Things have been chosen as targets; for an ability that triggered, Deflect is paid now."""
    chosen = bound_things(do)
    if not paid:
        more = sum(deflect(m, number, m.state.things[one]) for one in chosen)
        cost = Cost(0, {"any": more})
        if more and can_pay(funds(m, number), cost):
            pay(m, number, cost)
    for one in chosen:
        emit(m, "chosen", one, source, number)
