"""Deck codes of Piltover Archive: every published vector both ways, damaged codes, random bytes."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit.decklist import parse
from deckkit.errors import InputError
from deckkit.games.riftbound.deck import DECK
from deckkit.games.riftbound.deck_codes import SETS, CodeCard, DeckCode, decode, encode, looks_like_code

SHARED = Path(__file__).resolve().parents[2] / "shared" / "decks" / "riftbound" / "deck-codes.json"
DATA = json.loads(SHARED.read_text("utf-8")) if SHARED.is_file() else {"vectors": [], "mustFail": []}
VECTORS = [pytest.param(v, id=v["name"]) for v in DATA["vectors"]]
BAD = [pytest.param(v["code"], id=v["why"]) for v in DATA["mustFail"]]


def counted(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {row["cardCode"]: row["count"] for row in rows}


def test_the_vectors_are_all_there(shared: Path) -> None:
    assert (len(DATA["vectors"]), len(DATA["mustFail"])) == (33, 6), shared
    assert {v["version"] for v in DATA["vectors"]} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("vector", VECTORS)
def test_a_published_code_says_what_its_source_says(vector: dict[str, Any]) -> None:
    code = decode(vector["code"])
    assert code.version == vector["version"]
    assert {str(card): count for card, count in code.main.items()} == counted(vector["mainDeck"])
    assert {str(card): count for card, count in code.side.items()} == counted(vector["sideboard"])
    assert [str(card) for card in code.main] == [row["cardCode"] for row in vector["mainDeck"]], "in the code's order"
    assert (str(code.champion) if code.champion else None) == vector.get("chosenChampion")
    assert [str(card) for card in code.legends] == vector.get("additionalLegends", [])
    assert sum(code.main.values()) == vector["cardsInMain"]


@pytest.mark.parametrize("vector", VECTORS)
def test_a_list_is_written_as_its_source_writes_it(vector: dict[str, Any]) -> None:
    """Byte for byte from version 3 on; versions 1 and 2 are no longer written, so they come out as version 3."""
    champion = CodeCard.read(vector.get("chosenChampion", ""))
    main, side = (
        {CodeCard.read(name): count for name, count in counted(vector[part]).items()}
        for part in ("mainDeck", "sideboard")
    )
    legends = tuple(CodeCard.read(name) for name in vector.get("additionalLegends", []))
    made = encode(DeckCode(main, side, champion, legends))  # type: ignore[arg-type] # the vectors name known sets only
    if vector["version"] >= 3:
        assert made == vector["code"]
    else:
        assert made.startswith("CM")
        again = decode(made)
        assert (again.main, again.side) == (main, side)
    backwards = DeckCode(dict(reversed(main.items())), dict(reversed(side.items())), champion, legends)  # type: ignore[arg-type]
    assert encode(backwards) == made, "the order of the cards does not matter"


@pytest.mark.parametrize("code", BAD)
def test_a_damaged_code_is_a_clear_error(code: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(code, "list.txt")
    error = caught.value.to_json()["error"]
    assert error["where"] == "list.txt"
    assert error["do"]
    assert "deck code" in error["what"]


@pytest.mark.parametrize("vector", VECTORS)
def test_every_code_that_loses_its_end_is_refused(vector: dict[str, Any]) -> None:
    code = vector["code"]
    for end in range(1, len(code) - 2):
        # Fewer than 8 bits at the end may be dropped unseen, so the last signs do not count.
        with pytest.raises(InputError):
            decode(code[:end])


def test_what_follows_the_end_is_refused(shared: Path) -> None:
    assert shared
    with pytest.raises(InputError, match="bytes follow"):
        decode(DATA["vectors"][0]["code"] + "AAAA")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ([0x13, *[0] * 11, 1, 1, 7, 0, 5], "set 7"),
        ([0x13, *[0] * 11, 1, 1, 0, 4, 5], "no variant 4"),
        ([0x14, *[0] * 11, 1, 1, 0, 0, 3, 5], "no kind of number 3"),
        ([0x13, *[0] * 11, 1, 1, 0, 0, *[0x80] * 8], "absurd number"),
        ([0x13, *[0] * 11, 1, 1, 0, 0, 0xFF, 0xFF, 3, 0, 0, 0, 0], "no set has a card 65535"),
        ([0x15, 0, 1, 0, 1, 1, 0, 0, 5], "0 copies"),
        ([0x13, *[0] * 12, *[0] * 3, 2], "2 stands where"),
    ],
)
def test_each_field_is_checked(data: list[int], what: str) -> None:
    with pytest.raises(InputError, match=what):
        decode(base64.b32encode(bytes(data)).decode().rstrip("="))


def test_case_and_spaces_do_not_matter_and_a_second_code_is_the_sideboard(shared: Path) -> None:
    assert shared
    vectors = {v["name"]: v for v in DATA["vectors"]}
    main, side = (
        vectors["published deck 4, version 1"],
        vectors["published sideboard-only code (the two codes were joined with |)"],
    )
    joined = decode(f"  {main['code'].lower()} | {side['code']}\n")
    assert {str(card): count for card, count in joined.main.items()} == counted(main["mainDeck"])
    assert {str(card): count for card, count in joined.side.items()} == counted(side["mainDeck"])
    with_side = vectors["golden v3-sideboard"]["code"]
    with pytest.raises(InputError, match="sideboard of its own"):
        decode(f"{with_side}|{side['code']}")


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    text = base64.b32encode(data).decode().rstrip("=")
    for form in (0x11, 0x12, 0x13, 0x14, 0x15, 0x16):
        for word in (text, base64.b32encode(bytes([form]) + data).decode().rstrip("=")):
            try:
                code = decode(word)
            except InputError as error:
                assert str(error.what)
            else:
                again = decode(encode(code)) if code.main or code.side or code.champion or code.legends else code
                assert (again.main, again.side, again.champion, again.legends) == (
                    code.main,
                    code.side,
                    code.champion,
                    code.legends,
                )


@given(st.text(max_size=60))
def test_random_text_is_read_or_refused(text: str) -> None:
    try:
        decode(text)
    except InputError as error:
        assert str(error.what)


CARDS = st.builds(
    CodeCard,
    st.sampled_from(SETS),
    st.integers(0, 999),
    st.sampled_from(["", "R", "SP"]),
    st.sampled_from(["", "a", "s", "b"]),
)
PILES = st.dictionaries(CARDS, st.integers(1, 20), max_size=12)


@given(PILES, PILES, st.none() | CARDS, st.lists(CARDS, max_size=3))
def test_what_is_written_reads_back_and_writes_the_same(
    main: dict[CodeCard, int], side: dict[CodeCard, int], champion: CodeCard | None, legends: list[CodeCard]
) -> None:
    code = DeckCode(main, side, champion, tuple(legends))
    text = encode(code)
    again = decode(text)
    assert (again.main, again.side, again.champion, again.legends) == (main, side, champion, tuple(legends))
    assert encode(again) == text
    prefixes = {card.prefix for card in [*main, *side, *legends, *([champion] if champion else [])]}
    many = max(main.values(), default=0) > 12 or max(side.values(), default=0) > 3
    lowest = 6 if legends else 5 if many or "SP" in prefixes else 4 if "R" in prefixes else 3
    assert again.version == lowest


def test_copies_must_be_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        encode(DeckCode({CodeCard("OGN", 7): 0}))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("OGN-007", CodeCard("OGN", 7)),
        ("OGN-007a", CodeCard("OGN", 7, variant="a")),
        ("OGN-299*", CodeCard("OGN", 299, variant="s")),
        ("SFD-R02", CodeCard("SFD", 2, "R")),
        ("VEN-SP1", CodeCard("VEN", 1, "SP")),
        ("OPP-007", None),
        ("OGN-007c", None),
        ("OGN-7/298", None),
    ],
)
def test_which_printings_codes_know(text: str, card: CodeCard | None) -> None:
    assert CodeCard.read(text) == card


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CEAA!AAA", True),
        ("C4", True),
        (" CMAQ\n", True),
        ("cmaqcaaa2yaqaaaaaaaaaaaaaegqaac7mdiaduib", True),
        ("CMAQCAAA2YAQAAAA | CEAAAAAAAAAAAAAAAEAQ", True),
        ("CardName,Quantity,SetCode,Number", False),
        ("CID,QTY", False),
        ("Charm", False),
        ("Cemetery Attendant", False),
        ("3 Charm", False),
        ("", False),
        ("EE", False),
        ("CM " * 20, False),
    ],
)
def test_what_looks_like_a_code(text: str, expected: bool) -> None:
    assert looks_like_code(text) is expected


@pytest.mark.parametrize("vector", VECTORS)
def test_a_code_is_read_like_any_list(vector: dict[str, Any]) -> None:
    parsed = parse(f"{vector['code']}\n".encode(), DECK)
    assert parsed.form == "code"
    assert sum(entry.count for entry in parsed.entries if entry.section == "") == vector["cardsInMain"]
    assert sum(entry.count for entry in parsed.entries if entry.section == "side") == sum(
        counted(vector["sideboard"]).values()
    )


@pytest.mark.parametrize("code", [v["code"] for v in DATA["mustFail"] if v["code"].startswith("C")])
def test_a_damaged_code_as_a_list_is_an_error_too(code: str) -> None:
    with pytest.raises(InputError, match="deck code"):
        parse(code, DECK, "list.txt")
