"""LorcanaJSON's cards, format 2.0 to 2.4: a raw card → the card, its printing, its keywords and texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from deckkit.catalogue.fold import fold, slugify
from deckkit.catalogue.records import (
    AbilityRecord,
    AliasRecord,
    CardRecord,
    FeedData,
    KeywordRecord,
    NameRecord,
    PrintingRecord,
)
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.corrections import CorrectionRun
from deckkit.feeds.source import MapContext
from deckkit.feeds.texts import one_line, text_hash
from deckkit.games.lorcana.cards import INKS
from deckkit.i18n import Text

__all__ = [
    "FEED",
    "CardMapper",
    "Entry",
    "Version",
    "abilities_of",
    "card_key",
    "former_texts",
    "read_entries",
    "unique",
]

FEED = "lorcanajson"
_TYPES = {"Character", "Action", "Item", "Location"}
# Rarities of other treatments of a card that also exists in an ordinary one.
_TREATMENTS = {"Enchanted", "Epic", "Iconic"}
# A card that speaks of copies in a deck changes the copy limit; formats before 2.1.2 have no field for it.
_COPIES = re.compile(r"\b(copies of|cards named)\b.*\bin your deck\b", re.IGNORECASE | re.DOTALL)
_GROUP = re.compile(r"/([A-Z][A-Z0-9]+)\b")


@lru_cache(maxsize=8192)
def card_key(full_name: str) -> str:
    """The stable key of a card by its English full name."""
    return f"lorcana:{slugify(full_name)}"


@dataclass(frozen=True, slots=True)
class Version:
    """A format version."""

    text: str
    parts: tuple[int, ...]

    def since(self, *parts: int) -> bool:
        """Whether this is the version ``parts`` or a later one."""
        return self.parts >= parts


@dataclass(slots=True)
class Entry:
    """A raw card with the set it stands in."""

    raw: Raw
    feed_id: int
    set_code: str
    full_name: str
    version: Version


def read_entries(
    cards: Any, where: str, set_code: str | None, version: Version, fixes: CorrectionRun
) -> Iterable[Entry]:
    """The cards of a list, corrected. Raises FeedError where it is none, or a card lacks its id, name or set."""
    if not isinstance(cards, list):
        raise refuse(Text("here stands no list of cards"), where)
    for i, card in enumerate(cards):
        raw = Raw(card, f"{where}[{i}]")
        feed_id = raw.whole("id")
        fixed = fixes.apply(str(feed_id), raw.fields)
        raw = Raw(fixed, f"{where}[{i}] (id {feed_id})")
        code = set_code if set_code is not None else raw.text("setCode")
        yield Entry(raw, feed_id, code, raw.text("fullName"), version)


def unique(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The cards by id, in its order. Raises FeedError where an id is used twice."""
    found: dict[int, Entry] = {}
    for entry in entries:
        if entry.feed_id in found:
            what = Text(
                "the id {id} is used twice, also at {other}",
                {"id": entry.feed_id, "other": found[entry.feed_id].raw.where},
            )
            raise refuse(what, entry.raw.where)
        found[entry.feed_id] = entry
    return dict(sorted(found.items()))


class CardMapper:
    """Maps the entries of one English feed to cards and printings."""

    def __init__(self, context: MapContext, entries: Mapping[int, Entry], orders: Mapping[str, int]) -> None:
        self.context = context
        self.entries = entries
        self.orders = orders

    def run(self, data: FeedData) -> None:
        by_card: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries.values():
            by_card[fold(entry.full_name)].append(entry)
            data.printings.append(self._printing(entry))
        for entries in by_card.values():
            self._card(entries, data)
        order = {card.key: i for i, card in enumerate(data.cards)}
        data.printings.sort(key=lambda p: (order[p.card_key], int(p.feed_id)))

    def _printing(self, entry: Entry) -> PrintingRecord:
        raw = entry.raw
        if entry.set_code not in self.orders:
            raise refuse(
                Text("there is no set '{code}' in this feed", {"code": entry.set_code}), f"{raw.where}.setCode"
            )
        number = raw.whole_or_none("number")
        identifier = raw.text_or_none("fullIdentifier")
        facts: dict[str, Any] = {}
        if identifier:
            facts["identifier"] = identifier
        for field, fact in (("promoSource", "promo_source"), ("promoSourceCategory", "promo_category")):
            value = raw.text_or_none(field)
            if value:
                facts[fact] = value
        return PrintingRecord(
            str(entry.feed_id),
            card_key(entry.full_name),
            entry.set_code,
            None if number is None else str(number),
            raw.text_or_none("variant"),
            _promo(entry, identifier),
            raw.text("rarity"),
            facts,
        )

    def _card(self, entries: list[Entry], data: FeedData) -> None:
        first = entries[0]
        newest = first if len(entries) == 1 else min(entries, key=self._rank)
        key = card_key(first.full_name)
        facts, unknown = _facts(newest)
        if facts["type"] not in _TYPES:
            what = Text("{card}: the type {type} is new to deckkit", {"card": first.full_name, "type": facts["type"]})
            self.context.note("type.new", what, newest.raw.where)
        if len(entries) > 1:
            self._differences(entries, newest, facts)
        raw = newest.raw
        abilities = abilities_of(raw, "en")
        claims: dict[str, bool] = {}
        if newest.version.since(2, 2, 0):
            formats = raw.object("allowedInFormats")
            claims = {name.lower(): formats.object(name).flag("allowed") for name in formats.fields}
        keywords = tuple(
            KeywordRecord(a.text("keyword"), a.text_or_none("keywordValue"), a.whole_or_none("keywordValueNumber"))
            for a in raw.objects("abilities")
            if a.fields.get("type") == "keyword"
        )
        abilities += former_texts(entries, {ability.text_hash for ability in abilities}, "en")
        data.cards.append(CardRecord(key, first.full_name, facts, unknown, keywords, abilities, claims))
        data.names.append(NameRecord(key, "en", first.full_name))
        name = first.raw.text("name")
        if fold(name) != fold(first.full_name):
            data.names.append(NameRecord(key, "en", name, "short"))
        for entry in entries:
            for old in entry.raw.objects("historicData") if "historicData" in entry.raw.fields else ():
                former = old.text_or_none("fullName")
                if former and fold(former) != fold(first.full_name):
                    source = f"{FEED}, historicData of id {entry.feed_id}"
                    data.aliases.append(AliasRecord(key, former, old.day("usedUntil"), source))

    def _rank(self, entry: Entry) -> tuple[bool, bool, int, int]:
        """Ordinary printings of the newest set first: their facts are the card's."""
        promo = _promo(entry, entry.raw.text_or_none("fullIdentifier")) is not None
        return promo, entry.raw.fields.get("rarity") in _TREATMENTS, -self.orders[entry.set_code], entry.feed_id

    def _differences(self, entries: list[Entry], newest: Entry, facts: Mapping[str, Any]) -> None:
        for entry in entries:
            if entry is newest:
                continue
            others, _ = _facts(entry)
            for fact in sorted({*facts, *others}):
                mine, other = facts.get(fact), others.get(fact)
                if mine != other and not (
                    isinstance(mine, list) and isinstance(other, list) and sorted(mine) == sorted(other)
                ):
                    self.context.note(
                        "printings.differ",
                        Text(
                            "{card}: {fact} is {other} on printing {printing}, {value} on {newest}, which counts",
                            {
                                "card": newest.full_name,
                                "fact": fact,
                                "other": repr(other),
                                "printing": entry.feed_id,
                                "value": repr(mine),
                                "newest": newest.feed_id,
                            },
                        ),
                        entry.raw.where,
                    )


def _promo(entry: Entry, identifier: str | None) -> str | None:
    """The promo group. Before 2.0.2 it stands only in the printed identifier; an empty one is none."""
    if entry.version.since(2, 0, 2):
        return entry.raw.text_or_none("promoGrouping")
    found = _GROUP.search(identifier or "")
    return found[1] if found else None


def _facts(entry: Entry) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The card's facts, and the names of those that apply but that this format version does not state."""
    raw, version = entry.raw, entry.version
    colour = raw.fields.get("color")
    if not isinstance(colour, str):
        raise refuse(Text("{value} is not an ink", {"value": repr(colour)[:60]}), f"{raw.where}.color")
    inks = raw.texts("colors") or [ink for ink in colour.split("-") if ink]
    for ink in inks:
        if ink not in INKS:
            raise refuse(Text("{value} is not an ink", {"value": repr(ink)[:60]}), f"{raw.where}.color")
    facts: dict[str, Any] = {
        "type": raw.text("type"),
        "inks": sorted(inks, key=INKS.index),
        "cost": raw.whole("cost"),
        "inkable": raw.flag("inkwell"),
    }
    for field, fact in (
        ("strength", "strength"),
        ("willpower", "willpower"),
        ("lore", "lore"),
        ("moveCost", "move_cost"),
    ):
        if field in raw.fields:
            facts[fact] = raw.whole(field)
    if raw.fields.get("subtypes"):
        facts["classifications"] = raw.texts("subtypes")
    unknown: list[str] = []
    if raw.fields.get("names"):
        facts["singular_names"] = raw.texts("names")
    elif not version.since(2, 3, 3) and facts["type"] == "Character" and re.search(r" & | 'n' ", raw.text("name")):
        unknown.append("singular_names")
    story = raw.text_or_none("story")
    if story:
        facts["story"] = story
    if "maxCopiesInDeck" in raw.fields:
        limit = raw.whole_or_none("maxCopiesInDeck")
        facts["copy_limit"] = "any" if limit is None else limit
    elif not version.since(2, 1, 2) and _COPIES.search(str(raw.fields.get("fullText", ""))):
        unknown.append("copy_limit")
    return facts, tuple(unknown)


def abilities_of(raw: Raw, language: str) -> tuple[AbilityRecord, ...]:
    """Abilities, then effects (of actions), in printed order."""
    found = []
    for ability in raw.objects("abilities"):
        text = one_line(ability.text("fullText"))
        found.append(AbilityRecord(ability.text("type"), text_hash(text), text, ability.text_or_none("name"), language))
    found += [AbilityRecord("effect", text_hash(text), one_line(text), None, language) for text in raw.texts("effects")]
    return tuple(found)


def former_texts(entries: Iterable[Entry], current: set[str], language: str) -> tuple[AbilityRecord, ...]:
    """Texts that errata replaced, from all printings, each with the last day it was used."""
    found: dict[str, AbilityRecord] = {}
    for entry in entries:
        for old in entry.raw.objects("historicData") if "historicData" in entry.raw.fields else ():
            until = old.day("usedUntil")
            for ability in abilities_of(old, language):
                known = found.get(ability.text_hash)
                if ability.text_hash in current or until is None:
                    continue
                if known is None or (known.used_until or date.min) < until:
                    found[ability.text_hash] = replace(ability, used_until=until)
    return tuple(sorted(found.values(), key=lambda ability: (ability.used_until or date.min, ability.text_hash)))
