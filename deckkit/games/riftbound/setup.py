"""How a game of Riftbound begins (rules digest RP 3.1-3.5)."""

from __future__ import annotations

from deckkit.i18n import Text
from deckkit.odds.opening import Opening, Redraw, pile_of

__all__ = ["OPENING"]

# The Chosen Champion begins in its zone (CR 113), runes are a deck of their own (CR 103.3.b); up to two cards are set
# aside, and recycled after their replacements are drawn (CR 118.1-118.3): put on the bottom of the deck, two of them in
# random order, without a shuffle (CR 416.5); in 1v1 nobody skips a draw (CR 480.7).
OPENING = Opening(
    hand=4,
    redraw=Redraw("some", 2, back="bottom"),
    first_draws=(1, 1),
    draws=1,
    pile=pile_of("main"),
    note=Text("drawn from the main deck; the Chosen Champion begins in its own zone, the runes are a deck apart"),
    rule=("CR 113", "CR 117", "CR 118", "CR 315.4.b", "CR 416.5", "CR 480.7"),
)
