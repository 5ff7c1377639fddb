"""One random stream, the same in Python and in compiled code: SplitMix64, keyed by seed, game number and purpose.

It is counter-based: the n-th word is a function of the key and n alone, so that a state is two integers (saved, cloned
and taken back at no cost) and any game of a run can be dealt alone, on any worker, with the same result.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import Any

__all__ = ["GOLDEN", "MASK", "Stream", "key_of", "mix"]

MASK = (1 << 64) - 1
#: The odd step of the counter (2**64 over the golden ratio).
GOLDEN = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """SplitMix64's finaliser: a bijection of 64-bit words."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def key_of(seed: int, game: int = 0, purpose: str = "") -> int:
    """The key of a stream: 64 bits of seed, number of the game and purpose.

    >>> key_of(7) == key_of(7, 0, ""), key_of(7, 1) == key_of(7)
    (True, False)
    """
    words = f"{seed}/{game}/{purpose}".encode()
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")


class Stream:
    """Random whole numbers; ``key`` and ``counter`` are its whole state.

    >>> deck = list(range(5))
    >>> Stream.of(seed=1).shuffle(deck)
    >>> sorted(deck)
    [0, 1, 2, 3, 4]
    """

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key = key
        self.counter = counter

    @classmethod
    def of(cls, seed: int, game: int = 0, purpose: str = "") -> Stream:
        """The stream of a seed, a game number and a purpose, at its beginning."""
        return cls(key_of(seed, game, purpose))

    def word(self) -> int:
        """The next 64 bits."""
        self.counter += 1
        return mix((self.key + self.counter * GOLDEN) & MASK)

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``, each equally likely (Lemire's multiplication with rejection)."""
        if not 0 < bound <= MASK:
            raise ValueError(f"a bound must lie between 1 and 2**64 - 1, not be {bound}")
        product = self.word() * bound
        if product & MASK < bound:
            unfair = (MASK + 1 - bound) % bound
            while product & MASK < unfair:
                product = self.word() * bound
        return product >> 64

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def pick(self, items: Sequence[Any]) -> Any:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]
