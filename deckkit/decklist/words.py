"""What columns, keys, counts and places are called in lists of different sites."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import DeckSpec, Entry, Problem
from deckkit.decklist.source import MAX_LINES, limit_error, visible
from deckkit.i18n import Text

__all__ = ["MAX_COPIES", "Collector", "Place", "check_count", "read_code", "read_number", "role", "section_words"]

MAX_COPIES = 9_999

_ROLES = {
    "name": "name card cardname fullname cardfullname cardtitle title nom nomdelacarte carte kartenname nomecarta",
    "version": "version subtitle cardversion subname sousnom",
    "count": "count quantity qty amount copies numberofcopies n quantite exemplaires nombre anzahl",
    # Columns that add up where there is no single column for the count.
    "part": "normal foil normalcount foilcount regular nonfoil quantitynormal quantityfoil normalquantity foilquantity",
    "set": "set setcode setnumber setid setname edition expansion extension",
    "number": "number cardnumber collectornumber collectorsnumber cn no num numero numerodecarte",
    # An id of unknown origin says nothing where a name stands beside it; the feed's own id does.
    "id": "id cardid",
    "printing": "printing printingid feedid",
    "promo": "promo promogroup promogrouping",
    "section": "section board zone pile",
}
_BY_WORD = {word: role for role, words in _ROLES.items() for word in words.split()}

_CODE = re.compile(
    r"([A-Za-z]{0,4}[0-9]{1,3}|[A-Za-z]{2,4})-(?:([A-Za-z]{1,3}[0-9]{0,2})-)?"
    r"([A-Za-z]{0,2}[0-9]{1,3}[A-Za-z*]?)(?:/[0-9]{1,3})?(?::\w+)?",
)
_NUMBER = re.compile(r"([A-Za-z]?)([0-9]{1,4}[A-Za-z]?)(?:/([A-Za-z0-9]+))?")


@lru_cache(maxsize=4096)
def role(word: str) -> str | None:
    """What a column or key of this name holds: ``name``, ``count``, ``set``...; None where it does not matter."""
    return _BY_WORD.get(letters(word)) if len(word) < 60 else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a printing stands: set, number (with its variant letter), and the promo group where one is given."""

    set_code: str
    number: str
    promo: str | None = None


@lru_cache(maxsize=16384)
def read_code(text: str) -> Place | None:
    """A printing in one word: ``1-63``, ``013-001``, ``009-P3-003``, ``013-001:foil``, ``VEN-SP3/006``."""
    match = _CODE.fullmatch(text) if len(text) < 24 else None
    return Place(match[1], match[3], match[2]) if match else None


def read_number(text: str) -> tuple[str, str | None]:
    """A number as printed on a card: ``63``, ``63/204`` (the same), ``26/P2`` (number 26 of a promo group).

    Returns the number and the promo group. What does not look like a number is returned as it is.
    """
    match = _NUMBER.fullmatch(text.split()[0]) if len(text) < 40 and text.strip() else None
    if match is None:
        return text, None
    behind = match[3]
    return match[1] + match[2], behind if behind and not behind.isdigit() else None


def check_count(text: str) -> tuple[int, Text | None]:
    """The number of copies that ``text`` writes, and why it is none (then the number is 0)."""
    text = text.strip()
    if text.isdecimal():
        if len(text) > len(str(MAX_COPIES)):
            return 0, Text("nobody plays so many copies; the most that is read is {most}", {"most": MAX_COPIES})
        count = int(text)
        return count, None if count else Text("a line needs at least one copy")
    if text[:1] in "-−–" and text[1:].strip().isdecimal():
        return 0, Text("the number of copies is negative")
    return 0, Text("'{text}' is no whole number of copies", {"text": visible(text, 40)})


def section_words(spec: DeckSpec) -> dict[str, str]:
    """Every word that names a section, in any language, by its letters."""
    words: dict[str, str] = {}
    for section in spec.sections:
        for word in (section.name, *section.labels.values(), *section.headers):
            words.setdefault(letters(word), section.name)
    return words


class Collector:
    """Gathers the entries and problems of one list, and refuses a list that has too many."""

    def __init__(self, where: str = "") -> None:
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self._where = where

    def add(self, entry: Entry) -> None:
        """Keeps an entry."""
        if len(self.entries) >= MAX_LINES:
            raise limit_error(self._where)
        self.entries.append(entry)

    def unreadable(self, line: int, raw: str, reason: Text, copies: int = 0, section: str = "main") -> None:
        """Keeps a line that could not be read."""
        if len(self.problems) >= MAX_LINES:
            raise limit_error(self._where)
        self.problems.append(Problem("line.unreadable", line, visible(raw), reason, copies, section))
