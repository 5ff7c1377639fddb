"""The rows of one game as they stand in the catalogue, by stable keys: what an import is compared with."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deckkit.catalogue.store import ability_clauses, set_facts

__all__ = [
    "AbilityState",
    "CardState",
    "NameState",
    "OriginState",
    "PrintingState",
    "SetState",
    "State",
    "canonical_json",
]


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def canonical_json(value: Any) -> str:
    """One text for one value: what the JSON columns hold."""
    if value:
        return _encode(value)
    return "{}" if isinstance(value, dict) else "[]" if isinstance(value, list) else _encode(value)


@dataclass(slots=True)
class SetState:
    """A row of ``card_set``."""

    id: int
    code: str
    name: str
    kind: str
    position: int
    prerelease: str | None
    release: str | None
    complete: bool
    names: str
    removed: str | None
    facts: str = "{}"


@dataclass(slots=True)
class CardState:
    """A row of ``card``; the JSON columns as texts."""

    id: int
    key: str
    name: str
    facts: str
    unknown: str
    claims: str
    source: str
    removed: str | None


@dataclass(slots=True)
class PrintingState:
    """A row of ``printing``."""

    id: int
    feed_id: str
    card_id: int
    set_id: int
    number: str | None
    variant: str | None
    promo: str | None
    rarity: str | None
    facts: str
    source: str
    removed: str | None


class NameState(NamedTuple):
    """A row of ``name``."""

    language: str
    kind: str
    text: str
    folded: str
    source: str


class AbilityState(NamedTuple):
    """A row of ``ability``."""

    language: str
    kind: str
    name: str | None
    text: str | None
    text_hash: str
    used_until: str | None
    ir: str | None = None
    status: str | None = None
    origin: str | None = None
    clauses: str | None = None


class OriginState(NamedTuple):
    """A row of ``origin``: who completed a fact, and what was known of it before (JSON)."""

    source: str
    before: str | None = None


Keyword = tuple[str, str | None, int | None]


@dataclass(slots=True)
class State:
    """Everything of one game. Children are lists in their order, by the card's id."""

    game_id: int | None = None
    sets: dict[str, SetState] = field(default_factory=dict)
    cards: dict[str, CardState] = field(default_factory=dict)
    printings: dict[str, PrintingState] = field(default_factory=dict)
    names: dict[int, list[NameState]] = field(default_factory=lambda: defaultdict(list))
    aliases: dict[int, dict[str, tuple[str, str | None, str]]] = field(default_factory=lambda: defaultdict(dict))
    keywords: dict[int, list[Keyword]] = field(default_factory=lambda: defaultdict(list))
    abilities: dict[int, list[AbilityState]] = field(default_factory=lambda: defaultdict(list))
    origins: dict[int, dict[str, OriginState]] = field(default_factory=lambda: defaultdict(dict))
    next_card: int = 1
    next_printing: int = 1
    next_set: int = 1

    @classmethod
    def load(cls, db: sqlite3.Connection, game: str) -> State:
        """Reads all rows of the game."""
        state = cls()
        for table, attribute in (("card", "next_card"), ("printing", "next_printing"), ("card_set", "next_set")):
            setattr(state, attribute, (db.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0) + 1)
        row = db.execute("SELECT id FROM game WHERE slug = ?", (game,)).fetchone()
        if row is None:
            return state
        state.game_id = row[0]
        sql = (
            f"SELECT id, code, name, kind, position, prerelease, release, complete, names, removed, {set_facts(db)} "
            "FROM card_set WHERE game_id = ? ORDER BY id"
        )
        for row in db.execute(sql, (state.game_id,)):
            state.sets[row[1]] = SetState(*row)
            state.sets[row[1]].complete = bool(row[7])
        sql = "SELECT id, key, name, facts, unknown, claims, source, removed FROM card WHERE game_id = ? ORDER BY id"
        for row in db.execute(sql, (state.game_id,)):
            state.cards[row[1]] = CardState(*row)
        sql = (
            "SELECT id, feed_id, card_id, set_id, number, variant, promo, rarity, facts, source, removed FROM printing "
            "WHERE game_id = ? ORDER BY id"
        )
        for row in db.execute(sql, (state.game_id,)):
            state.printings[row[1]] = PrintingState(*row)
        mine = "JOIN card c ON c.id = x.card_id WHERE c.game_id = ?"
        for card_id, *rest in db.execute(
            f"SELECT x.card_id, x.language, x.kind, x.text, x.folded, x.source FROM name x {mine} ORDER BY x.id",
            (state.game_id,),
        ):
            state.names[card_id].append(NameState(*rest))
        for card_id, text, *rest in db.execute(
            f"SELECT x.card_id, x.text, x.folded, x.until, x.source FROM alias x {mine} ORDER BY x.id", (state.game_id,)
        ):
            state.aliases[card_id][text] = (rest[0], rest[1], rest[2])
        for card_id, *rest in db.execute(
            f"SELECT x.card_id, x.keyword, x.value, x.number FROM keyword x {mine} ORDER BY x.card_id, x.position",
            (state.game_id,),
        ):
            state.keywords[card_id].append((rest[0], rest[1], rest[2]))
        for card_id, *rest in db.execute(
            "SELECT x.card_id, x.language, x.kind, x.name, x.text, x.text_hash, x.used_until, x.ir, x.status, "
            f"x.origin, {ability_clauses(db)} FROM ability x {mine} ORDER BY x.card_id, x.language, x.position",
            (state.game_id,),
        ):
            state.abilities[card_id].append(AbilityState(*rest))
        # The first catalogues of this version did not have this table.
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'origin'").fetchone():
            sql = f"SELECT x.card_id, x.fact, x.source, x.before FROM origin x {mine} ORDER BY x.id"
            for card_id, fact, *rest in db.execute(sql, (state.game_id,)):
                state.origins[card_id][fact] = OriginState(*rest)
        return state
