"""data/facts/<game>/*.jsonl → data/riftlore.db, the catalogue that ships: the same facts give the same rows.

Usage: python scripts/build_db.py [--facts data/facts] [--to data/riftlore.db]
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games import GAMES

ROOT = Path(__file__).resolve().parent.parent


def build(facts: Path, database: Path) -> None:
    """Builds the catalogue of all games that have facts, and puts it at ``database``."""
    with tempfile.TemporaryDirectory(dir=database.parent) as temporary:
        path = Path(temporary) / database.name
        for slug, game in GAMES.items():
            if game.feeds is not None and (facts / slug).is_dir():
                import_bundle(game.feeds(), read_path(facts / slug), Target(path))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("INSERT INTO card_search(card_search) VALUES ('optimize')")
            db.execute("VACUUM")
        path.replace(database)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=Path, default=ROOT / "data" / "facts")
    parser.add_argument("--to", type=Path, default=ROOT / "data" / "riftlore.db")
    arguments = parser.parse_args()
    build(arguments.facts, arguments.to)
    print(f"{arguments.to}: {arguments.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
