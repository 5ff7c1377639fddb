"""Compiled cards are played: other costs, what was paid, who sang, what was under a card, several opponents."""

from __future__ import annotations

from typing import Any

from compile_support import exact
from engine_support import Table

from deckkit.engine.values import condition, stat


def card(name: str, text: str, kind: str, **more: Any) -> dict[str, Any]:
    type_ = {"effect": "action"}.get(kind, "character")
    return {"test": f"t-{name}", "type": type_, "cost": 0, "effects": exact(text, kind), **more}


def table(players: int = 2) -> Table:
    found = Table("lorcana", players)
    for seat in range(players):
        found.lay(seat, "deck", f"t-deck-{seat + 1}", n=6)
    return found


def test_a_free_play_is_offered_beside_the_ink_cost_while_its_condition_holds() -> None:
    """CR 1.5.5: without the condition it costs its ink; a free play leaves the ink alone."""
    board = table()
    text = "If you have a character named Testa in play, you may play this character for free."
    board.lay(0, "hand", card("new", text, "static") | {"cost": 1})
    board.resources(0, 1, "inkwell")
    assert [one for one in board.offered if one.startswith("play")] == ["play t-new"]
    board.lay(0, "play", {"test": "Testa", "type": "character"})
    assert [one for one in board.offered if one.startswith("play")] == ["play t-new", "play t-new instead"]
    board.do("play t-new instead")
    assert "t-new" in board.names(0, "play")
    assert not any(board.m.state.things[one].exhausted for one in board.m.zone(0, "inkwell"))


def test_a_free_play_does_not_make_shift_free() -> None:
    board = table()
    text = "If you have a character named Testa in play, you may play this character for free."
    board.lay(0, "hand", card("new", text, "static", keywords=["Shift 3"]) | {"cost": 5})
    board.lay(0, "play", {"test": "Testa", "type": "character"})
    board.lay(0, "play", {"test": "t-new", "type": "character"})
    assert "play t-new instead" in board.offered
    assert not any(one.startswith("shift") for one in board.offered)


def test_what_is_given_to_play_must_be_there() -> None:
    board = table()
    cost = "put a Hero character card from your discard on the bottom of your deck"
    text = f"You may {cost} to play this character for free."
    board.lay(0, "hand", card("new", text, "static") | {"cost": 5})
    board.illegal("play t-new instead")
    board.lay(0, "discard", {"test": "t-hero", "type": "character", "classifications": ["Hero"]})
    board.do("play t-new instead")
    assert board.names(0, "deck")[-1] == "t-hero"
    assert board.names(0, "play") == ["t-new"]


def test_how_much_was_paid_is_what_counts() -> None:
    """CR 1.5.4: a cheaper play counts with what was paid, not with the cost."""
    board = table()
    board.lay(0, "play", card("watch", "Whenever you pay 2 ⬡ or less to play a card, gain 1 lore.", "triggered"))
    board.lay(0, "hand", {"test": "t-dear", "type": "character", "cost": 3})
    board.lay(0, "hand", {"test": "t-cheap", "type": "character", "cost": 2})
    board.lay(0, "hand", card("help", "You pay 1 ⬡ less for the next character you play this turn.", "effect"))
    board.resources(0, 7, "inkwell")
    board.do("play t-dear")
    assert board.m.seat(0).score == 0
    board.do("play t-cheap")
    assert board.m.seat(0).score == 1


def test_a_song_knows_who_sang_it() -> None:
    board = table()
    text = "Draw a card. If a character sang this song, gain 1 lore."
    song = {"test": "t-song", "type": "song", "cost": 1, "effects": exact(text, "effect")}
    board.lay(0, "hand", song)
    board.lay(0, "hand", song)
    singer = board.lay(0, "play", {"test": "t-singer", "type": "character", "cost": 3})
    board.resources(0, 1, "inkwell")
    board.do("sing t-song t-singer")
    assert (board.m.seat(0).score, singer.exhausted) == (1, True)
    board.do("play t-song-2")
    assert board.m.seat(0).score == 1


def test_those_who_sang_are_readied() -> None:
    board = table()
    text = (
        "Gain 1 lore. If 2 or more characters sang this song, ready them. They can't quest for the rest of this turn."
    )
    song = {"test": "t-song", "type": "song", "cost": 9, "keywords": ["Sing Together 4"]}
    board.lay(0, "hand", song | {"effects": exact(text, "effect")})
    singers = [board.lay(0, "play", {"test": f"t-{name}", "type": "character", "cost": 2}) for name in "ab"]
    idle = board.lay(0, "play", {"test": "t-c", "type": "character", "cost": 2}, exhausted=True)
    board.do("sing t-song")
    while board.m.state.decision is not None:
        board.do(board.offered[0])
    assert [one.exhausted for one in (*singers, idle)] == [False, False, True]
    assert not any(one.startswith("quest") for one in board.offered)


def test_cards_that_were_under_a_banished_card_are_drawn_for() -> None:
    board = table()
    text = "When this character is banished, draw a card for each card that was under him."
    board.lay(0, "play", card("a", text, "triggered"), under=("t-x", "t-y"))
    board.lay(0, "hand", card("kill", "Banish chosen character of yours.", "effect"))
    board.do("play t-kill")
    assert len(board.names(0, "hand")) == 2


def test_entering_exerted_pays_for_an_effect() -> None:
    for answer, lore in (("exhausted", 2), ("ready", 0)):
        board = table()
        board.lay(0, "hand", card("a", "This character may enter play exerted to gain 2 lore.", "static"))
        board.do("play t-a", f"choose {answer}")
        assert board.m.seat(0).score == lore


def test_the_next_time_is_once() -> None:
    board = table()
    text = "Ready chosen character. The next time they challenge a character this turn, gain 1 lore."
    board.lay(0, "hand", card("go", text, "effect"))
    board.lay(0, "hand", card("again", "Ready chosen character of yours.", "effect"))
    board.lay(0, "play", {"test": "t-a", "type": "character", "strength": 0, "willpower": 9}, exhausted=True)
    board.lay(1, "play", {"test": "t-foe", "type": "character", "willpower": 9}, exhausted=True)
    board.do("play t-go", "choose t-a", "challenge t-a t-foe")
    assert board.m.seat(0).score == 1
    board.do("play t-again", "challenge t-a t-foe")
    assert board.m.seat(0).score == 1


def test_several_opponents_are_not_added_up() -> None:
    board = table(3)
    text = "While an opponent has more cards in their hand than you, this character gets +1 ◊."
    thing = board.lay(0, "play", card("a", text, "static"))
    for seat, n in ((0, 2), (1, 2), (2, 2)):
        board.lay(seat, "hand", "t-x", n=n)
    assert stat(board.m, thing, "lore") == 1
    board.lay(2, "hand", "t-x")
    assert stat(board.m, thing, "lore") == 2


def test_a_chosen_opponent_alone_reveals_and_discards() -> None:
    board = table(3)
    text = "Chosen opponent reveals their hand and discards a card of your choice."
    board.lay(0, "hand", card("spy", text, "effect"))
    for seat in (1, 2):
        board.lay(seat, "hand", f"t-x{seat}", n=2)
    board.do("play t-spy", "choose P3", "choose t-x2")
    assert [len(board.names(seat, "hand")) for seat in (1, 2)] == [2, 1]


def test_an_opponent_chooses_what_happens() -> None:
    board = table()
    text = "Chosen opponent chooses YES! or NO!: • YES! You gain 3 lore. • NO! They get 2 ink drops."
    board.lay(0, "hand", card("ask", text, "effect"))
    board.do("play t-ask")
    assert board.m.to_act == 1
    board.do(board.offered[1])
    assert (board.m.seat(0).score, board.m.seat(1).pool) == (0, 2)


def test_damage_dealt_in_a_challenge_only() -> None:
    board = table()
    text = (
        "During your turn, whenever this character deals damage to another character in a challenge, "
        "gain lore equal to this character's ¤."
    )
    board.lay(0, "play", card("a", text, "triggered", strength=2, willpower=9))
    board.lay(1, "play", {"test": "t-foe", "type": "character", "strength": 1, "willpower": 9}, exhausted=True)
    wall = {"test": "t-wall", "type": "character", "willpower": 9, "keywords": ["Resist +5"]}
    board.lay(1, "play", wall, exhausted=True)
    board.do("challenge t-a t-foe")
    assert board.m.seat(0).score == 2
    board.m.state.things[board.m.zone(0, "play")[0]].exhausted = False
    board.m._legal = None
    board.do("challenge t-a t-wall")
    assert board.m.seat(0).score == 2


def test_different_names_are_counted_once() -> None:
    board = table()
    text = "For each item with a different name you have in play, this character gets +1 ◊."
    thing = board.lay(0, "play", card("a", text, "static", lore=0))
    board.lay(0, "play", {"test": "t-i", "type": "item"}, n=2)
    board.lay(0, "play", {"test": "t-j", "type": "item"})
    board.lay(1, "play", {"test": "t-k", "type": "item"})
    assert stat(board.m, thing, "lore") == 2


def test_inks_are_counted_once_and_both_of_two() -> None:
    board = table()
    text = "This character gets +1 ◊ for each different ink type of characters you have in play."
    thing = board.lay(0, "play", card("a", text, "static", lore=0, inks=["Amber"]))
    board.lay(0, "play", {"test": "t-b", "type": "character", "inks": ["Amber", "Steel"]})
    assert stat(board.m, thing, "lore") == 2


def test_a_discarded_card_is_played_for_its_cost() -> None:
    board = table()
    text = "During your turn, when you discard this card, you may play this character from your discard."
    board.lay(0, "hand", card("back", text, "triggered") | {"cost": 2})
    board.lay(0, "hand", card("drop", "Choose and discard a card.", "effect"))
    board.resources(0, 2, "inkwell")
    board.do("play t-drop", "choose yes")
    assert board.names(0, "play") == ["t-back"]
    assert all(board.m.state.things[one].exhausted for one in board.m.zone(0, "inkwell"))


def test_damage_from_all_others_goes_to_the_chosen_one() -> None:
    board = table()
    text = "Exert chosen opposing character. Move all damage counters from all other characters to that character."
    board.lay(0, "hand", card("gather", text, "effect"))
    mine = board.lay(0, "play", {"test": "t-a", "type": "character", "willpower": 9}, damage=2)
    foe = board.lay(1, "play", {"test": "t-foe", "type": "character", "willpower": 9}, damage=1)
    board.do("play t-gather")
    assert (mine.damage, foe.damage) == (0, 3)


def test_cards_are_revealed_to_all_and_some_are_taken() -> None:
    board = table()
    text = (
        "Reveal the top 2 cards of your deck. Put revealed character cards into your hand. "
        "Put the rest on the bottom of your deck in any order."
    )
    board.lay(0, "hand", card("show", text, "effect"))
    deck = board.m.state.seats[0].zones["deck"]
    item = board.lay(0, "deck", {"test": "t-item", "type": "item"})
    board.m.put(board.m.state.seats[0].zones, "deck", (item.id, *deck))
    board.m._legal = None
    board.do("play t-show")
    assert board.names(0, "deck")[-1] == "t-item"
    assert board.names(0, "hand") == ["t-deck-1"]


def test_what_left_a_discard_is_remembered_for_the_turn() -> None:
    board = table()
    text = "During your turn, if 1 or more cards have left a player's discard this turn, this character gets +2 ◊."
    thing = board.lay(0, "play", card("a", text, "static"))
    board.lay(0, "discard", {"test": "t-old", "type": "character"})
    board.lay(0, "hand", card("back", "Return a character card from your discard to your hand.", "effect"))
    assert stat(board.m, thing, "lore") == 1
    board.do("play t-back")
    assert stat(board.m, thing, "lore") == 3


def test_only_ready_ones_that_fit_may_be_challenged() -> None:
    board = table()
    board.lay(0, "play", card("a", "This character can challenge ready Villain characters.", "static"))
    board.lay(1, "play", {"test": "t-villain", "type": "character", "classifications": ["Villain"]})
    board.lay(1, "play", {"test": "t-hero", "type": "character"})
    assert [one for one in board.offered if one.startswith("challenge")] == ["challenge t-a t-villain"]


def test_a_fresh_character_quests_where_it_may() -> None:
    board = table()
    board.lay(0, "hand", card("a", "This character can quest the turn he's played.", "static"))
    board.lay(0, "hand", {"test": "t-b", "type": "character", "cost": 0})
    board.do("play t-a", "play t-b")
    assert [one for one in board.offered if one.startswith("quest")] == ["quest t-a"]


def test_an_amount_over_nothing_is_none() -> None:
    from deckkit.effects.notation import read_abilities
    from deckkit.games.lorcana.effects import VOCABULARY

    board = table()
    tests = [
        {"compare": {"highest": {"cost": "it"}, "of": {"type": ["Item"]}}, "max": 0},
        {"compare": {"lowest": {"cost": "it"}, "of": {"type": ["Item"]}}, "max": 0},
        {"compare": {"kinds": "name", "of": {"type": ["Item"]}}, "max": 0},
    ]
    for test in tests:
        ability = read_abilities([{"on": "static", "when": test, "do": [{"op": "reduce", "n": 1}]}], VOCABULARY)[0]
        assert ability.when is not None
        assert condition(board.m, ability.when, {"source": -1, "seat": 0})


def test_the_first_time_of_a_turn_is_the_first_one_only() -> None:
    board = table()
    text = "The first time a Hero character moves here each turn, gain 1 lore."
    board.lay(
        0,
        "play",
        {"test": "t-place", "type": "location", "move_cost": 0, "effects": exact(text, "triggered", place=True)},
    )
    for name in "ab":
        board.lay(0, "play", {"test": f"t-{name}", "type": "character", "classifications": ["Hero"]})
    board.lay(0, "play", {"test": "t-other", "type": "character"})
    for name, lore in (("other", 0), ("a", 1), ("b", 1)):
        board.do(f"move t-{name} t-place")
        assert board.m.seat(0).score == lore


def test_who_was_here_is_looked_at_as_a_place_is_banished() -> None:
    for exhausted in (True, False):
        board = table()
        text = "When this location is banished, if there was an exerted character here, draw a card."
        effects = exact(text, "triggered", place=True)
        place = board.lay(0, "play", {"test": "t-place", "type": "location", "effects": effects})
        board.lay(0, "play", {"test": "t-a", "type": "character"}, at=place.id, exhausted=exhausted)
        board.lay(0, "hand", card("kill", "Banish chosen location of yours.", "effect"))
        board.do("play t-kill")
        assert len(board.names(0, "hand")) == exhausted


def test_cards_of_the_discard_may_be_inked() -> None:
    board = table()
    board.lay(0, "discard", {"test": "t-old", "type": "character"})
    board.lay(0, "discard", {"test": "t-plain", "type": "character", "inkable": False})
    assert not any(one.startswith("ink") for one in board.offered)
    board.lay(0, "play", card("a", "You can ink cards from your discard.", "static"))
    assert [one for one in board.offered if one.startswith("ink")] == ["ink t-old"]
    board.do("ink t-old")
    assert board.names(0, "inkwell") == ["t-old"]


def test_cards_without_the_symbol_may_be_inked_from_hand() -> None:
    board = table()
    plain = {"test": "t-plain", "type": "character", "inkable": False}
    board.lay(0, "hand", plain)
    board.lay(1, "play", card("b", "All cards in your hand count as having ◉.", "static"))
    assert not any(one.startswith("ink") for one in board.offered)
    board.lay(0, "play", card("a", "All cards in your hand count as having ◉.", "static"))
    assert "ink t-plain" in board.offered


def test_who_sings_only_together_does_not_sing_alone() -> None:
    board = table()
    board.lay(0, "play", card("a", "This character can't sing songs without Sing Together.", "static") | {"cost": 5})
    board.lay(0, "hand", {"test": "t-song", "type": "song", "cost": 5, "keywords": ["Sing Together 5"]})
    assert [one for one in board.offered if one.startswith("sing")] == ["sing t-song"]


def test_a_keyword_that_is_lost_all_the_time_cannot_be_given() -> None:
    from deckkit.engine.values import has_keyword

    board = table()
    thing = board.lay(0, "play", card("a", "This character can't gain Evasive.", "static"))
    board.lay(0, "hand", card("give", "Chosen character gains Evasive this turn.", "effect"))
    board.do("play t-give")
    assert not has_keyword(board.m, thing, "Evasive")


def test_a_card_that_was_looked_at_goes_on_top_or_away() -> None:
    board = table()
    text = "Look at the top card of your deck. Put it on either the top of your deck or into your discard."
    board.lay(0, "hand", card("see", text, "effect"))
    board.do("play t-see", "choose discard")
    assert "t-deck-1" in board.names(0, "discard")
    assert len(board.names(0, "deck")) == 5


def test_a_revealed_card_is_played_for_its_cost_or_discarded() -> None:
    text = (
        "Whenever this character quests, you may reveal the top card of your deck. If you do, you may play it. "
        "Otherwise, put it into your discard."
    )
    for ink, zone in ((1, "play"), (0, "discard")):
        board = table()
        board.lay(0, "play", card("a", text, "triggered"))
        board.resources(0, ink, "inkwell")
        board.do("quest t-a", "choose yes", "choose yes")
        assert "t-deck-1" in board.names(0, zone)


def test_a_card_does_not_pay_for_itself() -> None:
    board = table()
    board.lay(0, "hand", card("new", "You may discard a card to play this character for free.", "static") | {"cost": 5})
    board.illegal("play t-new instead")
    board.lay(0, "hand", "t-x")
    board.do("play t-new instead")
    assert (board.names(0, "play"), board.names(0, "discard")) == (["t-new"], ["t-x"])
