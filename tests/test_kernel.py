"""What holds for the package as a whole."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import deckkit
from deckkit.catalogue import store
from deckkit.games import GAMES

PACKAGE = Path(deckkit.__file__).parent
NOUNS = re.compile(
    r"\b(?:inks?|inkable|inkwells?|lore|quests?|glimmers?|illumineers?|runes?|battlefields?|legends?|might|"
    r"heroe?s?|ally|allies|mana|invocateurs?|codex|allegiance|souls?|banish\w*)\b",
    re.IGNORECASE,
)


def kernel_modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if "games" not in path.relative_to(PACKAGE).parts]


@pytest.mark.parametrize("path", kernel_modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_the_kernel_knows_no_games_nouns(path: Path) -> None:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    # Comments and docstrings may explain with an example; names and literals may not depend on one.
    code = ast.parse(path.read_text(encoding="utf-8"))
    documents = {
        node.body[0].lineno
        for node in ast.walk(code)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and ast.get_docstring(node, clean=False) is not None
    }
    found = [
        (token.start[0], match.group())
        for token in tokens
        if token.type in (tokenize.NAME, tokenize.STRING) and token.start[0] not in documents
        for match in NOUNS.finditer(token.string.replace("_", " "))
    ]
    assert found == []


def test_the_schema_version_is_one_number() -> None:
    from deckkit.catalogue import tables

    assert store.SCHEMA_VERSION == tables.SCHEMA_VERSION


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--help"], {"pandas", "numpy", "sqlalchemy", "sqlmodel", "httpx", "lark", "rapidfuzz", "rich"}),
        (
            ["check", "-", "--game", "lorcana", "--format", "core", "--on", "2026-11-30", "--json"],
            {"pandas", "numpy", "sqlalchemy", "sqlmodel", "httpx", "lark", "rich"},
        ),
    ],
)
def test_heavy_modules_are_loaded_only_where_they_are_used(arguments: list[str], unwanted: set[str]) -> None:
    script = (
        "import sys\nsys.argv = ['deckkit'] + sys.argv[1:]\n"
        "from deckkit.cli.main import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "print(' '.join(sorted({m.partition('.')[0] for m in sys.modules})), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], input="", capture_output=True, check=True, encoding="utf-8"
    )
    assert unwanted & set(done.stderr.splitlines()[-1].split()) == set()


def test_modules_can_be_read_in_a_sitting() -> None:
    long = {p.name: n for p in PACKAGE.rglob("*.py") if (n := len(p.read_text(encoding="utf-8").splitlines())) > 520}
    assert long == {}


def test_every_game_is_whole() -> None:
    for slug, game in GAMES.items():
        assert game.slug == slug
        assert game.formats().playable()
        facts = {column.fact for column in game.cards.columns}
        assert {game.cards.type} <= facts
        assert all(set(column.labels) >= {"en", "fr"} for column in game.cards.columns)
        assert game.owners


def test_no_path_of_a_machine_is_in_the_repository() -> None:
    root = PACKAGE.parent
    if not (root / ".git").exists():
        pytest.skip("not a git checkout")
    files = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = re.compile(rb"(?:^|[\s\"'(=:])/(?:home|root|work|Users|tmp)/[\w.]")
    texts = [root / f for f in files if f and not f.endswith((".db", ".jsonl")) and (root / f).is_file()]
    assert [str(p) for p in texts if wanted.search(p.read_bytes())] == []


def test_the_overview_tells_of_every_verb_and_each_can_be_made() -> None:
    import typer

    from deckkit.cli.main import app
    from deckkit.cli.verbs import VERBS, Verbs

    group = typer.main.get_command(app)
    assert isinstance(group, Verbs)
    made = {name: group.get_command(None, name) for name in group.list_commands(None)}
    assert list(made) == list(VERBS)
    assert all(command.help for command in made.values())
    modules = {path.stem for path in (PACKAGE / "cli").glob("*.py")}
    assert set(VERBS) <= modules
