"""No silent loss: copies read and copies reported equal a count made without our reader, for every real list."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from pathlib import Path

import pytest

from deckkit.catalogue import Catalogue
from deckkit.decklist import Deck, read_deck
from deckkit.games.lorcana.deck import DECK

pytestmark = pytest.mark.shared

SHARED = Path(__file__).resolve().parents[2] / "shared" / "decks" / "lorcana"
INDEX = json.loads((SHARED / "index.json").read_text("utf-8")) if SHARED.is_dir() else []
EVENTS = json.loads((SHARED / "tournament" / "index.json").read_text("utf-8")) if SHARED.is_dir() else []

# Lists whose problems are known: copies that no single card of the catalogue answers for, with the reason.
REPORTED = {
    "app-json/starter-rof_ruby_sapphire.json": 4,  # two cards that were never printed
    "collections/small-collection.csv": 1,  # a row whose name and number are two cards
    "mutated/missing-version-set11.txt": 13,  # Cinderella 4, Mufasa 2, Pete 4, Scuttle 3
    "tournament/dlc-kobe-2026-02.txt": 4,  # Scrooge McDuck without version
    "tournament/fl-ccq-st-augustine-2026-01.txt": 3,  # Dumbo, Chernabog, Demona without version
}


def counted_by_hand(path: Path) -> int:
    """The copies in a file, by plain arithmetic on its own form."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    text = data.decode("utf-8-sig")
    if ".csv" in path.name:
        head = text.splitlines()[0]
        rows = list(csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ","))
        names = [name for name in rows[0] if name in ("Normal", "Foil", "Count", "Number of copies")]
        return sum(int(row[name]) for row in rows for name in names)
    if path.suffix == ".json":
        data = json.loads(text)
        if "ObjectStates" in data:
            return text.count('"Nickname"')
        if "cardsAndAmounts" in data:
            return sum(data["cardsAndAmounts"].values())
        if "deck" in data:
            return len(data["deck"]["cardIds"])
        return sum(row.get("quantity", 0) + row.get("amount", 0) for row in data["cards"])
    total = 0
    for line in text.splitlines():
        if not line.strip() or line.startswith("#") or re.fullmatch(r"\w+ \(\d+\)", line.strip()):
            continue
        number = re.match(r"\d+", line)
        total += int(number[0]) if number else 1
    return total


@pytest.mark.parametrize("file", [*(row["file"] for row in INDEX), *(f"tournament/{row['file']}" for row in EVENTS)])
def test_every_copy_is_read_or_reported(file: str, catalogue: Catalogue) -> None:
    deck = read_deck(SHARED / file, catalogue, "lorcana", DECK)
    read = sum(deck.sizes.values())
    assert read + deck.unresolved == counted_by_hand(SHARED / file)
    assert deck.unresolved == REPORTED.get(file, 0)
    assert all(problem.line and problem.raw and str(problem.reason) for problem in deck.problems)
    assert list(deck.sizes) == ["main"]


@pytest.mark.parametrize("row", [row for row in INDEX if "computed" in row], ids=lambda row: row["file"])
def test_totals_and_lines_stated_by_the_index(row: dict, catalogue: Catalogue) -> None:
    deck = read_deck(SHARED / row["file"], catalogue, "lorcana", DECK)
    stated = row["computed"]
    assert deck.size("main") + deck.unresolved == stated["total"]
    # The index counts distinct names; every one is a card or a problem.
    assert len(deck.sections["main"]) + len(deck.problems) == stated["lines"]
    # Its inks are those of the names that it found itself.
    inks = {ink for item in deck.sections["main"] for ink in item.card.fact("inks")}
    if not stated["unresolved_exact_ci"] and not deck.problems:
        assert inks == set(stated["inks"])
    elif not deck.problems:
        assert inks >= set(stated["inks"])


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row["file"])
def test_tournament_totals(row: dict, catalogue: Catalogue) -> None:
    deck = read_deck(SHARED / "tournament" / row["file"], catalogue, "lorcana", DECK)
    # A list without any counts states 0 there; each of its lines is one copy, and it is told that counts are missing.
    assert deck.size("main") + deck.unresolved == (row["total"] or 20)
    assert deck.counts_missing == (row["total"] == 0)


def test_there_are_as_many_lists_as_expected() -> None:
    if not SHARED.is_dir():
        pytest.skip("needs the shared feeds and lists beside the checkout")
    assert (len(INDEX), len(EVENTS)) == (60, 18)


def cards(deck: Deck) -> dict[str, int]:
    return {item.card.name: item.count for item in deck.sections["main"]}


def read(shared: Path, catalogue: Catalogue, file: str) -> Deck:
    return read_deck(shared / "decks" / "lorcana" / file, catalogue, "lorcana", DECK)


def test_the_french_list_names_the_same_cards_as_the_feed(shared: Path, catalogue: Catalogue) -> None:
    """The names file pairs French and English names by printing; it decides which card a French line means."""
    pairs: dict[str, set[str]] = {}
    with (shared / "feeds" / "lorcana" / "names_i18n.csv").open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            pairs.setdefault(row["fr"].casefold(), set()).add(row["en"])
    deck = read(shared, catalogue, "mutated/french-set11.txt")
    lines = (shared / "decks/lorcana/mutated/french-set11.txt").read_text("utf-8").splitlines()
    assert len(deck.sections["main"]) == len(lines) == 17
    for line, item in zip(lines, deck.sections["main"], strict=True):
        count, name = line.split(" ", 1)
        assert item.count == int(count)
        assert item.card.name in pairs[name.casefold()], line


def test_one_line_per_copy_adds_up(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "mutated/one-line-per-copy-set10.txt")
    lines = (shared / "decks/lorcana/mutated/one-line-per-copy-set10.txt").read_text("utf-8").splitlines()
    assert cards(deck) == {name: lines.count(name) for name in lines}
    assert not deck.counts_missing
    for item in deck.sections["main"]:
        assert all(lines[line - 1] == item.card.name for line in item.lines)


def test_sixty_copies_of_one_card(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "odd/goldfish-60-copies.txt")
    assert cards(deck) == {"Elsa - Spirit of Winter": 60}
    assert deck.name.startswith("Goldfish deck")


def test_tabletop_export(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "tts/dreamborn-tts-2025-07-amethyst-steel.json")
    assert deck.form == "tabletop"
    assert cards(deck)["Rajah - Ghostly Tiger"] == len(
        re.findall('"Nickname":"Rajah - Ghostly Tiger"',
                   (shared / "decks/lorcana/tts/dreamborn-tts-2025-07-amethyst-steel.json").read_text("utf-8"))
    )  # fmt: skip


def test_comma_versions_and_the_marker(shared: Path, catalogue: Catalogue) -> None:
    assert cards(read(shared, catalogue, "odd/comma-versions-enchanted-marker.txt")) == {
        "Elsa - Spirit of Winter": 1,
        "Magic Broom - Illuminary Keeper": 4,
        "Diablo - Obedient Raven": 4,
        "Mr. Smee - Bumbling Mate": 4,
        "Anna - True-Hearted": 1,
        "Pete - Games Referee": 4,
        "Merlin - Goat": 4,
    }


def test_places_of_duels_ink(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "odd/duelsink-fixture-12cards.json")
    places = {
        (printing.set_code, printing.number): n
        for item in deck.sections["main"]
        for printing, n in item.printings.items()
    }
    assert places == {("10", "71"): 4, ("11", "97"): 4, ("10", "45"): 3, ("13", "80"): 1}
    assert all(printing.promo is None for item in deck.sections["main"] for printing in item.printings)


def test_names_that_sources_changed(shared: Path, catalogue: Catalogue) -> None:
    assert cards(read(shared, catalogue, "inkdecks-json/odd-missplit-set11-ruby-sapphire.json"))[
        "Wreck-It Ralph - Raging Wrecker"
    ] == 4  # fmt: skip
    assert cards(read(shared, catalogue, "inkdecks-json/odd-oldname-set10-sapphire-steel.json"))[
        "Nick Wilde - Sly Fox Sleuth"
    ] == 4  # fmt: skip


def test_a_collection_row_that_contradicts_itself(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "collections/small-collection.csv")
    assert cards(deck) == {"Woody - Helping a Friend": 2}
    (problem,) = deck.problems
    assert (problem.code, problem.line, problem.copies) == ("name.ambiguous", 4, 1)
    assert "Piercing Attack" in {card.name for card in problem.candidates} and len(problem.candidates) == 2


def test_ids_of_the_feed(shared: Path, catalogue: Catalogue) -> None:
    feed = json.loads(gzip.decompress((shared / "feeds/lorcana/lorcanajson-2.4.0.en.json.gz").read_bytes()))
    names = {card["id"]: card["fullName"] for card in feed["cards"]}
    deck = read(shared, catalogue, "collections/semicolon-bom-ids.csv")
    assert cards(deck) == {names[55]: 5, names[44]: 1, names[33]: 1}
    stated = json.loads((shared / "decks/lorcana/id-json/lorcanajson-starter-S12-2.json").read_text("utf-8"))
    deck = read(shared, catalogue, "id-json/lorcanajson-starter-S12-2.json")
    assert cards(deck) == {names[int(i)]: n for i, n in stated["cardsAndAmounts"].items()}


def test_a_large_collection_keeps_the_promos(shared: Path, catalogue: Catalogue) -> None:
    deck = read(shared, catalogue, "collections/dreamborn-bulk-2025.csv.gz")
    assert not deck.problems and not deck.notices
    promos = {
        (printing.promo, printing.number): n
        for item in deck.sections["main"] for printing, n in item.printings.items() if printing.promo
    }  # fmt: skip
    assert promos == {("P2", "10"): 2, ("P2", "11"): 1, ("P2", "12"): 1, ("P2", "13"): 1}
