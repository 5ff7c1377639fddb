"""Texts compiled at import: what a row keeps, when it is kept, and what becomes of a text that errata replaced."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from feeds_support import card, feed, lorcana_feeds, save

from deckkit.catalogue import Catalogue
from deckkit.effects.playing import GameEffects
from deckkit.effects.rows import Clauses, TextCompiler, current, kept_origin
from deckkit.feeds.facts import write_facts
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games import GAMES
from deckkit.games.lorcana.compiling import COMPILER
from deckkit.games.lorcana.table import play_card

# Sentences as any card game has them; no card bears them.
DRAW, DISCARD = "Draw 2 cards.", "Each opponent chooses and discards a card."
STRANGE = "Sing a lullaby backwards."
DRAW_2 = [{"on": "play", "do": [{"op": "draw", "n": 2}]}]


def action(feed_id: int, name: str, *effects: str) -> dict[str, Any]:
    return card(
        feed_id,
        name,
        type="Action",
        strength=...,
        willpower=...,
        lore=...,
        subtypes=...,
        abilities=[],
        effects=list(effects),
        fullText="\n".join(effects),
    )


def ability(kind: str, text: str, name: str | None = None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "fullText": f"{name} {text}" if name else text, **({"name": name} if name else {}), **more}


def load(path: Path, target: Path, document: dict[str, Any], **options: Any) -> Any:
    return import_bundle(lorcana_feeds(), read_path(save(path / "feed.json", document)), Target(target), **options)


def rows(target: Path, key: str) -> list[tuple[Any, ...]]:
    sql = (
        "SELECT a.kind, a.status, a.ir, a.clauses, a.used_until, a.origin FROM ability a "
        "JOIN card c ON c.id = a.card_id WHERE c.key = ? ORDER BY a.position"
    )
    with closing(sqlite3.connect(target)) as db:
        return db.execute(sql, (f"lorcana:{key}",)).fetchall()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "c.db"


def played(target: Path, key: str) -> Any:
    with Catalogue.open(target) as catalogue:
        return play_card(catalogue.card(f"lorcana:{key}"), catalogue)


def test_texts_become_effects(tmp_path: Path, target: Path) -> None:
    load(
        tmp_path,
        target,
        feed(
            [
                action(1, "All", DRAW),
                action(2, "Half", f"{DRAW} {STRANGE}"),
                action(3, "Nothing", STRANGE),
                card(4, "Word", abilities=[ability("keyword", "Rush (Words.)", keyword="Rush")]),
                card(5, "Note", abilities=[ability("static", "(Only a reminder.)")]),
                action(6, "Song", "(A character with cost 3 or more can ⟳ to sing this song for free.)", DRAW),
                card(7, "Plain", abilities=[]),
            ]
        ),
    )
    ((kind, status, ir, clauses, until, origin),) = rows(target, "all")
    assert (kind, status, until, clauses) == ("effect", "exact", None, '{"exact":1}')
    assert json.loads(ir) == DRAW_2
    assert ir == json.dumps(DRAW_2, sort_keys=True, separators=(",", ":")), "canonical JSON"
    assert origin == COMPILER.origin and current(origin) and kept_origin(origin) == "compiled 1"
    ((_, status, ir, clauses, _, _),) = rows(target, "half")
    assert status == "partial" and json.loads(ir) == DRAW_2
    assert Clauses.of(clauses).exact == 1 and [gap for gap, _ in Clauses.of(clauses).gaps] == ["word"]
    ((_, status, ir, clauses, _, _),) = rows(target, "nothing")
    assert (status, ir) == ("unparsed", None)
    # Gaps keep a hash, never a word of the text.
    assert "lullaby" not in clauses and "backwards" not in clauses
    assert [row[1:4] for row in rows(target, "word")] == [("keyword", None, None)]
    assert [row[1:4] for row in rows(target, "note")] == [("reminder", None, None)]
    assert [row[1] for row in rows(target, "song")] == ["reminder", "exact"]
    coverage = {
        key: played(target, key).coverage for key in ("all", "half", "nothing", "word", "note", "song", "plain")
    }
    assert coverage == {
        "all": "exact",
        "half": "partial",
        "nothing": "unparsed",
        "word": "none",
        "note": "none",
        "song": "exact",
        "plain": "none",
    }
    assert len(played(target, "song").abilities) == 1


def test_a_shift_paid_in_cards(tmp_path: Path, target: Path) -> None:
    """CR 8.10.1: the cost of Shift may be something else than ink; a number of ink is the keyword's own."""
    shift = "(You may pay this to play it on top of one of your characters named Alpha.)"
    load(
        tmp_path,
        target,
        feed(
            [
                card(1, "Alpha", "Ink", abilities=[ability("keyword", f"Shift 3 ⬡ {shift}", keyword="Shift")]),
                card(
                    2,
                    "Alpha",
                    "Cards",
                    abilities=[ability("keyword", f"Shift: Discard 2 cards {shift}", keyword="Shift")],
                ),
                card(
                    3, "Alpha", "Odd", abilities=[ability("keyword", f"Shift: Whistle a tune {shift}", keyword="Shift")]
                ),
            ]
        ),
    )
    assert [row[1] for row in rows(target, "alpha-ink")] == ["keyword"]
    ((_, status, ir, _, _, _),) = rows(target, "alpha-cards")
    assert status == "exact"
    assert json.loads(ir) == [{"on": "static", "do": [{"op": "shift_cost", "cost": [{"op": "discard", "n": 2}]}]}]
    ((_, status, ir, clauses, _, _),) = rows(target, "alpha-odd")
    assert (status, ir) == ("unparsed", None) and Clauses.of(clauses).gaps[0][0] == "cost"
    assert played(target, "alpha-odd").coverage == "unparsed", "a cost that is not played is told"


def test_the_name_of_an_ability_is_no_part_of_what_it_does(tmp_path: Path, target: Path) -> None:
    text = "When you play this character, draw a card."
    load(tmp_path, target, feed([card(1, "Alpha", abilities=[ability("triggered", text, "DRAW 2 CARDS.")])]))
    ((_, status, ir, _, _, _),) = rows(target, "alpha")
    assert status == "exact" and json.loads(ir) == [{"on": "play", "do": [{"op": "draw", "n": 1}]}]


def test_errata_retire_the_effect_with_the_text(tmp_path: Path, target: Path) -> None:
    load(tmp_path, target, feed([action(1, "Alpha", DRAW)], day="2026-01-01"))
    assert played(target, "alpha").abilities[0].do[0].word == "draw"
    load(tmp_path, target, feed([action(1, "Alpha", DISCARD)], day="2026-02-01"))
    now, former = rows(target, "alpha")
    assert now[1] == "exact" and json.loads(now[2])[0]["do"][0]["op"] == "discard" and now[4] is None
    # What is not the card's text any more has no effect, only its date and its hash.
    assert former[1:] == (None, None, None, "2026-02-01", None)
    assert [one.do[0].word for one in played(target, "alpha").abilities] == ["discard"]
    # An erratum that is taken back brings the effect back.
    load(tmp_path, target, feed([action(1, "Alpha", DRAW)], day="2026-03-01"))
    assert [one.do[0].word for one in played(target, "alpha").abilities] == ["draw"]
    assert [row[4] for row in rows(target, "alpha")] == [None, "2026-03-01"]


def test_the_same_text_of_another_kind_is_read_anew(tmp_path: Path, target: Path) -> None:
    text = "When you play this character, draw a card."
    load(tmp_path, target, feed([card(1, "Alpha", abilities=[ability("static", text)])], day="2026-01-01"))
    assert rows(target, "alpha")[0][1] == "unparsed"
    load(tmp_path, target, feed([card(1, "Alpha", abilities=[ability("triggered", text)])], day="2026-02-01"))
    assert rows(target, "alpha")[0][:2] == ("triggered", "exact")


def _counting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    from deckkit.effects import compile as compiling

    seen: list[str] = []
    true = compiling.compile_ability

    def counted(text: str, *rest: Any, **more: Any) -> Any:
        seen.append(text)
        return true(text, *rest, **more)

    monkeypatch.setattr(compiling, "compile_ability", counted)
    return seen


def test_what_did_not_change_is_not_compiled_again(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _counting(monkeypatch)
    cards = [action(1, "Alpha", DRAW), action(2, "Beta", STRANGE)]
    load(tmp_path, target, feed(cards, day="2026-01-01"))
    assert sorted(seen) == sorted([DRAW, STRANGE])
    seen.clear()
    before = target.read_bytes()
    load(tmp_path, target, feed(cards, day="2026-01-01"))
    assert seen == [] and target.read_bytes() == before
    # A new card brings a name, of which a text that was not understood may speak; an exact one is kept.
    load(tmp_path, target, feed([*cards, action(3, "Gamma", DISCARD)], day="2026-02-01"))
    assert sorted(seen) == sorted([STRANGE, DISCARD])


def test_a_changed_compiler_reads_all_texts_again(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = feed([action(1, "Alpha", DRAW)])
    load(tmp_path, target, document)
    source = tmp_path / "grammar.lark"
    source.write_text("another", encoding="utf-8")
    other = replace(COMPILER, sources=(source,))
    assert other.origin != COMPILER.origin
    feeds = replace(lorcana_feeds(), compiler=lambda: other)
    seen = _counting(monkeypatch)
    report = import_bundle(feeds, read_path(save(tmp_path / "feed.json", document)), Target(target))
    # Nothing of the feed changed, and still the catalogue is written.
    assert seen == [DRAW] and not report.changes
    assert rows(target, "alpha")[0][5] == other.origin


def test_a_dry_run_compiles_nothing(tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _counting(monkeypatch)
    load(tmp_path, target, feed([action(1, "Alpha", DRAW)]), dry_run=True)
    assert seen == [] and not target.exists()


def test_without_a_compiler_texts_have_no_effect(tmp_path: Path, target: Path) -> None:
    feeds = replace(lorcana_feeds(), compiler=None)
    import_bundle(feeds, read_path(save(tmp_path / "f.json", feed([action(1, "Alpha", DRAW)]))), Target(target))
    assert rows(target, "alpha")[0][1:3] == (None, None)
    found = played(target, "alpha")
    assert (found.coverage, found.abilities) == ("unparsed", ()), "never played as nothing silently"


def test_facts_keep_the_effect_without_the_text(tmp_path: Path, target: Path) -> None:
    """Facts → catalogue → the same effects; the next feed with texts renews them."""
    document = feed([action(1, "Alpha", DRAW), action(2, "Beta", f"{DRAW} {STRANGE}")], day="2026-01-01")
    load(tmp_path, target, document)
    write_facts(target, "lorcana", tmp_path / "facts")
    lines = [json.loads(line) for line in (tmp_path / "facts" / "cards.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["abilities"][0]["ir"] == DRAW_2
    assert lines[0]["abilities"][0]["origin"] == "compiled 1", "it does not change with the compiler's code"
    again = tmp_path / "again.db"
    import_bundle(lorcana_feeds(), read_path(tmp_path / "facts"), Target(again))
    for key in ("alpha", "beta"):
        assert [row[:5] for row in rows(again, key)] == [row[:5] for row in rows(target, key)]
        assert played(again, key).abilities == played(target, key).abilities
    load(tmp_path, again, document, allow_older=True)
    assert rows(again, "alpha") == rows(target, "alpha")
    changed = feed([action(1, "Alpha", DISCARD), action(2, "Beta", DRAW)], day="2026-05-01")
    load(tmp_path, again, changed)
    assert [one.do[0].word for one in played(again, "alpha").abilities] == ["discard"]
    assert played(again, "beta").coverage == "exact"


def test_rows_of_another_notation_are_not_played(tmp_path: Path, target: Path) -> None:
    load(tmp_path, target, feed([action(1, "Alpha", DRAW)]))
    with closing(sqlite3.connect(target)) as db:
        db.execute("UPDATE ability SET origin = 'compiled 0 12345678'")
        db.commit()
    assert played(target, "alpha").coverage == "unparsed"


def test_a_catalogue_of_before_takes_the_new_column(tmp_path: Path, target: Path) -> None:
    document = feed([action(1, "Alpha", DRAW)])
    load(tmp_path, target, document)
    with closing(sqlite3.connect(target)) as db:
        db.execute("ALTER TABLE ability DROP COLUMN clauses")
        db.execute("UPDATE ability SET ir = NULL, status = NULL, origin = NULL")
        db.commit()
    assert played(target, "alpha").coverage == "unparsed"
    load(tmp_path, target, document)
    assert rows(target, "alpha")[0][3] == '{"exact":1}' and played(target, "alpha").coverage == "exact"


def test_three_generations_of_the_feed(shared: Path, tmp_path: Path) -> None:
    """Issue 6, 4: texts that changed are retired with their effects, and all ends as from the newest feed alone."""
    feeds = shared / "feeds" / "lorcana"
    steps = ("en/old/allCards.2025-02-28.v2.1.1.json", "en", "lorcanajson-2.4.0.en.json.gz")
    target, alone = tmp_path / "c.db", tmp_path / "alone.db"
    changed: list[int] = []
    for step in steps:
        report = import_bundle(lorcana_feeds(), read_path(feeds / step, lorcana_feeds().folder_files), Target(target))
        changed.append(sum(d.kind == "changed" and d.what == "ability" for d in report.details))
        with closing(sqlite3.connect(target)) as db:
            stale = (
                "SELECT count(*) FROM ability WHERE used_until IS NOT NULL AND (ir IS NOT NULL OR status IS NOT NULL)"
            )
            open_ = (
                "SELECT count(*) FROM ability a JOIN card c ON c.id = a.card_id WHERE a.used_until IS NULL "
                "AND a.language = 'en' AND a.status IS NULL AND c.removed IS NULL"
            )
            assert db.execute(stale).fetchone() == (0,) and db.execute(open_).fetchone() == (0,)
    # SOURCES.md: 18 texts changed between the generations.
    assert sum(changed[1:]) >= 18
    import_bundle(lorcana_feeds(), read_path(feeds / steps[-1]), Target(alone))
    sql = (
        "SELECT c.key, a.position, a.kind, a.text_hash, a.status, a.ir, a.clauses, a.origin FROM ability a "
        "JOIN card c ON c.id = a.card_id WHERE a.used_until IS NULL AND a.language = 'en' AND c.removed IS NULL "
        "ORDER BY c.key, a.position"
    )
    found = []
    for path in (target, alone):
        with closing(sqlite3.connect(path)) as db:
            found.append(db.execute(sql).fetchall())
    assert found[0] == found[1]


def test_parts_of_the_games() -> None:
    for slug, game in GAMES.items():
        if game.effects is not None:
            assert isinstance(game.effects(), GameEffects), slug
        compiler = game.feeds().compiler if game.feeds is not None else None
        if compiler is not None:
            made = compiler()
            assert isinstance(made, TextCompiler) and all(path.is_file() for path in made.sources)
