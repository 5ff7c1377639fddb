"""How many cards of a sort a player may have in play: Unique, "Tag (n)", weapons, one location; attachments
(WOW 23, 31, 47, 48, 54, 55)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.operations import OPERATIONS as KERNEL_OPERATIONS
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit
from deckkit.games.wowtcg.strikes import is_weapon, may_wield, wields
from deckkit.games.wowtcg.using import turn_down

__all__ = ["OPERATIONS", "TASKS", "crowded", "left"]

_Legal = Callable[[Sequence[Thing]], bool]


def crowded(m: Match, seat: int) -> str:
    """The name of a limit that a player exceeds, "" where there is none."""
    return next((name for name, things, legal in _limits(m, seat) if not legal(things)), "")


def _limits(m: Match, seat: int) -> list[tuple[str, list[Thing], _Legal]]:
    groups: dict[str, tuple[list[Thing], int]] = {}
    melee: list[Thing] = []
    off_hand: list[Thing] = []
    for thing in m.board(seat):
        for tag, most in thing.card.facts.get("limits", ()):
            name = f"Unique {thing.card.name}" if tag == "Unique" else tag
            if tag == "Melee" and is_weapon(thing):
                melee.append(thing)
            elif tag == "Off-Hand":
                off_hand.append(thing)
            else:
                groups.setdefault(name, ([], most))[0].append(thing)
    found: list[tuple[str, list[Thing], _Legal]] = []
    for name, (things, most) in groups.items():
        if len(things) > 1:
            if name == "Ranged" and "Ranged Dual Wield" in wields(m, seat):
                most = 2
            found.append((name, things, partial(_at_most, most)))
    if len(melee) + len(off_hand) > 1:
        words = wields(m, seat)
        found.append(("Melee", [*melee, *off_hand], partial(_hands, words)))
    places = [
        thing
        for one in m.state.seats[seat].zones["resources"]
        if (thing := m.state.things[one]).card.type == "Location" and not thing.facedown
    ]
    if len(places) > 1:
        found.append(("Location", places, partial(_at_most, 1)))
    return found


def _at_most(most: int, things: Sequence[Thing]) -> bool:
    return len(things) <= most


def _hands(words: frozenset[str], things: Sequence[Thing]) -> bool:
    weapons = [one for one in things if is_weapon(one)]
    return may_wield(words, weapons, [one for one in things if not is_weapon(one)])


def _keep(m: Match, seat: int, name: str) -> None:
    """The player says what stays; the rest goes to the graveyards of its owners, locations turn face down."""
    found = next(((things, legal) for limit, things, legal in _limits(m, seat) if limit == name), None)
    if found is None or found[1](found[0]):
        return
    things, legal = found
    kept: list[Thing] = []
    while True:
        able = [one for one in things if one not in kept and legal([*kept, one])]
        if not able:
            break
        answer = m.choose(seat, "cards", [one.id for one in able], NOBODY, tuple(one.id for one in kept))
        kept.append(m.state.things[answer])
    going = [one for one in things if one not in kept]
    for one in going:
        if name == "Location":
            turn_down(m, one)
    if name != "Location":
        for one in going:
            emit(m, "leave", one.id, NOBODY, one.controller)
        for one in going:
            to_graveyard(m, one)


def to_graveyard(m: Match, thing: Thing) -> None:
    """Puts a card from play into its owner's graveyard; it is not destroyed."""
    if thing.zone in m.in_play:
        moves.move(m, thing, "discard")
        emit(m, "put_discard", thing.id, NOBODY, thing.owner)


def left(m: Match, thing: Thing) -> None:
    """What is attached to a card that leaves play goes to its owner's graveyard (WOW 31)."""
    for one in m.board():
        if one.to == thing.id:
            emit(m, "leave", one.id, NOBODY, one.controller)
            to_graveyard(m, one)


def _attach(run: Run) -> bool:
    """Attached to a card in play; what has no host to lie under goes to the graveyard."""
    m = run.m
    things, hosts = run.in_play(), run.in_play("to")
    for thing in things:
        if not hosts:
            emit(m, "leave", thing.id, NOBODY, thing.controller)
            to_graveyard(m, thing)
        elif hosts[0] is not thing:
            m.set(thing, "to", hosts[0].id)
            emit(m, "attached", thing.id, hosts[0].id, thing.controller)
    run.done([thing.id for thing in things])
    return bool(things and hosts)


def _control(run: Run) -> bool:
    """Who takes an ally over has not had it since the start of the own turn (WOW 28), and may have too many now."""
    m = run.m
    before = {thing.id: thing.controller for thing in m.board()}
    done = KERNEL_OPERATIONS["control"](run)
    for one, seat in before.items():
        thing = m.state.things[one]
        if thing.controller != seat:
            m.set(thing, "fresh", thing.card.type != "Hero")
            m.mark(m.state, "crowded", True)
    return done


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {"attach": _attach, "control": _control}
TASKS: Mapping[str, Any] = {"keep": _keep}
