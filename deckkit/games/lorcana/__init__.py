"""Disney Lorcana: the game's table of contents."""

from deckkit.games.base import Game, later, reference_of
from deckkit.games.lorcana.cards import CARDS
from deckkit.games.lorcana.deck import DECK
from deckkit.i18n import mark

__all__ = ["GAME"]

GAME = Game(
    slug="lorcana",
    title="Disney Lorcana",
    owners=mark("Disney and Ravensburger"),
    canonical="en",
    languages=("en", "fr", "de", "it"),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.lorcana.rules", "load_formats"),
    advise=later("deckkit.games.lorcana.rules", "advise"),
    feeds=later("deckkit.games.lorcana.feed", "FEEDS"),
    reference=reference_of(__file__, "lorcana"),
    opening=later("deckkit.games.lorcana.setup", "OPENING"),
    questions=later("deckkit.games.lorcana.questions", "QUESTIONS"),
    table=later("deckkit.games.lorcana.table", "TABLE"),
    pilot=later("deckkit.games.lorcana.pilot", "SOLO"),
    scenario=later("deckkit.games.lorcana.scenario", "SCENARIO"),
    effects=later("deckkit.games.lorcana.labels", "EFFECTS"),
)
