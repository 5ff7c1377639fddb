"""Giving up, at any moment: the player leaves, and what was under way goes on without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckkit.engine.state import Action
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["concede", "forget"]

# Tasks whose last argument is what their block knows, its player included.
_WITH_ENV = frozenset({"block", "join", "after", "each", "repeat"})
# Tasks of a trigger, or of an item of the chain.
_WAITING = frozenset({"trigger", "put_on", "resolve_item"})


def concede(m: Match, seat: int) -> None:
    """A player gives up. It can be undone like an action; where others play on, the game says what becomes of them.

    Raises :class:`~deckkit.errors.UsageError` where the match is over or the player has left.
    """
    if m.over or m.state.seats[seat].out:
        raise UsageError(Text("this player does not play any more"))
    m.begin_action(Action("concede", seat))
    others = m.foes(seat)
    if m.rules.leave is None or len(others) < 2:
        winner = {"winner": others[0]} if len(others) == 1 else {}
        m.set(m.state.seats[seat], "out", True)
        forget(m, seat)
        m.finish({**winner, "loser": seat, "reason": "concede"})
        return
    m.rules.leave(m, seat, "concede")
    m.run()


def forget(m: Match, seat: int) -> None:
    """Takes what a player has under way out of the tasks; an open question is asked again of those who play on."""
    state = m.state
    chain, kept = state.tasks, []
    if state.waiting is not None:
        chain = (state.waiting[0], chain)
        m.set(state, "waiting", None)
        m.set(state, "decision", None)
    while chain is not None:
        task = chain[0]
        if task[0] == "replace" and state.things[task[1]].controller == seat:
            # Nobody replaces the event any more.
            kept.append(task[4])
        elif not _of(task, seat):
            kept.append(task)
        chain = chain[1]
    m.set(state, "tasks", None)
    m.push(*kept)
    m.set(state, "pending", tuple(one for one in state.pending if one.seat != seat))
    if state.chain:
        m.set(state, "chain", tuple(one for one in state.chain if one.seat != seat))


def _of(task: tuple[Any, ...], seat: int) -> bool:
    if task[0] in _WITH_ENV:
        return bool(task[-1].get("seat") == seat)
    return bool(task[0] in _WAITING and task[1].seat == seat)
