"""The turn of Invocateurs: phases, what may be done when, and the end of the game (rules digest 6, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from deckkit.engine import moves
from deckkit.engine.state import Action
from deckkit.engine.triggers import emit, expire
from deckkit.games.invocateurs import combat, play, summon

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["PERFORM", "PHASES", "TASKS", "actions", "check", "decked"]

#: The phases of a turn in their order (IN 6.1).
PHASES = ("draw", "main", "combat", "main2")


def _turn(m: Match, number: int) -> None:
    """A player's turn begins; there is none after the last one that the rules allow (IN 10.3, 14.18)."""
    state = m.state
    if state.turn >= m.config["turn_limit"]:
        m.finish({"draw": True, "reason": "turn_limit"})
        return
    moves.next_turn(m, number)
    for thing in m.board():
        if thing.fresh:
            m.set(thing, "fresh", False)
    m.set(state, "phase", "draw")
    emit(m, "start_of_turn", seat=number)
    m.push(("pending",), ("check",), ("draw",), ("pending",), ("check",), ("enter_phase", "main"))


def _draw(m: Match) -> None:
    """One card; the first player draws none in the very first turn (IN 4.3, 6.1). An empty deck loses (IN 10.2)."""
    state = m.state
    if state.turn == 1 and state.active == state.first:
        return
    if state.seats[state.active].zones["deck"]:
        moves.draw(m, state.active)
    else:
        _lose(m, state.active, "empty_deck")


def decked(m: Match, seat: int) -> None:
    """A card must be drawn and the deck is empty: the player loses at that moment (IN 10.2, 14.21)."""
    if m.config["any_draw_loses"]:
        _lose(m, seat, "empty_deck")


def _lose(m: Match, seat: int, reason: str) -> None:
    m.finish({"winner": m.foes(seat)[0], "loser": seat, "reason": reason})


def check(m: Match) -> bool:
    """A player at 0 life points has lost (IN 1.3, 10.1); both at once is a draw."""
    fallen = [seat.number for seat in m.state.seats if seat.life <= 0]
    if len(fallen) > 1:
        m.finish({"draw": True, "reason": "no_life"})
    elif fallen:
        _lose(m, fallen[0], "no_life")
    return False


def actions(m: Match) -> list[Action]:
    """What the active player may do; summons and positions in the main phases only (IN 6.1, 6.2, 6.7)."""
    phase, seat = m.state.phase, m.state.active
    if phase not in PHASES[1:]:
        return []
    found = summon.main_actions(m, seat) if phase != "combat" else []
    found += play.support_actions(m, seat)
    found += combat.attacks(m, seat)
    later = PHASES[PHASES.index(phase) + 1 :]
    found += [Action("phase", seat, option=name) for name in later]
    found.append(Action("end", seat))
    return found


def _phase(m: Match, action: Action) -> None:
    m.push(("enter_phase", action.option))


def _enter_phase(m: Match, name: str) -> None:
    m.set(m.state, "phase", name)


def _end(m: Match, _action: Action) -> None:
    """Effects of this turn end (IN 11.3), and the other player's turn begins."""
    emit(m, "end_of_turn", seat=m.state.active)
    m.push(("pending",), ("check",), ("turn_over",))


def _turn_over(m: Match) -> None:
    expire(m, lambda mod, _holder: mod.until == "end_of_turn")
    m.push(("turn", m.foes(m.state.active)[0]))


PERFORM = {"phase": _phase, "end": _end}
TASKS: Mapping[str, Callable[..., None]] = {
    "turn": _turn,
    "draw": _draw,
    "enter_phase": _enter_phase,
    "turn_over": _turn_over,
}
