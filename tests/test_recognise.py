"""Which game a list is for, where nobody says it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from feeds_support import save
from french_support import from_facts

from deckkit.catalogue import Catalogue
from deckkit.errors import InputError, UsageError
from deckkit.feeds import update
from deckkit.games import GAMES
from deckkit.games.recognise import recognise, recognise_all

Run = Callable[..., tuple[int, bytes, str]]


def own(game: str, *names: str) -> dict[str, Any]:
    cards = [{"name": name} for name in names]
    return {"schema": "deckkit.own-cards/1", "game": game, "source": "test", "cards": cards}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games that share one name."""
    folder = tmp_path_factory.mktemp("recognise")
    path = from_facts(folder / "c.db")
    for game in ("invocateurs", "allegiance"):
        update(GAMES[game], save(folder / "own.json", own(game, "Twin of Both")), path)
    return path


@pytest.fixture(scope="module")
def both(path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(path) as catalogue:
        yield catalogue


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("3 Excalibur\n3 Anubis", "invocateurs"),
        ("1 Hypernova", "allegiance"),
        ("1 hypernova", "allegiance"),
        ("1 allegiance:hypernova", "allegiance"),
        ("3 SR01-015", "invocateurs"),
        # The larger share decides, unread lines and all.
        ("1 Hypernova\n3 Excalibur\n5 nobody", "invocateurs"),
        ("3 Twin of Both\n1 Hypernova", "allegiance"),
        ('{"schema": "deckkit.deck/1", "game": "allegiance", "sections": {"main": []}}', "allegiance"),
        (
            '{"schema": "deckkit.deck/1", "game": "allegiance", '
            '"sections": {"main": [{"name": "Excalibur", "count": 1}]}}',
            "allegiance",
        ),
        ("Count,Name\n2,Eternal Lich\n", "invocateurs"),
    ],
)
def test_the_game_whose_cards_are_named(both: Catalogue, text: str, game: str) -> None:
    assert recognise(text, both).slug == game


@pytest.mark.parametrize("text", ["3 Twin of Both", "1 Hypernova\n1 Excalibur"])
def test_two_games_that_fit_equally_are_asked_for(both: Catalogue, text: str) -> None:
    with pytest.raises(UsageError) as asked:
        recognise(text, both, "list.txt")
    assert "invocateurs, allegiance" in str(asked.value.what) and "--game" in str(asked.value.do)
    assert str(asked.value.where) == "list.txt"


@pytest.mark.parametrize("text", ["", "\n\n", "3 nobody", "[]"])
def test_none_is_asked_for(both: Catalogue, text: str) -> None:
    with pytest.raises(UsageError) as asked:
        recognise(text, both)
    assert "invocateurs, allegiance" in str(asked.value.do)


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"PK\x03\x04", b"<html><body>"])
def test_what_is_no_list_is_no_list(both: Catalogue, data: bytes) -> None:
    with pytest.raises(InputError):
        recognise(data, both)


def test_a_game_that_is_not_known_is_told(both: Catalogue) -> None:
    with pytest.raises(UsageError, match="chess"):
        recognise('{"schema": "deckkit.deck/1", "game": "chess", "sections": {"main": []}}', both)


def test_several_lists_are_of_one_game(both: Catalogue) -> None:
    lists = {"a": "1 Hypernova", "b": "3 Twin of Both", "c": "nobody", "d": b"\x00"}
    assert recognise_all(lists, both).slug == "allegiance"
    with pytest.raises(UsageError) as mixed:
        recognise_all(lists | {"e": "1 Excalibur"}, both)
    assert "allegiance (a)" in str(mixed.value.what) and "invocateurs (e)" in str(mixed.value.what)
    with pytest.raises(UsageError):
        recognise_all({"b": "3 Twin of Both"}, both)


def test_check_says_it_and_needs_no_game(run_cli: Run, path: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("4 Excalibur\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("3 Twin of Both\n", encoding="utf-8")
    arguments = ("check", str(tmp_path / "a.txt"), "--db", str(path), "--on", "2026-11-30")
    code, out, err = run_cli(*arguments)
    assert code == 1 and "invocateurs" in err and b"size.wrong" in out
    code, out, err = run_cli(*arguments, "--json", "--quiet")
    assert (code, err) == (1, "") and json.loads(out)["deck"]["game"] == "invocateurs"
    code, out, err = run_cli("check", str(tmp_path / "b.txt"), "--db", str(path))
    assert (code, out) == (2, b"") and "invocateurs, allegiance" in err
    code, out, err = run_cli("check", str(tmp_path / "no.txt"), "--db", str(path))
    assert (code, out) == (3, b"") and "no.txt" in err
    code, out, err = run_cli("convert", str(tmp_path / "a.txt"), "--to", "text", "--db", str(path))
    assert (code, out) == (0, b"4 Excalibur\n") and "invocateurs" in err
    code, out, err = run_cli("missing", str(tmp_path / "a.txt"), "--owned", str(tmp_path / "b.txt"), "--db", str(path))
    assert code == 0 and "invocateurs" in err


def test_standard_input_is_read_once(path: Path) -> None:
    command = [sys.executable, "-m", "deckkit", "convert", "-", "--to", "text", "--db", str(path)]
    environment = {**os.environ, "LANGUAGE": "en"}
    done = subprocess.run(command, input=b"2 hypernova\n", capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (0, b"2 Hypernova\n"), done.stderr
    assert b"allegiance" in done.stderr


def test_examples_and_lists_of_the_largest_game(catalogue: Catalogue, shared: Path) -> None:
    folder = shared / "decks" / "lorcana"
    files = [*sorted((folder / "inkdecks-text").iterdir())[:10], *sorted((folder / "app-json").iterdir())]
    for file in files:
        assert recognise(file.read_bytes(), catalogue, file.name).slug == "lorcana", file.name
