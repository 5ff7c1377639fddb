"""Feeds → data/facts/<game>/*.jsonl: the facts that the shipped catalogue is built from.

Usage: python scripts/make_facts.py FEEDS_FOLDER [--game GAME] [--to data/facts]; without --game, all games.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from deckkit.feeds.facts import write_facts
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games import get_game

ROOT = Path(__file__).resolve().parent.parent
# In the order of import: the cards first, then what adds to them.
INPUTS = {
    "lorcana": (
        "lorcana/lorcanajson-2.4.0.en.json.gz",
        "lorcana/fr/allCards.2025-01.cards-only.json",
        "lorcana/names_i18n.csv",
        "lorcana/lorcanajson-inputs/baseSetData.json",
    ),
    "wowtcg": (
        "wowtcg/tcgbrowser-2012/cards.tsv",
        "wowtcg/tracker-2022",
        "wowtcg/utility-2010/wow_tcg.csv",
        "wowtcg/scanner-2023/into_the_mists_names.csv",
        "wowtcg/into_the_mists_rulebook_examples.csv",
    ),
    "invocateurs": ("invocateurs/cards.json",),
    "allegiance": ("allegiance/cards.json",),
    "riftbound": (
        "riftbound/riftcodex-2026-08-16.json",
        "riftbound/errata-overlay-2026-08-17.json",
        "riftbound/rulekit-cards-2026-08-14.json",
        "riftbound/riftscribe-2026-08-22.json",
        "riftbound/rules-engine-catalog-2026-06-21.json",
    ),
}


def make_facts(feeds_folder: Path, game: str, folder: Path) -> dict[str, int]:
    """Imports a game's feeds into a temporary catalogue and writes its facts; gives the number of lines by file."""
    feeds = get_game(game).feeds
    assert feeds is not None
    with tempfile.TemporaryDirectory() as temporary:
        target = Target(Path(temporary) / "feeds.db")
        for name in INPUTS[game]:
            import_bundle(feeds(), read_path(feeds_folder / name), target)
        return write_facts(target.path, game, folder)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("feeds", type=Path, help="the folder that holds the feeds of all games")
    parser.add_argument("--game", choices=sorted(INPUTS))
    parser.add_argument("--to", type=Path, default=ROOT / "data" / "facts")
    arguments = parser.parse_args()
    for game in [arguments.game] if arguments.game else INPUTS:
        print(game, make_facts(arguments.feeds, game, arguments.to / game))


if __name__ == "__main__":
    main()
