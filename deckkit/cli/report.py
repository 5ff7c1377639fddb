"""deckkit report: one page about a list, to look at."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import (
    DbOption,
    FormatsOption,
    LangOption,
    OnOption,
    QuietOption,
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    tr,
)
from deckkit.cli.odds import check_wants, pile_error, tell_deck
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("report")(report)


def report(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page to write, or - for standard output.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="A folder to write the charts to, as PNG.", show_default=False)
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    format: Annotated[str | None, typer.Option("--format", "-f", help="The format.", show_default="all")] = None,
    on: OnOption = None,
    want: Annotated[
        list[str] | None,
        typer.Option("--want", "-w", help="A condition whose odds are shown.", show_default="cheap cards"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Which sample hands are dealt.")] = 0,
    hands: Annotated[int, typer.Option("--hands", help="How many sample hands are dealt.", min=0, max=100)] = 6,
    own: FormatsOption = None,
    db: DbOption = None,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write one page about a list: verdicts, curve, odds, sample hands. It needs no network and no script.

    Exit 3 where lines were not understood, or the list is too small to draw from; the page says so.
    """
    from deckkit.decklist.reading import read_deck, read_source
    from deckkit.reports.build import Order
    from deckkit.reports.build import report as build
    from deckkit.reports.page import render_page

    words, day = language(lang), parse_day(on)
    check_wants(want or ())
    if output is None and png is None:
        what = Text("the report needs a place to go to")
        raise UsageError(what, "deckkit report", Text("name a file with -o, a folder with --png, or both"))
    with open_catalogue(db, words, quiet) as catalogue:
        found, read = list_game(game, [source], catalogue, words, quiet)
        judge = found.judge(catalogue, found.formats().extended(own) if own else None)
        data = read[source] if source in read else read_source(source)
        deck = read_deck(data, catalogue, found.slug, found.deck, file=source)
        order = Order(day, format, words, seed, hands, tuple(want) if want else None)
        page = build(deck, found, catalogue, order, judge)
        if output is not None:
            _write(output, render_page(page))
            if str(output) != "-" and not quiet:
                notice(tr("{file} written", words, file=str(output)))
        if png is not None:
            from deckkit.reports.pictures import picture

            _folder(png)
            for figure in page.figures():
                _write(png / f"{figure.name}.png", picture(figure))
            if not quiet:
                count = len(list(page.figures()))
                notice(tr("{n} pictures written to {folder}", words, n=count, folder=str(png)))
    tell_deck(deck, words, quiet)
    small = pile_error(deck, found.opening()) if found.opening is not None else None
    if small is not None:
        values = {"file": deck.file, "reason": small.what.render(words)}
        notice(tr("{file}: {reason}", words, **values))
    if deck.problems or small is not None:
        raise typer.Exit(3)


def _write(path: Path, data: bytes) -> None:
    from deckkit.catalogue.frames import write_atomically

    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_atomically(path, data)


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        what = Text("the folder cannot be made ({reason})", {"reason": reason})
        raise UsageError(what, str(path), Text("name another one")) from error
