"""Restrictions on deck building that stand only in the texts of cards, compiled to data (CR 100.2b to 100.2e).

Facts made here: ``requires`` (a list: the hero must have one of these traits), ``talent`` (a spec), ``reputation``, and
of heroes ``deckbuilding``. What cannot be compiled is named, and stays unknown.

``deckbuilding`` is an object with ``include``, ``exclude`` (lists), ``one_faction``, ``class_rule`` (true) and
``copies`` (a number); what says nothing is left out. A card may be included if it fits one entry of ``include`` (any
card, where that is missing) and none of ``exclude``. An entry is an object of conditions that must all hold: ``type``
(one of these card types), ``faction``, ``class_icon``, ``class`` (a class word of the type line), ``race``, ``tag``,
``limit`` (how a limit in play begins: ``Pet``), ``damage_type``, ``deals`` (a damage type that the text names),
``talent``, ``reputation``, ``requires``. The value ``any`` fits every card that has such a thing at all;
``not_talent``, ``not_reputation`` and ``not_requires`` take cards out of the entry again. ``one_faction``: Alliance
or Horde cards, not both. ``class_rule``: the usual rule about class icons stays in force (elsewhere the entries
replace it). ``copies``: at most so many of one name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from deckkit.games.wowtcg.cards import CLASSES, DAMAGE_TYPES, FACTIONS, PROFESSIONS, RACES, SPECS

__all__ = ["Restrictions", "deckbuilding", "plain", "restrictions"]

_TAG = re.compile(r"<[^>]*>")
_REMARK = re.compile(r"\([^()]*\)?")
# After these words the next one may follow without a blank.
_REQUIRED = re.compile(r"([^.;:()|]*?)\s*\bHero Required")
_TALENT = re.compile(rf"(?:^|\|)\s*({'|'.join(sorted(('Feral Combat', *SPECS), key=len, reverse=True))}) Talent(?!s)")
_REPUTATION = re.compile(r"\b(Aldor|Scryer|Argent Crusade|Nerubian) Repu(?:ta|a)tion")
_DECKBUILDING = re.compile(r"Deck\w*uilding\s*:\s*(.*?)\s*(?:\||$)", re.IGNORECASE)
_ABILITIES = ["Ability", "Ability Ally"]
_ALLIES = ["Ally", "Ability Ally"]
_TRAITS = {
    word.casefold(): word
    for word in (*CLASSES, *RACES, *PROFESSIONS, *FACTIONS, "Monster", "Scourge", "Traitor", "Loyal")
}
_SPEC = {spec.casefold(): spec for spec in SPECS} | {"feral combat": "Feral"}
_CLASS = {word.casefold(): word for word in CLASSES}
_DAMAGE = {word.casefold(): word for word in DAMAGE_TYPES}


@dataclass(slots=True)
class Restrictions:
    """What a text demands of a deck. ``failed`` names the facts that the text has and that could not be compiled."""

    requires: list[str] = field(default_factory=list)
    talent: str | None = None
    reputation: str | None = None
    deckbuilding: dict[str, Any] | None = None
    failed: dict[str, str] = field(default_factory=dict)

    def facts(self) -> dict[str, Any]:
        """As facts of a card; what does not apply is left out."""
        found = {
            "requires": self.requires,
            "talent": self.talent,
            "reputation": self.reputation,
            "deckbuilding": self.deckbuilding,
        }
        return {name: value for name, value in found.items() if value and name not in self.failed}


def plain(text: str) -> str:
    """The text without markup; ``|`` stands where a new paragraph or power begins."""
    text = re.sub(r"<\s*(?:p|br)\s*/?\s*>|[\r\n]+", "|", text, flags=re.IGNORECASE)
    text = _TAG.sub("", text).replace("’", "'").replace("\u00a0", " ")
    return re.sub(r"[ \t]+", " ", text)


def restrictions(text: str, hero: bool, classes: Sequence[str] = ()) -> Restrictions:
    """The restrictions in a card's text.

    ``hero``: the card is a hero, the only kind whose "Deckbuilding:" line means something. ``classes`` are the class
    icons that a feed names beside a text in which the icons were lost.
    """
    found = Restrictions()
    body = plain(text)
    line = _DECKBUILDING.search(body.replace(";", "|"))
    if line and hero:
        found.deckbuilding = deckbuilding(line[1], classes)
        if found.deckbuilding is None:
            found.failed["deckbuilding"] = line[1]
    if line:
        body = body[: line.start()]
    body = re.sub(r"\|?\s*;\s*", "|", _REMARK.sub("|", body))
    for match in _REQUIRED.finditer(body):
        _required(match[1], found)
    talent = _TALENT.search(body)
    if talent:
        found.talent = _SPEC[talent[1].casefold()]
    reputation = _REPUTATION.search(body)
    if reputation:
        found.reputation = reputation[1]
    return found


def _required(words: str, found: Restrictions) -> None:
    alternatives = [part.strip().strip("[]") for part in re.split(r",|\bor\b", words) if part.strip()]
    lost = not alternatives or len(alternatives) < 1 + len(re.findall(r"\bor\b", words))
    if not lost and len(alternatives) == 1 and alternatives[0].casefold() in _SPEC:
        found.talent = _SPEC[alternatives[0].casefold()]
        return
    known = [_TRAITS.get(word.casefold()) for word in alternatives]
    if lost or None in known:
        found.failed["requires"] = f"{words} Hero Required"
    else:
        found.requires = [word for word in known if word]


# -- the lines of heroes --------------------------------------------------------------------------------------------


@cache
def _parser() -> Lark:
    return Lark(Path(__file__).with_name("restrictions.lark").read_text(encoding="utf-8"), parser="earley")


def deckbuilding(line: str, classes: Sequence[str] = ()) -> dict[str, Any] | None:
    """A "Deckbuilding:" line as data, None where the grammar does not know it."""
    text = _REMARK.sub("", line).casefold().strip(" .") + "."
    # In two shapes icons that were lost can be restored: the two factions, and with them the hero's two classes.
    text = re.sub(r"\bput (?:, )?or cards", "put [horde] or [alliance] cards", text)
    text = re.sub(r"\bput ,(?: ,)? or talent", "put [horde], [alliance], or talent", text)
    if classes:
        icons = ", ".join(f"[{word.casefold()}]" for word in classes)
        text = re.sub(r"either or cards, and ,\s*,", f"either [alliance] or [horde] cards, and {icons},", text)
    text = re.sub(r"\s+", " ", text.replace("..", "."))
    try:
        data: dict[str, Any] = _Compile().transform(_parser().parse(text))
    except LarkError:
        return None
    return data


class _Compile(Transformer[Token, dict[str, Any]]):
    """From the tree of a line to its data."""

    def start(self, sentences: list[dict[str, Any]]) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for sentence in sentences:
            for key, value in sentence.items():
                data[key] = [*data.get(key, []), *value] if isinstance(value, list) else value
        listed = data.get("include", ())
        own = {name: [entry[name] for entry in listed if name in entry] for name in ("talent", "reputation", "tag")}
        for entry in data.get("exclude", ()):
            # "Other" restrictions: those that the line itself lets in are no bar.
            for name, target in (("talent", "talent"), ("reputation", "reputation"), ("tag", "requires")):
                if target in entry and own[name]:
                    entry[f"not_{target}"] = own[name][0]
        if data.get("one_faction"):
            data["class_rule"] = True
        return data

    def include(self, items: list[list[dict[str, Any]]]) -> dict[str, Any]:
        entries = [entry for item in items for entry in item]
        data: dict[str, Any] = {"include": [entry for entry in entries if "one_faction" not in entry]}
        if any("one_faction" in entry for entry in entries):
            data["one_faction"] = True
            data["include"] = [{"faction": "Alliance"}, {"faction": "Horde"}, *data["include"]]
        return data

    def exclude(self, entries: list[dict[str, Any]]) -> dict[str, Any]:
        return {"exclude": entries}

    def exclude_restricted(self, _: list[Token]) -> dict[str, Any]:
        return {"exclude": [{"reputation": "any"}, {"requires": "any"}, {"talent": "any"}]}

    def single(self, _: list[Token]) -> dict[str, Any]:
        return {"copies": 1}

    def one_faction(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"one_faction": True}]

    def icon_abilities(self, words: list[Token]) -> list[dict[str, Any]]:
        icon = _CLASS[words[0].strip("[]")]
        pets = [{"limit": "Pet", "class_icon": icon}] if len(words) > 1 else []
        return [{"type": _ABILITIES, "class_icon": icon}, *pets]

    def dealing_abilities(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"type": _ABILITIES, "deals": _DAMAGE[words[0]]}]

    def icon_equipment(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"type": ["Equipment"], "class_icon": _CLASS[words[0].strip("[]")]}]

    def class_allies(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"type": _ALLIES, "class": _CLASS[" ".join(words)]}]

    def damage_allies(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"type": _ALLIES, "damage_type": _DAMAGE[words[0].strip("[]")]}]

    def demon_allies(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"type": _ALLIES, "race": "Demon"}]

    def melee_weapons(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"type": ["Equipment"], "limit": "Melee"}]

    def neutral_quests(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"type": ["Quest", "Location"] if words else ["Quest"], "faction": "Neutral"}]

    def neutral_cards(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"faction": "Neutral"}]

    def icon_cards(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"class_icon": _CLASS[words[0].strip("[]")]}]

    def talents(self, words: list[Token]) -> list[dict[str, Any]]:
        return [{"class_icon": _CLASS[words[0].strip("[]")], "talent": _SPEC[" ".join(words[1:])]}]

    def argent_cards(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"reputation": "Argent Crusade"}]

    def scourge_cards(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"tag": "Scourge"}]

    def traitor_cards(self, _: list[Token]) -> list[dict[str, Any]]:
        return [{"tag": "Traitor"}]

    def shut_icon(self, words: list[Token]) -> dict[str, Any]:
        return {"faction": words[0].strip("[]").capitalize()}

    def shut_talents(self, _: list[Token]) -> dict[str, Any]:
        return {"talent": "any"}

    def shut_classes(self, _: list[Token]) -> dict[str, Any]:
        return {"class_icon": "any"}
