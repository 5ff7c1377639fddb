"""From a path to documents: plain files, ``.gz``, ``.zip``, folders. What cannot be read is refused with its place."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from deckkit.errors import FeedError
from deckkit.feeds.source import Bundle, Document
from deckkit.i18n import Text

__all__ = ["MAX_BYTES", "parse", "read_bytes", "read_parts", "read_path"]

MAX_BYTES = 200 * 1024 * 1024
_MAX_RATIO = 200
_CHUNK = 1 << 20
_ANEW = Text("nothing was imported; get the file anew")
_FROM = Text("name a file, a folder or an address with --from")


def read_path(path: Path, first: Sequence[str] = (), do: Text = _FROM) -> Bundle:
    """A file, or a folder of files: those of the first pattern that some have, of ``first``, ``*.jsonl``, ``*.json``.

    ``do`` says what to name instead of a folder without such files. Raises :class:`FeedError`.
    """
    if path.is_dir():
        return _folder(path, (*first, "*.jsonl", "*.json"), do)
    return read_bytes(_load(path), str(path))


def read_bytes(data: bytes, where: str) -> Bundle:
    """A file's bytes as documents; archives are unpacked in memory, never to disk."""
    digest = hashlib.sha256(data).hexdigest()
    return Bundle(where, tuple(parse(content, name) for name, content in _unpack(data, where)), digest)


def read_parts(parts: Iterable[tuple[bytes, str]], where: str) -> Bundle:
    """Several files that are one source (the pages of a feed), each with its place, as one bundle."""
    digest = hashlib.sha256()
    documents = []
    for data, place in parts:
        digest.update(f"{len(data)}\0".encode() + data)
        documents.append(parse(data, place))
    return Bundle(where, tuple(documents), digest.hexdigest())


def _load(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _too_large(str(path))
        return path.read_bytes()
    except OSError as error:
        what = Text("this file cannot be read ({reason})", {"reason": error.strerror or str(error)})
        raise FeedError(what, str(path), _FROM) from error


def _folder(path: Path, patterns: Sequence[str], do: Text) -> Bundle:
    for pattern in patterns:
        files = sorted(path.glob(pattern), key=lambda file: _natural(file.name))
        if files:
            break
    else:
        raise FeedError(Text("this folder has no feed files ({patterns})", {"patterns": list(patterns)}), str(path), do)
    digest = hashlib.sha256()
    documents = []
    total = 0
    for file in files:
        data = _load(file)
        total += len(data)
        if total > MAX_BYTES:
            raise _too_large(str(path))
        digest.update(f"{file.name}\0{len(data)}\0".encode() + data)
        # Of several lists of lines, some may have none.
        empty = file.suffix == ".jsonl" and not data.strip()
        documents.append(Document(str(file), "jsonl", []) if empty else parse(data, str(file)))
    return Bundle(str(path), tuple(documents), digest.hexdigest())


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


def _unpack(data: bytes, where: str) -> list[tuple[str, bytes]]:
    if data[:2] == b"\x1f\x8b":
        return [(where, _gunzip(data, where))]
    if data[:4] == b"PK\x03\x04" or data[:4] == b"PK\x05\x06":
        return _unzip(data, where)
    return [(where, data)]


def _gunzip(data: bytes, where: str) -> bytes:
    decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
    limit = min(MAX_BYTES, len(data) * _MAX_RATIO + _CHUNK)
    try:
        result = decoder.decompress(data, limit + 1)
    except zlib.error as error:
        raise FeedError(
            Text("this file cannot be unpacked ({reason})", {"reason": str(error)}), where, _ANEW
        ) from error
    if len(result) > limit:
        raise _too_large(where)
    if not decoder.eof:
        raise FeedError(Text("this file is cut off"), where, _ANEW)
    return result


def _unzip(data: bytes, where: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [
                m
                for m in archive.infolist()
                if not m.is_dir() and m.filename.lower().endswith((".json", ".jsonl", ".csv", ".tsv"))
            ]
            if not members:
                raise FeedError(Text("this archive has no feed files"), where, _ANEW)
            for member in sorted(members, key=lambda m: _natural(m.filename)):
                place = f"{where}!{member.filename}"
                limit = min(MAX_BYTES - total, member.compress_size * _MAX_RATIO + _CHUNK)
                with archive.open(member) as file:
                    content = file.read(max(limit, 0) + 1)
                # The header's size may lie; what counts is what came out.
                if len(content) > limit:
                    raise _too_large(place)
                total += len(content)
                found.append((place, content))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError) as error:
        # ValueError and OSError are what decoders say of damaged data, RuntimeError of encrypted or unknown members.
        raise FeedError(
            Text("this file cannot be unpacked ({reason})", {"reason": str(error)}), where, _ANEW
        ) from error
    return found


def _too_large(where: str) -> FeedError:
    what = Text(
        "this is larger than any feed, or unpacks to far more than it holds (limit: {limit} MB)",
        {"limit": MAX_BYTES >> 20},
    )
    return FeedError(what, where, Text("nothing was imported"))


def parse(data: bytes, where: str) -> Document:
    """One document from its bytes: JSON, JSON Lines, CSV or TSV. Raises :class:`FeedError` with line and column."""
    if not data.strip():
        raise FeedError(Text("this file is empty"), where, _ANEW)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = Text("this is not UTF-8 text (byte {byte})", {"byte": error.start})
        raise FeedError(what, f"{where}:{line}", _ANEW) from error
    start = text.lstrip()[:200]
    if start.startswith("<"):
        kind = (
            Text("here stands a web page instead of data")
            if "html" in start.lower()
            else Text("here stands markup instead of data")
        )
        raise FeedError(kind, where, Text("look at it in a browser: the site may have moved, or want a login"))
    if where.lower().endswith((".jsonl", ".jsonl.gz")):
        return Document(
            where, "jsonl", [_json(line, where, i) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
        )
    if start[:1] in ("{", "["):
        return Document(where, "json", _json(text, where, 1))
    if where.lower().removesuffix(".gz").endswith(".csv"):
        return _csv(text, where)
    if where.lower().removesuffix(".gz").endswith(".tsv"):
        return _tsv(text, where)
    # Not JSON at all: say so, with the place the JSON reader names.
    return Document(where, "json", _json(text, where, 1))


def _json(text: str, where: str, first: int) -> object:
    try:
        content: object = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(content, ensure_ascii=False).encode("utf-8")
        return content
    except UnicodeEncodeError as error:
        what = Text("this has half of a character in it ({half})", {"half": repr(error.object[error.start])})
        raise FeedError(what, f"{where}:{first}" if first > 1 else where, _ANEW) from error
    except json.JSONDecodeError as error:
        end = error.pos >= len(text.rstrip()) - 1
        what = Text("the JSON is cut off") if end else Text("this is not valid JSON ({reason})", {"reason": error.msg})
        raise FeedError(what, f"{where}:{first + error.lineno - 1}:{error.colno}", _ANEW) from error
    except RecursionError as error:
        raise FeedError(Text("the JSON is nested too deeply"), where, _ANEW) from error
    except ValueError as error:
        # A number of thousands of digits.
        raise FeedError(Text("this is not valid JSON ({reason})", {"reason": str(error)}), where, _ANEW) from error


def _tsv(text: str, where: str) -> Document:
    """Tab-separated with a heading and no quoting: a double quote is a plain character."""
    lines = text.removesuffix("\n").split("\n")
    heading = lines[0].rstrip("\r").split("\t")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.rstrip("\r").split("\t")
        if len(cells) != len(heading):
            what = Text("this row does not have as many cells as the heading")
            raise FeedError(what, f"{where}:{number}", _ANEW)
        rows.append(dict(zip(heading, cells, strict=True)))
    if not rows:
        raise FeedError(Text("this file has no rows"), where, _ANEW)
    return Document(where, "tsv", rows)


def _delimiter(text: str) -> str:
    """What parts the cells: spreadsheets of some countries write semicolons, others tabs. The heading tells."""
    heading = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").splitlines()[0])
    return max(",;\t", key=heading.count)


def _csv(text: str, where: str) -> Document:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=_delimiter(text))
    rows = []
    try:
        for row in reader:
            if None in row or None in row.values():
                what = Text("this row does not have as many cells as the heading")
                raise FeedError(what, f"{where}:{reader.line_num}", _ANEW)
            rows.append(row)
    except csv.Error as error:
        what = Text("this is not valid CSV ({reason})", {"reason": str(error)})
        raise FeedError(what, f"{where}:{reader.line_num}", _ANEW) from error
    if not rows:
        raise FeedError(Text("this file has no rows"), where, _ANEW)
    return Document(where, "csv", rows)
