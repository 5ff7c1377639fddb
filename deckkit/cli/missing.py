"""deckkit missing: what a collection lacks for a list."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    QuietOption,
    emit_csv,
    emit_json,
    emit_table,
    language,
    list_game,
    notice,
    open_catalogue,
    tr,
)
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.decklist.missing import Lack
    from deckkit.decklist.model import Deck, Problem

__all__ = ["register"]

_MOST_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("missing")(missing)


def missing(
    decks: Annotated[list[str], typer.Argument(help="Deck lists: files, or - for standard input.", show_default=False)],
    owned: Annotated[Path, typer.Option("--owned", help="The collection, usually a CSV file.", show_default=False)],
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    at_once: Annotated[
        bool, typer.Option("--together", help="All lists built at the same time, not each for itself.")
    ] = False,
    to: Annotated[
        str | None, typer.Option("--to", help="A list to buy from: text.", metavar="FORM", show_default=False)
    ] = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Tell which cards a collection lacks for lists, any printing counting. Exit 3 where a line was not understood."""
    from deckkit.decklist.missing import buying_deck, copies, lacks, read_collection, together, wanted
    from deckkit.decklist.reading import parse, read_source, resolve
    from deckkit.decklist.writing import write

    words = language(lang)
    if to is not None and (to.strip().lower() != "text" or as_json or as_csv):
        what = Text("the list to buy from is written as text, and alone")
        raise UsageError(what, "--to", Text("use --to text without --json and --csv"))
    if decks.count("-") + (str(owned) == "-") > 1:
        raise UsageError(Text("standard input can be read only once"), "-", Text("name a file for the others"))
    with open_catalogue(db, words, quiet) as catalogue:
        played, data = list_game(game, decks, catalogue, words, quiet)
        read = [
            resolve(
                parse(data[file] if file in data else read_source(file), played.deck, file),
                catalogue,
                played.slug,
                played.deck,
                file=file,
            )
            for file in decks
        ]
        parsed = parse(read_source(owned), played.deck, str(owned))
        collection = read_collection(parsed, catalogue, played.slug, played.deck, file=str(owned))
        have = copies(collection)
        alone = [lacks(copies(deck), have) for deck in read]
        buying = lacks(together(read) if at_once else wanted(read), have)
        text = (
            write(buying_deck(buying, played.slug, played.deck), "text", catalogue, played.deck, words) if to else None
        )
    whole = not collection.problems and not any(deck.problems for deck in read)
    groups = [("", buying)] if at_once else [(deck.file, rows) for deck, rows in zip(read, alone, strict=True)]
    if text is not None:
        sys.stdout.buffer.write(text.text.encode("utf-8"))
        sys.stdout.buffer.flush()
        for item in text.refused:
            values = {"n": item.count, "card": item.card.local_name(words), "reason": item.reason.render(words)}
            notice(tr("left out: {n} {card}: {reason}", words, **values))
        whole = whole and not text.refused
    elif as_json:
        emit_json(_document(played.slug, collection, read, alone, buying, at_once, words))
    elif as_csv:
        emit_csv(("deck", "id", "name", "name_local", "needed", "owned", "missing"), _rows(groups, words))
    else:
        _print(groups, at_once, words)
    if not as_json:
        for deck in (*read, collection):
            _tell(deck, words)
    if not whole:
        raise typer.Exit(3)


def _rows(groups: Sequence[tuple[str, Sequence[Lack]]], lang: str) -> list[tuple[Any, ...]]:
    return [
        (file, row.card.key, row.card.name, row.card.local_name(lang), row.needed, row.owned, row.missing)
        for file, rows in groups
        for row in rows
        if row.missing
    ]


def _print(groups: Sequence[tuple[str, Sequence[Lack]]], at_once: bool, lang: str) -> None:
    header = [tr("Missing", lang), tr("Name", lang), tr("Needed", lang), tr("Owned", lang)]
    for i, (file, rows) in enumerate(groups):
        if i:
            print()
        values = {
            "file": file,
            "missing": sum(row.missing for row in rows),
            "needed": sum(row.needed for row in rows),
        }
        if at_once:
            print(tr("all lists at once: {missing} of {needed} cards are missing", lang, **values))
        else:
            print(tr("{file}: {missing} of {needed} cards are missing", lang, **values))
        lines = [(row.missing, row.card.local_name(lang), row.needed, row.owned) for row in rows if row.missing]
        if lines:
            emit_table(header, lines)


def _tell(deck: Deck, lang: str) -> None:
    """What was not understood, on standard error: it is in no figure."""
    for problem in deck.problems[:_MOST_SHOWN]:
        values = {"file": deck.file, "line": problem.line, "text": problem.raw, "reason": problem.reason.render(lang)}
        notice(tr("{file}, line {line}: {text}: {reason}", lang, **values))
    if len(deck.problems) > _MOST_SHOWN:
        values = {"file": deck.file, "n": len(deck.problems) - _MOST_SHOWN}
        notice(tr("{file}: and {n} more lines; --json lists them all", lang, **values))


def _document(
    game: str,
    collection: Deck,
    decks: Sequence[Deck],
    alone: Sequence[Sequence[Lack]],
    buying: Sequence[Lack],
    at_once: bool,
    lang: str,
) -> dict[str, Any]:
    return {
        "schema": "deckkit.missing/1",
        "game": game,
        "together": at_once,
        "owned": {
            "file": collection.file,
            "cards": sum(collection.sizes.values()),
            "unresolved": collection.unresolved,
            "problems": [_problem(problem, lang) for problem in collection.problems],
        },
        "decks": [
            {
                "name": deck.name,
                "file": deck.file,
                "needed": sum(row.needed for row in rows),
                "missing": sum(row.missing for row in rows),
                "unresolved": deck.unresolved,
                "cards": [_card(row, lang) for row in rows],
                "problems": [_problem(problem, lang) for problem in deck.problems],
            }
            for deck, rows in zip(decks, alone, strict=True)
        ],
        "missing": sum(row.missing for row in buying),
        "buy": [_card(row, lang) for row in buying if row.missing],
    }


def _card(row: Lack, lang: str) -> dict[str, Any]:
    return {
        "id": row.card.key,
        "name": row.card.name,
        "name_local": row.card.local_name(lang),
        "needed": row.needed,
        "owned": row.owned,
        "missing": row.missing,
    }


def _problem(problem: Problem, lang: str) -> dict[str, Any]:
    return {
        "code": problem.code,
        "line": problem.line,
        "text": problem.raw,
        "copies": problem.copies,
        "message": problem.reason.render(lang),
        "suggestions": [card.name for card in problem.candidates or problem.suggestions],
    }
