"""What a collection lacks for lists: any printing of a card counts as the card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck, DeckCard, DeckSpec, ParsedList
from deckkit.decklist.resolving import resolve

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue

__all__ = ["Lack", "buying_deck", "copies", "lacks", "read_collection", "together", "wanted"]


@dataclass(frozen=True, slots=True)
class Lack:
    """One card of a list: how many copies it asks for and how many of them the collection has to give.

    ``owned`` is the whole number in the collection, which may be larger than what is needed.
    """

    card: Card
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        """Copies that the collection lacks."""
        return max(0, self.needed - self.owned)


def read_collection(parsed: ParsedList, catalogue: Catalogue, game: str, spec: DeckSpec, *, file: str = "") -> Deck:
    """A collection is read like a list, but nothing in it is moved among sections: it is no deck."""
    return resolve(parsed, catalogue, game, replace(spec, arrange=None), file=file)


def copies(deck: Deck) -> dict[Card, int]:
    """Copies of each card over all sections, in the order of the list."""
    found: dict[Card, int] = {}
    for items in deck.sections.values():
        for item in items:
            found[item.card] = found.get(item.card, 0) + item.count
    return found


def lacks(needs: Mapping[Card, int], owned: Mapping[Card, int]) -> list[Lack]:
    """Every card that is needed, with what the collection has of it."""
    return [Lack(card, needed, owned.get(card, 0)) for card, needed in needs.items()]


def together(decks: Iterable[Deck]) -> dict[Card, int]:
    """What is needed to have all lists built at the same time: the copies of all of them."""
    total: dict[Card, int] = {}
    for deck in decks:
        for card, count in copies(deck).items():
            total[card] = total.get(card, 0) + count
    return total


def wanted(decks: Iterable[Deck]) -> dict[Card, int]:
    """What is needed to build any of the lists, one at a time: of each card the most copies that a list has."""
    most: dict[Card, int] = {}
    for deck in decks:
        for card, count in copies(deck).items():
            most[card] = max(most.get(card, 0), count)
    return most


def buying_deck(rows: Sequence[Lack], game: str, spec: DeckSpec, name: str = "") -> Deck:
    """The missing copies as a list in one section, to be written in any form that lists have."""
    items = tuple(DeckCard(row.card, row.missing) for row in rows if row.missing)
    return Deck(game, {spec.default: items}, name)
