"""Writing lists: what is written reads back as the same deck, or is refused and listed."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from decklist_support import SmallCatalogue
from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue import Catalogue, shipped_path
from deckkit.catalogue.fold import letters
from deckkit.decklist import Deck, DeckCard, parse, read_deck, resolve
from deckkit.decklist.words import section_words
from deckkit.decklist.writing import FORMS, write
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.games.lorcana.deck import DECK

SMALL = SmallCatalogue()
EXAMPLES = sorted(
    path for path in (Path(__file__).parents[1] / "examples").iterdir() if path.is_file() and path.suffix != ".md"
)


def again(text: str, catalogue: object = SMALL, game: str = "toy") -> Deck:
    return resolve(parse(text.encode(), DECK), catalogue, game, DECK)


def contents(deck: Deck, printings: bool) -> dict[str, list[tuple[str, int, dict[str, int]]]]:
    def said(item: DeckCard) -> dict[str, int]:
        # What tells cards of one name apart is written, whether the list said it or not.
        return {p.feed_id: n for p, n in item.printings.items()} if printings and "twin" not in item.card.key else {}

    return {
        section: [(i.card.key, i.count, said(i)) for i in items]
        for section, items in deck.sections.items()
        if items or section == "main"
    }


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    sections = {}
    for section in draw(st.sampled_from([("main",), ("main", "side")])):
        rows = []
        for card in draw(st.lists(st.sampled_from(SMALL.cards("toy")), unique=True)):
            known = SMALL.printings(card)
            printings = {p: draw(st.integers(1, 12_000)) for p in draw(st.lists(st.sampled_from(known), unique=True))}
            rest = draw(st.integers(0 if printings else 1, 20_000))
            rows.append(DeckCard(card, rest + sum(printings.values()), (), printings))
        sections[section] = tuple(rows)
    name = draw(
        st.one_of(st.text(), st.sampled_from(["Sideboard (3)", "# My # list // x", "réserve:", "{0}", " a\tb "]))
    )
    return Deck("toy", sections, name)


@given(decks(), st.sampled_from(FORMS), st.sampled_from(["en", "fr"]))
def test_what_is_written_reads_back(deck: Deck, form: str, lang: str) -> None:
    written = write(deck, form, SMALL, DECK, lang)
    read = again(written.text)
    assert not read.problems
    refused = {(item.section, item.card.key) for item in written.refused}
    wanted = {
        section: [row for row in rows if (section, row[0]) not in refused]
        for section, rows in contents(deck, printings=form in ("csv", "json")).items()
    }
    assert contents(read, printings=True) == {s: rows for s, rows in wanted.items() if rows or s == "main"}
    second = write(read, form, SMALL, DECK, lang)
    assert second.text == written.text and not second.refused


def test_our_json_expresses_everything() -> None:
    cards = SMALL.cards("toy")
    deck = Deck("toy", {"main": tuple(DeckCard(card, 1) for card in cards), "side": (DeckCard(cards[0], 2),)}, "All")
    assert not write(deck, "json", SMALL, DECK).refused


def test_a_form_refuses_what_it_cannot_express() -> None:
    by_key = {card.key: card for card in SMALL.cards("toy")}
    deck = Deck(
        "toy",
        {
            "main": (
                DeckCard(by_key["toy:twin-a"], 2),
                DeckCard(by_key["toy:bear-x2"], 1),
                DeckCard(by_key["toy:cat-foil"], 1),
                DeckCard(by_key["toy:pups"], 99),
            ),
            "side": (DeckCard(by_key["toy:fox-red"], 3),),
        },
    )
    text = write(deck, "text", SMALL, DECK)
    # "99 Pups" would be one copy of the card with that name.
    assert text.text == "2 Twin (1 6)\n1x Bear x2\n99x Pups\n\nSideboard\n3 Fox - Red\n"
    assert [(r.card.key, r.count) for r in text.refused] == [("toy:cat-foil", 1)]
    plain = write(deck, "dreamborn", SMALL, DECK)
    assert plain.text == "2 Twin (1 6)\n1x Bear x2\n99x Pups\n"
    names_only = write(deck, "tabletop", SMALL, DECK)
    assert "toy:twin-a" in [r.card.key for r in names_only.refused]
    assert {(r.section, r.card.key) for r in plain.refused} >= {("side", "toy:fox-red")}
    many = Deck("toy", {"main": (DeckCard(by_key["toy:fox-red"], 5_000), DeckCard(by_key["toy:pups"], 3))})
    saved = write(many, "tabletop", SMALL, DECK)
    assert [r.count for r in saved.refused] == [5_000]
    assert saved.text.count('"Pups"') == 3


def test_names_follow_the_language_in_lists_for_people() -> None:
    deck = again("# Loups\n2 Wolf - Grey\nSideboard\n1 Fox - Red")
    assert write(deck, "text", SMALL, DECK, "fr").text == "# Loups\n2 Loup - Gris\n\nRéserve\n1 Renard - Roux\n"
    (row,) = json.loads(write(deck, "json", SMALL, DECK, "fr").text)["sections"]["main"]
    assert row == {"id": "toy:wolf-grey", "name": "Wolf - Grey", "count": 2}


def test_json_has_the_shape_of_the_contract() -> None:
    deck = again("# Mine\n3 Wolf - Grey (1-1)\n1 Wolf - Grey")
    assert json.loads(write(deck, "json", SMALL, DECK).text) == {
        "schema": "deckkit.deck/1",
        "game": "toy",
        "name": "Mine",
        "sections": {
            "main": [
                {"id": "toy:wolf-grey", "name": "Wolf - Grey", "count": 1},
                {"id": "toy:wolf-grey", "name": "Wolf - Grey", "count": 3, "printing": "1"},
            ]
        },
    }


def test_csv_is_rfc_4180() -> None:
    text = write(again("2 A, B, and C (1-9)"), "csv", SMALL, DECK).text
    assert text.endswith("\r\n") and text.count("\r\n") == 2 == text.count("\n")
    assert list(csv.DictReader(io.StringIO(text))) == [
        {
            "Count": "2",
            "Name": "A, B, and C",
            "Section": "main",
            "Set": "1",
            "Card Number": "9",
            "Promo": "",
            "Printing": "13",
        }
    ]


def test_tabletop_holds_no_pictures() -> None:
    saved = json.loads(write(again("2 Pups\n1 Fox - Red"), "tabletop", SMALL, DECK).text)
    (pile,) = saved["ObjectStates"]
    assert [item["Nickname"] for item in pile["ContainedObjects"]] == ["Pups", "Pups", "Fox - Red"]
    assert len(pile["DeckIDs"]) == 3
    assert {page[side] for page in pile["CustomDeck"].values() for side in ("FaceURL", "BackURL")} == {""}


def test_an_unknown_form_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no form 'pdf'") as error:
        write(again("1 Pups"), "pdf", SMALL, DECK)
    assert "tabletop" in str(error.value.do)


# -- with the real catalogue ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_in_every_form(path: Path, form: str, catalogue: Catalogue) -> None:
    deck = read_deck(path, catalogue, "lorcana", DECK)
    assert deck.name and not deck.problems and not deck.counts_missing
    for lang in ("en", "fr"):
        written = write(deck, form, catalogue, DECK, lang)
        assert not written.refused
        read = again(written.text, catalogue, "lorcana")
        assert contents(read, printings=False) == contents(deck, printings=False)
        assert write(read, form, catalogue, DECK, lang).text == written.text


def test_no_header_word_is_a_card(catalogue: Catalogue) -> None:
    index = catalogue.index("lorcana")
    words = {*section_words(DECK), *(letters(word) for word in DECK.headings)}
    assert not words & {letters(name) for name in (*index.full, *index.short)}


def test_every_card_of_the_catalogue_can_be_written_as_text(catalogue: Catalogue) -> None:
    deck = Deck("lorcana", {"main": tuple(DeckCard(card, 4) for card in catalogue.cards("lorcana"))})
    for form in ("dreamborn", "csv"):
        for lang in ("en", "fr", "de", "it"):
            written = write(deck, form, catalogue, DECK, lang)
            assert not written.refused
            assert contents(again(written.text, catalogue, "lorcana"), False) == contents(deck, False)


# -- deckkit convert ------------------------------------------------------------------------------------------------


def convert(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from deckkit.cli.main import run; run()", "convert", *arguments, "--game", "lorcana"],
        input=data,
        capture_output=True,
        env={**os.environ, "DECKKIT_DB": str(shipped_path()), "LANG": "C", "LC_ALL": "C"},
        check=False,
    )


LIST = "# Mine\r\n4 Elsa – Spirit of Winter\r\nTe Ka - Heartless x2\r\n".encode()


def test_convert_to_text_and_back(tmp_path: Path) -> None:
    done = convert("-", "--to", "json", data=LIST)
    assert (done.returncode, done.stderr) == (0, b"")
    target = tmp_path / "out.txt"
    done = convert("-", "--to", "text", "-o", str(target), "--lang", "en", data=done.stdout)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert target.read_bytes() == "# Mine\n4 Elsa - Spirit of Winter\n2 Te Kā - Heartless\n".encode()


def test_convert_tells_what_it_could_not_read() -> None:
    done = convert(
        "-", "--to", "dreamborn", data=b"4 Elsa - Spirit of Winter\n4 Elsa - Ice Makr\n0 Let It Go\n3 Elsa\n"
    )
    assert done.returncode == 3
    assert done.stdout == b"4 Elsa - Spirit of Winter\n"
    told = done.stderr.decode()
    assert "line 2: 4 Elsa - Ice Makr" in told and "Elsa - Ice Maker" in told
    assert "line 3: 0 Let It Go" in told
    assert "line 4: 3 Elsa" in told and "one of:" in told


def test_convert_tells_in_json() -> None:
    done = convert("-", "--to", "text", "--json", data=b"4 {0.__class__} %s\nSideboard\n1 Let It Go")
    assert done.returncode == 3
    told = json.loads(done.stderr)
    assert [(p["code"], p["line"], p["copies"]) for p in told["problems"]] == [("name.unresolved", 1, 4)]
    assert told["refused"] == []


def test_convert_lists_cards_that_the_form_cannot_hold() -> None:
    done = convert("-", "--to", "dreamborn", data=b"1 Let It Go\nSideboard\n2 Let It Go")
    assert (done.returncode, done.stdout) == (3, b"1 Let It Go\n")
    assert b"left out: 2 Let It Go" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "data", "code", "words"),
    [
        (("-", "--to", "pdf"), b"1 Let It Go", 2, "no form 'pdf'"),
        (("-", "--to", "text"), b"<html></html>", 3, "web page"),
        (("-", "--to", "text"), b"4 Elsa - Spirit of Winter\n" * 400_000, 3, "too large"),
        (("no-such-file.txt", "--to", "text"), b"", 3, "no-such-file.txt"),
        (("-", "--to", "text", "-o", "/no/such/folder/x"), b"1 Let It Go", 2, "/no/such/folder/x"),
        (("-", "--to", "text", "--lang", "xx"), b"", 2, "no language 'xx'"),
    ],
)
def test_convert_errors(arguments: tuple[str, ...], data: bytes, code: int, words: str) -> None:
    done = convert(*arguments, data=data)
    assert done.returncode == code
    assert words in done.stderr.decode() and "Traceback" not in done.stderr.decode()
    assert done.stdout == b""


# -- examples -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_legal_in_core_or_flawed_on_purpose(path: Path, catalogue: Catalogue) -> None:
    game = GAMES["lorcana"]
    deck = read_deck(path, catalogue, "lorcana", DECK)
    verdict = game.judge(catalogue).check(deck, "core", date(2026, 11, 30))
    codes = {finding.code for finding in verdict.findings}
    flaws = {"size.too_small", "copies.over_limit", "identity.too_many", "pool.rotated"}
    assert codes == (flaws if path.name == "needs-work.txt" else set())
