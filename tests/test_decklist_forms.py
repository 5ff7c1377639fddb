"""The forms of lists: what each line, key and column means, and what is refused as no list."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from decklist_support import SmallCatalogue
from hypothesis import given
from hypothesis import strategies as st

from deckkit.decklist import ParsedList, parse, read_deck, resolve
from deckkit.decklist.source import visible
from deckkit.errors import InputError
from deckkit.games.lorcana.deck import DECK

SMALL = SmallCatalogue()


def one(line: str) -> tuple[int, str, tuple[str | None, str | None, str | None]]:
    """Count, name and place of a list of one line."""
    (entry,) = parse(line, DECK).entries
    return entry.count, entry.name, (entry.set_code, entry.promo, entry.number)


def refused(line: str) -> tuple[int, str]:
    """Copies and reason of a list of one unreadable line."""
    parsed = parse(line, DECK)
    assert not parsed.entries
    (problem,) = parsed.problems
    assert problem.code == "line.unreadable" and problem.line == 1
    return problem.copies, str(problem.reason)


NO_PLACE = (None, None, None)


@pytest.mark.parametrize(
    "line",
    [
        "4 Name - Version",
        "4x Name - Version",
        "4X Name - Version",
        "4 x Name - Version",
        "4× Name - Version",
        "x4 Name - Version",
        "Name - Version x4",
        "Name - Version ×4",
        "Name - Version X 4",
        "Name - Version (x4)",
        "Name - Version 4x",
        "4\tName - Version",
        "4\u00a0\tName - Version",
        "Name - Version\t4",
        "  4   Name  -  Version  ",
        "\ufeff4 Name - Version",
        "4 Na\u200bme - Version",
        "- 4 Name - Version",
        "• 4x Name - Version",
        "4 Name - Version *E*",
        "4 Name - Version *F*",
        "4 Name - Version (Foil)",
        "4 Name - Version [Enchanted]",
        "4 Name - Version // the best",
        "4 Name - Version # the best",
    ],
)
def test_text_lines_of_several_sites(line: str) -> None:
    assert one(line) == (4, "Name - Version", NO_PLACE)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("4 Name (1-63)", ("1", None, "63")),
        ("4 Name (013-001)", ("013", None, "001")),
        ("4 Name (009-P3-003)", ("009", "P3", "003")),
        ("4 Name (013-001:foil)", ("013", None, "001")),
        ("4 Name [1 63]", ("1", None, "63")),
        ("4 Name (1 #63)", ("1", None, "63")),
        ("4 Name (TFC) 63", ("TFC", None, "63")),
        ("4 Name (TFC) #63a", ("TFC", None, "63a")),
        ("4 Name (1) 63/204", ("1", None, "63")),
        ("4 Name (7) 26/P2", ("7", "P2", "26")),
        ("4 Name (1-63) *F*", ("1", None, "63")),
        ("4 Name *F* (1-63)", ("1", None, "63")),
        ("Name (1-63) x4", ("1", None, "63")),
    ],
)
def test_printings_behind_the_name(line: str, place: tuple[str | None, str | None, str | None]) -> None:
    assert one(line) == (4, "Name", place)


def test_a_printing_alone_is_a_card() -> None:
    assert one("4 10-71") == (4, "", ("10", None, "71"))
    assert one("10-71") == (1, "", ("10", None, "71"))
    assert one("(10-71)") == (1, "", ("10", None, "71"))


@pytest.mark.parametrize(
    ("line", "name"),
    [("4*Town - Name", "4*Town - Name"), ("Name", "Name"), ("Agent 626", "Agent 626"), ("V.8 - Omni", "V.8 - Omni")],
)
def test_a_bare_name_is_one_copy(line: str, name: str) -> None:
    assert one(line) == (1, name, NO_PLACE)
    assert not parse(line, DECK).entries[0].counted


@pytest.mark.parametrize(
    ("line", "copies", "reason"),
    [
        ("0 Name", 0, "at least one"),
        ("0x Name", 0, "at least one"),
        ("Name x0", 0, "at least one"),
        ("-1 Name", 0, "negative"),
        ("−2x Name", 0, "negative"),
        ("Name x-3", 0, "negative"),
        ("4.5 Name", 0, "whole number"),
        ("10000 Name", 0, "9999"),
        ("99999999999999999999 Elsa", 0, "9999"),
        ("4", 0, "without a name"),
        ("4x", 0, "without a name"),
        ("4 ---", 4, "no name"),
        ("[Foil]", 1, "no name"),
        ("https://example.org/deck/1", 0, "link"),
        ("3 " + "x" * 1_000_000, 3, "longer"),
        ("y" * 1_000_000, 1, "longer"),
    ],
)
def test_lines_that_are_refused(line: str, copies: int, reason: str) -> None:
    found, why = refused(line)
    assert found == copies
    assert reason in why


@pytest.mark.parametrize(
    "header",
    ["Deck", "deck:", "DECK (60)", "Main (60)", "Main Deck [60]", "Mainboard: 60", "Characters (46)", "Personnages",
     "=== Deck ===", "Actions (10 cards)", "Objets :"],
)  # fmt: skip
def test_headers_are_no_cards(header: str) -> None:
    parsed = parse(f"{header}\n4 Name", DECK)
    assert [(e.name, e.section) for e in parsed.entries] == [("Name", "main")]
    assert not parsed.problems


@pytest.mark.parametrize(
    "header", ["Sideboard", "SIDEBOARD:", "Sideboard (10)", "Réserve", "--- Side Deck (3) ---", "# Sideboard", "[side]"]
)
def test_a_sideboard_is_a_section_of_its_own(header: str) -> None:
    parsed = parse(f"4 Name\n{header}\n2 Other\n", DECK)
    assert [(e.name, e.section) for e in parsed.entries] == [("Name", "main"), ("Other", "side")]


def test_a_header_is_a_whole_line() -> None:
    assert one("4 Sideboard") == (4, "Sideboard", NO_PLACE)
    assert one("Deck of Fate") == (1, "Deck of Fate", NO_PLACE)
    assert one("Heroes (12)") == (1, "Heroes (12)", NO_PLACE)


def test_the_first_comment_is_the_name() -> None:
    assert parse("\n# [Set 8] Amber/Steel\n# more\n4 Name\n# Not this", DECK).name == "[Set 8] Amber/Steel"
    assert parse("4 Name\n# Not this", DECK).name == ""
    assert parse("// Not this\n4 Name", DECK).name == ""


def test_line_numbers_are_those_of_an_editor() -> None:
    for end in ("\n", "\r\n", "\r"):
        parsed = parse(end.join(["# t", "", "4 A", "", "0 B", "2 C"]), DECK)
        assert [e.line for e in parsed.entries] == [3, 6]
        assert [p.line for p in parsed.problems] == [5]


# -- JSON ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {"cards": [{"name": "N - V", "quantity": 4}]},
        {"cards": [{"amount": 4, "name": "N", "version": "V"}], "hash": "h"},
        {"cards": [{"count": "4", "fullName": "N - V"}]},
        {"cards": [{"card": {"name": "N - V", "id": "9"}, "copies": 4}]},
        {"deck": {"cards": [{"name": "N - V", "n": 4.0}]}},
        {"cards": {"N - V": 4}},
        {"mainboard": ["4 N - V"]},
        [{"name": "N - V", "count": 4}],
        ["4x N - V"],
        ["N - V x4"],
    ],
)
def test_json_shapes_with_names(data: object) -> None:
    parsed = parse(json.dumps(data), DECK)
    assert [(e.count, e.name, e.line) for e in parsed.entries] == [(4, "N - V", 1)]
    assert parsed.form == "json" and not parsed.problems


def test_json_shapes_with_ids_and_places() -> None:
    parsed = parse('{"names": {"en": "Title"}, "cardsAndAmounts": {"69": 2, "72": 1}, "foilIds": [72]}', DECK)
    assert parsed.name == "Title"
    assert [(e.feed_id, e.count) for e in parsed.entries] == [("69", 2), ("72", 1)]
    parsed = parse('{"deck": {"name": "T", "cardIds": ["10-71", "10-71", "Q1-3"]}}', DECK)
    assert parsed.name == "T"
    assert [(e.set_code, e.number, e.count) for e in parsed.entries] == [
        ("10", "71", 1), ("10", "71", 1), ("Q1", "3", 1),
    ]  # fmt: skip
    parsed = parse('[{"name": "E", "n": 2, "set": "1", "number": 207}]', DECK)
    assert [(e.name, e.set_code, e.number, e.count) for e in parsed.entries] == [("E", "1", "207", 2)]


def test_json_entries_that_are_no_cards_are_kept() -> None:
    rows = [
        {"name": "A", "count": 0},
        {"name": "B", "count": True},
        {"name": "C", "count": "x"},
        {},
        1.5,
        None,
        "",
        "-2 D",
    ]
    parsed = parse(json.dumps(rows), DECK)
    assert not parsed.entries
    assert [p.line for p in parsed.problems] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [p.copies for p in parsed.problems] == [0, 0, 0, 1, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"cards": [{"name": "A"', "line 1, column 24"),
        ('{"cards": 3}', "holds no cards"),
        ('{"foo": [1], "bar": 2}', "foo, bar"),
        ('{"schema": "deckkit.check/1", "cards": []}', "deckkit.check/1"),
        ('{"cardsAndAmounts": {"69": 2, "69": 3}}', "'69' stands twice"),
        ('{"cards": ["4 A"], "cardIds": ["1-1"]}', "several places"),
        ('{"sections": {"attic": []}}', "no section 'attic'"),
        ("[" * 100_000, "nested too deeply"),
        ('[{"name": "A", "count": ' + "9" * 5_000 + "}]", "absurd number"),
    ],
)
def test_json_that_is_no_list(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as error:
        parse(text, DECK, "my.json")
    assert error.value.exit_code == 3
    assert str(error.value.where) == "my.json" and str(error.value.do)


def test_brackets_may_open_a_text_list() -> None:
    assert [e.name for e in parse("[Set 8] My deck\n4 A", DECK).entries] == ["[Set 8] My deck", "A"]
    assert [e.name for e in parse("[Main]\n4 A", DECK).entries] == ["A"]


# -- Tabletop Simulator ---------------------------------------------------------------------------------------------


def test_tabletop_objects() -> None:
    def card(name: str) -> dict[str, object]:
        return {"Name": "Card", "Nickname": name}

    pile = {"Name": "DeckCustom", "Nickname": "", "ContainedObjects": [card("A"), card("A"), card("")]}
    side = {"Name": "DeckCustom", "Nickname": "Sideboard", "ContainedObjects": [card("B")]}
    bag = {"Name": "Bag", "Nickname": "My bag", "ContainedObjects": [pile, side, card("C")]}
    parsed = parse(json.dumps({"SaveName": "", "ObjectStates": [bag]}), DECK)
    assert parsed.form == "tabletop" and parsed.name == "My bag"
    assert [(e.name, e.section, e.count, e.line) for e in parsed.entries] == [
        ("A", "main", 1, 1), ("A", "main", 1, 2), ("B", "side", 1, 4), ("C", "main", 1, 5),
    ]  # fmt: skip
    assert [(p.line, p.copies) for p in parsed.problems] == [(3, 1)]


# -- CSV ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff", "sep={}\r\n"])
def test_csv_delimiters(delimiter: str, start: str) -> None:
    rows = [["Quantité", "Nom", "Extension", "Numéro"], ["2", '"A, B; and C"', "1", "7/204"], ["0", "Z", "1", "8"]]
    text = start.format(delimiter) + "\r\n".join(delimiter.join(row) for row in rows)
    parsed = parse(text.encode(), DECK)
    assert parsed.form == "csv" and not parsed.problems
    assert [(e.name, e.count, e.set_code, e.number) for e in parsed.entries] == [("A, B; and C", 2, "1", "7")]


def test_csv_columns_add_up_and_zero_rows_are_skipped() -> None:
    parsed = parse("Normal,Foil,Name\n2,1,A\n0,0,B\n,3,C\n1,,D\n", DECK)
    assert [(e.name, e.count) for e in parsed.entries] == [("A", 3), ("C", 3), ("D", 1)]
    assert not parsed.problems


def test_csv_foil_beside_a_count_is_no_count() -> None:
    assert [e.count for e in parse("Count,Name,Foil\n2,A,1\n", DECK).entries] == [2]


def test_csv_rows_that_cannot_be_read_are_kept() -> None:
    text = 'Count,Name,Set,Card Number\nx,A,1,1\n-1,B,1,1\n,C,1,1\n2,,,\n3,D, and E,1,1\n1,"F\nG",1,1\n4,H,1,1\n'
    parsed = parse(text, DECK)
    assert [(p.line, p.copies) for p in parsed.problems] == [(2, 0), (3, 0), (4, 0), (5, 2), (6, 3)]
    assert [(e.name, e.line) for e in parsed.entries] == [("F G", 7), ("H", 9)]


# -- what is no list ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "PNG"),
        (b"PK\x03\x04rest", "ZIP"),
        (bytes(range(256)) * 20, "binary"),
        (b"4 Elsa\x00 - Snow Queen", "binary"),
        (b"\x1f\x8bnot gzip really", "damaged"),
        (gzip.compress(b"4 A\n" * 1000)[:-20], "damaged"),
        (gzip.compress(b"a" * 50_000_000), "too large"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
        (b'<?xml version="1.0"?><deck/>', "XML"),
        (b"4 Elsa - Snow Queen\n" * 500_000, "too large"),
        (b"a\n" * 900_000, "too large"),
        ("é" * 3_000_000, "too large"),
        (b"[" + b"1," * 900_000 + b"1]", "too large"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "",
)
def test_what_is_no_list_is_named(data: bytes | str, what: str) -> None:
    with pytest.raises(InputError, match=what) as error:
        parse(data, DECK, "it")
    assert error.value.exit_code == 3 and str(error.value.where) == "it" and str(error.value.do)


def test_gzip_and_other_encodings() -> None:
    text = "4 Génie - Vœu exaucé\n"
    wanted = [(4, "Génie - Vœu exaucé")]
    for data in (gzip.compress(text.encode()), text.encode("utf-16"), text.encode("utf-8-sig"), text.encode("cp1252")):
        assert [(e.count, e.name) for e in parse(data, DECK).entries] == wanted
    assert parse(text.encode("cp1252"), DECK).notices
    assert not parse(text.encode(), DECK).notices


def test_hostile_lists_end_with_everything_told() -> None:
    lists = [
        "\n".join(f"4 Nobody {i} {{0.__class__}} %s'; DROP TABLE card; --" for i in range(5_000)),
        "\n".join(("4 " + "(a " * 160)[:498] for _ in range(3_500)),
        "\n".join((" x" * 250)[1:499] for _ in range(3_500)),
        "\n".join(f"1 Wolf (ZZ{i % 100}) {i % 1000}" for i in range(19_000)),
        "4 " + "\t" * 1_000_000,
        "a" + " " * 1_000_000 + "b",
    ]
    for text in lists:
        read = resolve(parse(text, DECK), SMALL, "toy", DECK)
        assert read.problems or read.unresolved


def test_control_characters_are_shown_escaped() -> None:
    (problem,) = resolve(parse("4 Wo\x1b[31mlf\x07 \u206aeil", DECK), SMALL, "toy", DECK).problems
    assert problem.raw == "4 Wo\\x1b[31mlf\\x07 \\u206aeil"
    assert problem.raw.isprintable() and str(problem.reason).isprintable()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.txt", Path("\x00")):
        with pytest.raises(InputError) as error:
            read_deck(path, SMALL, "toy", DECK)
        assert str(error.value.where) and str(error.value.do)


# -- any text -------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["4 ", "x3", " x", "99", "Wolf - Grey", "(1-1)", "[", "]", "(", ")", "*E*", "#", "//", "\n", "\t", "{", '"', ",",
     ";", "Deck", "Sideboard", "Name,Count", "-", "0", "\r\n", ":", "\x1b", "'", "\ud800", "\u2028", "é"]
)  # fmt: skip


def total(parsed: ParsedList) -> int:
    return sum(e.count for e in parsed.entries) + sum(p.copies for p in parsed.problems)


@given(st.one_of(st.text(), st.binary(), st.lists(PIECES).map("".join)))
def test_any_input_is_read_or_refused(data: str | bytes) -> None:
    try:
        parsed = parse(data, DECK)
    except InputError:
        return
    assert all(1 <= entry.count <= 9_999 for entry in parsed.entries)
    read = resolve(parsed, SMALL, "toy", DECK)
    # "99 Pups" is the only line whose copies change when the catalogue is asked.
    if not any(entry.bare for entry in parsed.entries):
        assert sum(read.sizes.values()) + read.unresolved == total(parsed)
    for problem in read.problems:
        assert problem.raw.isprintable() and str(problem.reason)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(
                        st.sampled_from(["cards", "name", "count", "deck", "sections", "main", "id", "set", "number",
                                         "ObjectStates", "ContainedObjects", "Nickname", "x"]), inner)))  # fmt: skip
def test_any_json_is_read_or_refused(data: object) -> None:
    try:
        resolve(parse(json.dumps(data), DECK), SMALL, "toy", DECK)
    except InputError as error:
        assert str(error.what) and str(error.do)


@given(st.text())
def test_what_is_shown_is_one_printable_line(text: str) -> None:
    assert visible(text).isprintable()
    assert len(visible(text, 20).encode("unicode_escape").decode("ascii")) < 400


@given(st.lists(st.sampled_from(["2 Wolf - Grey", "Wolf - White", "3x Fox - Red", "Loup - Gris", "99 Pups", "1 Zebra",
                                 "4 Twin", "0 Pups", "1 2-7"])), st.randoms())  # fmt: skip
def test_adding_up_does_not_depend_on_the_order(lines: list[str], random: object) -> None:
    def sums(lines: list[str]) -> object:
        read = resolve(parse("\n".join(lines), DECK), SMALL, "toy", DECK)
        return {i.card.key: i.count for i in read.sections["main"]}, read.unresolved, len(read.problems)

    shuffled = list(lines)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sums(lines) == sums(shuffled)
