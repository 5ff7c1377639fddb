"""The acceptance cases that stand beside the checkout: legality questions, and runs of the installed command."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from deckkit.catalogue import Catalogue
from deckkit.decklist.model import Deck, Entry, ParsedList
from deckkit.decklist.reading import resolve
from deckkit.games import GAMES

LORCANA = GAMES["lorcana"]


def deck(entries: list[dict[str, Any]], catalogue: Catalogue) -> Deck:
    lines = tuple(
        Entry(
            line=i,
            raw=row["name"],
            count=row["n"],
            name=row["name"],
            set_code=row.get("set"),
            number=str(row["number"]) if "number" in row else None,
        )
        for i, row in enumerate(entries, 1)
    )
    return resolve(ParsedList("case", lines), catalogue, "lorcana", LORCANA.deck)


def test_every_legality_case_gives_the_stated_verdict_and_codes(shared: Path, catalogue: Catalogue) -> None:
    cases = json.loads((shared / "cases" / "lorcana.json").read_text(encoding="utf-8"))
    judge = LORCANA.judge(catalogue)
    judged = 0
    for case in cases:
        if [step["do"] for step in case["when"]] != ["check_deck"]:
            continue
        given, then = case["given"], case["then"]
        opened = deck(given["pool"], catalogue) if "pool" in given else None
        on = date.fromisoformat(case["on"])
        verdict = judge.check(deck(given["deck"], catalogue), given.get("format", "core"), on, opened=opened)
        assert verdict.legal == then["legal"], case["id"]
        if then.get("findings") == []:
            assert verdict.findings == (), case["id"]
        assert set(then.get("findings", ())) <= set(verdict.codes), case["id"]
        assert not set(then.get("no_findings", ())) & set(verdict.codes), case["id"]
        judged += 1
    assert judged == 22


@pytest.mark.parametrize("group", ["leg", "name", "list"])
def test_the_command_line_cases_of_this_part(shared: Path, group: str) -> None:
    file = shared / "cases" / "cli.json"
    ids = [case["id"] for case in json.loads(file.read_text(encoding="utf-8")) if case["id"].split("-")[0] == group]
    assert ids
    command = [sys.executable, str(shared / "tools" / "cli_cases.py")]
    deckkit = f"{sys.executable} -m deckkit"
    arguments = [*command, "--deckkit", deckkit, str(file), *ids]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().endswith(f"{len(ids)} passed, 0 failed")
