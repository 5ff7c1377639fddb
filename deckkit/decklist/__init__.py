"""What a player brings: deck lists as written and as understood, reading and writing them."""

from deckkit.decklist.model import Deck, DeckCard, DeckSpec, Entry, ParsedList, Problem, SectionSpec
from deckkit.decklist.reading import parse, read_deck, read_source, resolve

__all__ = [
    "Deck",
    "DeckCard",
    "DeckSpec",
    "Entry",
    "ParsedList",
    "Problem",
    "SectionSpec",
    "parse",
    "read_deck",
    "read_source",
    "resolve",
]
