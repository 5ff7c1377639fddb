"""Replays: a game as text and back, and every way in which such a text may be wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from engine_support import card_named, catalogue, piles, rules_of
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.replay import Recorder, Replay, Start, begin, concede, play_replay, read_replay
from deckkit.engine.saving import digest
from deckkit.errors import InputError
from deckkit.games import GAMES

PLAYABLE = [slug for slug, game in GAMES.items() if game.table is not None]


def card(slug: str) -> Callable[[str], PlayCard]:
    def made(key: str) -> PlayCard:
        catalogue().card(key)
        return card_named(slug, key)

    return made


def recorded(slug: str, game: int, moves: int = 10_000, config: dict[str, int] | None = None) -> tuple[Match, Replay]:
    """A random game and its replay."""
    decks = [pile for _, pile in piles(slug, shared=False)]
    both = (decks[game % len(decks)], decks[(game + 1) % len(decks)])
    rules = rules_of(slug)
    first = (None, 0, 1)[game % 3]
    start = Start.of(rules, both, seed=game, number=game, first=first, config=config)
    made = {one.key: one for pile in both for entries in pile.values() for one, _ in entries}
    m = begin(start, rules, lambda key: made[key])
    recorder, stream = Recorder(start), random.Random(game)
    while not m.over and len(recorder.moves) < moves:
        action = stream.choice(m.legal_actions())
        recorder.told(m, action)
        m.apply(action)
    return m, recorder.replay(m)


@pytest.mark.parametrize("slug", PLAYABLE)
@settings(max_examples=12)
@given(game=st.integers(0, 1_000), moves=st.sampled_from([0, 1, 25, 10_000]))
def test_a_game_written_down_is_the_game_again(slug: str, game: int, moves: int) -> None:
    m, replay = recorded(slug, game, moves)
    text = replay.text()
    read = read_replay(text, "game.txt")
    assert read.text() == text and read.start == replay.start and read.moves == replay.moves
    again = play_replay(read, rules_of(slug), card(slug))
    assert digest(again) == digest(m) == replay.digest
    assert again.state.result == m.state.result
    assert again.log == m.log


def test_real_cards_settings_and_giving_up_are_in_the_text() -> None:
    rules = rules_of("lorcana")
    pile = {"deck": ((card_named("lorcana", "Maui - Demigod"), 60),)}
    start = Start.of(rules, (pile, pile), seed=4, first=1, config={"lore_to_win": 15})
    m = begin(start, rules, card("lorcana"))
    recorder = Recorder(start)
    for _ in range(4):
        recorder.told(m, m.legal_actions()[-1])
        m.apply(m.legal_actions()[-1])
    concede(m, 0)
    recorder.moves.append("concede P1")
    text = recorder.replay(m).text()
    assert "P1 deck 60 lorcana:maui-demigod" in text and "first P2" in text and '"lore_to_win": 15' in text
    again = play_replay(read_replay("# a remark\n\n" + text), rules, card("lorcana"))
    assert again.state.result == {"winner": 1, "loser": 0, "reason": "concede"}
    assert again.config["lore_to_win"] == 15


GOOD = """deckkit replay 1
game lorcana
seed 4 0
first P1
P1 deck 30 lorcana:maui-demigod
P2 deck 30 lorcana:maui-demigod
actions
choose done
choose done
end
digest {digest}
"""


def good() -> str:
    rules = rules_of("lorcana")
    start = read_replay(GOOD).start
    m = begin(start, rules, card("lorcana"))
    for word in ("done", "done", "end"):
        m.apply(next(one for one in m.legal_actions() if word in (one.option, one.kind)))
    return GOOD.replace("{digest}", digest(m))


def test_the_good_one_is_good() -> None:
    assert play_replay(read_replay(good()), rules_of("lorcana"), card("lorcana")).state.turn == 2


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("deckkit replay 1", "deckkit replay 2", 1),
        ("deckkit replay 1", "4 Maui - Demigod", 1),
        ("seed 4 0", "seed four", 3),
        ("seed 4 0\n", "", 6),
        ("first P1", "first P3", None),
        ("first P1", "last P1", 4),
        ("P1 deck 30", "P1 deck many", 5),
        ("P1 deck 30", "P1 deck 0", 5),
        ("P1 deck 30 lorcana:maui-demigod", "P1 deck 30", 5),
        ("P2 deck 30", "P3 deck 30", 7),
        ("P1 deck 30", "P1 attic 30", None),
        ("lorcana:maui-demigod", "lorcana:nobody", None),
        ("game lorcana", "game go", None),
        ("game lorcana", "game lorcana\nversion 1900", None),
        ("first P1", "first P1\nconfig [1]", 5),
        ("first P1", "first P1\nconfig {", 5),
        ("first P1", 'first P1\nconfig {"speed": 1}', None),
        ("first P1", 'first P1\nconfig {"lore_to_win": "all"}', None),
        ("first P1", "first P1\ncard t-a nothing", 5),
        ("choose done\nend", "choose done\nfly away", 10),
        ("end\n", "end\nconcede P3\n", 11),
        ("end\n", "concede P1\nend\n", 11),
        ("end\n", "", None),
        ("digest ", "fingerprint ", 11),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int | None) -> None:
    text = good().replace(old, new, 1)
    with pytest.raises(InputError) as error:
        play_replay(read_replay(text, "game.txt"), rules_of("lorcana"), card("lorcana"))
    assert str(error.value.where).startswith("game.txt")
    if line is not None:
        assert str(error.value.where) == f"game.txt:{line}"


def test_another_end_is_an_error() -> None:
    text = good()
    wrong = text[: text.index("digest ")] + "digest 00000000000000000000000000000000\n"
    with pytest.raises(InputError, match="ends differently"):
        play_replay(read_replay(wrong, "game.txt"), rules_of("lorcana"), card("lorcana"))


def test_an_empty_text_is_no_replay() -> None:
    for text in ("", "\n\n", "# only a remark"):
        with pytest.raises(InputError, match="no replay"):
            read_replay(text)
