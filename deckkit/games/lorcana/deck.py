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
    # Abbreviations that the sites' own lists of sets give (cardgoat-localization, inkwellkeeper-lorcast), and those of
    # great-illuminary (rotf, azu, whi, atv). No code of one set is that of another.
    set_codes={
        "tfc": "1",
        **dict.fromkeys(("rof", "rotf"), "2"),
        "iti": "3",
        **dict.fromkeys(("urs", "urr"), "4"),
        "ssk": "5",
        **dict.fromkeys(("azs", "azu"), "6"),
        "arc": "7",
        "roj": "8",
        "fab": "9",
        **dict.fromkeys(("wiw", "whi"), "10"),
        **dict.fromkeys(("win", "wsp"), "11"),
        **dict.fromkeys(("wun", "wu"), "12"),
        **dict.fromkeys(("aov", "atv"), "13"),
    },
    notes=("ink", "inks", "encre", "encres", "colors", "colours", "couleurs"),
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
