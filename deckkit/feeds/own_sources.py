"""A user's own cards in the catalogue: what each source brought, laid over the feeds, replaced, and taken back.

Every row and every completed fact knows its source (``own:NAME``), and the run of an own source keeps its document. So
a source can be taken back without a trace; what another own source says of the same cards is then laid again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from deckkit.catalogue.records import CardRecord, FeedData, KeywordRecord, NameRecord, PrintingRecord, SetRecord
from deckkit.feeds.check import Raw
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.merge import Merge
from deckkit.feeds.report import Detail
from deckkit.feeds.source import PREFIX
from deckkit.feeds.state import CardState, PrintingState, canonical_json
from deckkit.i18n import Text

__all__ = ["PREFIX", "OwnRun", "lay", "own_data", "own_document", "own_runs", "squeezed"]


@dataclass(frozen=True, slots=True)
class OwnRun:
    """The import of one own source that stands in the catalogue, with its document."""

    feed: str
    sha256: str
    document: Mapping[str, Any]

    @property
    def source(self) -> str:
        """The user's name of the source."""
        return self.feed.removeprefix(PREFIX)


def own_runs(db: sqlite3.Connection, game: str) -> list[OwnRun]:
    """The own sources of a game, in the order in which they were imported."""
    sql = (
        "SELECT r.feed, r.sha256, r.report FROM feed_run r JOIN game g ON g.id = r.game_id "
        f"WHERE g.slug = ? AND r.feed LIKE '{PREFIX}%' ORDER BY r.id"
    )
    return [OwnRun(feed, sha256, json.loads(report)["own"]) for feed, sha256, report in db.execute(sql, (game,))]


def own_document(data: FeedData) -> dict[str, Any]:
    """The records of an own source as the document that its run keeps."""
    return {
        "sets": [
            [s.code, s.name, s.kind, s.order, s.prerelease and str(s.prerelease), s.release and str(s.release)]
            for s in data.sets
        ],
        "cards": [
            [c.key, c.name, c.facts, list(c.unknown), [[k.keyword, k.value, k.number] for k in c.keywords]]
            for c in data.cards
        ],
        "names": [[n.card_key, n.language, n.text] for n in data.names],
        "printings": [[p.feed_id, p.card_key, p.set_code, p.number, p.promo, p.rarity] for p in data.printings],
        "created_sets": [],
    }


def own_data(run: OwnRun, game: str, language: str) -> FeedData:
    """The records of an own source from the document of its run."""
    document = run.document
    data = FeedData(game, run.feed, "1", None, run.sha256, language, "supplement", own=dict(document))
    for code, name, kind, order, prerelease, release in document["sets"]:
        days = Raw({"prerelease": prerelease, "release": release}, run.feed)
        data.sets.append(SetRecord(code, name, kind, order, days.day("prerelease"), days.day("release")))
    data.cards = [
        CardRecord(key, name, facts, tuple(unknown), tuple(KeywordRecord(*k) for k in keywords))
        for key, name, facts, unknown, keywords in document["cards"]
    ]
    data.names = [NameRecord(*name) for name in document["names"]]
    data.printings = [
        PrintingRecord(feed_id, key, code, number, None, promo, rarity)
        for feed_id, key, code, number, promo, rarity in document["printings"]
    ]
    return data


def lay(ledger: Ledger, runs: Iterable[OwnRun]) -> None:
    """Merges the ledger's feed, own or not (nothing where it is taken back), and then every other own source again.

    ``runs`` are the own sources in the catalogue; one that has the feed's name is what the feed replaces.
    """
    known = list(runs)
    before = next((run for run in known if run.feed == ledger.data.feed), None)
    if before is not None:
        _forget(ledger, before)
        if ledger.data.own is not None:
            ledger.data.own["created_sets"] = list(before.document["created_sets"])
    if not ledger.closed:
        _merge(ledger)
    for run in known:
        if run is not before:
            again = replace(ledger, data=own_data(run, ledger.data.game, ledger.feeds.canonical), card_of={}, by_id={})
            _merge(again)
            if again.data.own != run.document:
                ledger.documents[run.feed] = again.data.own or {}
    ledger.details[:] = squeezed(ledger.details)


def _merge(ledger: Ledger) -> None:
    own = ledger.data.own
    if own is None:
        Merge(ledger).run()
        return
    sets = set(ledger.state.sets)
    _only_new_places(ledger)
    Merge(ledger).run()
    created = set(own.get("created_sets", ())) | (set(ledger.state.sets) - sets)
    own["created_sets"] = sorted(created & set(ledger.state.sets))


def _only_new_places(ledger: Ledger) -> None:
    """Leaves out printings at a place that another source has; where it says something else there, that is told."""
    data, state = ledger.data, ledger.state
    codes = {item.id: code for code, item in state.sets.items()}
    taken: dict[tuple[str, str | None, str | None], PrintingState] = {
        (codes[p.set_id], p.number, p.promo): p
        for p in state.printings.values()
        if p.removed is None and p.source != data.feed and p.number is not None
    }
    by_id = {card.id: card for card in state.cards.values()}
    fresh = []
    for record in data.printings:
        held = taken.get((record.set_code, record.number, record.promo))
        if held is None:
            fresh.append(record)
            continue
        card = by_id[held.card_id]
        for field, mine, theirs in (
            ("card", record.card_key, card.key),
            ("rarity", record.rarity or held.rarity, held.rarity),
        ):
            if mine != theirs:
                what = Text(
                    "{place}: {feed} says {fact} is {other}, the catalogue has {value}, which stays",
                    {
                        "place": f"{record.set_code}-{record.number}",
                        "feed": data.feed,
                        "fact": field,
                        "other": repr(mine),
                        "value": repr(theirs),
                    },
                )
                ledger.note("printing.conflict", what, record.card_key)
    data.printings = fresh


# -- taking back ----------------------------------------------------------------------------------------------------


def _forget(ledger: Ledger, run: OwnRun) -> None:
    """Takes back what an own source brought and, where it is laid anew, does not say any more."""
    state, feed = ledger.state, run.feed
    keep = FeedData(ledger.data.game, feed, "", None, "") if ledger.closed else ledger.data
    cards = {record.key: record for record in keep.cards}
    for card in [card for card in state.cards.values() if card.source == feed and card.key not in cards]:
        _drop_card(ledger, card)
    rows = {card.id: card for card in state.cards.values()}
    for card_id in [i for i, origins in state.origins.items() if any(o.source == feed for o in origins.values())]:
        _forget_facts(ledger, rows[card_id], feed, cards.get(rows[card_id].key))
    names = {(name.card_key, name.language, name.text) for name in keep.names}
    for card_id, known in list(state.names.items()):
        row = rows.get(card_id)
        if row is None:
            continue
        left = [n for n in known if n.source != feed or (row.key, n.language, n.text) in names]
        if left != known:
            for name in known:
                if name not in left:
                    ledger.tell("removed", "name", row.key, row.name, f"{name.language}.{name.kind}", name.text, None)
            state.names[card_id] = left
            ledger.touched["name"].add(card_id)
    printings = {record.feed_id for record in keep.printings}
    for printing in [p for p in state.printings.values() if p.source == feed and p.feed_id not in printings]:
        _drop_printing(ledger, printing.feed_id, rows[printing.card_id].name)
    used = {p.set_id for p in state.printings.values()} | {
        state.sets[s.code].id for s in keep.sets if s.code in state.sets
    }
    for code in run.document["created_sets"]:
        item = state.sets.get(code)
        if item is not None and item.id not in used:
            del state.sets[code]
            ledger.gone["card_set"].add(item.id)
            ledger.tell("removed", "set", code, item.name)


def _drop_card(ledger: Ledger, card: CardState) -> None:
    state = ledger.state
    for printing in [p for p in state.printings.values() if p.card_id == card.id]:
        _drop_printing(ledger, printing.feed_id, card.name)
    for children in (state.names, state.aliases, state.keywords, state.abilities, state.origins):
        children.pop(card.id, None)
    del state.cards[card.key]
    ledger.gone["card"].add(card.id)
    ledger.tell("removed", "card", card.key, card.name)


def _drop_printing(ledger: Ledger, feed_id: str, name: str) -> None:
    ledger.gone["printing"].add(ledger.state.printings.pop(feed_id).id)
    ledger.tell("removed", "printing", feed_id, name)


def _forget_facts(ledger: Ledger, row: CardState, feed: str, record: CardRecord | None) -> None:
    """Makes the facts that a source completed unknown again, except those that it still says."""
    state = ledger.state
    facts, unknown = json.loads(row.facts), set(json.loads(row.unknown))
    said: dict[str, Any] = dict(record.facts) if record else {}
    keywords = [(k.keyword, k.value, k.number) for k in record.keywords] if record else []
    for fact, origin in list(state.origins[row.id].items()):
        if origin.source != feed:
            continue
        if fact == "keywords":
            if keywords == state.keywords.get(row.id, []):
                continue
            before = [(k[0], k[1], k[2]) for k in json.loads(origin.before or "[]")]
            shown = [[" ".join(filter(None, k[:2])) for k in words] for words in (state.keywords[row.id], before)]
            state.keywords[row.id] = before
            ledger.touched["keyword"].add(row.id)
            ledger.tell("changed", "card", row.key, row.name, fact, *shown)
        else:
            if fact in said and said[fact] == facts[fact]:
                continue
            ledger.tell("changed", "card", row.key, row.name, fact, facts.pop(fact), None)
        unknown.add(fact)
        del state.origins[row.id][fact]
        ledger.touched["origin"].add(row.id)
        ledger.touched["card"].add(row.id)
    row.facts = canonical_json(facts)
    row.unknown = canonical_json(sorted(unknown))


def squeezed(details: Iterable[Detail]) -> list[Detail]:
    """Changes of one fact that follow each other, as one; none where it is as it was."""
    found: dict[Any, Detail] = {}
    for i, detail in enumerate(details):
        key = (detail.id, detail.field) if detail.what == "card" and detail.kind == "changed" else i
        first = found.get(key)
        found[key] = detail if first is None else first._replace(new=detail.new)
    return [d for key, d in found.items() if isinstance(key, int) or d.old != d.new]
