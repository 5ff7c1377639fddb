"""What must stay hidden: consequences that a preview would tell, and the cards of a player who has left."""

from __future__ import annotations

from typing import Any

import pytest
from engine_support import Table, a_match

from deckkit.cli.play_text import shown_action
from deckkit.engine.leaving import concede
from deckkit.engine.notation import read_action
from deckkit.engine.view import preview, view

SONG = {"test": "t-z", "type": "song", "cost": 1}
CHARACTER = {"test": "t-z", "type": "character", "cost": 5}
ITEM = {"test": "t-z", "type": "item", "cost": 2}


def _action(*do: dict[str, Any]) -> dict[str, Any]:
    return {"test": "t-x", "type": "action", "cost": 0, "effects": [{"on": "play", "do": list(do)}]}


def _score(**more: Any) -> dict[str, Any]:
    return {"op": "score", "n": 1, **more}


def _count(zone: str, of: str = "Character") -> dict[str, Any]:
    return {"op": "if", "is": {"count": {"zone": zone, "type": of, "owner": "you"}}, "then": [_score()]}


#: Actions whose outcome lies in cards that their player does not know: the first is one of these cards.
EFFECTS: dict[str, tuple[dict[str, Any], ...]] = {
    "mill, then look at the pile": ({"op": "mill", "n": 1}, _count("discard")),
    "mill, then score by its cost": ({"op": "mill", "n": 1}, {"op": "score", "n": {"cost": "moved"}}),
    "draw, then count": ({"op": "draw", "n": 1}, _count("hand")),
    "look": ({"op": "look", "n": 1, "take": {"type": "Character"}, "to": "hand", "rest": "bottom"},),
    "reveal": ({"op": "reveal_top", "filter": {"type": "Character"}, "then": [_score()]},),
    "search": ({"op": "search", "take": {"type": "Character"}, "to": "hand"},),
    "put into play": ({"op": "move_top", "to": "play"},),
    "a discard of a kind": ({"op": "discard", "n": 1, "who": "foes", "filter": {"type": "Character"}},),
    "a discard that I choose": ({"op": "discard", "n": 1, "who": "foes", "filter": {"type": "Item"}, "by": "you"},),
    "a discard by chance": (
        {"op": "discard", "n": 1, "who": "foes", "random": True},
        {"op": "score", "n": {"count": {"zone": "discard", "type": "Item", "owner": "foes"}}},
    ),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_consequences_of_hidden_cards_are_not_told(name: str) -> None:
    def told(card: dict[str, Any]) -> dict[str, Any]:
        board = Table("lorcana")
        board.lay(0, "hand", _action(*EFFECTS[name]))
        board.lay(0, "deck", card)
        board.lay(0, "deck", "t-card", n=3)
        board.lay(1, "hand", card)
        board.lay(1, "deck", "t-card", n=3)
        board.lay(0, "play", {"test": "t-w", "type": "item", "effects": [_watch("put_discard"), _watch("draw")]})
        return preview(board.m, read_action(board.m, "play t-x"))

    first, *others = [told(card) for card in (SONG, CHARACTER, ITEM)]
    assert others == [first, first]
    assert first["certain"] is False


def _watch(event: str) -> dict[str, Any]:
    return {"on": event, "of": {"type": "Character"}, "do": [_score()]}


def test_what_follows_from_open_cards_alone_is_told_to_its_end() -> None:
    board = Table("lorcana")
    board.lay(0, "hand", _action(_score(n=2), {"op": "draw", "n": 1}))
    board.lay(0, "deck", "t-card", n=3)
    board.lay(0, "hand", {**_action(_score(n=3)), "test": "t-y"})
    found = preview(board.m, read_action(board.m, "play t-y"))
    assert found["certain"] is True
    assert any("3" in event for event in found["events"])
    found = preview(board.m, read_action(board.m, "play t-x"))
    assert found["certain"] is False
    assert any("2" in event for event in found["events"])
    assert "draw ?" in found["events"]


def test_the_hidden_cards_of_a_player_who_has_left_stay_hidden() -> None:
    board = Table("lorcana", players=3)
    for seat in range(3):
        board.lay(seat, "deck", "t-card", n=3)
    board.lay(0, "hand", "t-secret")
    board.lay(0, "inkwell", "t-sunk", facedown=True)
    board.lay(0, "discard", "t-seen")
    top = board.lay(0, "play", "t-top")
    below = board.lay(0, "play", "t-below")
    board.m.put(board.m.state.seats[0].zones, "play", (top.id,))
    below.zone, below.over, below.facedown = "under", top.id, True
    top.under = (below.id,)
    concede(board.m, 0)
    gone = view(board.m, 1)["players"]["P1"]["gone"]
    # In the open were the character and the discard pile; the rest is counted.
    assert sorted(one["card"] for one in gone if "card" in one) == ["t-seen", "t-top"]
    assert len(gone) == 8


def test_of_cards_put_away_from_a_hidden_hand_only_the_number_is_seen() -> None:
    m = a_match("lorcana", 1, players=2)
    seat = m.to_act
    hand = [m.state.things[one].handle for one in m.zone(seat, "hand")]
    seen = [shown_action(m, m.legal_actions()[at], 1 - seat) for at in (4, 2)]
    # Whose hand it is, and nothing of the places in it, which would tell when the cards came.
    assert seen == [f"choose p{seat + 1}-hand"] * 2
    own = shown_action(m, m.legal_actions()[0], seat)
    assert own.removeprefix("choose ") in hand
