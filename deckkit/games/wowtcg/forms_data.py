"""Lists of the preconstructed decks (YAML) and of a duel program (JSON)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from deckkit.catalogue.fold import letters
from deckkit.decklist.forms_json import load_json, read_copies
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import limit_error, unknown_shape, visible
from deckkit.decklist.words import Collector, check_count, section_words
from deckkit.errors import InputError
from deckkit.games.wowtcg.forms_shared import ReadOnly
from deckkit.i18n import Text

if TYPE_CHECKING:
    from yaml import Event

__all__ = ["DuelJson", "PreconstructedYaml"]

_PLACE = re.compile(r"(.+)-([0-9]{1,4}[a-z]?)")
_LONGEST = 500


class PreconstructedYaml(ReadOnly):
    """``list:`` with a mapping a section, from a slug of set and number to the count; the name is in the comment.

    The comment is why no YAML loader is enough: it throws comments away. The events of PyYAML say where a value ends,
    and the rest of its line is the comment. Events build nothing, so a hostile file can neither run nor swell.
    """

    name: ClassVar[str] = "yaml"
    # The largest real list has 3 kB.
    MOST: ClassVar[int] = 200_000

    _LIST = re.compile(r"^list:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*[ \t]+[^\s:#][^:\n]*:", re.MULTILINE)

    def recognises(self, text: str) -> bool:
        """Whether a line ``list:`` opens a nested mapping."""
        return "list:" in text and self._LIST.search(text.replace("\r\n", "\n")) is not None

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """Entries with their names from the comments, else with set and number alone."""
        if len(text) > self.MOST:
            raise limit_error(where)
        return _Yaml(text, spec, where).read()


class _Yaml:
    def __init__(self, text: str, spec: DeckSpec, where: str) -> None:
        self.text = text
        self.lines = text.splitlines()
        self.where = where
        self.default = spec.default
        self.sections = section_words(spec)
        self.found = Collector(where)
        self.title = ""
        self.stated = ""

    def read(self) -> ParsedList:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        # The keys from the top down to here: None in a sequence, or where the next scalar is a key.
        path: list[str | None] = []
        kinds: list[str] = []
        try:
            for event in yaml.parse(self.text, Loader=loader):
                if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                    self._nested(path, event)
                    kinds.append("map" if isinstance(event, yaml.MappingStartEvent) else "list")
                    path.append(None)
                elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                    kinds.pop()
                    path.pop()
                    if kinds and kinds[-1] == "map":
                        path[-1] = None
                elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)) and kinds:
                    if kinds[-1] == "map" and path[-1] is None and isinstance(event, yaml.ScalarEvent):
                        path[-1] = event.value
                        continue
                    self._value(path, event)
                    if kinds[-1] == "map":
                        path[-1] = None
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            params = {"line": mark.line + 1 if mark else 1, "reason": getattr(error, "problem", None) or "?"}
            raise InputError(
                Text("this YAML is broken in line {line}: {reason}", params),
                self.where,
                Text("was it cut short? fetch or save it again"),
            ) from None
        return ParsedList(
            "yaml", tuple(self.found.entries), tuple(self.found.problems), self.title, tuple(self._notices())
        )

    def _notices(self) -> list[Text]:
        copies = sum(entry.count for entry in self.found.entries) + sum(p.copies for p in self.found.problems)
        if not self.stated.isdecimal() or int(self.stated[:9]) == copies:
            return []
        return [Text("the list says {stated} cards and holds {found}", {"stated": self.stated[:9], "found": copies})]

    def _nested(self, path: list[str | None], event: Event) -> None:
        """A collection where a count should stand is told once, where it begins."""
        if len(path) == 3 and path[0] == "list":
            self._unreadable(path, event, Text("this entry is no card"))

    def _value(self, path: list[str | None], event: Event) -> None:
        value = getattr(event, "value", None)
        if path == ["name"]:
            self.title = visible(" ".join((value or "").split()))
        elif path == ["total"]:
            self.stated = (value or "").strip()
        elif path[:1] == ["list"] and len(path) < 3 and value:
            self._unreadable(path, event, Text("this entry is no card"))
        elif path[:1] == ["list"] and len(path) == 3:
            self._card(path, value, event)

    def _card(self, path: list[str | None], value: str | None, event: Event) -> None:
        section = self.sections.get(letters((path[1] or "")[:60]))
        if path[2] is None or value is None:
            self._unreadable(path, event, Text("this entry is no card"))
            return
        count, reason = check_count(value)
        if section is None:
            reason = reason or Text("there is no section '{section}'", {"section": visible(path[1] or "", 40)})
        if reason is not None:
            self._unreadable(path, event, reason, count, uncounted=not count and bool(value.strip(" 0")))
            return
        name = self._comment(event)
        place = _PLACE.fullmatch(path[2]) if len(path[2]) < 120 else None
        if len(name) > _LONGEST or not (letters(name) or place):
            self._unreadable(path, event, Text("the entry names no card"), count)
            return
        line = _spot(event.start_mark)[0] + 1
        raw = visible(self._line(event).strip())
        if letters(name):
            self.found.add(Entry(line, raw, count, name, section or ""))
        elif place:
            self.found.add(Entry(line, raw, count, "", section or "", place[1], place[2]))

    def _comment(self, event: Event) -> str:
        """What stands behind the value on its line, without the sign."""
        rest = self._line(event)[_spot(event.end_mark)[1] :].strip()
        return " ".join(rest[1:].split()) if rest.startswith("#") else ""

    def _line(self, event: Event) -> str:
        at = _spot(event.end_mark)[0]
        return self.lines[at] if at < len(self.lines) else ""

    def _unreadable(
        self, path: list[str | None], event: Event, reason: Text, copies: int = 0, *, uncounted: bool | None = None
    ) -> None:
        """Keeps the entry as a problem; one without a number of copies may hold any, unless it is said."""
        section = self.sections.get(letters((path[1] or "")[:60])) if len(path) > 1 else None
        line = _spot(event.start_mark)[0]
        raw = self.lines[line].strip() if line < len(self.lines) else ""
        self.found.unreadable(
            line + 1,
            raw,
            reason,
            copies,
            section or self.default,
            uncounted=not copies if uncounted is None else uncounted,
        )


def _spot(mark: Any) -> tuple[int, int]:
    """Line and column, from 0. Events of the parser all have marks; its types do not say so."""
    return (mark.line, mark.column) if mark is not None else (0, 0)


class DuelJson(ReadOnly):
    """``card_entries`` with an id, a count and the card's name; the hero apart, by its id and name."""

    name: ClassVar[str] = "duel-json"

    _KEYS = re.compile(r'"card_entries"\s*:')

    def recognises(self, text: str) -> bool:
        """Whether it is a JSON object with ``card_entries``."""
        return text.lstrip()[:1] == "{" and self._KEYS.search(text) is not None

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """Entries by position; an empty hero id is a list without hero."""
        data = load_json(text, where)
        rows = data.get("card_entries") if isinstance(data, dict) else None
        if not isinstance(rows, list):
            raise unknown_shape(Text("'card_entries' is no list of cards"), where)
        found = Collector(where)
        if _word(data.get("hero_card_def_id")) or _word(data.get("_hero_name")):
            hero = {"card_def_id": data.get("hero_card_def_id"), "_card_name": data.get("_hero_name"), "count": 1}
            self._row(found, 0, hero, "hero")
        for position, row in enumerate(rows, 1):
            self._row(found, position, row, spec.default)
        title = _word(data.get("display_name")) or _word(data.get("deck_id"))
        return ParsedList(self.name, tuple(found.entries), tuple(found.problems), visible(title))

    def _row(self, found: Collector, position: int, row: Any, section: str) -> None:
        raw = visible(str(row))
        if not isinstance(row, Mapping):
            found.unreadable(position, raw, Text("this entry is no card"), 0, section, uncounted=True)
            return
        count, reason = read_copies(row.get("count"))
        if reason is not None:
            found.unreadable(position, raw, reason, 0, section, uncounted=row.get("count") not in (0, "0"))
            return
        name, place = _word(row.get("_card_name")), _ID.fullmatch(_word(row.get("card_def_id"))[:100])
        if len(name) > _LONGEST or not (letters(name) or place):
            found.unreadable(position, raw, Text("the entry names no card"), count, section)
            return
        set_code = _SETS.get(place[1], place[1]) if place else None
        found.add(Entry(position, raw, count, name, section, set_code, place[2] if place else None))


_ID = re.compile(r"([a-z][a-z0-9_]*)_([0-9]{1,4})")
# What that program calls the two sets that it knows.
_SETS = {"azeroth": "HOA", "dark_portal": "TDP"}


def _word(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
