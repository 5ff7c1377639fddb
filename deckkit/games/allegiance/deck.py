"""Allegiance's lists: the starting deck; decks are built during play (rules digest AL 2.8, 13.24)."""

from deckkit.decklist.model import DeckSpec, SectionSpec

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main",
            {"en": "Starting deck", "fr": "Deck de départ"},
            ("deck", "main", "main deck", "starting deck", "deck de depart", "pioche"),
        ),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("side", "side deck", "reserve"), used=False),
    ),
    headings=(
        *("souls", "starting souls", "ames", "ames de depart", "cards", "cartes", "total"),
        *("creatures", "creature", "magics", "magic", "magies", "magie", "traps", "trap", "pieges", "piege"),
    ),
)
