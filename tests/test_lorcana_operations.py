"""Every operation that an exact Lorcana card uses is shown at play, legal and not, with a real card that has it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from engine_support import catalogue, operations, words

from deckkit.api import read_deck
from deckkit.effects.notation import write_abilities
from deckkit.games.lorcana.labels import EFFECTS, authored

FOLDER = Path(__file__).with_name("scenarios")


@cache
def used() -> Mapping[str, frozenset[str]]:
    """The operations of each exact card, by the card's name."""
    found = {}
    for card in catalogue().cards("lorcana"):
        said = EFFECTS.of(card.key, catalogue().abilities(card))
        if said.coverage == "exact":
            # What a card says of building decks is the validator's affair.
            played = tuple(one for one in said.abilities if "deck_building" not in one.on)
            found[card.name] = frozenset(operations(write_abilities(played)))
    return found


@cache
def known() -> frozenset[str]:
    """The names of the cards whose whole text is played, those without any text included."""
    said = {card.name: EFFECTS.of(card.key, catalogue().abilities(card)) for card in catalogue().cards("lorcana")}
    return frozenset(name for name, effects in said.items() if effects.coverage in ("exact", "none"))


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


def test_every_operation_has_a_scenario_with_a_real_card_that_uses_it() -> None:
    shown: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows("lorcana-operations.json"):
        for name in set(words(row["given"])) & set(used()):
            if row["area"] in used()[name]:
                shown[row["area"]].add(row["id"])
    every = set().union(*used().values())
    assert sorted(every - set(shown)) == []
    without = [row["id"] for row in rows("lorcana-operations.json") if row["id"] not in shown[row["area"]]]
    assert [one for one in without if one.split("-")[1] in every] == []


def test_each_is_done_legally_and_refused() -> None:
    steps: defaultdict[str, set[bool]] = defaultdict(set)
    for row in rows("lorcana-operations.json"):
        steps[row["area"]] |= set(row["then"].get("legal_steps", ()))
    assert [area for area, legal in steps.items() if legal != {True, False}] == []


def test_every_card_written_by_hand_has_a_scenario() -> None:
    named = {text for row in rows("lorcana-authored.json") for text in words(row["given"])}
    assert [key for key in authored() if catalogue().card(key).name not in named] == []


def test_scenarios_have_names_of_their_own_and_cite_a_rule() -> None:
    found = [*rows("lorcana-operations.json"), *rows("lorcana-authored.json")]
    assert len({row["id"] for row in found}) == len({row["title"] for row in found}) == len(found)
    assert all(row["rule"] for row in found)


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["tournament", "starter"])
def test_lists_are_played_with_at_least_95_percent_of_their_cards(shared: Path, folder: str) -> None:
    shares = {}
    for file in sorted((shared / "decks" / "lorcana" / folder).glob("*.txt")):
        entries = [one for one in read_deck(file, "lorcana", catalogue()).sections["main"] if one.card is not None]
        exact = sum(one.count for one in entries if one.card is not None and one.card.name in known())
        shares[file.stem] = exact / sum(one.count for one in entries)
    assert len(shares) >= 15
    # The counts of this list are lost: each card counts as one copy.
    shares.pop("fl-ccq-st-augustine-2026-01", None)
    assert {name: share for name, share in shares.items() if share < 0.95} == {}
