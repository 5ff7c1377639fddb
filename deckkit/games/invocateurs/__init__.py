"""Invocateurs: Duel of the Codex (working title): the game's table of contents."""

from deckkit.games.base import Game, later, reference_of
from deckkit.games.invocateurs.cards import CARDS
from deckkit.games.invocateurs.deck import DECK
from deckkit.i18n import mark

__all__ = ["GAME"]

GAME = Game(
    slug="invocateurs",
    title="Invocateurs: Duel of the Codex",
    owners=mark("its makers, who are not known to us (a beta)"),
    canonical="fr",
    languages=("fr", "en"),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.invocateurs.rules", "load_formats"),
    advise=later("deckkit.games.invocateurs.rules", "advise"),
    feeds=later("deckkit.games.invocateurs.feed", "FEEDS"),
    reference=reference_of(__file__, "invocateurs"),
    opening=later("deckkit.games.invocateurs.setup", "OPENING"),
    questions=later("deckkit.games.invocateurs.questions", "QUESTIONS"),
    table=later("deckkit.games.invocateurs.table", "TABLE"),
    pilot=later("deckkit.games.invocateurs.pilot", "SOLO"),
    scenario=later("deckkit.games.invocateurs.scenario", "WORDS"),
    effects=later("deckkit.games.invocateurs.labels", "EFFECTS"),
)
