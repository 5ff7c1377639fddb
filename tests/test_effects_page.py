"""docs/effects.md is made from the code, and its examples are read by it."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from deckkit.effects.audit import audit
from deckkit.effects.notation import VERSION, read_abilities
from deckkit.effects.words import KERNEL

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "effects.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)


def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("effects_page", ROOT / "scripts" / "effects_page.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_page_is_what_the_script_makes() -> None:
    assert script().page() == PAGE, "run scripts/effects_page.py"


def test_the_page_states_the_version() -> None:
    assert f"Version of the notation: {VERSION}." in PAGE


def test_the_page_shows_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_used_as_it_stands(example: str) -> None:
    abilities = read_abilities(json.loads(example), KERNEL)
    assert audit(abilities) == []


@pytest.mark.parametrize("table", ["operations", "filters", "conditions", "amounts"])
def test_every_word_and_argument_is_on_the_page(table: str) -> None:
    for word, spec in getattr(KERNEL, table).items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{word}` |") and spec.meaning in line)
        for name in getattr(spec, "args", ()):
            assert f"`{name}`" in row


@pytest.mark.parametrize("table", ["selectors", "seats", "durations", "events", "limits"])
def test_every_plain_word_is_on_the_page(table: str) -> None:
    for word, meaning in getattr(KERNEL, table).items():
        assert f"| `{word}` | {meaning} |" in PAGE


def test_every_key_of_an_ability_is_on_the_page() -> None:
    table = PAGE.partition("## An ability")[2].partition("## ")[0]
    for key in ("on", "do", "of", "other", "when", "if", "cost", "may", "limit", "zone", "event"):
        assert f"| `{key}` |" in table
