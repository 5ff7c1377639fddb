"""Goldfish of Rites of Allegiance: lists whose games can be counted by hand, from the engine to the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from schema_check import problems as schema_problems

from deckkit.engine.cards import PlayCard
from deckkit.feeds import update
from deckkit.games import GAMES
from deckkit.games.allegiance.pilot import SOLO, sensible
from deckkit.games.allegiance.table import TABLE
from deckkit.goldfish.solo import Played, play_alone

Pile = Mapping[str, tuple[tuple[PlayCard, int], ...]]


def card(name: str, kind: str, price: int = 0, *effects: Mapping[str, Any], **more: Any) -> PlayCard:
    return TABLE.test_card({"test": name, "kind": kind, "price": price, "effects": list(effects), **more}, name)


def lines(*do: Mapping[str, Any], on: str = "play", **more: Any) -> dict[str, Any]:
    return {"on": on, "do": list(do), **more}


SOUL = card("t-soul", "soul", 0, lines({"op": "essence"}))
HIT = card("t-hit", "magic", 5, lines({"op": "wounds", "n": 10}))
VENOM = card("t-venom", "magic", 5, lines({"op": "poison", "n": 3}))
STRIKE = {**lines({"op": "wounds", "n": 4}, on="activate"), "cost": [{"op": "exhaust"}]}
OGRE = card("t-ogre", "creature", 5, STRIKE)


def played(row: PlayCard, copies: int = 9, game: int = 0, **config: Any) -> Played:
    """Five Souls, and a row of one card that costs all of their essence; each hand is the whole deck."""
    pile: Pile = {"deck": ((SOUL, 5),), "recruitment_deck": ((row, copies),)}
    settings = {"hand_size": 20, **config}
    return play_alone(TABLE, pile, SOLO, sensible(), seed=1, game=game, config=settings)


@pytest.mark.parametrize("game", range(4))
def test_one_hit_more_every_turn(game: int) -> None:
    """A card is bought each turn and all are played from the next one on: 0, 10, 30, then 60 of 40."""
    found = played(HIT, game=game)
    assert (found.won, found.lost) == (4, False)
    assert [turn.score for turn in found.turns] == [0, 10, 30, 40]
    assert [(turn.available, turn.used) for turn in found.turns] == [(5, 5), (5, 5), (5, 5), (5, 0)]
    assert [turn.played for turn in found.turns[:3]] == [5, 6, 7]
    # Poison, allegiance, cards bought.
    assert [turn.figures for turn in found.turns] == [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 3)]


def test_poison_by_turn() -> None:
    """Each turn one card more is played; the foe's initiation follows at once (AL 4.1, 8.11).

    Markers 3, then 2 + 6 = 8, 7 + 9 = 16, 15 + 12 = 27, of which one goes each time; damage 3, 11, 27, 54 of 40.
    """
    found = played(VENOM)
    assert [turn.score for turn in found.turns] == [0, 3, 11, 27, 40]
    assert [turn.figures[0] for turn in found.turns] == [0, 2, 7, 15, 27]
    assert found.won == 5


def test_creatures_strike_from_the_turn_after_their_summoning() -> None:
    """Bought in turn n, summoned in n + 1, striking from n + 2 on: 4, 12, 24, 40 after turns 3 to 6."""
    found = played(OGRE)
    assert [turn.score for turn in found.turns] == [0, 0, 4, 12, 24, 40]
    assert found.won == 6


def test_a_smaller_battlefield_holds_fewer_creatures() -> None:
    """With two places: 4, then 8 a turn: 4, 12, 20, 28, 36, 40 (AL 13.17)."""
    found = played(OGRE, battlefield_size=2)
    assert [turn.score for turn in found.turns] == [0, 0, 4, 12, 20, 28, 36, 40]


def test_essence_that_buys_nothing_goes_into_allegiance() -> None:
    """One point a turn (AL 13.15) and, at 6, the Rite: in six turns; without a purchase nobody wins."""
    pile: Pile = {"deck": ((SOUL, 5),), "recruitment_deck": ((card("t-dear", "magic", 9), 3),)}
    found = play_alone(TABLE, pile, SOLO, sensible(), seed=1, game=0, turns=8)
    assert found.won == 0
    assert [turn.figures[1] for turn in found.turns] == [1, 2, 3, 4, 5, 6, 6, 6]
    assert [(turn.available, turn.used) for turn in found.turns] == [(5, 1)] * 6 + [(5, 0)] * 2


def test_the_row_of_a_goldfish_is_the_lists_own() -> None:
    """The opponent has a copy of the list; what both bring to the row lies there once."""
    found = played(HIT, copies=2)
    assert [turn.figures[2] for turn in found.turns][-1] == 2
    # 10, then 20 a turn: 0, 10, 30, 40.
    assert [turn.score for turn in found.turns] == [0, 10, 30, 40]


# -- the command line ------------------------------------------------------------------------------------------------

CARDS = {
    "schema": "deckkit.own-cards/1",
    "game": "allegiance",
    "source": "mine",
    "cards": [
        {
            "name": "Âme simple",
            "facts": {"kind": "Soul", "starting": True},
            "without": ["faction", "price", "allegiance_required"],
            "keywords": ["Soul icon"],
        },
        {
            "name": "Coup",
            "facts": {"kind": "Magic", "price": 5},
            "without": ["faction", "allegiance_required"],
            "keywords": ["Wounds 10"],
        },
    ],
}
LIST = "Starting deck\n5 Âme simple\n\nDeck de recrutement\n9 Coup\n"
Cli = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A list and a catalogue with its cards."""
    source, catalogue, deck = tmp_path / "mine.json", tmp_path / "own.db", tmp_path / "list.txt"
    source.write_text(json.dumps(CARDS), encoding="utf-8")
    update(GAMES["allegiance"], source, catalogue)
    deck.write_text(LIST, encoding="utf-8")
    return str(deck), str(catalogue)


def test_the_command_plays_a_list_with_settings(run_cli: Cli, files: tuple[str, str]) -> None:
    deck, db = files
    code, out, err = run_cli("goldfish", deck, "--db", db, "-n", "20", "--json", "--config", "hand_size=20")
    assert (code, err) == (0, "game: allegiance (recognised from the list)\n")
    document = json.loads(out)
    assert schema_problems(document, "goldfish") == []
    assert document["win_turn"]["histogram"] == {"4": 20}
    assert document["assumptions"]["config"] == {"hand_size": 20}
    assert "remarks" not in document["assumptions"]
    assert document["coverage"]["exact"] == 14
    assert document["by_turn"][1]["figures"] == {"poison": 0, "allegiance": 0, "bought": 2}
    code, out, _ = run_cli("goldfish", deck, "--db", db, "-n", "5", "--config", "hand_size=20")
    text = out.decode()
    assert "settings: hand_size=20" in text and "won on turn 4.00" in text and "Bought" in text


def test_the_command_names_cards_that_are_not_known(run_cli: Cli, tmp_path: Path) -> None:
    deck = tmp_path / "list.txt"
    deck.write_text("Recruitment deck\n3 Hypernova\n", encoding="utf-8")
    code, out, _ = run_cli("goldfish", str(deck), "-g", "allegiance", "-n", "2", "-t", "3")
    assert code == 0
    # AL 13.11, 13.28
    assert "(AL 13.28): Hypernova" in out.decode() and "(AL 13.11): Hypernova" in out.decode()
    deck.write_text("Recruitment deck\n3 Pyrobombe\n", encoding="utf-8")
    code, _, err = run_cli("goldfish", str(deck), "-g", "allegiance", "-n", "2")
    assert code == 3 and "Pyrobombe (Wounds)" in err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--config", "hand_sise=3"), 2, "did you mean hand_size=5"),
        (("--config", "hand_size"), 2, "usual is hand_size=5"),
        (("--config", "refill=never"), 2, "up_to, full"),
        (("--config", "hand_size=five"), 2, "hand_size=5"),
    ],
)
def test_wrong_settings_are_told(
    run_cli: Cli, files: tuple[str, str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    deck, db = files
    for verb in ("goldfish", "play"):
        found = run_cli(verb, deck, "--db", db, *arguments)
        assert found[0] == code and words in found[2] and "--config" in found[2]


def test_a_game_of_two_pilots_is_written_down_with_its_settings(
    run_cli: Cli, files: tuple[str, str], tmp_path: Path
) -> None:
    deck, db = files
    log = str(tmp_path / "game.txt")
    pilots = ("--pilot", "greedy", "--pilot", "greedy")
    code, out, _ = run_cli("play", deck, "--db", db, *pilots, "--seed", "3", "--log", log, "--config", "hand_size=20")
    assert code == 0 and "wins on turn" in out.decode()
    assert 'config {"hand_size": 20}' in Path(log).read_text(encoding="utf-8")
    code, again, _ = run_cli("play", "--replay", log, "--db", db)
    assert code == 0 and again.decode().splitlines()[-1] in out.decode()


def test_settings_of_scenarios(run_cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "allegiance.json"
    scenario = {
        "id": "a",
        "given": {"phase": "retreat", "P1": {"deck": ["t-1", "t-2", "t-3"]}},
        "when": [{"do": "run_step", "step": "retreat_5"}],
        "then": {"P1": {"hand_size": 2}},
    }
    file.write_text(json.dumps(scenario), encoding="utf-8")
    assert run_cli("scenario", "run", str(file), "--config", "hand_size=2")[0] == 0
    assert run_cli("scenario", "run", str(file))[0] == 1
    code, _, err = run_cli("scenario", "run", str(file), "--config", "hand=2")
    assert code == 2 and "hand_size=5" in err


def test_a_game_without_settings_says_so(run_cli: Cli) -> None:
    list_of_lorcana = str(Path(__file__).resolve().parents[1] / "examples" / "amber-steel.txt")
    code, _, err = run_cli("goldfish", list_of_lorcana, "-n", "1", "--config", "ink=3")
    assert code == 2 and "--config" in err
