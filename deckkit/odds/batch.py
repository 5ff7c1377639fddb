"""What is best to keep, for all kinds of hands at once, with tables of whole numbers.

The sums are those of :mod:`deckkit.odds.mulligan`. Hands whose numbers of cards by class are the same but for their
order share one table of weights, so a few products of tables weigh every choice for every hand. All is arithmetic of
64 bits that drops what overflows: exact, because no result does (:func:`at_once`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from deckkit.odds.exact import WON, Machine, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Table: TypeAlias = npt.NDArray[np.int64]

__all__ = ["Best", "Setting", "at_once", "best_kept"]

Vector = tuple[int, ...]
Best = tuple[list[tuple[Vector, Fraction]], Fraction]
"""What is kept and the chance then, for each number of draws; the chance of the whole hand at the last of them."""

# So many numbers are held at once, of eight bytes each.
_MOST_PLACES = 8_000_000


class Setting:
    """A deal: ``hand`` cards of which up to ``limit`` are set aside, then ``draws``; ``free`` cards are not in hand.

    ``members`` tells for each class of the machine and each group whether it belongs to it. With ``rising`` the cards
    of the first class, which are of no group, never stay where they can go.
    """

    def __init__(
        self, machine: Machine, members: Sequence[Sequence[int]], hand: int, free: int, limit: int, draws: Sequence[int]
    ) -> None:
        self.machine, self.members, self.hand, self.free = machine, members, hand, free
        self.limit, self.draws = limit, tuple(draws)
        self.sizes = hand + max(draws) + 1
        self.rising = machine.goal.rising and bool(machine.classes) and not machine.classes[0][0]
        #: The counts by group that a hand can have, as far as they differ, and the state of each.
        enough = max((n.least if n.most is None else n.most + 1 for t in machine.goal.terms for n in t), default=0)
        self.caps = [
            min(hand, enough) if machine.goal.groups >> group & 1 else 0
            for group in range(len(members[0]) if members else 0)
        ]
        alive = (1 << len(machine.goal.terms)) - 1
        self.starts = [machine.reduce(0, (alive, counts)) for counts in product(*(range(cap + 1) for cap in self.caps))]


def at_once(setting: Setting) -> int:
    """For how many hands at most the tables are not too large; 0 where a number could overflow."""
    aside = max(comb(setting.free, number) for number in range(setting.limit + 1))
    later = max(comb(setting.free, number) for number in setting.draws)
    drawn = comb(setting.free, min(setting.sizes - 1, setting.free // 2))
    ranks = (setting.hand + 1) ** len(setting.machine.classes)
    if max(aside * later, drawn, ranks) >= 1 << 63:
        return 0
    states = len({state for state in setting.starts if state is not None})
    return _MOST_PLACES // ((states + 1) * setting.sizes)


def best_kept(setting: Setting, hands: Sequence[Vector]) -> list[Best]:
    """What is best to keep of each hand.

    Of equal choices it is the one that keeps the most, then the first by its numbers of cards.
    """
    import numpy as np

    found: list[list[tuple[Vector, Fraction]]] = [[] for _ in hands]
    whole = [Fraction(0)] * len(hands)
    cards = np.array(hands, dtype=np.int64).reshape(len(hands), -1)
    states, values, places = _reaching(setting, cards)
    place = np.array([states[state] if state is not None else len(states) for state in setting.starts])
    members = np.array(setting.members, dtype=np.int64).reshape(cards.shape[1], -1)
    shapes: dict[Vector, list[int]] = {}
    for number, hand in enumerate(hands):
        shapes.setdefault(tuple(sorted((n for n in hand if n), reverse=True)), []).append(number)
    for shape, numbers in shapes.items():
        group = np.array(numbers)
        # The classes of each hand that it holds cards of, those with the most first.
        order = np.argsort(-cards[group], axis=1, kind="stable")[:, : len(shape)]
        kept = np.array(list(product(*(range(number + 1) for number in shape))), dtype=np.int64)
        counts = np.einsum("cp,hpg->hcg", kept, members[order])
        start = np.zeros(counts.shape[:2], dtype=np.int64)
        for axis, cap in enumerate(setting.caps):
            start = start * (cap + 1) + np.minimum(counts[:, :, axis], cap)
        # Of equal choices the first by the numbers of cards in the order of the classes.
        radix = (setting.hand + 1) ** np.arange(cards.shape[1], dtype=np.int64)[::-1]
        rank = radix[order] @ kept.T
        never = _never(setting, order, kept, cards[group][:, :1]) if setting.rising else None
        size, ways = kept.sum(axis=1), _ways(kept, shape)
        for draws in setting.draws:
            reached = values[place[start], setting.hand + draws - size[None, :], places[group][:, None]]
            successes = reached @ _weights(setting, ways, size, draws).T
            for row, (choice, chance, keeping) in enumerate(_best(setting, successes, size, rank, never, draws)):
                keep = [0] * cards.shape[1]
                for part, held in zip(order[row].tolist(), kept[choice].tolist(), strict=True):
                    keep[part] = held
                found[numbers[row]].append((tuple(keep), chance))
                whole[numbers[row]] = keeping
    return list(zip(found, whole, strict=True))


def _never(setting: Setting, order: Any, kept: Table, first: Table) -> Any:
    """Choices that keep a card of no group which could go."""
    here = ((order == 0)[:, None, :] * kept[None, :, :]).sum(axis=2)
    whole = kept.sum(axis=1) == setting.hand
    return (here > (first - setting.limit).clip(min=0)) & ~whole[None, :]


def _ways(kept: Table, shape: Vector) -> Table:
    """By what is kept (row) and what of the hand is there in the end (column): the ways to choose what came back."""
    import numpy as np

    back = kept[None, :, :] - kept[:, None, :]
    gone = np.array(shape, dtype=np.int64)[None, :] - kept
    most = max(shape, default=0) + 1
    pairs = np.array([[comb(n, k) for k in range(most)] for n in range(most)], dtype=np.int64)
    # A negative number came back of nothing.
    found: Table = np.where(back < 0, 0, pairs[gone[:, None, :], np.maximum(back, 0)]).prod(axis=2)
    return found


def _weights(setting: Setting, ways: Table, size: Table, draws: int) -> Table:
    """The same with the ways to tell the replacements from the later draws."""
    import numpy as np

    hand = setting.hand
    pairs = np.array(
        [[comb(hand + draws - held, hand - kept) for held in range(hand + 1)] for kept in range(hand + 1)],
        dtype=np.int64,
    )
    came = size[None, :] - size[:, None]
    return np.where(came <= draws, ways * pairs[size[:, None], size[None, :]], 0)


def _best(
    setting: Setting, successes: Table, size: Table, rank: Table, never: Any, draws: int
) -> Iterator[tuple[int, Fraction, Fraction]]:
    """For each hand the choice (its row), the chance then, and that of the whole hand."""
    import numpy as np

    later = comb(setting.free, draws)
    least = max(0, setting.hand - setting.limit)
    found = []
    for held in range(setting.hand, least - 1, -1):
        rows = np.nonzero(size == held)[0]
        if not len(rows):
            continue
        values = successes[:, rows]
        if never is not None:
            values = np.where(never[:, rows], -1, values)
        top = values.max(axis=1, keepdims=True)
        first = np.where(values == top, rank[:, rows], np.iinfo(np.int64).max).argmin(axis=1)
        of = comb(setting.free, setting.hand - held) * later
        found.append((rows[first].tolist(), top[:, 0].tolist(), of))
    for number in range(len(successes)):
        row, best, best_of = found[0][0][number], found[0][1][number], found[0][2]
        for rows_of, tops, of in found[1:]:
            if tops[number] * best_of > best * of:
                row, best, best_of = rows_of[number], tops[number], of
        keeping = Fraction(found[0][1][number], later)
        yield row, keeping if row == found[0][0][number] else Fraction(best, best_of), keeping


def _reaching(setting: Setting, cards: Table) -> tuple[dict[State, int], Table, Table]:
    """By state, number of cards and hand: the sets of the cards not in hand that lead from the state to the goal.

    The last state stands for what is out of reach. Besides: the place of each state, and that of each hand.
    """
    import numpy as np

    machine, sizes = setting.machine, setting.sizes
    wanted: list[list[State]] = [sorted({state for state in setting.starts if state is not None})]
    for at in range(len(machine.classes)):
        after: set[State] = set()
        for state in wanted[at]:
            if state != WON:
                steps = machine.steps(at, state, min(machine.classes[at][1], sizes - 1))
                after |= {reached for _, reached in steps if reached is not None}
        wanted.append(sorted(after))
    # Behind the last class there is nothing to draw, and what is not lost is won.
    values = np.zeros((len(wanted[-1]) + 1, sizes, 1), dtype=np.int64)
    values[: len(wanted[-1]), 0] = 1
    parents = np.zeros(len(cards), dtype=np.int64)
    for at in range(len(machine.classes) - 1, -1, -1):
        number = machine.classes[at][1]
        # Hands that are alike in this class and those behind it are one.
        alike, first, inverse = np.unique(cards[:, at:], axis=0, return_index=True, return_inverse=True)
        inverse = inverse.reshape(-1)
        values = values.take(parents[first], axis=2)
        ways = np.array([[comb(number - gone, taken) for gone in range(number + 1)] for taken in range(sizes)])
        factors = ways[:, alike[:, 0]]
        places = {state: index for index, state in enumerate(wanted[at + 1])}
        more = np.zeros((len(wanted[at]) + 1, sizes, len(alike)), dtype=np.int64)
        for index, state in enumerate(wanted[at]):
            if state == WON:
                left = [sum(n for _, n in machine.classes[at:]) - int(gone) for gone in alike.sum(axis=1)]
                more[index] = [[comb(all_of, size) for all_of in left] for size in range(sizes)]
                continue
            steps = machine.steps(at, state, min(number, sizes - 1))
            for step, (least, reached) in enumerate(steps):
                if reached is None:
                    continue
                below = steps[step + 1][0] if step + 1 < len(steps) else min(number, sizes - 1) + 1
                source = values[places[reached]]
                for taken in range(least, below):
                    more[index, taken:] += factors[taken] * source[: sizes - taken]
        values, parents = more, inverse
    return {state: index for index, state in enumerate(wanted[0])}, values, parents
