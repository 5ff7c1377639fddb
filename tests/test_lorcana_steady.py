"""What may be done after an action is what it would be if everything were looked at anew."""

from __future__ import annotations

from typing import Any

import pytest
from engine_support import Table, a_match, playout

from deckkit.engine.match import Match

_MINE = {"type": ["Character"], "controller": "you"}
_EXERTED = {"count": {**_MINE, "exhausted": True}}


def anew(m: Match) -> tuple[Any, ...]:
    """The legal actions, listed without what was known before."""
    return tuple(m.rules.actions(m))


@pytest.mark.parametrize("game", range(40))
def test_the_list_is_always_the_one_that_would_be_made_anew(game: int) -> None:
    m = a_match("lorcana", game, log=False)
    for _ in playout(m, game, check=False):
        if not m.over and m.state.decision is None:
            assert m.legal_actions() == anew(m)


def static(do: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"on": "static", "do": [do], **more}]


def _board(*mine: dict[str, Any], hand: tuple[dict[str, Any], ...] = (), ink: int = 0) -> Table:
    board = Table("lorcana")
    for number, one in enumerate(({"test": "t-a"}, {"test": "t-b"}, *mine)):
        board.lay(0, "play", {"willpower": 2, **one, "test": one.get("test", f"t-{number}")})
    for number, one in enumerate(hand):
        board.lay(0, "hand", {"test": f"t-hand-{number}", "cost": 9, "inkable": False, **one})
    board.resources(0, ink, "inkwell")
    return board


def test_who_quests_loses_that_action_and_nothing_else_is_listed_again() -> None:
    board = _board()
    before = board.m.legal_actions()
    listed = board.m.listed
    board.do("quest t-a")
    after = board.m.legal_actions()
    assert [one for one in before if one not in after] == list(board.m.lost) == list(before[:1])
    assert board.m.listed == listed
    board.m.undo()
    assert board.m.legal_actions() == before
    assert board.m.listed == listed + 1


@pytest.mark.parametrize(
    ("mine", "hand", "ink", "gained", "lost"),
    [
        pytest.param(
            static({"op": "forbid", "what": "quest", "target": {"all": _MINE}}, **{"if": _EXERTED}),
            (),
            0,
            [],
            ["quest t-a", "quest t-b", "quest t-2"],
            id="a static that asks who is exerted",
        ),
        pytest.param(
            static({"op": "allow", "what": "ink", "n": 1}, **{"if": {"happened": "quest", "who": "you"}}),
            ({"inkable": True}, {"inkable": True}),
            0,
            [],
            ["quest t-a"],
            id="a static that asks what has happened",
        ),
        pytest.param(
            [
                {
                    "on": "activate",
                    "cost": [{"op": "exhaust", "target": {"choose": {**_MINE, "other": True}, "n": 2}}],
                    "do": [{"op": "score", "n": 1}],
                }
            ],
            (),
            0,
            [],
            ["activate t-2 1", "quest t-a"],
            id="a cost for which others are exerted",
        ),
        pytest.param(
            [],
            (
                {
                    "effects": [
                        {
                            "on": "static",
                            "zone": "hand",
                            "do": [{"op": "reduce", "n": {"count": {**_MINE, "exhausted": True}}}],
                        }
                    ],
                    "cost": 1,
                },
            ),
            0,
            ["play t-hand-0"],
            ["quest t-a"],
            id="a card whose price depends on who is exerted",
        ),
        pytest.param([], ({"type": "song", "cost": 1},), 0, [], ["quest t-a", "sing t-hand-0 t-a"], id="a singer"),
        pytest.param(
            [],
            ({"type": "song", "cost": 9, "keywords": ["Sing Together 3"]},),
            0,
            [],
            ["quest t-a", "sing t-hand-0"],
            id="singers who are too few now",
        ),
        pytest.param(
            [{"on": "activate", "cost": [{"op": "exhaust", "target": "self"}], "do": [{"op": "score", "n": 1}]}],
            (),
            0,
            [],
            ["quest t-a"],
            id="an ability of one's own stays",
        ),
    ],
)
def test_what_one_that_quests_changes_for_others(
    mine: list[dict[str, Any]], hand: tuple[dict[str, Any], ...], ink: int, gained: list[str], lost: list[str]
) -> None:
    board = _board({"effects": mine}, hand=hand, ink=ink)
    before = board.offered
    board.do("quest t-a")
    after = board.offered
    assert sorted(one for one in after if one not in before) == gained
    assert sorted(one for one in before if one not in after) == sorted(lost)
    assert board.m.legal_actions() == anew(board.m)


def test_one_that_readies_may_act_again() -> None:
    again = [{"on": "quest", "limit": "once_per_turn", "do": [{"op": "ready", "target": "self"}]}]
    board = _board({"effects": again})
    board.do("quest t-2")
    assert "quest t-2" in board.offered
    assert board.m.legal_actions() == anew(board.m)


def test_a_willpower_that_depends_on_who_is_exerted_is_looked_at_with_every_check() -> None:
    weak = static({"op": "modify", "stats": {"willpower": -2}, "target": {"all": _MINE}}, **{"if": _EXERTED})
    board = _board({"effects": weak, "willpower": 9})
    board.do("quest t-2")
    assert [one.card.name for one in board.m.board(0)] == ["t-2"]


def test_damage_put_by_hand_is_seen_by_the_next_check() -> None:
    board = _board()
    board.do("quest t-a")
    board.m.board(0)[0].damage = 5
    board.m._legal = None
    board.do("quest t-b")
    assert [one.card.name for one in board.m.board(0)] == ["t-b"]
