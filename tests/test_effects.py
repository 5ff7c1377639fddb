"""The effect notation: what is read is written back, and every mistake is named with its place and its cure."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from effects_support import (
    FULL,
    SEED,
    VOCABULARIES,
    ByChance,
    Maker,
    PaperCard,
    effects,
    paper_cards,
    sampled_names,
)
from hypothesis import given

from deckkit.effects.audit import audit
from deckkit.effects.notation import VERSION, read_abilities, read_block, write_abilities
from deckkit.effects.words import KERNEL, Spec
from deckkit.errors import InputError

PLAY: dict[str, Any] = {"on": "play"}


def read(*operations: Any, **more: Any) -> Any:
    return read_abilities([{**PLAY, "do": list(operations), **more}], FULL, "Elsa")


@given(effects())
def test_what_is_read_is_written_back(written: list[dict[str, Any]]) -> None:
    abilities = read_abilities(written, FULL)
    assert write_abilities(abilities) == written
    assert read_abilities(json.loads(json.dumps(written, sort_keys=True)), FULL) == abilities


def test_keys_may_stand_in_any_order() -> None:
    rng = random.Random(11)
    maker = Maker(FULL, ByChance(rng))

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            keys = rng.sample(list(value), len(value))
            return {key: shuffled(value[key]) for key in keys}
        return [shuffled(one) for one in value] if isinstance(value, list) else value

    for _ in range(500):
        written = [maker.make_ability(4)]
        assert read_abilities(shuffled(written), FULL) == read_abilities(written, FULL)


def test_short_and_long_forms_are_one() -> None:
    long = [
        {
            "on": ["play"],
            "do": [{"op": "destroy", "target": {"choose": {"type": "item"}, "n": 1, "up_to": False, "by": "you"}}],
            "zone": "play",
            "may": False,
        }
    ]
    short = [{"on": "play", "do": [{"op": "destroy", "target": {"choose": {"type": ["item"]}}}]}]
    assert write_abilities(read_abilities(long, FULL)) == short
    exact = [{"on": "play", "do": [{"op": "destroy", "target": {"all": {"cost": {"min": 3, "max": 3}}}}]}]
    assert write_abilities(read_abilities(exact, FULL))[0]["do"][0]["target"] == {"all": {"cost": 3}}


def test_abilities_compare_and_hash_by_what_they_say() -> None:
    one, same = read({"op": "draw", "n": 2}), read({"op": "draw", "n": 2})
    other = read({"op": "draw", "n": 3})
    assert one == same
    assert hash(one) == hash(same)
    assert one != other


def test_the_version_is_one() -> None:
    # A change of the meaning of a word is a new version: stored effects are compiled again.
    assert VERSION == 1


@pytest.mark.parametrize(
    ("operation", "where", "what", "do"),
    [
        ({"op": "drow"}, "do[0]", "no operation 'drow'", "draw"),
        ({"op": ["draw"]}, "do[0]", "no operation", "draw"),
        ({"n": 2}, "do[0]", "needs 'op'", "effects.md"),
        ("draw", "do[0]", "an object was expected", "effects.md"),
        ({"op": "draw", "count": 2}, "do[0]", "'draw' takes no 'count'", "effects.md"),
        ({"op": "draw", "n": "two"}, "do[0].n", "an object was expected", "effects.md"),
        ({"op": "draw", "n": True}, "do[0].n", "an object was expected", "effects.md"),
        ({"op": "draw", "n": {"cuont": {}}}, "do[0].n", "no amount", "count"),
        ({"op": "draw", "n": {"plus": 2}}, "do[0].n.plus", "a list was expected", "effects.md"),
        ({"op": "draw", "who": "foos"}, "do[0].who", "'foos' names no player", "foes"),
        ({"op": "draw", "who": 7}, "do[0].who", "'7' names no player", "use one of"),
        ({"op": "destroy"}, "do[0]", "'destroy' needs target", "effects.md"),
        ({"op": "destroy", "target": "me"}, "do[0].target", "'me' selects nothing", "moved"),
        ({"op": "destroy", "target": {}}, "do[0].target", "needs 'choose', 'all' or 'name'", "effects.md"),
        ({"op": "destroy", "target": {"choose": {}, "m": 2}}, "do[0].target", "no part of a selector", "effects.md"),
        ({"op": "destroy", "target": {"choose": {}, "by": "me"}}, "do[0].target.by", "names no player", "them"),
        ({"op": "destroy", "target": {"all": {"colour": "red"}}}, "do[0].target.all", "no test of a filter", "contr"),
        ({"op": "destroy", "target": {"all": {"exhausted": 1}}}, "target.all.exhausted", "yes or no", "effects.md"),
        ({"op": "destroy", "target": {"all": {"trait": [1]}}}, "target.all.trait", "a word was expected", "effects.md"),
        ({"op": "destroy", "target": {"all": {"cost": {"from": 1}}}}, "all.cost", "'min' and 'max'", "effects.md"),
        ({"op": "destroy", "target": {"all": {"stat": {"power": 1}}}}, "all.stat", "no stat 'power'", "willpower"),
        ({"op": "destroy", "target": {"name": ""}}, "do[0].target", "a word was expected", "effects.md"),
        ({"op": "move", "target": "self", "to": "inkwel"}, "do[0].to", "no zone 'inkwel'", "inkwell"),
        ({"op": "forbid", "what": "quets"}, "do[0].what", "no restriction", "quest"),
        ({"op": "grant", "target": "self", "keyword": "Resits +2"}, "keyword", "no keyword 'Resits'", "Resist"),
        ({"op": "modify", "target": "self", "stats": {"lore": 1}, "until": "end"}, "until", "no duration", "end_of"),
        ({"op": "later", "at": "end_of_trun", "do": []}, "do[0].at", "no event", "end_of_turn"),
        ({"op": "may", "do": {}}, "do[0].do", "a list was expected", "effects.md"),
        ({"op": "choose_one", "options": [[{"op": "drow"}]]}, "do[0].options[0][0]", "no operation", "draw"),
        ({"op": "if", "is": {"trun": "you"}}, "do[0].is", "no condition", "turn"),
        ({"op": "watch", "ability": {"on": "play", "od": []}}, "do[0].ability", "no part of an ability", "effects.md"),
    ],
)
def test_a_mistake_in_an_operation(operation: Any, where: str, what: str, do: str) -> None:
    with pytest.raises(InputError) as caught:
        read(operation)
    found = caught.value
    assert str(found.where).startswith("Elsa: effects[0].")
    assert where in str(found.where)
    assert what in str(found.what)
    assert do in str(found.do)


@pytest.mark.parametrize(
    ("ability", "where", "what"),
    [
        ({}, "effects[0]", "needs 'on'"),
        ({"on": []}, "effects[0].on", "at least one event"),
        ({"on": "plays"}, "effects[0].on", "'plays' is no event"),
        ({"on": ["play", 3]}, "effects[0].on", "'3' is no event"),
        ({"on": "play", "then": []}, "effects[0]", "'then' is no part of an ability"),
        ({"on": "play", "may": "yes"}, "effects[0].may", "yes or no"),
        ({"on": "play", "limit": 1}, "effects[0].limit", "'1' is no limit"),
        ({"on": "play", "limit": "once_per_trun"}, "effects[0].limit", "'once_per_trun' is no limit"),
        ({"on": "play", "zone": "pocket"}, "effects[0].zone", "no zone 'pocket'"),
        ({"on": "replace", "event": "no"}, "effects[0].event", "no event"),
        ({"on": "play", "when": {"all_of": {}}}, "effects[0].when.all_of", "a list was expected"),
        ("draw", "effects[0]", "an object was expected"),
    ],
)
def test_a_mistake_in_an_ability(ability: Any, where: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read_abilities([ability], FULL, "Elsa")
    assert str(caught.value.where) == f"Elsa: {where}"
    assert what in str(caught.value.what)


def test_effects_are_a_list_and_a_block_too() -> None:
    with pytest.raises(InputError, match="a list was expected"):
        read_abilities({"on": "play"}, FULL)
    with pytest.raises(InputError) as caught:
        read_block([{"op": "no"}], KERNEL)
    assert str(caught.value.where) == "do[0]"


def test_a_game_adds_words_and_may_widen_one() -> None:
    wider = KERNEL.extended(operations={"exhaust": Spec({"target": "selector"}, "exhausts")}, zones=("bench",))
    assert read_block([{"op": "exhaust"}], wider)[0].word == "exhaust"
    assert "bench" in wider.zones
    with pytest.raises(InputError, match="needs"):
        read_block([{"op": "exhaust"}], KERNEL)


def test_no_word_is_written_like_an_argument_of_its_own_operation() -> None:
    # The writer tells operations from conditions and amounts by this.
    for words in VOCABULARIES.values():
        assert [name for name, spec in words.operations.items() if name in spec.args] == []
        for table in (words.conditions, words.amounts):
            assert [name for name, spec in table.items() if name not in spec.args] == []


# -- the audit -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "doubt"),
    [
        ({"on": "play"}, "does nothing"),
        ({"on": "activate", "cost": [{"op": "pay", "n": 1}]}, "does nothing"),
        ({"on": "play", "do": [{"op": "draw", "n": 0}]}, "'draw' of 0"),
        ({"on": "play", "do": [{"op": "may", "do": []}]}, "the block is empty"),
        ({"on": "play", "do": [{"op": "choose_one", "options": [[], [{"op": "draw"}]]}]}, "one of the blocks is empty"),
        ({"on": "play", "do": [{"op": "choose_one", "options": [[{"op": "draw"}]]}]}, "two options"),
        ({"on": "static", "do": [{"op": "modify", "target": "self", "stats": {"lore": 0}}]}, "'modify' of 0"),
        ({"on": "static", "do": [{"op": "modify", "target": "self", "stats": {}}]}, "'modify' of 0"),
        ({"on": "static", "do": [{"op": "grant", "target": "self"}]}, "without one of: keyword"),
        ({"on": "play", "do": [{"op": "if", "is": {"turn": "you"}}]}, "without one of: then"),
        ({"on": "play", "do": [{"op": "look", "n": 2}]}, "without one of: take"),
        ({"on": "play", "do": [{"op": "instead", "do": [{"op": "draw"}]}]}, "outside a replacement"),
        ({"on": "replace", "do": [{"op": "cancel"}]}, "needs the event"),
        ({"on": "activate", "do": [{"op": "draw"}]}, "without end"),
        ({"on": "play", "do": [{"op": "destroy", "target": {"name": "first"}}]}, "nothing is called 'first'"),
        ({"on": "play", "do": [{"op": "destroy", "target": {"choose": {}, "n": 0}}]}, "nothing is chosen"),
        ({"on": "play", "do": [{"op": "ready", "target": {"all": {"cost": {"min": 3, "max": 2}}}}]}, "between 3 and 2"),
        ({"on": "play", "do": [{"op": "watch", "ability": {"on": "destroy"}}]}, "does nothing"),
        ({"on": "destroy", "do": [{"op": "draw", "n": {"done": "n"}}]}, "done before"),
        ({"on": "destroy", "do": [{"op": "may", "do": [{"op": "draw", "n": {"done": "n"}}]}]}, "done before"),
    ],
)
def test_the_audit_finds_what_cannot_be_meant(ability: dict[str, Any], doubt: str) -> None:
    found = audit(read_abilities([ability], FULL), FULL)
    assert len(found) == 1
    assert doubt in str(found[0].message)
    assert found[0].path.startswith("effects[0]")


def test_the_audit_passes_an_additional_cost_and_names_of_the_block() -> None:
    named = [
        {"op": "select", "target": {"choose": {"type": "item"}}, "as": "first"},
        {"op": "may", "do": [{"op": "destroy", "target": {"name": "first"}}]},
    ]
    meant = [
        {"on": "play", "cost": [{"op": "discard", "n": 1}], "zone": "hand"},
        {"on": "play", "do": [{"op": "discard", "n": "all"}, {"op": "draw", "n": {"done": "n"}}]},
        {"on": "play", "do": [{"op": "may", "do": [{"op": "mill"}], "then": [{"op": "draw", "n": {"done": "n"}}]}]},
        {"on": "play", "do": named},
        {"on": "replace", "event": "destroy", "do": [{"op": "instead", "do": [{"op": "ready", "target": "self"}]}]},
    ]
    assert audit(read_abilities(meant, FULL), FULL) == []


# -- the paper exercise ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", paper_cards(), ids=lambda card: f"{card.game}-{card.name}")
def test_a_card_on_paper_is_said_in_its_games_words(card: PaperCard) -> None:
    words = VOCABULARIES[card.game]
    abilities = read_abilities(card.effects, words, card.name)
    assert write_abilities(abilities) == card.effects
    assert audit(abilities, words) == []
    # What is missing is told, and "not" means that nothing is said.
    assert card.status == "whole" or card.remark
    assert card.status != "not" or not card.effects
    assert card.status != "part" or card.effects


def test_the_page_counts_its_cards() -> None:
    from effects_support import PAGE

    titles = {
        "lorcana": "Disney Lorcana",
        "riftbound": "Riftbound",
        "wowtcg": "WoW TCG",
        "invocateurs": "Invocateurs",
        "allegiance": "Rites of Allegiance",
    }
    text = PAGE.read_text(encoding="utf-8")
    for game, title in titles.items():
        cards = [card for card in paper_cards() if card.game == game]
        by = [sum(card.status == status for card in cards) for status in ("whole", "part", "not")]
        assert f"| {title} | {len(cards)} | {by[0]} | {by[1]} | {by[2]} |" in text
    assert str(SEED) in text


@pytest.mark.shared
@pytest.mark.parametrize("game", list(VOCABULARIES))
def test_the_cards_on_paper_are_those_that_were_drawn(game: str, shared: Any) -> None:
    assert [card.name for card in paper_cards() if card.game == game] == sorted(sampled_names(game, shared))
