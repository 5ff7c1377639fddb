"""The database: tables (SQLModel), the search index and one view a game.

This module imports SQLModel and is loaded only where the schema is made or rows are written; readers use plain SQL on
the same tables (:mod:`deckkit.catalogue.store`).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import JSON, Column, Connection, Index, Table, UniqueConstraint, text
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel

from deckkit.catalogue.fields import CardFields

__all__ = [
    "SCHEMA_VERSION",
    "Ability",
    "Alias",
    "Card",
    "CardSet",
    "FeedRun",
    "Game",
    "Keyword",
    "Name",
    "Origin",
    "Printing",
    "complete_schema",
    "create_schema",
    "create_views",
]

SCHEMA_VERSION = 1


class Game(SQLModel, table=True):
    """A game that the catalogue knows."""

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    title: str


class CardSet(SQLModel, table=True):
    """A set; dates are ISO texts, null while unknown; ``position`` sorts sets; ``facts`` is what else rules ask."""

    __tablename__ = "card_set"
    __table_args__ = (UniqueConstraint("game_id", "code"),)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    code: str
    name: str
    kind: str
    position: int
    prerelease: str | None = None
    release: str | None = None
    complete: bool = False
    names: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    removed: str | None = None
    facts: dict[str, object] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False, server_default=text("'{}'"))
    )


class Card(SQLModel, table=True):
    """A card as the rules see it: what a copy limit counts.

    ``facts`` are the known facts, ``unknown`` names those that apply and are not known, ``claims`` is what the feed
    itself says of legality, ``source`` the feed that the facts came from. ``removed`` dates a card that left its feed.
    """

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    key: str = Field(unique=True)
    name: str
    facts: dict[str, object] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    unknown: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    claims: dict[str, bool] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    source: str
    removed: str | None = None


class Printing(SQLModel, table=True):
    """One printing; ``feed_id`` is the feed's own id and the only key (set and number are not)."""

    __table_args__ = (UniqueConstraint("game_id", "feed_id"), Index("ix_printing_place", "set_id", "number"))
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    feed_id: str
    card_id: int = Field(foreign_key="card.id", index=True)
    set_id: int = Field(foreign_key="card_set.id")
    number: str | None = None
    variant: str | None = None
    promo: str | None = None
    rarity: str | None = None
    facts: dict[str, object] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    source: str
    removed: str | None = None


class Name(SQLModel, table=True):
    """A name of a card in one language; ``kind`` is ``full`` or ``short``; ``folded`` is what lookups compare."""

    __table_args__ = (UniqueConstraint("card_id", "language", "kind", "text"),)
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="card.id", index=True)
    language: str
    text: str
    kind: str = "full"
    folded: str = Field(index=True)
    source: str


class Origin(SQLModel, table=True):
    """A fact of a card that another source than the card's own completed.

    ``before`` is what was known of it before, as JSON, where something was (some of the keywords).
    """

    __table_args__ = (UniqueConstraint("card_id", "fact"),)
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="card.id", index=True)
    fact: str
    source: str
    before: str | None = None


class Alias(SQLModel, table=True):
    """A former or other name that resolves to the card; ``until`` is the last day it was in use."""

    __table_args__ = (UniqueConstraint("card_id", "text"),)
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="card.id", index=True)
    text: str
    folded: str = Field(index=True)
    until: str | None = None
    source: str


class Keyword(SQLModel, table=True):
    """A keyword that the card itself has."""

    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="card.id", index=True)
    position: int
    keyword: str
    value: str | None = None
    number: int | None = None


class Ability(SQLModel, table=True):
    """A printed ability: its text (or null) and hash; ``ir``, ``status``, ``origin`` are the compiled effect.

    ``clauses`` counts its exact sentences and names the gaps in the others, as JSON.
    ``used_until`` dates a text that errata replaced.
    """

    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="card.id", index=True)
    position: int
    language: str
    kind: str
    name: str | None = None
    text: str | None = None
    text_hash: str
    used_until: str | None = None
    ir: str | None = None
    status: str | None = None
    origin: str | None = None
    clauses: str | None = None


class FeedRun(SQLModel, table=True):
    """One import: which feed, its version, day and checksum, and what it changed."""

    __tablename__ = "feed_run"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    feed: str
    version: str
    language: str
    generated: str | None = None
    sha256: str
    imported_at: str | None = None
    counts: dict[str, object] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    report: dict[str, object] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


def create_schema(connection: Connection) -> None:
    """Makes the tables and the search index in an empty database."""
    for table in SQLModel.metadata.sorted_tables:
        _create(connection, table)
    connection.execute(
        text(
            "CREATE VIRTUAL TABLE IF NOT EXISTS card_search USING fts5("
            'names, rules_text, tokenize = "unicode61 remove_diacritics 2")'
        )
    )
    connection.execute(text(f"PRAGMA user_version = {SCHEMA_VERSION}"))


def _create(connection: Connection, table: Table) -> None:
    connection.execute(CreateTable(table))
    # A table keeps its indexes in a set; in order of name, the same schema gives the same file.
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        connection.execute(CreateIndex(index))


def complete_schema(connection: Connection) -> None:
    """Adds to an older catalogue of the same version what came later: facts of sets, origins of facts, clauses."""
    columns = {row[1] for row in connection.exec_driver_sql("PRAGMA table_info(card_set)")}
    if "facts" not in columns:
        connection.exec_driver_sql("ALTER TABLE card_set ADD COLUMN facts JSON DEFAULT '{}' NOT NULL")
    columns = {row[1] for row in connection.exec_driver_sql("PRAGMA table_info(ability)")}
    if "clauses" not in columns:
        connection.exec_driver_sql("ALTER TABLE ability ADD COLUMN clauses VARCHAR")
    if not connection.exec_driver_sql("PRAGMA table_info(origin)").fetchall():
        _create(connection, SQLModel.metadata.tables["origin"])


def create_views(connection: Connection, games: Iterable[tuple[str, CardFields]]) -> None:
    """Makes one view a game with that game's columns, so that any SQLite tool reads the catalogue without us."""
    for slug, fields in games:
        columns = ", ".join(f"json_extract(c.facts, '$.{f.fact}') AS \"{f.column}\"" for f in fields.columns)
        connection.execute(text(f'DROP VIEW IF EXISTS "{slug}"'))
        connection.execute(
            text(
                f'CREATE VIEW "{slug}" AS SELECT c.key AS id, c.name AS name, {columns}, '
                "(SELECT group_concat(code, ' ') FROM (SELECT DISTINCT s.code, s.position FROM printing p "
                "JOIN card_set s ON s.id = p.set_id WHERE p.card_id = c.id AND p.removed IS NULL "
                "ORDER BY s.position)) AS sets, "
                "(SELECT group_concat(k.keyword || coalesce(' ' || k.value, ''), '; ') FROM "
                "(SELECT keyword, value FROM keyword WHERE card_id = c.id ORDER BY position) k) AS keywords "
                "FROM card c JOIN game g ON g.id = c.game_id "
                f"WHERE g.slug = '{slug}' AND c.removed IS NULL"
            )
        )
