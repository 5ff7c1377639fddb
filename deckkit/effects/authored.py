"""Effects written by hand: a TOML file of cards with their abilities in the notation, never with card text.

Each ``[[card]]`` has ``card`` (the catalogue's key), ``effects`` (the notation), ``source`` (where the wording was
read) and ``date`` (the day of that). ``texts`` are the hashes of the card's printed texts that they stand for, as in
the catalogue; when one of them is not the card's any more, the entry is stale and is not used. The loader refuses what
it does not understand, naming file and card.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.effects.notation import Ability, read_abilities
from deckkit.effects.words import Vocabulary
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["Authored", "authored_beside", "load_authored"]

_KEYS = frozenset({"card", "effects", "source", "date", "partial", "texts"})
_NEEDED = ("card", "effects", "source", "date")
_CARD = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")
_HASH = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Authored:
    """A card's abilities as written by hand. ``partial``: they do not say all that these texts of the card say."""

    card: str
    abilities: tuple[Ability, ...]
    source: str
    date: date
    partial: bool = False
    texts: tuple[str, ...] = ()


def authored_beside(package_file: str, vocabulary: Vocabulary) -> Callable[[], Mapping[str, Authored]]:
    """The cards of ``authored.toml`` beside a game's module, read when they are first asked for."""

    @cache
    def part() -> Mapping[str, Authored]:
        return load_authored(Path(package_file).with_name("authored.toml"), vocabulary)

    return part


def load_authored(path: Path, vocabulary: Vocabulary) -> Mapping[str, Authored]:
    """The cards of a file by key. Raises :class:`~deckkit.errors.InputError` for whatever is wrong in it."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(Text("the file cannot be read: {error}", {"error": str(error)}), str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(Text("this is no TOML: {error}", {"error": str(error)}), str(path)) from error
    rows = document.get("card", [])
    if set(document) - {"card"} or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(Text("the file holds [[card]] tables and nothing else"), str(path))
    found: dict[str, Authored] = {}
    for place, row in enumerate(rows, 1):
        one = _read(row, f"{path.name}: card {place}", vocabulary, path.name)
        if one.card in found:
            raise InputError(
                Text("{card} stands there twice", {"card": one.card}), path.name, Text("leave one of them out")
            )
        found[one.card] = one
    return found


def _read(row: Mapping[str, Any], where: str, vocabulary: Vocabulary, file: str) -> Authored:
    for name in row:
        if name not in _KEYS:
            raise InputError(
                Text("'{name}' is no part of a card's entry", {"name": name}),
                where,
                Text("use one of: {values}", {"values": sorted(_KEYS)}),
            )
    for name in _NEEDED:
        if name not in row:
            raise InputError(Text("an entry needs '{name}'", {"name": name}), where)
    card = row["card"]
    if not isinstance(card, str) or not _CARD.fullmatch(card):
        raise InputError(Text("{value} is no card's key", {"value": repr(card)}), where, Text("write it as game:slug"))
    if not isinstance(row["source"], str) or not row["source"].strip():
        raise InputError(Text("'source' tells where the wording was read"), where)
    if not isinstance(row["date"], date):
        raise InputError(Text("'date' is the day on which the source was read"), where, Text("write it as 2026-11-30"))
    partial = row.get("partial", False)
    if not isinstance(partial, bool):
        raise InputError(Text("'partial' is true or false"), where)
    texts = row.get("texts", [])
    if not isinstance(texts, list) or not all(isinstance(one, str) and _HASH.fullmatch(one) for one in texts):
        raise InputError(
            Text("'texts' are hashes of texts, 16 digits each"), where, Text("run scripts/authored_hashes.py")
        )
    abilities = read_abilities(row["effects"], vocabulary, f"{file}: {card}")
    return Authored(card, abilities, row["source"], row["date"], partial, tuple(texts))
