"""World of Warcraft TCG and WoW TCG Reborn: the game's table of contents."""

from deckkit.games.base import Game, later, reference_of
from deckkit.games.wowtcg.cards import CARDS
from deckkit.games.wowtcg.deck import DECK
from deckkit.i18n import mark

__all__ = ["GAME"]

GAME = Game(
    slug="wowtcg",
    title="World of Warcraft TCG",
    owners=mark("Blizzard Entertainment (publishers: Upper Deck, later Cryptozoic)"),
    canonical="en",
    languages=("en", "fr"),
    cards=CARDS,
    deck=DECK,
    formats=later("deckkit.games.wowtcg.rules", "load_formats"),
    feeds=later("deckkit.games.wowtcg.feed", "FEEDS"),
    reference=reference_of(__file__, "wowtcg"),
    opening=later("deckkit.games.wowtcg.setup", "OPENING"),
    questions=later("deckkit.games.wowtcg.questions", "QUESTIONS"),
    table=later("deckkit.games.wowtcg.table", "TABLE"),
    pilot=later("deckkit.games.wowtcg.pilot", "SOLO"),
    scenario=later("deckkit.games.wowtcg.scenario", "WORDS"),
    effects=later("deckkit.games.wowtcg.labels", "EFFECTS"),
)
