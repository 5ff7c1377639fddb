"""What the verbs about drawing have in common: small and broken lists, options that contradict, how groups are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from schema_check import validate

from deckkit.catalogue.syntax import Ask, Name, Word, parse
from deckkit.games import GAMES
from deckkit.odds import asking
from deckkit.odds.asking import Plan, ask_mulligan, ask_odds
from deckkit.odds.conditions import parse_condition, second_condition
from deckkit.odds.source import named_pool

Run = Callable[..., tuple[int, bytes, str]]
LIST = str(Path(__file__).parents[1] / "examples" / "amber-steel.txt")
KEY = '1+ "Let It Go"'


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


# -- lists ------------------------------------------------------------------------------------------------------------

DRAWING = [
    ("odds", "{}"),
    ("odds", "{}", "--ask", "inkable"),
    ("odds", "{}", "--want", "1+ inkable"),
    ("odds", "{}", "--want", "1+ inkable", "--json"),
    ("mulligan", "{}", "--want", "1+ inkable"),
    ("hands", "{}"),
    ("hands", "{}", "--want", "1+ inkable"),
    ("export", "odds", "{}"),
    ("export", "odds", "{}", "--want", "1+ inkable"),
    ("export", "hands", "{}"),
    ("compare", "{}", "{}", "--want", "1+ inkable"),
]


@pytest.mark.parametrize("text", ["", "6 Let It Go\n"], ids=["empty", "small"])
@pytest.mark.parametrize("arguments", DRAWING, ids=" ".join)
def test_a_list_too_small_to_draw_from_is_no_whole_input(
    run_cli: Run, tmp_path: Path, text: str, arguments: tuple[str, ...]
) -> None:
    path = written(tmp_path, text)
    verb, *rest = arguments
    code, out, err = run_cli(verb, *(part.format(path) for part in rest), "-g", "lorcana")
    assert (code, out) == (3, b"")
    assert f"{6 if text else 0} cards to draw from, fewer than an opening hand of 7" in err and path in err


def test_the_lines_are_blamed_before_the_size(run_cli: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "4 Let It Go\n3 Nobody At All\n4 Nobody Else\n")
    for verb in ("odds", "hands"):
        code, _, err = run_cli(verb, path, "-g", "lorcana")
        assert code == 3 and "correct the lines that were not understood: 2, 3" in err


def test_a_report_on_a_small_list_is_written_and_says_so(run_cli: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, _, err = run_cli("report", written(tmp_path, "6 Let It Go\n"), "-g", "lorcana", "-o", str(page))
    said = "6 cards to draw from, fewer than an opening hand of 7"
    assert code == 3 and said in err and said in page.read_text("utf-8")


def test_all_leave_out_what_was_not_understood(run_cli: Run, tmp_path: Path) -> None:
    """Ten cards that were understood, four of them wanted, and two copies that were not."""
    path = written(tmp_path, "4 Let It Go\n6 Tipo - Growing Son\n2 Nobody At All\n")
    missed = Fraction(comb(6, 7), comb(10, 7)) if comb(6, 7) else Fraction(0)
    said = "2 copies that were not understood are left out"
    for verb in ("odds", "mulligan"):
        code, out, err = run_cli(verb, path, "-g", "lorcana", "--want", KEY, "--json")
        found = json.loads(out)
        assert code == 3 and found["unresolved"] == 2 and found["assumptions"]["pile"] == 10
        assert said in found["assumptions"]["text"] and said in err
    assert found["keep"] == 1 - missed
    code, out, err = run_cli("odds", path, "-g", "lorcana", "--ask", "inkable", "--json")
    assert code == 3 and said in json.loads(out)["questions"][0]["assumptions"] and said in err
    code, out, err = run_cli("hands", path, "-g", "lorcana", "-n", "1", "--csv", "--turn", "3")
    assert code == 3 and said in err and len(out.splitlines()) == 1 + 7 + 2


def test_very_many_lines_are_counted(run_cli: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "60 Let It Go\n" + "".join(f"1 Nobody Number {n}\n" for n in range(21)))
    for verb in (("odds",), ("hands",), ("export", "deck"), ("report", "-o", str(tmp_path / "page.html"))):
        code, _, err = run_cli(*verb, path, "-g", "lorcana")
        assert code == 3 and err.count(", line ") == 20 and "and 1 more line\n" in err


# -- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("odds", LIST, "--play", "--draw"), "--play --draw"),
        (("hands", LIST, "--draw", "--play"), "--play --draw"),
        (("odds", "--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--game", "nonsense"), ""),
        (("odds", "--pool", "a=4,of=60", "--want", "1+ a", "--game", "nonsense"), ""),
        (("odds", "--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--game", "lorcana"), "--game"),
        (("odds", "--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--on", "2026-01-01"), "--on"),
        (("odds", LIST, "--want", "1+ inkable", "--cards", "7", "--draw"), "--cards"),
        (("odds", LIST, "--seed", "abc"), "--seed"),
        (("odds", "no such file", "--want", "1+ inkable,"), "column"),
        (("odds", "no such file", "--want", "1+ inkable", "--mulligan", "some"), "--mulligan"),
        (("odds", "no such file", "--on", "yesterday"), "--on"),
        (("export", "odds", LIST, "--mulligan", "optimal"), "--mulligan"),
        (("export", "odds", LIST, "--to", "json", "--delimiter", ";"), "--delimiter"),
        (("export", "deck", LIST, "--to", "json", "--bom"), "--bom"),
        (("export", "cards", "--game", "lorcana", "--on", "2026-01-01"), "--on"),
        (("report", LIST, "-o", "-", "--hands", "1000"), "--hands"),
        (("compare", LIST, LIST, "--turn", "0"), "--turn"),
        (("hands",), "deckkit hands"),
        (("hands", LIST, "--turm", "3"), "deckkit hands"),
    ],
)
def test_options_that_cannot_be_obeyed_are_refused(run_cli: Run, arguments: tuple[str, ...], where: str) -> None:
    code, out, err = run_cli(*arguments, "--json") if arguments[0] == "odds" else run_cli(*arguments)
    assert (code, out) == (2, b"")
    assert where in (json.loads(err)["error"]["where"] if arguments[0] == "odds" else err)
    assert "Input should be" not in err and "Invalid value" not in err


def test_questions_are_answered_for_whom_is_asked(run_cli: Run) -> None:
    both = json.loads(run_cli("odds", LIST, "-g", "lorcana", "--ask", "inks", "--json")[1])["questions"][0]["by_turn"]
    for option, first in (("--play", True), ("--draw", False)):
        _, out, _ = run_cli("odds", LIST, "-g", "lorcana", "--ask", "inks", "--json", option)
        found = json.loads(out)["questions"][0]["by_turn"]
        assert found == [row for row in both if row["on_the_play"] is first] and found
        text = run_cli("odds", LIST, "-g", "lorcana", "--ask", "inks", option)[1].decode()
        assert ("on the play" in text, "on the draw" in text) == (first, not first)
        rows = list(csv.DictReader(io.StringIO(run_cli("export", "odds", LIST, "-g", "lorcana", option)[1].decode())))
        assert {row["first"] for row in rows} == {option[2:]}
        _, out, _ = run_cli("compare", LIST, LIST, "-g", "lorcana", option, "--json")
        assert {row["on_the_play"] for row in json.loads(out)["odds"]} == {first}


def test_a_mulligan_for_several_conditions(run_cli: Run) -> None:
    wants = ("1+ cost<=1", "2+ cost<=2")
    asked = [part for want in wants for part in ("--want", want)]
    _, out, _ = run_cli("mulligan", LIST, "-g", "lorcana", *asked, "--json")
    document = json.loads(out)
    validate(document, "mulligan")
    alone = [json.loads(run_cli("mulligan", LIST, "-g", "lorcana", "--want", w, "--json")[1]) for w in wants]
    assert [result["want"] for result in document["results"]] == list(wants)
    for result, one in zip(document["results"], alone, strict=True):
        assert result == {key: one[key] for key in result} and "results" not in one
    assert all(document[key] == value for key, value in alone[0].items())
    _, out, _ = run_cli("mulligan", LIST, "-g", "lorcana", *asked, "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert list(dict.fromkeys(row["want"] for row in rows)) == list(wants)
    assert run_cli("mulligan", LIST, "-g", "lorcana", *asked)[1].decode().count("keep-wanted") == 2


# -- groups -----------------------------------------------------------------------------------------------------------


def test_typographic_quotes() -> None:
    for text in ("“Let It Go”", "„Let It Go“", "«Let It Go»", "‹Let It Go›", "‘Let It Go’"):
        assert parse(text) == Name("Let It Go")
        (term,) = parse_condition(f"1+ {text}, 2+{text}").terms
        assert [clause.group for clause in term] == [text, text]
    assert parse("name:‘Let It’") == Ask("name", ":", "Let It")
    assert parse("‘Let’s go, or stay’") == Name("Let’s go, or stay")
    # Inside a word, and where no other one is found, it is an apostrophe.
    assert parse("l’esprit") == Word("l’esprit") and parse("‘Tis") == Word("‘Tis")
    (first,), (second,) = parse_condition("1+ ‘A, or B’ or 1+ d’or").terms
    assert (first.group, second.group) == ("‘A, or B’", "d’or")


def test_typographic_quotes_at_the_command_line(run_cli: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "4 Let It Go\n56 Tipo - Growing Son\n")
    for name in ("“Let It Go”", "« Let It Go »", "‘Let It Go’"):
        _, out, _ = run_cli("odds", path, "-g", "lorcana", "--want", f"1+ {name}", "--json")
        assert json.loads(out)["fraction"] == "38962/97527"
        _, out, _ = run_cli("search", name, "-g", "lorcana", "--json")
        assert [card["name"] for card in json.loads(out)] == ["Let It Go"]
        code, _, err = run_cli("odds", path, "-g", "lorcana", "--want", KEY, "--seen", f"2 {name}", "--json")
        assert code == 0, err


@pytest.mark.parametrize(
    ("group", "at"),
    [
        ("a and 2+ b", 2),
        ("a et 1-2 b", 2),
        ("a & 3 b", 2),
        ("a 2+ b", 2),
        ("(a and 2+ b)", None),
        ('"a and 2+ b"', None),
        ("a and b", None),
        ("area 51", None),
    ],
)
def test_a_further_condition_needs_a_comma(group: str, at: int | None) -> None:
    assert second_condition(group) == at


def test_the_comma_is_named(run_cli: Run) -> None:
    for want in ("2+ inkable and 1+ cost<=2", "2+ inkable 1+ cost<=2"):
        code, _, err = run_cli("odds", LIST, "-g", "lorcana", "--want", want)
        assert code == 2 and "put a comma between conditions" in err
    arguments = ("--pool", "a=4,b=4,of=60", "--cards", "7", "--want", "1+ a and 1+ b")
    code, _, err = run_cli("odds", *arguments)
    assert code == 2 and "put a comma between conditions" in err


def test_a_group_that_no_card_of_the_game_fits(run_cli: Run) -> None:
    for verb in ("odds", "mulligan", "hands"):
        code, _, err = run_cli(verb, LIST, "-g", "lorcana", "--want", "1+ Let Itt Go")
        assert code == 2 and "did you mean Let It Go" in err
    code, out, _ = run_cli("odds", LIST, "-g", "lorcana", "--want", "1+ cost>=99", "--json")
    assert code == 0 and "no card of the game fits cost>=99" in json.loads(out)["assumptions"]["text"]
    code, _, err = run_cli("hands", LIST, "-g", "lorcana", "--want", "1+ cost>=99")
    assert code == 0 and "no card of the game fits cost>=99" in err
    # What the game has and the list has not is an ordinary question.
    code, out, _ = run_cli("odds", LIST, "-g", "lorcana", "--want", "1+ ink:ruby", "--json")
    assert code == 0 and json.loads(out)["probability"] == 0
    assert not any("no card of the game" in text for text in json.loads(out)["assumptions"]["text"])


# -- what needs no sampling -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("want", "chance"), [("5+ a", 0), ("0-4 a", 1), ("3+ a, 0-1 a", 0)])
def test_what_is_decided_is_not_sampled(monkeypatch: pytest.MonkeyPatch, want: str, chance: int) -> None:
    monkeypatch.setattr(asking, "_MOST_WORK", 0)
    assert GAMES["lorcana"].opening is not None
    opening = GAMES["lorcana"].opening()
    pool: Any = named_pool("a=4,of=60")
    found = ask_mulligan(pool, want, Plan(opening, turn=3))
    assert set(found.policies.values()) == {Fraction(chance)}
    assert "optimal" not in found.sampled
    assert found.sampled["keep-wanted"].low == found.sampled["keep-wanted"].high == chance
    answer = ask_odds(pool, [want], Plan(opening, turn=3, policy="optimal")).answers[0]
    assert answer.sampled is None and answer.chance == chance
    # Every hand is as good as another, so all are kept: nine cards by turn 3 on the play.
    assert answer.means[0].expected == Fraction(9 * 4, 60)
    sampled = ask_mulligan(pool, "1+ a", Plan(opening)).sampled["optimal"]
    missed = Fraction(comb(56, 7), comb(60, 7)) * Fraction(comb(49, 7), comb(53, 7))
    assert sampled.low < 1 - missed < sampled.high
