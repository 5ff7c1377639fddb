"""deckkit update."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    DbOption,
    JsonOption,
    LangOption,
    QuietOption,
    emit_json,
    language,
    notice,
    parse_day,
    say,
    tr,
)
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.feeds.report import Detail, Report

__all__ = ["register"]

_SHOWN = 40


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""

    @app.command("update")
    def update(
        game: Annotated[str, typer.Argument(help="The game, by its short name.", metavar="GAME")],
        source: Annotated[
            str | None,
            typer.Option(
                "--from",
                help="A feed file (also .gz, .zip), a folder of them, or an address.",
                metavar="PATH_OR_URL",
                show_default="the live feed",
            ),
        ] = None,
        feed_language: Annotated[
            str | None, typer.Option("--language", help="Language of the live feed.", show_default="the game's own")
        ] = None,
        dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report what would change.")] = False,
        allow_older: Annotated[
            bool, typer.Option("--allow-older", help="Import a feed that is older than the one the catalogue has.")
        ] = False,
        allow_removals: Annotated[
            bool, typer.Option("--allow-removals", help="Import a feed that lacks very many of the known cards.")
        ] = False,
        taken_back: Annotated[
            str | None,
            typer.Option(
                "--take-back", help="Take a source of your own cards out again.", metavar="SOURCE", show_default=False
            ),
        ] = None,
        db: DbOption = None,
        lang: LangOption = None,
        as_json: JsonOption = False,
        quiet: QuietOption = False,
    ) -> None:
        """Import a feed, or cards of your own, into the catalogue and print what changed."""
        from deckkit.feeds.update import feeds_of, find_target, take_back
        from deckkit.feeds.update import update as run
        from deckkit.games import get_game

        shown = language(lang)
        known = get_game(game)
        if taken_back is not None:
            if source is not None or feed_language is not None or allow_older or allow_removals:
                what = Text("a source is taken back without importing another")
                raise UsageError(what, "--take-back", Text("leave out the options of an import"))
            report = take_back(feeds_of(known), taken_back, find_target(db), dry_run=dry_run)
            _tell(report, shown, as_json, quiet)
            return
        with _Progress(sys.stderr.isatty() and not quiet and not as_json, shown) as progress:
            report = run(
                known,
                source,
                find_target(db),
                language=feed_language,
                dry_run=dry_run,
                allow_older=allow_older,
                allow_removals=allow_removals,
                day=parse_day(None),
                progress=progress,
            )
        _tell(report, shown, as_json, quiet)


def _tell(report: Report, shown: str, as_json: bool, quiet: bool) -> None:
    if as_json:
        emit_json(report.to_json(shown))
        return
    _print(report, shown)
    if not quiet:
        for item in report.to_json(shown)["notices"]:
            text = item["message"] + (f" [{item['where']}]" if item["where"] else "")
            notice(tr("note: {text}", shown, text=text))
        for item in report.stale:
            message = tr(
                "note: the correction of {field} in {id} expects {expected}, finds {found}; its source: {source}",
                shown,
                **item,
            )
            notice(message)


def _print(report: Report, lang: str) -> None:
    day = report.generated.isoformat() if report.generated else tr("undated", lang)
    say(f"{report.game}: {report.feed} {report.version} ({report.language}, {day})")
    if report.dry_run:
        say(tr("Dry run: nothing is written to {path}", lang, path=report.database))
    say("  " + tr("added: {things}", lang, things=_things(report.count("added"), lang)))
    say("  " + tr("changed: {things}", lang, things=_things(report.count("changed"), lang)))
    say("  " + tr("removed: {things}", lang, things=_things(report.count("removed"), lang)))
    say("  " + tr("corrected: {count}", lang, count=len(report.corrected)))
    details = [
        detail for detail in report.details if not (detail.kind == "added" and detail.what in ("name", "ability"))
    ]
    for detail in details[:_SHOWN]:
        say("  " + _line(detail, lang))
    if len(report.details) > min(len(details), _SHOWN):
        more = len(report.details) - min(len(details), _SHOWN)
        say("  " + tr("and {count} more; --json shows all", lang, count=more))


def _things(counts: Mapping[str, int], lang: str) -> str:
    words = (f"{count} {_word(what, count, lang)}" for what, count in counts.items() if count)
    return ", ".join(words) or tr("nothing", lang)


def _word(what: str, count: int, lang: str) -> str:
    one, many = {
        "cards": (tr("card", lang), tr("cards", lang)),
        "printings": (tr("printing", lang), tr("printings", lang)),
        "sets": (tr("set", lang), tr("sets", lang)),
        "names": (tr("name", lang), tr("names", lang)),
        "abilities": (tr("text", lang), tr("texts", lang)),
        "aliases": (tr("former name", lang), tr("former names", lang)),
    }[what]
    return one if count == 1 else many


def _line(detail: Detail, lang: str) -> str:
    from deckkit.feeds.report import KINDS

    sign = {"added": "+", "changed": "~", "removed": "-"}[detail.kind]
    text = f"{sign} {_word(KINDS[detail.what], 1, lang)} {detail.id}"
    if detail.name != detail.id:
        text += f" ({detail.name})"
    if detail.field and detail.kind == "changed":
        text += f": {detail.field}: {_value(detail.old, lang)} → {_value(detail.new, lang)}"
    elif detail.field and detail.what in ("name", "alias", "ability"):
        text += f": {_value(detail.new if detail.new is not None else detail.old, lang)}"
    return text


def _value(value: Any, lang: str) -> str:
    if value is None:
        return tr("nothing", lang)
    if isinstance(value, bool):
        return tr("yes", lang) if value else tr("no", lang)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or tr("nothing", lang)
    text = str(value)
    return text if len(text) <= 100 else text[:97] + "..."


class _Progress:
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self, wanted: bool, lang: str) -> None:
        self._wanted, self._lang = wanted, lang
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Any:
        if not self._wanted:
            return None
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._bar.start()
        self._task = self._bar.add_task(tr("fetching", self._lang), total=None)
        return lambda done, total: self._bar.update(self._task, completed=done, total=total)

    def __exit__(self, *exc: object) -> None:
        if self._bar is not None:
            self._bar.stop()
