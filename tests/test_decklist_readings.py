"""Readings that only the catalogue can decide: unusual forms, totals, notes, first lines; and what stays unknown."""

from __future__ import annotations

import json
from datetime import date

import pytest
from decklist_support import SmallCatalogue

from deckkit.catalogue import Catalogue
from deckkit.decklist import Deck, DeckSpec, SectionSpec, parse, read_deck, resolve
from deckkit.decklist.words import full_name, section_words
from deckkit.games import GAMES

SPEC = DeckSpec(
    (
        SectionSpec("main", {"en": "Deck", "fr": "Deck"}, ("deck",)),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("sideboard", "reserve"), used=False),
    ),
    headings=("animals",),
    set_codes={"fst": "1"},
    notes=("colour",),
)
SMALL = SmallCatalogue()


def deck(data: object) -> Deck:
    text = data if isinstance(data, str) else json.dumps(data)
    return resolve(parse(text, SPEC), SMALL, "toy", SPEC)


def counts(read: Deck, section: str = "main") -> dict[str, int]:
    return {item.card.name: item.count for item in read.sections.get(section, ())}


def told(read: Deck) -> str:
    return "\n".join(notice.render("en") for notice in read.notices)


# -- numbers of copies in unusual places -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Wolf - Grey 4",
        "Wolf - Grey (4)",
        "Wolf - Grey [4]",
        "Wolf - Grey: 4",
        "Wolf - Grey,4",
        "Wolf - Grey;4",
        '"Wolf - Grey",4',
        "4. Wolf - Grey",
        "4) Wolf - Grey",
        "4: Wolf - Grey",
        "4,Wolf - Grey",
        '4,"Wolf - Grey"',
        '"4","Wolf - Grey"',
        '"4 Wolf - Grey"',
        "“4x Wolf - Grey”",
        "Loup - Gris (4)",
    ],
)
def test_a_number_in_an_unusual_place_is_the_count_if_the_rest_is_a_card(line: str) -> None:
    read = deck(line)
    assert counts(read) == {"Wolf - Grey": 4}
    assert not read.problems


def test_a_comma_of_the_name_is_no_comma_of_a_table() -> None:
    assert counts(deck('"A, B, and C",3')) == {"A, B, and C": 3}
    assert counts(deck("A, B, and C,3")) == {"A, B, and C": 3}


def test_a_number_that_belongs_to_the_name_stays_there() -> None:
    assert counts(deck("99 Pups")) == {"99 Pups": 1}
    assert counts(deck("99 Pups (2)")) == {"99 Pups": 2}
    assert counts(deck("Bear x2 4")) == {"Bear x2": 4}


@pytest.mark.parametrize("line", ["Zebra 4", "Zebra (4)", "4. Zebra", "Wolf - Grey 128", "Wolf - Grey 0", "Zebra"])
def test_what_names_no_card_has_an_unknown_number_of_copies(line: str) -> None:
    (problem,) = deck(line).problems
    assert problem.code == "name.unresolved" and problem.uncounted


def test_a_written_count_is_known_though_the_name_is_not() -> None:
    (problem,) = deck("4 Zebra").problems
    assert (problem.copies, problem.uncounted) == (4, False)


def test_numbered_lines_say_nothing_of_copies() -> None:
    read = deck("1. Wolf - Grey\n2. Wolf - White\n3. Fox - Red")
    assert not counts(read) and [p.uncounted for p in read.problems] == [True] * 3
    assert counts(deck("4. Wolf - Grey\n4. Fox - Red\n2. Pups")) == {"Wolf - Grey": 4, "Fox - Red": 4, "Pups": 2}


def test_counts_are_only_lost_where_the_names_were_understood() -> None:
    names = [name for name in SMALL.index("toy").full if name != "twin" and not any(map(str.isdigit, name))][:12]
    assert deck("\n".join(names)).counts_missing
    assert not deck("\n".join(f"Card {letter}" for letter in "abcdefghijkl")).counts_missing
    assert not deck("\n".join(f"{name} (1)" for name in names)).counts_missing


@pytest.mark.shared
def test_an_unread_form_is_undetermined_and_not_illegal(catalogue: Catalogue) -> None:
    game = GAMES["lorcana"]
    names = [card.name for card in catalogue.cards("lorcana") if not any(map(str.isdigit, card.name))][:15]
    unread = read_deck("\n".join(f"{name} four" for name in names), catalogue, "lorcana", game.deck)
    assert unread.unresolved == 15 and not unread.counts_missing
    found = game.judge(catalogue).check(unread, "core", date(2026, 8, 1))
    assert found.verdict == "undetermined"
    assert {f.severity for f in found.findings if f.code == "size.too_small"} == {"incomplete"}
    assert read_deck("\n".join(f"{name} (4)" for name in names), catalogue, "lorcana", game.deck).sizes == {"main": 60}


# -- totals, notes, first lines, what is only considered -------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["60 cards", "60 cartes", "Total 60", "60 total", "Total: 60", "Total cards: 60", "60/60 cards", "4 Animals",
     "Animals 4", "Total : 60 cartes"],
)  # fmt: skip
def test_a_total_is_no_card(line: str) -> None:
    read = deck(f"4 Wolf - Grey\n{line}")
    assert counts(read) == {"Wolf - Grey": 4} and not read.problems


@pytest.mark.parametrize(
    "line",
    ["Format: Core", "Deck name: X", "Author: Somebody", "Date: 2026-01-02", "Joueuse : Somebody", "Colour: Red",
     "URL: https://example.org/1", "Created with a site", "Exporté depuis un site"],
)  # fmt: skip
def test_a_note_is_told_and_no_card(line: str) -> None:
    for text, at in ((f"{line}\n4 Wolf - Grey", 1), (f"4 Wolf - Grey\n{line}", 2)):
        read = deck(text)
        assert counts(read) == {"Wolf - Grey": 4} and not read.problems and not read.name
        assert f"line {at} is a note" in told(read) and line[:6] in told(read)


def test_a_note_that_holds_a_card_is_not_lost() -> None:
    assert [p.line for p in deck("4 Wolf - Grey\nName: 3 Fox - Red").problems] == [2]
    assert [p.line for p in deck("4 Wolf - Grey\nKeeper: Somebody").problems] == [2]


@pytest.mark.parametrize("rest", ["4 Wolf - Grey", "\nWolf - Grey", "\n4 Wolf - Grey"])
def test_a_first_line_above_a_list_is_its_name(rest: str) -> None:
    read = deck(f"My evening club\n{rest}")
    assert read.name == "My evening club" and not read.problems
    assert "line 1 is no card" in told(read)


@pytest.mark.parametrize(
    "text",
    [
        "Wolf - Gray\n\n4 Fox - Red",  # nearly a card
        "Wolf - Old\n4 Fox - Red",  # begins like a card
        "My club 4\n4 Fox - Red",  # may have a count
        "4 My club\n4 Fox - Red",
        "My club\nFox - Red",  # nothing sets it apart
        "My club",
        "My club\n\n4 Zebra",  # nothing else is understood
    ],
)
def test_a_first_line_that_may_be_a_card_is_not_taken_for_a_name(text: str) -> None:
    read = deck(text)
    assert not read.name and read.problems[0].line == 1


def test_a_first_line_that_is_a_card_is_one() -> None:
    assert counts(deck("Wolf - Grey\n\n4 Fox - Red")) == {"Wolf - Grey": 1, "Fox - Red": 4}


@pytest.mark.parametrize("header", ["Maybeboard", "// Maybeboard", "# Considering", "Maybeboard (3)", "Peut-être :"])
@pytest.mark.parametrize("spec", [SPEC, *(game.deck for game in GAMES.values())])
def test_cards_that_are_only_considered_are_kept_apart(header: str, spec: DeckSpec) -> None:
    parsed = parse(f"4 Wolf - Grey\n{header}\n3 Fox - Red\n1 Zebra", spec)
    assert [entry.section for entry in parsed.entries] == [spec.start, "maybe", "maybe"]
    read = resolve(parsed, SMALL, "toy", SPEC)
    assert read.sizes.get("maybe") is None and not read.problems
    assert "4 cards that are only considered (maybeboard) are not part of the deck (lines 3, 4)" in told(read)


@pytest.mark.parametrize("header", ["// Sideboard", "# Sideboard", "//Sideboard (2)"])
def test_a_comment_that_is_a_header_opens_the_section(header: str) -> None:
    read = deck(f"4 Wolf - Grey\n{header}\n2 Fox - Red")
    assert read.sizes == {"main": 4, "side": 2}


def test_considered_cards_of_tables_and_json_are_not_counted() -> None:
    for data in (
        "Count,Name,Board\n4,Wolf - Grey,main\n2,Fox - Red,maybeboard\n",
        {"main": {"Wolf - Grey": 4}, "maybeboard": {"Fox - Red": 2}},
    ):
        read = deck(data)
        assert read.sizes == {"main": 4} and "2 cards that are only considered" in told(read)


@pytest.mark.shared
@pytest.mark.parametrize("slug", list(GAMES))
def test_no_word_of_a_section_that_is_not_played_is_a_card(slug: str, catalogue: Catalogue) -> None:
    words = {word for word, name in section_words(GAMES[slug].deck).items() if name == "maybe"}
    assert words and not any(catalogue.index(slug).resolve(word, suggest=0).card for word in words)


# -- names and printings ---------------------------------------------------------------------------------------------


def test_the_reason_tells_a_missing_version_from_a_shared_name() -> None:
    assert "the version is missing" in str(deck("4 Wolf").problems[0].reason)
    reason = str(deck("4 Twin").problems[0].reason)
    assert "version" not in reason and "printing" in reason


@pytest.mark.shared
def test_a_translated_name_of_two_cards_says_so(catalogue: Catalogue) -> None:
    (problem,) = read_deck("4 Minnie Maus - Geliebte Prinzessin", catalogue, "lorcana", GAMES["lorcana"].deck).problems
    reason = str(problem.reason)
    assert problem.code == "name.ambiguous" and "2 cards bear the name" in reason and "version" not in reason
    assert "Minnie Mouse - Beloved Princess" in reason and "Minnie Mouse - Sweetheart Princess" in reason


def test_an_abbreviation_of_a_set_is_its_code() -> None:
    read = deck("4 Wolf - Grey (FST) 1\n2 FST-3")
    assert counts(read) == {"Wolf - Grey": 4, "Fox - Red": 2} and not read.notices
    assert [p.set_code for p in read.sections["main"][0].printings] == ["1"]


def test_an_unknown_set_code_is_named() -> None:
    read = deck("4 Wolf - Grey (XYZ) 1\n1 Fox - Red (1) 55\n1 XYZ-3")
    assert counts(read) == {"Wolf - Grey": 4, "Fox - Red": 1}
    assert "set code 'XYZ' is not known; the name decided (line 1)" in told(read)
    assert "on 1 line the printing is not in the catalogue" in told(read)
    assert "set code 'XYZ' is not known" in str(read.problems[0].reason)


@pytest.mark.shared
@pytest.mark.parametrize(("code", "number"), [("TFC", "1"), ("ROF", "2"), ("URS", "4"), ("URR", "4"), ("FAB", "9")])
def test_abbreviations_of_lorcana_sets(code: str, number: str, catalogue: Catalogue) -> None:
    card, printing = next(
        (card, printing)
        for card in catalogue.cards("lorcana")
        for printing in catalogue.printings(card)
        if printing.set_code == number and not printing.promo
    )
    read = read_deck(f"2 {card.name} ({code}) {printing.number}", catalogue, "lorcana", GAMES["lorcana"].deck)
    (item,) = read.sections["main"]
    assert item.card == card and item.printings == {printing: 2} and not read.notices


def test_marks_of_direction_are_no_letters() -> None:
    marks = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    for mark in marks:
        assert counts(deck(f"{mark}4 Wo{mark}lf - Grey{mark}")) == {"Wolf - Grey": 4}


# -- tables and JSON -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("normal", "foil"), ("Normal", "Foil"), ("quantityNormal", "quantityFoil")])
def test_copies_by_look_add_up_in_json_as_in_tables(names: tuple[str, str]) -> None:
    normal, foil = names
    assert counts(deck([{"name": "Wolf - Grey", normal: 1, foil: 3}])) == {"Wolf - Grey": 4}
    assert counts(deck([{"name": "Wolf - Grey", normal: None, foil: 3}])) == {"Wolf - Grey": 3}
    assert counts(deck([{"name": "Wolf - Grey", normal: "1", foil: 0}])) == {"Wolf - Grey": 1}
    assert deck([{"name": "Wolf - Grey", normal: 0, foil: 0}]).sizes == {"main": 0}
    assert counts(deck([{"name": "Wolf - Grey", "count": 2, normal: 1, foil: 3}])) == {"Wolf - Grey": 2}
    assert counts(deck(f"Name,{normal},{foil}\nWolf - Grey,1,3\n")) == {"Wolf - Grey": 4}


def test_a_mark_of_the_look_is_no_count() -> None:
    assert counts(deck([{"name": "Wolf - Grey", "foil": True}, {"name": "Wolf - Grey", "foil": "yes"}])) == {
        "Wolf - Grey": 2
    }


@pytest.mark.parametrize(
    "row",
    [
        {"name": "Wolf - Grey", "count": None},
        {"name": "Wolf - Grey", "normal": None, "foil": None},
        {"name": "Wolf - Grey", "normal": -1, "foil": 3},
        {"name": "Wolf - Grey", "normal": 1.5},
    ],
)
def test_a_count_that_says_nothing_is_unreadable(row: dict[str, object]) -> None:
    (problem,) = deck([row]).problems
    assert (problem.code, problem.copies, problem.uncounted) == ("line.unreadable", 0, True)


@pytest.mark.parametrize("written", ["4.0", "4x", "x4", "4 x", "4.00", " 4 "])
def test_counts_as_spreadsheets_and_people_write_them(written: str) -> None:
    assert counts(deck(f"Count,Name\n{written},Wolf - Grey\n")) == {"Wolf - Grey": 4}
    assert counts(deck([{"name": "Wolf - Grey", "count": written}])) == {"Wolf - Grey": 4}
    assert deck("Normal,Foil,Name\n0.0,0x,Wolf - Grey\n").sizes == {"main": 0}


@pytest.mark.parametrize("written", ["4.5", "4,0 x", "four", "x", "1e1"])
def test_what_is_no_count_stays_unreadable(written: str) -> None:
    read = deck(f'Count,Name\n"{written}",Wolf - Grey\n')
    assert [p.code for p in read.problems] == ["line.unreadable"] and read.problems[0].uncounted


@pytest.mark.parametrize(
    "row",
    [
        {"fullName": "Wolf - Grey", "name": "Wolf", "version": "Grey", "amount": 4},
        {"name": "Wolf", "version": "Grey", "fullName": "Wolf - Grey", "amount": 4},
        {"name": "Wolf", "fullName": "Wolf - Grey", "amount": 4},
        {"name": "Wolf - Grey", "version": "Grey", "amount": 4},
        {"name": "Wolf, Grey", "version": "Grey", "amount": 4},
        {"name": "Wolf", "title": "Grey", "amount": 4},
        {"name": "Wolf", "title": "Wolf - Grey", "amount": 4},
        {"card": {"name": "Wolf", "fullName": "Wolf - Grey", "version": "Grey"}, "amount": 4},
        {"card": {"name": "Wolf", "version": "Grey", "normal": 1, "foil": 3}},
    ],
)
def test_a_version_is_not_said_twice(row: dict[str, object]) -> None:
    read = deck([row])
    assert counts(read) == {"Wolf - Grey": 4} and not read.problems


@pytest.mark.parametrize("header", ["Name,Version", "Full Name,Version", "Name,Title"])
def test_a_version_is_not_said_twice_in_tables(header: str) -> None:
    first = "Wolf - Grey" if header.startswith("Full") else "Wolf"
    assert counts(deck(f"Count,{header}\n4,{first},Grey\n")) == {"Wolf - Grey": 4}
    assert counts(deck(f"Count,{header}\n4,Wolf - Grey,Grey\n")) == {"Wolf - Grey": 4}


def test_a_name_that_only_ends_alike_gets_its_version() -> None:
    assert full_name("Wolfgrey", "Grey") == "Wolfgrey - Grey"
    assert full_name("Grey", "Grey") == "Grey - Grey"


@pytest.mark.parametrize(
    "data",
    [
        {"Wolf - Grey": 4, "Fox - Red": 2},
        {"name": "Mine", "Wolf - Grey": 4, "Fox - Red": 2},
        {"deck": {"main": {"Wolf - Grey": 4, "Fox - Red": 2}}},
        {"deck": {"name": "Mine", "main": [{"name": "Wolf - Grey", "n": 4}, "2 Fox - Red"]}},
        {"main": {"count": 6, "cards": {"Wolf - Grey": 4, "Fox - Red": 2}}},
    ],
)
def test_maps_and_nested_sections(data: dict[str, object]) -> None:
    read = deck(data)
    assert counts(read) == {"Wolf - Grey": 4, "Fox - Red": 2} and not read.problems


def test_a_section_beside_a_nested_deck_is_not_lost() -> None:
    read = deck({"deck": {"main": {"Wolf - Grey": 4}}, "sideboard": {"Fox - Red": 1}})
    assert read.sizes == {"main": 4, "side": 1}


@pytest.mark.parametrize("rows", [1, 2])
def test_json_lines_are_a_list(rows: int) -> None:
    lines = [{"section": "main", "count": 4, "id": "toy:wolf-grey", "name": "Wolf - Grey"},
             {"section": "sideboard", "count": 1, "id": "toy:fox-red", "name": "Fox - Red"}][:rows]  # fmt: skip
    read = deck("".join(json.dumps(line) + "\n" for line in lines))
    assert sum(read.sizes.values()) == (4, 5)[rows - 1] and not read.problems


@pytest.mark.shared
@pytest.mark.parametrize("form", ["csv", "json", "jsonl"])
@pytest.mark.parametrize("slug", ["lorcana", "riftbound", "wowtcg"])
def test_an_exported_deck_is_read_back(slug: str, form: str, catalogue: Catalogue) -> None:
    from deckkit.catalogue.frames import render
    from deckkit.decklist.frames import deck_frame

    game = GAMES[slug]
    names = [card.name for card in catalogue.cards(slug) if catalogue.index(slug).exact(card.name) == (card,)][:30]
    first = read_deck("\n".join(f"2 {name}" for name in names), catalogue, slug, game.deck)
    data = render(deck_frame(first, catalogue, game.cards), form)
    again = read_deck(data, catalogue, slug, game.deck)
    assert not again.problems
    assert {c.card.key: c.count for s in again.sections.values() for c in s} == {
        c.card.key: c.count for s in first.sections.values() for c in s
    }
