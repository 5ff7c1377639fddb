"""The catalogue as pandas frames, and frames as files."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card
from deckkit.catalogue.search import card_row, current_printings
from deckkit.catalogue.store import Catalogue
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = [
    "FORMS",
    "cards_frame",
    "check_form",
    "fact_kinds",
    "make_frame",
    "printings_frame",
    "render",
    "write_atomically",
]

FORMS = ("csv", "json", "jsonl", "parquet")
# Kinds of columns: how pandas holds them. Numbers and flags are nullable; lists are objects.
_DTYPES = {"number": "Int64", "real": "Float64", "flag": "boolean", "text": "string", "list": "object"}


def cards_frame(
    catalogue: Catalogue, game: str, fields: CardFields, cards: Iterable[Card] | None = None, lang: str | None = None
) -> pd.DataFrame:
    """One row a card: ``id, game, name, name_<language>…``, every fact, ``keywords``, ``sets``, ``unknown``.

    Numbers are ``Int64``, flags ``boolean``, words ``string``, all with ``<NA>`` where a fact does not apply or is not
    known (``unknown`` lists those that apply and are not known); lists are lists. With ``lang`` there is
    ``name_local``. ``cards`` limits the frame to these cards, in their order.
    """
    chosen = list(catalogue.cards(game) if cards is None else cards)
    languages = _languages(catalogue, game)
    rows = [_card_row(catalogue, card, fields, languages, lang) for card in chosen]
    return make_frame(rows, _card_kinds(fields, languages, lang))


def printings_frame(
    catalogue: Catalogue, game: str, fields: CardFields, cards: Iterable[Card] | None = None, lang: str | None = None
) -> pd.DataFrame:
    """One row a printing: ``printing`` (the feed's own id, the only key), ``set``, ``set_name``, ``set_kind``,
    ``number``, ``variant``, ``promo``, ``rarity``, ``prerelease``, ``release``, then as in :func:`cards_frame`.

    Days are ISO texts. Printings that the feed dropped are left out.
    """
    chosen = list(catalogue.cards(game) if cards is None else cards)
    languages = _languages(catalogue, game)
    sets = catalogue.sets(game)
    rows = []
    for card in chosen:
        of_card = _card_row(catalogue, card, fields, languages, lang)
        for printing in current_printings(catalogue, card):
            of_set = sets[printing.set_code]
            row = {
                "printing": printing.feed_id,
                "set": printing.set_code,
                "set_name": of_set.name,
                "set_kind": of_set.kind,
                "number": printing.number,
                "variant": printing.variant,
                "promo": printing.promo,
                "rarity": printing.rarity,
                "prerelease": of_set.prerelease.isoformat() if of_set.prerelease else None,
                "release": of_set.release.isoformat() if of_set.release else None,
            }
            rows.append(row | of_card)
    words = ("printing", "set", "set_name", "set_kind", "number", "variant", "promo", "rarity", "prerelease", "release")
    return make_frame(rows, dict.fromkeys(words, "text") | _card_kinds(fields, languages, lang))


def fact_kinds(fields: CardFields) -> dict[str, str]:
    """The kind of column of every fact: ``number``, ``flag``, ``text`` or ``list``."""
    kinds = {"number": "number", "flag": "flag", "choices": "list"}
    return {column.column: kinds.get(column.kind, "text") for column in fields.columns}


def make_frame(rows: Sequence[dict[str, Any]], kinds: dict[str, str]) -> pd.DataFrame:
    """A frame with these columns and kinds: ``number``, ``real``, ``flag``, ``text``, ``list``.

    Missing values are ``<NA>``.
    """
    columns: dict[str, pd.Series[Any]] = {}
    for name, kind in kinds.items():
        values = [row.get(name) for row in rows]
        if kind == "text":
            values = [json.dumps(v, ensure_ascii=False, sort_keys=True) if isinstance(v, dict) else v for v in values]
            values = [None if value is None else str(value) for value in values]
        columns[name] = pd.Series(values, dtype=_DTYPES[kind])
    return pd.DataFrame(columns)


def check_form(form: str) -> str:
    """The form, in small letters. Raises :class:`UsageError` where there is no such form."""
    if form.lower() in FORMS:
        return form.lower()
    do = Text("use one of: {forms}", {"forms": FORMS})
    raise UsageError(Text("there is no form '{form}'", {"form": form}), "--to", do)


def render(frame: pd.DataFrame, form: str, *, delimiter: str = ",", bom: bool = False) -> bytes:
    """A frame as the bytes of a file: ``csv`` (RFC 4180, UTF-8), ``json`` (a list), ``jsonl`` or ``parquet``.

    In CSV lists are joined with "; " and missing values are empty. Raises :class:`UsageError` for another form, for a
    delimiter that is not one character, and where Parquet's library is missing.
    """
    match check_form(form):
        case "csv":
            return _csv(frame, delimiter, bom)
        case "json":
            lines = ",\n".join("  " + line for line in _json_lines(frame))
            return (f"[\n{lines}\n]\n" if lines else "[]\n").encode()
        case "jsonl":
            return "".join(line + "\n" for line in _json_lines(frame)).encode()
        case _:
            return _parquet(frame)


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: into a new file beside it, which then takes its place.

    What is not a regular file (a pipe, a device) is written to as it is. Raises :class:`UsageError` where that fails.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            Text("the file cannot be written ({reason})", {"reason": reason}),
            str(path),
            Text("name another one with -o"),
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _languages(catalogue: Catalogue, game: str) -> list[str]:
    return sorted({language for card in catalogue.cards(game) for language in card.names})


def _card_row(
    catalogue: Catalogue, card: Card, fields: CardFields, languages: Sequence[str], lang: str | None
) -> dict[str, Any]:
    names = {f"name_{language}": card.names.get(language) for language in languages}
    return card_row(catalogue, card, fields, lang) | names


def _card_kinds(fields: CardFields, languages: Sequence[str], lang: str | None) -> dict[str, str]:
    local = ["name_local"] if lang else []
    words = ["id", "game", "name", *local, *(f"name_{language}" for language in languages)]
    lists = dict.fromkeys(("keywords", "sets", "unknown"), "list")
    return dict.fromkeys(words, "text") | fact_kinds(fields) | lists


def _csv(frame: pd.DataFrame, delimiter: str, bom: bool) -> bytes:
    if len(delimiter) != 1 or delimiter in '"\r\n' or ord(delimiter) > 127:
        raise UsageError(
            Text("'{value}' cannot separate columns", {"value": delimiter}),
            "--delimiter",
            Text("use one character, like ; or ,"),
        )
    flat = frame.copy()
    for name in flat.columns:
        if flat[name].dtype == object:
            flat[name] = [None if value is None else "; ".join(map(str, value)) for value in flat[name]]
    text: str = flat.to_csv(index=False, sep=delimiter, lineterminator="\r\n")
    return text.encode("utf-8-sig" if bom else "utf-8")


def _json_lines(frame: pd.DataFrame) -> list[str]:
    plain = frame.astype(object)
    columns = [str(name) for name in plain.columns]
    lines = []
    for row in plain.itertuples(index=False, name=None):
        record = {
            name: value if isinstance(value, list) or not pd.isna(value) else None
            for name, value in zip(columns, row, strict=True)
        }
        lines.append(json.dumps(record, ensure_ascii=False))
    return lines


def _parquet(frame: pd.DataFrame) -> bytes:
    try:
        import pyarrow as pa
    except ImportError:
        raise UsageError(
            Text("Parquet needs the library pyarrow, which is not installed"),
            "--to parquet",
            Text("use csv or json, or install deckkit's extra 'parquet'; from a checkout: pip install '.[parquet]'"),
        ) from None
    types = {"Int64": pa.int64(), "Float64": pa.float64(), "boolean": pa.bool_(), "object": pa.list_(pa.string())}
    columns = [(str(name), types.get(str(frame[name].dtype), pa.string())) for name in frame.columns]
    buffer = io.BytesIO()
    frame.to_parquet(buffer, engine="pyarrow", index=False, schema=pa.schema(columns))
    return buffer.getvalue()
