"""Values that no card can have: a feed with one of them is refused, whatever its shape and game."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from deckkit.catalogue.fields import ANY_NUMBER, CardFields, FactField
from deckkit.catalogue.records import CardRecord, FeedData
from deckkit.errors import FeedError
from deckkit.feeds.check import refuse
from deckkit.i18n import Text

__all__ = ["MOST", "check_day", "check_number", "check_values", "check_words"]

# Control characters, ends of lines, marks that turn the direction of what follows, halves of characters: in a line of
# print they can only be damage, and a terminal may obey them.
_UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_UNPRINTABLE_IN_TEXT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
MOST = 999_999_999


def check_day(generated: date | None, today: date | None, where: str) -> None:
    """Refuses a feed made after ``today``; one day is allowed for, since the date differs around the world.

    Every later feed would count as older than it.
    """
    if generated is not None and today is not None and generated > today + timedelta(days=1):
        what = Text("this feed says it was made on {day}, and today is {today}", {"day": generated, "today": today})
        do = Text("nothing was imported; get the feed anew, or set this computer's clock right")
        raise FeedError(what, where, do)


def check_values(data: FeedData, fields: CardFields, where: str) -> None:
    """Refuses numbers out of range, and names and words that are empty or cannot be printed, with their place."""
    columns = {column.fact: column for column in fields.columns}
    printed: dict[str, list[str]] = defaultdict(list)
    for printing in data.printings:
        printed[printing.card_key].append(printing.feed_id)
    for item in data.sets:
        place = f"{where}: {_shown(item.code)}"
        check_words((item.code, item.name, *item.names.values()), f"{place}.name")
        check_words((item.kind,), f"{place}.kind")
        check_number(item.order, -MOST, f"{place}.order")
    for card in data.cards:
        ids = ", ".join(printed[card.key][:3])
        _card(card, columns, f"{where}: {_shown(card.key)}" + (f" (id {_shown(ids)})" if ids else ""))
    for printing in data.printings:
        place = f"{where}: {_shown(printing.card_key)} (id {_shown(printing.feed_id)})"
        check_words((printing.feed_id,), f"{place}.id")
        for part in ("number", "variant", "promo", "rarity"):
            value = getattr(printing, part)
            if value is not None:
                check_words((value,), f"{place}.{part}")
        _values(printing.facts, {}, place)
    for name in data.names:
        check_words((name.text, name.language), f"{where}: {_shown(name.card_key)}.name")
    for alias in data.aliases:
        check_words((alias.text,), f"{where}: {_shown(alias.card_key)}.alias")
    for key, abilities in data.texts.items():
        _texts((text for ability in abilities for text in (ability.name, ability.text)), f"{where}: {_shown(key)}.text")


def _card(card: CardRecord, columns: dict[str, FactField], place: str) -> None:
    check_words((card.key, card.name), f"{place}.name")
    _values(card.facts, columns, place)
    for keyword in card.keywords:
        check_words((keyword.keyword,), f"{place}.keywords")
        if keyword.value is not None:
            check_words((keyword.value,), f"{place}.keywords")
        if keyword.number is not None:
            check_number(keyword.number, -MOST, f"{place}.keywords")
    _texts((text for ability in card.abilities for text in (ability.name, ability.text)), f"{place}.text")


def _values(facts: dict[str, Any], columns: dict[str, FactField], place: str) -> None:
    for fact, value in facts.items():
        column = columns.get(fact)
        if column is not None and (column.kind == "number" or (column.kind == "limit" and value != ANY_NUMBER)):
            check_number(value, column.least, f"{place}.{fact}")
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str):
                check_words((item,), f"{place}.{fact}")


def check_number(value: Any, least: int, where: str) -> None:
    """Refuses what is no whole number from ``least`` to one of nine digits."""
    if type(value) is not int or not least <= value <= MOST:
        what = Text(
            "{value} is not a whole number from {least} to {most}",
            {"value": repr(value)[:60], "least": least, "most": MOST},
        )
        raise refuse(what, where)


def check_words(texts: Iterable[str], where: str) -> None:
    """Refuses names and words that are empty, or have ends of lines or other characters that cannot be printed."""
    for text in texts:
        if not text.strip():
            raise refuse(Text("here is an empty text where a name or word is due"), where)
        if not text.isprintable() and _UNPRINTABLE.search(text):
            raise refuse(Text("{value} has characters that cannot be printed", {"value": ascii(text)[:80]}), where)


def _texts(texts: Iterable[str | None], where: str) -> None:
    for text in texts:
        found = _UNPRINTABLE_IN_TEXT.search(text) if text else None
        if text and found:
            part = ascii(text[max(found.start() - 20, 0) : found.end() + 20])
            raise refuse(Text("{value} has characters that cannot be printed", {"value": part}), where)


def _shown(text: str) -> str:
    return text if text.isprintable() or _UNPRINTABLE.search(text) is None else ascii(text)[1:-1]
