"""WoW TCG's ready-made questions: quests and locations as resources, and a play on every turn."""

from __future__ import annotations

from collections import Counter

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
from deckkit.odds.questions_curve import Kind, curve

__all__ = ["QUESTIONS"]

_MOST = 4
_DRAWING = ("WOW 5", "WOW 12", "WOW 13")


def _is_face_up(card: Card) -> bool:
    """Whether the card is placed face up: a quest or a location (WOW 17)."""
    return card.facts.get("type") in ("Quest", "Location")


def _quests(asked: Asked, last: int) -> Answer:
    size = asked.size
    quests = sum(number for card, number in asked.pile if _is_face_up(card))
    unknown = unknown_cards(asked, "type")
    rows = []
    for first in (True, False):
        always = steady(size, quests, asked.seen(last, first)[1:])
        for _, turn, cards in (moment for moment in moments(asked, last) if moment[0] is first):
            text = Text("expected number of quests and locations")
            rows.append(Row("expected", text, turn, first, cards, expected=expected(size, quests, cards)))
            for low in range(1, _MOST + 1):
                text = Text("{n} or more quests or locations", {"n": low})
                rows.append(Row(f"at-least-{low}", text, turn, first, cards, at_least(size, quests, cards, low)))
            if turn:
                text = Text("a quest or location for every turn so far")
                rows.append(Row("every-turn", text, turn, first, cards, always[turn - 1]))
    assumptions = (
        Text(
            "{n} of the cards are quests or locations, placed face up as resources; any other card may be placed face "
            "down, so a resource is missed only with an empty hand",
            {"n": quests},
        ),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    rule = (*_DRAWING, "WOW 16", "WOW 17", "WOW 18")
    return Answer("resources", _TITLES["resources"], tuple(rows), assumptions, rule, left_out=unknown)


def _on_curve(asked: Asked, last: int) -> Answer:
    unknown = tuple(card for card in unknown_cards(asked, "type", "cost") if not _is_face_up(card))
    costless = tuple(
        card for card, _ in asked.pile if not _is_face_up(card) and "cost" not in card.unknown | card.facts.keys()
    )
    any_card: Counter[Kind] = Counter()
    face_up: Counter[Kind] = Counter()
    for card, number in asked.pile:
        # Quests and locations cannot be played (WOW 20).
        cost = None if _is_face_up(card) else card.facts.get("cost")
        any_card[cost, True] += number
        face_up[cost, _is_face_up(card)] += number
    goals = (
        (
            "any-from-1",
            Text("a play on every turn so far, from turn 1; any other card as resource"),
            any_card,
            False,
            1,
        ),
        (
            "any-from-2",
            Text("a play on every turn so far, from turn 2; any other card as resource"),
            any_card,
            False,
            2,
        ),
        (
            "quests-from-1",
            Text("a play on every turn so far, from turn 1; only quests and locations as resources"),
            face_up,
            False,
            1,
        ),
        (
            "exact-from-2",
            Text("a play of cost 2 on turn 2, of cost 3 on turn 3, and so on; any other card as resource"),
            any_card,
            True,
            2,
        ),
    )
    rows = []
    for item, text, kinds, sharp, begin in goals:
        for first in (True, False):
            seen = asked.seen(last, first)
            for turn in range(begin, len(seen)):
                chance = curve(kinds, seen[: turn + 1], exact=sharp, first=begin)
                rows.append(Row(item, text, turn, first, seen[turn], chance))
    assumptions = [
        Text("on each turn one card is placed as a resource and another card is played; no card does both"),
        Text("a play on a turn is a card of printed cost no higher than the number of the turn, or of just that cost"),
        Text("the player chooses best for this goal, without knowing later draws; completing quests is left out"),
    ]
    if costless:
        text = Text("without a plain number as cost, not counted as plays: {cards}", {"cards": list(costless)})
        assumptions.append(text)
    rule = (*_DRAWING, "WOW 16", "WOW 17", "WOW 18", "WOW 19", "WOW 20")
    return Answer(
        "curve",
        _TITLES["curve"],
        tuple(rows),
        (*assumptions, *ordinary(asked), *count_for_nothing(unknown)),
        rule,
        left_out=unknown,
    )


_TITLES = {
    "resources": Text("Quests and locations as resources"),
    "curve": Text("A play on curve"),
}

QUESTIONS = (
    Question("resources", _TITLES["resources"], _quests, 6),
    Question("curve", _TITLES["curve"], _on_curve, 4, most=4),
)
