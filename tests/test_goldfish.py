"""Goldfish: winning turns against an independent optimum, results the same for any workers, the command, the schema."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from engine_support import catalogue, rules_of
from schema_check import validate

import deckkit
from deckkit.api import read_deck
from deckkit.decklist.model import Deck
from deckkit.errors import InputError, UsageError
from deckkit.games import get_game
from deckkit.goldfish.hands import watch
from deckkit.goldfish.result import Goldfish, mean_half_width
from deckkit.goldfish.run import BLOCK, Goldfishing, run_goldfish
from deckkit.goldfish.tally import Tally

DECKS = Path(__file__).with_name("decks")
EXAMPLE = Path(__file__).parents[1] / "examples" / "amber-steel.txt"
Run = Callable[..., tuple[int, bytes, str]]
GAME = get_game("lorcana")


def bench() -> Deck:
    return read_deck(DECKS / "goldfish.txt", "lorcana", catalogue())


def alone(deck: Deck, **how: Any) -> Goldfish:
    assert GAME.table is not None and GAME.pilot is not None
    return run_goldfish(deck, GAME.table, GAME.pilot, catalogue(), **how)


def plan(*cards: dict[str, Any], copies: int = 60, **how: Any) -> Goldfishing:
    """A deck of test cards, so many copies of each."""
    assert GAME.table is not None and GAME.pilot is not None
    made = [rules_of("lorcana").test_card(card, "test") for card in cards]
    pile = {"deck": tuple((card, copies) for card in made)}
    return Goldfishing(GAME.table, GAME.pilot, pile, how.pop("pilot", "greedy"), **how)


def optimum(cost: int, lore: int, goal: int = 20) -> int:
    """The earliest winning turn with a deck of nothing but one inkable character, on the play: every way to ink and
    play is followed (7 cards in hand, no draw on the first turn, ink once a turn, quest from the turn after)."""
    states = {(7, 0, 0): 0}
    turn = 0
    while True:
        turn += 1
        following: dict[tuple[int, int, int], int] = {}
        for (hand, ink, board), score in states.items():
            cards, now = hand + (turn > 1), score + board * lore
            if now >= goal:
                return turn
            for inked in (0, 1):
                for played in range(min(cards - inked, (ink + inked) // cost) + 1):
                    key = (cards - inked - played, ink + inked, board + played)
                    following[key] = max(following.get(key, 0), now)
        states = following


# -- single games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("lore", [1, 2, 3])
def test_with_one_kind_of_character_the_pilot_wins_as_early_as_can_be(cost: int, lore: int) -> None:
    card = {"test": "t-one", "cost": cost, "lore": lore, "strength": 1, "willpower": 1}
    assert plan(card).game(0).won == optimum(cost, lore)


def test_shift_is_used_where_it_is_quicker() -> None:
    """CR 8.10: 4 ink on the fourth turn, or 1 on top of a dry character that was played before."""
    base = {"test": "t-base", "cost": 1, "lore": 1, "strength": 1, "willpower": 1}
    costly = {"test": "t-base - Grown", "cost": 6, "lore": 4, "strength": 1, "willpower": 1, "keywords": ["Shift 2"]}
    shifting = {**costly, "test": "t-base"}
    with_shift, without = plan(base, shifting, copies=30), plan(base, {**costly, "keywords": []}, copies=30)
    assert with_shift.block(0, 40).won.total() == 40
    early, late = (statistics.fmean(one.block(0, 40).won.elements()) for one in (with_shift, without))
    assert early < late - 0.5


def test_songs_are_sung_by_those_who_gain_least() -> None:
    """CR 5.4.4: a character of cost 3 or more sings a song of cost 3 for nothing."""
    singer = {"test": "t-singer", "cost": 3, "lore": 1, "strength": 1, "willpower": 1}
    song = {
        "test": "t-song", "type": "song", "cost": 3, "effects": [{"on": "play", "do": [{"op": "score", "n": 3}]}]
    }  # fmt: skip
    watched = watch(plan(singer, song, copies=30), 0)
    assert any(action.startswith("sing t-song") for done, _ in watched.turns for action in done)


def test_harm_without_a_target_but_ones_own_is_not_played() -> None:
    body = {"test": "t-body", "cost": 2, "lore": 1, "strength": 1, "willpower": 1}
    harm = {
        "test": "t-harm",
        "type": "action",
        "cost": 1,
        "effects": [
            {"on": "play", "do": [{"op": "destroy", "target": {"choose": {"type": "Character"}}}]},
        ],
    }
    played = plan(body, harm, copies=30).block(0, 10)
    assert played.cards["t-harm", "played"] == 0
    assert played.cards["t-harm", "placed"] > 0


def test_a_deck_that_cannot_win_ends_at_the_limit_or_is_lost_without_cards() -> None:
    item = {"test": "t-item", "type": "item", "cost": 1}
    never = plan(item, turns=12).game(0)
    assert (never.won, never.lost, len(never.turns)) == (0, False, 12)
    # 10 cards, 7 in hand, none drawn on the first turn: the deck is empty at the end of turn 4 (CR 3.4.2).
    short = plan(item, copies=10).game(0)
    assert (short.won, short.lost, len(short.turns)) == (0, True, 4)


def test_turns_tell_ink_and_cards() -> None:
    """A deck of characters of cost 1: one ink and one card on turn 1, then one ink more each turn."""
    card = {"test": "t-one", "cost": 1, "lore": 1, "strength": 1, "willpower": 1}
    turns = plan(card).game(0).turns
    assert [(one.available, one.used, one.played, one.hand) for one in turns[:3]] == [
        (1, 1, 1, 5),
        (2, 2, 2, 3),
        (3, 3, 3, 0),
    ]
    assert [one.score for one in turns[:4]] == [0, 1, 4, 10]


def test_who_does_not_begin_draws_a_card_more() -> None:
    card = {"test": "t-one", "type": "item", "cost": 9, "inkable": False}
    assert plan(card, turns=1).game(0).turns[0].hand == 7
    assert plan(card, turns=1, play=False).game(0).turns[0].hand == 8


def test_cards_are_counted_once_and_all_of_them() -> None:
    """What was drawn is played, placed or in hand at the end: nothing here leaves the hand otherwise."""
    tally = Tally.of(alone_plan().game(number) for number in range(30))
    for key in {key for key, _ in tally.cards}:
        drawn, *rest = (tally.cards[key, what] for what in ("drawn", "played", "placed", "stuck"))
        assert drawn == sum(rest), key


def alone_plan() -> Goldfishing:
    from deckkit.goldfish.run import prepare

    assert GAME.table is not None and GAME.pilot is not None
    return prepare(bench(), GAME.table, GAME.pilot, catalogue(), seed=5)[0]


# -- many games ------------------------------------------------------------------------------------------------------

#: 20,000 games of seed 1 gave a mean of 5.4578 turns with a standard deviation of 0.5029.
MEAN, DEVIATION = 5.4578, 0.5029


def test_the_benchmark_list_wins_as_early_as_before() -> None:
    """The mean of 400 other games lies within 3.5 standard errors (a chance of 1 in 2,000 to fail by luck)."""
    result = alone(bench(), games=400, seed=2)
    assert result.coverage.exact == result.coverage.of == 60
    assert result.mean is not None
    assert abs(result.mean - MEAN) < 3.5 * DEVIATION / 400**0.5
    assert sum(result.won.values()) == 400


def test_the_figures_are_those_of_the_games() -> None:
    games = [alone_plan().game(number) for number in range(60)]
    result = alone(bench(), games=60, seed=5)
    won = [one.won for one in games]
    assert result.mean == pytest.approx(statistics.fmean(won))
    assert result.deviation == pytest.approx(statistics.stdev(won))
    assert result.median == statistics.median_low(won)
    half = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(won) / 60**0.5
    assert result.interval == pytest.approx((statistics.fmean(won) - half, statistics.fmean(won) + half))
    third = result.turns[2]
    assert third.score == pytest.approx(statistics.fmean(one.turns[2].score for one in games))
    assert third.used == pytest.approx(statistics.fmean(one.turns[2].used for one in games))
    last = result.turns[-1]
    assert last.won == 60 and last.score == pytest.approx(statistics.fmean(one.turns[-1].score for one in games))
    assert last.games == sum(len(one.turns) >= last.turn for one in games)
    assert result.redrawn == sum(one.aside > 0 for one in games)


def test_any_number_of_workers_gives_the_same_bytes() -> None:
    one, two = (alone(bench(), games=3 * BLOCK + 7, seed=9, workers=workers) for workers in (1, 2))
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert one == two
    assert alone(bench(), games=3 * BLOCK + 7, seed=10) != one


def test_a_precision_ends_it_after_whole_blocks() -> None:
    result = alone(bench(), precision=0.1, seed=3)
    assert result.games % BLOCK == 0 and mean_half_width(result.won) <= 0.1
    before = alone(bench(), games=result.games - BLOCK, seed=3)
    assert mean_half_width(before.won) > 0.1
    assert replace(alone(bench(), precision=0.1, seed=3, workers=2)) == result
    assert alone(bench(), precision=0.001, games=BLOCK, seed=3).games == BLOCK


def test_games_that_are_not_won_are_counted_and_leave_no_mean() -> None:
    result = alone(bench(), games=4, pilot="nothing", turns=3)
    assert (result.open, result.mean, result.interval, result.median) == (4, None, None, None)
    assert any("4 of 4" in str(line) for line in result.summary())
    validate(result.to_json(), "goldfish")


def test_what_is_not_played_is_told() -> None:
    deck = read_deck("4 Tiana - Diligent Waitress\n3 Be Prepared", "lorcana", catalogue())
    result = alone(deck, games=1, turns=1)
    whole = rules_of("lorcana").play_card(
        next(one.card for one in deck.sections["main"] if one.count == 3), catalogue()
    )
    if whole.coverage in ("exact", "none"):
        assert (result.coverage.exact, result.coverage.not_played) == (7, ())
    else:
        assert result.coverage.exact == 4
        assert [(card.name, n) for card, n, _ in result.coverage.not_played] == [("Be Prepared", 3)]


def test_a_card_that_is_not_understood_is_told_first(monkeypatch: pytest.MonkeyPatch, run_cli: Run) -> None:
    """Its text is not played silently: text and JSON name the copies before any figure."""
    from deckkit.games.lorcana import table

    whole = rules_of("lorcana")

    def play_card(card: Any, cards: Any) -> Any:
        made = whole.play_card(card, cards)
        return replace(made, coverage="unparsed", abilities=()) if card.name.startswith("Koda") else made

    monkeypatch.setattr(table, "TABLE", replace(whole, play_card=play_card))
    copies = sum(entry.count for entry in bench().sections["main"] if entry.card and entry.card.name.startswith("Koda"))
    code, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-n", "5", "--lang", "en")
    lines = out.decode().splitlines()
    assert code == 0 and lines[0] == f"played with all their text: {60 - copies} of 60 copies"
    assert lines[1].startswith(f"  {copies} Koda") and lines[1].endswith("by its printed facts only")
    _, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-n", "5", "--json")
    document = json.loads(out)
    validate(document, "goldfish")
    (told,) = document["coverage"]["not_played"]
    assert document["coverage"]["exact"] == 60 - copies
    assert (told["count"], told["coverage"]) == (copies, "unparsed") and told["name"].startswith("Koda")


@pytest.mark.parametrize("op", ["destroy", "exhaust", "damage", "move"])
def test_what_aims_at_opposing_cards_finds_none_and_the_rest_is_done(op: str) -> None:
    """CR 1.2.3, 6.1.2: as much is done as can be. Nobody opposes a goldfish; the card is played and draws."""
    aimed: dict[str, Any] = {"op": op, "target": {"choose": {"type": "Character", "controller": "foe"}}}
    aimed |= {"damage": {"n": 2}, "move": {"to": "hand"}}.get(op, {})
    spell = {
        "test": "t-spell",
        "type": "action",
        "cost": 1,
        "effects": [{"on": "play", "do": [aimed, {"op": "draw", "n": 1}]}],
    }
    body = {"test": "t-body", "cost": 2, "lore": 1, "strength": 1, "willpower": 1}
    one = plan(body, spell, copies=30).block(0, 10)
    assert one.won.total() == 10 and one.cards["t-spell", "played"] > 0
    without = plan(body, {**spell, "effects": []}, copies=30).block(0, 10)
    drawn = [sum(n for (_, what), n in tally.cards.items() if what == "drawn") for tally in (one, without)]
    assert drawn[0] > drawn[1]


def test_pack_rush_is_played_by_its_own_rules() -> None:
    """CR 10.2: five cards, two ink from the start, 15 lore."""
    result = alone(bench(), games=10, format="pack-rush")
    assert result.turns[0].available >= 2
    assert result.mean is not None and result.mean < MEAN


def test_frames_and_the_page_of_a_notebook() -> None:
    result = alone(bench(), games=10)
    turns, cards = result.to_frame(), result.to_frame("cards")
    assert list(turns["turn"]) == [row.turn for row in result.turns]
    assert turns["won_now"].sum() == 10 and cards["count"].sum() == 60
    assert "<table>" in result._repr_html_()


@pytest.mark.parametrize(
    "how",
    [
        {"games": 0},
        {"precision": 0.0},
        {"precision": float("nan")},
        {"workers": 0},
        {"turns": 0},
        {"turns": 61},
        {"pilot": "nobody"},
        {"format": "core"},
    ],
)
def test_what_means_nothing_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        alone(bench(), **how)


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(InputError):
        alone(read_deck("", "lorcana", catalogue()))


def test_the_library_plays_too(unplayable: str) -> None:
    result = deckkit.run_goldfish(bench(), games=5, seed=2)
    assert result == alone(bench(), games=5, seed=2)
    with pytest.raises(UsageError, match="cannot be played"):
        deckkit.run_goldfish(replace(bench(), game=unplayable))


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_tells_coverage_first(run_cli: Run) -> None:
    code, out, err = run_cli("goldfish", str(DECKS / "goldfish.txt"), "--games", "20")
    text = out.decode()
    assert code == 0 and "recognised" in err
    assert text.startswith("played with all their text: 60 of 60 copies")
    assert "20 games, seed 0, pilot greedy" in text and "Koda - Smallish Bear" in text


def test_the_json_of_the_command(run_cli: Run) -> None:
    code, out, _ = run_cli("goldfish", str(EXAMPLE), "-n", "20", "--seed", "4", "--draw", "--json")
    document = json.loads(out)
    validate(document, "goldfish")
    assert code == 0 and document["games"] == 20 and document["seed"] == 4
    assert document["assumptions"]["first"] == "draw"
    assert set(document["win_turn"]) >= {"mean", "interval", "histogram"}
    assert sum(document["win_turn"]["histogram"].values()) == 20
    assert document["coverage"]["of"] == 60
    assert run_cli("goldfish", str(EXAMPLE), "-n", "20", "--seed", "4", "--draw", "--json")[1] == out


def test_games_one_by_one(run_cli: Run) -> None:
    code, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "--hands", "-n", "2")
    text = out.decode()
    assert code == 0 and "game 1" in text and "game 2" in text and "game 3" not in text
    assert "won on turn" in text and "    quest " in text
    _, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "--hands", "-n", "2", "--json")
    document = json.loads(out)
    validate(document, "goldfish")
    assert [len(one["opening"]) for one in document["hands"]] == [7, 7]


def test_csv_has_a_row_a_turn(run_cli: Run) -> None:
    code, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-n", "10", "--csv")
    lines = out.decode().split("\r\n")
    assert code == 0 and lines[0].startswith("turn,games,") and lines[1].startswith("1,10,")


def test_lines_that_are_not_understood_are_told_and_the_rest_is_played(run_cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text((DECKS / "goldfish.txt").read_text("utf-8") + "3 Nobody At All\n", "utf-8")
    code, out, err = run_cli("goldfish", str(file), "-n", "5", "--json", "-g", "lorcana")
    document = json.loads(out)
    validate(document, "goldfish")
    assert code == 3 and "Nobody At All" in err
    assert document["deck"]["unresolved"] == 3 and document["coverage"]["of"] == 60


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("--pilot", "nobody"), 2, "greedy, random, nothing"),
        (("--pilot", "missing.toml"), 3, "missing.toml"),
        (("--format", "core"), 2, "pack-rush"),
        (("--hands", "--csv"), 2, "--csv"),
        (("--hands", "-n", "5000"), 2, "1000"),
        (("--rules", "2020"), 2, "--rules"),
        (("-n", "0"), 2, "--games"),
    ],
)
def test_wrong_usage_is_one_clear_error(run_cli: Run, arguments: tuple[str, ...], code: int, word: str) -> None:
    found, out, err = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-q", *arguments)
    assert (found, out) == (code, b"")
    assert err.startswith("error: ") and word in err


def test_a_game_that_cannot_be_played_is_told(run_cli: Run, unplayable: str) -> None:
    found, out, err = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-q", "--game", unplayable)
    assert (found, out) == (2, b"")
    assert err.startswith("error: ") and "cannot be played" in err and "lorcana" in err


def test_the_rows_can_be_exported(run_cli: Run) -> None:
    arguments = ("export", "goldfish", str(DECKS / "goldfish.txt"), "-n", "10", "-q")
    code, out, _ = run_cli(*arguments, "--to", "jsonl")
    rows = [json.loads(line) for line in out.decode().splitlines()]
    assert code == 0 and rows[0]["turn"] == 1 and sum(row["won_now"] for row in rows) == 10
    code, out, _ = run_cli(*arguments, "--to", "json", "--what", "cards")
    assert code == 0 and sum(row["count"] for row in json.loads(out)) == 60
    assert run_cli(*arguments, "--what", "nothing")[0] == 2


def test_there_is_french(run_cli: Run) -> None:
    code, out, _ = run_cli("goldfish", str(DECKS / "goldfish.txt"), "-n", "5", "--lang", "fr", "-q")
    assert code == 0 and "Maui" in out.decode()
