"""Lorcana's deck lists: one section; a sideboard is read and not judged (rules digest fact 9)."""

from deckkit.decklist.model import DeckSpec, SectionSpec

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec("main", {"en": "Deck", "fr": "Deck"}, ("deck", "main", "main deck", "mainboard", "maindeck", "pioche")),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("sideboard", "side", "side deck", "reserve"), used=False),
    ),
    headings=(
        "characters", "personnages", "actions", "items", "objets", "locations", "lieux", "songs", "chansons",
        "action", "item", "character", "location", "song",
    ),
)
