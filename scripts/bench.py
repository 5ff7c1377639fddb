"""Benchmarks as ratios within one run: `make bench`. Bounds are those that the project promises.

Each ratio comes from paired runs (A, B, A, B, …), and the median over the pairs is printed with the extremes.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
DECKKIT = Path(sys.executable).with_name("deckkit")
LIST = ROOT / "examples" / "amber-steel.txt"


def timed(work: Callable[[], object]) -> float:
    """Seconds that ``work`` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run(*command: str) -> Callable[[], object]:
    """The command as a whole process, its output thrown away."""
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def ratio(title: str, work: Callable[[], object], base: Callable[[], object], bound: float, pairs: int = 9) -> bool:
    """Prints work ÷ base over paired runs; True if the median keeps the bound."""
    work(), base()
    found, times = [], []
    for _ in range(pairs):
        a, b = timed(work), timed(base)
        found.append(a / b)
        times.append(a)
    median = statistics.median(found)
    kept = median <= bound
    print(
        f"{'ok  ' if kept else 'OVER'} {title}: {median:.2f}x (bound {bound:g}x; {min(found):.2f} to {max(found):.2f}; "
        f"{statistics.median(times) * 1000:.0f} ms)"
    )
    return kept


def lists_per_second(count: int = 10_000) -> bool:
    """Parse, resolve and check random lists of 15 to 20 lines in one process."""
    from deckkit.catalogue import Catalogue, shipped_path
    from deckkit.decklist import read_deck
    from deckkit.games import GAMES

    game = GAMES["lorcana"]
    catalogue = Catalogue.open(shipped_path())
    judge = game.judge(catalogue)
    names = [card.name for card in catalogue.cards("lorcana")]
    stream = random.Random(1)
    texts = ["\n".join(f"4 {name}" for name in stream.sample(names, stream.randint(15, 20))) for _ in range(count)]
    day = date(2026, 11, 30)
    read_deck(texts[0], catalogue, "lorcana", game.deck)

    def all_lists() -> None:
        for text in texts:
            judge.check(read_deck(text, catalogue, "lorcana", game.deck), "core", day)

    seconds = timed(all_lists)
    kept = count / seconds >= 1000
    print(f"{'ok  ' if kept else 'OVER'} parse and check: {count / seconds:,.0f} lists a second (bound 1,000)")
    return kept


def import_ratio() -> bool:
    """A full import against bare ``json.load`` and ``executemany`` of the rows that it writes."""
    feed = SHARED / "feeds" / "lorcana" / "lorcanajson-2.4.0.en.json.gz"
    if not feed.exists():
        print("skip import: needs the shared feeds")
        return True
    from deckkit.feeds import update
    from deckkit.games import GAMES

    game = GAMES["lorcana"]
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "feed.json")
        plain.write_bytes(gzip.decompress(feed.read_bytes()))
        target = Path(folder, "first.db")
        update(game, plain, target)
        db = sqlite3.connect(target)
        rows = {}
        kept = "sql IS NOT NULL AND type IN ('table', 'index') AND name NOT LIKE 'card_search%'"
        for (table,) in db.execute(f"SELECT name FROM sqlite_master WHERE {kept} AND type = 'table'"):
            rows[table] = db.execute(f"SELECT * FROM {table}").fetchall()
        schema = [sql for (sql,) in db.execute(f"SELECT sql FROM sqlite_master WHERE {kept}")]
        db.close()
        counter = iter(range(1000))

        def full() -> None:
            update(game, plain, Path(folder, f"a{next(counter)}.db"))

        def bare() -> None:
            with plain.open(encoding="utf-8") as file:
                json.load(file)
            db = sqlite3.connect(Path(folder, f"b{next(counter)}.db"))
            for sql in schema:
                db.execute(sql)
            for table, many in rows.items():
                if many:
                    db.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(many[0]))})", many)
            db.commit()
            db.close()

        return ratio("full import / json.load + executemany", full, bare, 4, pairs=7)


def hostile_lists(bound: float = 2) -> bool:
    """Lists that nobody means well, as whole processes: each must be answered within ``bound`` seconds."""
    lists = {
        "10 MB of text": b"4 Elsa - Snow Queen\n" * 500_000,
        "binary": bytes(range(256)) * 4_000,
        "one line of a million": b"4 " + b"a" * 1_000_000,
        "absurd counts": b"99999999999999999999 Elsa\n" * 5_000,
        "unknown names": b"".join(b"4 Nobody %d {0.__class__} %%s'; DROP TABLE card\n" % i for i in range(5_000)),
        "control characters": b"4 Els\x1b[31ma\x07\n" * 5_000,
    }
    kept = True
    for title, data in lists.items():
        command = [str(DECKKIT), "check", "-", "--game", "lorcana", "--json"]

        def answer(data: bytes = data, command: list[str] = command) -> object:
            return subprocess.run(command, input=data, capture_output=True, check=False)

        seconds = min(timed(answer) for _ in range(3))
        kept &= seconds <= bound
        print(f"{'ok  ' if seconds <= bound else 'OVER'} {title}: {seconds:.2f} s (bound {bound:g} s)")
    return kept


def main() -> int:
    """All benchmarks; exit 1 if a bound is not kept."""
    os.environ.pop("DECKKIT_DB", None)
    bare = run(sys.executable, "-c", "import typer")
    check = run(str(DECKKIT), "check", str(LIST), "--game", "lorcana", "--format", "core", "--json")
    results = [
        ratio("deckkit --help / import typer", run(str(DECKKIT), "--help"), bare, 2),
        ratio("deckkit check / import typer", check, bare, 10),
        lists_per_second(),
        import_ratio(),
        hostile_lists(),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
