"""Allegiance's cards: the partial list that was drawn from a reference chapter.

There is no live feed. Nothing tells a price, an allegiance requirement or a number of copies: these stay unknown where
they apply (Rites are taken, not bought: rules digest AL 8.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckkit.catalogue.records import CardRecord, FeedData, KeywordRecord, NameRecord
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.facts import FactsShape
from deckkit.feeds.source import Bundle, GameFeeds, MapContext
from deckkit.games.allegiance.cards import CARDS
from deckkit.i18n import Text, mark

__all__ = ["FEEDS", "ReferenceCards"]

SLUG = "allegiance"
_WORDS = {"kind": ("soul", "creature", "magic", "trap", "rite"), "faction": ("black", "white", "blue", "red")}
_OF_BOUGHT_CARDS = ("price", "allegiance_required", "copies")
# The list writes a gain of essence as an operation; on the card it is the Soul icon (AL 8.2).
_OPERATIONS = {"essence": "soul"}


class ReferenceCards:
    """``{"game": "allegiance", "format": 1, "keywords": [...], "cards": [...]}``."""

    name = "reference"
    title = mark("the card list of the reference chapter (cards.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One document that names the game. Another format number is refused when it is mapped."""
        content = bundle.documents[0].content
        return len(bundle.documents) == 1 and isinstance(content, dict) and content.get("game") == SLUG

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        top = Raw(document.content, document.where)
        if top.whole("format") != 1:
            what = Text("this list has format {found}, format 1 is read", {"found": top.whole("format")})
            raise refuse(what, top.where)
        words = {raw.text("id"): (raw.text("name_en"), raw.flag("takes_n")) for raw in top.objects("keywords")}
        data = FeedData(SLUG, self.name, "1", None, bundle.sha256, "fr")
        seen: dict[str, str] = {}
        for raw in top.objects("cards"):
            key = f"{SLUG}:{raw.text('id')}"
            if key in seen:
                raise refuse(
                    Text("the id {id} is used twice, also at {other}", {"id": key, "other": seen[key]}), raw.where
                )
            seen[key] = raw.where
            name = raw.text("name")
            facts, unknown = _facts(raw)
            if raw.fields.get("effects_complete") is not True:
                unknown += ("keywords",)
            keywords = tuple(dict.fromkeys(_keywords(raw.fields.get("effects"), words)))
            data.cards.append(CardRecord(key, name, facts, unknown, keywords))
            data.names.append(NameRecord(key, "fr", name))
            # Not a printed name: the list's own rendering, so it ranks below every other source.
            data.names.append(NameRecord(key, "en", raw.text("name_en"), source=f"{self.name}-rendering"))
        if not data.cards:
            raise refuse(Text("this list has no cards"), top.where)
        data.notices = context.notices
        return data


def _facts(raw: Raw) -> tuple[dict[str, Any], tuple[str, ...]]:
    facts: dict[str, Any] = {}
    for fact, words in _WORDS.items():
        word = raw.text_or_none(fact)
        if word is not None and word not in words:
            raise refuse(Text("'{value}' is no {field}", {"value": word, "field": fact}), f"{raw.where}.{fact}")
        if word is not None:
            facts[fact] = word.capitalize()
    if raw.fields.get("starting") is not None:
        facts["starting"] = raw.flag("starting")
    for fact in ("price", "copies"):
        number = raw.whole_or_none(fact)
        if number is not None:
            facts[fact] = number
    required = raw.fields.get("allegiance_required")
    if required is not None:
        needed = raw.object("allegiance_required")
        facts["allegiance_required"] = [f"{faction.capitalize()} {needed.whole(faction)}" for faction in needed.fields]
    kind = facts.get("kind")
    may_apply: tuple[str, ...] = ("kind",)
    if not facts.get("starting"):
        # The starting Souls show no faction.
        may_apply += ("faction",)
    if kind in (None, "Soul"):
        may_apply += ("starting",)
    if kind != "Rite":
        may_apply += _OF_BOUGHT_CARDS
    return facts, tuple(fact for fact in may_apply if fact not in facts)


def _keywords(effects: Any, words: dict[str, tuple[str, bool]]) -> Iterator[KeywordRecord]:
    """The keywords in a card's effects, in order; one whose number is not given has none."""
    if isinstance(effects, list):
        for effect in effects:
            yield from _keywords(effect, words)
    if not isinstance(effects, dict):
        return
    if effects.get("on") == "death":
        yield KeywordRecord(words["death"][0])
    operation = _OPERATIONS.get(effects.get("op", ""), effects.get("op"))
    if operation in words:
        word, counted = words[operation]
        number = effects.get("n")
        number = number if counted and type(number) is int else None
        yield KeywordRecord(word, None if number is None else str(number), number)
    if effects.get("unstoppable") is True:
        yield KeywordRecord(words["unstoppable"][0])
    for part in ("cost", "do", "options"):
        yield from _keywords(effects.get(part), words)


FEEDS = GameFeeds(
    slug=SLUG,
    title="Rites of Allegiance",
    fields=CARDS,
    shapes=(ReferenceCards(), FactsShape(SLUG)),
    sources=(ReferenceCards.name,),
    languages=("fr", "en"),
    canonical="fr",
)
