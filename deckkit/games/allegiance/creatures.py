"""Creatures: places on the battlefield, destruction with its causes, Sacrifice and Destruction (AL 5.8, 8.5, 8.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Block
from deckkit.engine import moves
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.select import pick
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit, quiet
from deckkit.engine.values import amount, condition

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPERATIONS", "begin_resolving", "destroy", "due", "may_answer", "others", "room", "sacrifice"]


def room(m: Match, seat: int) -> int:
    """How many more creatures a battlefield takes (AL 2.1, 13.17)."""
    return int(m.config["battlefield_size"]) - len(m.state.seats[seat].zones["battlefield"])


def others(m: Match, seat: int, source: int) -> list[int]:
    """The creatures that a card may sacrifice: one's own but itself, exhausted ones too (AL 8.15)."""
    return [one for one in m.state.seats[seat].zones["battlefield"] if one != source]


def due(m: Match, abilities: Iterable[Ability], env: Mapping[str, Any]) -> int:
    """How many creatures the Sacrifices of a card ask for, all of them together (AL 6.1, 8.15)."""
    return sum(_due(m, ability.cost, env) for ability in abilities if ability.cost)


def _due(m: Match, block: Block, env: Mapping[str, Any]) -> int:
    found = 0
    for node in block:
        if node.word == "sacrifice":
            found += amount(m, node.get("n", 1), env)
        elif node.word == "if":
            found += _due(m, node.get("then" if condition(m, node.get("is"), env) else "otherwise", ()), env)
    return found


def sacrifice(m: Match, seat: int, source: int, gone: Iterable[int]) -> None:
    """Destroyed together, as a cost (AL 8.15)."""
    things = [m.state.things[one] for one in gone]
    for thing in things:
        emit(m, "sacrifice", thing.id, source, seat)
    m.push(*destroy(m, things, by=source))


def destroy(
    m: Match, things: Iterable[Thing], *, by: int = NOBODY, guarding: bool = False, called: bool = False
) -> list[tuple[Any, ...]]:
    """Creatures go to their owners' discard piles, all together (AL 2.4); the tasks that follow at once.

    Onction des Âmes keeps those of its player from everything but ``guarding`` (AL 11.6). ``called``: by Appel
    d'Outre-tombe, under which a configuration may take the death effects away (AL 12.1).
    """
    going = [one for one in things if one.zone == "battlefield" and (guarding or not _protected(m, one))]
    if called and m.config["call_suppresses_death"]:
        for thing in going:
            quiet(m, thing)
    theirs = [one.id for one in going if one.controller != m.state.active]
    moves.destroy(m, going, by=by)
    return may_answer(m, "after_creature_destroyed", theirs[0]) if theirs else []


def _protected(m: Match, thing: Thing) -> bool:
    return forbidden(m, thing, "be_destroyed")


def begin_resolving(m: Match) -> None:
    """Something begins to resolve: a trap that comes to hand before it is done has to wait until then (AL 6.8)."""
    hand = m.state.seats[m.foes(m.state.active)[0]].zones["hand"]
    if tuple(m.state.marks.get("held", ())) != hand:
        m.mark(m.state, "held", hand or None)


def may_answer(m: Match, window: str, subject: int, n: int = 0) -> list[tuple[Any, ...]]:
    """The window for the traps that wait for this event: those in hand now, and when what is under way began to
    resolve (AL 6.4, 6.8, 11.9)."""
    foe = m.foes(m.state.active)[0]
    held = m.state.marks.get("held", ())
    hand = tuple(one for one in m.state.seats[foe].zones["hand"] if one in held)
    return [("window", window, subject, n, hand)] if hand else []


def _destroy(run: Run) -> bool:
    """A trap destroys a creature (AL 11.1): no Destruction, so nothing but its own words applies."""
    things = run.in_play()
    run.then += destroy(run.m, things, by=run.source, called=True)
    return bool(things)


def _destruction(run: Run) -> bool:
    """X creatures of the foe, chosen first and destroyed together; as many as can be (AL 8.5)."""
    m, n = run.m, run.amount()
    able = [one.id for foe in m.foes(run.seat) for one in m.board(foe) if not _protected(m, one)]
    chosen = pick(run, run.seat, "targets", able, min(n, len(able)))
    run.then += destroy(m, [m.state.things[one] for one in chosen], by=run.source)
    run.done(chosen)
    return len(chosen) == n


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"destroy": _destroy, "destruction": _destruction}
