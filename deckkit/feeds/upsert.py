"""One import into one catalogue file: all or nothing, also when killed.

Under a lock, the catalogue is copied to a temporary file beside it, changed there in one transaction, checked, and put
in the place of the old one in a single step. Readers keep what they have open; a killed import leaves a temporary file
that the next one sweeps away.
"""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

from deckkit.catalogue.records import FeedData, RunRecord
from deckkit.catalogue.store import SCHEMA_VERSION, Catalogue, damage
from deckkit.errors import CatalogueError, FeedError, UsageError
from deckkit.feeds.effects import compile_texts
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.own_sources import PREFIX, lay, own_runs
from deckkit.feeds.report import Report
from deckkit.feeds.source import Bundle, GameFeeds, MapContext
from deckkit.feeds.state import PrintingState, State
from deckkit.feeds.values import check_day, check_values
from deckkit.i18n import Text

__all__ = ["Target", "import_bundle", "locked", "take_back"]

# A feed that is cut off loses many cards at once; one that mends its mistakes loses few.
_MOST_REMOVED, _SHARE_REMOVED = 20, 0.05


@dataclass(frozen=True, slots=True)
class Target:
    """The catalogue to import into, and the one to begin with where it does not exist yet (None: begin empty)."""

    path: Path
    seed: Path | None = None


@dataclass(frozen=True, slots=True)
class _Laid:
    """A feed laid over the catalogue ``base``, still in memory. ``written``: write also where nothing changed."""

    ledger: Ledger
    base: Path | None
    notice: Text | None
    written: bool


@contextmanager
def locked(path: Path, timeout: float = 120.0) -> Iterator[None]:
    """Holds the lock of a catalogue; :class:`CatalogueError` where another import keeps it over ``timeout`` seconds."""
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(path.name + ".lock"))
        lock.acquire(timeout=timeout)
    except Timeout as error:
        what = Text("another import into this catalogue is still running")
        raise CatalogueError(what, str(path), Text("wait for it and try again")) from error
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _few_collections() -> Iterator[None]:
    """An import makes very many objects and no cycles: looking for garbage meanwhile only costs time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _cannot_write(path: Path, error: OSError) -> CatalogueError:
    what = Text("the catalogue cannot be written ({reason})", {"reason": error.strerror or str(error)})
    return CatalogueError(
        what, str(path), Text("choose another place with --db, or give yourself the right to write there")
    )


def import_bundle(
    feeds: GameFeeds,
    bundle: Bundle,
    target: Target,
    *,
    dry_run: bool = False,
    allow_older: bool = False,
    allow_removals: bool = False,
    day: date | None = None,
    timeout: float = 120.0,
) -> Report:
    """Imports documents into a catalogue and reports what changed.

    ``day`` is today, noted as the day of the import; a feed made later is refused, where it is given. ``allow_older``
    and ``allow_removals`` take a feed that is older than the catalogue's, or lacks very many of its cards. Raises
    :class:`FeedError` where the feed is refused and :class:`CatalogueError` where the catalogue cannot be used; the
    catalogue is then as it was.
    """

    def laid() -> _Laid:
        return _lay(feeds, bundle, target, allow_older, allow_removals, day)

    return _run(feeds, laid, target, dry_run, day, timeout)


def _run(
    feeds: GameFeeds, lay_it: Callable[[], _Laid], target: Target, dry_run: bool, day: date | None, timeout: float
) -> Report:
    with _few_collections():
        if dry_run:
            return _finish(feeds, lay_it(), target, day, dry_run=True)
        # Where there is no catalogue yet, what is refused leaves nothing behind, not even a lock: a lock file cannot
        # be taken away again, since another import may already wait for it.
        first = None if target.path.exists() else lay_it()
        with locked(target.path, timeout):
            for left in target.path.parent.glob(f".{target.path.name}.*.tmp"):
                with suppress(OSError):  # somebody else's, on a shared folder: it does no harm
                    left.unlink()
            # Another import may have made the catalogue meanwhile.
            laid = first if first is not None and not target.path.exists() else lay_it()
            return _finish(feeds, laid, target, day, dry_run=False)


def _lay(
    feeds: GameFeeds, bundle: Bundle, target: Target, allow_older: bool, allow_removals: bool, day: date | None
) -> _Laid:
    base, notice = _base(target)
    catalogue = None if base is None else Catalogue.open(base)
    try:
        context = MapContext(feeds.slug, catalogue, feeds.corrections)
        shape = feeds.shape_of(bundle)
        data = shape.map(bundle, context)
        check_day(data.generated, day, bundle.where)
        check_values(data, feeds.fields, bundle.where)
        older = None if catalogue is None else _older(catalogue, data, day)
        if older is not None and not allow_older:
            raise FeedError(older, bundle.where, Text("to import it all the same, add --allow-older"))
        recorded = catalogue is not None and _recorded(catalogue, data)
    finally:
        if catalogue is not None:
            catalogue.close()
    state, own = State(), []
    if base is not None:
        with closing(_read_only(base)) as db:
            state, own = State.load(db, feeds.slug), own_runs(db, feeds.slug)
    ledger = Ledger(state, data, feeds)
    decided = _decided(state, data)
    lay(ledger, own)
    # Who asks for an older feed knows that it lacks what came later.
    if older is None and not allow_removals and not data.whole:
        _refuse_removals(decided, bundle)
    return _Laid(ledger, base, notice, not recorded)


def _decided(state: State, data: FeedData) -> list[PrintingState]:
    """The present printings from this feed that it decides about: those that it lacks will be marked as removed."""
    if data.scope == "supplement":
        return []
    covered = {state.sets[code].id for code in data.covers if code in state.sets}
    return [
        row
        for row in state.printings.values()
        if row.removed is None and row.source == data.feed and (data.scope == "full" or row.set_id in covered)
    ]


def _refuse_removals(decided: Sequence[PrintingState], bundle: Bundle) -> None:
    """Refuses a feed that lacks so much that it is probably cut off."""
    gone = sum(row.removed is not None for row in decided)
    if gone > _MOST_REMOVED and gone > _SHARE_REMOVED * len(decided):
        what = Text(
            "this feed lacks {gone} of the {known} printings that the catalogue has from it; it is probably cut off",
            {"gone": gone, "known": len(decided)},
        )
        do = Text("get the feed anew; if they are really gone, add --allow-removals")
        raise FeedError(what, bundle.where, do)


def take_back(
    feeds: GameFeeds, source: str, target: Target, *, dry_run: bool = False, timeout: float = 120.0
) -> Report:
    """Takes a user's own source out of the catalogue: its cards, printings, names, and the facts that it completed.

    ``source`` is the user's name of it. Raises :class:`UsageError` naming the own sources where there is none of that
    name, and :class:`CatalogueError`; the catalogue is then as it was.
    """

    def laid() -> _Laid:
        base, notice = _base(target)
        state, own = State(), []
        if base is not None:
            with closing(_read_only(base)) as db:
                state, own = State.load(db, feeds.slug), own_runs(db, feeds.slug)
        run = next((run for run in own if run.source == source.strip().removeprefix(PREFIX)), None)
        if run is None:
            known = [run.source for run in own]
            raise UsageError(
                Text("the catalogue has no own source '{source}' for {game}", {"source": source, "game": feeds.title}),
                "--take-back",
                Text("use one of: {all}", {"all": known}) if known else Text("it has no own sources of this game"),
            )
        data = FeedData(feeds.slug, run.feed, "1", None, run.sha256, feeds.canonical, "supplement")
        ledger = Ledger(state, data, feeds, closed=True)
        lay(ledger, own)
        return _Laid(ledger, base, notice, True)

    return _run(feeds, laid, target, dry_run, None, timeout)


def _finish(feeds: GameFeeds, laid: _Laid, target: Target, day: date | None, *, dry_run: bool) -> Report:
    """The report of what the ledger did, and the catalogue written where that is wanted."""
    ledger, data = laid.ledger, laid.ledger.data
    compiled = 0 if dry_run else compile_texts(ledger)
    report = Report(
        feeds.slug,
        data.feed,
        data.version,
        data.language,
        data.generated,
        data.sha256,
        str(target.path),
        dry_run,
        ledger.details,
        data.corrected,
        data.stale,
        data.notices + ledger.notices,
    )
    if laid.notice is not None:
        report.notices.insert(0, {"code": "catalogue.renewed", "message": laid.notice, "where": str(target.path)})
    anew = laid.base != target.path
    if not dry_run and (report.changes or anew or laid.written or compiled):
        try:
            _replace(feeds, data, ledger, report, target, laid.base, day)
        except OSError as error:
            raise _cannot_write(target.path, error) from error
    return report


def _base(target: Target) -> tuple[Path | None, Text | None]:
    """The catalogue to start from, and a word where the present one cannot be it."""
    seed = target.seed if target.seed is not None and target.seed.is_file() else None
    if not target.path.exists():
        return seed, None
    if not target.path.is_file():
        raise CatalogueError(Text("this is no file"), str(target.path), Text("name another catalogue with --db"))
    if target.path.stat().st_size == 0:
        return seed, None
    reason = damage(target.path)
    if reason is not None:
        what = Text("this file is not a readable card catalogue ({reason})", {"reason": reason})
        raise CatalogueError(what, str(target.path), Text("name another one with --db, or remove it"))
    with closing(_read_only(target.path)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        known = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    if "card" not in known or "printing" not in known:
        what = Text("this database is no card catalogue")
        raise CatalogueError(what, str(target.path), Text("name another one with --db"))
    if version > SCHEMA_VERSION:
        what = Text(
            "the catalogue has schema version {found}, this deckkit writes version {wanted}",
            {"found": version, "wanted": SCHEMA_VERSION},
        )
        raise CatalogueError(what, str(target.path), Text("use the newer deckkit, or name another one with --db"))
    if version < SCHEMA_VERSION:
        return seed, Text(
            "the catalogue was of an older deckkit (schema version {found}) and is made anew", {"found": version}
        )
    return target.path, None


def _older(catalogue: Catalogue, data: FeedData, today: date | None) -> Text | None:
    """Why a feed counts as older than the catalogue's; None where it does not.

    An older feed would undo what a newer one said; one without a day cannot be told from an older one.
    """
    if data.game not in catalogue.games():
        return None
    for run in catalogue.feeds(data.game):
        if (run.feed, run.language) != (data.feed, data.language) or run.generated is None:
            continue
        if today is not None and run.generated > today + timedelta(days=1):
            # Nothing was made in the future: this day is wrong, and must not keep every right one out.
            continue
        if data.generated is None or data.generated < run.generated:
            return (
                Text("this feed does not say its day, and the catalogue has one of {known}", {"known": run.generated})
                if data.generated is None
                else Text(
                    "this feed is of {day}, and the catalogue already has one of {known}",
                    {"day": data.generated, "known": run.generated},
                )
            )
    return None


def _recorded(catalogue: Catalogue, data: FeedData) -> bool:
    """Whether the newest run of this feed (of the feeds behind shipped facts) is the very same."""
    if data.game not in catalogue.games():
        return False
    newest = {(run.feed, run.language, run.sha256) for run in catalogue.feeds(data.game)}
    mine = data.runs or [RunRecord(data.feed, data.version, data.language, data.generated, data.sha256)]
    return all((run.feed, run.language, run.sha256) in newest for run in mine)


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def _replace(
    feeds: GameFeeds,
    data: FeedData,
    ledger: Ledger,
    report: Report,
    target: Target,
    base: Path | None,
    day: date | None,
) -> None:
    """Copy, change, check, put in place."""
    from sqlalchemy import create_engine

    from deckkit.catalogue.tables import create_schema
    from deckkit.feeds.write import write

    temporary = target.path.with_name(f".{target.path.name}.{os.getpid()}.tmp")
    try:
        with closing(sqlite3.connect(temporary)) as copy:
            if base is not None:
                with closing(_read_only(base)) as db:
                    db.backup(copy)
        engine = create_engine(f"sqlite:///{quote(str(temporary), safe='/:')}")
        try:
            with engine.connect() as connection:
                # The file is thrown away when anything fails, and put in place only when it is whole and on disk.
                connection.exec_driver_sql("PRAGMA synchronous = OFF")
                connection.exec_driver_sql("PRAGMA journal_mode = MEMORY")
                connection.commit()
                with connection.begin():
                    if base is None:
                        create_schema(connection)
                    write(connection, ledger, feeds, data, report, None if day is None else day.isoformat())
                _verify(connection.exec_driver_sql("PRAGMA integrity_check").fetchall(), "integrity", target.path)
                _verify(connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall(), "keys", target.path)
        finally:
            engine.dispose()
        _flush(temporary)
        temporary.replace(target.path)
        _flush(target.path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _verify(rows: Sequence[Sequence[object]], check: str, path: Path) -> None:
    wrong = [row for row in rows if tuple(row) != ("ok",)]
    if wrong:
        what = Text(
            "the new catalogue did not pass the check of its {check}: {reason}",
            {"check": check, "reason": repr(wrong[0])},
        )
        raise CatalogueError(what, str(path), Text("nothing was changed; please report this"))


def _flush(path: Path) -> None:
    """Makes sure that a file, or a folder's entries, are on disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
