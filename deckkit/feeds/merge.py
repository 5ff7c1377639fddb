"""A feed's records laid over the catalogue's rows: what is new, what changed, what is gone. No database here."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.catalogue.records import AbilityRecord, CardRecord, FeedData, NameRecord, PrintingRecord, SetRecord
from deckkit.errors import FeedError
from deckkit.feeds.report import Detail
from deckkit.feeds.source import GameFeeds
from deckkit.feeds.state import AbilityState, CardState, NameState, PrintingState, SetState, State, canonical_json
from deckkit.i18n import Text

__all__ = ["Merge"]


@dataclass(slots=True)
class Merge:
    """Lays one feed over a :class:`State`, which it changes; what must be written is in ``new`` and ``touched``.

    ``new`` and ``touched`` hold ids by table (``card_set``, ``card``, ``printing``) and, for the children of a card
    (``name``, ``alias``, ``keyword``, ``ability``), the ids of the cards whose rows are to be written anew.
    """

    state: State
    data: FeedData
    feeds: GameFeeds
    details: list[Detail] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)
    new: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    touched: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _card_of: dict[str, CardState] = field(default_factory=dict)
    _day: str | None = None
    _by_id: dict[int, CardState] = field(default_factory=dict)
    _feed_printings: dict[str, list[PrintingRecord]] = field(default_factory=lambda: defaultdict(list))

    def run(self) -> None:
        """Does it all, in the order in which the parts need each other."""
        self._day = None if self.data.generated is None else self.data.generated.isoformat()
        self._by_id = {card.id: card for card in self.state.cards.values()}
        for printing in self.data.printings:
            self._feed_printings[printing.card_key].append(printing)
        for record in self.data.sets:
            self._set(record)
        for card in self.data.cards:
            self._card_of[card.key] = self._identify(card)
        moved = self._printings()
        self._removals(moved)
        names: dict[str, list[NameRecord]] = defaultdict(list)
        for name in self.data.names:
            names[name.card_key].append(name)
        held: dict[int, list[PrintingState]] = defaultdict(list)
        if self.data.scope == "part":
            for row in self.state.printings.values():
                if row.removed is None:
                    held[row.card_id].append(row)
        for card in self.data.cards:
            self._card(card, names.pop(card.key, []), held)
        for key, rest in names.items():
            known = self._known(key)
            if known is not None:
                self._names(known, rest)
        for key, texts in self.data.texts.items():
            known = self._known(key)
            if known is not None:
                self._abilities(known, texts, self.data.language)
        self._aliases()

    # -- small helpers ------------------------------------------------------------------------------------------

    def _known(self, key: str) -> CardState | None:
        return self._card_of.get(key) or self.state.cards.get(key)

    def _tell(
        self, kind: str, what: str, key: str, name: str, field: str | None = None, old: Any = None, new: Any = None
    ) -> None:
        self.details.append(Detail(kind, what, key, name, field, old, new))

    def _may_overwrite(self, source: str, existing: str) -> bool:
        return self.data.scope != "supplement" and self.feeds.rank(source) <= self.feeds.rank(existing)

    def _note(self, code: str, message: Text, where: str = "") -> None:
        self.notices.append({"code": code, "message": message, "where": where})

    # -- sets ---------------------------------------------------------------------------------------------------

    def _set(self, record: SetRecord) -> None:
        day = {
            name: None if value is None else value.isoformat()
            for name, value in (("prerelease", record.prerelease), ("release", record.release))
        }
        old = self.state.sets.get(record.code)
        if old is None:
            self.state.sets[record.code] = SetState(
                self.state.next_set,
                record.code,
                record.name,
                record.kind,
                record.order,
                day["prerelease"],
                day["release"],
                record.complete,
                canonical_json(record.names),
                None,
            )
            self.new["card_set"].add(self.state.next_set)
            self.state.next_set += 1
            self._tell("added", "set", record.code, record.name)
            return
        had = json.loads(old.names)
        names = {**had, **record.names}
        if self.data.scope == "supplement" and self.feeds.canonical in had:
            names[self.feeds.canonical] = had[self.feeds.canonical]
        wanted: dict[str, Any] = {"names": canonical_json(names)}
        if self.data.scope != "supplement":
            wanted |= {
                "name": record.name,
                "kind": record.kind,
                "position": record.order,
                **day,
                "complete": record.complete,
                "removed": None,
            }
        for attribute, value in wanted.items():
            before = getattr(old, attribute)
            if before != value:
                setattr(old, attribute, value)
                self.touched["card_set"].add(old.id)
                if attribute == "names":
                    before, value = had, names
                self._tell("changed", "set", record.code, record.name, attribute, before, value)

    # -- which row a card is ------------------------------------------------------------------------------------

    def _identify(self, record: CardRecord) -> CardState:
        """The row of a card: by its key, else by its printings where all of them moved to the new name, else a new one."""
        row = self.state.cards.get(record.key)
        if row is not None:
            return row
        row = self._renamed(record)
        if row is not None:
            return row
        row = CardState(
            self.state.next_card,
            record.key,
            record.name,
            canonical_json(record.facts),
            canonical_json(sorted(record.unknown)),
            canonical_json(record.claims),
            record.source or self.data.feed,
            None,
        )
        self.state.next_card += 1
        self.state.cards[record.key] = row
        self._by_id[row.id] = row
        self.new["card"].add(row.id)
        self._tell("added", "card", record.key, record.name)
        return row

    def _renamed(self, record: CardRecord) -> CardState | None:
        if self.data.scope == "supplement":
            return None
        ids = {p.feed_id for p in self._feed_printings[record.key]}
        owners = {self.state.printings[i].card_id for i in ids if i in self.state.printings}
        if len(owners) != 1:
            return None
        row = self._by_id[owners.pop()]
        mine = (p for p in self.state.printings.values() if p.card_id == row.id and p.removed is None)
        if row.key in self._feed_printings or not all(p.feed_id in ids for p in mine):
            return None
        del self.state.cards[row.key]
        self._former_name(row, row.name)
        self._tell("changed", "card", record.key, record.name, "key", row.key, record.key)
        row.key = record.key
        self.state.cards[record.key] = row
        self.touched["card"].add(row.id)
        return row

    def _former_name(self, row: CardState, name: str) -> None:
        self._alias(row, name, self._day, f"{self.data.feed}, renamed", replace=False)

    # -- printings ----------------------------------------------------------------------------------------------

    def _printings(self) -> set[int]:
        """Adds and changes printings; gives the ids of the cards that lost one to another card."""
        lost: set[int] = set()
        for record in self.data.printings:
            card = self._known(record.card_key)
            if card is None or record.set_code not in self.state.sets:
                what = Text(
                    "printing {printing} belongs to a card or a set that nothing describes",
                    {"printing": record.feed_id},
                )
                raise FeedError(what, record.card_key)
            source = record.source or self.data.feed
            set_id = self.state.sets[record.set_code].id
            facts = canonical_json(record.facts)
            old = self.state.printings.get(record.feed_id)
            if old is None:
                self.state.printings[record.feed_id] = PrintingState(
                    self.state.next_printing,
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
                self.new["printing"].add(self.state.next_printing)
                self.state.next_printing += 1
                self._tell("added", "printing", record.feed_id, card.name)
                continue
            if not self._may_overwrite(source, old.source):
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
                    self.touched["printing"].add(old.id)
                    self._tell_printing(record, card, attribute, before, value)
        return lost

    def _tell_printing(self, record: PrintingRecord, card: CardState, attribute: str, before: Any, value: Any) -> None:
        shown = attribute
        if attribute == "card_id":
            shown, before, value = "card", self._by_id[before].key, card.key
        elif attribute == "set_id":
            shown, value = "set", record.set_code
            before = next(code for code, item in self.state.sets.items() if item.id == before)
        elif attribute == "facts":
            old, new = json.loads(before), json.loads(value)
            for fact in sorted({*old, *new}):
                if old.get(fact) != new.get(fact):
                    self._tell("changed", "printing", record.feed_id, card.name, fact, old.get(fact), new.get(fact))
            return
        self._tell("changed", "printing", record.feed_id, card.name, shown, before, value)

    # -- what is gone -------------------------------------------------------------------------------------------

    def _removals(self, lost: set[int]) -> None:
        """Marks what the feed should have and has not; a card without printings goes with the last of them."""
        data, state = self.data, self.state
        affected = set(lost)
        if data.scope != "supplement" and self._day is not None:
            held = {p.feed_id for p in data.printings}
            covered = {state.sets[code].id for code in data.covers} if data.scope == "part" else None
            # The places where a poorer feed's own printing gives way to the one of this feed.
            places = set()
            for printing in data.printings:
                card = self._known(printing.card_key)
                if card is not None:
                    places.add((card.id, state.sets[printing.set_code].id, printing.number, printing.promo))
            for row in state.printings.values():
                if (
                    row.removed is not None
                    or row.feed_id in held
                    or (covered is not None and row.set_id not in covered)
                ):
                    continue
                better = self.feeds.rank(row.source) > self.feeds.rank(data.feed)
                if row.source == data.feed or (better and (row.card_id, row.set_id, row.number, row.promo) in places):
                    row.removed = self._day
                    self.touched["printing"].add(row.id)
                    affected.add(row.card_id)
                    self._tell(
                        "removed", "printing", row.feed_id, self._by_id[row.card_id].name, "removed", None, self._day
                    )
        current = {p.card_id for p in state.printings.values() if p.removed is None}
        for card_id in sorted(affected - current):
            card = self._by_id[card_id]
            if card.removed is None:
                card.removed = self._day
                self.touched["card"].add(card.id)
                self._tell("removed", "card", card.key, card.name, "removed", None, self._day)
                heirs = {
                    p.card_id
                    for p in state.printings.values()
                    if p.removed is None and p.feed_id in self._former_ids(card_id)
                }
                for heir in sorted(heirs):
                    self._former_name(self._by_id[heir], card.name)
        if data.scope == "full":
            used = {p.set_id for p in state.printings.values() if p.removed is None}
            codes = {item.code for item in data.sets}
            for item in state.sets.values():
                if item.code not in codes and item.id not in used and item.removed is None and self._day is not None:
                    item.removed = self._day
                    self.touched["card_set"].add(item.id)
                    self._tell("removed", "set", item.code, item.name, "removed", None, self._day)

    def _former_ids(self, card_id: int) -> set[str]:
        """Ids of the printings that this import moved away from a card."""
        key = self._by_id[card_id].key
        return {d.id for d in self.details if d.what == "printing" and d.field == "card" and d.old == key}

    # -- a card's own facts -------------------------------------------------------------------------------------

    def _card(self, record: CardRecord, names: Sequence[NameRecord], held: dict[int, list[PrintingState]]) -> None:
        row = self._card_of[record.key]
        source = record.source or self.data.feed
        if row.id in self.new["card"]:
            self._write_children(row, record, names)
            return
        if not self._may_overwrite(source, row.source):
            self._supplement(row, record)
            self._names(row, names)
            return
        facts, spelling = True, True
        if self.data.scope == "part":
            facts, spelling = self._decides(record.key, held[row.id])
        wanted: dict[str, Any] = {"removed": None}
        if spelling:
            wanted["name"] = record.name
        if facts:
            wanted |= {
                "facts": canonical_json(record.facts),
                "unknown": canonical_json(sorted(record.unknown)),
                "claims": canonical_json(record.claims),
                "source": source,
            }
        for attribute, value in wanted.items():
            before = getattr(row, attribute)
            if before != value:
                setattr(row, attribute, value)
                self.touched["card"].add(row.id)
                self._tell_card(row, attribute, before, value)
        if spelling:
            self._names(row, names)
        if facts:
            keywords = [(k.keyword, k.value, k.number) for k in record.keywords]
            if keywords != self.state.keywords.get(row.id, []):
                before = [" ".join(filter(None, k[:2])) for k in self.state.keywords.get(row.id, [])]
                self.state.keywords[row.id] = keywords
                self.touched["keyword"].add(row.id)
                self._tell(
                    "changed",
                    "card",
                    row.key,
                    row.name,
                    "keywords",
                    before,
                    [" ".join(filter(None, k[:2])) for k in keywords],
                )
            self._abilities(row, record.abilities, self.feeds.canonical)

    def _tell_card(self, row: CardState, attribute: str, before: Any, value: Any) -> None:
        if attribute not in ("facts", "claims"):
            if attribute == "unknown":
                before, value = json.loads(before), json.loads(value)
            self._tell("changed", "card", row.key, row.name, attribute, before, value)
            return
        old, new = json.loads(before), json.loads(value)
        prefix = "claims." if attribute == "claims" else ""
        for fact in sorted({*old, *new}):
            if old.get(fact) != new.get(fact):
                self._tell("changed", "card", row.key, row.name, prefix + fact, old.get(fact), new.get(fact))

    def _write_children(self, row: CardState, record: CardRecord, names: Sequence[NameRecord]) -> None:
        self._names(row, names)
        if record.keywords:
            self.state.keywords[row.id] = [(k.keyword, k.value, k.number) for k in record.keywords]
            self.touched["keyword"].add(row.id)
        by_language: dict[str, list[AbilityRecord]] = defaultdict(list)
        for ability in record.abilities:
            by_language[ability.language].append(ability)
        for language, abilities in by_language.items():
            self._abilities(row, abilities, language)

    def _decides(self, key: str, printings: list[PrintingState]) -> tuple[bool, bool]:
        """Whether a feed of some sets holds the printing that gives a card's facts (the newest), and its spelling (the first)."""
        position = {item.id: item.position for item in self.state.sets.values()}
        ids = {p.feed_id for p in self._feed_printings[key]}
        best = max((p.promo is None, position[p.set_id]) for p in printings)
        mine = max((p.promo is None, position[p.set_id]) for p in printings if p.feed_id in ids)
        first = min(printings, key=lambda p: _natural(p.feed_id))
        return mine >= best, first.feed_id in ids

    def _supplement(self, row: CardState, record: CardRecord) -> None:
        """A poorer feed fills what is unknown; where it disagrees with what is known, that is told and nothing changes."""
        facts, unknown = json.loads(row.facts), set(json.loads(row.unknown))
        filled = {fact: value for fact, value in record.facts.items() if fact in unknown}
        for fact, value in record.facts.items():
            if fact not in unknown and facts.get(fact) != value:
                what = Text(
                    "{card}: {feed} says {fact} is {other}, the catalogue has {value}, which stays",
                    {
                        "card": row.name,
                        "feed": self.data.feed,
                        "fact": fact,
                        "other": repr(value),
                        "value": repr(facts.get(fact)),
                    },
                )
                self._note("fact.conflict", what, row.key)
        for fact, value in filled.items():
            self._tell("changed", "card", row.key, row.name, fact, None, value)
        if filled:
            row.facts = canonical_json({**facts, **filled})
            row.unknown = canonical_json(sorted(unknown - set(filled)))
            self.touched["card"].add(row.id)

    # -- names --------------------------------------------------------------------------------------------------

    def _names(self, row: CardState, records: Sequence[NameRecord]) -> None:
        """The names of the languages that the feed gives, best source first; the first one is what is shown."""
        if not records:
            return
        existing = self.state.names.get(row.id, [])
        languages = {record.language for record in records}
        sources = {record.source or self.data.feed for record in records}
        fresh = [NameState(r.language, r.kind, r.text, fold(r.text), r.source or self.data.feed) for r in records]
        result = [name for name in existing if name.language not in languages]
        for language in sorted(languages):
            mine = [name for name in fresh if name.language == language]
            # A feed of some sets knows only the names of its own printings.
            keep = [n for n in existing if n.language == language and (n.source not in sources or self.data.covers)]
            if language == self.feeds.canonical and self.data.scope != "supplement":
                keep = [n for n in keep if n.source not in sources]
            found: dict[tuple[str, str], NameState] = {}
            for name in sorted(mine + keep, key=lambda n: self.feeds.rank(n.source)):
                found.setdefault((name.kind, name.folded), name)
            result += sorted(found.values(), key=lambda n: n.kind)
        if result == existing:
            return
        self.state.names[row.id] = result
        self.touched["name"].add(row.id)
        gone = [name for name in existing if name not in result]
        came = [name for name in result if name not in existing]
        for name in came:
            match = next((old for old in gone if (old.language, old.kind) == (name.language, name.kind)), None)
            if match is None:
                self._tell("added", "name", row.key, row.name, f"{name.language}.{name.kind}", None, name.text)
            else:
                gone.remove(match)
                self._tell("changed", "name", row.key, row.name, f"{name.language}.{name.kind}", match.text, name.text)
        for name in gone:
            self._tell("removed", "name", row.key, row.name, f"{name.language}.{name.kind}", name.text, None)

    def _aliases(self) -> None:
        for record in self.data.aliases:
            card = self._known(record.card_key)
            if card is not None:
                self._alias(card, record.text, record.until and record.until.isoformat(), record.source, replace=True)
        if self.data.scope == "supplement":
            return
        by_name = {fold(card.name): card for card in self.state.cards.values() if card.removed is None}
        for known in self.feeds.corrections.aliases:
            card = by_name.get(fold(known.card))
            if card is not None:
                self._alias(card, known.text, known.until and known.until.isoformat(), known.source, replace=True)
            elif self.data.scope == "full":
                what = Text(
                    "the known alias '{text}' names a card that is not there: {card}",
                    {"text": known.text, "card": known.card},
                )
                self._note("alias.unused", what)

    def _alias(self, row: CardState, text: str, until: str | None, source: str, replace: bool) -> None:
        """Adds a former name, unless it is spelled like a present one. ``replace``: the source knows better than a rename."""
        folded = fold(text)
        have = self.state.aliases.get(row.id, {})
        before = have.get(text)
        if before == (folded, until, source) or (before is not None and not replace):
            return
        if folded in {name.folded for name in self.state.names.get(row.id, [])} and row.name != text:
            return
        self.state.aliases[row.id] = {**have, text: (folded, until, source)}
        self.touched["alias"].add(row.id)
        self._tell(
            "added" if before is None else "changed", "alias", row.key, row.name, "until", before and before[1], until
        )

    # -- texts --------------------------------------------------------------------------------------------------

    def _abilities(self, row: CardState, records: Iterable[AbilityRecord], language: str) -> None:
        """The abilities in one language. A text that the feed no longer has is kept as a former one, with the feed's day."""
        existing = self.state.abilities.get(row.id, [])
        mine = [ability for ability in existing if ability.language == language]
        known = {ability.text_hash: ability for ability in mine}
        fresh = []
        for record in records:
            old = known.get(record.text_hash)
            until = record.used_until and record.used_until.isoformat()
            fresh.append(
                AbilityState(
                    language,
                    record.kind,
                    record.name,
                    record.text,
                    record.text_hash,
                    until,
                    *((old.ir, old.status, old.origin) if old is not None else (None, None, None)),
                )
            )
        hashes = {ability.text_hash for ability in fresh}
        kept = [a for a in mine if a.text_hash not in hashes and a.used_until is not None]
        if self._day is not None:
            kept += [
                AbilityState(a.language, a.kind, a.name, a.text, a.text_hash, self._day, a.ir, a.status, a.origin)
                for a in mine
                if a.text_hash not in hashes and a.used_until is None and a.text is not None
            ]
        current = [a for a in fresh if a.used_until is None]
        former = sorted(
            (a for a in [*fresh, *kept] if a.used_until is not None), key=lambda a: (a.used_until or "", a.text_hash)
        )
        wanted = current + former
        if wanted == mine:
            return
        self.state.abilities[row.id] = [a for a in existing if a.language != language] + wanted
        self.touched["ability"].add(row.id)
        gone = [a for a in mine if a not in wanted and a.used_until is None]
        for ability in (a for a in wanted if a not in mine):
            label = f"{language}.text"
            if ability.used_until is not None:
                if ability.text_hash in known:
                    continue
                self._tell(
                    "added", "ability", row.key, row.name, f"{language}.former", None, ability.text or ability.text_hash
                )
                continue
            match = next((a for a in gone if a.text_hash == ability.text_hash), None) or (gone[0] if gone else None)
            if match is None or match.text is None:
                self._tell("added", "ability", row.key, row.name, label, None, ability.text or ability.text_hash)
            else:
                self._tell("changed", "ability", row.key, row.name, label, match.text, ability.text)
            if match is not None:
                gone.remove(match)
        for ability in gone:
            self._tell(
                "removed", "ability", row.key, row.name, f"{language}.text", ability.text or ability.text_hash, None
            )


def _natural(feed_id: str) -> tuple[bool, int, str]:
    """Sorts numbers as numbers, before other ids."""
    return (False, int(feed_id), "") if feed_id.isdecimal() else (True, 0, feed_id)
