"""From a file, standard input or bytes to text: limits, compression, encodings, and what is no list at all."""

from __future__ import annotations

import io
import re
import sys
import zlib
from pathlib import Path

from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = [
    "MAX_CHARACTERS",
    "MAX_LINES",
    "decode",
    "limit_error",
    "read_source",
    "refuse_markup",
    "unknown_shape",
    "visible",
]

# The largest real collection has 3,600 rows in 250 kB; a list that is ten times as big is none.
MAX_CHARACTERS = 2_000_000
MAX_LINES = 20_000

_SHOWN = 200
_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
_MARKUP = re.compile(r"\s*<\s*(!doctype|html|head|body|\?xml|svg|table|div|deck|script)\b", re.IGNORECASE)
_MAGIC = (
    (b"PK\x03\x04", Text("a ZIP archive or an office document")),
    (b"%PDF", Text("a PDF document")),
    (b"\x89PNG", Text("a PNG picture")),
    (b"\xff\xd8\xff", Text("a JPEG picture")),
    (b"GIF8", Text("a GIF picture")),
    (b"SQLite format 3\x00", Text("a database")),
    (b"\x7fELF", Text("a program")),
)
_READ = Text(
    "give a text list (one card a line, like '4 Name'), JSON, a CSV collection or a Tabletop Simulator object; "
    "text, JSON and CSV may be gzip-compressed"
)


def visible(text: str, limit: int = _SHOWN) -> str:
    """The text for a message: one line, control characters escaped, cut after ``limit`` characters.

    >>> visible("4 Elsa\\x1b[31m")
    '4 Elsa\\\\x1b[31m'
    """
    if len(text) > limit:
        text = text[:limit] + "…"
    if text.isprintable():
        return text
    shown = (
        c if c.isprintable() else " " if c.isspace() and c >= " " else c.encode("unicode_escape").decode() for c in text
    )
    return "".join(shown)


def read_source(path: str | Path) -> bytes:
    """The bytes of a file, or of standard input for ``-``; never more than the limit needs.

    Raises :class:`InputError` where there is no such file or it cannot be read.
    """
    most = 4 * MAX_CHARACTERS + 1
    if str(path) == "-":
        if sys.stdin is None:
            raise InputError(Text("standard input is closed"), "-", Text("name a file"))
        return sys.stdin.buffer.read(most)
    try:
        with Path(path).open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise InputError(
            Text("this file cannot be read: {reason}", {"reason": error.strerror or str(error)}),
            str(path),
            Text("name a readable file, or '-' for standard input"),
        ) from error
    except ValueError as error:
        raise InputError(Text("this is no name of a file"), visible(str(path)), Text("name a readable file")) from error


def limit_error(where: str) -> InputError:
    """The error for a list that is too long to be one."""
    return InputError(
        Text(
            "this is too large for a deck list: more than {characters} characters or {lines} lines",
            {"characters": f"{MAX_CHARACTERS:,}", "lines": f"{MAX_LINES:,}"},
        ),
        where,
        Text("give one list at a time"),
    )


def decode(data: str | bytes, where: str = "") -> tuple[str, tuple[Text, ...]]:
    """The text of a list, without byte-order mark and invisible characters, and remarks on how it was read.

    Reads UTF-8, UTF-16 with a byte-order mark and Windows-1252, also gzip-compressed.
    Raises :class:`InputError` for what is no list: too large, binary.
    """
    notices: tuple[Text, ...] = ()
    if isinstance(data, bytes):
        if data[:2] == b"\x1f\x8b":
            data = _gunzip(data, where)
        if len(data) > 4 * MAX_CHARACTERS:
            raise limit_error(where)
        text, notices = _decode_bytes(data, where)
    else:
        text = data
    if len(text) > MAX_CHARACTERS:
        raise limit_error(where)
    if "\x00" in text:
        raise _not_a_list(Text("binary data"), where)
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    return text, notices


def refuse_markup(text: str, where: str = "") -> None:
    """Raises :class:`InputError` for a web page or an XML document, which is no list of any form that games share."""
    if _MARKUP.match(text):
        raise _not_a_list(Text("a web page or an XML document"), where)


def _decode_bytes(data: bytes, where: str) -> tuple[str, tuple[Text, ...]]:
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise _not_a_list(kind, where)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), ()
        except UnicodeDecodeError:
            raise _not_a_list(Text("binary data"), where) from None
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise _not_a_list(Text("binary data"), where) from None
    if _CONTROLS.search(text):
        raise _not_a_list(Text("binary data"), where)
    return text, (Text("the list is not UTF-8; it was read as Windows-1252"),)


def _gunzip(data: bytes, where: str) -> bytes:
    import gzip

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return file.read(4 * MAX_CHARACTERS + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            Text("this gzip file is damaged: {reason}", {"reason": str(error)}), where, Text("fetch or pack it again")
        ) from error


def _not_a_list(kind: Text, where: str) -> InputError:
    return InputError(Text("this is no deck list but {kind}", {"kind": kind}), where, _READ)


def unknown_shape(what: Text, where: str) -> InputError:
    """The error for data of a known form whose shape is not known."""
    return InputError(what, where, _READ)
