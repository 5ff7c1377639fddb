"""The sampler: compiled and plain, against exact counting, a reference in whole numbers, and published intervals."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import deckkit
from deckkit.errors import UsageError
from deckkit.odds.conditions import Goal, Need
from deckkit.odds.pool import Pool
from deckkit.odds.sampling import MOST_CARDS, Sampled, sample, sample_trials, wilson
from deckkit.rng import GOLDEN, MASK, Stream, key_of, mix

ENGINES = [
    "plain",
    pytest.param("compiled", marks=pytest.mark.skipif("not __import__('importlib').util.find_spec('numba')")),
]
# 60 cards: 8 of the first group only, 10 of the second only, 4 of both.
POOL = Pool.of({0b00: 38, 0b01: 8, 0b10: 10, 0b11: 4})
GOAL = Goal.of([Need(0, 2), Need(1, 1)])


def chance(pool: Pool, cards: int, goal: Goal) -> float:
    """The exact chance, by counting the hands of every kind."""
    hits = 0
    for taken in product(*(range(min(number, cards) + 1) for _, number in pool.classes)):
        if sum(taken) == cards:
            groups = [
                sum(n for (mask, _), n in zip(pool.classes, taken, strict=True) if mask >> group & 1)
                for group in range(goal.groups.bit_length())
            ]
            ways = prod(comb(number, n) for (_, number), n in zip(pool.classes, taken, strict=True))
            hits += ways * goal.holds(groups)
    return hits / comb(pool.size, cards)


def hands(pool: Pool, cards: int, goal: Goal, seed: int) -> Iterator[tuple[bool, int]]:
    """Hand after hand as the module describes it, in whole numbers: (what is wanted is there, rejected words)."""
    masks = sorted({mask & goal.groups for mask, _ in pool.classes}, key=lambda mask: (mask == 0, mask))
    row = [
        m for mask in masks for other, number in pool.classes if other & goal.groups == mask for m in [mask] * number
    ]
    batches: list[list[int]] = [[]]
    for bound in range(pool.size, pool.size - cards, -1):
        if prod(batches[-1]) * bound > 1 << 50:
            batches.append([])
        batches[-1].append(bound)
    number = 0
    while True:
        left, drawn, rejected = list(row), [0] * goal.groups.bit_length(), 0
        for w, bounds in enumerate(batches):
            key, b = key_of(seed, 0, "sample"), prod(bounds)
            while True:
                word = mix((key + (number * len(batches) + w + 1) * GOLDEN) & MASK)
                if word * b & MASK >= (1 << 64) % b:
                    break
                key, rejected = mix((key + GOLDEN) & MASK), rejected + 1
            value = word * b >> 64
            for i, bound in enumerate(bounds):
                place = value // prod(bounds[i + 1 :]) % bound
                mask = left.pop(place)
                drawn = [n + (mask >> group & 1) for group, n in enumerate(drawn)]
        yield goal.holds(drawn), rejected
        number += 1


# -- the same hands everywhere ------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("counts", "cards", "goal"),
    [
        ({0: 38, 1: 8, 2: 10, 3: 4}, 7, GOAL),
        ({0: 30, 1: 30}, 17, Goal.of([Need(0, 8, 9)])),
        ({1: 3, 2: 4, 4: 5, 6: 1, 7: 2}, 9, Goal.of([Need(0, 1, 2), Need(2, 0, 3)], [Need(1, 5)])),
        ({0: 200, 1: 56}, 40, Goal.of([Need(0, 9)])),
        ({0: 5, 1: 2}, 7, Goal.of([Need(0, 2)])),
        ({0: 5, 1: 2}, 0, Goal.of([Need(0, 0, 0)])),
        ({1: 5}, 3, Goal.of([Need(0, 3)])),
        ({0: 5, 1: 2}, 3, Goal.of([])),
        ({0: 5, 1: 2}, 3, Goal.of()),
    ],
)
def test_every_hand_is_that_of_the_reference(engine: str, counts: dict[int, int], cards: int, goal: Goal) -> None:
    pool = Pool.of(counts)
    found = [hit for hit, _ in islice(hands(pool, cards, goal, 11), 1500)]
    for n in (1, 255, 256, 257, 1500):
        expected = sum(found[:n])
        assert sample(pool, cards, goal, seed=11, n=n, engine=engine).successes == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_rejected_words_are_drawn_again(engine: str) -> None:
    # 17 cards of 256: six draws a word, whose product is near 2**48, so that about one word in 2**16 is rejected.
    from deckkit.odds import sampling

    pool, goal = Pool.of({0: 128, 1: 128}), Goal.of([Need(0, 9)])
    parts, key = sampling._plan(pool, 17, goal), key_of(3, 0, "sample")
    words, bounds = len(parts.ends), [int(p) for p in parts.products]
    bad = next(
        n
        for n in range(400_000)
        for w in range(words)
        if mix((key + (n * words + w + 1) * GOLDEN) & MASK) * bounds[w] & MASK < (1 << 64) % bounds[w]
    )
    count = sampling._counter(engine, parts, key)
    hit, rejected = next(islice(hands(pool, 17, goal, 3), bad, None))
    assert rejected > 0
    assert count(bad, bad + 1) == hit


@given(
    st.dictionaries(st.integers(0, 7), st.integers(1, 12), min_size=1, max_size=8),
    st.data(),
)
@settings(max_examples=60)
def test_compiled_and_plain_agree(counts: dict[int, int], data: st.DataObject) -> None:
    pytest.importorskip("numba")
    pool = Pool.of(counts)
    cards = data.draw(st.integers(0, min(12, pool.size)))
    need = st.builds(
        lambda group, low, more: Need(group, low, None if more is None else low + more),
        st.integers(0, 2), st.integers(0, 5), st.none() | st.integers(0, 4),
    )  # fmt: skip
    goal = Goal.of(*data.draw(st.lists(st.lists(need, max_size=3), max_size=3)))
    seed = data.draw(st.integers(0, 1 << 70))
    plain, fast = (sample(pool, cards, goal, seed=seed, n=3000, engine=name) for name in ("plain", "compiled"))
    assert plain == fast
    # One run in ten thousand is further away than this; the runs are the same every time.
    exact = chance(pool, cards, goal)
    assert abs(plain.probability - exact) <= 4 * (exact * (1 - exact) / 3000) ** 0.5 + 1e-12


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(5))
def test_sampled_is_exact_within_four_sigma(engine: str, seed: int) -> None:
    exact = chance(POOL, 7, GOAL)
    found = sample(POOL, 7, GOAL, seed=seed, n=2_000_000, engine=engine)
    assert abs(found.probability - exact) < 4 * (exact * (1 - exact) / found.n) ** 0.5
    low, high = found.interval
    assert low < found.probability < high


def test_the_published_table_is_sampled() -> None:
    # 4 copies in 60, seven cards: 39.9 % (Karsten); as a fraction 1 - C(56,7)/C(60,7) = 38962/97527.
    found = sample(Pool.of({0: 56, 1: 4}), 7, Goal.of([Need(0, 1)]), seed=1, n=4_000_000)
    assert abs(found.probability - 38962 / 97527) < 4 * found.deviation


def test_it_agrees_with_the_exact_core() -> None:
    from deckkit.odds.exact import chance as exact_chance

    for cards in (4, 7, 12):
        exact = float(exact_chance(POOL, GOAL, cards))
        found = sample(POOL, cards, GOAL, seed=cards, n=1_000_000)
        assert abs(found.probability - exact) < 4 * (exact * (1 - exact) / found.n) ** 0.5


# -- workers and precision ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_workers_do_not_change_the_result(engine: str) -> None:
    n = 70 * 65_536 + 12_345
    results = {sample(POOL, 7, GOAL, seed=5, n=n, workers=workers, engine=engine) for workers in (1, 2, 3)}
    assert len(results) == 1
    assert next(iter(results)).n == n


@pytest.mark.parametrize("engine", ENGINES)
def test_it_stops_at_the_wished_precision(engine: str) -> None:
    found = {sample(POOL, 7, GOAL, seed=2, precision=0.0004, workers=workers, engine=engine) for workers in (1, 2)}
    (one,) = found
    assert one.half_width <= 0.0004 and one.n % 65_536 == 0
    # It ends at the first look that is precise enough, and the same number of hands gives the same again.
    before = sample(POOL, 7, GOAL, seed=2, n=one.n - 65_536)
    assert before.half_width > 0.0004
    assert sample(POOL, 7, GOAL, seed=2, n=one.n) == one


def test_hands_are_a_limit_to_the_precision() -> None:
    assert sample(POOL, 7, GOAL, seed=2, precision=0.0001, n=100_000).n == 100_000


def test_seeds_differ() -> None:
    assert len({sample(POOL, 7, GOAL, seed=seed, n=100_000).successes for seed in range(6)}) == 6


def _heads(stream: Stream) -> bool:
    return stream.below(3) == 0


def test_trials_of_any_kind() -> None:
    results = {sample_trials(_heads, seed=9, n=20_000, workers=workers) for workers in (1, 2)}
    (one,) = results
    assert one.successes == sum(Stream.of(9, i, "trial").below(3) == 0 for i in range(20_000))
    assert abs(one.probability - 1 / 3) < 4 * one.deviation
    precise = sample_trials(_heads, seed=9, precision=0.02)
    assert precise.half_width <= 0.02 and precise.n % 256 == 0


# -- intervals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_intervals(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert [round(bound, 4) for bound in found] == [low, high]
    assert [round(1 - bound, 4) for bound in wilson(n - successes, n)] == [round(high, 4), round(low, 4)]


def test_a_result_tells_all_that_is_needed_to_get_it_again() -> None:
    found = Sampled(81, 263, 7)
    assert found.to_json() == {
        "probability": 81 / 263,
        "interval": list(wilson(81, 263)),
        "confidence": 0.95,
        "successes": 81,
        "n": 263,
        "seed": 7,
    }
    wide = Sampled(81, 263, 7, 0.99).interval
    assert wide[0] < found.interval[0] < found.interval[1] < wide[1]


# -- wrong usage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "more", "said"),
    [
        (61, {}, "61 cards cannot be drawn from 60"),
        (-1, {}, "-1 cards cannot be drawn"),
        (7, {"n": 0}, "at least one hand"),
        (7, {"workers": 0}, "at least one worker"),
        (7, {"precision": 0.0}, "a precision lies"),
        (7, {"precision": float("nan")}, "a precision lies"),
        (7, {"confidence": 1.0}, "a confidence lies"),
        (7, {"engine": "quantum"}, "no way to sample called 'quantum'"),
    ],
)
def test_figures_without_a_meaning(cards: int, more: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        sample(POOL, cards, GOAL, **more)  # type: ignore[arg-type]


def test_a_pool_may_be_too_large() -> None:
    assert sample(Pool.of({0: MOST_CARDS - 1, 1: 1}), 7, Goal.of([Need(0, 1)]), n=10).n == 10
    with pytest.raises(UsageError, match="257 cards is too large"):
        sample(Pool.of({0: MOST_CARDS, 1: 1}), 7, Goal.of([Need(0, 1)]))


def test_without_numba_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from deckkit.odds import sampling_kernel

    n = 4_000_000
    with_it = sample(POOL, 7, GOAL, seed=8, n=n)
    monkeypatch.setattr(sampling_kernel, "available", lambda: False)
    assert sample(POOL, 7, GOAL, seed=8, n=n) == with_it
    with pytest.raises(UsageError, match="not installed"):
        sample(POOL, 7, GOAL, seed=8, n=n, engine="compiled")


def test_numba_is_loaded_only_where_it_compiles_and_writes_nowhere_in_the_package(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    package = Path(deckkit.__file__).parent
    script = (
        "import sys\nfrom deckkit.odds.pool import Pool\nfrom deckkit.odds.conditions import Goal, Need\n"
        "from deckkit.odds.sampling import sample\n"
        "ask = lambda **more: sample(Pool.of({0: 56, 1: 4}), 7, Goal.of([Need(0, 1)]), seed=1, n=1000, **more)\n"
        "one = ask(engine='auto')\nprint('numba' in sys.modules)\nprint(one == ask(engine='compiled'))\n"
    )
    for cache in (tmp_path / "cache", Path("/dev/null")):
        environment = {"PATH": "", "XDG_CACHE_HOME": str(cache), "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["False", "True"]
    assert list((tmp_path / "cache").rglob("*.nbc"))
    assert [path for path in package.rglob("*") if path.suffix in (".nbc", ".nbi")] == []


def test_a_real_shuffle_agrees() -> None:
    """Independent of our random stream: hands of Python's own generator."""
    deck = [0b01] * 8 + [0b10] * 10 + [0b11] * 4 + [0] * 38
    chosen = random.Random(4)
    n = 40_000
    hits = 0
    for _ in range(n):
        hand = chosen.sample(deck, 7)
        hits += sum(card & 1 for card in hand) >= 2 and any(card & 2 for card in hand)
    ours = sample(POOL, 7, GOAL, seed=4, n=1_000_000)
    assert abs(hits / n - ours.probability) < 4 * (ours.deviation**2 + Sampled(hits, n, 4).deviation ** 2) ** 0.5
