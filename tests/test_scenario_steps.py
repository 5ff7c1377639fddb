"""The scenario runner on a toy game: legal actions only, choices, triggers, reactions, assertions."""

from __future__ import annotations

from typing import Any

import pytest
from scenario_support import error_of, problems_of, run

UNIT = {"id": "a", "test": "t-a", "power": 3}
FOE = {"id": "b", "test": "t-b", "power": 5}
STRIKE = {"do": "strike", "player": "P1", "source": "a", "target": "b"}
BOLT = {
    "test": "t-bolt",
    "type": "spell",
    "effects": [{"on": "play", "do": [{"op": "damage", "target": {"choose": {"type": ["unit"]}}, "n": 2}]}],
}


def play(card: str, *choices: Any, player: str = "P1", **more: Any) -> dict[str, Any]:
    return {"do": "play", "player": player, "card": card, **({"choices": list(choices)} if choices else {}), **more}


def test_an_offered_action_with_targets_is_tried_out() -> None:
    board = {"P1": {"hand": [{**BOLT, "id": "s"}], "board": [UNIT]}, "P2": {"board": [{**FOE, "keywords": ["Shy"]}]}}
    aimed = {"do": "play", "card": "s"}
    then = {
        "offered": [{**aimed, "targets": ["a"]}, aimed],
        "not_offered": [{**aimed, "targets": ["b"]}, {**aimed, "targets": ["a", "a"]}],
        "P1": {"hand": ["s"]},
        "objects": {"a": {"damage": 0}},
    }
    passed(board, [], then)
    never = {"never_offered": [{**aimed, "targets": ["b"]}]}
    passed(board, [{"do": "raid", "player": "P1", "source": "a"}], never)


def passed(*args: Any, **more: Any) -> None:
    outcome = run(*args, **more)
    assert outcome.status == "pass", (outcome.problems, outcome.error and (outcome.error.what, outcome.error.where))


# -- legal and illegal steps --------------------------------------------------------------------------------------


def test_a_step_is_done_by_a_legal_action() -> None:
    passed(
        {"P1": {"board": [UNIT]}, "P2": {"board": [FOE]}},
        [STRIKE],
        {"legal": True, "objects": {"a": {"tired": True}, "b": {"damage": 3, "tired": False}}},
    )


def test_an_illegal_step_changes_nothing_and_the_next_ones_go_on() -> None:
    board = {"P1": {"board": [{**UNIT, "tired": True}, {"id": "c", "test": "t-c"}]}, "P2": {"board": [FOE]}}
    steps = [STRIKE, {"do": "raid", "player": "P1", "source": "c"}]
    then = {"legal_steps": [False, True], "P1": {"points": 1}, "objects": {"b": {"damage": 0}, "a": {"damage": 0}}}
    passed(board, steps, then)


def test_a_step_that_turns_out_illegal_midway_is_taken_back_whole() -> None:
    """The spell is paid and in the middle when its target is refused: hand and coins are as before."""
    board = {
        "P1": {"hand": [{**BOLT, "id": "s", "cost": 2}], "coins": {"ready": 2}, "board": [UNIT]},
        "P2": {"board": [{**FOE, "keywords": ["Shy"]}]},
    }
    then = {
        "legal_steps": [False, True],
        "after": {"1": {"P1": {"hand": ["s"], "coins": {"ready": 2, "spent": 0}}, "middle": None}},
        "P1": {"hand": [], "discard": ["s"], "coins": {"ready": 0, "spent": 2}},
        "objects": {"a": {"damage": 2}, "b": {"damage": 0}},
    }
    passed(board, [play("s", {"targets": ["b"]}), play("s", {"targets": ["a"]})], then)


def test_nobody_acts_for_another_player() -> None:
    passed({"P2": {"board": [FOE]}}, [{"do": "raid", "player": "P2", "source": "b"}], {"legal": False})


def test_legality_that_differs_is_told_with_the_reason() -> None:
    outcome = run(
        {"P1": {"board": [{**UNIT, "tired": True}]}}, [{"do": "raid", "player": "P1", "source": "a"}], {"legal": True}
    )
    assert problems_of(outcome) == [("then.legal", True, False)]
    assert "not among the legal actions" in str(outcome.problems[0].what)


def test_an_illegal_step_that_nobody_asks_about_is_noted() -> None:
    outcome = run(
        {"P1": {"board": [{**UNIT, "tired": True}]}},
        [{"do": "raid", "player": "P1", "source": "a"}],
        {"P1": {"points": 0}},
    )
    assert outcome.status == "pass" and len(outcome.notes) == 1


def test_nothing_is_legal_once_the_game_is_over() -> None:
    board = {"P1": {"points": 19, "board": [{"id": "a", "test": "t-a"}, {"id": "c", "test": "t-c"}]}}
    steps = [{"do": "raid", "player": "P1", "source": one} for one in ("a", "c")]
    passed(board, steps, {"legal_steps": [True, False], "result": {"winner": "P1", "loser": "P2", "reason": "enough"}})


def test_any_of_several_like_cards_will_do_but_not_of_different_ones() -> None:
    like = {"P1": {"hand": [{"test": "t-a", "n": 3}]}}
    passed(like, [play("t-a")], {"P1": {"hand_size": 2, "board": ["t-a"]}})
    board = {"P1": {"board": ["t-a", {"card": "t-a", "damage": 0, "mood": "sad"}]}}
    what, where = error_of(run(board, [{"do": "raid", "player": "P1", "source": "t-a"}], {"legal": True}))
    assert "several actions" in what and where.endswith("when[1]")


# -- choices ----------------------------------------------------------------------------------------------------------

TWO = {
    "test": "t-two",
    "type": "spell",
    "effects": [
        {
            "on": "play",
            "do": [
                {"op": "damage", "target": {"choose": {"type": ["unit"], "controller": "foes"}}, "n": 1},
                {"op": "may", "do": [{"op": "draw", "n": 1}]},
                {
                    "op": "exhaust",
                    "target": {"choose": {"type": ["unit"], "controller": "foes"}, "n": 2, "up_to": True},
                },
            ],
        }
    ],
}
THREE = {"board": [{"id": one, "test": f"t-{one}", "power": 5} for one in ("b", "c", "d")]}


def test_choices_are_used_in_the_order_in_which_the_engine_asks() -> None:
    board = {"P1": {"hand": [{**TWO, "id": "s"}], "deck": ["t-x"]}, "P2": THREE}
    step = play("s", {"targets": ["c"]}, {"may": True}, {"targets": ["d"]})
    objects = {"c": {"damage": 1, "tired": False}, "d": {"tired": True}, "b": {"tired": False, "damage": 0}}
    passed(board, [step], {"P1": {"hand": ["t-x"], "deck": []}, "objects": objects})


def test_one_object_may_hold_several_choices() -> None:
    board = {"P1": {"hand": [{**TWO, "id": "s"}], "deck": ["t-x"]}, "P2": THREE}
    step = {"do": "play", "player": "P1", "card": "s", "choices": {"may": True, "targets": ["c", "b", "d"]}}
    objects = {"c": {"damage": 1}, "b": {"tired": True}, "d": {"tired": True}}
    passed(board, [step], {"P1": {"hand": ["t-x"]}, "objects": objects})


def test_a_may_without_an_answer_is_declined_and_an_empty_list_chooses_nothing() -> None:
    board = {"P1": {"hand": [{**TWO, "id": "s"}], "deck": ["t-x"]}, "P2": THREE}
    step = play("s", {"targets": ["b"]}, {"targets": []})
    passed(board, [step], {"P1": {"hand": [], "deck": ["t-x"]}, "objects": {"b": {"damage": 1, "tired": False}}})


def test_any_other_decision_without_an_answer_is_an_error() -> None:
    board = {"P1": {"hand": [{**TWO, "id": "s"}]}, "P2": THREE}
    what, where = error_of(run(board, [play("s", {"targets": ["b"]})], {"legal": True}))
    assert "no answer" in what and "targets" in what and where.endswith("when[1]")


def test_a_forced_decision_needs_no_entry_and_takes_one() -> None:
    board = {"P1": {"hand": [{**BOLT, "id": "s"}]}, "P2": {"board": [FOE]}}
    for step in (play("s"), play("s", {"targets": ["b"]}), play("s", targets=["b"])):
        passed(board, [step], {"legal": True, "objects": {"b": {"damage": 2}}})


def test_what_was_chosen_and_never_asked_for_makes_the_step_illegal() -> None:
    board = {"P1": {"hand": [{**BOLT, "id": "s"}], "board": [UNIT]}, "P2": {"board": [{**FOE, "keywords": ["Shy"]}]}}
    for step in (play("s", {"targets": ["b"]}), play("s", {"targets": ["a", "b"]}), play("s", {"may": True})):
        outcome = run(board, [step], {"legal": True})
        assert problems_of(outcome) == [("then.legal", True, False)]
    passed(board, [play("s", {"may": False})], {"legal": True})


def test_the_choice_of_another_player_says_whose_it_is() -> None:
    spell = {
        "id": "s",
        "test": "t-s",
        "type": "spell",
        "effects": [{"on": "play", "do": [{"op": "discard", "n": 1, "who": "all"}]}],
    }
    board = {"P1": {"hand": [spell, "t-a", "t-b"]}, "P2": {"hand": ["t-a", "t-b"]}}
    step = play("s", {"player": "P2", "cards": ["t-b"]}, {"player": "P1", "cards": ["t-a"]})
    passed(board, [step], {"P1": {"hand": ["t-b"]}, "P2": {"hand": ["t-a"]}})


def test_numbers_options_and_places() -> None:
    def spell(*do: Any) -> dict[str, Any]:
        return {"id": "s", "test": "t-s", "type": "spell", "effects": [{"on": "play", "do": list(do)}]}

    heal = spell({"op": "heal", "target": {"choose": {"type": ["unit"]}}, "n": 3, "up_to": True})
    board: dict[str, Any] = {"P1": {"hand": [heal], "board": [{**FOE, "damage": 3}]}}
    passed(board, [play("s", {"number": 2})], {"objects": {"b": {"damage": 1}}})
    assert run(board, [play("s", {"number": 4})], {"legal": True}).status == "fail"
    one = spell({"op": "choose_one", "options": [[{"op": "draw", "n": 1}], [{"op": "score", "n": 4}]]})
    passed({"P1": {"hand": [one], "deck": ["t-x"]}}, [play("s", {"number": 2})], {"P1": {"points": 4, "deck": ["t-x"]}})
    look = spell({"op": "look", "n": 3, "rest": "any"})
    board = {"P1": {"hand": [look], "deck": ["t-1", "t-2", "t-3", "t-4"]}}
    step = play("s", {"top": ["t-2"], "bottom": ["t-1", "t-3"]})
    passed(board, [step], {"P1": {"deck": ["t-2", "t-4", "t-1", "t-3"], "deck_top": ["t-2", "t-4"]}})


# -- triggers -----------------------------------------------------------------------------------------------------


def scorer(name: str, n: int) -> dict[str, Any]:
    """A unit whose controller scores when any unit is destroyed."""
    effect = {"on": "destroy", "of": {"type": ["unit"]}, "do": [{"op": "score", "n": n}]}
    return {"id": name, "test": f"t-{name}", "power": 9, "effects": [effect]}


DEATH = {"P1": {"board": [UNIT, scorer("s", 1), scorer("t", 2)]}, "P2": {"board": [{**FOE, "power": 2}]}}


def test_triggers_resolve_oldest_first() -> None:
    passed(DEATH, [STRIKE], {"P1": {"points": 3, "waiting": 0}, "order": ["destroy b", "trigger s", "trigger t"]})


def test_a_resolve_step_takes_another_one_first_and_the_rest_follows() -> None:
    steps = [STRIKE, {"do": "resolve", "player": "P1", "trigger": "t"}]
    passed(DEATH, steps, {"legal_steps": [True, True], "P1": {"points": 3}, "order": ["trigger t", "trigger s"]})


def test_triggers_wait_only_for_a_resolve_step_that_follows() -> None:
    steps = [STRIKE, {"do": "resolve", "player": "P1", "trigger": "t"}]
    passed(DEATH, steps, {"after": {"1": {"P1": {"points": 0, "waiting": 2}}, "2": {"P1": {"waiting": 0}}}})


@pytest.mark.parametrize("trigger", ["a", "b"])
def test_what_does_not_wait_cannot_be_resolved(trigger: str) -> None:
    steps = [STRIKE, {"do": "resolve", "player": "P1", "trigger": trigger}]
    passed(DEATH, steps, {"legal_steps": [True, False], "P1": {"points": 3}})


# -- reactions ----------------------------------------------------------------------------------------------------

PARRY = {"do": "parry", "player": "P2", "source": "p"}
GUARDED = {
    "P1": {"board": [UNIT, {"id": "a2", "test": "t-a2", "power": 3}]},
    "P2": {"board": [FOE, {"id": "p", "test": "t-p", "power": 5, "keywords": ["Parry"]}]},
}


def test_a_reaction_belongs_to_the_step_before_it() -> None:
    passed(
        GUARDED,
        [STRIKE, PARRY],
        {
            "legal_steps": [True, True],
            "after": {"1": {"objects": {"b": {"damage": 0}}, "offered": [{"do": "parry", "player": "P2"}]}},
            "objects": {"b": {"damage": 0}, "p": {"tired": True}},
        },
    )


def test_without_a_reaction_step_everybody_declines() -> None:
    passed(GUARDED, [STRIKE], {"objects": {"b": {"damage": 3}, "p": {"tired": False}}})


def test_a_reaction_whose_moment_never_comes_is_illegal_and_the_step_before_it_runs_on() -> None:
    other = {**STRIKE, "source": "a2"}
    steps = [STRIKE, PARRY, other, PARRY]
    passed(GUARDED, steps, {"legal_steps": [True, True, True, False], "objects": {"b": {"damage": 3}}})
    wrong = {"do": "parry", "player": "P1", "source": "a"}
    passed(GUARDED, [STRIKE, wrong], {"legal_steps": [True, False], "objects": {"b": {"damage": 3}}})
    passed(GUARDED, [STRIKE, wrong, PARRY], {"legal_steps": [True, False, True], "objects": {"b": {"damage": 0}}})
    raid = {"do": "raid", "player": "P1", "source": "a"}
    passed(GUARDED, [raid, PARRY], {"legal_steps": [True, False], "P1": {"points": 3}})


def test_a_choice_step_answers_the_open_decision() -> None:
    board = {"P1": {"hand": [{**BOLT, "id": "s"}], "board": [UNIT]}, "P2": {"board": [FOE]}}
    steps = [play("s"), {"do": "choice", "player": "P1", "choices": {"targets": ["b"]}}]
    passed(board, steps, {"legal_steps": [True, True], "objects": {"b": {"damage": 2}}})
    late = [{"do": "raid", "player": "P1", "source": "a"}, steps[1]]
    passed(board, late, {"legal_steps": [True, False], "P1": {"points": 3}})


# -- turns and setup -----------------------------------------------------------------------------------------------


def test_the_end_of_a_turn_runs_through_to_the_next_main_phase() -> None:
    board = {"active": "P2", "turn": 4, "P1": {"deck": ["t-x"], "board": [{**UNIT, "tired": True}]}, "P2": {"deck": []}}
    then = {"active": "P1", "turn": 5, "P1": {"hand": ["t-x"]}, "objects": {"a": {"tired": False}}}
    passed(board, [{"do": "end_turn", "player": "P2"}], then)


def test_the_setup_deals_only_to_those_without_a_hand() -> None:
    deck = [f"t-{n}" for n in range(9)]
    board = {"phase": "setup", "first_player": "P2", "P1": {"deck": deck}, "P2": {"hand": ["t-h"], "deck": deck}}
    then = {
        "legal_steps": [True, False],
        "active": "P2",
        "turn": 1,
        "P1": {"hand": ["t-0", "t-1", "t-2"], "deck_size": 6},
        "P2": {"hand": ["t-h", "t-0"]},
    }
    passed(board, [{"do": "setup"}, {"do": "setup"}], then)
    passed({}, [{"do": "setup"}], {"legal": False})


def test_phases_and_passing() -> None:
    passed(
        {"phase": "start"},
        [{"do": "run_phase", "phase": "start"}, {"do": "end_turn", "player": "P1"}],
        {"active": "P2"},
    )
    passed({}, [{"do": "run_step", "step": "start"}], {"legal": False})
    outcome = run({}, [{"do": "run_phase", "phase": "night"}], {"legal": True})
    assert "cannot be run by itself" in error_of(outcome)[0]
    spring = {
        "test": "t-s",
        "id": "s",
        "effects": [{"on": "start_of_turn", "when": {"turn": "you"}, "do": [{"op": "score", "n": 4}]}],
    }
    then = {"result": {"winner": "P1"}, "P1": {"points": 20}, "turn": 15}
    passed({"turn": 5, "P1": {"board": [spring]}}, [{"do": "pass_until_end"}], then)


def test_three_players_take_turns_from_the_first_one() -> None:
    board = {"first_player": "P2", "active": "P3", "P3": {"deck": ["t-x"]}, "P1": {"deck": ["t-y"]}}
    then = {"active": "P1", "P1": {"hand": ["t-y"]}, "turn": 9}
    passed(board, [{"do": "end_turn", "player": "P3"}], then)
    what, _ = error_of(run({"P2": {}}, [{"do": "end_turn", "player": "P3"}], {"legal": False}))
    assert "does not play" in what
