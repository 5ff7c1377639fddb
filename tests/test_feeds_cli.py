"""``deckkit update``: the report as text and as JSON, exit codes, where it writes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from feeds_support import CARDS, card, feed, save
from schema_check import validate

from deckkit.catalogue import Catalogue

Run = Callable[..., tuple[int, bytes, str]]


def test_text_report(tmp_path: Path, run_cli: Run) -> None:
    source, db = save(tmp_path / "feed.json", feed(CARDS)), str(tmp_path / "c.db")
    code, out, err = run_cli("update", "lorcana", "--from", str(source), "--db", db)
    text = out.decode()
    assert code == 0
    assert "lorcana: lorcanajson 2.4.0 (en, 2026-10-16)" in text
    assert "added: 3 cards, 3 printings, 1 set," in text
    # The known aliases name cards that this feed does not have.
    assert "names a card that is not there" in err
    code, out, err = run_cli("update", "lorcana", "--from", str(source), "--db", db, "--quiet", "--lang", "en")
    assert (code, err) == (0, "")
    assert out.decode().count("nothing") == 3


def test_long_report_is_cut(tmp_path: Path, run_cli: Run) -> None:
    source = save(tmp_path / "feed.json", feed([card(i, f"Name{i}", "X") for i in range(1, 101)]))
    _, out, _ = run_cli("update", "lorcana", "--from", str(source), "--db", str(tmp_path / "c.db"))
    lines = out.decode().splitlines()
    assert len([line for line in lines if line.startswith("  + ")]) == 40
    # 1 set, 100 cards, 100 printings, 200 names and 100 texts, of which 40 are shown.
    assert lines[-1].strip() == "and 461 more; --json shows all"


def test_json_report(tmp_path: Path, run_cli: Run) -> None:
    db = str(tmp_path / "c.db")
    run_cli("update", "lorcana", "--from", str(save(tmp_path / "feed.json", feed(CARDS))), "--db", db)
    newer = save(tmp_path / "new.json", feed([card(1, "Alpha", "First", cost=4), CARDS[1]], day="2026-11-01"))
    for extra in (["--dry-run"], []):
        code, out, _ = run_cli("update", "lorcana", "--from", str(newer), "--db", db, "--json", *extra)
        assert code == 0
        report = json.loads(out)
        validate(report, "update")
        assert report["schema"] == "deckkit.update/1"
        assert report["dry_run"] is bool(extra)
        assert (report["feed"], report["game"], report["version"]) == ("lorcanajson", "lorcana", "2.4.0")
        assert report["generated"] == "2026-11-01"
        assert report["changed"]["cards"] == 1
        assert report["removed"] == {
            "cards": 1,
            "printings": 1,
            "sets": 0,
            "names": 0,
            "abilities": 0,
            "aliases": 0,
        }
        assert {
            "kind": "changed",
            "what": "card",
            "id": "lorcana:alpha-first",
            "name": "Alpha - First",
            "field": "cost",
            "old": 3,
            "new": 4,
        } in report["details"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["lorcana", "--from", "nothing.json"], 4),
        (["chess"], 2),
        (["lorcana", "--language", "tlh"], 2),
        (["lorcana", "--from", "x.json", "--language", "fr"], 2),
        ([], 2),
    ],
)
def test_errors_have_one_shape(tmp_path: Path, run_cli: Run, arguments: list[str], code: int) -> None:
    found, out, err = run_cli("update", *arguments, "--db", str(tmp_path / "c.db"), "--json")
    assert (found, out) == (code, b"")
    assert set(json.loads(err)["error"]) == {"what", "where", "do"}


def test_environment_names_the_catalogue(tmp_path: Path, run_cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKKIT_DB", str(tmp_path / "env.db"))
    code, _, _ = run_cli("update", "lorcana", "--from", str(save(tmp_path / "feed.json", feed(CARDS))))
    assert code == 0
    with Catalogue.open() as catalogue:
        assert (catalogue.origin, catalogue.counts("lorcana")["cards"]) == ("env", 3)


def test_import_is_recorded_with_the_day(tmp_path: Path, run_cli: Run) -> None:
    from deckkit.cli.common import parse_day

    before = parse_day(None)
    run_cli(
        "update", "lorcana", "--from", str(save(tmp_path / "feed.json", feed(CARDS))), "--db", str(tmp_path / "c.db")
    )
    with Catalogue.open(tmp_path / "c.db") as catalogue:
        imported = catalogue.feeds("lorcana")[0].imported_at
    assert imported in {before.isoformat(), parse_day(None).isoformat()}


def test_reading_a_catalogue_needs_no_importer(tmp_path: Path) -> None:
    """Nothing heavy comes in by reading, nor by ``--help``."""
    code = (
        "import sys; from deckkit.catalogue import Catalogue; import deckkit.cli.main; "
        "print([m for m in ('sqlmodel', 'sqlalchemy', 'httpx', 'rich', 'filelock', 'hishel') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "[]"
