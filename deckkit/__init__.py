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
    from deckkit.api import check, open_catalogue, read_deck
    from deckkit.catalogue import Catalogue
    from deckkit.games import GAMES

__all__ = ["GAMES", "Catalogue", "check", "open_catalogue", "read_deck"]

_HOME = {
    "Catalogue": "deckkit.catalogue",
    "GAMES": "deckkit.games",
    "check": "deckkit.api",
    "open_catalogue": "deckkit.api",
    "read_deck": "deckkit.api",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'deckkit' has no attribute {name!r}")
