"""Scenarios: a small board, a few steps, and what must be true afterwards (``docs/scenarios.md``).

The engine runs them with a game's words; what other parts of the project answer (deck checks, probabilities, cards of
the catalogue) is handed in as :class:`Services`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules
from deckkit.engine.scenario_asserting import CLOSE, Problem, check_then, read_offers
from deckkit.engine.scenario_board import lay_board
from deckkit.engine.scenario_operands import check_shape
from deckkit.engine.scenario_reading import (
    RawScenario,
    ScenarioError,
    check_keys,
    check_value,
    listed,
    mapping,
    read_day,
)
from deckkit.engine.scenario_steps import Stepper
from deckkit.engine.scenario_words import ScenarioWords
from deckkit.errors import DeckkitError
from deckkit.i18n import Text

__all__ = ["SCHEMA", "Outcome", "Services", "report", "run_scenario"]

SCHEMA = "deckkit.scenario/1"

#: Steps that ask other parts of the project and need no board.
ASKING: Mapping[str, tuple[str, ...]] = {
    "check_deck": (),
    "probability": ("deck_size", "copies", "at_least", "turn", "going"),
}
#: An exception's own words are shown up to this length.
_REASON = 200
_ABOUT_STEPS = ("legal", "legal_steps", "never_offered", "after")
_ABOUT_DECK = ("findings", "no_findings")


@dataclass(frozen=True, slots=True)
class Services:
    """What the runner is given of the rest of the project, for one game.

    ``card(name, where)``: the engine's card of a card of the catalogue. ``check_deck(given, on, where)``: whether the
    deck is legal, and the codes of all findings. ``probability(step, where)``: the chance, and the cards seen.
    ``words`` and ``rules`` are None for a game that has no engine.
    """

    game: str
    card: Callable[[str, str], PlayCard]
    check_deck: Callable[[Mapping[str, Any], Any, str], tuple[bool, Sequence[str]]]
    probability: Callable[[Mapping[str, Any], str], tuple[Fraction, int]]
    words: ScenarioWords | None = None
    rules: TableRules | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: ``status`` is ``pass``, ``fail`` or ``error``.

    ``events`` tell what happened, ``notes`` what the scenario does not ask about and its reader should know.
    """

    id: str
    status: str
    title: str = ""
    problems: tuple[Problem, ...] = ()
    events: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    error: DeckkitError | None = None

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``{"id", "status", "problems"}``; an error is one problem."""
        if self.error is not None:
            words = self.error.to_json(lang)["error"]
            problems = [{"where": words["where"], "what": words["what"], "do": words["do"]}]
        else:
            problems = [problem.to_json(lang) for problem in self.problems]
        return {"id": self.id, "status": self.status, "problems": problems}


def report(outcomes: Iterable[Outcome], lang: str = "en") -> dict[str, Any]:
    """The JSON of a run: ``{"schema", "passed", "failed", "errors", "scenarios"}``."""
    rows = list(outcomes)
    count = {status: sum(one.status == status for one in rows) for status in ("pass", "fail", "error")}
    return {
        "schema": SCHEMA,
        "passed": count["pass"],
        "failed": count["fail"],
        "errors": count["error"],
        "scenarios": [one.to_json(lang) for one in rows],
    }


def run_scenario(raw: RawScenario, services: Services) -> Outcome:
    """Runs one scenario. Whatever is wrong with it is told in the outcome, and nothing is raised."""
    if raw.error is not None or raw.data is None:
        return Outcome(raw.name, "error", error=raw.error)
    title = str(raw.data.get("title", ""))
    run = _Run(raw.data, raw.where, services)
    try:
        run.run()
    except DeckkitError as error:
        placed = error if str(error.where) else ScenarioError(error.what, raw.where, error.do)
        return Outcome(raw.name, "error", title, events=tuple(run.events()), error=placed)
    except RecursionError:
        deep = ScenarioError(Text("the scenario is nested too deeply"), raw.where)
        return Outcome(raw.name, "error", title, error=deep)
    except Exception as error:
        # A mistake of ours in one scenario is told like any other, and the others are run.
        if os.environ.get("DECKKIT_DEBUG"):
            raise
        told = {"kind": type(error).__name__, "reason": str(error)[:_REASON]}
        mistake = DeckkitError(
            Text("deckkit made a mistake: {kind}: {reason}", told),
            raw.where,
            Text("please report it; with DECKKIT_DEBUG=1 the same command shows where it happened"),
        )
        return Outcome(raw.name, "error", title, error=mistake)
    status = "fail" if run.problems else "pass"
    return Outcome(raw.name, status, title, tuple(run.problems), tuple(run.events()), tuple(run.notes))


@dataclass(slots=True)
class _Run:
    data: Mapping[str, Any]
    where: str
    services: Services
    problems: list[Problem] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)
    stepper: Stepper | None = None
    legal: list[bool] = field(default_factory=list)
    why: list[Text | None] = field(default_factory=list)
    codes: list[str] | None = None
    chance: tuple[Fraction, int] | None = None

    def run(self) -> None:
        steps = self.data["when"]
        self._check_place_keys()
        if not steps or any(step["do"] not in ASKING for step in steps):
            self.stepper = self._board(steps)
        after = mapping(self.data["then"].get("after", {}), f"{self.where}: then.after")
        for place, step in enumerate(steps):
            if step["do"] in ASKING:
                self._ask(step, place)
            else:
                assert self.stepper is not None
                self.legal.append(self.stepper.do(place))
                self.why.append(self.stepper.why[-1])
            if str(place + 1) in after:
                self._after(after[str(place + 1)], place)
        self._judge()

    def events(self) -> list[str]:
        """What happened, as texts."""
        if self.stepper is None:
            return []
        from deckkit.engine.view import describe_event

        return [describe_event(self.stepper.m, event) for event in self.stepper.m.log or ()]

    def _check_place_keys(self) -> None:
        after = self.data["then"].get("after", {})
        for key in mapping(after, f"{self.where}: then.after"):
            if not (key.isdecimal() and len(key) < 6 and 1 <= int(key) <= len(self.data["when"])):
                raise ScenarioError(
                    Text("there is no step {n}", {"n": key[:20]}),
                    f"{self.where}: then.after",
                    Text("steps count from 1"),
                )

    # -- steps -------------------------------------------------------------------------------------------------

    def _board(self, steps: Sequence[Mapping[str, Any]]) -> Stepper:
        words, rules = self.services.words, self.services.rules
        if words is None or rules is None:
            raise ScenarioError(
                Text(
                    "{game} cannot be played yet: only its decks and chances can be asked about",
                    {"game": self.services.game},
                ),
                self.where,
            )
        given = self.data["given"]
        for key in ("deck", "pool", "format_options"):
            if key in given and not any(step["do"] == "check_deck" for step in steps):
                what = Text("'{name}' means nothing without check_deck", {"name": key})
                raise ScenarioError(what, f"{self.where}: given.{key}")
        if words.version_on is not None and "on" in self.data and "rules" not in given:
            day = read_day(self.data["on"], f"{self.where}: on")
            given = {**given, "rules": words.version_on(day)}
        board = lay_board(words, rules, given, self.services.card, self.where)
        stepper = Stepper(board, steps, self.where)
        then = self.data["then"]
        if "never_offered" in then:
            stepper.forbidden = read_offers(board, then["never_offered"], f"{self.where}: then.never_offered")
        # Every step is looked at before the first one is done: a mistake in a later one is no matter of luck.
        for place, step in enumerate(steps, 1):
            if step["do"] not in ASKING:
                check_shape(board, step, f"{self.where}: when[{place}]", whole=True)
        return stepper

    def _ask(self, step: Mapping[str, Any], place: int) -> None:
        where = f"{self.where}: when[{place + 1}]"
        keys = ASKING[step["do"]]
        check_keys(step, ("do", *keys), where)
        for key in keys:
            if key not in step:
                raise ScenarioError(Text("'{step}' needs '{name}'", {"step": step["do"], "name": key}), where)
        if step["do"] == "check_deck":
            given = self.data["given"]
            if "deck" not in given:
                raise ScenarioError(Text("there is no deck to check"), f"{self.where}: given.deck")
            legal, codes = self.services.check_deck(given, self.data.get("on"), f"{self.where}: given")
            self.codes = list(codes)
            self.legal.append(legal)
        else:
            for key in keys[:-1]:
                check_value("positive" if key == "deck_size" else "count", step[key], f"{where}.{key}")
            check_value("word", step["going"], f"{where}.going", ("first", "second"))
            self.chance = self.services.probability(step, where)
            self.legal.append(True)
        self.why.append(None)

    # -- what must be true -------------------------------------------------------------------------------------

    def _after(self, then: Any, place: int) -> None:
        where = f"{self.where}: then.after.{place + 1}"
        if self.stepper is None:
            raise ScenarioError(Text("'{name}' means nothing here", {"name": "after"}), where)
        self.problems += check_then(self.stepper.board, mapping(then, where), where, self.stepper.notes, last=False)

    def _judge(self) -> None:
        then = self.data["then"]
        self._legal(then)
        self._never(then)
        self._deck(then)
        self._probability(then)
        rest = {key: one for key, one in then.items() if key not in (*_ABOUT_STEPS, *_ABOUT_DECK, "probability")}
        where = f"{self.where}: then"
        if self.stepper is not None:
            self.problems += check_then(self.stepper.board, rest, where, self.stepper.notes)
            self.notes += self.stepper.board.words.notes(self.stepper.m)
        else:
            check_keys(rest, (), where)

    def _legal(self, then: Mapping[str, Any]) -> None:
        where = f"{self.where}: then"
        steps = len(self.data["when"])
        asserted: dict[int, bool] = {}
        if "legal_steps" in then:
            wanted = listed(then["legal_steps"], f"{where}.legal_steps")
            for one in wanted:
                check_value("flag", one, f"{where}.legal_steps")
            if len(wanted) != steps:
                raise ScenarioError(
                    Text("{n} values for {steps} steps", {"n": len(wanted), "steps": steps}), f"{where}.legal_steps"
                )
            asserted = dict(enumerate(wanted))
        if "legal" in then:
            check_value("flag", then["legal"], f"{where}.legal")
            if not steps:
                raise ScenarioError(Text("there is no step that could be legal"), f"{where}.legal")
            asserted[steps - 1] = then["legal"]
        for place, legal in enumerate(self.legal):
            why = self.why[place]
            step = self.data["when"][place]
            told = {"n": place + 1, "step": step["do"]}
            if place in asserted:
                if legal is not asserted[place]:
                    what = Text("step {n} ({step}) is legal", told)
                    if not legal:
                        what = Text(
                            "step {n} ({step}) is not legal: {why}", {**told, "why": why or Text("see the findings")}
                        )
                    last = place == steps - 1 and "legal" in then
                    where_told = "then.legal" if last else f"then.legal_steps[{place + 1}]"
                    self.problems.append(Problem(where_told, what, asserted[place], legal))
            elif not legal and step["do"] not in ASKING:
                self.notes.append(Text("step {n} ({step}) is not legal: {why}", {**told, "why": why or ""}))

    def _never(self, then: Mapping[str, Any]) -> None:
        if "never_offered" not in then or self.stepper is None:
            return
        for number, place in dict.fromkeys(self.stepper.offered):
            wanted = self.stepper.forbidden[number]
            what = Text("the action is offered at step {n}", {"n": place + 1})
            self.problems.append(Problem(f"then.never_offered[{number + 1}]", what, dict(wanted.raw), None))

    def _deck(self, then: Mapping[str, Any]) -> None:
        for key in _ABOUT_DECK:
            if key not in then:
                continue
            where = f"{self.where}: then.{key}"
            wanted = check_value("words", then[key], where)
            if self.codes is None:
                raise ScenarioError(Text("'{name}' means nothing without check_deck", {"name": key}), where)
            if key == "findings":
                missing = [code for code in wanted if code not in self.codes]
                if missing or (wanted == [] and self.codes and then.get("legal")):
                    self.problems.append(Problem("then.findings", Text("the findings differ"), wanted, self.codes))
            elif any(code in self.codes for code in wanted):
                self.problems.append(Problem("then.no_findings", Text("there are such findings"), wanted, self.codes))

    def _probability(self, then: Mapping[str, Any]) -> None:
        if "probability" not in then:
            return
        where = f"{self.where}: then.probability"
        wanted = mapping(then["probability"], where)
        check_keys(wanted, ("value", "fraction", "seen"), where)
        if self.chance is None:
            raise ScenarioError(Text("'{name}' means nothing without such a step", {"name": "probability"}), where)
        chance, seen = self.chance
        actual = {"value": float(chance), "fraction": f"{chance.numerator}/{chance.denominator}", "seen": seen}
        for key, value in wanted.items():
            if key == "value":
                number = isinstance(value, (int, float)) and not isinstance(value, bool)
                if not number:
                    raise ScenarioError(Text("a number was expected here"), f"{where}.value")
                good = abs(value - actual["value"]) <= CLOSE
            else:
                good = value == actual[key]
            if not good:
                self.problems.append(Problem(f"then.probability.{key}", Text("the value differs"), value, actual[key]))
