"""What cards exist: the catalogue, its names, its search."""

from deckkit.catalogue.fields import CardFields, FactField
from deckkit.catalogue.fold import fold, letters, slugify
from deckkit.catalogue.model import Card, CardSet, Printing, UnknownFactError
from deckkit.catalogue.names import NameIndex, Resolution
from deckkit.catalogue.store import Catalogue, shipped_path, user_path

__all__ = [
    "Card",
    "CardFields",
    "CardSet",
    "Catalogue",
    "FactField",
    "NameIndex",
    "Printing",
    "Resolution",
    "UnknownFactError",
    "fold",
    "letters",
    "shipped_path",
    "slugify",
    "user_path",
]
