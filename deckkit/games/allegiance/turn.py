"""The turn: initiation, strategic phase, the steps of the retreat, and the end of the game (AL 1, 4, 13.5 to 13.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from deckkit.effects.notation import Node
from deckkit.engine import moves
from deckkit.engine.run import Run
from deckkit.engine.select import pick
from deckkit.engine.state import NOBODY, Action
from deckkit.engine.triggers import emit, expire
from deckkit.games.allegiance import play, recruit, rites

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "PHASES", "STEPS", "TASKS", "actions", "check", "refill"]

#: The phases of a turn in their order (AL 4, 13.5).
PHASES = ("initiation", "strategic", "retreat")
#: What may stand in the order of the retreat's steps (AL 4.3, 13.8).
STEPS = ("announce", "grace", "essence", "discard", "draw", "straighten")


def _turn(m: Match, number: int) -> None:
    """A player's turn begins; there is none after the last one, where a last one is configured (AL 13.25)."""
    state = m.state
    most = m.config["max_turns"]
    if most is not None and state.turn >= most:
        m.finish({"draw": True, "reason": "turn_limit"})
        return
    moves.next_turn(m, number)
    for thing in m.board():
        if thing.fresh:
            m.set(thing, "fresh", False)
    m.set(state, "phase", "initiation")
    emit(m, "start_of_turn", seat=number)
    m.push(("poisoned", number), ("strategic",))


def _strategic(m: Match) -> None:
    """Whatever may be played without an event may be played before the first action, too (AL 6.3)."""
    m.set(m.state, "phase", "strategic")
    m.push(("window", "nothing_resolving", NOBODY, 0, None))


def actions(m: Match) -> list[Action]:
    """What the active player may do, in any order and any number (AL 9, 13.6)."""
    seat = m.state.active
    if m.state.phase != "strategic":
        return []
    return [
        *play.main_actions(m, seat),
        *recruit.buys(m, seat),
        *rites.allegiance_actions(m, seat),
        Action("end", seat),
    ]


def _end(m: Match, _action: Action) -> None:
    m.mark(m.state, "wounds", None)
    m.set(m.state, "phase", "retreat")
    m.push(*(("retreat", step) for step in m.config["retreat_steps"]), ("next_turn",))


# -- the retreat phase (AL 4.3, 13.8) --------------------------------------------------------------------------------


def _retreat(m: Match, step: str) -> None:
    _RETREAT[step](m, m.state.active)


def _announce(_m: Match, _seat: int) -> None:
    """The end of the strategic phase is said; nothing else happens (AL 13.8)."""


def _grace(m: Match, seat: int) -> None:
    """The Rite of Grace, while the essence is still there; no window for traps opens (AL 10.2, 13.23)."""
    emit(m, "retreat", seat=seat)
    m.push(("pending",))


def _essence_lost(m: Match, seat: int) -> None:
    """What is left is lost (AL 2.9)."""
    if m.state.seats[seat].pool:
        m.set(m.state.seats[seat], "pool", 0)


def _discard(m: Match, seat: int) -> None:
    """Played Souls go, and the cards of the hand that are not kept: any number may be (AL 4.3, 13.9)."""
    zones = m.state.seats[seat].zones
    hand = list(zones["hand"])
    run = Run(m, Node("keep"), {"seat": seat})
    kept = pick(run, seat, "keep", hand, len(hand), up_to=True) if hand else []
    for one in (*zones["front"], *(one for one in hand if one not in kept)):
        moves.move(m, m.state.things[one], "discard")
        emit(m, "discard", one, NOBODY, seat)


def _draw(m: Match, seat: int) -> None:
    """The new hand: up to its size, kept cards counted, or so many more (AL 13.5, 13.9)."""
    size, hand = m.config["hand_size"], len(m.state.seats[seat].zones["hand"])
    n = size if m.config["refill"] == "full" else size - hand
    if n > 0:
        moves.draw(m, seat, n)


def _straighten(m: Match, seat: int) -> None:
    """Creatures become ready, so that they can guard in the foe's turn (AL 4.4)."""
    for thing in m.board(seat):
        moves.ready(m, thing)


_RETREAT: Mapping[str, Callable[[Match, int], None]] = {
    "announce": _announce,
    "grace": _grace,
    "essence": _essence_lost,
    "discard": _discard,
    "draw": _draw,
    "straighten": _straighten,
}


def _next_turn(m: Match) -> None:
    """What traps did for this turn ends with it (AL 4.5)."""
    emit(m, "end_of_turn", seat=m.state.active)
    expire(m, lambda mod, _holder: mod.until == "end_of_turn")
    m.push(("turn", m.foes(m.state.active)[0]))


def refill(m: Match, seat: int) -> None:
    """An empty draw pile is made of the discard pile; with both empty nothing is drawn (AL 2.6, 13.4)."""
    zones = m.state.seats[seat].zones
    if zones["deck"] or not zones["discard"]:
        return
    ids = zones["discard"]
    m.put(zones, "discard", ())
    for one in ids:
        m.set(m.state.things[one], "zone", "deck")
    m.put(zones, "deck", ids)
    moves.shuffle(m, seat)


def check(m: Match) -> bool:  # noqa: ARG001 - the shape that all games share
    """Defeat is checked in the moment in which life is lost (AL 1.2); nothing else is left to look at."""
    return False


PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"end": _end}
TASKS: Mapping[str, Callable[..., None]] = {
    "turn": _turn,
    "strategic": _strategic,
    "retreat": _retreat,
    "next_turn": _next_turn,
}
