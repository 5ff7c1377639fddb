"""Riftbound's words for the compiler: symbols, kinds of words, tags, tokens (play digest 2, 10, 13)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deckkit.effects.text import Lexicon
from deckkit.games.riftbound.cards import DOMAINS, KEYWORDS

__all__ = ["TOKENS", "lexicon", "plain"]

#: The standard tokens: their Might, their keywords (play digest 2.13); None: they are gear.
TOKENS: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "Recruit": (1, ()),
    "Sprite": (3, ("Temporary",)),
    "Sand Soldier": (2, ()),
    "Mech": (3, ()),
    "Reflection": (0, ()),
    "Bird": (1, ("Deflect",)),
    "Tentacle": (1, ()),
    "Shadow Clone": (0, ()),
    "Gold": (None, ()),
}
_POWERS = {"A": "any", "C": "own", **{domain: domain.lower() for domain in DOMAINS}}
_TYPES = {"unit": "Unit", "spell": "Spell", "rune": "Rune", "battlefield": "Battlefield", "legend": "Legend"}
#: Words in brackets that are no keywords, or are said as other words are (play digest 13.1).
_SAID = frozenset({"Stun", "Buff", "Predict", "Burn", "Mighty", "Empowered", "Empower", "Stunned"})
_SYMBOL = re.compile(r"\[([A-Za-z0-9-]+)((?: \d+)?)\]")
_DOMAIN_ADJECTIVE = re.compile(rf"\b({'|'.join(DOMAINS)})(?= (?:unit|spell|card|gear))")
_FORMS = {
    **dict.fromkeys(("i", "me", "myself"), "this card"),
    "my": "this card 's",
    "i'm": "this card is",
    "i've": "this card have",
    "am": "is",
    "{en}": "energy_",
    "{exhaust}": "exhaust_",
    "{add}": "add_",
    "trash": "discard",
    "trashes": "discard",
    "enemies": "enemy",
    "allies": "ally",
    "equipped": "equipped",
    "points": "point",
    "tags": "tag",
    "phases": "phase",
    "buffs": "buff",
    "tokens": "token",
    "effects": "effect",
    "abilities": "ability",
    "locations": "location",
    "owners": "owner",
    "bases": "base",
    "times": "time",
    "readied": "readied",
    "cards": "card",
    "choices": "choice",
    "there're": "there is",
    "can't": "can't",
    "couldn't": "couldn't",
    "didn't": "do not",
    "haven't": "have not",
    "hasn't": "have not",
    "wasn't": "was not",
    "you'd": "you would",
    **{
        form: verb
        for verb in (
            *("control", "begin", "start", "conquer", "hold", "attack", "defend", "die", "kill", "win", "channel"),
            *("stun", "recycle"),
        )
        for form in (verb + "s",)
    },
    **{
        form: verb
        for verb in ("banish", "empower", "attach", "spend", "score", "hide", "burn", "trigger", "equip", "end")
        for form in (verb + "s", verb + "es")
    },
}
_PHRASES = {
    "main deck": "deck",
    "main decks": "deck",
    "rune deck": "runedeck",
    "beginning phase": "beginning",
    "main phase": "mainphase",
    "channel phase": "channelphase",
    "draw phase": "drawphase",
    "victory score": "victoryscore",
    "champion zone": "championzone",
    "bonus damage": "bonusdamage",
    "face down": "facedown",
}


def plain(text: str) -> str:
    """A printed text with its symbols as words in braces, keywords without brackets and marks evened out.

    >>> plain("[1][Fury]: Give a unit [Assault 2]. [Stun] it.")
    '1 {EN} {FURY}: Give a unit Assault 2. stun it.'
    """
    text = text.replace("[1] [Might]", "1 [Might]").replace("+[Might]", "+ [Might]").replace("-[Might]", "- [Might]")
    text = re.sub(r"(\d)\[Might\]", r"\1 [Might]", text)
    text = re.sub(r" ?—\s*•", ":•", text)
    text = re.sub(r":\s*•", ": •", text)
    text = re.sub(r"\b(\d+)\+", r"\1 or more", text)
    text = _SYMBOL.sub(_symbol, text)
    text = _DOMAIN_ADJECTIVE.sub(lambda found: f"{{DOMAIN{found[1].upper()}}}", text)
    return " ".join(text.split())


def _symbol(found: re.Match[str]) -> str:
    word, number = found.groups()
    if word.isdigit():
        return f"{word} {{EN}} "
    if word in _POWERS:
        return f"{{{_POWERS[word].upper()}}} "
    if word.lower() in ("might", "exhaust", "add"):
        return f"{{{word.upper()}}}"
    return (word.lower() if word in _SAID else word) + number


def lexicon(names: Iterable[str], tags: Iterable[str]) -> Lexicon:
    """The lexicon with the names and the tags of the catalogue's cards."""
    kinds: dict[str, tuple[str, str]] = {word: ("TYPE", kind) for word, kind in _TYPES.items()}
    kinds |= {word + "s": pair for word, pair in kinds.items()}
    kinds |= {"gear": ("TYPE", "Gear"), "{might}": ("STAT", "might"), "might": ("STAT", "might")}
    kinds["mights"] = ("STAT", "might")
    kinds |= {f"{{{kind.upper()}}}".lower(): ("POWER", kind) for kind in _POWERS.values()}
    kinds |= {f"{{domain{domain.lower()}}}": ("COLOUR", domain) for domain in DOMAINS}
    kinds |= {phrase: ("WORD", word) for phrase, word in _PHRASES.items()}
    for token in TOKENS:
        kinds |= {f"{token.lower()}{mark}": ("TOKEN", token) for mark in ("", "s")}
    given = frozenset(tags) - set(TOKENS)
    kinds |= {f"{tag.lower()}s": ("TRAIT", tag) for tag in given if tag != "Equipment"}
    return Lexicon(
        forms=_FORMS,
        kinds=kinds,
        names=frozenset(names),
        traits=given,
        keywords=frozenset(KEYWORDS) - {"Empower", "Empowered", "Level", "Legion"},
    )
