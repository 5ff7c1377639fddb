"""Lorcana's deck lists: one section; a sideboard is read and not judged (rules digest fact 9)."""

from deckkit.decklist.model import DeckSpec, SectionSpec

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main",
            {"en": "Deck", "fr": "Deck"},
            ("deck", "decklist", "deck list", "main", "main deck", "mainboard", "pioche"),
        ),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("side", "side deck", "reserve"), used=False),
    ),
    # Sites sort a list by type or by ink.
    headings=(
        *(
            "characters",
            "character",
            "personnages",
            "personnage",
            "actions",
            "action",
            "items",
            "item",
            "objets",
            "objet",
        ),
        *("locations", "location", "lieux", "lieu", "songs", "song", "chansons", "chanson"),
        *("amber", "amethyst", "emerald", "ruby", "sapphire", "steel", "cards", "cartes", "total"),
        *("ambre", "amethyste", "emeraude", "rubis", "saphir", "acier", "inkable", "uninkable"),
    ),
    markers=(
        "foil",
        "cold foil",
        "non-foil",
        "normal",
        "promo",
        "enchanted",
        "epic",
        "iconic",
        "brillante",
        "enchantee",
    ),
)
