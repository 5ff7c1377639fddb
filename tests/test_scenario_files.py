"""Scenario files: the forms, errors with their place, files that mean harm, and the command."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from scenario_support import SERVICES, error_of, run, scenario
from schema_check import validate

from deckkit.engine.scenario import report, run_scenario
from deckkit.engine.scenario_reading import read_scenarios

Command = Callable[..., tuple[int, bytes, str]]

GOOD = scenario({"P1": {"board": ["Ann"]}}, [{"do": "raid", "player": "P1", "source": "Ann"}], {"P1": {"points": 2}})


def statuses(content: bytes) -> list[str]:
    return [run_scenario(raw, SERVICES).status for raw in read_scenarios(content, "toy.json")]


# -- forms ----------------------------------------------------------------------------------------------------------


def test_a_list_one_scenario_and_json_lines() -> None:
    one = json.dumps(GOOD)
    assert statuses(f"[{one}, {one}]".encode()) == ["pass", "pass"]
    assert statuses(one.encode()) == ["pass"]
    assert statuses(json.dumps(GOOD, indent=1).encode()) == ["pass"]
    assert statuses(f"{one}\n\n{one}\n".encode()) == ["pass", "pass"]
    assert statuses(f"\ufeff{one}\r\n{one}".encode()) == ["pass", "pass"]


def test_an_error_in_one_line_does_not_hide_the_others() -> None:
    content = f"{json.dumps(GOOD)}\n{{broken\n{json.dumps(GOOD)}\n[1]\n".encode()
    found = read_scenarios(content, "toy.jsonl")
    assert [raw.error is None for raw in found] == [True, False, True, False]
    assert str(found[1].error and found[1].error.where).startswith("toy.jsonl:2")
    assert found[3].name == "toy.jsonl:4"


HOSTILE: list[tuple[bytes, str]] = [
    (b"", "empty"),
    (b"  \n", "empty"),
    (b"[]", "no scenario"),
    (b"not json", "no JSON"),
    (b"[1, 2", "no JSON"),
    (b'{"id": "x",}', "no JSON"),
    (b"\xff\xfe\x00", "UTF-8"),
    (b"3", "a scenario is a JSON object"),
    (b"null", "a scenario is a JSON object"),
    (b'["x"]', "a scenario is a JSON object"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deeply"),
    (b"[" + b"9" * 10_000 + b"]", "more than 20 digits"),
    (b"[NaN]", "no JSON"),
    (b'{"id": "x", "id": "y"}', "twice"),
    (b'{"id": "x"}', "needs 'given'"),
    (b'{"id": 3, "given": {}, "when": [], "then": {"turn": 1}}', "'id' is a text"),
    (b'{"id": "x", "given": [], "when": [], "then": {"turn": 1}}', "an object was expected"),
    (b'{"id": "x", "given": {}, "when": {}, "then": {"turn": 1}}', "a list was expected"),
    (b'{"id": "x", "given": {}, "when": [3], "then": {"turn": 1}}', "an object was expected"),
    (b'{"id": "x", "given": {}, "when": [{}], "then": {"turn": 1}}', "needs 'do'"),
    (b'{"id": "x", "given": {}, "when": [], "then": {"turn": 1}, "on": "2026-13-01"}', "not a date"),
    (b'{"id": "x", "given": {}, "when": [], "then": {"turn": 1}, "colour": 1}', "'colour' means nothing"),
    (b'{"id": "x", "given": {}, "when": [], "then": {"turn": 1}, "rule": "CR 1"}', "a list of texts"),
]


@pytest.mark.parametrize(("content", "what"), HOSTILE, ids=lambda one: str(one)[:40])
def test_a_file_that_is_none_is_one_clear_error(content: bytes, what: str) -> None:
    (raw,) = read_scenarios(content, "toy.json")
    told, where = error_of(run_scenario(raw, SERVICES))
    assert what in told and "toy.json" in where and len(told) < 300


def test_a_deep_value_inside_a_scenario_is_told_too() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    for name in ("objects", "P1", "order"):
        assert run({}, [], {name: deep}).status == "error"
    under: Any = "Ann"
    for _ in range(400):
        under = {"card": "Ann", "under": [under]}
    assert run({"P1": {"board": [under]}}, [], {"P1": {"board": [{"card": "Ann"}]}}).status in ("pass", "error")


BOARDS: list[tuple[Any, str]] = [
    ({"colour": 1}, "'colour' means nothing"),
    ({"P1": {"boards": []}}, "'boards' means nothing"),
    ({"P1": {"waiting": 1}}, "'waiting' means nothing"),
    ({"P1": []}, "an object was expected"),
    ({"P1": {"points": -1}}, "a number from 0"),
    ({"P1": {"points": 10**9}}, "a number from 0"),
    ({"P1": {"board": ["Zed"]}}, "no card is called Zed"),
    ({"P1": {"board": [{"id": "a"}]}}, "needs 'card' or 'test'"),
    ({"P1": {"board": [{"card": "Ann", "id": "a"}, {"card": "Ann", "id": "a"}]}}, "names two objects"),
    ({"P1": {"board": [{"card": "Ann", "id": "a", "n": 2}]}}, "an id names one object"),
    ({"P1": {"board": [{"card": "Ann", "n": 10**5}]}}, "copies are more than"),
    ({"P1": {"board": [{"card": "Ann", "n": 0}]}}, "a number from 1"),
    ({"P1": {"board": [{"card": "Ann", "power": 9}]}}, "'power' means nothing"),
    ({"P1": {"board": [{"card": "Ann", "tired": "yes"}]}}, "true or false"),
    ({"P1": {"board": [{"card": "Ann", "friend": "zed"}]}}, "called zed"),
    ({"P1": {"board": ["Ann", "Ann", {"card": "Bob", "friend": "Ann"}]}}, "several objects"),
    ({"P1": {"board": [{"test": "ann"}]}}, "begin with t-"),
    ({"P1": {"board": [{"test": "t-a", "power": "big"}]}}, "a whole number"),
    ({"P1": {"board": [{"test": "t-a", "text": "Draw a card."}]}}, "cannot be read yet"),
    ({"P1": {"board": [{"test": "t-a", "effects": [{"on": "play", "do": [{"op": "fly"}]}]}]}}, "no operation 'fly'"),
    ({"P1": {"coins": {"ready": 10**5}}}, "copies are more than"),
    ({"test_cards": [{"test": "t-a"}, {"test": "t-a"}]}, "declared twice"),
    ({"test_cards": [{"test": "t-a", "colour": 1}]}, "'colour' means nothing"),
    ({"active": "P5"}, "a player (P1 to P4)"),
    ({"active": "P3"}, "does not play here"),
    ({"phase": "night"}, "no phase 'night'"),
    ({"turn": 0}, "a number from 1"),
    ({"format": "tall"}, "no format 'tall'"),
    ({"format": ["x"]}, "no format"),
    ({"rules": "newest"}, "no rules 'newest'"),
    ({"config": {"colour": 1}}, "'colour' means nothing"),
    ({"config": {"goal": "many"}}, "of another kind"),
    ({"deck": []}, "without check_deck"),
    ({"middle": ["Ann"]}, "an object was expected"),
]


@pytest.mark.parametrize(("board", "what"), BOARDS, ids=lambda one: str(one)[:60])
def test_a_board_with_a_mistake_is_an_error_with_its_place(board: Any, what: str) -> None:
    told, where = error_of(run(board, [], {"turn": 5}))
    assert what in told and where.startswith("toy.json: 1 (x): given")


STEPS: list[tuple[Any, str]] = [
    ({"do": "fly"}, "no step 'fly'"),
    ({"do": "raid"}, "needs 'player'"),
    ({"do": "raid", "player": "P1"}, "needs 'source'"),
    ({"do": "raid", "player": "P1", "source": "zed"}, "called zed"),
    ({"do": "raid", "player": "P1", "source": 3}, "a name or an id"),
    ({"do": "raid", "player": "P1", "source": "a", "target": "a"}, "'target' means nothing"),
    ({"do": "raid", "player": "P1", "source": "a", "choices": 3}, "an object was expected"),
    ({"do": "raid", "player": "P1", "source": "a", "choices": {"colour": 1}}, "'colour' means nothing"),
    ({"do": "raid", "player": "P1", "source": "a", "choices": {"targets": ["zed"]}}, "called zed"),
    ({"do": "raid", "player": "P1", "source": "a", "choices": {"may": "yes"}}, "true or false"),
    ({"do": "raid", "player": "P1", "source": "a", "choices": [{}]}, "says what is chosen"),
    ({"do": "run_phase"}, "needs 'phase'"),
    ({"do": "check_deck", "player": "P1"}, "'player' means nothing"),
    ({"do": "probability"}, "needs 'deck_size'"),
]


@pytest.mark.parametrize(("step", "what"), STEPS, ids=lambda one: str(one)[:60])
def test_a_step_with_a_mistake_is_an_error_with_its_place(step: Any, what: str) -> None:
    told, where = error_of(run({"P1": {"board": [{"id": "a", "card": "Ann"}]}}, [step], {"turn": 5}))
    assert what in told and where.startswith("toy.json: 1 (x): when[1]")


# -- anything at all ------------------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    10**30,
    0.5,
    "",
    "a",
    "P1",
    "P9",
    "t-x",
    [],
    {},
    ["a"],
    [[]],
    {"a": 1},
    {"id": "a"},
]
WHOLE = scenario(
    {
        "turn": 5,
        "P1": {
            "board": [{"id": "a", "test": "t-a", "power": 3, "under": ["Ann"]}],
            "hand": ["Ann"],
            "coins": {"ready": 1},
        },
        "P2": {
            "board": [{"id": "p", "test": "t-p", "power": 5, "keywords": ["Parry"], "friend": "a"}],
            "deck": ["t-x"],
        },
    },
    [
        {"do": "strike", "player": "P1", "source": "a", "target": "p", "choices": [{"may": False}]},
        {"do": "parry", "player": "P2", "source": "p"},
        {"do": "end_turn", "player": "P1"},
    ],
    {
        "legal_steps": [True, True, True],
        "P1": {"board": [{"id": "a", "damage": 0}], "hand_size": 1},
        "objects": {"p": {"damage": 0, "keywords": ["Parry"]}},
        "order": ["strike a", "draw P2"],
        "after": {"1": {"offered": [{"do": "parry"}]}},
        "never_offered": [{"do": "parry", "player": "P1"}],
        "view": {"seat": "P1", "hidden": ["t-x"]},
        "result": None,
    },
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, one in value.items():
            found += places(one, (*path, key))
    if isinstance(value, list):
        for key, one in enumerate(value):
            found += places(one, (*path, key))
    return found


@given(st.integers(0, 10**9))
def test_no_change_of_a_scenario_ends_in_a_traceback(seed: int) -> None:
    """A value anywhere is replaced, left out or renamed: the outcome is pass, fail or a placed error."""
    r = random.Random(seed)
    document = json.loads(json.dumps(WHOLE))
    for _ in range(r.randint(1, 2)):
        *path, last = r.choice(places(document))
        holder = document
        for key in path:
            holder = holder[key]
        how = r.randrange(3)
        if how == 0:
            holder[last] = json.loads(json.dumps(r.choice(JUNK)))
        elif how == 1:
            del holder[last]
        elif isinstance(holder, dict):
            holder[r.choice(["x", "P2", "id", "then"])] = holder.pop(last)
    (raw,) = read_scenarios(json.dumps([document]).encode(), "toy.json")
    outcome = run_scenario(raw, SERVICES)
    if outcome.status == "error":
        assert outcome.error is not None and "toy.json" in str(outcome.error.where)
    validate(report([outcome]), "scenario")


def test_the_scenario_that_is_changed_there_is_a_good_one() -> None:
    (raw,) = read_scenarios(json.dumps([WHOLE]).encode(), "toy.json")
    assert run_scenario(raw, SERVICES).status == "pass"


# -- the command -----------------------------------------------------------------------------------------------------

CHANCE: dict[str, Any] = {
    "id": "chance",
    "game": "lorcana",
    "given": {},
    "when": [{"do": "probability", "deck_size": 60, "copies": 4, "at_least": 1, "turn": 0, "going": "first"}],
    "then": {"probability": {"value": 0.399499625, "seen": 7}},
}


def write(folder: Path, name: str, *scenarios: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(list(scenarios)), encoding="utf-8")
    return str(path)


def test_exit_codes_and_the_summary(tmp_path: Path, run_cli: Command) -> None:
    good = write(tmp_path, "good.json", CHANCE)
    wrong = {**CHANCE, "then": {"probability": {"seen": 8}}}
    bad = write(tmp_path, "bad.json", wrong, CHANCE)
    broken = write(tmp_path, "broken.json", CHANCE, {**CHANCE, "game": "chess"})
    code, out, _ = run_cli("scenario", "run", good)
    assert code == 0 and out.decode().splitlines() == ["pass  chance", "1 passed, 0 failed, 0 errors"]
    code, out, _ = run_cli("scenario", "run", good, bad)
    assert code == 1 and "2 passed, 1 failed, 0 errors" in out.decode()
    assert "expected: 8" in out.decode() and "actual:   7" in out.decode()
    code, out, _ = run_cli("scenario", "run", bad, broken)
    assert code == 3 and "no game called 'chess'" in out.decode()


def test_json_keeps_to_its_schema(tmp_path: Path, run_cli: Command) -> None:
    files = [
        write(tmp_path, "a.json", CHANCE, {**CHANCE, "then": {"probability": {"seen": 8}}}),
        str(tmp_path / "none.json"),
    ]
    code, out, _ = run_cli("scenario", "run", *files, "--json")
    document = json.loads(out)
    validate(document, "scenario")
    assert code == 3 and (document["passed"], document["failed"], document["errors"]) == (1, 1, 1)
    assert [one["status"] for one in document["scenarios"]] == ["pass", "fail", "error"]


def test_standard_input_folders_and_the_game(tmp_path: Path, run_cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    nameless = {key: value for key, value in CHANCE.items() if key != "game"}
    write(tmp_path, "lorcana.json", nameless)
    assert run_cli("scenario", "run", str(tmp_path))[0] == 0
    other = write(tmp_path, "other.json", nameless)
    code, out, _ = run_cli("scenario", "run", other)
    assert code == 3 and "does not say its game" in out.decode()
    assert run_cli("scenario", "run", other, "--game", "lorcana")[0] == 0
    assert run_cli("scenario", "run", other, "--game", "chess")[0] == 2
    assert run_cli("scenario", "run")[0] == 2
    lines = (json.dumps(CHANCE) + "\n") * 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    code, out, _ = run_cli("scenario", "run", "-")
    assert code == 0 and "2 passed" in out.decode()


def test_chances_of_impossible_decks_are_errors(tmp_path: Path, run_cli: Command) -> None:
    step = CHANCE["when"][0]
    for wrong in ({"copies": 61}, {"deck_size": 10**6}, {"deck_size": 10**12}):
        file = write(tmp_path, "a.json", {**CHANCE, "when": [{**step, **wrong}]})
        assert run_cli("scenario", "run", file)[0] == 3


# -- our own scenarios, and the page ----------------------------------------------------------------------------------

OWN = Path(__file__).with_name("scenarios")


@pytest.mark.parametrize("file", sorted(OWN.glob("*.json")), ids=lambda path: path.stem)
def test_our_own_scenarios_pass(file: Path, run_cli: Command) -> None:
    code, out, _ = run_cli("scenario", "run", str(file))
    assert code == 0, out.decode()


def test_the_example_of_the_page_passes(tmp_path: Path, run_cli: Command) -> None:
    page = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert run_cli("scenario", "run", write(tmp_path, "page.json", json.loads(example)))[0] == 0


@pytest.mark.shared
def test_our_own_scenarios_keep_to_the_shared_schema(shared: Path) -> None:
    schema = json.loads((shared / "scenario.schema.json").read_text(encoding="utf-8"))
    for file in sorted(OWN.glob("*.json")):
        game = file.stem.partition("-")[0]
        check = Draft202012Validator({"$defs": schema["$defs"], "type": "array", "items": {"$ref": f"#/$defs/{game}"}})
        # The schema's keywords are in letters without accents; WOW 125 has one only in French.
        written = file.read_text(encoding="utf-8").replace("Paix Intérieure", "Paix Interieure")
        assert [error.message for error in check.iter_errors(json.loads(written))] == []


# -- the acceptance cases --------------------------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize(
    ("game", "count"), [("lorcana", 89), ("invocateurs", 61), ("riftbound", 98), ("allegiance", 58)]
)
def test_every_case_of_a_game_with_an_engine_passes(shared: Path, run_cli: Command, game: str, count: int) -> None:
    code, out, _ = run_cli("scenario", "run", str(shared / "cases" / f"{game}.json"), "--json")
    document = json.loads(out)
    assert [one for one in document["scenarios"] if one["status"] != "pass"] == []
    assert (code, document["passed"]) == (0, count)


# The case says that Rodrigo's newest block is 4; the official list of 2013 holds a printing of block 7 (WOW 78).
OVERTAKEN = {"wow-format-01"}


@pytest.mark.shared
@pytest.mark.parametrize("game", ["riftbound", "wowtcg"])
def test_deck_cases_of_the_other_games_pass_too(shared: Path, tmp_path: Path, run_cli: Command, game: str) -> None:
    cases = json.loads((shared / "cases" / f"{game}.json").read_text(encoding="utf-8"))
    decks = [case for case in cases if all(step["do"] == "check_deck" for step in case["when"]) and case["when"]]
    decks = [case for case in decks if case["id"] not in OVERTAKEN]
    assert len(decks) > 15
    code, out, _ = run_cli("scenario", "run", write(tmp_path, f"{game}.json", *decks))
    assert code == 0, out.decode()
