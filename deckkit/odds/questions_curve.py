"""A play on every turn, exactly: an optimal walk over the draws, with class counts as states.

On each own turn one card is spent as a resource and another one is played; no card does both. What may be spent and
what may be played are facts of the card: its kind. The walk draws turn by turn, keeps the hand by kinds and counts the
orders of the pile for which the player succeeds.

Two goals:

``exact=False``: the play of turn ``t`` is a card of cost ``t`` or less. The best choice needs no foresight. To play, a
card that cannot be spent is taken first: of two cards that can be played now, it can do nothing that the other cannot.
To spend, the one of the highest cost is taken (one that is never played before all): whatever it could do later, a
cheaper one can. By exchanging cards, any line that succeeds becomes this one, so the figure is at once the chance that
the cards allow it (Hall's condition) and the chance of a player who does not know the draws. The tests hold it
against a matching with full knowledge.

``exact=True``: the play of turn ``t`` costs exactly ``t``. To play, again the card that cannot be spent; to spend, a
card that no later turn can play, if there is one. Otherwise the player gives up one of a later cost, and which one is
a real decision: the walk takes the one with the best chance, so the figure is that of a player who decides best
without knowing the draws. The tests hold it against that decision over all orders of small piles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, perm
from operator import add

__all__ = ["Kind", "curve", "curves"]

Kind = tuple[int | None, bool]
"""What a card can do: its cost (None: never played), and whether it can be spent as a resource."""

_State = tuple[int, ...]


def curves(kinds: Mapping[Kind, int], seen: Sequence[int], *, exact: bool = False, first: int = 1) -> list[Fraction]:
    """The chances of a resource and a play on every turn, for the turns up to 1, 2, … each by itself."""
    return [curve(kinds, seen[: last + 1], exact=exact, first=first) for last in range(1, len(seen))]


def curve(kinds: Mapping[Kind, int], seen: Sequence[int], *, exact: bool = False, first: int = 1) -> Fraction:
    """The chance of a resource on every turn and a play on every turn from ``first`` on.

    ``kinds`` is the pile: cards by kind. ``seen`` are the cards seen by turn 0 (the opening hand), 1, … to the last
    one. Raises :class:`ValueError` where more cards are seen than there are.
    """
    size = sum(kinds.values())
    if not seen or seen[-1] > size or any(after < before for before, after in pairwise(seen)):
        raise ValueError(f"cards seen by turn {list(seen)} do not fit a pile of {size}")
    last = len(seen) - 1
    if last == 0:
        return Fraction(1)
    walk = _Walk(size, seen, exact, first)
    start = walk.merge(_layout(kinds, last, exact, first))
    # Nothing is decided before the first turn's draw: its cards and the opening hand come at once, as a set.
    won = sum(ways * walk.draw(1, 0, rest, hand) for rest, hand, ways in _hands(start, size, seen[1]))
    return Fraction(won, comb(size, seen[1]) * perm(size - seen[1], seen[-1] - seen[1]))


def _layout(kinds: Mapping[Kind, int], last: int, exact: bool, first: int) -> _State:
    """Counts by place: cards that cannot be spent by cost 0 … last, those that can, and those that are only spent.

    What can be neither played by the last turn nor spent has no place: it is the rest of the pile. Cards that cost
    less than the first play that counts are not told apart: they wait for it, or come too late.
    """
    width = last + 1
    state = [0] * (2 * width + 1)
    for (cost, spent), number in kinds.items():
        if cost is not None and cost < first:
            cost = None if exact else first
        if cost is not None and cost <= last:
            state[cost + (width if spent else 0)] += number
        elif spent:
            state[-1] += number
    return tuple(state)


def _hands(start: _State, size: int, cards: int) -> Iterator[tuple[_State, _State, int]]:
    """Every hand of ``cards``: (what the pile has left, the hand, its ways), by place."""
    found: list[tuple[_State, _State, int, int]] = [((), (), cards, 1)]
    for have in start:
        steps = [(n, have - n, comb(have, n)) for n in range(min(have, cards) + 1)]
        found = [
            ((*rest, left), (*hand, n), open_ - n, ways * more)
            for rest, hand, open_, ways in found
            for n, left, more in steps
            if n <= open_
        ]
    dead = size - sum(start)
    return ((rest, hand, ways * comb(dead, open_)) for rest, hand, open_, ways in found if open_ <= dead)


class _Walk:
    """The walk itself; results are numbers of ordered draws still to come that succeed."""

    def __init__(self, size: int, seen: Sequence[int], exact: bool, first: int) -> None:
        self.size = size
        self.seen = seen
        self.last = len(seen) - 1
        self.exact = exact
        self.first = first
        self.known: dict[tuple[int, int, _State, _State], int] = {}

    def merge(self, state: _State) -> _State:
        """One turn further: the next cost becomes playable, and place 0 of both halves is what can be played now."""
        width = len(state) // 2
        plain, spent, only = state[:width], state[width : 2 * width], state[-1]
        if self.exact:
            # What cost less can only be spent from now on.
            return (*plain[1:], *spent[1:], only + spent[0])
        return (plain[0] + plain[1], *plain[2:], spent[0] + spent[1], *spent[2:], only)

    def draw(self, turn: int, draws: int, rest: _State, hand: _State) -> int:
        """The turn ``turn`` with ``draws`` cards still to draw, in the layout of that turn."""
        if turn == 1 and not self.exact:
            # Each opening comes once, and what follows is one line: only the turns after it meet again.
            return self._act(turn, rest, hand)
        given = (turn, draws, rest, hand)
        found = self.known.get(given)
        if found is not None:
            return found
        rest, hand = self._settle(turn, rest, hand)
        key = (turn, draws, rest, hand)
        found = self.known.get(key)
        if found is not None:
            self.known[given] = found
            return found
        if draws == 0:
            result = self._act(turn, rest, hand)
        else:
            left = self.size - self.seen[turn] + draws
            dead = left - sum(rest)
            result = dead * self.draw(turn, draws - 1, rest, hand) if dead else 0
            for place, number in enumerate(rest):
                if number:
                    fewer = (*rest[:place], number - 1, *rest[place + 1 :])
                    more = (*hand[:place], hand[place] + 1, *hand[place + 1 :])
                    result += number * self.draw(turn, draws - 1, fewer, more)
        self.known[key] = self.known[given] = result
        return result

    def _settle(self, turn: int, rest: _State, hand: _State) -> tuple[_State, _State]:
        """The same state with what no longer matters taken away, so that more states are one."""
        turns = self.last - turn + 1
        none = (0,) * turns
        rest, hand = self._spare(turns, rest, hand)
        if hand[-1] >= turns:
            # Resources for all turns are there: the other cards are only for playing.
            rest = (*map(add, rest[:turns], rest[turns:-1]), *none, 0)
            hand = (*map(add, hand[:turns], hand[turns:-1]), *none, turns)
            rest, hand = self._spare(turns, rest, hand)
        return rest, hand

    def _spare(self, turns: int, rest: _State, hand: _State) -> tuple[_State, _State]:
        """Cards that are not needed for a play are only spent, or nothing at all.

        As many plays as turns are left can be made; with the exact goal one of each cost. Where the hand has as many
        others that can be played no later than a card, that card needs no playing: wherever it is played, one of them
        goes in its stead, and it is the first to be spent. The like of it in the pile may come too late to be spent
        first, so it loses its plays only where those others cannot be spent at all.
        """
        have, left = list(hand), list(rest)
        plain = both = 0
        for cost in range(turns):
            spent, most = turns + cost, turns
            if self.exact:
                plain, both, most = 0, 0, 1
            have[cost] = min(have[cost], most - plain)
            plain += have[cost]
            both = min(most, both + have[cost])
            keep = min(have[spent], most - both)
            both += keep
            have[-1] += have[spent] - keep
            have[spent] = keep
            if plain == most:
                left[-1] += left[spent]
                left[spent] = left[cost] = 0
        have[-1] = min(have[-1], turns)
        return tuple(left), tuple(have)

    def _act(self, turn: int, rest: _State, hand: _State) -> int:
        """The play and the resource of a turn, and what can follow at best."""
        have = list(hand)
        width = len(hand) // 2
        if turn >= self.first:
            if have[0]:
                have[0] -= 1
            elif have[width]:
                have[width] -= 1
            else:
                return 0
        best = 0
        for place in self._spendable(have, width):
            if turn == self.last:
                return 1
            have[place] -= 1
            drawn = self.seen[turn + 1] - self.seen[turn]
            best = max(best, self.draw(turn + 1, drawn, self.merge(rest), self.merge(tuple(have))))
            have[place] += 1
        return best

    def _spendable(self, have: list[int], width: int) -> list[int]:
        """The places from which it can be best to spend a card."""
        if have[-1]:
            return [len(have) - 1]
        if self.exact:
            if have[width]:
                return [width]
            return [place for place in range(width + 1, 2 * width) if have[place]]
        return next(([place] for place in range(2 * width - 1, width - 1, -1) if have[place]), [])
