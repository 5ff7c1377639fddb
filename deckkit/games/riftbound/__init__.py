"""Riftbound: the game's table of contents."""

from deckkit.games.base import Game, later, reference_of
from deckkit.games.riftbound.cards import CARDS
from deckkit.games.riftbound.deck import DECK

__all__ = ["GAME"]

GAME = Game(
    slug="riftbound",
    title="Riftbound",
    owners="Riot Games",
    canonical="en",
    languages=("en",),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.riftbound.rules", "load_formats"),
    feeds=later("deckkit.games.riftbound.feed", "FEEDS"),
    reference=reference_of(__file__, "riftbound"),
    opening=later("deckkit.games.riftbound.setup", "OPENING"),
    questions=later("deckkit.games.riftbound.questions", "QUESTIONS"),
    table=later("deckkit.games.riftbound.table", "TABLE"),
    pilot=later("deckkit.games.riftbound.pilot", "SOLO"),
    scenario=later("deckkit.games.riftbound.scenario", "SCENARIO"),
    effects=later("deckkit.games.riftbound.labels", "EFFECTS"),
)
