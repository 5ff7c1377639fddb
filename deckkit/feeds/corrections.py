"""Corrections to feeds, as data: each says what it expects to find, and complains when that is no longer there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from deckkit.errors import FeedError
from deckkit.i18n import Text

__all__ = ["Correction", "CorrectionRun", "Corrections", "KnownAlias", "KnownSet"]


@dataclass(frozen=True, slots=True)
class Correction:
    """In the records with these ``ids``, ``field`` matches ``pattern`` wholly and becomes ``replacement``."""

    ids: tuple[str, ...]
    field: str
    pattern: re.Pattern[str]
    replacement: str
    language: str
    source: str
    date: date


@dataclass(frozen=True, slots=True)
class KnownAlias:
    """A former or other name of the card that is called ``card`` today; ``until`` is the last day it was in use."""

    card: str
    text: str
    until: date | None
    source: str


@dataclass(frozen=True, slots=True)
class KnownSet:
    """What we know of a set where the feeds do not say it: its kind, place in the order and days, with the source."""

    code: str
    name: str
    kind: str
    order: int
    prerelease: date | None
    release: date | None
    complete: bool
    source: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections of one game, and what is known of its sets and names that no feed says."""

    corrections: tuple[Correction, ...] = ()
    aliases: tuple[KnownAlias, ...] = ()
    sets: tuple[KnownSet, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Corrections:
        """Reads a ``corrections.toml``. Raises :class:`FeedError` naming the entry that is not as it should be."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise FeedError(
                Text("the corrections are not valid TOML ({reason})", {"reason": str(error)}), path.name
            ) from error
        corrections = tuple(_correction(raw, path, i) for i, raw in enumerate(data.get("correction", []), 1))
        aliases = tuple(_alias(raw, path, i) for i, raw in enumerate(data.get("alias", []), 1))
        sets = tuple(_set(raw, path, i) for i, raw in enumerate(data.get("set", []), 1))
        return cls(corrections, aliases, sets)

    def start(self, language: str) -> CorrectionRun:
        """For one import of a feed in ``language``."""
        by_id: dict[str, list[Correction]] = {}
        for correction in self.corrections:
            if correction.language == language:
                for record_id in correction.ids:
                    by_id.setdefault(record_id, []).append(correction)
        return CorrectionRun(by_id)


@dataclass(slots=True)
class CorrectionRun:
    """The corrections at work in one import: what was corrected, and what was stale."""

    by_id: dict[str, list[Correction]]
    corrected: list[dict[str, Any]] = field(default_factory=list)
    stale: list[dict[str, Any]] = field(default_factory=list)

    def apply(self, record_id: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The record with its corrections; the record itself where there is none."""
        wanted = self.by_id.pop(record_id, None)
        if not wanted:
            return record
        fixed = dict(record)
        for correction in wanted:
            value = record.get(correction.field)
            if isinstance(value, str) and correction.pattern.fullmatch(value):
                fixed[correction.field] = correction.replacement
                self.corrected.append(
                    {
                        "id": record_id,
                        "field": correction.field,
                        "old": value,
                        "new": correction.replacement,
                        "source": correction.source,
                        "date": correction.date.isoformat(),
                    }
                )
            else:
                self._stale(record_id, correction, value)
        return fixed

    def finish(self, whole: bool) -> None:
        """Reports, after a whole feed, the corrections whose record was not there at all."""
        if whole:
            for record_id, wanted in self.by_id.items():
                for correction in wanted:
                    self._stale(record_id, correction, None)
            self.by_id.clear()

    def _stale(self, record_id: str, correction: Correction, value: object) -> None:
        self.stale.append(
            {
                "id": record_id,
                "field": correction.field,
                "expected": correction.pattern.pattern,
                "found": value,
                "source": correction.source,
                "date": correction.date.isoformat(),
            }
        )


def _correction(raw: Mapping[str, Any], path: Path, number: int) -> Correction:
    where = f"{path.name}: correction {number}"
    try:
        return Correction(
            tuple(str(record_id) for record_id in raw["ids"]),
            str(raw["field"]),
            re.compile(raw["pattern"]),
            str(raw["replacement"]),
            str(raw.get("language", "en")),
            str(raw["source"]),
            _day(raw["date"]),
        )
    except (KeyError, TypeError, ValueError, re.error) as error:
        raise FeedError(Text("this correction cannot be read ({reason})", {"reason": repr(error)}), where) from error


def _alias(raw: Mapping[str, Any], path: Path, number: int) -> KnownAlias:
    where = f"{path.name}: alias {number}"
    try:
        until = raw.get("until")
        return KnownAlias(
            str(raw["card"]),
            str(raw["text"]),
            None if until is None else _day(until),
            f"{raw['source']} ({_day(raw['date'])})",
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FeedError(Text("this alias cannot be read ({reason})", {"reason": repr(error)}), where) from error


def _set(raw: Mapping[str, Any], path: Path, number: int) -> KnownSet:
    where = f"{path.name}: set {number}"
    try:
        prerelease, release = raw.get("prerelease"), raw.get("release")
        return KnownSet(
            str(raw["code"]),
            str(raw["name"]),
            str(raw["kind"]),
            int(raw["order"]),
            None if prerelease is None else _day(prerelease),
            None if release is None else _day(release),
            bool(raw.get("complete", False)),
            f"{raw['source']} ({_day(raw['date'])})",
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FeedError(Text("this set cannot be read ({reason})", {"reason": repr(error)}), where) from error


def _day(value: object) -> date:
    if not isinstance(value, date):
        raise TypeError(f"{value!r} is not a date")
    return value
