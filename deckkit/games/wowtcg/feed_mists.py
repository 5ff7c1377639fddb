"""Into the Mists: the names of its 330 cards (picture scanner, 2023), and the 13 cards of the rulebook's examples."""

from __future__ import annotations

from typing import Any

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import CardRecord, FeedData, NameRecord, PrintingRecord
from deckkit.errors import FeedError
from deckkit.feeds.check import refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.wowtcg.feed_facts import ALL_FACTS, by_name, card_key, cost_facts, unknown_facts
from deckkit.games.wowtcg.feed_sets import products
from deckkit.i18n import Text, mark

__all__ = ["MistsNames", "RulebookExamples"]

# The French names of the examples that only one English name of the set can mean; the feed itself gives three more.
_ENGLISH = {
    "Jeune Goupil Alpin": "Alpine Foxling",
    "Rejeton Griffe-Rasoir": "Razorclaw Youngling",
    "Prophète Khar'Zul": "Prophet Khar'zul",
    "Fen-Yu, Fureur de Xuen": "Fen-Yu, Fury of Xuen",
    "Fang Kung, l'Étincelle des Titans": "Fang Kung, Spark of the Titans",
    "Temple du Serpent de Jade": "Temple of the Jade Serpent",
    "La Guérison de Shen Zin Su": "The Healing of Shen-zin Su",
    "L'Appel d'Y'Shaarj": "Call of Y'shaarj",
    "Taillader depuis les ombres": "Slash From the Shadows",
}


class MistsNames:
    """``into_the_mists_names.csv``: number, name, and whether the card has two sides, as only heroes have."""

    name = "scanner-2023"
    title = mark("names of the cards of Into the Mists (into_the_mists_names.csv)")

    def recognises(self, bundle: Bundle) -> bool:
        """One CSV file with these columns."""
        document = bundle.documents[0]
        return (
            len(bundle.documents) == 1
            and document.form == "csv"
            and {"set", "number", "name", "two_sided"} <= set(document.content[0])
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Nothing but the name is known, of heroes also the type."""
        known, document = by_name(context), bundle.documents[0]
        mine = self._imported(context)
        sets = {name: product for product in products() for name in product.scanner}
        data = FeedData(context.game, self.name, "names", None, bundle.sha256, "en", "supplement")
        for number, row in enumerate(document.content, 2):
            where = f"{document.where}:{number}"
            product = sets.get(row["set"])
            if product is None:
                raise refuse(Text("the set '{name}' is not known", {"name": row["set"][:60]}), where)
            name = row["name"].strip()
            hero = row["two_sided"] == "yes"
            found = [card for card in known.get(letters(name), ()) if not hero or card.facts.get("type") == "Hero"]
            # A second import finds the cards of the first one by their printings.
            feed_id = f"mists:{row['number']}"
            found = [mine[feed_id]] if feed_id in mine else found
            # A raid's card of the same name is another card.
            raid = found and not any(self._constructed(context, card) for card in found)
            found = [] if raid else found
            if len(found) > 1:
                what = Text("{card}: several cards bear this name; skipped", {"card": name})
                context.note("card.two_of_one_name", what, where)
                continue
            facts: dict[str, Any] = {"type": "Hero", "class_icons": []} if hero else {}
            unknown = unknown_facts("Hero") if hero else ALL_FACTS
            key = found[0].key if found else card_key(name, facts.get("type"))
            key += "-into-the-mists" if raid else ""
            data.cards.append(CardRecord(key, found[0].name if found else name, {} if found else facts, unknown))
            data.names.append(NameRecord(key, "en", found[0].name if found else name))
            if not any(item.code == product.code for item in data.sets):
                data.sets.append(product.record())
            plain = row["number"].lstrip("0")
            data.printings.append(PrintingRecord(feed_id, key, product.code, plain))
        data.notices = context.notices
        return data

    def _imported(self, context: MapContext) -> dict[str, Card]:
        """The cards that this feed has brought, by the ids of their printings."""
        if context.catalogue is None or context.game not in context.catalogue.games():
            return {}
        return {
            printing.feed_id: card
            for card in context.catalogue.cards(context.game)
            for printing in context.catalogue.printings(card)
            if printing.feed_id.startswith("mists:")
        }

    def _constructed(self, context: MapContext, card: Card) -> bool:
        """Whether any set that has a block holds the card."""
        if context.catalogue is None:
            return False
        sets = context.catalogue.sets(context.game)
        return any("block" in sets[printing.set_code].facts for printing in context.catalogue.printings(card))


class RulebookExamples:
    """``into_the_mists_rulebook_examples.csv``: French names and the values that the rulebook of 2020 states."""

    name = "rulebook-2020"
    title = mark("cards of the rulebook's examples (into_the_mists_rulebook_examples.csv)")

    def recognises(self, bundle: Bundle) -> bool:
        """One CSV file with these columns."""
        document = bundle.documents[0]
        return (
            len(bundle.documents) == 1
            and document.form == "csv"
            and {"name_fr", "name_en_if_known", "type", "cost", "strike_cost"} <= set(document.content[0])
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. The English names stand in the feed or in our own table."""
        document = bundle.documents[0]
        if context.catalogue is None or context.game not in context.catalogue.games():
            what = Text("names need the cards first, and the catalogue has none")
            raise FeedError(what, document.where, Text("import the names of Into the Mists first"))
        english = {fold(french): name for french, name in _ENGLISH.items()}
        data = FeedData(context.game, self.name, "1.00", None, bundle.sha256, "mul", "supplement")
        for number, row in enumerate(document.content, 2):
            where = f"{document.where}:{number}"
            name = row["name_en_if_known"] or english.get(fold(row["name_fr"]), "")
            found = context.catalogue.index(context.game).exact(name) if name else ()
            if len(found) != 1:
                what = Text("'{name}': its English name is not known; skipped", {"name": row["name_fr"]})
                context.note("name.without_card", what, where)
                continue
            card = found[0]
            data.cards.append(CardRecord(card.key, card.name, _example(row, where)))
            data.names.append(NameRecord(card.key, "fr", row["name_fr"]))
        data.notices = context.notices
        return data


def _example(row: dict[str, str], where: str) -> dict[str, Any]:
    kind, _, subtype = row["type"].rstrip(")").partition(" (")
    facts: dict[str, Any] = {"type": kind}
    if subtype == "Instant":
        facts["instant"] = True
    elif subtype:
        facts["subtypes"] = [subtype]
    try:
        facts |= cost_facts(row["cost"])
        facts |= {fact: int(row[fact]) for fact in ("atk", "health", "strike_cost") if row[fact]}
    except ValueError as error:
        raise refuse(Text("this is not a number: {value}", {"value": str(error)[:60]}), where) from None
    said = row["facts_from_the_2020_french_rulebook"]
    if "Unlimited" in said:
        facts["copy_limit"] = "any"
    if "Monk" in said:
        facts["class_icons"] = ["Monk"]
    if said.startswith("Monster hero"):
        facts["tags"] = ["Monster"]
        facts["faction"] = ["Neutral"]
    return facts
