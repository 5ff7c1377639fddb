"""Invocateurs: Duel of the Codex (working title): the game's table of contents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.games.base import Game
from deckkit.games.invocateurs.cards import CARDS
from deckkit.games.invocateurs.deck import DECK

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.decklist.model import Deck
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.check import Advice
    from deckkit.legality.formats import FormatBook
    from deckkit.reference import Reference

__all__ = ["GAME"]


def _formats() -> FormatBook:
    from deckkit.games.invocateurs.rules import load_formats

    return load_formats()


def _advise(deck: Deck, fields: CardFields) -> Iterable[Advice]:
    from deckkit.games.invocateurs.rules import advise

    return advise(deck, fields)


def _feeds() -> GameFeeds:
    from deckkit.games.invocateurs.feed import FEEDS

    return FEEDS


@lru_cache(maxsize=1)
def _reference() -> Reference:
    from deckkit.reference import load_reference

    return load_reference(Path(__file__).with_name("reference.toml"), "invocateurs")


GAME = Game(
    slug="invocateurs",
    title="Invocateurs: Duel of the Codex",
    owners="its makers, who are not known to us (a beta)",
    canonical="fr",
    languages=("fr", "en"),
    cards=CARDS,
    deck=DECK,
    formats=_formats,
    advise=_advise,
    feeds=_feeds,
    reference=_reference,
)
