"""Feeds that look right and are not: cut off, of the future, with impossible values. And what is left behind."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import CARDS, card, content, feed, one_set, save

from deckkit.catalogue import Catalogue, shipped_path, store
from deckkit.errors import CatalogueError, FeedError
from deckkit.feeds import update
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.upsert import locked
from deckkit.games import GAMES

Run = Callable[..., tuple[int, bytes, str]]
LORCANA = GAMES["lorcana"]
MANY = [card(i, f"Name{i}", "X") for i in range(1, 101)]


def run(tmp_path: Path, document: Any, **options: Any) -> Any:
    return update(LORCANA, save(tmp_path / "feed.json", document), tmp_path / "c.db", **options)


def counted(cards: list[dict[str, Any]], total: int, day: str = "2026-11-01") -> dict[str, Any]:
    document = feed(cards, day=day)
    document["sets"]["1"]["cardCounts"] = {"base": total, "nonBase": 0, "promo": 0, "total": total}
    return document


# -- cut off ----------------------------------------------------------------------------------------------------


def test_feed_that_lacks_cards_by_its_own_count(tmp_path: Path) -> None:
    with pytest.raises(FeedError, match="set 1 says it has 100 cards, and here are 40") as refused:
        run(tmp_path, counted(MANY[:40], 100))
    assert str(refused.value.where).endswith(".sets.1.cardCounts.total")
    run(tmp_path, counted(MANY, 100))
    # With a count that agrees, many may be gone.
    assert run(tmp_path, counted(MANY[:40], 40, "2026-11-02")).count("removed")["cards"] == 60


def test_set_file_that_lacks_cards_by_its_own_count(tmp_path: Path) -> None:
    document = one_set("1") | {
        "code": "1",
        "metadata": {"formatVersion": "2.4.0", "generatedOn": "2026-11-01T10:00:00", "language": "en"},
        "cards": MANY[:3],
        "cardCounts": {"total": 4},
    }
    with pytest.raises(FeedError, match="says it has 4 cards, and here are 3"):
        run(tmp_path, document)


def test_real_feed_without_its_last_cards(shared: Path, tmp_path: Path) -> None:
    with gzip.open(shared / "feeds" / "lorcana" / "lorcanajson-2.4.0.en.json.gz") as file:
        document = json.load(file)
    del document["cards"][-60:]
    with pytest.raises(FeedError, match="says it has"):
        run(tmp_path, document)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["feed.json"]


def test_feed_without_counts_that_lacks_very_much(tmp_path: Path) -> None:
    run(tmp_path, feed(MANY))
    before = content(tmp_path / "c.db")
    with pytest.raises(FeedError, match="lacks 40 of the 100 printings") as refused:
        run(tmp_path, feed(MANY[:60], day="2026-11-01"))
    assert "--allow-removals" in str(refused.value.do)
    assert content(tmp_path / "c.db") == before
    # Twenty cards may be a clean-up; older feeds are asked for.
    assert run(tmp_path, feed(MANY[:80], day="2026-11-01")).count("removed")["cards"] == 20
    assert run(tmp_path, feed(MANY[:50], day="2026-10-01"), allow_older=True).count("removed")["cards"] == 30
    assert run(tmp_path, feed(MANY[:10], day="2026-11-02"), allow_removals=True).count("removed")["cards"] == 40


def test_allow_older_does_not_cover_a_newer_feed(tmp_path: Path) -> None:
    run(tmp_path, feed(MANY))
    with pytest.raises(FeedError, match="cut off"):
        run(tmp_path, feed(MANY[:60], day="2026-11-01"), allow_older=True)


def test_option_allows_removals(tmp_path: Path, run_cli: Run) -> None:
    run(tmp_path, feed(MANY))
    source = save(tmp_path / "n.json", feed(MANY[:60], day="2026-11-01"))
    arguments = ("update", "lorcana", "--from", str(source), "--db", str(tmp_path / "c.db"))
    code, _, err = run_cli(*arguments)
    assert code == 4 and "--allow-removals" in err
    code, out, _ = run_cli(*arguments, "--allow-removals")
    assert code == 0 and "removed: 40 cards" in out.decode()


def test_many_removals_walk_the_report_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk over the report for each removed card and printing took minutes with a real feed."""
    from deckkit.feeds import upsert

    walks = []

    class Counting(list[Any]):
        def __iter__(self) -> Any:
            walks.append(len(self))
            return super().__iter__()

    run(tmp_path, feed(MANY))
    monkeypatch.setattr(upsert, "Ledger", lambda state, data, feeds: Ledger(state, data, feeds, Counting()))
    assert run(tmp_path, feed(MANY[:10], day="2026-10-01"), allow_older=True).count("removed")["cards"] == 90
    assert 0 < len(walks) < 10


def test_real_older_feed(shared: Path, tmp_path: Path) -> None:
    folder = shared / "feeds" / "lorcana"
    update(LORCANA, folder / "lorcanajson-2.4.0.en.json.gz", tmp_path / "c.db")
    older = folder / "en" / "old" / "allCards.2025-02-28.v2.1.1.json"
    report = update(LORCANA, older, tmp_path / "c.db", allow_older=True)
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert catalogue.counts("lorcana")["printings"] == len(json.loads(older.read_text(encoding="utf-8"))["cards"])
    assert report.count("removed")["cards"] > 1000


# -- values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place", "reason"),
    [
        ({"cost": -3}, "cost", "-3 is not a whole number from 0"),
        ({"strength": -1}, "strength", "-1 is not a whole number from 0"),
        ({"willpower": -1}, "willpower", "-1 is not"),
        ({"lore": 10**20}, "lore", "is not a whole number from 0"),
        ({"type": "Location", "moveCost": -2}, "move_cost", "-2 is not"),
        ({"fullName": "Beta\x1b[31m - Second"}, "name", "cannot be printed"),
        ({"fullName": "Beta\u202e - Second"}, "name", "cannot be printed"),
        ({"name": "Be\x07ta"}, "name", "cannot be printed"),
        ({"fullName": "Beta\n - Second"}, "name", "cannot be printed"),
        ({"story": "\x9b31m"}, "story", "cannot be printed"),
        ({"subtypes": ["Story\x1bborn"]}, "classifications", "cannot be printed"),
        ({"subtypes": [" "]}, "classifications", "empty text"),
        ({"rarity": "Com\x00mon"}, "rarity", "cannot be printed"),
        ({"abilities": [{"type": "static", "fullText": "Words \x1b]0;title\x07"}]}, "text", "cannot be printed"),
    ],
)
def test_one_wrong_value_is_refused_with_its_place(
    tmp_path: Path, changes: dict[str, Any], place: str, reason: str
) -> None:
    run(tmp_path, feed(CARDS, day="2026-10-01"))
    before = content(tmp_path / "c.db")
    with pytest.raises(FeedError) as refused:
        run(tmp_path, feed([CARDS[0], card(2, "Beta", "Second") | changes, CARDS[2]]))
    assert reason in str(refused.value.what)
    assert "feed.json: lorcana:beta" in str(refused.value.where)
    assert str(refused.value.where).endswith(f".{place}")
    assert str(refused.value.where).isprintable()
    assert content(tmp_path / "c.db") == before


@pytest.mark.parametrize("name", ["Set\x1b[2J", " \t"])
def test_name_of_a_set(tmp_path: Path, name: str) -> None:
    document = feed(CARDS)
    document["sets"]["1"]["name"] = name
    with pytest.raises(FeedError):
        run(tmp_path, document)


@pytest.mark.parametrize(("text", "reason"), [('["\\ud83d"]', "half of a character"), ("[" + "9" * 5000 + "]", "JSON")])
def test_json_that_python_reads_and_nobody_can_use(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "feed.json").write_text(text, encoding="utf-8")
    with pytest.raises(FeedError, match=reason):
        update(LORCANA, tmp_path / "feed.json", tmp_path / "c.db")


def test_what_is_printed_is_safe_for_a_terminal(tmp_path: Path, run_cli: Run) -> None:
    """Also from a catalogue that another program wrote."""
    db = tmp_path / "c.db"
    run(tmp_path, feed(CARDS, day="2026-10-01"))
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE card SET name = 'Al' || char(27) || '[31mpha' WHERE key = 'lorcana:alpha-first'")
        connection.execute("UPDATE name SET text = 'Al' || char(27) || '[31mpha' WHERE folded = 'alpha - first'")
        connection.execute("UPDATE ability SET text = 'Words' || char(155) || '31m'")
    for arguments in (
        ("show", "lorcana:alpha-first"),
        ("search", "--game", "lorcana", "cost>=0"),
        ("update", "lorcana", "--from", str(save(tmp_path / "n.json", feed(CARDS[1:], day="2026-11-01")))),
    ):
        code, out, err = run_cli(*arguments, "--db", str(db))
        assert code == 0
        assert not [c for c in out.decode() + err if c != "\n" and (c < " " or "\x7f" <= c <= "\x9f")], arguments
        assert "\\x1b[31mpha" in out.decode(), arguments


# -- the day ----------------------------------------------------------------------------------------------------


def test_feed_of_the_future_is_refused(tmp_path: Path) -> None:
    today = date(2026, 11, 30)
    with pytest.raises(FeedError, match="made on 2031-01-01, and today is 2026-11-30"):
        run(tmp_path, feed(CARDS, day="2031-01-01"), day=today)
    with pytest.raises(FeedError, match="2026-12-02"):
        run(tmp_path, feed(CARDS, day="2026-12-02"), day=today, allow_older=True)
    assert not (tmp_path / "c.db").exists()
    # The date differs around the world.
    assert run(tmp_path, feed(CARDS, day="2026-12-01"), day=today).changes


def test_day_that_is_wrong_already_keeps_no_feed_out(tmp_path: Path) -> None:
    run(tmp_path, feed(CARDS, day="2031-01-01"))
    assert run(tmp_path, feed(CARDS[:2], day="2026-11-01"), day=date(2026, 11, 30)).count("removed")["cards"] == 1


def test_age_is_never_negative(tmp_path: Path, run_cli: Run) -> None:
    run(tmp_path, feed(CARDS, day="2026-12-01"))
    code, out, _ = run_cli("games", "--db", str(tmp_path / "c.db"), "--on", "2026-11-30", "--json")
    ages = {row["game"]: row["age_days"] for row in json.loads(out)["games"]}
    assert (code, ages["lorcana"]) == (0, 0)


# -- what is left behind ----------------------------------------------------------------------------------------


def test_refused_import_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FeedError):
        update(LORCANA, save(tmp_path / "feed.json", feed([])), tmp_path / "new" / "c.db")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["feed.json"]


def test_catalogue_that_another_import_made_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckkit.feeds import upsert

    other = tmp_path / "other.db"
    update(LORCANA, save(tmp_path / "other.json", feed([card(9, "Other", setCode="2")], ("2",))), other)

    def late(path: Path, timeout: float = 120.0) -> Any:
        shutil.copy(other, path)
        return locked(path, timeout)

    monkeypatch.setattr(upsert, "locked", late)
    run(tmp_path, feed(CARDS, ("1", "2"), day="2026-11-01"))
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        assert [run.generated for run in catalogue.feeds("lorcana")] == [date(2026, 11, 1)]
        assert catalogue.index("lorcana").gone("Other") == ("Other", date(2026, 11, 1))


# -- a damaged copy ---------------------------------------------------------------------------------------------


def _spoil(path: Path, how: str) -> None:
    data = bytearray(shipped_path().read_bytes())
    if how == "cut":
        del data[len(data) // 2 :]
    elif how == "text":
        data = bytearray(b"this is no database\n" * 100)
    elif how == "middle":
        data[40_000:400_000] = b"\xff" * 360_000
    elif how == "empty":
        data = bytearray()
    path.write_bytes(data)
    if how == "version":
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize("how", ["cut", "text", "middle", "empty", "version"])
def test_damaged_copy_gives_way_to_the_shipped_catalogue(
    tmp_path: Path, run_cli: Run, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    own = tmp_path / "riftlore.db"
    _spoil(own, how)
    monkeypatch.setattr(store, "user_path", lambda: own)
    monkeypatch.delenv("DECKKIT_DB")
    code, out, err = run_cli("show", "lorcana:elsa-spirit-of-winter", "--json")
    assert code == 0 and json.loads(out)["id"] == "lorcana:elsa-spirit-of-winter"
    assert str(own) in err and "deckkit update" in err
    with Catalogue.open() as catalogue:
        assert catalogue.origin == "shipped"
    if how in ("text", "empty", "version"):
        with pytest.raises(CatalogueError):
            Catalogue.open(own)
        monkeypatch.setenv("DECKKIT_DB", str(own))
        with pytest.raises(CatalogueError):
            Catalogue.open()


@pytest.mark.parametrize("how", ["cut", "middle"])
def test_update_of_a_damaged_copy_says_so(tmp_path: Path, how: str) -> None:
    _spoil(tmp_path / "c.db", how)
    with pytest.raises(CatalogueError, match="not a readable card catalogue"):
        run(tmp_path, feed(CARDS))


# -- cards that a feed dropped ----------------------------------------------------------------------------------


def test_removed_card_is_told_as_removed(tmp_path: Path, run_cli: Run) -> None:
    db = str(tmp_path / "c.db")
    run(tmp_path, feed(CARDS))
    run(tmp_path, feed(CARDS[1:], day="2026-11-01"))
    told = "Alpha - First was removed from the catalogue on 2026-11-01"
    for name in ("alpha – first", "lorcana:alpha-first"):
        code, _, err = run_cli("show", name, "--game", "lorcana", "--db", db)
        assert code == 3 and told in err
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Alpha - First\n4 Beta - Second\n", encoding="utf-8")
    code, out, err = run_cli("check", str(deck), "--game", "lorcana", "--db", db)
    assert code != 0 and told in out.decode() + err
    code, _, err = run_cli("show", "Nobody", "--game", "lorcana", "--db", db)
    assert code == 3 and "no card is called 'Nobody'" in err
