"""Disney Lorcana: the game's table of contents."""

from deckkit.games.base import Game
from deckkit.games.lorcana.cards import CARDS
from deckkit.games.lorcana.deck import DECK

__all__ = ["GAME"]


def _formats():  # type: ignore[no-untyped-def]
    from deckkit.games.lorcana.rules import load_formats

    return load_formats()


def _feeds():  # type: ignore[no-untyped-def]
    from deckkit.games.lorcana.feed import FEEDS

    return FEEDS


GAME = Game(
    slug="lorcana",
    title="Disney Lorcana",
    owners="Disney and Ravensburger",
    canonical="en",
    languages=("en", "fr", "de", "it"),
    cards=CARDS,
    deck=DECK,
    formats=_formats,
    feeds=_feeds,
)
