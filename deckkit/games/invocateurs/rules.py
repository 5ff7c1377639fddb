"""Invocateurs' formats, and what a list should be told about names that the source leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from deckkit.catalogue.fields import CardFields
from deckkit.decklist.model import Deck
from deckkit.i18n import Text
from deckkit.legality.check import Advice
from deckkit.legality.formats import FormatBook, load_book

__all__ = ["advise", "load_formats"]

# The guide's words can be read as two cards, or as one card with a title (IN 14.14); we read them as two.
_PERHAPS_ONE = ("invocateurs:anubis", "invocateurs:liche-eternelle")


@cache
def load_formats() -> FormatBook:
    """Invocateurs' formats, from ``formats.toml``."""
    path = Path(__file__).with_name("formats.toml")
    return load_book(path.read_text(encoding="utf-8"), "invocateurs", {}, where=path.name)


def advise(deck: Deck, fields: CardFields) -> Iterator[Advice]:  # noqa: ARG001 - the shape that all games share
    """Tells of two names in the list that may be one card, since a copy limit counts names (IN 2.2, 3.2, 14.14)."""
    cards = tuple((item.card, item.count) for item in deck.sections.get("main", ()) if item.card.key in _PERHAPS_ONE)
    if len(cards) == len(_PERHAPS_ONE):
        text = Text(
            "{cards} may be one and the same card: its source can be read both ways (IN 14.14). Together: {n} copies.",
            {"cards": [card for card, _ in cards], "n": sum(count for _, count in cards)},
        )
        yield Advice("name_uncertain", text, cards)
