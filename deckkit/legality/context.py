"""What a rule may look at: the list, the cards' facts, the pool, the day. No clock, no database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card, CardSet
from deckkit.catalogue.store import Catalogue
from deckkit.decklist.model import Deck, DeckCard, DeckSpec
from deckkit.decklist.words import MAX_COPIES
from deckkit.legality.pool import CardDates

if TYPE_CHECKING:
    from deckkit.legality.check import Judge
    from deckkit.legality.findings import Labels
    from deckkit.legality.formats import Format
    from deckkit.legality.rules import Pool

__all__ = ["Context", "PoolBook"]


class PoolBook:
    """The dates of cards in one pool, worked out once a card."""

    def __init__(self, catalogue: Catalogue, game: str, rule: Pool) -> None:
        self._catalogue = catalogue
        self._game = game
        self._rule = rule
        self._dates: dict[str, CardDates] = {}

    @property
    def sets(self) -> Mapping[str, CardSet]:
        """All sets of the game."""
        return self._catalogue.sets(self._game)

    def dates(self, card: Card) -> CardDates:
        """The days on which the card is in this pool."""
        found = self._dates.get(card.key)
        if found is None:
            found = self._dates[card.key] = self._rule.dates(self._catalogue.printings(card), self.sets)
        return found


@dataclass(slots=True)
class Context:
    """One list, one format, one day.

    ``opened`` is the opened pool in Limited (None: not given). ``options`` are the switches of the event.
    ``judge`` knows the game's pools and other formats, for cures ("legal in …").
    """

    deck: Deck
    spec: DeckSpec
    fields: CardFields
    on: date
    format: Format
    judge: Judge
    opened: Deck | None = None
    options: frozenset[str] = frozenset()

    def pool(self, rule: Pool) -> PoolBook:
        """The dates of cards in this rule's pool."""
        return self.judge.pool(rule)

    def elsewhere(self, card: Card) -> list[Labels]:
        """The other constructed formats in which the card may be played on this day."""
        return self.judge.legal_in(card, self.on, besides=self.format)

    def cards(self, sections: Sequence[str]) -> Iterator[tuple[str, DeckCard]]:
        """The cards of these sections, with the section's name."""
        for section in sections:
            for item in self.deck.sections.get(section, ()):
                yield section, item

    def missing(self, sections: Sequence[str]) -> int:
        """Copies on lines not understood that may belong to these sections: theirs, and those of no section.

        A line whose number of copies is not known may hold as many as anything needs.
        """
        return sum(
            MAX_COPIES if p.uncounted else p.copies
            for p in self.deck.problems
            if p.section in sections or not p.section
        )

    def counts(self, sections: Sequence[str]) -> dict[Card, tuple[int, tuple[int, ...]]]:
        """Copies of each card added up over these sections, with the lines where they stand."""
        if len(sections) == 1:
            return {item.card: (item.count, item.lines) for item in self.deck.sections.get(sections[0], ())}
        found: dict[Card, tuple[int, tuple[int, ...]]] = {}
        for _, item in self.cards(sections):
            count, lines = found.get(item.card, (0, ()))
            found[item.card] = (count + item.count, (*lines, *item.lines))
        return found
