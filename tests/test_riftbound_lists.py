"""Riftbound's lists: every form is read without loss, cards find their section, the champion counts once."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue import Catalogue
from deckkit.decklist import Deck, parse, read_deck
from deckkit.decklist.writing import write
from deckkit.errors import InputError
from deckkit.games.riftbound.deck import DECK
from deckkit.games.riftbound.deck_codes import CodeCard, DeckCode, decode, encode

SHARED = Path(__file__).resolve().parents[2] / "shared" / "decks" / "riftbound"
FILES = sorted(str(path.relative_to(SHARED)) for path in SHARED.glob("*/*.*")) if SHARED.is_dir() else []
CODES = json.loads((SHARED / "deck-codes.json").read_text("utf-8"))["vectors"] if SHARED.is_dir() else []
FULL = {"legend": 1, "champion": 1, "main": 39, "battlefields": 3, "runes": 12}
KITS = ("irelia", "jax", "lucian", "reksai")

# What the index says of each list, where it is not the full 56.
SIZES = {
    "piltover-text/irelia-a.txt": {**FULL, "side": 8},
    "piltover-text/irelia-b.txt": {**FULL, "side": 7},
    **{f"riftboundgg-json/gg-s{n:02}.json": {**FULL, "side": 8} for n in (1, 2, 3, 4, 5, 6, 7, 11, 12, 14, 15)},
    # Two champions of the Legend's tag, none marked: the main deck keeps all 40.
    "riftboundgg-json/gg-s08.json": {"legend": 1, "main": 40, "battlefields": 3, "runes": 12, "side": 8},
    "riftboundgg-json/gg-s10.json": {"legend": 1, "main": 40, "battlefields": 3, "runes": 12},
    # An unfinished draft of 31 cards.
    "riftboundgg-json/gg-s16.json": {"legend": 1, "main": 30},
    **{f"tts/prerift-kit-{name}.txt": {**FULL, "main": 12, "battlefields": 1} for name in KITS},
    # Proving Grounds decks come with one battlefield.
    **{f"precon-json/{name}.json": {**FULL, "battlefields": 1} for name in ("annie", "garen", "lux", "master-yi")},
    "piltover-text/precon-annie.txt": {**FULL, "battlefields": 1},
}  # fmt: skip
# This one repeats its champion in a main deck of 40.
REPEATED = {"piltover-text/irelia-a.txt": 1}


def counted_by_hand(path: Path) -> int:
    """The copies in a file, by plain arithmetic on its own form."""
    text = path.read_text("utf-8")
    if path.parent.name == "tts":
        return len(text.split())
    if path.parent.name == "pixelborn":
        return base64.b64decode(text).decode().count("$") + 1
    if path.parent.name == "riftboundgg-json":
        return sum(int(count) for board in json.loads(text)["boards"] for count in board.values())
    if path.parent.name == "precon-json":
        data = json.loads(text)
        piles = [*data["main"], *data["runes"]]
        return 2 + len(data["battlefieldIds"]) + sum(int(row["count"]) for row in piles)
    return sum(int(number) for number in re.findall(r"(?m)^(\d+) ", text))


def read(file: str, catalogue: Catalogue) -> Deck:
    return read_deck(SHARED / file, catalogue, "riftbound", DECK)


def cards(deck: Deck) -> dict[str, dict[str, int]]:
    return {section: {item.card.key: item.count for item in items} for section, items in deck.sections.items()}


@pytest.mark.shared
def test_all_lists_are_here() -> None:
    assert len(FILES) == 49


@pytest.mark.shared
@pytest.mark.parametrize("file", FILES)
def test_every_copy_is_read(file: str, catalogue: Catalogue) -> None:
    deck = read(file, catalogue)
    assert deck.problems == ()
    assert sum(deck.sizes.values()) == counted_by_hand(SHARED / file) - REPEATED.get(file, 0)
    assert deck.sizes == SIZES.get(file, FULL)
    assert "" not in deck.sections


@pytest.mark.shared
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("precon-json/jinx.json", "piltover-text/precon-jinx.txt"),
        ("precon-json/jinx.json", "piltover-text/precon-jinx-with-codes.txt"),
        ("precon-json/jinx.json", "headerless-text/precon-jinx-dash-names.txt"),
        ("precon-json/jinx.json", "tts/precon-jinx.txt"),
        ("precon-json/jinx.json", "pixelborn/precon-jinx.txt"),
        ("headerless-text/viktor-order.txt", "tts/viktor-order.txt"),
        ("headerless-text/viktor-order.txt", "pixelborn/viktor-order.txt"),
        ("precon-json/lee-sin.json", "tts/precon-lee-sin.txt"),
        *((f"precon-json/{n}.json", f"piltover-text/precon-{n}.txt") for n in ("annie", "fiora", "shen", "vi", "zed")),
    ],
)  # fmt: skip
def test_one_deck_in_several_forms_is_one_deck(one: str, other: str, catalogue: Catalogue) -> None:
    assert cards(read(one, catalogue)) == cards(read(other, catalogue))


@pytest.mark.shared
@pytest.mark.parametrize("form", ["code", "text", "tts", "pixelborn", "json", "csv", "tabletop"])
@pytest.mark.parametrize("file", FILES)
def test_what_is_written_reads_back_and_writes_the_same(file: str, form: str, catalogue: Catalogue) -> None:
    deck = read(file, catalogue)
    written = write(deck, form, catalogue, DECK)
    again = read_deck(written.text, catalogue, "riftbound", DECK)
    assert write(again, form, catalogue, DECK).text == written.text
    kept = {name: items for name, items in cards(deck).items() if form not in ("tts", "pixelborn") or name != "side"}
    assert cards(again) == kept
    left_out = [] if len(kept) == len(deck.sections) else list(deck.sections["side"])
    assert [(item.section, item.card, item.count) for item in written.refused] == [
        ("side", item.card, item.count) for item in left_out
    ]


@pytest.mark.shared
@pytest.mark.parametrize("vector", [pytest.param(v, id=v["name"]) for v in CODES])
def test_published_codes_are_read_and_written_through_the_catalogue(
    vector: dict[str, Any], catalogue: Catalogue
) -> None:
    deck = read_deck(vector["code"], catalogue, "riftbound", DECK)
    copies = sum(deck.sizes.values()) + deck.unresolved
    more = sum(row["count"] for row in vector["sideboard"]) + len(vector.get("additionalLegends", ()))
    # One more where the champion is in no set that the catalogue has, or not among the cards at all.
    assert copies - more in (vector["cardsInMain"], vector["cardsInMain"] + 1)
    written = write(deck, "code", catalogue, DECK)
    assert written.refused == ()
    again = read_deck(written.text, catalogue, "riftbound", DECK)
    assert cards(again) == cards(deck)
    assert write(again, "code", catalogue, DECK).text == written.text
    # Where the code names no champion, ours does if only one card fits.
    found = "champion" in deck.sections and "chosenChampion" not in vector
    if not deck.problems and not found and vector["version"] >= 3:
        assert written.text == f"{vector['code']}\n"


# -- the Chosen Champion ----------------------------------------------------------------------------------------------

REST = """\
Legend:
1 Jinx, Loose Cannon
{champion}
MainDeck:
{inside}
3 Chemtech Enforcer
3 Flame Chompers
3 Legion Rearguard
3 Noxus Hopeful
3 Raging Soul
3 Hextech Ray
3 Get Excited!
3 Shipyard Skulker
3 Undercover Agent
3 Traveling Merchant
3 Cemetery Attendant
3 Rebuke
"""
JINX, REBEL = "riftbound:jinx-demolitionist", "riftbound:jinx-rebel"


def champion_and_main(text: str, catalogue: Catalogue) -> tuple[dict[str, int], int, int, list[str]]:
    deck = read_deck(text, catalogue, "riftbound", DECK)
    assert deck.problems == ()
    found = cards(deck)
    return found.get("champion", {}), deck.size("main"), found["main"].get(JINX, 0), [str(n) for n in deck.notices]


@pytest.mark.parametrize(
    ("champion", "inside", "expected"),
    [
        # Apart: 39 + 1, with and without further copies.
        ("Champion:\n1 Jinx, Demolitionist", "3 Gust", ({JINX: 1}, 39, 0)),
        ("Champion:\n1 Jinx, Demolitionist", "2 Jinx, Demolitionist\n1 Gust", ({JINX: 1}, 39, 2)),
        ("Champion: 1 Jinx, Demolitionist", "3 Gust", ({JINX: 1}, 39, 0)),
        # 41 cards, the champion not among the 40.
        ("Champion:\n1 Jinx, Demolitionist", "3 Gust\n1 Sneaky Deckhand", ({JINX: 1}, 40, 0)),
        # Left in the main deck.
        ("", "1 Jinx, Demolitionist\n3 Gust", ({JINX: 1}, 39, 0)),
        ("", "3 Jinx, Demolitionist\n1 Gust", ({JINX: 1}, 39, 2)),
        # In French.
        ("Champion élu :\n1 Jinx, Demolitionist", "3 Gust", ({JINX: 1}, 39, 0)),
    ],
)
def test_the_champion_is_one_of_the_forty(
    champion: str, inside: str, expected: tuple[dict[str, int], int, int], catalogue: Catalogue
) -> None:
    """S 103.2, CR 103.2, 103.2.b.1."""
    text = REST.format(champion=champion, inside=inside)
    assert champion_and_main(text, catalogue) == (*expected, [])


def test_a_repeated_champion_counts_once_and_it_is_said(catalogue: Catalogue) -> None:
    text = REST.format(champion="Champion:\n1 Jinx, Demolitionist", inside="2 Jinx, Demolitionist\n2 Gust")
    chosen, main, copies, notices = champion_and_main(text, catalogue)
    assert (chosen, main, copies) == ({JINX: 1}, 39, 1)
    assert len(notices) == 1
    assert "counted once" in notices[0]


def test_of_several_champions_none_is_chosen(catalogue: Catalogue) -> None:
    text = REST.format(champion="", inside="1 Jinx, Demolitionist\n2 Jinx, Rebel\n1 Gust")
    chosen, main, copies, notices = champion_and_main(text, catalogue)
    assert (chosen, main, copies) == ({}, 40, 1)
    assert len(notices) == 1
    assert "Jinx, Demolitionist; Jinx, Rebel" in notices[0]


@pytest.mark.parametrize(
    "start",
    [
        # The usual order, or a block of its own.
        "1 Jinx, Loose Cannon\n1 Jinx, Rebel\n1 Jinx, Demolitionist\n",
        "1 Jinx, Demolitionist\n1 Jinx, Loose Cannon\n\n1 Jinx, Rebel\n\n",
    ],
)
def test_a_list_without_headers_shows_its_champion_by_its_order(start: str, catalogue: Catalogue) -> None:
    chosen, _, copies, notices = champion_and_main(start + "3 Gust\n3 Rebuke\n", catalogue)
    assert (chosen, copies, notices) == ({REBEL: 1}, 1, [])


def test_a_deck_of_41_that_holds_its_champion_again_keeps_all_copies_in_text(catalogue: Catalogue) -> None:
    """The core rules allow 41 (CR 103.2); read as a list that repeats its champion, it would lose a card."""
    rows = {"riftbound:jinx-loose-cannon": "legend", JINX: "champion"}
    main = {JINX: 1, **{f"riftbound:{slug}": 3 for slug in ("gust", "rebuke", "flame-chompers")}}
    names = ("chemtech-enforcer", "legion-rearguard", "noxus-hopeful", "raging-soul", "hextech-ray", "get-excited")
    more = ("shipyard-skulker", "undercover-agent", "traveling-merchant", "cemetery-attendant")
    main |= {f"riftbound:{slug}": 3 for slug in (*names, *more)}
    sections: dict[str, list[dict[str, object]]] = {section: [{"id": key, "count": 1}] for key, section in rows.items()}
    sections["main"] = [{"id": key, "count": count} for key, count in main.items()]
    document = json.dumps({"schema": "deckkit.deck/1", "game": "riftbound", "sections": sections})
    deck = read_deck(document, catalogue, "riftbound", DECK)
    assert (deck.size("main"), deck.size("champion"), deck.notices) == (40, 1, ())
    for form in ("text", "json"):
        again = read_deck(write(deck, form, catalogue, DECK).text, catalogue, "riftbound", DECK)
        assert cards(again) == cards(deck)


def test_a_code_of_55_cards_counts_its_champion_apart(catalogue: Catalogue) -> None:
    """DECK-CODES.md: riftdecks leaves the champion out of the main section."""
    text = REST.format(champion="Champion:\n1 Jinx, Demolitionist", inside="1 Jinx, Demolitionist\n2 Gust")
    deck = read_deck(text, catalogue, "riftbound", DECK)
    whole = decode(write(deck, "code", catalogue, DECK).text)
    jinx = CodeCard("OGN", 30)
    assert whole.main[jinx] == 2
    apart = encode(DeckCode({**whole.main, jinx: 1}, champion=jinx))
    assert cards(read_deck(apart, catalogue, "riftbound", DECK)) == cards(deck)


# -- forms ------------------------------------------------------------------------------------------------------------


def test_french_headers(catalogue: Catalogue) -> None:
    text = (
        "Légende\n1 Jinx, Loose Cannon\nChampion élu\n1 Jinx, Demolitionist\nDeck principal\n3 Gust\n"
        "Champs de bataille\n1 Zaun Warrens\nRunes\n12 Fury Rune\nRéserve\n2 Rebuke\n"
    )
    deck = read_deck(text, catalogue, "riftbound", DECK)
    assert deck.problems == ()
    assert deck.sizes == {"legend": 1, "champion": 1, "main": 3, "battlefields": 1, "runes": 12, "side": 2}


def test_headings_by_type_belong_to_the_main_deck(catalogue: Catalogue) -> None:
    text = (
        "Legend (1)\n1 Jinx, Loose Cannon\nChampion (1)\n1 Jinx, Demolitionist\nUnits (3)\n3 Raging Soul\n"
        "Spells (3)\n3 Gust\nRune Pool (12)\n12 Fury Rune\nSideboard (2)\nSpells (2)\n2 Rebuke\n"
    )
    deck = read_deck(text, catalogue, "riftbound", DECK)
    assert deck.problems == ()
    assert deck.sizes == {"legend": 1, "champion": 1, "main": 6, "runes": 12, "side": 2}


@pytest.mark.parametrize(
    ("line", "printing"),
    [
        ("3 Fury Rune (OGN-007)", "ogn-007-298"),
        ("3 Fury Rune [VEN-R01]", "ven-r01"),
        ("3 Fury Rune (OGN-007a)", "ogn-007a-298"),
        ("OGN-007a", "ogn-007a-298"),
    ],
)
def test_a_code_behind_the_name_tells_the_printing(line: str, printing: str, catalogue: Catalogue) -> None:
    deck = read_deck(line, catalogue, "riftbound", DECK)
    assert deck.problems == ()
    assert [p.feed_id for item in deck.sections["runes"] for p in item.printings] == [printing]


def test_a_rune_under_the_main_header_stays_there(catalogue: Catalogue) -> None:
    """Only what the list leaves open is placed by type."""
    deck = read_deck("MainDeck:\n3 Fury Rune\n", catalogue, "riftbound", DECK)
    assert deck.sizes == {"main": 3}


def test_json_named_like_the_sections(catalogue: Catalogue) -> None:
    data = {
        "name": "Jinx",
        "legend": {"name": "Jinx, Loose Cannon", "image": "x"},
        "chosenChampion": "Jinx, Demolitionist",
        "mainDeck": [{"name": "Gust", "quantity": 3}, {"cardId": "OGN-030", "quantity": 1}],
        "battlefields": ["Zaun Warrens", "Void Gate"],
        "runeDeck": {"Fury Rune": 6, "OGN-166": 6},
        "sideboard": [{"name": "Rebuke", "count": 2}],
    }
    deck = read_deck(json.dumps(data), catalogue, "riftbound", DECK)
    assert (deck.problems, deck.notices, deck.name) == ((), (), "Jinx")
    assert deck.sizes == {"legend": 1, "champion": 1, "main": 4, "battlefields": 2, "runes": 12, "side": 2}


def test_a_collection_has_no_champion(catalogue: Catalogue) -> None:
    text = "Card ID,Normal,Foil\nOGN-251,1,0\nOGS-017,1,1\nOGN-030a,2,0\nOGN-007,12,0\nOGN-301*,0,1\n"
    deck = read_deck(text, catalogue, "riftbound", DECK)
    assert (deck.problems, deck.notices, deck.form) == ((), (), "csv")
    assert deck.sizes == {"legend": 4, "main": 2, "runes": 12}


def test_further_legends_are_kept_and_not_judged(catalogue: Catalogue) -> None:
    from datetime import date

    from deckkit.games.riftbound.cards import CARDS
    from deckkit.games.riftbound.rules import load_formats
    from deckkit.legality.check import Judge

    text = "Legend\n1 Jinx, Loose Cannon\nFurther Legends\n2 Annie, Dark Child\nMainDeck\n3 Gust\n"
    deck = read_deck(text, catalogue, "riftbound", DECK)
    verdict = Judge(load_formats(), catalogue, DECK, CARDS).check(deck, "constructed", date(2026, 9, 1))
    unused = [finding for finding in verdict.findings if finding.section == "further"]
    assert [(f.code, f.severity, f.found) for f in unused] == [("section.unused", "warning", 2)]
    code = write(deck, "code", catalogue, DECK).text
    assert code.startswith("CY"), "version 6"
    assert cards(read_deck(code, catalogue, "riftbound", DECK)) == cards(deck)


def test_boards_mark_their_champion(catalogue: Catalogue) -> None:
    data = {
        "boards": [{"OGN-251": "1", "OGN-030a": "2", "OGN-202": "1", "OGN-007": "12"}, {"OGN-169": 2}],
        "deck_extra": {"OGN-030": {"tags": [{"name": "Chosen Champion"}]}},
    }
    deck = read_deck(json.dumps(data), catalogue, "riftbound", DECK)
    assert deck.problems == ()
    assert cards(deck)["champion"] == {JINX: 1}
    assert cards(deck)["main"][JINX] == 1
    assert deck.size("side") == 2


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"boards": [{"OGN-007": "x"}]}, "no whole number"),
        ({"boards": [{"OGN-007": "0"}]}, "at least one"),
        ({"boards": [{"nonsense": "3"}]}, "no card code"),
        ({"legendId": 5, "main": []}, "no card code"),
        ({"legendId": "ogn-251-298", "main": [3]}, "no whole number"),
    ],
)
def test_entries_that_cannot_be_read_are_kept_as_problems(data: dict[str, object], reason: str) -> None:
    problems = parse(json.dumps(data), DECK).problems
    assert [problem.code for problem in problems] == ["line.unreadable"]
    assert reason in str(problems[0].reason)


@pytest.mark.parametrize(
    "text",
    [
        '{"boards": 3}',
        '{"boards": [[]]}',
        '{"boards": [{}, {}, {}]}',
        '{"boards": [{"OGN-007": "3"',
        '{"boards": [{"OGN-007": "3", "OGN-007": "4"}]}',
        '{"legendId": "ogn-251-298", "main": {}}',
        "T0dOLTI1MS0xJE9HTi0wMzAtMSRPR04tMDA2LT=EkT0dO",
    ],
)
def test_damaged_lists_are_clear_errors(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, DECK, "x.json")
    assert str(caught.value.where) == "x.json"


def test_tokens_that_cannot_be_read_are_counted(catalogue: Catalogue) -> None:
    deck = read_deck("OGN-251-1 OGN-030-1 OGN-xxx OGN-169-1 OGN-169-2 OGN-999-1", catalogue, "riftbound", DECK)
    assert [(p.code, p.line, p.copies) for p in deck.problems] == [("line.unreadable", 3, 1), ("name.unresolved", 6, 1)]
    assert deck.sizes == {"legend": 1, "champion": 1, "main": 2}
    assert len(deck.notices) == 1, "another picture of the same card"


@given(st.text(max_size=200) | st.text(alphabet="CEIMQUYA2-|$ \nOGN0", max_size=80))
def test_no_text_breaks_a_form(text: str) -> None:
    try:
        parsed = parse(text, DECK)
    except InputError as error:
        assert str(error.what)
    else:
        assert all(entry.count > 0 for entry in parsed.entries)


KEYS = ("boards", "main", "legendId", "runes", "deck_extra", "tags", "name", "OGN-007", "cardId", "count")
JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_no_json_breaks_a_form(data: object) -> None:
    for extra in ({"boards": data}, {"boards": [{}], "deck_extra": data}, {"legendId": data, "main": data}):
        try:
            parse(json.dumps(extra), DECK)
        except InputError as error:
            assert str(error.what)


def test_what_codes_cannot_name_is_refused_and_listed(catalogue: Catalogue) -> None:
    from dataclasses import replace

    deck = read_deck("1 Jinx, Loose Cannon\n3 Gust\n", catalogue, "riftbound", DECK)
    stranger = replace(deck.sections["main"][0].card, id=-1, key="riftbound:stranger", name="Stranger")
    item = replace(deck.sections["main"][0], card=stranger, printings={})
    deck = replace(deck, sections={**deck.sections, "main": (*deck.sections["main"], item)})
    written = write(deck, "code", catalogue, DECK)
    assert [(r.card.name, r.count) for r in written.refused] == [("Stranger", 3)]
    assert cards(read_deck(written.text, catalogue, "riftbound", DECK))["main"] == {"riftbound:gust": 3}


def test_promos_are_written_as_the_base_printing(catalogue: Catalogue) -> None:
    promo = next(
        (card, printing)
        for card in catalogue.cards("riftbound")
        if card.facts["type"] == "Unit"
        for printing in catalogue.printings(card)
        if printing.promo
    )
    card, printing = promo
    document = {"game": "riftbound", "sections": {"main": [{"id": card.key, "count": 2, "printing": printing.feed_id}]}}
    deck = read_deck(json.dumps(document), catalogue, "riftbound", DECK)
    assert [dict(item.printings) for item in deck.sections["main"]] == [{printing: 2}]
    written = write(deck, "code", catalogue, DECK)
    assert written.refused == ()
    assert cards(read_deck(written.text, catalogue, "riftbound", DECK)) == cards(deck)
