"""The compiler: what is counted and compared, what players choose, other costs (rules digest 87-105, 173-201)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from compile_support import block, compiled, exact

CHARACTER = {"type": ["Character"]}
MINE = {"type": ["Character"], "controller": "you"}


def same(found: Any, wanted: Any) -> None:
    assert json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)


# -- amounts ------------------------------------------------------------------------------------------------------


def test_different_names_and_inks_are_counted_once() -> None:
    lore = {"op": "modify", "target": "self", "stats": {"lore": 1}}
    same(
        exact("For each item with a different name you have in play, this character gets +1 ◊.", "static")[0]["do"],
        [{**lore, "per": {"kinds": "name", "of": {"type": ["Item"], "controller": "you"}}}],
    )
    text = "This character gets +1 ◊ for each different ink type of characters you have in play."
    same(exact(text, "static")[0]["do"], [{**lore, "per": {"kinds": "inks", "of": MINE}}])


def test_a_maximum_is_the_least_of_both() -> None:
    same(
        exact("Whenever this character quests, gain lore equal to his ¤, to a maximum of 6 lore.", "triggered")[0][
            "do"
        ],
        [{"op": "score", "n": {"least": [{"stat": "strength", "of": "self"}, 6]}}],
    )


def test_an_opponent_is_any_one_of_them_and_more_than_each_is_more_than_all() -> None:
    """With several opponents their cards are not added up."""
    most = {"highest": {"cards": "hand", "who": "them"}, "who": "foes"}
    same(
        exact("While an opponent has more cards in their hand than you, this character gets +1 ◊.", "static")[0][
            "when"
        ],
        {"compare": most, "min": {"plus": [{"cards": "hand", "who": "you"}, 1]}},
    )
    text = "While you have more cards in your hand than each opponent, this character gets +1 ◊."
    same(
        exact(text, "static")[0]["when"],
        {"compare": {"cards": "hand", "who": "you"}, "min": {"plus": [most, 1]}},
    )


def test_the_highest_cost_in_play_may_be_tied() -> None:
    text = (
        "While you have a character in play with the highest cost, or tied for highest cost, this character gets +1 ◊."
    )
    same(
        exact(text, "static")[0]["when"],
        {
            "compare": {"highest": {"cost": "it"}, "of": MINE},
            "min": {"highest": {"cost": "it"}, "of": CHARACTER},
        },
    )


def test_cards_that_were_under_a_card_are_remembered() -> None:
    same(
        exact("When this character is banished, draw a card for each card that was under him.", "triggered")[0]["do"],
        [{"op": "draw", "n": {"under": "self"}}],
    )
    text = (
        "Banish chosen character of yours to draw 2 cards. "
        "If that character had a card under them, draw 3 cards instead."
    )
    same(
        block(text)[0]["then"],
        [
            {
                "op": "if",
                "is": {"compare": {"under": "chosen"}, "min": 1},
                "then": [{"op": "draw", "n": 3}],
                "otherwise": [{"op": "draw", "n": 2}],
            }
        ],
    )


# -- players ------------------------------------------------------------------------------------------------------


def test_a_chosen_opponent_is_chosen_once() -> None:
    text = "Chosen opponent reveals their hand and discards a song card of your choice."
    same(
        block(text),
        [
            {
                "op": "each_player",
                "who": "foe",
                "do": [
                    {"op": "reveal", "target": {"all": {"zone": "hand", "owner": "them"}}},
                    {
                        "op": "discard",
                        "n": 1,
                        "who": "them",
                        "filter": {"type": ["Action"], "trait": ["Song"]},
                        "by": "you",
                    },
                ],
            }
        ],
    )


def test_an_opponent_chooses_between_blocks() -> None:
    text = "Chosen opponent chooses YES! or NO!: • YES! You gain 3 lore. • NO! You draw 2 cards."
    same(
        block(text),
        [
            {
                "op": "each_player",
                "who": "foe",
                "do": [
                    {
                        "op": "choose_one",
                        "who": "them",
                        "options": [[{"op": "score", "n": 3}], [{"op": "draw", "n": 2}]],
                    }
                ],
            }
        ],
    )


def test_unless_its_player_pays() -> None:
    text = "Whenever an opposing character quests, you gain 1 lore unless their player pays 1 ⬡."
    same(
        exact(text, "triggered")[0]["do"],
        [
            {
                "op": "may",
                "who": "controller",
                "do": [{"op": "pay", "n": 1, "who": "controller"}],
                "otherwise": [{"op": "score", "n": 1}],
            }
        ],
    )
    # Of a choice it is not said whose player that is.
    other = "Whenever an opposing character quests, banish chosen character unless their player pays 1 ⬡."
    assert compiled(other, "triggered").status == "unparsed"


def test_both_instead_of_one() -> None:
    text = (
        "Choose one of the following. If you have an item in play, choose both instead: • Draw a card. • Gain 1 lore."
    )
    both = [{"op": "draw", "n": 1}, {"op": "score", "n": 1}]
    same(
        block(text),
        [
            {
                "op": "if",
                "is": {"count": {"type": ["Item"], "controller": "you"}},
                "then": both,
                "otherwise": [{"op": "choose_one", "options": [[both[0]], [both[1]]]}],
            }
        ],
    )


# -- pronouns -----------------------------------------------------------------------------------------------------


def test_that_location_is_the_one_that_was_chosen_for_the_move() -> None:
    same(
        block("Move a character of yours to a location for free. Then, draw cards equal to that location's ◊."),
        [
            {"op": "select", "target": {"choose": {"type": ["Location"], "controller": "you"}}, "as": "there"},
            {"op": "relocate", "target": {"choose": MINE}, "to": {"name": "there"}},
            {"op": "draw", "n": {"stat": "lore", "of": {"name": "there"}}},
        ],
    )
    # Where a character was chosen, "that location" is not the character.
    assert compiled("Ready chosen character at a location. Gain lore equal to that location's ◊.", "effect").status != (
        "exact"
    )


def test_the_other_character_is_the_one_that_was_moved_along() -> None:
    text = (
        "When you play this character, "
        "you may move her and one of your other characters to the same location for free. "
        "If you do, the other character gets +1 ◊ this turn."
    )
    then = exact(text, "triggered")[0]["do"][0]["then"]
    same(then, [{"op": "modify", "target": {"name": "them"}, "stats": {"lore": 1}, "until": "end_of_turn"}])


def test_another_than_the_one_that_was_damaged() -> None:
    text = (
        "During your turn, whenever this character deals damage to another character in a challenge, "
        "deal the same amount of damage to another chosen character."
    )
    found = exact(text, "triggered")[0]
    assert (found["on"], found["other"]) == ("challenge_damage", CHARACTER)
    same(
        found["do"],
        [
            {
                "op": "damage",
                "target": {"choose": {**CHARACTER, "other": True, "none": [{"is": "other"}]}},
                "n": {"event": "n"},
            }
        ],
    )


# -- costs and permissions -------------------------------------------------------------------------------------------


def test_another_cost_than_ink() -> None:
    """CR 1.5.5: an alternate cost stands beside the ink cost, it does not make that less."""
    text = "If you have a character named Testa in play, you may play this character for free."
    same(
        exact(text, "static"),
        [
            {
                "on": "static",
                "do": [{"op": "play_cost"}],
                "when": {"count": {**MINE, "name": ["Testa"]}},
                "zone": "hand",
            }
        ],
    )
    # What is exerted to pay must be ready.
    same(
        exact("You may exert 2 items of yours to play this character for free.", "static")[0]["do"],
        [
            {
                "op": "play_cost",
                "cost": [
                    {
                        "op": "exhaust",
                        "target": {
                            "choose": {"type": ["Item"], "controller": "you", "exhausted": False},
                            "n": 2,
                        },
                    }
                ],
            }
        ],
    )


def test_played_and_put_back() -> None:
    text = (
        "Play a song card with cost 4 or less from your discard for free, then put it on the bottom of your deck "
        "instead of into your discard."
    )
    found = block(text)[0]
    assert (found["op"], found["free"], found["goes"]) == ("play", True, "deck")


def test_an_action_may_have_an_ability_in_the_discard() -> None:
    text = "Draw a card. During your turn, when you discard this card, you may play it from your discard."
    same(
        exact(text, "effect"),
        [
            {"on": "play", "do": [{"op": "draw", "n": 1}]},
            {
                "on": "discard",
                "do": [{"op": "play", "target": "self"}],
                "when": {"turn": "you"},
                "may": True,
                "zone": "discard",
            },
        ],
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This damage can't be reduced by Resist.", "effect"),
        ("Move all damage from all other characters to this item.", "effect"),
        ("This character loses Rush and can't gain Evasive.", "static"),
        ("If you have an item in play, choose both instead: • Draw a card. • Gain 1 lore.", "effect"),
    ],
)
def test_what_goes_on_from_nothing_is_not_parsed(text: str, kind: str) -> None:
    assert compiled(text, kind).status == "unparsed"
