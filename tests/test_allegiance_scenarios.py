"""Scenario files of Rites of Allegiance (AL 14.1 to 14.8): the judged cases, our own, and what means nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from deckkit.catalogue import Catalogue
from deckkit.engine.scenario import Outcome
from deckkit.errors import UsageError
from deckkit.games.allegiance.table import TABLE
from deckkit.games.scenarios import ScenarioRunner

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "examples" / "scenarios").glob("allegiance-*.json"))
PAGE = ROOT / "docs" / "allegiance-play.md"
HIT = {"id": "m", "test": "t-m", "kind": "magic", "effects": [{"on": "play", "do": [{"op": "wounds", "n": 3}]}]}


def run(catalogue: Catalogue, *scenarios: Mapping[str, Any], config: tuple[str, ...] = ()) -> list[Outcome]:
    rows = [{"id": f"own-{i}", "when": [], **one} for i, one in enumerate(scenarios)]
    runner = ScenarioRunner(catalogue, date(2026, 12, 1), "allegiance", config)
    return list(runner.run(json.dumps(rows).encode(), "own.json"))


def told(outcome: Outcome) -> str:
    return json.dumps(outcome.to_json()["problems"], ensure_ascii=False)


@pytest.mark.shared
def test_every_judged_case_passes(shared: Path, catalogue: Catalogue) -> None:
    runner = ScenarioRunner(catalogue, date(2026, 12, 1))
    outcomes = list(runner.run((shared / "cases" / "allegiance.json").read_bytes(), "allegiance.json"))
    assert len(outcomes) == 58
    assert [(one.id, told(one)) for one in outcomes if one.status != "pass"] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_scenario_of_ours_passes(file: Path, catalogue: Catalogue) -> None:
    runner = ScenarioRunner(catalogue, date(2026, 12, 1))
    outcomes = list(runner.run(file.read_bytes(), file.name))
    assert [(one.id, told(one)) for one in outcomes if one.status != "pass"] == []
    assert len({one.id for one in outcomes}) == len(outcomes) > 10


def test_the_scenarios_of_ours_try_every_setting() -> None:
    given = [row["given"] for file in FILES for row in json.loads(file.read_text(encoding="utf-8"))]
    tried = {name for one in given for name in one.get("config", {})}
    # Who begins, and what one begins with, is asked in test_allegiance_play.py.
    assert tried | {"first_player", "starting_deck"} == set(TABLE.config)


def test_settings_of_a_run_hold_where_a_scenario_says_nothing(catalogue: Catalogue) -> None:
    retreat = {"given": {"phase": "retreat", "P1": {"deck": ["t-1", "t-2", "t-3"]}}, "when": []}
    step = {"do": "run_step", "step": "retreat_5"}
    two = {**retreat, "when": [step], "then": {"P1": {"hand": ["t-1", "t-2"]}}}
    one = {**two, "given": {**retreat["given"], "config": {"hand_size": 1}}, "then": {"P1": {"hand": ["t-1"]}}}
    assert [outcome.status for outcome in run(catalogue, two, one, config=("hand_size=2",))] == ["pass", "pass"]
    with pytest.raises(UsageError) as refused:
        run(catalogue, two, config=("hand_sise=2",))
    assert "hand_size=5" in str(refused.value.do)


def test_the_outcome_names_cards_whose_requirement_nobody_knows(catalogue: Catalogue) -> None:
    hand = {"P1": {"hand": ["hypernova", "essence-volatile", HIT]}}
    play = [
        {"do": "play", "player": "P1", "card": "m"},
        {"do": "play", "player": "P1", "card": "essence-volatile", "choices": {"option": "essence"}},
    ]
    quiet, said = run(
        catalogue,
        {"given": hand, "when": play, "then": {"legal_steps": [True, True]}},
        {"given": hand, "when": [{"do": "play", "player": "P1", "card": "hypernova"}], "then": {"legal": True}},
    )
    assert (quiet.status, quiet.notes) == ("pass", ())  # the starting Souls need nothing
    assert [str(note) for note in said.notes] == [
        "played as if they needed no allegiance, since nobody tells what they need (AL 13.28): Hypernova"
    ]


def test_a_triggerless_trap_is_never_offered_between_two_lines(catalogue: Catalogue) -> None:
    # AL 6.3: the foe is asked about Guard in the middle, and about the trap before and after.
    lines = [{"op": "wounds", "n": 2}, {"op": "wounds", "n": 2}]
    board = {
        "P1": {"hand": [{"id": "m", "test": "t-m", "kind": "magic", "effects": [{"on": "play", "do": lines}]}]},
        "P2": {"hand": ["bouclier-divin"], "battlefield": [{"test": "t-g", "kind": "creature", "keywords": ["Guard"]}]},
    }
    play = {"do": "play", "player": "P1", "card": "m"}
    trap = {"do": "play_trap", "player": "P2", "card": "bouclier-divin"}
    before, after, between = run(
        catalogue,
        {"given": board, "when": [play, {**trap, "window": "after_played"}], "then": {"P2": {"life": 38}}},
        {"given": board, "when": [play, {**trap, "window": "nothing_resolving"}], "then": {"P2": {"life": 36}}},
        {
            "given": board,
            "when": [
                play,
                {"do": "guard", "player": "P2", "source": "t-g", "effect": 1},
                {**trap, "window": "after_damage"},
            ],
            "then": {"legal_steps": [True, True, False], "P2": {"life": 38}},
        },
    )
    assert [(one.status, told(one)) for one in (before, after, between)] == [("pass", "[]")] * 3


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ({"given": {"P1": {"mana": 3}}, "then": {"turn": 1}}, "mana"),
        ({"given": {"phase": "main"}, "then": {"turn": 1}}, "main"),
        ({"given": {"config": {"speed": 3}}, "then": {"turn": 1}}, "speed"),
        ({"given": {"config": {"hand_size": "many"}}, "then": {"turn": 1}}, "hand_size"),
        ({"given": {"config": {"refill": "sometimes"}}, "then": {"turn": 1}}, "sometimes"),
        ({"given": {"config": {"retreat_steps": ["draw"]}}, "then": {"turn": 1}}, "retreat_steps"),
        ({"given": {"config": {"max_life": "much"}}, "then": {"turn": 1}}, "max_life"),
        ({"given": {"config": {"starting_deck": {"hypernova": 3}}}, "then": {"turn": 1}}, "starting_deck"),
        ({"given": {"P1": {"allegiance": {"green": 3}}}, "then": {"turn": 1}}, "green 3"),
        ({"given": {"P1": {"allegiance": {"red": 7}}}, "then": {"turn": 1}}, "red 7"),
        ({"given": {"P1": {"rites": ["hypernova"]}}, "then": {"turn": 1}}, "hypernova"),
        ({"given": {"P1": {"active_effects": ["piege-d-ame"]}}, "then": {"turn": 1}}, "piege-d-ame"),
        ({"given": {"P1": {"hand": [{"test": "t-x", "kind": "potion"}]}}, "then": {"turn": 1}}, "potion"),
        ({"given": {"P1": {"hand": [{"test": "t-x", "faction": "green"}]}}, "then": {"turn": 1}}, "green"),
        ({"given": {"P1": {"hand": [None]}}, "then": {"turn": 1}}, "hand"),
        (
            {"given": {"P1": {"hand": ["t-x"]}}, "when": [{"do": "dance", "player": "P1"}], "then": {"legal": True}},
            "dance",
        ),
        (
            {
                "given": {"P1": {"hand": ["t-x"]}},
                "when": [{"do": "play_trap", "player": "P1", "card": "t-x", "window": "at_night"}],
                "then": {"legal": True},
            },
            "at_night",
        ),
        (
            # Its death effect has no number that anybody knows (AL 11.23).
            {
                "given": {
                    "P1": {
                        "hand": [{"id": "k", "test": "t-k", "effects": [{"on": "play", "do": [{"op": "destruction"}]}]}]
                    },
                    "P2": {"battlefield": ["pyrobombe"]},
                },
                "when": [{"do": "play", "player": "P1", "card": "k"}],
                "then": {"P2": {"battlefield": []}},
            },
            "the number of Wounds of Pyrobombe is not known",
        ),
    ],
)
def test_what_means_nothing_is_an_error_with_its_place(
    catalogue: Catalogue, scenario: Mapping[str, Any], words: str
) -> None:
    (outcome,) = run(catalogue, scenario)
    assert outcome.status == "error"
    assert words in told(outcome) and "own.json" in told(outcome)


def test_a_wrong_row_fails_with_what_lies_there(catalogue: Catalogue) -> None:
    given = {"recruitment": ["t-a", None, "t-b"]}
    good, moved, short = run(
        catalogue,
        {"given": given, "then": {"recruitment": ["t-a", None, "t-b"], "recruitment_size": 2}},
        {"given": given, "then": {"recruitment": ["t-a", "t-b", None]}},
        {"given": given, "then": {"recruitment": ["t-a", None]}},
    )
    assert [one.status for one in (good, moved, short)] == ["pass", "fail", "fail"]
    assert '["t-a", null, "t-b"]' in told(moved)


# -- the rules that no test cites ------------------------------------------------------------------------------------


def numbers(text: str) -> set[str]:
    """The numbers that a text cites: "AL 7.1, 7.3 and 8.6", "AL 7.3 to 7.5"."""
    found: set[str] = set()
    for run_on in re.findall(r"AL \d+\.\d+(?:(?:, | and | to |-)(?:AL )?\d+\.\d+)*", text):
        found |= set(re.findall(r"\d+\.\d+", run_on))
        for first, last in re.findall(r"(\d+\.\d+)(?: to |-)(?:AL )?(\d+\.\d+)", run_on):
            chapter, _, start = first.partition(".")
            found |= {f"{chapter}.{n}" for n in range(int(start), int(last.partition(".")[2]) + 1)}
    return found


@pytest.mark.shared
def test_every_rule_of_the_digest_is_cited_by_a_test_or_named_on_the_page(shared: Path) -> None:
    digest = (shared / "rules" / "allegiance.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"^(?:- |\| )(\d+\.\d+)\b", digest, re.MULTILINE))
    assert len(rules) == 142
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_allegiance*.py")]
    tests += [file.read_text(encoding="utf-8") for file in FILES]
    cases = json.loads((shared / "cases" / "allegiance.json").read_text(encoding="utf-8"))
    cited = numbers("\n".join([*tests, *(rule for case in cases for rule in case["rule"])]))
    page = PAGE.read_text(encoding="utf-8").partition("## Rules that no test cites")[2]
    rows = re.findall(r"^\| ([\d., ]+) \| ([^|]+) \|$", page, re.MULTILINE)
    named = {number for row in rows for number in row[0].split(", ")}
    assert named == rules - cited, (sorted(rules - cited - named), sorted(named - (rules - cited)))
    assert all(len(reason) > 10 for _, reason in rows)


@pytest.mark.shared
def test_the_rules_in_code_cite_numbers_that_the_digest_has(shared: Path) -> None:
    digest = (shared / "rules" / "allegiance.md").read_text(encoding="utf-8")
    known = set(re.findall(r"\b\d+\.\d+\b", digest))
    package = ROOT / "deckkit" / "games" / "allegiance"
    for file in sorted(package.glob("*.py")):
        assert numbers(file.read_text(encoding="utf-8")) <= known, file.name
    for name in ("turn", "play", "wounds", "recruit", "rites", "creatures", "setup"):
        assert len(numbers((package / f"{name}.py").read_text(encoding="utf-8"))) >= 5, name


def test_the_page_lists_every_setting_with_its_usual_value() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| [\d., ]+ \| `(\w+)` \| `([^`]+)` \|", page, re.MULTILINE))
    shown = {name: value if isinstance(value, str) else json.dumps(value) for name, value in TABLE.config.items()}
    # The starting deck is told in words, and the price of ours that the digest does not have has a row of its own.
    assert rows == shown
