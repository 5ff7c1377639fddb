"""The TCG Browser export of 2012: one row a printing, tab-separated, 45 columns, no quoting.

The only feed with all stats; it ends with Tomb of the Forgotten. Its ``block`` column is the newest block in which the
card's name is legal: it is kept as the feed's claim, our pools go by printings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.records import CardRecord, FeedData, NameRecord, PrintingRecord
from deckkit.feeds.check import refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.wowtcg.cards import CLASSES, DAMAGE_TYPES, FACTIONS, TYPES
from deckkit.games.wowtcg.feed_facts import (
    card_key,
    cost_facts,
    damage_named,
    effect,
    ongoing,
    type_line,
    unknown_facts,
)
from deckkit.games.wowtcg.feed_sets import Product, products, unlisted
from deckkit.games.wowtcg.keywords import keywords
from deckkit.games.wowtcg.restrictions import restrictions
from deckkit.i18n import Text, mark

__all__ = ["FEED", "TcgBrowser"]

FEED = "tcgbrowser-2012"
_COLUMNS = {
    "cardid",
    "name",
    "type",
    "faction",
    "setcode",
    "setname",
    "no",
    "rules",
    "all_classes",
    "classdeck",
    "block",
}
_RARITIES = {"c": "Common", "u": "Uncommon", "r": "Rare", "e": "Epic", "l": "Legendary", "p": "Promo"}
_ICONS = {word.replace(" ", ""): word for word in CLASSES if word != "Monk"}
# Only these are printed without any text; where that of another card is missing, it is not known.
_WITHOUT_TEXT = ("Ally", "Ability Ally", "Equipment")
# Raid cards that this feed knows and whose name and type a later card bears too: the facts here are not that card's.
_SHADOWS = {
    ("bloodinthewater", "Ability"),
    ("frostmourne", "Equipment"),
    ("magmablast", "Ability"),
    ("terongorefiend", "Hero"),
    ("thelichking", "Hero"),
}


@dataclass(slots=True)
class _Row:
    cells: Mapping[str, str]
    where: str
    product: Product
    variant: str | None

    @property
    def card_id(self) -> int:
        return int(self.cells["cardid"])

    @property
    def rank(self) -> tuple[bool, bool, int, bool, int]:
        """The row that gives a card's facts first: legal, not only reprinted, newest, ordinary picture."""
        product = self.product
        return int(self.cells["block"]) <= 0, product.block is None, -product.order, bool(self.variant), self.card_id


class TcgBrowser:
    """``cards.tsv``."""

    name = FEED
    title = mark("TCG Browser's card list of 2012 (cards.tsv)")

    def recognises(self, bundle: Bundle) -> bool:
        """One tab-separated file with these columns."""
        document = bundle.documents[0]
        return len(bundle.documents) == 1 and document.form == "tsv" and set(document.content[0]) >= _COLUMNS

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        data = FeedData(context.game, FEED, "export", None, bundle.sha256)
        fixes = context.corrections.start("en")
        rows: dict[tuple[str, str], list[_Row]] = defaultdict(list)
        seen: dict[str, str] = {}
        known = {code: product for product in products() for code in product.tcgbrowser}
        for number, raw in enumerate(document.content, 2):
            where = f"{document.where}:{number}"
            cells = fixes.apply(raw["cardid"], raw)
            if not cells["cardid"].isdigit() or cells["cardid"] in seen:
                raise refuse(Text("'{id}' is no new card id", {"id": cells["cardid"]}), where)
            seen[cells["cardid"]] = where
            if cells["type"] not in TYPES or not cells["name"].strip():
                raise refuse(Text("'{type}' is no card type", {"type": cells["type"][:40]}), where)
            title, _, variant = cells["setname"].partition(" (")
            is_variant = variant.startswith(("EA", "Loot"))
            product = known.get(cells["setcode"]) or known.get(f"{cells['setcode']}/{cells['setname']}")
            if product is None:
                product = known[cells["setcode"]] = unlisted(title if is_variant else cells["setname"])
                what = Text("the set '{name}' is not known: its cards are in no pool", {"name": product.name})
                context.note("set.unknown", what, where)
            row = _Row(cells, where, product, variant.rstrip(")") if is_variant else None)
            rows[fold(cells["name"]), cells["type"]].append(row)
        fixes.finish(whole=True)
        data.corrected, data.stale = fixes.corrected, fixes.stale
        used: dict[str, Product] = {}
        for key in sorted(rows):
            self._card(rows[key], data, context, used)
        keys: dict[str, str] = {}
        for card in data.cards:
            if keys.setdefault(card.key, card.name) != card.name:
                what = Text("'{name}' and '{other}' have one key", {"name": card.name, "other": keys[card.key]})
                raise refuse(what, document.where)
        data.sets = sorted((product.record() for product in used.values()), key=lambda item: item.order)
        data.printings.sort(key=lambda printing: int(printing.feed_id))
        context.note("feed.undated", Text("this feed does not say its day"), document.where)
        data.notices = context.notices
        return data

    def _card(self, rows: list[_Row], data: FeedData, context: MapContext, used: dict[str, Product]) -> None:
        rows.sort(key=lambda row: row.rank)
        best = rows[0]
        name, kind = best.cells["name"].strip(), best.cells["type"]
        key = card_key(name, kind)
        best.cells = _completed(rows)
        facts, unknown = _facts(best, context)
        if (letters(name), kind) in _SHADOWS:
            facts = {"type": kind}
            unknown = list(unknown_facts(kind))
            what = Text("{card}: two cards bear this name and type; only that of the raid is described", {"card": name})
            context.note("card.two_of_one_name", what, best.where)
        else:
            _differences(rows, context)
        block = int(best.cells["block"])
        claims = {"classic": block > 0, "contemporary": block >= 5}
        text = best.cells["rules"]
        if not text.strip() and kind not in _WITHOUT_TEXT:
            unknown.append("keywords")
        own = () if "keywords" in unknown else keywords(text)
        data.cards.append(CardRecord(key, name, facts, tuple(dict.fromkeys(unknown)), own, effect(text), claims))
        for spelling in {fold(row.cells["name"]): row.cells["name"].strip() for row in reversed(rows)}.values():
            data.names.append(NameRecord(key, "en", spelling))
        for row in rows:
            used[row.product.code] = row.product
            number = row.cells["no"] if row.cells["no"] != "0" else None
            data.printings.append(
                PrintingRecord(
                    row.cells["cardid"],
                    key,
                    row.product.code,
                    number,
                    row.variant,
                    None,
                    _RARITIES.get(row.cells["rarity"]),
                )
            )


_TYPE_LINE = ("class", "class2", "subtype", "subtype2", "subtype3", "subtype4")


def _limit_words(cells: Mapping[str, str]) -> list[str]:
    """The words of a type line that limit a card in play."""
    return [cells[name].strip() for name in _TYPE_LINE if "limits" in type_line("", [cells[name].strip()])]


def _completed(rows: list[_Row]) -> Mapping[str, str]:
    """The first row; an ally's or hero's stats that it leaves blank come from another legal printing.

    So does what limits it in play: the Champion Decks leave "Unique" and "Pet (1)" out (WOW 54, 55).
    """
    cells = dict(rows[0].cells)
    if not _limit_words(cells):
        others_limits = (_limit_words(row.cells) for row in rows if int(row.cells["block"]) > 0)
        cells["limits"] = ",".join(next((words for words in others_limits if words), []))
    if cells["type"] in ("Ally", "Ability Ally", "Master Hero"):
        for column in ("cost", "atk", "dmgtype", "health"):
            others = (row.cells[column] for row in rows if int(row.cells["block"]) > 0 and row.cells[column])
            cells[column] = cells[column] or next(others, "")
    return cells


def _facts(row: _Row, context: MapContext) -> tuple[dict[str, Any], list[str]]:
    cells, kind = row.cells, row.cells["type"]
    unknown: list[str] = []
    facts: dict[str, Any] = {"type": kind}
    faction = cells["faction"]
    if faction not in (*FACTIONS, "Both"):
        raise refuse(Text("'{faction}' is no faction", {"faction": faction[:40]}), row.where)
    facts["faction"] = ["Alliance", "Horde"] if faction == "Both" else [faction]
    facts["class_icons"] = [word for column, word in _ICONS.items() if cells[column]]
    try:
        facts |= cost_facts(cells["cost"])
        for column, fact in (("atk", "atk"), ("health", "health"), ("def", "def"), ("strikecost", "strike_cost")):
            front, _, back = cells[column].partition("/")
            if front and front != "*":
                facts[fact] = int(front)
            if back:
                facts[f"{fact}_back"] = int(back)
    except ValueError as error:
        raise refuse(Text("this is not a number: {value}", {"value": str(error)[:60]}), row.where) from None
    if cells["dmgtype"] in DAMAGE_TYPES:
        facts["damage_type"] = cells["dmgtype"]
    if cells["race"]:
        first, _, last = cells["race"].rpartition(" ")
        facts["races"] = [first, last] if last == "Demon" and first else [cells["race"]]
    classes = [word for word in (cells["class"], cells["class2"]) if word in CLASSES]
    if classes:
        facts["classes"] = classes
    words = [*(cells[name].strip() for name in _TYPE_LINE), *cells.get("limits", "").split(",")]
    facts |= type_line(kind, [word for word in words if word])
    professions = [cells[name] for name in ("profession", "profession2") if cells[name]]
    if professions:
        facts["professions"] = professions
    if cells["instant"]:
        facts["instant"] = True
    text = cells["rules"]
    if ongoing(text):
        facts["ongoing"] = True
    deals = damage_named(text)
    if deals and kind in ("Ability", "Ability Ally"):
        facts["deals"] = deals
    limits = restrictions(text, kind == "Hero")
    facts |= limits.facts()
    failed = dict(limits.failed)
    if "Talent" in words and limits.talent is None:
        failed["talent"] = "Talent"
    if kind == "Hero" and "Monster" in words and "deckbuilding" not in facts and row.product.block is not None:
        # All such heroes have the line; where it is missing, the feed has only the text of the back.
        failed["deckbuilding"] = ""
    for fact in failed:
        unknown.append(fact)
        what = Text("{card}: its {fact} cannot be read from the text", {"card": cells["name"], "fact": fact})
        context.note("restriction.unread", what, row.where)
    return facts, unknown


def _differences(rows: list[_Row], context: MapContext) -> None:
    """Reports printings that give a card other values; bosses of the same name do not count."""
    best = rows[0]
    for row in rows[1:]:
        if row.product.block is None or int(row.cells["block"]) <= 0:
            continue
        for column in ("faction", "cost", "atk", "health", "def", "strikecost", "dmgtype"):
            if row.cells[column] and row.cells[column] != best.cells[column]:
                what = Text(
                    "{card}: {fact} is {other} on printing {printing}, {value} on {newest}, which counts",
                    {
                        "card": best.cells["name"],
                        "fact": column,
                        "other": repr(row.cells[column]),
                        "printing": row.cells["cardid"],
                        "value": repr(best.cells[column]),
                        "newest": best.cells["cardid"],
                    },
                )
                context.note("printings.differ", what, row.where)
