"""The keywords that a card itself has, compiled from its text (WOW 83 to 140); the text is not kept.

A keyword is the card's own where it begins a paragraph or power, alone, in a row of keywords ("Protector, Assault 1"),
or as the label of what follows ("Stash: ..."). Inside a sentence it is what the card gives to others or has at times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.catalogue.fold import letters
from deckkit.catalogue.records import KeywordRecord
from deckkit.games.wowtcg.cards import DAMAGE_TYPES
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR, WITH_NUMBER
from deckkit.games.wowtcg.restrictions import plain

__all__ = ["ABOUT", "keywords"]

# Bold begins and ends; texts hold no such characters.
_BOLD, _END = "\x01", "\x02"
_REMARK = re.compile(r"\([^()]*\)?\s*(:?)")
_MISSPELT = {"longronge": "Long-Range"}


def _word(name: str) -> str:
    return re.escape(name).replace(r"\ ", r"\s*").replace(r"\-", r"[-\s]?")


_PLAIN = sorted({*KEYWORDS_FR, "Long-Ronge"} - {*WITH_NUMBER, "Resistance"}, key=len, reverse=True)
_KEYWORD = re.compile(
    rf"(?:(?P<numbered>{'|'.join(WITH_NUMBER)})\s*(?P<number>\d+|X)"
    rf"|(?P<type>{'|'.join(DAMAGE_TYPES)})\s+Resistance"
    rf"|(?P<plain>{'|'.join(map(_word, _PLAIN))}))(?!\w)",
    re.IGNORECASE,
)
_NAMES = {letters(name): name for name in KEYWORDS_FR} | _MISSPELT
# What joins two keywords, and what may follow the last one: nothing, the end of a sentence, or, after bold, a sentence.
_JOIN = re.compile(rf"\s*{_END}?\s*(?:,|&|(?:,\s*)?\band\b)\s*{_BOLD}?\s*")
_CLOSE = re.compile(rf"\s*(?:{_END}\s*)?(?P<stop>[.:!]|->|$)|\s*{_END}(?!\s*[a-z])|\s+(?=\d+ ->)")
# A restriction may stand before the keywords, and a sentence before a bold one, without a sign between.
_PARTS = re.compile(
    rf"[|;]|(?<=Reputation{_END})[\s,]*|(?<=Required{_END})[\s,]*|(?<=Reputation),|(?<=Required),|(?<=\.)\s+(?={_BOLD})"
)
_BETWEEN = re.compile(rf"[\s{_BOLD}{_END}.!]*")
#: "Inspire: Ally": for keywords that are about kinds of cards, those kinds that play knows.
ABOUT = {
    "Inspire": ("Ability", "Ally", "Armor", "Equipment", "Hero", "Item", "Protector", "Resource", "Weapon"),
    "Sabotage": ("Ability", "Armor", "Equipment", "Quest", "Resource", "Weapon"),
    "Diplomacy": ("Demon", "Draenei", "Dwarf", "Gnome", "Night Elf"),
}
_PLURALS = {"dwarves": "Dwarf", "night elves": "Night Elf"}
_ALSO = re.compile(r"\s*(?:,\s*)?(?:\b(?:and|or)\b\s*)?", re.IGNORECASE)


def keywords(text: str) -> tuple[KeywordRecord, ...]:
    """The card's own keywords in printed order, each once.

    >>> [(k.keyword, k.number) for k in keywords("<b>Protector</b>, <b>Assault 2</b>;Your hero has <b>Stealth</b>.")]
    [('Protector', None), ('Assault', 2)]
    """
    marked = re.sub(r"<\s*b\s*>", _BOLD, text, flags=re.IGNORECASE)
    body = plain(re.sub(r"<\s*/\s*b\s*>", _END, marked, flags=re.IGNORECASE))
    body = _REMARK.sub(lambda match: match[1] or "|", body)
    found: dict[tuple[str, str | None], KeywordRecord] = {}
    for part in _PARTS.split(body):
        line = re.sub(rf"^[\s{_BOLD}{_END}]*(?:FRONT\b[\s:{_END}]*)?{_BOLD}?\s*", "", part)
        if line.startswith("BACK"):
            break
        for record in _own(line):
            found.setdefault((record.keyword, record.value), record)
    return tuple(found.values())


def _own(line: str) -> Iterator[KeywordRecord]:
    """The keywords that a paragraph begins with."""
    position, row = 0, []
    while match := _KEYWORD.match(line, position):
        if not match[0][0].isupper():
            return
        row.append(_record(match))
        join = _JOIN.match(line, match.end())
        if join:
            position = join.end()
            if position == len(line):
                yield from row
            continue
        close = _CLOSE.match(line, match.end())
        if close is None:
            return
        yield from _about(row, line[close.end() :]) if close["stop"] == ":" else row
        row = []
        if close["stop"] in (":", "->"):
            return
        between = _BETWEEN.match(line, close.end())
        position = between.end() if between else close.end()


def _about(row: list[KeywordRecord], rest: str) -> Iterator[KeywordRecord]:
    """A row of keywords before a colon: each kind of cards that the last one is about makes a keyword of its own.

    >>> [k.value for k in _about([KeywordRecord("Inspire")], " Armor and item")]
    ['Armor', 'Item']
    """
    yield from row[:-1]
    kinds = ABOUT.get(row[-1].keyword, ())
    known = {**{kind.lower(): kind for kind in kinds}, **{f"{kind.lower()}s": kind for kind in kinds}, **_PLURALS}
    names = "|".join(sorted(known, key=len, reverse=True))
    words = re.compile(rf"[\s{_BOLD}{_END}]*(?P<kind>{names})\b", re.IGNORECASE)
    place, found = 0, False
    while match := words.match(rest, place) if kinds else None:
        found = True
        yield KeywordRecord(row[-1].keyword, known[match["kind"].lower()])
        join = _ALSO.match(rest, match.end())
        place = join.end() if join is not None else match.end()
    if not found:
        yield row[-1]


def _record(match: re.Match[str]) -> KeywordRecord:
    if match["numbered"]:
        number = match["number"].upper()
        return KeywordRecord(match["numbered"].capitalize(), number, None if number == "X" else int(number))
    if match["type"]:
        return KeywordRecord(f"{match['type'].capitalize()} Resistance")
    return KeywordRecord(_NAMES[letters(match["plain"])])
