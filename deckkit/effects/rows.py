"""Printed texts compiled to what the catalogue keeps of them: the notation, how much of the text it says, and gaps.

Nothing here keeps words of a card: a sentence that is not understood is known by its hash and by the kind of its gap.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckkit.effects.notation import VERSION, read_abilities, write_abilities
from deckkit.effects.parts import KINDS, SILENT, Part, compile_parts
from deckkit.effects.text import normalised

if TYPE_CHECKING:
    from deckkit.effects.compile import Compiled, Grammar

__all__ = ["CARD", "GAPS", "Clauses", "Row", "Session", "TextCompiler", "current", "kept_origin"]

#: A card for the words of a grammar: its name and its facts.
CARD = tuple[str, Mapping[str, Any]]

#: What keeps a sentence from being exact, by how the compiler's reason begins; anything else is ``meaning``.
GAPS = {
    "after a gap": "follows",
    "the word ": "word",
    "at: ": "grammar",
    "cost: ": "cost",
    "doubt: ": "doubt",
    "notation: ": "notation",
}
_HASH = 8
_NOTATION = f"compiled {VERSION}"


class Clauses(NamedTuple):
    """The sentences of a text: how many are exact, and for each other one the kind of its gap and its hash.

    The hash is that of the compiler's reason where the reason tells what is missing (so that equal gaps of different
    cards have one hash), else that of the sentence.
    """

    exact: int
    gaps: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the catalogue keeps it."""
        found: dict[str, Any] = {"exact": self.exact}
        return {**found, "gaps": [list(gap) for gap in self.gaps]} if self.gaps else found

    @classmethod
    def of(cls, value: str | None) -> Clauses:
        """From the catalogue's column."""
        given = json.loads(value) if value else {}
        return cls(given.get("exact", 0), tuple((kind, digest) for kind, digest in given.get("gaps", ())))


class Row(NamedTuple):
    """What the catalogue keeps of a text.

    ``status`` is ``exact``, ``partial``, ``unparsed``, ``keyword`` (the card's keyword says it) or ``reminder`` (it
    only repeats a rule); ``ir`` the notation as canonical JSON; ``clauses`` a :class:`Clauses` as JSON; ``origin`` the
    compiler that made it.
    """

    status: str
    ir: str | None = None
    clauses: str | None = None
    origin: str | None = None


@dataclass(frozen=True)
class TextCompiler:
    """A game's compiler of printed texts in ``language``.

    ``sources`` are the files that decide what a text means; when one changes, texts are compiled anew. ``grammar``
    makes the grammar from all cards of the catalogue, ``place`` says of a card's facts whether it is itself a place,
    ``reminder`` fits texts that only repeat a rule (texts wholly in brackets always do). ``keyword`` gives, for a
    keyword's text without its reminder, the words of a cost that the keyword's number does not say and a function that
    makes abilities (as JSON) of the parsed cost; None for any other keyword. ``parts`` divides a text of which a feed
    does not say where one ability ends, by the card's name, the text and the card's facts; None: it is one ability.
    """

    language: str
    sources: tuple[Path, ...]
    grammar: Callable[[Iterable[CARD]], Grammar]
    place: Callable[[Mapping[str, Any]], bool]
    reminder: re.Pattern[str] | None = None
    keyword: Callable[[str], tuple[str, Callable[[Any], list[dict[str, Any]]]] | None] = lambda _text: None
    parts: Callable[[str, str, Mapping[str, Any]], tuple[Part, ...]] | None = None

    @cached_property
    def origin(self) -> str:
        """The notation's version and the digest of the sources."""
        digest = hashlib.sha256()
        for path in self.sources:
            digest.update(path.read_bytes())
        return f"{_NOTATION} {digest.hexdigest()[:_HASH]}"

    def session(self, cards: Iterable[CARD]) -> Session:
        """A compiler that knows these cards."""
        return Session(self, self.grammar(cards))


def kept_origin(origin: str) -> str:
    """An origin without the digest: a facts file does not change with each change of the compiler's code."""
    return " ".join(origin.split()[:2])


def current(origin: str | None) -> bool:
    """Whether a row is in the notation that this deckkit reads."""
    return origin is not None and kept_origin(origin) == _NOTATION


@dataclass
class Session:
    """Compiles the texts of one catalogue; equal texts are compiled once."""

    compiler: TextCompiler
    grammar: Grammar
    known: dict[tuple[str, str, bool], Row] = field(default_factory=dict)

    def row(self, kind: str, name: str | None, text: str, facts: Mapping[str, Any], card: str = "") -> Row:
        """What the catalogue keeps of an ability's text.

        ``name`` is the ability's own name, which begins the text; ``card`` that of its card.
        """
        if self.compiler.parts is not None:
            return self._of_parts(self.compiler.parts(card, text, facts), facts)
        words = text.removeprefix(name).strip() if name else text
        key = (kind, words, self.compiler.place(facts))
        if key not in self.known:
            self.known[key] = self._row(*key)
        return self.known[key]

    def _of_parts(self, parts: tuple[Part, ...], facts: Mapping[str, Any]) -> Row:
        if all(part.kind in SILENT for part in parts):
            kind = "keyword" if any(part.kind == "keyword" for part in parts) else "reminder"
            return Row(kind, None, None, self.compiler.origin)
        return self._made(compile_parts(parts, self.grammar, place=self.compiler.place(facts)))

    def reasons(
        self, kind: str, name: str | None, text: str, facts: Mapping[str, Any], card: str = ""
    ) -> dict[str, str]:
        """The compiler's reasons for a text's gaps, by their hash; they may quote the text."""
        from deckkit.effects.compile import compile_ability

        place = self.compiler.place(facts)
        if self.compiler.parts is not None:
            made = compile_parts(self.compiler.parts(card, text, facts), self.grammar, place=place)
        elif kind not in KINDS:
            return {}
        else:
            words = text.removeprefix(name).strip() if name else text
            made = compile_ability(words, kind, self.grammar, place=place)
        return {_digest(clause.reason): clause.reason for clause in made.clauses if not clause.exact}

    def _row(self, kind: str, text: str, place: bool) -> Row:
        from deckkit.effects.compile import compile_ability

        plain = normalised(text, self.grammar.lexicon)
        if not plain or (self.compiler.reminder is not None and self.compiler.reminder.match(text)):
            return Row("reminder", None, None, self.compiler.origin)
        if kind == "keyword":
            cost = self.compiler.keyword(plain)
            return Row("keyword", None, None, self.compiler.origin) if cost is None else self._cost(*cost)
        if kind not in KINDS:
            gaps = (("kind", _digest(kind)),)
            return Row("unparsed", None, _json(Clauses(0, gaps).to_json()), self.compiler.origin)
        return self._made(compile_ability(text, kind, self.grammar, place=place))

    def _cost(self, words: str, make: Callable[[Any], list[dict[str, Any]]]) -> Row:
        """A cost in words, as the one sentence that it is."""
        from deckkit.effects.compile import Clause, Compiled
        from deckkit.effects.compile_things import MeaninglessError

        try:
            paid = self.grammar.meant("cost_text", words, False)
        except MeaninglessError as error:
            return self._made(Compiled("unparsed", (), (Clause(0, len(words), False, f"cost: {error}"),), words))
        abilities = read_abilities(make(paid), self.grammar.vocabulary)
        return self._made(Compiled("exact", abilities, (Clause(0, len(words), True),), words))

    def _made(self, made: Compiled) -> Row:
        ir = _json(write_abilities(made.abilities)) if made.abilities else None
        return Row(made.status, ir, _json(_clauses(made).to_json()), self.compiler.origin)


def _clauses(made: Compiled) -> Clauses:
    gaps = []
    for clause in made.clauses:
        if not clause.exact:
            kind = next((kind for start, kind in GAPS.items() if clause.reason.startswith(start)), "meaning")
            what = made.text[clause.start : clause.end] if kind == "follows" else clause.reason
            gaps.append((kind, _digest(what)))
    return Clauses(sum(clause.exact for clause in made.clauses), tuple(gaps))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
