"""Riftbound played alone: hand-computed games, what a game may score, and the pilot's decisions on laid boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from engine_support import Table, catalogue
from schema_check import validate
from typer.testing import CliRunner

from deckkit.api import read_deck, run_goldfish
from deckkit.engine.match import Match
from deckkit.engine.notation import write_action
from deckkit.engine.table import Pile, new_match
from deckkit.games.riftbound.pilot import SOLO, greedy
from deckkit.games.riftbound.table import TABLE, rune_card
from deckkit.games.riftbound.table import test_card as a_card
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.run import prepare
from deckkit.goldfish.solo import Played, play_alone, play_out

BATTLEFIELDS = 2


def pile(*cards: dict[str, Any], runes: str = "fury") -> Pile:
    """A deck of 40 copies of these cards in turn, with twelve runes of one domain."""
    made = [a_card({"test": f"t-{i}", **card}, "test") for i, card in enumerate(cards)]
    return {
        "deck": tuple((card, 40 // len(made)) for card in made),
        "rune_deck": ((rune_card(runes), 12),),
    }


def alone(deck: Pile, *, play: bool = True, game: int = 0, **more: Any) -> Played:
    return play_alone(TABLE, deck, SOLO, greedy(), seed=3, game=game, play=play, **more)


# -- games counted by hand -------------------------------------------------------------------------------------------


def model(cost: int, *, play: bool) -> list[int]:
    """The points by turn with units of one cost, as early as the rules allow, without the engine (RP 3.4, 4, 16).

    Each turn: a point for each battlefield held; units in the base take those that are left; then units are played.
    """
    points, base, held, by_turn = 0, 0, 0, []
    for turn in range(1, 20):
        points += held
        if points < 8:
            taken = min(base, BATTLEFIELDS - held)
            # The last point by conquest asks for every battlefield in that turn (RP 16.4).
            for _ in range(taken):
                held, base = held + 1, base - 1
                points += int(points < 7 or held == BATTLEFIELDS)
            if points < 8:
                base += min(12, 2 * turn + (0 if play else 1)) // cost
        by_turn.append(points)
        if points >= 8:
            break
    return by_turn


@pytest.mark.parametrize("play", [True, False])
@pytest.mark.parametrize("cost", [1, 2, 3, 4, 6, 8, 12])
def test_units_of_one_cost_score_as_counted_without_the_engine(cost: int, play: bool) -> None:
    wanted = model(cost, play=play)
    for game in range(3):
        found = alone(pile({"energy": cost, "might": 2}), play=play, game=game)
        assert [turn.score for turn in found.turns] == wanted
        assert found.won == len(wanted)


def test_the_first_turns_by_hand() -> None:
    """One-cost units: two are played on turn 1 with two runes; both conquer on turn 2; then each turn two are held."""
    found = alone(pile({"energy": 1, "might": 1}))
    assert [turn.score for turn in found.turns] == [0, 2, 4, 6, 8]
    assert [turn.available for turn in found.turns[:4]] == [2, 4, 6, 8]
    assert [turn.used for turn in found.turns[:2]] == [2, 4]
    # Four cards and a draw each turn: 5 - 2, 4 - 4.
    assert [turn.hand for turn in found.turns[:2]] == [3, 0]
    assert [turn.figures[0] for turn in found.turns[:4]] == [2, 4, 6, 8]


def test_accelerate_is_paid_where_it_brings_a_point() -> None:
    """Two Energy and Accelerate (RP 13): on the draw three runes pay it on turn 1, which conquers at once.

    A rune is recycled each time: turn 2 has 3 - 1 + 2 runes, again enough. Points 1, 1 + 1 + 1, then two a turn: 9 on
    turn 5. Without it the same units win on turn 6.
    """
    unit = {"energy": 2, "might": 2, "domain": ["fury"]}
    plain = alone(pile(unit), play=False)
    quick = alone(pile({**unit, "keywords": ["Accelerate"]}), play=False)
    assert [turn.score for turn in plain.turns] == [0, 1, 3, 5, 7, 9]
    assert [turn.score for turn in quick.turns] == [1, 3, 5, 7, 9]
    # Afterwards no battlefield waits, and no rune is spent on it; the last turn ends as it begins, before the channel.
    assert [turn.figures[0] for turn in quick.turns] == [2, 3, 5, 7, 7]


def soonest(seen: Sequence[Sequence[int]], energy: Sequence[int], used: tuple[tuple[int, int], ...] = ()) -> int:
    """The earliest turn of eight points with units alone, by trying everything: ``seen[t]`` costs known by turn t + 1.

    ``used`` are the two units that matter: the turn in which each was played, and which card it was.
    """
    if len(used) == BATTLEFIELDS:
        points = turn = 0
        while points < 8:
            turn += 1
            points += sum(turn > at + 1 for at, _ in used)
            points += sum(turn == at + 1 for at, _ in used) if points < 8 else 0
        return turn
    found = [99]
    for turn in range(used[-1][0] if used else 1, len(energy) + 1):
        left = energy[turn - 1] - sum(seen[turn - 1][card] for at, card in used if at == turn)
        for card, cost in enumerate(seen[turn - 1]):
            if cost <= left and all(card != other for _, other in used):
                found.append(soonest(seen, energy, (*used, (turn, card))))
    return min(found)


@pytest.mark.parametrize("game", range(12))
def test_with_units_alone_it_wins_as_soon_as_the_cards_allow(game: int) -> None:
    costs = ((1, 3, 5, 6), (2, 2, 5, 7), (3, 4, 4, 8), (2, 4, 6, 7))[game % 4]
    deck = pile(*({"energy": cost, "might": cost} for cost in costs))
    matches: list[Match] = []
    hands: list[tuple[int, ...]] = []

    def told(m: Match, _action: object) -> None:
        matches.append(m)
        if m.state.turn and not hands:
            hands.append(m.zone(0, "hand"))

    found = alone(deck, game=game, told=told)
    m = matches[-1]
    drawn = [event.it for event in m.log or () if event.kind == "draw" and event.seat == 0]
    # The hand of turn 1, the mulligan done and one drawn; then a card a turn.
    first = hands[0]
    later = [one for one in drawn[4:] if one not in first]
    known = [m.state.things[one].card.cost for one in (*first, *later)]
    assert len(first) == 5
    seen = [known[: 5 + turn] for turn in range(len(found.turns))]
    assert found.won == soonest(seen, [min(12, 2 * turn) for turn in range(1, len(found.turns) + 1)])


def test_power_of_another_domain_leaves_cards_stuck() -> None:
    deck = pile({"energy": 1, "might": 2, "domain": ["calm"], "power": {"calm": 1}})
    found = alone(deck, turns=4)
    assert not found.won
    assert [turn.score for turn in found.turns] == [0, 0, 0, 0]
    names = list(SOLO.figures)
    for turn in found.turns:
        assert turn.figures[names.index("short_power")] == turn.hand
        assert turn.figures[names.index("short_energy")] == 0
    drawn, played, _, stuck, _ = found.cards["t-0"]
    assert (played, stuck) == (0, drawn)


def test_what_is_too_dear_and_which_domain_is_absent_is_told() -> None:
    deck = {**pile({"energy": 5, "might": 5}), "rune_deck": ((rune_card("fury"), 1), (rune_card("mind"), 1))}
    found = alone(deck, turns=3)
    names = list(SOLO.figures)
    assert [turn.figures[names.index("short_energy")] for turn in found.turns] == [turn.hand for turn in found.turns]
    # Two runes are channelled on turn 1: both domains are there from then on.
    assert [turn.figures[names.index("runes")] for turn in found.turns] == [2, 2, 2]
    assert [turn.figures[names.index("domains_absent")] for turn in found.turns] == [0, 0, 0]
    half = {**deck, "rune_deck": ((rune_card("fury"), 2), (rune_card("mind"), 10))}
    first = {alone(half, turns=1, game=game).turns[0].figures[-1] for game in range(12)}
    assert first == {0, 1}


def test_the_mulligan_sets_aside_two_dear_cards_at_most() -> None:
    dear = {"energy": 7, "might": 7}
    found = alone(pile(dear), turns=1)
    assert found.aside == 2
    assert alone(pile({"energy": 2, "might": 2}), turns=1).aside == 0


def test_a_deck_without_runes_never_scores() -> None:
    deck = {"deck": pile({"energy": 1})["deck"]}
    found = alone(deck, turns=5)
    assert (found.won, [turn.score for turn in found.turns]) == (0, [0] * 5)


def test_the_champion_is_played_from_its_zone() -> None:
    champion = a_card({"test": "t-champion", "energy": 2, "might": 3}, "test")
    deck = {**pile({"energy": 9, "might": 9}), "champion": ((champion, 1),)}
    found = alone(deck, turns=3)
    assert found.cards["t-champion"][1] == 1
    assert [turn.score for turn in found.turns] == [0, 1, 2]


# -- real lists ------------------------------------------------------------------------------------------------------


def lists(shared: Path) -> list[Path]:
    folder = shared / "decks" / "riftbound"
    return sorted(folder.glob("precon-json/*.json")) + sorted(folder.glob("riftboundgg-json/*.json"))


def test_points_come_from_battlefields_once_a_turn_and_from_effects(shared: Path) -> None:
    """RP 16.1-16.3: in a turn each of the two battlefields gives one point at most; all points are in the log."""
    for file in lists(shared)[::4]:
        deck = read_deck(file, "riftbound", catalogue())
        plan, _ = prepare(deck, lambda: TABLE, lambda: SOLO, catalogue(), seed=9)
        for game in range(4):
            seen: list[Match] = []
            found = plan.game(game, lambda m, _action, seen=seen: seen.append(m))
            m = seen[-1]
            fields = set(m.state.shared["battlefields"])
            assert len(fields) == BATTLEFIELDS
            turn: dict[int, int] = {}
            effects = total = at = 0
            for event in m.log or ():
                if event.kind == "start_of_turn":
                    at += 1
                if event.kind == "score" and event.seat == 0:
                    total += event.n
                    if event.other in fields:
                        turn[at] = turn.get(at, 0) + event.n
                    else:
                        effects += event.n
            assert all(n <= BATTLEFIELDS for n in turn.values())
            assert sum(turn.values()) + effects == total >= m.state.seats[0].score == found.turns[-1].score


def test_two_workers_play_what_one_plays(shared: Path) -> None:
    deck = read_deck(lists(shared)[0], "riftbound", catalogue())
    results = [run_goldfish(deck, games=100, seed=4, workers=workers, catalogue=catalogue()) for workers in (1, 2)]
    documents = [one.to_json() for one in results]
    assert json.dumps(documents[0]) == json.dumps(documents[1])
    validate(documents[0], "goldfish")
    rows = documents[0]["by_turn"]
    assert [list(row["figures"]) for row in rows] == [list(SOLO.figures)] * len(rows)
    frame = results[0].to_frame()
    assert list(frame["runes"]) == [row["figures"]["runes"] for row in rows]
    # Two runes on turn 1, some of which have been recycled; never more than the twelve of the deck.
    assert rows[0]["figures"]["runes"] <= 2 and all(row["figures"]["runes"] <= 12 for row in rows)


def test_a_card_in_two_zones_is_one_row(shared: Path) -> None:
    """A Chosen Champion whose further copies are in the main deck (rules digest A)."""
    for file in lists(shared):
        deck = read_deck(file, "riftbound", catalogue())
        _, cards = prepare(deck, lambda: TABLE, lambda: SOLO, catalogue())
        keys = [card.key for card, _, _ in cards]
        assert len(keys) == len(set(keys))
        played = ("main", "champion", "legend", "runes", "battlefields")
        total = sum(item.count for name in played for item in deck.sections.get(name, ()))
        assert sum(copies for *_, copies in cards) == total


def test_the_command_tells_points_runes_and_what_lacked(shared: Path) -> None:
    from deckkit.cli.main import app

    file = str(shared / "decks" / "riftbound" / "precon-json" / "jinx.json")
    done = CliRunner().invoke(app, ["goldfish", file, "--game", "riftbound", "--games", "20", "--lang", "en"])
    assert done.exit_code == 0
    for word in ("Score", "Runes", "Too dear", "Power lacking", "Domains absent"):
        assert word in done.stdout


# -- the pilot at a table --------------------------------------------------------------------------------------------


def chosen(table: Table, seat: int = 0) -> str:
    pilot = greedy()
    return write_action(table.m, pilot.choose(Reader(table.m, seat, pilot.values)))


def laid(*, mine: int, theirs: int) -> tuple[Table, str]:
    """A unit at home, and one of the foe's at a battlefield that the foe controls; the other one is one's own."""
    table = Table("riftbound")
    fields = [table.lay(seat, "battlefields", {"test": f"t-field-{seat}", "type": "battlefield"}) for seat in (0, 1)]
    for seat, field in enumerate(fields):
        field.controller = seat
    table.lay(0, "play", {"test": "t-mine", "might": mine})
    table.lay(1, "play", {"test": "t-theirs", "might": theirs}, at=fields[1].id)
    return table, f"move {fields[1].handle}"


def test_the_pilot_attacks_where_it_wins_only() -> None:
    table, move = laid(mine=5, theirs=2)
    assert chosen(table) == move
    table, move = laid(mine=2, theirs=5)
    assert chosen(table) == "end"


def test_the_pilot_keeps_what_it_holds() -> None:
    table, move = laid(mine=5, theirs=2)
    table.m.state.things[2].at = 0
    assert move not in table.offered
    assert chosen(table) == "end"


@pytest.mark.parametrize("game", range(4))
def test_two_pilots_play_real_lists_to_the_end(shared: Path, game: int) -> None:
    files = lists(shared)
    piles = []
    for file in (files[3 * game], files[3 * game + 1]):
        plan, _ = prepare(read_deck(file, "riftbound", catalogue()), lambda: TABLE, lambda: SOLO, catalogue())
        piles.append(plan.pile)
    m = new_match(TABLE, piles, seed=2, game=game, journal=False)
    play_out(m, [greedy(), greedy()], most=4_000)
    assert m.state.result is not None
    winner = m.state.result["winner"]
    assert m.state.seats[winner].score >= 8
