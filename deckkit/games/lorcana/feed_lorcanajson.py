"""The LorcanaJSON shapes, format 2.0 to 2.4: one file of all cards, files by set, and a bare list of cards."""

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
    SetRecord,
)
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw, feed_day, refuse
from deckkit.feeds.corrections import CorrectionRun
from deckkit.feeds.source import Bundle, Document, MapContext
from deckkit.feeds.texts import one_line, text_hash
from deckkit.games.lorcana.cards import INKS
from deckkit.i18n import Text

__all__ = ["FEED", "AllCards", "CardList", "SetFiles", "card_key", "set_order"]

FEED = "lorcanajson"
_OLDEST, _NEWEST = (2, 0), (2, 4)
# Words by which a list without metadata tells its language: the types, but for "Action", which is French and English.
_TYPE_WORDS = {
    "en": {"Character", "Item", "Location"},
    "fr": {"Personnage", "Objet", "Lieu"},
    "de": {"Charakter", "Aktion", "Gegenstand", "Ort"},
    "it": {"Personaggio", "Azione", "Oggetto", "Luogo"},
}
# Rarities of other treatments of a card that also exists in an ordinary one.
_TREATMENTS = {"Enchanted", "Epic", "Iconic"}
# A card that speaks of copies in a deck changes the copy limit; formats before 2.1.2 have no field for it.
_COPIES = re.compile(r"\b(copies of|cards named)\b.*\bin your deck\b", re.IGNORECASE | re.DOTALL)
_GROUP = re.compile(r"/([A-Z][A-Z0-9]+)\b")


@lru_cache(maxsize=8192)
def card_key(full_name: str) -> str:
    """The stable key of a card by its English full name."""
    return f"lorcana:{slugify(full_name)}"


def set_order(code: str, number: int | None) -> int:
    """Sorts sets as people do: expansions by number, quests after them."""
    if code.isdigit():
        return int(code)
    return 1000 + (number if number is not None else 0)


@dataclass(frozen=True, slots=True)
class _Version:
    text: str
    parts: tuple[int, ...]

    def since(self, *parts: int) -> bool:
        return self.parts >= parts


def _version(metadata: Raw, where: str) -> _Version:
    text = metadata.text("formatVersion")
    try:
        parts = tuple(int(part) for part in text.split("."))
    except ValueError:
        raise refuse(
            Text("'{version}' is no format version", {"version": text}), f"{where}: metadata.formatVersion"
        ) from None
    if not _OLDEST <= parts[:2] <= _NEWEST:
        do = (
            Text("files of that age have other fields; get a newer one from lorcanajson.org")
            if parts[:2] < _OLDEST
            else Text("a newer deckkit may read it")
        )
        what = Text("LorcanaJSON format {version} is not read, only 2.0 to 2.4", {"version": text})
        raise FeedError(what, f"{where}: metadata.formatVersion", do)
    return _Version(text, parts)


@dataclass(slots=True)
class _Entry:
    """A raw card with the set it stands in."""

    raw: Raw
    feed_id: int
    set_code: str
    full_name: str
    version: _Version


def _entries(cards: Any, where: str, set_code: str | None, version: _Version, fixes: CorrectionRun) -> Iterable[_Entry]:
    if not isinstance(cards, list):
        raise refuse(Text("here stands no list of cards"), where)
    for i, card in enumerate(cards):
        raw = Raw(card, f"{where}[{i}]")
        feed_id = raw.whole("id")
        fixed = fixes.apply(str(feed_id), raw.fields)
        raw = Raw(fixed, f"{where}[{i}] (id {feed_id})")
        code = set_code if set_code is not None else raw.text("setCode")
        yield _Entry(raw, feed_id, code, raw.text("fullName"), version)


def _unique(entries: Iterable[_Entry]) -> dict[int, _Entry]:
    found: dict[int, _Entry] = {}
    for entry in entries:
        if entry.feed_id in found:
            what = Text(
                "the id {id} is used twice, also at {other}",
                {"id": entry.feed_id, "other": found[entry.feed_id].raw.where},
            )
            raise refuse(what, entry.raw.where)
        found[entry.feed_id] = entry
    return dict(sorted(found.items()))


def _set(raw: Raw, code: str, language: str) -> SetRecord:
    name = raw.text("name")
    order = set_order(code, raw.whole_or_none("number"))
    return SetRecord(
        code,
        name,
        raw.text_or_none("type") or "expansion",
        order,
        raw.day("prereleaseDate"),
        raw.day("releaseDate"),
        raw.flag("hasAllCards"),
        {language: name},
    )


class _Mapper:
    """Maps the entries of one English feed to cards and printings."""

    def __init__(self, context: MapContext, entries: Mapping[int, _Entry], orders: Mapping[str, int]) -> None:
        self.context = context
        self.entries = entries
        self.orders = orders

    def run(self, data: FeedData) -> None:
        by_card: dict[str, list[_Entry]] = defaultdict(list)
        for entry in self.entries.values():
            by_card[fold(entry.full_name)].append(entry)
            data.printings.append(self._printing(entry))
        for entries in by_card.values():
            self._card(entries, data)
        order = {card.key: i for i, card in enumerate(data.cards)}
        data.printings.sort(key=lambda p: (order[p.card_key], int(p.feed_id)))

    def _printing(self, entry: _Entry) -> PrintingRecord:
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

    def _card(self, entries: list[_Entry], data: FeedData) -> None:
        first = entries[0]
        newest = first if len(entries) == 1 else min(entries, key=self._rank)
        key = card_key(first.full_name)
        facts, unknown = _facts(newest)
        if len(entries) > 1:
            self._differences(entries, newest, facts)
        raw = newest.raw
        abilities = _abilities(raw, "en")
        claims: dict[str, bool] = {}
        if newest.version.since(2, 2, 0):
            formats = raw.object("allowedInFormats")
            claims = {name.lower(): formats.object(name).flag("allowed") for name in formats.fields}
        keywords = tuple(
            KeywordRecord(a.text("keyword"), a.text_or_none("keywordValue"), a.whole_or_none("keywordValueNumber"))
            for a in raw.objects("abilities")
            if a.fields.get("type") == "keyword"
        )
        abilities += _former(entries, {ability.text_hash for ability in abilities}, "en")
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

    def _rank(self, entry: _Entry) -> tuple[bool, bool, int, int]:
        """Ordinary printings of the newest set first: their facts are the card's."""
        promo = _promo(entry, entry.raw.text_or_none("fullIdentifier")) is not None
        return promo, entry.raw.fields.get("rarity") in _TREATMENTS, -self.orders[entry.set_code], entry.feed_id

    def _differences(self, entries: list[_Entry], newest: _Entry, facts: Mapping[str, Any]) -> None:
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


def _promo(entry: _Entry, identifier: str | None) -> str | None:
    """The promo group. Before 2.0.2 it stands only in the printed identifier; an empty one is none."""
    if entry.version.since(2, 0, 2):
        return entry.raw.text_or_none("promoGrouping")
    found = _GROUP.search(identifier or "")
    return found[1] if found else None


def _facts(entry: _Entry) -> tuple[dict[str, Any], tuple[str, ...]]:
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


def _abilities(raw: Raw, language: str) -> tuple[AbilityRecord, ...]:
    """Abilities, then effects (of actions), in printed order."""
    found = []
    for ability in raw.objects("abilities"):
        text = one_line(ability.text("fullText"))
        found.append(AbilityRecord(ability.text("type"), text_hash(text), text, ability.text_or_none("name"), language))
    found += [AbilityRecord("effect", text_hash(text), one_line(text), None, language) for text in raw.texts("effects")]
    return tuple(found)


def _former(entries: Iterable[_Entry], current: set[str], language: str) -> tuple[AbilityRecord, ...]:
    """Texts that errata replaced, from all printings, each with the last day it was used."""
    found: dict[str, AbilityRecord] = {}
    for entry in entries:
        for old in entry.raw.objects("historicData") if "historicData" in entry.raw.fields else ():
            until = old.day("usedUntil")
            for ability in _abilities(old, language):
                known = found.get(ability.text_hash)
                if ability.text_hash in current or until is None:
                    continue
                if known is None or (known.used_until or date.min) < until:
                    found[ability.text_hash] = replace(ability, used_until=until)
    return tuple(sorted(found.values(), key=lambda ability: (ability.used_until or date.min, ability.text_hash)))


def _map(
    bundle: Bundle,
    context: MapContext,
    parts: list[tuple[Document, str, _Version, date | None, str | None, Any, str]],
    sets: list[SetRecord],
    version: str,
    scope: str,
) -> FeedData:
    """Common end of all shapes: ``parts`` are (document, language, version, day, set code or None, cards, place)."""
    languages = {part[1] for part in parts}
    if len(languages) > 1:
        what = Text("these files are in several languages: {languages}", {"languages": sorted(languages)})
        raise refuse(what, bundle.where)
    language = languages.pop()
    fixes = context.corrections.start(language)
    entries = _unique(
        entry for _, _, number, _, code, cards, where in parts for entry in _entries(cards, where, code, number, fixes)
    )
    fixes.finish(scope == "full")
    days = [part[3] for part in parts]
    generated = None if None in days else min(day for day in days if day is not None)
    data = FeedData(
        context.game, FEED, version, generated, bundle.sha256, language, "full" if scope == "full" else "part"
    )
    data.corrected, data.stale = fixes.corrected, fixes.stale
    if language == "en":
        data.sets = sorted(sets, key=lambda item: (item.order, item.code))
        data.covers = tuple(item.code for item in data.sets)
        _Mapper(context, entries, {item.code: item.order for item in sets}).run(data)
    else:
        data.sets = sets
        data.scope = "supplement"
        _local(context, entries, data)
    data.notices = context.notices
    return data


def _local(context: MapContext, entries: Mapping[int, _Entry], data: FeedData) -> None:
    """Names and texts in another language: they belong to the cards that the English feed gave these ids."""
    if context.catalogue is None or context.game not in context.catalogue.games():
        raise FeedError(
            Text("names in {language} need the cards first, and the catalogue has none", {"language": data.language}),
            do=Text("import the English feed first"),
        )
    known = context.catalogue.sets(context.game)
    data.sets = [item for item in data.sets if item.code in known]
    by_card: dict[str, list[_Entry]] = defaultdict(list)
    missing = []
    for entry in entries.values():
        found = context.catalogue.printing(context.game, str(entry.feed_id))
        if found is None:
            missing.append(entry)
        else:
            by_card[found[0].key].append(entry)
    for entry in missing:
        what = Text(
            "{card}: the catalogue has no printing {printing}", {"card": entry.full_name, "printing": entry.feed_id}
        )
        context.note("printing.unknown", what, entry.raw.where)
    for key, many in by_card.items():
        seen: set[tuple[str, str]] = set()
        for entry in many:
            for kind, text in (("full", entry.full_name), ("short", entry.raw.text("name"))):
                if (kind, fold(text)) not in seen and not (kind == "short" and fold(text) == fold(entry.full_name)):
                    seen.add((kind, fold(text)))
                    data.names.append(NameRecord(key, data.language, text, kind))
        abilities = _abilities(many[-1].raw, data.language)
        data.texts[key] = abilities + _former(many, {a.text_hash for a in abilities}, data.language)


class AllCards:
    """``allCards.json``: metadata, sets, cards."""

    name = "lorcanajson"
    title = "LorcanaJSON, all cards (allCards.json)"

    def recognises(self, bundle: Bundle) -> bool:
        """One document with ``metadata``, ``sets`` and ``cards``."""
        content = bundle.documents[0].content
        return (
            len(bundle.documents) == 1 and isinstance(content, dict) and {"metadata", "sets", "cards"} <= set(content)
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        top = Raw(document.content, document.where)
        metadata = top.object("metadata")
        version = _version(metadata, document.where)
        language = metadata.text("language")
        day = feed_day(metadata.text("generatedOn"), f"{document.where}: metadata.generatedOn")
        raw_sets = top.object("sets")
        sets = [_set(raw_sets.object(code), code, language) for code in raw_sets.fields]
        if not top.fields["cards"]:
            raise refuse(Text("this feed has no cards"), f"{document.where}: cards")
        part = (document, language, version, day, None, top.fields["cards"], f"{document.where}: cards")
        return _map(bundle, context, [part], sets, version.text, "full")


class SetFiles:
    """One or many ``setdata.<code>.json``: a set with its cards, which do not repeat the set's code."""

    name = "lorcanajson-sets"
    title = "LorcanaJSON, files by set (setdata.*.json)"

    def recognises(self, bundle: Bundle) -> bool:
        """Every document has ``metadata``, ``code`` and ``cards``."""
        return all(
            isinstance(d.content, dict) and {"metadata", "code", "cards"} <= set(d.content) for d in bundle.documents
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        parts, sets, versions = [], [], set()
        seen: dict[str, str] = {}
        for document in bundle.documents:
            top = Raw(document.content, document.where)
            metadata = top.object("metadata")
            version = _version(metadata, document.where)
            code = top.text("code")
            if code in seen:
                what = Text("the set {code} is also in {other}", {"code": code, "other": seen[code]})
                raise refuse(what, document.where)
            seen[code] = document.where
            day = feed_day(metadata.text("generatedOn"), f"{document.where}: metadata.generatedOn")
            language = metadata.text("language")
            sets.append(_set(top, code, language))
            versions.add(version.text)
            parts.append((document, language, version, day, code, top.fields["cards"], f"{document.where}: cards"))
        return _map(bundle, context, parts, sets, ", ".join(sorted(versions)), "part")


class CardList:
    """A bare list of cards, as found for French: no metadata, no sets; the words for the types tell the language."""

    name = "lorcanajson-list"
    title = "LorcanaJSON, a list of cards without metadata"

    def recognises(self, bundle: Bundle) -> bool:
        """One list of objects with LorcanaJSON's fields."""
        content = bundle.documents[0].content
        if (
            len(bundle.documents) != 1
            or not isinstance(content, list)
            or not content
            or not isinstance(content[0], dict)
        ):
            return False
        return {"id", "fullName", "simpleName", "color", "inkwell"} <= set(content[0])

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. English lists are refused: they lack the sets."""
        document = bundle.documents[0]
        types = {str(card.get("type")) for card in document.content if isinstance(card, dict)}
        languages = [language for language, words in _TYPE_WORDS.items() if words & types]
        if len(languages) != 1:
            raise refuse(
                Text("the language of this list does not show in its types: {types}", {"types": sorted(types)}),
                document.where,
            )
        if languages[0] == "en":
            raise FeedError(
                Text("a list of cards alone lacks the sets that the English cards need"),
                document.where,
                Text("use allCards.json, which has them"),
            )
        part = (document, languages[0], _Version("2.0", (2, 0)), None, None, document.content, document.where)
        data = _map(bundle, context, [part], [], "2.0-2.1 (cards only)", "part")
        context.note("feed.undated", Text("this list says neither its version nor its day"), document.where)
        return data
