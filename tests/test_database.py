"""The shipped catalogue: equal to what its facts build, and free of the publishers' texts."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from feeds_support import content, lorcana_feeds

from deckkit.catalogue import Catalogue, shipped_path
from deckkit.catalogue.store import SCHEMA_VERSION
from deckkit.effects.coverage import GAPS
from deckkit.feeds.facts import PARTS
from deckkit.games import GAMES
from deckkit.games.wowtcg.keywords import ABOUT

ROOT = Path(__file__).resolve().parent.parent
FACTS = ROOT / "data" / "facts" / "lorcana"
SCRIPTS = ROOT / "scripts"


@pytest.fixture(scope="module")
def shipped() -> Path:
    return shipped_path()


def dump(path: Path) -> list[str]:
    """Schema and rows; of the search index the content, not the tables that it keeps for itself."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        schema = [row[0] for row in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")]
        tables = [
            row[0]
            for row in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
            if not row[0].startswith("card_search_")
        ]
        rows = [f"{table}: {row!r}" for table in tables for row in db.execute(f'SELECT * FROM "{table}" ORDER BY 1, 2')]
        return [*schema, f"user_version: {db.execute('PRAGMA user_version').fetchone()[0]}", *rows]


def test_shipped_catalogue_is_what_the_facts_build(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.delitem(sys.modules, "build_db", raising=False)
    from build_db import build

    build(ROOT / "data" / "facts", tmp_path / "built.db")
    assert dump(tmp_path / "built.db") == dump(shipped)
    # The same facts, the same file: nothing depends on the order of a set or on the day.
    assert len((tmp_path / "built.db").read_bytes()) == len(shipped.read_bytes())


def test_facts_are_what_the_feeds_give(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.delitem(sys.modules, "make_facts", raising=False)
    from make_facts import make_facts

    make_facts(shared / "feeds", "lorcana", tmp_path)
    for part in PARTS:
        made, kept = (
            (folder / f"{part}.jsonl").read_text(encoding="utf-8").splitlines() for folder in (tmp_path, FACTS)
        )
        assert made == kept, part


def test_counts_of_the_shipped_catalogue(shipped: Path) -> None:
    with Catalogue.open(shipped) as catalogue:
        assert catalogue.counts("lorcana") == {"cards": 2784, "printings": 3556, "sets": 19}
        assert not catalogue.has_text("lorcana")
        newest = catalogue.feeds("lorcana")[0]
        assert (newest.feed, newest.version, newest.imported_at) == ("lorcanajson", "2.4.0", None)
    with closing(sqlite3.connect(f"file:{shipped}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        # A view that any SQLite tool can read.
        row = db.execute("SELECT name, cost, type FROM lorcana WHERE id = 'lorcana:elsa-spirit-of-winter'").fetchone()
        assert row == ("Elsa - Spirit of Winter", 8, "Character")


def test_french_names_are_known_for_nine_cards_in_ten(shipped: Path) -> None:
    """Set 14 and the last quest are newer than the name files."""
    with Catalogue.open(shipped) as catalogue:
        cards = catalogue.cards("lorcana")
        assert sum("fr" in card.names for card in cards) > 0.9 * len(cards)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value[:1] in "[{":
            try:
                yield from strings(json.loads(value))
            except ValueError:
                yield value
        else:
            yield from value.split("\n")
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def test_no_text_of_the_cards(shipped: Path) -> None:
    with closing(sqlite3.connect(f"file:{shipped}?mode=ro", uri=True)) as db:
        assert db.execute("SELECT count(*) FROM ability WHERE text IS NOT NULL OR name IS NOT NULL").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM card_search WHERE rules_text <> ''").fetchone() == (0,)
        assert db.execute("SELECT max(length(text)) FROM name").fetchone()[0] < 80
        values = db.execute("SELECT DISTINCT value FROM keyword WHERE value IS NOT NULL").fetchall()
        # Numbers, costs in symbols, and the kinds of cards that a keyword of WoW TCG is about: no other words.
        written = re.compile(r"[+-]?[0-9]+|(\[[0-9A-Z][a-z]{0,7}[0-9]?\])+")
        assert {v for (v,) in values if not written.fullmatch(v)} <= {kind for row in ABOUT.values() for kind in row}
    keys = {
        key for line in (FACTS / "cards.jsonl").read_text(encoding="utf-8").splitlines() for key in json.loads(line)
    }
    assert keys == {"key", "name", "facts", "keywords", "abilities", "claims", "source"}


def test_nothing_of_the_feeds_texts_is_in_it(shared: Path, shipped: Path) -> None:
    """No string in the database is a rules text, a paragraph of one, a flavour text or an ability's name."""
    with gzip.open(shared / "feeds" / "lorcana" / "lorcanajson-2.4.0.en.json.gz") as file:
        cards = json.load(file)["cards"]
    texts: set[str] = set()
    for card in cards:
        texts |= {card["fullText"], card.get("flavorText", ""), *card["fullTextSections"], *card.get("effects", [])}
        texts |= {
            ability.get(part, "") for ability in card.get("abilities", []) for part in ("name", "effect", "fullText")
        }
        texts |= {line for text in list(texts)[-1:] for line in text.split("\n")}
    names = (
        {card["fullName"] for card in cards}
        | {card["name"] for card in cards}
        | {card.get("version") for card in cards}
    )
    keywords = {word for card in cards for word in card.get("keywordAbilities", [])}
    found: set[str] = set()
    with closing(sqlite3.connect(f"file:{shipped}?mode=ro", uri=True)) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {table}"):
                for value in row:
                    found.update(strings(value) if isinstance(value, str) else ())
    # A keyword with its number is a fact, which an effect may give to a card ("Resist +1").
    numbered = {text for text in texts if re.fullmatch(rf"(?:{'|'.join(keywords)}) \+?[0-9]+", text)}
    assert found & texts - names - keywords - numbered - {""} == set()


def test_effects_are_words_of_the_notation_and_names(shipped: Path) -> None:
    """What is compiled speaks of cards by names and facts, and else in the words of the notation."""
    effects = GAMES["lorcana"].effects
    assert effects is not None
    words = effects().vocabulary
    known = {"top", "bottom", "either", "any", "split", "discard", "n", "all", "drops", "drop", "shift"}
    known |= {"inks", "there", "top_or_discard"}
    for table in (words.operations, words.filters, words.conditions, words.amounts, words.selectors, words.seats):
        known |= set(table)
    for table in (words.durations, words.events, words.limits, words.restrictions, words.keywords):
        known |= set(table)
    known |= {*words.stats, *words.zones}
    with Catalogue.open(shipped) as catalogue:
        for card in catalogue.cards("lorcana"):
            known |= {card.name, card.name.partition(" - ")[0], *(card.facts.get("singular_names") or ())}
            known |= {*(card.facts.get("classifications") or ()), *card.facts["inks"], card.facts["type"]}
    found: set[str] = set()
    with closing(sqlite3.connect(f"file:{shipped}?mode=ro", uri=True)) as db:
        for slug, ir, clauses in db.execute(
            "SELECT g.slug, a.ir, a.clauses FROM ability a JOIN card c ON c.id = a.card_id "
            "JOIN game g ON g.id = c.game_id WHERE a.status IS NOT NULL"
        ):
            found |= set(strings(ir)) if ir and slug == "lorcana" else set()
            for gap, digest in json.loads(clauses or "{}").get("gaps", ()):
                assert gap in GAPS and re.fullmatch("[0-9a-f]{8}", digest)
    numbered = re.compile(rf"(?:[A-Z][A-Za-z ]* )?(?:{'|'.join(words.keywords)})(?: \+?[0-9]+)?")
    assert {word for word in found - known if not numbered.fullmatch(word)} == set()


@pytest.mark.parametrize("slug", ["riftbound", "wowtcg"])
def test_effects_hold_no_sentences(shipped: Path, slug: str) -> None:
    """The longest a compiled effect says in words is the name of a card or of a trait."""
    with Catalogue.open(shipped) as catalogue:
        known = {card.name for card in catalogue.cards(slug)}
        found = {
            text
            for card in catalogue.cards(slug)
            for row in catalogue.abilities(card)
            if row.ir
            for text in strings(row.ir)
        }
    assert found
    assert [text for text in sorted(found - known) if len(text.split()) > 4 or text.endswith((".", "!", "?"))] == []


def test_facts_read_back_and_write_the_same(tmp_path: Path) -> None:
    """Facts → catalogue → facts."""
    from deckkit.feeds.facts import write_facts
    from deckkit.feeds.read import read_path
    from deckkit.feeds.upsert import Target, import_bundle

    target = Target(tmp_path / "c.db")
    report = import_bundle(lorcana_feeds(), read_path(FACTS), target)
    assert report.count("added")["cards"] == 2784
    write_facts(target.path, "lorcana", tmp_path / "again")
    for part in PARTS:
        assert (tmp_path / "again" / f"{part}.jsonl").read_bytes() == (FACTS / f"{part}.jsonl").read_bytes(), part
    assert not import_bundle(lorcana_feeds(), read_path(FACTS), target).changes
    assert content(target)["search"]
