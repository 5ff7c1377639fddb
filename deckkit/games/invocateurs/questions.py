"""Invocateurs' ready-made question: a card to summon without a sacrifice."""

from __future__ import annotations

from deckkit.catalogue.model import Card
from deckkit.i18n import Text
from deckkit.odds.questions import (
    Answer,
    Asked,
    Question,
    Row,
    count_for_nothing,
    moments,
    ordinary,
    unknown_cards,
)
from deckkit.odds.questions_counts import at_least, expected, steady

__all__ = ["QUESTIONS"]

_TITLE = Text("A summon without a sacrifice")


def _is_free(card: Card) -> bool:
    """A Summon, or a Character as summon (IN 9.5), of level 4 or less (IN 6.3)."""
    level = card.facts.get("level")
    return card.facts.get("kind") in ("Summon", "Character") and level is not None and level <= 4


def _summons(asked: Asked, last: int) -> Answer:
    size, free = asked.size, sum(number for card, number in asked.pile if _is_free(card))
    unknown = unknown_cards(asked, "kind", "level")
    rows = []
    for first in (True, False):
        always = steady(size, free, asked.seen(last, first)[1:])
        for _, turn, cards in (moment for moment in moments(asked, last) if moment[0] is first):
            text = Text("a card to summon without a sacrifice")
            rows.append(Row("one", text, turn, first, cards, at_least(size, free, cards, 1)))
            if turn:
                text = Text("one for the normal summon of every turn so far")
                rows.append(Row("every-turn", text, turn, first, cards, always[turn - 1]))
            text = Text("expected number of such cards")
            rows.append(Row("expected", text, turn, first, cards, expected=expected(size, free, cards)))
    assumptions = (
        Text("{n} of the cards are summons or characters of level 4 or less", {"n": free}),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    rule = ("IN 4.1", "IN 4.3", "IN 6.2", "IN 6.3", "IN 9.5")
    return Answer("summons", _TITLE, tuple(rows), assumptions, rule, left_out=unknown)


QUESTIONS = (Question("summons", _TITLE, _summons, 5),)
