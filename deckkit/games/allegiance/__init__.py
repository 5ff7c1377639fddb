"""Rites of Allegiance (working title): the game's table of contents."""

from deckkit.games.allegiance.cards import CARDS
from deckkit.games.allegiance.deck import DECK
from deckkit.games.base import Game, later, reference_of
from deckkit.i18n import mark

__all__ = ["GAME"]

GAME = Game(
    slug="allegiance",
    title="Rites of Allegiance",
    owners=mark("its makers, who are not known to us"),
    canonical="fr",
    languages=("fr", "en"),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.allegiance.rules", "load_formats"),
    feeds=later("deckkit.games.allegiance.feed", "FEEDS"),
    reference=reference_of(__file__, "allegiance"),
    opening=later("deckkit.games.allegiance.setup", "OPENING"),
    questions=later("deckkit.games.allegiance.questions", "QUESTIONS"),
    table=later("deckkit.games.allegiance.table", "TABLE"),
    pilot=later("deckkit.games.allegiance.pilot", "SOLO"),
    scenario=later("deckkit.games.allegiance.scenario", "WORDS"),
    effects=later("deckkit.games.allegiance.labels", "EFFECTS"),
)
