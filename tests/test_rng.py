"""The random stream: published words of SplitMix64, fairness, and a state of two integers."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.rng import Stream, key_of


def test_words_are_splitmix64() -> None:
    # The reference vector that circulates for seed 1234567.
    stream = Stream(1234567)
    assert [stream.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(0, 2**64), st.integers(0, 1000), st.integers(1, 50))
def test_a_stream_is_its_key_and_counter(seed: int, game: int, taken: int) -> None:
    stream = Stream.of(seed, game, "deal")
    for _ in range(taken):
        stream.word()
    again = Stream(stream.key, stream.counter)
    assert [again.word() for _ in range(3)] == [stream.word() for _ in range(3)]


def test_keys_differ_by_seed_game_and_purpose() -> None:
    keys = {key_of(seed, game, purpose) for seed in range(20) for game in range(20) for purpose in ("", "deal", "play")}
    assert len(keys) == 1200


def test_shuffles_are_fair() -> None:
    stream = Stream.of(5)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations(range(4)))
    # Chi square with 23 degrees of freedom: 49.7 is passed once in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7


@pytest.mark.parametrize("bound", [0, -1, 2**64])
def test_impossible_bounds_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Stream(1).below(bound)
