"""The flattened Lorcast shape: one file a set or promo series. It is poorer than LorcanaJSON and only adds to it.

Its dual-ink cards carry only the first ink, so a single ink is no known fact; its texts have flavour text glued to
them and are not read; ids are its own and get the prefix ``lorcast:``.
"""

from __future__ import annotations

import re
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import CardRecord, FeedData, NameRecord, PrintingRecord, SetRecord
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.lorcana.cards import INKS
from deckkit.games.lorcana.feed_lorcanajson_cards import card_key
from deckkit.i18n import Text, mark

__all__ = ["Lorcast"]

_SERIES = re.compile(r"(P\d+|PD\d+|C\d+|CC\d+|D23|DIS|CP)-", re.ASCII)
# Lorcast's own name of a series that LorcanaJSON calls otherwise.
_GROUPS = {"CP": "C1"}
_COPIES = re.compile(r"\b(copies of|cards named)\b.*\bin your deck\b", re.IGNORECASE | re.DOTALL)


class Lorcast:
    """``{"setName", "setCode", "cards": [...]}``, the cards with ``uniqueId``, ``inkColor``, ``cardNumber``."""

    name = "lorcast"
    title = mark("Lorcast, flattened, one file a set")

    def recognises(self, bundle: Bundle) -> bool:
        """Every document has the set's name and cards with Lorcast's fields."""
        for document in bundle.documents:
            content = document.content
            if not isinstance(content, dict) or not {"setName", "setCode", "cards"} <= set(content):
                return False
            cards = content["cards"]
            if not isinstance(cards, list) or not cards or not isinstance(cards[0], dict):
                return False
            if not {"uniqueId", "inkColor", "cardNumber"} <= set(cards[0]):
                return False
        return True

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        data = FeedData(context.game, self.name, "flattened", None, bundle.sha256, "en", "supplement")
        seen: dict[str, str] = {}
        sets: dict[str, SetRecord] = {}
        described: set[str] = set()
        for document in bundle.documents:
            top = Raw(document.content, document.where)
            for raw in top.objects("cards"):
                self._card(raw, top, context, data, seen, sets, described)
        data.sets = list(sets.values())
        data.notices = context.notices
        return data

    def _card(
        self,
        raw: Raw,
        top: Raw,
        context: MapContext,
        data: FeedData,
        seen: dict[str, str],
        sets: dict[str, SetRecord],
        described: set[str],
    ) -> None:
        name = raw.text("name")
        unique = raw.text_or_none("uniqueId") or raw.text("id")
        place = raw.whole_or_none("cardNumber")
        number = None if place is None else str(place)
        feed_id = f"lorcast:{unique}"
        if feed_id in seen:
            raise refuse(
                Text("the id {id} is used twice, also at {other}", {"id": unique, "other": seen[feed_id]}), raw.where
            )
        seen[feed_id] = raw.where
        facts, unknown = _facts(raw)
        known = _known(context, name)
        key = known.key if known is not None else card_key(name)
        series = _SERIES.match(unique)
        promo = None if series is None else _GROUPS.get(series[1], series[1])
        if known is not None:
            _first_ink(context, known, raw, facts)
        if key not in described:
            described.add(key)
            data.cards.append(CardRecord(key, known.name if known is not None else name, facts, unknown))
            data.names.append(NameRecord(key, "en", known.name if known is not None else name))
        if known is not None and number is None:
            what = Text(
                "{card}: this printing has no number, so it cannot be told from the known ones; skipped", {"card": name}
            )
            context.note("printing.without_number", what, raw.where)
            return
        item = _set(context, top.text("setName"), promo, sets)
        if known is not None and _printed(context, known, item.code, number, promo):
            return
        sets.setdefault(item.code, item)
        data.printings.append(PrintingRecord(feed_id, key, item.code, number, None, promo, raw.text("rarity")))


def _known(context: MapContext, name: str) -> Card | None:
    if context.catalogue is None or context.game not in context.catalogue.games():
        return None
    found = context.catalogue.index(context.game).exact(name)
    return found[0] if len(found) == 1 else None


def _facts(raw: Raw) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What the record knows. A single ink may be the first of two, classifications are not given at all."""
    kind, _, sub = raw.text("type").partition(" - ")
    facts: dict[str, Any] = {"type": kind, "cost": raw.whole("cost"), "inkable": raw.flag("inkwell")}
    unknown = ["story", "keywords"]
    for field in ("strength", "willpower", "lore"):
        value = raw.whole_or_none(field)
        if value is not None:
            facts[field] = value
    inks = (raw.text_or_none("inkColor") or "").split("-")
    if len(inks) == 2 and all(ink in INKS for ink in inks):
        facts["inks"] = sorted(inks, key=INKS.index)
    else:
        unknown.append("inks")
    if sub:
        facts["classifications"] = [sub]
    elif kind != "Action":
        unknown.append("classifications")
    if kind == "Location":
        unknown.append("move_cost")
    if kind == "Character" and " & " in raw.text("name"):
        unknown.append("singular_names")
    if _COPIES.search(raw.text_or_none("cardText") or ""):
        unknown.append("copy_limit")
    return facts, tuple(unknown)


def _first_ink(context: MapContext, card: Card, raw: Raw, facts: dict[str, Any]) -> None:
    """The first ink of a card that the catalogue knows must be one of its inks; else the two disagree."""
    ink = raw.text_or_none("inkColor")
    if "inks" in facts or ink is None or "inks" in card.unknown:
        return
    if ink not in (card.facts.get("inks") or []):
        what = Text(
            "{card}: {feed} says {fact} is {other}, the catalogue has {value}, which stays",
            {
                "card": card.name,
                "feed": "lorcast",
                "fact": "inks",
                "other": repr(ink),
                "value": repr(card.facts.get("inks")),
            },
        )
        context.note("fact.conflict", what, raw.where)


def _set(context: MapContext, set_name: str, promo: str | None, sets: dict[str, SetRecord]) -> SetRecord:
    """The catalogue's set of that name; a promo series, or a set that is not known, becomes a set of its own."""
    if context.catalogue is not None and context.game in context.catalogue.games():
        for item in context.catalogue.sets(context.game).values():
            if fold(set_name) in {fold(item.name), *(fold(name) for name in item.names.values())}:
                return SetRecord(
                    item.code,
                    item.name,
                    item.kind,
                    item.order,
                    item.prerelease,
                    item.release,
                    item.complete,
                    dict(item.names),
                )
    code = promo if promo is not None else f"lorcast:{set_name}"
    return sets.get(code) or SetRecord(
        code, set_name, "promo" if promo else "expansion", 2000 + len(sets), names={"en": set_name}
    )


def _printed(context: MapContext, card: Card, set_code: str, number: str | None, promo: str | None) -> bool:
    """Whether the catalogue already has this printing: same promo series and number, or same set and number."""
    if context.catalogue is None:
        return False
    for printing in context.catalogue.printings(card):
        if printing.number == number and (
            printing.promo == promo if promo else printing.set_code == set_code and not printing.promo
        ):
            return True
    return False
