"""What a game brings so that it can be played alone, and one game played so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deckkit.decklist.model import Deck
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.rules import TableRules
from deckkit.engine.state import Event
from deckkit.engine.table import Pile, new_match
from deckkit.goldfish.pilot import Chooser, Nothing
from deckkit.goldfish.reader import Reader
from deckkit.i18n import Text
from deckkit.odds.opening import Pile as CardPile

__all__ = ["MOST_TURNS", "Played", "Solo", "Turn", "play_alone", "play_out", "playing"]

#: After so many own turns a game that is not won ends.
MOST_TURNS = 30
# So many cards more than turns the opponent's deck has at least: the opening hand, and what effects take.
_SPARE = 25
# Nobody needs so many actions in one turn: what goes on after that is a loop, and the turn ends where it may.
_LOOP = 400


@dataclass(frozen=True, slots=True)
class Solo:
    """A game's part for pilots.

    ``pilots`` by name, the usual one first; each is made of a number, which those by chance draw from. ``read`` reads
    a table of priorities from a file. ``pile`` says where the cards of a list begin, by zone. ``placed`` are the
    events by which a card becomes a resource, ``redrawn`` the event of a mulligan. ``formats`` are the settings of
    formats that are played by other rules. ``opponent`` does nothing. ``played`` are the events by which a card is
    played, ``score`` is how far seat 0 has come. ``settings`` are those with which a list is played alone
    where nothing else is said. ``figures`` are further whole numbers of seat 0 at the end of an own
    turn, each with its title: their means over the games are told.
    """

    pilots: Mapping[str, Callable[[int], Chooser]]
    pile: Callable[[Deck], Mapping[str, CardPile]]
    read: Callable[[Any], Chooser] | None = None
    placed: tuple[str, ...] = ()
    redrawn: str = ""
    formats: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opponent: Chooser = field(default_factory=Nothing)
    played: tuple[str, ...] = ("play",)
    score: Callable[[Match], int] = lambda m: m.state.seats[0].score
    settings: Mapping[str, Any] = field(default_factory=dict)
    figures: Mapping[str, tuple[Text, Callable[[Match], int]]] = field(default_factory=dict)

    @property
    def usual(self) -> str:
        """The name of the pilot that plays where none is asked for."""
        return next(iter(self.pilots))


@dataclass(frozen=True, slots=True)
class Turn:
    """An own turn at its end: the score, what could be paid in it and what was, cards played, cards in hand.

    ``figures`` are the game's own, in their order.
    """

    score: int
    available: int
    used: int
    played: int
    hand: int
    figures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One game: ``won`` is the own turn in which it was won, 0 where it was not; ``lost`` whether it was lost,
    ``drawn`` whether it ended with neither.

    ``aside`` is how many cards the mulligan exchanged. ``cards`` maps a card's key to
    (copies drawn, played, placed as a resource, in hand at the end, sum of the turns in which it was played).
    """

    won: int
    lost: bool
    aside: int
    turns: tuple[Turn, ...]
    cards: Mapping[str, tuple[int, int, int, int, int]]
    drawn: bool = False


def play_out(
    m: Match, pilots: Sequence[Chooser], told: Callable[[Match, Any], None] | None = None, most: int = 1_000_000
) -> None:
    """Plays a match to its end with these pilots, by seat. ``told`` is called before each action."""
    readers = [Reader(m, seat, pilot.values) for seat, pilot in enumerate(pilots)]
    for _ in range(most):
        if m.over:
            break
        seat = m.to_act
        readers[seat].memo.clear()
        action = pilots[seat].choose(readers[seat])
        if told is not None:
            told(m, action)
        m.apply(action)


def play_alone(
    rules: TableRules,
    pile: Pile,
    solo: Solo,
    pilot: Chooser,
    *,
    seed: int,
    game: int,
    play: bool = True,
    turns: int = MOST_TURNS,
    config: Mapping[str, Any] | None = None,
    version: str = "",
    told: Callable[[Match, Any], None] | None = None,
) -> Played:
    """Plays game number ``game`` of a seed: the deck against a copy of itself whose player does nothing.

    A small deck's copy is multiplied: nobody wins because the opponent has run out of cards to draw.
    """
    deck = pile.get("deck", ())
    size = sum(copies for _, copies in deck)
    times = 1 if not size or size >= turns + _SPARE else -(-(turns + _SPARE) // size)
    other = pile if times == 1 else {**pile, "deck": tuple((card, copies * times) for card, copies in deck)}
    m = new_match(
        rules,
        (pile, other),
        seed=seed,
        game=game,
        first=0 if play else 1,
        config=config,
        version=version,
        log=True,
        journal=False,
    )
    me = m.state.seats[0]
    choosers = (pilot, solo.opponent)
    # Who answers nothing need not be asked; a chooser of other make is asked.
    m.silent = frozenset(seat for seat, one in enumerate(choosers) if not getattr(one, "answers", True))
    readers = (Reader(m, 0, pilot.values), Reader(m, 1, solo.opponent.values))
    own = rules.resources
    rows: list[Turn] = []
    used = actions = unpaid = 0
    # Without a mulligan the first turn has begun already.
    opening: tuple[int, ...] = me.zones["hand"] if m.state.turn else ()
    begun = len(m.log or ()) if m.state.turn else 0
    while m.state.result is None and me.turns <= turns:
        seat = m.to_act
        reader = readers[seat]
        reader.memo.clear()
        action = choosers[seat].choose(reader)
        if seat == 0 and actions > _LOOP:
            action = next((one for one in m.legal_actions() if one.kind in Nothing().passing), action)
        if told is not None:
            told(m, action)
        number, before = me.turns, own(m, 0, "")
        m.apply(action)
        after = own(m, 0, "")
        if not begun and m.state.turn:
            # Nothing has been drawn since the mulligan but by the first turn.
            opening, begun = me.zones["hand"], len(m.log or ())
        if number == 0:
            continue
        actions += 1
        over = m.state.result is not None
        if me.turns == number and m.state.active == 0 and not over:
            if action.kind == "end":
                # Something is asked while the turn ends: what is lost by then was never paid.
                unpaid += max(0, before - after)
            else:
                used += max(0, before - after)
            continue
        if len(rows) < number:
            left = after if over and me.turns == number else before
            used += max(0, before - left)
            all_of_it = used + left + unpaid
            rows.append(Turn(solo.score(m), all_of_it, used, 0, len(me.zones["hand"]), _figures(m, solo)))
            used = actions = unpaid = 0
    if m.state.result is not None and len(rows) < me.turns:
        # Decided as the turn began.
        rows.append(Turn(solo.score(m), own(m, 0, ""), 0, 0, len(me.zones["hand"]), _figures(m, solo)))
    result = m.state.result or {}
    won = me.turns if result.get("winner") == 0 else 0
    found = _told(m, solo, opening, begun, rows, won, "loser" in result and not won)
    return replace(found, drawn=True) if result.get("draw") else found


def _figures(m: Match, solo: Solo) -> tuple[int, ...]:
    return tuple(work(m) for _, work in solo.figures.values())


def _told(m: Match, solo: Solo, opening: tuple[int, ...], begun: int, rows: list[Turn], won: int, lost: bool) -> Played:
    """What the log says about the cards of seat 0."""
    things = m.state.things
    hand = set(m.state.seats[0].zones["hand"])
    drawn, placed = set(opening), set[int]()
    played: dict[int, list[int]] = {}
    count = [0] * (len(rows) + 1)
    turn = aside = 0
    event: Event
    for at, event in enumerate(m.log or ()):
        kind = event.kind
        if kind == "start_of_turn":
            turn += event.seat == 0
        elif kind == "draw":
            if event.seat == 0 and at >= begun:
                drawn.add(event.it)
        elif kind in solo.played:
            if event.seat == 0 and things[event.it].owner == 0:
                played.setdefault(event.it, []).append(turn)
                if 0 < turn <= len(rows):
                    count[turn] += 1
        elif kind == solo.redrawn:
            aside += event.n if event.seat == 0 else 0
        elif kind in solo.placed and event.it >= 0 and things[event.it].owner == 0:
            placed.add(event.it)
    cards: dict[str, tuple[int, int, int, int, int]] = {}
    for one in drawn | placed | hand | set(played):
        key, when = things[one].card.key, played.get(one, [])
        old = cards.get(key, (0, 0, 0, 0, 0))
        found = (one in drawn, len(when), one in placed, one in hand, sum(when))
        cards[key] = tuple(a + b for a, b in zip(old, found, strict=True))  # type: ignore[assignment]
    turns = tuple(replace(row, played=count[at]) for at, row in enumerate(rows, 1))
    return Played(won, lost, aside, turns, cards)


def playing(card: PlayCard) -> bool:
    """Whether all text of a card is played."""
    return card.coverage in ("exact", "none")
