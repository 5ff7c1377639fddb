"""``deckkit update`` as a function: from where the feed is to the report of what it changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from deckkit.catalogue.store import shipped_path, user_path
from deckkit.errors import FeedError, UsageError
from deckkit.feeds.read import read_bytes, read_parts, read_path
from deckkit.feeds.report import Report
from deckkit.feeds.source import Bundle, GameFeeds
from deckkit.feeds.upsert import Target, import_bundle, take_back
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.feeds.fetch import Progress

__all__ = ["feeds_of", "find_target", "read_source", "take_back", "update"]


def find_target(db: Path | None = None) -> Target:
    """The catalogue to write: ``db``, else ``$DECKKIT_DB``, else the user's own copy, which begins as the shipped one.

    A catalogue that is named and does not exist yet begins empty.
    """
    named = db or (Path(os.environ["DECKKIT_DB"]) if os.environ.get("DECKKIT_DB") else None)
    return Target(named) if named is not None else Target(user_path(), shipped_path())


def read_source(
    feeds: GameFeeds,
    source: str | os.PathLike[str] | None = None,
    *,
    language: str | None = None,
    progress: Progress | None = None,
    cache: Path | None = None,
) -> Bundle:
    """The documents of a path or URL, or of the game's live feed in ``language`` where ``source`` is None."""
    if source is None:
        from deckkit.feeds.fetch import fetch_live, fetch_pages

        if feeds.live is None:
            what = Text("there is no live feed for {game}", {"game": feeds.title})
            raise FeedError(what, do=Text("name a file with --from"))
        wanted = language or feeds.canonical
        if wanted not in feeds.languages:
            raise UsageError(
                Text("there is no feed in '{language}'", {"language": wanted}),
                "--language",
                Text("use one of: {all}", {"all": list(feeds.languages)}),
            )
        if feeds.paging is not None:
            pages = fetch_pages(feeds.live(wanted), feeds.paging, progress=progress, cache=cache)
            return read_parts(pages, feeds.live(wanted))
        data, url = fetch_live(feeds.live(wanted), progress=progress, cache=cache)
        return read_bytes(data, url)
    if language is not None:
        what = Text("the language is chosen for the live feed only; a file says its own")
        raise UsageError(what, "--language", Text("leave out --language or --from"))
    text = os.fspath(source)
    if text.lower().startswith(("http://", "https://")):
        from deckkit.feeds.fetch import fetch

        return read_bytes(fetch(text, progress=progress, cache=cache), text)
    return read_path(Path(text), feeds.folder_files, feeds.readable)


class _HasFeeds(Protocol):
    @property
    def title(self) -> str: ...

    @property
    def feeds(self) -> Callable[[], GameFeeds] | None: ...


def update(
    game: GameFeeds | _HasFeeds,
    source: str | os.PathLike[str] | None = None,
    target: Target | os.PathLike[str] | str | None = None,
    *,
    language: str | None = None,
    dry_run: bool = False,
    allow_older: bool = False,
    allow_removals: bool = False,
    day: date | None = None,
    progress: Progress | None = None,
    cache: Path | None = None,
) -> Report:
    """Imports a feed into a catalogue and reports what changed (or would, with ``dry_run``).

    ``game`` is a game or its feeds. ``source`` is a file (also ``.gz``, ``.zip``), a folder of such files or a
    URL; None is the live feed. ``target`` is the catalogue to write (default: :func:`find_target`). ``day`` is today,
    noted as the day of the import: a feed made later is refused. ``allow_older`` takes one that is older than the
    catalogue's, ``allow_removals`` one that lacks very many cards. Raises :class:`FeedError` and
    :class:`CatalogueError`; the catalogue is then as it was.

    >>> from deckkit.feeds import update
    >>> from deckkit.games import GAMES
    >>> report = update(GAMES["lorcana"], "allCards.json")  # doctest: +SKIP
    """
    feeds = game if isinstance(game, GameFeeds) else feeds_of(game)
    bundle = read_source(feeds, source, language=language, progress=progress, cache=cache)
    if not isinstance(target, Target):
        target = find_target(None if target is None else Path(target))
    return import_bundle(
        feeds,
        bundle,
        target,
        dry_run=dry_run,
        allow_older=allow_older,
        allow_removals=allow_removals,
        day=day,
    )


def feeds_of(game: _HasFeeds) -> GameFeeds:
    """The game's feeds. Raises :class:`UsageError` for a game that has none."""
    if game.feeds is None:
        raise UsageError(Text("there are no feeds for {game}", {"game": game.title}))
    return game.feeds()
