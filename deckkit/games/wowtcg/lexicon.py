"""WoW TCG's words for the compiler: forms of words, card types, traits, stats, types of damage."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deckkit.effects.text import Lexicon
from deckkit.games.wowtcg.cards import DAMAGE_TYPES
from deckkit.games.wowtcg.effects import RESISTANCES
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR

__all__ = ["lexicon"]

_TYPES = {
    "ally": "Ally",
    "allies": "Ally",
    "hero": "Hero",
    "heroes": "Hero",
    "heros": "Hero",
    "ability": "Ability",
    "abilities": "Ability",
    "equipment": "Equipment",
    "equipments": "Equipment",
    "quest": "Quest",
    "quests": "Quest",
    "location": "Location",
    "locations": "Location",
    "weapon": "Weapon",
    "weapons": "Weapon",
    "armor": "Armor",
    "armors": "Armor",
    "item": "Item",
    "items": "Item",
    "character": "character",
    "characters": "character",
    "resource": "resource",
    "resources": "resource",
    "master hero": "Master Hero",
    "master heroes": "Master Hero",
}
_VERBS = (
    *("attack", "defend", "protect", "strike", "place", "complete", "interrupt", "flip", "heal", "prevent", "own"),
    *("control", "add", "target", "ready", "exhaust", "token", "resource", "turn", "remain", "attacker", "defender"),
    *("power", "cause", "contain", "end", "start", "party", "grow", "name", "begin", "copy", "counter", "keep"),
)
_FORMS = {
    "{e}": "exhaust_",
    "this_card": "this card",
    "graveyard": "discard_",
    "graveyards": "discard_",
    "target": "chosen",
    "may": "may",
    "destroys": "destroy",
    "touches": "touch",
    "attaches": "attach",
    **{verb + "s": verb for verb in _VERBS},
    "targets": "targets",
    "readies": "ready",
    "parties": "party",
    "copies": "copy",
    **dict.fromkeys(("himself", "herself", "itself", "themselves"), "itself"),
    **dict.fromkeys(("another's",), "another 's"),
    "facedown": "facedown",
    "they'd": "they would",
    "everyone": "everyone",
    "wouldn't": "would not",
    "hasn't": "have not",
    "haven't": "have not",
    "can't": "can't",
    "each": "each",
    "x": "x",
    # Slips of the feeds.
    "wth": "with",
    "destory": "destroy",
    "taget": "chosen",
    "youe": "your",
    "it": "they",
}
_STATS = {"atk": "atk", "health": "health", "def": "def"}
_KEYWORD_FORMS = {
    "Long-Range": "{LONGRANGE}",
    "long-range": "{LONGRANGE}",
    "Long-Ronge": "{LONGRANGE}",
    "Will of the Forsaken": "{WILL}",
    "Time is Money": "{MONEY}",
    "Two-Handed Dual Wield": "{TWOHANDED}",
    "face-down": "facedown",
    "face down": "facedown",
    "face-up": "faceup",
    "face up": "faceup",
    "and/or": "and or",
    "Combat damage": "combat damage",
    "no longer": "nolonger",
    "ready step": "readystep",
    "Ready step": "readystep",
    "off-hand": "offhand",
    "Off-Hand": "offhand",
    "one-handed": "onehanded",
    "two-handed": "twohanded",
    "1H": "onehanded",
    "2H": "twohanded",
}
_PHRASES = {"{longrange}": "Long-Range", "{will}": "Will of the Forsaken", "{money}": "Time is Money"} | {
    "{twohanded}": "Two-Handed Dual Wield",
}
# Keywords that texts also print without capitals, where nothing else can be meant.
_SMALL = ("Stealth", "Protector", "Elusive", "Untargetable", "Ferocity", "Dual Wield", "Thrown", "Sentinel")
# Words that are a trait of some card and stand for something else in texts.
_NO_TRAITS = frozenset(
    {
        "Attack",
        "Token",
        "Eye",
        "Sting",
        "Mode",
        "Finishing Move",
        "Item",
        "Weapon",
        "Armor",
        "Ally",
        "Quest",
        "Location",
        "Equipment",
        "Ability",
        "Hero",
    }
)
_NO_PLURALS = frozenset({"Power", "Arm", "Combat", "Head", "Hand", "Chest", "Back", "Off-Hand"})


#: From six on.
_NUMBERS = ("six", "seven", "eight", "nine", "ten", "eleven", "twelve")
#: Words of counters that cards name.
_COUNTERS = (
    *("heirloom", "honor", "capture", "time", "poison", "strength", "power", "verse", "madness", "wind", "spirit"),
    *("growth", "charge", "arena", "stone", "flame", "shield", "ankh", "tirisfal", "bone", "rage", "corruption"),
    *("bleed", "shelter", "mana", "monologue", "surge", "blade", "crusade", "water", "anger", "ward", "spine", "ice"),
    *("life", "cannonball", "gas", "bubble", "coercion", "eye", "tide", "burn", "death", "slow", "soul", "curse"),
    *("static", "hearth", "radiance", "web", "rattle", "knowledge", "depletion", "meditation", "light", "murder"),
    *("berserk", "bolt", "justice", "warp", "fury", "clock", "frost", "scarlet", "skull", "credit", "agony", "pact"),
    *("nether", "incorporeal", "blossom", "elementium", "emberstone", "bliss", "dominate", "ember", "depth", "thaw"),
    *("spell", "feather", "fuel", "fly", "breeze", "fang", "history", "chime", "holy", "lightning", "corpse"),
    *("fester", "tactics", "haste", "inferno", "slaughter", "abandon", "frozen", "destiny", "roar", "scalp", "tone"),
    *("purity", "venom", "revive", "silence", "stake", "marble", "hoot", "chaos", "aspect", "starfish", "triton"),
    *("overload", "seed", "might", "fungus", "fatigue", "fuse", "guard", "Demonic"),
)


class _Names(frozenset[str]):
    """All that can be a name after "named": words with capitals. Tokens have names that no card of a catalogue has."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _NAME.fullmatch(name) is not None


_NAME = re.compile(r"[A-Z][\w'-]*(?: (?:(?:of|the) )*[A-Z][\w'-]*)*")


def lexicon(traits: Iterable[str]) -> Lexicon:
    """The lexicon with the words of the type lines of the catalogue's cards."""
    words = frozenset(traits) - _NO_TRAITS
    kinds = {word: ("TYPE", kind) for word, kind in _TYPES.items()}
    kinds |= {word: ("NUMBER", str(n)) for n, word in enumerate(_NUMBERS, 6)}
    kinds["your hero"] = ("HERO", "your hero")
    kinds["protectors"] = ("KEYWORD", "Protector")
    kinds["warstomp"] = kinds["war stomp"] = ("KEYWORD", "War Stomp")
    kinds |= {word: ("STAT", stat) for word, stat in _STATS.items()}
    kinds |= {"{" + kind.upper() + "}": ("ICON", kind) for kind in DAMAGE_TYPES}
    kinds |= {kind.lower(): ("ELEMENT", kind.lower()) for kind in DAMAGE_TYPES}
    kinds |= {"{" + kind.lower() + "}": ("ICON", kind) for kind in DAMAGE_TYPES}
    kinds |= {"{horde}": ("TRAIT", "Horde"), "{alliance}": ("TRAIT", "Alliance")}
    kinds |= {symbol: ("KEYWORD", word) for symbol, word in _PHRASES.items()}
    kinds |= {word.lower(): ("KEYWORD", word) for word in _SMALL}
    kinds |= {word.lower(): ("KEYWORD", word) for word in RESISTANCES}
    for word in _COUNTERS:
        kinds |= dict.fromkeys((f"{word.lower()} counter", f"{word.lower()} counters"), ("COUNTER", word.lower()))
    for word in sorted(words):
        if word not in _NO_PLURALS and word not in DAMAGE_TYPES:
            kinds.setdefault(_plural(word).lower(), ("TRAIT", word))
    keywords = {*KEYWORDS_FR, *RESISTANCES} - {"Resistance"}
    return Lexicon(
        symbols=_KEYWORD_FORMS,
        forms=_FORMS,
        kinds=kinds,
        names=_Names(),
        traits=words,
        keywords=frozenset(keywords),
    )


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s" if not word.endswith(("f", "s")) else {"f": word[:-1] + "ves", "s": word + "es"}[word[-1]]
