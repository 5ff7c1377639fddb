"""Compiled cards are played: what the text says happens on the table (rules digest 4-7)."""

from __future__ import annotations

from typing import Any

from compile_support import exact
from engine_support import Table


def card(name: str, text: str, kind: str, **more: Any) -> dict[str, Any]:
    type_ = {"effect": "action"}.get(kind, "character")
    return {"test": f"t-{name}", "type": type_, "cost": 0, "effects": exact(text, kind), **more}


def table() -> Table:
    found = Table("lorcana")
    for seat in range(2):
        found.lay(seat, "deck", f"t-deck-{seat + 1}", n=6)
    return found


def test_each_player_discards_and_draws() -> None:
    board = table()
    board.lay(0, "hand", card("new", "Each player discards their hand and draws 2 cards.", "effect"))
    board.lay(1, "hand", "t-x", n=3)
    board.do("play t-new")
    assert (len(board.names(0, "hand")), len(board.names(1, "hand"))) == (2, 2)
    assert len(board.names(1, "discard")) == 3


def test_a_reduction_of_its_own_price_counts_once() -> None:
    """CR 4.3.6: a self-referring modifier works from the hand."""
    board = table()
    text = "If you have a character named t-a in play, you pay 1 ⬡ less to play this character."
    board.lay(0, "hand", card("b", text.replace("t-a", "Testa"), "static", cost=3) | {"cost": 3})
    board.lay(0, "play", {"test": "Testa", "type": "character"})
    board.resources(0, 2, "inkwell")
    board.do("play t-b")
    assert all(board.m.state.things[one].exhausted for one in board.m.zone(0, "inkwell"))


def test_moving_here_is_free_for_those_named() -> None:
    board = table()
    place = {
        "test": "t-place",
        "type": "location",
        "move_cost": 3,
        "effects": exact("Your Hero characters may move here for free.", "static", place=True),
    }
    board.lay(0, "play", place)
    board.lay(0, "play", {"test": "t-hero", "type": "character", "classifications": ["Hero"]})
    board.lay(0, "play", {"test": "t-other", "type": "character"})
    assert any(one.startswith("move t-hero") for one in board.offered)
    assert not any(one.startswith("move t-other") for one in board.offered)


def test_a_shift_costs_less_and_playing_does_not() -> None:
    board = table()
    board.lay(0, "play", card("a", "You pay 1 ⬡ less to play characters using their Shift ability.", "static"))
    big = {"test": "t-b", "type": "character", "cost": 4, "keywords": ["Shift 2"]}
    board.lay(0, "hand", big)
    board.lay(0, "play", {"test": "t-b", "type": "character"})
    board.resources(0, 1, "inkwell")
    assert any(one.startswith("shift ") for one in board.offered)
    assert not any(one.startswith("play ") for one in board.offered)


def test_a_searched_card_lies_on_the_shuffled_deck() -> None:
    board = table()
    text = (
        "Search your deck for an item card and reveal that card to all players. "
        "Shuffle your deck and put that card on top of it."
    )
    board.lay(0, "hand", card("find", text, "effect"))
    board.lay(0, "deck", {"test": "t-item", "type": "item"})
    board.do("play t-find", "choose t-item")
    assert board.names(0, "deck")[0] == "t-item"


def test_a_card_that_was_looked_at_is_played_for_free() -> None:
    board = table()
    text = (
        "Look at the top 3 cards of your deck. You may reveal an item card with cost 5 or less and play it for free. "
        "Put the rest on the bottom of your deck in any order."
    )
    board.lay(0, "hand", card("look", text, "effect"))
    deck = board.m.state.seats[0].zones["deck"]
    item = board.lay(0, "deck", {"test": "t-item", "type": "item", "cost": 5})
    board.m.put(board.m.state.seats[0].zones, "deck", (item.id, *deck))
    board.m._legal = None
    board.do("play t-look", "choose t-item")
    while board.m.to_act is not None and not any(one.startswith("end") for one in board.offered):
        board.do(board.offered[0])
    assert "t-item" in board.names(0, "play")
    assert len(board.names(0, "deck")) == 6


def test_what_takes_no_damage_from_challenges_takes_other_damage() -> None:
    board = table()
    board.lay(0, "play", card("a", "This character takes no damage from challenges.", "static", willpower=3))
    foe = board.lay(1, "play", {"test": "t-foe", "type": "character", "strength": 5, "willpower": 9}, exhausted=True)
    board.do("challenge t-a t-foe")
    assert [board.m.state.things[one].damage for one in board.m.zone(0, "play")] == [0]
    assert foe.damage == 1
    board.lay(0, "hand", card("hit", "Deal 2 damage to chosen character.", "effect"))
    board.do("play t-hit", "choose t-a")
    assert [board.m.state.things[one].damage for one in board.m.zone(0, "play")] == [2]


def test_cards_put_into_the_discard_are_counted() -> None:
    """Banished, discarded and played actions all are cards that were put there."""
    board = table()
    text = "If 2 or more cards were put into your discard this turn, gain 1 lore."
    board.lay(0, "hand", card("count", text, "effect"))
    board.lay(0, "hand", card("kill", "Banish chosen character of yours.", "effect"))
    board.lay(0, "play", {"test": "t-a", "type": "character"})
    board.do("play t-kill")
    board.do("play t-count")
    assert board.m.seat(0).score == 1


def test_who_cannot_ready_at_the_start_of_the_turn_can_be_readied() -> None:
    board = table()
    slow = card("slow", "This character can't ready at the start of your turn.", "static")
    thing = board.lay(0, "play", slow, exhausted=True)
    board.do("end", "end")
    assert thing.exhausted
    board.lay(0, "hand", card("wake", "Ready chosen character.", "effect"))
    board.do("play t-wake")
    assert not thing.exhausted


def test_ink_drops_and_inks_are_asked_for() -> None:
    board = table()
    board.lay(0, "play", card("a", "While you have an ink drop, this character gets +2 ¤.", "static"))
    ruby = {"test": "t-ruby", "type": "character", "inks": ["Ruby"]}
    board.lay(0, "play", ruby)
    board.lay(0, "play", card("lead", "Your other Ruby characters get +1 ¤.", "static"))
    from deckkit.engine.values import stat

    a, ruby_thing, _ = (board.m.state.things[one] for one in board.m.zone(0, "play"))
    assert (stat(board.m, a, "strength"), stat(board.m, ruby_thing, "strength")) == (1, 2)
    board.m.seat(0).pool = 1
    assert stat(board.m, a, "strength") == 3


def test_cards_of_two_zones_may_be_chosen() -> None:
    board = table()
    board.lay(0, "hand", card("any", "Play a location from your hand or discard for free.", "effect"))
    board.lay(0, "hand", {"test": "t-home", "type": "location", "cost": 7})
    board.lay(0, "discard", {"test": "t-away", "type": "location", "cost": 7})
    board.do("play t-any")
    assert {"choose t-home", "choose t-away"} <= set(board.offered)
    board.do("choose t-away")
    assert board.names(0, "play") == ["t-away"]


def test_what_a_given_static_did_ends_with_it() -> None:
    board = table()
    text = "Your characters get +3 ¤ while challenging a location this turn."
    board.lay(0, "hand", card("push", text, "effect"))
    thing = board.lay(0, "play", {"test": "t-a", "type": "character"})
    board.do("play t-push")
    assert board.m.state.statics.get("stat:strength")
    board.do("end")
    assert not board.m.state.statics.get("stat:strength")
    assert not thing.mods


def test_a_card_that_has_left_is_not_readied() -> None:
    """CR 6.1.11.1: a moved card is not found."""
    board = table()
    text = "Whenever one of your other characters is banished, ready this character. He can't quest this turn."
    thing = board.lay(0, "play", card("a", text, "triggered"), exhausted=True)
    board.lay(0, "play", {"test": "t-b", "type": "character"})
    board.lay(0, "hand", card("all", "Banish all characters.", "effect"))
    board.do("play t-all")
    assert (thing.zone, thing.mods, thing.exhausted) == ("discard", (), False)
