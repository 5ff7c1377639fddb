"""Lorcana's feeds: where they live and which shapes are read."""

from __future__ import annotations

from pathlib import Path

from deckkit.feeds.facts import FactsShape
from deckkit.feeds.source import GameFeeds
from deckkit.games.base import later
from deckkit.games.lorcana.cards import CARDS
from deckkit.games.lorcana.feed_lorcanajson import AllCards, CardList, SetFiles
from deckkit.games.lorcana.feed_lorcast import Lorcast
from deckkit.games.lorcana.feed_names import NameTable, SetNames

__all__ = ["FEEDS"]

FEEDS = GameFeeds(
    slug="lorcana",
    title="Disney Lorcana",
    fields=CARDS,
    shapes=(AllCards(), SetFiles(), CardList(), NameTable(), SetNames(), Lorcast(), FactsShape("lorcana")),
    sources=("lorcanajson", "lorcanajson-inputs", "great-illuminary", "lorcast"),
    languages=("en", "fr", "de", "it"),
    canonical="en",
    folder_files=("setdata.*.json",),
    live=lambda language: f"https://lorcanajson.org/files/current/{language}/allCards.json",
    compiler=later("deckkit.games.lorcana.compiling", "COMPILER"),
    corrections_file=Path(__file__).with_name("corrections.toml"),
)
