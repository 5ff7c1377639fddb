"""Formats are data: a parent, rows of rules with values, pools and bans with dates and sources.

:func:`load_book` reads a format file (ours or a user's) and refuses a mistaken one with the place and the cure.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any

from deckkit.errors import InputError
from deckkit.i18n import Text
from deckkit.legality.findings import Labels
from deckkit.legality.pool import Rotation
from deckkit.legality.rules import KERNEL_RULES, Ban, Bans, Condition, Pool, RowError, Rule, rule_keys

__all__ = ["Format", "FormatBook", "Source", "Unsupported", "load_book"]

_FORMAT_KEYS = {"title", "parent", "kind", "rules", "without", "note", "since"}
_KINDS = ("constructed", "limited", "abstract")


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a row rests on."""

    id: str
    title: Labels
    date: date | None

    @property
    def label(self) -> Labels:
        """The title with the date, by language."""
        day = f" ({self.date})" if self.date else ""
        return Labels({lang: f"{title}{day}" for lang, title in self.title.by_language.items()})


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A way to play that exists and is not judged, with the reason."""

    slug: str
    title: Labels
    reason: Labels
    source: Labels | str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A format with its own rules and those of its parents (each knows which format brought it).

    ``kind``: ``constructed``, ``limited``, or ``abstract`` (only a parent). ``ours`` is False for a user's format.
    """

    slug: str
    title: Labels
    kind: str
    rules: tuple[Rule, ...]
    parent: str | None = None
    note: Labels | None = None
    ours: bool = True

    def named(self, kind: type[Rule]) -> Iterable[Rule]:
        """The rules of one kind."""
        return (rule for rule in self.rules if isinstance(rule, kind))


@dataclass(frozen=True, slots=True)
class FormatBook:
    """All formats of a game."""

    game: str
    formats: Mapping[str, Format]
    sources: Mapping[str, Source] = field(default_factory=dict)
    unsupported: tuple[Unsupported, ...] = ()
    kinds: Mapping[str, type[Rule]] = field(default_factory=dict)

    def playable(self) -> list[Format]:
        """The formats that a list can be judged in, constructed first."""
        return sorted((f for f in self.formats.values() if f.kind != "abstract"), key=lambda f: f.kind != "constructed")

    def format(self, slug: str) -> Format:
        """The format with this name. Raises :class:`InputError` naming the known ones, or why it is not judged."""
        from deckkit.errors import UsageError

        found = self.formats.get(slug.strip().lower())
        if found is not None and found.kind != "abstract":
            return found
        for known in self.unsupported:
            if known.slug == slug.strip().lower():
                raise UsageError(
                    Text(
                        "{title} is known and not supported: {reason}", {"title": known.title, "reason": known.reason}
                    ),
                    "--format",
                    Text("use one of: {formats}", {"formats": [f.slug for f in self.playable()]}),
                )
        raise UsageError(
            Text("{game} has no format called '{format}'", {"game": self.game, "format": slug}),
            "--format",
            Text("use one of: {formats}", {"formats": [f.slug for f in self.playable()]}),
        )

    def extended(self, path: Path) -> FormatBook:
        """The book with a user's own format file added. Raises :class:`InputError` for a mistake in it."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            what = Text("the format file cannot be read ({reason})", {"reason": error.strerror or str(error)})
            raise InputError(what, str(path), Text("check the path")) from error
        except UnicodeDecodeError as error:
            raise InputError(Text("the format file is not UTF-8"), str(path), Text("save it as UTF-8")) from error
        return load_book(text, self.game, self.kinds, where=str(path), base=self, ours=False)


def load_book(
    text: str,
    game: str,
    kinds: Mapping[str, type[Rule]],
    *,
    where: str,
    base: FormatBook | None = None,
    ours: bool = True,
) -> FormatBook:
    """Reads a format file (TOML text). ``kinds`` are the rules that rows may use; ``base`` holds parents.

    Raises :class:`InputError` with the place for anything that is not understood; an unknown key is a mistake too.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            Text("this is not valid TOML ({reason})", {"reason": str(error)}), where, Text("mend the file")
        ) from error
    reader = _Reader(where, game, dict(KERNEL_RULES) | dict(kinds), base, ours)
    return reader.book(data)


class _Reader:
    def __init__(
        self, where: str, game: str, kinds: Mapping[str, type[Rule]], base: FormatBook | None, ours: bool
    ) -> None:
        self.where = where
        self.game = game
        self.kinds = kinds
        self.base = base
        self.ours = ours
        self.sources: dict[str, Source] = dict(base.sources) if base else {}
        self.formats: dict[str, Format] = dict(base.formats) if base else {}

    def book(self, data: Mapping[str, Any]) -> FormatBook:
        self._known(data, {"schema", "sources", "formats", "unsupported"}, "")
        if data.get("schema") != 1:
            raise self._wrong("schema", Text("the file must say 'schema = 1'"))
        for slug, row in self._table(data, "sources", "").items():
            place = f"sources.{slug}"
            self._known(row, {"title", "date"}, place)
            self.sources[slug] = Source(slug, self._labels(row, "title", place), self._opt(row, "date", date, place))
        pending: dict[str, Any] = dict(self._table(data, "formats", ""))
        while pending:
            ready = [s for s, row in pending.items() if not isinstance(row, dict) or row.get("parent") not in pending]
            if not ready:
                raise self._wrong(
                    "formats", Text("the parents of {formats} go round in a circle", {"formats": list(pending)})
                )
            for slug in ready:
                self.formats[slug] = self._format(slug, pending.pop(slug))
        unsupported = list(self.base.unsupported) if self.base else []
        for slug, row in self._table(data, "unsupported", "").items():
            place = f"unsupported.{slug}"
            self._known(row, {"title", "reason", "source"}, place)
            title, reason = self._labels(row, "title", place), self._labels(row, "reason", place)
            unsupported.append(Unsupported(slug, title, reason, self._source(row, place)))
        return FormatBook(self.game, self.formats, self.sources, tuple(unsupported), self.kinds)

    def _format(self, slug: str, row: Any) -> Format:
        place = f"formats.{slug}"
        if not isinstance(row, dict):
            raise self._wrong(place, Text("a format is a table"))
        self._known(row, _FORMAT_KEYS, place)
        kind = self._opt(row, "kind", str, place) or "constructed"
        if kind not in _KINDS:
            raise self._wrong(
                f"{place}.kind", Text("'{kind}' is none of: {kinds}", {"kind": kind, "kinds": list(_KINDS)})
            )
        parent = self._opt(row, "parent", str, place)
        inherited: list[Rule] = []
        if parent is not None:
            if parent not in self.formats:
                raise self._wrong(
                    f"{place}.parent",
                    Text(
                        "there is no format '{parent}'; known: {formats}",
                        {"parent": parent, "formats": list(self.formats)},
                    ),
                )
            inherited = list(self.formats[parent].rules)
        for without in self._list({"without": [], **row}, "without", place):
            if all(rule.id != without for rule in inherited):
                raise self._wrong(
                    f"{place}.without",
                    Text(
                        "no rule '{rule}' to leave out; known: {rules}",
                        {"rule": without, "rules": [r.id for r in inherited]},
                    ),
                )
            inherited = [rule for rule in inherited if rule.id != without]
        title = self._labels(row, "title", place) if "title" in row else Labels({"en": slug})
        own = [
            self._rule(item, f"{place}.rules[{i}]", slug)
            for i, item in enumerate(self._list({"rules": [], **row}, "rules", place))
        ]
        replaced = {rule.id for rule in own}
        rules = (*(rule for rule in inherited if rule.id not in replaced), *own)
        note = self._labels(row, "note", place) if "note" in row else None
        return Format(slug, title, kind, tuple(rules), parent, note, self.ours)

    def _rule(self, row: Any, place: str, brought_by: str) -> Rule:
        if not isinstance(row, dict):
            raise self._wrong(place, Text("a rule is a table"))
        use = self._get(row, "use", str, place)
        kind = self.kinds.get(use)
        if kind is None:
            raise self._wrong(
                f"{place}.use",
                Text("there is no rule '{rule}'; known: {rules}", {"rule": use, "rules": sorted(self.kinds)}),
            )
        self._known(row, set(rule_keys(kind)), place)
        values: dict[str, Any] = {name: value for name, value in row.items() if name not in {"use", "title", "source"}}
        for name in ("since", "until"):
            values[name] = self._opt(row, name, date, place)
        values["id"] = self._opt(row, "id", str, place) or use
        values["title"] = self._labels(row, "title", place) if "title" in row else Labels({"en": values["id"]})
        values["source"] = self._source(row, place)
        values["brought_by"] = brought_by
        for name in ("sections", "set_kinds"):
            if name in values:
                values[name] = tuple(self._texts(row, name, place))
        for name in ("min", "max", "exact", "limit"):
            if name in values and (
                not isinstance(values[name], int) or isinstance(values[name], bool) or values[name] < 0
            ):
                raise self._wrong(
                    f"{place}.{name}", Text("'{value}' is not a whole number", {"value": str(values[name])})
                )
        if values.get("day", "release") not in ("prerelease", "release"):
            raise self._wrong(f"{place}.day", Text("sets count from their 'prerelease' or from their 'release'"))
        if "noun" in values:
            values["noun"] = self._labels(row, "noun", place)
        if "conditions" in values:
            values["conditions"] = tuple(
                self._condition(r, f"{place}.conditions[{i}]")
                for i, r in enumerate(self._list(values, "conditions", place))
            )
        if "rotations" in values:
            values["rotations"] = tuple(
                self._rotation(r, f"{place}.rotations[{i}]")
                for i, r in enumerate(self._list(values, "rotations", place))
            )
        if "bans" in values:
            values["bans"] = tuple(
                self._ban(r, f"{place}.bans[{i}]") for i, r in enumerate(self._list(values, "bans", place))
            )
        for field_ in fields(kind):
            if field_.name not in values and field_.default is MISSING and field_.default_factory is MISSING:
                raise self._wrong(place, Text("'{key}' is missing", {"key": field_.name}))
        try:
            return kind(**values)
        except RowError as error:
            raise self._wrong(place, error.text) from error
        except TypeError as error:
            # What a rule makes of a value of the wrong type shows only when it is made.
            raise self._wrong(place, Text("a value of the rule '{rule}' has the wrong type", {"rule": use})) from error

    def _condition(self, row: Any, place: str) -> Condition:
        self._known(row, {"fact", "is", "not"}, place)
        name = "is" if "is" in row else "not"
        return Condition(self._get(row, "fact", str, place), frozenset(self._texts(row, name, place)), name == "not")

    def _rotation(self, row: Any, place: str) -> Rotation:
        self._known(row, {"on", "sets", "cite", "source"}, place)
        sets = frozenset(self._texts(row, "sets", place))
        cite = self._opt(row, "cite", str, place) or ""
        return Rotation(self._get(row, "on", date, place), sets, cite, self._source(row, place))

    def _ban(self, row: Any, place: str) -> Ban:
        self._known(row, {"card", "since", "until", "cite", "source"}, place)
        since, until = self._get(row, "since", date, place), self._opt(row, "until", date, place)
        if until is not None and until <= since:
            raise self._wrong(f"{place}.until", Text("the ban ends before it begins"))
        cite = self._opt(row, "cite", str, place) or ""
        return Ban(self._get(row, "card", str, place), since, until, cite, self._source(row, place))

    # -- reading with places ------------------------------------------------------------------------------------

    def _source(self, row: Mapping[str, Any], place: str) -> Labels | str:
        name = self._opt(row, "source", str, place)
        if name is None:
            return ""
        if name not in self.sources:
            if not self.ours:
                return str(name)
            known = list(self.sources)
            raise self._wrong(
                f"{place}.source", Text("no source '{source}'; known: {all}", {"source": name, "all": known})
            )
        return self.sources[name].label

    def _labels(self, row: Mapping[str, Any], name: str, place: str) -> Labels:
        value = row.get(name)
        if isinstance(value, str):
            return Labels({"en": value})
        if isinstance(value, dict) and value and all(isinstance(v, str) for v in value.values()):
            return Labels(value)
        raise self._wrong(
            f"{place}.{name}", Text('give a text, or texts by language: {{ en = "...", fr = "..." }}', {"_": ""})
        )

    def _texts(self, row: Mapping[str, Any], name: str, place: str) -> list[str]:
        value = row.get(name)
        if not isinstance(value, list) or not all(isinstance(v, (str, int)) for v in value):
            raise self._wrong(f"{place}.{name}", Text("give a list of texts"))
        return [str(v) for v in value]

    def _list(self, row: Mapping[str, Any], name: str, place: str) -> list[Any]:
        value = row[name]
        if not isinstance(value, list):
            raise self._wrong(f"{place}.{name}", Text("this must be a list"))
        return value

    def _table(self, row: Mapping[str, Any], name: str, place: str) -> Mapping[str, Any]:
        value = row.get(name, {})
        if not isinstance(value, dict):
            raise self._wrong(f"{place}{name}", Text("this must be a table"))
        return value

    def _get(self, row: Mapping[str, Any], name: str, kind: type[Any], place: str) -> Any:
        value = self._opt(row, name, kind, place)
        if value is None:
            raise self._wrong(place, Text("'{key}' is missing", {"key": name}))
        return value

    def _opt(self, row: Mapping[str, Any], name: str, kind: type[Any], place: str) -> Any:
        value = row.get(name)
        if value is not None and type(value) is not kind:
            word = {str: Text("a text"), date: Text("a date like 2026-11-30 (without quotes)")}.get(kind, str(kind))
            raise self._wrong(f"{place}.{name}", Text("'{value}' is not {kind}", {"value": str(value), "kind": word}))
        return value

    def _known(self, row: Any, keys: set[str], place: str) -> None:
        if not isinstance(row, dict):
            raise self._wrong(place, Text("this must be a table"))
        for name in row:
            if name not in keys:
                raise self._wrong(
                    f"{place}.{name}".lstrip("."),
                    Text("unknown key '{key}'; known: {keys}", {"key": name, "keys": sorted(keys)}),
                )

    def _wrong(self, place: str, what: Text) -> InputError:
        do = Text("mend the file; 'deckkit formats' shows how ours are made")
        return InputError(Text("format file: {what}", {"what": what}), f"{self.where}: {place}", do)


def pools_of(format: Format) -> Sequence[Pool]:
    """The pool rules of a format."""
    return [rule for rule in format.rules if isinstance(rule, Pool)]


def bans_of(format: Format) -> Sequence[Bans]:
    """The ban rules of a format."""
    return [rule for rule in format.rules if isinstance(rule, Bans)]
