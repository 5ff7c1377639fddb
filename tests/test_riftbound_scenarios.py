"""Riftbound rule by rule: the judged cases, and the scenarios of ``examples/scenarios``, each with its rule numbers."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from engine_support import ROOT, catalogue
from jsonschema import Draft202012Validator

from deckkit.engine.scenario_reading import RawScenario, read_scenarios
from deckkit.games.scenarios import ScenarioRunner

FILES = sorted((ROOT / "examples" / "scenarios").glob("riftbound-*.json"))
CASES = 98


@cache
def runner() -> ScenarioRunner:
    return ScenarioRunner(catalogue(), date(2026, 12, 1))


def scenarios() -> list[tuple[Path, RawScenario]]:
    return [(file, raw) for file in FILES for raw in read_scenarios(file.read_bytes(), file.name)]


@pytest.mark.shared
def test_every_judged_case_passes(shared: Path) -> None:
    content = (shared / "cases" / "riftbound.json").read_bytes()
    outcomes = list(runner().run(content, "riftbound.json"))
    assert len(outcomes) == CASES
    assert [(one.id, one.to_json()["problems"]) for one in outcomes if one.status != "pass"] == []


@pytest.mark.parametrize(("file", "raw"), scenarios(), ids=lambda one: one.name if isinstance(one, RawScenario) else "")
def test_the_rule_holds(file: Path, raw: RawScenario) -> None:
    outcome = runner().run_one(raw, file.name)
    told = [(problem.where, problem.expected, problem.actual) for problem in outcome.problems]
    assert outcome.status == "pass", (outcome.error, told, [note.render("en") for note in outcome.notes])


def test_every_scenario_has_a_name_of_its_own_and_cites_a_rule() -> None:
    rows: list[dict[str, Any]] = [row for file in FILES for row in json.loads(file.read_text(encoding="utf-8"))]
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({row["title"] for row in rows}) == len(rows)
    assert all(any(rule.startswith("RP ") for rule in row["rule"]) for row in rows)


@pytest.mark.shared
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_the_scenarios_keep_to_the_shared_schema(shared: Path, file: Path) -> None:
    schema = json.loads((shared / "scenario.schema.json").read_text(encoding="utf-8"))
    check = Draft202012Validator({"$defs": schema["$defs"], "type": "array", "items": {"$ref": "#/$defs/riftbound"}})
    found = [
        (list(error.absolute_path), error.message[:200])
        for error in check.iter_errors(json.loads(file.read_text(encoding="utf-8")))
    ]
    assert found == []
