"""Which lists a command was given: files, folders, globs, standard input. What cannot be read is told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text

__all__ = ["Named", "named_lists"]

Named = tuple[str, DeckkitError | None]
"""A list's name, and the error that keeps it from being read, if that is known already."""


def named_lists(arguments: Sequence[str]) -> list[Named]:
    """The lists that the arguments name, in order; folders are searched through, links followed once.

    Raises :class:`UsageError` for standard input named twice.
    """
    if list(arguments).count("-") > 1:
        raise UsageError(Text("standard input can be read only once"), "-", Text("name '-' once"))
    return [found for argument in arguments for found in _named(argument)]


def _named(argument: str) -> Iterator[Named]:
    if argument == "-":
        yield argument, None
        return
    if not argument.strip():
        yield argument, InputError(Text("an empty name names no list"), "''", Text("name a file, a folder or '-'"))
        return
    try:
        path = Path(argument)
        if path.is_dir():
            yield from _folder(argument)
        elif path.exists() or not any(sign in argument for sign in "*?["):
            yield argument, None
        else:
            hits = sorted(str(hit) for hit in _glob(argument) if not hit.is_dir())
            if not hits:
                yield argument, InputError(Text("no file fits this pattern"), argument, Text("check the pattern"))
            yield from ((hit, None) for hit in hits)
    except (OSError, ValueError) as error:
        yield argument, _unreadable(argument, error)


def _folder(folder: str) -> Iterator[Named]:
    found: list[Named] = []
    seen: set[str] = set()

    def failed(error: OSError) -> None:
        place = str(error.filename or folder)
        found.append((place, _unreadable(place, error)))

    for place, folders, files in os.walk(folder, onerror=failed, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += ((os.path.join(place, name), None) for name in files if not name.startswith("."))  # noqa: PTH118
    if not found:
        found.append(
            (folder, InputError(Text("the folder holds no files"), folder, Text("name files or another folder")))
        )
    yield from sorted(found, key=lambda named: named[0])


def _glob(pattern: str) -> Iterator[Path]:
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor))) if path.is_absolute() else Path().glob(pattern)


def _unreadable(place: str, error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    do = Text("name a readable file, a folder or '-'; a list itself goes to standard input")
    return InputError(Text("this cannot be read: {reason}", {"reason": reason}), place, do)
