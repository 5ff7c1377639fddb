"""The LorcanaJSON shapes, format 2.0 to 2.4: one file of all cards, files by set, and a bare list of cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, NamedTuple

from deckkit.catalogue.fold import fold
from deckkit.catalogue.records import FeedData, NameRecord, SetRecord
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw, feed_day, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.lorcana.feed_lorcanajson_cards import (
    FEED,
    CardMapper,
    Entry,
    Version,
    abilities_of,
    former_texts,
    read_entries,
    unique,
)
from deckkit.i18n import Text, mark

__all__ = ["AllCards", "CardList", "SetFiles", "set_order"]

_OLDEST, _NEWEST = (2, 0), (2, 4)
# Words by which a list without metadata tells its language: the types, but for "Action", which is French and English.
_TYPE_WORDS = {
    "en": {"Character", "Item", "Location"},
    "fr": {"Personnage", "Objet", "Lieu"},
    "de": {"Charakter", "Aktion", "Gegenstand", "Ort"},
    "it": {"Personaggio", "Azione", "Oggetto", "Luogo"},
}


def set_order(code: str, number: int | None) -> int:
    """Sorts sets as people do: expansions by number, quests after them."""
    if code.isdigit():
        return int(code)
    return 1000 + (number if number is not None else 0)


def _version(metadata: Raw, where: str) -> Version:
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
    return Version(text, parts)


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


def _total(raw: Raw) -> tuple[int | None, str]:
    """How many cards a set says it has (since 2.3.4; None where it does not), and where it says so."""
    if raw.fields.get("cardCounts") is None:
        return None, raw.where
    counts = raw.object("cardCounts")
    return counts.whole_or_none("total"), f"{counts.where}.total"


def _whole(totals: Mapping[str, tuple[int | None, str]], entries: Mapping[int, Entry]) -> bool:
    """Refuses a feed that lacks cards by its own counts; whether it gives them for every set that has cards."""
    found = Counter(entry.set_code for entry in entries.values())
    for code, (total, where) in totals.items():
        if total is not None and total != found[code]:
            what = Text(
                "the set {code} says it has {total} cards, and here are {found}",
                {"code": code, "total": total, "found": found[code]},
            )
            raise refuse(what, where)
    return all(totals.get(code, (None, ""))[0] is not None for code in found)


class _Part(NamedTuple):
    """The cards of one document; ``set_code`` is None where each card says its own. ``where`` is the list's place."""

    language: str
    version: Version
    day: date | None
    set_code: str | None
    cards: Any
    where: str


def _map(
    bundle: Bundle,
    context: MapContext,
    parts: list[_Part],
    sets: list[SetRecord],
    version: str,
    scope: Literal["full", "part"],
    totals: Mapping[str, tuple[int | None, str]],
) -> FeedData:
    """What all shapes have in common. ``scope`` is that of :class:`FeedData`."""
    languages = {part.language for part in parts}
    if len(languages) > 1:
        what = Text("these files are in several languages: {languages}", {"languages": sorted(languages)})
        raise refuse(what, bundle.where)
    language = languages.pop()
    fixes = context.corrections.start(language)
    entries = unique(
        entry for part in parts for entry in read_entries(part.cards, part.where, part.set_code, part.version, fixes)
    )
    fixes.finish(scope == "full")
    days = [part.day for part in parts if part.day is not None]
    generated = min(days) if len(days) == len(parts) else None
    data = FeedData(context.game, FEED, version, generated, bundle.sha256, language, scope)
    data.corrected, data.stale = fixes.corrected, fixes.stale
    if language == "en":
        data.sets = sorted(sets, key=lambda item: (item.order, item.code))
        data.covers = tuple(item.code for item in data.sets)
        data.whole = _whole(totals, entries)
        CardMapper(context, entries, {item.code: item.order for item in sets}).run(data)
    else:
        data.sets, data.scope = sets, "supplement"
        data.covers = tuple(item.code for item in sets) if scope == "part" else ()
        _local(bundle, context, entries, data)
    data.notices = context.notices
    return data


def _local(bundle: Bundle, context: MapContext, entries: Mapping[int, Entry], data: FeedData) -> None:
    """Names and texts in another language: they belong to the cards that the English feed gave these ids."""
    if context.catalogue is None or context.game not in context.catalogue.games():
        raise FeedError(
            Text("names in {language} need the cards first, and the catalogue has none", {"language": data.language}),
            bundle.where,
            Text("import the English feed first"),
        )
    known = context.catalogue.sets(context.game)
    data.sets = [item for item in data.sets if item.code in known]
    by_card: dict[str, list[Entry]] = defaultdict(list)
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
        abilities = abilities_of(many[-1].raw, data.language)
        data.texts[key] = abilities + former_texts(many, {a.text_hash for a in abilities}, data.language)


class AllCards:
    """``allCards.json``: metadata, sets, cards."""

    name = "lorcanajson"
    title = mark("LorcanaJSON, all cards (allCards.json)")

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
        part = _Part(language, version, day, None, top.fields["cards"], f"{document.where}: cards")
        totals = {code: _total(raw_sets.object(code)) for code in raw_sets.fields}
        return _map(bundle, context, [part], sets, version.text, "full", totals)


class SetFiles:
    """One or many ``setdata.<code>.json``: a set with its cards, which do not repeat the set's code."""

    name = "lorcanajson-sets"
    title = mark("LorcanaJSON, files by set (setdata.*.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """Every document has ``metadata``, ``code`` and ``cards``."""
        return all(
            isinstance(d.content, dict) and {"metadata", "code", "cards"} <= set(d.content) for d in bundle.documents
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        parts, sets, versions = [], [], set()
        seen: dict[str, str] = {}
        totals: dict[str, tuple[int | None, str]] = {}
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
            totals[code] = _total(top)
            versions.add(version.text)
            parts.append(_Part(language, version, day, code, top.fields["cards"], f"{document.where}: cards"))
        return _map(bundle, context, parts, sets, ", ".join(sorted(versions)), "part", totals)


class CardList:
    """A bare list of cards, as found for French: no metadata, no sets; the words for the types tell the language."""

    name = "lorcanajson-list"
    title = mark("LorcanaJSON, a list of cards without metadata")

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
        part = _Part(languages[0], Version("2.0", (2, 0)), None, None, document.content, document.where)
        data = _map(bundle, context, [part], [], "2.0-2.1 (cards only)", "part", {})
        context.note("feed.undated", Text("this list says neither its version nor its day"), document.where)
        return data
