"""Invocateurs' deck lists: one section, the Codex (rules digest IN 1.1, 3.1)."""

from deckkit.decklist.model import DeckSpec, SectionSpec

__all__ = ["DECK"]

DECK = DeckSpec(
    sections=(
        SectionSpec(
            "main", {"en": "Codex", "fr": "Codex"}, ("deck", "decklist", "main", "main deck", "pioche", "cartes")
        ),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("side", "side deck", "reserve"), used=False),
    ),
    headings=(
        *("summons", "summon", "invocations", "invocation", "supports", "support", "cards", "total"),
        *("characters", "character", "personnages", "personnage", "magics", "magic", "magies", "magie"),
        *("traps", "trap", "pieges", "piege", "equipments", "equipment", "equipements", "equipement"),
        *("terrains", "terrain"),
    ),
)
