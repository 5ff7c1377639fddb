"""A hero's compiled "Deckbuilding" line in our own words (WOW 71); ``restrictions.py`` says what its keys mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["line_words"]

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "include": "only: {cards}",
        "exclude": "never: {cards}",
        "one_faction": "Alliance or Horde, not both",
        "class_rule": "class icons as usual",
        "copies": "{number} of each name",
        "next": "; ",
        "or": " or ",
        "type": "{value}",
        "faction": "{value}",
        "class_icon": "class icon {value}",
        "class": "class {value}",
        "race": "{value}",
        "tag": "{value}",
        "limit": "{value}",
        "damage_type": "{value} damage",
        "deals": "naming {value} damage",
        "talent": "{value} Talent",
        "reputation": "{value} reputation",
        "requires": "{value} Hero Required",
        "not": "except {value}",
        "any": "any",
    },
    "fr": {
        "include": "seulement\u00a0: {cards}",
        "exclude": "jamais\u00a0: {cards}",
        "one_faction": "Alliance ou Horde, pas les deux",
        "class_rule": "icônes de classe comme d'habitude",
        "copies": "{number} de chaque nom",
        "next": "\u00a0; ",
        "or": " ou ",
        "type": "{value}",
        "faction": "{value}",
        "class_icon": "icône de classe {value}",
        "class": "classe {value}",
        "race": "{value}",
        "tag": "{value}",
        "limit": "{value}",
        "damage_type": "dégâts {value}",
        "deals": "citant des dégâts {value}",
        "talent": "Talent ({value})",
        "reputation": "réputation ({value})",
        "requires": "héros requis ({value})",
        "not": "sauf {value}",
        "any": "n'importe lequel",
    },
}


def line_words(line: Any, lang: str, values: Mapping[str, Mapping[str, str]]) -> str:
    """``line`` is the fact ``deckbuilding``; ``values`` gives the printed words of ``fr`` by condition.

    >>> line_words({"exclude": [{"faction": "Horde"}, {"talent": "any"}], "copies": 1}, "en", {})
    'never: Horde; any Talent. 1 of each name'
    """
    words = _WORDS.get(lang, _WORDS["en"])
    shown = values if lang == "fr" else {}
    parts = [
        words[key].format(cards=words["next"].join(_entry(entry, words, shown) for entry in line[key]))
        for key in ("include", "exclude")
        if line.get(key)
    ]
    parts += [words[key] for key in ("one_faction", "class_rule") if line.get(key)]
    if "copies" in line:
        parts.append(words["copies"].format(number=line["copies"]))
    return ". ".join(parts)


def _entry(entry: Mapping[str, Any], words: Mapping[str, str], shown: Mapping[str, Mapping[str, str]]) -> str:
    conditions = [
        words[key].format(value=_value(key, value, words, shown))
        for key, value in sorted(entry.items(), key=lambda item: item[0] != "type")
        if not key.startswith("not_")
    ]
    conditions += [
        words["not"].format(value=_value(key[4:], value, words, shown))
        for key, value in entry.items()
        if key.startswith("not_")
    ]
    return ", ".join(conditions)


def _value(
    key: str, value: str | Sequence[str], words: Mapping[str, str], shown: Mapping[str, Mapping[str, str]]
) -> str:
    if value == "any":
        return words["any"]
    known = shown.get(key, {})
    return words["or"].join(known.get(word, word) for word in ((value,) if isinstance(value, str) else value))
