"""What columns, keys, counts and places are called in lists of different sites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.decklist.model import DeckSpec, Entry, Problem
from deckkit.decklist.source import MAX_LINES, limit_error, visible
from deckkit.i18n import Text

__all__ = [
    "ASIDE",
    "MAX_COPIES",
    "TOKENS",
    "Collector",
    "Place",
    "apart",
    "check_count",
    "full_name",
    "heading_name",
    "plain_count",
    "read_code",
    "read_number",
    "role",
    "roles",
    "section_words",
]

MAX_COPIES = 9_999

# The section of cards that are only thought about: no game has them in a deck.
ASIDE = "maybe"
_ASIDE_WORDS = (
    *("maybe", "maybeboard", "maybe board", "considering", "possible includes"),
    *("peut etre", "en reflexion", "a considerer"),
)
# What is made while the game is played is no card of the deck, unless a game has a section for it.
TOKENS = "tokens"
_TOKEN_WORDS = ("token", "tokens", "jeton", "jetons")
_SIDE = "side"

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
# Words of "name" that hold the whole name where another one holds its first part only, and the other way round.
_WHOLE = frozenset(["fullname", "cardfullname"])
_SECOND = frozenset(["title", "cardtitle"])
_BY_WORD = {word: role for role, words in _ROLES.items() for word in words.split()}

_CODE = re.compile(
    r"([A-Za-z]{0,4}[0-9]{1,3}|[A-Za-z]{2,4})-(?:([A-Za-z]{1,3}[0-9]{0,2})-)?"
    r"([A-Za-z]{0,2}[0-9]{1,3}[A-Za-z*]?)(?:/[0-9]{1,3})?(?::\w+)?",
)
_PLAIN_COUNT = re.compile(r"(?:[xX×] ?)?([0-9]+)(?:\.0+)?|([0-9]+)(?:\.0+)? ?[xX×]")
_NUMBER = re.compile(r"([A-Za-z]?)([0-9]{1,4}[A-Za-z]?)(?:/([A-Za-z0-9]+))?")


@lru_cache(maxsize=4096)
def role(word: str) -> str | None:
    """What a column or key of this name holds: ``name``, ``count``, ``set``...; None where it does not matter."""
    return _BY_WORD.get(letters(word)) if len(word) < 60 else None


def roles(words: Sequence[str]) -> dict[str, list[int]]:
    """Which columns or keys hold what: role to positions; ``count`` has several where they add up.

    "Normal" and "Foil" are numbers of copies only where nothing else is: beside a count they tell how the copies look.
    A whole name goes first; a title beside a name is its second part, the version.
    """
    found: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        meaning = role(word)
        if meaning is not None:
            found.setdefault(meaning, []).append(i)
    part = found.pop("part", None)
    if "count" in found:
        del found["count"][1:]
    elif part is not None:
        found["count"] = part
    names = found.get("name", [])
    if len(names) > 1:
        plain = [i for i in names if letters(words[i]) not in _SECOND]
        if plain and len(plain) < len(names) and "version" not in found:
            found["version"] = [i for i in names if i not in plain]
            names = plain
        found["name"] = sorted(names, key=lambda i: letters(words[i]) not in _WHOLE)
    return found


def full_name(name: str, version: str) -> str:
    """The name with its version, which some sources repeat although the name has it already (or is its start)."""
    if not name or not version:
        return name
    whole, end = fold(name), fold(version)
    if whole.endswith(end) and whole[: -len(end)].rstrip().endswith(("-", ",", ":", "(")):
        return name
    if end.startswith(whole) and end[len(whole) :].lstrip().startswith(("-", ",", ":", "(")):
        return version
    return f"{name} - {version}"


def plain_count(text: str) -> str:
    """A number of copies as spreadsheets and people write it ("4.0", "4x") without what says nothing."""
    match = _PLAIN_COUNT.fullmatch(text.strip()) if len(text) < 40 else None
    return match[1] or match[2] if match else text


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
    if any(section.name == _SIDE for section in spec.sections):
        words.setdefault("sb", _SIDE)
    for word in _ASIDE_WORDS:
        words.setdefault(letters(word), ASIDE)
    for word in _TOKEN_WORDS:
        words.setdefault(word, TOKENS)
    return words


def heading_name(line: str) -> str:
    """The name of a section that no game knows, from its heading ("Tricks:")."""
    return visible(line.strip(" :=*_~-#"), 40)


def apart(cards: Sequence[Card], lang: str | None = None) -> list[Card | str]:
    """The cards for a message: those that share their name with their type, or their key where that is the same, too.

    With ``lang`` all are texts in that language; without, a card that has its name alone is left for later.
    """
    shown: list[Card | str] = []
    for card in cards:
        alike = [other for other in cards if other != card and fold(other.name) == fold(card.name)]
        name = card.local_name(lang) if lang else card.name
        kind = card.facts.get("type")
        if not alike:
            shown.append(name if lang else card)
        elif kind and all(other.facts.get("type") != kind for other in alike):
            shown.append(f"{name} ({kind})")
        else:
            shown.append(f"{name} ({card.key})")
    return shown


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

    def unreadable(
        self,
        line: int,
        raw: str,
        reason: Text,
        copies: int = 0,
        section: str = "main",
        *,
        uncounted: bool = False,
    ) -> None:
        """Keeps a line that could not be read."""
        if len(self.problems) >= MAX_LINES:
            raise limit_error(self._where)
        self.problems.append(
            Problem("line.unreadable", line, visible(raw), reason, copies, section, uncounted=uncounted)
        )
