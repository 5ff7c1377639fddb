"""The registry of games: ours, and those that other packages bring. A game is imported when it is first asked for.

Another package brings a game through an entry point of the group ``deckkit.games``: its name is the game's short name,
its value where the :class:`Game` is (``my_package:GAME``). Installed packages are looked through only where all games
are wanted, or one that is not ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from deckkit.errors import UsageError
from deckkit.games.base import Game
from deckkit.i18n import Text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GAMES", "Game", "get_game"]

_SLUGS = ("lorcana", "riftbound", "wowtcg", "invocateurs", "allegiance")


_GROUP = "deckkit.games"


@cache
def _others() -> Mapping[str, EntryPoint]:
    """The games of other packages by name; ours cannot be replaced, and of two of one name the first is taken."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=_GROUP), key=lambda point: (point.name, point.value)):
        if point.name not in _SLUGS:
            found.setdefault(point.name, point)
    return found


@cache
def _load(point: EntryPoint) -> Game:
    """The game that an entry point names. Whatever a foreign package does wrong is told as its fault."""
    where = f"{_GROUP}: {point.name} = {point.value}"
    do = Text("mend or remove the package {package}", {"package": point.dist.name if point.dist else point.module})
    try:
        game = point.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(
            Text("a game of another package cannot be loaded ({reason})", {"reason": reason}), where, do
        ) from error
    if not isinstance(game, Game) or game.slug != point.name:
        raise UsageError(Text("this entry point leads to no game of that name"), where, do)
    return game


class _Games(Mapping[str, Game]):
    def __getitem__(self, slug: str) -> Game:
        if slug in _SLUGS:
            game: Game = import_module(f"deckkit.games.{slug}").GAME
            return game
        return _load(_others()[slug])

    def __contains__(self, slug: object) -> bool:
        return slug in _SLUGS or slug in _others()

    def __iter__(self) -> Iterator[str]:
        yield from _SLUGS
        yield from _others()

    def __len__(self) -> int:
        return len(_SLUGS) + len(_others())


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
