"""Made-up printings in Riftcodex's shape."""

from __future__ import annotations

from typing import Any

from deckkit.feeds.source import GameFeeds
from deckkit.games import get_game


def riftbound_feeds() -> GameFeeds:
    feeds = get_game("riftbound").feeds
    assert feeds is not None
    return feeds()


def row(printed: str, name: str, /, **changes: Any) -> dict[str, Any]:
    """A made-up unit; ``changes`` name fields of any depth by their last key (``type``, ``domain``, ``new`` …)."""
    code = printed.split("-")[0].upper()
    raw: dict[str, Any] = {
        "id": f"row of {printed}",
        "name": name,
        "riftbound_id": printed,
        "tcgplayer_id": "1",
        "collector_number": 1,
        "attributes": {"energy": 3, "might": 2, "power": None},
        "classification": {"type": "Unit", "supertype": None, "rarity": "Common", "domain": ["Fury"]},
        "text": {"rich": "<p>[NO TEXT]</p>", "plain": "[NO TEXT]", "flavour": None},
        "set": {"set_id": code, "label": f"Set {code}"},
        "tags": [],
        "metadata": {
            "clean_name": name,
            "updated_on": "2026-07-21T20:05:23.285938+00:00",
            "alternate_art": False,
            "overnumbered": False,
            "signature": False,
        },
        "new": False,
    }
    for key, value in changes.items():
        holder = next((part for part in raw.values() if isinstance(part, dict) and key in part), raw)
        if value is ...:
            del holder[key]
        else:
            holder[key] = value
    return raw


def legend(printed: str, name: str, tags: list[str], **changes: Any) -> dict[str, Any]:
    """A made-up Legend of two domains."""
    plain: dict[str, Any] = {"type": "Legend", "domain": ["Fury", "Chaos"], "energy": None, "might": None}
    return row(printed, name, **plain | {"tags": tags} | changes)


def champion(printed: str, name: str, tags: list[str], **changes: Any) -> dict[str, Any]:
    """A made-up Champion unit."""
    plain: dict[str, Any] = {"supertype": "Champion", "tags": tags}
    return row(printed, name, **plain | changes)
