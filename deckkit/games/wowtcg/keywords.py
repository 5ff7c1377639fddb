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

__all__ = ["keywords"]

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
        yield from row
        row = []
        if close["stop"] in (":", "->"):
            return
        between = _BETWEEN.match(line, close.end())
        position = between.end() if between else close.end()


def _record(match: re.Match[str]) -> KeywordRecord:
    if match["numbered"]:
        number = match["number"].upper()
        return KeywordRecord(match["numbered"].capitalize(), number, None if number == "X" else int(number))
    if match["type"]:
        return KeywordRecord(f"{match['type'].capitalize()} Resistance")
    return KeywordRecord(_NAMES[letters(match["plain"])])
