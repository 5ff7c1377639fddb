"""What is played of the cards: effects written by hand and compiled ones together, `coverage`, `show`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from feeds_support import card, feed, lorcana_feeds, save
from schema_check import validate

from deckkit.catalogue import Catalogue, shipped_path
from deckkit.catalogue.store import AbilityRow
from deckkit.effects.authored import Authored
from deckkit.effects.coverage import Counts, game_coverage
from deckkit.effects.notation import read_abilities
from deckkit.effects.playing import GameEffects, stands
from deckkit.effects.render import Labels
from deckkit.effects.words import KERNEL
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games import GAMES

Run = Callable[..., tuple[int, bytes, str]]
A, B, C = "a" * 16, "b" * 16, "c" * 16
DRAW = '[{"do":[{"n":2,"op":"draw"}],"on":"play"}]'
BY_HAND = read_abilities([{"on": "play", "do": [{"op": "shuffle"}]}], KERNEL)


def row(text_hash: str, status: str | None = "exact", ir: str | None = DRAW, **more: Any) -> AbilityRow:
    given: dict[str, Any] = {
        "kind": "effect",
        "name": None,
        "text": None,
        "language": "en",
        "used_until": None,
        "origin": "compiled 1",
        "clauses": '{"exact":1}' if status == "exact" else '{"exact":0,"gaps":[["word","0123abcd"]]}',
    }
    return AbilityRow(text_hash=text_hash, status=status, ir=ir if status == "exact" else None, **{**given, **more})


def part(*entries: Authored) -> GameEffects:
    return GameEffects(KERNEL, lambda: {one.card: one for one in entries}, Labels)


def entry(*texts: str, partial: bool = False) -> Authored:
    return Authored("g:x", BY_HAND, "a rulebook", date(2026, 12, 1), partial, texts)


def words(found: Any) -> list[str]:
    return [ability.do[0].word for ability in found.abilities]


def test_what_is_written_by_hand_wins_over_what_is_compiled() -> None:
    found = part(entry(A)).of("g:x", [row(A)])
    assert (found.coverage, words(found)) == ("exact", ["shuffle"])
    (one,) = found.parts
    assert (one.origin, one.texts, one.source) == ("authored", (A,), "a rulebook")


def test_it_stands_for_its_texts_alone() -> None:
    """One entry for two printed texts; the third is the compiler's, in printed order."""
    found = part(entry(A, C)).of("g:x", [row(A), row(B), row(C)])
    assert words(found) == ["shuffle", "draw"]
    assert [one.texts for one in found.parts] == [(A, C), (B,)]
    assert found.clauses == {"exact": 3, "partial": 0, "unparsed": 0}
    found = part(entry(A, C)).of("g:x", [row(A, "unparsed"), row(B, "unparsed"), row(C, "unparsed")])
    assert (found.coverage, words(found)) == ("partial", ["shuffle"])


def test_a_stale_entry_is_not_used_and_told() -> None:
    """Errata: one of its texts is not the card's any more."""
    stale = entry(A, C)
    found = part(stale).of("g:x", [row(A), row(B, "unparsed")])
    assert found.stale is stale
    assert (found.coverage, words(found)) == ("partial", ["draw"])
    found = part(entry(A)).of("g:x", [row(A, used_until=date(2026, 1, 1)), row(B)])
    assert found.stale is not None and words(found) == ["draw"]
    # An entry without texts is for a card whose texts nobody knows.
    assert stands(entry(), []) and not stands(entry(), [A])
    assert words(part(entry()).of("g:x", [])) == ["shuffle"]


def test_an_entry_may_say_that_it_is_partial() -> None:
    found = part(entry(A, partial=True)).of("g:x", [row(A)])
    assert (found.coverage, found.clauses["partial"]) == ("partial", 1)


def test_rows_that_are_no_effects() -> None:
    """Keywords are facts of the card; reminders repeat a rule; other languages and former texts are no rows of it."""
    silent = [
        row(A, "keyword", kind="keyword"),
        row(A, None, kind="keyword"),
        row(B, "reminder"),
        row(C, language="fr"),
        row(C, used_until=date(2026, 1, 1)),
    ]
    assert part().of("g:x", silent).coverage == "none"
    assert part().of("g:x", [*silent, row("d" * 16)]).coverage == "exact"


def test_a_game_without_texts_plays_what_is_written() -> None:
    none = GameEffects(KERNEL, lambda: {"g:x": entry()}, Labels, language=None)
    assert none.of("g:x", []).coverage == "exact" and none.of("g:y", []).coverage == "unparsed"


# -- the command ----------------------------------------------------------------------------------------------------


def action(feed_id: int, name: str, *effects: str) -> dict[str, Any]:
    gone = dict.fromkeys(("strength", "willpower", "lore", "subtypes"), ...)
    return card(feed_id, name, type="Action", abilities=[], effects=list(effects), **gone)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six cards: two exact, one partial, one not played, one with a keyword, one vanilla."""
    folder = tmp_path_factory.mktemp("coverage")
    rush = {"type": "keyword", "fullText": "Rush (Words.)", "keyword": "Rush"}
    cards = [
        action(1, "Alpha", "Draw 2 cards."),
        action(2, "Beta", "Draw 2 cards. Gain 1 lore."),
        action(3, "Gamma", "Draw 2 cards. Whistle the anthem."),
        action(4, "Delta", "Whistle the anthem."),
        card(5, "Epsilon", abilities=[rush]),
        card(6, "Zeta", abilities=[]),
    ]
    target = folder / "c.db"
    import_bundle(lorcana_feeds(), read_path(save(folder / "f.json", feed(cards))), Target(target))
    return target


def test_a_game(run_cli: Run, database: Path) -> None:
    code, out, err = run_cli("coverage", "lorcana", "--db", str(database), "--on", "2026-11-30", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    validate(document, "coverage")
    (game,) = document["games"]
    assert game["cards"] == {
        "exact": 2,
        "partial": 1,
        "unparsed": 1,
        "of": 4,
        "share": 0.5,
        "keywords_only": 1,
        "vanilla": 1,
    }
    # Alpha 1, Beta 2, Gamma 1 of 2, Delta 0 of 1.
    assert game["clauses"] == {"exact": 4, "partial": 1, "unparsed": 1, "of": 6, "share": 4 / 6}
    (of_set,) = game["sets"]
    assert (of_set["set"], of_set["exact"], of_set["of"], of_set["without_text"]) == ("1", 2, 4, 2)
    assert {one["name"]: one["coverage"] for one in game["not_played"]} == {"Gamma": "partial", "Delta": "unparsed"}
    # One word that the grammar lacks keeps both from being exact.
    (piece,) = game["missing"]
    assert (piece["gap"], piece["unlocks"]) == ("word", 2)
    assert [one["name"] for one in piece["cards"]] == ["Delta", "Gamma"]
    assert "whistle" in piece["reason"], "this catalogue has the texts"
    assert game["stale"] == [] and document["decks"] == []


def test_a_format_holds_what_is_legal(run_cli: Run, database: Path) -> None:
    """Set 1 of the made-up feed left Core by rotation (digest 1.6); Infinity has it."""
    _, out, _ = run_cli("coverage", "infinity", "--db", str(database), "--on", "2026-11-30", "--json")
    (game,) = json.loads(out)["games"]
    assert (game["format"], game["cards"]["of"]) == ("infinity", 4)
    _, out, _ = run_cli("coverage", "core", "-g", "lorcana", "--db", str(database), "--on", "2026-11-30", "--json")
    (game,) = json.loads(out)["games"]
    assert (game["format"], game["cards"]["of"], game["cards"]["share"]) == ("core", 0, None)


def test_as_text(run_cli: Run, database: Path) -> None:
    code, out, _ = run_cli("coverage", "--db", str(database), "--on", "2026-11-30")
    page = out.decode()
    assert code == 0
    assert "played exactly: 2 of 4 (50.0 %)" in page and "in part: 1, not at all: 1" in page
    assert "1 cards with keywords only, 1 vanilla" in page
    line = next(line for line in page.splitlines() if line.startswith("2 "))
    assert line.split()[:2] == ["2", "2"] and line.endswith("Delta")
    assert "Would unlock" not in run_cli("coverage", "lorcana", "--db", str(database), "--top", "0")[1].decode()


def test_as_csv_a_row_is_a_card(run_cli: Run, database: Path) -> None:
    code, out, _ = run_cli("coverage", "lorcana", "--db", str(database), "--csv")
    rows = {one["name"]: one for one in csv.DictReader(io.StringIO(out.decode()))}
    assert code == 0 and len(rows) == 6
    assert rows["Gamma"]["coverage"] == "partial" and (rows["Gamma"]["exact"], rows["Gamma"]["partial"]) == ("1", "1")
    assert rows["Zeta"]["coverage"] == "none" and rows["Zeta"]["count"] == ""


def test_lists(run_cli: Run, database: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("4 Alpha\n3 Gamma\n2 Delta\n1 Zeta\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("2 Beta\n1 Nobody - At All\n", encoding="utf-8")
    arguments = ("-g", "lorcana", "--db", str(database))
    code, out, err = run_cli("coverage", str(tmp_path / "a.txt"), *arguments, "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    validate(document, "coverage")
    (deck,) = document["decks"]
    assert (deck["copies"]["exact"], deck["copies"]["without_text"], deck["copies"]["total"]) == (4, 1, 10)
    assert deck["share"] == 0.5
    assert [(one["name"], one["count"], one["coverage"]) for one in deck["not_played"]] == [
        ("Gamma", 3, "partial"),
        ("Delta", 2, "unparsed"),
    ]
    code, out, err = run_cli("coverage", str(tmp_path), *arguments)
    page = out.decode()
    assert code == 3 and "b.txt, line 2" in err
    assert "5 of 10 copies (50.0 %)" in page and "2 of 2 copies (100.0 %)" in page
    assert "3 Gamma: in part" in page and "2 Delta: by its printed facts only" in page
    code, out, _ = run_cli("coverage", str(tmp_path), *arguments, "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert code == 3 and [(one["name"], one["count"]) for one in rows if one["deck"].endswith("b.txt")] == [
        ("Beta", "2")
    ]
    code, out, _ = run_cli("coverage", str(tmp_path / "b.txt"), str(tmp_path / "none.txt"), *arguments, "--json")
    document = json.loads(out)
    validate(document, "coverage")
    assert code == 3 and "error" in document["decks"][1] and document["decks"][0]["unresolved"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lorcana", "-g", "nothing"), "nothing"),
        (("lorcana", "--on", "tomorrow"), "not a date"),
        (("lorcana", "--top", "-1"), "top"),
    ],
)
def test_wrong_usage(run_cli: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run_cli("coverage", *arguments)
    assert (code, out) == (2, b"") and said in err


def test_a_game_without_effects(run_cli: Run, unplayable: str) -> None:
    code, out, err = run_cli("coverage", unplayable)
    assert (code, out) == (2, b"") and "not known to deckkit yet" in err


def test_a_file_that_is_none(run_cli: Run) -> None:
    code, out, err = run_cli("coverage", "no-such-list.txt", "-g", "lorcana")
    assert (code, out) == (3, b"") and "no-such-list.txt" in err


def test_goldfish_tells_first_what_is_not_played(run_cli: Run, database: Path, tmp_path: Path) -> None:
    """Issue 6, 5: in text and in JSON."""
    (tmp_path / "a.txt").write_text("4 Alpha\n4 Delta\n52 Zeta\n", encoding="utf-8")
    arguments = ("goldfish", str(tmp_path / "a.txt"), "-g", "lorcana", "--db", str(database), "--games", "3")
    code, out, _ = run_cli(*arguments)
    first, second, *_ = out.decode().splitlines()
    assert code == 0 and "56 of 60" in first and "4 Delta" in second
    coverage = json.loads(run_cli(*arguments, "--json")[1])["coverage"]
    assert (coverage["exact"], coverage["of"]) == (56, 60)
    assert [(one["name"], one["count"], one["coverage"]) for one in coverage["not_played"]] == [
        ("Delta", 4, "unparsed")
    ]


# -- show -----------------------------------------------------------------------------------------------------------


def test_show_says_it_in_our_own_words(run_cli: Run, database: Path) -> None:
    code, out, _ = run_cli("show", "Gamma", "--db", str(database), "--json")
    document = json.loads(out)
    validate(document, "show")
    assert code == 0
    assert document["effects"] == {
        "coverage": "partial",
        "stale": False,
        "parts": [
            {
                "status": "partial",
                "origin": "compiled",
                "source": None,
                "said": ["When this card is played: draw 2 cards."],
            }
        ],
    }
    page = run_cli("show", "Gamma", "--db", str(database))[1].decode()
    assert "draw 2 cards." in page and "the rest of this text is not played" in page
    assert "a text that is not played" in run_cli("show", "Delta", "--db", str(database))[1].decode()
    assert "in our own words" not in run_cli("show", "Zeta", "--db", str(database))[1].decode()


def test_show_of_a_game_whose_cards_do_nothing_yet(run_cli: Run, unplayable: str) -> None:
    code, out, _ = run_cli("show", f"{unplayable}:jinx-loose-cannon", "--json")
    assert code == 0 and json.loads(out)["effects"] is None


# -- the shipped catalogue ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.effects is not None])
def test_nothing_written_by_hand_is_stale(slug: str) -> None:
    effects = GAMES[slug].effects
    assert effects is not None
    with Catalogue.open(shipped_path()) as catalogue:
        known = {one.key for one in catalogue.cards(slug)}
        assert set(effects().authored()) <= known, "an entry for a card that there is not"
        assert [one.name for one in game_coverage(slug, effects(), catalogue).stale] == []


def test_counts_add_up_over_the_shipped_catalogue() -> None:
    effects = GAMES["lorcana"].effects
    assert effects is not None
    with Catalogue.open(shipped_path()) as catalogue:
        found = game_coverage("lorcana", effects(), catalogue)
        assert found.cards.of + found.keywords + found.vanilla == len(catalogue.cards("lorcana"))
        assert found.cards == Counts.count(found.found.values())
        # Every text was read by the compiler of this notation.
        assert "unread" not in {piece.gap for piece in found.missing}
        # Each card with a piece missing is told under it.
        lacking = {card for piece in found.missing for card in piece.cards}
        assert lacking == {card for card, one in found.found.items() if one.coverage in ("partial", "unparsed")}
        assert sum(piece.unlocks for piece in found.missing) <= len(lacking)
