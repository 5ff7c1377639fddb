"""deckkit missing: what a collection lacks, for one list, for several, and as a list to buy from."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from deckkit.catalogue import Catalogue
from deckkit.catalogue.fold import fold
from deckkit.decklist import parse, read_deck
from deckkit.decklist.missing import copies, read_collection
from deckkit.games import GAMES
from deckkit.schemas import read_schema

Run = Callable[..., tuple[int, bytes, str]]
GAME = GAMES["lorcana"]
LIST_A = "4 Elsa - Spirit of Winter\n3 Let It Go\n2 Goofy - Daredevil\n"
LIST_B = "2 Elsa - Spirit of Winter\n4 Let It Go\n"
# Two printings of Elsa (1-42 and 9-43), one in French: any printing counts.
OWNED = (
    "Set Number,Card Number,Variant,Count,Name\n"
    "1,42,normal,1,Elsa - Spirit of Winter\n"
    "9,43,foil,2,Elsa - Spirit of Winter\n"
    ",,normal,5,Let It Go\n"
    ",,normal,0,Goofy - Daredevil\n"
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    for name, text in (("a.txt", LIST_A), ("b.txt", LIST_B), ("owned.csv", OWNED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), str(tmp_path / "owned.csv")


def test_each_list_alone(run_cli: Run, files: tuple[str, str, str]) -> None:
    a, b, owned = files
    code, out, err = run_cli("missing", a, b, "--owned", owned, "-g", "lorcana", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    Draft202012Validator(read_schema("missing")).validate(document)
    first, second = document["decks"]
    rows = {row["name"]: (row["needed"], row["owned"], row["missing"]) for row in first["cards"]}
    assert rows == {"Elsa - Spirit of Winter": (4, 3, 1), "Let It Go": (3, 5, 0), "Goofy - Daredevil": (2, 0, 2)}
    assert (first["needed"], first["missing"], second["needed"], second["missing"]) == (9, 3, 6, 0)
    # To build either list: the most that one of them needs.
    assert {row["name"]: row["missing"] for row in document["buy"]} == {
        "Elsa - Spirit of Winter": 1,
        "Goofy - Daredevil": 2,
    }
    assert document["missing"] == 3 and document["owned"]["cards"] == 8


def test_all_at_once(run_cli: Run, files: tuple[str, str, str]) -> None:
    a, b, owned = files
    code, out, _ = run_cli("missing", a, b, "--owned", owned, "-g", "lorcana", "--together", "--json")
    document = json.loads(out)
    assert code == 0 and document["together"] is True
    # 6 Elsa against 3, 7 Let It Go against 5, 2 Goofy against none.
    assert {row["name"]: (row["needed"], row["missing"]) for row in document["buy"]} == {
        "Elsa - Spirit of Winter": (6, 3),
        "Let It Go": (7, 2),
        "Goofy - Daredevil": (2, 2),
    }


def test_table_and_csv(run_cli: Run, files: tuple[str, str, str]) -> None:
    a, b, owned = files
    code, out, _ = run_cli("missing", a, b, "--owned", owned, "-g", "lorcana", "--lang", "fr", "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert code == 0
    assert [(row["deck"], row["id"], row["missing"]) for row in rows] == [
        (a, "lorcana:elsa-spirit-of-winter", "1"),
        (a, "lorcana:goofy-daredevil", "2"),
    ]
    assert rows[0]["name_local"] == "Elsa - Esprit de l'hiver"
    code, out, _ = run_cli("missing", a, b, "--owned", owned, "-g", "lorcana", "--together")
    assert code == 0
    lines = [re.split(r"\s{2,}", line.strip()) for line in out.decode().splitlines()]
    assert "7 of 15 cards are missing" in lines[0][0]
    assert ["3", "Elsa - Spirit of Winter", "6", "3"] in lines


def test_the_list_to_buy_from_reads_back(run_cli: Run, files: tuple[str, str, str], catalogue: Catalogue) -> None:
    a, b, owned = files
    code, out, _ = run_cli("missing", a, b, "--owned", owned, "-g", "lorcana", "--together", "--to", "text")
    assert code == 0
    deck = read_deck(out, catalogue, "lorcana", GAME.deck)
    assert not deck.problems
    assert {item.card.name: item.count for item in deck.sections["main"]} == {
        "Elsa - Spirit of Winter": 3,
        "Let It Go": 2,
        "Goofy - Daredevil": 2,
    }
    code, out, _ = run_cli("missing", b, "--owned", owned, "-g", "lorcana", "--to", "text")
    assert (code, out) == (0, b"")


def test_what_is_not_understood_is_told_and_not_dropped(
    run_cli: Run, tmp_path: Path, files: tuple[str, str, str]
) -> None:
    owned = files[2]
    (tmp_path / "c.txt").write_text(LIST_A + "3 Nobody - At All\n", encoding="utf-8")
    (tmp_path / "odd.csv").write_text(OWNED + ",,normal,2,Somebody - Else\n", encoding="utf-8")
    for lists, collection, name, line in (
        ("c.txt", owned, "Nobody", 4),
        ("a.txt", str(tmp_path / "odd.csv"), "Somebody", 6),
    ):
        code, out, err = run_cli("missing", str(tmp_path / lists), "--owned", collection, "-g", "lorcana")
        assert code == 3 and name in err and f"line {line}" in err and b"Elsa" in out
        code, out, err = run_cli(
            "missing", str(tmp_path / lists), "--owned", collection, "-g", "lorcana", "--to", "text"
        )
        assert code == 3 and name in err and b"Elsa" in out
        code, out, _ = run_cli("missing", str(tmp_path / lists), "--owned", collection, "-g", "lorcana", "--json")
        document = json.loads(out)
        Draft202012Validator(read_schema("missing")).validate(document)
        problems = document["decks"][0]["problems"] + document["owned"]["problems"]
        assert code == 3 and [problem["line"] for problem in problems] == [line]
        assert document["decks"][0]["unresolved"] + document["owned"]["unresolved"] == (3 if lists == "c.txt" else 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ("a.txt", "--owned", "owned.csv", "--to", "dreamborn"),
        ("a.txt", "--owned", "owned.csv", "--to", "text", "--json"),
        ("a.txt", "--owned", "owned.csv", "--to", "text", "--csv"),
        ("a.txt",),
        ("-", "--owned", "-"),
    ],
)
def test_wrong_usage(
    run_cli: Run, files: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(Path(files[0]).parent)
    code, out, err = run_cli("missing", *arguments, "-g", "lorcana")
    assert (code, out) == (2, b"") and err


def test_files_that_are_not_there(run_cli: Run, files: tuple[str, str, str], tmp_path: Path) -> None:
    a, _, owned = files
    assert run_cli("missing", str(tmp_path / "no.txt"), "--owned", owned, "-g", "lorcana")[0] == 3
    assert run_cli("missing", a, "--owned", str(tmp_path / "no.csv"), "-g", "lorcana")[0] == 3


# -- real collections -----------------------------------------------------------------------------------------------


def test_an_export_of_3600_rows_is_counted_whole(shared: Path, catalogue: Catalogue) -> None:
    path = shared / "decks" / "lorcana" / "collections" / "dreamborn-bulk-2025.csv.gz"
    rows = list(csv.DictReader(io.StringIO(gzip.decompress(path.read_bytes()).decode("utf-8-sig"))))
    number = {name: next(key for key in rows[0] if key.casefold() == name) for name in ("normal", "foil", "name")}
    total = sum(int(row[number["normal"]] or 0) + int(row[number["foil"]] or 0) for row in rows)
    parsed = parse(path.read_bytes(), GAME.deck, path.name)
    owned = read_collection(parsed, catalogue, "lorcana", GAME.deck)
    assert sum(copies(owned).values()) + owned.unresolved == total
    by_name: Counter[str] = Counter()
    for row in rows:
        by_name[fold(row[number["name"]])] += int(row[number["normal"]] or 0) + int(row[number["foil"]] or 0)
    for card, count in copies(owned).items():
        if fold(card.name) in by_name:
            assert by_name[fold(card.name)] == count, card.name


@pytest.mark.parametrize("name", ["semicolon-bom-ids.csv", "small-collection.csv"])
def test_the_other_shapes_lose_nothing(shared: Path, catalogue: Catalogue, name: str) -> None:
    path = shared / "decks" / "lorcana" / "collections" / name
    text = path.read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.splitlines()[0] else ","))
    column = next(key for key in rows[0] if key.strip() in ("Count", "Number of copies"))
    total = sum(int(row[column]) for row in rows if row[column])
    owned = read_collection(parse(path.read_bytes(), GAME.deck, name), catalogue, "lorcana", GAME.deck)
    assert sum(copies(owned).values()) + owned.unresolved == total
