"""Carrying out the steps of a scenario, each by the legal actions of the engine and by nothing else.

An illegal step is taken back whole. Triggers resolve oldest first unless a ``resolve`` step follows; a reaction or a
``choice`` is done inside the step before it, which stops at the first moment at which it may be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name
from deckkit.engine.scenario_board import Board
from deckkit.engine.scenario_choices import (
    NO_ANSWER,
    Entry,
    IllegalStep,
    alike,
    answer,
    answers_it,
    check_choice,
    leftover,
    read_choices,
    words_of,
)
from deckkit.engine.scenario_operands import Wanted, fits, read_operands, verb_of
from deckkit.engine.scenario_reading import ScenarioError, words_near
from deckkit.engine.state import NOBODY, Action, Decision, Thing
from deckkit.errors import DeckkitError
from deckkit.i18n import Text

__all__ = ["Step", "Stepper", "offering"]

#: More decisions than any board asks for in a step: a loop.
MOST_DECISIONS = 20_000


@dataclass(slots=True)
class Step:
    """A step under way, as a verb's own ``run`` gets it."""

    stepper: Stepper
    wanted: Wanted
    entries: list[Entry]
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def m(self) -> Match:
        """The match."""
        return self.stepper.m

    @property
    def player(self) -> int:
        """The seat that does the step."""
        return self.wanted.player if self.wanted.player is not None else self.m.state.active

    @property
    def operands(self) -> Mapping[str, Any]:
        """The operands as read: see :class:`Wanted`."""
        return self.wanted.operands

    def act(self, action: Action) -> None:
        """Does a legal action and settles what follows. Raises :class:`IllegalStep` where it is not legal."""
        if action not in self.m.legal_actions():
            raise IllegalStep(Text("{action} is not a legal action", {"action": action.kind}))
        self.stepper.apply(action)
        self.stepper.settle()

    def settle(self) -> None:
        """Carries out pushed tasks, with the step's choices for what is asked."""
        self.m.run()
        self.stepper.settle()

    def react(self) -> None:
        """Does the step as a reaction: at the first moment at which it may be done. Raises :class:`IllegalStep`."""
        self.stepper._react(self.wanted)


class Stepper:
    """Carries out the steps of one scenario on its board; ``legal`` and ``why`` grow with them.

    ``forbidden`` are actions that must never be offered; ``offered`` those of them that were, with the step.
    """

    def __init__(self, board: Board, steps: Sequence[Mapping[str, Any]], where: str) -> None:
        self.board = board
        self.m = board.m
        self.where = where
        self.steps = steps
        self.legal: list[bool] = []
        self.why: list[Text | None] = []
        self.forbidden: list[Wanted] = []
        self.offered: list[tuple[int, int]] = []
        self.entries: list[Entry] = []
        self.verdict: Any = None
        self.notes: dict[str, Any] = {}
        self._current = 0
        self._asked = 0

    # -- steps -------------------------------------------------------------------------------------------------

    def read(self, place: int) -> Wanted:
        """The step of this place as written."""
        where = f"{self.where}: when[{place + 1}]"
        return read_operands(self.board, self.steps[place], where, whole=True)

    def do(self, place: int) -> bool:
        """Carries out one step; tells whether it was legal. An illegal one changes nothing."""
        self._current = place
        self._asked = 0
        wanted = self.read(place)
        own = self._entries(wanted)
        inside = wanted.verb.reaction or wanted.do in ("choice", "resolve", "setup")
        if not inside and self.m.state.decision is not None:
            raise ScenarioError(
                Text("the step before still waits for an answer: {kind}", {"kind": self._question()}),
                wanted.where,
                Text("add it to the choices of the step before"),
            )
        before = self._mark()
        kept = list(self.entries)
        self.entries = [*own, *kept] if inside else own
        why: Text | None = None
        try:
            self._carry_out(wanted, own)
            if self.m.state.decision is None:
                why = leftover(self.board, own, self._touched(before))
        except IllegalStep as illegal:
            why = illegal.why
        if why is not None:
            self._take_back(before)
            self.entries = kept
        self.legal.append(why is None)
        self.why.append(why)
        if why is not None and self.m.state.decision is not None and not self._continues(place + 1):
            # The step before was held up for this one; now it runs on.
            try:
                self.settle()
            except IllegalStep as illegal:
                raise ScenarioError(illegal.why, wanted.where) from None
        return why is None

    def _entries(self, wanted: Wanted) -> list[Entry]:
        own = _answering(self.board, wanted, wanted.operands)
        if "choices" in wanted.raw:
            own += read_choices(self.board, wanted.raw["choices"], f"{wanted.where}.choices")
        return own

    def _carry_out(self, wanted: Wanted, own: list[Entry]) -> None:
        verb = wanted.verb
        self._watch()
        if verb.run is not None:
            step = Step(self, wanted, own, self.notes)
            if not verb.run(step):
                raise IllegalStep(Text("the rules do not allow it now"))
        elif verb.reaction:
            self._react(wanted)
        elif wanted.do == "choice":
            self._choice(wanted, own)
        elif wanted.do == "resolve":
            self._resolve(wanted)
        elif wanted.do == "setup":
            self._setup(wanted, own)
        elif wanted.do in ("run_phase", "run_step"):
            self._run(wanted)
        elif wanted.do == "pass_until_end":
            self._pass_until_end(wanted)
        else:
            action = self._legal_action(wanted)
            # What the action itself carried needs no answer any more.
            said = self.board.words.describe(self.m, action) or {}
            carried = {wanted.verb.answers[key] for key in wanted.operands if key in said and key in verb.answers}
            drop = [entry for entry in own if entry.exact and set(entry.values) <= carried]
            for entry in drop:
                own.remove(entry)
            self.entries = [entry for entry in self.entries if entry not in drop]
            if wanted.verb.names in wanted.raw:
                self.board.ids[wanted.raw[wanted.verb.names]] = action.source
            self.apply(action)
        self.settle()

    def _legal_action(self, wanted: Wanted) -> Action:
        found: list[tuple[int, Action]] = []
        for action in self.m.legal_actions():
            matched = fits(wanted, self.board.words.describe(self.m, action))
            if matched is not None:
                found.append((matched, action))
        if not found:
            raise IllegalStep(Text("it is not among the legal actions"))
        best = max(matched for matched, _ in found)
        actions = [action for matched, action in found if matched == best]
        if len(actions) > 1:
            # What a step does not speak of, an additional cost say, it does not want.
            said = [len(self.board.words.describe(self.m, action) or ()) for action in actions]
            actions = [action for action, n in zip(actions, said, strict=True) if n == min(said)]
        if len(actions) > 1 and not self._interchangeable(actions):
            notations = [self.m.notation(action) for action in actions[:5]]
            raise ScenarioError(
                Text("several actions fit this step: {values}", {"values": notations}),
                wanted.where,
                Text("name the operand in which they differ, by id"),
            )
        return actions[0]

    def _interchangeable(self, actions: Sequence[Action]) -> bool:
        first = actions[0]
        for action in actions[1:]:
            if (action.kind, action.seat, action.option) != (first.kind, first.seat, first.option):
                return False
            pairs = list(zip((first.source, *first.targets), (action.source, *action.targets), strict=False))
            if len(first.targets) != len(action.targets):
                return False
            for one, other in pairs:
                if one != other and (NOBODY in (one, other) or not alike(self.board, (one, other))):
                    return False
        return True

    # -- steps inside others -----------------------------------------------------------------------------------

    def _continues(self, place: int) -> bool:
        """Whether the step of this place is done inside the one before it."""
        if place >= len(self.steps):
            return False
        do = self.steps[place].get("do")
        verb = verb_of(self.board, do, f"{self.where}: when[{place + 1}]")
        return verb.reaction or do in ("choice", "resolve", "setup")

    def _following(self) -> list[tuple[Wanted, list[Entry]]]:
        """The reactions and choices right after the current step."""
        found = []
        place = self._current + 1
        while place < len(self.steps):
            do = self.steps[place].get("do")
            verb = verb_of(self.board, do, f"{self.where}: when[{place + 1}]")
            if not (verb.reaction or do == "choice"):
                break
            wanted = self.read(place)
            found.append((wanted, self._entries(wanted)))
            place += 1
        return found

    def _react(self, wanted: Wanted) -> None:
        """Looks for the moment of a reaction, everybody declining until then; it may be an action at this moment."""
        while True:
            options = [action for action in self.m.legal_actions() if self._fits(wanted, action)]
            if options:
                self.apply(options[0])
                return
            if self.m.state.decision is None:
                break
            self._go_on()
        raise IllegalStep(Text("no moment came at which it may be done"))

    def _choice(self, wanted: Wanted, own: list[Entry]) -> None:
        while self.m.state.decision is not None:
            if self._choice_fits(wanted, own):
                return
            self._go_on()
        raise IllegalStep(Text("nothing was asked that this answers"))

    def _resolve(self, wanted: Wanted) -> None:
        decision = self.m.state.decision
        if decision is None or decision.kind != "trigger" or decision.seat != wanted.player:
            raise IllegalStep(Text("no trigger of this player waits"))
        sources: frozenset[int] = wanted.operands["trigger"]
        serials = [one.serial for one in self.m.state.pending if one.source in sources]
        serials = [one for one in serials if one in decision.options]
        if not serials:
            raise IllegalStep(Text("this trigger does not wait"))
        self.apply(Action("choose", decision.seat, option=min(serials)))

    def _setup(self, wanted: Wanted, own: list[Entry]) -> None:
        """The setup begins with the first such step; players whose turn it is to decide answer in theirs."""
        m, words = self.m, self.board.words
        if m.state.marks.get("setup_begun") is None:
            if words.setup is None or m.state.phase != words.phases.get("setup", "setup"):
                raise IllegalStep(Text("this is not the moment of the setup"))
            m.mark(m.state, "setup_begun", True)
            given = frozenset(seat.number for seat in m.state.seats if seat.zones.get("hand"))
            words.setup(m, given)
            m.run()
        elif not wanted.verb.by_player:
            raise IllegalStep(Text("this is not the moment of the setup"))
        if wanted.verb.by_player:
            decision = m.state.decision
            if decision is None or decision.seat != wanted.player or not answers_it(self.board, decision, own):
                raise IllegalStep(Text("it is not this player's turn to decide in the setup"))

    def _run(self, wanted: Wanted) -> None:
        table = self.board.words.run_phase if wanted.do == "run_phase" else self.board.words.run_step
        name = wanted.raw["phase" if wanted.do == "run_phase" else "step"]
        if name not in table:
            raise ScenarioError(
                Text("'{name}' cannot be run by itself", {"name": name}), wanted.where, words_near(name, list(table))
            )
        if table[name](self.m) is False:
            raise IllegalStep(Text("this is not the moment for it"))
        self.m.run()

    def _pass_until_end(self, wanted: Wanted) -> None:
        for _ in range(MOST_DECISIONS):
            if self.m.over:
                return
            if self.m.state.decision is not None:
                self._go_on()
                continue
            said = [(self.board.words.describe(self.m, action), action) for action in self.m.legal_actions()]
            for verb in self.board.words.passes:
                idle = [action for words, action in said if words is not None and words.get("do") == verb]
                if idle:
                    self.apply(idle[0])
                    break
            else:
                raise IllegalStep(Text("somebody has to act"))
        raise ScenarioError(Text("the game does not end"), wanted.where)

    # -- decisions ---------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Answers what is asked until nothing is, or until a following step is to answer."""
        following = self._following()
        while self.m.state.decision is not None and not self.m.over:
            if self._holds(following):
                return
            self._go_on()
        if following and following[0][0].verb.reaction:
            self._run_on(following)

    def _run_on(self, following: Sequence[tuple[Wanted, list[Entry]]]) -> None:
        """A reaction comes next: everybody passes up to the moment at which it may be done. If there is none, nobody
        has passed."""
        idle = self.board.words.idle
        before, kept = self._mark(), deepcopy(self.entries)
        try:
            while idle is not None and (action := idle(self.m)) is not None:
                self.apply(action)
                while self.m.state.decision is not None and not self.m.over:
                    if self._holds(following):
                        return
                    self._go_on()
        except (ScenarioError, IllegalStep):
            # A question that this step does not answer: not this far.
            pass
        self._take_back(before)
        self.entries = kept

    def _holds(self, following: Sequence[tuple[Wanted, list[Entry]]]) -> bool:
        decision = self.m.state.decision
        assert decision is not None
        if answers_it_now(self.board, decision, self.entries):
            return False
        verb = verb_of(self.board, self.steps[self._current].get("do"), self.where)
        if decision.kind in verb.leaves:
            return True
        after = self.steps[self._current + 1] if self._current + 1 < len(self.steps) else {}
        if decision.kind == "trigger" and after.get("do") == "resolve":
            return True
        for wanted, entries in following:
            if wanted.do == "choice":
                if self._choice_fits(wanted, entries):
                    return True
            elif any(self._fits(wanted, action) for action in self.m.legal_actions()):
                return True
        return False

    def _choice_fits(self, wanted: Wanted, entries: Sequence[Entry]) -> bool:
        decision = self.m.state.decision
        return decision is not None and wanted.player == decision.seat and answers_it(self.board, decision, entries[:1])

    def _fits(self, wanted: Wanted, action: Action) -> bool:
        return fits(wanted, self.board.words.describe(self.m, action)) is not None

    def _go_on(self) -> None:
        """Answers one decision: from the choices, by declining, by the only option, or oldest first."""
        decision = self.m.state.decision
        assert decision is not None
        self._asked += 1
        if self._asked > MOST_DECISIONS:
            raise ScenarioError(Text("the step does not end"), f"{self.where}: when[{self._current + 1}]")
        option = answer(self.board, decision, self.entries)
        if option is NO_ANSWER:
            option = self._default(decision)
        self.apply(Action("choose", decision.seat, option=option))

    def _default(self, decision: Decision) -> Any:
        declines = self.board.words.declines
        if decision.kind in declines:
            usual = declines[decision.kind]
            option = usual(self.m, decision) if callable(usual) else usual
            if option is not None and option in decision.options:
                return option
        if decision.kind == "trigger":
            return min(decision.options)
        if len(decision.options) == 1:
            return decision.options[0]
        raise ScenarioError(
            Text("a decision has no answer: {kind}", {"kind": self._question()}),
            f"{self.where}: when[{self._current + 1}]",
            Text("add it to 'choices'"),
        )

    def _question(self) -> str:
        from deckkit.engine.notation import write_option

        decision = self.m.state.decision
        assert decision is not None
        options = [write_option(self.m, decision.kind, one, decision.seat) for one in decision.options[:8]]
        more = " …" if len(decision.options) > 8 else ""
        return f"{seat_name(decision.seat)} {decision.kind} ({', '.join(options)}{more})"

    # -- the match ---------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Does a legal action, and looks for what must never be offered."""
        try:
            self.m.apply(action)
        except DeckkitError as error:
            raise ScenarioError(error.what, f"{self.where}: when[{self._current + 1}]", error.do) from error
        self._watch()

    def _watch(self) -> None:
        if not self.forbidden or self.m.over:
            return
        for number, wanted in enumerate(self.forbidden):
            if offering(self.board, wanted):
                self.offered.append((number, self._current))

    def _mark(self) -> tuple[int, int, int, int]:
        m = self.m
        return len(m.journal or ()), len(m.log or ()), len(m.history), len(self.offered)

    def _take_back(self, mark: tuple[int, int, int, int]) -> None:
        self.m.rewind(mark[0], mark[1])
        del self.m.history[mark[2] :]
        del self.offered[mark[3] :]

    def _touched(self, mark: tuple[int, int, int, int]) -> set[int]:
        """The things that were changed, or that something happened to, since then."""
        found = {holder.id for holder, _, _ in (self.m.journal or [])[mark[0] :] if isinstance(holder, Thing)}
        for event in (self.m.log or [])[mark[1] :]:
            found |= {event.it, event.other}
        return found


def _answering(board: Board, wanted: Wanted, keys: Iterable[str]) -> list[Entry]:
    """The operands that answer what the engine asks for."""
    table = words_of(board)
    found = []
    for key in keys:
        if key in wanted.verb.answers:
            choice = wanted.verb.answers[key]
            where = f"{wanted.where}.{key}"
            value = check_choice(board, table[choice], wanted.raw[key], where)
            found.append(Entry({choice: value}, where, wanted.player, exact=True))
    return found


def offering(board: Board, wanted: Wanted) -> list[Action]:
    """The legal actions that have everything that is wanted. What the engine would ask for only afterwards (targets,
    say) is tried out and taken back."""
    m = board.m
    found = []
    for action in m.legal_actions():
        said = board.words.describe(m, action)
        if fits(wanted, said) is not None:
            asked = [key for key in wanted.operands if key not in (said or {})]
            if not asked or _could(board, action, _answering(board, wanted, asked)):
                found.append(action)
    return found


def _could(board: Board, action: Action, entries: list[Entry]) -> bool:
    m = board.m
    mark = len(m.journal or ()), len(m.log or ()), len(m.history)
    try:
        m.apply(action)
        while m.state.decision is not None and answers_it_now(board, m.state.decision, entries):
            option = answer(board, m.state.decision, entries)
            if option is NO_ANSWER:
                break
            m.apply(Action("choose", m.state.decision.seat, option=option))
        possible = all(
            not value if isinstance(value, list) else entry.used for entry in entries for value in entry.values.values()
        )
    except IllegalStep:
        possible = False
    m.rewind(mark[0], mark[1])
    del m.history[mark[2] :]
    return possible


def answers_it_now(board: Board, decision: Decision, entries: Sequence[Entry]) -> bool:
    """Whether an entry that is not used up answers this decision."""
    left = [
        entry
        for entry in entries
        if (not entry.values and not entry.used)
        or any(bool(value) if isinstance(value, list) else key not in entry.used for key, value in entry.values.items())
        or (decision.taken and entry.used)
        or any(value == [] and key not in entry.used for key, value in entry.values.items())
    ]
    return answers_it(board, decision, left)
