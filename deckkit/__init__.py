"""deckkit: card catalogue, deck lists and legality for card games.

The public API on one screen; everything is loaded on first use::

    from datetime import date
    import deckkit

    deck = deckkit.read_deck("4 Elsa - Spirit of Winter", "lorcana")
    verdict = deckkit.check(deck, "core", on=date(2026, 11, 30))
    verdict.legal, verdict.codes      # (False, ('size.too_small',))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckkit.api import check, draw_odds, mulligan_odds, open_catalogue, pool_odds, read_deck, run_goldfish
    from deckkit.catalogue import Catalogue
    from deckkit.games import GAMES

__all__ = [
    "GAMES",
    "Catalogue",
    "check",
    "draw_odds",
    "mulligan_odds",
    "open_catalogue",
    "pool_odds",
    "read_deck",
    "run_goldfish",
]

_HOME = {
    "Catalogue": "deckkit.catalogue",
    "GAMES": "deckkit.games",
    "check": "deckkit.api",
    "draw_odds": "deckkit.api",
    "mulligan_odds": "deckkit.api",
    "pool_odds": "deckkit.api",
    "open_catalogue": "deckkit.api",
    "read_deck": "deckkit.api",
    "run_goldfish": "deckkit.api",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'deckkit' has no attribute {name!r}")
