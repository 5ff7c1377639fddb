"""JSON lists: deckkit's own, and those of several sites and tools."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from deckkit.catalogue.fold import letters
from deckkit.decklist.forms_tabletop import looks_like_tabletop, parse_tabletop
from deckkit.decklist.forms_text import ENUMERATED, read_line
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import unknown_shape, visible
from deckkit.decklist.words import (
    Collector,
    check_count,
    full_name,
    plain_count,
    read_code,
    read_number,
    role,
    roles,
    section_words,
)
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["SCHEMA", "load_json", "parse_json", "read_copies"]

SCHEMA = "deckkit.deck/1"
_LONGEST = 500
# Where the cards of a list stand, in lists of one section; "sections" is our own.
_PILES = ("cards", "cardIds", "cardsAndAmounts")
_KEYS = {"sections", *_PILES}
# Texts that say something about a list and no card.
_ABOUT = {"name", "title", "game", "format", "author", "description", "date", "url"}


class _TwiceError(ValueError):
    """A key stands twice in one object, and JSON readers would keep the last one only."""


def parse_json(text: str, spec: DeckSpec, where: str = "") -> ParsedList:
    """A JSON list. ``line`` of an entry is its position in the list, from 1.

    Raises :class:`InputError` for broken JSON (with line and column) and for a shape that is not known.
    """
    rows = _json_lines(text, where)
    return _Reader(spec, where).read(load_json(text, where) if rows is None else rows)


def load_json(text: str, where: str) -> Any:
    """The data of a JSON text. Raises :class:`InputError` with the place where it is broken, and for double keys."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise InputError(
            Text(
                "this JSON is broken in line {line}, column {column}: {reason}",
                {"line": error.lineno, "column": error.colno, "reason": error.msg},
            ),
            where,
            Text("was it cut short? fetch or save it again"),
        ) from None
    except _TwiceError as error:
        raise InputError(
            Text("the key '{key}' stands twice in one JSON object, so one of them would be lost", {"key": str(error)}),
            where,
            Text("add the two up"),
        ) from None
    except (RecursionError, ValueError) as error:
        raise unknown_shape(
            Text("this JSON is no deck list: it is nested too deeply or holds an absurd number"), where
        ) from error


def _json_lines(text: str, where: str) -> list[Any] | None:
    """The objects of a text that holds one of them a line (JSON Lines); None for other JSON."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip()[0] == "{" and line.rstrip()[-1] == "}" for line in lines):
        return None
    try:
        json.loads(lines[0])
    except (ValueError, RecursionError):
        return None
    return [load_json(line, where) for line in lines]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(visible(key, 40))
            seen.add(key)
    return made


class _Reader:
    def __init__(self, spec: DeckSpec, where: str) -> None:
        self.spec = spec
        self.where = where
        self.sections = section_words(spec)
        self.found = Collector(where)
        self.position = 0

    def read(self, data: Any) -> ParsedList:
        if looks_like_tabletop(data):
            return parse_tabletop(data, self.spec, self.where)
        name, game = "", ""
        if isinstance(data, list):
            self._items(data, self.spec.start)
        elif isinstance(data, dict):
            name, slug = _title(data), data.get("game")
            game = visible(slug, 40) if isinstance(slug, str) else ""
            inner = data.get("deck")
            if isinstance(inner, dict) and not _KEYS & data.keys():
                around = {key: value for key, value in data.items() if key != "deck"}
                if _KEYS & inner.keys():
                    data = inner
                    name = name or _title(data)
                elif (boards := {key for _, key in self._boards(inner)}) and not boards & around.keys():
                    # {"deck": {"main": {…}, "sideboard": {…}}}
                    data = {**around, **inner}
                    name = name or _title(inner)
            self._deck(data)
        else:
            raise unknown_shape(Text("this JSON is a single value, not a list"), self.where)
        found = self.found
        return ParsedList(
            "json",
            tuple(found.entries),
            tuple(found.problems),
            name,
            game=game,
        )

    def _boards(self, data: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The keys of an object that are named like sections and hold cards, with the section.

        A section of one card may be its name alone ({"leader": "Name"}), but not the one whose word is a list's, too.
        """
        named = [(self.sections.get(letters(key)), key) for key in data if len(key) < 60]
        held = [(section, key, data[key]) for section, key in named if section]
        return [
            (section, key)
            for section, key, value in held
            if isinstance(value, (list, dict))
            or (isinstance(value, str) and value.strip() and section != self.spec.default)
        ]

    def _deck(self, data: Mapping[str, Any]) -> None:
        schema = data.get("schema")
        if isinstance(schema, str) and schema.startswith("deckkit.") and schema != SCHEMA:
            raise unknown_shape(
                Text("this is '{found}'; lists are '{wanted}'", {"found": visible(schema, 40), "wanted": SCHEMA}),
                self.where,
            )
        if isinstance(data.get("sections"), dict):
            for word, cards in data["sections"].items():
                section = self.sections.get(letters(word)) if len(word) < 60 else None
                if section is None:
                    what = Text("there is no section '{section}'", {"section": visible(word, 40)})
                    raise unknown_shape(what, self.where)
                self._cards(cards, section)
            return
        piles = [(self.spec.start, key) for key in _PILES if isinstance(data.get(key), (list, dict))]
        piles += self._boards(data)
        if not piles and _one_card(data) and any(role(key) == "count" for key in data):
            self._items([data], self.spec.start)
            return
        if not piles and self._is_map(data):
            amounts = {key: value for key, value in data.items() if not isinstance(value, str)}
            self._amounts(amounts, self.spec.start)
            return
        if not piles:
            keys = ", ".join(visible(key, 30) for key in list(data)[:8])
            what = Text("this JSON object holds no cards that are known here; it has: {keys}", {"keys": keys or "-"})
            raise unknown_shape(what, self.where)
        for section, key in piles:
            twice = [visible(other, 30) for same, other in piles if same == section]
            if len(twice) > 1:
                what = Text("the cards of one section stand in several places: {keys}", {"keys": twice})
                raise unknown_shape(what, self.where)
            self._cards(data[key], section)

    def _is_map(self, data: Mapping[str, Any]) -> bool:
        """Whether an object maps cards to copies ({"Name": 4}), beside texts about the list at most."""
        cards = [key for key, value in data.items() if isinstance(value, int) and not isinstance(value, bool)]
        texts = [key for key, value in data.items() if isinstance(value, str)]
        return (
            bool(cards)
            and len(cards) + len(texts) == len(data)
            and all(key in _ABOUT for key in texts)
            and not any(role(key) or key in _KEYS or letters(key[:60]) in self.sections for key in cards)
        )

    def _cards(self, cards: Any, section: str) -> None:
        if isinstance(cards, dict) and len(cards) < 20:
            # {"mainboard": {"count": 60, "cards": {…}}}
            held = [key for key in _PILES if isinstance(cards.get(key), (list, dict))]
            if len(held) == 1:
                self._cards(cards[held[0]], section)
                return
        if isinstance(cards, list):
            self._items(cards, section)
        elif isinstance(cards, str) or (isinstance(cards, dict) and _one_card(cards)):
            self._items([cards], section)
        elif isinstance(cards, dict):
            self._amounts(cards, section)
        else:
            raise unknown_shape(
                Text("the section '{section}' holds no list of cards", {"section": section}), self.where
            )

    def _items(self, items: list[Any], section: str) -> None:
        for item in items:
            self.position += 1
            if isinstance(item, str):
                self._string(item, section)
            elif isinstance(item, dict):
                self._object(item, section)
            elif isinstance(item, int) and not isinstance(item, bool):
                self.found.add(Entry(self.position, str(item), 1, section=section, feed_id=str(item)))
            else:
                self.found.unreadable(self.position, _show(item), Text("this entry is no card"), 0, section)

    def _amounts(self, amounts: Mapping[str, Any], section: str) -> None:
        """Objects that map an id, a place or a name to the number of copies."""
        for key, value in amounts.items():
            self.position += 1
            raw = f"{visible(key)}: {_show(value)}"
            count, reason = read_copies(value)
            if reason is not None:
                self.found.unreadable(self.position, raw, reason, 0, section, uncounted=True)
            elif key.isdecimal():
                self.found.add(Entry(self.position, raw, count, section=section, feed_id=key))
            else:
                self._line(key, raw, section, count)

    def _string(self, item: str, section: str) -> None:
        self._line(item, visible(item), section, None)

    def _line(self, text: str, raw: str, section: str, count: int | None) -> None:
        """A text in JSON: a line of a text list, or with ``count`` only the name or the place of a card."""
        line = " ".join(text.split())
        if count is not None:
            code = read_code(line)
            if code is not None:
                self.found.add(Entry(self.position, raw, count, "", section, code.set_code, code.number, code.promo))
            elif letters(line[:_LONGEST]) and len(line) <= _LONGEST:
                self.found.add(Entry(self.position, raw, count, line, section))
            else:
                self.found.unreadable(self.position, raw, Text("the entry names no card"), count, section)
            return
        read = read_line(line, self.spec.markers) if line else None
        if read is None or not (read.name or read.place or read.reason):
            self.found.unreadable(self.position, raw, Text("the entry names no card"), 1, section)
        elif read.reason is not None:
            self.found.unreadable(self.position, raw, read.reason, read.copies, section, uncounted=read.uncounted)
        else:
            place = read.place
            self.found.add(
                Entry(
                    self.position,
                    raw,
                    read.copies,
                    read.name,
                    section,
                    place.set_code if place else None,
                    place.number if place else None,
                    place.promo if place else None,
                    counted=read.counted,
                    bare=read.bare,
                    # A number and a dot in a list of texts may only count the texts.
                    other=None if ENUMERATED.match(line) else read.other,
                )
            )

    def _object(self, item: Mapping[str, Any], section: str) -> None:
        fields, count, wrong = _fields(item)
        raw = visible(json.dumps(item, ensure_ascii=False))
        inner = fields.get("name")
        if isinstance(inner, dict):
            # {"card": {"name": ...}, "count": 4}
            within, inner_count, inner_wrong = _fields(inner)
            fields = {**within, **fields, "name": within.get("name") or ""}
            if count is None and wrong is None:
                count, wrong = inner_count, inner_wrong
        if wrong is not None:
            self.found.unreadable(self.position, raw, wrong, 0, section, uncounted=True)
            return
        counted, count = count is not None, 1 if count is None else count
        if not count:
            return
        if "section" in fields and fields["section"] != "":
            named = self.sections.get(letters(str(fields["section"])[:60]))
            if named is None:
                reason = Text("there is no section '{section}'", {"section": visible(str(fields["section"]), 40)})
                self.found.unreadable(self.position, raw, reason, count, section)
                return
            section = named
        name = full_name(_word(fields.get("name")), _word(fields.get("version")))
        set_code, (number, promo) = _word(fields.get("set")), read_number(_word(fields.get("number")))
        feed_id, key = _word(fields.get("printing")), ""
        card_id = _word(fields.get("id"))
        if ":" in card_id:
            key = card_id
        elif card_id and not name and not feed_id:
            code = read_code(card_id)
            if code is not None:
                set_code, number, promo = code.set_code, code.number, code.promo
            else:
                feed_id = card_id
        if len(name) > _LONGEST or not (letters(name) or feed_id or key or (set_code and number)):
            self.found.unreadable(self.position, raw, Text("the entry names no card"), count, section)
            return
        placed = bool(set_code and number)
        self.found.add(
            Entry(
                self.position,
                raw,
                count,
                name,
                section,
                set_code if placed else None,
                number if placed else None,
                (promo or _word(fields.get("promo")) or None) if placed else None,
                feed_id or None,
                counted,
                key or None,
            )
        )


def _one_card(data: Mapping[str, Any]) -> bool:
    """Whether an object is one card, and not a map of cards to copies."""
    named = (value for key, value in data.items() if role(key) in ("name", "id", "printing"))
    return any(isinstance(value, (str, dict)) and value for value in named)


def _fields(item: Mapping[str, Any]) -> tuple[dict[str, Any], int | None, Text | None]:
    """The values of a card by role, its copies (None where it does not say them), and why they cannot be read.

    "normal" and "foil" add up as in a table, where 0 in all of them is a card that is not there; true or a word there
    tells how the copies look.
    """
    numbers = {
        key: value
        for key, value in item.items()
        if role(key) != "part" or value is None or read_copies(value)[1] is None or _is_zero(value) or _is_number(value)
    }
    keys = [key for key, value in numbers.items() if value is not None]
    at = roles(keys)
    fields = {meaning: numbers[keys[places[0]]] for meaning, places in at.items() if meaning != "count"}
    if "count" not in at:
        said = any(role(key) in ("count", "part") for key in numbers)
        return fields, None, Text("the entry has no number of copies") if said else None
    values = [numbers[keys[place]] for place in at["count"]]
    parts = role(keys[at["count"][0]]) == "part"
    total = 0
    for value in values:
        if parts and _is_zero(value):
            continue
        count, reason = read_copies(value)
        if reason is not None:
            return fields, None, reason
        total += count
    return fields, total, None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_zero(value: Any) -> bool:
    return not isinstance(value, bool) and (value == 0 or (isinstance(value, str) and value.strip() in ("", "0")))


def _title(data: Mapping[str, Any]) -> str:
    for key in ("name", "title"):
        value = data.get(key)
        if isinstance(value, str) and value.strip():
            return visible(" ".join(value.split()))
    names = data.get("names")
    if isinstance(names, dict) and isinstance(names.get("en"), str):
        return visible(" ".join(names["en"].split()))
    return ""


def _word(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def read_copies(value: Any) -> tuple[int, Text | None]:
    """The number of copies that a JSON value says, and why it is none (then the number is 0)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return 0, Text("'{text}' is no whole number of copies", {"text": _show(value)})
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        value = plain_count(value)
    return check_count(str(value) if not isinstance(value, int) or abs(value) < 10**9 else "9" * 10)


def _show(value: Any) -> str:
    return visible(json.dumps(value, ensure_ascii=False), 60)
