"""Headers with a card on their line, unknown headings, remarks that are names, and other things people write."""

from __future__ import annotations

from datetime import date

import pytest

from deckkit.catalogue import Catalogue
from deckkit.cli.show import _find
from deckkit.decklist import Deck, parse, read_deck
from deckkit.decklist.writing import write
from deckkit.errors import InputError
from deckkit.games import get_game
from deckkit.games.riftbound.deck_codes import DeckCode, encode, looks_like_code

LEGEND = "Legend:\n1 Jinx, Loose Cannon\n"


def read(text: str, catalogue: Catalogue, game: str = "riftbound") -> Deck:
    spec = get_game(game).deck
    assert spec is not None
    return read_deck(text, catalogue, game, spec)


def counts(deck: Deck) -> dict[str, dict[str, int]]:
    return {name: {item.card.name: item.count for item in items} for name, items in deck.sections.items() if items}


def written(deck: Deck, form: str, catalogue: Catalogue) -> str:
    spec = get_game(deck.game).deck
    assert spec is not None
    return write(deck, form, catalogue, spec).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hero: 1 Hogger\n4 Entrenched\n", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("Hero: Hogger\n4 Entrenched\n", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("**Hero:** 1 Hogger\n4 Entrenched\n", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("Hero:\n1 Hogger\nAbilities: 4 Entrenched\n", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        # A heading that sorts, and the main deck's own header, end a section of other types.
        ("Hero:\n1 Hogger\nDeck: 3 Entrenched\n1 Entrenched\n", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("Hero (1 card)\n1 Hogger\nQuests: 4 cards\n4 Entrenched", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("Hero: 1\n1 Hogger\nMain (4/60 cards)\n4 Entrenched", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
        ("Héros : 1 carte\n1 Hogger\nDeck : 4\n4 Entrenched", {"hero": {"Hogger": 1}, "main": {"Entrenched": 4}}),
    ],
)  # fmt: skip
def test_a_card_on_its_headers_line_is_never_lost(
    text: str, expected: dict[str, dict[str, int]], catalogue: Catalogue
) -> None:
    deck = read(text, catalogue, "wowtcg")
    assert (deck.problems, counts(deck)) == ((), expected)


def test_sections_and_sorting_headings_have_one_fate(catalogue: Catalogue) -> None:
    deck = read("MainDeck: 9 Defy\nSideboard: 3 Gust\nSpells: 3 Gust\nRunes: 12 Fury Rune\n2 Charm\n", catalogue)
    assert deck.problems == ()
    assert counts(deck) == {"main": {"Defy": 9, "Gust": 3, "Charm": 2}, "side": {"Gust": 3}, "runes": {"Fury Rune": 12}}
    assert read("Hero (1 Hogger)", catalogue, "wowtcg").unresolved == 1, "told, not taken for a header"


def test_a_name_that_others_bear_is_written_with_what_tells_it_apart(catalogue: Catalogue) -> None:
    for text in ("3 Frost Blast (COH 22)", "3 wowtcg:frost-blast-ability"):
        deck = read(f"Deck:\n{text}\n", catalogue, "wowtcg")
        assert [item.card.key for item in deck.sections["main"]] == ["wowtcg:frost-blast-ability"]
        assert written(deck, "text", catalogue) == "3 Frost Blast (COH 22)\n"
        for form in ("text", "csv"):
            again = read(written(deck, form, catalogue), catalogue, "wowtcg")
            assert counts(again) == counts(deck)
            assert written(again, form, catalogue) == written(deck, form, catalogue)
    (problem,) = read("3 Frost Blast\n", catalogue, "wowtcg").problems
    assert "Frost Blast (Ability), Frost Blast (Quest)" in problem.reason.render("en").replace(";", ",")


def test_one_card_under_champions_is_the_chosen_one(catalogue: Catalogue) -> None:
    one = read(LEGEND + "Champions:\n1 Jinx, Rebel\nUnits:\n1 Jinx, Demolitionist\n", catalogue)
    assert counts(one)["champion"] == {"Jinx, Rebel": 1}
    two = read(LEGEND + "Champions:\n1 Jinx, Rebel\n1 Jinx, Demolitionist\nUnits:\n3 Raging Soul\n", catalogue)
    assert "champion" not in counts(two)
    side = read(LEGEND + "Sideboard:\nChampions:\n1 Jinx, Rebel\n", catalogue)
    assert counts(side)["side"] == {"Jinx, Rebel": 1}


def test_what_stands_under_an_unknown_heading_is_told_and_not_judged(catalogue: Catalogue) -> None:
    from deckkit.legality.check import list_findings

    deck = read(LEGEND + "Sideboard:\n3 Gust\nTricks:\n3 Defy\nSB: 1 Gust\nMain:\n3 Charm\n", catalogue)
    assert counts(deck)["side"] == {"Gust": 4}
    assert counts(deck)["Tricks"] == {"Defy": 3}
    assert [(p.code, p.line, p.copies, p.uncounted) for p in deck.problems] == [("line.unreadable", 5, 0, True)]
    spec = get_game("riftbound").deck
    assert spec is not None
    unused = [f for f in list_findings(deck, spec) if f.code == "section.unused"]
    assert [(f.section, f.found) for f in unused] == [("Tricks", 3)]
    assert counts(read(written(deck, "text", catalogue), catalogue)) == counts(deck)
    for form in ("csv", "json", "code", "tabletop"):
        assert [item.section for item in write(deck, form, catalogue, spec).refused] == ["Tricks"]
    verdict = get_game("riftbound").judge(catalogue).check(deck, "constructed", date(2026, 9, 1))
    assert verdict.verdict != "legal"


def test_an_unknown_heading_makes_no_deck_too_small_for_certain(catalogue: Catalogue) -> None:
    for game in ("lorcana", "wowtcg", "riftbound"):
        (problem,) = read("Deck\nTricks:\n", catalogue, game).problems
        assert (problem.section, problem.uncounted) == ("", True)


def test_tokens_are_set_aside(catalogue: Catalogue) -> None:
    for heading in ("Tokens:", "Jetons (2)"):
        deck = read(f"Main:\n3 Gust\n{heading}\n2 Defy\n", catalogue)
        assert (counts(deck), deck.problems) == ({"main": {"Gust": 3}}, ())
        assert [n.render("en") for n in deck.notices] == ["2 tokens are not part of the deck (lines 4)"]


def test_a_remark_that_belongs_to_the_name(catalogue: Catalogue) -> None:
    deck = read("3 Recruit (271) // Buff\nGold // Buff x3\n2 Gust // a remark\n1 Defy # another\n", catalogue)
    assert deck.problems == ()
    assert counts(deck) == {"main": {"Recruit (271) // Buff": 3, "Gold // Buff": 3, "Gust": 2, "Defy": 1}}
    text = written(deck, "text", catalogue)
    assert counts(read(text, catalogue)) == counts(deck)


@pytest.mark.parametrize("count", [2, 3])
def test_the_card_behind_the_legend_is_the_champion(count: int, catalogue: Catalogue) -> None:
    deck = read(f"1 Jinx, Loose Cannon\n{count} Jinx, Rebel\n3 Jinx, Demolitionist\n3 Gust\n", catalogue)
    assert counts(deck)["champion"] == {"Jinx, Rebel": 1}
    assert counts(deck)["main"] == {"Jinx, Rebel": count - 1, "Jinx, Demolitionist": 3, "Gust": 3}


@pytest.mark.parametrize(
    "line",
    ["3xGust", "[3] Gust", "3 OGN-169 Gust", "**3 Gust**", "**3x** Gust", "*3 Gust*", "- 3 Gust", "* 3 Gust",
     "- [ ] 3 Gust"],
)  # fmt: skip
def test_unusual_lines(line: str, catalogue: Catalogue) -> None:
    deck = read(f"{line}\n1 Defy\n", catalogue)
    assert (deck.problems, counts(deck)) == ((), {"main": {"Gust": 3, "Defy": 1}})


def test_codes_with_things_around_them(catalogue: Catalogue) -> None:
    deck = read(LEGEND + "Champion:\n1 Jinx, Rebel\nMain:\n3 Gust\n3 Defy\n2 Charm\n", catalogue)
    code = written(deck, "code", catalogue).strip()
    for text in (
        f"{code[:20]}\n{code[20:]}", f"{code[:9]} {code[9:20]}\u00a0{code[20:]}", f'"{code}"', f"«{code}»",
        f"Deck code: {code}", f"Code du deck :\n{code}", f"```\n{code}\n```",
    ):  # fmt: skip
        assert (read(text, catalogue).form, counts(read(text, catalogue))) == ("code", counts(deck)), text
    titled = read(f"# Mine\n{code}\n", catalogue)
    assert (titled.form, titled.name) == ("code", "Mine")
    for bad in (f"{code[:24]}\nEE", code[:18].lower(), f"{code}AA"):
        with pytest.raises(InputError):
            read(bad, catalogue)
    assert not looks_like_code("CULL THE WEAK\nCHARM\nDEFY\nGUST")
    assert counts(read("CHARM", catalogue)) == {"main": {"Charm": 1}}


def test_errors_of_codes_say_what_helps() -> None:
    spec = get_game("riftbound").deck
    assert spec is not None
    with pytest.raises(InputError) as newer:
        parse("C4" + "A" * 30, spec)
    assert newer.value.do is not None and "update deckkit" in newer.value.do.render("en")
    with pytest.raises(InputError) as longer:
        parse(encode(DeckCode({})) + "AA", spec)
    assert "1 byte follows" in longer.value.what.render("en")


@pytest.mark.parametrize(
    ("game", "place", "key"),
    [
        ("riftbound", "OGN-007", "riftbound:fury-rune"),
        ("riftbound", "OGN-007a", "riftbound:fury-rune"),
        ("riftbound", "VEN-R01", "riftbound:fury-rune"),
        ("wowtcg", "COH-022", "wowtcg:frost-blast-ability"),
    ],
)
def test_show_reads_places_as_lists_do(game: str, place: str, key: str, catalogue: Catalogue) -> None:
    assert _find(catalogue, [get_game(game)], place).key == key


def test_show_finds_zeros_before_set_and_number(catalogue: Catalogue) -> None:
    for places in (("1-1", "1-001", "001-001"), ("13-7", "13-007")):
        found = {_find(catalogue, [get_game("lorcana")], place).key for place in places}
        assert len(found) == 1


@pytest.mark.parametrize(
    ("text", "uncounted"),
    [
        ("list:\n  main:\n    a-1: many # Gust\n", True),
        ("list:\n  main:\n    a-1: 0 # Gust\n", False),
        ('{"card_entries": [{"count": "x", "_card_name": "Gust"}]}', True),
        ('{"card_entries": [{"count": 0, "_card_name": "Gust"}]}', False),
        ('{"card_entries": [3]}', True),
        ('<deck><section name="Main"><card qty="x">Gust</card></section></deck>', True),
        ('<deck><section name="Main"><card qty="0">Gust</card></section></deck>', False),
    ],
)
def test_own_forms_say_where_a_count_is_not_known(text: str, uncounted: bool) -> None:
    spec = get_game("wowtcg").deck
    assert spec is not None
    (problem,) = parse(text, spec).problems
    assert (problem.copies, problem.uncounted) == (0, uncounted)
