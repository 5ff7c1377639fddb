"""What a scenario's ``then`` may ask, on a toy game: each key holds where it must and fails where it must."""

from __future__ import annotations

from typing import Any

import pytest
from scenario_support import error_of, problems_of, run

BOARD = {
    "P1": {
        "points": 4,
        "hand": ["Ann", "Ann", "t-x"],
        "deck": ["t-1", "t-2", "t-3"],
        "coins": {"ready": 2, "spent": 1},
        "board": [
            {
                "id": "a",
                "card": "Ann",
                "damage": 1,
                "keywords": ["Tough 2", "Parry"],
                "under": ["t-u", {"id": "v", "card": "Bob"}],
            },
            {"id": "c", "test": "t-c", "friend": "a", "mood": "glad", "keywords": ["Shy"]},
        ],
    },
    "P2": {"board": [{"id": "b", "card": "Bob", "tired": True, "owner": "P1"}]},
    "middle": {"id": "m", "card": "Ann"},
}

HOLDS: list[dict[str, Any]] = [
    {"P1": {"points": 4, "hand_size": 3, "deck_size": 3, "waiting": 0}},
    {"P1": {"hand": ["t-x", "Ann", "ann"]}},
    {"P1": {"hand_contains": ["Ann", "t-x"]}},
    {"P1": {"deck": ["t-1", "t-2", "t-3"], "deck_top": ["t-1", "t-2"], "deck_contains": ["t-3", "t-1"]}},
    {"P1": {"coins": {"ready": 2, "spent": 1}, "coins_size": 3}},
    {"P1": {"coins": {"ready": 2}}},
    {"P1": {"board": ["a", "c"]}},
    {"P1": {"board": [{"id": "c", "mood": "glad"}, {"card": "Ann", "damage": 1}]}},
    {"P1": {"board": [{"friend": "a"}, {"friend": None}]}},
    {"P1": {"board": [{"under": []}, {"under": ["v", "t-u"]}]}},
    {"P2": {"board": [{"id": "b", "tired": True, "owner": "P1"}], "discard": [], "hand": []}},
    {"objects": {"a": {"damage": 1, "power": 2, "cost": 0, "keywords": ["Parry", "Tough +2"]}}},
    {"objects": {"a": {"keywords_contains": ["Parry 1"], "keywords_lack": ["Shy", "Tough"]}}},
    {"objects": {"v": None, "c": {"friend": "a", "mood": "glad"}, "m": {"card": "Ann"}}},
    {"middle": "m", "goal": 20, "result": None, "active": "P1", "turn": 5, "eliminated": []},
    {"middle": {"id": "m", "card": "Ann"}},
    {"offered": [{"do": "raid"}, {"do": "play", "card": "Ann"}, {"do": "strike", "source": "a", "target": "b"}]},
    {"not_offered": [{"do": "raid", "player": "P2"}, {"do": "strike", "source": "b"}, {"do": "parry"}]},
    {"view": {"seat": "P2", "hidden": ["t-x", "t-1", "t-coin"], "visible": ["a", "b", "m"], "P1": {"hand_size": 3}}},
    {"view": {"seat": "P1", "hidden": ["t-2"], "visible": ["t-x"], "P1": {"hand": ["Ann", "Ann", "t-x"]}}},
    {"never_offered": [{"do": "raid", "player": "P2"}]},
]

FAILS: list[tuple[dict[str, Any], str]] = [
    ({"P1": {"points": 5}}, "then.P1.points"),
    ({"P1": {"hand": ["Ann", "t-x"]}}, "then.P1.hand"),
    ({"P1": {"hand": ["Ann", "t-x", "t-x"]}}, "then.P1.hand"),
    ({"P1": {"hand_contains": ["Bob"]}}, "then.P1.hand_contains"),
    ({"P1": {"deck": ["t-1", "t-3", "t-2"]}}, "then.P1.deck"),
    ({"P1": {"deck_top": ["t-2"]}}, "then.P1.deck_top"),
    ({"P1": {"deck_size": 2}}, "then.P1.deck_size"),
    ({"P1": {"coins": {"ready": 1}}}, "then.P1.coins.ready"),
    ({"P1": {"board": []}}, "then.P1.board"),
    ({"P1": {"board": [{"damage": 1}, {"damage": 1}]}}, "then.P1.board"),
    ({"P1": {"board": [{"under": ["t-u"]}, {"under": []}]}}, "then.P1.board"),
    ({"objects": {"a": {"damage": 0}}}, "then.objects.a.damage"),
    ({"objects": {"a": {"keywords": ["Parry"]}}}, "then.objects.a.keywords"),
    ({"objects": {"a": {"keywords": ["Parry", "Tough"]}}}, "then.objects.a.keywords"),
    ({"objects": {"a": {"keywords_lack": ["Parry"]}}}, "then.objects.a.keywords_lack"),
    ({"objects": {"a": None}}, "then.objects.a"),
    ({"objects": {"c": {"friend": None}}}, "then.objects.c.friend"),
    ({"objects": {"b": {"owner": "P2"}}}, "then.objects.b.owner"),
    ({"middle": None}, "then.middle"),
    ({"goal": 19}, "then.goal"),
    ({"result": {"winner": "P1"}}, "then.result"),
    ({"active": "P2"}, "then.active"),
    ({"turn": 4}, "then.turn"),
    ({"eliminated": ["P2"]}, "then.eliminated"),
    ({"offered": [{"do": "strike", "source": "b"}]}, "then.offered[1]"),
    ({"not_offered": [{"do": "raid"}]}, "then.not_offered[1]"),
    ({"view": {"seat": "P2", "visible": ["t-x"]}}, "then.view.visible"),
    ({"view": {"seat": "P1", "hidden": ["t-x"]}}, "then.view.hidden"),
    ({"view": {"seat": "P2", "P1": {"hand": ["Ann", "Ann", "t-x"]}}}, "then.view.P1.hand"),
]


@pytest.mark.parametrize("then", HOLDS, ids=str)
def test_what_is_so_passes(then: dict[str, Any]) -> None:
    when = [{"do": "raid", "player": "P2", "source": "b"}] if "never_offered" in then else []
    outcome = run(BOARD, when, then)
    assert (outcome.status, outcome.problems, outcome.error) == ("pass", (), None)


@pytest.mark.parametrize(("then", "where"), FAILS, ids=lambda one: str(one)[:60])
def test_what_is_not_so_fails_there(then: dict[str, Any], where: str) -> None:
    assert [place for place, _, _ in problems_of(run(BOARD, [], then))] == [where]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"P1": {"boards": []}}, "'boards' means nothing"),
    ({"P1": {"points": "4"}}, "a number from 0"),
    ({"P1": {"points": True}}, "a number from 0"),
    ({"P1": {"hand": "Ann"}}, "a list was expected"),
    ({"P1": {"hand": ["Zed"]}}, "no card is called Zed"),
    ({"P1": {"hand": ["t-zed"]}}, "called t-zed"),
    ({"P1": {"hand": [3]}}, "an object was expected"),
    ({"P1": {"board": [{"id": "a", "colour": "red"}]}}, "'colour' means nothing"),
    ({"P1": {"coins": {"gone": 1}}}, "'gone' means nothing"),
    ({"P1": {"coins_top": []}}, "means nothing"),
    ({"P3": {"points": 0}}, "does not play here"),
    ({"P9": {"points": 0}}, "means nothing"),
    ({"objects": {"zed": {"damage": 1}}}, "called zed"),
    ({"objects": {"a": {"dmg": 1}}}, "'dmg' means nothing"),
    ({"objects": {"a": {"mood": "angry"}}}, "'angry' means nothing"),
    ({"objects": {"a": {"tired": 1}}}, "true or false"),
    ({"objects": {"a": {"keywords": ["Flying"]}}}, "no keyword 'Flying'"),
    ({"objects": {"a": {"keywords": ["Tough 99999999999"]}}}, "too large"),
    ({"objects": {"ann": {"damage": 1}}}, "several objects"),
    ({"offered": [{"do": "fly"}]}, "no step 'fly'"),
    ({"offered": [{"do": "raid", "target": "a"}]}, "'target' means nothing"),
    ({"offered": [{"source": "a"}]}, "needs 'do'"),
    ({"order": ["explode a"]}, "'explode' means nothing"),
    ({"order": ["damage"]}, "an event is written"),
    ({"order": ["damage a x"]}, "an event is written"),
    ({"order": ["damage zed"]}, "called zed"),
    ({"result": {"victor": "P1"}}, "'victor' means nothing"),
    ({"result": {"winner": "P7"}}, "a player (P1 to P4)"),
    ({"result": 3}, "an object was expected"),
    ({"view": {"hidden": []}}, "needs 'seat'"),
    ({"view": {"seat": "P1", "colour": 1}}, "'colour' means nothing"),
    ({"after": {"1": {"turn": 1}}}, "no step 1"),
    ({"after": {"x": {"turn": 1}}}, "no step x"),
    ({"legal": True}, "no step that could be legal"),
    ({"legal_steps": [True]}, "1 values for 0 steps"),
    ({"legal_steps": "yes"}, "a list was expected"),
    ({"findings": []}, "without check_deck"),
    ({"probability": {"value": 1}}, "without such a step"),
    ({"mood": "glad"}, "'mood' means nothing"),
    ({}, "what must be true"),
]


@pytest.mark.parametrize(("then", "what"), WRONG, ids=lambda one: str(one)[:60])
def test_what_is_no_assertion_is_an_error_with_its_place(then: dict[str, Any], what: str) -> None:
    told, where = error_of(run(BOARD, [], then))
    assert what in told and where.startswith("toy.json: 1 (x): then")


def test_events_in_order_among_others() -> None:
    board = {
        "P1": {"board": [{"id": "a", "test": "t-a", "power": 3}]},
        "P2": {"board": [{"id": "b", "test": "t-b", "power": 2}], "deck": ["t-x"]},
    }
    steps = [{"do": "strike", "player": "P1", "source": "a", "target": "b"}, {"do": "end_turn", "player": "P1"}]
    order = ["strike a", "damage b 3", "destroy b", "draw P2", "draw t-x"]
    assert run(board, steps, {"order": order[:4]}).status == "pass"
    assert run(board, steps, {"order": ["damage t-b", "draw t-x"]}).status == "pass"
    for wrong in (["destroy b", "damage b"], ["damage b 2"], ["damage b", "damage b"], ["draw P1"], ["strike b"]):
        (problem,) = problems_of(run(board, steps, {"order": wrong}))
        assert problem[0].startswith("then.order[")


def test_after_a_step_and_at_the_end() -> None:
    board = {"P1": {"board": [{"id": "a", "test": "t-a"}, {"id": "c", "test": "t-c"}]}}
    steps = [{"do": "raid", "player": "P1", "source": one} for one in ("a", "c")]
    after = {"1": {"P1": {"points": 1}, "objects": {"c": {"tired": False}}, "offered": [{"do": "raid"}]}}
    assert run(board, steps, {"after": after, "P1": {"points": 2}}).status == "pass"
    failed = problems_of(run(board, steps, {"after": {"1": {"P1": {"points": 2}}}}))
    assert failed == [("then.after.1.P1.points", 2, 1)]


def test_never_offered_looks_inside_steps_and_not_at_what_was_taken_back() -> None:
    guard = {"id": "p", "test": "t-p", "power": 5, "keywords": ["Parry"]}
    board = {"P1": {"board": [{"id": "a", "test": "t-a", "power": 3}]}, "P2": {"board": [guard]}}
    never = {"never_offered": [{"do": "parry"}]}
    strike = {"do": "strike", "player": "P1", "source": "a", "target": "p"}
    (problem,) = problems_of(run(board, [strike], never))
    assert problem[0] == "then.never_offered[1]"
    # The choice of this step is never asked for, so that the step is illegal and did not happen.
    undone = {**strike, "choices": {"may": True}}
    assert run(board, [undone], {**never, "legal": False}).status == "pass"


def test_of_two_players_the_one_who_did_not_win_lost() -> None:
    board = {"format": "short", "P1": {"points": 4, "board": [{"id": "a", "test": "t-a"}]}}
    steps = [{"do": "raid", "player": "P1", "source": "a"}]
    assert (
        run(board, steps, {"goal": 5, "result": {"loser": "P2", "winner": "P1", "reason": "enough"}}).status == "pass"
    )
    for wrong in ({"winner": "P2"}, {"draw": True}, {"reason": "goal"}, None):
        assert problems_of(run(board, steps, {"result": wrong}))[0][0] == "then.result"
    three = {**board, "P3": {}}
    assert problems_of(run(three, steps, {"result": {"loser": "P2"}}))


def test_a_failure_tells_what_happened_and_its_json_is_plain() -> None:
    board = {"P1": {"board": [{"id": "a", "test": "t-a"}]}}
    outcome = run(board, [{"do": "raid", "player": "P1", "source": "a"}], {"P1": {"points": 7}})
    assert outcome.to_json() == {
        "id": "x",
        "status": "fail",
        "problems": [{"where": "then.P1.points", "what": "the value differs", "expected": 7, "actual": 1}],
    }
    assert "raid a" in outcome.events


def test_decks_and_chances_are_asked_of_the_rest_of_the_project() -> None:
    check = [{"do": "check_deck"}]
    assert run({"deck": ["good"]}, check, {"legal": True, "findings": []}).status == "pass"
    assert run({"deck": ["bad"]}, check, {"legal": False, "findings": ["size.wrong"]}).status == "pass"
    assert run({"deck": ["bad"]}, check, {"no_findings": ["banned"]}).status == "pass"
    assert problems_of(run({"deck": ["bad"]}, check, {"legal": True}))[0][0] == "then.legal"
    assert problems_of(run({"deck": ["good"]}, check, {"findings": ["banned"]}))[0][0] == "then.findings"
    assert problems_of(run({"deck": ["bad"]}, check, {"no_findings": ["size.wrong"]}))[0][0] == "then.no_findings"
    assert "no deck" in error_of(run({}, check, {"legal": True}))[0]
    chance = [{"do": "probability", "deck_size": 40, "copies": 3, "at_least": 1, "turn": 0, "going": "first"}]
    assert run({}, chance, {"probability": {"value": 0.075, "fraction": "3/40", "seen": 1}}).status == "pass"
    # Decimals are equal to 1e-9 and no further.
    assert run({}, chance, {"probability": {"value": 0.0750000009}}).status == "pass"
    assert problems_of(run({}, chance, {"probability": {"value": 0.075000002}}))
    assert problems_of(run({}, chance, {"probability": {"fraction": "6/80"}}))
    for wrong in ({"going": "third"}, {"copies": -1}, {"deck_size": 0}, {"turn": "x"}):
        assert run({}, [{**chance[0], **wrong}], {"probability": {"seen": 1}}).status == "error"
