"""The RuleKit shape: one row a card, with whole names and the tokens and Might bonuses that the main feed lacks.

Its texts are the errata texts, some under an inserted headline in mathematical letters, which is cut. It knows a
printing's number only by the name of its picture. Its slips (a name, a type) are told, never taken over.
"""

from __future__ import annotations

import re
from typing import Any

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import AbilityRecord, AliasRecord, CardRecord, FeedData, NameRecord, PrintingRecord
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.riftbound.cards import DOMAINS, SUPERTYPES, TYPES
from deckkit.games.riftbound.feed_errata import as_record
from deckkit.games.riftbound.feed_names import Identity, card_key, identity
from deckkit.games.riftbound.feed_order import need_cards
from deckkit.games.riftbound.feed_riftcodex import known_set
from deckkit.games.riftbound.feed_text import ATTACHED, abilities, copy_limit, keywords, typed_lines
from deckkit.i18n import Text, mark

__all__ = ["Rulekit", "without_headline"]

_PICTURE = re.compile(r"riftbound/([A-Z]+-[A-Z]*\d+[a-z]?)\.\w+")
# Another picture of a card of that name: three of the Recruit.
_PICTURES = re.compile(r"(.+) v\d+")
# What it calls the number of a marker that has none.
_NO_NUMBER = "999"
_REMINDER = re.compile(r"\([^()]*\)")
_POWER = re.compile(rf"\[(?:A|{'|'.join(DOMAINS)})\]")


def without_headline(text: str) -> str:
    """The text without a first line in mathematical letters ("Card Errata Text", "Preview Card")."""
    head, _, rest = text.partition("\n")
    return rest if any("\U0001d400" <= character <= "\U0001d7ff" for character in head) else text


class Rulekit:
    """``{"schemaVersion": 2, "items": [...]}``, the items with ``type_line``, ``png_uri`` and ``stats``."""

    name = "rulekit"
    title = mark("RuleKit, one row a card (cards.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One object with a schema version and such items."""
        content = bundle.documents[0].content
        if len(bundle.documents) != 1 or not isinstance(content, dict) or "schemaVersion" not in content:
            return False
        items = content.get("items")
        return (
            isinstance(items, list)
            and bool(items)
            and isinstance(items[0], dict)
            and {"type_line", "png_uri", "stats", "set_name"} <= set(items[0])
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError without the main feed's cards."""
        document = bundle.documents[0]
        top = Raw(document.content, document.where)
        version = top.whole("schemaVersion")
        if version != 2:
            what = Text("RuleKit's schema {version} is not read, only 2", {"version": version})
            raise FeedError(what, f"{document.where}: schemaVersion", Text("a newer deckkit may read it"))
        need_cards(context, document.where)
        data = FeedData(context.game, self.name, "2", None, bundle.sha256, "en", "supplement")
        seen: dict[str, str] = {}
        for raw in top.objects("items"):
            place = _place(raw)
            code = place.code.lower()
            if code in seen:
                what = Text("the id {id} is used twice, also at {other}", {"id": code, "other": seen[code]})
                raise refuse(what, raw.where)
            seen[code] = raw.where
            _item(raw, place, context, data)
        data.notices = context.notices
        return data


def _place(raw: Raw) -> Identity:
    picture = raw.text("png_uri")
    match = _PICTURE.fullmatch(picture)
    if match is None:
        what = Text("'{picture}' does not say which printing it shows", {"picture": picture[:60]})
        raise refuse(what, f"{raw.where}.png_uri")
    return identity(match[1], f"{raw.where}.png_uri")


def _item(raw: Raw, place: Identity, context: MapContext, data: FeedData) -> None:
    match = _PICTURES.fullmatch(raw.text("name"))
    name = match[1] if match else raw.text("name")
    known, printed = _known(name, place, context, raw)
    facts, unknown = _facts(raw, known)
    key = known.key if known is not None else card_key(name)
    words = raw.object("text")
    text = without_headline(words.text_or_none("card_text") or "")
    attached = abilities(typed_lines(words.text_or_none("effect_text") or ""), ATTACHED)
    if known is not None:
        data.cards.append(CardRecord(key, known.name, facts, unknown))
        _attach(known, attached, context, data)
        if text != (words.text_or_none("card_text") or ""):
            _compare(known, text, context, raw)
    elif all(card.key != key for card in data.cards):
        lines = typed_lines(text)
        has = keywords(lines)
        limit = copy_limit(lines, has)
        if limit is not None:
            facts["copy_limit"] = limit
        data.cards.append(CardRecord(key, name, facts, unknown, has, (*abilities(lines), *attached)))
        data.names.append(NameRecord(key, "en", name))
        champion, comma, rest = name.partition(", ")
        if comma and "champion" in facts:
            data.names.append(NameRecord(key, "en", champion, "short"))
            data.aliases.append(AliasRecord(key, f"{champion} - {rest}", None, "other feeds spell it so"))
            if facts["type"] == "Legend":
                data.aliases.append(AliasRecord(key, rest, None, "other feeds give the title alone"))
    if printed:
        return
    known_sets = {item.code: item for item in context.corrections.sets}
    if all(item.code != place.set_code for item in data.sets):
        data.sets.append(known_set(place.set_code, raw.text("set_name"), known_sets))
    preview = {"preview": True} if "\U0001d40f" in (words.text_or_none("card_text") or "").partition("\n")[0] else {}
    data.printings.append(
        PrintingRecord(
            place.code.lower(),
            key,
            place.set_code,
            None if place.number == _NO_NUMBER else place.number,
            place.variant,
            None,
            raw.text_or_none("rarity"),
            preview,
        )
    )


def _known(name: str, place: Identity, context: MapContext, raw: Raw) -> tuple[Card | None, bool]:
    """The catalogue's card, and whether the catalogue has this printing."""
    if context.catalogue is None or context.game not in context.catalogue.games():
        return None, False
    hits = context.catalogue.at(context.game, place.set_code, place.number + (place.variant or ""))
    index = context.catalogue.index(context.game)
    if hits:
        card = hits[0][0]
        if letters(card.name) != letters(name) and card not in index.exact(name):
            what = Text("{card}: {feed} spells it '{name}'", {"card": card.name, "feed": "rulekit", "name": name})
            context.note("name.differs", what, raw.where)
        return card, True
    found = index.exact(name)
    return (found[0] if len(found) == 1 else None), False


def _facts(raw: Raw, known: Card | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What a row says; of numbers that do not apply to its type, it says 0, which is not taken."""
    words = raw.text("type_line").split()
    kind, supertype = words[-1], words[0] if len(words) == 2 and words[0] in SUPERTYPES else None
    if kind not in TYPES or len(words) > 2:
        raise refuse(
            Text("{value} is not a card type", {"value": repr(raw.text("type_line"))}), f"{raw.where}.type_line"
        )
    stats = raw.object("stats")
    domains = stats.texts("colors")
    if any(domain not in DOMAINS for domain in domains):
        raise refuse(Text("{value} are not domains", {"value": repr(domains)[:60]}), f"{stats.where}.colors")
    facts: dict[str, Any] = {"type": kind, "domains": sorted(domains, key=DOMAINS.index)}
    if supertype is not None:
        facts["supertype"] = supertype
    if supertype == "Token":
        facts["token"] = True
    elif kind in ("Unit", "Spell", "Gear"):
        facts |= {"energy": stats.whole("energy"), "power": stats.whole("power")}
    if kind == "Unit":
        facts["might"] = stats.whole("might")
    tags = [tag.strip() for tag in raw.texts("tags")]
    if "Equipment" in tags:
        facts["might_bonus"] = stats.whole("might_bonus")
    if known is not None:
        # The order of tags says nothing, and regions that one of the feeds leaves out are no conflict.
        return facts, ()
    unknown: tuple[str, ...] = ()
    if tags:
        facts["tags"] = tags
    if kind == "Legend" or supertype in ("Champion", "Signature"):
        front = fold(raw.text("name").split(", ")[0])
        named = [tag for tag in tags if fold(tag) == front]
        if named:
            facts["champion"] = named[0]
        else:
            unknown = ("champion",)
    return facts, unknown


def _attach(card: Card, attached: list[AbilityRecord], context: MapContext, data: FeedData) -> None:
    """Adds the text that an Equipment gives its unit, which the main feed leaves out."""
    assert context.catalogue is not None
    if not attached:
        return
    has = [as_record(row) for row in context.catalogue.abilities(card)]
    if {a.text_hash for a in attached} <= {a.text_hash for a in has if a.text is not None}:
        return
    data.texts[card.key] = (*(a for a in has if a.kind != ATTACHED), *attached)


def _compare(card: Card, text: str, context: MapContext, raw: Raw) -> None:
    """Tells where an errata text of this feed has other words than the catalogue, reminders and symbols left aside."""
    assert context.catalogue is not None
    rows = [a for a in context.catalogue.abilities(card) if a.used_until is None and a.kind != ATTACHED]
    if any(row.text is None for row in rows):
        return
    if _words(" ".join(typed_lines(text))) != _words(" ".join(row.text or "" for row in rows)):
        what = Text("{card}: {feed} has an errata text with other words", {"card": card.name, "feed": "rulekit"})
        context.note("text.differs", what, raw.where)


def _words(text: str) -> str:
    return letters(_REMINDER.sub("", _POWER.sub("", text)))
