"""Lorcana's card facts (rules digest 1.1, CR 5.2, 5.3, 5.6; French words: digest 10)."""

from deckkit.catalogue.fields import CardFields, FactField

__all__ = ["CARDS", "CLASSIFICATIONS_FR", "INKS", "INKS_FR", "KEYWORDS_FR"]

INKS = ("Amber", "Amethyst", "Emerald", "Ruby", "Sapphire", "Steel")

_TYPES_FR = {
    "Character": "Personnage",
    "Action": "Action",
    "Item": "Objet",
    "Location": "Lieu",
}
INKS_FR = {
    "Amber": "Ambre",
    "Amethyst": "Améthyste",
    "Emerald": "Émeraude",
    "Ruby": "Rubis",
    "Sapphire": "Saphir",
    "Steel": "Acier",
}
CLASSIFICATIONS_FR = {
    "Ally": "Allié",
    "Broom": "Balai",
    "Captain": "Capitaine",
    "Knight": "Chevalier",
    "Puppy": "Chiot",
    "Colossus": "Colosse",
    "Detective": "Détective",
    "Deity": "Dieu",
    "Dinosaur": "Dinosaure",
    "Entangled": "Envouté",
    "Ghost": "Fantôme",
    "Fairy": "Fée",
    "Gargoyle": "Gargouille",
    "Giant": "Géant",
    "Hero": "Héros",
    "Hyena": "Hyène",
    "Inventor": "Inventeur",
    "Toy": "Jouet",
    "Whisper": "Lueur",
    "Sorcerer": "Mage",
    "Villain": "Méchant",
    "Monster": "Monstre",
    "Hunny": "Miel",
    "Musketeer": "Mousquetaire",
    "Princess": "Princesse",
    "Racer": "Pilote",
    "Queen": "Reine",
    "King": "Roi",
    "Seven Dwarfs": "Sept Nains",
    "Tigger": "Tigrou",
    "Red Panda": "Panda roux",
    "Song": "Chanson",
}
KEYWORDS_FR = {
    "Adventurous": "Appel de l'aventure",
    "Alert": "Agilité",
    "Bodyguard": "Rempart",
    "Boost": "Boost",
    "Challenger": "Offensif",
    "Evasive": "Insaisissable",
    "Reckless": "Combattant",
    "Resist": "Résistance",
    "Rush": "Charge",
    "Shift": "Alter",
    "Universal Shift": "Alter universel",
    "Duo Shift": "Alter Duo",
    "Combo Shift": "Alter Combo",
    "Temporary Shift": "Alter temporaire",
    "Potato Shift": "Alter de Patate",
    "Singer": "Mélomane",
    "Sing Together": "À l'unisson",
    "Support": "Soutien",
    "Vanish": "Dissipation",
    "Ward": "Hors d'atteinte",
}
_RARITIES_FR = {
    "Common": "Commune",
    "Uncommon": "Inhabituelle",
    "Rare": "Rare",
    "Super Rare": "Très Rare",
    "Legendary": "Légendaire",
    "Special": "Spécial",
    "Enchanted": "Enchantée",
}

CARDS = CardFields(
    type="type",
    cost="cost",
    identity="inks",
    copy_limit="copy_limit",
    usual_copies=4,
    brief=("cost", "inks", "type", "inkable", "strength", "willpower", "lore"),
    keywords={"fr": KEYWORDS_FR},
    rarities={"fr": _RARITIES_FR},
    columns=(
        FactField("type", "choice", ("type", "t"), {"en": "Type", "fr": "Type"}, {"fr": _TYPES_FR}),
        FactField(
            "inks", "choices", ("ink", "inks", "i", "color", "colour"), {"en": "Ink", "fr": "Encre"}, {"fr": INKS_FR}
        ),
        FactField("cost", "number", ("cost", "c"), {"en": "Cost", "fr": "Coût"}),
        FactField("inkable", "flag", ("inkable",), {"en": "Inkable", "fr": "Encrable"}),
        FactField("strength", "number", ("strength", "str"), {"en": "Strength", "fr": "Force"}),
        FactField("willpower", "number", ("willpower", "wil"), {"en": "Willpower", "fr": "Volonté"}),
        FactField("lore", "number", ("lore",), {"en": "Lore value", "fr": "Valeur de Lore"}),
        FactField("move_cost", "number", ("move", "move_cost"), {"en": "Move cost", "fr": "Coût de déplacement"}),
        FactField(
            "classifications",
            "choices",
            ("classification", "class"),
            {"en": "Classifications", "fr": "Classifications"},
            {"fr": CLASSIFICATIONS_FR},
        ),
        FactField("singular_names", "choices", ("names",), {"en": "Also named", "fr": "Aussi nommé"}),
        FactField("story", "text", ("story",), {"en": "Story", "fr": "Histoire"}),
        FactField("copy_limit", "limit", ("limit",), {"en": "Own copy limit", "fr": "Limite d'exemplaires propre"}),
    ),
)
