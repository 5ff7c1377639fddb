"""Rites of Allegiance (working title): the game's table of contents."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.games.allegiance.cards import CARDS
from deckkit.games.allegiance.deck import DECK
from deckkit.games.base import Game

if TYPE_CHECKING:
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.formats import FormatBook
    from deckkit.reference import Reference

__all__ = ["GAME"]


def _formats() -> FormatBook:
    from deckkit.games.allegiance.rules import load_formats

    return load_formats()


def _feeds() -> GameFeeds:
    from deckkit.games.allegiance.feed import FEEDS

    return FEEDS


@lru_cache(maxsize=1)
def _reference() -> Reference:
    from deckkit.reference import load_reference

    return load_reference(Path(__file__).with_name("reference.toml"), "allegiance")


GAME = Game(
    slug="allegiance",
    title="Rites of Allegiance",
    owners="its makers, who are not known to us",
    canonical="fr",
    languages=("fr", "en"),
    cards=CARDS,
    deck=DECK,
    formats=_formats,
    feeds=_feeds,
    reference=_reference,
)
