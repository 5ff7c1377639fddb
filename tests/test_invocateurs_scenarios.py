"""Scenario files of Invocateurs (IN 16.1, 16.2, 16.3, 16.4, 16.5, 16.6): the judged cases, and further words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from invocateurs_support import (
    ARTHUR,
    BALM,
    BLAST,
    DRAGON,
    GOLEM,
    KNIGHT,
    MAGIC,
    MINOTAUR,
    MOZART,
    SEAL,
    SHIELD,
    SQUIRE,
)

from deckkit.catalogue import Catalogue
from deckkit.engine.scenario import Outcome
from deckkit.games.scenarios import ScenarioRunner


def run(catalogue: Catalogue, *scenarios: Mapping[str, Any]) -> list[Outcome]:
    rows = [{"id": f"own-{i}", "when": [], **one} for i, one in enumerate(scenarios)]
    runner = ScenarioRunner(catalogue, date(2026, 12, 1), "invocateurs")
    return list(runner.run(json.dumps(rows).encode(), "own.json"))


def told(outcome: Outcome) -> str:
    return json.dumps(outcome.to_json()["problems"], ensure_ascii=False)


@pytest.mark.shared
def test_every_judged_case_passes(shared: Path, catalogue: Catalogue) -> None:
    """Lists among them (IN 2.2, 2.8, 3.1)."""
    runner = ScenarioRunner(catalogue, date(2026, 12, 1))
    outcomes = list(runner.run((shared / "cases" / "invocateurs.json").read_bytes(), "invocateurs.json"))
    assert len(outcomes) == 61
    assert [(one.id, told(one)) for one in outcomes if one.status != "pass"] == []


def test_a_reaction_with_a_target_and_a_passed_one(catalogue: Catalogue) -> None:
    # The Trap of the other player takes a laid card of the one who plays the Magic (IN 9.3, 14.27).
    snare = {**SEAL, "test": "t-snare", "effects": [
        {"on": "trap", "event": "foe_plays_magic", "do": [{"op": "destroy", "target": "foe_support_card"}]}
    ]}  # fmt: skip
    board = {
        "turn": 5,
        "P1": {
            "lp": 3000,
            "hand": [{"id": "m", **BALM}],
            "support": [{"id": "b1", "card": SHIELD, "face": "down"}, {"id": "b2", "card": SHIELD, "face": "down"}],
        },
        "P2": {"support": [{"id": "q", **snare, "face": "down", "set_turn": 2}]},
    }
    play = {"do": "play", "player": "P1", "card": "m"}
    answered, passed, late = run(
        catalogue,
        {
            "given": board,
            "when": [play, {"do": "activate_trap", "player": "P2", "source": "q", "choices": {"targets": ["b2"]}}],
            "then": {
                "legal_steps": [True, True],
                "P1": {"lp": 3500, "support": ["b1"], "graveyard": ["b2", "m"]},
                "P2": {"graveyard": ["q"]},
                "order": ["activate_trap q", "destroy b2"],
            },
        },
        {
            "given": board,
            "when": [play, {"do": "pass", "player": "P2"}],
            "then": {"legal_steps": [True, True], "P1": {"lp": 3500}, "P2": {"support": ["q"]}},
        },
        {
            "given": board,
            "when": [{"do": "lay", "player": "P1", "card": "m"}, {"do": "pass", "player": "P2"}],
            "then": {"legal_steps": [True, False]},
        },
    )
    assert [(one.status, told(one)) for one in (answered, passed, late)] == [("pass", "[]")] * 3


def test_laid_magics_officers_and_the_dragon(catalogue: Catalogue) -> None:
    outcomes = run(
        catalogue,
        {
            "given": {
                "P1": {
                    "support": [{"id": "s", "card": MAGIC, "face": "down"}],
                    "field": [{"id": "k", "card": KNIGHT}, {"id": "e", "card": SQUIRE}],
                }
            },
            "when": [{"do": "activate_laid", "player": "P1", "source": "s", "targets": ["e"]}],
            "then": {"objects": {"e": {"atk": 1500}, "k": {"atk": 1900}}, "P1": {"support": [], "graveyard": ["s"]}},
        },
        {
            "given": {"P1": {"hand": [{"id": "mo", "card": MOZART}], "field": [{"id": "k", "card": KNIGHT}]}},
            "when": [
                {"do": "play_officer", "player": "P1", "card": "mo"},
                {"do": "officer_power", "player": "P1", "source": "mo", "targets": ["k"]},
            ],
            "then": {
                "P1": {"officer": "mo", "hand": []},
                "objects": {"k": {"atk": 2100}},
                "not_offered": [{"do": "officer_power"}],
                "offered": [{"do": "change_position", "source": "k"}, {"do": "go_to"}, {"do": "end_turn"}],
            },
        },
        {
            # Two cards may be destroyed; the player names one (IN 12.5, 14.20).
            "given": {
                "P1": {"field": [{"id": "d", "card": DRAGON, "face": "down", "set_turn": 3}]},
                "P2": {
                    "field": [{"id": "k", "card": KNIGHT}],
                    "support": [
                        {"id": "x", "card": "excalibur", "attached_to": "k"},
                        {"id": "b", "card": SHIELD, "face": "down"},
                    ],
                    "officer": {"id": "mo", "card": MOZART},
                },
            },
            "when": [{"do": "turn_up", "player": "P1", "source": "d", "choices": {"targets": ["mo"]}}],
            "then": {"legal": False, "objects": {"d": {"face": "down", "pos": "defense"}, "k": {"atk": 2400}}},
        },
    )
    assert [(one.status, told(one)) for one in outcomes] == [("pass", "[]")] * 3


def test_configured_rules(catalogue: Catalogue) -> None:
    attack = {"do": "attack", "player": "P1", "source": "k", "target": "player"}
    field = {"P1": {"field": [{"id": "k", "card": KNIGHT, "summoned_this_turn": True}]}}
    outcomes = run(
        catalogue,
        {"given": {"phase": "combat", **field}, "when": [attack], "then": {"legal": True}},
        {
            "given": {"phase": "combat", "config": {"summoning_sickness": True}, **field},
            "when": [attack],
            "then": {"legal": False},
        },
        {
            "given": {"config": {"max_level": 9}, "P1": {"hand": [{"id": "n", "test": "t-nine", "level": 9}]}},
            "then": {"not_offered": [{"do": "normal_summon"}]},
        },
    )
    assert [(one.status, told(one)) for one in outcomes] == [("pass", "[]")] * 3


def test_phases_run_and_the_first_player_is_thrown_for(catalogue: Catalogue) -> None:
    outcomes = run(
        catalogue,
        {
            "given": {"turn": 4, "phase": "draw", "active": "P2", "P2": {"deck": ["t-a", "t-b"]}},
            "when": [{"do": "run_phase", "phase": "combat"}],
            "then": {"P2": {"hand": ["t-a"]}, "offered": [{"do": "go_to", "player": "P2"}]},
        },
        {
            "given": {"phase": "main2"},
            "when": [{"do": "run_phase", "phase": "combat"}],
            "then": {"legal": False},
        },
        {
            # A tie alone settles nothing, and nobody throws after a win (IN 4.2).
            "given": {"phase": "setup"},
            "when": [{"do": "choose_first_player", "throws": [{"P1": "rock", "P2": "rock"}]}],
            "then": {"legal": False},
        },
        {
            "given": {"phase": "setup"},
            "when": [
                {"do": "choose_first_player", "throws": [{"P1": "rock", "P2": "paper"}]},
                {"do": "setup"},
            ],
            "then": {"first_player": "P2", "rounds": 1, "active": "P2", "turn": 1},
        },
    )
    assert [(one.status, told(one)) for one in outcomes[:3]] == [("pass", "[]")] * 3
    # Without decks the setup cannot deal: the first player to draw has lost (IN 14.21).
    assert outcomes[3].status == "fail"


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (
            {"given": {"P1": {"field": [{"id": "a", "card": KNIGHT, "pos": "sideways"}]}}, "then": {"turn": 1}},
            "sideways",
        ),
        ({"given": {"P1": {"mana": 3}}, "then": {"turn": 1}}, "mana"),
        ({"given": {"config": {"speed": 3}}, "then": {"turn": 1}}, "speed"),
        ({"given": {"P1": {"hand": [{"test": "t-x", "kind": "potion"}]}}, "then": {"turn": 1}}, "potion"),
        ({"given": {"P1": {"hand": [{"test": "t-x", "level": 9}]}}, "then": {"turn": 1}}, "t-x"),
        (
            {
                "given": {"P1": {"hand": [{"test": "t-x", "kind": "magic", "effects": [{"on": "never", "do": []}]}]}},
                "then": {"turn": 1},
            },
            "never",
        ),
        (
            {
                "given": {"phase": "setup"},
                "when": [{"do": "choose_first_player", "throws": [{"P1": "lizard", "P2": ["rock"]}]}],
                "then": {"rounds": 1},
            },
            "throws",
        ),
        (
            # Its DEF is known to nobody (IN 12.11).
            {
                "given": {
                    "phase": "combat",
                    "P1": {"field": [{"id": "a", "card": ARTHUR}]},
                    "P2": {"field": [{"id": "y", "card": MINOTAUR, "pos": "defense"}]},
                },
                "when": [{"do": "attack", "player": "P1", "source": "a", "target": "y"}],
                "then": {"legal": True},
            },
            "def of Minotaure",
        ),
        (
            {"given": {"P1": {"field": [{"id": "y", "card": MINOTAUR}]}}, "then": {"objects": {"y": {"def": 0}}}},
            "def of Minotaure",
        ),
        ({"given": {}, "when": [{"do": "dance", "player": "P1"}], "then": {"legal": True}}, "dance"),
    ],
)
def test_what_means_nothing_is_an_error_with_its_place(
    catalogue: Catalogue, scenario: Mapping[str, Any], words: str
) -> None:
    (outcome,) = run(catalogue, scenario)
    assert outcome.status == "error"
    assert words in told(outcome) and "own.json" in told(outcome)


def test_a_wrong_expectation_fails_with_what_is(catalogue: Catalogue) -> None:
    (outcome,) = run(
        catalogue,
        {
            "given": {"P1": {"hand": [{"id": "m", **BLAST}], "field": [{"id": "g", "card": GOLEM}]}},
            "then": {"objects": {"g": {"atk": 901}}, "offered": [{"do": "play", "card": "m"}]},
        },
    )
    assert outcome.status == "fail"
    assert "901" in told(outcome) and "900" in told(outcome)
