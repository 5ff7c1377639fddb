"""WoW TCG played alone: figures found without the engine, decisions on laid boards, hidden cards, real lists."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from engine_support import Table, a_match

from deckkit.catalogue import Catalogue
from deckkit.decklist import read_deck
from deckkit.engine.moves import enter
from deckkit.engine.notation import visible, write_action
from deckkit.engine.saving import clone
from deckkit.engine.state import NOBODY
from deckkit.engine.triggers import listen, quiet
from deckkit.errors import InputError
from deckkit.games import GAMES
from deckkit.games.wowtcg.pilot import SOLO, USUAL_HEALTH, sensible
from deckkit.games.wowtcg.table import TABLE
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.run import prepare
from deckkit.goldfish.solo import Played, play_alone, play_out

HERO = {"test": "t-hero", "type": "hero"}


def alone(deck: Sequence[tuple[Mapping[str, Any], int]], **how: Any) -> Played:
    pile = {
        "hero": ((TABLE.test_card(HERO, "t"), 1),),
        "deck": tuple((TABLE.test_card(one, "t"), n) for one, n in deck),
    }
    return play_alone(TABLE, pile, SOLO, sensible(), seed=3, game=0, config=SOLO.settings, **how)


def told(table: Table) -> str:
    """What the usual pilot does now."""
    pilot = sensible()
    table.m._legal = None
    return write_action(table.m, pilot.choose(Reader(table.m, table.m.to_act, pilot.values)))


def board(**lists: Any) -> Table:
    table = Table("wowtcg")
    table.m.state.phase = "action"
    for seat in (0, 1):
        table.lay(seat, "hero", {**HERO, "test": f"t-hero-{seat + 1}"})
        table.lay(seat, "deck", "t-x", n=9)
    for zone, cards in lists.items():
        seat, _, name = zone.partition("_")
        for one in cards:
            table.lay(int(seat[1]) - 1, name, one)
    return table


def expected(cost: int, atk: int, *, play: bool) -> list[int]:
    """The damage by own turn with a deck of one ally, until it is enough: one is placed each turn, the rest played."""
    hand, resources, allies, damage = 7, 0, 0, 0
    found: list[int] = []
    while damage < USUAL_HEALTH:
        hand += 0 if play and not found else 1
        hand, resources = hand - 1, resources + 1
        played = min(hand, resources // cost)
        for _ in range(allies):
            damage += atk if damage < USUAL_HEALTH else 0
        hand, allies = hand - played, allies + played
        found.append(damage)
    return found


@pytest.mark.parametrize("play", [True, False])
@pytest.mark.parametrize(("cost", "atk"), [(1, 1), (1, 2), (2, 3), (3, 4)])
def test_a_deck_of_one_ally_wins_when_it_can(cost: int, atk: int, play: bool) -> None:
    game = alone([({"test": "t-one", "cost": cost, "atk": atk, "health": 3}, 60)], play=play)
    wanted = expected(cost, atk, play=play)
    assert [turn.score for turn in game.turns] == wanted
    assert game.won == len(wanted)


def test_allies_with_ferocity_win_sooner() -> None:
    plain, quick = (
        alone([({"test": "t-one", "cost": 1, "atk": 2, "keywords": words}, 60)]) for words in ([], ["Ferocity"])
    )
    assert quick.won < plain.won
    assert quick.turns[0].score == 2


def test_a_deck_that_does_nothing_does_not_win() -> None:
    game = alone([({"test": "t-rock", "cost": 9, "atk": 0, "health": 9}, 60)], turns=12)
    assert game.won == 0
    assert game.turns[-1].score == 0


def test_resources_are_placed_every_turn_up_to_ten() -> None:
    game = alone([({"test": "t-rock", "cost": 30, "atk": 0}, 60)], turns=14)
    assert [turn.available for turn in game.turns] == [*range(1, 11), 10, 10, 10, 10]


# -- decisions on laid boards ------------------------------------------------------------------------------------------

DRAW = [{"on": "activate", "cost": [{"op": "pay", "n": 2}], "do": [{"op": "draw", "n": 1}]}]
QUEST = {"test": "t-quest", "type": "quest", "effects": DRAW}
SWORD = {"test": "t-sword", "type": "weapon", "atk": 3, "strike_cost": 1}


def test_quests_are_placed_first() -> None:
    assert told(board(p1_hand=[{"test": "t-a"}, QUEST])) == "place_resource t-quest up"


def test_of_other_cards_the_one_that_comes_latest_is_placed() -> None:
    cards = [{"test": "t-low", "cost": 1}, {"test": "t-high", "cost": 9, "atk": 5, "health": 5}]
    assert told(board(p1_hand=cards)) == "place_resource t-high down"


def test_the_dearest_ally_that_can_be_paid_is_played() -> None:
    table = board(p1_hand=[{"test": f"t-{n}", "cost": n, "atk": n, "health": n} for n in (1, 2, 3, 5)])
    table.resources(0, 3, "resources")
    table.m.state.seats[0].used = {"place": 1}
    assert told(table) == "play t-3"


def test_a_quest_is_completed_with_what_the_hand_cannot_use() -> None:
    table = board(p1_resources=[QUEST])
    table.resources(0, 2, "resources")
    assert told(table) == "complete_quest t-quest"
    table.lay(0, "hand", {"test": "t-a", "cost": 2})
    table.m.state.seats[0].used = {"place": 1}
    assert told(table) == "play t-a"


def test_a_cheap_strike_goes_before_the_cards_and_is_struck() -> None:
    table = board(p1_hero_row=[SWORD], p1_hand=[{"test": "t-a", "cost": 2}])
    table.resources(0, 2, "resources")
    table.m.state.seats[0].used = {"place": 1}
    assert told(table) == "propose t-hero-1 t-hero-2"
    table.do("propose t-hero-1 t-hero-2")
    assert told(table) == "choose t-sword"


def test_a_hero_without_atk_stays_at_home() -> None:
    table = board(p1_hero_row=[{**SWORD, "strike_cost": 5}])
    assert told(table) == "end_turn"


def test_an_ally_is_attacked_where_the_exchange_is_good_else_the_hero() -> None:
    good = board(p1_allies=[{"test": "t-a", "atk": 3, "health": 4}], p2_allies=[{"test": "t-b", "atk": 3, "health": 3}])
    assert told(good) == "propose t-a t-b"
    bad = board(p1_allies=[{"test": "t-a", "atk": 2, "health": 2}], p2_allies=[{"test": "t-b", "atk": 3, "health": 5}])
    assert told(bad) == "propose t-a t-hero-2"
    won = board(p1_allies=[{"test": "t-a", "atk": 3, "health": 4}], p2_allies=[{"test": "t-b", "atk": 3, "health": 3}])
    won.m.state.things[won.m.zone(1, "hero")[0]].damage = 22
    assert told(won) == "propose t-a t-hero-2"


def test_harm_goes_to_the_others_and_help_to_oneself() -> None:
    at = {"choose": {"type": ["Hero", "Ally"]}}
    bolt = {"test": "t-bolt", "type": "ability", "instant": True, "effects": [
        {"on": "play", "do": [{"op": "damage", "kind": "fire", "source": "hero", "n": 2, "target": at}]}
    ]}  # fmt: skip
    balm = {"test": "t-balm", "type": "ability", "instant": True, "effects": [
        {"on": "play", "do": [{"op": "heal", "n": 2, "target": at}]}
    ]}  # fmt: skip
    for card, wanted in ((bolt, "choose t-hero-2"), (balm, "choose t-hero-1")):
        table = board(p1_hand=[card])
        table.m.state.seats[0].used = {"place": 1}
        table.do(f"play {card['test']}")
        assert told(table) == wanted


def test_a_protector_steps_in_where_it_survives() -> None:
    table = board(
        p1_allies=[{"test": "t-a", "atk": 2, "health": 2}],
        p2_allies=[{"test": "t-guard", "atk": 2, "health": 5, "keywords": ["Protector"]}],
    )
    table.do("propose t-a t-hero-2")
    assert told(table) == "choose t-guard"


def test_a_hand_without_early_cards_is_exchanged() -> None:
    dear = alone([({"test": "t-dear", "cost": 9, "atk": 0}, 60)], turns=2)
    cheap = alone([({"test": "t-cheap", "cost": 1, "atk": 0}, 60)], turns=2)
    assert (dear.aside, cheap.aside) == (7, 0)


# -- hidden cards, real lists ------------------------------------------------------------------------------------------


def test_no_decision_depends_on_hidden_cards() -> None:
    pilot = sensible()
    looked = 0
    for game in range(8):
        m = a_match("wowtcg", game, shared=False)
        r = random.Random(game)
        while not m.over and m.state.turn < 14:
            seat = m.to_act
            action = pilot.choose(Reader(m, seat, pilot.values))
            other = clone(m)
            hidden = [
                one for one in other.state.things if not visible(other, one, seat) and one.owner != seat
            ]  # fmt: skip
            dealt = [(one.card, one.handle) for one in hidden]
            r.shuffle(dealt)
            for thing, (card, handle) in zip(hidden, dealt, strict=True):
                quiet(other, thing)
                thing.card, thing.handle = card, handle
                if thing.over == NOBODY:
                    listen(other, thing)
            assert pilot.choose(Reader(other, seat, pilot.values)) == action
            looked += 1
            m.apply(action)
    assert looked > 200


def test_two_pilots_play_a_game_to_its_end() -> None:
    for game in range(6):
        m = a_match("wowtcg", game, shared=False, players=2)
        play_out(m, [sensible(), sensible()], most=3000)
        assert m.over
        assert (m.state.result or {}).get("reason") in ("no_health", "empty_deck")


@pytest.mark.shared
def test_real_lists_are_played(shared: Path, catalogue: Catalogue) -> None:
    game = GAMES["wowtcg"]
    played = 0
    assert game.table is not None and game.pilot is not None
    for file in sorted((shared / "decks" / "wowtcg").glob("*.yml")):
        deck = read_deck(file, catalogue, "wowtcg", game.deck)
        plan, _ = prepare(deck, game.table, game.pilot, catalogue, seed=1)
        for number in range(4):
            found = plan.game(number)
            assert 3 <= found.won <= 14, file.name
            assert found.turns[-1].score >= USUAL_HEALTH
        played += 1
    assert played == 18


@pytest.mark.shared
def test_cards_of_unknown_numbers_are_refused_by_name(shared: Path, catalogue: Catalogue) -> None:
    game = GAMES["wowtcg"]
    assert game.table is not None and game.pilot is not None
    file = shared / "decks" / "wowtcg" / "druid-ramp-no-hero-2017.txt"
    deck = read_deck(file, catalogue, "wowtcg", game.deck)
    plan, _ = prepare(deck, game.table, game.pilot, catalogue, seed=1)
    with pytest.raises(InputError) as refused:
        plan.game(0)
    assert "Medivh the Prophet" in str(refused.value.what) and "health" in str(refused.value.what)
    lord = TABLE.test_card({"test": "t-lord", "type": "master hero"}, "t")
    with pytest.raises(InputError) as master:
        play_alone(TABLE, {"hero": ((lord, 1),), "deck": ()}, SOLO, sensible(), seed=1, game=0)
    assert "t-lord" in str(master.value.what)
    # Without a hero it is missed.
    only = TABLE.test_card({"test": "t-a"}, "t")
    with pytest.raises(InputError) as missed:
        play_alone(TABLE, {"deck": ((only, 60),)}, SOLO, sensible(), seed=1, game=0)
    assert "hero" in str(missed.value.what)


@pytest.mark.shared
def test_only_alone_heroes_have_the_usual_health(shared: Path, catalogue: Catalogue) -> None:
    """Against each other lists play heroes of their printed health; one of unknown health is refused by name."""
    game = GAMES["wowtcg"]
    assert game.table is not None and game.pilot is not None
    file = shared / "decks" / "wowtcg" / "2013-alliance-rogue.yml"
    deck = read_deck(file, catalogue, "wowtcg", game.deck)
    plan, _ = prepare(deck, game.table, game.pilot, catalogue, seed=1)
    assert plan.config == {"hero_health": 28} and plan.game(0)
    plan, _ = prepare(deck, game.table, game.pilot, catalogue, seed=1, alone=False)
    with pytest.raises(InputError) as refused:
        plan.game(0)
    assert plan.config is None and "Taerinar, Fang of Goldrinn" in str(refused.value.what)


def test_an_ally_that_enters_by_an_effect_waits_for_its_turn() -> None:
    table = board()
    thing = table.lay(0, "discard", {"test": "t-a", "atk": 2})
    enter(table.m, thing, "allies", seat=0)
    table.m._legal = None
    table.illegal("propose t-a t-hero-2")
