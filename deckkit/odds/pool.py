"""What is drawn from, sorted into classes: cards that belong to the same groups are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Pool", "Sorted", "sort_cards"]

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Pool:
    """A pile by classes.

    ``classes`` holds (mask, cards) with one or more cards each, sorted by mask; bit ``i`` of a mask says that the
    cards of the class belong to the group ``i``. Cards of no group are the class 0.
    """

    classes: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, counts: Mapping[int, int] | Iterable[tuple[int, int]]) -> Pool:
        """From numbers of cards by mask, added up. Raises :class:`ValueError` for a negative number."""
        found: dict[int, int] = {}
        for mask, number in counts.items() if isinstance(counts, Mapping) else counts:
            found[mask] = found.get(mask, 0) + number
        if any(number < 0 for number in found.values()):
            raise ValueError("a class cannot hold fewer than no cards")
        return cls(tuple(sorted((mask, number) for mask, number in found.items() if number)))

    @property
    def size(self) -> int:
        """All cards."""
        return sum(number for _, number in self.classes)

    def count(self, group: int) -> int:
        """The cards of a group."""
        return sum(number for mask, number in self.classes if mask >> group & 1)

    def without(self, cards: Pool) -> Pool:
        """The pool with these cards taken out. Raises :class:`ValueError` where they are not in it."""
        left = dict(self.classes)
        for mask, number in cards.classes:
            left[mask] = left.get(mask, 0) - number
        return Pool.of(left)


@dataclass(frozen=True, slots=True)
class Sorted(Generic[Item]):
    """A pile sorted by tests. ``masks`` gives the class of each card in the order of the pile.

    ``undetermined`` holds (group, card) where it is not known whether the card belongs to the group; it is counted as
    not belonging to it, which has to be said.
    """

    pool: Pool
    masks: tuple[int, ...]
    undetermined: tuple[tuple[int, Item], ...] = ()


def sort_cards(
    pile: Iterable[tuple[Item, int]], tests: Sequence[Callable[[Item], bool | None]], others: int = 0
) -> Sorted[Item]:
    """Sorts a pile by the tests of its groups; ``others`` are further cards, which belong to no group.

    A test answers None where a fact that decides it is not known.
    """
    masks, counts, undetermined = [], [(0, others)], []
    for card, number in pile:
        mask = 0
        for group, test in enumerate(tests):
            answer = test(card)
            if answer is None:
                undetermined.append((group, card))
            elif answer:
                mask |= 1 << group
        masks.append(mask)
        counts.append((mask, number))
    return Sorted(Pool.of(counts), tuple(masks), tuple(undetermined))
