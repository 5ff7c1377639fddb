"""Rites of Allegiance: every setting with right and wrong values, everywhere; who begins; lists that are refused."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engine_support import card_named
from hypothesis import given
from hypothesis import strategies as st

from deckkit.cli.play_session import Session
from deckkit.engine.replay import Recorder, Start, begin, play_replay, read_replay
from deckkit.engine.settings import read_settings
from deckkit.engine.table import new_match
from deckkit.errors import InputError, UsageError
from deckkit.games.allegiance.pilot import sensible
from deckkit.games.allegiance.setup import check_settings
from deckkit.games.allegiance.table import TABLE

Cli = Callable[..., tuple[int, bytes, str]]
DOCS = Path(__file__).resolve().parents[1] / "docs" / "allegiance-play.md"
#: The settings of which docs/allegiance-play.md says that they may be null.
NULL = ("max_life", "max_rites_per_player", "max_turns", "unknown_price")
HIT = {"test": "t-hit", "kind": "magic", "price": 2, "effects": [{"on": "play", "do": [{"op": "wounds", "n": 9}]}]}


def nobody(key: str) -> Any:
    raise KeyError(key)


def start(**config: Any) -> Start:
    """Two players with a row of one magic; the replay holds the card."""
    pile = {"recruitment_deck": [(TABLE.test_card(HIT, "t-hit"), 9)]}
    return Start.of(TABLE, [pile, pile], seed=4, config=config)


# -- values ----------------------------------------------------------------------------------------------------------

_ANY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.one_of(st.none(), st.integers(), st.sampled_from(TABLE.config["retreat_steps"])), max_size=6),
    st.dictionaries(st.sampled_from(["t-soul", "collecteur-d-essence", "x"]), st.one_of(st.none(), st.integers(-1, 3))),
)


@given(st.sampled_from(sorted(TABLE.config)), _ANY)
def test_every_value_is_good_or_told_to_be_wrong(name: str, value: Any) -> None:
    """No other error than one that says what is wrong; what passes begins a game (AL 13)."""
    try:
        check_settings({**TABLE.config, name: value})
    except UsageError as error:
        assert name in str(error.what) or name in str(error.do)
        assert str(error.do)
    else:
        m = new_match(TABLE, [{}, {}], seed=1, config={name: value})
        assert m.state.seats[0].life >= 1


@pytest.mark.parametrize("name", sorted(TABLE.config))
def test_null_is_a_value_where_the_document_says_so(name: str) -> None:
    row = next(line for line in DOCS.read_text(encoding="utf-8").splitlines() if f"| `{name}` |" in line)
    assert ("`null`" in row) is (name in NULL)
    if name in NULL:
        assert read_settings(TABLE, [f"{name}=null"]) == {name: None}
        begin(start(**{name: None}), TABLE, nobody)
    else:
        with pytest.raises(UsageError):
            read_settings(TABLE, [f"{name}=null"])
        with pytest.raises(InputError):
            begin(start(**{name: None}), TABLE, nobody)


@pytest.mark.parametrize(
    "wrong",
    [
        *("starting_life=0", "starting_life=41", "hand_size=-1", "battlefield_size=1.5", "max_turns=-1"),
        *('retreat_steps=[1,"a"]', "starting_deck=[]", 'starting_deck={"t-soul":-1}', "first_player=P3"),
        *("recruitment_slots=1000000", "rites_unique=null"),
    ],
)
def test_wrong_values_are_told_everywhere(run_cli: Cli, tmp_path: Path, wrong: str) -> None:
    """On the command line of three verbs, in a scenario and in a replay: an error, never a traceback (AL 1.1, 1.4)."""
    deck, file = tmp_path / "list.txt", tmp_path / "allegiance.json"
    deck.write_text("Recruitment deck\n3 Hypernova\n", encoding="utf-8")
    scenario: dict[str, Any] = {"id": "a", "given": {}, "when": [], "then": {"turn": 1}}
    file.write_text(json.dumps(scenario), encoding="utf-8")
    for verb in (
        ("goldfish", str(deck), "-g", "allegiance"),
        ("play", str(deck), "-g", "allegiance"),
        ("scenario", "run", str(file)),
    ):
        code, _, err = run_cli(*verb, "--config", wrong)
        assert code == 2 and "--config" in err and wrong.partition("=")[0] in err, verb
    name, _, value = wrong.partition("=")
    config = {name: value if value == "P3" else json.loads(value)}
    scenario["given"] = {"config": config}
    file.write_text(json.dumps(scenario), encoding="utf-8")
    code, out, _ = run_cli("scenario", "run", str(file))
    assert code != 0 and b"given.config" in out and name.encode() in out
    with pytest.raises(InputError, match=name):
        begin(start(**config), TABLE, nobody, "game.txt")


@pytest.mark.parametrize(
    "config", [{"unknown_price": 2}, {"max_turns": 40}, {"max_life": None}, {"max_rites_per_player": None}]
)
def test_a_game_with_settings_of_no_usual_value_is_written_and_read_back(
    run_cli: Cli, tmp_path: Path, config: dict[str, Any]
) -> None:
    deck, log = tmp_path / "list.txt", str(tmp_path / "game.txt")
    deck.write_text("Recruitment deck\n3 Hypernova\n4 Guerrier Venimeux\n", encoding="utf-8")
    config = {"max_turns": 8, **config}
    settings = [word for name, value in config.items() for word in ("--config", f"{name}={json.dumps(value)}")]
    options = ("-p", "random", "-p", "random", "--seed", "3", *settings, "--log", log)
    code, out, err = run_cli("play", str(deck), "-g", "allegiance", *options)
    assert code == 0, err
    assert read_replay(Path(log).read_text(encoding="utf-8")).start.config == config
    code, again, err = run_cli("play", "--replay", log)
    assert code == 0, err
    assert again.decode().splitlines()[-1] in out.decode()


# -- who begins (AL 13.2) --------------------------------------------------------------------------------------------


def test_who_begins_is_asked_for_and_set_without_contradiction(run_cli: Cli, tmp_path: Path) -> None:
    for first, said, seat in ((None, "P2", 1), (1, "P2", 1), (0, "random", 0), (1, "random", 1)):
        assert new_match(TABLE, [{}, {}], seed=1, first=first, config={"first_player": said}).state.active == seat
    for first, said in ((0, "P2"), (1, "P1")):
        with pytest.raises(UsageError, match=said):
            new_match(TABLE, [{}, {}], seed=1, first=first, config={"first_player": said})
    deck = tmp_path / "list.txt"
    deck.write_text("Recruitment deck\n3 Hypernova\n", encoding="utf-8")
    common = (str(deck), "-g", "allegiance", "--config", "first_player=P2")
    pilots = ("-p", "greedy", "-p", "greedy", "--config", "max_turns=2", "--seed", "1")
    assert run_cli("goldfish", *common, "-n", "1")[0] == 2
    code, out, _ = run_cli("goldfish", *common, "-n", "1", "--draw", "-t", "2")
    assert code == 0 and b"on the draw" in out
    code, _, err = run_cli("play", *common, *pilots, "--first", "A")
    assert code == 2 and "P2 begins" in err
    code, out, _ = run_cli("play", *common, *pilots)
    assert code == 0 and re.search(r"^  1 P2: ", out.decode(), re.M) and not re.search(r"^  1 P1: ", out.decode(), re.M)


# -- lists -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["deck", "recruitment_deck"])
def test_a_rite_is_in_no_deck(zone: str) -> None:
    """AL 3.2, 8.1"""
    rite = card_named("allegiance", "allegiance:rite-de-ruine")
    with pytest.raises(InputError, match="Rite de Ruine"):
        new_match(TABLE, [{zone: [(rite, 1)]}, {}], seed=1)


def test_the_list_of_the_document_is_played(run_cli: Cli, tmp_path: Path) -> None:
    lists = [block for block in DOCS.read_text(encoding="utf-8").split("```") if "Starting deck" in block]
    assert len(lists) == 1
    deck = tmp_path / "list.txt"
    deck.write_text(lists[0], encoding="utf-8")
    code, out, err = run_cli("goldfish", str(deck), "-g", "allegiance", "-n", "2", "-t", "3")
    assert (code, err) == (0, "") and b"2 games" in out


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Pyrobombe", "Wounds 3"),  # AL 11.23
        ("Drone de Dispersion", "Exile 1"),  # AL 11.24
        ("Ravageur Astral", "Exile 2"),  # AL 11.25
        *((name, "Destruction 1") for name in ("Carnage", "Explosin", "Impératrice Salomé")),  # AL 11.26
    ],
)
def test_an_own_card_gives_a_missing_number(
    run_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, word: str
) -> None:
    """The advice of the error works; another keyword than the missing one changes nothing."""
    deck, own = tmp_path / "list.txt", tmp_path / "own.json"
    deck.write_text(f"Recruitment deck\n3 {name}\n", encoding="utf-8")
    # A copy: the shipped catalogue is not written to.
    copy = shutil.copy(os.environ["DECKKIT_DB"], tmp_path / "own.db")
    monkeypatch.setenv("DECKKIT_DB", str(copy))
    command = ("goldfish", str(deck), "-g", "allegiance", "-n", "1", "-t", "2")
    for words, fine in ((["Death", "Heal 3"], False), (["Death", word], True)):
        card = {"name": name, "keywords": words, "facts": {"price": 2}}
        document = {"schema": "deckkit.own-cards/1", "game": "allegiance", "source": "mine", "cards": [card]}
        own.write_text(json.dumps(document), encoding="utf-8")
        assert run_cli("update", "allegiance", "--from", str(own))[0] == 0
        code, out, err = run_cli(*command)
        assert (code == 0) is fine, err
        assert fine or word.partition(" ")[0] in err
        assert not fine or b"3 of 3 copies" in out


# -- what is told ----------------------------------------------------------------------------------------------------


def test_who_answers_nothing_is_not_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    """That P2 was asked would tell that there is a fitting trap in that hand (AL 2.7)."""
    shield = card_named("allegiance", "allegiance:bouclier-divin")
    soul = TABLE.test_card({"test": "t-s", "kind": "soul"}, "t-s")
    made = {card.key: card for card in (shield, soul)}
    begun = Start.of(TABLE, [{"deck": [(soul, 5)]}, {"deck": [(shield, 5)]}], seed=1, first=0)
    m = begin(begun, TABLE, lambda key: made[key])
    recorder = Recorder(begun)

    class Declines:
        values = sensible().values

        def choose(self, _reader: Any) -> Any:
            legal = m.legal_actions()
            return next((one for one in legal if one.option == "pass" or one.kind == "end"), legal[0])

    answers = iter(["end_turn", "log", "quit"])
    session = Session(m, recorder, [None, Declines()], ["me", "x"], "en", ask=lambda _prompt: next(answers, "quit"))
    session.play()
    shown = capsys.readouterr().out
    assert "choose pass" in recorder.moves
    assert "choose pass" not in shown
    # The replay has it, and is played again.
    found = read_replay(recorder.replay(m).text())
    assert play_replay(found, TABLE, lambda key: made[key]).state.count == m.state.count


def test_a_goldfish_says_how_games_ended_and_names_cards(run_cli: Cli, tmp_path: Path) -> None:
    deck = tmp_path / "list.txt"
    deck.write_text("Recruitment deck\n3 Hypernova\n", encoding="utf-8")
    common = ("goldfish", str(deck), "-g", "allegiance", "-n", "4", "--config", "max_turns=3")
    code, out, _ = run_cli(*common)
    assert code == 0 and b"ended in a draw: 4 of 4 games" in out and b"not won by" not in out
    code, out, _ = run_cli(*common, "--hands")
    hands = [line for line in out.decode().splitlines() if line.strip().startswith("hand:")]
    assert len(hands) == 4 and all("Âme simple" in line and "t-soul" not in line for line in hands)
    assert "allegiance:" not in out.decode()


# -- boards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "word"),
    [
        ({"P1": {"rites": ["rite-de-ruine", "rite-de-ruine"]}, "config": {"max_rites_per_player": 2}}, "twice"),
        ({"P1": {"rites": ["rite-de-ruine"]}, "P2": {"rites": ["rite-de-ruine"]}}, "twice"),
        ({"P1": {"rites": ["rite-de-ruine", "rite-de-grace"]}}, "at most 1"),
        ({"P1": {"battlefield": ["hypernova"]}}, "no creature"),
        ({"P2": {"in_front": ["hypernova"]}}, "no soul"),
    ],
)
def test_boards_that_cannot_be_are_refused(run_cli: Cli, tmp_path: Path, board: dict[str, Any], word: str) -> None:
    """AL 2.1, 13.16"""
    file = tmp_path / "allegiance.json"
    file.write_text(json.dumps({"id": "a", "given": board, "when": [], "then": {"turn": 1}}), encoding="utf-8")
    code, out, _ = run_cli("scenario", "run", str(file))
    assert code != 0 and word in out.decode() and "given." in out.decode()


def test_the_same_rite_twice_where_that_is_set(run_cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "allegiance.json"
    rites = {"rites": ["rite-de-ruine"]}
    board = {"P1": rites, "P2": rites, "config": {"rites_unique": False}}
    file.write_text(json.dumps({"id": "a", "given": board, "when": [], "then": {"P2": rites}}), encoding="utf-8")
    assert run_cli("scenario", "run", str(file))[0] == 0
