"""Frames and files: what a library user and a spreadsheet get."""

from __future__ import annotations

import builtins
import csv
import io
import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from deckkit.catalogue import Catalogue
from deckkit.catalogue.frames import cards_frame, make_frame, printings_frame, render, write_atomically
from deckkit.catalogue.search import search
from deckkit.errors import UsageError
from deckkit.games import GAMES

LORCANA = GAMES["lorcana"]
FIELDS = LORCANA.cards
Run = Callable[..., tuple[int, bytes, str]]


def test_one_row_a_card_with_nullable_types(catalogue: Catalogue) -> None:
    frame = cards_frame(catalogue, "lorcana", FIELDS)
    assert len(frame) == catalogue.counts("lorcana")["cards"]
    assert frame["id"].is_unique
    assert frame["cost"].dtype == frame["strength"].dtype == "Int64"
    assert frame["inkable"].dtype == "boolean"
    elsa = frame.set_index("id").loc["lorcana:elsa-spirit-of-winter"]
    assert (elsa["cost"], elsa["strength"], elsa["inkable"]) == (8, 4, False)
    assert elsa["inks"] == ["Amethyst"]
    assert elsa["name_fr"] == "Elsa - Esprit de l'hiver"
    assert elsa["move_cost"] is pd.NA
    song = frame.set_index("id").loc["lorcana:let-it-go"]
    assert song["strength"] is pd.NA, "an action has no strength, not strength 0"


def test_one_row_a_printing(catalogue: Catalogue) -> None:
    frame = printings_frame(catalogue, "lorcana", FIELDS)
    assert len(frame) == catalogue.counts("lorcana")["printings"]
    assert frame["printing"].is_unique
    elsa = frame[frame["id"] == "lorcana:elsa-spirit-of-winter"]
    assert list(zip(elsa["set"], elsa["number"], elsa["rarity"], strict=True)) == [
        ("1", "42", "Legendary"),
        ("1", "207", "Enchanted"),
        ("9", "43", "Legendary"),
    ]
    assert set(elsa["prerelease"]) == {"2023-08-18", "2025-08-29"}


KINDS = {"id": "text", "n": "number", "ok": "flag", "many": "list"}
ROWS: list[dict[str, Any]] = [
    {"id": 'a "b", c', "n": 3, "ok": True, "many": ["x; y", "z"]},
    {"id": "d\ne", "n": None, "ok": None, "many": None},
    {"id": "é=1+1", "n": 0, "ok": False, "many": []},
]


def test_csv_is_rfc_4180() -> None:
    data = render(make_frame(ROWS, KINDS), "csv")
    assert data == ('id,n,ok,many\r\n"a ""b"", c",3,True,x; y; z\r\n"d\ne",,,\r\né=1+1,0,False,\r\n'.encode())


def test_csv_for_spreadsheets() -> None:
    data = render(make_frame(ROWS, KINDS), "csv", delimiter=";", bom=True)
    assert data.startswith(b"\xef\xbb\xbfid;n;ok;many\r\n")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert rows[1] == ['a "b", c', "3", "True", "x; y; z"]


@pytest.mark.parametrize("delimiter", ["", ";;", '"', "\n", "é"])
def test_impossible_delimiters_are_refused(delimiter: str) -> None:
    with pytest.raises(UsageError):
        render(make_frame(ROWS, KINDS), "csv", delimiter=delimiter)


def test_json_keeps_lists_integers_and_what_is_missing() -> None:
    frame = make_frame(ROWS, KINDS)
    assert json.loads(render(frame, "json")) == ROWS
    lines = render(frame, "jsonl").decode().splitlines()
    assert [json.loads(line) for line in lines] == ROWS
    assert '"n": 3,' in lines[0]


@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "parquet"])
def test_an_empty_frame_keeps_its_columns(form: str) -> None:
    data = render(make_frame([], KINDS), form)
    if form == "csv":
        assert data == b"id,n,ok,many\r\n"
    elif form == "parquet":
        assert list(pd.read_parquet(io.BytesIO(data)).columns) == list(KINDS)
    else:
        assert data.strip() in (b"[]", b"")


def test_parquet_has_the_types_whatever_the_rows() -> None:
    import pyarrow.parquet as pq

    for rows in (ROWS, ROWS[1:2], []):
        schema = pq.read_schema(io.BytesIO(render(make_frame(rows, KINDS), "parquet")))
        assert [str(field.type) for field in schema] == ["string", "int64", "bool", "list<element: string>"]
    table = pq.read_table(io.BytesIO(render(make_frame(ROWS, KINDS), "parquet")))
    assert table.to_pylist() == ROWS


def test_parquet_without_its_library_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    frame = make_frame(ROWS, KINDS)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError) as caught:
        render(frame, "parquet")
    assert "pip install '.[parquet]'" in str(caught.value.do)


# -- files ------------------------------------------------------------------------------------------------------


def test_files_are_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "keeps the mode of the file that it replaces"
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    write_atomically(link, b"newer")
    assert link.is_symlink() and path.read_bytes() == b"newer"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.csv", "out.csv"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UsageError, match="cannot be written"):
        write_atomically(path, b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]
    assert path.read_text() == "old"


def test_where_no_file_can_be(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "x.csv"):
        with pytest.raises(UsageError, match="cannot be written"):
            write_atomically(path, b"x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"data")
    reader.join(10)
    assert got == [b"data"] and stat.S_ISFIFO(pipe.stat().st_mode)


# -- the command ------------------------------------------------------------------------------------------------


def test_export_cards(run_cli: Run, catalogue: Catalogue, tmp_path: Path) -> None:
    code, out, err = run_cli("export", "cards", "--to", "csv", "--where", "set:13 type:location", "--game", "lorcana")
    rows = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    expected = search(catalogue, "lorcana", FIELDS, "set:13 type:location").cards
    assert code == 0 and [row["id"] for row in rows] == [card.key for card in expected]
    assert all(row["strength"] == "" and row["move_cost"].isdigit() for row in rows)
    path = tmp_path / "cards.parquet"
    code, out, err = run_cli("export", "cards", "-g", "lorcana", "--to", "parquet", "-o", str(path))
    assert (code, out) == (0, b"") and str(path) in err
    frame = pd.read_parquet(path, dtype_backend="numpy_nullable")
    assert len(frame) == catalogue.counts("lorcana")["cards"]
    code, out, err = run_cli(
        "export", "cards", "-g", "lorcana", "--to", "jsonl", "--printings", "--where", '"Elsa - Spirit of Winter"'
    )
    assert [json.loads(line)["printing"] for line in out.decode().splitlines()] == ["42", "207", "1979"]
    code, out, err = run_cli(
        "export", "cards", "-g", "lorcana", "--to", "json", "--lang", "fr", "--where", '"Elsa - Spirit of Winter"'
    )
    assert json.loads(out)[0]["name_local"] == "Elsa - Esprit de l'hiver"


def test_export_nothing(run_cli: Run) -> None:
    assert run_cli("export", "cards", "-g", "lorcana", "--to", "json", "--where", "zzyzx")[:2] == (0, b"[]\n")


def test_export_mistakes(run_cli: Run, tmp_path: Path) -> None:
    assert run_cli("export", "cards", "-g", "lorcana", "--to", "xls")[0] == 2
    assert run_cli("export", "cards", "-g", "lorcana", "--where", "ink:ambr")[0] == 2
    assert run_cli("export", "cards", "-g", "lorcana", "--delimiter", ";;")[0] == 2
    assert run_cli("export", "cards", "-g", "lorcana", "-o", str(tmp_path / "no" / "x.csv"))[0] == 2
    assert run_cli("export", "nonsense")[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_export_deck(run_cli: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Let It Go\n2 Elsa - Spirit of Winter\n1 Let It Go\n")
    code, out, _ = run_cli("export", "deck", str(deck), "--to", "json", "--game", "lorcana")
    assert code == 0
    rows = [(row["section"], row["count"], row["id"], row["cost"]) for row in json.loads(out)]
    assert rows == [("main", 5, "lorcana:let-it-go", 5), ("main", 2, "lorcana:elsa-spirit-of-winter", 8)]


def test_export_deck_tells_what_it_could_not_read(run_cli: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Let It Go\n2 Elsa - Spirit of Wintr\n")
    code, out, err = run_cli("export", "deck", str(deck), "--to", "csv")
    assert code == 3
    assert [row["id"] for row in csv.DictReader(io.StringIO(out.decode()))] == ["lorcana:let-it-go"]
    assert "line 2" in err
    assert run_cli("export", "deck", str(tmp_path / "missing.txt"))[0] == 3
