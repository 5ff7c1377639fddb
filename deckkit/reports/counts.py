"""How a pile divides by a fact of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from deckkit.reports.words import fact_word, tr

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields, FactField
    from deckkit.catalogue.model import Card
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game

__all__ = [
    "Counts",
    "Pile",
    "column_of",
    "count_by",
    "curve_field",
    "draw_pile",
    "number_of",
    "split_fields",
    "value_of",
    "value_word",
]

Pile = Sequence[tuple["Card", int]]


class _Unknown:
    """Stands for a fact that no source knows."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Copies by value of a fact: a number, a word, a tuple of words or a flag; None where the fact does not apply."""

    UNKNOWN: ClassVar[Any] = _Unknown()

    copies: Mapping[Any, int]

    @property
    def total(self) -> int:
        """All copies."""
        return sum(self.copies.values())

    @property
    def values(self) -> tuple[Any, ...]:
        """Numbers from the lowest up, other values by their copies, most first; what is not there or unknown last."""

        def order(value: Any) -> tuple[int, float, str]:
            last = 2 if value is Counts.UNKNOWN else 1 if value is None else 0
            number = isinstance(value, int) and not isinstance(value, bool)
            return last, value if number else -self.copies[value], str(value)

        return tuple(sorted(self.copies, key=order))

    @classmethod
    def merged(cls, one: Counts, other: Counts) -> Counts:
        """Both together."""
        keys = dict.fromkeys((*one.copies, *other.copies))
        return cls({key: one.copies.get(key, 0) + other.copies.get(key, 0) for key in keys})


def draw_pile(game: Game, deck: Deck) -> Pile:
    """The cards that are drawn from; where the game does not say which, those of the first section."""
    if game.opening is not None:
        return tuple(game.opening().pile(deck))
    return tuple((item.card, item.count) for item in deck.sections.get(game.deck.default, ()))


def column_of(fields: CardFields, fact: str) -> FactField:
    """The description of a fact."""
    return next(column for column in fields.columns if column.fact == fact)


def curve_field(fields: CardFields) -> FactField | None:
    """The fact of the curve; None in a game whose cards have no cost."""
    return None if fields.cost is None else column_of(fields, fields.cost)


def number_of(card: Card, column: FactField) -> int | None:
    """The fact as a number; None where it has none or is not known."""
    value = card.facts.get(column.fact)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def count_by(pile: Iterable[tuple[Card, int]], column: FactField) -> Counts:
    """Copies by value of a fact."""
    copies: dict[Any, int] = {}
    for card, number in pile:
        value = value_of(card, column)
        copies[value] = copies.get(value, 0) + number
    return Counts(copies)


def value_of(card: Card, column: FactField) -> Any:
    """The fact's value as :class:`Counts` holds it. A flag that a card lacks is false."""
    if column.fact in card.unknown:
        return Counts.UNKNOWN
    value = card.facts.get(column.fact)
    if column.kind == "flag":
        return bool(value)
    if isinstance(value, list):
        return tuple(value) or None
    return value


def value_word(value: Any, column: FactField, lang: str) -> str:
    """A value of :class:`Counts` in words."""
    if value is Counts.UNKNOWN:
        return tr("not known", lang)
    return tr("none", lang) if value is None else fact_word(column, value, lang)


def split_fields(pile: Pile, fields: CardFields) -> Iterator[FactField]:
    """The facts that are worth dividing by: type, identity and the other short facts that are words or flags.

    A fact that says the same of every card, or that hardly any card has, is left out; the type never is.
    """
    total = sum(copies for _, copies in pile)
    for name in dict.fromkeys(name for name in (fields.type, fields.identity, *fields.brief) if name):
        column = column_of(fields, name)
        if column.kind not in ("choice", "choices", "flag"):
            continue
        having = sum(copies for card, copies in pile if card.facts.get(name))
        if name == fields.type or (len(count_by(pile, column).copies) > 1 and having * 10 >= total):
            yield column
