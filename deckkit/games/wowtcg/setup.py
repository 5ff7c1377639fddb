"""How a game of WoW TCG begins (rules digest WOW 5-9, 12, 13)."""

from __future__ import annotations

from deckkit.i18n import Text
from deckkit.odds.opening import Opening, Redraw, pile_of

__all__ = ["OPENING"]

# The mulligan is that of the official rules (CR 101.2): the Reborn text has none. Who begins skips the first draw.
OPENING = Opening(
    hand=7,
    redraw=Redraw("all"),
    first_draws=(0, 1),
    draws=1,
    pile=pile_of("main"),
    note=Text("the hero begins in play and is not drawn; the mulligan is that of the official rules"),
    rule=("CR 101.1", "CR 101.2", "CR 501.2b"),
)
