"""Ready-made questions: what a game's players ask of every list, answered exactly, without writing a condition.

A game brings its questions as a tuple of :class:`Question` (``Game.questions``). Each is asked of a deck and gives an
:class:`Answer`: exact figures by turn, on the play and on the draw, with everything that they assume. How they are
computed is in :mod:`~deckkit.odds.questions_counts` and :mod:`~deckkit.odds.questions_curve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck
from deckkit.errors import UsageError
from deckkit.i18n import Text, decimal, translate
from deckkit.odds.opening import Opening
from deckkit.odds.source import left_out, left_out_text, too_small_text

if TYPE_CHECKING:
    import pandas as pd

    from deckkit.catalogue.store import Catalogue

__all__ = [
    "Answer",
    "Asked",
    "FactWord",
    "Question",
    "Row",
    "asked",
    "count_for_nothing",
    "find_questions",
    "moments",
    "ordinary",
    "too_small",
    "unknown_cards",
]


@dataclass(frozen=True, slots=True)
class FactWord:
    """A value of a fact, as a parameter of a message: shown as printed in the language of the reader."""

    fields: CardFields
    fact: str
    value: str

    def local_name(self, lang: str) -> str:
        """The value as printed in ``lang``."""
        column = next((column for column in self.fields.columns if column.fact == self.fact), None)
        return column.value_label(self.value, lang) if column else self.value


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``item`` is its stable name and ``label`` says in words what it is of.

    It holds in the own turn ``turn`` (0: the opening hand) of the player who begins (``on_the_play``) or not, when
    ``cards`` have been seen. It is a ``probability`` or an ``expected`` number, exact.
    """

    item: str
    label: Text
    turn: int
    on_the_play: bool
    cards: int
    probability: Fraction | None = None
    expected: Fraction | None = None

    @property
    def value(self) -> Fraction:
        """The probability or the expected number."""
        return self.probability if self.probability is not None else self.expected or Fraction(0)

    def shown(self, lang: str = "en") -> str:
        """``39.95 %`` or ``2.50``; a chance that is nearly, but not, nothing or all is not rounded to it."""
        if self.probability is None:
            return decimal(self.value, lang)
        text = decimal(100 * self.value, lang)
        if text == decimal(0, lang) and self.value > 0:
            return f"< {decimal(0.01, lang)} %"
        return f"> {decimal(99.99, lang)} %" if text == decimal(100, lang) and self.value < 1 else f"{text} %"

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The row: its figure is ``probability`` or ``expected``, exact as ``fraction``."""
        figure = "expected" if self.probability is None else "probability"
        return {
            "item": self.item,
            "label": self.label.render(lang),
            "turn": self.turn,
            "on_the_play": self.on_the_play,
            "cards": self.cards,
            figure: float(self.value),
            "fraction": str(self.value),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The figures of one question for one deck.

    ``assumptions`` hold for every figure; ``rule`` are the rule numbers that it rests on. ``remark`` says why there
    are no rows, where there are none. ``left_out`` are cards with an unknown fact that the question needs: they are
    in the pile, but count for nothing (which an assumption says as well).
    """

    id: str
    title: Text
    rows: tuple[Row, ...]
    assumptions: tuple[Text, ...] = ()
    rule: tuple[str, ...] = ()
    remark: Text = field(default_factory=lambda: Text(""))
    left_out: tuple[Card, ...] = ()

    @property
    def items(self) -> dict[str, Text]:
        """The labels by item, in the order of the rows."""
        return {row.item: row.label for row in self.rows}

    def seen_by(self, on_the_play: bool | None) -> Answer:
        """The figures of the player who begins, or of the other one; all where it is None."""
        if on_the_play is None:
            return self
        return replace(self, rows=tuple(row for row in self.rows if row.on_the_play is on_the_play))

    def row(self, item: str, turn: int, on_the_play: bool = True) -> Row:
        """One figure. Raises :class:`KeyError` where there is none."""
        for row in self.rows:
            if (row.item, row.turn, row.on_the_play) == (item, turn, on_the_play):
                return row
        raise KeyError((item, turn, on_the_play))

    def tables(self, lang: str = "en") -> Iterator[tuple[str, list[str], list[list[str]]]]:
        """Tables to look at: (who begins, header, rows), a row an item and a column a turn.

        One table only where it makes no difference who begins, or only one of them was asked for.
        """
        if not self.rows:
            return
        turns = sorted({row.turn for row in self.rows})
        header = [
            "",
            *(Text("turn {n}", {"n": n}).render(lang) if n else translate(_OPENING, lang) for n in turns),
        ]
        both = []
        asked = [first for first in (True, False) if any(row.on_the_play is first for row in self.rows)]
        for first in asked:
            shown = {(row.item, row.turn): row.shown(lang) for row in self.rows if row.on_the_play is first}
            rows = [
                [text.render(lang), *(shown.get((item, n), "") for n in turns)] for item, text in self.items.items()
            ]
            both.append(rows)
        if len(both) == 2 and both[0] == both[1]:
            yield translate(_EITHER, lang), header, both[0]
            return
        for first, rows in zip(asked, both, strict=True):
            yield translate(_PLAY if first else _DRAW, lang), header, rows

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``id``, ``title``, ``remark``, ``assumptions``, ``rule``, ``left_out`` and the rows as ``by_turn``."""
        return {
            "id": self.id,
            "title": self.title.render(lang),
            "remark": self.remark.render(lang),
            "assumptions": [text.render(lang) for text in self.assumptions],
            "rule": list(self.rule),
            "left_out": [
                {"id": card.key, "name": card.name, "name_local": card.local_name(lang)} for card in self.left_out
            ],
            "by_turn": [row.to_json(lang) for row in self.rows],
        }

    def to_frame(self, lang: str = "en") -> pd.DataFrame:
        """One row a figure: question, item, label, turn, on_the_play, cards, probability, expected, fraction."""
        import pandas as pd

        columns = ["item", "label", "turn", "on_the_play", "cards", "probability", "expected", "fraction"]
        frame = pd.DataFrame([row.to_json(lang) for row in self.rows], columns=columns)
        frame.insert(0, "question", self.id)
        return frame.astype({"probability": "float64", "expected": "float64"})

    def _repr_html_(self) -> str:
        parts = [f"<h4>{escape(str(self.title))}</h4>"]
        if self.remark.template:
            parts.append(f"<p>{escape(str(self.remark))}</p>")
        for caption, header, rows in self.tables():
            head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
            body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
            parts.append(
                f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            )
        notes = "".join(f"<li>{escape(str(text))}</li>" for text in self.assumptions)
        return "".join(parts) + (f"<ul>{notes}</ul>" if notes else "")


_OPENING = "opening hand"
_PLAY = "on the play"
_DRAW = "on the draw"
_EITHER = "on the play and on the draw"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is asked about: the deck, its pile, the game's opening, the catalogue (for keywords)."""

    deck: Deck
    opening: Opening
    catalogue: Catalogue

    @property
    def pile(self) -> tuple[tuple[Card, int], ...]:
        """The cards drawn from, with their copies."""
        return self.opening.pile(self.deck)

    @property
    def size(self) -> int:
        """The number of cards drawn from."""
        return sum(number for _, number in self.pile)

    @property
    def left_out(self) -> int:
        """Copies that were not understood: they are not drawn."""
        return left_out(self.deck, self.opening)

    def seen(self, last: int, on_the_play: bool) -> list[int]:
        """Cards seen by turn 0, 1, … ``last``, as far as the pile supplies them."""
        size = self.size
        numbers = (self.opening.seen(turn, on_the_play) for turn in range(last + 1))
        return [number for number in numbers if number <= size]


@dataclass(frozen=True, slots=True)
class Question:
    """A ready-made question.

    ``ask`` answers it for what is :class:`Asked` and the last turn. ``last`` is the usual last turn, ``most`` the last
    one that is answered (a play on curve grows with every turn).
    """

    id: str
    title: Text
    ask: Callable[[Asked, int], Answer]
    last: int
    most: int = 30

    def answer(self, deck: Deck, opening: Opening, catalogue: Catalogue, last: int | None = None) -> Answer:
        """The answer for a deck, up to the turn ``last`` (None: the usual one).

        Raises :class:`~deckkit.errors.UsageError` for a last turn below 1.
        """
        if last is not None and last < 1:
            raise UsageError(Text("there is no turn {n}", {"n": last}), "--turn", Text("name a turn from 1 on"))
        asked = Asked(deck, opening, catalogue)
        if asked.size < opening.hand:
            return Answer(self.id, self.title, (), remark=too_small(asked))
        return self.ask(asked, min(self.most, self.last if last is None else last))


def too_small(asked: Asked) -> Text:
    """Said where the pile is smaller than an opening hand."""
    return too_small_text(asked.size, asked.opening.hand)


def ordinary(asked: Asked) -> tuple[Text, ...]:
    """The assumptions of every question: the pile, the hand, no mulligan, no cards drawn besides those of the turns."""
    found = [
        Text(
            "{n} cards drawn from; opening hand of {hand} kept as it is (no mulligan); no cards drawn by effects",
            {"n": asked.size, "hand": asked.opening.hand},
        ),
        asked.opening.note,
    ]
    if asked.left_out:
        found.append(left_out_text(asked.left_out))
    return tuple(text for text in found if text.template)


def unknown_cards(asked: Asked, *facts: str) -> tuple[Card, ...]:
    """The cards of the pile for which one of these facts applies and is not known."""
    return tuple(card for card, _ in asked.pile if not card.unknown.isdisjoint(facts))


def count_for_nothing(cards: Sequence[Card]) -> tuple[Text, ...]:
    """The assumption about cards that a fact is not known of; none where there are none."""
    if not cards:
        return ()
    return (Text("not known well enough, drawn but counted for nothing: {cards}", {"cards": list(cards)}),)


def moments(asked: Asked, last: int, begin: int = 0) -> Iterator[tuple[bool, int, int]]:
    """(on the play, turn, cards seen) for both players and every turn from ``begin`` on that the pile supplies."""
    for on_the_play in (True, False):
        for turn, cards in enumerate(asked.seen(last, on_the_play)):
            if turn >= begin:
                yield on_the_play, turn, cards


def find_questions(questions: Sequence[Question], name: str | None) -> tuple[Question, ...]:
    """The question of that name; all where there is no name. Raises :class:`UsageError` naming the known ones."""
    if name is None:
        return tuple(questions)
    wanted = name.strip().lower()
    found = tuple(question for question in questions if question.id == wanted)
    if not found:
        raise UsageError(
            Text("there is no ready-made question '{name}'", {"name": name}),
            "--ask",
            Text("use one of: {names}", {"names": [question.id for question in questions]}),
        )
    return found


def asked(
    questions: Iterable[Question], deck: Deck, opening: Opening, catalogue: Catalogue, last: int | None = None
) -> list[Answer]:
    """The answers of several questions for one deck."""
    return [question.answer(deck, opening, catalogue, last) for question in questions]
