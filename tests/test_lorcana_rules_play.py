"""Lorcana's rules that a scenario file has no words for: leaving the game, payments, durations, what is asked when."""

from __future__ import annotations

import json
from typing import Any

import pytest
from engine_support import Table, catalogue, rules_of

from deckkit.engine.invariants import problems
from deckkit.engine.leaving import concede
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.state import Action
from deckkit.errors import UsageError

MINE = {"type": "Character", "controller": "you"}
FOES = {"type": "Character", "controller": "foes"}


def spell(name: str, *ops: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"test": f"t-{name}", "type": "action", "cost": 0, "effects": [{"on": "play", "do": list(ops)}], **more}


def being(name: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"test": f"t-{name}", "type": "character", "effects": list(effects), **more}


def table(players: int = 2, **options: Any) -> Table:
    found = Table("lorcana", players, **options)
    for seat in range(players):
        found.lay(seat, "deck", f"t-deck-{seat + 1}", n=6)
    return found


# -- conceding (CR 2.3.3.4, 9.2.3; digest 213, 218) ------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_other_one_wins_at_once(seat: int) -> None:
    """CR 2.3.3.4: at any time, also on the other player's turn."""
    board = table()
    before = digest(board.m)
    concede(board.m, seat)
    assert board.m.state.result == {"winner": 1 - seat, "loser": seat, "reason": "concede"}
    assert board.offered == []
    with pytest.raises(UsageError):
        concede(board.m, 1 - seat)
    assert board.m.undo() == Action("concede", seat)
    assert digest(board.m) == before


def test_conceding_while_being_asked() -> None:
    board = table()
    board.lay(0, "hand", spell("ask", {"op": "may", "do": [{"op": "draw", "n": 1}]}))
    board.do("play t-ask")
    concede(board.m, 0)
    assert board.m.state.result == {"winner": 1, "loser": 0, "reason": "concede"}
    board.m.undo()
    board.do("choose yes")
    assert board.names(0, "hand") == ["t-deck-1"]


def test_of_three_a_waiting_player_leaves_with_all_cards_and_the_turn_goes_on() -> None:
    board = table(3)
    board.lay(1, "play", being("b"))
    board.lay(1, "hand", "t-h")
    board.lay(1, "discard", "t-d")
    board.resources(1, 2, "inkwell")
    board.lay(0, "play", being("a"))
    concede(board.m, 1)
    assert not board.m.over
    assert problems(board.m) == []
    assert all(not ids for zone, ids in board.m.seat(1).zones.items() if zone != "gone")
    assert board.m.state.active == 0
    board.do("quest t-a", "end")
    # Play passes over the empty place (CR 9.2.1).
    assert board.m.state.active == 2


def test_of_three_the_active_player_leaves_and_the_next_turn_begins() -> None:
    board = table(3)
    board.lay(0, "play", being("a"))
    concede(board.m, 0)
    assert (board.m.state.active, board.m.state.phase, board.m.over) == (1, "main", False)
    assert problems(board.m) == []
    concede(board.m, 1)
    assert board.m.state.result == {"winner": 2, "loser": 1, "reason": "concede"}


def test_the_turn_of_a_player_who_leaves_in_a_challenge_ends_with_it() -> None:
    board = table(3)
    board.lay(0, "play", being("a", {"on": "attack", "do": [{"op": "draw", "n": 1}], "may": True}, strength=9))
    board.lay(1, "play", being("b", willpower=5), exhausted=True)
    board.do("challenge t-a t-b")
    concede(board.m, 0)
    assert board.m.state.active == 1
    assert "challenge" not in board.m.state.marks
    assert board.m.state.things[board.m.zone(1, "play")[0]].damage == 0


def test_waiting_abilities_of_who_leaves_vanish_those_of_others_stay() -> None:
    """CR 7.7.7: each of two players is asked about a trigger of theirs; the first one leaves instead."""
    trigger = {"on": "destroy", "do": [{"op": "score", "n": 1}], "may": True}
    board = table(3)
    board.lay(0, "hand", spell("all", {"op": "destroy", "target": {"all": {"type": "Character"}}}))
    board.lay(1, "play", being("b", trigger))
    board.lay(2, "play", being("c", trigger))
    board.do("play t-all")
    assert board.m.to_act == 1
    concede(board.m, 1)
    assert board.m.to_act == 2
    assert problems(board.m) == []
    board.do("choose yes")
    assert (board.m.seat(2).score, board.m.seat(1).score, board.m.state.active) == (1, 0, 0)


def test_a_question_to_several_is_asked_of_those_who_stay() -> None:
    board = table(3)
    board.lay(0, "hand", spell("dis", {"op": "discard", "n": 1, "who": "foes"}))
    for seat in (1, 2):
        board.lay(seat, "hand", f"t-x{seat}")
        board.lay(seat, "hand", f"t-y{seat}")
    board.do("play t-dis", "choose t-x1")
    assert board.m.to_act == 2
    concede(board.m, 1)
    board.do("choose t-y2")
    assert board.names(2, "hand") == ["t-x2"]
    assert board.names(1, "discard") == []


def test_delayed_triggers_of_who_has_left_do_not_fire() -> None:
    later = {"op": "later", "at": "end_of_turn", "do": [{"op": "score", "n": 5, "who": "all"}], "who": "active"}
    board = table(3)
    board.lay(0, "hand", spell("later", later))
    board.do("play t-later")
    concede(board.m, 0)
    board.do("end")
    assert [seat.score for seat in board.m.state.seats] == [0, 0, 0]


@pytest.mark.parametrize("leaver", [0, 1])
def test_what_lasts_outlives_its_maker_until_that_turn_would_have_come(leaver: int) -> None:
    """CR 9.2.3: the effect ends at the start of what would have been the turn of the player who made it."""
    board = table(3, active=leaver)
    other = 2
    board.lay(
        leaver,
        "hand",
        spell("up", {"op": "modify", "target": {"all": FOES}, "stats": {"strength": 2}, "until": "your_next_turn"}),
    )
    thing = board.lay(other, "play", being("c", strength=1))
    board.do("play t-up")
    concede(board.m, leaver)
    seen = []
    for _ in range(4):
        from deckkit.engine.values import stat

        seen.append((board.m.state.active, stat(board.m, thing, "strength")))
        board.do("end")
    expected = {0: [(1, 3), (2, 3), (1, 1), (2, 1)], 1: [(2, 3), (0, 3), (2, 1), (0, 1)]}
    assert seen == expected[leaver]


# -- payments (CR 4.3.2.4, 1.13.1.2) ---------------------------------------------------------------------------------


def test_the_player_says_how_many_ink_drops_go_into_a_payment() -> None:
    """Digest 287: any number of drops, from what the ink cards leave over to the whole."""
    board = table()
    board.resources(0, 2, "inkwell")
    board.m.seat(0).pool = 2
    board.lay(0, "hand", being("a", cost=3))
    board.do("play t-a")
    assert board.offered == ["choose 1", "choose 2"]
    board.do("choose 2")
    assert board.m.seat(0).pool == 0
    assert sum(not board.m.thing(one).exhausted for one in board.m.zone(0, "inkwell")) == 1


def test_an_effect_that_plays_for_a_cost_asks_for_drops_too() -> None:
    board = table()
    board.resources(0, 1, "inkwell")
    board.m.seat(0).pool = 1
    board.lay(0, "hand", being("a", cost=3))
    play = {"op": "play", "target": {"choose": {"zone": "hand", "owner": "you"}}, "reduce": 2}
    board.lay(0, "hand", spell("help", play))
    board.do("play t-help")
    assert board.offered == ["choose 0", "choose 1"]
    board.do("choose 1")
    assert board.m.seat(0).pool == 0
    assert board.names(0, "play") == ["t-a"]


def test_drops_alone_pay_where_drops_are_asked_for() -> None:
    """CR 8.10.1: removing drops for a cost is not paying ink; ink cards do not help."""
    cost = [{"op": "pay", "n": 2, "kind": "drops"}]
    board = table()
    board.resources(0, 5, "inkwell")
    board.m.seat(0).pool = 1
    board.lay(0, "play", being("a", {"on": "activate", "cost": cost, "do": [{"op": "score", "n": 1}]}))
    board.illegal("activate t-a 1")
    board.m.seat(0).pool = 2
    board.m._legal = None
    board.do("activate t-a 1")
    assert (board.m.seat(0).pool, board.m.seat(0).score) == (0, 1)


# -- choices ---------------------------------------------------------------------------------------------------------


def test_which_opponent_is_the_players_choice() -> None:
    """CR 1.3.5: one of several opponents is chosen."""
    board = table(3)
    for seat in (1, 2):
        board.lay(seat, "hand", f"t-x{seat}")
    board.lay(0, "hand", spell("dis", {"op": "discard", "n": 1, "who": "foe"}))
    board.do("play t-dis")
    assert board.offered == ["choose P2", "choose P3"]
    board.do("choose P3")
    assert (board.names(1, "hand"), board.names(2, "hand")) == (["t-x1"], [])


def test_one_ability_with_two_events_triggers_by_either() -> None:
    """CR 6.2.6: two triggers with one effect."""
    board = table()
    board.lay(
        0, "hand", being("a", {"on": ["play", "attack"], "do": [{"op": "score", "n": 1}]}, cost=0, keywords=["Rush"])
    )
    board.lay(1, "play", being("b", willpower=9), exhausted=True)
    board.do("play t-a")
    assert board.m.seat(0).score == 1
    board.do("challenge t-a t-b")
    assert board.m.seat(0).score == 2


def test_several_cards_played_by_one_effect_are_played_one_after_the_other() -> None:
    """Each asks how it enters (CR 8.3.2), after the one before it is there."""
    board = table()
    for name in ("g1", "g2"):
        board.lay(0, "discard", being(name, keywords=["Bodyguard"]))
    play = {"op": "play", "target": {"choose": {"zone": "discard", "type": "Character"}, "n": 2}, "free": True}
    board.lay(0, "hand", spell("both", play, {"op": "score", "n": 1}))
    board.do("play t-both")
    assert board.offered == ["choose ready", "choose exhausted"]
    board.do("choose exhausted")
    assert board.names(0, "play") == ["t-g1"]
    board.do("choose ready")
    assert [(one.handle, one.exhausted) for one in board.m.board(0)] == [("t-g1", True), ("t-g2", False)]
    assert board.m.seat(0).score == 1


def test_vanish_looks_at_who_chose() -> None:
    """CR 8.14.1: an opponent must have chosen it; an effect that lets its own player choose is another matter."""
    choose = {"choose": {"type": "Character", "controller": "them"}, "by": "foes"}
    board = table()
    board.lay(1, "play", being("v", keywords=["Vanish"], willpower=9))
    board.lay(1, "play", being("w", keywords=["Vanish"], willpower=9))
    board.lay(0, "hand", spell("vote", {"op": "damage", "target": choose, "n": 1}))
    board.lay(0, "hand", spell("bolt", {"op": "damage", "target": {"choose": FOES}, "n": 1}))
    board.do("play t-vote", "choose t-v")
    assert board.names(1, "play") == ["t-v", "t-w"]
    board.do("play t-bolt", "choose t-w")
    assert board.names(1, "play") == ["t-v"]


def test_either_of_two_bases_may_lie_uppermost() -> None:
    """CR 8.10.8.3: the order underneath is free."""
    orders = []
    for option in (0, 1):
        board = table()
        for name in ("m", "n"):
            board.lay(0, "play", being(f"{name} - Alone"))
        board.lay(0, "hand", being("m & t-n - Duo", cost=9, keywords=["Duo Shift 0"]))
        board.do("shift t-m & t-n - Duo t-m - Alone t-n - Alone Duo Shift", f"choose {option}")
        top = board.m.board(0)[0]
        orders.append([board.m.thing(one).handle for one in top.under])
    assert sorted(orders) == [["t-m - Alone", "t-n - Alone"], ["t-n - Alone", "t-m - Alone"]]


# -- durations -------------------------------------------------------------------------------------------------------


def test_while_the_source_is_in_play() -> None:
    board = table()
    give = {"op": "modify", "target": {"choose": MINE}, "stats": {"strength": 3}, "until": "while_source"}
    board.lay(0, "play", being("s", {"on": "quest", "do": [give]}))
    a = board.lay(0, "play", being("a", strength=1))
    board.lay(0, "hand", spell("boom", {"op": "destroy", "target": {"choose": MINE}}))
    board.do("quest t-s", "choose t-a")
    from deckkit.engine.values import stat

    assert stat(board.m, a, "strength") == 4
    board.do("play t-boom", "choose t-s")
    assert stat(board.m, a, "strength") == 1


def test_a_card_frozen_for_its_next_ready_step_may_be_readied_before_it() -> None:
    """Digest 60: it binds at the start of its turn; other effects that ready are not stopped."""
    board = table()
    freeze = [
        {"op": "exhaust", "target": {"choose": FOES}},
        {"op": "forbid", "target": "chosen", "what": "ready", "until": "next_ready"},
    ]
    b = board.lay(1, "play", being("b"))
    board.lay(0, "hand", spell("freeze", *freeze))
    board.lay(0, "hand", spell("warm", {"op": "ready", "target": {"choose": FOES}}))
    board.do("play t-freeze")
    assert b.exhausted
    board.do("play t-warm")
    assert not b.exhausted


def test_a_floating_trigger_outlives_its_card_and_a_save() -> None:
    """CR 6.2.7.1: it comes from a resolved effect, not from a card in play."""
    watch = {
        "op": "watch",
        "ability": {"on": "quest", "of": MINE, "do": [{"op": "score", "n": 3}]},
        "until": "end_of_turn",
    }
    board = table()
    board.lay(0, "play", being("a", lore=1))
    board.lay(0, "hand", spell("watch", watch))
    board.do("play t-watch")
    document = json.loads(json.dumps(to_json(board.m)))
    for m in (clone(board.m), from_json(document, board.rules, board.card)):
        m.apply(Action("quest", 0, m.zone(0, "play")[0]))
        assert m.seat(0).score == 4


def test_temporary_shift_leaves_the_base_with_what_it_had() -> None:
    """CR 8.10.8.5; the state of the base is the top card's (digest O14)."""
    board = table()
    board.lay(0, "play", being("e - Young", willpower=3))
    board.lay(0, "hand", being("e - Big", cost=6, keywords=["Temporary Shift 0"]))
    board.lay(
        0, "hand", spell("up", {"op": "modify", "target": {"choose": MINE}, "stats": {"lore": 1}, "until": "game"})
    )
    board.do("play t-up", "shift t-e - Big t-e - Young Temporary Shift", "quest t-e - Big")
    assert board.m.seat(0).score == 2
    board.do("end")
    assert board.names(0, "play") == ["t-e - Young"]
    assert board.names(0, "hand") == ["t-e - Big"]
    base = board.m.board(0)[0]
    assert base.exhausted and [mod.name for mod in base.mods] == ["lore"]


# -- loops -----------------------------------------------------------------------------------------------------------


def test_a_loop_that_nobody_can_leave_is_a_draw() -> None:
    """CR 6.1.10 lets the player name a number; where nobody chooses anything the engine calls it off."""
    board = table()
    heal = {"op": "put_damage", "target": "self", "n": 1}
    for name in ("a", "b"):
        board.lay(
            0, "play", being(name, {"on": "damaged", "of": {**MINE, "other": True}, "do": [heal]}, willpower=30_000)
        )
    board.lay(0, "hand", spell("go", {"op": "put_damage", "target": {"choose": MINE}, "n": 1}))
    board.m.apply(next(one for one in board.m.legal_actions() if one.kind == "play"))
    board.m.apply(board.m.legal_actions()[0])
    assert board.m.state.result == {"draw": True, "reason": "loop_cap"}


# -- last known information, and where cards are looked for ----------------------------------------------------------


def test_what_has_left_play_counts_as_it_last_was() -> None:
    """CR 6.7.7: strength with its bonuses and the damage are those of the last moment in play."""
    score = {"op": "score", "n": {"plus": [{"stat": "strength"}, {"damage": "self"}]}}
    board = table()
    board.lay(0, "play", being("a", {"on": "destroy", "do": [score]}, strength=2, willpower=9), damage=3)
    board.lay(
        0,
        "play",
        being(
            "lord",
            {
                "on": "static",
                "do": [{"op": "modify", "target": {"all": {**MINE, "other": True}}, "stats": {"strength": 4}}],
            },
        ),
    )
    board.lay(0, "hand", spell("boom", {"op": "destroy", "target": {"choose": MINE}}))
    board.do("play t-boom", "choose t-a")
    assert board.m.seat(0).score == 2 + 4 + 3


def test_a_card_that_has_moved_on_is_not_found() -> None:
    """CR 6.1.11.1: "return this card" looks in the discard only; meanwhile it has gone into the deck."""
    board = table()
    back = {"on": "destroy", "do": [{"op": "move", "target": "self", "to": "hand"}]}
    away = {"on": "destroy", "of": {"type": "Character"}, "do": [{"op": "move", "target": "it", "to": "deck"}]}
    board.lay(0, "play", being("a", back))
    board.lay(0, "play", {"test": "t-i", "type": "item", "effects": [away]})
    board.lay(0, "hand", spell("boom", {"op": "destroy", "target": {"choose": MINE}}))
    board.do("play t-boom")
    assert board.offered == ["choose t-a", "choose t-i"]
    other = clone(board.m)
    board.do("choose t-i")
    assert board.names(0, "hand") == [] and board.names(0, "deck")[-1] == "t-a"
    other.apply(next(one for one in other.legal_actions() if other.notation(one) == "choose t-a"))
    assert [other.thing(one).handle for one in other.zone(0, "hand")] == ["t-a"]


def test_a_twin_is_no_substitute() -> None:
    """CR 6.1.11.1: the same card in another copy is another card."""
    board = table()
    back = {"on": "destroy", "do": [{"op": "move", "target": "self", "to": "hand"}]}
    board.lay(0, "play", being("a", back))
    board.lay(0, "discard", being("a", back))
    board.lay(0, "hand", spell("boom", {"op": "destroy", "target": {"choose": MINE}}))
    board.do("play t-boom")
    assert board.names(0, "hand") == ["t-a"]
    assert board.names(0, "discard") == ["t-a-2", "t-boom"]


def test_what_was_revealed_is_what_the_rest_of_the_effect_is_about() -> None:
    """CR 6.1.14.1, 6.1.14.3: only the revealed card moves, and only where it is what was looked for."""
    reveal = {
        "op": "reveal_top",
        "filter": {"type": "Item"},
        "then": [{"op": "move", "target": "revealed", "to": "hand"}],
        "otherwise": [{"op": "move", "target": "revealed", "to": "deck", "position": "bottom"}],
    }
    board = table()
    for name in ("r1", "r2"):
        board.lay(0, "hand", spell(name, reveal))
    board.do("play t-r1")
    assert board.names(0, "deck")[-1] == "t-deck-1"
    item = board.lay(0, "deck", {"test": "t-i", "type": "item"})
    zones = board.m.seat(0).zones
    zones["deck"] = (item.id, *(one for one in zones["deck"] if one != item.id))
    board.do("play t-r2")
    assert board.names(0, "hand") == ["t-i"]


# -- further rules ---------------------------------------------------------------------------------------------------


def test_a_bonus_to_sing_adds_to_singer_or_to_the_cost() -> None:
    """CR 8.11.3."""
    board = table()
    lift = {
        "on": "static",
        "do": [{"op": "modify", "target": {"all": {**MINE, "other": True}}, "stats": {"singing": 2}}],
    }
    board.lay(0, "play", being("lift", lift, cost=1))
    board.lay(0, "play", being("singer", cost=1, keywords=["Singer 3"]))
    board.lay(0, "play", being("plain", cost=2))
    board.lay(0, "hand", spell("five", type="song", cost=5))
    board.lay(0, "hand", spell("four", type="song", cost=4))
    sings = [one for one in board.offered if one.startswith("sing ")]
    assert sings == ["sing t-five t-singer", "sing t-four t-singer", "sing t-four t-plain"]


def test_gaining_lore_equal_to_something_is_no_quest() -> None:
    """Digest 119: the ability gives lore and triggers nothing that looks at quests."""
    board = table()
    gain = {
        "on": "activate",
        "cost": [{"op": "exhaust", "target": "self"}],
        "do": [{"op": "score", "n": {"stat": "lore"}}],
    }
    watch = {"on": "quest", "of": MINE, "do": [{"op": "score", "n": 10}]}
    board.lay(0, "play", being("a", gain, watch, lore=2))
    board.do("activate t-a 1")
    assert board.m.seat(0).score == 2


def test_triggers_of_the_draw_step_resolve_before_the_main_phase() -> None:
    """CR 3.2.3.2; what falls in the check of that step leaves nothing waiting either."""
    board = table()
    draw = {"on": "draw", "of": {"owner": "you"}, "do": [{"op": "score", "n": 1}]}
    board.lay(1, "play", being("a", draw))
    fall = {
        "on": "static",
        "do": [{"op": "modify", "target": "self", "stats": {"willpower": -2}}],
        "when": {"compare": {"cards": "hand"}, "min": 1},
    }
    board.lay(1, "play", being("f", fall, {"on": "destroy", "do": [{"op": "score", "n": 5}]}, willpower=2))
    board.do("end")
    assert board.m.seat(1).score == 6
    assert board.names(1, "discard") == ["t-f"]
    assert "quest t-a" in board.offered


def test_states_of_cards_outside_play() -> None:
    """CR 5.1.1, 5.1.2.4-5.1.2.7 (digest 160): the inkwell is face down, all else without any state."""
    board = table()
    thing = board.lay(0, "play", being("a", cost=0, willpower=9), damage=2, exhausted=True)
    zones = {"inkwell": (True, False), "discard": (False, False), "hand": (False, False), "deck": (False, False)}
    for zone, (facedown, exhausted) in zones.items():
        op = {"op": "move", "target": {"all": {"card": ["t-a"]}}, "to": zone, "facedown": zone == "inkwell"}
        other = clone(board.m)
        card = Table("lorcana").card(spell("x", op))
        m = other
        spell_thing = m.add_thing(card, 0, "hand", "x")
        m.put(m.seat(0).zones, "hand", (spell_thing.id,))
        m.apply(Action("play", 0, spell_thing.id))
        moved = m.thing(thing.id)
        assert (moved.zone, moved.facedown, moved.exhausted, moved.damage) == (zone, facedown, exhausted, 0)
        assert problems(m) == []


def test_a_reckless_duty_forces_no_payment() -> None:
    """Digest 245: what could be challenged only after an optional payment holds nobody up."""
    board = table()
    cost = [{"op": "pay", "n": 1}]
    open_up = {"op": "allow", "what": "challenge_ready", "target": "self"}
    board.resources(0, 1, "inkwell")
    board.lay(0, "play", being("r", {"on": "activate", "cost": cost, "do": [open_up]}, keywords=["Reckless"]))
    board.lay(1, "play", being("b"))
    assert {"activate t-r 1", "end"} <= set(board.offered)
    board.do("activate t-r 1")
    assert "end" not in board.offered


def test_a_shifted_character_stays_where_the_base_was() -> None:
    """Digest 262."""
    board = table()
    place = board.lay(0, "play", {"test": "t-l", "type": "location"})
    board.lay(0, "play", being("e - Young"), at=place.id)
    board.lay(0, "hand", being("e - Big", cost=6, keywords=["Shift 0"]))
    board.do("shift t-e - Big t-e - Young Shift")
    assert next(one for one in board.m.board(0) if one.handle == "t-e - Big").at == place.id


def test_items_and_locations_are_no_characters_and_may_have_classifications() -> None:
    """CR 5.3.1, 5.5.1, 5.5.3, 5.6.1, 5.6.3."""
    board = table()
    board.lay(0, "play", {"test": "t-i", "type": "item", "classifications": ["Potato"]})
    board.lay(0, "play", {"test": "t-l", "type": "location", "classifications": ["Potato"]})
    count = {"op": "score", "n": {"count": {"trait": ["Potato"], "controller": "you"}}}
    board.lay(0, "hand", spell("x", count, {"op": "damage", "target": {"all": {"type": "Character"}}, "n": 1}))
    board.do("play t-x")
    assert board.m.seat(0).score == 2
    assert not [one for one in board.offered if one.split()[0] in ("quest", "challenge", "move")]


def test_characters_have_strength_willpower_and_a_classification() -> None:
    """CR 5.3.3, 5.3.3.2 (digest 158): so it is with every one that the catalogue has."""
    rules = rules_of("lorcana")
    cards = [one for one in catalogue().cards("lorcana") if one.fact("type") == "Character"]
    assert len(cards) > 2000
    for card in cards:
        made = rules.play_card(card, catalogue())
        assert {"strength", "willpower", "lore"} <= set(made.stats), card.name
        assert made.traits, card.name


def test_chip_n_dale_are_named_chip_and_dale() -> None:
    """CR 5.2.6.3: it counts as an "&" name."""
    assert {"Chip", "Dale"} <= Table("lorcana").card("Chip 'n' Dale - Recovery Rangers").names


def test_abilities_that_another_card_lends_are_used_like_printed_ones() -> None:
    """CR 6.4.2.1, 4.4.1: for as long as the card that lends them is in play."""
    board = table()
    lend = {"on": "activate", "cost": [{"op": "exhaust", "target": "self"}], "do": [{"op": "draw", "n": 1}]}
    give = {"on": "static", "do": [{"op": "grant", "target": {"all": {**MINE, "other": True}}, "abilities": [lend]}]}
    board.lay(0, "play", being("giver", give))
    board.lay(0, "play", being("a"))
    board.lay(0, "play", being("wet"), fresh=True)
    board.lay(0, "hand", spell("boom", {"op": "destroy", "target": {"choose": MINE}}))
    assert [one for one in board.offered if one.startswith("activate")] == ["activate t-a 1"]
    board.do("activate t-a 1")
    assert board.names(0, "hand") == ["t-boom", "t-deck-1"]
    board.do("play t-boom", "choose t-giver")
    assert not [one for one in board.offered if one.startswith("activate")]


def test_a_chosen_opponent_chooses() -> None:
    board = table(3)
    for seat in (1, 2):
        for name in ("x", "y"):
            board.lay(seat, "play", being(f"{name}{seat}"))
    choose = {"choose": {"type": "Character", "controller": "them"}, "by": "foe"}
    board.lay(0, "hand", spell("vote", {"op": "destroy", "target": choose}))
    board.do("play t-vote", "choose P3")
    assert (board.m.to_act, board.offered) == (2, ["choose t-x2", "choose t-y2"])
    board.do("choose t-y2")
    assert board.names(2, "play") == ["t-x2"]
