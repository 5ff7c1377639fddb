"""Files that strangers have written or changed: saved games, replays, scenarios, pilots. Each mistake is one error."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engine_support import rules_of
from scenario_support import SERVICES

from deckkit.engine.replay import MOST_CARDS, begin, read_replay
from deckkit.engine.saving import seal
from deckkit.engine.scenario import run_scenario
from deckkit.engine.scenario_reading import read_scenarios
from deckkit.errors import InputError

LIST = str(Path(__file__).with_name("decks") / "goldfish.txt")
Run = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def told(run_cli: Run, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """The report of scenarios of Lorcana."""

    def call(*rows: dict[str, Any]) -> dict[str, Any]:
        file = tmp_path / "lorcana.json"
        usual = {"game": "lorcana", "when": [], "then": {"P1": {"lore": 0}}}
        file.write_text(json.dumps([{"id": f"s{i}", **usual, **row} for i, row in enumerate(rows)]), "utf-8")
        _, out, _ = run_cli("scenario", "run", str(file), "--json")
        found: dict[str, Any] = json.loads(out)
        return found

    return call


def _object(**words: Any) -> dict[str, Any]:
    return {"given": {"P1": {"play": [{"id": "a", **words}]}}}


CARD = "Horace - No-Good Scoundrel"


@pytest.mark.parametrize(
    ("keyword", "what"),
    [
        ("Resistt +1", "there is no keyword 'Resistt'"),
        ("Resist +-1", "there is no keyword 'Resist +-1'"),
        ("Challenger -3", "there is no keyword 'Challenger -3'"),
        ("Resist x", "there is no keyword 'Resist x'"),
        ("resist +1", "there is no keyword 'resist'"),
        ("Shift", "the keyword Shift needs a number"),
        ("Mouse Shift", "the keyword Mouse Shift needs a number"),
        ("Singer", "the keyword Singer needs a number"),
        ("Evasive 2", "the keyword Evasive has no number"),
        ("Resist +" + "9" * 5000, "the number of 'Resist' is too large"),
    ],
)
def test_keywords_that_are_none(told: Callable[..., dict[str, Any]], keyword: str, what: str) -> None:
    found = told(_object(test="t-a", keywords=[keyword]), _object(card=CARD, keywords=[keyword]))
    assert [one["status"] for one in found["scenarios"]] == ["error", "error"]
    for one in found["scenarios"]:
        (problem,) = one["problems"]
        assert problem["what"] == what
        assert problem["where"].endswith("given.P1.play[1]: keywords")


def test_keywords_as_they_are_printed(told: Callable[..., dict[str, Any]]) -> None:
    good = [
        "Resist +1",
        "Resist",
        "Challenger 2",
        "Temporary Red Panda Shift 2",
        "Hero Shift 0",
        "Sing Together 7",
        "Ward",
    ]
    found = told(_object(test="t-a", keywords=good))
    assert found["scenarios"][0]["status"] == "pass", found
    priced = [{"on": "static", "do": [{"op": "shift_cost", "cost": [{"op": "discard", "n": 1}]}]}]
    found = told(_object(test="t-a", keywords=["Shift"], effects=priced))
    assert found["scenarios"][0]["status"] == "pass", found


def test_a_mistake_in_an_effect_is_placed_once(told: Callable[..., dict[str, Any]]) -> None:
    effects = [{"on": "quest", "do": [{"op": "grant", "target": "self", "keyword": "Wardd"}]}]
    (one,) = told(_object(test="t-a", effects=effects))["scenarios"]
    (problem,) = one["problems"]
    assert problem["where"].count("given") == 1
    assert problem["where"].endswith("given.P1.play[1]: effects[0].do[0].keyword")


def test_numbers_have_a_bound_that_is_told(told: Callable[..., dict[str, Any]]) -> None:
    found = told(
        {"given": {"config": {"hand": -1}}}, _object(test="t-a", damage=10**9), {"given": {"P1": {"lore": -(10**7)}}}
    )
    for one, where in zip(found["scenarios"], ("config.hand", "damage", "lore"), strict=True):
        assert "from 0 to 1000000" in one["problems"][0]["what"]
        assert one["problems"][0]["where"].endswith(where)
    text = b'[{"id": "x", "given": {}, "when": [], "then": {"a": ' + b"9" * 5000 + b"}}]"
    (raw,) = read_scenarios(text, "toy.json")
    assert raw.error is not None and "more than 20 digits" in str(raw.error.what)


def test_a_mistake_of_ours_ends_one_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("oh")

    monkeypatch.delenv("DECKKIT_DEBUG", raising=False)
    monkeypatch.setattr("deckkit.engine.scenario.check_then", broken)
    (raw,) = read_scenarios(b'[{"id": "x", "given": {}, "when": [], "then": {"turn": 1}}]', "toy.json")
    found = run_scenario(raw, SERVICES)
    assert found.status == "error" and found.error is not None
    assert "ZeroDivisionError" in str(found.error.what) and "toy.json" in str(found.error.where)
    monkeypatch.setenv("DECKKIT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run_scenario(raw, SERVICES)


def test_which_player_and_how_many_drops(told: Callable[..., dict[str, Any]]) -> None:
    card = {"id": "x", "test": "t-x", "type": "action", "cost": 0}
    effects = [{"on": "play", "do": [{"op": "discard", "n": 1, "who": "foe"}]}]
    hands = {name: {"hand": ["t-1"]} for name in ("P2", "P3")}

    def chosen(choices: Any) -> dict[str, Any]:
        step = {"do": "play", "player": "P1", "card": "x", "cost": "ink", "choices": choices}
        return {
            "given": {"P1": {"hand": [{**card, "effects": effects}]}, **hands},
            "when": [step],
            "then": {"legal": choices != {"seat": "P1"}, "P2": {"hand": ["t-1"]}},
        }

    def paid(drops: int) -> dict[str, Any]:
        step = {"do": "play", "player": "P1", "card": "x", "cost": "ink", "choices": {"drops": drops}}
        given = {"ink_drops": 2, "inkwell": {"ready": 2, "exerted": 0}, "hand": [{**card, "cost": 2}]}
        return {
            "given": {"P1": given},
            "when": [step],
            "then": {"legal": drops < 3, "P1": {"ink_drops": 2 - drops if drops < 3 else 2}},
        }

    found = told(
        chosen({"seat": "P3"}), chosen([{"player": "P3"}]), chosen({"seat": "P1"}), *(paid(n) for n in (0, 1, 2, 3))
    )
    assert [one["status"] for one in found["scenarios"]] == ["pass"] * 7, found


# -- saved games and replays ----------------------------------------------------------------------------------------


def test_a_saved_game_that_was_changed_anywhere_is_refused(
    run_cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play(*arguments: str) -> tuple[int, str]:
        lines = "quit\n" if "--load" in arguments else "done\nend\nquit\n"
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code, _, err = run_cli("play", *arguments, "-q")
        return code, err

    good, other = tmp_path / "good.json", tmp_path / "other.json"
    assert play(LIST, "--seed", "7", "--first", "A", "--save", str(good))[0] == 0
    document = json.loads(good.read_text("utf-8"))
    assert document["seal"] == seal(document)
    changes: dict[str, Any] = {
        "config": {**document["config"], "lore_to_win": 1},
        "cards": {**document["cards"], "t-new": {"test": "t-new"}},
        "version": "9",
        "forced": not document["forced"],
        "replay": document["replay"].replace("actions", "# a remark\nactions"),
        "pilots": ["me", "random"],
    }
    for name, value in changes.items():
        other.write_text(json.dumps({**document, name: value}), "utf-8")
        code, err = play("--load", str(other))
        assert code == 3 and "the saved game is damaged" in err, name
    other.write_text(json.dumps(document), "utf-8")
    assert play("--load", str(other))[0] == 0


def _replay(*lines: str) -> str:
    head = ["deckkit replay 1", "game lorcana", "seed 1 0", "first P1"]
    return "\n".join([*head, *lines, "P1 deck 4 t-x", "P2 deck 4 t-x", "actions", "digest 0", ""])


def test_test_cards_and_sizes_of_a_replay() -> None:
    rules = rules_of("lorcana")
    for line, what in (
        ('card t-x {"cost": 1}', "t-x cannot be read"),
        ('card t-x {"test": "t-x", "type": "nonsense"}', "t-x cannot be read"),
        ('config {"hand": -1}', "'hand' is a number from 0"),
    ):
        with pytest.raises(InputError, match=what):
            begin(read_replay(_replay(line), "g").start, rules, lambda key: {}[key], "g")
    with pytest.raises(InputError, match=f"more than {MOST_CARDS} cards"):
        read_replay(_replay("P1 deck 4000000000 t-x"), "g")
    with pytest.raises(InputError, match=f"more than {MOST_CARDS} cards"):
        read_replay(_replay(*["P1 deck 9000 t-x"] * 2), "g")


# -- lists and pilots ------------------------------------------------------------------------------------------------


def test_a_list_of_which_nothing_is_understood(run_cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("60 Nope - Card\n2 Neither\n", "utf-8")
    for verb in (("goldfish", "--games", "5"), ("play",)):
        code, _, err = run_cli(verb[0], str(file), "-g", "lorcana", *verb[1:])
        assert code == 3
        assert "1: 60 Nope - Card" in err and "2: 2 Neither" in err


def test_a_pilot_names_kinds_of_actions(run_cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "pilot.toml"
    file.write_text('[[rule]]\non = "quest"\nscore = 1\n\n[[rule]]\non = "questt"\nscore = 1\n', "utf-8")
    code, _, err = run_cli("goldfish", LIST, "-g", "lorcana", "--games", "5", "-p", str(file))
    assert code == 3
    assert "'questt' is no kind of action" in err and "rule 2" in err and "quest?" in err
