"""deckkit convert."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    DbOption,
    JsonOption,
    LangOption,
    QuietOption,
    language,
    list_game,
    notice,
    open_catalogue,
    tr,
)
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.decklist.writing import Refused

__all__ = ["register"]

_MOST_SHOWN = 50


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("convert")(convert)


def convert(
    deck: Annotated[str, typer.Argument(help="The list: a file, or '-' for standard input.", show_default=False)],
    to: Annotated[
        str, typer.Option("--to", help="The form: text, dreamborn, csv, json or tabletop.", show_default=False)
    ],
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game, by its short name.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write, instead of standard output.", show_default=False),
    ] = None,
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Writes a deck list in another form. Lines that are not understood are told on standard error (exit 3)."""
    from deckkit.decklist.reading import parse, read_source, resolve
    from deckkit.decklist.writing import write

    words = language(lang)
    where = tr("standard input", words) if deck == "-" else deck
    with open_catalogue(db, words, quiet) as catalogue:
        played, data = list_game(game, [deck], catalogue, words, quiet or as_json)
        parsed = parse(data[deck] if deck in data else read_source(deck), played.deck, where)
        read = resolve(parsed, catalogue, played.slug, played.deck, file=where)
        written = write(read, to.strip().lower(), catalogue, played.deck, words)
    _deliver(written.text.encode("utf-8"), output)
    if not quiet and not as_json:
        for remark in read.notices:
            notice(remark.render(words))
        if read.counts_missing:
            notice(tr("no line has a number of copies: one copy of each card is written", words))
    if read.problems or written.refused:
        _tell(read, written.refused, words, as_json)
        raise typer.Exit(3)


def _deliver(data: bytes, output: Path | None) -> None:
    """Writes the bytes as they are: a terminal's encoding and line ends have no say in a list."""
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise UsageError(
            Text("this file cannot be written: {reason}", {"reason": error.strerror or str(error)}),
            str(output),
            Text("name a file in a folder that exists and is yours"),
        ) from error


def _tell(deck: Deck, refused: tuple[Refused, ...], lang: str, as_json: bool) -> None:
    """All that is not in the written list, on standard error."""
    if as_json:
        problems = [
            {
                "code": problem.code,
                "line": problem.line,
                "text": problem.raw,
                "copies": problem.copies,
                "message": problem.reason.render(lang),
                "suggestions": [card.name for card in problem.suggestions],
                "candidates": [card.name for card in problem.candidates],
            }
            for problem in deck.problems
        ]
        left_out = [
            {
                "id": item.card.key,
                "name": item.card.name,
                "count": item.count,
                "section": item.section,
                "message": item.reason.render(lang),
            }
            for item in refused
        ]
        document: dict[str, Any] = {"problems": problems, "refused": left_out}
        print(json.dumps(document, ensure_ascii=False), file=sys.stderr)
        return
    from deckkit.decklist.words import apart

    for problem in deck.problems[:_MOST_SHOWN]:
        values = {"line": problem.line, "text": problem.raw, "reason": problem.reason.render(lang)}
        notice(tr("line {line}: {text}: {reason}", lang, **values))
        cards = problem.candidates or problem.suggestions
        if cards:
            names = " | ".join(map(str, apart(cards, lang)[:8])) + (" | …" if len(cards) > 8 else "")
            template = "  one of: {names}" if problem.candidates else "  did you mean: {names}"
            notice(tr(template, lang, names=names))
    hidden = len(deck.problems) - _MOST_SHOWN
    if hidden > 0:
        notice(tr("and {n} more lines; --json lists them all", lang, n=hidden))
    for item in refused:
        values = {"n": item.count, "card": item.card.local_name(lang), "reason": item.reason.render(lang)}
        notice(tr("left out: {n} {card}: {reason}", lang, **values))
