"""Scenario files as text: a JSON list, one scenario, or JSON Lines; and the checks that every value goes through.

Whatever is wrong becomes a :class:`ScenarioError` that names the place, never a traceback: files come from strangers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = [
    "RawScenario",
    "ScenarioError",
    "check_keys",
    "check_value",
    "listed",
    "mapping",
    "read_day",
    "read_scenarios",
    "seat_of",
    "words_near",
]

#: A scenario is a small board: these bounds only keep a hostile file from filling the memory.
MOST_BYTES = 20_000_000
MOST_COPIES = 500
MOST_NUMBER = 1_000_000
# Longer ones are not even read: beyond a few thousand digits Python itself refuses to.
_DIGITS = 20

_KEYS = ("id", "game", "area", "title", "on", "given", "when", "then", "rule")
_NEEDED = ("id", "given", "when", "then")
_SEAT = re.compile(r"P[1-4]")


class ScenarioError(InputError):
    """A scenario that cannot be run as it is written."""


@dataclass(frozen=True, slots=True)
class RawScenario:
    """A scenario as it stands in its file: ``name`` for reports, ``data`` or the ``error`` that it holds."""

    name: str
    where: str
    data: Mapping[str, Any] | None = None
    error: ScenarioError | None = None


def read_scenarios(content: bytes, where: str) -> list[RawScenario]:
    """The scenarios of a file. A file that is no JSON at all is one entry with its error."""
    try:
        return _read(content, where)
    except ScenarioError as error:
        return [RawScenario(where, where, error=error)]


def _read(content: bytes, where: str) -> list[RawScenario]:
    if len(content) > MOST_BYTES:
        raise ScenarioError(Text("the file is larger than {n} bytes", {"n": MOST_BYTES}), where)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError(
            Text("the file is not UTF-8 text (byte {n})", {"n": error.start}), where, Text("save it as UTF-8")
        ) from None
    if not text.strip():
        raise ScenarioError(Text("the file is empty"), where, Text("write a JSON list of scenarios"))
    try:
        document = _json(text, where)
    except ScenarioError:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for _, line in lines[:2]):
            raise
        return [_line(line, f"{where}:{number}") for number, line in lines]
    rows = document if isinstance(document, list) else [document]
    if not rows:
        raise ScenarioError(Text("the file holds no scenario"), where, Text("write a JSON list of scenarios"))
    return [
        _one(row, f"{where}: {place}" if isinstance(document, list) else where) for place, row in enumerate(rows, 1)
    ]


def _line(line: str, where: str) -> RawScenario:
    try:
        return _one(_json(line, where), where)
    except ScenarioError as error:
        return RawScenario(where, where, error=error)


def _one(row: Any, where: str) -> RawScenario:
    if not isinstance(row, dict):
        error = ScenarioError(Text("a scenario is a JSON object, not {value}", {"value": _short(row)}), where)
        return RawScenario(where, where, error=error)
    name = row.get("id")
    label = name if isinstance(name, str) and name else where
    place = f"{where} ({name})" if isinstance(name, str) and name else where
    try:
        _shape(row, place)
    except ScenarioError as error:
        return RawScenario(label, place, error=error)
    return RawScenario(label, place, row)


def _shape(row: Mapping[str, Any], where: str) -> None:
    check_keys(row, _KEYS, where)
    for name in _NEEDED:
        if name not in row:
            raise ScenarioError(Text("a scenario needs '{name}'", {"name": name}), where)
    for name in ("id", "title", "area", "game"):
        if name in row and not (isinstance(row[name], str) and row[name].strip()):
            raise ScenarioError(Text("'{name}' is a text", {"name": name}), f"{where}: {name}")
    mapping(row["given"], f"{where}: given")
    mapping(row["then"], f"{where}: then")
    if not row["then"]:
        raise ScenarioError(Text("a scenario says what must be true afterwards"), f"{where}: then")
    for place, step in enumerate(listed(row["when"], f"{where}: when"), 1):
        at = f"{where}: when[{place}]"
        if not isinstance(mapping(step, at).get("do"), str):
            raise ScenarioError(Text("a step needs 'do', the name of an action"), at)
    rules = row.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(one, str) for one in rules):
        raise ScenarioError(Text("'{name}' is a list of texts", {"name": "rule"}), f"{where}: rule")
    if "on" in row:
        read_day(row["on"], f"{where}: on")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_int=lambda digits: _whole(digits, where)
        )
    except json.JSONDecodeError as error:
        raise ScenarioError(
            Text("this is no JSON: {error}", {"error": error.msg}),
            f"{where}: {error.lineno}:{error.colno}",
            Text("write a JSON list of scenarios, or one scenario a line"),
        ) from None
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ScenarioError(Text("this is no JSON: {error}", {"error": what}), where) from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the key {name[:80]!r} stands twice in one object")
        found[name] = value
    return found


def _whole(digits: str, where: str) -> int:
    if len(digits) > _DIGITS:
        raise ScenarioError(
            Text("a number has more than {n} digits", {"n": _DIGITS}),
            where,
            Text("{n} is the largest", {"n": MOST_NUMBER}),
        )
    return int(digits)


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


# -- values --------------------------------------------------------------------------------------------------------


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    """The value, which must be an object."""
    if not isinstance(value, dict):
        raise ScenarioError(Text("an object was expected here, not {value}", {"value": _short(value)}), where)
    return value


def listed(value: Any, where: str) -> Sequence[Any]:
    """The value, which must be a list."""
    if not isinstance(value, list):
        raise ScenarioError(Text("a list was expected here, not {value}", {"value": _short(value)}), where)
    return value


def check_keys(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Refuses keys that mean nothing, with the nearest that do."""
    words = list(dict.fromkeys(known))
    for name in given:
        if name not in words:
            raise ScenarioError(
                Text("'{name}' means nothing here", {"name": name[:80]}), where, words_near(name, words)
            )


def words_near(name: Any, known: Sequence[str]) -> Text:
    """What to write instead."""
    from rapidfuzz import process

    near = [hit for hit, _, _ in process.extract(str(name)[:80], known, limit=3, score_cutoff=60)]
    if near:
        return Text("did you mean {values}?", {"values": near})
    return Text("use one of: {values}", {"values": sorted(known)[:60]})


def check_value(kind: str, value: Any, where: str, words: Sequence[str] = ()) -> Any:
    """The value, if it is of this kind (see :class:`~deckkit.engine.scenario_words.ObjectWord`).

    ``word|a|b`` and ``words|a|b`` name the words that are allowed.
    """
    kind, *allowed = kind.split("|")
    words = allowed or words
    good = _KINDS[kind](value)
    if good and kind == "modifiers":
        check_keys({**value, value["until"]: 0}, ("until", *words), where)
        return value
    if good and words and kind == "word" and value not in words:
        raise ScenarioError(Text("'{name}' means nothing here", {"name": value}), where, words_near(value, list(words)))
    if not good:
        raise ScenarioError(_wrong(kind, value), where)
    return value


def _number(value: Any, low: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= MOST_NUMBER


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one for one in value)


_KINDS: Mapping[str, Any] = {
    "flag": lambda value: isinstance(value, bool),
    "count": lambda value: _number(value, 0),
    "positive": lambda value: _number(value, 1),
    "int": lambda value: _number(value, -MOST_NUMBER),
    "word": lambda value: isinstance(value, str) and bool(value),
    "thing": lambda value: isinstance(value, str) and bool(value),
    "things": _texts,
    "words": _texts,
    "keywords": _texts,
    "seat": lambda value: isinstance(value, str) and bool(_SEAT.fullmatch(value)),
    "map": lambda value: isinstance(value, dict) and all(_number(one, -MOST_NUMBER) for one in value.values()),
    # Numbers by stat, and the word of a duration.
    "modifiers": lambda value: (
        isinstance(value, dict)
        and isinstance(value.get("until"), str)
        and all(_number(one, -MOST_NUMBER) for key, one in value.items() if key != "until")
    ),
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "any": lambda _value: True,
}


def _wrong(kind: str, value: Any) -> Text:
    shown = {"value": _short(value), "most": MOST_NUMBER}
    return {
        "flag": Text("true or false was expected here, not {value}", shown),
        "count": Text("a number from 0 to {most} was expected here, not {value}", shown),
        "positive": Text("a number from 1 to {most} was expected here, not {value}", shown),
        "int": Text("a whole number from -{most} to {most} was expected here, not {value}", shown),
        "word": Text("a word was expected here, not {value}", shown),
        "thing": Text("a name or an id was expected here, not {value}", shown),
        "things": Text("a list of names was expected here, not {value}", shown),
        "words": Text("a list of words was expected here, not {value}", shown),
        "keywords": Text("a list of keywords was expected here, not {value}", shown),
        "seat": Text("a player (P1 to P4) was expected here, not {value}", shown),
        "map": Text("an object with whole numbers up to {most} was expected here, not {value}", shown),
        "modifiers": Text("stats with numbers, and 'until', were expected here, not {value}", shown),
        "list": Text("a list was expected here, not {value}", shown),
        "object": Text("an object was expected here, not {value}", shown),
    }[kind]


def seat_of(value: Any, where: str, players: int = 4) -> int:
    """The seat that ``P1`` … names."""
    number = int(check_value("seat", value, where)[1:]) - 1
    if number >= players:
        raise ScenarioError(Text("{seat} does not play here", {"seat": value}), where)
    return number


def read_day(value: Any, where: str) -> date:
    """A calendar date as YYYY-MM-DD."""
    try:
        if not isinstance(value, str) or len(value) != 10:
            raise ValueError
        return date.fromisoformat(value)
    except ValueError:
        raise ScenarioError(
            Text("'{value}' is not a date", {"value": _short(value)}), where, Text("write it as YYYY-MM-DD")
        ) from None


def _short(value: Any) -> str:
    # Long and nested values are shown by their beginning: a message is no place for a whole file.
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**18:
        return "…"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:60] + "…"
