"""How the game goes on from one moment to the next: what has triggered, then a moment to act, then what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.engine.match import Match

__all__ = ["TASKS", "go_on"]

_Task = tuple[Any, ...]


def go_on(m: Match, following: _Task, when: str, *, check: bool = False) -> None:
    """Goes on with a task, after what waits and a moment at which players may act (``when``): ``always``, or while
    something is on the ``chain``. ``check``: the state is checked first."""
    state = m.state
    if state.pending:
        m.push(("check",), ("pending",), ("window", following, when))
    elif check:
        m.push(("check",), ("window", following, when))
    elif state.chain or (when == "always" and not m.silent.issuperset(m.order())):
        m.mark(state, "next", following)
        m.push(("priority", state.active))
    else:
        m.push(following)


TASKS: Mapping[str, Callable[..., None]] = {"window": go_on}
