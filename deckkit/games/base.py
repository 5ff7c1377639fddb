"""A game is one frozen object with named parts; each part has its own file, of the same name in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.decklist.model import DeckSpec
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.formats import FormatBook

__all__ = ["Game"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game's table of contents.

    ``cards`` describes its card facts, ``deck`` its lists; ``feeds`` and ``formats`` are made on first use, since
    they read files. A part that does not exist is None, and the command line says so.
    ``owners`` names who owns the game. ``canonical`` is the language whose names decide.
    """

    slug: str
    title: str
    owners: str
    canonical: str
    languages: tuple[str, ...]
    cards: CardFields
    deck: DeckSpec
    formats: Callable[[], FormatBook]
    feeds: Callable[[], GameFeeds] | None = None
    reference: Callable[[], Mapping[str, object]] | None = None
