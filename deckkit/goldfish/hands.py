"""Single solitary games to look at: the opening hand, what was exchanged, and what was done turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deckkit.goldfish.run import Goldfishing
from deckkit.goldfish.solo import Turn

__all__ = ["Watched", "watch"]


@dataclass(frozen=True, slots=True)
class Watched:
    """A game: ``opening`` and ``kept`` are the keys of the cards before and after the mulligan; ``turns`` holds for
    each own turn what was done, in notation, and the turn at its end; ``won`` is the own turn of winning or 0.
    ``names`` are those of the cards by key, also of cards that the list does not name.
    """

    number: int
    opening: tuple[str, ...]
    kept: tuple[str, ...]
    turns: tuple[tuple[tuple[str, ...], Turn], ...]
    won: int
    lost: bool
    names: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        turns = [
            {"turn": at, "actions": list(done), "score": turn.score, "available": turn.available, "used": turn.used,
             "hand": turn.hand}
            for at, (done, turn) in enumerate(self.turns, 1)
        ]  # fmt: skip
        return {
            "game": self.number,
            "opening": list(self.opening),
            "kept": list(self.kept),
            "won": self.won or None,
            "lost": self.lost,
            "turns": turns,
        }


def watch(plan: Goldfishing, number: int) -> Watched:
    """Plays a game and writes down what happens."""
    done: dict[int, list[str]] = {}
    hands: list[tuple[str, ...]] = []
    kept: list[tuple[str, ...]] = []
    names: dict[str, str] = {}

    def told(m: Any, action: Any) -> None:
        hand = tuple(m.thing(one).card.key for one in m.zone(0, "hand"))
        if not hands:
            hands.append(hand)
        if not names:
            names.update((one.card.key, one.card.name) for one in m.state.things)
        if m.state.turn and not kept:
            kept.append(hand)
        if action.seat == 0 and m.state.turn and action.kind != "end":
            done.setdefault(m.seat(0).turns, []).append(m.notation(action))

    played = plan.game(number, told)
    turns = tuple((tuple(done.get(at, ())), turn) for at, turn in enumerate(played.turns, 1))
    opening = hands[0] if hands else ()
    return Watched(number, opening, kept[0] if kept else opening, turns, played.won, played.lost, names)
