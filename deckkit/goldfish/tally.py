"""Adding games up: whole numbers only, so that it does not matter who has played which of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from deckkit.goldfish.solo import Played

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Sums over games.

    ``turns`` maps (own turn, what) to a sum over the games that played that turn; what is ``games``, ``score``,
    ``available``, ``used``, ``played``, ``hand``, or the place of a figure of the game. ``cards`` maps (key of a card,
    what) to a sum; what is ``drawn``, ``played``, ``placed``, ``stuck``, ``turns`` (of playing, added up).
    """

    games: int = 0
    lost: int = 0
    drawn: int = 0
    won: Counter[int] = field(default_factory=Counter)
    aside: Counter[int] = field(default_factory=Counter)
    turns: Counter[tuple[int, str | int]] = field(default_factory=Counter)
    ends: Counter[tuple[int, str]] = field(default_factory=Counter)
    cards: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, one: Played) -> None:
        """Adds a game."""
        self.games += 1
        self.lost += one.lost
        self.drawn += one.drawn
        if one.won:
            self.won[one.won] += 1
        self.aside[one.aside] += 1
        for at, turn in enumerate(one.turns, 1):
            self.turns[at, "games"] += 1
            for name in ("score", "available", "used", "played", "hand"):
                self.turns[at, name] += getattr(turn, name)
            for place, number in enumerate(turn.figures):
                self.turns[at, place] += number
        if one.turns:
            # A game that has ended keeps its score in the turns that follow.
            self.ends[len(one.turns), "score"] += one.turns[-1].score
        for key, numbers in one.cards.items():
            for name, number in zip(("drawn", "played", "placed", "stuck", "turns"), numbers, strict=True):
                self.cards[key, name] += number

    def merge(self, other: Tally) -> None:
        """Adds the games of another tally."""
        self.games += other.games
        self.lost += other.lost
        self.drawn += other.drawn
        for name in ("won", "aside", "turns", "ends", "cards"):
            getattr(self, name).update(getattr(other, name))

    @classmethod
    def of(cls, games: Iterable[Played]) -> Tally:
        """The tally of these games."""
        tally = cls()
        for one in games:
            tally.add(one)
        return tally
