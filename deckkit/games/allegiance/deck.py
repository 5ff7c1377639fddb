"""Allegiance's lists: the starting deck, and the recruitment deck that both buy from (rules digest AL 2.2, 2.8)."""

from deckkit.decklist.model import DeckSpec, SectionSpec

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main",
            {"en": "Starting deck", "fr": "Deck de départ"},
            ("deck", "main", "main deck", "starting deck", "deck de depart", "pioche"),
        ),
        SectionSpec(
            "recruitment",
            {"en": "Recruitment deck", "fr": "Deck de recrutement"},
            (
                *("recruitment deck", "recruitment pile", "recruitment draw pile", "recruitment zone"),
                *("recrutement", "deck de recrutement", "pioche de recrutement", "zone de recrutement"),
            ),
            shared=True,
        ),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("side", "side deck", "reserve"), used=False),
    ),
    headings=(
        *("souls", "starting souls", "ames", "ames de depart", "cards", "cartes", "total"),
        *("creatures", "creature", "magics", "magic", "magies", "magie", "traps", "trap", "pieges", "piege"),
    ),
)
