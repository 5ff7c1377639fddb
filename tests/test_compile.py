"""The compiler: sentences of made-up cards, and what they must mean by the rules (rules digest 173-201)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from compile_support import block, compiled, exact, grammar

CHARACTER = {"type": ["Character"]}
MINE = {"type": ["Character"], "controller": "you"}
FOES = {"controller": "foes", "type": ["Character"]}


def same(found: Any, wanted: Any) -> None:
    assert json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)


# -- targets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("chosen character", {"choose": CHARACTER}),
        ("chosen opposing damaged character", {"choose": {**FOES, "damaged": True}}),
        ("chosen character of yours", {"choose": MINE}),
        ("one of your characters", {"choose": MINE}),
        ("up to 2 chosen characters", {"choose": CHARACTER, "n": 2, "up_to": True}),
        ("each opposing character", {"all": FOES}),
        ("all your characters", {"all": MINE}),
        ("each of your other Hero characters", {"all": {**MINE, "other": True, "trait": ["Hero"]}}),
        ("chosen Princess or Queen character", {"choose": {**CHARACTER, "trait": ["Princess", "Queen"]}}),
        ("chosen character, item, or location", {"choose": {"type": ["Character", "Item", "Location"]}}),
        ("chosen character with cost 3 or less", {"choose": {**CHARACTER, "cost": {"max": 3}}}),
        ("chosen character with 5 ¤ or more", {"choose": {**CHARACTER, "stat": {"strength": {"min": 5}}}}),
        ("chosen character without Ward", {"choose": {**CHARACTER, "none": [{"keyword": "Ward"}]}}),
        ("chosen character named Mr. Test", {"choose": {**CHARACTER, "name": ["Mr. Test"]}}),
        ("chosen Villain of yours", {"choose": {**MINE, "trait": ["Villain"]}}),
    ],
)
def test_targets(words: str, target: Any) -> None:
    same(block(f"Banish {words}."), [{"op": "destroy", "target": target}])


def test_another_is_not_the_card_itself_nor_what_was_chosen_before() -> None:
    """CR 6.1.6: "another" excludes the source, or what has been chosen before."""
    same(
        exact("When you play this character, exert another chosen character.", "triggered")[0]["do"],
        [{"op": "exhaust", "target": {"choose": {**CHARACTER, "other": True}}}],
    )
    same(
        block("Deal 2 damage to chosen character of yours to deal 2 damage to another chosen character."),
        [
            {
                "op": "if_done",
                "do": [{"op": "damage", "target": {"choose": MINE}, "n": 2}],
                "then": [{"op": "damage", "target": {"choose": CHARACTER, "distinct": True}, "n": 2}],
            }
        ],
    )


# -- sentences and their order ------------------------------------------------------------------------------------


def test_may_governs_its_own_sentence() -> None:
    """CR 6.1.4: only the sentence with "may" depends on it."""
    found = exact("When you play this character, you may draw a card. Each opponent loses 1 lore.", "triggered")
    same(
        found,
        [
            {
                "on": "play",
                "do": [{"op": "may", "do": [{"op": "draw", "n": 1}]}, {"op": "lose", "n": 1, "who": "foes"}],
            }
        ],
    )


def test_a_cost_before_to_is_what_the_rest_depends_on() -> None:
    """CR 6.1.5: "A to B": B only if A was done; all that "and" joins before "to" is A."""
    found = exact("Whenever you play a song, you may pay 1 ⬡ and banish this item to draw 2 cards.", "triggered")
    same(
        found[0]["do"],
        [
            {
                "op": "may",
                "do": [{"op": "pay", "n": 1}, {"op": "destroy", "target": "self"}],
                "then": [{"op": "draw", "n": 2}],
            }
        ],
    )
    same(found[0]["of"], {"type": ["Action"], "trait": ["Song"], "controller": "you"})


def test_if_you_do_and_otherwise() -> None:
    found = exact(
        "Whenever this character quests, you may choose and discard a card. If you do, gain 1 lore.", "triggered"
    )
    same(
        found[0]["do"],
        [{"op": "may", "do": [{"op": "discard", "n": 1}], "then": [{"op": "score", "n": 1}]}],
    )
    same(
        block("If you have a location in play, draw a card. Otherwise, gain 1 lore."),
        [
            {
                "op": "if",
                "is": {"count": {"controller": "you", "type": ["Location"]}},
                "then": [{"op": "draw", "n": 1}],
                "otherwise": [{"op": "score", "n": 1}],
            }
        ],
    )


def test_instead_replaces_the_sentence_before_and_keeps_its_choice() -> None:
    change = {"op": "modify", "target": "chosen", "until": "end_of_turn"}
    same(
        block("Chosen character gets +1 ¤ this turn. If a Villain character is chosen, they get +3 ¤ instead."),
        [
            {"op": "select", "target": {"choose": CHARACTER}, "as": "them"},
            {
                "op": "if",
                "is": {"fits": {**CHARACTER, "trait": ["Villain"]}, "target": "chosen"},
                "then": [{**change, "stats": {"strength": 3}}],
                "otherwise": [{**change, "stats": {"strength": 1}}],
            },
        ],
    )


def test_the_subject_goes_on() -> None:
    """ "Each player" is the subject of both verbs; "you" ends that."""
    same(
        block("Each player discards their hand and draws 3 cards."),
        [{"op": "discard", "n": "all", "who": "all"}, {"op": "draw", "n": 3, "who": "all"}],
    )
    same(
        block("Each opponent loses 1 lore and you gain 1 lore."),
        [{"op": "lose", "n": 1, "who": "foes"}, {"op": "score", "n": 1}],
    )


def test_an_ability_with_two_triggers_is_one() -> None:
    found = exact("When you play this character and whenever he quests, draw a card.", "triggered")
    same(found, [{"on": ["play", "quest"], "do": [{"op": "draw", "n": 1}]}])


def test_if_in_a_trigger_is_looked_at_on_resolution() -> None:
    """CR 6.2.4."""
    found = exact("When you play this character, if you have no cards in your hand, draw 2 cards.", "triggered")
    same(
        found,
        [{"on": "play", "if": {"compare": {"cards": "hand", "who": "you"}, "max": 0}, "do": [{"op": "draw", "n": 2}]}],
    )


def test_options() -> None:
    found = exact(
        "When you play this character, you may choose one: • Ready chosen item. • Ready chosen character. They can't"
        " quest for the rest of this turn.",
        "triggered",
    )
    same(
        found,
        [
            {
                "on": "play",
                "may": True,
                "do": [
                    {
                        "op": "choose_one",
                        "options": [
                            [{"op": "ready", "target": {"choose": {"type": ["Item"]}}}],
                            [
                                {"op": "ready", "target": {"choose": CHARACTER}},
                                {"op": "forbid", "target": "chosen", "what": "quest", "until": "end_of_turn"},
                            ],
                        ],
                    }
                ],
            }
        ],
    )


# -- pronouns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("Deal 1 damage to chosen character. They can't quest this turn.", "effect", "chosen"),
        ("Exert all opposing characters. They can't quest this turn.", "effect", {"all": FOES}),
        ("Whenever you play a character, they can't quest this turn.", "triggered", "it"),
        ("When you play this character, he can't quest this turn.", "triggered", "self"),
        (
            "Whenever this character challenges another character, that character can't quest this turn.",
            "triggered",
            "other",
        ),
        ("Exert chosen character. Draw a card. That character can't quest this turn.", "effect", "chosen"),
    ],
)
def test_what_a_pronoun_stands_for(text: str, kind: str, target: Any) -> None:
    found = exact(text, kind)[0]["do"][-1]
    same(found, {"op": "forbid", "target": target, "what": "quest", "until": "end_of_turn"})


def test_a_pronoun_in_an_amount_is_the_target_of_it() -> None:
    same(
        block("Chosen character gets +1 ¤ this turn for each 1 damage on them."),
        [
            {"op": "select", "target": {"choose": CHARACTER}, "as": "them"},
            {
                "op": "modify",
                "target": "chosen",
                "stats": {"strength": 1},
                "per": {"damage": "chosen"},
                "until": "end_of_turn",
            },
        ],
    )


def test_an_amount_said_before_the_target_is_of_what_was_spoken_of() -> None:
    same(
        block("⟳ one of your characters to deal damage equal to their ¤ to chosen character.")[0]["then"],
        [{"op": "damage", "target": {"choose": CHARACTER}, "n": {"stat": "strength", "of": "chosen"}}],
    )


def test_who_banishes_itself_is_not_who_gains() -> None:
    found = exact(
        "Whenever a character quests while here, you may banish this location to give them Ward this turn.",
        "triggered",
        place=True,
    )
    same(found[0]["do"][0]["then"], [{"op": "grant", "target": "it", "keyword": "Ward", "until": "end_of_turn"}])
    same(found[0]["of"], {**CHARACTER, "at": "self"})


def test_the_player_of_a_thing_acts_for_that_thing() -> None:
    same(
        block("Banish chosen item. Its player draws a card."),
        [
            {"op": "destroy", "target": {"choose": {"type": ["Item"]}}},
            {"op": "each", "target": "chosen", "do": [{"op": "draw", "n": 1, "who": "owner"}]},
        ],
    )


# -- the top of the deck ------------------------------------------------------------------------------------------


def test_looking_is_one_operation_over_several_sentences() -> None:
    same(
        block(
            "Look at the top 4 cards of your deck. You may reveal a Hero character card and put it into your hand. "
            "Put the rest on the bottom of your deck in any order."
        ),
        [
            {
                "op": "look",
                "n": 4,
                "take": {**CHARACTER, "trait": ["Hero"]},
                "take_n": 1,
                "up_to": True,
                "reveal": True,
                "to": "hand",
                "rest": "bottom",
            }
        ],
    )
    same(
        block("Look at the top 2 cards of your deck. Put one on the top of your deck and the other on the bottom."),
        [{"op": "look", "n": 2, "rest": "split"}],
    )


def test_a_revealed_card_that_is_not_taken_goes_where_others_go() -> None:
    bottom = [{"op": "move", "target": "revealed", "to": "deck", "position": "bottom"}]
    same(
        block(
            "Reveal the top card of your deck. If it's an item card, you may put it into your hand. Otherwise, put it"
            " on the bottom of your deck."
        ),
        [
            {
                "op": "reveal_top",
                "filter": {"type": ["Item"]},
                "then": [
                    {"op": "may", "do": [{"op": "move", "target": "revealed", "to": "hand"}], "otherwise": bottom}
                ],
                "otherwise": bottom,
            }
        ],
    )


# -- all the time, costs ------------------------------------------------------------------------------------------


def test_statics() -> None:
    same(
        exact("While this character has no damage, he gets +2 ¤ and gains Ward.", "static"),
        [
            {
                "on": "static",
                "when": {"fits": {"damaged": False}},
                "do": [
                    {"op": "modify", "target": "self", "stats": {"strength": 2}},
                    {"op": "grant", "target": "self", "keyword": "Ward"},
                ],
            }
        ],
    )
    same(
        exact("For each item you have in play, you pay 2 ⬡ less to play this character.", "static"),
        [
            {
                "on": "static",
                "zone": "hand",
                "do": [
                    {
                        "op": "reduce",
                        "of": {"self": True},
                        "n": {"count": {"controller": "you", "type": ["Item"]}, "times": 2},
                        "what": "play",
                    }
                ],
            }
        ],
    )


def test_activated() -> None:
    same(
        exact("⟳, 2 ⬡, Banish this item — Draw a card.", "activated"),
        [
            {
                "on": "activate",
                "cost": [
                    {"op": "exhaust", "target": "self"},
                    {"op": "pay", "n": 2},
                    {"op": "destroy", "target": "self"},
                ],
                "do": [{"op": "draw", "n": 1}],
            }
        ],
    )
    same(
        exact("Once during your turn, you may pay 1 ⬡ to draw a card.", "activated"),
        [
            {
                "on": "activate",
                "limit": "once_per_turn",
                "cost": [{"op": "pay", "n": 1}],
                "do": [{"op": "draw", "n": 1}],
            }
        ],
    )


def test_a_given_ability_is_compiled_too() -> None:
    same(
        exact("Your characters gain “⟳ — Gain 1 lore.”", "static")[0]["do"],
        [
            {
                "op": "grant",
                "target": {"all": MINE},
                "abilities": [
                    {
                        "on": "activate",
                        "cost": [{"op": "exhaust", "target": "self"}],
                        "do": [{"op": "score", "n": 1}],
                    }
                ],
            }
        ],
    )


# -- what is not understood ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card and whistle.",
        "Draw a card twice.",
        "Draw card a.",
        "Banish chosen character softly.",
        "Put the rest on the bottom of your deck in any order.",
        "They can't quest this turn.",
        "If you do, draw a card.",
        "Otherwise, draw a card.",
        "Choose one: • Draw a card.",
        "Chosen character gains Resist this turn.",
        "Each opponent reveals their hand and readies chosen character.",
        "",
        "...",
    ],
)
def test_what_cannot_be_said_is_not_parsed(text: str) -> None:
    found = compiled(text, "effect")
    assert found.status == "unparsed"
    assert found.abilities == ()
    assert all(not clause.exact and clause.reason for clause in found.clauses)


def test_a_sentence_that_is_not_understood_is_listed_and_ends_what_is_kept() -> None:
    text = "Draw a card. Whistle a tune. They can't quest this turn."
    found = compiled(text, "effect")
    assert found.status == "partial"
    assert [clause.exact for clause in found.clauses] == [True, False, False]
    assert [found.text[clause.start : clause.end] for clause in found.clauses] == [
        "Draw a card.",
        "Whistle a tune.",
        "They can't quest this turn.",
    ]
    assert "whistle" in found.clauses[1].reason


def test_reminders_are_no_rules_text() -> None:
    """CR 1.1.7."""
    same(
        block("Chosen character gains Rush this turn. (They can challenge the turn they're played.)"),
        block("Chosen character gains Rush this turn."),
    )


def test_every_production_has_a_meaning() -> None:
    meaning = grammar().meaning()
    for rule in grammar().lark.rules:
        name = str(rule.alias or rule.origin.name)
        kept = [one for one in rule.expansion if not (one.is_term and one.filter_out)]
        inline = rule.alias is None and rule.options.expand1 and len(kept) == 1
        assert name.startswith("_") or inline or hasattr(meaning, name), name
