"""Lorcana's ready-made questions: ink, a play on every turn, the two inks of a list, songs and singers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deckkit.catalogue.model import Card
from deckkit.games.lorcana.cards import CARDS, INKS
from deckkit.i18n import Text
from deckkit.odds.questions import (
    Answer,
    Asked,
    FactWord,
    Question,
    Row,
    count_for_nothing,
    moments,
    ordinary,
    unknown_cards,
)
from deckkit.odds.questions_counts import at_least, expected, pair, some_missing, steady
from deckkit.odds.questions_curve import Kind, curve

__all__ = ["QUESTIONS"]

_MOST = 6
# Cards are drawn one a turn, the starting player skipping the first draw (CR 2.2.3, 3.2.3.1).
_DRAWING = ("CR 2.2.1.4", "CR 2.2.3", "CR 3.2.3.1")


def _inkable(asked: Asked) -> int:
    return sum(number for card, number in asked.pile if card.facts.get("inkable"))


def _ink_count(asked: Asked, last: int) -> Answer:
    ink, size = _inkable(asked), asked.size
    unknown = unknown_cards(asked, "inkable")
    rows = []
    for first, turn, cards in moments(asked, last):
        text = Text("expected number of inkable cards")
        rows.append(Row("expected", text, turn, first, cards, expected=expected(size, ink, cards)))
        for low in range(1, _MOST + 1):
            text = Text("{n} or more inkable cards", {"n": low})
            chance = at_least(size, ink, cards, low)
            rows.append(Row(f"at-least-{low}", text, turn, first, cards, chance))
    assumptions = (
        Text("{n} of the cards are inkable; counted among all cards seen by the turn, its draw included", {"n": ink}),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    return Answer("inkable", _TITLES["inkable"], tuple(rows), assumptions, (*_DRAWING, "CR 4.2.1"), left_out=unknown)


def _ink_drops(asked: Asked, last: int) -> Answer:
    ink, size = _inkable(asked), asked.size
    unknown = unknown_cards(asked, "inkable")
    text = Text("an inkable card for every turn so far")
    rows = []
    for first in (True, False):
        seen = asked.seen(last, first)[1:]
        for turn, (cards, chance) in enumerate(zip(seen, steady(size, ink, seen), strict=True), 1):
            rows.append(Row("every-turn", text, turn, first, cards, chance))
    assumptions = (
        Text("by each turn so far, at least as many inkable cards were seen as turns were taken; all may be inked"),
        Text("{n} of the cards are inkable; one card is inked a turn, none is put there by an effect", {"n": ink}),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    return Answer(
        "ink-drops", _TITLES["ink-drops"], tuple(rows), assumptions, (*_DRAWING, "CR 4.2.3"), left_out=unknown
    )


def _on_curve(asked: Asked, last: int) -> Answer:
    unknown = unknown_cards(asked, "inkable", "cost")
    kinds: Counter[Kind] = Counter()
    for card, number in asked.pile:
        kinds[card.facts.get("cost"), bool(card.facts.get("inkable"))] += number
    every = Text("a play on every turn so far, from turn 1, and a card inked each turn")
    later = Text("a play on every turn so far, from turn 2, and a card inked each turn")
    exact = Text("a play of cost 2 on turn 2, of cost 3 on turn 3, and so on, and a card inked each turn")
    rows = []
    for item, text, sharp, begin in (
        ("any-from-1", every, False, 1),
        ("any-from-2", later, False, 2),
        ("exact-from-2", exact, True, 2),
    ):
        for first in (True, False):
            seen = asked.seen(last, first)
            for turn in range(begin, len(seen)):
                chance = curve(kinds, seen[: turn + 1], exact=sharp, first=begin)
                rows.append(Row(item, text, turn, first, seen[turn], chance))
    assumptions = (
        Text("on each turn one inkable card is inked and another card is played; no card does both"),
        Text("a play on a turn is a card of printed cost no higher than the number of the turn, or of just that cost"),
        Text("the player chooses best for this goal, without knowing later draws; Shift, songs and discounts left out"),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    rule = (*_DRAWING, "CR 4.2.3", "CR 4.3.2.4")
    return Answer("curve", _TITLES["curve"], tuple(rows), assumptions, rule, left_out=unknown)


def _two_inks(asked: Asked, last: int) -> Answer:
    present = [ink for ink in INKS if any(ink in card.facts.get("inks", ()) for card, _ in asked.pile)]
    if len(present) < 2:
        return Answer("inks", _TITLES["inks"], (), remark=Text("the list does not have two inks"))
    size = asked.size
    masks: Counter[int] = Counter()
    for card, number in asked.pile:
        masks[sum(1 << i for i, ink in enumerate(present) if ink in card.facts.get("inks", ()))] += number
    counts = [sum(number for mask, number in masks.items() if mask >> i & 1) for i in range(len(present))]
    rows = []
    for first, turn, cards in moments(asked, last):
        text = Text("one of the inks has no card")
        rows.append(Row("missing", text, turn, first, cards, some_missing(size, masks, len(present), cards)))
        for ink, count in zip(present, counts, strict=True):
            word = FactWord(CARDS, "inks", ink)
            none, few = Text("no card of {ink}", {"ink": word}), Text("at most one card of {ink}", {"ink": word})
            slug = ink.lower()
            rows.append(Row(f"none-{slug}", none, turn, first, cards, 1 - at_least(size, count, cards, 1)))
            rows.append(Row(f"one-{slug}", few, turn, first, cards, 1 - at_least(size, count, cards, 2)))
    assumptions = (
        Text("a card of two inks counts for both; any ink pays for any card, so a missing ink stops no play by itself"),
        *ordinary(asked),
    )
    rule = (*_DRAWING, "CR 5.2.5.1", "CR 4.3.2.4")
    return Answer("inks", _TITLES["inks"], tuple(rows), assumptions, rule)


def _levels(asked: Asked) -> Iterator[tuple[Card, int, int, int, bool]]:
    """(card, copies, level, cost, is a song) of the pile's songs and characters.

    A song asks for a level, a character has one: its cost, or the number of its Singer (CR 8.11). A song with Sing
    Together is counted as sung by one character alone, for the lower of its two numbers (CR 5.4.4.2, 8.12).
    """
    for card, number in asked.pile:
        cost = card.facts.get("cost")
        if cost is None:
            continue
        words = {row.keyword: row.number for row in asked.catalogue.keywords(card) if row.number is not None}
        if "Song" in card.facts.get("classifications", ()) and card.facts.get("type") == "Action":
            yield card, number, min(cost, words.get("Sing Together", cost)), cost, True
        elif card.facts.get("type") == "Character":
            yield card, number, max(cost, words.get("Singer", cost)), cost, False


def _songs(asked: Asked, last: int) -> Answer:
    unknown = unknown_cards(asked, "cost")
    songs: Counter[int] = Counter()
    singers: Counter[tuple[int, int]] = Counter()
    for _, number, level, cost, song in _levels(asked):
        if song:
            songs[level] += number
        else:
            singers[level, cost] += number
    if not songs:
        return Answer("songs", _TITLES["songs"], (), remark=Text("the list has no songs"), left_out=unknown)
    held = Text("a song, and a character able to sing it")
    sung = Text("a song sung by the end of the turn")
    rows = []
    for first, turn, cards in moments(asked, last):
        chance = pair(asked.size, songs, _at_cost(singers, None), cards, cards)
        rows.append(Row("held", held, turn, first, cards, chance))
        if turn >= 2:
            early = asked.opening.seen(turn - 1, first)
            chance = pair(asked.size, songs, _at_cost(singers, turn - 1), early, cards)
            rows.append(Row("sung", sung, turn, first, cards, chance))
    assumptions = (
        Text(
            "{n} songs; a character sings a song of its own cost or less, or of its Singer number", {"n": songs.total()}
        ),
        Text("Sing Together is counted only where one character alone is enough"),
        Text(
            "sung: the character was seen and played for its cost on an earlier turn and is still there; other cards "
            "were inked, one on every turn"
        ),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    rule = (*_DRAWING, "CR 5.4.4.2", "CR 8.11", "CR 8.12", "CR 5.1.1.11")
    return Answer("songs", _TITLES["songs"], tuple(rows), assumptions, rule, left_out=unknown)


def _at_cost(singers: Counter[tuple[int, int]], most: int | None) -> dict[int, int]:
    """Singers by level, those that cost ``most`` or less."""
    found: Counter[int] = Counter()
    for (level, cost), number in singers.items():
        if most is None or cost <= most:
            found[level] += number
    return dict(found)


_TITLES = {
    "inkable": Text("Inkable cards by turn"),
    "ink-drops": Text("A card to ink on every turn"),
    "curve": Text("A play on curve"),
    "inks": Text("Both inks seen"),
    "songs": Text("A song with a singer"),
}

QUESTIONS = (
    Question("inkable", _TITLES["inkable"], _ink_count, 7),
    Question("ink-drops", _TITLES["ink-drops"], _ink_drops, 7),
    Question("curve", _TITLES["curve"], _on_curve, 4, most=4),
    Question("inks", _TITLES["inks"], _two_inks, 7),
    Question("songs", _TITLES["songs"], _songs, 7),
)
