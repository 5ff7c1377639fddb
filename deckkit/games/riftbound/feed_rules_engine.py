"""The catalogue of a rules engine: printings by their printed identity, tokens and runes (``sfd-r03-221``) included.

Only printings are taken, of cards that are known by name: the main feed lacks the runes of Spiritforged.
"""

from __future__ import annotations

from deckkit.catalogue.records import FeedData, PrintingRecord
from deckkit.feeds.check import Raw
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.riftbound.feed_names import identity
from deckkit.games.riftbound.feed_order import need_cards
from deckkit.games.riftbound.feed_riftcodex import known_set
from deckkit.i18n import Text, mark

__all__ = ["RulesEngine"]


class RulesEngine:
    """An object of cards by id, each with ``id``, ``name``, ``cardType`` and ``deckZone``."""

    name = "rules-engine"
    title = mark("riftbound-rules-engine, cards by id (cards.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One object whose values are such cards."""
        content = bundle.documents[0].content
        if len(bundle.documents) != 1 or not isinstance(content, dict) or not content:
            return False
        first = next(iter(content.values()))
        return isinstance(first, dict) and {"id", "name", "cardType", "deckZone", "set"} <= set(first)

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError without the main feed's cards."""
        document = bundle.documents[0]
        catalogue = need_cards(context, document.where)
        data = FeedData(context.game, self.name, "list", None, bundle.sha256, "en", "supplement")
        known = {item.code: item for item in context.corrections.sets}
        top = Raw(document.content, document.where)
        for key in top.fields:
            raw = top.object(key)
            place = identity(raw.text("id"), f"{raw.where}.id")
            if catalogue.at(context.game, place.set_code, place.number + (place.variant or "")):
                continue
            found = catalogue.index(context.game).exact(raw.text("name"))
            if len(found) != 1:
                what = Text("{card}: the catalogue has no such card; skipped", {"card": raw.text("name")})
                context.note("card.unknown", what, raw.where)
                continue
            if all(item.code != place.set_code for item in data.sets):
                data.sets.append(known_set(place.set_code, place.set_code, known))
            data.printings.append(
                PrintingRecord(
                    raw.text("id").replace("-star-", "*-"),
                    found[0].key,
                    place.set_code,
                    place.number,
                    place.variant,
                    None,
                    raw.text_or_none("rarity"),
                )
            )
        data.notices = context.notices
        return data
