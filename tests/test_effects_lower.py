"""Effects become flat whole numbers and come back the same, so that no two effects share a program."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from effects_support import FULL, VOCABULARIES, PaperCard, effects, paper_cards
from hypothesis import given

from deckkit.effects.lower import Program, lift, lower
from deckkit.effects.notation import read_abilities
from deckkit.effects.words import KERNEL
from deckkit.errors import InputError


@given(effects())
def test_a_program_comes_back_the_same(written: list[dict[str, Any]]) -> None:
    abilities = read_abilities(written, FULL)
    program = lower(abilities, FULL)
    assert lift(program, FULL) == abilities
    assert lower(lift(program, FULL), FULL) == program
    # Masks have one bit for each argument: the widest are the tests of a filter.
    assert all(type(code) is int and -(2**63) <= code < 2**63 for code in program.codes)


@pytest.mark.parametrize("card", paper_cards(), ids=lambda card: f"{card.game}-{card.name}")
def test_every_card_on_paper_can_be_lowered(card: PaperCard) -> None:
    words = VOCABULARIES[card.game]
    abilities = read_abilities(card.effects, words)
    assert lift(lower(abilities, words), words) == abilities


def test_what_a_program_looks_like() -> None:
    # One ability, one event (play is the fourth word of its table), its "do" only (bit 0): one operation, the first
    # of its table, with its first argument (bit 0): a plain number, 2.
    abilities = read_abilities([{"on": "play", "do": [{"op": "draw", "n": 2}]}], KERNEL)
    assert lower(abilities, KERNEL) == Program((1, 1, 3, 1, 1, 0, 1, 0, 2), ())


def test_free_words_are_numbered_once() -> None:
    move = {"op": "destroy", "target": {"all": {"trait": ["north", "south"], "name": ["north"]}}}
    program = lower(read_abilities([{"on": "play", "do": [move, move]}], KERNEL), KERNEL)
    assert program.words == ("north", "south")


def test_another_versions_program_is_refused() -> None:
    program = replace(lower((), KERNEL), version=999)
    with pytest.raises(InputError, match="version 999"):
        lift(program, KERNEL)
