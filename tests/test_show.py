"""One card: how it is named, and what is shown of it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from deckkit.catalogue import shipped_path
from deckkit.schemas import read_schema

Run = Callable[..., tuple[int, bytes, str]]


@pytest.mark.parametrize(
    "name",
    [
        "Elsa - Spirit of Winter",
        "elsa – spirit of winter",
        "Elsa - Esprit de l’hiver",
        "lorcana:elsa-spirit-of-winter",
        "9-43",
        "1/207",
        "9 43",
    ],
)
def test_a_card_is_found_by_name_key_and_printing(run_cli: Run, name: str) -> None:
    code, out, _ = run_cli("show", name, "--json")
    assert code == 0
    assert json.loads(out)["id"] == "lorcana:elsa-spirit-of-winter"


def test_the_document(run_cli: Run) -> None:
    code, out, err = run_cli("show", "Hiram Flaversham - Toymaker", "--json", "--lang", "fr", "--on", "2026-10-16")
    assert (code, err) == (0, "")
    document = json.loads(out)
    Draft202012Validator(read_schema("show")).validate(document)
    assert document["schema"] == "deckkit.show/1"
    assert document["name"] == "Hiram Flaversham - Toymaker"
    assert document["name_local"] == document["names"]["fr"] == "Flaversham - Fabricant de jouets"
    assert document["facts"]["cost"] == 4
    # Digest 1.6 and 1.7: set 2 (prerelease 2023-11-17); banned in Core, then rotated; banned in Infinity.
    (printing,) = document["printings"]
    assert (printing["set"], printing["number"], printing["prerelease"]) == ("2", "149", "2023-11-17")
    rows = {row["format"]: row for row in document["legality"]}
    assert rows["core"]["status"] == "rotated"
    assert rows["core"]["bans"] == [{"from": "2025-04-08", "until": "2026-07-14"}]
    assert rows["infinity"]["status"] == "banned"
    assert rows["infinity"]["bans"] == [{"from": "2026-03-26", "until": None}]
    assert document["texts"] == [] and document["texts_known"] is False


def test_the_page(run_cli: Run) -> None:
    code, out, _ = run_cli("show", "Elsa", "-", "Spirit", "of", "Winter", "--lang", "fr", "--on", "2026-10-16")
    page = out.decode()
    assert code == 0
    assert page.startswith("Elsa - Esprit de l'hiver (Elsa - Spirit of Winter)\n")
    assert "Améthyste" in page and "Alter 6" in page and "Légendaire" in page
    assert "Elsa - Magie des Winters" in page
    assert "2025-08-29" in page, "the prerelease day of set 9"


def test_texts_are_shown_where_the_catalogue_has_them(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    shutil.copy(shipped_path(), path)
    db = sqlite3.connect(path)
    card = db.execute("SELECT id FROM card WHERE key = 'lorcana:let-it-go'").fetchone()[0]
    db.execute("DELETE FROM ability WHERE card_id = ?", (card,))
    columns = "(card_id, position, language, kind, text, text_hash, used_until)"
    insert = f"INSERT INTO ability {columns} VALUES (?, ?, 'en', 'effect', ?, ?, ?)"
    db.execute(insert, (card, 0, "The newer wording.", "a", None))
    db.execute(insert, (card, 1, "The older wording.", "b", "2025-01-31"))
    db.commit()
    db.close()
    _, out, _ = run_cli("show", "Let It Go", "--db", str(path), "--json")
    document = json.loads(out)
    Draft202012Validator(read_schema("show")).validate(document)
    assert [text["text"] for text in document["texts"]] == ["The newer wording."]
    assert [(text["text"], text["until"]) for text in document["former_texts"]] == [
        ("The older wording.", "2025-01-31")
    ]
    _, out, _ = run_cli("show", "Let It Go", "--db", str(path))
    assert "The newer wording." in out.decode() and "until 2025-01-31: The older wording." in out.decode()
    assert "facts only" not in out.decode()


def test_an_unknown_name_is_told_with_the_nearest(run_cli: Run) -> None:
    code, out, err = run_cli("show", "Elsa - Spirit of Wintr")
    assert (code, out) == (3, b"")
    assert "no card is called 'Elsa - Spirit of Wintr'" in err and "Elsa - Spirit of Winter" in err
    assert run_cli("show", "lorcana:elsa-spirit-of-wintr")[2].count("Elsa - Spirit of Winter") == 1
    assert run_cli("show", "13-999")[0] == 3
    assert run_cli("show", "")[0] == 3
    assert run_cli("show", "%s{0}'; DROP TABLE card; --")[0] == 3


def test_an_ambiguous_name_lists_all_and_chooses_none(run_cli: Run) -> None:
    code, out, err = run_cli("show", "Elsa", "--json")
    assert (code, out) == (3, b"")
    do = json.loads(err)["error"]["do"]
    assert "lorcana:elsa-spirit-of-winter" in do and "lorcana:elsa-snow-queen" in do
    # 7-26 is a common card and a promo of another one: as in lists, a plain number is the ordinary printing.
    code, out, _ = run_cli("show", "7-26", "--json")
    assert (code, json.loads(out)["id"]) == (0, "lorcana:calhoun-courageous-rescuer")
