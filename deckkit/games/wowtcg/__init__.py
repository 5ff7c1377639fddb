"""World of Warcraft TCG and WoW TCG Reborn: the game's table of contents."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.games.base import Game
from deckkit.games.wowtcg.cards import CARDS
from deckkit.games.wowtcg.deck import DECK

if TYPE_CHECKING:
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.formats import FormatBook
    from deckkit.reference import Reference

__all__ = ["GAME"]


def _formats() -> FormatBook:
    from deckkit.games.wowtcg.rules import load_formats

    return load_formats()


def _feeds() -> GameFeeds:
    from deckkit.games.wowtcg.feed import FEEDS

    return FEEDS


@lru_cache(maxsize=1)
def _reference() -> Reference:
    from deckkit.reference import load_reference

    return load_reference(Path(__file__).with_name("reference.toml"), "wowtcg")


GAME = Game(
    slug="wowtcg",
    title="World of Warcraft TCG",
    owners="Blizzard Entertainment (publishers: Upper Deck, later Cryptozoic)",
    canonical="en",
    languages=("en", "fr"),
    cards=CARDS,
    deck=DECK,
    formats=_formats,
    feeds=_feeds,
    reference=_reference,
)
