"""Riftbound's card facts (rules digest A and H, play digest 13; French words: digest J)."""

from deckkit.catalogue.fields import CardFields, FactField

__all__ = ["CARDS", "COUNTED", "DOMAINS", "KEYWORDS", "KEYWORDS_FR", "SUPERTYPES", "TYPES"]

DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
# "Card" is a marker that is no game piece of its own (Buff, Empowered, XP Tracker).
TYPES = ("Unit", "Spell", "Gear", "Rune", "Battlefield", "Legend", "Card")
SUPERTYPES = ("Champion", "Signature", "Basic", "Token")
# Keywords a card can have (play digest 13). Add, Stun, Buff, Mighty, Predict and Burn stand in the same brackets, but
# are actions and states (play digest 13.1).
KEYWORDS = (
    *("Accelerate", "Action", "Ambush", "Assault", "Backline", "Deathknell", "Deflect", "Empower", "Empowered"),
    *("Equip", "Flow", "Ganking", "Hidden", "Hunt", "Legion", "Level", "Quick-Draw", "Reaction", "Repeat", "Shield"),
    *("Tank", "Temporary", "Unique", "Vision", "Weaponmaster"),
)
# Without a number, these count as 1 (play digest 13: "Assault X (1)").
COUNTED = frozenset({"Assault", "Deflect", "Hunt", "Shield"})

_TYPES_FR = {
    "Unit": "Unité",
    "Spell": "Sort",
    "Gear": "Équipement",
    "Rune": "Rune",
    "Battlefield": "Champ de bataille",
    "Legend": "Légende",
    "Card": "Carte",
}
_SUPERTYPES_FR = {"Champion": "Champion", "Signature": "Signature", "Basic": "De base", "Token": "Jeton"}
_DOMAINS_FR = {
    "Fury": "Fureur",
    "Calm": "Calme",
    "Mind": "Esprit",
    "Body": "Corps",
    "Chaos": "Chaos",
    "Order": "Ordre",
}
KEYWORDS_FR = {"Deathknell": "Agonie", "Assault": "Assaut", "Shield": "Bouclier", "Deflect": "Protection"}
_RARITIES_FR = {
    "Common": "Commune",
    "Uncommon": "Inhabituelle",
    "Rare": "Rare",
    "Epic": "Épique",
    "Showcase": "Vitrine",
    "Promo": "Promo",
}

CARDS = CardFields(
    type="type",
    cost="energy",
    identity="domains",
    copy_limit="copy_limit",
    usual_copies=3,
    brief=("type", "supertype", "domains", "energy", "power", "might"),
    keywords={"fr": KEYWORDS_FR},
    rarities={"fr": _RARITIES_FR},
    columns=(
        FactField("type", "choice", ("type", "t"), {"en": "Type", "fr": "Type"}, {"fr": _TYPES_FR}),
        FactField(
            "supertype",
            "choice",
            ("supertype", "super"),
            {"en": "Supertype", "fr": "Supertype"},
            {"fr": _SUPERTYPES_FR},
        ),
        FactField(
            "domains",
            "choices",
            ("domain", "domains", "d", "domaine"),
            {"en": "Domains", "fr": "Domaines"},
            {"fr": _DOMAINS_FR},
        ),
        FactField("energy", "number", ("energy", "e", "cost", "coût"), {"en": "Energy", "fr": "Énergie"}),
        FactField("power", "number", ("power", "p"), {"en": "Power", "fr": "Essence"}),
        FactField("might", "number", ("might", "m"), {"en": "Might", "fr": "Puissance"}),
        FactField("might_bonus", "number", ("bonus",), {"en": "Might bonus", "fr": "Bonus de Puissance"}, least=-99),
        FactField("champion", "text", ("champion",), {"en": "Champion", "fr": "Champion"}),
        FactField("tags", "choices", ("tag", "tags"), {"en": "Tags", "fr": "Étiquettes"}),
        FactField("copy_limit", "limit", ("limit",), {"en": "Own copy limit", "fr": "Limite d'exemplaires propre"}),
        FactField("token", "flag", ("token",), {"en": "Token", "fr": "Jeton"}),
    ),
)
