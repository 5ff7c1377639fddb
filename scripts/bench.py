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
from dataclasses import replace
from datetime import date
from functools import partial
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


def cpu_timed(work: Callable[[], object]) -> float:
    """Seconds of one core that ``work`` takes, whatever else the machine does."""
    start = time.process_time()
    work()
    return time.process_time() - start


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
    """A full import, without compiling the texts, against bare ``json.load`` and ``executemany`` of its rows.

    Texts are compiled once, by the first import that brings them; that is measured apart, with its own bound.
    """
    feed = SHARED / "feeds" / "lorcana" / "lorcanajson-2.4.0.en.json.gz"
    if not feed.exists():
        print("skip import: needs the shared feeds")
        return True
    from deckkit.feeds import update
    from deckkit.games import GAMES

    feeds = GAMES["lorcana"].feeds
    assert feeds is not None
    whole, game = feeds(), replace(feeds(), compiler=None)
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

        held = ratio("full import / json.load + executemany", full, bare, 4, pairs=7)
        without = timed(full)
        compiling = timed(lambda: update(whole, plain, Path(folder, "compiled.db"))) - without
        again = timed(lambda: update(whole, plain, Path(folder, "compiled.db")))
        good = compiling <= 60
        print(
            f"{'ok  ' if good else 'OVER'} all texts compiled once: {compiling:.1f} s (bound 60 s); "
            f"the same feed again: {again:.1f} s, without compiling {without:.1f} s"
        )
        return held and good


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


def sampled_hands(hands: int = 40_000_000) -> bool:
    """Seven of 60 cards and one condition of two groups, on one core; compiling is timed apart."""
    from deckkit.odds.conditions import Goal, Need
    from deckkit.odds.pool import Pool
    from deckkit.odds.sampling import sample
    from deckkit.odds.sampling_kernel import available

    if not available():
        print("skip sampled hands: needs Numba")
        return True
    compiling = "from deckkit.odds.sampling_kernel import compiled; compiled()"
    with tempfile.TemporaryDirectory() as folder:

        def cold() -> object:
            command, environment = [sys.executable, "-c", compiling], {**os.environ, "NUMBA_CACHE_DIR": folder}
            return subprocess.run(command, env=environment, check=True)

        first, second = timed(cold), timed(cold)
    pool, goal = Pool.of({0: 38, 1: 8, 2: 10, 3: 4}), Goal.of([Need(0, 2), Need(1, 1)])
    deck, few, stream = [1] * 8 + [2] * 10 + [3] * 4 + [0] * 38, 50_000, random.Random(1)

    def ours(engine: str, n: int) -> Callable[[], object]:
        return lambda: sample(pool, 7, goal, seed=1, n=n, engine=engine)

    def theirs() -> None:
        for _ in range(few):
            stream.sample(deck, 7)

    ours("compiled", 1)()
    pairs = [(hands / timed(ours("compiled", hands)), few / timed(theirs)) for _ in range(5)]
    rate, times = statistics.median(a for a, _ in pairs), statistics.median(a / b for a, b in pairs)
    kept = rate >= 20e6 and times >= 30
    plain = 4_000_000 / timed(ours("plain", 4_000_000))
    print(
        f"{'ok  ' if kept else 'OVER'} sampled hands: {rate / 1e6:.0f} million a second (bound 20), "
        f"{times:.0f} times random.sample (bound 30); without Numba {plain / 1e6:.0f} million; "
        f"process with compiling {first:.1f} s, from the cache {second:.1f} s"
    )
    return kept


def exact_odds() -> bool:
    """Exact chances and the best mulligan for real questions about a 60-card list; against plain Python work."""
    from math import comb

    from deckkit import draw_odds, mulligan_odds
    from deckkit.catalogue import Catalogue, shipped_path
    from deckkit.decklist import read_deck
    from deckkit.games import GAMES
    from deckkit.odds.conditions import Goal, Need
    from deckkit.odds.exact import chances
    from deckkit.odds.mulligan import Deal
    from deckkit.odds.opening import Redraw
    from deckkit.odds.pool import Pool

    catalogue = Catalogue.open(shipped_path())
    deck = read_deck(LIST, catalogue, "lorcana", GAMES["lorcana"].deck)
    three = "1+ (cost<=2 type:character), 1+ type:action, 0-2 cost>=4"
    four = f"{three}, 2+ ink:steel"
    # Every overlap of the groups: 16 and 8 classes.
    sixteen, eight = Pool.of({m: 4 - (m > 11) for m in range(16)}), Pool.of({m: 7 + (m < 4) for m in range(8)})
    low = Goal.of([Need(0, 2), Need(1, 1, 4), Need(2, 1), Need(3, 0, 3)])
    mixed = Goal.of([Need(0, 2), Need(1, 1), Need(2, 0, 1)])

    def plain() -> None:
        for _ in range(10_000):
            comb(60, 7)

    # All sizes of bounds over all overlaps, and the worst of them.
    bounds = [
        (cards, least, more)
        for cards in (7, 12, 16, 20, 27, 30, 40)
        for least in (1, 2, 4, 6, 8, 10, 13)
        for more in (None, 0, 2, 4, 7, 12)
        if least <= cards
    ]
    goals = [
        (cards, Goal.of([Need(group, least, None if more is None else least + more) for group in range(4)]))
        for cards, least, more in bounds
    ]
    hands = [
        Goal.of([Need(0, 4, 6), Need(1, 4, 8), Need(2, 0, 3)]),
        Goal.of([Need(0, 2, 4), Need(1, 1, 3), Need(2, 2, 5)]),
        Goal.of([Need(0, 2), Need(1, 0, 1)], [Need(2, 2, 3), Need(1, 2)]),
        Goal.of([Need(0, 2), Need(2, 3, 5)], [Need(0, 2), Need(1, 2, 3), Need(2, 4)], [Need(0, 3, 7), Need(1, 1)]),
    ]

    def best(goal: Goal, *draws: int) -> object:
        return Deal(eight, goal, 7, Redraw("some"), draws).outcome("optimal")

    # numpy is loaded apart.
    best(hands[0], 3)
    hardest = max(goals, key=lambda case: min(timed(lambda: chances(sixteen, case[1], [case[0]])) for _ in range(3)))
    slowest = max(hands, key=lambda goal: timed(lambda: best(goal, 3)))

    works: list[tuple[str, Callable[[], object], float]] = [
        (f"the worst of {len(goals)} goals over 16 classes", lambda: chances(sixteen, hardest[1], [hardest[0]]), 0.05),
        (f"the worst optimal mulligan of {len(hands)} over 8 classes", lambda: best(slowest, 3), 2),
        ("the same by five turns at once", lambda: best(slowest, 0, 1, 2, 3, 4), 2),
        ("odds of a list, 4 groups, by turn 10", lambda: draw_odds(deck, four, turn=10, catalogue=catalogue), 0.05),
        ("4 groups in 16 classes, 7 to 17 cards", lambda: chances(sixteen, low, range(7, 18)), 0.05),
        ("optimal mulligan of a list, 3 groups", lambda: mulligan_odds(deck, three, catalogue=catalogue), 2),
        ("the same by turn 4", lambda: mulligan_odds(deck, three, turn=4, catalogue=catalogue), 2),
        (
            "optimal mulligan, 3 groups in 8 classes",
            lambda: Deal(eight, mixed, 7, Redraw("some")).outcome("optimal"),
            2,
        ),
    ]
    kept = True
    for title, work, bound in works:
        work()
        pairs = [(timed(work), timed(plain)) for _ in range(3)]
        seconds, times = statistics.median(a for a, _ in pairs), statistics.median(a / b for a, b in pairs)
        kept &= seconds <= bound
        print(
            f"{'ok  ' if seconds <= bound else 'OVER'} {title}: {seconds * 1000:.0f} ms (bound {bound * 1000:g}), "
            f"{times:.1f} times 10,000 binomials"
        )
    return kept


def _toy_game(deck: list[tuple[int, int]], stream: random.Random) -> int:
    """The least that is a solitary game: cards are (cost, score); returns the own turn of 20 points."""
    stream.shuffle(deck)
    hand, at, ink, score, board, turn = deck[:7], 7, 0, 0, 0, 0
    while score < 20 and at < len(deck):
        turn += 1
        if turn > 1:
            hand.append(deck[at])
            at += 1
        hand.sort()
        if hand:
            hand.pop()
            ink += 1
        left, new = ink, 0
        while hand and hand[0][0] <= left:
            cost, worth = hand.pop(0)
            left -= cost
            new += worth
        score += board
        board += new
    return turn


def _goldfish_list(file: Path, games: int, bound: float, slug: str = "lorcana", stat: str = "lore") -> bool:
    """One list, alternating with a toy loop over the same costs and scores."""
    from deckkit.catalogue import Catalogue, shipped_path
    from deckkit.decklist import read_deck
    from deckkit.games import GAMES
    from deckkit.goldfish.run import prepare

    game, catalogue = GAMES[slug], Catalogue.open(shipped_path())
    assert game.table is not None and game.pilot is not None
    deck = read_deck(file, catalogue, slug, game.deck)
    plan, cards = prepare(deck, game.table, game.pilot, catalogue, seed=1)
    toy = [(made.cost, made.stats.get(stat, 0)) for _, made, copies in cards for _ in range(copies)]
    stream, decisions = random.Random(1), 0

    def told(_match: object, _action: object) -> None:
        nonlocal decisions
        decisions += 1

    mean = statistics.fmean(plan.game(number, told).won or plan.turns for number in range(games))
    pairs = [
        (
            games / cpu_timed(lambda: plan.block(0, games)),
            games / cpu_timed(lambda: [_toy_game(list(toy), stream) for _ in range(games)]),
        )
        for _ in range(3)
    ]
    rate, times = statistics.median(a for a, _ in pairs), statistics.median(b / a for a, b in pairs)
    print(
        f"{'ok  ' if rate >= bound else 'OVER'} goldfish {file.name}: {rate:.0f} games a second of a core "
        f"(bound {bound:g}), {rate * decisions / games:,.0f} decisions a second, won on turn {mean:.2f}; "
        f"the toy loop plays {times:.0f} times as many"
    )
    return rate >= bound


def _workout_decks(slug: str, games: int, bound: float) -> bool:
    """The workout decks of a game whose cards are not known well enough for lists, one after the other."""
    sys.path.insert(0, str(ROOT / "tests"))
    from engine_support import piles  # type: ignore[import-not-found]  # of the tests

    from deckkit.games import GAMES
    from deckkit.goldfish.run import Goldfishing

    game, kept = GAMES[slug], True
    assert game.table is not None and game.pilot is not None
    for name, pile in piles(slug, shared=False):
        plan = Goldfishing(game.table, game.pilot, pile, game.pilot().usual, seed=1)
        mean = statistics.fmean(plan.game(number).won or plan.turns for number in range(games))
        rate = statistics.median(games / cpu_timed(partial(plan.block, 0, games)) for _ in range(3))
        kept &= rate >= bound
        print(
            f"{'ok  ' if rate >= bound else 'OVER'} goldfish {slug}, {name}: {rate:.0f} games a second of a core "
            f"(bound {bound:g}), won on turn {mean:.2f}"
        )
    return kept


def turn_growth(bound: float = 4) -> bool:
    """How the cost of a turn grows with the cards in play: four times as many cards, in pairs, at most four times."""
    sys.path.insert(0, str(ROOT / "tests"))
    from growth_support import BOARDS, a_board, a_turn  # type: ignore[import-not-found]  # of the tests

    from deckkit.games import GAMES
    from deckkit.goldfish.pilot import Randomly

    pilots = GAMES["lorcana"].pilot
    assert pilots is not None
    players = {"the pilot": [pilots().pilots["greedy"](0)], "random": [Randomly(seed) for seed in range(8)]}

    def turns(name: str, cards: int, player: str) -> Callable[[], None]:
        m = a_board(name, cards, log=False)

        def play() -> None:
            for pilot in players[player]:
                a_turn(m, pilot)
                m.rewind(0, 0)
                m.history.clear()

        play()
        return play

    kept = True
    for name in BOARDS:
        for player, times in (("the pilot", len(players["the pilot"])), ("random", len(players["random"]))):
            for few in (10, 20):
                small, large = turns(name, few, player), turns(name, 4 * few, player)
                pairs = [(cpu_timed(small), cpu_timed(large)) for _ in range(25)]
                ratio_of = statistics.median(b / a for a, b in pairs)
                cost = statistics.median(b for _, b in pairs) / times
                kept &= ratio_of <= bound
                print(
                    f"{'ok  ' if ratio_of <= bound else 'OVER'} a turn of {player} with {4 * few} cards in play / with "
                    f"{few} ({name}): {ratio_of:.2f}x (bound {bound:g}x, which is linear; {cost * 1e3:.2f} ms)"
                )
    return kept


def goldfish_games(games: int = 300, bound: float = 100, with_effects: float = 60) -> bool:
    """Solitary games on one core.

    The mean winning turn of the first list is frozen in the tests: speed is not bought with play. The others are real
    lists, most of whose cards have effects.
    """
    tournament = SHARED / "decks" / "lorcana" / "tournament"
    slowest = [tournament / f"{name}.txt" for name in ("europe-championship-2026-06", "nac-2026-12")]
    kept = [_goldfish_list(ROOT / "tests" / "decks" / "goldfish.txt", games, bound)]
    kept += [_goldfish_list(file, games, with_effects) for file in (LIST, *slowest) if file.exists()]
    lists = [
        SHARED / "decks" / "riftbound" / name for name in ("precon-json/viktor.json", "riftboundgg-json/gg-s13.json")
    ]
    kept += [_goldfish_list(file, games, with_effects, "riftbound", "might") for file in lists if file.exists()]
    lists = [SHARED / "decks" / "wowtcg" / name for name in ("2011-horde-mage.yml", "varanis-bitterstar-2009.txt")]
    kept += [_goldfish_list(file, games, with_effects, "wowtcg", "atk") for file in lists if file.exists()]
    kept.append(_workout_decks("allegiance", games, with_effects))
    return all(kept)


def two_workers(games: int = 1_000, bound: float = 1.5) -> bool:
    """How many times as fast two processes play as one: seven runs in pairs, the processes started before."""
    from deckkit import read_deck, run_goldfish
    from deckkit.catalogue import Catalogue, shipped_path

    if (os.cpu_count() or 1) < 2:
        print("skip two workers: there is one core")
        return True
    catalogue = Catalogue.open(shipped_path())
    deck = read_deck(LIST, "lorcana", catalogue)

    def play(workers: int) -> Callable[[], object]:
        return lambda: run_goldfish(deck, games=games, seed=1, workers=workers, catalogue=catalogue)

    play(2)()
    ratios = sorted(timed(play(1)) / timed(play(2)) for _ in range(7))
    kept = ratios[3] >= bound
    print(
        f"{'ok  ' if kept else 'OVER'} two workers: {ratios[3]:.2f} times as fast as one "
        f"(bound {bound:g}; {ratios[0]:.2f} to {ratios[-1]:.2f} in seven pairs)"
    )
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
        exact_odds(),
        sampled_hands(),
        goldfish_games(),
        turn_growth(),
        two_workers(),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
