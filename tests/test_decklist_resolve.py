"""From a list as written to cards: exact, or a problem that lists the possibilities."""

from __future__ import annotations

import json

import pytest
from decklist_support import SmallCatalogue

from deckkit.decklist import Deck, DeckSpec, SectionSpec, parse, resolve
from deckkit.errors import InputError

SPEC = DeckSpec(
    (
        SectionSpec("main", {"en": "Deck", "fr": "Deck"}, ("deck",)),
        SectionSpec("side", {"en": "Sideboard", "fr": "Réserve"}, ("sideboard", "reserve"), used=False),
    ),
    headings=("animals",),
)
SMALL = SmallCatalogue()


def deck(text: str | bytes) -> Deck:
    return resolve(parse(text, SPEC), SMALL, "toy", SPEC)


def counts(read: Deck, section: str = "main") -> dict[str, int]:
    return {item.card.name: item.count for item in read.sections.get(section, ())}


def test_lines_add_up_over_repetition_languages_and_printings() -> None:
    read = deck("2 Wolf - Grey\n1 Loup – Gris\nWOLF - grey x3\n4 Wolf - Grey (1-1)\n1 2-7")
    assert counts(read) == {"Wolf - Grey": 11}
    (item,) = read.sections["main"]
    assert item.lines == (1, 2, 3, 4, 5)
    assert {(p.set_code, p.number): n for p, n in item.printings.items()} == {("1", "1"): 4, ("2", "7"): 1}
    assert not read.problems


def test_sections_are_counted_apart() -> None:
    read = deck("3 Wolf - Grey\nAnimals (3)\n1 Fox - Red\n\nRéserve:\n2 Wolf - Grey\nDeck\n1 Pups")
    assert read.sizes == {"main": 5, "side": 2}
    assert counts(read, "side") == {"Wolf - Grey": 2}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("99 Pups", {"99 Pups": 1}),
        ("1 99 Pups", {"99 Pups": 1}),
        ("99 Pups x1", {"99 Pups": 1}),
        ("99 pups x4", {"99 Pups": 4}),
        ("4x 99 Pups", {"99 Pups": 4}),
        ("99x Pups", {"Pups": 99}),
        ("98 Pups", {"Pups": 98}),
        ("99 Chiots", {"99 Pups": 1}),
        ("99 Pups (1-4)", {"99 Pups": 1}),
        ("A, B, and C", {"A, B, and C": 1}),
        ("4 Wolf, White", {"Wolf - White": 4}),
        ("4 wolf white", {"Wolf - White": 4}),
        ("3\tWolf - White", {"Wolf - White": 3}),
        ("Wolf - White\t3", {"Wolf - White": 3}),
        ("4 “Wolf — White” *F*", {"Wolf - White": 4}),
    ],
)
def test_a_number_may_belong_to_the_name(line: str, expected: dict[str, int]) -> None:
    read = deck(line)
    assert counts(read) == expected
    assert not read.problems


def test_a_missing_version_is_ambiguous_and_all_are_listed() -> None:
    (problem,) = deck("4 Wolf").problems
    assert (problem.code, problem.copies, problem.line) == ("name.ambiguous", 4, 1)
    assert {card.name for card in problem.candidates} == {"Wolf - Grey", "Wolf - White"}


def test_the_only_card_of_a_name_without_version_is_offered_not_chosen() -> None:
    read = deck("4 Fox")
    (problem,) = read.problems
    assert problem.code == "name.unresolved"
    assert [card.name for card in problem.suggestions] == ["Fox - Red"]
    assert read.unresolved == 4 and read.sizes == {"main": 0}


def test_two_cards_of_one_name_are_ambiguous_unless_the_printing_tells() -> None:
    assert [p.code for p in deck("4 Twin").problems] == ["name.ambiguous"]
    read = deck("4 Twin (1-7)")
    assert [item.card.key for item in read.sections["main"]] == ["toy:twin-b"]


def test_a_printing_completes_a_name_without_version() -> None:
    assert counts(deck("4 Wolf (1-2)")) == {"Wolf - White": 4}


def test_name_and_printing_that_contradict_are_never_chosen() -> None:
    read = deck("4 Wolf - Grey (1-3)")
    (problem,) = read.problems
    assert (problem.code, problem.copies) == ("name.ambiguous", 4)
    assert {card.name for card in problem.candidates} == {"Wolf - Grey", "Fox - Red"}
    assert "two different cards" in str(problem.reason) and "1-3" in str(problem.reason)
    assert not counts(read)


def test_a_printing_that_does_not_exist_leaves_the_decision_to_the_name() -> None:
    read = deck("4 Wolf - Grey (1-99)\n1 Fox - Red (3-7)")
    assert counts(read) == {"Wolf - Grey": 4, "Fox - Red": 1}
    assert not read.problems
    assert "1, 2" in str(read.notices[0]) and "2 lines" in str(read.notices[0])


def test_a_place_means_the_ordinary_printing() -> None:
    assert counts(deck("4 1-1")) == {"Wolf - Grey": 4}
    assert counts(deck("4 001-P1-001")) == {"Fox - Red": 4}
    # The name may still be that of the promo with the same number.
    assert counts(deck("4 Fox - Red (1-1)")) == {"Fox - Red": 4}


def test_a_place_with_several_ordinary_cards_is_ambiguous() -> None:
    (problem,) = deck("2 3-1").problems
    assert problem.code == "name.ambiguous"
    assert {card.name for card in problem.candidates} == {"Owl - Old", "Owl - Young"}


def test_an_unknown_place_is_unresolved() -> None:
    (problem,) = deck("2 9-9").problems
    assert (problem.code, problem.copies) == ("name.unresolved", 2)
    assert "9-9" in str(problem.reason)


def test_an_unknown_name_at_a_known_place_is_not_taken_by_the_place() -> None:
    (problem,) = deck("2 Zebra (1-3)").problems
    assert problem.code == "name.unresolved"
    assert [card.name for card in problem.suggestions] == ["Fox - Red"]


def test_promo_groups_stand_for_sets_at_some_sites() -> None:
    rows = 'Normal,Foil,Name,Set,Card Number\n1,1,"Fox - Red",P1,P001\n'
    (item,) = deck(rows).sections["main"]
    assert item.count == 2
    assert [(p.feed_id, n) for p, n in item.printings.items()] == [("5", 2)]


def test_key_and_printing_of_our_own_form_must_agree() -> None:
    row = {"id": "toy:wolf-grey", "name": "Wolf - Grey", "count": 2, "printing": "2"}
    made = {"schema": "deckkit.deck/1", "game": "toy", "name": "n", "sections": {"main": [row]}}
    read = deck(json.dumps(made))
    assert counts(read) == {"Wolf - Grey": 2} and read.name == "n"
    row["printing"] = "4"
    assert [p.code for p in deck(json.dumps(made)).problems] == ["name.ambiguous"]


def test_a_foreign_id_beside_a_name_says_nothing() -> None:
    assert counts(deck('{"cards": [{"id": 4, "name": "Wolf - Grey", "quantity": 2}]}')) == {"Wolf - Grey": 2}
    assert counts(deck('{"cards": [{"id": 4, "quantity": 2}]}')) == {"Fox - Red": 2}


def test_a_list_of_another_game_is_refused() -> None:
    with pytest.raises(InputError, match="for the game 'chess'"):
        deck('{"schema": "deckkit.deck/1", "game": "chess", "sections": {"main": []}}')


def test_a_bare_distinct_list_has_probably_lost_its_counts() -> None:
    names = [name for name in SMALL.index("toy").full if name != "twin" and not any(map(str.isdigit, name))][:10]
    assert deck("\n".join(names)).counts_missing
    assert not deck("\n".join(names[:9])).counts_missing
    assert not deck("\n".join([*names, names[0]])).counts_missing
    assert not deck("\n".join([*names, "1 Bear x2"])).counts_missing


def test_suggestions_are_bounded() -> None:
    read = deck("\n".join(f"1 Wolf - Gr{i}" for i in range(100)))
    assert len(read.problems) == 100
    assert sum(1 for problem in read.problems if problem.suggestions) == 20


def test_problems_are_bounded_and_no_copy_is_lost() -> None:
    read = deck("\n".join([f"2 Zebra {i}" for i in range(5_000)] + ["3 Wolf - Grey", "0 Fox - Red"]))
    assert len(read.problems) == 251 and read.unresolved == 10_000
    assert read.problems[250].line == 251 and "4751 more lines" in str(read.problems[250].reason)
    assert counts(read) == {"Wolf - Grey": 3}


def test_braces_in_a_list_are_no_template() -> None:
    (problem,) = deck("4 {0.__class__} %s {name}").problems
    for lang in ("en", "fr"):
        assert "{0.__class__} %s {name}" in problem.reason.render(lang)
    assert problem.raw == "4 {0.__class__} %s {name}"


def test_problems_keep_the_order_of_the_list() -> None:
    read = deck("0 Wolf - Grey\n4 Zebra\n-1 Fox - Red\n4 Wolf")
    assert [(p.line, p.code) for p in read.problems] == [
        (1, "line.unreadable"),
        (2, "name.unresolved"),
        (3, "line.unreadable"),
        (4, "name.ambiguous"),
    ]
    assert read.unresolved == 8


def test_an_empty_list_is_an_empty_deck() -> None:
    for empty in ("", "\n \n", b"", b"\xef\xbb\xbf\r\n", "# only a title"):
        read = deck(empty)
        assert read.sizes == {"main": 0} and not read.problems
