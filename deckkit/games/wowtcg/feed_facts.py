"""What the mappers of WoW TCG share: keys, costs, type lines, and which facts a card should have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from deckkit.catalogue.fold import letters, slugify
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import AbilityRecord
from deckkit.feeds.source import MapContext
from deckkit.feeds.texts import one_line, text_hash
from deckkit.games.wowtcg.cards import CLASSES, DAMAGE_TYPES, SPECS, TAGS
from deckkit.games.wowtcg.restrictions import plain

__all__ = [
    "ALL_FACTS",
    "TWO_CARDS",
    "by_name",
    "card_key",
    "cost_facts",
    "damage_named",
    "effect",
    "ongoing",
    "type_line",
    "unknown_facts",
]

# Names that two cards of different types bear, by their letters: the type is part of their keys.
TWO_CARDS = frozenset(
    {
        "alexstraszathelifebinder",
        "ashestoashes",
        "battlepreparations",
        "chogall",
        "counterattack",
        "deathwingthedestroyer",
        "edwinvancleef",
        "fatherwintershelper",
        "feedingfrenzy",
        "frostblast",
        "fuelforthefire",
        "hamuulrunetotem",
        "highlordtirionfordring",
        "illidanstormrage",
        "kelthuzad",
        "ladyjainaproudmoore",
        "ladyvashj",
        "lifeanddeath",
        "malfurionstormrage",
        "malganis",
        "paladintraining",
        "power",
        "resourcefulness",
        "runeofzeth",
        "thelichking",
        "vanessavancleef",
    }
)
# What is not known of a card of which only the name is known.
ALL_FACTS = (
    "type",
    "faction",
    "class_icons",
    "cost",
    "atk",
    "health",
    "def",
    "strike_cost",
    "damage_type",
    "deals",
    "races",
    "classes",
    "spec",
    "tags",
    "subtypes",
    "limits",
    "instant",
    "ongoing",
    "requires",
    "talent",
    "reputation",
    "deckbuilding",
    "copy_limit",
    "keywords",
)
_APPLIES = {
    "Hero": {"faction", "health", "races", "classes", "spec", "tags", "reputation", "deckbuilding", "keywords"},
    "Ally": {"cost", "atk", "health", "damage_type", "races", "classes", "copy_limit"},
    "Ability": {"cost", "instant", "ongoing", "deals", "copy_limit"},
    "Equipment": {"cost", "atk", "def", "strike_cost", "damage_type", "copy_limit"},
}
_OF_ALL = {"faction", "class_icons", "tags", "subtypes", "limits", "requires", "talent", "reputation", "keywords"}
_LIMIT = re.compile(r"([^(),]+?)\s*\((\d+)\)")
_DEALS = re.compile(rf"\b({'|'.join(DAMAGE_TYPES)})\]?\s*(?:\(\[\w+\]\)\s*)?damage\b", re.IGNORECASE)
_FORMULA = re.compile(r"(?:\d+\s*[+-]\s*)?X", re.IGNORECASE)


def unknown_facts(kind: str) -> tuple[str, ...]:
    """What is not known of a card of which only the name and the type are known."""
    applies = _APPLIES.get(kind)
    if applies is None:
        return tuple(fact for fact in ALL_FACTS if fact != "type")
    wanted = applies if kind == "Hero" else applies | _OF_ALL
    return tuple(fact for fact in ALL_FACTS if fact in wanted)


def card_key(name: str, kind: str | None) -> str:
    """The stable key of a card: its name, and its type where two cards share the name."""
    slug = slugify(name)
    return f"wowtcg:{slug}-{slugify(kind)}" if kind and letters(name) in TWO_CARDS else f"wowtcg:{slug}"


def by_name(context: MapContext, without: tuple[str, ...] = ()) -> dict[str, list[Card]]:
    """The catalogue's cards by the letters of their names; ``without``: not those whose printings all begin so."""
    found: dict[str, list[Card]] = {}
    catalogue = context.catalogue
    if catalogue is not None and context.game in catalogue.games():
        for card in catalogue.cards(context.game):
            if without and all(p.feed_id.startswith(without) for p in catalogue.printings(card)):
                continue
            for name in dict.fromkeys(letters(text) for text in (card.name, *card.names.values())):
                found.setdefault(name, []).append(card)
    return found


def cost_facts(text: str | None) -> dict[str, Any]:
    """A play cost: a number, or a formula with X. Raises ValueError for anything else."""
    text = (text or "").strip()
    if not text:
        return {}
    if text.isascii() and text.isdigit():
        return {"cost": int(text)}
    if _FORMULA.fullmatch(text):
        return {"cost_formula": re.sub(r"\s*([+-])\s*", r" \1 ", text.upper())}
    raise ValueError(text)


def damage_named(text: str) -> list[str]:
    """The damage types that a text names as damage."""
    named = {match[1].capitalize() for match in _DEALS.finditer(plain(text))}
    return [kind for kind in DAMAGE_TYPES if kind in named]


def ongoing(text: str) -> bool:
    """Whether the text has an ongoing power."""
    return re.search(r"\bOngoing\b", text) is not None


def effect(text: str) -> tuple[AbilityRecord, ...]:
    """A card's whole text as one ability, a line a paragraph; nothing where there is none."""
    lines = "\n".join(line for part in plain(text).split("|") if (line := one_line(part)))
    return (AbilityRecord("text", text_hash(lines), lines),) if lines else ()


def type_line(kind: str, words: Iterable[str]) -> dict[str, Any]:
    """The words of a type line, without races and the classes of its own columns, as facts.

    ``limits`` ("Unique", "Pet (1)"), ``tags``, ``copy_limit``, ``spec`` (of a starting hero) and the rest,
    ``subtypes``. The word "Talent" is left out: the talent stands in the text.
    """
    limits: list[str] = []
    tags: list[str] = []
    rest: list[str] = []
    facts: dict[str, Any] = {}
    for word in words:
        found = _LIMIT.findall(word)
        if found:
            limits += [f"{name.strip()} ({number})" for name, number in found]
        elif word == "Unique":
            limits.append(word)
        elif word == "Unlimited":
            facts["copy_limit"] = "any"
        elif word in TAGS:
            tags.append(word)
        elif word in SPECS and kind == "Hero":
            facts.setdefault("spec", word)
        elif word and word not in ("Talent", "Master") and word not in CLASSES:
            rest.append(word)
    for name, values in (("limits", limits), ("tags", tags), ("subtypes", rest)):
        if values:
            facts[name] = list(dict.fromkeys(values))
    return facts
