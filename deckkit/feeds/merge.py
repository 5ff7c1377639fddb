"""A feed's records laid over the catalogue's rows: what is new, what changed, what is gone. No database here."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.catalogue.records import CardRecord, PrintingRecord, SetRecord
from deckkit.errors import FeedError
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.merge_cards import CardMerge
from deckkit.feeds.state import CardState, PrintingState, SetState, canonical_json
from deckkit.i18n import Text

__all__ = ["Merge"]


@dataclass(slots=True)
class Merge:
    """Lays one feed over the state in a :class:`Ledger`, which it changes and where it accounts for it."""

    ledger: Ledger
    _feed_printings: dict[str, list[PrintingRecord]] = field(default_factory=lambda: defaultdict(list))

    def run(self) -> None:
        """Does it all, in the order in which the parts need each other."""
        data = self.ledger.data
        self.ledger.by_id = {card.id: card for card in self.ledger.state.cards.values()}
        for printing in data.printings:
            self._feed_printings[printing.card_key].append(printing)
        for record in data.sets:
            self._set(record)
        for card in data.cards:
            self.ledger.card_of[card.key] = self._identify(card)
        moved = self._printings()
        self._removals(moved)
        CardMerge(self.ledger).run()

    # -- sets ---------------------------------------------------------------------------------------------------

    def _set(self, record: SetRecord) -> None:
        day = {
            name: None if value is None else value.isoformat()
            for name, value in (("prerelease", record.prerelease), ("release", record.release))
        }
        old = self.ledger.state.sets.get(record.code)
        if old is None:
            self.ledger.state.sets[record.code] = SetState(
                self.ledger.state.next_set,
                record.code,
                record.name,
                record.kind,
                record.order,
                day["prerelease"],
                day["release"],
                record.complete,
                canonical_json(record.names),
                None,
                canonical_json(record.facts),
            )
            self.ledger.new["card_set"].add(self.ledger.state.next_set)
            self.ledger.state.next_set += 1
            self.ledger.tell("added", "set", record.code, record.name)
            return
        if self.ledger.data.own is not None:
            return
        had = json.loads(old.names)
        names = {**had, **record.names}
        if self.ledger.data.scope == "supplement" and self.ledger.feeds.canonical in had:
            names[self.ledger.feeds.canonical] = had[self.ledger.feeds.canonical]
        wanted: dict[str, Any] = {"names": canonical_json(names)}
        if self.ledger.data.scope != "supplement":
            wanted |= {
                "name": record.name,
                "kind": record.kind,
                "position": record.order,
                **day,
                "complete": record.complete,
                "removed": None,
                "facts": canonical_json(record.facts),
            }
        for attribute, value in wanted.items():
            before = getattr(old, attribute)
            if before != value:
                setattr(old, attribute, value)
                self.ledger.touched["card_set"].add(old.id)
                if attribute == "names":
                    before, value = had, names
                elif attribute == "facts":
                    before, value = json.loads(before), record.facts
                self.ledger.tell("changed", "set", record.code, record.name, attribute, before, value)

    # -- which row a card is ------------------------------------------------------------------------------------

    def _identify(self, record: CardRecord) -> CardState:
        """The row of a card: by its key, else by its printings where all of them moved to the new name, else anew."""
        row = self.ledger.state.cards.get(record.key)
        if row is not None:
            return row
        row = self._renamed(record)
        if row is not None:
            return row
        row = CardState(
            self.ledger.state.next_card,
            record.key,
            record.name,
            canonical_json(record.facts),
            canonical_json(sorted(record.unknown)),
            canonical_json(record.claims),
            record.source or self.ledger.data.feed,
            None,
        )
        self.ledger.state.next_card += 1
        self.ledger.state.cards[record.key] = row
        self.ledger.by_id[row.id] = row
        self.ledger.new["card"].add(row.id)
        self.ledger.tell("added", "card", record.key, record.name)
        return row

    def _renamed(self, record: CardRecord) -> CardState | None:
        if self.ledger.data.scope == "supplement":
            return None
        ids = {p.feed_id for p in self._feed_printings[record.key]}
        owners = {self.ledger.state.printings[i].card_id for i in ids if i in self.ledger.state.printings}
        if len(owners) != 1:
            return None
        row = self.ledger.by_id[owners.pop()]
        mine = (p for p in self.ledger.state.printings.values() if p.card_id == row.id and p.removed is None)
        if row.key in self._feed_printings or not all(p.feed_id in ids for p in mine):
            return None
        del self.ledger.state.cards[row.key]
        self.ledger.former_name(row, row.name)
        self.ledger.tell("changed", "card", record.key, record.name, "key", row.key, record.key)
        row.key = record.key
        self.ledger.state.cards[record.key] = row
        self.ledger.touched["card"].add(row.id)
        return row

    # -- printings ----------------------------------------------------------------------------------------------

    def _printings(self) -> set[int]:
        """Adds and changes printings; gives the ids of the cards that lost one to another card."""
        lost: set[int] = set()
        for record in self.ledger.data.printings:
            card = self.ledger.known(record.card_key)
            if card is None or record.set_code not in self.ledger.state.sets:
                what = Text(
                    "printing {printing} belongs to a card or a set that nothing describes",
                    {"printing": record.feed_id},
                )
                raise FeedError(what, record.card_key)
            source = record.source or self.ledger.data.feed
            set_id = self.ledger.state.sets[record.set_code].id
            facts = canonical_json(record.facts)
            old = self.ledger.state.printings.get(record.feed_id)
            if old is None:
                self.ledger.state.printings[record.feed_id] = PrintingState(
                    self.ledger.state.next_printing,
                    record.feed_id,
                    card.id,
                    set_id,
                    record.number,
                    record.variant,
                    record.promo,
                    record.rarity,
                    facts,
                    source,
                    None,
                )
                self.ledger.new["printing"].add(self.ledger.state.next_printing)
                self.ledger.state.next_printing += 1
                self.ledger.tell("added", "printing", record.feed_id, card.name)
                continue
            if not self.ledger.may_overwrite(source, old.source):
                continue
            if old.card_id != card.id:
                lost.add(old.card_id)
            wanted = {
                "card_id": card.id,
                "set_id": set_id,
                "number": record.number,
                "variant": record.variant,
                "promo": record.promo,
                "rarity": record.rarity,
                "facts": facts,
                "source": source,
                "removed": None,
            }
            for attribute, value in wanted.items():
                before = getattr(old, attribute)
                if before != value:
                    setattr(old, attribute, value)
                    self.ledger.touched["printing"].add(old.id)
                    self._tell_printing(record, card, attribute, before, value)
        return lost

    def _tell_printing(self, record: PrintingRecord, card: CardState, attribute: str, before: Any, value: Any) -> None:
        shown = attribute
        if attribute == "card_id":
            shown, before, value = "card", self.ledger.by_id[before].key, card.key
        elif attribute == "set_id":
            shown, value = "set", record.set_code
            before = next(code for code, item in self.ledger.state.sets.items() if item.id == before)
        elif attribute == "facts":
            old, new = json.loads(before), json.loads(value)
            for fact in sorted({*old, *new}):
                if old.get(fact) != new.get(fact):
                    self.ledger.tell(
                        "changed", "printing", record.feed_id, card.name, fact, old.get(fact), new.get(fact)
                    )
            return
        self.ledger.tell("changed", "printing", record.feed_id, card.name, shown, before, value)

    # -- what is gone -------------------------------------------------------------------------------------------

    def _removals(self, lost: set[int]) -> None:
        """Marks what the feed should have and has not; a card without printings goes with the last of them."""
        data, state = self.ledger.data, self.ledger.state
        affected = set(lost)
        if data.scope != "supplement" and self.ledger.day is not None:
            held = {p.feed_id for p in data.printings}
            covered = {state.sets[code].id for code in data.covers} if data.scope == "part" else None
            # A poorer feed's own printing gives way to this feed's at the same place. Set codes differ between
            # feeds, names do not; a promo's place is in its series.
            title = {item.id: fold(item.name) for item in state.sets.values()}
            places = {
                (row.card_id, row.number, row.promo or title[row.set_id])
                for row in (state.printings[feed_id] for feed_id in held)
            }
            for row in state.printings.values():
                if row.removed or row.feed_id in held or (covered is not None and row.set_id not in covered):
                    continue
                poorer = self.ledger.feeds.rank(row.source) > self.ledger.feeds.rank(data.feed)
                place = (row.card_id, row.number, row.promo or title[row.set_id])
                if row.source == data.feed or (poorer and place in places):
                    row.removed = self.ledger.day
                    self.ledger.touched["printing"].add(row.id)
                    affected.add(row.card_id)
                    name = self.ledger.by_id[row.card_id].name
                    self.ledger.tell("removed", "printing", row.feed_id, name, "removed", None, row.removed)
        current = {p.card_id for p in state.printings.values() if p.removed is None}
        heirs = self._heirs()
        for card_id in sorted(affected - current):
            card = self.ledger.by_id[card_id]
            if card.removed is None:
                card.removed = self.ledger.day
                self.ledger.touched["card"].add(card.id)
                self.ledger.tell("removed", "card", card.key, card.name, "removed", None, self.ledger.day)
                for heir in sorted(heirs.get(card.key, ())):
                    self.ledger.former_name(self.ledger.by_id[heir], card.name)
        if data.scope == "full":
            used = {p.set_id for p in state.printings.values() if p.removed is None}
            codes = {item.code for item in data.sets}
            for item in state.sets.values():
                if (
                    item.code not in codes
                    and item.id not in used
                    and item.removed is None
                    and self.ledger.day is not None
                ):
                    item.removed = self.ledger.day
                    self.ledger.touched["card_set"].add(item.id)
                    self.ledger.tell("removed", "set", item.code, item.name, "removed", None, self.ledger.day)

    def _heirs(self) -> dict[str, set[int]]:
        """By the key of a card, the ids of those to which this import moved printings of it that there still are."""
        heirs: dict[str, set[int]] = defaultdict(set)
        for detail in self.ledger.details:
            if detail.what == "printing" and detail.field == "card":
                row = self.ledger.state.printings.get(detail.id)
                if row is not None and row.removed is None:
                    heirs[detail.old].add(row.card_id)
        return heirs
