"""A sixth game, brought by another package through an entry point: nothing in deckkit changes for it.

The package is the one of ``docs/own-game.md``, taken from the page itself.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import deckkit

ROOT = Path(deckkit.__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "own-game.md"
_FILE = re.compile(r"<!-- file: (\S+) -->\s*```\w*\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the page, as an installer leaves it."""
    folder = tmp_path_factory.mktemp("site")
    files = dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))
    assert set(files) >= {"marbles/__init__.py", "marbles/formats.toml", "pyproject.toml", "marbles.json"}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    _install(folder, "marbles-game", "marbles = marbles:GAME")
    return folder


def _install(folder: Path, package: str, point: str) -> None:
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[deckkit.games]\n{point}\n", encoding="utf-8")


def run(site: Path, *arguments: str, data: str = "") -> tuple[int, str, str]:
    """deckkit in a process of its own, which sees the package."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
        "DECKKIT_DB": str(site / "c.db"),
        "LANGUAGE": "en",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "deckkit", *arguments],
        input=data,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        encoding="utf-8",
        cwd=site,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def filled(site: Path) -> Path:
    code, out, err = run(site, "update", "marbles", "--from", "marbles.json", "--json")
    assert code == 0, err
    report: dict[str, Any] = json.loads(out)
    assert (report["added"]["cards"], report["added"]["printings"], report["added"]["sets"]) == (3, 3, 1)
    return site


def test_the_catalogue_is_imported_and_again_changes_nothing(filled: Path) -> None:
    before = (filled / "c.db").read_bytes()
    assert run(filled, "update", "marbles", "--from", "marbles.json")[0] == 0
    assert (filled / "c.db").read_bytes() == before
    code, out, _ = run(filled, "games", "--json")
    games = {row["game"]: row for row in json.loads(out)["games"]}
    assert code == 0 and games["marbles"]["cards"] == 3 and "lorcana" in games
    assert run(filled, "update", "marbles", "--from", "pyproject.toml")[0] == 4


def test_its_cards_are_searched_and_shown(filled: Path) -> None:
    code, out, _ = run(filled, "search", "-g", "marbles", "size>=2 -colour:red", "--json")
    assert code == 0 and [row["id"] for row in json.loads(out)] == ["marbles:sea-eye"]
    code, out, _ = run(filled, "search", "-g", "marbles", "couleur:bleu", "--json", "--lang", "fr")
    assert code == 0 and [row["name_local"] for row in json.loads(out)] == ["Œil de mer"]
    code, out, _ = run(filled, "show", "oeil de mer", "--json")
    document = json.loads(out)
    assert code == 0 and document["id"] == "marbles:sea-eye"
    assert [(row["format"], row["legal"]) for row in document["legality"]] == [("yard", True)]


@pytest.mark.parametrize(
    ("text", "code", "codes"),
    [
        ("3 Cat's Eye\n2 Œil de mer\nShooter\n1 Big Red\n", 0, []),
        ("Cat's Eye x3\nBille de tir : 1\n1 Big Red\n", 1, ["size.wrong"]),
        ("5 Cat's Eye\nShooter\n1 Big Red\n", 1, ["copies.over_limit"]),
        ("3 Cat's Eye\n2 Sea Eye\n", 1, ["section.missing"]),
        # The rule that only this game has.
        ("3 Cat's Eye\n2 Sea Eye\nShooter\n1 Cat's Eye\n", 1, ["marbles.too_small"]),
        ("3 Cat's Eye\n2 Nobody\nShooter\n1 Big Red\n", 3, ["name.unresolved", "size.wrong"]),
    ],
)
def test_its_lists_are_read_and_judged(filled: Path, text: str, code: int, codes: list[str]) -> None:
    got, out, err = run(filled, "check", "-", "-g", "marbles", "-f", "yard", "--on", "2026-11-30", "--json", data=text)
    document = json.loads(out)
    assert got == code, err
    assert sorted(finding["code"] for finding in document["findings"]) == codes
    assert document["legal"] is (code == 0)


def test_its_lists_are_recognised_converted_and_compared(filled: Path) -> None:
    code, out, err = run(filled, "convert", "-", "--to", "text", data="Shooter\n1 Big Red\nBag\n2 Cat's Eye\n")
    assert (code, out) == (0, "2 Cat's Eye\n\nShooter\n1 Big Red\n") and "marbles" in err
    (filled / "owned.csv").write_text("Count,Name\n1,Cat's Eye\n", encoding="utf-8")
    code, out, _ = run(filled, "missing", "-", "--owned", "owned.csv", "--to", "text", data="2 Cat's Eye\n")
    assert (code, out) == (0, "1 Cat's Eye\n")


def test_own_cards_work_for_it(filled: Path) -> None:
    own = {
        "schema": "deckkit.own-cards/1",
        "game": "marbles",
        "source": "mine",
        "cards": [{"name": "Glass Moon", "facts": {"colour": "bleu", "size": 1}}],
    }
    (filled / "own.json").write_text(json.dumps(own), encoding="utf-8")
    assert run(filled, "update", "marbles", "--from", "own.json")[0] == 0
    code, out, _ = run(filled, "search", "-g", "marbles", "colour:blue", "--json")
    assert code == 0 and {row["name"] for row in json.loads(out)} == {"Sea Eye", "Glass Moon"}
    assert run(filled, "update", "marbles", "--take-back", "mine")[0] == 0


def test_its_formats_are_listed(filled: Path) -> None:
    code, out, _ = run(filled, "formats", "marbles", "--json")
    assert code == 0 and "yard" in out


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("chess = nowhere_to_be_found:GAME", "ModuleNotFoundError"),
        ("chess = json:NOTHING", "AttributeError"),
        ("chess = json:dumps", "no game of that name"),
        ("chess = deckkit.games.lorcana:GAME", "no game of that name"),
    ],
)
def test_a_broken_package_is_told_and_our_games_go_on(tmp_path: Path, point: str, words: str) -> None:
    _install(tmp_path, "chess-game", point)
    code, _, err = run(tmp_path, "formats", "chess")
    assert code == 2 and words in err and "chess-game" in err
    assert run(tmp_path, "formats", "lorcana")[0] == 0


def test_our_games_cannot_be_replaced(tmp_path: Path) -> None:
    _install(tmp_path, "other-lorcana", "lorcana = json:dumps")
    code, out, _ = run(tmp_path, "formats", "lorcana", "--json")
    assert code == 0 and "infinity" in out


def test_our_own_games_ask_no_package() -> None:
    script = (
        "import importlib.metadata as m\n"
        "def no(**_): raise AssertionError('asked')\n"
        "m.entry_points = no\n"
        "from deckkit.games import GAMES, get_game\n"
        "assert get_game('lorcana').slug == 'lorcana' and 'lorcana' in GAMES\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
