"""deckkit export: the catalogue or a deck as a table for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import (
    DbOption,
    FormatsOption,
    LangOption,
    OnOption,
    QuietOption,
    game_option,
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    tr,
)
from deckkit.cli.search import legality_extra
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["register"]

ToOption = Annotated[str, typer.Option("--to", help="csv, json, jsonl or parquet.")]
OutOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="The file to write.", show_default="standard output")
]
BomOption = Annotated[bool, typer.Option("--bom", help="Begin CSV with a byte order mark, as spreadsheets like it.")]
DelimiterOption = Annotated[str, typer.Option("--delimiter", help='What separates the columns of CSV, like ";".')]
GameChoice = Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    group = typer.Typer(help="Write cards or a deck as CSV, JSON, JSON Lines or Parquet.", no_args_is_help=True)
    group.command("cards")(cards)
    group.command("deck")(deck)
    app.add_typer(group, name="export")


def cards(
    to: ToOption = "csv",
    output: OutOption = None,
    where: Annotated[
        str | None, typer.Option("--where", help="Only these cards: a search as for 'search'.", show_default=False)
    ] = None,
    printings: Annotated[bool, typer.Option("--printings", help="One row a printing instead of one a card.")] = False,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    on: OnOption = None,
    own: FormatsOption = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write the cards of a game."""
    from deckkit.catalogue.frames import cards_frame, check_form, printings_frame
    from deckkit.catalogue.search import search

    words, found_game, form = language(lang), game_option(game), check_form(to)
    fields, slug = found_game.cards, found_game.slug
    make = printings_frame if printings else cards_frame
    with open_catalogue(db, words, quiet) as catalogue:
        chosen = None
        if where is not None:
            extra = legality_extra(catalogue, found_game, own, parse_day(on))
            found = search(catalogue, slug, fields, where, extra)
            chosen = found.cards
            if found.undetermined and not quiet:
                count = len(found.undetermined)
                remark = Text(
                    "{count} card is left out, since a fact that decides it is not known",
                    {"count": count},
                    plural="{count} cards are left out, since a fact that decides it is not known",
                    number=count,
                )
                notice(remark.render(words))
        frame = make(catalogue, slug, fields, chosen, words if lang else None)
    _write(frame, form, output, bom, delimiter, words, quiet)


def deck(
    source: Annotated[str, typer.Argument(metavar="DECK", help="A list, or - for standard input.")],
    to: ToOption = "csv",
    output: OutOption = None,
    bom: BomOption = False,
    delimiter: DelimiterOption = ",",
    game: GameChoice = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Write a deck: one row a card and section, with its facts. Lines that are not understood are told, exit 3."""
    from deckkit.catalogue.frames import check_form
    from deckkit.decklist.frames import deck_frame
    from deckkit.decklist.reading import read_deck, read_source

    words, form = language(lang), check_form(to)
    with open_catalogue(db, words, quiet) as catalogue:
        found_game, read = list_game(game, [source], catalogue, words, quiet)
        data = read[source] if source in read else read_source(source)
        found = read_deck(data, catalogue, found_game.slug, found_game.deck, file=source)
        frame = deck_frame(found, catalogue, found_game.cards, words if lang else None)
    _write(frame, form, output, bom, delimiter, words, quiet)
    for problem in found.problems:
        notice(tr("line {line}: {reason}", words, line=problem.line, reason=problem.reason))
    if found.problems:
        raise typer.Exit(3)


def _write(
    frame: pd.DataFrame, form: str, output: Path | None, bom: bool, delimiter: str, lang: str, quiet: bool
) -> None:
    from deckkit.catalogue.frames import render, write_atomically

    data = render(frame, form, delimiter=delimiter, bom=bom)
    if output is None or str(output) == "-":
        if form == "parquet" and sys.stdout.isatty():
            raise UsageError(Text("Parquet is no text for a terminal"), "--to parquet", Text("name a file with -o"))
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_atomically(output, data)
    if not quiet:
        notice(tr("{rows} rows written to {file}", lang, rows=len(frame), file=str(output)))
