"""Carrying out blocks of operations: one operation is one step; nested blocks are tasks of their own.

``env`` is what a block knows: ``source`` (the thing whose ability it is), ``seat`` (whose), ``it`` and ``other`` (the
event's things), ``them`` (a player), ``chosen``, ``moved``, ``revealed``, ``names`` (what was chosen under a name),
``n`` (how much the last operation did), ``ok`` (whether everything so far was done completely). It is never changed,
only replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Block, Node, Selector
from deckkit.engine import moves, triggers
from deckkit.engine.select import targets
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.values import amount

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["TASKS", "Run"]

# What a nested block tells the block around it.
_HANDED_BACK = ("chosen", "moved", "revealed", "names", "n", "ok")


class Run:
    """One operation being carried out. Handlers choose first, then act, and return whether all of it was done."""

    __slots__ = ("env", "m", "node", "picked", "pickers", "seat", "source", "then")

    def __init__(self, m: Match, node: Node, env: Mapping[str, Any]) -> None:
        self.m = m
        self.node = node
        self.env: dict[str, Any] = dict(env)
        self.source: int = env.get("source", NOBODY)
        self.seat: int = env.get("seat", NOBODY)
        self.picked: list[int] = []
        self.pickers: dict[int, int] = {}
        self.then: list[tuple[Any, ...]] = []

    def get(self, name: str, default: Any = None) -> Any:
        """An argument of the operation."""
        return self.node.args.get(name, default)

    def things(self, name: str = "target") -> list[Thing]:
        """The things that an argument selects, after the choices that it takes."""
        selector = self.node.args.get(name)
        return [self.m.state.things[one] for one in targets(self, selector or Selector("self"))]

    def in_play(self, name: str = "target") -> list[Thing]:
        """Those of the things that are in play: a card that has left is not found."""
        return [thing for thing in self.things(name) if thing.zone in self.m.in_play]

    def amount(self, name: str = "n", default: int = 1) -> int:
        """A number among the arguments; of "up_to" the player chooses how much."""
        value = self.node.args.get(name, default)
        if value == "all":
            return 1_000_000
        if isinstance(value, Node) and value.word == "up_to":
            most = amount(self.m, value.args["up_to"], self.env)
            return self.number(range(most + 1))
        return amount(self.m, value, self.env)

    def number(self, values: range) -> int:
        """One of these numbers, as the player says; of more than anybody could count, one of the first."""
        return int(self.m.choose(self.seat, "number", list(values[: self.m.rules.task_cap]), self.source))

    def seats(self, name: str = "who", default: str = "you") -> tuple[int, ...]:
        """The players that an argument means; one of them is chosen where only one is meant."""
        from deckkit.engine.select import pick_seat

        return pick_seat(self, self.node.args.get(name, default))

    def block(self, ops: Block, **known: Any) -> None:
        """Carries out a nested block next."""
        if ops:
            self.then.append(("block", ops, 0, {**self.env, **known}))

    def done(self, moved: list[int] | tuple[int, ...] = (), n: int | None = None) -> None:
        """Tells the following operations what was moved and how much was done."""
        self.env["moved"] = tuple(moved)
        self.env["n"] = len(moved) if n is None else n


def _block(m: Match, ops: Block, place: int, env: dict[str, Any]) -> None:
    if place >= len(ops):
        m.set(m.state, "back", env)
        return
    run = Run(m, ops[place], env)
    ok = _operation(m, run.node.word)(run)
    if run.picked:
        run.env["chosen"] = tuple(run.picked)
        for one in run.picked:
            # What was chosen beforehand (``targets.bind``) is not chosen again.
            if one in run.pickers:
                m.rules.chosen(run, m.state.things[one])
    if not ok:
        run.env["ok"] = False
    if run.then:
        m.push(*run.then, ("join", ops, place + 1, run.env))
    elif place + 1 < len(ops):
        m.push(("block", ops, place + 1, run.env))
    else:
        m.set(m.state, "back", run.env)


def _with_back(m: Match, env: dict[str, Any]) -> dict[str, Any]:
    """What a block knows, with what the block within it has handed back."""
    back = m.state.back
    return {**env, **{name: back[name] for name in _HANDED_BACK if name in back}}


def _join(m: Match, ops: Block, place: int, env: dict[str, Any]) -> None:
    joined = _with_back(m, env)
    if env.get("ok") is False:
        joined["ok"] = False
    if place < len(ops):
        m.push(("block", ops, place, joined))
    else:
        m.set(m.state, "back", joined)


def _after(m: Match, then: Block, otherwise: Block, env: dict[str, Any]) -> None:
    """Goes on as the block before has ended: completely done or not."""
    known = _with_back(m, env)
    following = otherwise if known.get("ok") is False else then
    known["ok"] = known.get("ok") is not False
    if following:
        m.push(("block", following, 0, {**known, "ok": True}))
    else:
        m.set(m.state, "back", known)


def _each(m: Match, ops: Block, left: tuple[int, ...], word: str, env: dict[str, Any]) -> None:
    if left:
        one: Any = (left[0],) if word == "it" else left[0]
        m.push(("block", ops, 0, {**env, word: one}), ("each", ops, left[1:], word, env))


def _repeat(m: Match, ops: Block, left: int, env: dict[str, Any]) -> None:
    m.push(("block", ops, 0, env), *((("repeat", ops, left - 1, env),) if left > 1 else ()))


def _check(m: Match) -> None:
    """Checks again after a check that did something, and after what that check has pushed (a replacement, say)."""
    rest = m.state.tasks
    m.push(("check",))
    again = m.state.tasks
    if not m.rules.check(m) and m.state.tasks is again:
        m.set(m.state, "tasks", rest)


def _trigger(m: Match, chosen: Any) -> None:
    triggers.resolve(m, chosen)


def _used(m: Match, source: int, ability: Any) -> None:
    triggers.note_use(m, source, ability)


def _pending(m: Match) -> None:
    if m.state.pending:
        m.rules.next_pending(m)
    elif "resolving" in m.state.marks:
        m.mark(m.state, "resolving", None)


def _replace(m: Match, source: int, ability: Any, it: tuple[int, ...], anyway: tuple[Any, ...]) -> None:
    """A replacement effect: its block in place of the event, which happens after all where a "may" is declined."""
    seat = m.state.things[source].controller
    if ability.may and m.choose(seat, "may", ("yes", "no"), source) == "no":
        m.push(anyway)
    else:
        triggers.note_use(m, source, ability)
        m.push(("block", ability.do, 0, {"source": source, "seat": seat, "it": it}))


def _put_on(m: Match, chosen: Any) -> None:
    from deckkit.engine.chain import put_on

    put_on(m, chosen)


def _resolve_newest(m: Match) -> None:
    from deckkit.engine.chain import resolve_newest

    resolve_newest(m)


def _resolve_item(m: Match, item: Any) -> None:
    from deckkit.engine.chain import resolve

    resolve(m, item)


def _refill(m: Match, seat: int) -> None:
    m.rules.refill(m, seat)


def _operation(m: Match, word: str) -> Callable[[Run], bool]:
    own = m.rules.operations.get(word)
    if own is not None:
        return own
    from deckkit.engine.operations import OPERATIONS

    return OPERATIONS[word]


#: The kernel's tasks: their handlers by name.
TASKS: Mapping[str, Callable[..., None]] = {
    "block": _block,
    "join": _join,
    "after": _after,
    "each": _each,
    "repeat": _repeat,
    "check": _check,
    "trigger": _trigger,
    "used": _used,
    "pending": _pending,
    "put_on": _put_on,
    "resolve_newest": _resolve_newest,
    "resolve_item": _resolve_item,
    "refill": _refill,
    "replace": _replace,
    "destroy_anyway": moves.destroy_anyway,
}
