"""Sitting down to a match: decks of engine cards, handles, the stream, and the game's setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name
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


def _brought(piles: Sequence[Pile], zone: str, card: PlayCard) -> int:
    """How many copies of a card the players before have brought to a zone that all bring together."""
    counts = [sum(n for one, n in pile.get(zone, ()) if one.key == card.key) for pile in piles]
    return max(counts, default=0)


def _starter(m: Match, first: int | None) -> int:
    """The seat that begins: as asked for, as the settings say, else by chance."""
    said = m.rules.starter(m.config)
    if first is None:
        return m.below(len(m.state.seats)) if said is None else said
    if said is not None and said != first:
        raise UsageError(
            Text(
                "the settings say that {player} begins, but {other} was asked to begin",
                {"player": seat_name(said), "other": seat_name(first)},
            ),
            do=Text("leave one of the two out, or make them say the same"),
        )
    return first


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
        for _ in range(copies if not m.specs[zone].pooled else copies - _brought(piles[:number], zone, card))
    ]
    names = handles([f"{card.slug}" for card, _, _ in cards])
    for (card, number, zone), handle in zip(cards, names, strict=True):
        thing = m.add_thing(card, number, zone, handle)
        table = m.state.shared if m.specs[zone].shared else m.state.seats[number].zones
        m.put(table, zone, (*table.get(zone, ()), thing.id))
    starter = _starter(m, first)
    for name in ("first", "active", "acting"):
        m.set(m.state, name, starter)
    rules.begin(m)
    m.run()
    if m.journal is not None:
        m.journal.clear()
        m.history.clear()
    return m
