"""How a game of Lorcana begins (rules digest facts 50-58; Pack Rush 34-38)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.engine.cards import PlayCard
from deckkit.engine.moves import draw, move, shuffle
from deckkit.engine.operations import OPERATIONS
from deckkit.engine.run import Run
from deckkit.engine.triggers import emit
from deckkit.odds.opening import Opening, Redraw, pile_of

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPENING", "PUZZLE", "REFILLING", "TASKS", "begin", "begin_altering", "refill"]

# Any number is put on the bottom and replaced before the shuffle, so it cannot come back (CR 2.2.2); the starting
# player skips the draw of the very first turn (CR 3.2.3.1).
OPENING = Opening(
    hand=7,
    redraw=Redraw("some"),
    first_draws=(0, 1),
    draws=1,
    pile=pile_of("main"),
    rule=("CR 2.2.1.4", "CR 2.2.2", "CR 3.2.3.1"),
)

#: A puzzle card of a booster, which serves as an ink card in Pack Rush.
PUZZLE = PlayCard(
    "t-puzzle", "t-puzzle", "Puzzle", facts={"inkable": False}, definition={"test": "t-puzzle", "type": "item"}
)


def begin(m: Match) -> None:
    """Shuffles, draws the opening hands and lets everybody alter theirs once (digest 50-58)."""
    rush = m.config["pack_rush"]
    for number in m.order(m.state.first):
        shuffle(m, number)
        seat = m.state.seats[number]
        if rush:
            # Two of the puzzle cards start in the inkwell, ready; they never leave it (CR 10.2.2).
            for i in range(2):
                thing = m.add_thing(PUZZLE, number, "inkwell", f"puzzle-{number + 1}-{i + 1}")
                m.set(thing, "facedown", True)
                m.put(seat.zones, "inkwell", (*seat.zones["inkwell"], thing.id))
        draw(m, number, m.config["hand"])
    begin_altering(m)


def begin_altering(m: Match) -> None:
    """The opening hands are drawn: the players alter them in turn order, then the first turn begins (CR 2.2.2)."""
    m.set(m.state, "phase", "setup")
    m.set(m.state, "happened", {})
    order = m.order(m.state.first)
    m.push(*(("alter", number) for number in order), ("altered",), ("turn", m.state.first))


def _alter(m: Match, number: int) -> None:
    """Any number goes to the bottom unrevealed, then as many are drawn from the unshuffled top (CR 2.2.2.1)."""
    seat = m.state.seats[number]
    hand = seat.zones["hand"]
    away: list[int] = []
    while len(away) < len(hand):
        left: list[Any] = [one for one in hand if one not in away]
        answer = m.choose(number, "cards", [*left, "done"], taken=tuple(away))
        if answer == "done":
            break
        away.append(answer)
    if away:
        for one in away:
            move(m, m.state.things[one], "deck")
        m.mark(seat, "altered", len(away))
        emit(m, "alter", seat=number, n=len(away))
        draw(m, number, len(away))


def _altered(m: Match) -> None:
    """Only those who altered shuffle, after all have decided (CR 2.2.2.3)."""
    for number in m.order(m.state.first):
        if m.state.seats[number].marks.get("altered"):
            shuffle(m, number)


def refill(m: Match, number: int) -> None:
    """Pack Rush: the discard is shuffled into a new deck when cards are needed (CR 10.2.5)."""
    seat = m.state.seats[number]
    if m.config["pack_rush"] and not seat.zones["deck"] and seat.zones["discard"]:
        for one in seat.zones["discard"]:
            move(m, m.state.things[one], "deck")
        shuffle(m, number)


def _refilling(word: str) -> Callable[[Run], bool]:
    def handler(run: Run) -> bool:
        m = run.m
        if m.config["pack_rush"] and not run.env.get("refilled"):
            zones = {number: m.state.seats[number].zones for number in run.seats()}
            short = [number for number, own in zones.items() if not own["deck"] and own["discard"]]
            if short:
                # The discard becomes the deck first, then the operation is carried out.
                known = {**run.env, "refilled": True}
                run.then = [*(("refill", number) for number in short), ("block", (run.node,), 0, known)]
                return True
        return OPERATIONS[word](run)

    return handler


#: What looks at cards of the deck or takes them also has an empty deck refilled in Pack Rush (digest 38).
REFILLING = {word: _refilling(word) for word in ("look", "reveal_top", "search", "mill", "move_top", "tuck")}

TASKS: Mapping[str, Any] = {"alter": _alter, "altered": _altered}
