"""WoW TCG's card facts (rules digest 24, 25, 49, 54 to 71; French words from the rulebook "Into the Mists", 2020)."""

from functools import partial

from deckkit.catalogue.fields import CardFields, FactField
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR
from deckkit.games.wowtcg.lines import line_words

__all__ = [
    "CARDS",
    "CLASSES",
    "DAMAGE_TYPES",
    "FACTIONS",
    "PROFESSIONS",
    "RACES",
    "REPUTATIONS",
    "SPECS",
    "TAGS",
    "TYPES",
    "trait_fact",
]

TYPES = (
    "Hero",
    "Master Hero",
    "Ally",
    "Ability",
    "Ability Ally",
    "Equipment",
    "Quest",
    "Location",
    "Event",
    "Achievement",
)
FACTIONS = ("Alliance", "Horde", "Neutral")
CLASSES = (
    "Death Knight",
    "Druid",
    "Hunter",
    "Mage",
    "Monk",
    "Paladin",
    "Priest",
    "Rogue",
    "Shaman",
    "Warlock",
    "Warrior",
)
RACES = (
    "Blood Elf",
    "Draenei",
    "Dwarf",
    "Gnome",
    "Goblin",
    "Human",
    "Night Elf",
    "Orc",
    "Pandaren",
    "Tauren",
    "Troll",
    "Undead",
    "Worgen",
)
PROFESSIONS = (
    "Alchemy",
    "Blacksmithing",
    "Enchanting",
    "Engineering",
    "Herbalism",
    "Inscription",
    "Jewelcrafting",
    "Leatherworking",
    "Mining",
    "Skinning",
    "Tailoring",
)
SPECS = (
    "Affliction",
    "Arcane",
    "Arms",
    "Assassination",
    "Balance",
    "Beast Mastery",
    "Blood",
    "Combat",
    "Demonology",
    "Destruction",
    "Discipline",
    "Elemental",
    "Enhancement",
    "Feral",
    "Fire",
    "Frost",
    "Fury",
    "Holy",
    "Marksmanship",
    "Protection",
    "Restoration",
    "Retribution",
    "Shadow",
    "Subtlety",
    "Survival",
    "Unholy",
)
DAMAGE_TYPES = ("Arcane", "Fire", "Frost", "Holy", "Melee", "Nature", "Ranged", "Shadow")
REPUTATIONS = ("Aldor", "Argent Crusade", "Nerubian", "Scryer")
# Words of a type line that deck rules ask for.
TAGS = ("Monster", "Scourge", "Traitor")

_TYPES_FR = {
    "Hero": "Héros",
    "Master Hero": "Maître Héros",
    "Ally": "Allié",
    "Ability": "Capacité",
    "Ability Ally": "Capacité alliée",
    "Equipment": "Équipement",
    "Quest": "Quête",
    "Location": "Lieu",
    "Event": "Événement",
    "Achievement": "Haut fait",
}
_CLASSES_FR = {
    "Death Knight": "Chevalier de la mort",
    "Druid": "Druide",
    "Hunter": "Chasseur",
    "Mage": "Mage",
    "Monk": "Moine",
    "Paladin": "Paladin",
    "Priest": "Prêtre",
    "Rogue": "Voleur",
    "Shaman": "Chaman",
    "Warlock": "Démoniste",
    "Warrior": "Guerrier",
}
_DAMAGE_FR = {
    "Arcane": "Arcane",
    "Fire": "Feu",
    "Frost": "Givre",
    "Holy": "Sacré",
    "Melee": "Corps à corps",
    "Nature": "Nature",
    "Ranged": "À distance",
    "Shadow": "Ombre",
}
_FACTIONS_FR = {"Alliance": "Alliance", "Horde": "Horde", "Neutral": "Neutre"}
_TAGS_FR = {"Monster": "Monstre", "Scourge": "Fléau", "Traitor": "Traître"}
# The words of a compiled line, by condition.
_LINES_FR = {
    "type": _TYPES_FR,
    "faction": _FACTIONS_FR,
    "class_icon": _CLASSES_FR,
    "class": _CLASSES_FR,
    "tag": _TAGS_FR,
    "requires": _TAGS_FR,
    "damage_type": _DAMAGE_FR,
    "deals": _DAMAGE_FR,
}
_RESISTANCES_FR = {f"{kind} Resistance": f"Résistance {word}" for kind, word in _DAMAGE_FR.items()}
_RARITIES_FR = {
    "Common": "Commune",
    "Uncommon": "Inhabituelle",
    "Rare": "Rare",
    "Epic": "Épique",
    "Legendary": "Légendaire",
    "Promo": "Promo",
}


def trait_fact(word: str) -> str:
    """The fact of a hero in which a "[word] Hero Required" finds its word (CR 100.2b): ``requires`` holds such words.

    ``Loyal`` is in none of them: a hero is loyal that has no tag ``Traitor``; it is answered by ``tags``.

    >>> trait_fact("Orc"), trait_fact("Engineering"), trait_fact("Scourge")
    ('races', 'professions', 'tags')
    """
    for fact, words in (("factions", FACTIONS), ("races", RACES), ("classes", CLASSES), ("professions", PROFESSIONS)):
        if word in words:
            return "faction" if fact == "factions" else fact
    return "tags"


CARDS = CardFields(
    type="type",
    cost="cost",
    identity="class_icons",
    copy_limit="copy_limit",
    usual_copies=4,
    brief=("type", "cost", "faction", "class_icons", "classes", "atk", "health"),
    keywords={"fr": KEYWORDS_FR | _RESISTANCES_FR},
    rarities={"fr": _RARITIES_FR},
    columns=(
        FactField("type", "choice", ("type", "t"), {"en": "Type", "fr": "Type"}, {"fr": _TYPES_FR}),
        FactField("faction", "choices", ("faction", "f"), {"en": "Faction", "fr": "Faction"}, {"fr": _FACTIONS_FR}),
        FactField(
            "class_icons",
            "choices",
            ("icon", "icons", "icône", "icônes"),
            {"en": "Class icons", "fr": "Icônes de classe"},
            {"fr": _CLASSES_FR},
        ),
        FactField("cost", "number", ("cost", "c"), {"en": "Cost", "fr": "Coût"}),
        FactField("cost_formula", "text", ("formula",), {"en": "Cost with X", "fr": "Coût avec X"}),
        FactField("atk", "number", ("atk", "attack"), {"en": "ATK", "fr": "ATQ"}),
        FactField("health", "number", ("health", "hp"), {"en": "Health", "fr": "Vie"}),
        FactField("health_back", "number", ("health_back",), {"en": "Health of the back", "fr": "Vie du verso"}),
        FactField("def", "number", ("def", "defense"), {"en": "DEF", "fr": "DÉF"}),
        FactField("strike_cost", "number", ("strike", "strike_cost"), {"en": "Strike cost", "fr": "Coût de frappe"}),
        FactField(
            "damage_type", "choice", ("damage",), {"en": "Damage type", "fr": "Type de dégâts"}, {"fr": _DAMAGE_FR}
        ),
        FactField(
            "deals",
            "choices",
            ("deals",),
            {"en": "Damage named in its text", "fr": "Dégâts cités dans son texte"},
            {"fr": _DAMAGE_FR},
        ),
        FactField("races", "choices", ("race", "races"), {"en": "Race", "fr": "Race"}),
        FactField("classes", "choices", ("class", "classes"), {"en": "Class", "fr": "Classe"}, {"fr": _CLASSES_FR}),
        FactField("spec", "choice", ("spec",), {"en": "Specialisation", "fr": "Spécialisation"}),
        FactField(
            "professions", "choices", ("profession", "métier", "métiers"), {"en": "Professions", "fr": "Métiers"}
        ),
        FactField("tags", "choices", ("tag", "tags"), {"en": "Tags", "fr": "Mots-clés de type"}, {"fr": _TAGS_FR}),
        FactField("subtypes", "choices", ("subtype",), {"en": "Type line", "fr": "Ligne de type"}),
        FactField("limits", "choices", ("limits",), {"en": "Limit in play", "fr": "Limite en jeu"}),
        FactField("instant", "flag", ("instant",), {"en": "Instant", "fr": "Instantané"}),
        FactField("ongoing", "flag", ("ongoing",), {"en": "Ongoing", "fr": "Continu"}),
        FactField(
            "requires",
            "choices",
            ("requires", "requis"),
            {"en": "Hero required (one of)", "fr": "Héros requis (au choix)"},
            {"fr": _FACTIONS_FR | _CLASSES_FR | _TAGS_FR},
        ),
        FactField("talent", "choice", ("talent",), {"en": "Talent", "fr": "Talent"}),
        FactField("reputation", "choice", ("reputation",), {"en": "Reputation", "fr": "Réputation"}),
        FactField(
            "deckbuilding",
            "data",
            ("deckbuilding",),
            {"en": "Deckbuilding line", "fr": "Ligne de construction"},
            render=partial(line_words, values=_LINES_FR),
        ),
        FactField("copy_limit", "limit", ("copies",), {"en": "Own copy limit", "fr": "Limite d'exemplaires propre"}),
    ),
)
