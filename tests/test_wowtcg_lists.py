"""WoW TCG's lists: every form is read whole, and what cannot be read is told with its place."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import ParsedList
from deckkit.decklist.reading import parse
from deckkit.errors import InputError
from deckkit.games.wowtcg.deck import DECK

LISTS = Path(__file__).resolve().parents[2] / "shared" / "decks" / "wowtcg"
FILES = sorted(path.name for path in LISTS.iterdir() if path.suffix != ".md") if LISTS.is_dir() else []
# Cards by section, counted once by eye or stated in the collection's own description.
SIZES = {name: {"hero": 1, "main": 60} for name in FILES} | {
    "duel-horde_exhauster.json": {"main": 60},
    "druid-ramp-no-hero-2017.txt": {"main": 60},
    "famasin.csv": {"hero": 1, "main": 61},
    "famasin.deck": {"hero": 1, "main": 61},
    "famasin.o8d": {"hero": 1, "main": 61},
    "famasin.mwDeck": {"": 1, "main": 61},
    "varanis-bitterstar-2009.txt": {"hero": 1, "main": 60, "side": 10},
}
FORMS = {".yml": "yaml", ".json": "duel-json", ".csv": "tcgbrowser-csv", ".deck": "deck", ".mwDeck": "mwdeck"} | {
    ".o8d": "o8d",
    ".txt": "text",
}


def ledger(path: Path) -> Counter[str]:
    """Copies by the letters of the name, made without our readers."""
    text = path.read_text(encoding="utf-8")
    found: Counter[str] = Counter()
    if path.suffix == ".yml":
        for _, count, name in re.findall(r"^    (\S+): (\d+) +# (.*)$", text, re.MULTILINE):
            found[letters(name)] += int(count)
    elif path.suffix == ".json":
        data = json.loads(text)
        for row in data["card_entries"]:
            found[letters(row["_card_name"])] += row["count"]
        if data["hero_card_def_id"]:
            found[letters(data["_hero_name"])] += 1
    elif path.suffix == ".o8d":
        for card in ElementTree.fromstring(text.split("?>", 1)[1]).iter("card"):
            found[letters(card.text or "")] += int(card.attrib["qty"])
    elif path.suffix == ".csv":
        for name, count in re.findall(r'^"?(.*?)"?,(\d+),\w+,\w+,\d$', text, re.MULTILINE):
            found[letters(name)] += int(count)
    else:
        hero = re.search(r"^(?:Hero: |# HERO  )(.*)$", text, re.MULTILINE)
        if hero:
            found[letters(hero[1])] += 1
        for count, name in re.findall(r"^(?:SB:)? *(\d+)x? (?:\[\d\] )?(.*?)(?: \{\d\})?$", text, re.MULTILINE):
            found[letters(name)] += int(count)
    return found


@pytest.mark.shared
def test_the_collection_is_all_there() -> None:
    if not FILES:
        pytest.skip("needs the shared lists")
    assert len(FILES) == 35


@pytest.mark.shared
@pytest.mark.parametrize("file", FILES)
def test_every_copy_is_read_or_told(file: str) -> None:
    path = LISTS / file
    found = parse(path.read_bytes(), DECK, file)
    assert found.form == FORMS[path.suffix]
    assert found.problems == ()
    read = Counter[str]()
    for entry in found.entries:
        read[letters(entry.name)] += entry.count
    missing = ledger(path)
    missing.subtract(read)
    # The two programs that list a hero's two sides as two cards: the back is told in a notice and not counted.
    backs = {"famasinthelifeseerback": 1} if path.suffix in (".mwDeck", ".o8d") else {}
    assert {name: count for name, count in missing.items() if count} == backs
    assert len(found.notices) == len(backs)
    assert sizes(found) == SIZES[file]


@pytest.mark.shared
def test_four_exports_of_one_deck_hold_the_same_cards() -> None:
    if not FILES:
        pytest.skip("needs the shared lists")

    def cards(file: str) -> Counter[str]:
        found = Counter[str]()
        for entry in parse((LISTS / file).read_bytes(), DECK, file).entries:
            found[letters(entry.name)] += entry.count
        return found

    text = cards("famasin.deck")
    assert sum(text.values()) == 62
    assert all(cards(f"famasin.{form}") == text for form in ("csv", "mwDeck", "o8d"))


def sizes(found: ParsedList) -> dict[str, int]:
    counts = Counter[str]()
    for entry in found.entries:
        counts[entry.section] += entry.count
    return dict(counts)


def names(text: str, section: str) -> list[tuple[int, str]]:
    return [(e.count, e.name) for e in parse(text, DECK).entries if e.section == section]


# -- text ------------------------------------------------------------------------------------------------------------


def test_the_hero_stands_on_a_line_of_its_own_or_under_a_header() -> None:
    for text in (
        "Hero: Some Hero\n4 Card",
        "Hero: [Some Hero]\n4 Card",
        "Héros : 1 Some Hero\n4 Card",
        "Hero (1)\n1 Some Hero\nAllies (4)\n4 Card",
        "4 Card\n\nHERO\nSome Hero",
        "Allies: 4\n4 Card\nStarting Hero\nSome Hero",
    ):
        assert [name.strip("[]") for _, name in names(text, "hero")] == ["Some Hero"], text
        assert names(text, "main") == [(4, "Card")], text


def test_master_heroes_are_a_heading_of_the_deck() -> None:
    text = "Hero: A\nMaster Hero (9)\n1x B\nMaîtres Héros : 1\n1 C\nSide Deck\n2 D\nAllies (1)\n1 E"
    assert names(text, "main") == [(1, "B"), (1, "C")]
    assert names(text, "side") == [(2, "D"), (1, "E")]


@pytest.mark.parametrize("word", ["Side Deck", "Sideboard", "Réserve", "side deck (10)", "Side deck: 10"])
def test_words_for_the_side_deck(word: str) -> None:
    assert names(f"60 Card\n{word}\n10 Other", "side") == [(10, "Other")]


@pytest.mark.parametrize(
    "word", ["Quêtes (12)", "Alliés", "Capacités : 4", "Équipement", "Lieux", "Quests: 9", "Abilities (19)"]
)
def test_headings_in_english_and_french_change_nothing(word: str) -> None:
    assert names(f"{word}\n4 Card", "main") == [(4, "Card")]


# -- YAML ------------------------------------------------------------------------------------------------------------


def test_yaml_names_stand_in_the_comments_and_lines_are_kept() -> None:
    text = (
        "name: A  deck\ntotal: 7\nlist:\n  hero:\n    x-1: 1 # The Hero\n  main:\n"
        "    x-002: 4   # O'Name: #1!\n    y-3: 2"
    )
    found = parse(text, DECK)
    assert (found.form, found.name, found.notices) == ("yaml", "A deck", ())
    assert [(e.line, e.count, e.name, e.section) for e in found.entries[:2]] == [
        (5, 1, "The Hero", "hero"),
        (7, 4, "O'Name: #1!", "main"),
    ]
    last = found.entries[2]
    assert (last.line, last.count, last.name, last.set_code, last.number) == (8, 2, "", "y", "3")


def test_yaml_a_wrong_total_is_told() -> None:
    found = parse("total: 61\nlist:\n  main:\n    x-1: 60 # Card\n", DECK)
    assert [str(notice) for notice in found.notices] == ["the list says 61 cards and holds 60"]


@pytest.mark.parametrize(
    ("body", "line", "section", "words"),
    [
        ("  main:\n    x-1: many # Card", 3, "main", "no whole number"),
        ("  main:\n    x-1: 0 # Card", 3, "main", "at least one"),
        ("  main:\n    x-1: -4 # Card", 3, "main", "negative"),
        ("  main:\n    x-1:\n      y: 3", 4, "main", "no card"),
        ("  main:\n    x-1: [4]", 3, "main", "no card"),
        ("  main:\n    - x-1", 3, "main", "no card"),
        ("  main: 4", 2, "main", "no card"),
        ("  bench:\n    x-1: 4 # Card", 3, "main", "there is no section 'bench'"),
        ("  main:\n    nothing: 4", 3, "main", "names no card"),
        ("  main:\n    x-1: &a 4 # Card\n    x-2: *a # Other", 4, "main", "no card"),
    ],
)
def test_yaml_what_is_no_card_is_a_problem_in_its_line(body: str, line: int, section: str, words: str) -> None:
    found = parse(f"list:\n{body}\n", DECK)
    assert [(p.line, p.section) for p in found.problems] == [(line, section)]
    assert words in str(found.problems[0].reason)


def test_yaml_keys_that_stand_twice_add_up() -> None:
    found = parse("list:\n  main:\n    x-1: 2 # Card\n    x-1: 2 # Card\n", DECK)
    assert [e.count for e in found.entries] == [2, 2]


@pytest.mark.parametrize(
    "text", ["list:\n  main:\n    x: [1\n", "list:\n  main: {\n", "list:\n  a: 'b\n", "list:\n  a: !!\x07\n"]
)
def test_yaml_that_is_broken_is_refused_with_the_line(text: str) -> None:
    with pytest.raises(InputError, match=r"YAML is broken in line \d+"):
        parse(text, DECK, "x.yml")


def test_yaml_runs_no_code_and_swells_no_aliases() -> None:
    bomb = (
        "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nlist:\n  main:\n    x-1: !!python/object/apply:os.abort [] # Card\n"
    )
    found = parse(bomb, DECK)
    assert [p.line for p in found.problems] == [6]
    with pytest.raises(InputError, match="too large"):
        parse("list:\n  main:\n" + "    x-1: 1 # Card\n" * 20_000, DECK)


# -- the duel program's JSON -----------------------------------------------------------------------------------------


def test_json_keeps_the_place_beside_the_name() -> None:
    rows = [{"card_def_id": "dark_portal_316", "count": 3, "_card_name": "Some Card"}]
    found = parse(json.dumps({"hero_card_def_id": "", "display_name": "D", "card_entries": rows}), DECK)
    entry = found.entries[0]
    assert (found.form, found.name, sizes(found)) == ("duel-json", "D", {"main": 3})
    assert (entry.name, entry.set_code, entry.number, entry.count) == ("Some Card", "TDP", "316", 3)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"count": 2}, "names no card"),
        ({"_card_name": "A"}, "no whole number"),
        ({"_card_name": "A", "count": 0}, "at least one"),
        ({"_card_name": "A", "count": True}, "no whole number"),
        ({"_card_name": "A", "count": 1.5}, "no whole number"),
        ("A", "no card"),
        ({"_card_name": "A", "count": 10**40}, "so many copies"),
    ],
)
def test_json_what_is_no_card_is_a_problem(row: object, words: str) -> None:
    found = parse(json.dumps({"card_entries": [row, {"_card_name": "B", "count": 1}]}), DECK)
    assert [(p.line, words in str(p.reason)) for p in found.problems] == [(1, True)]
    assert [e.name for e in found.entries] == ["B"]


def test_json_broken_or_of_another_shape_is_refused() -> None:
    for text in ('{"card_entries": [', '{"card_entries": 4}', '{"card_entries": [], "card_entries": []}'):
        with pytest.raises(InputError):
            parse(text, DECK)


# -- programs --------------------------------------------------------------------------------------------------------


def test_a_back_without_its_front_is_kept() -> None:
    found = parse("// Deck file for Magic Workstation\nSB: 1 [6] A Name Back {6}\n    4 [6] Other {6}\n", DECK)
    assert [(e.name, e.section) for e in found.entries] == [("A Name Back", ""), ("Other", "main")]
    assert found.notices == ()


def test_workstation_lines_that_are_none_are_told() -> None:
    found = parse("// Deck file for Magic Workstation\n4 [6] Card {6}\nx [6] Card {6}\n0 [6] Card {6}\n", DECK)
    assert [p.line for p in found.problems] == [3, 4]
    assert len(found.entries) == 1


def test_a_table_tells_rows_that_it_cannot_read() -> None:
    text = (
        '"A deck"\n\n"The Hero, Again",1,TOT,Hero,6\nCard,4,TOT,Ally,6\nCard,four,TOT,Ally,6\nCard,4\n,4,TOT,Ally,6\n'
    )
    found = parse(text, DECK)
    assert (found.form, found.name, sizes(found)) == ("tcgbrowser-csv", "A deck", {"hero": 1, "main": 4})
    assert found.entries[0].name == "The Hero, Again"
    assert [(p.line, p.copies) for p in found.problems] == [(5, 0), (6, 4), (7, 4)]


OCTGN = '<?xml version="1.0" encoding="utf-8"?>\n<deck game="g">\n<section name="{0}">\n{1}\n</section>\n</deck>'


def test_octgn_sections_quantities_and_entities() -> None:
    found = parse(OCTGN.format("Side", '<card qty="2" id="i">A &amp; B</card>'), DECK)
    assert [(e.line, e.count, e.name, e.section) for e in found.entries] == [(4, 2, "A & B", "side")]


@pytest.mark.parametrize(
    ("section", "card", "words"),
    [
        ("Bench", '<card qty="2">A</card>', "there is no section 'Bench'"),
        ("Main", '<card qty="x">A</card>', "no whole number"),
        ("Main", "<card>A</card>", "no whole number"),
        ("Main", '<card qty="1"></card>', "names no card"),
    ],
)
def test_octgn_what_is_no_card_is_a_problem(section: str, card: str, words: str) -> None:
    found = parse(OCTGN.format(section, card), DECK)
    assert [(p.line, words in str(p.reason)) for p in found.problems] == [(4, True)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<deck><section", "XML is broken in line 1"),
        ('<deck>\n<section name="Main">\n</deck>', "XML is broken in line 3"),
    ],
)
def test_octgn_broken_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(text, DECK)


def test_octgn_declares_nothing() -> None:
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE deck [<!ENTITY a "x">]>\n<deck><card qty="1">&a;</card></deck>'
    with pytest.raises(InputError):
        parse(bomb, DECK)
    with pytest.raises(InputError, match="web page"):
        parse("<html><deck></deck></html>", DECK)


# -- anything --------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    """list:|  main:|    x-1: 4 # A|- |{|[|&a |*a|# HERO  B|SB: 1 [6] C {6}|1 D|// Deck file for Magic Workstation|"|,
    E,1,TOT,Ally,6|<deck>|<card qty='1'>|</card>|</deck>|{"card_entries": [|{"count": 1}|]}|Hero: F|\x85|é|\t|!!x |? |
    %|---|<?xml version="1.0"?>|<section name="Main">|</section>""".replace("\n    ", "").split("|")
)


@given(st.lists(PIECES, max_size=25).map("\n".join) | st.lists(PIECES).map("".join) | st.text(max_size=200))
def test_whatever_is_given_is_read_or_refused(text: str) -> None:
    try:
        found = parse(text, DECK)
    except InputError:
        return
    assert all(entry.count > 0 and entry.line >= 0 for entry in found.entries)
    assert all(str(problem.reason) for problem in found.problems)


def test_hostile_lists_end_in_time() -> None:
    workstation = "// Deck file for Magic Workstation\n"
    for text in (
        "list:\n" + " " * 1_500_000,
        "list:\n" + "\n" * 1_500_000,
        "list:\n  main:\n" + "[" * 190_000,
        "list:\n  main:\n" + "? " * 90_000,
        "<!---->" * 250_000,
        "<!--" * 250_000,
        "<deck>" * 250_000,
        workstation + ("1 " + "{" * 490 + "\n") * 3_000,
        workstation + "".join(f"1 A{i}\n1 A{i} Back\n" for i in range(9_000)),
        '{"card_entries"' + " " * 1_500_000,
        '"' * 1_500_000,
    ):
        with contextlib.suppress(InputError):
            parse(text, DECK)


@given(
    st.lists(
        st.tuples(st.integers(1, 99), st.from_regex(r"[A-Z][a-z']{2,9}( [A-Z][a-z]{2,9}){0,2}", fullmatch=True)),
        min_size=1,
    )
)
def test_octgn_and_yaml_read_what_is_written(cards: list[tuple[int, str]]) -> None:
    xml = OCTGN.format("Main", "\n".join(f'<card qty="{count}">{name}</card>' for count, name in cards))
    yaml = "list:\n  main:\n" + "".join(f"    s-{i}: {count} # {name}\n" for i, (count, name) in enumerate(cards, 1))
    for text in (xml, yaml):
        found = [(e.count, e.name) for e in parse(text, DECK).entries]
        if any(name.endswith(" Back") for _, name in cards) and text is xml:
            continue
        assert found == cards
