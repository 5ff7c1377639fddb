"""Invocateurs' cards: the partial list that was drawn from a player guide.

There is no live feed. ``null`` means that the guide does not give a fact; whether it is unknown or does not apply
follows from the card's kind (rules digest IN 2.3, 2.4, 2.9).
"""

from __future__ import annotations

from typing import Any

from deckkit.catalogue.records import CardRecord, FeedData, NameRecord, PrintingRecord, SetRecord
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.facts import FactsShape
from deckkit.feeds.source import Bundle, GameFeeds, MapContext
from deckkit.games.invocateurs.cards import CARDS, KINDS_WITH_FIGURES
from deckkit.i18n import Text, mark

__all__ = ["FEEDS", "GuideCards"]

SLUG = "invocateurs"
_WORDS = {
    "kind": ("summon", "character", "magic", "trap", "equipment", "terrain"),
    "type": ("warrior", "beast", "dragon", "undead", "elemental", "machine", "hero"),
    "faction": ("light", "darkness"),
}
_FIGURES = ("type", "level", "atk", "def")


class GuideCards:
    """``{"game": "invocateurs", "format": 1, "cards": [...]}``."""

    name = "guide"
    title = mark("the card list of the player guide (cards.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One document that names the game and has cards. Another format number is refused when it is mapped."""
        content = bundle.documents[0].content
        return len(bundle.documents) == 1 and isinstance(content, dict) and content.get("game") == SLUG

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        top = Raw(document.content, document.where)
        if top.whole("format") != 1:
            what = Text("this list has format {found}, format 1 is read", {"found": top.whole("format")})
            raise refuse(what, top.where)
        data = FeedData(SLUG, self.name, "1", None, bundle.sha256, "fr")
        seen: dict[str, str] = {}
        series: set[str] = set()
        for raw in top.objects("cards"):
            key = f"{SLUG}:{raw.text('id')}"
            for taken in (key, raw.text_or_none("code")):
                if taken is not None and taken in seen:
                    what = Text("the id {id} is used twice, also at {other}", {"id": taken, "other": seen[taken]})
                    raise refuse(what, raw.where)
                if taken is not None:
                    seen[taken] = raw.where
            name = raw.text("name")
            facts, unknown = _facts(raw)
            data.cards.append(CardRecord(key, name, facts, unknown))
            data.names.append(NameRecord(key, "fr", name))
            # Not a printed name: the list's own rendering, so it ranks below every other source.
            data.names.append(NameRecord(key, "en", raw.text("name_en"), source=f"{self.name}-rendering"))
            code = raw.text_or_none("code")
            if code is not None:
                series.add(raw.text("series"))
                data.printings.append(PrintingRecord(code, key, raw.text("series"), str(raw.whole("number"))))
        data.sets = [SetRecord(code, code, "expansion", i) for i, code in enumerate(sorted(series), 1)]
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
    for fact in ("level", "atk", "def"):
        number = raw.whole_or_none(fact)
        if number is not None:
            facts[fact] = number
    may_apply: tuple[str, ...] = ("kind", "faction")
    if facts.get("kind") in (None, *KINDS_WITH_FIGURES):
        may_apply += _FIGURES
    return facts, tuple(fact for fact in may_apply if fact not in facts)


FEEDS = GameFeeds(
    slug=SLUG,
    title="Invocateurs: Duel of the Codex",
    fields=CARDS,
    shapes=(GuideCards(), FactsShape(SLUG)),
    sources=(GuideCards.name,),
    languages=("fr", "en"),
    canonical="fr",
)
