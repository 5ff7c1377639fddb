"""Disney Lorcana: the game's table of contents."""

from deckkit.games.base import Game, later, reference_of
from deckkit.games.lorcana.cards import CARDS
from deckkit.games.lorcana.deck import DECK

__all__ = ["GAME"]

GAME = Game(
    slug="lorcana",
    title="Disney Lorcana",
    owners="Disney and Ravensburger",
    canonical="en",
    languages=("en", "fr", "de", "it"),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.lorcana.rules", "load_formats"),
    advise=later("deckkit.games.lorcana.rules", "advise"),
    feeds=later("deckkit.games.lorcana.feed", "FEEDS"),
    reference=reference_of(__file__, "lorcana"),
)
