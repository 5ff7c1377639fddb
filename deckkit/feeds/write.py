"""Writes a merged state into the tables: SQLAlchemy Core on the SQLModel schema, many rows a call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlmodel import SQLModel

from deckkit.catalogue import tables
from deckkit.catalogue.records import FeedData
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.report import Report
from deckkit.feeds.source import GameFeeds
from deckkit.feeds.state import canonical_json

__all__ = ["write"]


def write(
    connection: Connection, ledger: Ledger, feeds: GameFeeds, data: FeedData, report: Report, imported_at: str | None
) -> None:
    """Writes what ``ledger`` found new or changed, the search index of the cards concerned, and the run itself."""
    tables.complete_schema(connection)
    state = ledger.state
    _delete(connection, ledger)
    if state.game_id is None:
        state.game_id = connection.exec_driver_sql("SELECT coalesce(max(id), 0) + 1 FROM game").scalar_one()
        _insert(connection, tables.Game, ("id", "slug", "title"), [(state.game_id, feeds.slug, feeds.title)])
    game_id = state.game_id
    _rows(
        connection,
        tables.CardSet,
        ledger,
        "card_set",
        (
            "id",
            "game_id",
            "code",
            "name",
            "kind",
            "position",
            "prerelease",
            "release",
            "complete",
            "names",
            "removed",
            "facts",
        ),
        (
            (
                s.id,
                (
                    s.id,
                    game_id,
                    s.code,
                    s.name,
                    s.kind,
                    s.position,
                    s.prerelease,
                    s.release,
                    s.complete,
                    s.names,
                    s.removed,
                    s.facts,
                ),
            )
            for s in state.sets.values()
        ),
    )
    _rows(
        connection,
        tables.Card,
        ledger,
        "card",
        ("id", "game_id", "key", "name", "facts", "unknown", "claims", "source", "removed"),
        (
            (c.id, (c.id, game_id, c.key, c.name, c.facts, c.unknown, c.claims, c.source, c.removed))
            for c in state.cards.values()
        ),
    )
    _rows(
        connection,
        tables.Printing,
        ledger,
        "printing",
        (
            "id",
            "game_id",
            "feed_id",
            "card_id",
            "set_id",
            "number",
            "variant",
            "promo",
            "rarity",
            "facts",
            "source",
            "removed",
        ),
        (
            (
                p.id,
                (
                    p.id,
                    game_id,
                    p.feed_id,
                    p.card_id,
                    p.set_id,
                    p.number,
                    p.variant,
                    p.promo,
                    p.rarity,
                    p.facts,
                    p.source,
                    p.removed,
                ),
            )
            for p in state.printings.values()
        ),
    )
    new = ledger.new["card"]
    _children(
        connection,
        tables.Name,
        ledger.touched["name"],
        new,
        ("card_id", "language", "text", "kind", "folded", "source"),
        lambda i: [(i, n.language, n.text, n.kind, n.folded, n.source) for n in state.names.get(i, [])],
    )
    _children(
        connection,
        tables.Alias,
        ledger.touched["alias"],
        new,
        ("card_id", "text", "folded", "until", "source"),
        lambda i: [(i, text, *rest) for text, rest in state.aliases.get(i, {}).items()],
    )
    _children(
        connection,
        tables.Keyword,
        ledger.touched["keyword"],
        new,
        ("card_id", "position", "keyword", "value", "number"),
        lambda i: [(i, position, *keyword) for position, keyword in enumerate(state.keywords.get(i, []))],
    )
    _children(
        connection,
        tables.Ability,
        ledger.touched["ability"],
        new,
        (
            "card_id",
            "position",
            "language",
            "kind",
            "name",
            "text",
            "text_hash",
            "used_until",
            "ir",
            "status",
            "origin",
            "clauses",
        ),
        lambda i: [(i, position, *a) for position, a in enumerate(state.abilities.get(i, []))],
    )
    _children(
        connection,
        tables.Origin,
        ledger.touched["origin"],
        new,
        ("card_id", "fact", "source", "before"),
        lambda i: [(i, fact, *origin) for fact, origin in sorted(state.origins.get(i, {}).items())],
    )
    _search(connection, ledger)
    if data.own is not None or ledger.closed:
        connection.exec_driver_sql("DELETE FROM feed_run WHERE game_id = ? AND feed = ?", (game_id, data.feed))
    for feed, document in ledger.documents.items():
        connection.exec_driver_sql(
            "UPDATE feed_run SET report = json_set(report, '$.own', json(?)) WHERE game_id = ? AND feed = ?",
            (canonical_json(document), game_id, feed),
        )
    if not ledger.closed:
        _runs(connection, game_id, data, report, imported_at)
    tables.create_views(connection, [(feeds.slug, feeds.fields)])


def _delete(connection: Connection, ledger: Ledger) -> None:
    """Deletes the rows that a user's own cards had brought, children first."""
    cards, printings, sets = (sorted(ledger.gone[part]) for part in ("card", "printing", "card_set"))
    if printings:
        connection.exec_driver_sql("DELETE FROM printing WHERE id = ?", [(i,) for i in printings])
    if cards:
        ids = [(i,) for i in cards]
        for table in (tables.Name, tables.Alias, tables.Keyword, tables.Ability, tables.Origin):
            connection.exec_driver_sql(f"DELETE FROM {table.__tablename__} WHERE card_id = ?", ids)
        connection.exec_driver_sql("DELETE FROM card_search WHERE rowid = ?", ids)
        connection.exec_driver_sql("DELETE FROM card WHERE id = ?", ids)
    if sets:
        connection.exec_driver_sql("DELETE FROM card_set WHERE id = ?", [(i,) for i in sets])


def _insert(connection: Connection, table: type[SQLModel], columns: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
    if rows:
        name = table.__tablename__
        places = ", ".join("?" * len(columns))
        connection.exec_driver_sql(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", rows)


def _rows(
    connection: Connection,
    table: type[SQLModel],
    ledger: Ledger,
    name: str,
    columns: Sequence[str],
    rows: Iterable[tuple[int, tuple[Any, ...]]],
) -> None:
    new, touched = ledger.new[name], ledger.touched[name] - ledger.new[name]
    inserts, updates = [], []
    for row_id, row in rows:
        if row_id in new:
            inserts.append(row)
        elif row_id in touched:
            updates.append((*row[1:], row_id))
    _insert(connection, table, columns, inserts)
    if updates:
        assignments = ", ".join(f"{column} = ?" for column in columns[1:])
        connection.exec_driver_sql(f"UPDATE {table.__tablename__} SET {assignments} WHERE id = ?", updates)


def _children(
    connection: Connection, table: type[SQLModel], touched: set[int], new: set[int], columns: Sequence[str], rows: Any
) -> None:
    old = sorted(touched - new)
    if old:
        connection.exec_driver_sql(f"DELETE FROM {table.__tablename__} WHERE card_id = ?", [(i,) for i in old])
    _insert(connection, table, columns, [row for card_id in sorted(touched) for row in rows(card_id)])


def _search(connection: Connection, ledger: Ledger) -> None:
    state = ledger.state
    changed = set().union(*(ledger.touched[part] for part in ("card", "name", "alias", "ability")), ledger.new["card"])
    old = sorted(changed - ledger.new["card"])
    if old:
        connection.exec_driver_sql("DELETE FROM card_search WHERE rowid = ?", [(i,) for i in old])
    rows = []
    for card in state.cards.values():
        if card.id in changed and card.removed is None:
            names = dict.fromkeys(
                [n.text for n in state.names.get(card.id, []) if n.kind == "full"]
                + sorted(state.aliases.get(card.id, {}))
            )
            texts = [a.text for a in state.abilities.get(card.id, []) if a.text and a.used_until is None]
            rows.append((card.id, "\n".join(names), "\n".join(texts)))
    if rows:
        connection.exec_driver_sql("INSERT INTO card_search (rowid, names, rules_text) VALUES (?, ?, ?)", sorted(rows))


def _runs(connection: Connection, game_id: int, data: FeedData, report: Report, imported_at: str | None) -> None:
    columns = ("game_id", "feed", "version", "language", "generated", "sha256", "imported_at", "counts", "report")
    if data.runs:
        rows = [
            (
                game_id,
                r.feed,
                r.version,
                r.language,
                r.generated and r.generated.isoformat(),
                r.sha256,
                imported_at,
                "{}",
                "{}",
            )
            for r in data.runs
        ]
        _insert(connection, tables.FeedRun, columns, rows)
        return
    counts = {kind: report.count(kind) for kind in ("added", "changed", "removed")} | {
        "corrected": len(report.corrected)
    }
    kept: dict[str, Any] = {
        "notices": report.notices_json(),
        "stale_corrections": report.stale,
        "details": [detail.to_json() for detail in report.details if detail.kind != "added"],
    }
    if data.own is not None:
        kept["own"] = data.own
    row = (
        game_id,
        data.feed,
        data.version,
        data.language,
        data.generated and data.generated.isoformat(),
        data.sha256,
        imported_at,
        canonical_json(counts),
        canonical_json(kept),
    )
    _insert(connection, tables.FeedRun, columns, [row])
