"""The WoWTCG Tracker's lists of 2022: every official set to 2013, without ATK, health, faction and tags.

``cards.json`` maps a name to one card, so of two cards of one name it describes only one; ``prints.json`` says by name
what was printed where. Icons were dropped from the texts, type lines are split at blanks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deckkit.catalogue.fold import fold, letters, slugify
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import CardRecord, FeedData, KeywordRecord, NameRecord, PrintingRecord
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.source import Bundle, Document, MapContext
from deckkit.games.wowtcg.cards import CLASSES, DAMAGE_TYPES, RACES, SPECS
from deckkit.games.wowtcg.feed_facts import (
    ALL_FACTS,
    TWO_CARDS,
    by_name,
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

__all__ = ["FEED", "Tracker"]

FEED = "tracker-2022"
_MISSPELT = {"Draenai": "Draenei"}
# What the feed does not know at all, by card type.
_NEVER = ("faction", "limits", "copy_limit")
_STATS = {
    "Ally": ("atk", "health"),
    "Ability Ally": ("atk", "health"),
    "Master Hero": ("atk", "health"),
    "Hero": ("health",),
    "Equipment": ("atk", "def", "strike_cost"),
    "Ability": ("instant",),
}
# Products whose cards are all of one type, and single cards, that the feed describes by another card of the same name.
_ALL_HEROES = {"TWH"}
_OTHER = {("malganis", "ROF"): "Ally", ("fatherwintershelper", "FWV12"): "Ally"}
# Cards without any text in small products are tokens and keepsakes.
_EXTRAS = "TOK"
# How much of two names at one number of a set must agree, in percent, for them to be one card.
_ALIKE = 75
# How the ids of printings begin that come with this feed or later: a second import must see what the first one saw.
_LATER = ("tracker:", "mists:")
# The feed's own label on one of two cards of the same name and type.
_LABEL = re.compile(r" - (?:HoA|WRG)$")
_SMALL = {"badge", "crafted", "holiday", "promo"}


@dataclass(slots=True)
class _Entry:
    """A card of this import: what it is called, the raw card that describes it (None: nothing does), its prints."""

    key: str
    name: str
    kind: str | None
    raw: Raw | None
    known: Card | None
    prints: list[tuple[Raw, Product]] = field(default_factory=list)


class Tracker:
    """The folder with ``cards.json``, ``prints.json`` and ``expansions.json``; the last is not needed."""

    name = FEED
    title = mark("WoWTCG Tracker's lists of 2022 (folder with cards.json and prints.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """Both files, with this feed's fields."""
        files = _files(bundle)
        if not {"cards.json", "prints.json"} <= set(files):
            return False
        cards, prints = files["cards.json"].content, files["prints.json"].content
        if not isinstance(cards, dict) or not isinstance(prints, list) or not cards or not prints:
            return False
        first = next(iter(cards.values()))
        return (
            isinstance(first, dict)
            and "card_category" in first
            and isinstance(prints[0], dict)
            and "card_print_expansion_name" in prints[0]
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        files = _files(bundle)
        cards, prints = files["cards.json"], files["prints.json"]
        data = FeedData(context.game, FEED, "assets", None, bundle.sha256, "en", "supplement")
        entries = _Mapper(context, cards).run(prints)
        words = _Words.of(context)
        used: dict[str, Product] = {}
        for key in sorted(entries):
            _card(entries[key], data, context, words, used)
        data.sets = sorted((product.record() for product in used.values()), key=lambda item: item.order)
        context.note("feed.undated", Text("this feed does not say its day"), bundle.where)
        data.notices = context.notices
        return data


def _files(bundle: Bundle) -> dict[str, Document]:
    return {Path(document.where.rpartition("!")[2]).name: document for document in bundle.documents}


class _Mapper:
    """Finds the card that each print belongs to."""

    def __init__(self, context: MapContext, cards: Document) -> None:
        self.context = context
        self.raw = {name: Raw(card, f"{cards.where}: {name}") for name, card in cards.content.items()}
        self.known = by_name(context, _LATER)
        self.places: dict[tuple[str, str | None], list[Card]] = defaultdict(list)
        for card in {card.key: card for many in self.known.values() for card in many}.values():
            if context.catalogue is not None:
                for printing in context.catalogue.printings(card):
                    self.places[printing.set_code, printing.number].append(card)
        self.products = {name: product for product in products() for name in product.tracker}

    def run(self, prints: Document) -> dict[str, _Entry]:
        entries: dict[str, _Entry] = {}
        for i, content in enumerate(prints.content):
            raw = Raw(content, f"{prints.where}[{i}]")
            name = raw.text("card_name")
            if name not in self.raw:
                raise refuse(Text("there is no card '{name}' in cards.json", {"name": name}), raw.where)
            title = raw.text("card_print_expansion_name")
            product = self.products.get(title)
            if product is None:
                product = self.products[title] = unlisted(title)
                what = Text("the set '{name}' is not known: its cards are in no pool", {"name": title})
                self.context.note("set.unknown", what, raw.where)
            found = self._entry(name, product, raw.text("card_print_id_in_exapansion"))
            entries.setdefault(found.key, found).prints.append((raw, product))
        for entry in list(entries.values()):
            self._tell_apart(entry, entries)
        return entries

    def _tell_apart(self, entry: _Entry, entries: dict[str, _Entry]) -> None:
        """A name with several texts, in a set with a block and in one without: cards of a deck and of a raid or event.

        Where the one description says that the card is in no format, it is that of the raid or event, and nothing else
        is known of the deck's card. Two heroes stay one card; an event and a card of a deck are two.
        """
        if entry.known is not None or entry.raw is None or entry.raw.texts("card_legalities"):
            return
        outside = [item for item in entry.prints if item[1].block is None]
        inside = [item for item in entry.prints if item[1].block is not None]
        if not outside or not inside or len({letters(_text(raw)) for raw, _ in entry.prints}) < 2:
            return
        if entry.kind != "Event":
            entry.raw = None
            return
        other = f"{entry.key}-{slugify(entry.kind)}"
        entries[other] = _Entry(other, entry.name, entry.kind, entry.raw, None, outside)
        entry.kind, entry.raw, entry.prints = None, None, inside

    def _entry(self, name: str, product: Product, number: str) -> _Entry:
        raw = self.raw[name]
        kind = raw.text("card_category").replace("_", " ")
        known = self.known.get(letters(name), [])
        known = [card for card in known if fold(name) in map(fold, (card.name, *card.names.values()))] or known
        for card in known:
            if card in self.places.get((product.code, number), ()):
                return _Entry(card.key, name, None, raw, card)
        other = "Hero" if product.code in _ALL_HEROES else _OTHER.get((letters(name), product.code))
        if other is not None:
            mine = next((card for card in known if card.facts.get("type") == other), None)
            # The one description of this name may be that of a raid's boss, or of another type.
            described = kind == other and bool(raw.texts("card_legalities"))
            key = mine.key if mine else card_key(name, other)
            return _Entry(key, name, other, raw if described else None, mine)
        mine = next((card for card in known if card.facts.get("type") == kind), None)
        if mine is None and len(known) == 1 and letters(name) not in TWO_CARDS:
            # The feeds name the types of raid cards differently, and totems are abilities and allies at once.
            same = product.block is None or product.kind == "starter" or known[0].facts.get("type") == "Ability Ally"
            mine = known[0] if same else None
        if mine is None and not known:
            mine = self._spelt_otherwise(name, kind, product, number)
        return _Entry(mine.key if mine else card_key(name, kind), name, kind, raw, mine)

    def _spelt_otherwise(self, name: str, kind: str, product: Product, number: str) -> Card | None:
        """The card that stands at this number of the set under nearly the same name."""
        from rapidfuzz import fuzz

        for card in self.places.get((product.code, number), ()):
            alike = fuzz.ratio(letters(card.name), letters(name)) >= _ALIKE
            if alike and (card.facts.get("type") == kind or kind in ("Event", "Equipment")):
                what = Text("{card} is '{name}' in this feed", {"card": card.name, "name": name})
                self.context.note("name.differs", what, f"{product.name} {number}")
                return card
        return None


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of type lines: those of several words are joined again, races are told from the rest."""

    races: frozenset[str]
    joined: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, context: MapContext) -> _Words:
        races: set[str] = set(RACES)
        others: set[str] = {*CLASSES, *SPECS}
        for many in by_name(context, _LATER).values():
            for card in many:
                races.update(card.facts.get("races", ()))
                others.update(card.facts.get("subtypes", ()))
        return cls(frozenset(races), frozenset(tuple(word.split()) for word in races | others if " " in word))

    def join(self, words: Sequence[str]) -> list[str]:
        """The pieces as whole words, the longest first."""
        pieces = [_MISSPELT.get(piece, piece) for word in words for piece in word.split()]
        found: list[str] = []
        i = 0
        while i < len(pieces):
            size = next((n for n in (4, 3, 2) if tuple(pieces[i : i + n]) in self.joined), 1)
            found.append(" ".join(pieces[i : i + size]))
            i += size
        return found


def _card(entry: _Entry, data: FeedData, context: MapContext, words: _Words, used: dict[str, Product]) -> None:
    name = entry.known.name if entry.known is not None else entry.name
    facts, unknown, text = _facts(entry, context, words)
    legal = entry.raw.texts("card_legalities") if entry.raw is not None else []
    claims = {word: word.capitalize() in legal for word in ("classic", "contemporary")} if entry.raw is not None else {}
    # Texts stand with the printings, so a card's keywords are known even where its description is another card's.
    own: tuple[KeywordRecord, ...] = ()
    if text.strip() or (entry.kind == "Ally" and claims.get("classic")):
        unknown = [fact for fact in unknown if fact != "keywords"]
        own = keywords(text)
    elif entry.known is None and "keywords" not in unknown:
        unknown.append("keywords")
    data.cards.append(CardRecord(entry.key, name, facts, tuple(unknown), own, effect(text), claims))
    names = {fold(text): text for text in (_LABEL.sub("", entry.name), name)}
    data.names += [NameRecord(entry.key, "en", text) for text in names.values()]
    seen: set[tuple[str, str | None]] = set()
    for raw, product in entry.prints:
        number: str | None = raw.text("card_print_id_in_exapansion")
        if product.kind != "booster" and not legal and not raw.text_or_none("card_print_text_front"):
            product, number = _extras(), None
        if (product.code, number) in seen or _printed(context, entry.known, product, number):
            continue
        seen.add((product.code, number))
        used[product.code] = product
        place = raw.text("card_print_id_in_exapansion")
        feed_id = f"tracker:{raw.text('card_print_expansion_name')}/{place}/{letters(entry.name)}"
        rarity = raw.text_or_none("card_print_rarity")
        data.printings.append(PrintingRecord(feed_id, entry.key, product.code, number, None, None, rarity))


def _facts(entry: _Entry, context: MapContext, words: _Words) -> tuple[dict[str, Any], list[str], str]:
    raw, kind = entry.raw, entry.kind
    prints = sorted(entry.prints, key=lambda item: (item[1].block is not None, item[1].order))
    texts = [_text(item) for item, _ in prints]
    text = texts[-1]
    if raw is None:
        what = Text("{card}: two cards bear this name; only the other one is described", {"card": entry.name})
        context.note("card.two_of_one_name", what, entry.prints[0][0].where)
        return ({"type": kind}, list(unknown_facts(kind)), text) if kind else ({}, list(ALL_FACTS), text)
    if kind is None and entry.known is not None:
        kind = entry.known.facts.get("type")
    kind = kind or raw.text("card_category").replace("_", " ")
    facts: dict[str, Any] = {}
    if entry.known is not None and (
        "cost" in entry.known.unknown or kind != raw.text("card_category").replace("_", " ")
    ):
        # The one description of this name is another card's: a boss, or a card of another type.
        shadowed = "cost" in entry.known.unknown
        if (shadowed and not raw.texts("card_legalities")) or (not shadowed and letters(entry.name) in TWO_CARDS):
            return {}, [], text
    if entry.known is None or not _unsure_type(entry.known, kind):
        facts["type"] = kind
    icons = set(raw.texts("card_classes"))
    known_icons = entry.known.facts.get("class_icons", ()) if entry.known is not None else ()
    # Where all classes may use a card, this feed shows none.
    if kind not in ("Hero", "Master Hero") and (icons or len(known_icons) < 10):
        facts["class_icons"] = [word for word in CLASSES if word in icons]
    try:
        facts |= cost_facts(raw.text_or_none("card_mana_cost"))
    except ValueError as error:
        raise refuse(Text("this is not a number: {value}", {"value": str(error)[:60]}), raw.where) from None
    damage = raw.text_or_none("card_attack_type")
    if damage in DAMAGE_TYPES:
        facts["damage_type"] = damage
    limits = restrictions("\n".join(texts), kind == "Hero", [word for word in CLASSES if word in icons])
    facts |= {
        fact: value for fact, value in limits.facts().items() if fact != "deckbuilding" or _open(entry.known, fact)
    }
    if entry.known is not None:
        return facts, [], text
    if "Talent" in raw.texts("card_types") and limits.talent is None:
        limits.failed["talent"] = "Talent"
    unknown = [*_NEVER, *_STATS.get(kind, ()), *limits.failed]
    for fact in limits.failed:
        what = Text("{card}: its {fact} cannot be read from the text", {"card": entry.name, "fact": fact})
        context.note("restriction.unread", what, raw.where)
    if kind in ("Hero", "Master Hero"):
        facts["class_icons"] = []
        unknown.remove("copy_limit")
    facts |= _line(kind, words.join(raw.texts("card_types")), words)
    if ongoing(text):
        facts["ongoing"] = True
    deals = damage_named(text)
    if deals and kind in ("Ability", "Ability Ally"):
        facts["deals"] = deals
    faction = next((product.faction for _, product in entry.prints if product.faction), None)
    if "Monster" in facts.get("tags", ()):
        # Monster is a side of its own: such cards have neither faction's icon (WOW 64, 143).
        facts["faction"] = ["Neutral"]
    elif kind == "Hero" and faction:
        facts["faction"] = [faction]
    unknown = [fact for fact in unknown if fact not in facts]
    if kind == "Equipment" and "Weapon" in facts.get("subtypes", ()):
        unknown.remove("def")
    elif kind == "Equipment":
        unknown = [fact for fact in unknown if fact not in ("atk", "strike_cost")]
    return facts, unknown, text


def _text(raw: Raw) -> str:
    """A printing's text, of both sides."""
    return "\n".join(filter(None, map(raw.text_or_none, ("card_print_text_front", "card_print_text_back"))))


def _unsure_type(known: Card, kind: str) -> bool:
    """Raid cards are events here and abilities or quests there, totems are allies: no contradiction worth telling."""
    return known.facts.get("type") != kind and (
        kind == "Event" or known.facts.get("type") in ("Ability Ally", "Achievement")
    )


def _line(kind: str, words: Iterable[str], vocabulary: _Words) -> dict[str, Any]:
    races: list[str] = []
    classes: list[str] = []
    rest: list[str] = []
    for word in words:
        if word in CLASSES:
            classes.append(word)
        elif word in vocabulary.races and kind in ("Ally", "Hero", "Master Hero", "Ability Ally"):
            races.append(word)
        else:
            rest.append(word)
    facts = type_line(kind, rest)
    if races:
        facts["races"] = list(dict.fromkeys(races))
    if classes:
        facts["classes"] = list(dict.fromkeys(classes))
    return facts


def _open(known: Card | None, fact: str) -> bool:
    """Whether the better feed leaves this fact to others; this one has lost the icons of such texts."""
    return known is None or fact in known.unknown


def _extras() -> Product:
    return next(product for product in products() if product.code == _EXTRAS)


def _printed(context: MapContext, known: Card | None, product: Product, number: str | None) -> bool:
    """Whether the catalogue has this printing. The feeds group small products differently, but number them alike."""
    if known is None or context.catalogue is None:
        return False
    sets = context.catalogue.sets(context.game)
    return any(
        printing.number == number
        and (
            printing.set_code == product.code
            or (product.kind in _SMALL and sets[printing.set_code].kind == product.kind)
        )
        for printing in context.catalogue.printings(known)
    )
