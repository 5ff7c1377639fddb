"""Scenario files of WoW TCG: the judged cases, our own rule by rule, the facts that nobody cites, and words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from engine_support import ROOT
from jsonschema import Draft202012Validator

from deckkit.catalogue import Catalogue
from deckkit.engine.scenario import Outcome
from deckkit.games.scenarios import ScenarioRunner

FILES = sorted((ROOT / "examples" / "scenarios").glob("wowtcg-*.json"))
#: A keyword of the fan set is in no schema.
MORE = sorted((ROOT / "tests" / "scenarios").glob("wowtcg*.json"))
PAGE = ROOT / "docs" / "wowtcg-play.md"
#: The digest calls Rodrigo a card of block 4; by its own WOW 78 he is legal (docs/wowtcg.md).
LEFT_FAILING = "wow-format-01"
#: Facts of the digest that are rules of play (its sections A to H and K).
FACTS = (*range(1, 58), *range(83, 141))
_RUN = re.compile(r"WOW \d+(?: to \d+)?(?:(?:,| and) \d+(?: to \d+)?)*")


def run(catalogue: Catalogue, *scenarios: Mapping[str, Any]) -> list[Outcome]:
    rows = [{"id": f"own-{i}", "when": [], "then": {"result": None}, **one} for i, one in enumerate(scenarios)]
    runner = ScenarioRunner(catalogue, date(2026, 12, 1), "wowtcg")
    return list(runner.run(json.dumps(rows).encode(), "own.json"))


def told(outcome: Outcome) -> str:
    return json.dumps(outcome.to_json()["problems"], ensure_ascii=False)


@pytest.mark.shared
def test_every_judged_case_passes(shared: Path, catalogue: Catalogue) -> None:
    runner = ScenarioRunner(catalogue, date(2026, 12, 1))
    outcomes = list(runner.run((shared / "cases" / "wowtcg.json").read_bytes(), "wowtcg.json"))
    assert len(outcomes) == 86
    assert [(one.id, told(one)) for one in outcomes if one.status != "pass" and one.id != LEFT_FAILING] == []
    assert [one.status for one in outcomes if one.id == LEFT_FAILING] == ["fail"]


@pytest.mark.parametrize("file", [*FILES, *MORE], ids=lambda file: file.stem)
def test_every_scenario_of_ours_passes(file: Path, catalogue: Catalogue) -> None:
    runner = ScenarioRunner(catalogue, date(2026, 12, 1))
    outcomes = list(runner.run(file.read_bytes(), file.name))
    assert [(one.id, told(one)) for one in outcomes if one.status != "pass"] == []


def test_every_scenario_of_ours_has_a_name_of_its_own_and_cites_a_rule() -> None:
    rows: list[dict[str, Any]] = [
        row for file in (*FILES, *MORE) for row in json.loads(file.read_text(encoding="utf-8"))
    ]
    assert len({row["id"] for row in rows}) == len(rows) > 120
    assert len({row["title"] for row in rows}) == len(rows)
    assert all(row["rule"] for row in rows)


@pytest.mark.shared
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_our_scenarios_keep_to_the_shared_schema(shared: Path, file: Path) -> None:
    schema = json.loads((shared / "scenario.schema.json").read_text(encoding="utf-8"))
    check = Draft202012Validator({"$defs": schema["$defs"], "type": "array", "items": {"$ref": "#/$defs/wowtcg"}})
    found = [
        (list(error.absolute_path), error.message[:200])
        for error in check.iter_errors(json.loads(file.read_text(encoding="utf-8")))
    ]
    assert found == []


# -- citations -------------------------------------------------------------------------------------------------------


def cited(text: str) -> Iterator[int]:
    """The facts that a text cites: "WOW 2, 83 to 140"."""
    for found in _RUN.finditer(text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", found.group()):
            yield from range(int(first), int(last or first) + 1)


@pytest.mark.shared
def test_the_list_of_uncited_facts_is_true(shared: Path) -> None:
    rows = [row for file in (*FILES, *MORE) for row in json.loads(file.read_text(encoding="utf-8"))]
    rows += json.loads((shared / "cases" / "wowtcg.json").read_text(encoding="utf-8"))
    known = {number for row in rows for rule in row["rule"] for number in cited(rule)}
    listed = {int(one) for one in re.findall(r"^\| fact (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)}
    assert listed == set(FACTS) - known


@pytest.mark.shared
def test_the_page_says_how_each_keyword_is_played(shared: Path) -> None:
    digest = (shared / "rules" / "wowtcg.md").read_text(encoding="utf-8")
    keywords = {int(number) for number in re.findall(r"^\| (\d+) \|", digest, re.MULTILINE)}
    assert keywords == set(range(83, 141))
    page = PAGE.read_text(encoding="utf-8").partition("\n## Keywords")[2].partition("\n## ")[0]
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == keywords


# -- words -----------------------------------------------------------------------------------------------------------

HERO = {"id": "h1", "test": "t-h1", "type": "hero"}
GIVEN = {"P1": {"hero": HERO}, "P2": {"hero": {"id": "h2", "test": "t-h2", "type": "hero"}}}
AT_HERO = {"choose": {"type": ["Hero"]}}
DAMAGE = {"op": "damage", "kind": "fire", "source": "hero", "n": 1, "target": AT_HERO}
SPARK = {"id": "s", "test": "t-s", "type": "ability", "instant": True, "effects": [{"on": "play", "do": [DAMAGE]}]}


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ({"when": [{"do": "setup", "first_player": "P1", "mulligan": {"P2": "some"}}]}, "exchange"),
        ({"given": {**GIVEN, "rules": "house"}}, "house"),
        ({"given": {**GIVEN, "phase": "main"}}, "main"),
        ({"given": {"P1": {"hero": HERO, "hand": [{"test": "t-a", "keywords": ["Protekter"]}]}}}, "Protekter"),
        ({"given": {"P1": {"hero": HERO, "hand": [{"test": "t-a", "keywords": ["Assault"]}]}}}, "Assault"),
        ({"given": {"P1": {"hero": HERO, "hand": [{"test": "t-a", "type": "spell"}]}}}, "spell"),
        ({"when": [{"do": "propose", "player": "P1", "attacker": "h1"}]}, "defender"),
        ({"when": [{"do": "play", "player": "P1", "card": "t-nobody"}]}, "t-nobody"),
    ],
)
def test_what_means_nothing_is_told(scenario: Mapping[str, Any], words: str, catalogue: Catalogue) -> None:
    (outcome,) = run(catalogue, {"given": GIVEN, **scenario})
    assert outcome.status == "error"
    assert words in told(outcome)


def test_a_reaction_that_cannot_come_passes_for_nobody(catalogue: Catalogue) -> None:
    """A protector that is not there is illegal, and nobody has passed for it: the card may still be answered."""
    given = {"P1": {"hero": HERO, "hand": [SPARK]}, "P2": {**GIVEN["P2"], "hand": [{**SPARK, "id": "t"}]}}
    when = [
        {"do": "play", "player": "P1", "card": "s", "targets": ["h2"]},
        {"do": "prevent", "player": "P2", "armor": "h2"},
        {"do": "pass", "player": "P1"},
        {"do": "play", "player": "P2", "card": "t", "targets": ["h1"]},
        {"do": "resolve_chain"},
    ]
    then = {"legal_steps": [True, False, True, True, True], "objects": {"h1": {"damage": 1}, "h2": {"damage": 1}}}
    (outcome,) = run(catalogue, {"given": given, "when": when, "then": then})
    assert outcome.status == "pass", told(outcome)


def test_a_card_is_named_in_the_note_of_an_illegal_step(catalogue: Catalogue) -> None:
    (outcome,) = run(
        catalogue, {"given": GIVEN, "when": [{"do": "propose", "player": "P1", "attacker": "h1", "defender": "h2"}]}
    )
    assert outcome.status == "pass"
    assert any("propose" in note.render("en") for note in outcome.notes)
