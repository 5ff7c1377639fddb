"""deckkit check: may this list be played?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.check_text import Result, emit_findings, emit_rows, print_result, print_team, summary
from deckkit.cli.common import (
    CsvOption,
    DbOption,
    FormatsOption,
    JsonOption,
    LangOption,
    OnOption,
    QuietOption,
    emit_json,
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    show_error,
)
from deckkit.cli.inputs import named_lists
from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.legality.check import Judge
    from deckkit.legality.findings import Verdict

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("check")(check)


def check(
    decks: Annotated[
        list[str] | None,
        typer.Argument(help="Deck lists: files, folders, globs, or - for standard input.", show_default=False),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)] = None,
    format: Annotated[str | None, typer.Option("--format", "-f", help="The format.", show_default="all")] = None,
    on: OnOption = None,
    timeline: Annotated[bool, typer.Option("--timeline", help="Show the days on which the list is legal.")] = False,
    opened: Annotated[
        Path | None, typer.Option("--opened", help="Limited: a list of the opened cards.", show_default=False)
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="A switch of the event (exact_60).", show_default=False)
    ] = None,
    team: Annotated[
        tuple[str, str] | None,
        typer.Option("--team", help="The two lists of a team, judged together.", show_default=False),
    ] = None,
    findings: Annotated[bool, typer.Option("--findings", help="One row a finding, also as CSV.")] = False,
    own: FormatsOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Judge deck lists: every finding with its rule and cure, in one format or in all of them."""
    from deckkit.legality.rules import OpenedPool

    words = language(lang)
    day = parse_day(on)
    lists = named_lists(_arguments(decks or [], team, as_csv))
    files = [file for file, _ in lists]
    many = len(files) > 1 or files != decks
    if not many and lists[0][1] is not None:
        raise lists[0][1]
    if timeline and many and not as_json:
        what = Text("the days of several lists are told in JSON only")
        raise UsageError(what, "--timeline", Text("add --json, or name one list"))
    with open_catalogue(db, words, quiet) as catalogue:
        readable = [file for file, error in lists if error is None]
        found, read = list_game(game, readable, catalogue, words, quiet)
        book = found.formats()
        judge = found.judge(catalogue, book.extended(own) if own else book)
        if format is not None:
            format = judge.book.format(format).slug
        elif team is not None:
            format = _team_format(judge)
        options = _options(judge, option or [])
        if opened and format and not any(isinstance(rule, OpenedPool) for rule in judge.book.format(format).rules):
            what = Text("{format} knows no opened pool", {"format": format})
            raise UsageError(what, "--opened", Text("leave it out"))
        pool = _read(str(opened), catalogue, found) if opened else None
        if pool is not None and pool.problems:
            first = pool.problems[0]
            raise InputError(first.reason, f"{opened}:{first.line}", Text("mend the list of opened cards"))
        more: dict[str, Any] = {"opened": pool, "options": options}
        results: list[Result] = []
        for file, error in lists:
            result = Result(file, error=error)
            results.append(result)
            if error is not None:
                continue
            try:
                deck = _read(file, catalogue, found, read.get(file))
                result.deck = deck
                result.verdicts = (
                    {format: judge.check(deck, format, day, **more)} if format else judge.check_all(deck, day, **more)
                )
                if timeline:
                    result.timeline = {slug: judge.timeline(deck, slug, **more) for slug in result.verdicts}
                result.advice = judge.advice(deck)
            except DeckkitError as unread:
                if not many:
                    raise
                result.error = unread
        version = catalogue.version(found.slug)
        # Rendering every finding as JSON is work that a table does not need.
        documents = [_document(r, found.slug, format, day, version, words) for r in results] if as_json else []
        together: Verdict | None = None
        if team is not None and format is not None:
            together = judge.check_team(_whole(results), format, day, options=options)
        if together is not None and as_json:
            head = {"schema": "deckkit.team/1", "game": found.slug, "on": day.isoformat(), "catalogue": version}
            legal = together.legal and all(document["legal"] for document in documents)
            emit_json({**head, **together.to_json(words), "legal": legal, "decks": documents})
        elif together is not None:
            for result in results:
                print_result(result, day, found.deck, words)
                print()
            print_team(together, words)
        elif as_json:
            emit_json(documents if many else documents[0])
        elif findings:
            emit_findings(results, words, csv=as_csv)
        elif as_csv or many:
            emit_rows(results, format, words, csv=as_csv)
        else:
            print_result(results[0], day, found.deck, words)
        if many and together is None:
            for result in results:
                if result.error is not None and not as_json:
                    show_error(result.error.to_json(words), words, as_json=False)
            if not quiet and not as_json:
                notice(summary(results, words))
    codes = [_exit_code(result, format) for result in results]
    raise typer.Exit(_worst([*codes, together.exit_code] if together is not None else codes))


# -- inputs -------------------------------------------------------------------------------------------------------


def _arguments(decks: Sequence[str], team: tuple[str, str] | None, as_csv: bool) -> Sequence[str]:
    """The lists that were named, as arguments or as a team, but not both."""
    if team is not None and (decks or as_csv):
        what = Text("a team is judged for itself, as text or JSON")
        raise UsageError(what, "--team", Text("leave out the other lists and --csv"))
    if team is None and not decks:
        raise UsageError(Text("no list was named"), "check", Text("name files, folders, or - for standard input"))
    return decks if team is None else team


def _team_format(judge: Judge) -> str:
    """The one format with rules about teams, where none was asked for."""
    slugs = [form.slug for form in judge.book.playable() if any(rule.OF_TEAMS for rule in form.rules)]
    if len(slugs) == 1:
        return slugs[0]
    what = Text("no format of {game} has rules about teams", {"game": judge.game})
    if slugs:
        what = Text("which format?")
    do = Text("use one of: {formats}", {"formats": slugs}) if slugs else Text("leave it out")
    raise UsageError(what, "--team", do)


def _whole(results: Sequence[Result]) -> list[Deck]:
    """The decks of a team. Raises the error of the first one that could not be read."""
    for result in results:
        if result.error is not None:
            raise result.error
    return [result.deck for result in results if result.deck is not None]


def _read(file: str, catalogue: Catalogue, game: Game, data: bytes | None = None) -> Deck:
    from deckkit.decklist import parse, read_source, resolve

    parsed = parse(read_source(file) if data is None else data, game.deck, file)
    return resolve(parsed, catalogue, game.slug, game.deck, file=file)


def _options(judge: Judge, names: Sequence[str]) -> frozenset[str]:
    known = {
        name
        for format in judge.book.formats.values()
        for rule in format.rules
        for name in (rule.option, rule.unless_option)
        if name
    }
    for name in names:
        if name not in known:
            raise UsageError(
                Text("no format of {game} has an option '{option}'", {"game": judge.game, "option": name}),
                "--option",
                Text("use one of: {options}", {"options": sorted(known)}) if known else Text("leave it out"),
            )
    return frozenset(names)


# -- outcomes -----------------------------------------------------------------------------------------------------


def _exit_code(result: Result, format: str | None) -> int:
    if result.error is not None or result.verdicts is None:
        return result.error.exit_code if result.error else 3
    if format is not None:
        return result.verdicts[format].exit_code
    deciding = [v for v in result.verdicts.values() if v.kind == "constructed"] or list(result.verdicts.values())
    if result.deck is not None and result.deck.problems:
        return 3
    return min((v.exit_code for v in deciding), key=(0, 3, 1).index)


def _worst(codes: Sequence[int]) -> int:
    return min(codes, key=(4, 3, 1, 0).index)


def _document(result: Result, game: str, format: str | None, day: date, version: str, lang: str) -> dict[str, Any]:
    deck = result.deck
    head: dict[str, Any] = {"schema": "deckkit.check/1"}
    if deck is None or result.verdicts is None:
        assert result.error is not None
        return {
            **head,
            "deck": {"name": "", "file": result.file, "game": game},
            "legal": False,
            **result.error.to_json(lang),
        }
    head["deck"] = {
        "name": deck.name,
        "file": result.file,
        "game": game,
        "form": deck.form,
        "sections": deck.sizes or {"main": 0},
        "unresolved": deck.unresolved,
    }
    common = {"on": day.isoformat(), "catalogue": version}
    advice = [item.to_json(lang) for item in result.advice]
    notices = [text.render(lang) for text in deck.notices]
    if format is not None:
        document = {**head, **common, **result.verdicts[format].to_json(lang)}
    else:
        verdicts = result.verdicts
        document = {
            **head,
            **common,
            "legal": any(v.legal for v in verdicts.values() if v.kind == "constructed"),
            "formats": {slug: verdict.to_json(lang) for slug, verdict in verdicts.items()},
        }
    document |= {"advice": advice, "notices": notices}
    if result.timeline is not None:
        document["timeline"] = {slug: [p.to_json() for p in periods] for slug, periods in result.timeline.items()}
    return document
