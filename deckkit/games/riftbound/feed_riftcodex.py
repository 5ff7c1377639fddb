"""The Riftcodex shape, the main feed: one object a printing, as a list or in pages (``{"items": [...], "total": n}``).

Its faults and what is done about them: preview rows give way to final ones; a promo in metal has the same id as the
plain one and gets its own; Legends named by their title get their champion from the tags, where a champion is who a
Champion unit is named after; showcase printings leave out reminder texts and regions, so an ordinary printing gives
the text and all printings together the tags; errata are not applied, so a text that errata replaced stays replaced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deckkit.catalogue.fold import fold, slugify
from deckkit.catalogue.records import AliasRecord, CardRecord, FeedData, NameRecord, PrintingRecord, SetRecord
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw, feed_day, refuse
from deckkit.feeds.corrections import KnownSet
from deckkit.feeds.source import Bundle, Document, MapContext
from deckkit.games.riftbound.cards import DOMAINS, SUPERTYPES, TYPES
from deckkit.games.riftbound.feed_errata import kept_texts
from deckkit.games.riftbound.feed_names import (
    PROMO_SETS,
    Identity,
    Spelling,
    card_key,
    champion_of,
    full_name,
    identity,
    spelling,
)
from deckkit.games.riftbound.feed_order import FEED
from deckkit.games.riftbound.feed_text import abilities, copy_limit, keywords, rich_lines
from deckkit.i18n import Text, mark

__all__ = ["FEED", "Riftcodex", "known_set"]

_COSTS = ("Unit", "Spell", "Gear")
# Sets that no source gives a place in the order come after those it does, promos last.
_UNPLACED, _PROMOS = 500, 900


@dataclass(slots=True)
class _Row:
    """A raw printing, read."""

    raw: Raw
    feed_id: str
    place: Identity
    spelling: Spelling
    type: str
    supertype: str | None
    domains: list[str]
    tags: list[str]
    preview: bool
    treatment: str | None
    champion: str | None = None

    @property
    def promo(self) -> bool:
        return self.place.set_code in PROMO_SETS


class Riftcodex:
    """A list of printings, or the pages of the API that hold it."""

    name = FEED
    title = mark("Riftcodex, all printings (a list, or the pages of its API)")

    def recognises(self, bundle: Bundle) -> bool:
        """Every document is a list of objects with Riftcodex's fields, or a page with such items."""
        lists = [_items(document) for document in bundle.documents]
        rows = [rows for rows in lists if rows]
        return (
            bool(rows)
            and None not in lists
            and all(
                isinstance(row, dict) and {"riftbound_id", "classification", "attributes", "set"} <= set(row)
                for row in (items[0] for items in rows)
            )
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        whole = _whole(bundle)
        fixes = context.corrections.start("en")
        raws = []
        for document in bundle.documents:
            for i, item in enumerate(_items(document) or ()):
                raw = Raw(item, f"{document.where}[{i}]")
                printed = raw.text("riftbound_id")
                raws.append(Raw(fixes.apply(printed, raw.fields), f"{document.where}[{i}] ({printed})"))
        rows = _chosen(_rows(raws))
        _champions(rows)
        day = max(feed_day(_updated(row.raw), f"{row.raw.where}.metadata.updated_on") for row in rows)
        data = FeedData(context.game, FEED, "api", day, bundle.sha256, whole=whole)
        data.sets = _sets(rows, context.corrections.sets)
        fixes.finish(True)
        data.corrected, data.stale = fixes.corrected, fixes.stale
        if _missing_sets(context, data):
            data.scope, data.covers = "part", tuple(item.code for item in data.sets)
        order = {item.code: item.order for item in data.sets}
        by_card: dict[str, list[_Row]] = defaultdict(list)
        for row in rows:
            by_card[card_key(_name(row))].append(row)
        for key, printings in by_card.items():
            _card(key, printings, order, context, data)
        data.cards.sort(key=lambda card: card.key)
        data.printings.sort(key=lambda printing: printing.feed_id)
        data.notices = context.notices
        return data


def known_set(code: str, label: str, known: Mapping[str, KnownSet]) -> SetRecord:
    """A set with what ``corrections.toml`` knows of it; the feeds give neither days nor kinds."""
    item = known.get(code)
    if item is None:
        promo = code in PROMO_SETS
        return SetRecord(
            code, label, "promo" if promo else "expansion", _PROMOS if promo else _UNPLACED, names={"en": label}
        )
    return SetRecord(
        code, label or item.name, item.kind, item.order, item.prerelease, item.release, item.complete, {"en": label}
    )


def _items(document: Document) -> list[Any] | None:
    content = document.content
    if isinstance(content, dict):
        content = content.get("items")
    return content if isinstance(content, list) else None


def _whole(bundle: Bundle) -> bool:
    """Refuses pages that are not all there: what lacks would count as removed. Whether they say how many there are."""
    found, totals = 0, set()
    for document in bundle.documents:
        found += len(_items(document) or ())
        if isinstance(document.content, dict) and document.content.get("total") is not None:
            totals.add(Raw(document.content, document.where).whole("total"))
    if len(totals) > 1:
        what = Text("the pages give different totals: {totals}", {"totals": sorted(totals)})
        raise FeedError(what, bundle.where, Text("the feed changed meanwhile; fetch it again"))
    if totals and found != next(iter(totals)):
        what = Text("here are {found} of {total} entries", {"found": found, "total": next(iter(totals))})
        raise FeedError(what, bundle.where, Text("nothing was imported; get all pages of it"))
    return bool(totals)


def _rows(raws: Iterable[Raw]) -> list[_Row]:
    raws = list(raws)
    bare = {fold(raw.text("name")) for raw in raws}
    return [_row(raw, bare) for raw in raws]


def _row(raw: Raw, bare: set[str]) -> _Row:
    kind = raw.object("classification")
    place = identity(raw.text("riftbound_id"), f"{raw.where}.riftbound_id")
    code = raw.object("set").text("set_id")
    if code.upper() != place.set_code:
        what = Text("'{id}' is not of the set {code}", {"id": raw.text("riftbound_id"), "code": code})
        raise refuse(what, f"{raw.where}.set.set_id")
    written = spelling(raw.text("name"), bare)
    type_ = kind.text("type")
    if type_ not in TYPES:
        raise refuse(Text("{value} is not a card type", {"value": repr(type_)[:60]}), f"{kind.where}.type")
    supertype = kind.text_or_none("supertype")
    if supertype is not None and supertype not in SUPERTYPES:
        raise refuse(Text("{value} is not a supertype", {"value": repr(supertype)[:60]}), f"{kind.where}.supertype")
    domains = kind.texts("domain")
    if not domains or any(domain not in DOMAINS and domain != "Colorless" for domain in domains):
        raise refuse(Text("{value} are not domains", {"value": repr(domains)[:60]}), f"{kind.where}.domain")
    feed_id = raw.text("riftbound_id").lower()
    # A plain promo and the same one in metal share their id; a bracket on a promo tells them apart.
    if place.set_code in PROMO_SETS and written.bracket and written.bracket != "alternate art":
        feed_id += f":{slugify(written.bracket)}"
    return _Row(
        raw,
        feed_id,
        place,
        written,
        type_,
        # A Legend is never a Champion unit, whatever some rows say.
        None if type_ == "Legend" else supertype,
        sorted((domain for domain in domains if domain != "Colorless"), key=DOMAINS.index),
        [tag.strip() for tag in raw.texts("tags") if tag.strip()],
        raw.fields.get("new") is not None and raw.flag("new"),
        _treatment(raw.object("metadata"), place, written),
    )


def _treatment(metadata: Raw, place: Identity, written: Spelling) -> str | None:
    """How a printing differs from the ordinary one; told by a bracket, by the id, or by flags, not always by all."""
    told = {written.bracket} if written.bracket not in ("", "starter") else set()
    told |= {flag.replace("_", " ") for flag in ("alternate_art", "overnumbered", "signature") if metadata.flag(flag)}
    if place.variant == "*":
        told.add("signature")
    elif place.variant is not None:
        told.add("alternate art")
    if place.overnumbered:
        told.add("overnumbered")
    if place.special:
        told.add("special")
    for treatment in ("signature", "ultimate", "overnumbered", "special", "alternate art"):
        if treatment in told:
            return treatment
    return min(told, default=None)


def _chosen(rows: list[_Row]) -> list[_Row]:
    """One row for each printing: the final one where there is one."""
    if not rows:
        raise FeedError(Text("this feed has no cards"))
    by_id: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        by_id[row.feed_id].append(row)
    chosen = []
    for feed_id, many in by_id.items():
        left = [row for row in many if not row.preview] or many
        if len(left) > 1:
            what = Text("the id {id} is used twice, also at {other}", {"id": feed_id, "other": left[0].raw.where})
            raise refuse(what, left[1].raw.where)
        chosen.append(left[0])
    return chosen


def _champions(rows: Iterable[_Row]) -> None:
    """Finds the champion tag of Legends, Champion units and Signature cards.

    A champion is who a Champion unit is named after, or a Legend whose row says so; the tag's place in the list tells
    nothing ("Yordle, Kennen").
    """
    rows = list(rows)
    champions: set[str] = set()
    for row in rows:
        if row.supertype == "Champion" or (row.type == "Legend" and " - " in row.spelling.name):
            front = row.spelling.name.replace(" - ", ", ").split(", ")[0 if row.supertype == "Champion" else -2]
            champions |= {fold(tag) for tag in row.tags if fold(tag) == fold(front)}
    for row in rows:
        if row.type == "Legend" or row.supertype in ("Champion", "Signature"):
            row.champion = champion_of(row.tags, champions)


def _name(row: _Row) -> str:
    return full_name(row.spelling.name, row.type, row.champion)


def _updated(raw: Raw) -> str:
    return raw.object("metadata").text("updated_on")


def _sets(rows: Iterable[_Row], known: tuple[KnownSet, ...]) -> list[SetRecord]:
    by_code = {item.code: item for item in known}
    labels = {row.place.set_code: row.raw.object("set").text("label") for row in rows}
    return sorted((known_set(code, label, by_code) for code, label in labels.items()), key=lambda s: (s.order, s.code))


def _missing_sets(context: MapContext, data: FeedData) -> set[str]:
    """Sets that this feed once had and now has not: then it is a part, and says nothing about the others.

    Only this feed's printings have an identifier.
    """
    if context.catalogue is None or context.game not in context.catalogue.games():
        return set()
    held = {
        printing.set_code
        for card in context.catalogue.cards(context.game)
        for printing in context.catalogue.printings(card)
        if printing.facts.get("identifier") and printing.removed is None
    }
    return held - {item.code for item in data.sets}


def _rank(row: _Row, order: Mapping[str, int]) -> tuple[Any, ...]:
    """Ordinary printings of the newest set first: theirs are the card's facts and text."""
    return row.promo, row.treatment is not None, -order[row.place.set_code], row.feed_id


def _card(key: str, rows: list[_Row], order: Mapping[str, int], context: MapContext, data: FeedData) -> None:
    rows.sort(key=lambda row: _rank(row, order))
    first = rows[0]
    name = _name(first)
    facts, unknown = _facts(first)
    _differences(name, rows, context)
    tags = list(dict.fromkeys(tag for row in rows for tag in row.tags))
    if tags:
        facts["tags"] = tags
    if first.type == "Legend" or first.supertype in ("Champion", "Signature"):
        if first.champion is None:
            unknown.append("champion")
            what = Text("{card}: none of its tags is known to be a champion's name, or several are", {"card": name})
            context.note("champion.unknown", what, first.raw.where)
        else:
            facts["champion"] = first.champion
    lines = rich_lines(first.raw.object("text").text_or_none("rich") or "")
    known = keywords(lines)
    limit = copy_limit(lines, known)
    if limit is not None:
        facts["copy_limit"] = limit
    texts = kept_texts(abilities(lines), context, key)
    data.cards.append(CardRecord(key, name, facts, tuple(sorted(unknown)), known, texts))
    data.names.append(NameRecord(key, "en", name))
    _other_names(key, name, first, data)
    data.printings += [_printing(key, row) for row in rows]


def _facts(row: _Row) -> tuple[dict[str, Any], list[str]]:
    """A printing's facts of its card, but for tags and champion, and the names of those that this feed never gives."""
    facts: dict[str, Any] = {"type": row.type, "domains": row.domains}
    if row.supertype is not None:
        facts["supertype"] = row.supertype
    if row.supertype == "Token":
        facts["token"] = True
    values = row.raw.object("attributes")
    for field in ("energy", "power", "might"):
        value = values.whole_or_none(field)
        if value is not None:
            facts[field] = value
    if row.type in _COSTS and row.supertype != "Token":
        facts["energy"] = values.whole("energy")
        # No Power symbols in the cost.
        facts.setdefault("power", 0)
    return facts, ["might_bonus"] if "Equipment" in row.tags else []


def _differences(name: str, rows: list[_Row], context: MapContext) -> None:
    """Notes what other printings say otherwise. Regions that they leave out are no difference; ones they add are."""
    mine, _ = _facts(rows[0])
    told: set[tuple[str, str]] = set()
    for row in rows[1:]:
        other, _ = _facts(row)
        pairs = [(fact, mine.get(fact), other.get(fact)) for fact in sorted({*mine, *other})]
        pairs += [("tags", rows[0].tags, row.tags)] if not set(row.tags) <= set(rows[0].tags) else []
        for fact, value, differs in pairs:
            if value == differs or (fact, repr(differs)) in told:
                continue
            told.add((fact, repr(differs)))
            what = Text(
                "{card}: {fact} is {other} on printing {printing}, {value} on {newest}, which counts",
                {
                    "card": name,
                    "fact": fact,
                    "other": repr(differs),
                    "printing": row.feed_id,
                    "value": repr(value),
                    "newest": rows[0].feed_id,
                },
            )
            context.note("printings.differ", what, row.raw.where)


def _other_names(key: str, name: str, first: _Row, data: FeedData) -> None:
    """The name line alone, and the spellings that lists and feeds use besides the official one."""
    champion, comma, rest = name.partition(", ")
    if comma and (first.type == "Legend" or first.supertype == "Champion"):
        data.names.append(NameRecord(key, "en", champion, "short"))
        data.aliases.append(AliasRecord(key, f"{champion} - {rest}", None, f"{FEED}, as its rows spell it"))
        if first.type == "Legend":
            data.aliases.append(AliasRecord(key, rest, None, f"{FEED}, preview rows: the title alone"))
    if first.spelling.face:
        data.aliases.append(AliasRecord(key, first.spelling.face, None, f"{FEED}, front face"))


def _printing(key: str, row: _Row) -> PrintingRecord:
    facts: dict[str, Any] = {"identifier": row.place.code}
    if row.treatment:
        facts["treatment"] = row.treatment
    if row.preview:
        facts["preview"] = True
    return PrintingRecord(
        row.feed_id,
        key,
        row.place.set_code,
        row.place.number,
        row.place.variant,
        row.place.set_code if row.promo else None,
        row.raw.object("classification").text("rarity"),
        facts,
    )
