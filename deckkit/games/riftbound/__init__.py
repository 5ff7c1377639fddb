"""Riftbound: the game's table of contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckkit.games.base import Game
from deckkit.games.riftbound.cards import CARDS
from deckkit.games.riftbound.deck import DECK

if TYPE_CHECKING:
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.formats import FormatBook

__all__ = ["GAME"]


def _formats() -> FormatBook:
    from deckkit.games.riftbound.rules import load_formats

    return load_formats()


def _feeds() -> GameFeeds:
    from deckkit.games.riftbound.feed import FEEDS

    return FEEDS


GAME = Game(
    slug="riftbound",
    title="Riftbound",
    owners="Riot Games",
    canonical="en",
    languages=("en",),
    cards=CARDS,
    deck=DECK,
    formats=_formats,
    feeds=_feeds,
)
