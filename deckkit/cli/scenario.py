"""deckkit scenario run: what happens if …? Small boards, a few steps, and what must be true afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    ConfigOption,
    DbOption,
    JsonOption,
    LangOption,
    QuietOption,
    emit_json,
    language,
    open_catalogue,
    parse_day,
    say,
    tr,
)
from deckkit.errors import DeckkitError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.scenario import Outcome

__all__ = ["register"]

#: The events of a failed scenario that are shown: its last ones.
MOST_EVENTS = 40


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    group = typer.Typer(
        help="Run scenarios: small boards, a few steps, what must be true.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    group.command("run")(run)
    app.add_typer(group, name="scenario")


def run(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Scenario files: JSON or JSON Lines, folders, or - for standard input.", show_default=False
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="The game of scenarios that name none.", show_default="the file's name"),
    ] = None,
    config: ConfigOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Run scenario files: 0 where all pass, 1 where one fails, 3 where a file holds an error."""
    from deckkit.engine.scenario import report
    from deckkit.games import get_game
    from deckkit.games.scenarios import ScenarioRunner

    words = language(lang)
    if not files:
        raise UsageError(
            Text("no file was named"), "scenario run", Text("name files, folders, or - for standard input")
        )
    slug = get_game(game).slug if game is not None else None
    outcomes: list[Outcome] = []
    with open_catalogue(db, words, quiet) as catalogue:
        runner = ScenarioRunner(catalogue, parse_day(None), slug, config or ())
        for file, content, error in _contents(files):
            for outcome in [_unread(file, error)] if content is None else runner.run(content, file):
                outcomes.append(outcome)
                if not as_json:
                    _show(outcome, words, quiet)
    document = report(outcomes, words)
    if as_json:
        emit_json(document)
    else:
        counts = {name: document[name] for name in ("passed", "failed", "errors")}
        say(tr("{passed} passed, {failed} failed, {errors} errors", words, **counts))
    raise typer.Exit(3 if document["errors"] else 1 if document["failed"] else 0)


def _contents(files: Sequence[str]) -> list[tuple[str, bytes | None, DeckkitError | None]]:
    from deckkit.cli.inputs import named_lists
    from deckkit.decklist.source import read_source

    found: list[tuple[str, bytes | None, DeckkitError | None]] = []
    for file, error in named_lists(files):
        if error is None:
            try:
                found.append((file, read_source(file), None))
                continue
            except DeckkitError as unread:
                error = unread
        found.append((file, None, error))
    return found


def _unread(file: str, error: DeckkitError | None) -> Outcome:
    from deckkit.engine.scenario import Outcome

    return Outcome(file, "error", error=error)


def _show(outcome: Outcome, lang: str, quiet: bool) -> None:
    word = {"pass": tr("pass", lang), "fail": tr("FAIL", lang), "error": tr("ERROR", lang)}[outcome.status]
    say(f"{word}  {outcome.id}" + (f"  {outcome.title}" if outcome.title else ""))
    if outcome.error is not None:
        told = outcome.error.to_json(lang)["error"]
        say("    " + told["what"])
        for key, template in (("where", "where: {where}"), ("do", "do: {do}")):
            if told[key]:
                say("    " + tr(template, lang, **{key: told[key]}))
    for problem in outcome.problems:
        say("    " + tr("{word}: {value}", lang, word=problem.where, value=problem.what.render(lang)))
        say("      " + tr("expected: {value}", lang, value=_plain(problem.expected)))
        say("      " + tr("actual:   {value}", lang, value=_plain(problem.actual)))
    if not quiet:
        for note in outcome.notes:
            say("    " + tr("note: {text}", lang, text=note.render(lang)))
    if outcome.status == "fail" and outcome.events:
        say("    " + tr("what happened:", lang))
        for event in outcome.events[-MOST_EVENTS:]:
            say("      " + event)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
