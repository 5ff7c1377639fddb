"""Many random games of each playable game, with the invariants at every step; stops at the first failure.

``python scripts/soak.py [--games 20000] [--first 0] [--workers 2] [--game lorcana]``: the failure names the number of
the game; ``--first N --games 1 --workers 1`` plays it again.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from engine_support import a_match, capped, playable_games, playout  # type: ignore[import-not-found]  # of the tests

from deckkit.engine.match import Match

#: Games a worker plays before it reports.
BLOCK = 50


def block(slug: str, first: int, games: int) -> dict[str, Any]:
    """Plays some games; what came of them, or the first failure."""
    reasons: Counter[str] = Counter()
    actions = caps = 0
    for number in range(first, first + games):
        m: Match | None = None
        try:
            m = a_match(slug, number, log=False)
            actions += sum(1 for _ in playout(m, number))
        except Exception:
            where = m.state.count if m is not None else "the setup"
            return {"failure": f"{slug}, game {number}, after {where} actions\n{traceback.format_exc()}"}
        reasons[str((m.state.result or {}).get("reason", "score"))] += 1
        caps += capped(m)
    return {"games": games, "actions": actions, "caps": caps, "reasons": reasons}


def soak(slug: str, games: int, first: int, workers: int) -> bool:
    """Soaks one game; False after a failure."""
    from joblib import Parallel, delayed

    begun, done, actions, caps = time.monotonic(), 0, 0, 0
    reasons: Counter[str] = Counter()
    blocks = [(n, min(BLOCK, first + games - n)) for n in range(first, first + games, BLOCK)]
    for result in Parallel(n_jobs=workers, return_as="generator")(delayed(block)(slug, n, size) for n, size in blocks):
        if "failure" in result:
            print(f"\nFAILED: {result['failure']}", file=sys.stderr)
            return False
        done += result["games"]
        actions += result["actions"]
        caps += result["caps"]
        reasons += result["reasons"]
        took = time.monotonic() - begun
        print(
            f"\r{slug}: {done} of {games} games, {actions} actions, {took:.0f} s ", end="", file=sys.stderr, flush=True
        )
    print(file=sys.stderr)
    print(f"{slug}: {done} games, {actions} actions, {caps} by a cap; ends: {dict(sorted(reasons.items()))}")
    # Fewer than one in a hundred may need a cap.
    return caps * 100 < max(1, done)


def main() -> None:
    """Reads the options and soaks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games of each game")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=-1, help="processes (-1: one a core)")
    parser.add_argument("--game", action="append", choices=playable_games(), help="only this game")
    given = parser.parse_args()
    good = [soak(slug, given.games, given.first, given.workers) for slug in given.game or playable_games()]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
