"""Every operation that an exact Riftbound card uses is shown at play with a real card, legal and not, at both seats."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from engine_support import catalogue, operations, words

from deckkit.effects.notation import write_abilities
from deckkit.engine.scenario_reading import read_scenarios
from deckkit.games.riftbound.labels import EFFECTS
from deckkit.games.scenarios import ScenarioRunner

FILE = Path(__file__).parent / "scenarios" / "riftbound-effects.json"


def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def mirrored(row: dict[str, Any]) -> dict[str, Any]:
    """The same question with the players' seats changed."""
    text = json.dumps(row).replace('"P1"', '"one"').replace('"P2"', '"P1"').replace('"one"', '"P2"')
    found: dict[str, Any] = json.loads(text)
    return {**found, "given": {"active": "P2", "first_player": "P2", **found["given"]}}


@cache
def runner() -> ScenarioRunner:
    return ScenarioRunner(catalogue(), date(2026, 12, 1))


@pytest.mark.parametrize("swap", [False, True], ids=["first seat", "second seat"])
@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_the_operation_does_what_the_rules_say(row: dict[str, Any], swap: bool) -> None:
    (raw,) = read_scenarios(json.dumps([mirrored(row) if swap else row]).encode(), FILE.name)
    outcome = runner().run_one(raw, FILE.name)
    told = [(problem.where, problem.expected, problem.actual) for problem in outcome.problems]
    assert outcome.status == "pass", (outcome.error, told, [note.render("en") for note in outcome.notes])


@cache
def used() -> Mapping[str, frozenset[str]]:
    """The operations of each exact card, by the card's name."""
    found = {}
    for card in catalogue().cards("riftbound"):
        said = EFFECTS.of(card.key, catalogue().abilities(card))
        if said.coverage == "exact":
            found[card.name] = frozenset(operations(write_abilities(said.abilities)))
    return found


def test_every_operation_has_a_scenario_with_a_real_card_that_uses_it() -> None:
    shown: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows():
        for name in set(words(row)) & set(used()):
            if row["area"] in used()[name]:
                shown[row["area"]].add(row["id"])
    assert sorted(set().union(*used().values()) - set(shown)) == []
    assert [row["id"] for row in rows() if row["id"] not in shown[row["area"]]] == []


def test_each_is_done_legally_and_refused() -> None:
    steps: defaultdict[str, set[bool]] = defaultdict(set)
    for row in rows():
        steps[row["area"]] |= set(row["then"]["legal_steps"])
    assert [area for area, legal in steps.items() if legal != {True, False}] == []


def test_scenarios_have_names_of_their_own_and_cite_a_rule() -> None:
    found = rows()
    assert len({row["id"] for row in found}) == len({row["title"] for row in found}) == len(found)
    assert all(row["rule"] and all(rule.startswith("RP ") for rule in row["rule"]) for row in found)
