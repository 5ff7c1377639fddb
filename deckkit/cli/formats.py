"""deckkit formats: what formats are known, with their rules, pools, bans and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    FormatsOption,
    JsonOption,
    LangOption,
    emit_csv,
    emit_json,
    emit_table,
    language,
    tr,
)

if TYPE_CHECKING:
    from deckkit.legality.formats import Format, FormatBook

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("formats")(formats)


def formats(
    game: Annotated[str | None, typer.Argument(help="Only this game.", show_default=False)] = None,
    own: FormatsOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
) -> None:
    """List the formats: rules with their numbers, rotations, bans, sources, and what is not supported."""
    from deckkit.games import GAMES, get_game

    words = language(lang)
    books: list[FormatBook] = []
    for slug in [get_game(game).slug] if game else GAMES:
        book = GAMES[slug].formats()
        books.append(book.extended(own) if own else book)
    rows = [row for book in books for row in _rows(book, words)]
    if as_json:
        emit_json({"schema": "deckkit.formats/1", "formats": rows})
    elif as_csv:
        header = ("game", "format", "title", "kind", "supported", "rules", "bans")
        emit_csv(header, [[*(row[key] for key in header[:5]), len(row["rules"]), len(row["bans"])] for row in rows])
    elif game is None:
        titles = [tr("Game", words), tr("Format", words), tr("Title", words), tr("Kind", words)]
        emit_table(titles, [(row["game"], row["format"], row["title"], _kind(row, words)) for row in rows])
    else:
        for row in rows:
            _print(row, words)


def _rows(book: FormatBook, lang: str) -> list[dict[str, Any]]:
    from deckkit.legality.findings import in_language

    rows = [_row(book.game, format, lang) for format in book.playable()]
    for known in book.unsupported:
        rows.append(
            {
                "game": book.game,
                "format": known.slug,
                "title": known.title.local_name(lang),
                "kind": "unsupported",
                "supported": False,
                "note": None,
                "rules": [],
                "rotations": [],
                "bans": [],
                "reason": known.reason.local_name(lang),
                "source": in_language(known.source, lang),
            }
        )
    return rows


def _row(game: str, format: Format, lang: str) -> dict[str, Any]:
    from deckkit.legality.findings import in_language
    from deckkit.legality.formats import bans_of, pools_of

    return {
        "game": game,
        "format": format.slug,
        "title": format.title.local_name(lang),
        "kind": format.kind,
        "supported": True,
        "note": format.note.local_name(lang) if format.note else None,
        "rules": [
            {
                "rule": rule.id,
                "title": rule.title.local_name(lang),
                "cite": rule.cite,
                "source": in_language(rule.source, lang),
                "from": rule.since.isoformat() if rule.since else None,
                "until": rule.until.isoformat() if rule.until else None,
                "brought_by": rule.brought_by,
                "option": rule.option,
            }
            for rule in format.rules
        ],
        "rotations": [
            {
                "on": rotation.on.isoformat(),
                "sets": sorted(rotation.sets),
                "cite": rotation.cite,
                "source": in_language(rotation.source, lang),
            }
            for rule in pools_of(format)
            for rotation in rule.rotations
        ],
        "bans": [
            {
                "card": ban.card,
                "since": ban.since.isoformat(),
                "until": ban.until.isoformat() if ban.until else None,
                "cite": ban.cite,
                "source": in_language(ban.source, lang),
            }
            for rule in bans_of(format)
            for ban in rule.bans
        ],
    }


def _kind(row: dict[str, Any], lang: str) -> str:
    words = {
        "constructed": tr("constructed", lang),
        "limited": tr("limited", lang),
        "unsupported": tr("not supported", lang),
    }
    return words[row["kind"]]


def _print(row: dict[str, Any], lang: str) -> None:
    print(f"{row['title']} [{row['format']}] ({_kind(row, lang)})")
    if not row["supported"]:
        print(f"  {row['reason']}")
    if row["note"]:
        print(f"  {row['note']}")
    for rule in row["rules"]:
        days = _days(rule["from"], rule["until"], lang)
        cite = f" ({'; '.join(part for part in (rule['cite'], rule['source']) if part)})" if rule["cite"] else ""
        print(f"  - {rule['title']}{days}{cite}")
    for rotation in row["rotations"]:
        sets = tr("sets {sets} leave on {day}", lang, sets=rotation["sets"], day=rotation["on"])
        print(f"    {sets} ({rotation['cite']}; {rotation['source']})")
    for ban in row["bans"]:
        card = ban["card"] + _days(ban["since"], ban["until"], lang)
        print("    " + tr("banned: {card}", lang, card=card) + f" ({ban['source']})")
    print()


def _days(start: str | None, end: str | None, lang: str) -> str:
    if start and end:
        return tr(", from {start} until {end}", lang, start=start, end=end)
    if start:
        return tr(", from {start}", lang, start=start)
    if end:
        return tr(", until {end}", lang, end=end)
    return ""
