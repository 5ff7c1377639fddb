"""For tests of the scenario runner: scenarios of the toy game, run without a file."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from toy_game import RULES, WORDS

from deckkit.engine.cards import PlayCard
from deckkit.engine.scenario import Outcome, Services, run_scenario
from deckkit.engine.scenario_reading import ScenarioError, read_scenarios
from deckkit.i18n import Text

__all__ = ["SERVICES", "error_of", "problems_of", "run", "scenario"]


def _card(name: str, where: str) -> PlayCard:
    if name not in ("Ann", "Bob"):
        raise ScenarioError(Text("no card is called {name}", {"name": name}), where)
    return PlayCard(f"toy:{name.lower()}", name, "unit", names=frozenset({name}), stats={"power": 2})


SERVICES = Services(
    "toy",
    _card,
    lambda given, _on, _where: (given["deck"] == ["good"], [] if given["deck"] == ["good"] else ["size.wrong"]),
    lambda step, _where: (Fraction(step["copies"], step["deck_size"]), 1),
    WORDS,
    RULES,
)


def scenario(given: Any, when: Any, then: Any, **more: Any) -> dict[str, Any]:
    return {"id": "x", "given": given, "when": when, "then": then, **more}


def run(given: Any, when: Any, then: Any, **more: Any) -> Outcome:
    """The outcome of one scenario, which goes through its text."""
    text = json.dumps([scenario(given, when, then, **more)])
    (raw,) = read_scenarios(text.encode(), "toy.json")
    return run_scenario(raw, SERVICES)


def problems_of(outcome: Outcome) -> list[tuple[str, Any, Any]]:
    """(where, expected, actual) of a scenario that failed."""
    assert outcome.status == "fail", outcome
    return [(one.where, one.expected, one.actual) for one in outcome.problems]


def error_of(outcome: Outcome) -> tuple[str, str]:
    """(what, where) of a scenario with an error."""
    assert outcome.status == "error" and outcome.error is not None, outcome
    return str(outcome.error.what), str(outcome.error.where)
