"""Sitting down to a match: decks of engine cards, handles, the stream, and the game's setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.rules import TableRules
from deckkit.engine.state import Seat, State
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["Pile", "empty_match", "handles", "new_match"]

#: The cards of one player by the zone in which they begin: (card, copies).
Pile = Mapping[str, Sequence[tuple[PlayCard, int]]]


def empty_match(rules: TableRules, players: int, **options: Any) -> Match:
    """A match with nothing on the table, for boards that are laid by hand."""
    low, high = rules.seats
    if not low <= players <= high:
        raise UsageError(
            Text(
                "{game} is played by {low} to {high} players, not {n}",
                {"game": rules.game, "low": low, "high": high, "n": players},
            )
        )
    state = State()
    names = tuple(spec.name for spec in rules.zones if not spec.shared)
    state.seats = [Seat(number, names) for number in range(players)]
    state.shared = {spec.name: () for spec in rules.zones if spec.shared}
    return Match(rules, state, **options)


def handles(slugs: Sequence[str]) -> list[str]:
    """Short unique handles: the slug of a card, with a number where several things would have the same."""
    total, seen = Counter(slugs), Counter[str]()
    found = []
    for slug in slugs:
        seen[slug] += 1
        found.append(slug if total[slug] == 1 else f"{slug}-{seen[slug]}")
    return found


def new_match(
    rules: TableRules, piles: Sequence[Pile], *, seed: int, game: int = 0, first: int | None = None, **options: Any
) -> Match:
    """A match of these decks, shuffled by the stream of ``seed`` and ``game`` and set up by the game's rules.

    ``first`` is the seat that begins; None leaves it to chance. ``options`` are those of :class:`Match`.
    """
    m = empty_match(rules, len(piles), **options)
    m.seed(seed, game)
    cards = [
        (card, number, zone)
        for number, pile in enumerate(piles)
        for zone, entries in pile.items()
        for card, copies in entries
        for _ in range(copies)
    ]
    names = handles([f"{card.slug}" for card, _, _ in cards])
    for (card, number, zone), handle in zip(cards, names, strict=True):
        thing = m.add_thing(card, number, zone, handle)
        table = m.state.shared if m.specs[zone].shared else m.state.seats[number].zones
        m.put(table, zone, (*table.get(zone, ()), thing.id))
    starter = m.below(len(piles)) if first is None else first
    for name in ("first", "active", "acting"):
        m.set(m.state, name, starter)
    rules.begin(m)
    m.run()
    if m.journal is not None:
        m.journal.clear()
        m.history.clear()
    return m
