"""The WoW TCG Utility's list of 2010 (blocks 1 to 4): the deck restrictions in columns of their own.

Only these columns are read, and only of cards that are known: they confirm what was compiled from the texts, or
contradict it.
"""

from __future__ import annotations

from typing import Any

from deckkit.catalogue.fold import letters
from deckkit.catalogue.records import CardRecord, FeedData
from deckkit.errors import FeedError
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.wowtcg.feed_facts import by_name
from deckkit.i18n import Text, mark

__all__ = ["FEED", "Utility"]

FEED = "utility-2010"
_EQUIPMENT = {"Weapon", "Armor", "Item"}
_COLUMNS = {
    "series",
    "name",
    "type",
    "talent_restrictions",
    "race_restrictions",
    "profession_restrictions",
    "reputation_restrictions",
}
_MISSPELT = {"Arns": "Arms"}


class Utility:
    """``wow_tcg.csv``."""

    name = FEED
    title = mark("WoW TCG Utility's card list of 2010 (wow_tcg.csv)")

    def recognises(self, bundle: Bundle) -> bool:
        """One CSV file with the four columns of restrictions."""
        document = bundle.documents[0]
        return len(bundle.documents) == 1 and document.form == "csv" and set(document.content[0]) >= _COLUMNS

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError while the catalogue has no cards."""
        known, document = by_name(context), bundle.documents[0]
        if not known:
            what = Text("restrictions need the cards first, and the catalogue has none")
            raise FeedError(what, document.where, Text("import the TCG Browser's list first"))
        data = FeedData(context.game, FEED, "columns", None, bundle.sha256, "en", "supplement")
        seen: set[str] = set()
        for number, row in enumerate(document.content, 2):
            kind = "Equipment" if row["type"] in _EQUIPMENT else row["type"]
            found = [
                card for card in known.get(letters(row["name"]), ()) if card.facts.get("type") in (kind, "Master Hero")
            ]
            if len(found) != 1:
                what = Text("'{name}' is no card of the catalogue; skipped", {"name": row["name"]})
                context.note("card.unknown", what, f"{document.where}: {number}")
                continue
            card, facts = found[0], _facts(row)
            if facts and card.key not in seen:
                seen.add(card.key)
                data.cards.append(CardRecord(card.key, card.name, facts))
        data.notices = context.notices
        return data


def _facts(row: dict[str, str]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    talent = _MISSPELT.get(row["talent_restrictions"].strip(), row["talent_restrictions"].strip())
    required = [row["race_restrictions"].strip(), row["profession_restrictions"].strip()]
    if talent in ("Traitor", "Loyal"):
        required.append(talent)
    elif talent:
        facts["talent"] = talent
    required = [word for word in required if word]
    if required:
        facts["requires"] = required
    if row["reputation_restrictions"].strip():
        facts["reputation"] = row["reputation_restrictions"].strip()
    return facts
