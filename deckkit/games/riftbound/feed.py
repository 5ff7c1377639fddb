"""Riftbound's feeds: where they live and which shapes are read."""

from __future__ import annotations

from pathlib import Path

from deckkit.feeds.facts import FactsShape
from deckkit.feeds.source import GameFeeds, Paging
from deckkit.games.base import later
from deckkit.games.riftbound.cards import CARDS
from deckkit.games.riftbound.feed_errata import ErrataOverlay
from deckkit.games.riftbound.feed_order import ORDER
from deckkit.games.riftbound.feed_riftcodex import Riftcodex
from deckkit.games.riftbound.feed_riftscribe import Riftscribe
from deckkit.games.riftbound.feed_rulekit import Rulekit
from deckkit.games.riftbound.feed_rules_engine import RulesEngine

__all__ = ["FEEDS"]

FEEDS = GameFeeds(
    slug="riftbound",
    title="Riftbound",
    fields=CARDS,
    shapes=(Riftcodex(), ErrataOverlay(), Rulekit(), Riftscribe(), RulesEngine(), FactsShape("riftbound")),
    sources=ORDER,
    languages=("en",),
    canonical="en",
    live=lambda _: "https://api.riftcodex.com/cards",
    paging=Paging(),
    corrections_file=Path(__file__).with_name("corrections.toml"),
    compiler=later("deckkit.games.riftbound.compiling", "COMPILER"),
)
