"""Effects in our own words: every word has a phrase, no argument is lost, and different effects read differently."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from effects_support import FULL, VOCABULARIES, ByChance, Maker, paper_cards

from deckkit.effects import phrases
from deckkit.effects.notation import read_abilities, read_block
from deckkit.effects.render import Labels, render_abilities, render_ability, render_block
from deckkit.effects.words import KERNEL

LABELS = Labels(
    vocabulary=FULL,
    types={"character": ("character", "characters"), "item": ("item", "items")},
    operations={"score": ("gain {n} lore",), "exhaust": ("exert {target}",)},
    events={"quest": "whenever {it} quests"},
    seats={"foe": "chosen opponent"},
    filters={"exhausted": "exerted {said}"},
    restrictions={"quest": "quest"},
)
BLOCKS = ([{"op": "draw", "n": 2}], [{"op": "shuffle"}])
#: Two different values of each kind of argument.
VALUES: dict[str, tuple[Any, Any]] = {
    "amount": (2, {"count": {"type": ["item"]}}),
    "amounts": ([2, 3], [2, 4]),
    "condition": ({"turn": "you"}, {"turn": "foes"}),
    "conditions": ([{"turn": "you"}, {"starts": "you"}], [{"turn": "foes"}, {"starts": "you"}]),
    "filter": ({"type": ["item"]}, {"exhausted": True}),
    "filters": ([{"type": ["item"]}], [{"exhausted": True}]),
    "range": (2, {"max": 3}),
    "ranges": ({"strength": 2}, {"willpower": 2}),
    "stats": ({"strength": 2}, {"willpower": 2}),
    "stat": ("strength", "willpower"),
    "selector": ("it", {"choose": {"type": ["item"]}}),
    "seat": ("foe", "all"),
    "zone": ("hand", "inkwell"),
    "duration": ("end_of_turn", "game"),
    "event": ("destroy", "quest"),
    "keyword": ("Rush", "Resist 2"),
    "restriction": ("ready", "quest"),
    "flag": (True, False),
    "word": ("red", "n"),
    "words": (["north"], ["north", "south"]),
    "block": BLOCKS,
    "blocks": ([BLOCKS[0], BLOCKS[1]], [BLOCKS[1], BLOCKS[0]]),
    "ability": ({"on": "play", "do": BLOCKS[0]}, {"on": "destroy", "do": BLOCKS[0]}),
    "abilities": ([{"on": "play", "do": BLOCKS[0]}], [{"on": "destroy", "do": BLOCKS[0]}]),
}


def operation(word: str, **more: Any) -> str:
    needed = {name: VALUES[FULL.operations[word].args[name]][0] for name in FULL.operations[word].needs}
    return render_block(read_block([{"op": word, **needed, **more}], FULL), Labels(vocabulary=FULL))


def ability(**parts: Any) -> str:
    return render_ability(read_abilities([parts], FULL)[0], Labels(vocabulary=FULL))


def condition(given: dict[str, Any]) -> str:
    return ability(on="static", do=BLOCKS[0], when=given)


def amount(given: Any) -> str:
    return operation("hurt", n=given)


def one_filter(given: dict[str, Any]) -> str:
    return operation("destroy", target={"all": given})


@pytest.mark.parametrize("word", list(KERNEL.operations))
def test_no_argument_of_an_operation_is_lost(word: str) -> None:
    said = {operation(word)}
    for name, kind in FULL.operations[word].args.items():
        for value in VALUES[kind][name in FULL.operations[word].needs :]:
            told = operation(word, **{name: value})
            assert told not in said, (name, value)
            said.add(told)


@pytest.mark.parametrize("word", list(KERNEL.filters))
def test_no_test_of_a_filter_is_lost(word: str) -> None:
    both = [one_filter({word: value}) for value in VALUES[FULL.filters[word].kind]]
    assert len({*both, one_filter({}), one_filter({"type": ["card_type"]})}) == 4


@pytest.mark.parametrize("word", list(KERNEL.conditions))
def test_no_argument_of_a_condition_is_lost(word: str) -> None:
    _arguments_count(word, FULL.conditions[word].args, condition)


@pytest.mark.parametrize("word", list(KERNEL.amounts))
def test_no_argument_of_an_amount_is_lost(word: str) -> None:
    _arguments_count(word, FULL.amounts[word].args, amount)


def _arguments_count(word: str, kinds: Any, say: Any) -> None:
    first = {word: VALUES[kinds[word]][0]}
    if word == "times":
        first["by"] = 3
    said = {say(first)}
    for name, kind in kinds.items():
        for value in VALUES[kind]:
            if first.get(name) != value:
                told = say({**first, name: value})
                assert told not in said, (name, value)
                said.add(told)


@pytest.mark.parametrize("table", ["selectors", "seats", "durations", "events"])
def test_words_without_arguments_are_told_apart(table: str) -> None:
    words = [word for word in getattr(KERNEL, table) if word not in ("static", "activate", "replace")]
    say = {
        "selectors": lambda word: operation("destroy", target=word),
        "seats": lambda word: operation("draw", who=word),
        "durations": lambda word: operation("control", until=word),
        "events": lambda word: ability(on=word, do=BLOCKS[0]),
    }[table]
    assert len({say(word) for word in words}) == len(words)


@pytest.mark.parametrize("word", list(KERNEL.seats))
def test_players_are_told_apart_wherever_they_stand(word: str) -> None:
    others = [other for other in KERNEL.seats if other != word]
    for test in ("controller", "owner"):
        assert one_filter({test: word}) not in {one_filter({test: other}) for other in others}
    for named in ("turn", "starts", "by"):
        assert condition({named: word}) not in {condition({named: other}) for other in others}


@pytest.mark.parametrize(
    "more",
    [
        {"of": {"type": ["item"]}},
        {"other": {"type": ["item"]}},
        {"when": {"turn": "you"}},
        {"if": {"turn": "you"}},
        {"cost": [{"op": "pay", "n": 1}]},
        {"may": True},
        {"limit": "once_per_turn"},
        {"limit": "once"},
        {"zone": "hand"},
        {"event": "attack"},
        {"do": BLOCKS[1]},
    ],
    ids=str,
)
@pytest.mark.parametrize("on", ["play", "static", "activate", "replace", "end_of_turn", ["play", "quest"]], ids=str)
def test_no_part_of_an_ability_is_lost(on: Any, more: dict[str, Any]) -> None:
    assert ability(**{"on": on, "do": BLOCKS[0], **more}) != ability(on=on, do=BLOCKS[0])


def _normal(written: dict[str, Any]) -> str:
    """An ability whose only operation is "may" is an ability that "may"."""
    do = written["do"]
    if len(do) == 1 and do[0]["op"] == "may" and set(do[0]) == {"op", "do"} and "may" not in written:
        written = {**written, "do": do[0]["do"], "may": True}
    return json.dumps(written, sort_keys=True)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seed", range(4))
def test_different_abilities_read_differently(seed: int, lang: str) -> None:
    maker = Maker(FULL, ByChance(random.Random(seed)))
    said: dict[str, str] = {}
    for depth in (1, 2, 3, 4) * 500:
        written = maker.make_ability(depth)
        told = render_ability(read_abilities([written], FULL)[0], Labels(vocabulary=FULL), lang)
        assert said.setdefault(told, _normal(written)) == _normal(written)
    assert len(said) > 1500


TABLES = {
    "operations": phrases.OPERATIONS,
    "conditions": phrases.CONDITIONS,
    "amounts": phrases.AMOUNTS,
    "filters": phrases.FILTERS,
    "selectors": phrases.SELECTORS,
    "seats": phrases.SEATS,
    "durations": phrases.DURATIONS,
}


@pytest.mark.parametrize("table", list(TABLES))
def test_every_word_of_the_kernel_has_a_phrase_and_no_other_word(table: str) -> None:
    said = {word.removeprefix("not.").partition(".")[0] for word in TABLES[table]}
    # A card's type is the noun of the phrase itself.
    assert said == set(getattr(KERNEL, table)) - ({"type"} if table == "filters" else set())


def test_every_event_and_zone_of_the_kernel_has_a_phrase() -> None:
    assert set(phrases.EVENTS) == set(KERNEL.events) - {"static", "activate", "replace"}
    assert set(phrases.ZONES) == set(KERNEL.zones)
    for seats in (phrases.CONTROLLERS, phrases.OWNERS, phrases.TURNS):
        assert set(seats) == set(KERNEL.seats)


@pytest.mark.parametrize("table", ["operations", "conditions", "amounts"])
def test_braces_are_arguments_of_their_word(table: str) -> None:
    for word, templates in TABLES[table].items():
        arguments = {*getattr(KERNEL, table)[word.partition(".")[0]].args, "deck", "pile"}
        if "n" in arguments:
            arguments |= {"cards", "top"}
        for template in templates:
            assert set(re.findall(r"{(\w+)}", template)) <= arguments, word


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            {"on": "quest", "may": True, "do": [{"op": "draw"}]},
            "Whenever this card quests: you may: draw 1 card.",
        ),
        (
            {"on": "activate", "cost": [{"op": "exhaust", "target": "self"}], "do": [{"op": "score", "n": 2}]},
            "Activate: pay [exert this card] → gain 2 lore.",
        ),
        (
            {
                "on": "play",
                "do": [
                    {
                        "op": "modify",
                        "target": {"choose": {"type": ["character"], "controller": "foes", "exhausted": True}},
                        "stats": {"strength": -2},
                        "until": "end_of_turn",
                    }
                ],
            },
            "When this card is played: give chosen exerted character of an opponent -2 strength this turn.",
        ),
        (
            {"on": "play", "do": [{"op": "discard", "n": 2, "who": "foe"}, {"op": "draw", "n": 3}]},
            "When this card is played: chosen opponent: discard 2 cards. Draw 3 cards.",
        ),
        (
            {
                "on": "start_of_turn",
                "when": {"turn": "you"},
                "if": {"count": {"type": ["item"], "controller": "you"}, "min": 2},
                "do": [{"op": "score", "n": 1}],
            },
            "At the start of the turn, while it is your turn: if there are at least 2 of these: items of yours: "
            "gain 1 lore.",
        ),
        (
            {
                "on": "play",
                "do": [
                    {
                        "op": "may",
                        "do": [{"op": "destroy", "target": {"choose": {"type": ["item"]}, "n": 2, "up_to": True}}],
                        "then": [{"op": "draw"}],
                    }
                ],
            },
            "When this card is played: you may: destroy up to 2 chosen items; if that was done: draw 1 card.",
        ),
    ],
)
def test_how_it_reads(written: dict[str, Any], said: str) -> None:
    assert render_ability(read_abilities([written], FULL)[0], LABELS) == said


def _item(**more: Any) -> dict[str, Any]:
    return {"type": ["item"], **more}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        # What it is about decides how a thing is called.
        ({"op": "destroy", "target": {"choose": _item(), "distinct": True}}, "destroy another chosen item"),
        (
            {"op": "destroy", "target": {"choose": _item(), "n": 2, "distinct": True, "up_to": True}},
            "destroy up to 2 other chosen items",
        ),
        (
            {"op": "destroy", "target": {"all": {"any": [{"is": "it"}, {"is": "self"}]}}},
            "destroy each of these: that one and this card itself",
        ),
        ({"op": "destroy", "target": {"all": _item(none=[{"is": "it"}])}}, "destroy each item other than that one"),
        ({"op": "destroy", "target": {"all": _item(none=[{"keyword": "Rush"}])}}, "destroy each item without Rush"),
        ({"op": "destroy", "target": {"all": {"none": [_item()]}}}, "destroy each card (no items)"),
        (
            {"op": "peek", "target": {"all": {"zone": "hand", "owner": "them"}}},
            "look at each card in that player's hand",
        ),
        # Amounts that are taken away.
        (
            {"op": "draw", "n": {"plus": [3, {"times": {"cards": "hand", "who": "them"}, "by": -1}]}},
            "draw cards (as many as: 3 minus (the number of cards in that player's hand))",
        ),
        (
            {"op": "modify", "target": "it", "stats": {"lore": {"times": {"damage": "self"}, "by": -1}}},
            "give that one -(the damage on this card) lore",
        ),
        # The top of the deck.
        ({"op": "move_top", "to": "hand"}, "put the top card of your deck into your hand"),
        (
            {"op": "mill", "n": 3, "who": "them"},
            "that player: put the top 3 cards of their deck into their discard pile",
        ),
        (
            {"op": "look", "n": 1, "rest": "any"},
            "look at the top card of your deck, put it either on top or at the bottom",
        ),
        # Whoever may is the one who does; what you do then is said.
        (
            {"op": "may", "who": "them", "do": [{"op": "discard", "who": "them"}], "otherwise": [{"op": "draw"}]},
            "that player may: discard 1 card; otherwise: you: draw 1 card",
        ),
    ],
)
def test_how_operations_read(written: dict[str, Any], said: str) -> None:
    told = render_ability(read_abilities([{"on": "play", "do": [written]}], FULL)[0], LABELS)
    assert told == f"When this card is played: {said}."


def test_what_is_about_playing_a_card_works_in_the_hand_by_nature() -> None:
    enters = {"on": "static", "do": [{"op": "enter", "exhausted": True}]}
    assert ability(**enters, zone="hand") == "This card enters play exhausted."
    assert ability(**enters) == "This card enters play exhausted (works in the play area)."
    others = {"on": "static", "do": [{"op": "enter", "of": _item(), "exhausted": True}]}
    assert ability(**others) == "On entering play, for items: exhausted."
    assert ability(**others, zone="hand").endswith("(works in the hand).")


def test_what_is_lost_all_the_time_cannot_be_gained() -> None:
    loses = [{"op": "remove", "target": "it", "keyword": "Rush"}]
    assert ability(on="static", do=loses) == "That one loses Rush and can't gain it."
    assert ability(on="play", do=loses) == "When this card is played: that one loses Rush."


def test_words_without_a_phrase_are_said_by_themselves() -> None:
    words = VOCABULARIES["allegiance"]
    effects = read_abilities([{"on": "buy", "do": [{"op": "wounds", "n": 4, "unstoppable": True}]}], words)
    assert render_abilities(effects, Labels(vocabulary=words)) == ["Buy: wounds: 4 (unstoppable: yes)."]


def test_the_cards_on_paper_read_differently() -> None:
    said: dict[tuple[str, str], str] = {}
    for card in paper_cards():
        words = VOCABULARIES[card.game]
        abilities = read_abilities(card.effects, words)
        for written, told in zip(card.effects, render_abilities(abilities, Labels(vocabulary=words)), strict=True):
            assert "{" not in told
            assert said.setdefault((card.game, told), json.dumps(written)) == json.dumps(written)
            assert render_abilities(abilities, Labels(vocabulary=words), "fr")
