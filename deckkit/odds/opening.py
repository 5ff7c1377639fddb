"""How a game begins, as far as drawing goes: the pile, the opening hand, the mulligan, the draws of each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck
from deckkit.i18n import Text

__all__ = ["NO_REDRAW", "Opening", "Pile", "Redraw", "pile_of"]

Pile = tuple[tuple[Card, int], ...]
"""The cards that are drawn from, each with its number of copies (1 or more)."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """A game's mulligan, taken once.

    ``kind`` is ``none``; ``some``: cards are set aside and the others stay, as many are drawn from the rest of the
    pile (what was set aside cannot come back), then those set aside go back; or ``all``: the whole hand is shuffled
    back and as many cards are drawn anew. ``most`` is how many cards may be set aside (``some``); None is any number.
    ``back`` is what then becomes of those set aside (``some``): ``shuffled`` into the pile, or put on the ``bottom``
    of it in random order, without a shuffle, so that they come once the rest has been drawn.
    """

    kind: str
    most: int | None = None
    back: str = "shuffled"

    def __post_init__(self) -> None:
        if self.kind not in ("none", "some", "all"):
            raise ValueError(f"a mulligan is 'none', 'some' or 'all', not {self.kind!r}")
        if self.most is not None and (self.kind != "some" or self.most < 0):
            raise ValueError("only a mulligan of some cards has a limit, of 0 or more")
        if self.back not in ("shuffled", "bottom") or (self.back == "bottom" and self.kind != "some"):
            raise ValueError("cards go back 'shuffled', or those of a mulligan of some cards to the 'bottom'")

    def limit(self, hand: int) -> int:
        """How many cards of a hand may be set aside."""
        if self.kind == "none":
            return 0
        return hand if self.most is None else min(hand, self.most)


NO_REDRAW = Redraw("none")


@dataclass(frozen=True, slots=True)
class Opening:
    """What is drawn, and when.

    ``hand`` is the number of cards in the opening hand. ``first_draws`` is how many are drawn on the own first turn:
    (by who begins, by who does not). ``draws`` is how many on each later own turn. ``pile`` gives what a deck draws
    from, without what begins elsewhere; ``sections`` are the sections of the list that it comes from. ``note`` says
    what does not belong to the pile, or what else is assumed, and is shown with every figure; empty where there is
    nothing to say. ``rule`` holds the rule numbers.
    """

    hand: int
    redraw: Redraw
    first_draws: tuple[int, int]
    draws: int
    pile: Callable[[Deck], Pile]
    note: Text = field(default_factory=lambda: Text(""))
    rule: tuple[str, ...] = ()
    sections: tuple[str, ...] = ("main",)

    def drawn(self, turn: int, on_the_play: bool) -> int:
        """Cards drawn after the opening hand by the own turn ``turn``, its draw included; 0 is the opening hand."""
        if turn < 1:
            return 0
        return self.first_draws[0 if on_the_play else 1] + self.draws * (turn - 1)

    def seen(self, turn: int, on_the_play: bool) -> int:
        """Cards seen by the own turn ``turn``: the opening hand and :meth:`drawn`. The pile may hold fewer."""
        return self.hand + self.drawn(turn, on_the_play)


def pile_of(*sections: str) -> Callable[[Deck], Pile]:
    """The pile made of these sections of a deck, copies of one card added up."""

    def pile(deck: Deck) -> Pile:
        found: dict[Card, int] = {}
        for section in sections:
            for item in deck.sections.get(section, ()):
                found[item.card] = found.get(item.card, 0) + item.count
        return tuple(found.items())

    return pile
