"""deckkit odds and deckkit mulligan, as called; and the same from Python."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from schema_check import validate

import deckkit
from deckkit.catalogue import Catalogue
from deckkit.decklist import read_deck
from deckkit.errors import UsageError
from deckkit.games import GAMES

Run = Callable[..., tuple[int, bytes, str]]

# Fifteen cards of four copies: no name line is that of another.
NAMES = [
    *("Agustin Madrigal - Exceptionally Kind", "Akood et Emuti", "Alan-a-Dale - Loyal Bard", "Ariel - Ethereal Voice"),
    *("Bagheera - Cautious Explorer", "Baloo - Friend and Guardian", "Bambi - Ethereal Fawn"),
    *("Bo Peep - Caring Shepherd", "Bullseye - Loyal Horse", "Chief Powhatan - Protective Leader"),
    *("Chip - Retrieval Expert", "Chip - Team Player", "Cobra Bubbles - Dedicated Official", "Dale - Excited Friend"),
    "Let It Go",
]
KEY = '1+ "Let It Go"'


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "deck.txt"
    path.write_text("".join(f"4 {name}\n" for name in NAMES), "utf-8")
    return str(path)


@pytest.fixture
def ask(run_cli: Run) -> Callable[..., dict[str, Any]]:
    def call(*arguments: str, exit_code: int = 0) -> dict[str, Any]:
        code, out, err = run_cli(*arguments, "--json")
        assert code == exit_code, err
        document: dict[str, Any] = json.loads(out)
        validate(document, arguments[0])
        return document

    return call


@pytest.fixture
def refuse(run_cli: Run) -> Callable[..., dict[str, str]]:
    def call(*arguments: str, exit_code: int = 2) -> dict[str, str]:
        code, out, err = run_cli(*arguments, "--json")
        assert (code, out) == (exit_code, b"")
        error: dict[str, str] = json.loads(err.splitlines()[-1])["error"]
        return error

    return call


def missed(copies: int, pile: int, cards: int) -> Fraction:
    return Fraction(comb(pile - copies, cards), comb(pile, cards))


# -- odds -------------------------------------------------------------------------------------------------------------


def test_by_turn_on_the_play_and_on_the_draw(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    """Seven cards, none drawn on the first turn by who begins (CR 3.2.3.1)."""
    for option, seen in (("--play", [7, 7, 8, 9]), ("--draw", [7, 8, 9, 10])):
        found = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--turn", "3", option)
        assert [(row["turn"], row["cards"]) for row in found["by_turn"]] == list(enumerate(seen))
        for row in found["by_turn"]:
            assert Fraction(row["fraction"]) == 1 - missed(4, 60, row["cards"])
            assert row["probability"] == float(Fraction(row["fraction"]))
        assert found["fraction"] == found["by_turn"][-1]["fraction"]
        expected = {"group": '"Let It Go"', "cards": 4, "expected": seen[-1] * 4 / 60}
        assert {key: found["expected"][0][key] for key in expected} == pytest.approx(expected)
        assumptions = found["assumptions"]
        assert (assumptions["pile"], assumptions["hand"], assumptions["cards"]) == (60, 7, seen[-1])
        assert (assumptions["turn"], assumptions["first"], assumptions["mulligan"]) == (3, option[2:], "none")


def test_several_conditions(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    found = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--want", '0-0 "Let It Go"')
    assert [one["want"] for one in found["results"]] == [KEY, '0 "Let It Go"']
    assert sum(Fraction(one["fraction"]) for one in found["results"]) == 1
    assert {key: found[key] for key in found["results"][0]} == found["results"][0]


def test_known_cards(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    """Cards that are gone leave the pool; cards in hand are counted, and the others drawn beside them."""
    gone = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--seen", "1 Let It Go; 2 Chip - Team Player")
    assert Fraction(gone["fraction"]) == 1 - missed(3, 57, 7)
    held = ask("odds", deck, "-g", "lorcana", "--want", '2+ "Let It Go"', "--hand", "Let It Go, Dale - Excited Friend")
    assert Fraction(held["fraction"]) == 1 - missed(3, 58, 5)
    both = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--hand", "Let It Go", "--seen", "3 Let It Go")
    assert both["fraction"] == "1"
    assert [card["count"] for card in both["assumptions"]["seen"]] == [3]
    assert both["expected"][0]["expected"] == 1


def test_known_cards_with_a_mulligan(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    """A card in hand that is not wanted is set aside: seven new ones of the 53 others, or one of six is there."""
    found = ask(
        *("odds", deck, "-g", "lorcana", "--want", KEY, "--hand", "Dale - Excited Friend"), "--mulligan", "optimal"
    )
    assert Fraction(found["fraction"]) == 1 - missed(4, 59, 6) * missed(4, 53, 7)


def test_a_group_that_asks_for_nothing_is_counted_all_the_same(ask: Callable[..., dict[str, Any]]) -> None:
    for want in ("0+ a or 1+ b", "2+ a, 0-1 a or 1+ b"):
        found = ask("odds", "--pool", "a=30,b=6,of=60", "-g", "lorcana", "--want", want, "-m", "optimal")
        assert found["expected"][0]["group"] == "a" and found["expected"][0]["expected"] > 2


@pytest.mark.parametrize("policy", ["keep-wanted", "optimal"])
def test_a_mulligan_by_turn(ask: Callable[..., dict[str, Any]], deck: str, policy: str) -> None:
    """Missed at first and after the mulligan, then two more of the 53 cards, four of which are wanted."""
    found = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--turn", "3", "--mulligan", policy)
    opening = 1 - missed(4, 60, 7) * missed(4, 53, 7)
    third = 1 - missed(4, 60, 7) * missed(4, 53, 7) * missed(4, 53, 2)
    assert [Fraction(row["fraction"]) for row in found["by_turn"]][::3] == [opening, third]
    assert found["assumptions"]["mulligan"] == policy


def test_a_pool_needs_no_list(ask: Callable[..., dict[str, Any]]) -> None:
    found = ask("odds", "--pool", "a=4,of=52", "--want", "2+ a", "--cards", "7")
    assert found["fraction"] == "128/1547"
    assert found["by_turn"] == [{"turn": None, "cards": 7, "probability": 128 / 1547, "fraction": "128/1547"}]
    again = ask("odds", "--pool", "A=4, 'x y'=3,of=60", "--want", "1+ a", "--game", "lorcana", "-m", "optimal")
    assert Fraction(again["fraction"]) == 1 - missed(4, 60, 7) * missed(4, 53, 7)
    known = ask("odds", "--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--hand", "2 other", "--seen", "a")
    assert Fraction(known["fraction"]) == 1 - missed(3, 57, 5)


@pytest.mark.parametrize(
    ("arguments", "where", "what"),
    [
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "61"), "--cards", "61 cards cannot be drawn from 60"),
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "-1"), "--cards", "-1 cards cannot be drawn"),
        (("--pool", "a=4,of=60", "--want", "1+ a"), "--cards", "how many cards are drawn?"),
        (("--pool", "a=40,b=30,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "the groups hold 70 cards"),
        (("--pool", "a=-4,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "cannot hold -4 cards"),
        (("--pool", "a=4", "--want", "1+ a", "--cards", "7"), "--pool", "the number of all cards is missing"),
        (("--pool", "a=x,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "'x' is not a whole number"),
        (("--pool", "a=4,a=5,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "names 'a' twice"),
        (("--pool", "a,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "'a' is no group with a number"),
        (("--pool", "a=4,of=999999", "--want", "1+ a", "--cards", "7"), "--pool", "too many"),
        (("--pool", "other=4,of=60", "--want", "1+ a", "--cards", "7"), "--pool", "the cards of no group"),
        (("--pool", "a=4,of=60", "--want", "1+ b", "--cards", "7"), "column 4", "no group called 'b'"),
        (("--pool", "a=4,of=60", "--want", "a", "--cards", "7"), "column 1", "a number of cards is missing"),
        (("--pool", "a=4,of=60", "--cards", "7"), "--want", "what is wanted?"),
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--turn", "2"), "--cards", "no room for turns"),
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--hand", "5 a"), "--hand", "there are 4"),
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "2", "--hand", "3 a"), "--hand", "the hand holds 2"),
        (("--pool", "a=4,of=60", "--want", "1+ a", "--cards", "7", "--seen", "b"), "--seen", "there is no 'b'"),
        (
            ("--pool", "a=4,of=6", "--want", "1+ a", "--game", "lorcana"),
            "",
            "6 cards to draw from, fewer than an opening hand of 7",
        ),
        (("--want", "1+ a"), "DECK", "which list?"),
    ],
)
def test_what_has_no_meaning_is_wrong_usage(
    refuse: Callable[..., dict[str, str]], arguments: tuple[str, ...], where: str, what: str
) -> None:
    error = refuse("odds", *arguments)
    assert what in error["what"]
    assert error["where"].startswith(where)
    assert error["do"]


@pytest.mark.parametrize(
    ("arguments", "where", "what", "do"),
    [
        (("--want", '1+ inkable, 1+ "Let It Goo"'), "column 16", "no card is called 'Let It Goo'", "Let It Go"),
        (("--want", "1+ colr:red"), "column 4", "no field 'colr'", "did you mean"),
        (("--want", KEY, "--mulligan", "best"), "--mulligan", "no mulligan policy", "optimal"),
        (("--want", KEY, "--turn", "201"), "--turn", "turn 201 cannot be asked for", "200"),
        (("--want", KEY, "--hand", "Let It Goo"), "--hand", "no 'Let It Goo'", "Let It Go"),
        (("--want", KEY, "--hand", "4 Let It Go; 4 Akood et Emuti"), "--hand", "the hand holds 7", "fewer"),
        (("--want", KEY, "--pool", "a=4,of=60"), "--pool", "two things", "one of them"),
    ],
)
def test_a_question_about_a_list_that_has_no_meaning(
    refuse: Callable[..., dict[str, str]], deck: str, arguments: tuple[str, ...], where: str, what: str, do: str
) -> None:
    error = refuse("odds", deck, "-g", "lorcana", *arguments)
    assert what in error["what"] and do in error["do"]
    assert error["where"].startswith(where)


def test_lines_that_were_not_understood_are_left_out(run_cli: Run, tmp_path: Path) -> None:
    """What is drawn from is what was understood; it is said how many copies are missing, and the exit code is 3."""
    path = tmp_path / "deck.txt"
    path.write_text("".join(f"4 {name}\n" for name in NAMES[1:]) + "4 Nobody At All\n", "utf-8")
    code, out, err = run_cli("odds", str(path), "-g", "lorcana", "--want", KEY, "--json")
    document = json.loads(out)
    validate(document, "odds")
    assert (code, document["unresolved"]) == (3, 4)
    assert Fraction(document["fraction"]) == 1 - missed(4, 56, 7)
    assert "4 copies that were not understood are left out" in document["assumptions"]["text"]
    assert "line 15: 4 Nobody At All" in err and "4 copies that were not understood are left out" in err


def test_a_fact_that_is_not_known_is_told(run_cli: Run, catalogue: Catalogue, tmp_path: Path) -> None:
    """Many WoW TCG cards lack a cost: they are named, and counted as not belonging to the group."""
    index = catalogue.index("wowtcg")
    allies = [card for card in catalogue.cards("wowtcg") if card.facts.get("type") == "Ally"]
    cards = [card for card in allies if len(index.exact(card.name)) == 1]
    unknown = next(card for card in cards if "cost" in card.unknown)
    known = [card for card in cards if card.facts.get("cost") == 2][:14]
    path = tmp_path / "deck.txt"
    path.write_text("".join(f"4 {card.name}\n" for card in [unknown, *known]), "utf-8")
    code, out, _ = run_cli("odds", str(path), "-g", "wowtcg", "--want", "7 cost=2", "--json")
    document = json.loads(out)
    validate(document, "odds")
    assert code == 3
    assert [(one["group"], [card["id"] for card in one["cards"]]) for one in document["undetermined"]] == [
        ("cost=2", [unknown.key])
    ]
    assert Fraction(document["fraction"]) == missed(4, 60, 7)
    assert any(unknown.name in text and "not known" in text for text in document["assumptions"]["text"])


def test_csv_and_text(run_cli: Run, deck: str) -> None:
    code, out, _ = run_cli("odds", deck, "-g", "lorcana", "--want", KEY, "--turn", "2", "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert code == 0
    assert [row["turn"] for row in rows] == ["0", "1", "2"]
    assert rows[0]["fraction"] == "38962/97527" and float(rows[0]["probability"]) == 38962 / 97527
    _, out, err = run_cli("odds", deck, "--want", KEY, "--turn", "2")
    text = out.decode()
    assert '1+ "Let It Go": 44.48 %' in text and "60 cards to draw from" in text
    assert "an opening hand of 7, on the play: 8 cards by turn 2" in text
    assert "recognised from the list" in err


def test_a_chance_that_is_nearly_certain_does_not_look_certain(run_cli: Run) -> None:
    _, out, _ = run_cli("odds", "--pool", "a=50,of=60", "--want", "1+ a", "--cards", "9")
    assert out.decode().startswith("1+ a: > 99.99 %")
    _, out, _ = run_cli("odds", "--pool", "a=4,of=60", "--want", "4 a", "--cards", "4")
    assert out.decode().startswith("4 a: < 0.01 %")


# -- the games' piles -------------------------------------------------------------------------------------------------


def test_the_champion_and_the_runes_are_not_drawn(
    ask: Callable[..., dict[str, Any]], catalogue: Catalogue, shared: Path
) -> None:
    """RP 3.1: 39 of the 40 cards of a main deck are drawn from."""
    path = shared / "decks" / "riftbound" / "piltover-text" / "irelia-a.txt"
    found = ask("odds", str(path), "-g", "riftbound", "--want", "1+ type:rune", "--want", '1+ "Irelia, Fervent"')
    assert found["assumptions"]["pile"] == 39
    assert found["probability"] == 0
    deck = read_deck(path, catalogue, "riftbound", GAMES["riftbound"].deck)
    copies = sum(item.count for item in deck.sections["main"] if item.card.name == "Irelia, Fervent")
    assert Fraction(found["results"][1]["fraction"]) == 1 - missed(copies, 39, 4)


def test_the_hero_is_not_drawn(ask: Callable[..., dict[str, Any]], shared: Path) -> None:
    """WOW 9: the hero begins in play."""
    path = shared / "decks" / "wowtcg" / "2011-alliance-druid.yml"
    found = ask("odds", str(path), "-g", "wowtcg", "--want", "1+ type:hero")
    assert (found["assumptions"]["pile"], found["probability"]) == (60, 0)


# -- mulligan ---------------------------------------------------------------------------------------------------------


def test_what_the_mulligan_is_worth(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    found = ask("mulligan", deck, "-g", "lorcana", "--want", KEY)
    best = 1 - missed(4, 60, 7) * missed(4, 53, 7)
    assert found["keep"] == found["policies"]["none"] == float(1 - missed(4, 60, 7))
    assert Fraction(found["fractions"]["optimal"]) == Fraction(found["fractions"]["keep-wanted"]) == best
    assert sum(kind["probability"] for kind in found["table"]) == pytest.approx(1)
    first = found["table"][0]
    assert first["hand"] == first["set_aside"] == [{"groups": [], "count": 7}] and first["keep"] == []
    assert first["chance"] == first["gain"] == float(1 - missed(4, 53, 7))


def test_what_to_set_aside_of_a_hand(ask: Callable[..., dict[str, Any]], deck: str) -> None:
    want = '1+ "Let It Go", 1+ (name:chip)'
    hand = "2 Let It Go; 3 Dale - Excited Friend, Akood et Emuti; Bambi - Ethereal Fawn"
    found = ask("mulligan", deck, "-g", "lorcana", "--want", want, "--hand", hand)["hand"]
    assert [(card["name"], card["count"]) for card in found["keep"]] == [("Let It Go", 1)]
    assert sum(card["count"] for card in found["set_aside"]) == 6
    assert Fraction(found["fraction"]) == 1 - missed(8, 53, 6)
    assert (found["keep_chance"], found["gain"]) == (0, found["chance"])


def test_a_hand_that_is_kept(run_cli: Run, deck: str) -> None:
    hand = "4 Let It Go; 3 Dale - Excited Friend"
    code, out, _ = run_cli("mulligan", deck, "-g", "lorcana", "--want", KEY, "--hand", hand)
    assert code == 0
    assert "keep this hand: 100.00 %" in out.decode()


def test_mulligan_tables_as_text_and_csv(run_cli: Run, deck: str) -> None:
    _, out, _ = run_cli("mulligan", deck, "-g", "lorcana", "--want", KEY, "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert {row["hand"] for row in rows} >= {"7 × other", '1 × "Let It Go", 6 × other'}
    _, out, _ = run_cli("mulligan", deck, "-g", "lorcana", "--want", KEY, "--turn", "2", "--draw")
    text = out.decode()
    assert "on the draw: 9 cards by turn 2" in text and "the best choice for each hand" in text


def test_a_game_without_a_mulligan(ask: Callable[..., dict[str, Any]]) -> None:
    """IN 14.23."""
    found = ask("mulligan", "--pool", "a=3,of=40", "--game", "invocateurs", "--want", "1+ a")
    assert set(found["fractions"].values()) == {str(1 - missed(3, 40, 5))}
    assert "the game has no mulligan" in found["assumptions"]["text"]


def test_one_full_redraw(ask: Callable[..., dict[str, Any]]) -> None:
    """WOW 7: missed in seven cards, and in seven of all sixty again."""
    found = ask("mulligan", "--pool", "a=4,of=60", "--game", "wowtcg", "--want", "1+ a")
    assert Fraction(found["fractions"]["optimal"]) == 1 - missed(4, 60, 7) ** 2


@pytest.mark.parametrize(
    ("arguments", "where", "what"),
    [
        (("--pool", "a=4,of=60", "--want", "1+ a"), "--game", "which game's mulligan?"),
        (("--pool", "a=4,of=60", "-g", "lorcana"), "--want", "what is wanted?"),
        (("--pool", "a=4,of=60", "-g", "lorcana", "--want", "1+ a", "--hand", "2 a"), "--hand", "2 cards are named"),
        (("--pool", "a=4,of=60", "-g", "lorcana", "--want", "1+ a", "--hand", "7 a"), "--hand", "there are 4"),
        (("--pool", "a=4,of=60", "-g", "lorcana", "--want", "1+ a", "--turn", "-1"), "--turn", "turn -1"),
    ],
)
def test_a_mulligan_that_has_no_meaning(
    refuse: Callable[..., dict[str, str]], arguments: tuple[str, ...], where: str, what: str
) -> None:
    error = refuse("mulligan", *arguments)
    assert what in error["what"] and error["where"] == where


def test_too_many_kinds_of_hands_are_sampled(
    ask: Callable[..., dict[str, Any]], deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sampled figure says so, has no fraction, and its interval holds the exact one."""
    monkeypatch.setattr("deckkit.odds.asking._MOST_WORK", 10)
    found = ask("mulligan", deck, "-g", "lorcana", "--want", KEY, "--seed", "3")
    low, high = found["sampled"]["optimal"]["interval"]
    assert low < float(1 - missed(4, 60, 7) * missed(4, 53, 7)) < high
    assert found["fractions"]["optimal"] is None and found["fractions"]["none"] is not None
    assert found == ask("mulligan", deck, "-g", "lorcana", "--want", KEY, "--seed", "3")
    odds = ask("odds", deck, "-g", "lorcana", "--want", KEY, "--mulligan", "optimal", "--turn", "2")
    assert odds["fraction"] is None and odds["sampled"]["n"] == 5000
    assert [row["turn"] for row in odds["by_turn"]] == [2]


# -- from Python ------------------------------------------------------------------------------------------------------


def test_the_library_gives_the_same(catalogue: Catalogue, ask: Callable[..., dict[str, Any]], deck: str) -> None:
    read = deckkit.read_deck(Path(deck), "lorcana", catalogue)
    odds = deckkit.draw_odds(read, [KEY, "2+ inkable"], turn=2, play=False, mulligan="optimal", catalogue=catalogue)
    options = ("--turn", "2", "--draw", "--mulligan", "optimal")
    assert odds.to_json() == ask("odds", deck, "-g", "lorcana", "--want", KEY, "--want", "2+ inkable", *options)
    assert odds.probability == float(odds.fraction)
    frame = odds.to_frame()
    assert list(frame.columns) == ["want", "turn", "cards", "probability", "fraction"]
    assert len(frame) == 6
    assert "<table>" in odds._repr_html_() and "&quot;Let It Go&quot;" in odds._repr_html_()
    advice = deckkit.mulligan_odds(read, KEY, catalogue=catalogue)
    assert advice.to_json() == ask("mulligan", deck, "-g", "lorcana", "--want", KEY)
    assert len(advice.to_frame()) == 5 and "<table>" in advice._repr_html_()
    assert float(advice.keep) == 38962 / 97527


def test_the_package_is_still_the_package() -> None:
    """``deckkit.odds`` is where the parts are; the functions have names of their own."""
    import deckkit.odds.exact

    assert deckkit.odds.exact.chance is not None
    assert deckkit.pool_odds("a=4,of=52", "2+ a", 7).fraction == Fraction(128, 1547)
    with pytest.raises(UsageError):
        deckkit.pool_odds("a=4,of=52", "2+ a", 53)
