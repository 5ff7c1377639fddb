"""Sampled chances with a Wilson interval: for what has no exact answer, and to check the exact ones.

The same seed gives the same result on any number of workers, compiled or not: hand number ``i`` is a function of the
seed and ``i`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.rng import Stream, key_of

if TYPE_CHECKING:
    from deckkit.odds.conditions import Goal
    from deckkit.odds.pool import Pool
    from deckkit.odds.sampling_kernel import Plan

__all__ = ["MOST_CARDS", "Sampled", "sample", "sample_trials", "wilson"]

#: The largest pool that is sampled.
MOST_CARDS = 256
_HANDS = 1_000_000
_TRIALS = 10_000
#: The precision is looked at after so many hands, or trials.
_HANDS_BLOCK = 65_536
_TRIALS_BLOCK = 256
#: Below so many hands, compiling takes longer than it saves.
_WORTH_COMPILING = 3_000_000
#: Below so many blocks, starting workers takes longer than they save.
_WORTH_WORKERS = 64
_MOST = 10**12

Block = Callable[[int, int], int]
Trial = Callable[[Stream], bool]


def wilson(successes: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a proportion (E. B. Wilson 1927), within [0, 1].

    >>> [round(bound, 4) for bound in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    z = _quantile(confidence)
    share, scale = successes / n, 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale
    return (max(0.0, middle - half) if successes else 0.0), (min(1.0, middle + half) if successes < n else 1.0)


@dataclass(frozen=True, slots=True)
class Sampled:
    """``successes`` of ``n`` hands or games; ``seed`` and ``n`` give them again."""

    successes: int
    n: int
    seed: int
    confidence: float = 0.95

    @property
    def probability(self) -> float:
        """The share of successes."""
        return self.successes / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval at ``confidence``."""
        return wilson(self.successes, self.n, self.confidence)

    @property
    def half_width(self) -> float:
        """Half the width of the interval: the precision."""
        low, high = self.interval
        return (high - low) / 2

    @property
    def deviation(self) -> float:
        """The standard error of the share (one sigma)."""
        share = self.probability
        return sqrt(share * (1 - share) / self.n)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "probability": self.probability,
            "interval": list(self.interval),
            "confidence": self.confidence,
            "successes": self.successes,
            "n": self.n,
            "seed": self.seed,
        }


def sample(
    pool: Pool,
    cards: int,
    goal: Goal,
    *,
    seed: int = 0,
    n: int | None = None,
    precision: float | None = None,
    confidence: float = 0.95,
    workers: int = 1,
    engine: str = "auto",
) -> Sampled:
    """Draws ``cards`` cards from ``pool`` again and again and counts the hands that meet ``goal``.

    ``n`` is the number of hands (a million unless a precision is asked for). With ``precision`` it ends as soon as the
    interval reaches no further than that to either side on average, looked at every 65,536 hands, and at ``n`` hands
    at the latest. ``engine`` is ``auto``, ``compiled`` (extra ``fast``) or ``plain``; none of them changes the result.
    Raises :class:`UsageError` for more cards than the pool has, a pool of more than 256 cards and other figures that
    have no meaning.
    """
    size = pool.size
    if size > MOST_CARDS:
        what = Text("a pool of {found} cards is too large to sample", {"found": size})
        raise UsageError(what, str(size), Text("at most {limit} cards are sampled", {"limit": MOST_CARDS}))
    if not 0 <= cards <= size:
        what = Text("{cards} cards cannot be drawn from {size}", {"cards": cards, "size": size})
        raise UsageError(what, str(cards), Text("use a number from 0 to {size}", {"size": size}))
    kind = _engine(engine, n or (_HANDS if precision is None else _most(precision, confidence)))
    count = _counter(kind, _plan(pool, cards, goal), key_of(seed, 0, "sample"))
    threads = kind == "compiled"
    return _run(count, seed, n, precision, confidence, workers, _HANDS, _HANDS_BLOCK, threads=threads)


def sample_trials(
    trial: Trial,
    *,
    seed: int = 0,
    n: int | None = None,
    precision: float | None = None,
    confidence: float = 0.95,
    workers: int = 1,
    purpose: str = "trial",
) -> Sampled:
    """Runs any trial again and again: a function of a random stream that says whether it succeeded.

    For what the kernel of :func:`sample` does not know (a hand with a mulligan by a policy of one's own, see
    :func:`deckkit.odds.deal.deal`). Trial number ``i`` gets ``Stream.of(seed, i, purpose)``. 10,000 trials unless
    ``n`` or a precision is asked for; several workers are processes, to which ``trial`` is sent.
    """
    count = partial(_trials, trial, seed, purpose)
    return _run(count, seed, n, precision, confidence, workers, _TRIALS, _TRIALS_BLOCK, threads=False)


def _trials(trial: Trial, seed: int, purpose: str, first: int, last: int) -> int:
    return sum(bool(trial(Stream.of(seed, number, purpose))) for number in range(first, last))


# -- the kernel's input -------------------------------------------------------------------------------------------


def _plan(pool: Pool, cards: int, goal: Goal) -> Plan:
    from deckkit.odds.sampling_kernel import plan

    # Classes that the goal does not tell apart are one; the one without a group comes last, where it costs nothing.
    counts: dict[int, int] = {}
    for mask, number in pool.classes:
        counts[mask & goal.groups] = counts.get(mask & goal.groups, 0) + number
    masks = sorted(counts, key=lambda mask: (mask == 0, mask))
    terms = [
        [
            ([bool(mask >> need.group & 1) for mask in masks], need.least, cards if need.most is None else need.most)
            for need in term
        ]
        for term in goal.terms
    ]
    return plan([counts[mask] for mask in masks], cards, terms)


def _engine(name: str, n: int) -> str:
    """``compiled`` or ``plain``, whichever was asked for or is faster for ``n`` hands."""
    from deckkit.odds.sampling_kernel import available

    if name not in ("auto", "compiled", "plain"):
        what = Text("there is no way to sample called '{name}'", {"name": name})
        raise UsageError(what, "engine", Text("use one of: {all}", {"all": ["auto", "compiled", "plain"]}))
    if name == "compiled" and not available():
        what = Text("Numba, which compiles, is not installed")
        raise UsageError(what, "engine", Text("install 'deckkit[fast]', or leave it out: the result is the same"))
    if name == "auto":
        return "compiled" if n >= _WORTH_COMPILING and available() else "plain"
    return name


def _counter(kind: str, parts: Plan, key: int) -> Block:
    from deckkit.odds.sampling_kernel import compiled, count_plain

    if kind == "plain":
        return partial(count_plain, parts, key)
    import numpy as np

    kernel, arrays, word = compiled(), parts.arrays, np.uint64(key)
    return lambda first, last: int(kernel(word, first, last, *arrays))


# -- running ------------------------------------------------------------------------------------------------------


def _run(
    count: Block,
    seed: int,
    n: int | None,
    precision: float | None,
    confidence: float,
    workers: int,
    usual: int,
    block: int,
    *,
    threads: bool,
) -> Sampled:
    """Counts block by block. The end is decided by the blocks in their order, whoever has counted them."""
    if n is not None and not 1 <= n <= _MOST:
        raise UsageError(Text("at least one hand must be sampled, and no more than 10^12"), str(n), "")
    if workers < 1:
        raise UsageError(Text("at least one worker is needed"), str(workers), "")
    # No share needs more hands than one half does.
    most = n or (usual if precision is None else _most(precision, confidence) + block)
    z = _quantile(confidence)
    done = successes = 0
    while done < most:
        wanted = most
        if precision is not None:
            # Whole blocks, so that it does not show in the result how much was counted at once.
            blocks = max(1, ceil(_still_wanted(successes, done, z, precision) / block))
            wanted = min(most, done + blocks * block)
        starts = range(done, wanted, block)
        for found in _counted(count, [(at, min(at + block, wanted)) for at in starts], workers, threads):
            successes += found
            done = min(done + block, wanted)
            now = Sampled(successes, done, seed, confidence)
            if precision is not None and now.half_width <= precision:
                return now
    return Sampled(successes, most, seed, confidence)


def _most(precision: float, confidence: float) -> int:
    """How many hands a precision can take at most."""
    if not 1e-6 <= precision < 0.5:
        do = Text("use half the width of the interval, like 0.001")
        raise UsageError(Text("a precision lies from 0.000001 to below 0.5"), str(precision), do)
    z = _quantile(confidence)
    return ceil(z * z / (4 * precision * precision))


def _still_wanted(successes: int, done: int, z: float, precision: float) -> int:
    """About how many more are needed; a guess that decides only how much is counted at once."""
    if not done:
        return 0
    share = (successes + z * z / 2) / (done + z * z)
    return ceil(z * z * share * (1 - share) / (precision * precision)) - done


def _counted(count: Block, blocks: Sequence[tuple[int, int]], workers: int, threads: bool) -> Sequence[int]:
    if workers == 1 or len(blocks) < _WORTH_WORKERS:
        return [count(first, last) for first, last in blocks]
    from joblib import Parallel, delayed

    kind = "threads" if threads else "processes"
    found: list[int] = Parallel(n_jobs=workers, prefer=kind)(delayed(count)(first, last) for first, last in blocks)
    return found


def _quantile(confidence: float) -> float:
    from statistics import NormalDist

    if not 0 < confidence < 1:
        raise UsageError(Text("a confidence lies between 0 and 1"), str(confidence), Text("use a number like 0.95"))
    return NormalDist().inv_cdf((1 + confidence) / 2)
