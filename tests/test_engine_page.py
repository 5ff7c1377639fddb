"""docs/engine.md: its worked example is carried out in a copy of the package, its Python is run."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

from engine_support import ROOT

import deckkit
from deckkit.catalogue import shipped_path

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[tuple[str, str]]:
    """The fenced blocks of a kind: what follows the word, and their text."""
    found = re.findall(rf"^( *)```{kind} ?([^\n]*)\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)
    return [(name, textwrap.dedent("".join(line + "\n" for line in text.splitlines()))) for _, name, text in found]


def test_the_worked_example_adds_two_keywords(tmp_path: Path) -> None:
    copy = tmp_path / "deckkit"
    shutil.copytree(Path(deckkit.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    changes = blocks("diff")
    assert len(changes) == 3
    for name, text in changes:
        file = tmp_path / name
        lines = text.splitlines()
        before = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        after = "\n".join(line[1:] for line in lines)
        source = file.read_text(encoding="utf-8")
        assert source.count(before) == 1, name
        file.write_text(source.replace(before, after), encoding="utf-8")
    ((_, scenarios),) = blocks("json")
    (tmp_path / "new.json").write_text(scenarios, encoding="utf-8")
    program = (
        "import sys; sys.argv = ['deckkit', 'scenario', 'run', 'new.json']; from deckkit.cli.main import run; run()"
    )

    def run(path: Path) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(path), "DECKKIT_DB": str(shipped_path()), "LANGUAGE": "en"}
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
        )

    done = run(tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 passed, 0 failed, 0 errors"), (
        done.stdout + done.stderr
    )
    # Without the steps the scenarios do not pass: the copy was what ran.
    shutil.rmtree(copy)
    assert run(ROOT).returncode != 0


def test_the_python_of_the_page_runs() -> None:
    test = doctest.DocTestParser().get_doctest(PAGE, {}, "engine.md", "engine.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_module_that_the_page_names_is_there() -> None:
    for folder in ("engine", "games/lorcana"):
        (table,) = re.findall(rf"\| file in `deckkit/{folder}` \|.*?\n\n", PAGE, re.DOTALL)
        names = [
            name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)\*?`", row)
        ]
        assert names
        for name in names:
            assert list((Path(deckkit.__file__).parent / folder).glob(f"{name}*.py")), name
    for link in re.findall(r"\]\((\.\./[^)]+|[a-z-]+\.md)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
