"""Effects written by hand: the loader names what is wrong, and what our games bring is sound."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import deckkit
from deckkit.catalogue import Catalogue
from deckkit.effects.authored import load_authored
from deckkit.effects.words import KERNEL
from deckkit.errors import InputError

FILES = sorted(Path(deckkit.__file__).parent.glob("games/*/authored.toml"))
GOOD = """
[[card]]
card = "toy:ann"
source = "a page"
date = 2026-12-01
effects = [{ on = "play", do = [{ op = "draw", n = 2 }] }]

[[card]]
card = "toy:bob"
source = "a page"
date = 2026-12-01
partial = true
effects = []
"""


def load(tmp_path: Path, text: str) -> object:
    path = tmp_path / "authored.toml"
    path.write_text(text, encoding="utf-8")
    return load_authored(path, KERNEL)


def test_cards_with_their_abilities(tmp_path: Path) -> None:
    path = tmp_path / "authored.toml"
    path.write_text(GOOD, encoding="utf-8")
    found = load_authored(path, KERNEL)
    assert list(found) == ["toy:ann", "toy:bob"]
    ann = found["toy:ann"]
    assert (ann.source, ann.date, ann.partial) == ("a page", date(2026, 12, 1), False)
    (ability,) = ann.abilities
    assert ability.on == ("play",) and ability.do[0].word == "draw" and ability.do[0].args == {"n": 2}
    assert found["toy:bob"].partial and found["toy:bob"].abilities == ()


WRONG = [
    ("card = [", "no TOML", "authored.toml"),
    ("[other]\nx = 1", "[[card]] tables", "authored.toml"),
    ("card = 3", "[[card]] tables", "authored.toml"),
    (GOOD + GOOD, "stands there twice", "authored.toml"),
    (GOOD.replace('source = "a page"\n', "", 1), "needs 'source'", "card 1"),
    (GOOD.replace("date = 2026-12-01", 'date = "today"', 1), "'date' is the day", "card 1"),
    (GOOD.replace('"a page"', '" "', 1), "'source' tells", "card 1"),
    (GOOD.replace('"toy:ann"', '"Ann"'), "no card's key", "card 1"),
    (GOOD.replace("partial = true", 'partial = "yes"'), "true or false", "card 2"),
    (GOOD.replace("partial = true", 'text = "Draw two cards."'), "'text' is no part", "card 2"),
    (GOOD.replace('op = "draw"', 'op = "fly"'), "no operation 'fly'", "toy:ann"),
    (GOOD.replace("n = 2", "m = 2"), "'draw' takes no 'm'", "toy:ann"),
]


@pytest.mark.parametrize(("text", "what", "where"), WRONG, ids=[what for _, what, _ in WRONG])
def test_what_is_wrong_is_told_with_file_and_card(tmp_path: Path, text: str, what: str, where: str) -> None:
    with pytest.raises(InputError) as told:
        load(tmp_path, text)
    assert what in str(told.value.what)
    assert where in str(told.value.where) and "authored.toml" in str(told.value.where)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_authored(tmp_path / "none.toml", KERNEL)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.parent.name)
def test_every_card_of_ours_is_in_the_catalogue(file: Path, catalogue: Catalogue) -> None:
    from deckkit.games import GAMES

    table = GAMES[file.parent.name].table
    assert table is not None
    found = load_authored(file, table().vocabulary)
    assert found
    for key in found:
        assert key.startswith(f"{file.parent.name}:") and catalogue.card(key).removed is None
