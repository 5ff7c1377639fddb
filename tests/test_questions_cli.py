"""deckkit odds --ask: the ready-made questions of a list as tables, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from deckkit.schemas import read_schema

Run = Callable[..., tuple[int, bytes, str]]
# Ten cards; all but the two copies of Elsa are inkable. Let It Go costs 5, Elsa 8, a puppy 2.
LIST = "4 Dalmatian Puppy - Tail Wagger\n2 Elsa - Spirit of Winter\n4 Let It Go\n"


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "deck.txt"
    path.write_text(LIST, encoding="utf-8")
    return str(path)


def test_all_questions_are_told_where_nothing_is_asked(run_cli: Run, deck: str) -> None:
    code, out, err = run_cli("odds", deck, "-g", "lorcana", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    Draft202012Validator(read_schema("questions")).validate(document)
    assert document["deck"] == {"name": "", "file": deck, "game": "lorcana", "unresolved": 0}
    assert [answer["id"] for answer in document["questions"]] == ["inkable", "ink-drops", "curve", "inks", "songs"]
    same = run_cli("odds", deck, "-g", "lorcana", "--ask", "all", "--json")
    assert same == (code, out, err)


def test_one_question_up_to_a_turn(run_cli: Run, deck: str) -> None:
    code, out, _ = run_cli("odds", deck, "-g", "lorcana", "--ask", "Songs", "--turn", "2", "--json")
    (answer,) = json.loads(out)["questions"]
    assert code == 0 and answer["id"] == "songs"
    rows = {(row["item"], row["turn"], row["on_the_play"]): row["fraction"] for row in answer["by_turn"]}
    assert max(turn for _, turn, _ in rows) == 2
    # Seven of the ten cards always hold a song; only Elsa can sing it.
    assert Fraction(rows["held", 0, True]) == 1 - Fraction(comb(8, 7), comb(10, 7))
    # Nobody who can sing it is played by turn 1.
    assert rows["sung", 2, True] == "0"


def test_tables_and_csv(run_cli: Run, deck: str) -> None:
    code, out, _ = run_cli("odds", deck, "-g", "lorcana", "--ask", "inkable")
    lines = out.decode().splitlines()
    assert code == 0 and lines[0] == "Inkable cards by turn (inkable)"
    assert lines[1].split("  ")[0] == "on the play"
    assert any("no mulligan" in line for line in lines) and any(line.startswith("  rules: CR") for line in lines)
    code, out, _ = run_cli("odds", deck, "-g", "lorcana", "--ask", "inkable", "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert code == 0 and {row["question"] for row in rows} == {"inkable"}
    assert all((row["probability"] == "") != (row["expected"] == "") for row in rows)


def test_what_was_not_understood_is_left_out_and_told(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(LIST + "3 No Such Card At All\n", encoding="utf-8")
    code, out, err = run_cli("odds", str(path), "-g", "lorcana", "--ask", "inkable", "--json")
    document = json.loads(out)
    assert code == 3 and "No Such Card" in err
    assert document["deck"]["unresolved"] == 3
    first = document["questions"][0]["by_turn"][0]
    # Seven of the ten cards that were understood; eight are inkable.
    assert first["item"] == "expected" and Fraction(first["fraction"]) == Fraction(7 * 8, 10)


def test_too_small_a_list(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    path.write_text("4 Let It Go\n", encoding="utf-8")
    code, out, err = run_cli("odds", str(path), "-g", "lorcana", "--ask", "curve")
    assert (code, out) == (3, b"") and "4 cards to draw from, fewer than an opening hand of 7" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ask", "nonsense"], "no ready-made question"),
        (["--ask", "curve", "--want", "1+ inkable"], "nothing else"),
        (["--ask", "curve", "--cards", "7"], "nothing else"),
        (["--mulligan", "optimal"], "what is wanted?"),
        (["--turn", "0"], "no turn 0"),
        (["--turn", "-3", "--ask", "curve"], "no turn -3"),
    ],
)
def test_wrong_usage(run_cli: Run, deck: str, arguments: list[str], said: str) -> None:
    code, out, err = run_cli("odds", deck, "-g", "lorcana", *arguments)
    assert (code, out) == (2, b"") and said in err


def test_no_list(run_cli: Run) -> None:
    code, _, err = run_cli("odds", "--ask", "curve")
    assert code == 2 and "which list?" in err


@pytest.mark.shared
@pytest.mark.parametrize(
    "name",
    ["lorcana/tournament/nac-2026-02.txt", "riftbound/piltover-text/irelia-a.txt", "wowtcg/2011-horde-mage.yml"],
)
def test_real_lists_fit_the_schema(run_cli: Run, shared: Path, name: str) -> None:
    code, out, _ = run_cli("odds", str(shared / "decks" / name), "--json", "--lang", "fr", "--quiet")
    assert code == 0
    Draft202012Validator(read_schema("questions")).validate(json.loads(out))
