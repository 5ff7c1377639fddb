"""What a search means: a syntax tree and a game's fields → a predicate on cards.

The predicate has three values. True and False are certain; None means that a fact which the answer hangs on is not
known (``Card.unknown``), so that neither the condition nor its contrary finds the card. A comparison with a fact that
the card does not have at all (the strength of an action) is false, hence its negation is true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card, CardSet, Printing
from deckkit.catalogue.names import NameIndex
from deckkit.catalogue.syntax import And, Ask, Name, Node, Not, Or, Word, holds_operator, parse

if TYPE_CHECKING:
    from deckkit.catalogue.conditions import Compiler

__all__ = ["ExtraField", "HasKeyword", "Query", "QueryContext", "Test", "compile_query"]

Test = Callable[[Card], bool | None]


class HasKeyword(Protocol):
    """A keyword of a card: ``value`` as printed, ``number`` where it is one."""

    @property
    def keyword(self) -> str: ...
    @property
    def value(self) -> str | None: ...
    @property
    def number(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class ExtraField:
    """A field that a higher layer brings (``legal:``): its known values and the predicate that each one makes.

    Both are called only where a search uses the field.
    """

    values: Callable[[], Sequence[str]]
    make: Callable[[str], Test]


@dataclass(frozen=True, slots=True)
class QueryContext:
    """What a search may ask besides the facts on the card itself.

    ``values`` gives the words that occur: of a fact by its name, and of ``keyword``, ``rarity`` and ``promo``.
    ``rules_text`` finds the ids of the cards whose rules text holds a phrase; None where the catalogue has no texts.
    :func:`deckkit.catalogue.search.query_context` makes one from a catalogue.
    """

    index: NameIndex = field(default_factory=NameIndex)
    values: Callable[[str], Collection[str]] = lambda _name: ()
    sets: Mapping[str, CardSet] = field(default_factory=dict)
    printings: Callable[[Card], Iterable[Printing]] = lambda _card: ()
    keywords: Callable[[Card], Iterable[HasKeyword]] = lambda _card: ()
    rules_text: Callable[[str], Collection[int]] | None = None
    extra: Mapping[str, ExtraField] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Query:
    """A compiled search. ``str(query)`` is its canonical text."""

    text: str
    node: Node
    test: Test = field(compare=False, repr=False)

    def matches(self, card: Card) -> bool | None:
        """Whether the card fits; None where a fact that decides it is not known."""
        return self.test(card)

    def __str__(self) -> str:
        return str(self.node)


def compile_query(text: str, fields: CardFields, context: QueryContext) -> Query:
    """Reads a search and binds it to a game's fields.

    A text that is as a whole the full name of a card is that name, also where a word of it is an operator ("or").
    Raises :class:`~deckkit.errors.UsageError` where the text cannot be read (with the column), and for fields and
    values that do not exist (with the nearest ones that do).
    """
    from deckkit.catalogue.conditions import Compiler

    named = holds_operator(text) and context.index.exact(text)
    node = Name(text.strip(), len(text) - len(text.lstrip())) if named else parse(text)
    return Query(text, node, _compile(node, Compiler(text, fields, context)))


def _compile(node: Node, compiler: Compiler) -> Test:
    match node:
        case And(parts):
            return _all([_compile(part, compiler) for part in parts])
        case Or(parts):
            return _any([_compile(part, compiler) for part in parts])
        case Not(part):
            return _not(_compile(part, compiler))
        case Word():
            return compiler.word(node)
        case Name():
            return compiler.full_name(node)
        case Ask():
            return compiler.ask(node)


def _all(tests: list[Test]) -> Test:
    def test(card: Card) -> bool | None:
        known = True
        for part in tests:
            answer = part(card)
            if answer is False:
                return False
            known = known and answer is not None
        return True if known else None

    return test


def _any(tests: list[Test]) -> Test:
    def test(card: Card) -> bool | None:
        known = True
        for part in tests:
            answer = part(card)
            if answer:
                return True
            known = known and answer is not None
        return False if known else None

    return test


def _not(inner: Test) -> Test:
    def test(card: Card) -> bool | None:
        answer = inner(card)
        return None if answer is None else not answer

    return test
