"""Typed reading of raw records: whatever is not as it should be is refused with its place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from deckkit.errors import FeedError
from deckkit.i18n import Text

__all__ = ["Raw", "feed_day", "refuse"]


def refuse(what: Text, where: str) -> FeedError:
    """The error for a feed that is not as it should be."""
    return FeedError(what, where, Text("nothing was imported; get the feed anew, or report the fault to its maker"))


def _kind(value: object) -> Text:
    if value is None:
        return Text("nothing")
    if isinstance(value, bool):
        return Text("yes or no")
    if isinstance(value, (int, float)):
        return Text("a number")
    if isinstance(value, str):
        return Text("a text")
    return Text("a list") if isinstance(value, list) else Text("an object")


class Raw:
    """A raw JSON object with its place; every getter checks the type. ``fields`` is the object itself."""

    __slots__ = ("fields", "where")

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise refuse(Text("here stands {kind} where an object is due", {"kind": _kind(value)}), where)
        self.fields: Mapping[str, Any] = value
        self.where = where

    def _wrong(self, name: str, wanted: Text) -> FeedError:
        value = self.fields.get(name)
        where = f"{self.where}.{name}"
        if name not in self.fields:
            return refuse(Text("the field '{field}' is missing", {"field": name}), where)
        shown = repr(value)[:60]
        return refuse(Text("{value} is not {wanted}", {"value": shown, "wanted": wanted}), where)

    def text(self, name: str) -> str:
        """A text that must be there and not be empty."""
        value = self.fields.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(name, Text("a text"))
        return value.strip()

    def text_or_none(self, name: str) -> str | None:
        """A text that may be missing, null or empty (all None)."""
        value = self.fields.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            raise self._wrong(name, Text("a text"))
        return value.strip() or None

    def whole(self, name: str) -> int:
        """A whole number that must be there."""
        value = self.fields.get(name)
        if type(value) is not int:
            raise self._wrong(name, Text("a whole number"))
        return value

    def whole_or_none(self, name: str) -> int | None:
        """A whole number that may be missing or null."""
        return None if self.fields.get(name) is None else self.whole(name)

    def flag(self, name: str) -> bool:
        """True or false; must be there."""
        value = self.fields.get(name)
        if type(value) is not bool:
            raise self._wrong(name, Text("true or false"))
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts; missing is empty."""
        value = self.fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(name, Text("a list of texts"))
        return value

    def objects(self, name: str) -> list[Raw]:
        """A list of objects; missing is empty."""
        value = self.fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(name, Text("a list"))
        return [Raw(item, f"{self.where}.{name}[{i}]") for i, item in enumerate(value)]

    def object(self, name: str) -> Raw:
        """An object that must be there."""
        return Raw(self.fields.get(name), f"{self.where}.{name}")

    def day(self, name: str) -> date | None:
        """An ISO date that may be missing or null."""
        value = self.fields.get(name)
        if value is None:
            return None
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            raise self._wrong(name, Text("a date like 2026-11-30")) from None


def feed_day(value: object, where: str) -> date:
    """The day of a feed's time stamp (ISO, with or without time)."""
    try:
        return datetime.fromisoformat(str(value)).date()
    except ValueError:
        raise refuse(Text("'{value}' is not a time stamp", {"value": str(value)[:60]}), where) from None
