"""Cards of a user's own: checked against the game, laid over the feeds, replaced, and taken back without a trace."""

from __future__ import annotations

import copy
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import CARDS, content, feed, save
from french_support import from_facts
from jsonschema import Draft202012Validator

from deckkit.catalogue import Catalogue
from deckkit.catalogue.model import Card
from deckkit.catalogue.search import search
from deckkit.decklist import read_deck
from deckkit.errors import FeedError, UsageError
from deckkit.feeds import Report, Target, update
from deckkit.feeds.upsert import take_back
from deckkit.games import GAMES
from deckkit.schemas import read_schema

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., tuple[int, bytes, str]]

MINE: dict[str, Any] = {
    "schema": "deckkit.own-cards/1",
    "game": "allegiance",
    "source": "mine",
    "sets": [{"code": "B1", "name": "Bêta 1"}],
    "cards": [
        {
            "name": "Âme simple",
            "names": {"en": "Plain Soul"},
            "facts": {"kind": "Âme", "starting": True},
            "without": ["faction"],
            "keywords": ["Soul icon"],
            "printings": [{"set": "B1", "number": 1}],
        },
        {"name": "Hypernova", "facts": {"price": 6}, "printings": [{"set": "B1", "number": "2", "rarity": "Rare"}]},
        {
            "key": "allegiance:guerrier-venimeux",
            "facts": {"faction": "noir"},
            "keywords": ["Blessures 3", "Poison 1", "Garde"],
        },
    ],
}


def changed(*changes: tuple[list[Any], Any]) -> dict[str, Any]:
    """The document with other values at these places."""
    document = copy.deepcopy(MINE)
    for path, value in changes:
        inner: Any = document
        for key in path[:-1]:
            inner = inner[key]
        if value is ...:
            del inner[path[-1]]
        else:
            inner[path[-1]] = value
    return document


def lay(path: Path, document: Any, name: str = "own.json", game: str = "allegiance", **options: Any) -> Report:
    return update(GAMES[game], save(path.parent / name, document), path, **options)


def back(path: Path, source: str, game: str = "allegiance", **options: Any) -> Report:
    feeds = GAMES[game].feeds
    assert feeds is not None
    return take_back(feeds(), source, Target(path), **options)


def everything(path: Path) -> dict[str, Any]:
    """All content by stable keys, and who completed what."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        origins = db.execute(
            "SELECT c.key, o.fact, o.source, o.before FROM origin o JOIN card c ON c.id = o.card_id ORDER BY 1, 2"
        ).fetchall()
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    return {**content(path), "origins": origins}


def card(path: Path, key: str) -> Card:
    with Catalogue.open(path) as catalogue:
        return catalogue.card(f"allegiance:{key}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return from_facts(tmp_path / "c.db")


# -- adding and completing ------------------------------------------------------------------------------------------


def test_the_document_has_its_schema() -> None:
    Draft202012Validator(read_schema("own-cards")).validate(MINE)


def test_cards_are_added_and_completed(path: Path) -> None:
    report = lay(path, MINE)
    assert {kind: n for kind, n in report.count("added").items() if n} == {
        "cards": 1,
        "printings": 2,
        "sets": 1,
        "names": 2,
    }
    assert (report.feed, report.count("changed")["cards"], report.count("removed")["cards"]) == ("own:mine", 2, 0)
    with Catalogue.open(path) as catalogue:
        soul = catalogue.card("allegiance:ame-simple")
        assert (soul.name, soul.local_name("en")) == ("Âme simple", "Plain Soul")
        assert dict(soul.facts) == {"kind": "Soul", "starting": True}
        # What is not given is not known; what it is said to be without is not unknown.
        assert soul.unknown == {"price", "allegiance_required", "copies"}
        hypernova = catalogue.card("allegiance:hypernova")
        assert hypernova.facts["price"] == 6 and "price" not in hypernova.unknown
        assert catalogue.origins(hypernova) == {"price": "own:mine"}
        (printing,) = catalogue.printings(hypernova)
        assert (printing.feed_id, printing.set_code, printing.rarity) == ("own:mine:B1-2", "B1", "Rare")
        warrior = catalogue.card("allegiance:guerrier-venimeux")
        assert warrior.facts["faction"] == "Black"
        assert [row.keyword for row in catalogue.keywords(warrior)] == ["Wounds", "Poison", "Guard"]
        found = search(catalogue, "allegiance", GAMES["allegiance"].cards, "price<=6")
        assert [c.key for c in found.cards] == ["allegiance:hypernova"]
        assert catalogue.sets("allegiance")["B1"].name == "Bêta 1"


def test_the_same_again_changes_nothing(path: Path) -> None:
    lay(path, MINE)
    before = path.read_bytes()
    report = lay(path, MINE)
    assert not report.changes and path.read_bytes() == before


def test_a_dry_run_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    assert lay(path, MINE, dry_run=True).changes
    assert path.read_bytes() == before


def test_a_conflict_with_a_better_source_is_told_and_not_taken(path: Path) -> None:
    document = changed((["cards", 1, "facts"], {"kind": "Trap", "price": 6}))
    report = lay(path, document)
    (note,) = (n for n in report.notices if n["code"] == "fact.conflict")
    assert note["where"] == "allegiance:hypernova" and "'Trap'" in str(note["message"])
    assert card(path, "hypernova").facts["kind"] == "Magic"


def test_known_keywords_must_be_among_those_that_complete_them(path: Path) -> None:
    report = lay(path, changed((["cards", 2, "keywords"], ["Poison 1", "Garde"])))
    assert [n["code"] for n in report.notices] == ["fact.conflict"]
    assert "keywords" in card(path, "guerrier-venimeux").unknown


def test_a_place_that_is_taken_is_told(tmp_path: Path) -> None:
    path = from_facts(tmp_path / "c.db")
    document = {
        "schema": "deckkit.own-cards/1",
        "game": "invocateurs",
        "source": "mine",
        "cards": [
            {"name": "Excalibur", "printings": [{"set": "sr01", "number": "029"}]},
            {"name": "Anubis", "printings": [{"set": "SR01", "number": 1}, {"set": "SR01", "number": 33}]},
        ],
    }
    report = lay(path, document, game="invocateurs")
    assert [n["code"] for n in report.notices] == ["printing.conflict"]
    assert report.count("added")["printings"] == 1
    with Catalogue.open(path) as catalogue:
        assert [p.number for p in catalogue.printings(catalogue.card("invocateurs:anubis"))] == ["33"]
        assert len(catalogue.printings(catalogue.card("invocateurs:excalibur"))) == 1


def test_a_new_word_for_a_choice_is_taken_and_told(path: Path) -> None:
    report = lay(path, changed((["cards", 0, "facts", "kind"], "Relic")))
    assert [n["code"] for n in report.notices] == ["value.new"]
    assert card(path, "ame-simple").facts["kind"] == "Relic"


def test_a_limit_of_its_own_is_the_exception(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    update(GAMES["lorcana"], save(tmp_path / "feed.json", feed(CARDS)), path)
    cards = [{"name": "Many", "facts": {"copy_limit": "any"}}, {"name": "Few", "facts": {"inks": ["Ambre"]}}]
    lay(path, {"schema": "deckkit.own-cards/1", "game": "lorcana", "source": "x", "cards": cards}, game="lorcana")
    with Catalogue.open(path) as catalogue:
        assert catalogue.card("lorcana:many").facts["copy_limit"] == "any"
        few = catalogue.card("lorcana:few")
        assert "copy_limit" not in few.unknown and "cost" in few.unknown and few.facts["inks"] == ["Amber"]


# -- taking back ----------------------------------------------------------------------------------------------------


def test_taking_back_leaves_the_catalogue_as_it_was(path: Path) -> None:
    before = everything(path)
    lay(path, MINE)
    assert everything(path) != before
    report = back(path, "mine")
    assert everything(path) == before
    assert {kind: n for kind, n in report.count("removed").items() if n} == {"cards": 1, "printings": 2, "sets": 1}
    assert report.count("changed")["cards"] == 2


def test_taking_back_can_be_tried_dry(path: Path) -> None:
    lay(path, MINE)
    before = path.read_bytes()
    assert back(path, "own:mine", dry_run=True).count("removed")["cards"] == 1
    assert path.read_bytes() == before


def test_a_changed_document_replaces_the_former_one(path: Path, tmp_path: Path) -> None:
    document = changed(
        (["cards", 0, "facts", "price"], 2),
        (["cards", 0, "names"], {"en": "Simple Soul"}),
        (["cards", 1, "facts", "price"], 7),
        (["cards", 1, "printings"], []),
        (["cards", 2], ...),
    )
    lay(path, MINE)
    report = lay(path, document)
    told = {(d.id, d.field): (d.old, d.new) for d in report.details if d.what == "card"}
    assert told["allegiance:hypernova", "price"] == (6, 7)
    assert told["allegiance:ame-simple", "price"] == (None, 2)
    assert told["allegiance:guerrier-venimeux", "faction"] == ("Black", None)
    (tmp_path / "fresh").mkdir()
    fresh = from_facts(tmp_path / "fresh" / "c.db")
    lay(fresh, document)
    assert everything(path) == everything(fresh)
    assert not lay(path, document).changes


def test_two_sources_do_not_disturb_each_other(path: Path) -> None:
    before = everything(path)
    other = changed(
        (["source"], "other"),
        (["cards", 1, "facts", "price"], 9),
        (["cards", 0, "facts", "price"], 1),
    )
    lay(path, MINE)
    report = lay(path, other, "other.json")
    assert [n["code"] for n in report.notices if n["where"] == "allegiance:hypernova"] == ["fact.conflict"]
    assert card(path, "hypernova").facts["price"] == 6
    # The other source knew the new card's price, and what the first one said stays.
    assert card(path, "ame-simple").facts == {"kind": "Soul", "starting": True, "price": 1}
    back(path, "mine")
    # What the other one says of the same cards holds now; nothing of it was lost with the first.
    assert card(path, "hypernova").facts["price"] == 9
    with Catalogue.open(path) as catalogue:
        soul = catalogue.card("allegiance:ame-simple")
        assert soul.facts["price"] == 1 and soul.names["en"] == "Plain Soul"
        assert [p.feed_id for p in catalogue.printings(soul)] == ["own:other:B1-1"]
        assert [run.feed for run in catalogue.feeds("allegiance")] == ["reference", "own:other"]
    back(path, "other")
    assert everything(path) == before


def test_a_feed_that_comes_later_keeps_what_was_completed(path: Path, shared: Path) -> None:
    lay(path, MINE)
    before = everything(path)
    update(GAMES["allegiance"], shared / "feeds" / "allegiance" / "cards.json", path)
    assert everything(path) | {"runs": 0} == before | {"runs": 0}
    back(path, "mine")
    assert card(path, "hypernova").unknown == {"price", "allegiance_required", "copies"}


def test_a_feed_that_knows_better_wins(tmp_path: Path, path: Path, shared: Path) -> None:
    document = json.loads((shared / "feeds" / "allegiance" / "cards.json").read_text(encoding="utf-8"))
    lay(path, MINE)
    row = next(row for row in document["cards"] if row["id"] == "hypernova")
    row["price"] = 5
    document["cards"].append({"id": "ame-simple", "name": "Âme simple", "name_en": "Soul", "kind": "soul"})
    report = update(GAMES["allegiance"], save(tmp_path / "cards.json", document), path)
    assert card(path, "hypernova").facts["price"] == 5
    assert "fact.conflict" in {n["code"] for n in report.notices}
    # The feed has the card now; what it does not know of it stays completed until that is taken back.
    assert card(path, "ame-simple").facts == {"kind": "Soul", "starting": True}
    back(path, "mine")
    assert card(path, "ame-simple").facts == {"kind": "Soul"}
    assert card(path, "hypernova").facts["price"] == 5


def test_only_own_sources_can_be_taken_back(path: Path) -> None:
    lay(path, MINE)
    before = path.read_bytes()
    for source in ("reference", "hers"):
        with pytest.raises(UsageError) as refused:
            back(path, source)
        assert "mine" in str(refused.value.do)
    with pytest.raises(UsageError):
        back(path, "mine", game="invocateurs")
    assert path.read_bytes() == before


def test_an_older_catalogue_without_origins_is_completed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE origin")
        db.commit()
    with Catalogue.open(path) as catalogue:
        assert catalogue.origins(catalogue.card("allegiance:hypernova")) == {}
    lay(path, MINE)
    with Catalogue.open(path) as catalogue:
        assert catalogue.origins(catalogue.card("allegiance:hypernova")) == {"price": "own:mine"}


# -- CSV ------------------------------------------------------------------------------------------------------------

TABLE = """\
source,name,name_en,kind,faction,starting,price,allegiance_required,keywords,set,set_name,number,rarity
mine,Âme simple,Plain Soul,Âme,-,oui,?,,Soul icon,B1,Bêta 1,001,
mine,Âme simple,,,,,,,,B1,,2,Rare
mine,Hypernova,,,,,6,Bleu 3; Rouge 1,,,,,
"""


def test_a_table_says_the_same(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("\ufeff" + TABLE, encoding="utf-8")
    before = everything(path)
    report = update(GAMES["allegiance"], file, path)
    assert report.notices == []
    with Catalogue.open(path) as catalogue:
        soul = catalogue.card("allegiance:ame-simple")
        assert dict(soul.facts) == {"kind": "Soul", "starting": True}
        assert soul.unknown == {"price", "allegiance_required", "copies"}
        assert [(p.number, p.rarity) for p in catalogue.printings(soul)] == [("1", None), ("2", "Rare")]
        assert catalogue.sets("allegiance")["B1"].name == "Bêta 1"
        hypernova = catalogue.card("allegiance:hypernova")
        assert hypernova.facts["allegiance_required"] == ["Bleu 3", "Rouge 1"]
    assert not update(GAMES["allegiance"], file, path).changes
    back(path, "mine")
    assert everything(path) == before


@pytest.mark.parametrize(
    ("table", "where"),
    [
        ("source,name,color\nmine,A,red\n", "own.csv:2: color"),
        ("source,name,price\nmine,A,1\nmine,B,six\n", "own.csv:3: price"),
        ("source,name,price\nmine,A,1.5\n", "own.csv:2: price"),
        ("source,name,starting\nmine,A,perhaps\n", "own.csv:2: starting"),
        ("source,name,kind\nmine,,Soul\n", "own.csv:2: name"),
        ("source,name\nmine,A\nhers,B\n", "own.csv:3: source"),
        ("source,name\n,A\n", "own.csv:2: source"),
        ("source,name,game\nmine,A,lorcana\n", "own.csv:2: game"),
        ("source,name,number\nmine,A,3\n", "own.csv:2"),
        ("source,name,price\nmine,A,1\nmine,A,2\n", "own.csv:3: price"),
        ("source,name,name_english\nmine,A,B\n", "own.csv:2"),
    ],
)
def test_a_wrong_table_is_refused_with_row_and_column(path: Path, tmp_path: Path, table: str, where: str) -> None:
    file = tmp_path / "own.csv"
    file.write_text(table, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(FeedError) as refused:
        update(GAMES["allegiance"], file, path)
    assert where in str(refused.value.where)
    assert path.read_bytes() == before


# -- the documentation ----------------------------------------------------------------------------------------------


def test_the_examples_of_the_page_are_read(path: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "own-cards.md").read_text(encoding="utf-8")
    (document,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    Draft202012Validator(read_schema("own-cards")).validate(json.loads(document))
    (table,) = re.findall(r"```\n(source,.*?)```", page, re.DOTALL)
    for name, text in (("own.json", document), ("own.csv", table)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert update(GAMES["allegiance"], tmp_path / "own.json", path).count("added")["cards"] == 1
    # The same two cards in both forms.
    assert not update(GAMES["allegiance"], tmp_path / "own.csv", path).changes


def test_the_example_makes_the_default_starting_deck(path: Path) -> None:
    update(GAMES["allegiance"], ROOT / "examples" / "own-cards" / "allegiance-souls.json", path)
    game = GAMES["allegiance"]
    with Catalogue.open(path) as catalogue:
        deck = read_deck("8 Plain Soul\n1 Essence Collector\n1 Volatile Essence", catalogue, "allegiance", game.deck)
        assert game.judge(catalogue).check(deck, "starting-deck", date(2026, 11, 30)).legal


# -- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "where"),
    [
        (["schema"], "deckkit.own-cards/2", "own.json"),
        (["game"], "lorcana", "own.json.game"),
        (["source"], "My Cards", "own.json.source"),
        (["source"], "", "own.json.source"),
        (["cards"], [], "own.json"),
        (["cards"], {}, "own.json.cards"),
        (["cards", 0], "Âme", "cards[0]"),
        (["colour"], "red", "own.json.colour"),
        (["cards", 1, "colour"], "red", "cards[1].colour"),
        (["cards", 1, "facts", "colour"], "red", "cards[1].facts.colour"),
        (["cards", 1, "facts", "price"], "6", "cards[1].facts.price"),
        (["cards", 1, "facts", "price"], True, "cards[1].facts.price"),
        (["cards", 1, "facts", "price"], 6.5, "cards[1].facts.price"),
        (["cards", 0, "facts", "starting"], 1, "cards[0].facts.starting"),
        (["cards", 0, "facts", "kind"], ["Soul"], "cards[0].facts.kind"),
        (["cards", 1, "facts", "allegiance_required"], "Blue 3", "cards[1].facts.allegiance_required"),
        (["cards", 1, "facts"], [], "cards[1].facts"),
        (["cards", 0, "without"], ["kind"], "cards[0].without"),
        (["cards", 0, "without"], ["colour"], "cards[0].without"),
        (["cards", 0, "keywords"], "Guard", "cards[0].keywords"),
        (["cards", 0, "keywords"], [" "], "cards[0].keywords"),
        (["cards", 0, "names"], {"english": "Soul"}, "cards[0].names.english"),
        (["cards", 0, "names"], {"en": ""}, "cards[0].names.en"),
        (["cards", 0, "name"], "!!!", "cards[0].name"),
        (["cards", 0, "name"], ..., "cards[0].name"),
        (["cards", 2, "key"], "lorcana:elsa", "cards[2].key"),
        (["cards", 2, "key"], "allegiance:nobody", "cards[2].name"),
        (["cards", 0, "printings"], [{"set": "B1"}], "cards[0].printings[0]"),
        (["cards", 0, "printings"], [{"number": 3}], "cards[0].printings[0]"),
        (["cards", 0, "printings"], [{"set": "B1", "number": [1]}], "cards[0].printings[0].number"),
        (["cards", 0, "printings"], [{"set": "B1", "number": 2}], "cards[1].printings[0]"),
        (["cards", 0, "printings"], [{"set": "B1", "number": 2, "foil": True}], "cards[0].printings[0].foil"),
        (["sets", 0, "release"], "soon", "sets[0].release"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(path: Path, place: list[Any], value: Any, where: str) -> None:
    before = path.read_bytes()
    with pytest.raises(FeedError) as refused:
        lay(path, changed((place, value)))
    assert where in str(refused.value.where)
    assert str(refused.value.do)
    assert path.read_bytes() == before


def test_a_name_of_several_cards_asks_for_a_key(tmp_path: Path) -> None:
    path = from_facts(tmp_path / "c.db")
    twins = [{"key": "allegiance:twin-a", "name": "Twin"}, {"key": "allegiance:twin-b", "name": "Twin"}]
    lay(path, changed((["cards"], twins)))
    with pytest.raises(FeedError) as refused:
        lay(path, changed((["source"], "other"), (["cards"], [{"name": "Twin"}])), "other.json")
    assert "allegiance:twin-a, allegiance:twin-b" in str(refused.value.do)


def test_unknown_facts_are_told_with_the_known_ones(path: Path) -> None:
    with pytest.raises(FeedError) as refused:
        lay(path, changed((["cards", 0, "facts", "cost"], 3)))
    assert "allegiance_required" in str(refused.value.do) and "price" in str(refused.value.do)


# -- the command ----------------------------------------------------------------------------------------------------


def test_the_command(run_cli: Run, path: Path) -> None:
    before = everything(path)
    file = save(path.parent / "own.json", MINE)
    code, out, _ = run_cli("update", "allegiance", "--from", str(file), "--db", str(path))
    assert code == 0 and b"own:mine" in out
    code, out, _ = run_cli("show", "Plain Soul", "--lang", "en", "--db", str(path))
    assert code == 0 and b"own:mine:B1-1" in out
    assert b"6 [own:mine]" in run_cli("show", "Hypernova", "--db", str(path))[1]
    code, out, _ = run_cli("update", "allegiance", "--take-back", "mine", "--db", str(path), "--json")
    assert code == 0
    Draft202012Validator(read_schema("update")).validate(json.loads(out))
    assert everything(path) == before
    code, _, err = run_cli("update", "allegiance", "--take-back", "mine", "--db", str(path))
    assert code == 2 and "mine" in err
    assert run_cli("update", "allegiance", "--take-back", "mine", "--from", str(file), "--db", str(path))[0] == 2
