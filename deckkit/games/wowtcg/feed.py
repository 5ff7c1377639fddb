"""WoW TCG's feeds: which shapes are read. The game's sites are gone, so there is no live source."""

from __future__ import annotations

from pathlib import Path

from deckkit.feeds.facts import FactsShape
from deckkit.feeds.source import GameFeeds
from deckkit.games.base import later
from deckkit.games.wowtcg.cards import CARDS
from deckkit.games.wowtcg.feed_mists import MistsNames, RulebookExamples
from deckkit.games.wowtcg.feed_tcgbrowser import TcgBrowser
from deckkit.games.wowtcg.feed_tracker import Tracker
from deckkit.games.wowtcg.feed_utility import Utility

__all__ = ["FEEDS"]

FEEDS = GameFeeds(
    slug="wowtcg",
    title="World of Warcraft TCG",
    fields=CARDS,
    shapes=(TcgBrowser(), Tracker(), Utility(), MistsNames(), RulebookExamples(), FactsShape("wowtcg")),
    sources=("tcgbrowser-2012", "tracker-2022", "utility-2010", "scanner-2023", "rulebook-2020"),
    languages=("en", "fr"),
    canonical="en",
    compiler=later("deckkit.games.wowtcg.compiling", "COMPILER"),
    corrections_file=Path(__file__).with_name("corrections.toml"),
)
