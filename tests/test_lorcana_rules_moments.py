"""Moments that scenario files cannot say in the shared words: stacks of two bases, loops, saved and left matches."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from engine_support import catalogue, rules_of

from deckkit.engine.leaving import concede
from deckkit.engine.match import Match
from deckkit.engine.moves import enter, move
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.scenario_reading import read_scenarios
from deckkit.engine.state import Action
from deckkit.engine.table import empty_match
from deckkit.engine.values import stat
from deckkit.games.scenarios import ScenarioRunner

DECK = [f"t-d{number}" for number in range(5)]
MANY = 1_000_000_000


def passes(given: dict[str, Any], when: list[Any], then: dict[str, Any]) -> None:
    row = {"id": "x", "game": "lorcana", "title": "x", "given": given, "when": when, "then": then}
    raw = read_scenarios(json.dumps(row).encode(), "x.json")[0]
    outcome = ScenarioRunner(catalogue(), date(2026, 11, 30)).run_one(raw, "x.json")
    told = [(problem.where, problem.expected, problem.actual) for problem in outcome.problems]
    assert outcome.status == "pass", (outcome.error, told, [note.render("en") for note in outcome.notes])


def test_after_temporary_duo_shift_the_two_bases_stay_one_stack() -> None:
    """CR 8.10.8.3: one base was laid on the other; CR 8.10.8.5: only the card on top goes (digest 262, 265, 266)."""
    passes(
        {
            "P1": {
                "deck": DECK,
                "inkwell": {"ready": 2, "exerted": 0},
                "play": [{"id": "b1", "test": "t-n1"}, {"id": "b2", "test": "t-n2"}],
                "hand": [{"id": "top", "test": "t-n1 & t-n2", "cost": 6, "keywords": ["Temporary Duo Shift 2"]}],
            }
        },
        [
            {"do": "play", "player": "P1", "card": "top", "cost": "shift", "onto": ["b1", "b2"]},
            {"do": "end_turn", "player": "P1"},
        ],
        {"legal_steps": [True, True], "P1": {"hand": ["t-n1 & t-n2"], "play": [{"id": "b1", "under": ["t-n2"]}]}},
    )


@pytest.mark.parametrize(
    "effect",
    [
        {"op": "repeat", "n": MANY, "do": [{"op": "score", "n": 0}]},
        {"op": "repeat", "n": MANY, "do": [{"op": "repeat", "n": MANY, "do": [{"op": "score", "n": 0}]}]},
        {"op": "gain_resource", "n": MANY, "kind": "drops"},
    ],
)
def test_what_is_done_without_end_is_a_loop(effect: dict[str, Any]) -> None:
    """CR 6.1.10 (digest 200): here a loop that nobody can leave is a draw, however the number came about."""
    passes(
        {"P1": {"play": [{"id": "a", "test": "t-a", "lore": 0, "effects": [{"on": "quest", "do": [effect]}]}]}},
        [{"do": "quest", "player": "P1", "source": "a"}],
        {"result": {"draw": True, "reason": "loop_cap"}},
    )


@pytest.mark.parametrize("place", ["a", "b", "foe"])
def test_a_character_is_at_a_location_of_its_player_or_nowhere(place: str) -> None:
    """CR 4.7.1 (digest 122): neither at itself, nor at another character, nor at an opposing location."""
    own = [{"id": "b", "test": "t-b"}, {"id": "own", "test": "t-own", "type": "location"}]
    given = {
        "P1": {"play": [{"id": "a", "test": "t-a", "at": place}, *own]},
        "P2": {"play": [{"id": "foe", "test": "t-foe", "type": "location"}]},
    }
    row = {"id": "x", "game": "lorcana", "title": "x", "given": given, "when": [], "then": {"result": None}}
    raw = read_scenarios(json.dumps(row).encode(), "x.json")[0]
    outcome = ScenarioRunner(catalogue(), date(2026, 11, 30)).run_one(raw, "x.json")
    assert outcome.error is not None and str(outcome.error.where).endswith("at")


def board(*cards: tuple[int, dict[str, Any], str], players: int = 2) -> Match:
    """A match in the main phase of P1's first turn with these test cards (player, card, zone)."""
    rules = rules_of("lorcana")
    m = empty_match(rules, players=players)
    for number, (seat, card, zone) in enumerate(cards):
        thing = m.add_thing(rules.test_card(card, "x"), seat, "", card["test"])
        if zone == "play":
            enter(m, thing, "play", seat=seat)
            m.set(thing, "fresh", False)
        else:
            m.set(thing, "zone", zone)
            m.put(m.state.seats[seat].zones, zone, (*m.state.seats[seat].zones[zone], number))
    for name, value in (("turn", 1), ("phase", "main")):
        m.set(m.state, name, value)
    return m


def restored(m: Match) -> Match:
    return from_json(json.loads(json.dumps(to_json(m))), m.rules, lambda key: pytest.fail(key))


LATER = {
    "test": "t-x",
    "effects": [
        {
            "on": "quest",
            "do": [
                {"op": "modify", "target": "self", "stats": {"strength": 2}, "until": "their_next_turn"},
                {"op": "later", "at": "end_of_turn", "do": [{"op": "destroy", "target": "self"}]},
            ],
        }
    ],
}


@pytest.mark.parametrize("copy", [clone, restored])
@pytest.mark.parametrize("returned", [False, True])
def test_a_copy_knows_too_which_card_a_delayed_trigger_means(copy: Any, returned: bool) -> None:
    """CR 7.1.6, 6.1.11.1 (digest 155, 187): a card that left play and came back is another card."""
    m = board((0, LATER, "play"), *((seat, {"test": "t-d"}, "deck") for seat in (0, 1) for _ in range(3)))
    m.apply(Action("quest", 0, 0))
    if returned:
        move(m, m.thing(0), "hand")
        enter(m, m.thing(0), "play", seat=0)
    m._legal = None
    other = copy(m)
    assert digest(other) == digest(m)
    for one in (m, other):
        one.apply(Action("end", 0))
        assert one.thing(0).zone == ("play" if returned else "discard")


def test_what_is_made_for_a_next_turn_lies_there_until_it_begins_and_can_be_undone() -> None:
    """CR 3.2.1.2 (digest 61): what is said of somebody's next turn applies in that turn."""
    given = {"test": "t-y", "effects": [{"on": "quest", "do": [LATER["effects"][0]["do"][0]]}]}
    m = board((0, given, "play"), *((seat, {"test": "t-d"}, "deck") for seat in (0, 1) for _ in range(3)))
    m.apply(Action("quest", 0, 0))
    seen = [stat(m, m.thing(0), "strength")]
    for player in (0, 1, 0):
        m.apply(Action("end", player))
        seen.append(stat(m, m.thing(0), "strength"))
    assert seen == [1, 1, 3, 1]
    m.undo()
    assert stat(m, m.thing(0), "strength") == 3
    assert stat(restored(m), m.thing(0), "strength") == 3


def test_who_leaves_while_asked_about_a_replacement_replaces_nothing() -> None:
    """CR 9.2.3, 2.3.3.4 (digest 213, 218): the event happens after all, and nobody who has left is asked."""
    shield = {
        "test": "t-s",
        "type": "item",
        "effects": [
            {
                "on": "replace",
                "event": "destroy",
                "of": {"type": "Character"},
                "may": True,
                "do": [{"op": "heal", "target": "it", "n": 1}],
            }
        ],
    }
    hit = {"test": "t-h", "effects": [{"on": "quest", "do": [{"op": "destroy", "target": {"all": {"name": ["t-v"]}}}]}]}
    decks = tuple((seat, {"test": "t-d"}, "deck") for seat in (0, 1, 2) for _ in range(2))
    m = board((0, hit, "play"), (1, shield, "play"), (2, {"test": "t-v"}, "play"), *decks, players=3)
    m.apply(Action("quest", 0, 0))
    assert m.state.decision is not None and m.to_act == 1
    concede(m, 1)
    assert m.thing(2).zone == "discard"
    assert m.to_act == 0 and not m.over
