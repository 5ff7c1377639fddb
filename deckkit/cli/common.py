"""What every command shares: options, output in three shapes, and the way errors are shown."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.errors import UsageError
from deckkit.i18n import LANGUAGES, Text, default_language

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.games.base import Game

__all__ = [
    "ConfigOption",
    "CsvOption",
    "DbOption",
    "FormatsOption",
    "GameOption",
    "JsonOption",
    "LangOption",
    "OnOption",
    "PlayOption",
    "PlayOrBothOption",
    "QuietOption",
    "emit",
    "emit_csv",
    "emit_json",
    "emit_table",
    "game_option",
    "language",
    "list_game",
    "notice",
    "open_catalogue",
    "parse_day",
    "say",
    "tr",
]

Lists = dict[str, bytes]
GameOption = Annotated[str, typer.Option("--game", "-g", help="The game, by its short name (see 'deckkit games').")]
DbOption = Annotated[
    Path | None, typer.Option("--db", help="The catalogue to use.", show_default=False, readable=False)
]
LangOption = Annotated[
    str | None,
    typer.Option("--lang", help="Language of messages and card names: en or fr.", show_default="from the locale"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No notices and no progress.")]
FormatsOption = Annotated[
    Path | None,
    typer.Option("--formats", help="A file of formats of your own (house rules, other regions).", show_default=False),
]
PlayOption = Annotated[bool, typer.Option("--play/--draw", help="Who begins: you, or the other.")]
#: Where leaving it out asks about one who begins, and of ready-made questions about both.
PlayOrBothOption = Annotated[
    bool | None,
    typer.Option(
        "--play/--draw", help="Who begins: you, or the other.", show_default="play; ready-made questions tell both"
    ),
]
ConfigOption = Annotated[
    list[str] | None,
    typer.Option(
        "--config",
        help="A setting of the rules of play, as KEY=VALUE; may be given several times. KEY alone tells the usual one.",
        metavar="KEY=VALUE",
        show_default=False,
    ),
]
OnOption = Annotated[
    str | None, typer.Option("--on", help="The day to judge by, as YYYY-MM-DD.", show_default="today", metavar="DATE")
]


def language(lang: str | None) -> str:
    """The language asked for, else the locale's. Raises :class:`UsageError` for one that there is not."""
    if lang is None:
        return default_language()
    if lang.lower() not in LANGUAGES:
        raise UsageError(
            Text("there is no language '{lang}'", {"lang": lang}),
            "--lang",
            Text("use one of: {all}", {"all": list(LANGUAGES)}),
        )
    return lang.lower()


def tr(message: str, lang: str, **params: Any) -> str:
    """A message in ``lang`` with its parameters filled in."""
    return Text(message, params).render(lang)


def parse_day(value: str | None) -> date:
    """The day asked for; today where none is (the only place that reads the clock)."""
    if value is None:
        return date.today()
    try:
        return date.fromisoformat(value.strip())
    except ValueError:
        raise UsageError(
            Text("'{value}' is not a date", {"value": value}), "--on", Text("write it as YYYY-MM-DD, like 2026-11-30")
        ) from None


def game_option(slug: str | None) -> Game:
    """The game asked for; where only one is known, that one. Raises :class:`UsageError` naming the known ones."""
    from deckkit.games import GAMES, get_game

    if slug is not None:
        return get_game(slug)
    if len(GAMES) == 1:
        return next(iter(GAMES.values()))
    raise UsageError(Text("which game?"), "--game", Text("name one of: {games}", {"games": list(GAMES)}))


def list_game(
    slug: str | None, files: Sequence[str], catalogue: Catalogue, lang: str, quiet: bool
) -> tuple[Game, Lists]:
    """The game of lists: the one asked for, else the one that they are recognised to be of, which is said.

    With it comes what was read of the lists for that, by file: standard input can be read only once.
    """
    if slug is not None:
        return game_option(slug), {}
    from deckkit.decklist.source import read_source
    from deckkit.errors import InputError
    from deckkit.games.recognise import recognise_all

    read: Lists = {}
    for file in files:
        try:
            read[file] = read_source(file)
        except InputError:
            # Told where the list is read for the answer: it may be one of many.
            if len(files) == 1:
                raise
    game = recognise_all(read, catalogue)
    if not quiet:
        notice(tr("game: {game} (recognised from the list)", lang, game=game.slug))
    return game, read


def open_catalogue(db: Path | None, lang: str, quiet: bool = False) -> Catalogue:
    """Opens the catalogue and tells on standard error when the user's own copy was passed over."""
    from deckkit.catalogue.store import Catalogue

    catalogue = Catalogue.open(db)
    if catalogue.notice is not None and not quiet:
        notice(catalogue.notice.render(lang))
    return catalogue


def notice(message: str) -> None:
    """A remark on standard error."""
    print("\n".join(map(_escaped, message.split("\n"))), file=sys.stderr)


def emit_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=_plain) + "\n")


def emit_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """RFC 4180 CSV on standard output.

    Texts may be strangers' (the title of a list, the name of a file): an apostrophe goes before one that a spreadsheet
    would take for a formula. Numbers stay as they are.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    sys.stdout.buffer.write(text.getvalue().encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def _no_formula(cell: Any) -> Any:
    number = isinstance(cell, str) and re.fullmatch(r"[+-]?[0-9]+(?:[.,][0-9]+)?", cell)
    risky = isinstance(cell, str) and len(cell) > 1 and cell[0] in "=+-@\t\r\n＝＋－＠" and not number
    return f"'{cell}" if risky else cell


def emit_table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table: drawn by rich on a terminal, plain columns in a pipe (no colour, nothing cut)."""
    cells = [["" if cell is None else _shown(str(_plain(cell)), keep="") for cell in row] for row in rows]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text as RichText

        table = Table(box=None, header_style="bold", pad_edge=False)
        for title in header:
            table.add_column(title)
        for row in cells:
            table.add_row(*(RichText(cell) for cell in row))
        Console().print(table)
        return
    widths = [max(len(row[i]) for row in [list(header), *cells]) for i in range(len(header))]
    for row in [list(header), *cells]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def emit(header: Sequence[str], rows: Sequence[Sequence[Any]], *, as_json: bool, as_csv: bool, document: Any) -> None:
    """The same result as JSON (``document``), CSV or a table."""
    if as_json:
        emit_json(document)
    elif as_csv:
        emit_csv(header, rows)
    else:
        emit_table(header, rows)


def show_error(error: Mapping[str, Any], lang: str, as_json: bool) -> None:
    """The one shape of an error, on standard error."""
    if as_json:
        print(json.dumps(error, ensure_ascii=False), file=sys.stderr)
        return
    inner = {name: _shown(value) for name, value in error["error"].items()}
    print(tr("error: {what}", lang, what=inner["what"]), file=sys.stderr)
    if inner["where"]:
        print("  " + tr("where: {where}", lang, where=inner["where"]), file=sys.stderr)
    if inner["do"]:
        print("  " + tr("do: {do}", lang, do=inner["do"]), file=sys.stderr)


_LONGEST = 1_000


def _shown(text: str, keep: str = "\n") -> str:
    """The text as a terminal may show it: control characters escaped, and cut where it is endless."""
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
    return "".join(c if c in keep else _escaped(c) for c in cut) if _OBEYED.search(cut) else cut


# What a terminal would obey: control characters, line separators, marks that turn the direction of what follows.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _escaped(text: str) -> str:
    return _OBEYED.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def say(line: str = "") -> None:
    """One line on standard output; what a terminal would obey instead of showing it is escaped."""
    print(_escaped(line))


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Path):
        return str(value)
    return value
