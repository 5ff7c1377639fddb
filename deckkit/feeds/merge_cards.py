"""The part of a merge inside a card: its facts, names, former names, keywords and texts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.catalogue.records import AbilityRecord, CardRecord, NameRecord
from deckkit.feeds.ledger import Ledger, natural
from deckkit.feeds.state import (
    AbilityState,
    CardState,
    Keyword,
    NameState,
    OriginState,
    PrintingState,
    canonical_json,
)
from deckkit.i18n import Text

__all__ = ["CardMerge"]


@dataclass(slots=True)
class CardMerge:
    """Lays the feed's cards over those of the ledger's state."""

    ledger: Ledger
    _held: dict[int, list[PrintingState]] = field(default_factory=lambda: defaultdict(list))
    _mine: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def run(self) -> None:
        """Cards first, then names and texts of cards whose facts the feed does not give, then former names."""
        data = self.ledger.data
        names: dict[str, list[NameRecord]] = defaultdict(list)
        for name in data.names:
            names[name.card_key].append(name)
        if data.scope == "part":
            for row in self.ledger.state.printings.values():
                if row.removed is None:
                    self._held[row.card_id].append(row)
            for printing in data.printings:
                self._mine[printing.card_key].add(printing.feed_id)
        for card in data.cards:
            self._card(card, names.pop(card.key, []))
        for key, rest in names.items():
            known = self.ledger.known(key)
            if known is not None:
                self._names(known, rest)
        for key, texts in data.texts.items():
            known = self.ledger.known(key)
            if known is not None:
                self._abilities(known, texts, data.language)
        self._aliases()

    def _card(self, record: CardRecord, names: Sequence[NameRecord]) -> None:
        row = self.ledger.card_of[record.key]
        source = record.source or self.ledger.data.feed
        if row.id in self.ledger.new["card"]:
            self._write_children(row, record, names)
            return
        if not self.ledger.may_overwrite(source, row.source):
            self._supplement(row, record)
            self._names(row, names)
            return
        facts, spelling = True, True
        if self.ledger.data.scope == "part":
            facts, spelling = self._decides(record.key, self._held[row.id])
        wanted: dict[str, Any] = {"removed": None}
        if spelling:
            wanted["name"] = record.name
        completed: dict[str, OriginState] = {}
        if facts:
            # What this feed does not know, another one may have filled in: that stays.
            completed = self._completed(row, record, source)
            had = json.loads(row.facts)
            filled = {fact: had[fact] for fact in completed if fact != "keywords"}
            wanted |= {
                "facts": canonical_json({**record.facts, **filled}),
                "unknown": canonical_json(sorted(set(record.unknown) - set(completed))),
                "claims": canonical_json(record.claims),
                "source": source,
            }
        for attribute, value in wanted.items():
            before = getattr(row, attribute)
            if before != value:
                setattr(row, attribute, value)
                self.ledger.touched["card"].add(row.id)
                self._tell_card(row, attribute, before, value)
        if spelling:
            self._names(row, names)
        if facts:
            keywords = [(k.keyword, k.value, k.number) for k in record.keywords]
            if "keywords" not in completed and keywords != self.ledger.state.keywords.get(row.id, []):
                before = [" ".join(filter(None, k[:2])) for k in self.ledger.state.keywords.get(row.id, [])]
                self.ledger.state.keywords[row.id] = keywords
                self.ledger.touched["keyword"].add(row.id)
                self.ledger.tell(
                    "changed",
                    "card",
                    row.key,
                    row.name,
                    "keywords",
                    before,
                    [" ".join(filter(None, k[:2])) for k in keywords],
                )
            self._origins(row, {fact: OriginState(by) for fact, by in record.origins.items()} | completed)
            self._by_language(row, record)

    def _completed(self, row: CardState, record: CardRecord, source: str) -> dict[str, OriginState]:
        """The facts that another source knows and this feed does not: an unknown never takes the place of a fact."""
        facts, unknown = json.loads(row.facts), json.loads(row.unknown)
        origins = self.ledger.state.origins.get(row.id, {})
        kept: dict[str, OriginState] = {}
        for fact in record.unknown:
            origin = origins.get(fact, OriginState(row.source))
            if origin.source == source or (fact in unknown if fact == "keywords" else fact not in facts):
                continue
            keywords = [(k.keyword, k.value, k.number) for k in record.keywords]
            kept[fact] = OriginState(origin.source, canonical_json(keywords) if fact == "keywords" else None)
        return kept

    def _origins(self, row: CardState, origins: dict[str, OriginState]) -> None:
        if origins != self.ledger.state.origins.get(row.id, {}):
            self.ledger.state.origins[row.id] = origins
            self.ledger.touched["origin"].add(row.id)

    def _tell_card(self, row: CardState, attribute: str, before: Any, value: Any) -> None:
        if attribute not in ("facts", "claims"):
            if attribute == "unknown":
                before, value = json.loads(before), json.loads(value)
            self.ledger.tell("changed", "card", row.key, row.name, attribute, before, value)
            return
        old, new = json.loads(before), json.loads(value)
        prefix = "claims." if attribute == "claims" else ""
        for fact in sorted({*old, *new}):
            if old.get(fact) != new.get(fact):
                self.ledger.tell("changed", "card", row.key, row.name, prefix + fact, old.get(fact), new.get(fact))

    def _write_children(self, row: CardState, record: CardRecord, names: Sequence[NameRecord]) -> None:
        self._names(row, names)
        if record.keywords:
            self.ledger.state.keywords[row.id] = [(k.keyword, k.value, k.number) for k in record.keywords]
            self.ledger.touched["keyword"].add(row.id)
        self._origins(row, {fact: OriginState(source) for fact, source in record.origins.items()})
        self._by_language(row, record)

    def _by_language(self, row: CardState, record: CardRecord) -> None:
        """A feed's cards carry the abilities of its own language; those in the facts files carry all."""
        found: dict[str, list[AbilityRecord]] = {self.ledger.feeds.canonical: []}
        for ability in record.abilities:
            found.setdefault(ability.language, []).append(ability)
        for language, abilities in found.items():
            self._abilities(row, abilities, language)

    def _decides(self, key: str, printings: list[PrintingState]) -> tuple[bool, bool]:
        """Whether a feed of some sets has a card's newest printing, which gives the facts, and its first, the name."""
        position = {item.id: item.position for item in self.ledger.state.sets.values()}
        ids = self._mine[key]
        best = max((p.promo is None, position[p.set_id]) for p in printings)
        mine = max((p.promo is None, position[p.set_id]) for p in printings if p.feed_id in ids)
        first = min(printings, key=lambda p: natural(p.feed_id))
        return mine >= best, first.feed_id in ids

    def _supplement(self, row: CardState, record: CardRecord) -> None:
        """A poorer feed fills what is unknown. Where it disagrees with what is known, that is only told."""
        facts, unknown = json.loads(row.facts), set(json.loads(row.unknown))
        filled = {fact: value for fact, value in record.facts.items() if fact in unknown}
        for fact, value in record.facts.items():
            if fact not in unknown and facts.get(fact) != value:
                what = Text(
                    "{card}: {feed} says {fact} is {other}, the catalogue has {value}, which stays",
                    {
                        "card": row.name,
                        "feed": self.ledger.data.feed,
                        "fact": fact,
                        "other": repr(value),
                        "value": repr(facts.get(fact)),
                    },
                )
                self.ledger.note("fact.conflict", what, row.key)
        for fact, value in filled.items():
            self.ledger.tell("changed", "card", row.key, row.name, fact, None, value)
        if filled:
            row.facts = canonical_json({**facts, **filled})
            row.unknown = canonical_json(sorted(unknown - set(filled)))
            self.ledger.touched["card"].add(row.id)
            source = record.source or self.ledger.data.feed
            origins = self.ledger.state.origins.get(row.id, {})
            self._origins(row, {**origins, **{fact: OriginState(source) for fact in filled}})
        if record.keywords:
            self._supplement_keywords(row, record)

    def _supplement_keywords(self, row: CardState, record: CardRecord) -> None:
        keywords = [(k.keyword, k.value, k.number) for k in record.keywords]
        known, unknown = self.ledger.state.keywords.get(row.id, []), set(json.loads(row.unknown))
        if keywords == known and "keywords" not in unknown:
            return
        source = record.source or self.ledger.data.feed
        shown = [" ".join(filter(None, k[:2])) for k in keywords]
        before = [" ".join(filter(None, k[:2])) for k in known]
        # What is known of the keywords must be among those that complete them.
        if "keywords" in unknown and all(any(_is(k, other) for other in keywords) for k in known):
            origins = self.ledger.state.origins.get(row.id, {})
            self._origins(row, {**origins, "keywords": OriginState(source, canonical_json(known))})
            self.ledger.state.keywords[row.id] = keywords
            row.unknown = canonical_json(sorted(unknown - {"keywords"}))
            self.ledger.touched["keyword"].add(row.id)
            self.ledger.touched["card"].add(row.id)
            self.ledger.tell("changed", "card", row.key, row.name, "keywords", before, shown)
        elif self.ledger.data.own is not None:
            what = Text(
                "{card}: {feed} says {fact} is {other}, the catalogue has {value}, which stays",
                {"card": row.name, "feed": source, "fact": "keywords", "other": repr(shown), "value": repr(before)},
            )
            self.ledger.note("fact.conflict", what, row.key)

    # -- names --------------------------------------------------------------------------------------------------

    def _names(self, row: CardState, records: Sequence[NameRecord]) -> None:
        """The names of the languages that the feed gives, best source first; the first one is what is shown."""
        if not records:
            return
        existing = self.ledger.state.names.get(row.id, [])
        languages = dict.fromkeys(record.language for record in records)
        sources = {record.source or self.ledger.data.feed for record in records}
        fresh = [
            NameState(r.language, r.kind, r.text, fold(r.text), r.source or self.ledger.data.feed) for r in records
        ]
        result = [name for name in existing if name.language not in languages]
        for language in sorted(languages):
            mine = [name for name in fresh if name.language == language]
            # A feed of some sets knows only the names of its own printings.
            keep = [
                n for n in existing if n.language == language and (n.source not in sources or self.ledger.data.covers)
            ]
            if language == self.ledger.feeds.canonical and self.ledger.data.scope != "supplement":
                keep = [n for n in keep if n.source not in sources]
            if keep or len(sources) > 1:
                # Of equals (own sources), the one that was there first stays.
                there = [n.source for n in existing]
                mine = sorted(
                    mine + keep,
                    key=lambda n: (
                        self.ledger.feeds.rank(n.source),
                        there.index(n.source) if n.source in there else len(there),
                    ),
                )
            found: dict[tuple[str, str], NameState] = {}
            for name in mine:
                found.setdefault((name.kind, name.folded), name)
            result += sorted(found.values(), key=lambda n: n.kind)
        result.sort(key=lambda n: n.language)
        if result == existing:
            return
        self.ledger.state.names[row.id] = result
        self.ledger.touched["name"].add(row.id)
        self._tell_names(row, existing, result)

    def _tell_names(self, row: CardState, existing: list[NameState], result: list[NameState]) -> None:
        gone = [name for name in existing if name not in result]
        came = [name for name in result if name not in existing]
        for name in came:
            match = next((old for old in gone if (old.language, old.kind) == (name.language, name.kind)), None)
            if match is None:
                self.ledger.tell("added", "name", row.key, row.name, f"{name.language}.{name.kind}", None, name.text)
            else:
                gone.remove(match)
                # The same name, which a better source has now too.
                field, old, new = f"{name.language}.{name.kind}", match.text, name.text
                if old == new:
                    field, old, new = f"{field}.source", match.source, name.source
                self.ledger.tell("changed", "name", row.key, row.name, field, old, new)
        for name in gone:
            self.ledger.tell("removed", "name", row.key, row.name, f"{name.language}.{name.kind}", name.text, None)

    def _aliases(self) -> None:
        for record in self.ledger.data.aliases:
            card = self.ledger.known(record.card_key)
            if card is not None:
                self.ledger.alias(card, record.text, _iso(record.until), record.source, replace=True)
        if self.ledger.data.scope == "supplement":
            return
        by_name = {fold(card.name): card for card in self.ledger.state.cards.values() if card.removed is None}
        for known in self.ledger.feeds.corrections.aliases:
            card = by_name.get(fold(known.card))
            if card is not None:
                self.ledger.alias(card, known.text, _iso(known.until), known.source, replace=True)
            elif self.ledger.data.scope == "full":
                what = Text(
                    "the known alias '{text}' names a card that is not there: {card}",
                    {"text": known.text, "card": known.card},
                )
                self.ledger.note("alias.unused", what)

    # -- texts --------------------------------------------------------------------------------------------------

    def _abilities(self, row: CardState, records: Iterable[AbilityRecord], language: str) -> None:
        """The abilities in one language. A text that the feed no longer has is kept, dated with the feed's day."""
        existing = self.ledger.state.abilities.get(row.id, [])
        mine = [ability for ability in existing if ability.language == language]
        known = {ability.text_hash: ability for ability in mine}
        fresh = []
        for record in records:
            old = known.get(record.text_hash)
            until = _iso(record.used_until)
            fresh.append(
                AbilityState(
                    language,
                    record.kind,
                    record.name,
                    record.text,
                    record.text_hash,
                    until,
                    *_effect(record, old),
                )
            )
        hashes = {ability.text_hash for ability in fresh}
        kept = [a for a in mine if a.text_hash not in hashes and a.used_until is not None]
        if self.ledger.day is not None:
            kept += [
                a._replace(used_until=self.ledger.day)
                for a in mine
                if a.text_hash not in hashes and a.used_until is None and a.text is not None
            ]
        wanted = [a for a in fresh if a.used_until is None]
        former = [a for a in [*fresh, *kept] if a.used_until is not None]
        wanted += sorted(former, key=lambda a: (a.used_until or "", a.text_hash))
        if wanted != mine:
            self.ledger.state.abilities[row.id] = [a for a in existing if a.language != language] + wanted
            self.ledger.touched["ability"].add(row.id)
            self._tell_abilities(row, mine, wanted, language)

    def _tell_abilities(
        self, row: CardState, before: list[AbilityState], after: list[AbilityState], language: str
    ) -> None:
        dates = {a.text_hash: a.used_until for a in before}
        worded = {a.text_hash for a in before if a.text is not None}
        gone = [a for a in before if a not in after and a.used_until is None]
        for ability in after:
            if ability in before:
                continue
            text = ability.text or ability.text_hash
            kind, label, old, new = "added", f"{language}.text", None, text
            if ability.used_until is not None:
                label = f"{language}.former"
                if ability.text_hash in dates:
                    if dates[ability.text_hash] is None:
                        continue  # told below, as the change of the text that took its place
                    # Words that were known by their hash only arrived; else it is the day that is another.
                    if dates[ability.text_hash] != ability.used_until:
                        kind, old, new = "changed", dates[ability.text_hash], ability.used_until
                    elif ability.text_hash in worded:
                        continue
            elif gone:
                match = next((a for a in gone if a.text_hash == ability.text_hash), gone[0])
                gone.remove(match)
                # A text that was known by its hash only is new; nothing of it changed.
                if match.text is not None:
                    kind, old = "changed", match.text
            self.ledger.tell(kind, "ability", row.key, row.name, label, old, new)
        for ability in gone:
            text = ability.text or ability.text_hash
            self.ledger.tell("removed", "ability", row.key, row.name, f"{language}.text", text, None)


def _effect(record: AbilityRecord, old: AbilityState | None) -> tuple[str | None, ...]:
    """The effect that came with the record, else what is known of the same text under the same head."""
    if record.status is not None:
        return record.ir, record.status, record.origin, record.clauses
    if old is None or old.kind != record.kind or (old.text is not None and old.name != record.name):
        return None, None, None, None
    return old.ir, old.status, old.origin, old.clauses


def _is(known: Keyword, other: Keyword) -> bool:
    """Whether a known keyword is this one; its value may be what was not known of it."""
    return known == other or (known[0] == other[0] and known[1:] == (None, None))


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
