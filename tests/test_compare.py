"""Two lists side by side: every difference and nothing else, in text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_check import problems, validate

from deckkit.catalogue import Catalogue
from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck, DeckCard
from deckkit.decklist.reading import read_deck
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.reports.compare import changes, compare

Run = Callable[..., tuple[int, bytes, str]]
LORCANA = GAMES["lorcana"]
DAY = date(2026, 11, 30)
A = "4 Anna - Soothing Sister\n2 Elsa - Spirit of Winter\n54 Dalmatian Puppy - Tail Wagger\n"
B = "4 Anna - Soothing Sister\n3 Elsa - Spirit of Winter\n4 Tipo - Growing Son\n50 Dalmatian Puppy - Tail Wagger\n"


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "a.txt", tmp_path / "b.txt"
    paths[0].write_text(A)
    paths[1].write_text(B)
    return str(paths[0]), str(paths[1])


def document(run_cli: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = run_cli("compare", *arguments, "--json", "--on", "2026-11-30")
    found = json.loads(out)
    validate(found, "compare")
    return code, found


# -- the library --------------------------------------------------------------------------------------------------


COPIES = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 9))
SECTIONS = st.dictionaries(st.sampled_from(["main", "side"]), COPIES)


def deck_of(sections: dict[str, dict[str, int]]) -> Deck:
    cards = {name: Card(ord(name), f"lorcana:{name}", "lorcana", name, {}) for name in "abcdef"}
    return Deck(
        "lorcana",
        {s: tuple(DeckCard(cards[name], n) for name, n in copies.items()) for s, copies in sections.items()},
    )


@given(SECTIONS, SECTIONS)
def test_the_changes_lead_from_one_list_to_the_other(a: dict[str, Any], b: dict[str, Any]) -> None:
    found = changes(deck_of(a), deck_of(b))
    assert all(change.a != change.b and change.a >= 0 and change.b >= 0 for change in found)
    copies = {(s, name): n for s, of in a.items() for name, n in of.items()}
    for change in found:
        assert copies.get((change.section, change.card.name), 0) == change.a
        copies[change.section, change.card.name] = change.b
        assert change.kind == {(True, False): "in", (False, True): "out"}.get((not change.a, not change.b), "changed")
    assert {key: n for key, n in copies.items() if n} == {(s, name): n for s, of in b.items() for name, n in of.items()}
    assert changes(deck_of(a), deck_of(a)) == []


def test_lists_of_different_games_are_not_compared(catalogue: Catalogue) -> None:
    deck = read_deck(A, catalogue, "lorcana", LORCANA.deck)
    with pytest.raises(UsageError, match="different games"):
        compare(deck, replace(deck, game="riftbound"), LORCANA, LORCANA.judge(catalogue), DAY)


# -- the command --------------------------------------------------------------------------------------------------


def test_differences_as_json(run_cli: Run, lists: tuple[str, str]) -> None:
    code, found = document(run_cli, *lists)
    assert code == 0
    assert [(c["id"], c["change"], c["a"], c["b"]) for c in found["cards"]] == [
        ("lorcana:dalmatian-puppy-tail-wagger", "changed", 54, 50),
        ("lorcana:elsa-spirit-of-winter", "changed", 2, 3),
        ("lorcana:tipo-growing-son", "in", 0, 4),
    ]
    assert (found["a"]["sections"], found["b"]["sections"]) == ({"main": 60}, {"main": 61})
    assert {row["value"]: (row["a"], row["b"]) for row in found["curve"]["rows"]} == {
        2: (54, 54),
        5: (4, 4),
        8: (2, 3),
    }
    ink = next(fact for fact in found["facts"] if fact["fact"] == "inks")
    assert {tuple(row["value"]): (row["a"], row["b"]) for row in ink["rows"]}[("Amethyst",)] == (6, 7)
    # Three inks make the second one illegal.
    assert found["formats"]["infinity"]["a"] == {"legal": True, "verdict": "legal", "codes": []}
    assert "identity.too_many" in found["formats"]["infinity"]["b"]["codes"]
    assert {odds["question"] for odds in found["odds"]} >= {"inkable", "curve"}


def test_odds_of_a_condition(run_cli: Run, lists: tuple[str, str]) -> None:
    code, found = document(run_cli, *lists, "--want", '1+ "Elsa - Spirit of Winter"', "--turn", "2")
    assert code == 0
    first = next(odds for odds in found["odds"] if odds["item"] == "none" and odds["turn"] == 2)
    exact = [1 - comb(58, 8) / comb(60, 8), 1 - comb(58, 8) / comb(61, 8)]
    assert first["a"]["value"] == pytest.approx(exact[0], abs=1e-15)
    assert first["b"]["value"] == pytest.approx(exact[1], abs=1e-15)
    assert first["difference"] == pytest.approx(exact[1] - exact[0], abs=1e-15)
    assert {odds["item"] for odds in found["odds"]} == {"none", "keep-wanted", "optimal"}
    assert {odds["turn"] for odds in found["odds"]} == {0, 1, 2}
    assert "A: 60 cards to draw from" in found["assumptions"] and "B: 61 cards to draw from" in found["assumptions"]
    _, drawing = document(run_cli, *lists, "--want", '1+ "Elsa - Spirit of Winter"', "--turn", "2", "--draw")
    second = next(odds for odds in drawing["odds"] if odds["item"] == "none" and odds["turn"] == 2)
    assert not second["on_the_play"] and second["a"]["value"] > first["a"]["value"]


def test_differences_as_text_and_csv(run_cli: Run, lists: tuple[str, str]) -> None:
    code, out, _ = run_cli("compare", *lists, "--on", "2026-11-30", "-q")
    text = out.decode()
    assert code == 0
    assert " +4  Tipo - Growing Son (0 -> 4)" in text and " -4  Dalmatian Puppy - Tail Wagger (54 -> 50)" in text
    assert "Anna - Soothing Sister" not in text, "what is the same is no difference"
    code, out, _ = run_cli("compare", *lists, "--on", "2026-11-30", "-q", "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    cards = {row["id"]: row["difference"] for row in rows if row["part"] == "card"}
    assert code == 0 and cards["lorcana:elsa-spirit-of-winter"] == "1"
    assert {row["part"] for row in rows} == {"card", "curve", "fact", "verdict", "odds"}


def test_a_list_with_itself(run_cli: Run, lists: tuple[str, str]) -> None:
    code, found = document(run_cli, lists[0], lists[0])
    assert (code, found["cards"]) == (0, [])
    assert all(odds["difference"] == 0 for odds in found["odds"])
    code, out, _ = run_cli("compare", lists[0], lists[0], "-q")
    assert code == 0 and "the same cards" in out.decode()


def test_an_empty_list(run_cli: Run, lists: tuple[str, str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    code, found = document(run_cli, lists[0], str(empty), "-g", "lorcana")
    assert code == 3 and {card["change"] for card in found["cards"]} == {"out"}
    assert all(odds["b"] is None and odds["difference"] is None for odds in found["odds"])
    assert run_cli("compare", lists[0], str(empty), "-g", "lorcana", "-w", "1+ inkable")[0] == 3, "too few to draw from"


def test_lines_that_were_not_understood(run_cli: Run, lists: tuple[str, str], tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_text("4 Anna - Soothing Sister\n2 Elsa\n")
    code, _, err = run_cli("compare", lists[0], str(odd))
    assert code == 3 and "odd.txt, line 2" in err
    code, found = document(run_cli, lists[0], str(odd))
    assert code == 3 and found["b"]["unresolved"] == 2


@pytest.mark.shared
def test_two_games(run_cli: Run, lists: tuple[str, str], shared: Path) -> None:
    other = shared / "decks/riftbound/piltover-text/irelia-a.txt"
    code, out, err = run_cli("compare", lists[0], str(other))
    assert (code, out) == (2, b"") and "different games" in err


@pytest.mark.shared
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("riftbound/piltover-text/irelia-a.txt", "riftbound/piltover-text/irelia-b.txt"),
        ("wowtcg/2011-horde-mage.yml", "wowtcg/2011-horde-hunter.yml"),
    ],
)
def test_real_lists(a: str, b: str, run_cli: Run, shared: Path) -> None:
    code, found = document(run_cli, str(shared / "decks" / a), str(shared / "decks" / b), "--lang", "fr")
    assert code == 0 and found["cards"] and found["odds"]
    for letter in "ab":
        piles = [sum(row[letter] for row in fact["rows"]) for fact in (found["curve"], *found["facts"])]
        assert len(set(piles)) == 1, "every fact divides the same pile"


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "deckkit.compare/2"},
        {"cards": [{"section": "main", "id": "x", "name": "X", "change": "new", "a": 0, "b": 1}]},
        {"a": {"name": ""}},
        {"formats": {"core": {"title": "Core", "a": {"legal": 1}, "b": {}}}},
        {"odds": [{"question": "x"}]},
    ],
)
def test_the_schema_refuses_what_is_wrong(change: dict[str, Any], run_cli: Run, lists: tuple[str, str]) -> None:
    _, found = document(run_cli, *lists, "--want", "1+ inkable", "--turn", "1")
    assert problems({**found, **change}, "compare")


def test_mistakes(run_cli: Run, lists: tuple[str, str], tmp_path: Path) -> None:
    assert run_cli("compare", lists[0])[0] == 2
    assert run_cli("compare", "-", "-")[0] == 2
    assert run_cli("compare", *lists, "--turn", "0")[0] == 2
    assert run_cli("compare", *lists, "--want", "1+ ink:plaid")[0] == 2
    assert run_cli("compare", lists[0], str(tmp_path / "none.txt"), "-g", "lorcana")[0] == 3


# -- export of odds and hands -------------------------------------------------------------------------------------


def test_export_odds_of_conditions(run_cli: Run, lists: tuple[str, str], tmp_path: Path) -> None:
    arguments = (
        "export",
        "odds",
        lists[0],
        "-g",
        "lorcana",
        "-q",
        "--want",
        '1+ "Anna - Soothing Sister"',
        "--turn",
        "3",
    )
    code, out, _ = run_cli(*arguments, "--to", "json")
    rows = json.loads(out)
    assert code == 0
    assert [(row["turn"], row["cards"]) for row in rows] == [(0, 7), (1, 7), (2, 8), (3, 9)]
    assert rows[0]["fraction"] == "38962/97527" and rows[0]["probability"] == pytest.approx(0.3994996)
    assert {(row["mulligan"], row["first"]) for row in rows} == {("none", "play")}
    code, out, _ = run_cli(*arguments, "--mulligan", "optimal", "--draw", "--to", "csv")
    best = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    assert [row["cards"] for row in best] == ["7", "8", "9", "10"]
    assert all(float(row["probability"]) > rows[0]["probability"] for row in best)
    path = tmp_path / "odds.parquet"
    assert run_cli(*arguments, "--to", "parquet", "-o", str(path))[0] == 0
    import pyarrow.parquet as pq

    assert {str(field.type) for field in pq.read_schema(path)} == {"string", "int64", "double"}


def test_export_odds_of_ready_made_questions(run_cli: Run, lists: tuple[str, str]) -> None:
    code, out, _ = run_cli("export", "odds", lists[0], "-g", "lorcana", "-q", "--to", "jsonl")
    rows = [json.loads(line) for line in out.decode().splitlines()]
    assert code == 0 and {row["first"] for row in rows} == {"play", "draw"}
    assert all((row["probability"] is None) is not (row["expected"] is None) for row in rows)
    assert all(0 <= row["probability"] <= 1 for row in rows if row["probability"] is not None)


def test_export_hands_are_those_of_hands(run_cli: Run, lists: tuple[str, str]) -> None:
    arguments = (lists[0], "-g", "lorcana", "-q", "-n", "4", "--seed", "9", "--want", '1+ "Anna - Soothing Sister"')
    code, out, _ = run_cli("export", "hands", *arguments, "--to", "csv")
    assert code == 0
    assert out == run_cli("hands", *arguments, "--csv")[1]
    rows = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    for hand in "1234":
        parts = [row["part"] for row in rows if row["hand"] == hand]
        assert parts.count("kept") + parts.count("new") == 7 and parts.count("aside") == parts.count("new")


def test_export_mistakes(run_cli: Run, lists: tuple[str, str]) -> None:
    for arguments in (
        ("odds", lists[0], "--to", "xls"),
        ("odds", lists[0], "--want", "Anna - Soothing Sister"),
        ("odds", lists[0], "--want", "1+ inkable", "--mulligan", "never"),
        ("odds", lists[0], "--turn", "0"),
        ("hands", lists[0], "-n", "0"),
        ("hands", lists[0], "--mulligan", "optimal"),
    ):
        code, out, _ = run_cli("export", *arguments, "-g", "lorcana")
        assert (code, out) == (2, b""), arguments
    assert run_cli("export", "odds", "/no/such/file")[0] == 3
