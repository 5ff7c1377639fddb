"""A game is one frozen object with named parts; each part has its own file, of the same name in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck, DeckSpec
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.check import Advice, Judge
    from deckkit.legality.formats import FormatBook
    from deckkit.reference import Reference

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
    advise: Callable[[Deck, CardFields], Iterable[Advice]] | None = None
    feeds: Callable[[], GameFeeds] | None = None
    reference: Callable[[], Reference] | None = None

    def judge(self, catalogue: Catalogue, book: FormatBook | None = None) -> Judge:
        """The judge of this game's lists; ``book`` stands in for our formats (with a user's own added, say)."""
        from deckkit.legality.check import Judge

        return Judge(book or self.formats(), catalogue, self.deck, self.cards, self.advise)
