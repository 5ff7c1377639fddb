"""From a written name to the one card that it names, never by guessing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.i18n import Text

__all__ = ["NameIndex", "Resolution"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a written name means.

    ``card`` is the one card, or None; then ``candidates`` are the cards among which it is ambiguous (all of them,
    none chosen), or ``suggestions`` the nearest names, best first.
    """

    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    suggestions: tuple[Card, ...] = ()


@dataclass(slots=True)
class NameIndex:
    """All names of one game's cards, folded.

    ``full``: full names and aliases; ``short``: name lines without a version. A name is looked up among the full names;
    then, for sources that lose punctuation, by its letters and digits alone, where these fit one card only; then
    among the short names, where several cards make it ambiguous. ``removed`` are the full names of cards that a feed
    dropped: they name no card any more, but it can be said since when.
    """

    full: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    short: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    removed: dict[str, tuple[str, date]] = field(default_factory=dict)
    _letters: dict[str, tuple[Card, ...]] | None = None

    @classmethod
    def build(
        cls,
        full: Iterable[tuple[str, Card]],
        short: Iterable[tuple[str, Card]],
        removed: dict[str, tuple[str, date]] | None = None,
    ) -> NameIndex:
        """From (folded name, card) pairs, and the (name, day) of removed cards by folded name."""
        return cls(_collect(full), _collect(short), removed or {})

    def exact(self, name: str) -> tuple[Card, ...]:
        """The cards whose full name, in any language, folds to the same text."""
        return self.full.get(fold(name), ())

    def gone(self, name: str) -> tuple[str, date] | None:
        """The removed card that ``name`` named, and the day; None where there is none."""
        if not self.removed:
            return None
        wanted = letters(name)
        return self.removed.get(fold(name)) or next(
            (card for folded, card in self.removed.items() if wanted and letters(folded) == wanted), None
        )

    def why_unknown(self, name: str, shown: str) -> Text:
        """Why ``name``, which is no card's, is none; ``shown`` is the name for the message."""
        gone = self.gone(name)
        if gone is None:
            return Text("no card is called {name}", {"name": shown})
        return Text("{name} was removed from the catalogue on {day}", {"name": gone[0], "day": gone[1]})

    def resolve(self, name: str, suggest: int = 5) -> Resolution:
        """The card that ``name`` names; see :class:`Resolution`."""
        found = self.full.get(fold(name), ())
        if not found:
            found = self._by_letters().get(letters(name), ())
        if not found:
            found = self.short.get(fold(name), ())
            if len(found) == 1:
                # A name line that only one card has is still not its full name: offer the card, do not choose it.
                return Resolution(suggestions=found)
        if len(found) == 1:
            return Resolution(card=found[0])
        if found:
            return Resolution(candidates=found)
        return Resolution(suggestions=tuple(self.nearest(name, suggest)) if suggest else ())

    def nearest(self, name: str, limit: int = 5) -> Sequence[Card]:
        """The cards with the most similar names, best first (RapidFuzz)."""
        from rapidfuzz import fuzz, process

        wanted = fold(name)[:200]
        if not wanted:
            return ()
        cards: dict[Card, None] = {}
        for key, _, _ in process.extract(wanted, self.full.keys(), scorer=fuzz.ratio, limit=limit * 3, score_cutoff=60):
            for card in self.full[key]:
                cards.setdefault(card)
        if not cards:
            hits = process.extract(wanted, self.short.keys(), scorer=fuzz.ratio, limit=limit, score_cutoff=75)
            for key, _, _ in hits:
                for card in self.short[key]:
                    cards.setdefault(card)
        return list(cards)[:limit]

    def _by_letters(self) -> dict[str, tuple[Card, ...]]:
        if self._letters is None:
            self._letters = _collect((letters(name), card) for name, cards in self.full.items() for card in cards)
        return self._letters


def _collect(pairs: Iterable[tuple[str, Card]]) -> dict[str, tuple[Card, ...]]:
    found: dict[str, tuple[Card, ...]] = {}
    for name, card in pairs:
        have = found.get(name)
        if have is None:
            found[name] = (card,)
        elif card not in have:
            found[name] = (*have, card)
    return found
