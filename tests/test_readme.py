"""The README's Python is run, and its links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from deckkit.catalogue import Catalogue, shipped_path

ROOT = Path(__file__).resolve().parents[1]


def test_the_readmes_python_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKKIT_DB", str(shipped_path()))
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 7
    assert result.failed == 0


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").glob("*.md")), ids=lambda p: p.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_counts_of_the_lorcana_page(catalogue: Catalogue) -> None:
    sets = catalogue.sets("lorcana")
    cards = catalogue.cards("lorcana")
    boxes = [c for c in cards if {sets[p.set_code].kind for p in catalogue.printings(c)} == {"quest"}]
    printings = catalogue.counts("lorcana")["printings"]
    text = (ROOT / "docs" / "lorcana.md").read_text(encoding="utf-8")
    assert f"{len(cards):,} cards in {printings:,} printings: {len(cards) - len(boxes):,} that belong" in text
    assert f"{len(boxes)} of the three" in text


def test_every_game_has_a_page() -> None:
    from deckkit.games import GAMES

    assert [slug for slug in GAMES if not (ROOT / "docs" / f"{slug}.md").is_file()] == []
