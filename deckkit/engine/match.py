"""A match: the state with its rules, and all that may be done to it.

The machine carries out tasks until a player has to decide. A handler asks with :meth:`Match.choose`; where the answer
is not there yet, the task is put aside, the question stands in ``state.decision``, and the task begins again once it is
answered. Therefore a task makes all its choices before it changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.state import NOBODY, Action, Decision, Event, Seat, State, Thing
from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.rng import Stream, key_of

__all__ = ["IllegalActionError", "Match", "Paused"]

# What changes with every action; of no other attribute can a change be overlooked.
_SLIGHT = frozenset({"back", "count", "decision", "pending", "rng", "score", "serial", "tasks", "waiting", "exhausted"})


class IllegalActionError(UsageError):
    """An action that is not among the legal ones."""


class Paused(Exception):  # noqa: N818 - not an error: the question goes to a player
    """A task needs an answer that is not there yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.kind)
        self.decision = decision


class Match:
    """One match. Make one with :func:`deckkit.engine.table.new_match`, or from a scenario or a saved game.

    ``forced``: questions with a single possible answer are not asked. ``log`` keeps the events, ``journal`` what is
    needed to undo; both may be switched off where many games are played.

    ``epoch`` counts changes, all but those of the scores, of what things are exhausted and of what has happened:
    what was found out about all else holds as long as it stays the same (``notes`` is for what the rules find out so).
    ``listed`` counts how often all actions were listed; ``lost`` are the actions that have gone from the list since.
    """

    rules: TableRules
    state: State
    in_play: tuple[str, ...]
    specs: dict[str, ZoneSpec]

    def __init__(
        self,
        rules: TableRules,
        state: State,
        *,
        config: Mapping[str, Any] | None = None,
        version: str = "",
        log: bool = True,
        journal: bool = True,
        forced: bool = True,
    ) -> None:
        self.rules = rules
        self.state = state
        self.config = {**rules.config, **(config or {})}
        self.version = version or (rules.versions[0] if rules.versions else "")
        self.forced = forced
        self.log: list[Event] | None = [] if log else None
        self.journal: list[tuple[Any, Any, Any]] | None = [] if journal else None
        self.history: list[tuple[int, int, Action]] = []
        self.specs = {spec.name: spec for spec in rules.zones}
        self.in_play = tuple(spec.name for spec in rules.zones if spec.in_play)
        # The only zone in play, where each player has one of their own.
        self._only = self.in_play[0] if len(self.in_play) == 1 and not self.specs[self.in_play[0]].shared else ""
        self._handlers: dict[str, Callable[..., None]] = {**_kernel_tasks(), **rules.tasks}
        self._answers: tuple[Any, ...] = ()
        self._asked = 0
        self._legal: tuple[Action, ...] | None = None
        self._stale = False
        self._known = -1
        self.epoch = 0
        self.turned: list[Thing] = []
        self.notes: dict[str, Any] = {}
        self.listed = 0
        self.lost: tuple[Action, ...] = ()
        self.computing: set[tuple[str, int, str]] = set()
        # Whose preview this is: what the others could answer is hidden from that seat, and taken to be nothing.
        self.viewer = NOBODY
        # Seats whose players answer nothing that others do: where they may, they pass without being asked.
        self.silent: frozenset[int] = frozenset()

    # -- changes -----------------------------------------------------------------------------------------------

    def set(self, holder: Any, name: str, value: Any) -> None:
        """Sets an attribute of a thing, a seat or the state."""
        if self.journal is not None:
            self.journal.append((holder, name, getattr(holder, name)))
        setattr(holder, name, value)
        if name not in _SLIGHT:
            self.epoch += 1
        elif name == "exhausted":
            self.turned.append(holder)

    def put(self, table: dict[str, Any], key: str, value: Any) -> None:
        """Sets an entry of one of the state's tables."""
        if self.journal is not None:
            self.journal.append((table, key, table.get(key)))
        table[key] = value
        if table is not self.state.happened:
            self.epoch += 1

    def mark(self, holder: Any, key: str, value: Any) -> None:
        """Sets a mark of a thing, a seat or the state; None takes it away."""
        marks = {name: old for name, old in holder.marks.items() if name != key}
        if value is not None:
            marks[key] = value
        self.set(holder, "marks", marks)

    def count_use(self, seat: Seat, what: str, n: int = 1) -> None:
        """Counts what a seat does in a turn."""
        self.set(seat, "used", {**seat.used, what: seat.used.get(what, 0) + n})

    def serial(self) -> int:
        """A new number."""
        self.set(self.state, "serial", self.state.serial + 1)
        return self.state.serial

    def below(self, bound: int) -> int:
        """A random number from 0 to ``bound - 1``, from the match's own stream."""
        stream = Stream(*self.state.rng)
        found = stream.below(bound)
        self.set(self.state, "rng", (stream.key, stream.counter))
        return found

    def shuffled(self, ids: Sequence[int]) -> tuple[int, ...]:
        """The ids in random order."""
        stream, items = Stream(*self.state.rng), list(ids)
        stream.shuffle(items)
        self.set(self.state, "rng", (stream.key, stream.counter))
        return tuple(items)

    def seed(self, seed: int, game: int = 0) -> None:
        """Begins the stream of this seed and game number."""
        self.set(self.state, "rng", (key_of(seed, game, "match"), 0))

    # -- tasks and decisions -----------------------------------------------------------------------------------

    def push(self, *tasks: tuple[Any, ...]) -> None:
        """Puts tasks before all others; the first one given is carried out first."""
        chain = self.state.tasks
        for task in reversed(tasks):
            chain = (task, chain)
        self.set(self.state, "tasks", chain)

    def choose(
        self, seat: int, kind: str, options: Sequence[Any], source: int = NOBODY, taken: tuple[Any, ...] = ()
    ) -> Any:
        """A player's answer to a question. The task begins again when it is there: nothing may be changed before."""
        if self.forced and len(options) == 1:
            # Never asked, so no answer of the task is meant for it.
            return options[0]
        if self._asked < len(self._answers):
            self._asked += 1
            return self._answers[self._asked - 1]
        raise Paused(Decision(seat, kind, tuple(options), source, taken))

    @property
    def answered(self) -> tuple[Any, ...]:
        """The answers that the task under way has taken so far."""
        return self._answers[: self._asked]

    def run(self) -> None:
        """Carries out tasks until a player has to decide, nothing is left to do, or the match is over."""
        state = self.state
        carried = 0
        # Tasks may have been pushed without an action, as scenarios do.
        self._stale = True
        while state.tasks is not None and state.decision is None and state.result is None:
            carried += 1
            if carried > self.rules.task_cap:
                # Abilities that cause each other without anybody choosing would never end.
                self.finish({"draw": True, "reason": "loop_cap"})
                return
            task, rest = state.tasks
            self.set(state, "tasks", rest)
            self._carry_out(task, ())

    def _carry_out(self, task: tuple[Any, ...], answers: tuple[Any, ...]) -> None:
        self._answers, self._asked = answers, 0
        before = None if self.journal is None else len(self.journal)
        try:
            self._handlers[task[0]](self, *task[1:])
        except Paused as question:
            if before is not None and self.journal is not None and len(self.journal) != before:
                raise AssertionError(f"{task[0]!r} changed the state before it asked") from None
            self.set(self.state, "waiting", (task, answers))
            self.set(self.state, "decision", question.decision)

    def _answer(self, option: Any) -> None:
        if self.state.waiting is None:
            raise AssertionError("a decision without a task that waits for it")
        task, answers = self.state.waiting
        self.set(self.state, "decision", None)
        self.set(self.state, "waiting", None)
        self._carry_out(task, (*answers, option))

    # -- playing -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has a result."""
        return self.state.result is not None

    @property
    def to_act(self) -> int:
        """The seat that has to act or to answer."""
        return self.state.decision.seat if self.state.decision is not None else self.state.acting

    def legal_actions(self) -> tuple[Action, ...]:
        """All that the seat to act may do now: the answers to the open decision, else its actions."""
        if self._legal is None:
            # Somebody has laid the board by hand.
            self.epoch += 1
            self._legal = self._list(None)
        elif self._stale:
            self._legal = self._list(self._legal if self._known == self.epoch else None)
        self._stale = False
        return self._legal

    def _list(self, before: tuple[Action, ...] | None) -> tuple[Action, ...]:
        """The legal actions. ``before`` are those before the last action, where little has changed by it."""
        state = self.state
        self._known = -1
        if state.result is not None:
            return ()
        if state.decision is not None:
            seat = state.decision.seat
            return tuple(Action("choose", seat, option=one) for one in state.decision.options)
        self._known = self.epoch
        gone = None if before is None else self.rules.gone(self, before, self.turned)
        self.turned.clear()
        if before is None or gone is None:
            self.listed += 1
            self.lost = ()
            return tuple(self.rules.actions(self))
        self.lost = tuple(gone)
        if not gone:
            return before
        left = list(before)
        for one in gone:
            left.remove(one)
        return tuple(left)

    def apply(self, action: Action) -> None:
        """Does a legal action and all that follows until somebody has to decide again.

        Raises :class:`IllegalActionError`, with nothing changed, for any other action.
        """
        if action not in self.legal_actions():
            raise IllegalActionError(
                Text("this is not a legal action now: {action}", {"action": self.notation(action)}),
                do=Text("see the legal actions of the match"),
            )
        self.begin_action(action)
        if action.kind == "choose":
            self._answer(action.option)
        else:
            self.rules.perform[action.kind](self, action)
        self.run()
        if self.state.result is None and self.state.count >= self.rules.action_cap:
            self.finish({"draw": True, "reason": "action_cap"})

    def begin_action(self, action: Action) -> None:
        """Everything from here on belongs to this action: undoing it takes all of it back."""
        self._stale = True
        if self.journal is not None:
            self.history.append((len(self.journal), len(self.log or ()), action))
        self.set(self.state, "count", self.state.count + 1)
        # What waits on a chain may still look back at what has left.
        if action.kind != "choose" and "left" in self.state.marks and not self.state.chain:
            self.mark(self.state, "left", None)

    def undo(self) -> Action:
        """Takes the last action back. Raises :class:`IllegalActionError` where there is none."""
        if not self.history or self.journal is None:
            raise IllegalActionError(Text("there is nothing to undo"))
        length, events, action = self.history.pop()
        self.rewind(length, events)
        return action

    def rewind(self, length: int, events: int) -> None:
        """Takes back every change since the journal had this length."""
        journal = self.journal or []
        while len(journal) > length:
            holder, name, old = journal.pop()
            if type(holder) is dict:
                if old is None:
                    holder.pop(name, None)
                else:
                    holder[name] = old
            elif name == "+things":
                holder.things.pop()
            else:
                setattr(holder, name, old)
        if self.log is not None:
            del self.log[events:]
        self.epoch += 1
        self._legal = None

    def bounded(self, n: int) -> int:
        """How often something is done that is done one by one; more than ``task_cap`` ends the match like any loop."""
        if n > self.rules.task_cap:
            self.finish({"draw": True, "reason": "loop_cap"})
            return 0
        return n

    def finish(self, result: dict[str, Any]) -> None:
        """Ends the match."""
        if self.state.result is None:
            self.set(self.state, "result", result)

    # -- reading -----------------------------------------------------------------------------------------------

    def thing(self, number: int) -> Thing:
        """The thing with this id."""
        return self.state.things[number]

    def seat(self, number: int) -> Seat:
        """The player of this seat."""
        return self.state.seats[number]

    def zone(self, seat: int, name: str) -> tuple[int, ...]:
        """The ids in a zone of a seat (or in a shared zone)."""
        if self.specs[name].shared:
            return self.state.shared.get(name, ())
        return self.state.seats[seat].zones[name]

    def board(self, seat: int = NOBODY) -> list[Thing]:
        """The things in play: of one seat, or of all seats, the active one's first."""
        things = self.state.things
        only = self._only
        if only:
            players = self.state.seats
            if seat != NOBODY:
                return [things[i] for i in players[seat].zones[only]]
            return [things[i] for number in self.order() for i in players[number].zones[only]]
        seats = (seat,) if seat != NOBODY else self.order()
        found = []
        for name in self.in_play:
            if self.specs[name].shared:
                found += [things[i] for i in self.state.shared.get(name, ()) if seat in (NOBODY, things[i].controller)]
            else:
                for number in seats:
                    found += [things[i] for i in self.state.seats[number].zones[name]]
        return found

    def order(self, start: int | None = None) -> tuple[int, ...]:
        """The seats still in the game, in turn order from the active one (or from ``start``)."""
        seats = self.state.seats
        first = self.state.active if start is None else start
        if len(seats) == 2 and not (seats[0].out or seats[1].out):
            return (0, 1) if first == 0 else (1, 0)
        return tuple(number for i in range(len(seats)) if not seats[number := (first + i) % len(seats)].out)

    def foes(self, seat: int) -> tuple[int, ...]:
        """The opponents of a seat, in turn order from it."""
        order = self.order(seat)
        return order[1:] if order and order[0] == seat else tuple(number for number in order if number != seat)

    def notation(self, action: Action) -> str:
        """The short notation of an action."""
        from deckkit.engine.notation import write_action

        return write_action(self, action)

    def add_thing(self, card: PlayCard, owner: int, zone: str, handle: str) -> Thing:
        """A new thing, in no zone's list yet."""
        thing = Thing(len(self.state.things), handle, card, owner, zone)
        if self.journal is not None:
            self.journal.append((self.state, "+things", None))
        self.state.things.append(thing)
        self.epoch += 1
        return thing


def _kernel_tasks() -> Mapping[str, Callable[..., None]]:
    from deckkit.engine.run import TASKS

    return TASKS
