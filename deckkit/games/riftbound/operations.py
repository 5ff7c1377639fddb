"""Riftbound's own operations: handlers choose first, then act, and tell whether all of it was done (RP 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Node, Selector
from deckkit.engine import moves
from deckkit.engine.operations import OPERATIONS as KERNEL
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.select import DONE
from deckkit.engine.state import Thing
from deckkit.engine.triggers import emit
from deckkit.games.riftbound import gear, moving, runes
from deckkit.games.riftbound.common import BASE, allowed
from deckkit.games.riftbound.entering import places
from deckkit.games.riftbound.operations_units import AMOUNTS, SELECTORS, UNIT_OPERATIONS
from deckkit.games.riftbound.play import countered, make_token
from deckkit.games.riftbound.tokens import token_named

__all__ = ["AMOUNTS", "OPERATIONS", "SELECTORS"]


def _stun(run: Run) -> bool:
    """Stunning a stunned unit is no stun (RP 13.2)."""
    m = run.m
    things = [thing for thing in run.in_play() if not thing.marks.get("stunned")]
    for thing in things:
        m.mark(thing, "stunned", True)
        emit(m, "stun", thing.id, run.source, thing.controller)
    run.done([thing.id for thing in things])
    return bool(things)


def _buff(run: Run) -> bool:
    """A counter, at most one on a unit unless a text allows more (RP 13.3)."""
    m = run.m
    things = [thing for thing in run.in_play() if not thing.marks.get("buffs") or allowed(m, "many_buffs", thing)]
    for thing in things:
        m.mark(thing, "buffs", thing.marks.get("buffs", 0) + 1)
        emit(m, "buff", thing.id, run.source, thing.controller)
    run.done([thing.id for thing in things])
    return bool(things)


def _spend_buff(run: Run) -> bool:
    m = run.m
    things = [thing for thing in run.in_play() if thing.marks.get("buffs")]
    for thing in things:
        m.mark(thing, "buffs", thing.marks["buffs"] - 1 or None)
        emit(m, "spend_buff", thing.id, run.source, thing.controller)
    run.done([thing.id for thing in things])
    return bool(things)


def _recall(run: Run) -> bool:
    run.done(moving.recall(run.m, run.in_play()))
    return True


def _banish(run: Run) -> bool:
    things = run.things()
    for thing in things:
        moves.leave_for(run.m, thing, "banishment")
        emit(run.m, "banish", thing.id, run.source, thing.owner)
    run.done([thing.id for thing in things])
    return bool(things)


def _recycle(run: Run) -> bool:
    """Several cards come to the bottom in random order (RP 3.3)."""
    things = run.things()
    for one in run.m.shuffled([thing.id for thing in things]) if len(things) > 1 else [thing.id for thing in things]:
        runes.recycle(run.m, run.m.state.things[one])
    run.done([thing.id for thing in things])
    return bool(things)


def _channel(run: Run) -> bool:
    n = run.amount()
    found: list[int] = []
    for seat in run.seats():
        found += runes.channel(run.m, seat, n, bool(run.get("exhausted")))
    run.done(found)
    return len(found) == n


def _predict(run: Run) -> bool:
    """Looks at the top cards, recycles any, and puts the rest back in any order; no Burn Out (RP 13.5)."""
    m = run.m
    seat = run.seats()[0]
    deck = m.state.seats[seat].zones["deck"]
    looked = list(deck[: run.amount()])
    away: list[int] = []
    if len(looked) == 1:
        if m.choose(seat, "may", ("yes", "no"), run.source, (looked[0],)) == "yes":
            away = looked
    else:
        while len(away) < len(looked):
            answer: Any = m.choose(
                seat, "cards", [*(one for one in looked if one not in away), DONE], run.source, tuple(away)
            )
            if answer == DONE:
                break
            away.append(answer)
    left = [one for one in looked if one not in away]
    ordered: list[int] = []
    while len(left) > 1:
        one = m.choose(seat, "order", left, run.source, tuple(ordered))
        left.remove(one)
        ordered.append(one)
    zones = m.state.seats[seat].zones
    m.put(zones, "deck", (*ordered, *left, *(one for one in deck if one not in looked), *m.shuffled(away)))
    for one in away:
        emit(m, "recycle", one, run.source, seat)
    run.done(away)
    return True


def _look(run: Run) -> bool:
    """The rest is recycled, in random order."""
    if run.get("rest", "bottom") != "bottom":
        return KERNEL["look"](run)
    m = run.m
    seat = run.seats()[0]
    looked = m.state.seats[seat].zones["deck"][: run.amount()]
    run.node = Node("look", {**run.node.args, "rest": "random"})
    done = KERNEL["look"](run)
    for one in looked:
        if m.state.things[one].zone == "deck":
            emit(m, "recycle", one, run.source, seat)
    return done


def _negate(run: Run) -> bool:
    """Counters what is on the chain (RP 7.11)."""
    m = run.m
    ids = [thing.id for thing in run.things() if not forbidden(m, thing, "be_countered")]
    items = [item for item in m.state.chain if item.what == "card" and item.source in ids]
    for item in items:
        if run.get("to") is not None:
            item = item._replace(marks={**item.marks, "goes": run.get("to")})
        countered(m, item)
    run.done([item.source for item in items])
    return bool(items)


def _create(run: Run) -> bool:
    """Plays tokens: units to the base or a battlefield that one controls, unless the text says where (RP 2.12)."""
    m = run.m
    card = token_named(run.get("token"))
    n = m.bounded(run.amount())
    seats = run.seats()
    plan: list[tuple[int, int]] = []
    for seat in seats:
        for _ in range(n):
            plan.append((seat, _place(run, seat, card.type == "Unit")))
    exhausted = run.get("exhausted", card.type == "Unit")
    made: list[Thing] = [make_token(m, seat, card, place, exhausted=bool(exhausted)) for seat, place in plan]
    run.done([thing.id for thing in made])
    return bool(made)


def _place(run: Run, seat: int, unit: bool) -> int:
    at = run.get("at")
    if not unit or (isinstance(at, Selector) and at.kind == "base"):
        return BASE
    if at is not None:
        found = run.things("at")
        return found[0].id if found else BASE
    options = places(run.m, seat, run.m.state.things[run.source])
    if run.env.get("hidden_at") in options:
        # A hidden card plays units where it was hidden (RP 13.11).
        options = [run.env["hidden_at"]]
    if len(options) == 1:
        return options[0]
    answer = run.m.choose(seat, "where", ["base" if one == BASE else one for one in options], run.source)
    return BASE if answer == "base" else int(answer)


def _empowers(word: str, mark: bool | None) -> Callable[[Run], bool]:
    """Makes things Empowered, or ends it: those that are not yet so."""

    def change(run: Run) -> bool:
        things = [thing for thing in run.in_play() if bool(thing.marks.get("empowered")) is not bool(mark)]
        for thing in things:
            run.m.mark(thing, "empowered", mark)
            emit(run.m, word, thing.id, run.source, thing.controller)
        run.done([thing.id for thing in things])
        return bool(things)

    return change


def _detach(run: Run) -> bool:
    done = [gear.detach(run.m, thing) for thing in run.in_play()]
    return any(done)


def _extra_turn(run: Run) -> bool:
    m = run.m
    m.mark(m.state, "extra", (*m.state.marks.get("extra", ()), *run.seats()))
    return True


#: The handlers of the game's own operations.
OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "stun": _stun,
    "buff": _buff,
    "spend_buff": _spend_buff,
    "recall": _recall,
    "banish": _banish,
    "recycle": _recycle,
    "channel": _channel,
    "predict": _predict,
    "look": _look,
    "negate": _negate,
    "create": _create,
    "empower": _empowers("empower", True),
    "disempower": _empowers("disempower", None),
    "detach": _detach,
    "extra_turn": _extra_turn,
    **UNIT_OPERATIONS,
}
