"""Tables: CSV collections and lists with a header row, separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import (
    Collector,
    check_count,
    full_name,
    plain_count,
    read_code,
    read_number,
    roles,
    section_words,
)
from deckkit.i18n import Text

__all__ = ["looks_like_csv", "parse_csv"]

_DELIMITERS = (",", ";", "\t")
# Longer than any cell that a card needs; the module's own limit would raise in the middle of a file.
_LONGEST_CELL = 500


def looks_like_csv(text: str) -> str | None:
    """The delimiter if the first line is a header row that this module knows, else None."""
    for line in text[:4000].splitlines():
        if not line.strip() or (line[:4].lower() == "sep=" and len(line) == 5):
            continue
        for delimiter in _DELIMITERS:
            if delimiter in line and _columns([cell.strip('" ') for cell in line.split(delimiter)]) is not None:
                return delimiter
        return None
    return None


def parse_csv(text: str, spec: DeckSpec, delimiter: str, where: str = "") -> ParsedList:
    """A table as a list. Columns are known by their header words; several count columns (normal, foil) add up.

    A row with 0 copies is a card that is not there, and is skipped; a row that cannot be read is kept as a problem.
    """
    found = Collector(where)
    sections = section_words(spec)
    columns: dict[str, list[int]] | None = None
    width = 0
    for line, row in _rows(text, delimiter):
        cells = [" ".join(cell.split()) for cell in row]
        while cells and not cells[-1] and len(cells) > width:
            cells.pop()
        if not any(cells) or (columns is None and len(cells) == 1):
            continue
        if columns is None:
            columns = _columns(cells)
            width = len(cells)
            continue
        _read_row(found, spec, sections, columns, width, line, cells, delimiter)
    return ParsedList("csv", tuple(found.entries), tuple(found.problems))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    start = 1
    for row in reader:
        yield start, row
        start = reader.line_num + 1


def _columns(header: Sequence[str]) -> dict[str, list[int]] | None:
    """Which columns hold what; None where the row does not look like a header."""
    columns = roles(header)
    named = bool({"name", "id", "printing"} & columns.keys()) or {"set", "number"} <= columns.keys()
    return columns if named and len(columns) > 1 else None


def _read_row(
    found: Collector,
    spec: DeckSpec,
    sections: dict[str, str],
    columns: dict[str, list[int]],
    width: int,
    line: int,
    cells: list[str],
    delimiter: str,
) -> None:
    def cell(meaning: str) -> str:
        at = columns.get(meaning)
        return cells[at[0]] if at and at[0] < len(cells) else ""

    raw = delimiter.join(cells)
    board = cell("section")
    section = sections.get(letters(board)) if board else spec.start
    place = spec.default if section is None else section
    count, counted, reason = _count(columns.get("count"), cells)
    if len(cells) > width:
        # A comma inside a name that is not quoted moves all that follows; only what stands before it is certain.
        sure = reason is None and max(columns.get("count", [0])) < min(columns.get("name", [width]))
        reason = Text("the row has {found} cells, the header {width}", {"found": len(cells), "width": width})
        found.unreadable(line, raw, reason, count if sure else 0, place, uncounted=not sure)
        return
    if reason is not None:
        found.unreadable(line, raw, reason, 0, place, uncounted=True)
        return
    if count == 0:
        return
    if section is None:
        reason = Text("there is no section '{section}'", {"section": visible(board, 40)})
        found.unreadable(line, raw, reason, count, spec.default)
        return
    name, version = cell("name"), cell("version")
    if len(raw) > _LONGEST_CELL * 4 or len(name) > _LONGEST_CELL:
        found.unreadable(line, raw, Text("the row is longer than any card needs"), count, section)
        return
    name = full_name(name, version)
    set_code, (number, promo) = cell("set"), read_number(cell("number"))
    feed_id = cell("printing")
    if not feed_id and not name:
        feed_id = cell("id")
        code = read_code(feed_id)
        if code is not None:
            set_code, number, promo, feed_id = code.set_code, code.number, code.promo, ""
    if not name and not feed_id and not (set_code and number):
        found.unreadable(line, raw, Text("the row names no card"), count, section)
        return
    found.add(
        Entry(
            line,
            visible(raw),
            count,
            name,
            section,
            set_code if set_code and number else None,
            number if set_code and number else None,
            promo or cell("promo") or None,
            feed_id or None,
            counted,
        )
    )


def _count(at: list[int] | None, cells: list[str]) -> tuple[int, bool, Text | None]:
    """The copies of a row, whether the row says so, and why it does not."""
    if at is None:
        return 1, False, None
    total = 0
    written = [cells[i] for i in at if i < len(cells) and cells[i]]
    if not written:
        return 0, True, Text("the row has no number of copies")
    for text in map(plain_count, written):
        if not text.strip("0"):
            continue
        count, reason = check_count(text)
        if reason is not None:
            return 0, True, reason
        total += count
    return total, True, None
