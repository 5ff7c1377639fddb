"""Conditions on drawn cards: ``2+ GROUP, 0-1 GROUP or 3 GROUP``.

A comma is *and*, ``or`` (also ``ou``) joins alternatives and binds less. A group is a search or a quoted card name;
commas and ``or`` inside its parentheses and quotes are its own. Groups may overlap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckkit.errors import UsageError
from deckkit.i18n import Text, as_text

__all__ = [
    "EXAMPLE",
    "Clause",
    "Condition",
    "Goal",
    "Need",
    "condition_error",
    "parse_condition",
    "second_condition",
    "split_outside",
    "unquoted",
]

EXAMPLE = Text('1+ "name of a card", 0-1 (cost>=6 or type:WORD)')
MAX_LENGTH = 4000
MAX_NUMBER = 9999

_RANGE = re.compile(r"\s*([0-9]+)(?:\s*(\+)|\s*[-–—−]\s*([0-9]+)(?![^\s(\"“„«‘‹])|(?=[\s(\"“„«‘‹]|$))\s*")
_CLOSING = {'"': '"', "“": '"”“', "”": '"”“', "„": '"”“', "«": "»", "‹": "›"}
# Single quotes begin a word and end one: inside a word, and where no other is found, they are apostrophes.
_SINGLE = re.compile(r"(?<![^\s(,;:=<>≤≥≠])‘(?:[^‘’\\]|\\.|[‘’](?=\w))*’(?!\w)", re.DOTALL)
_ENCLOSED = re.compile(r"[\"“”„](.*)[\"“”]|«(.*)»|‹(.*)›|‘(.*)’", re.DOTALL)
_OR = re.compile(r"(?<=[\s)\"”“»›])(?:or|ou)(?=[\s(0-9]|$)", re.IGNORECASE)
# What begins a further condition where a comma should stand: "and 2+", "and 3", "2+", "0-1".
_FURTHER = re.compile(
    r"(?<!\S)(?:(?:and|et|&)\s+[0-9]+(?:\s*\+|\s*[-–—−]\s*[0-9]+)?|[0-9]+(?:\+|[-–—−][0-9]+))(?=[\s(\"“„«‘‹])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Need:
    """From ``least`` to ``most`` cards of the group ``group``; ``most`` None is any number."""

    group: int
    least: int
    most: int | None = None

    def holds(self, count: int) -> bool:
        """Whether so many cards fit."""
        return count >= self.least and (self.most is None or count <= self.most)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted: all needs of at least one of the ``terms``. A term names a group at most once."""

    terms: tuple[tuple[Need, ...], ...]

    @classmethod
    def of(cls, *terms: Sequence[Need]) -> Goal:
        """From needs that may name a group several times: what they allow in common is kept."""
        return cls(tuple(found for term in terms if (found := _merged(term)) is not None))

    def holds(self, counts: Sequence[int]) -> bool:
        """Whether cards with so many of each group are what is wanted."""
        return any(all(need.holds(counts[need.group]) for need in term) for term in self.terms)

    def beside(self, counts: Sequence[int]) -> Goal:
        """What further cards have to be where so many of each group are there already."""
        if not any(counts):
            return self
        return Goal.of(
            *(
                [
                    Need(need.group, max(0, need.least - there), None if need.most is None else need.most - there)
                    for need in term
                    for there in [counts[need.group] if need.group < len(counts) else 0]
                ]
                for term in self.terms
            )
        )

    @property
    def wanted(self) -> int:
        """The groups with a minimum of 1 or more in any term, as a mask."""
        return sum({1 << need.group for term in self.terms for need in term if need.least > 0})

    @property
    def groups(self) -> int:
        """All groups that the terms name, as a mask."""
        return sum({1 << need.group for term in self.terms for need in term})

    @property
    def rising(self) -> bool:
        """Whether further cards can only help: no need has an upper bound."""
        return all(need.most is None for term in self.terms for need in term)


def _merged(term: Sequence[Need]) -> tuple[Need, ...] | None:
    found: dict[int, Need] = {}
    for need in term:
        other = found.get(need.group, need)
        bounds = [most for most in (need.most, other.most) if most is not None]
        both = Need(need.group, max(need.least, other.least), min(bounds, default=None))
        if both.most is not None and both.most < both.least:
            return None
        found[need.group] = both
    return tuple(found[group] for group in sorted(found) if found[group].least or found[group].most is not None)


@dataclass(frozen=True, slots=True)
class Clause:
    """One need as written: ``group`` is the search or the name, ``at`` where it stands in the whole text."""

    least: int
    most: int | None
    group: str
    at: int

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}+ {self.group}"
        return f"{self.least} {self.group}" if self.most == self.least else f"{self.least}-{self.most} {self.group}"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as written: at least one of the ``terms``, each of which asks all of its clauses."""

    text: str
    terms: tuple[tuple[Clause, ...], ...]

    def __str__(self) -> str:
        return " or ".join(", ".join(map(str, term)) for term in self.terms)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups as written, each once, in their order."""
        return tuple(dict.fromkeys(clause.group for term in self.terms for clause in term))

    def goal(self, groups: Sequence[str]) -> Goal:
        """The goal over numbered groups: ``groups`` must hold all of :attr:`groups`."""
        numbers = {group: number for number, group in enumerate(groups)}
        return Goal.of(
            *([Need(numbers[clause.group], clause.least, clause.most) for clause in term] for term in self.terms)
        )


def parse_condition(text: str) -> Condition:
    """Reads a condition. Raises :class:`UsageError` with the column and the cure."""
    if len(text) > MAX_LENGTH:
        what = Text("the condition is too long: {found} characters", {"found": len(text)})
        raise UsageError(what, "--want", Text("at most {limit} characters are read", {"limit": MAX_LENGTH}))
    if not text.strip():
        raise UsageError(Text("the condition is empty"), "--want", _like())
    terms = []
    for start, end in split_outside(text, _OR):
        terms.append(tuple(_clause(text, *part) for part in split_outside(text, ",", start, end)))
    return Condition(text, tuple(terms))


def condition_error(what: Text, text: str, at: int, do: Text | str = "") -> UsageError:
    """An error that shows the place in the condition."""
    from deckkit.catalogue.syntax import query_error

    return query_error(what, text, at, as_text(do))


def split_outside(
    text: str, separator: str | re.Pattern[str], start: int = 0, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """The parts (start, end) of a text between separators that stand outside quotes and parentheses.

    Raises :class:`UsageError` for a quote or a parenthesis that is not closed.
    """
    stop = len(text) if end is None else end
    at = begin = start
    open_at: list[int] = []
    while at < stop:
        sign = text[at]
        if sign in _CLOSING:
            at = _end_of_quote(text, at, stop)
            continue
        single = _SINGLE.match(text, at, stop) if sign == "‘" else None
        if single is not None:
            at = single.end()
            continue
        if sign == "(":
            open_at.append(at)
        elif sign == ")":
            if not open_at:
                raise condition_error(Text("this ')' closes nothing, or nothing stands before it"), text, at, _like())
            open_at.pop()
        elif not open_at:
            size = _separator(text, separator, at, stop)
            if size:
                yield begin, at
                at += size
                begin = at
                continue
        at += 1
    if open_at:
        raise condition_error(Text("this '(' is never closed"), text, open_at[-1], _like())
    yield begin, stop


def second_condition(group: str) -> int | None:
    """Where in a group a further condition begins, as in ``A and 2+ B`` or ``A 2+ B``; None where none does."""
    first, *further = split_outside(group, _FURTHER)
    return first[1] if further else None


def unquoted(text: str) -> str:
    """A name without the quotes around it."""
    found = _ENCLOSED.fullmatch(text.strip())
    return next(part for part in found.groups() if part is not None).strip() if found else text.strip()


def _separator(text: str, separator: str | re.Pattern[str], at: int, stop: int) -> int:
    if isinstance(separator, str):
        return len(separator) if text.startswith(separator, at, stop) else 0
    found = separator.match(text, at, stop)
    return len(found[0]) if found else 0


def _end_of_quote(text: str, at: int, stop: int) -> int:
    closing, inner = _CLOSING[text[at]], at + 1
    while inner < stop and text[inner] not in closing:
        inner += 2 if text[inner] == "\\" else 1
    if inner >= stop:
        raise condition_error(Text("this quote is never closed"), text, at, _like())
    return inner + 1


def _clause(text: str, start: int, end: int) -> Clause:
    part = text[start:end]
    at = start + len(part) - len(part.lstrip())
    if not part.strip():
        raise condition_error(Text("a condition is missing here"), text, min(at, len(text.rstrip())), _like())
    found = _RANGE.match(part)
    if found is None:
        do = Text("begin with how many, like 2+, 0-1 or 3; a search with 'or' or a comma goes into parentheses")
        raise condition_error(Text("a number of cards is missing"), text, at, do)
    least, plus, most = found[1], found[2], found[3]
    low = _number(text, start + found.start(1), least)
    high = None if plus else _number(text, start + found.start(3), most) if most else low
    if high is not None and high < low:
        what = Text("{least} to {most} cards are none", {"least": low, "most": high})
        raise condition_error(what, text, at, Text("write the smaller number first"))
    group = part[found.end() :].strip()
    if not group:
        raise condition_error(Text("what is counted is missing"), text, start + len(part.rstrip()), _like())
    return Clause(low, high, group, start + found.end())


def _number(text: str, at: int, digits: str) -> int:
    if len(digits.lstrip("0")) > len(str(MAX_NUMBER)):
        do = Text("use a number up to {limit}", {"limit": MAX_NUMBER})
        raise condition_error(Text("this number is too large"), text, at, do)
    return int(digits)


def _like() -> Text:
    return Text("write it like: {example}", {"example": EXAMPLE})
