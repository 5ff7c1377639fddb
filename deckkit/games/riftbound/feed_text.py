"""Card texts in one notation, line by line, and the keywords that stand in them.

Symbols become brackets: ``[2]`` Energy, ``[Fury]`` Power of a domain, ``[A]`` Power of any domain, ``[Might]``,
``[Exhaust]``. What one feed writes with tags and another with line breaks comes out the same.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from deckkit.catalogue.records import AbilityRecord, KeywordRecord
from deckkit.feeds.texts import text_hash
from deckkit.games.riftbound.cards import COUNTED, DOMAINS, KEYWORDS

__all__ = ["ATTACHED", "abilities", "copy_limit", "keywords", "rich_lines", "typed_lines"]

# The kind of a text that a unit has while this card is attached to it; the main feed leaves these out.
ATTACHED = "attached"

_SYMBOL = re.compile(r":rb_([a-z]+)(?:_([a-z0-9]+))?:")
_BREAK = re.compile(r"<br\s*/?>|</p>|</ul>|\n")
_ITEM = re.compile(r"<li>")
_TAG = re.compile(r"<[^>]+>")
_NO_TEXT = "[NO TEXT]"
_KEYWORDS = {keyword.casefold(): keyword for keyword in KEYWORDS}
_BRACKET = re.compile(r"\[([A-Za-z-]+)(?: (\d+))?\](?:, (?=\[))?\s*")
# A few are printed without the brackets: a cost or an explanation shows that they stand for themselves.
_BARE = re.compile(rf"(Equip(?=\s+\[)|(?:{'|'.join(KEYWORDS)})(?=\s+\())()\s+")
_COST = re.compile(r"(?:\[(?:\d+|A|[A-Z][a-z]+)\])+")
_COSTS = {"Empower", "Equip", "Flow", "Repeat"}
_ANY_NUMBER = re.compile(r"\bdeck can have any number of cards named\b", re.IGNORECASE)
# How hand-typed texts write the symbols, where it is not [Might] and the like anyway.
_TYPED = {"rune": "A", "a": "A", "tap": "Exhaust", "m": "Might", "s": "Might", "might": "Might"} | {
    domain.casefold(): domain for domain in DOMAINS
}
_TYPED_SYMBOL = re.compile(r"\[([A-Za-z-]+)((?: \d+)?)\]")
_WORD = re.compile(r"\w")


def rich_lines(rich: str) -> list[str]:
    """The lines of a text in HTML with ``:rb_...:`` symbols; none for ``[NO TEXT]``. Items of a list stay together."""
    text = _ITEM.sub(" • ", _BREAK.sub("\n", rich).replace("\n •", " •"))
    text = html.unescape(_TAG.sub("", re.sub(r"\s*<ul>\s*", "", text)))
    return _lines(_SYMBOL.sub(_symbol, text))


def typed_lines(text: str) -> list[str]:
    """The lines of a text typed by hand, with keywords and symbols brought into one spelling."""
    return _lines(_TYPED_SYMBOL.sub(_spelling, text))


def _lines(text: str) -> list[str]:
    found: list[str] = []
    for line in (" ".join(line.split()) for line in text.split("\n")):
        if line.startswith("•") and found:
            found[-1] += f"\n{line}"
        elif line != _NO_TEXT and _WORD.search(line):
            found.append(line.replace(" •", "\n•"))
    return found


def _symbol(match: re.Match[str]) -> str:
    kind, value = match.groups()
    if kind == "energy":
        return f"[{value}]"
    if kind == "rune":
        return "[A]" if value == "rainbow" else f"[{value.capitalize()}]"
    return f"[{kind.capitalize()}]"


def _spelling(match: re.Match[str]) -> str:
    word, number = match.groups()
    return f"[{_TYPED.get(word.casefold()) or _KEYWORDS.get(word.casefold()) or word}{number}]"


def abilities(lines: Iterable[str], kind: str | None = None) -> list[AbilityRecord]:
    """One ability a line: ``keyword`` where it begins with a keyword, else ``effect``; ``kind`` stands for both."""
    return [
        AbilityRecord(kind or ("keyword" if keywords([line]) else "effect"), text_hash(line), line) for line in lines
    ]


def keywords(lines: Sequence[str]) -> tuple[KeywordRecord, ...]:
    """The keywords a card itself has: those at the beginning of a line, with number or cost.

    Words that a text only gives or names ("give a unit [Assault 2]") are left out, and so are ``Action`` and
    ``Reaction`` before ``[>]``, which belong to one ability and not to the card.
    """
    found: dict[KeywordRecord, None] = {}
    for line in lines:
        rest = line
        while match := _BRACKET.match(rest) or _BARE.match(rest):
            keyword = _KEYWORDS.get(match[1].casefold())
            rest = rest[match.end() :]
            if keyword is None:
                break
            if (keyword in ("Action", "Reaction") and rest.startswith("[>]")) or not _ends(rest):
                break
            number = int(match[2]) if match[2] else 1 if keyword in COUNTED else None
            cost = _COST.match(rest) if keyword in _COSTS else None
            found.setdefault(KeywordRecord(keyword, match[2] or (cost[0] if cost else None), number))
            if cost:
                break
    return tuple(found)


def _ends(rest: str) -> bool:
    """Whether a keyword stands for itself: its cost, its meaning or nothing follows, not a sentence about it."""
    return not rest or rest[0] in "([—–-,"


def copy_limit(lines: Iterable[str], known: Iterable[KeywordRecord]) -> int | str | None:
    """1 for Unique cards (CR 825.2.a, A12), ``any`` where the text says so (A13), else None: the format's limit."""
    if any(keyword.keyword == "Unique" for keyword in known):
        return 1
    return "any" if any(_ANY_NUMBER.search(line) for line in lines) else None
