"""The tournament lists beside the checkout, judged in Core on the day of their event."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from deckkit.catalogue import Catalogue
from deckkit.decklist import read_deck
from deckkit.games import GAMES

LORCANA = GAMES["lorcana"]
# What is wrong with the lists that are not whole, from the lists themselves: sizes by adding up, and for two of them
# names without a version; the one from Kobe was played under another region's rotation.
SHORT = {"nac-2026-02.txt": 59, "nac-2026-06.txt": 55, "nac-2026-10.txt": 50}
OTHERS = {
    "dlc-kobe-2026-02.txt": {"name.ambiguous", "pool.rotated", "size.too_small"},
    "fl-ccq-st-augustine-2026-01.txt": {"name.ambiguous", "size.too_small"},
}


def test_whole_lists_are_legal_on_their_day_and_the_others_say_why_not(shared: Path, catalogue: Catalogue) -> None:
    folder = shared / "decks" / "lorcana" / "tournament"
    judge = LORCANA.judge(catalogue)
    rows = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert len(rows) == 18
    for row in rows:
        file = row["file"]
        deck = read_deck(folder / file, catalogue, "lorcana", LORCANA.deck)
        verdict = judge.check(deck, "core", date.fromisoformat(row["event_date"]))
        if file in SHORT:
            assert verdict.codes == ("size.too_small",), file
            assert [f.found for f in verdict.findings] == [SHORT[file]]
        elif file in OTHERS:
            assert set(verdict.codes) == OTHERS[file], file
        else:
            assert verdict.legal, (file, verdict.codes)
            assert deck.size("main") == row["total"] >= 60


def test_a_list_whose_counts_are_lost_says_so(shared: Path, catalogue: Catalogue) -> None:
    file = shared / "decks" / "lorcana" / "tournament" / "fl-ccq-st-augustine-2026-01.txt"
    deck = read_deck(file, catalogue, "lorcana", LORCANA.deck)
    assert deck.counts_missing
    verdict = LORCANA.judge(catalogue).check(deck, "core", date(2026, 9, 10))
    warning = [f for f in verdict.findings if f.code == "list.counts_missing"]
    assert [f.severity for f in warning] == ["warning"]


def test_a_card_that_went_by_rotation_is_told_with_its_day(shared: Path, catalogue: Catalogue) -> None:
    file = shared / "decks" / "lorcana" / "tournament" / "dlc-kobe-2026-02.txt"
    deck = read_deck(file, catalogue, "lorcana", LORCANA.deck)
    verdict = LORCANA.judge(catalogue).check(deck, "core", date(2026, 9, 10))
    left = {f.cards[0][0].name: f.params["left"] for f in verdict.findings if f.code == "pool.rotated"}
    # Sail the Azurite Sea is of set 6, Fishbone Quill of set 1 and Vitalisphere of set 7: two rotations.
    days = {date(2025, 9, 5), date(2026, 7, 17)}
    assert set(left.values()) <= days
    assert left.get("Sail the Azurite Sea", date(2026, 7, 17)) == date(2026, 7, 17)
