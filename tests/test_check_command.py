"""The command ``deckkit check``: many lists, odd arguments, streams that are closed or full."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deckkit.catalogue import shipped_path

RunCli = Callable[..., tuple[int, bytes, str]]
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LEGAL, FAULTY = str(EXAMPLES / "amber-steel.txt"), str(EXAMPLES / "needs-work.txt")
CORE = ("--game", "lorcana", "--format", "core", "--on", "2026-11-30")


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DECKKIT_DB": str(shipped_path()), "LANGUAGE": "en", "PYTHON": sys.executable, **more}
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, check=False)


def rows(output: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(output.decode("utf-8"), newline="")))


def test_many_lists_give_a_row_each_and_the_worst_exit_code(run_cli: RunCli, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.txt")
    code, output, errors = run_cli("check", LEGAL, FAULTY, missing, *CORE, "--csv")
    assert code == 3
    assert [(row["core"], bool(row["error"])) for row in rows(output)] == [
        ("legal", False),
        ("illegal", False),
        ("unreadable", True),
    ]
    assert "3 lists: 1 legal, 1 not legal, 1 not read" in errors
    assert run_cli("check", LEGAL, FAULTY, *CORE)[0] == 1
    assert run_cli("check", LEGAL, LEGAL, *CORE)[0] == 0


def test_an_odd_argument_does_not_stop_the_other_lists(run_cli: RunCli, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for odd in (str(tmp_path / "none*.txt"), str(empty), "", "x" * 5_000, "a\0b"):
        code, output, _ = run_cli("check", LEGAL, odd, *CORE, "--csv")
        found = rows(output)
        assert (code, len(found), found[0]["core"], found[1]["core"]) == (3, 2, "legal", "unreadable")
        # Alone it is an error, and no traceback.
        code, output, errors = run_cli("check", odd, *CORE)
        assert code == 3 and "mistake" not in errors and len(errors) < 3_000


def test_nothing_in_a_folder_is_dropped(run_cli: RunCli, tmp_path: Path) -> None:
    text = Path(LEGAL).read_bytes()
    inner = tmp_path / "inner"
    inner.mkdir()
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "linked.txt").write_bytes(text)
    (inner / "a.txt").write_bytes(text)
    (inner / "again").symlink_to(inner)
    (inner / "folder").symlink_to(outside)
    (inner / "broken.txt").symlink_to(tmp_path / "nowhere")
    (inner / os.fsdecode(b"bad\xff.txt")).write_bytes(text)
    code, output, _ = run_cli("check", str(inner), *CORE, "--json")
    found = {Path(row["deck"]["file"]).name for row in json.loads(output)}
    assert found == {"a.txt", "linked.txt", "broken.txt", os.fsdecode(b"bad\xff.txt")}
    assert code == 3
    code, output, _ = run_cli("check", str(inner), *CORE, "--csv")
    assert (code, len(rows(output))) == (3, 4)


def test_findings_are_rows_too(run_cli: RunCli) -> None:
    code, output, _ = run_cli("check", FAULTY, *CORE, "--findings", "--csv")
    found = rows(output)
    assert code == 1
    assert {row["code"] for row in found} == {
        "size.too_small", "copies.over_limit", "identity.too_many", "pool.rotated"
    }  # fmt: skip
    assert all(row["message"] and row["rule"] for row in found)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((LEGAL, FAULTY, "--timeline"), "--timeline"),
        (("-", "-"), "-"),
        ((LEGAL, "--opened", LEGAL), "--opened"),
        ((LEGAL, "--json", "--csv"), "--json --csv"),
        ((LEGAL, "--option", "exact_60"), "--option"),
        ((), "check"),
    ],
)
def test_what_cannot_be_asked_together_is_refused(run_cli: RunCli, arguments: tuple[str, ...], what: str) -> None:
    code, output, errors = run_cli("check", *arguments, *CORE)
    assert (code, output) == (2, b"")
    assert what in errors


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("$PYTHON -m deckkit search cost:3 --game lorcana | head -1 >/dev/null; exit ${PIPESTATUS[0]}", -13 % 256),
        ("$PYTHON -m deckkit check - --game lorcana <&-", 3),
        (f"$PYTHON -m deckkit check {LEGAL} --game lorcana >&-", 0),
        ("$PYTHON -m deckkit search cost:3 --game lorcana >/dev/full", 74),
        ("$PYTHON -m deckkit", 0),
    ],
)
def test_streams_that_are_closed_or_full(command: str, code: int) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    done = shell(command)
    # A shell tells a signal as 128 and its number: 141 for the closed pipe.
    assert done.returncode == (141 if code == -13 % 256 else code)
    assert "mistake" not in done.stderr and "Traceback" not in done.stderr


def test_control_characters_of_strangers_do_not_reach_the_terminal(run_cli: RunCli, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m\nb.txt"
    file.write_text("4 Elsa\x1b[2J\n", encoding="utf-8")
    _, output, errors = run_cli("check", str(file), LEGAL, *CORE)
    assert b"\x1b" not in output and "\x1b" not in errors
    assert output.count(b"\n") == 3
