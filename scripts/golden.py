"""Writes the golden playthroughs: one whole game of each playable game, to be read by a person and compared by tests.

Run it after a change of the rules that is meant, and read the difference: ``python scripts/golden.py [GAME…]``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from engine_support import GOLDEN, piles, playable_games, rules_of  # type: ignore[import-not-found]  # of the tests

from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name, write_action
from deckkit.engine.state import NOBODY
from deckkit.engine.table import new_match
from deckkit.engine.values import keywords, stat
from deckkit.engine.view import describe_event

#: Short games of the random player, found by trying.
SEEDS = {"lorcana": 37, "invocateurs": 23, "allegiance": 10, "wowtcg": 13, "riftbound": 102}
#: What brings nothing by itself: ending, passing, and resources that a payment would take anyway.
_IDLE = frozenset({"end", "pass", "add_energy", "recycle_rune"})


def playthrough(slug: str) -> str:
    """The text of the golden game: what was done, what happened, and the board after every turn."""
    decks = piles(slug, shared=False)[:2]
    seed = SEEDS.get(slug, 1)
    m = new_match(rules_of(slug), [pile for _, pile in decks], seed=seed, first=0)
    lines = [f"{slug}: {decks[0][0]} (P1) against {decks[1][0]} (P2), seed {seed}", *_board(m)]
    r = random.Random(seed)
    while not m.over:
        legal = list(m.legal_actions())
        # A player who seldom stops while something can still be done makes a game worth reading.
        busy = [one for one in legal if one.kind not in _IDLE]
        action = r.choice(busy if busy and r.random() < 0.8 else legal)
        written, events, turn = write_action(m, action), len(m.log or ()), m.state.turn
        lines.append(f"  {seat_name(m.to_act)} {written}")
        m.apply(action)
        lines += [f"       {describe_event(m, event)}" for event in (m.log or [])[events:]]
        if m.state.turn != turn or m.over:
            lines += _board(m)
    result = m.state.result or {}
    told = {name: seat_name(one) if name in ("winner", "loser") else one for name, one in sorted(result.items())}
    lines.append("result: " + ", ".join(f"{name} {one}" for name, one in told.items()))
    return "\n".join(lines) + "\n"


def _board(m: Match) -> list[str]:
    state = m.state
    lines = ["", f"turn {state.turn}, {seat_name(state.active)}, {state.phase}"]
    for seat in state.seats:
        numbers = {"score": seat.score, "life": seat.life, "pool": seat.pool}
        numbers.update(m.rules.shown(m, seat.number))
        told = [f"{name} {n}" for name, n in numbers.items() if n]
        for spec in m.rules.zones:
            if not spec.shared and not spec.in_play and seat.zones[spec.name]:
                ready = sum(not state.things[one].exhausted for one in seat.zones[spec.name])
                total = len(seat.zones[spec.name])
                told.append(f"{spec.name} {total}" + (f" ({ready} ready)" if ready != total else ""))
        lines.append(f"  {seat_name(seat.number)}: " + ", ".join(told))
        for thing in m.board(seat.number):
            words = [f"{name} {stat(m, thing, name)}" for name in thing.card.stats]
            words += [f"{name} {n}" if n else name for name, n in keywords(m, thing).items()]
            words += [name for name in ("exhausted", "fresh", "facedown") if getattr(thing, name)]
            words += [f"damage {thing.damage}"] if thing.damage else []
            words += [f"at {state.things[thing.at].handle}"] if thing.at != NOBODY else []
            words += [f"on {state.things[thing.to].handle}"] if thing.to != NOBODY else []
            words += [f"over {', '.join(state.things[one].handle for one in thing.under)}"] if thing.under else []
            lines.append(f"    {thing.handle}: " + ", ".join(words))
    return lines


def main() -> None:
    """Writes the playthroughs of the games named, or of all."""
    GOLDEN.mkdir(exist_ok=True)
    for slug in sys.argv[1:] or playable_games():
        (GOLDEN / f"{slug}.txt").write_text(playthrough(slug), encoding="utf-8")
        print(f"tests/golden/{slug}.txt")


if __name__ == "__main__":
    main()
