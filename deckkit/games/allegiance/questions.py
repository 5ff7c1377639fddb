"""Rites of Allegiance's ready-made question: Souls in the first hand of the starting deck."""

from __future__ import annotations

from deckkit.i18n import Text
from deckkit.odds.questions import Answer, Asked, Question, Row, count_for_nothing, ordinary, unknown_cards
from deckkit.odds.questions_counts import at_least, expected

__all__ = ["QUESTIONS"]

_TITLE = Text("Souls in the first hand")


def _souls(asked: Asked, last: int) -> Answer:  # noqa: ARG001 - later hands depend on what is bought
    size, hand = asked.size, asked.opening.hand
    souls = sum(number for card, number in asked.pile if card.facts.get("kind") == "Soul")
    unknown = unknown_cards(asked, "kind")
    rows = []
    # The hand of the first turn is the opening hand, whoever begins (AL 13.5, 13.9).
    for first in (True, False):
        text = Text("expected number of Souls")
        rows.append(Row("expected", text, 1, first, hand, expected=expected(size, souls, hand)))
        for low in range(1, hand + 1):
            text = Text("{n} or more Souls", {"n": low})
            rows.append(Row(f"at-least-{low}", text, 1, first, hand, at_least(size, souls, hand, low)))
    assumptions = (
        Text("{n} of the cards are Souls", {"n": souls}),
        Text("only the first hand: later ones depend on what is bought and kept"),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    return Answer("souls", _TITLE, tuple(rows), assumptions, ("AL 13.5", "AL 13.9", "AL 13.10"), left_out=unknown)


QUESTIONS = (Question("souls", _TITLE, _souls, 1, most=1),)
