"""The rules of play of Invocateurs; numbers are those of the rules digest (IN), worked examples those of the guide."""

from __future__ import annotations

from typing import Any

import pytest
from invocateurs_support import (
    ARTHUR,
    BALM,
    BLAST,
    CALL,
    CAMELOT,
    CURSE,
    DRAGON,
    EXCALIBUR,
    GOLEM,
    GUARDIAN,
    KNIGHT,
    KNOWN,
    MAGIC,
    MARSH,
    MINOTAUR,
    MOZART,
    READ,
    RING,
    ROBOT,
    SEAL,
    SHIELD,
    SQUIRE,
    Duel,
    a_deck,
    card,
    known,
)

from deckkit.engine.saving import digest
from deckkit.engine.table import new_match
from deckkit.engine.view import preview, view
from deckkit.errors import InputError
from deckkit.games.invocateurs.combat import Outcome, compare
from deckkit.games.invocateurs.setup import throws
from deckkit.games.invocateurs.table import TABLE

# -- setup and turn (IN 1, 4, 6.1) ----------------------------------------------------------------------------------


def test_a_game_begins_with_6000_life_five_cards_and_no_draw_for_the_first() -> None:
    m = new_match(TABLE, [a_deck(1), a_deck(2)], seed=1, first=1)
    assert [seat.life for seat in m.state.seats] == [6000, 6000]  # IN 1.1, 4.1
    assert [len(seat.zones["hand"]) for seat in m.state.seats] == [5, 5]  # IN 4.1, 4.3: no sixth card
    assert [len(seat.zones["deck"]) for seat in m.state.seats] == [35, 35]
    assert (m.state.turn, m.state.active, m.state.phase) == (1, 1, "main")
    assert m.state.decision is None  # IN 14.23: no mulligan


def test_the_second_player_draws_in_the_second_turn() -> None:
    m = new_match(TABLE, [a_deck(1), a_deck(2)], seed=1, first=0)
    m.apply(next(one for one in m.legal_actions() if one.kind == "end"))
    assert (m.state.turn, m.state.active) == (2, 1)
    assert len(m.state.seats[1].zones["hand"]) == 6  # IN 4.3, 6.1


@pytest.mark.parametrize(
    ("rounds", "winner", "count"),
    [
        ([("rock", "scissors")], "P1", 1),
        ([("scissors", "paper")], "P1", 1),
        ([("rock", "paper")], "P2", 1),
        ([("rock", "rock"), ("paper", "paper"), ("paper", "scissors")], "P2", 3),
        ([("rock", "rock")], None, 1),
    ],
)
def test_rock_paper_scissors_is_thrown_again_on_a_tie(rounds: Any, winner: str | None, count: int) -> None:
    assert throws([{"P1": a, "P2": b} for a, b in rounds]) == (winner, count)  # IN 4.2, 14.19


def test_the_first_player_may_not_attack_in_the_very_first_turn() -> None:
    duel = Duel(turn=1, phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    assert not [one for one in duel.offered if one.startswith("attack")]  # IN 4.3
    later = Duel(turn=3, phase="combat")
    later.lay(0, "field", KNIGHT, "k")
    assert "attack k player" in later.offered


def test_the_phases_follow_each_other() -> None:
    duel = Duel().decks()  # IN 6.1
    assert duel.offered == ["go_to combat", "go_to main2", "end_turn"]
    assert duel.do("go_to combat").offered == ["go_to main2", "end_turn"]
    assert duel.do("go_to main2").offered == ["end_turn"]
    duel.do("end_turn")
    assert (duel.m.state.active, duel.m.state.turn, duel.m.state.phase) == (1, 10, "main")
    assert duel.names(1, "hand") == ["d21"]


# -- summons (IN 6) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "cost"), [(1, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2)])
def test_sacrifices_by_level(level: int, cost: int) -> None:
    duel = Duel()
    duel.lay(0, "hand", {"test": "t-a", "level": level, "atk": 100}, "a")
    for i in range(3):
        duel.lay(0, "field", "t-s", f"s{i}")
    found = [one.split()[2:-1] for one in duel.offered if one.startswith("summon a") and one.endswith("up")]
    ways = {0: [[]], 1: [["s0"], ["s1"], ["s2"]], 2: [["s0", "s1"], ["s0", "s2"], ["s1", "s2"]]}
    assert found == ways[cost]  # IN 6.3
    down = [one.split()[2:-1] for one in duel.offered if one.startswith("summon a") and one.endswith("down")]
    assert down == ways[cost]  # IN 14.5


def test_a_sacrifice_goes_to_the_graveyard_and_makes_room() -> None:
    duel = Duel()
    duel.lay(0, "hand", ARTHUR, "a")
    for i in range(5):
        duel.lay(0, "field", "t-s", f"s{i}")
    duel.do("summon a s0 s3 up")  # IN 6.3, 5.1: five zones, all taken before
    assert duel.names(0, "field") == ["s1", "s2", "s4", "a"]
    assert duel.names(0, "discard") == ["s0", "s3"]


def test_no_summon_without_a_free_zone() -> None:
    duel = Duel()
    duel.lay(0, "hand", KNIGHT, "k")
    for i in range(5):
        duel.lay(0, "field", "t-s", f"s{i}")
    assert not [one for one in duel.offered if one.startswith("summon")]  # IN 5.1


def test_face_up_in_attack_or_face_down_in_defence() -> None:
    duel = Duel()
    duel.lay(0, "hand", KNIGHT, "k")
    assert [one for one in duel.offered if one.startswith("summon")] == ["summon k up", "summon k down"]  # IN 6.2, 14.6
    duel.do("summon k down")
    assert (duel.thing("k").facedown, duel.thing("k").exhausted) == (True, True)


def test_one_normal_summon_a_turn_in_a_main_phase() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", KNIGHT, "k")
    duel.lay(0, "hand", SQUIRE, "e")
    duel.do("summon k up")
    assert not [one for one in duel.offered if one.startswith("summon e")]  # IN 6.2
    duel.do("end_turn", "end_turn", "go_to combat")
    assert not [one for one in duel.offered if one.startswith("summon e")]  # IN 6.2, 6.7: main phases only
    assert "summon e up" in duel.do("go_to main2").offered


def test_a_special_summon_needs_no_sacrifice_and_leaves_the_normal_one() -> None:
    duel = Duel()
    duel.lay(0, "hand", CALL, "c")
    duel.lay(0, "hand", DRAGON, "d")
    duel.lay(0, "hand", KNIGHT, "k")
    duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
    duel.do("play c", "choose d")
    assert duel.names(1, "support") == []  # IN 14.12: its on-summon effect works too
    assert "summon k up" in duel.offered  # IN 6.4
    assert duel.names(0, "discard") == ["c"]


def test_a_special_summon_needs_a_summon_in_hand_and_a_zone() -> None:
    duel = Duel()
    duel.lay(0, "hand", CALL, "c")
    assert "play c" not in duel.offered
    duel.lay(0, "hand", KNIGHT, "k")
    assert "play c" in duel.offered
    for i in range(5):
        duel.lay(0, "field", "t-s", f"s{i}")
    assert "play c" not in duel.offered  # IN 5.1


def test_turning_up_waits_for_the_next_own_turn_and_uses_the_change_of_position() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", DRAGON, "d")
    for name in ("s1", "s2"):
        duel.lay(0, "field", "t-s", name)
    duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
    duel.do("summon d s1 s2 down")  # IN 8.4: level 8, two sacrifices
    assert "turn_up d" not in duel.offered  # IN 6.5
    assert duel.names(1, "support") == ["b"]  # IN 11.1: not on being laid
    duel.do("end_turn", "end_turn")
    duel.do("turn_up d")
    assert duel.names(1, "discard") == ["b"]  # IN 6.5, 11.1
    assert (duel.thing("d").facedown, duel.thing("d").exhausted) == (False, False)
    assert "change_position d" not in duel.offered  # IN 14.3
    assert "attack d player" in duel.do("go_to combat").offered  # IN 14.4


def test_turning_up_is_for_main_phases() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", GOLEM, "g", down=True, laid=3)
    assert "turn_up g" not in duel.offered  # IN 6.7
    assert "turn_up g" in duel.do("go_to main2").offered


def test_position_once_a_turn_not_when_new_not_after_an_attack() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", SQUIRE, "e")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", GOLEM, "g")
    duel.do("summon e up")
    assert "change_position e" not in duel.offered  # IN 6.6
    duel.do("change_position g")
    assert duel.thing("g").exhausted
    assert "change_position g" not in duel.offered
    duel.do("go_to combat")
    assert not [one for one in duel.offered if one.startswith("change_position")]  # IN 6.7
    duel.do("attack k player", "go_to main2")
    assert not [one for one in duel.offered if one.startswith("change_position")]  # IN 6.6
    duel.do("end_turn", "end_turn")
    changes = [one for one in duel.offered if one.startswith("change_position")]
    assert changes == ["change_position k", "change_position g", "change_position e"]


def test_the_guardian_changes_as_soon_as_it_arrives() -> None:
    duel = Duel()
    duel.lay(0, "field", GUARDIAN, "o", fresh=True)
    duel.do("change_position o")  # IN 6.6, 12.12
    assert "change_position o" not in duel.offered


# -- combat (IN 7, 8) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("atk", "other", "defending", "outcome"),
    [
        (1700, 700, False, Outcome(target_falls=True, defender_loses=1000)),  # IN 8.1
        (700, 1700, False, Outcome(attacker_falls=True, attacker_loses=1000)),  # IN 7.2
        (1700, 1700, False, Outcome(attacker_falls=True, target_falls=True)),  # IN 7.2
        (1700, 900, True, Outcome(target_falls=True)),  # IN 7.3
        (1700, 2100, True, Outcome(attacker_loses=400)),  # IN 8.2
        (2100, 2100, True, Outcome()),  # IN 7.3
        (0, 0, False, Outcome(attacker_falls=True, target_falls=True)),
    ],
)
def test_the_table_of_comparisons(atk: int, other: int, defending: bool, outcome: Outcome) -> None:
    """ATK against ATK, or against DEF (IN 2.7)."""
    assert compare(atk, other, defending=defending) == outcome


def test_the_minotaur_takes_2100_directly() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", MINOTAUR, "y")
    assert duel.do("attack y player").life() == (6000, 3900)  # IN 8.3, 7.6
    assert not [one for one in duel.offered if one.startswith("attack")]  # IN 7.1: once


def test_a_direct_attack_needs_an_empty_field_and_officers_do_not_count() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", ARTHUR, "a")
    duel.lay(1, "field", SQUIRE, "e", down=True)
    duel.lay(1, "officer", MOZART, "mo")
    attacks = [one for one in duel.offered if one.startswith("attack k")]
    assert attacks == ["attack k p2-field-1", "attack k mo"]  # IN 7.6, 7.5: attacking an officer is optional
    duel.do("attack k p2-field-1")
    assert "attack a player" in duel.offered  # IN 14.25
    duel.do("attack a mo")
    assert duel.names(1, "officer") == []
    # Knight 1700+200+300, Arthur 2600+0 against Mozart's 1000 (IN 7.5, 7.2).
    assert duel.life() == (6000, 4400)


def test_an_officer_never_attacks() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "officer", MOZART, "mo")
    assert not [one for one in duel.offered if one.startswith("attack")]  # IN 7.1, 9.6


def test_a_face_down_defender_is_revealed_first_and_its_effect_waits_in_vain() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "support", SHIELD, "b", down=True)
    duel.lay(1, "field", DRAGON, "d", down=True)
    duel.do("attack k p2-field-1")
    assert duel.events("reveal", "hurt") == [("reveal", "d", 0), ("hurt", "P1", 800)]  # IN 7.4, 7.3
    assert (duel.thing("d").facedown, duel.thing("d").exhausted) == (False, True)
    assert duel.names(0, "support") == ["b"]  # IN 14.26


def test_a_revealed_card_counts_at_once() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", SQUIRE, "e", defence=True)
    duel.lay(1, "field", ARTHUR, "a", down=True)
    assert duel.figures("e") == (700, 900)  # IN 14.16
    duel.do("attack k p2-field-2")
    assert duel.figures("e") == (1000, 1200)  # IN 11.4, 11.5


def test_the_preview_tells_the_outcome_and_nothing_hidden() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", GOLEM, "g", defence=True)
    duel.lay(1, "field", "t-x", "x", down=True)
    duel.lay(1, "support", SHIELD, "b", down=True, laid=2)
    actions = dict(zip(duel.offered, duel.m.legal_actions(), strict=True))
    before = digest(duel.m)
    seen = preview(duel.m, actions["attack k g"])
    assert seen["events"] == ["attack k g", "attacked g k", "damage P1 g 400"]  # IN 7.8
    assert seen["certain"] is True
    hidden = preview(duel.m, actions["attack k p2-field-2"])
    assert hidden["certain"] is False
    assert hidden["events"][-1].startswith("reveal ?")  # IN 13.1
    assert digest(duel.m) == before


def test_zero_life_ends_the_game() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", MINOTAUR, "y")
    duel.m.state.seats[1].life = 300
    duel.do("attack y player")
    assert duel.m.state.result == {"winner": 0, "loser": 1, "reason": "no_life"}  # IN 1.3, 10.1
    assert duel.life() == (6000, 0)  # IN 14.24
    assert duel.offered == []


def test_a_lost_combat_can_lose_the_game() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", SQUIRE, "e")
    duel.lay(1, "field", ARTHUR, "a")
    duel.m.state.seats[0].life = 1900
    duel.do("attack e a")
    assert duel.m.state.result is not None and duel.m.state.result["winner"] == 1  # IN 1.2, 1.3


# -- the known cards (IN 12) ----------------------------------------------------------------------------------------


def test_statics_count_allied_face_up_cards_only() -> None:
    duel = Duel()
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", SQUIRE, "e")
    hidden = duel.lay(0, "field", ARTHUR, "a", down=True)
    duel.lay(1, "field", KNIGHT, "k2")
    assert duel.figures("k") == (1900, 1200)  # IN 12.2: the Squire alone counts
    assert duel.figures("e") == (700, 1200)  # IN 12.1, 14.15
    assert duel.figures("k2") == (1700, 1200)  # IN 11.5
    assert duel.figures("a") == (2600, 2200)
    assert hidden.facedown
    duel.do("turn_up a")
    assert (duel.figures("k"), duel.figures("e")) == ((2400, 1500), (1000, 1500))  # IN 12.4, 11.8
    assert duel.figures("a") == (2600, 2200)  # IN 11.5: other allied


def test_a_terrain_reaches_both_sides_but_nothing_face_down() -> None:
    duel = Duel()
    duel.lay(0, "hand", CAMELOT, "ca")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", SQUIRE, "e")
    duel.lay(1, "field", KNIGHT, "k2", down=True)
    duel.do("play ca")
    assert (duel.figures("k"), duel.figures("e")) == ((2000, 1500), (1000, 1200))  # IN 12.10, 9.7
    assert duel.figures("k2") == (1700, 1200)  # IN 14.16


def test_the_golem_attacks_from_its_second_turn() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", GOLEM, "g")
    duel.do("summon g up", "go_to combat")
    assert "attack g player" not in duel.offered  # IN 12.3
    duel.do("end_turn", "end_turn", "go_to combat")
    assert "attack g player" in duel.offered


def test_the_dragon_takes_a_laid_card_or_an_equipment_and_nothing_where_there_is_none() -> None:
    duel = Duel()
    duel.lay(0, "field", DRAGON, "d", down=True, laid=3)
    duel.lay(1, "field", KNIGHT, "k")
    duel.lay(1, "support", EXCALIBUR, "x", to=duel.thing("k").id)
    duel.lay(1, "support", MAGIC, "s", down=True)
    duel.lay(1, "officer", MOZART, "mo")
    duel.lay(1, "terrain", CAMELOT, "ca")
    duel.do("turn_up d")
    assert duel.offered == ["choose x", "choose p2-support-2"]  # IN 12.5, 14.20, 9.2
    duel.do("choose p2-support-2")
    assert duel.names(1, "discard") == ["s"]  # IN 11.7
    alone = Duel()
    alone.lay(0, "field", DRAGON, "d", down=True, laid=3)
    assert alone.do("turn_up d").m.state.decision is None


def test_mozart_once_a_turn_as_officer_only() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", MOZART, "mo")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", "t-hid", "h", down=True)
    assert {"play_officer mo", "summon mo up"} <= set(duel.offered)  # IN 9.5, 9.6, 14.8
    duel.do("play_officer mo", "power mo")
    assert duel.figures("k") == (2100, 1200)  # IN 12.6
    assert "power mo" not in duel.offered  # IN 11.2
    duel.do("end_turn")
    assert duel.figures("k") == (1700, 1200)  # IN 11.3
    assert "power mo" not in duel.offered  # IN 11.2: on an own turn
    assert "power mo" in duel.do("end_turn").offered


def test_a_character_summoned_as_a_fighter_has_no_power() -> None:
    duel = Duel()
    duel.lay(0, "hand", MOZART, "mo")
    duel.lay(0, "field", KNIGHT, "k")
    duel.do("summon mo up")
    assert "power mo" not in duel.offered  # IN 9.5
    assert "attack mo player" in duel.do("go_to combat").offered


def test_one_officer_at_a_time() -> None:
    duel = Duel()
    duel.lay(0, "officer", MOZART, "mo")
    duel.lay(0, "hand", MOZART, "mo2")
    assert "play_officer mo2" not in duel.offered  # IN 5.3, 14.9


# -- Support cards (IN 9) -------------------------------------------------------------------------------------------


def test_a_magic_works_at_once_and_goes_to_the_graveyard() -> None:
    duel = Duel(phase="combat").decks()
    duel.lay(0, "hand", MAGIC, "s")
    duel.lay(0, "field", KNIGHT, "k")
    for i in range(5):
        duel.lay(0, "support", SHIELD, f"b{i}", down=True)
    duel.do("play s")  # IN 9.1, 6.7; 14.11: full Support zones do not matter
    assert (duel.figures("k"), duel.names(0, "discard")) == ((2500, 1200), ["s"])  # IN 12.7
    assert duel.figures("k") == (2500, 1200)
    duel.do("end_turn")
    assert duel.figures("k") == (1700, 1200)  # IN 11.3


def test_a_magic_without_anything_to_choose_is_not_played() -> None:
    duel = Duel()
    duel.lay(0, "hand", MAGIC, "s")
    duel.lay(0, "field", KNIGHT, "k", down=True)
    assert "play s" not in duel.offered
    assert "lay s" in duel.offered


def test_a_laid_magic_is_activated_in_an_own_turn_only() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", MAGIC, "s")
    duel.lay(0, "field", KNIGHT, "k")
    duel.do("lay s")
    assert duel.thing("s").facedown
    duel.do("end_turn")
    assert not [one for one in duel.offered if one.startswith("activate_laid")]  # IN 9.2
    duel.do("end_turn", "go_to combat", "activate_laid s")
    assert (duel.figures("k"), duel.names(0, "support"), duel.names(0, "discard")) == ((2500, 1200), [], ["s"])


def test_five_support_zones() -> None:
    duel = Duel()
    duel.lay(0, "field", KNIGHT, "k")
    for name, given in (("b", SHIELD), ("x", EXCALIBUR), ("s", MAGIC)):
        duel.lay(0, "hand", given, name)
    for i in range(5):
        duel.lay(0, "support", SHIELD, f"b{i}", down=True)
    assert not {"lay b", "lay s", "play x"} & set(duel.offered)  # IN 5.2
    assert "play s" in duel.offered


def test_the_shield_cancels_an_attack_from_the_next_turn_on() -> None:
    duel = Duel().decks()
    duel.lay(0, "hand", SHIELD, "b")
    duel.lay(1, "field", KNIGHT, "k")
    duel.lay(1, "field", GOLEM, "g")
    duel.do("lay b", "end_turn", "go_to combat", "attack k player")
    assert duel.offered == ["choose b", "choose pass"]  # IN 9.3, 12.8, 7.7
    duel.do("choose b")
    assert duel.life() == (6000, 6000)  # IN 11.6
    assert (duel.names(0, "discard"), duel.m.state.active) == (["b"], 1)
    assert "attack k player" not in duel.offered  # IN 14.13
    assert duel.do("attack g player").life() == (5100, 6000)  # the next attack is not cancelled


def test_a_declined_reaction_keeps_its_trap() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
    duel.do("attack k player", "choose pass")
    assert duel.life() == (6000, 4300)
    assert duel.names(1, "support") == ["b"]


def test_one_reaction_and_no_answer_to_it() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "support", SEAL, "q", down=True, laid=1)
    for name in ("b1", "b2"):
        duel.lay(1, "support", SHIELD, name, down=True, laid=8)
    duel.do("attack k player", "choose b1")
    assert duel.m.state.decision is None  # IN 10.4
    assert duel.names(1, "support") == ["b2"]


def test_a_trap_of_this_turn_and_a_trap_of_the_active_player_do_not_answer() -> None:
    duel = Duel(phase="combat").decks()
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "support", SHIELD, "b", down=True, laid=8)
    duel.lay(1, "support", SHIELD, "b2", down=True, laid=9)
    assert duel.do("attack k player").m.state.decision is None  # IN 9.3, 14.27


def test_each_trap_waits_for_its_own_event() -> None:
    duel = Duel().decks()
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "hand", MAGIC, "s")
    duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
    duel.lay(1, "support", SEAL, "q", down=True, laid=8)
    duel.do("play s")
    assert duel.offered == ["choose q", "choose pass"]  # IN 9.3
    duel.do("choose q")
    assert duel.names(1, "hand") == ["d21"]
    assert duel.figures("k") == (2500, 1200)
    duel.do("go_to combat", "attack k player")
    assert duel.offered == ["choose b", "choose pass"]


def test_a_laid_magic_is_a_magic_played() -> None:
    duel = Duel().decks()
    duel.lay(0, "support", BALM, "m", down=True)
    duel.lay(1, "support", SEAL, "q", down=True, laid=8)
    assert duel.do("activate_laid m").offered == ["choose q", "choose pass"]  # IN 9.2, 9.3


def test_equipment_on_a_face_up_warrior_one_each() -> None:
    duel = Duel()
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", GOLEM, "g")
    duel.lay(0, "field", SQUIRE, "e", down=True)
    for name in ("x", "x2"):
        duel.lay(0, "hand", EXCALIBUR, name)
    duel.do("play x")
    assert duel.figures("k") == (2400, 1200)  # IN 12.9
    assert duel.names(0, "support") == ["x"]  # IN 5.2
    assert "play x2" not in duel.offered  # IN 9.4


def test_two_equipments_on_a_machine() -> None:
    """Types matter to effects and rules only (IN 2.4)."""
    duel = Duel()
    duel.lay(0, "field", ROBOT, "r")
    for name in ("i", "j", "l"):
        duel.lay(0, "hand", RING, name)
    duel.do("play i", "play j")
    assert duel.figures("r") == (2000, 2500)  # IN 9.4, 11.8
    assert "play l" not in duel.offered


@pytest.mark.parametrize("way", ["combat", "sacrifice"])
def test_equipment_falls_with_its_bearer(way: str) -> None:
    duel = Duel(phase="combat" if way == "combat" else "main")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "support", EXCALIBUR, "x", to=duel.thing("k").id)
    if way == "combat":
        duel.lay(1, "field", DRAGON, "d")
        duel.do("attack k d")
        assert duel.life() == (5500, 6000)  # 2900 against 1700 + 700
    else:
        duel.lay(0, "hand", ROBOT, "r")
        duel.do("summon r k up")
    assert sorted(duel.names(0, "discard")) == ["k", "x"]  # IN 9.4
    assert duel.names(0, "support") == []


def test_a_new_terrain_replaces_the_old_one() -> None:
    duel = Duel()
    duel.lay(1, "terrain", CAMELOT, "ca")
    duel.lay(0, "hand", MARSH, "tt")
    duel.lay(0, "field", KNIGHT, "k")
    assert duel.figures("k") == (2000, 1500)
    duel.do("play tt")
    assert (duel.names(0, "terrain"), duel.names(1, "discard"), duel.names(0, "discard")) == (["tt"], ["ca"], [])
    assert duel.figures("k") == (1700, 1200)  # IN 9.7, 5.4, 14.10


def test_supports_mix_with_attacks() -> None:
    duel = Duel().decks()  # IN 8.5: magic, summon, magic, attack, magic
    for name in ("m1", "m2", "m3"):
        duel.lay(0, "hand", BALM, name)
    duel.lay(0, "hand", KNIGHT, "k")
    duel.m.state.seats[0].life = 4000
    duel.do("play m1", "summon k up", "play m2", "go_to combat", "attack k player", "play m3")
    assert duel.life() == (5500, 4300)  # IN 6.7


# -- end of the game (IN 10) ----------------------------------------------------------------------------------------


def test_life_never_passes_6000() -> None:
    duel = Duel()
    duel.lay(0, "hand", BALM, "m")
    duel.m.state.seats[0].life = 5800
    assert duel.do("play m").life() == (6000, 6000)  # IN 10.5


def test_an_empty_deck_loses_at_the_draw() -> None:
    duel = Duel()
    duel.do("end_turn")
    assert duel.m.state.result == {"winner": 0, "loser": 1, "reason": "empty_deck"}  # IN 10.2


def test_any_draw_from_an_empty_deck_loses() -> None:
    duel = Duel()
    duel.lay(0, "hand", READ, "m")
    duel.lay(0, "deck", "t-d", "d")
    duel.do("play m")
    assert duel.m.state.result == {"winner": 1, "loser": 0, "reason": "empty_deck"}  # IN 14.21
    assert duel.names(0, "hand") == ["d"]


def test_after_turn_150_the_game_is_drawn_but_losses_come_first() -> None:
    duel = Duel(turn=150).decks()
    duel.m.state.seats[1].life = 100
    duel.do("end_turn")
    assert (duel.m.state.result, duel.m.state.turn) == ({"draw": True, "reason": "turn_limit"}, 150)  # IN 10.3, 14.18
    last = Duel(turn=150, phase="combat").decks()
    last.lay(0, "field", KNIGHT, "k")
    last.m.state.seats[1].life = 100
    last.do("attack k player")
    assert last.m.state.result is not None and last.m.state.result["winner"] == 0  # IN 14.22


def test_there_is_no_hand_limit() -> None:
    duel = Duel().decks(2)
    for i in range(12):
        duel.lay(0, "hand", SHIELD, f"h{i}")
    duel.do("end_turn", "end_turn")
    assert len(duel.names(0, "hand")) == 13  # IN 10.6


def test_decks_run_out_in_turn_72_or_73() -> None:
    plain = {"deck": [(card({"test": f"t-{i}"}), 1) for i in range(40)]}
    m = new_match(TABLE, [plain, plain], seed=3, first=0)
    while not m.over:
        m.apply(next(one for one in m.legal_actions() if one.kind == "end"))
    # IN 14.30: the second player decks out on their 36th turn, turn 72 overall.
    assert (m.state.turn, m.state.result) == (72, {"winner": 0, "loser": 1, "reason": "empty_deck"})


# -- what is not known, and what is configured (IN 14) --------------------------------------------------------------


def test_a_card_with_unknown_facts_is_refused_for_a_game_by_its_name() -> None:
    pile = {"deck": [(known(MINOTAUR), 1), (known(KNIGHT), 39)]}
    with pytest.raises(InputError, match="Minotaure du Labyrinthe") as refused:
        new_match(TABLE, [pile, pile], seed=1)
    assert "level" in str(refused.value.what) and "Chevalier" not in str(refused.value.what)


def test_a_figure_that_nobody_knows_is_refused_where_it_is_needed() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", MINOTAUR, "y")
    assert duel.do("attack k y").life() == (5600, 6000)  # its ATK, 2100, is known
    other = Duel(phase="combat")
    other.lay(0, "field", KNIGHT, "k")
    other.lay(1, "field", MINOTAUR, "y", defence=True)
    with pytest.raises(InputError, match="def of Minotaure du Labyrinthe"):
        other.do("attack k y")
    hand = Duel()
    hand.lay(0, "hand", MINOTAUR, "y")
    with pytest.raises(InputError, match="level of Minotaure du Labyrinthe"):
        hand.do("summon y up")


def test_every_known_card_plays_exactly() -> None:
    """Effects on summon, once a turn, permanent (IN 2.6)."""
    assert {slug: known(slug).coverage for slug in KNOWN} == dict.fromkeys(KNOWN, "exact")
    assert known(GUARDIAN).coverage == "partial"
    # IN 12.11, 12.13: figures or a condition are known, what they do is not.
    assert known("sceau-des-anciens").coverage == known(MINOTAUR).coverage == "unparsed"


def test_levels_above_the_table_are_refused_unless_configured() -> None:
    pile = {"deck": [(card({"test": "t-nine", "level": 9}), 40)]}
    with pytest.raises(InputError, match="t-nine"):
        new_match(TABLE, [pile, pile], seed=1)  # IN 14.7
    assert new_match(TABLE, [pile, pile], seed=1, config={"max_level": 9}).state.turn == 1
    duel = Duel(max_level=9)
    duel.lay(0, "hand", {"test": "t-nine", "level": 9}, "n")
    for name in ("a", "b"):
        duel.lay(0, "field", "t-s", name)
    assert "summon n a b up" in duel.offered


def _new(config: str, value: Any, **more: Any) -> Duel:
    return Duel(**{config: value}, **more)


def test_summoning_sickness_can_be_configured() -> None:
    for sick in (False, True):
        duel = _new("summoning_sickness", sick, phase="combat")
        duel.lay(0, "field", KNIGHT, "k", fresh=True)
        assert ("attack k player" in duel.offered) is not sick  # IN 14.2


def test_attacking_after_a_change_can_be_configured() -> None:
    for may in (False, True):
        duel = _new("attack_after_change", may, phase="combat")
        duel.lay(0, "field", KNIGHT, "k", changed=9)
        assert ("attack k player" in duel.offered) is may  # IN 14.4


def test_turning_up_can_leave_the_change_free() -> None:
    duel = _new("flip_counts_as_change", False)
    duel.lay(0, "field", KNIGHT, "k", down=True, laid=3)
    assert "change_position k" in duel.do("turn_up k").offered  # IN 14.3


def test_face_down_without_sacrifice_and_face_up_in_defence_can_be_configured() -> None:
    duel = Duel(facedown_needs_sacrifice=False, defense_up_summon=True)
    duel.lay(0, "hand", ARTHUR, "a")
    duel.lay(0, "hand", KNIGHT, "k")
    assert "summon a down" in duel.offered  # IN 14.5
    duel.do("summon k up_defense")  # IN 14.6
    assert (duel.thing("k").exhausted, duel.thing("k").facedown) == (True, False)


def test_officers_can_be_replaced_and_can_cost() -> None:
    duel = _new("officer_replace", True)
    duel.lay(0, "officer", MOZART, "mo")
    duel.lay(0, "hand", MOZART, "mo2")
    duel.do("play_officer mo2")
    assert (duel.names(0, "officer"), duel.names(0, "discard")) == (["mo2"], ["mo"])  # IN 14.9, 14.10
    costly = _new("officer_sacrifices", True)
    costly.lay(0, "hand", {"test": "t-king", "kind": "character", "type": "hero", "level": 6}, "q")
    costly.lay(0, "field", KNIGHT, "k")
    costly.lay(0, "hand", KNIGHT, "k2")
    costly.do("play_officer q k")
    assert costly.names(0, "discard") == ["k"]  # IN 14.8
    assert "summon k2 up" not in costly.offered


def test_the_other_readings_can_be_configured() -> None:
    full = _new("magic_needs_zone", True)
    full.lay(0, "hand", BALM, "m")
    for i in range(5):
        full.lay(0, "support", SHIELD, f"b{i}", down=True)
    assert "play m" not in full.offered  # IN 14.11

    quiet = _new("special_summon_triggers", False)
    quiet.lay(0, "hand", CALL, "c")
    quiet.lay(0, "hand", DRAGON, "d")
    quiet.lay(1, "support", SHIELD, "b", down=True)
    assert quiet.do("play c").names(1, "support") == ["b"]  # IN 14.12

    again = _new("cancelled_attack_counts", False, phase="combat")
    again.lay(0, "field", KNIGHT, "k")
    again.lay(1, "support", SHIELD, "b", down=True, laid=8)
    assert "attack k player" in again.do("attack k player", "choose b").offered  # IN 14.13

    loud = _new("revealed_triggers", True, phase="combat")
    loud.lay(0, "field", KNIGHT, "k")
    loud.lay(0, "support", SHIELD, "b", down=True)
    loud.lay(1, "field", DRAGON, "d", down=True)
    assert loud.do("attack k p2-field-1").names(0, "support") == []  # IN 14.26

    wide = _new("support_anywhere", True)
    wide.lay(0, "hand", BLAST, "m")
    wide.lay(1, "officer", MOZART, "mo")
    wide.lay(1, "terrain", CAMELOT, "ca")
    assert wide.do("play m").offered == ["choose mo", "choose ca"]  # IN 14.20

    kind = _new("any_draw_loses", False)
    kind.lay(0, "hand", READ, "m")
    assert kind.do("play m").m.state.result is None  # IN 14.21


def test_atk_is_never_below_zero() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "hand", CURSE, "c")
    duel.do("play c")
    assert duel.figures("k") == (0, 1200)  # IN 14.24
    assert duel.do("attack k player").life() == (6000, 6000)


# -- what a seat sees (IN 5.5, 13.1) --------------------------------------------------------------------------------


def test_hidden_cards_do_not_change_what_the_other_player_sees_or_may_do() -> None:
    seen = []
    for hidden in ((GOLEM, SHIELD, KNIGHT), (DRAGON, MAGIC, SQUIRE)):
        duel = Duel(phase="combat")
        duel.lay(0, "field", KNIGHT, "k")
        duel.lay(0, "hand", BLAST, "m")
        duel.lay(1, "field", hidden[0], "f-" + hidden[0], down=True)
        duel.lay(1, "support", hidden[1], "s-" + hidden[1], down=True, laid=9)
        duel.lay(1, "hand", hidden[2], "h-" + hidden[2])
        duel.lay(1, "deck", hidden[2], "d-" + hidden[2])
        seen.append(view(duel.m, 0))
    assert seen[0] == seen[1]
    assert "attack k p2-field-1" in seen[0]["actions"]
    own = view(Duel().m, 1)
    assert own["actions"] == []


def test_a_player_sees_the_own_face_down_cards() -> None:
    duel = Duel()
    duel.lay(0, "field", GOLEM, "g", down=True)
    assert view(duel.m, 0)["players"]["P1"]["field"][0]["card"] == "Golem d'Argile"  # IN 5.5
    assert view(duel.m, 1)["players"]["P1"]["field"][0].get("card") is None
    assert view(duel.m, 1)["players"]["P1"]["hand"] == 0


def test_an_open_reaction_tells_the_attacker_nothing_of_its_answers() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
    duel.do("attack k player")
    assert view(duel.m, 0)["decision"] == {"seat": "P2", "kind": "react", "options": None}
    assert view(duel.m, 1)["decision"]["options"] == ["b", "pass"]
