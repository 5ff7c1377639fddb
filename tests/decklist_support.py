"""A small catalogue in memory, with names that set traps: for tests of what no real card does."""

from __future__ import annotations

from collections import defaultdict

from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card, CardSet, Printing
from deckkit.catalogue.names import NameIndex

# (slug, names by language, printings as (feed id, set, number, promo))
_CARDS = [
    ("wolf-grey", {"en": "Wolf - Grey", "fr": "Loup - Gris"}, [("1", "1", "1", None), ("2", "2", "7", None)]),
    ("wolf-white", {"en": "Wolf - White", "fr": "Loup - Blanc"}, [("3", "1", "2", None)]),
    ("fox-red", {"en": "Fox - Red", "fr": "Renard - Roux"}, [("4", "1", "3", None), ("5", "1", "1", "P1")]),
    ("99-pups", {"en": "99 Pups", "fr": "99 Chiots"}, [("6", "1", "4", None)]),
    ("pups", {"en": "Pups", "fr": "Chiots"}, [("7", "1", "5", None)]),
    ("twin-a", {"en": "Twin"}, [("8", "1", "6", None)]),
    ("twin-b", {"en": "Twin"}, [("9", "1", "7", None)]),
    ("owl-a", {"en": "Owl - Old"}, [("10", "3", "1", None)]),
    ("owl-b", {"en": "Owl - Young"}, [("11", "3", "1", None)]),
    ("bear-x2", {"en": "Bear x2"}, [("12", "1", "8", None)]),
    ("cat-foil", {"en": "Cat (Foil)"}, [("14", "1", "10", None)]),
    ("a-b-and-c", {"en": "A, B, and C"}, [("13", "1", "9", None)]),
]


class SmallCatalogue:
    """The part of :class:`deckkit.catalogue.store.Catalogue` that lists need."""

    def __init__(self) -> None:
        self._cards: list[Card] = []
        self._printings: dict[str, list[Printing]] = defaultdict(list)
        self._at: dict[tuple[str, str], list[tuple[Card, Printing]]] = defaultdict(list)
        self._by_id: dict[str, tuple[Card, Printing]] = {}
        full, short = [], []
        for i, (slug, names, printings) in enumerate(_CARDS, 1):
            card = Card(i, f"toy:{slug}", "toy", names["en"], {}, names=names)
            self._cards.append(card)
            for name in names.values():
                full.append((fold(name), card))
                short.append((fold(name.split(" - ")[0]), card))
            for feed_id, code, number, promo in printings:
                printing = Printing(int(feed_id), feed_id, i, code, number, None, promo, None)
                self._printings[card.key].append(printing)
                self._at[code, number].append((card, printing))
                self._by_id[feed_id] = card, printing
        self._index = NameIndex.build(full, short)

    def index(self, _game: str) -> NameIndex:
        return self._index

    def cards(self, _game: str) -> list[Card]:
        return self._cards

    def card(self, key: str) -> Card:
        return next((card for card in self._cards if card.key == key), None) or {}[key]

    def printings(self, card: Card) -> list[Printing]:
        return self._printings[card.key]

    def printing(self, _game: str, feed_id: str) -> tuple[Card, Printing] | None:
        return self._by_id.get(feed_id)

    def at(self, _game: str, set_code: str, number: str) -> list[tuple[Card, Printing]]:
        return self._at.get((set_code, number), [])

    def sets(self, _game: str) -> dict[str, CardSet]:
        return {code: CardSet(code, code, "expansion", int(code), None, None, True) for code in ("1", "2", "3")}
