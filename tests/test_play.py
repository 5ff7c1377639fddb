"""``deckkit play``: scripts through a pipe, a person at the terminal, saved games, replays, and clear errors."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from engine_support import piles, rules_of

from deckkit.cli.play_session import Session, result_text
from deckkit.engine.match import Match
from deckkit.engine.replay import Recorder, Start, begin, play_replay
from deckkit.engine.saving import digest
from deckkit.games import get_game
from deckkit.goldfish.pilot import Chooser

ROOT = Path(__file__).parents[1]
LIST = str(Path(__file__).with_name("decks") / "goldfish.txt")
OTHER = str(ROOT / "examples" / "amber-steel.txt")
Run = Callable[..., tuple[int, bytes, str]]
Pipe = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pipe(run_cli: Run, monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Runs ``deckkit play`` with lines through a pipe: (exit code, output, errors)."""

    def call(lines: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code, out, err = run_cli("play", *arguments)
        return code, out.decode("utf-8"), err

    return call


def session(ask: Sequence[str] | None, pilots: Sequence[str | None] = (None, "greedy"), game: int = 1) -> Session:
    """A game of workout decks; ``ask`` is what a person types (None: nobody is asked)."""
    rules = rules_of("lorcana")
    decks = [pile for _, pile in piles("lorcana", shared=False)]
    both = (decks[game % len(decks)], decks[(game + 1) % len(decks)])
    start = Start.of(rules, both, seed=game, first=0)
    made = {one.key: one for pile in both for entries in pile.values() for one, _ in entries}
    m = begin(start, rules, lambda key: made[key])
    part = get_game("lorcana").pilot
    assert part is not None
    found: list[Chooser | None] = [None if name is None else part().pilots[name](3) for name in pilots]
    said: Iterator[str] = iter(ask or ())

    def answer(_prompt: str) -> str:
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    names = ["me" if name is None else name for name in pilots]
    return Session(m, Recorder(start), found, names, "en", ask=answer)


# -- pilots, logs, replays -------------------------------------------------------------------------------------------


def test_two_pilots_play_to_the_end_and_the_game_can_be_played_again(pipe: Pipe, tmp_path: Path) -> None:
    log = tmp_path / "game.txt"
    arguments = (LIST, OTHER, "-p", "greedy", "-p", "random", "--seed", "4", "--log", str(log), "-g", "lorcana")
    code, out, _ = pipe("", *arguments)
    assert code == 0 and "P1: " in out and "wins on turn" in out
    text = log.read_text("utf-8")
    assert text.startswith("deckkit replay 1\ngame lorcana\nseed 4 0\nfirst chance\n")
    assert pipe("", *arguments)[1] == out and log.read_text("utf-8") == text
    code, again, _ = pipe("", "--replay", str(log))
    ending = next(line for line in out.splitlines() if "wins on turn" in line)
    assert code == 0 and again.splitlines()[-1] == ending
    assert "      quest " in again
    code, short, _ = pipe("", "--replay", str(log), "-q")
    assert code == 0 and "      quest " not in short


def test_a_replay_that_was_changed_is_an_error_with_its_line(pipe: Pipe, tmp_path: Path) -> None:
    log = tmp_path / "game.txt"
    pipe("", LIST, "-p", "greedy", "-p", "greedy", "--seed", "4", "--log", str(log), "-q")
    lines = log.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("quest "))
    log.write_text("\n".join([*lines[:at], "quest nobody", *lines[at + 1 :]]), "utf-8")
    code, _, err = pipe("", "--replay", str(log), "-q")
    assert code == 3 and err.startswith("error: ") and f"game.txt:{at + 1}" in err


# -- through a pipe --------------------------------------------------------------------------------------------------


def test_a_game_is_scripted_line_by_line(pipe: Pipe, tmp_path: Path) -> None:
    log = tmp_path / "game.txt"
    lines = "done\nview\nactions\nink maui-demigod-1\npreview end\nend\nlog\nconcede\n"
    code, out, _ = pipe(
        lines.replace("maui-demigod-1", first_card()), LIST, "--seed", "4", "--first", "A", "--log", str(log)
    )
    assert code == 0 and "P2 wins on turn 3 (concede)" in out
    assert "turn 1 of P1, main" in out
    assert log.read_text("utf-8").splitlines()[-2] == "concede P1"
    assert pipe("", "--replay", str(log), "-q")[0] == 0


def first_card() -> str:
    """A card that can be inked on the first turn of seed 4 with both playing the list."""
    from deckkit.api import read_deck
    from deckkit.cli.goldfish import table_of
    from deckkit.goldfish.run import prepare

    game = get_game("lorcana")
    table, solo = table_of(game)
    from engine_support import catalogue

    plan, _ = prepare(read_deck(Path(LIST), "lorcana", catalogue()), table, solo, catalogue())
    start = Start.of(table(), [plan.pile, plan.pile], seed=4, first=0)
    made = {card.key: card for entries in plan.pile.values() for card, _ in entries}
    m = begin(start, table(), lambda key: made[key])
    things = [m.thing(one) for one in m.zone(0, "hand")]
    return next(thing.handle for thing in things if thing.card.facts["inkable"])


def test_the_end_of_the_input_leaves_the_game(pipe: Pipe) -> None:
    code, out, err = pipe("done\n", LIST, "--seed", "4", "--first", "A", "-q")
    assert code == 0 and "left on turn 1" in out and "error" not in err


def test_a_wrong_line_ends_it_with_its_number(pipe: Pipe) -> None:
    code, _, err = pipe("done\nfly away\n", LIST, "--seed", "4", "--first", "A", "-q")
    assert code == 3 and "'fly away' is no legal action now" in err and "line 2" in err
    code, _, err = pipe("999\n", LIST, "--seed", "4", "--first", "A", "-q")
    assert code == 3 and "999" in err and "line 1" in err


def test_what_is_hidden_is_not_shown(pipe: Pipe) -> None:
    """The other hand and the decks are numbers; what the other plays is named once it is played."""
    code, out, _ = pipe("done\nview\nquit\n", LIST, OTHER, "--seed", "4", "--first", "A", "-g", "lorcana")
    assert code == 0
    theirs = ["lilo-snow-artist", "darkwing-duck", "pudge-", "be-our-guest", "castle-wyvern", "three-arrows"]
    assert not any(name in out for name in theirs)
    assert "P2  score 0  hand 7  deck 53" in out


# -- at the terminal -------------------------------------------------------------------------------------------------


def test_a_person_is_told_what_went_wrong_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    played = session(["help", "fly away", "preview 77", "save", "?", "undo", "done", "quit"])
    assert played.play()
    out = capsys.readouterr().out
    assert "'fly away' is no legal action now" in out
    assert "there is no action number 77" in out
    assert "name a file: save FILE" in out
    assert "there is nothing to undo" in out
    assert out.count("gives the game up") == 2
    assert "left on turn" in out


def test_undo_takes_everything_back_to_ones_own_last_action() -> None:
    played = session(["done", "1", "1", "end"])
    played.play()
    m = played.m
    before = len(m.history)
    steps = session(["done", "1", "1", "end", "undo", "undo", "undo", "undo"])
    steps.play()
    fresh = session([])
    fresh.play()
    assert before > 3
    assert digest(steps.m) == digest(fresh.m)
    assert steps.recorder.moves == [] and steps.told == []


def test_interrupting_leaves_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    played = session([])

    def interrupted(_prompt: str) -> str:
        raise KeyboardInterrupt

    played.ask = interrupted
    assert played.play()
    assert "left on turn" in capsys.readouterr().out


def test_an_action_that_is_interrupted_in_its_middle_is_taken_back() -> None:
    """So that what is saved then is a state between two actions, and the replay ends in it."""
    played = session(["done", "1"])
    m = played.m
    carry_out, calls = m._carry_out, [0]

    def interrupted(*arguments: Any) -> None:
        calls[0] += 1
        if calls[0] == 9:
            raise KeyboardInterrupt
        carry_out(*arguments)

    m._carry_out = interrupted  # type: ignore[method-assign]
    assert played.play() and calls[0] == 9
    m._carry_out = carry_out  # type: ignore[method-assign]
    assert len(m.history) == len(played.told) == len(played.recorder.moves)
    replay = played.recorder.replay(m)
    cards = {thing.card.key: thing.card for thing in m.state.things}
    assert digest(play_replay(replay, m.rules, lambda key: cards[key])) == digest(m)


def test_what_a_pilot_keeps_hidden_is_told_by_its_place() -> None:
    """The other player's mulligan names no card of its hand."""
    played = session(["done"], (None, "random"), game=2)
    played.play()
    mine = {thing.handle for thing in played.m.state.things if thing.owner == 0}
    for line in played.told:
        turn, who, *words = line.replace(":", "").split()
        if turn == "0" and who == "P2" and words[-1] != "done":
            assert words[-1].startswith("p2-") and words[-1] not in mine


def test_how_games_end_in_words() -> None:
    played = session([])
    m = played.m
    assert str(result_text(m)) == "the game is not over"
    for result, text in (
        ({"winner": 0}, "P1 wins on turn 0"),
        ({"winner": 1, "reason": "concede"}, "P2 wins on turn 0 (concede)"),
        ({"draw": True, "reason": "turn_cap"}, "nobody wins; the game ended on turn 0 (too many turns)"),
        ({"draw": True}, "nobody wins; the game ended on turn 0"),
    ):
        m.state.result = dict(result)
        assert str(result_text(m)) == text


# -- saved games -----------------------------------------------------------------------------------------------------


def ended(played: Session) -> Match:
    assert not played.play()
    return played.m


def test_a_saved_game_goes_on_as_if_it_had_not_been_left(pipe: Pipe, tmp_path: Path) -> None:
    arguments = (LIST, "--seed", "7", "--first", "B", "-q", "-g", "lorcana")
    whole, part, rest = (tmp_path / name for name in ("whole.txt", "part.json", "rest.txt"))
    lines = "done\n" + "end\n" * 200
    assert pipe(lines, *arguments, "--log", str(whole))[0] == 0
    code, out, _ = pipe("done\nend\nend\n", *arguments, "--save", str(part))
    assert code == 0 and "left on turn" in out
    code, _, _ = pipe("end\n" * 200, "--load", str(part), "-q", "--log", str(rest))
    assert code == 0 and rest.read_text("utf-8") == whole.read_text("utf-8")


def test_damaged_files_are_one_clear_error(pipe: Pipe, tmp_path: Path, unplayable: str) -> None:
    good = tmp_path / "good.json"
    pipe("done\nend\n", LIST, "--seed", "7", "--first", "A", "-q", "--save", str(good))
    document = json.loads(good.read_text("utf-8"))

    def changed(**new: Any) -> str:
        return json.dumps({**document, **new})

    first = document["things"][0]
    damaged = {
        "cut": good.read_text("utf-8")[:500],
        "empty": "",
        "list": "[]",
        "score": changed(seats=[{**one, "score": 19} for one in document["seats"]]),
        "card": changed(things=[{**first, "card": "lorcana:nobody"}, *document["things"][1:]]),
        "no seats": changed(seats=[]),
        "other game": changed(game="chess"),
        "game of nothing": changed(game=None),
        "unplayable": changed(game=unplayable),
        "schema": changed(schema="deckkit.match/9"),
        "replay": changed(replay="hello"),
        "digest": changed(digest="0"),
        "pilots": changed(pilots=["me"]),
        "pilots 2": changed(pilots=7),
        "state": changed(state=[]),
        "turn": changed(state={**document["state"], "turn": "many"}),
        "tasks": changed(tasks=[{"~": "Nonsense", "v": []}]),
    }
    for name, text in damaged.items():
        file = tmp_path / "damaged.json"
        file.write_text(text, "utf-8")
        code, out, err = pipe("quit\n", "--load", str(file), "-q")
        assert (code in (2, 3), out) == (True, ""), name
        assert err.startswith("error: ") and err.count("error: ") == 1 and "made a mistake" not in err, (name, err)
    assert pipe("quit\n", "--load", str(good), "-q")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        ((), 2, "which game"),
        ((LIST, LIST, LIST), 2, "two lists"),
        ((LIST, "--load", "x.json"), 2, "which game"),
        (("--load", "missing.json"), 3, "missing.json"),
        (("--replay", "missing.txt"), 3, "missing.txt"),
        ((LIST, "--pilot", "nobody"), 2, "me, greedy, random, nothing"),
        ((LIST, "-p", "me", "-p", "me", "-p", "me"), 2, "once or twice"),
        ((LIST, "--first", "C"), 2, "A, B, chance"),
        ((LIST, "--format", "core"), 2, "pack-rush"),
        (("missing-list.txt", "-g", "lorcana"), 3, "missing-list.txt"),
    ],
)
def test_wrong_usage_is_one_clear_error(pipe: Pipe, arguments: tuple[str, ...], code: int, word: str) -> None:
    found, _, err = pipe("", *arguments, "-q")
    assert found == code and err.startswith("error: ") and word in err


def test_a_game_that_cannot_be_played_is_told(pipe: Pipe, unplayable: str) -> None:
    found, _, err = pipe("", LIST, "--game", unplayable, "-q")
    assert found == 2 and err.startswith("error: ") and "cannot be played" in err


def test_a_file_that_cannot_be_written_is_told(pipe: Pipe, tmp_path: Path) -> None:
    code, _, err = pipe("concede\n", LIST, "--seed", "1", "-q", "--log", str(tmp_path / "no" / "log.txt"))
    assert code == 3 and "cannot be written" in err


def test_lines_that_are_not_understood_are_told(pipe: Pipe, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(Path(LIST).read_text("utf-8") + "3 Nobody At All\n", "utf-8")
    code, out, err = pipe("", str(file), "-p", "nothing", "-p", "nothing", "-q", "-g", "lorcana", "--seed", "1")
    assert code == 3 and "Nobody At All" in err and "turn" in out
