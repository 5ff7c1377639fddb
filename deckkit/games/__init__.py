"""The registry of games. A game's package is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from deckkit.errors import UsageError
from deckkit.games.base import Game
from deckkit.i18n import Text

__all__ = ["GAMES", "Game", "get_game"]

_SLUGS = ("lorcana",)


class _Games(Mapping[str, Game]):
    def __getitem__(self, slug: str) -> Game:
        if slug not in _SLUGS:
            raise KeyError(slug)
        game: Game = import_module(f"deckkit.games.{slug}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_SLUGS)

    def __len__(self) -> int:
        return len(_SLUGS)


GAMES: Mapping[str, Game] = _Games()


def get_game(slug: str) -> Game:
    """The game with this slug. Raises :class:`UsageError` naming the known ones."""
    try:
        return GAMES[slug.strip().lower()]
    except KeyError:
        raise UsageError(
            Text("there is no game called '{game}'", {"game": slug}),
            do=Text("use one of: {games}", {"games": list(GAMES)}),
        ) from None
