"""Invocateurs' card facts (rules digest IN 2.1 to 2.9; the French words are the guide's)."""

from deckkit.catalogue.fields import CardFields, FactField

__all__ = ["CARDS", "KINDS_WITH_FIGURES", "TYPES_FR"]

_KINDS_FR = {
    "Summon": "Invocation",
    "Character": "Personnage",
    "Magic": "Magie",
    "Trap": "Piège",
    "Equipment": "Équipement",
    "Terrain": "Terrain",
}
TYPES_FR = {
    "Warrior": "Guerrier",
    "Beast": "Bête",
    "Dragon": "Dragon",
    "Undead": "Mort-vivant",
    "Elemental": "Élémentaire",
    "Machine": "Machine",
    "Hero": "Héros",
}
_FACTIONS_FR = {"Light": "Lumière", "Darkness": "Ténèbre"}

# Only these have a type, a level, ATK and DEF (IN 2.3, 2.4, 2.9).
KINDS_WITH_FIGURES = ("Summon", "Character")

CARDS = CardFields(
    type="kind",
    cost="level",
    brief=("kind", "type", "level", "atk", "def"),
    columns=(
        FactField("kind", "choice", ("kind", "genre"), {"en": "Kind", "fr": "Genre"}, {"fr": _KINDS_FR}),
        FactField("faction", "choice", ("faction",), {"en": "Faction", "fr": "Faction"}, {"fr": _FACTIONS_FR}),
        FactField("type", "choice", ("type", "t"), {"en": "Type", "fr": "Type"}, {"fr": TYPES_FR}),
        FactField("level", "number", ("level", "niveau"), {"en": "Level", "fr": "Niveau"}),
        FactField("atk", "number", ("atk",), {"en": "ATK", "fr": "ATK"}),
        FactField("def", "number", ("def",), {"en": "DEF", "fr": "DEF"}),
    ),
)
