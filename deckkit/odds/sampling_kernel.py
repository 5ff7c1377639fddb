"""Counting sampled hands: one algorithm, as a compiled kernel (extra ``fast``) and as numpy, with the same results.

Cards of a class are alike, so that a hand is as many draws of a class: a uniform number ``r`` below the cards that are
left, compared with the cumulative numbers of cards left by class. Those above ``r`` go down by one; what each lost in
the end is the hand.

Randomness: the ``j``-th word of hand ``i`` is the word ``i * words + j + 1`` of SplitMix64 (:mod:`deckkit.rng`), so
that any hand can be drawn alone. One word gives several draws: the high half of ``word * bound`` is the draw, the low
half the word for the next one (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024). Words
that would favour some hands are rejected, hence the draws are exactly uniform; the next try takes the word of the same
number from the stream whose key is the first word of the stream before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckkit.rng import GOLDEN, MASK

__all__ = ["Plan", "available", "compiled", "count_plain", "plan"]

#: Hands that go through the draws side by side: few enough for the fastest memory.
_LANES = 256
_PLAIN_LANES = 8192
#: Draws of one word multiply up to this bound, so that fewer than one word in 2**14 is rejected.
_MOST_PER_WORD = 1 << 50

_SIGNATURE = (
    "int64(uint64, int64, int64, uint64[::1], int64[::1], uint64[::1], uint64[::1],"
    " int64[::1], int64[:, ::1], int64[::1], int64[::1], int64[::1])"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn and asked, as flat arrays.

    ``bounds``: cards left at each draw; ``ends``: the draw after the last one of each word; ``products``, ``fair``:
    by word the product of its bounds, and the smallest low half that is accepted. ``starts``: cumulative numbers of
    cards by class, without the last one. The number of cards of need ``g`` less its minimum is
    ``const[g] - sum(weights[g] * left)``; it must lie from 0 to ``span[g]``. ``stops``: the need after the last one of
    each term.
    """

    bounds: NDArray[np.uint64]
    ends: NDArray[np.int64]
    products: NDArray[np.uint64]
    fair: NDArray[np.uint64]
    starts: NDArray[np.int64]
    weights: NDArray[np.int64]
    const: NDArray[np.int64]
    span: NDArray[np.int64]
    stops: NDArray[np.int64]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All arrays, as the functions take them."""
        return (
            self.bounds,
            self.ends,
            self.products,
            self.fair,
            self.starts,
            self.weights,
            self.const,
            self.span,
            self.stops,
        )


def plan(counts: list[int], cards: int, terms: list[list[tuple[list[bool], int, int]]]) -> Plan:
    """The plan of drawing ``cards`` of classes with so many cards each.

    ``terms`` are alternatives; each is a list of needs: (which classes count, least, most).
    """
    size, most = sum(counts), cards
    bounds = [size - i for i in range(cards)]
    ends, products = [], []
    product = 1
    for i, bound in enumerate(bounds):
        if product * bound > _MOST_PER_WORD:
            ends.append(i)
            products.append(product)
            product = 1
        product *= bound
    ends.append(cards)
    products.append(product)
    starts = [sum(counts[: i + 1]) for i in range(len(counts) - 1)]
    weights, const, span, stops = [], [], [], []
    for term in terms:
        for members, least, high in term:
            inside = [int(member) for member in members]
            row = [inside[i] - inside[i + 1] for i in range(len(starts))]
            weights.append(row)
            const.append(cards * inside[-1] + sum(w * s for w, s in zip(row, starts, strict=True)) - least)
            span.append(min(high, most) - least)
        stops.append(len(weights))
    return Plan(
        np.array(bounds, np.uint64),
        np.array(ends, np.int64),
        np.array(products, np.uint64),
        np.array([(1 << 64) % product for product in products], np.uint64),
        np.array(starts, np.int64),
        np.array(weights, np.int64).reshape(len(weights), len(starts)),
        np.array(const, np.int64),
        np.array(span, np.int64),
        np.array(stops, np.int64),
    )


# -- compiled -----------------------------------------------------------------------------------------------------


def available() -> bool:
    """Whether Numba is installed; it is not imported for that."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


@cache
def compiled() -> Callable[..., int]:
    """The compiled kernel: ``(key, first, last, *plan.arrays)`` → hands of [first, last) that fit. Frees the GIL.

    The machine code is kept in the user's cache folder; where that cannot be written, it is made anew each time.
    """
    numba: Any = import_module("numba")
    before = numba.config.CACHE_DIR
    folder = before or _cache_folder()
    try:
        # Numba asks for the folder when a function is declared; without one it would write beside this file.
        numba.config.CACHE_DIR = folder
        kernel: Callable[..., int] = numba.njit(_SIGNATURE, nogil=True, cache=bool(folder))(_count)
    finally:
        numba.config.CACHE_DIR = before
    return kernel


def _cache_folder() -> str:
    """The folder for machine code; empty where there is none that can be written."""
    from platformdirs import user_cache_path

    folder = user_cache_path("deckkit", appauthor=False) / "numba"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        # The cache only saves compiling again.
        return ""
    return str(folder) if os.access(folder, os.W_OK | os.X_OK) else ""


def _count(
    key: np.uint64,
    first: int,
    last: int,
    bounds: NDArray[np.uint64],
    ends: NDArray[np.int64],
    products: NDArray[np.uint64],
    fair: NDArray[np.uint64],
    starts: NDArray[np.int64],
    weights: NDArray[np.int64],
    const: NDArray[np.int64],
    span: NDArray[np.int64],
    stops: NDArray[np.int64],
) -> int:
    """Source of the kernel. The inner loops run over hands side by side, which the compiler turns into vectors."""
    golden, half = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
    one, two = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
    low = np.uint64(0xFFFFFFFF)
    words, lines = len(ends), len(starts)
    left = np.empty((lines, _LANES), np.int64)
    word = np.empty(_LANES, np.uint64)
    value = np.empty(_LANES, np.int64)
    good = np.empty(_LANES, np.int64)
    met = np.empty(_LANES, np.int64)
    successes = 0
    for base in range(first, last, _LANES):
        for line in range(lines):
            for i in range(_LANES):
                left[line, i] = starts[line]
        draw = 0
        for w in range(words):
            rejected = 0
            for i in range(_LANES):
                x = key + np.uint64((base + i) * words + w + 1) * golden
                x = (x ^ (x >> np.uint64(30))) * one
                x = (x ^ (x >> np.uint64(27))) * two
                x ^= x >> np.uint64(31)
                word[i] = x
                rejected += x * products[w] < fair[w]
            if rejected:
                for i in range(_LANES):
                    other = key
                    while word[i] * products[w] < fair[w]:
                        x = other + golden
                        x = (x ^ (x >> np.uint64(30))) * one
                        x = (x ^ (x >> np.uint64(27))) * two
                        other = x ^ (x >> np.uint64(31))
                        x = other + np.uint64((base + i) * words + w + 1) * golden
                        x = (x ^ (x >> np.uint64(30))) * one
                        x = (x ^ (x >> np.uint64(27))) * two
                        word[i] = x ^ (x >> np.uint64(31))
            while draw < ends[w]:
                bound = bounds[draw]
                for i in range(_LANES):
                    x = word[i]
                    # The high half of a product of 64 by 32 bits, in 64 bits.
                    high = (x >> half) * bound + (((x & low) * bound) >> half)
                    word[i] = x * bound
                    value[i] = np.int64(high >> half)
                for line in range(lines):
                    for i in range(_LANES):
                        left[line, i] -= left[line, i] > value[i]
                draw += 1
        for i in range(_LANES):
            met[i] = 0
        need = 0
        for term in range(len(stops)):
            for i in range(_LANES):
                good[i] = 1
            while need < stops[term]:
                for i in range(_LANES):
                    value[i] = const[need]
                for line in range(lines):
                    weight = weights[need, line]
                    for i in range(_LANES):
                        value[i] -= weight * left[line, i]
                for i in range(_LANES):
                    good[i] &= (value[i] >= 0) & (value[i] <= span[need])
                need += 1
            for i in range(_LANES):
                met[i] |= good[i]
        for i in range(min(_LANES, last - base)):
            successes += met[i]
    return successes


# -- without Numba ------------------------------------------------------------------------------------------------


def count_plain(parts: Plan, key: int, first: int, last: int) -> int:
    """What the kernel counts, with numpy alone: the same hands and the same number."""
    return sum(_plain(parts, key, at, min(at + _PLAIN_LANES, last)) for at in range(first, last, _PLAIN_LANES))


def _plain(parts: Plan, key: int, first: int, last: int) -> int:
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    words = len(parts.ends)
    left = np.repeat(parts.starts.astype(np.int16)[:, None], last - first, axis=1)
    begin = 0
    for w, (end, product, fair) in enumerate(zip(parts.ends, parts.products, parts.fair, strict=True)):
        counter = np.arange(first * words + w + 1, last * words + w + 1, words, dtype=np.uint64) * np.uint64(GOLDEN)
        word = _mixed(counter + np.uint64(key))
        other = key
        while (bad := np.flatnonzero(word * product < fair)).size:
            other = int(_mixed(np.array([(other + GOLDEN) & MASK], np.uint64))[0])
            word[bad] = _mixed(counter[bad] + np.uint64(other))
        for bound in parts.bounds[begin:end]:
            high = (word >> half) * bound + (((word & low) * bound) >> half)
            word *= bound
            left -= left > (high >> half).astype(np.int16)
        begin = int(end)
    met = np.zeros(last - first, bool)
    need = 0
    for stop in parts.stops:
        good = np.ones(last - first, bool)
        for g in range(need, stop):
            value = parts.const[g] - parts.weights[g] @ left
            good &= (value >= 0) & (value <= parts.span[g])
        met |= good
        need = int(stop)
    return int(met.sum())


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finaliser on arrays (:func:`deckkit.rng.mix`)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
