"""What a turn costs grows no faster than the cards in play: counted in bytecodes, not in seconds."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest
from growth_support import BOARDS, Last, a_board, a_turn

from deckkit.engine.match import Match
from deckkit.games import GAMES
from deckkit.goldfish.pilot import Chooser


def _greedy() -> Chooser:
    game = GAMES["lorcana"].pilot
    assert game is not None
    return game().pilots["greedy"](0)


PILOTS = {"greedy": _greedy, "last": Last}


def steps(m: Match, pilot: Chooser) -> int:
    """How many bytecodes a turn takes. What is kept between matches is there already."""
    a_turn(m, pilot)
    m.rewind(0, 0)
    m.history.clear()
    counted = 0

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        a_turn(m, pilot)
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.parametrize("pilot", PILOTS)
@pytest.mark.parametrize("name", BOARDS)
def test_a_turn_costs_in_proportion_to_the_cards_in_play(name: str, pilot: str) -> None:
    few, some, many = (steps(a_board(name, cards, log=False), PILOTS[pilot]()) for cards in (12, 24, 48))
    # Twice as many cards more cost twice as much more; the hundredth part is for what happens once.
    assert many - some <= 2.01 * (some - few)
    assert many <= 4 * few


@pytest.mark.parametrize("name", BOARDS)
def test_a_turn_is_listed_once(name: str) -> None:
    """Who quests loses that action and nothing else: no action of the turn makes all others be listed again."""
    m = a_board(name, 24)
    listed = m.listed
    a_turn(m, _greedy())
    # The other player's turn.
    assert m.listed == listed + 1
