"""The RiftScribe shape: one row a printing, no texts, Legends by their titles alone.

It checks the main feed and adds printings of tokens. Its ``is_banned`` is false for every card, banned ones included,
and is not used.
"""

from __future__ import annotations

from typing import Any

from deckkit.catalogue.fold import letters
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import AliasRecord, CardRecord, FeedData, NameRecord, PrintingRecord
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.riftbound.cards import DOMAINS, TYPES
from deckkit.games.riftbound.feed_names import card_key, identity
from deckkit.games.riftbound.feed_order import need_cards
from deckkit.games.riftbound.feed_riftcodex import known_set
from deckkit.i18n import Text, mark

__all__ = ["Riftscribe"]


class Riftscribe:
    """A list of objects with ``id``, ``stats``, ``domains`` and ``is_banned``."""

    name = "riftscribe"
    title = mark("RiftScribe, all printings without texts")

    def recognises(self, bundle: Bundle) -> bool:
        """One list of objects with RiftScribe's fields."""
        content = bundle.documents[0].content
        return (
            len(bundle.documents) == 1
            and isinstance(content, list)
            and bool(content)
            and isinstance(content[0], dict)
            and {"id", "set_id", "stats", "domains", "is_banned"} <= set(content[0])
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError without the main feed's cards."""
        document = bundle.documents[0]
        need_cards(context, document.where)
        data = FeedData(context.game, self.name, "list", None, bundle.sha256, "en", "supplement")
        seen: dict[str, str] = {}
        described: set[str] = set()
        named: dict[str, Card] = {}
        banned = 0
        for i, item in enumerate(document.content):
            raw = Raw(item, f"{document.where}[{i}]")
            if raw.text("id") in seen:
                what = Text(
                    "the id {id} is used twice, also at {other}", {"id": raw.text("id"), "other": seen[raw.text("id")]}
                )
                raise refuse(what, raw.where)
            seen[raw.text("id")] = raw.where
            banned += raw.flag("is_banned")
            _row(raw, context, data, described, named)
        what = Text("{feed} calls {n} cards banned; bans are not taken from it", {"feed": self.name, "n": banned})
        context.note("bans.unused", what, document.where)
        data.notices = context.notices
        return data


def _row(raw: Raw, context: MapContext, data: FeedData, described: set[str], named: dict[str, Card]) -> None:
    """``named`` are the cards that this feed's own names stand for, by the printings both know."""
    assert context.catalogue is not None
    place = identity(raw.text("id"), f"{raw.where}.id")
    name = raw.text("name")
    hits = context.catalogue.at(context.game, place.set_code, place.number + (place.variant or ""))
    index = context.catalogue.index(context.game)
    found = index.exact(name)
    known = hits[0][0] if hits else found[0] if len(found) == 1 else named.get(name)
    if hits and known is not None:
        named.setdefault(name, known)
        if known not in found and letters(known.name) != letters(name):
            what = Text("{card}: {feed} spells it '{name}'", {"card": known.name, "feed": "riftscribe", "name": name})
            context.note("name.differs", what, raw.where)
            if known.key not in described:
                data.aliases.append(AliasRecord(known.key, name, None, "riftscribe, as it spells the name"))
    facts = _facts(raw, known)
    key = known.key if known is not None else card_key(name)
    if key not in described:
        described.add(key)
        if known is not None:
            data.cards.append(CardRecord(key, known.name, facts))
        else:
            token = place.number.startswith("T")
            if token:
                facts |= {"supertype": "Token", "token": True}
            missing = ("keywords", "tags") if token else ("champion", "copy_limit", "keywords", "supertype", "tags")
            data.cards.append(CardRecord(key, name, facts, missing))
            data.names.append(NameRecord(key, "en", name))
    if hits:
        return
    known_sets = {item.code: item for item in context.corrections.sets}
    if all(item.code != place.set_code for item in data.sets):
        data.sets.append(known_set(place.set_code, place.set_code, known_sets))
    data.printings.append(
        PrintingRecord(
            raw.text("id").replace("-star-", "*-"),
            key,
            place.set_code,
            place.number,
            place.variant,
            None,
            raw.text("rarity").capitalize(),
        )
    )


def _facts(raw: Raw, known: Card | None) -> dict[str, Any]:
    kind = raw.text_or_none("type") or "Card"
    if kind not in TYPES:
        raise refuse(Text("{value} is not a card type", {"value": repr(kind)[:60]}), f"{raw.where}.type")
    domains = raw.texts("domains")
    if any(domain not in DOMAINS and domain != "Colorless" for domain in domains):
        raise refuse(Text("{value} are not domains", {"value": repr(domains)[:60]}), f"{raw.where}.domains")
    facts: dict[str, Any] = {
        "type": kind,
        "domains": sorted((domain for domain in domains if domain != "Colorless"), key=DOMAINS.index),
    }
    stats = raw.object("stats")
    for field in ("energy", "might", "power"):
        value = stats.whole_or_none(field)
        if value is not None:
            facts[field] = value
    if known is not None and known.facts.get("token"):
        # Costs and Might of tokens are given by some feeds only.
        return {fact: value for fact, value in facts.items() if fact in known.facts}
    return facts
