"""How much of the cards' text is played: by sentence, card and set, and what is missing, by what it would unlock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckkit.effects.playing import CardEffects, GameEffects

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue

__all__ = ["GAPS", "STATUSES", "Counts", "GameCoverage", "Piece", "game_coverage"]

STATUSES = ("exact", "partial", "unparsed")
#: What keeps a sentence from being played, by its kind (:data:`deckkit.effects.rows.GAPS`); the order of the table.
GAPS = ("grammar", "meaning", "word", "cost", "notation", "doubt", "kind", "unread", "authored", "follows")
#: A sentence after one that is not understood is no missing piece of its own.
_SECOND = ("follows",)


@dataclass(frozen=True, slots=True)
class Counts:
    """Cards (or sentences) by how they are played; ``of`` is all of them. ``silent`` are cards without such text."""

    exact: int = 0
    partial: int = 0
    unparsed: int = 0
    silent: int = 0

    @property
    def of(self) -> int:
        """All that have text."""
        return self.exact + self.partial + self.unparsed

    @property
    def share(self) -> float | None:
        """The share that is exact; None where nothing has text."""
        return self.exact / self.of if self.of else None

    @classmethod
    def count(cls, found: Iterable[CardEffects]) -> Counts:
        """The cards of a group."""
        words = [one.coverage for one in found]
        return cls(*(words.count(word) for word in (*STATUSES, "none")))

    def to_json(self) -> dict[str, Any]:
        """``{"exact", "partial", "unparsed", "of", "share"}``."""
        return {**{name: getattr(self, name) for name in STATUSES}, "of": self.of, "share": self.share}


@dataclass(frozen=True, slots=True)
class Piece:
    """A missing piece: its ``gap`` (one of :data:`GAPS`) and the hash that tells it from others.

    ``cards`` have it; ``unlocks`` counts those of them that lack nothing else.
    """

    gap: str
    hash: str
    cards: tuple[Card, ...]
    unlocks: int


@dataclass(frozen=True, slots=True)
class GameCoverage:
    """What is played of some cards of a game.

    ``keywords`` and ``vanilla`` are the cards without text beyond keywords, and without any. ``sets`` goes by code, a
    card counting in each set that has it. ``stale`` are the cards whose effects were written by hand for another text.
    """

    game: str
    found: Mapping[Card, CardEffects]
    cards: Counts
    keywords: int
    vanilla: int
    clauses: Counts
    sets: Mapping[str, Counts] = field(default_factory=dict)
    missing: tuple[Piece, ...] = ()
    stale: tuple[Card, ...] = ()


def game_coverage(
    game: str, effects: GameEffects, catalogue: Catalogue, cards: Iterable[Card] | None = None
) -> GameCoverage:
    """The coverage of these cards of a game; of all, where none are given."""
    rows = catalogue.texts_of(game, effects.language) if effects.language is not None else {}
    chosen = catalogue.cards(game) if cards is None else list(cards)
    found = {card: effects.of_card(card, catalogue, rows.get(card.id, ())) for card in chosen}
    counts = Counts.count(found.values())
    with_keywords = sum(one.coverage == "none" and bool(catalogue.keywords(card)) for card, one in found.items())
    sums = {word: sum(one.clauses[word] for one in found.values()) for word in STATUSES}
    by_set: dict[str, list[CardEffects]] = defaultdict(list)
    for card, one in found.items():
        for code in dict.fromkeys(p.set_code for p in catalogue.printings(card) if p.removed is None):
            by_set[code].append(one)
    return GameCoverage(
        game,
        found,
        counts,
        with_keywords,
        counts.silent - with_keywords,
        Counts(**sums),
        {code: Counts.count(by_set[code]) for code in catalogue.sets(game) if code in by_set},
        _missing(found),
        tuple(card for card, one in found.items() if one.stale is not None),
    )


def _missing(found: Mapping[Card, CardEffects]) -> tuple[Piece, ...]:
    """The pieces by the number of cards that each alone would make exact, then by that of the cards that lack it."""
    lacks: dict[Card, set[tuple[str, str]]] = {}
    for card, one in found.items():
        gaps = {gap for part in one.parts if part.status != "exact" for gap in part.clauses.gaps}
        lacks[card] = {gap for gap in gaps if gap[0] not in _SECOND} or gaps
    having: dict[tuple[str, str], list[Card]] = defaultdict(list)
    for card, gaps in lacks.items():
        for gap in gaps:
            having[gap].append(card)
    pieces = [Piece(*gap, tuple(cards), sum(len(lacks[card]) == 1 for card in cards)) for gap, cards in having.items()]
    return tuple(sorted(pieces, key=lambda one: (-one.unlocks, -len(one.cards), one.gap, one.hash)))


def of_copies(found: Sequence[tuple[CardEffects, int]]) -> Counts:
    """Copies of a list by how their card is played; those without text of their own are ``silent``."""
    sums = {word: sum(copies for one, copies in found if one.coverage == word) for word in (*STATUSES, "none")}
    return Counts(sums["exact"], sums["partial"], sums["unparsed"], sums["none"])
