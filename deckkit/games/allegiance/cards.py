"""Allegiance's card facts (rules digest AL 3 and 8; the French words are the rule book's)."""

from deckkit.catalogue.fields import CardFields, FactField

__all__ = ["CARDS", "KEYWORDS_FR"]

_KINDS_FR = {"Soul": "Âme", "Creature": "Créature", "Magic": "Magie", "Trap": "Piège", "Rite": "Rite"}
_FACTIONS_FR = {"Black": "Noir", "White": "Blanc", "Blue": "Bleu", "Red": "Rouge"}
KEYWORDS_FR = {
    "Allegiance": "Allégeance",
    "Soul icon": "Âme",
    "Wounds": "Blessures",
    "Discard": "Défausse",
    "Destruction": "Destruction",
    "Aegis": "Égide",
    "Exile": "Exil",
    "Rift": "Faille",
    "Guard": "Garde",
    "Unstoppable": "Imparable",
    "Poison": "Poison",
    "Search": "Recherche",
    "Cure": "Remède",
    "Rush": "Ruée",
    "Sacrifice": "Sacrifice",
    "Heal": "Soin",
    "Death": "Trépas",
}

CARDS = CardFields(
    type="kind",
    cost="price",
    brief=("kind", "faction"),
    keywords={"fr": KEYWORDS_FR},
    columns=(
        FactField("kind", "choice", ("kind", "genre", "type", "t"), {"en": "Kind", "fr": "Genre"}, {"fr": _KINDS_FR}),
        FactField("faction", "choice", ("faction",), {"en": "Faction", "fr": "Faction"}, {"fr": _FACTIONS_FR}),
        FactField("starting", "flag", ("starting", "depart"), {"en": "Starting Soul", "fr": "Âme de départ"}),
        FactField("price", "number", ("price", "prix"), {"en": "Price in essence", "fr": "Prix en essence"}),
        # One word a faction and number, as in "Blue 3": a card may need several (AL 3.3).
        FactField(
            "allegiance_required",
            "choices",
            ("requires", "requis"),
            {"en": "Allegiance required", "fr": "Allégeance requise"},
        ),
        FactField("copies", "number", ("copies", "exemplaires"), {"en": "Copies", "fr": "Exemplaires"}),
    ),
)
