"""The facts files that the shipped catalogue is built from: one JSON object a line, sorted, no text of the cards.

``sets``, ``cards``, ``printings``, ``names``, ``aliases`` and ``feeds``, each a ``.jsonl``. Abilities keep their kind,
hash, dates and compiled effect; keyword values are kept where they are numbers, costs in symbols or kinds of cards.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from deckkit.catalogue.records import (
    AbilityRecord,
    AliasRecord,
    CardRecord,
    FeedData,
    KeywordRecord,
    NameRecord,
    PrintingRecord,
    RunRecord,
    SetRecord,
)
from deckkit.effects.rows import kept_origin
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw
from deckkit.feeds.source import Bundle, MapContext
from deckkit.feeds.state import AbilityState, State, canonical_json
from deckkit.i18n import Text, mark

__all__ = ["PARTS", "FactsShape", "write_facts"]

PARTS = ("sets", "cards", "printings", "names", "aliases", "feeds")
# A number, a cost in symbols ("[1][A]"), or the name of a kind of cards ("Night Elf").
_VALUE = re.compile(r"[+-]?\d+|X|(?:\[\w+\])+|[A-Z][a-z]+(?: [A-Z][a-z]+)?")


def write_facts(database: Path, game: str, folder: Path) -> dict[str, int]:
    """Writes a catalogue's facts about one game to ``folder``; gives the number of lines by file."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        state = State.load(db, game)
        sql = (
            "SELECT feed, version, language, generated, sha256 FROM feed_run WHERE id IN "
            "(SELECT max(id) FROM feed_run WHERE game_id = ? GROUP BY feed, language) ORDER BY id"
        )
        runs = db.execute(sql, (state.game_id,)).fetchall()
    folder.mkdir(parents=True, exist_ok=True)
    rows = dict(zip(PARTS, _rows(state, runs), strict=True))
    for part, lines in rows.items():
        with (folder / f"{part}.jsonl").open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in lines)
    return {part: len(lines) for part, lines in rows.items()}


def _rows(state: State, runs: list[Any]) -> tuple[list[dict[str, Any]], ...]:
    codes = {item.id: item for item in state.sets.values()}
    cards = sorted((card for card in state.cards.values() if card.removed is None), key=lambda card: card.key)
    keys = {card.id: card.key for card in cards}
    sets = [
        {
            "code": s.code,
            "name": s.name,
            "kind": s.kind,
            "order": s.position,
            "prerelease": s.prerelease,
            "release": s.release,
            "complete": s.complete,
            "names": json.loads(s.names),
            **_compact({"facts": json.loads(s.facts)}),
        }
        for s in sorted(state.sets.values(), key=lambda s: (s.position, s.code))
        if s.removed is None
    ]
    card_rows = [
        _compact(
            {
                "key": c.key,
                "name": c.name,
                "facts": json.loads(c.facts),
                "unknown": json.loads(c.unknown),
                "keywords": [_keyword(*keyword) for keyword in state.keywords.get(c.id, [])],
                "abilities": [_ability(a) for a in state.abilities.get(c.id, [])],
                "claims": json.loads(c.claims),
                "source": c.source,
                "origins": {fact: origin.source for fact, origin in sorted(state.origins.get(c.id, {}).items())},
            }
        )
        for c in cards
    ]
    printings = [
        _compact(
            {
                "id": p.feed_id,
                "card": keys[p.card_id],
                "set": codes[p.set_id].code,
                "number": p.number,
                "variant": p.variant,
                "promo": p.promo,
                "rarity": p.rarity,
                "facts": json.loads(p.facts),
                "source": p.source,
            }
        )
        for p in sorted(state.printings.values(), key=lambda p: (codes[p.set_id].position, _natural(p.feed_id)))
        if p.removed is None and p.card_id in keys
    ]
    names: list[dict[str, Any]] = []
    for card in cards:
        grouped: dict[tuple[str, str], dict[str, list[str]]] = {}
        for n in state.names.get(card.id, []):
            grouped.setdefault((n.language, n.source), {}).setdefault(n.kind, []).append(n.text)
        names += [
            {"card": card.key, "language": language, "source": source, **texts}
            for (language, source), texts in grouped.items()
        ]
    aliases = [
        {"card": card.key, "text": text, "until": until, "source": source}
        for card in cards
        for text, (_, until, source) in sorted(state.aliases.get(card.id, {}).items())
    ]
    feeds = [dict(zip(("feed", "version", "language", "generated", "sha256"), run, strict=True)) for run in runs]
    return sets, card_rows, printings, names, aliases, feeds


def _natural(feed_id: str) -> tuple[bool, int, str]:
    return (False, int(feed_id), "") if feed_id.isdecimal() else (True, 0, feed_id)


def _compact(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value not in (None, [], {})}


def _ability(row: AbilityState) -> dict[str, Any]:
    """Without name and text; the effect as JSON, and of its origin what does not change with the compiler's code."""
    return _compact(
        {
            "kind": row.kind,
            "hash": row.text_hash,
            "language": row.language,
            "until": row.used_until,
            "status": row.status,
            "ir": json.loads(row.ir) if row.ir else None,
            "clauses": json.loads(row.clauses) if row.clauses else None,
            "origin": kept_origin(row.origin) if row.origin else None,
        }
    )


def _keyword(keyword: str, value: str | None, number: int | None) -> dict[str, Any]:
    """A value in words ("Discard a song card") is text of the card and stays out."""
    return _compact(
        {"keyword": keyword, "value": value if value and _VALUE.fullmatch(value) else None, "number": number}
    )


class FactsShape:
    """The facts files of one game, as a feed."""

    name = "facts"
    title = mark("deckkit's own facts files")

    def __init__(self, game: str) -> None:
        self.game = game

    def recognises(self, bundle: Bundle) -> bool:
        """All six files."""
        stems = {Path(document.where).name.removesuffix(".jsonl") for document in bundle.documents}
        return stems == set(PARTS) and all(document.form == "jsonl" for document in bundle.documents)

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Every row keeps the source it came from."""
        parts = {
            Path(d.where).name.removesuffix(".jsonl"): [Raw(r, f"{d.where}:{i}") for i, r in enumerate(d.content, 1)]
            for d in bundle.documents
        }
        runs = [
            RunRecord(r.text("feed"), r.text("version"), r.text("language"), r.day("generated"), r.text("sha256"))
            for r in parts["feeds"]
        ]
        if not runs:
            raise FeedError(Text("these facts do not say which feeds they came from"), bundle.where)
        days = [run.generated for run in runs if run.generated is not None]
        data = FeedData(self.game, "facts", "1", max(days, default=None), bundle.sha256)
        data.runs = runs
        for raw in parts["sets"]:
            data.sets.append(
                SetRecord(
                    raw.text("code"),
                    raw.text("name"),
                    raw.text("kind"),
                    raw.whole("order"),
                    raw.day("prerelease"),
                    raw.day("release"),
                    raw.flag("complete"),
                    dict(raw.object("names").fields),
                    dict(raw.fields.get("facts", {})),
                )
            )
        data.cards = [_card(raw) for raw in parts["cards"]]
        for raw in parts["printings"]:
            data.printings.append(
                PrintingRecord(
                    raw.text("id"),
                    raw.text("card"),
                    raw.text("set"),
                    raw.text_or_none("number"),
                    raw.text_or_none("variant"),
                    raw.text_or_none("promo"),
                    raw.text_or_none("rarity"),
                    dict(raw.fields.get("facts", {})),
                    raw.text("source"),
                )
            )
        for raw in parts["names"]:
            card, language, source = raw.text("card"), raw.text("language"), raw.text("source")
            for kind in ("full", "short"):
                data.names += [NameRecord(card, language, text, kind, source) for text in raw.texts(kind)]
        data.aliases = [
            AliasRecord(r.text("card"), r.text("text"), r.day("until"), r.text("source")) for r in parts["aliases"]
        ]
        data.notices = context.notices
        return data


def _card(raw: Raw) -> CardRecord:
    keywords = tuple(
        KeywordRecord(k.text("keyword"), k.text_or_none("value"), k.whole_or_none("number"))
        for k in raw.objects("keywords")
    )
    abilities = tuple(
        AbilityRecord(
            a.text("kind"),
            a.text("hash"),
            None,
            None,
            a.text("language"),
            a.day("until"),
            canonical_json(a.fields["ir"]) if "ir" in a.fields else None,
            a.text_or_none("status"),
            a.text_or_none("origin"),
            canonical_json(a.fields["clauses"]) if "clauses" in a.fields else None,
        )
        for a in raw.objects("abilities")
    )
    return CardRecord(
        raw.text("key"),
        raw.text("name"),
        dict(raw.fields.get("facts", {})),
        tuple(raw.texts("unknown")),
        keywords,
        abilities,
        dict(raw.fields.get("claims", {})),
        raw.text("source"),
        dict(raw.fields.get("origins", {})),
    )
