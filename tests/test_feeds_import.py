"""One import into one catalogue: what it reports, and that it is all or nothing."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import CARDS, card, content, feed, lorcana_feeds, one_set, save

from deckkit.catalogue import Catalogue
from deckkit.errors import CatalogueError, FeedError
from deckkit.feeds import Report, Target, update
from deckkit.games import GAMES


def run(tmp_path: Path, document: Any, name: str = "feed.json", **options: Any) -> Report:
    return update(GAMES["lorcana"], save(tmp_path / name, document), tmp_path / "c.db", **options)


def test_first_import_counts_everything(tmp_path: Path) -> None:
    report = run(tmp_path, feed(CARDS, ("1", "Q1")), day=date(2026, 11, 30))
    # Three cards with one printing each; two have a version, so a short name beside the full one.
    assert report.count("added") | {"aliases": 0} == {
        "cards": 3,
        "printings": 3,
        "sets": 2,
        "names": 5,
        "abilities": 3,
        "aliases": 0,
    }
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        alpha = catalogue.card("lorcana:alpha-first")
        assert (alpha.facts["cost"], alpha.facts["inks"], alpha.facts["inkable"]) == (3, ["Amber"], True)
        assert "strength" not in catalogue.card("lorcana:gamma").facts
        assert [a.text for a in catalogue.abilities(alpha)] == ["TEST Words made up for Alpha."]
        assert list(catalogue.sets("lorcana")) == ["1", "Q1"]
        run_of = catalogue.feeds("lorcana")[0]
        assert (run_of.feed, run_of.version, run_of.generated) == ("lorcanajson", "2.4.0", date(2026, 10, 16))
        assert run_of.imported_at == "2026-11-30"
        assert catalogue.match("lorcana", "names: alpha") == {alpha.id}
        assert catalogue.match("lorcana", "rules_text: beta") == {catalogue.card("lorcana:beta-second").id}


def test_second_import_of_the_same_feed_changes_nothing(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    before = (tmp_path / "c.db").read_bytes()
    report = run(tmp_path, feed(CARDS))
    assert not report.changes
    assert all(not any(report.count(kind).values()) for kind in ("added", "changed", "removed"))
    assert (tmp_path / "c.db").read_bytes() == before


def test_changes_are_told_field_by_field(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    changed = [card(1, "Alpha", "First", cost=4, rarity="Rare"), CARDS[1], CARDS[2]]
    report = run(tmp_path, feed(changed, day="2026-11-01"))
    told = {(d.kind, d.what, d.id, d.field, d.old, d.new) for d in report.details}
    assert told == {
        ("changed", "card", "lorcana:alpha-first", "cost", 3, 4),
        ("changed", "printing", "1", "rarity", "Common", "Rare"),
    }


def test_removed_is_marked_and_comes_back(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    report = run(tmp_path, feed(CARDS[:2], day="2026-11-01"))
    assert report.count("removed") == {"cards": 1, "printings": 1, "sets": 0, "names": 0, "abilities": 0, "aliases": 0}
    rows = {row[0]: row[-1] for row in content(tmp_path / "c.db")["cards"]}
    assert rows == {"lorcana:alpha-first": None, "lorcana:beta-second": None, "lorcana:gamma": "2026-11-01"}
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert catalogue.index("lorcana").exact("Gamma") == ()
    report = run(tmp_path, feed(CARDS, day="2026-11-08"))
    assert ("changed", "card", "lorcana:gamma", "removed") in {(d.kind, d.what, d.id, d.field) for d in report.details}
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert catalogue.index("lorcana").exact("Gamma")


def test_renamed_card_keeps_its_row_and_its_old_name(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    with sqlite3.connect(tmp_path / "c.db") as db:
        before = db.execute("SELECT id FROM card WHERE key = 'lorcana:alpha-first'").fetchone()
    db.close()
    run(tmp_path, feed([card(1, "Alfa", "First"), *CARDS[1:]], day="2026-11-01"))
    with sqlite3.connect(tmp_path / "c.db") as db:
        assert db.execute("SELECT id FROM card WHERE key = 'lorcana:alfa-first'").fetchone() == before
        assert db.execute("SELECT count(*) FROM card").fetchone() == (3,)
    db.close()
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        renamed = catalogue.index("lorcana").resolve("alpha - first").card
        assert renamed is not None
        assert renamed.name == "Alfa - First"
        assert [(text, until) for text, until, _ in catalogue.aliases(renamed)] == [
            ("Alpha - First", date(2026, 11, 1))
        ]
    # A second import says nothing new.
    assert not run(tmp_path, feed([card(1, "Alfa", "First"), *CARDS[1:]], day="2026-11-01")).changes


def test_case_of_a_name_is_no_rename(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    report = run(tmp_path, feed([card(1, "ALPHA", "First"), *CARDS[1:]], day="2026-11-01"))
    assert report.count("added")["aliases"] == 0
    assert ("name", "Alpha - First", "ALPHA - First") in {(d.field, d.old, d.new) for d in report.details}


def test_replaced_text_is_kept_with_its_date(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    new = [{"type": "static", "name": "TEST", "fullText": "TEST Other words."}]
    run(tmp_path, feed([card(1, "Alpha", "First", abilities=new), *CARDS[1:]], day="2026-11-01"))
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        texts = [(a.text, a.used_until) for a in catalogue.abilities(catalogue.card("lorcana:alpha-first"))]
    assert texts == [("TEST Other words.", None), ("TEST Words made up for Alpha.", date(2026, 11, 1))]
    # Line breaks and quotation marks are print, not text: nothing is replaced.
    again = [{"type": "static", "name": "TEST", "fullText": "TEST Other\nwords."}]
    assert not run(tmp_path, feed([card(1, "Alpha", "First", abilities=again), *CARDS[1:]], day="2026-11-02")).changes


def test_historic_data_gives_former_texts_and_names(tmp_path: Path) -> None:
    old = [
        {
            "usedUntil": "2025-02-03",
            "fullName": "Alfa - First",
            "abilities": [{"type": "static", "fullText": "OLD Words."}],
        }
    ]
    run(tmp_path, feed([card(1, "Alpha", "First", historicData=old)]))
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        alpha = catalogue.index("lorcana").resolve("Alfa - First").card
        assert alpha is not None
        assert [(a.text, a.used_until) for a in catalogue.abilities(alpha)][1:] == [("OLD Words.", date(2025, 2, 3))]


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    report = run(tmp_path, feed(CARDS), dry_run=True)
    assert report.dry_run
    assert report.count("added")["cards"] == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["feed.json"]


def test_older_feed_is_refused_unless_asked_for(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    before = content(tmp_path / "c.db")
    with pytest.raises(FeedError) as refused:
        run(tmp_path, feed(CARDS[:1], day="2025-01-01"))
    assert "--allow-older" in str(refused.value.do)
    assert content(tmp_path / "c.db") == before
    assert run(tmp_path, feed(CARDS[:1], day="2025-01-01"), allow_older=True).count("removed")["cards"] == 2


def test_undated_list_does_not_undo_a_dated_feed(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS))
    french = [raw | {"type": "Personnage", "color": "Ambre", "fullName": f"Nom {raw['id']}"} for raw in CARDS]
    run(tmp_path, french)
    run(tmp_path, feed(french, language="fr"))
    with pytest.raises(FeedError, match="does not say its day"):
        run(tmp_path, french)


def test_english_list_without_sets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FeedError, match="lacks the sets"):
        run(tmp_path, CARDS)


def test_new_type_is_told(tmp_path: Path) -> None:
    report = run(tmp_path, feed([card(1, "Alpha", type="Vehicle")]))
    assert "type.new" in {notice["code"] for notice in report.notices}


def test_set_file_decides_only_about_its_set(tmp_path: Path) -> None:
    """A card printed in sets 1 and 2: the file of set 1 gives the spelling, the newer printing in set 2 the facts."""
    both = [
        card(1, "Alpha", "First", subtypes=["Storyborn"]),
        card(2, "Beta", "Second"),
        card(3, "Alpha", "First", setCode="2", subtypes=["Storyborn", "Hero"]),
        card(4, "Delta", "Fourth", setCode="2"),
    ]
    run(tmp_path, feed(both, ("1", "2")))
    document = one_set("1") | {
        "code": "1",
        "metadata": {"formatVersion": "2.3.2", "generatedOn": "2026-11-01T10:00:00", "language": "en"},
        "cards": [card(1, "ALPHA", "First", setCode=..., subtypes=["Storyborn"], cost=9)],
    }
    report = run(tmp_path, document, "setdata.1.json")
    assert {(d.kind, d.what, d.id, d.field) for d in report.details} == {
        ("changed", "card", "lorcana:alpha-first", "name"),
        ("changed", "name", "lorcana:alpha-first", "en.full"),
        ("changed", "name", "lorcana:alpha-first", "en.short"),
        ("removed", "printing", "2", "removed"),
        ("removed", "card", "lorcana:beta-second", "removed"),
    }
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        alpha = catalogue.card("lorcana:alpha-first")
        assert (alpha.name, alpha.facts["classifications"], alpha.facts["cost"]) == (
            "ALPHA - First",
            ["Storyborn", "Hero"],
            3,
        )


def test_corrections_apply_and_stale_ones_complain(tmp_path: Path) -> None:
    """Printing 1663 is named Vaiana in the feed; it is the card Moana, printed for the European film title."""
    version = "Adventurer of Land and Sea"
    cards = [card(1589, "Moana", version), card(1663, "Vaiana", version, promoGrouping="P2")]
    report = run(tmp_path, feed(cards))
    assert [(c["id"], c["field"]) for c in report.corrected] == [("1663", "fullName"), ("1663", "name")]
    assert report.stale == []
    assert report.count("added")["cards"] == 1
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        found = catalogue.index("lorcana").resolve("Vaiana - Adventurer of Land and Sea").card
        assert found is not None
        assert found.key == "lorcana:moana-adventurer-of-land-and-sea"
    report = run(tmp_path, feed([cards[0], card(1663, "Moana", version, promoGrouping="P2")], day="2026-11-01"))
    assert report.corrected == []
    assert [(s["id"], s["field"], s["found"]) for s in report.stale] == [
        ("1663", "fullName", "Moana - Adventurer of Land and Sea"),
        ("1663", "name", "Moana"),
    ]


# -- all or nothing -------------------------------------------------------------------------------------------------

CHILD = """
import sys, time
from pathlib import Path
import deckkit.feeds.upsert as upsert
import deckkit.feeds.write as write
from deckkit.feeds import update
from deckkit.games import GAMES
def stop(*arguments):
    print("here", flush=True)
    time.sleep(60)
setattr({"upsert": upsert, "write": write}[sys.argv[3]], sys.argv[4], stop)
update(GAMES["lorcana"], Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize(
    ("module", "function"),
    [("write", "_children"), ("write", "_search"), ("upsert", "_verify"), ("upsert", "_flush")],
)
def test_killed_import_leaves_the_former_catalogue(tmp_path: Path, module: str, function: str) -> None:
    """Killed half written, written and not committed, committed and not checked, checked and not in place."""
    target = tmp_path / "c.db"
    run(tmp_path, feed(CARDS))
    before = content(target)
    newer = save(tmp_path / "new.json", feed(CARDS[:1], day="2026-11-01"))
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(newer), str(target), module, function], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    with child.stdout:
        assert child.stdout.readline() == "here\n"
        os.kill(child.pid, signal.SIGKILL)
        child.wait(30)
    assert list(tmp_path.glob(".c.db.*.tmp"))
    assert content(target) == before
    report = update(GAMES["lorcana"], newer, target)
    assert report.count("removed")["cards"] == 2
    assert not list(tmp_path.glob(".c.db.*.tmp"))


def test_two_imports_at_once(tmp_path: Path) -> None:
    target = tmp_path / "c.db"
    run(tmp_path, feed(CARDS))
    names = tmp_path / "names.csv"
    names.write_text("id,en,fr,de,it\n1,Alpha - First,Alphe - Premier,,\n", encoding="utf-8")
    newer = save(tmp_path / "new.json", feed([*CARDS, card(4, "Delta", "Fourth")], day="2026-11-01"))
    code = "import sys; from deckkit.cli.main import run; sys.argv[0] = 'deckkit'; run()"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code, "update", "lorcana", "--from", str(source), "--db", str(target), "--quiet"],
            stdout=subprocess.DEVNULL,
        )
        for source in (names, newer)
    ]
    assert [child.wait(60) for child in children] == [0, 0]
    with Catalogue.open(target) as catalogue:
        assert catalogue.card("lorcana:alpha-first").names["fr"] == "Alphe - Premier"
        assert catalogue.card("lorcana:delta-fourth").facts["cost"] == 3
        assert len(catalogue.feeds("lorcana")) == 2


def test_busy_catalogue_says_so(tmp_path: Path) -> None:
    from deckkit.feeds.read import read_path
    from deckkit.feeds.upsert import import_bundle, locked

    bundle = read_path(save(tmp_path / "feed.json", feed(CARDS)))
    with locked(tmp_path / "c.db"), pytest.raises(CatalogueError, match="still running"):
        import_bundle(lorcana_feeds(), bundle, Target(tmp_path / "c.db"), timeout=0.05)


def test_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, feed(CARDS))
    before = (tmp_path / "c.db").read_bytes()

    def full(_: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("deckkit.feeds.upsert._flush", full)
    with pytest.raises(CatalogueError, match="cannot be written") as refused:
        run(tmp_path, feed(CARDS[:1], day="2026-11-01"))
    assert refused.value.exit_code == 4
    assert (tmp_path / "c.db").read_bytes() == before
    assert not list(tmp_path.glob(".c.db.*.tmp"))


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    source = save(tmp_path / "feed.json", feed(CARDS))
    with pytest.raises(CatalogueError, match="cannot be written"):
        update(GAMES["lorcana"], source, tmp_path / "file" / "c.db")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder(tmp_path: Path) -> None:
    source = save(tmp_path / "feed.json", feed(CARDS))
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(CatalogueError, match="cannot be written"):
        update(GAMES["lorcana"], source, folder / "c.db")


@pytest.mark.parametrize("what", [b"4 Elsa - Spirit of Winter\n" * 100, b"SQLite format 3\0 but not really" * 50])
def test_other_files_are_not_overwritten(tmp_path: Path, what: bytes) -> None:
    (tmp_path / "c.db").write_bytes(what)
    with pytest.raises(CatalogueError):
        run(tmp_path, feed(CARDS))
    assert (tmp_path / "c.db").read_bytes() == what


def test_other_database_is_not_overwritten(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "c.db") as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()
    with pytest.raises(CatalogueError, match="no card catalogue"):
        run(tmp_path, feed(CARDS))


@pytest.mark.parametrize(("version", "error"), [(0, ""), (99, "schema version 99")])
def test_schema_versions(tmp_path: Path, version: int, error: str) -> None:
    """An older catalogue is made anew, with a word; a newer one is left alone."""
    run(tmp_path, feed(CARDS))
    with sqlite3.connect(tmp_path / "c.db") as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    if error:
        with pytest.raises(CatalogueError, match=error):
            run(tmp_path, feed(CARDS))
        return
    report = run(tmp_path, feed(CARDS))
    assert report.count("added")["cards"] == 3
    assert report.notices[0]["code"] == "catalogue.renewed"
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert catalogue.counts("lorcana")["cards"] == 3


def test_users_copy_begins_as_the_shipped_one(tmp_path: Path) -> None:
    from deckkit.catalogue import shipped_path

    # Ids that no real printing has: a known id with another name would be a rename.
    cards = [card(900_000 + i, f"Name {i}", "Other") for i in range(3)]
    source = save(tmp_path / "feed.json", feed(cards, day="2099-01-01"))
    target = Target(tmp_path / "new" / "c.db", shipped_path())
    with pytest.raises(FeedError, match="lacks 3556 of the 3556"):
        update(GAMES["lorcana"], source, target)
    report = update(GAMES["lorcana"], source, target, allow_removals=True)
    with Catalogue.open(shipped_path()) as shipped, Catalogue.open(tmp_path / "new" / "c.db") as own:
        assert report.count("removed")["cards"] == shipped.counts("lorcana")["cards"]
        assert own.counts("lorcana")["cards"] == 3
