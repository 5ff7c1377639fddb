"""Two lists of one game side by side: cards, curve, facts, verdicts, odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.reports.counts import Counts, count_by, curve_field, draw_pile, split_fields

if TYPE_CHECKING:
    from datetime import date

    from deckkit.catalogue.fields import FactField
    from deckkit.catalogue.model import Card
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.legality.check import Judge
    from deckkit.legality.findings import Verdict

__all__ = ["Change", "Comparison", "FactPair", "OddsPair", "changes", "compare"]


@dataclass(frozen=True, slots=True)
class Change:
    """Copies of one card in one section of both lists; the two numbers differ."""

    section: str
    card: Card
    a: int
    b: int

    @property
    def kind(self) -> str:
        """``in`` (only in the second list), ``out`` (only in the first) or ``changed``."""
        return "in" if not self.a else "out" if not self.b else "changed"


@dataclass(frozen=True, slots=True)
class FactPair:
    """How both draw piles divide by one fact."""

    column: FactField
    a: Counts
    b: Counts

    @property
    def values(self) -> tuple[Any, ...]:
        """All values of both, in order."""
        return Counts.merged(self.a, self.b).values


@dataclass(frozen=True, slots=True)
class OddsPair:
    """One figure of both lists. ``a`` or ``b`` is None where a list has no such figure (too few cards, say).

    ``question`` is the condition or the ready-made question's name, ``item`` what of it, ``label`` both in words.
    ``chance`` tells a probability from an expected number.
    """

    question: str
    item: str
    label: Text
    turn: int
    on_the_play: bool
    chance: bool
    a: Fraction | None
    b: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        """What the second list has more."""
        return None if self.a is None or self.b is None else self.b - self.a


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two lists. ``verdicts`` holds both verdicts by format; ``assumptions`` are of the odds."""

    game: str
    decks: tuple[Deck, Deck]
    on: date
    changes: tuple[Change, ...]
    curve: FactPair | None
    facts: tuple[FactPair, ...]
    verdicts: Mapping[str, tuple[Verdict, Verdict]]
    odds: tuple[OddsPair, ...] = ()
    assumptions: tuple[Text, ...] = field(default=())

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The document ``deckkit.compare/1``."""
        return {
            "schema": "deckkit.compare/1",
            "game": self.game,
            "on": self.on.isoformat(),
            "a": _deck_json(self.decks[0]),
            "b": _deck_json(self.decks[1]),
            "cards": [
                {
                    "section": change.section,
                    "id": change.card.key,
                    "name": change.card.name,
                    "name_local": change.card.local_name(lang),
                    "change": change.kind,
                    "a": change.a,
                    "b": change.b,
                }
                for change in self.changes
            ],
            "curve": None if self.curve is None else _fact_json(self.curve),
            "facts": [_fact_json(pair) for pair in self.facts],
            "formats": {
                slug: {"title": a.title.local_name(lang), "a": _verdict_json(a), "b": _verdict_json(b)}
                for slug, (a, b) in self.verdicts.items()
            },
            "odds": [
                {
                    "question": pair.question,
                    "item": pair.item,
                    "label": pair.label.render(lang),
                    "turn": pair.turn,
                    "on_the_play": pair.on_the_play,
                    "figure": "probability" if pair.chance else "expected",
                    "a": _figure_json(pair.a),
                    "b": _figure_json(pair.b),
                    "difference": None if pair.difference is None else float(pair.difference),
                }
                for pair in self.odds
            ],
            "assumptions": [text.render(lang) for text in self.assumptions],
        }


def compare(a: Deck, b: Deck, game: Game, judge: Judge, on: date) -> Comparison:
    """The differences of two lists, without odds.

    Raises :class:`UsageError` for lists of different games.
    """
    for deck in (a, b):
        if deck.game != game.slug:
            what = Text("the lists are of different games: {games}", {"games": [a.game, b.game]})
            raise UsageError(what, "deckkit compare", Text("compare two lists of one game"))
    piles = draw_pile(game, a), draw_pile(game, b)
    column = curve_field(game.cards)
    return Comparison(
        game.slug,
        (a, b),
        on,
        tuple(changes(a, b)),
        None if column is None else FactPair(column, count_by(piles[0], column), count_by(piles[1], column)),
        tuple(
            FactPair(column, count_by(piles[0], column), count_by(piles[1], column))
            for column in split_fields([*piles[0], *piles[1]], game.cards)
        ),
        {form.slug: (judge.check(a, form, on), judge.check(b, form, on)) for form in judge.book.playable()},
    )


def changes(a: Deck, b: Deck) -> Sequence[Change]:
    """The cards whose numbers of copies differ, by section in the order of the lists, then by name."""
    found = []
    for section in dict.fromkeys((*a.sections, *b.sections)):
        copies = [_copies(deck, section) for deck in (a, b)]
        cards = sorted(copies[0].keys() | copies[1].keys(), key=lambda card: (card.name, card.key))
        pairs = ((card, copies[0].get(card, 0), copies[1].get(card, 0)) for card in cards)
        found += [Change(section, card, left, right) for card, left, right in pairs if left != right]
    return found


def _copies(deck: Deck, section: str) -> dict[Card, int]:
    found: dict[Card, int] = {}
    for item in deck.sections.get(section, ()):
        found[item.card] = found.get(item.card, 0) + item.count
    return found


def _deck_json(deck: Deck) -> dict[str, Any]:
    return {"name": deck.name, "file": deck.file, "sections": deck.sizes or {"main": 0}, "unresolved": deck.unresolved}


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    return {"legal": verdict.legal, "verdict": verdict.verdict, "codes": list(verdict.codes)}


def _fact_json(pair: FactPair) -> dict[str, Any]:
    return {
        "fact": pair.column.fact,
        "rows": [
            {
                "value": list(value) if isinstance(value, tuple) else None if value is Counts.UNKNOWN else value,
                "known": value is not Counts.UNKNOWN,
                "a": pair.a.copies.get(value, 0),
                "b": pair.b.copies.get(value, 0),
            }
            for value in pair.values
        ],
    }


def _figure_json(figure: Fraction | None) -> dict[str, Any] | None:
    return None if figure is None else {"value": float(figure), "fraction": str(figure)}
