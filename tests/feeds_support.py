"""A small feed of made-up cards in LorcanaJSON's shape, and a way to compare catalogues by content."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from deckkit.feeds.source import GameFeeds
from deckkit.feeds.upsert import Target
from deckkit.games import get_game


def lorcana_feeds() -> GameFeeds:
    feeds = get_game("lorcana").feeds
    assert feeds is not None
    return feeds()


def card(feed_id: int, name: str, version: str | None = None, **changes: Any) -> dict[str, Any]:
    """A made-up character of set 1, with one ability."""
    full = f"{name} - {version}" if version else name
    raw: dict[str, Any] = {
        "id": feed_id,
        "fullName": full,
        "name": name,
        "simpleName": full.lower(),
        "type": "Character",
        "color": "Amber",
        "cost": 3,
        "inkwell": True,
        "strength": 2,
        "willpower": 3,
        "lore": 1,
        "subtypes": ["Storyborn"],
        "abilities": [{"type": "static", "name": "TEST", "fullText": f"TEST Words made up for\n{name}."}],
        "fullText": f"TEST Words made up for\n{name}.",
        "setCode": "1",
        "number": feed_id,
        "fullIdentifier": f"{feed_id}/204 • EN • 1",
        "rarity": "Common",
        "story": "Tests",
        "allowedInFormats": {"Core": {"allowed": True}, "Infinity": {"allowed": True}},
    }
    if version is not None:
        raw["version"] = version
    raw |= changes
    return {key: value for key, value in raw.items() if value is not ...}


def one_set(code: str = "1", **changes: Any) -> dict[str, Any]:
    raw = {
        "name": f"Set {code}",
        "number": int(code.lstrip("Q")),
        "type": "quest" if code.startswith("Q") else "expansion",
        "prereleaseDate": "2024-01-01",
        "releaseDate": "2024-01-08",
        "hasAllCards": True,
    }
    return raw | changes


def feed(
    cards: list[dict[str, Any]],
    sets: tuple[str, ...] = ("1",),
    version: str = "2.4.0",
    day: str = "2026-10-16",
    language: str = "en",
) -> dict[str, Any]:
    return {
        "metadata": {"formatVersion": version, "generatedOn": f"{day}T10:00:00", "language": language},
        "sets": {code: one_set(code) for code in sets},
        "cards": cards,
    }


def save(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


CARDS = [
    card(1, "Alpha", "First"),
    card(2, "Beta", "Second", cost=5),
    card(3, "Gamma", type="Item", strength=..., lore=...),
]


def content(path: Path | Target, history: bool = True) -> dict[str, Any]:
    """All rows by stable keys. Without history: no former names or texts, no runs, no marks of what was removed."""
    file = path.path if isinstance(path, Target) else path
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        current = "" if history else "AND a.used_until IS NULL"
        found: dict[str, Any] = {
            "sets": db.execute(
                "SELECT code, name, kind, position, prerelease, release, complete, names, removed FROM card_set "
                "ORDER BY code"
            ).fetchall(),
            "cards": db.execute(
                "SELECT key, name, facts, unknown, claims, source, removed FROM card ORDER BY key"
            ).fetchall(),
            "printings": db.execute(
                "SELECT p.feed_id, c.key, s.code, p.number, p.variant, p.promo, p.rarity, p.facts, p.source, p.removed "
                "FROM printing p JOIN card c ON c.id = p.card_id JOIN card_set s ON s.id = p.set_id ORDER BY p.feed_id"
            ).fetchall(),
            "names": db.execute(
                "SELECT c.key, n.language, n.kind, n.text, n.folded, n.source FROM name n "
                "JOIN card c ON c.id = n.card_id ORDER BY c.key, n.language, n.id"
            ).fetchall(),
            "keywords": db.execute(
                "SELECT c.key, k.position, k.keyword, k.value, k.number FROM keyword k JOIN card c ON c.id = k.card_id "
                "ORDER BY c.key, k.position"
            ).fetchall(),
            "abilities": db.execute(
                "SELECT c.key, a.position, a.language, a.kind, a.name, a.text, a.text_hash, a.used_until "
                f"FROM ability a JOIN card c ON c.id = a.card_id WHERE 1 {current} ORDER BY c.key, a.position"
            ).fetchall(),
            "aliases": db.execute(
                "SELECT c.key, a.text, a.until, a.source FROM alias a JOIN card c ON c.id = a.card_id "
                "ORDER BY c.key, a.text"
            ).fetchall(),
            "search": db.execute(
                "SELECT c.key, s.names, s.rules_text FROM card_search s JOIN card c ON c.id = s.rowid ORDER BY c.key"
            ).fetchall(),
            "runs": db.execute(
                "SELECT feed, version, language, generated, sha256 FROM feed_run ORDER BY id"
            ).fetchall(),
        }
    if not history:
        found.pop("runs")
    return found
