"""How a game of Rites of Allegiance begins (rules digest AL 13.4, 13.5, 13.9, 13.10)."""

from __future__ import annotations

from deckkit.i18n import Text
from deckkit.odds.opening import NO_REDRAW, Opening, pile_of

__all__ = ["OPENING"]

# The hand of the first turn is the opening hand: a new one is drawn up to 5 at the end of each own turn.
OPENING = Opening(
    hand=5,
    redraw=NO_REDRAW,
    first_draws=(0, 0),
    draws=5,
    pile=pile_of("main"),
    note=Text("no card is kept from one turn to the next, and cards bought are not counted"),
    rule=("AL 13.5", "AL 13.9", "AL 13.10"),
)
