"""A game is one frozen object with named parts; each part has its own file, of the same name in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck, DeckSpec
    from deckkit.effects.playing import GameEffects
    from deckkit.engine.rules import TableRules
    from deckkit.feeds.source import GameFeeds
    from deckkit.legality.check import Advice, Judge
    from deckkit.legality.formats import FormatBook
    from deckkit.odds.opening import Opening
    from deckkit.reference import Reference

__all__ = ["Game", "later", "reference_of"]


def later(module: str, name: str) -> Callable[..., Any]:
    """A part that is imported when it is first asked for: a function of ``module``, or a constant as a function."""

    def part(*arguments: Any) -> Any:
        found = getattr(import_module(module), name)
        return found(*arguments) if callable(found) else found

    return part


def reference_of(package_file: str, slug: str) -> Callable[[], Reference]:
    """The reference in ``reference.toml`` beside a game's ``__init__.py``, read when it is first asked for."""

    @cache
    def part() -> Reference:
        from deckkit.reference import load_reference

        return load_reference(Path(package_file).with_name("reference.toml"), slug)

    return part


@dataclass(frozen=True, slots=True)
class Game:
    """A game's table of contents.

    ``cards`` describes its card facts, ``deck`` its lists; ``feeds`` and ``formats`` are made on first use, since
    they read files. ``opening`` says how a game begins, ``questions`` are its ready-made questions. ``table`` are the
    rules of play, ``pilot`` how a test hand is played, ``scenario`` the words of scenario files, ``effects`` those of
    what cards do. A part that does not exist is None, and the command line says so.
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
    opening: Callable[[], Opening] | None = None
    questions: Callable[[], Any] | None = None
    table: Callable[[], TableRules] | None = None
    pilot: Callable[..., Any] | None = None
    scenario: Callable[[], Any] | None = None
    effects: Callable[[], GameEffects] | None = None

    def judge(self, catalogue: Catalogue, book: FormatBook | None = None) -> Judge:
        """The judge of this game's lists; ``book`` stands in for our formats (with a user's own added, say)."""
        from deckkit.legality.check import Judge

        return Judge(book or self.formats(), catalogue, self.deck, self.cards, self.advise)
