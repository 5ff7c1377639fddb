"""Searching the shipped catalogue, against counts made from the raw feed, and the command."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from deckkit.catalogue import Catalogue, shipped_path
from deckkit.catalogue.search import search, sort_cards
from deckkit.cli.common import emit_csv
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.legality.query_fields import legality_fields
from deckkit.schemas import read_schema

LORCANA = GAMES["lorcana"]
FIELDS = LORCANA.cards
Run = Callable[..., tuple[int, bytes, str]]
Raw = dict[str, Any]


@pytest.fixture(scope="module")
def raw(shared: Path) -> list[Raw]:
    path = shared / "feeds" / "lorcana" / "lorcanajson-2.4.0.en.json.gz"
    cards: list[Raw] = json.loads(gzip.decompress(path.read_bytes()))["cards"]
    return cards


def keys(catalogue: Catalogue, text: str) -> set[str]:
    return {card.key for card in search(catalogue, "lorcana", FIELDS, text).cards}


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("type:character", lambda c: c["type"] == "Character"),
        ("ink:amber", lambda c: "Amber" in c["color"]),
        ("ink:amber ink:steel", lambda c: c["color"] == "Amber-Steel"),
        ("inks:2", lambda c: "-" in c["color"]),
        ("inkable", lambda c: c["inkwell"]),
        ("-inkable", lambda c: not c["inkwell"]),
        ("strength>=5", lambda c: c.get("strength", -1) >= 5),
        ("-strength>=5", lambda c: not c.get("strength", -1) >= 5),
        ("cost:2-3", lambda c: c["cost"] in (2, 3)),
        ("class:song", lambda c: "Song" in c.get("subtypes", [])),
        ("keyword:evasive", lambda c: "Evasive" in c.get("keywordAbilities", [])),
        ("keyword:shift", lambda c: any(k.endswith("Shift") for k in c.get("keywordAbilities", []))),
        ('keyword:"sing together"', lambda c: "Sing Together" in c.get("keywordAbilities", [])),
        (
            "keyword:singer>=7",
            lambda c: any(
                a.get("keyword") == "Singer" and a["keywordValueNumber"] >= 7 for a in c.get("abilities", [])
            ),
        ),
        ("set:13", lambda c: c["setCode"] == "13"),
        ("set>=13", lambda c: c["setCode"] in ("13", "14")),
        ("set:Q2", lambda c: c["setCode"] == "Q2"),
        ("rarity:enchanted", lambda c: c["rarity"] == "Enchanted"),
        ("rarity:super-rare", lambda c: c["rarity"] == "Super Rare"),
        ("promo:p1", lambda c: c.get("promoGrouping") == "P1"),
        ("printing:13-246", lambda c: c["setCode"] == "13" and c["number"] == 246),
        ("number:4b", lambda c: c["number"] == 4 and c.get("variant") == "b"),
        ("story:frozen", lambda c: "Frozen" in c["story"].split()),
        (
            "type:character cost<=3 (ink:amber or ink:steel) -keyword:evasive set:13",
            lambda c: (
                c["type"] == "Character"
                and c["cost"] <= 3
                and ("Amber" in c["color"] or "Steel" in c["color"])
                and "Evasive" not in c.get("keywordAbilities", [])
                and c["setCode"] == "13"
            ),
        ),
    ],
)
def test_the_same_cards_as_in_the_raw_feed(
    catalogue: Catalogue, raw: list[Raw], text: str, fits: Callable[[Raw], bool]
) -> None:
    index = catalogue.index("lorcana")
    expected = {card.key for c in raw if fits(c) for card in index.exact(c["fullName"])}
    assert expected
    assert keys(catalogue, text) == expected


def test_words_in_any_language(catalogue: Catalogue) -> None:
    winter = "lorcana:elsa-spirit-of-winter"
    for text in ("elsa winter", "esprit hiver", "l'hiver elsa", 'name:"spirit of winter"', '"Elsa - Spirit of Winter"'):
        assert winter in keys(catalogue, text)
    assert keys(catalogue, '"elsa – esprit de l’hiver"') == {winter}
    assert keys(catalogue, "Elsa - Spirit of Winter") == {winter}


def test_legal_and_banned_follow_the_day(catalogue: Catalogue) -> None:
    # Digest 1.6: Hiram was banned in Core from 2025-04-08 and left it by rotation on 2025-09-05;
    # in Infinity he is banned since 2026-03-26.
    def fits(text: str, on: date) -> bool:
        extra = legality_fields(lambda: LORCANA.judge(catalogue), on)
        found = search(catalogue, "lorcana", FIELDS, f'"Hiram Flaversham - Toymaker" {text}', extra)
        return len(found.cards) == 1

    assert fits("legal:core", date(2025, 4, 7))
    assert fits("banned:core -legal:core", date(2025, 4, 8))
    assert fits("-legal:core legal:infinity", date(2025, 10, 1))
    assert fits("-legal:infinity banned:infinity", date(2026, 10, 16))


def test_nothing_of_legality_is_loaded_for_a_search_without_it(catalogue: Catalogue) -> None:
    def judge() -> Any:
        raise AssertionError("not asked for")

    assert search(catalogue, "lorcana", FIELDS, "elsa", legality_fields(judge, date(2026, 1, 1))).cards


def test_rules_texts_are_searched_where_the_catalogue_has_them(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="facts only"):
        keys(catalogue, "text:example")
    path = tmp_path / "own.db"
    shutil.copy(shipped_path(), path)
    card = catalogue.card("lorcana:let-it-go")
    db = sqlite3.connect(path)
    db.execute("UPDATE ability SET text = 'Fällt ein example word, it can’t end.' WHERE card_id = ?", (card.id,))
    db.execute("DELETE FROM card_search WHERE rowid = ?", (card.id,))
    db.execute(
        "INSERT INTO card_search (rowid, names, rules_text) VALUES (?, 'Let It Go', ?)",
        (card.id, "Fällt ein example word, it can’t end."),
    )
    db.commit()
    db.close()
    with Catalogue.open(path) as own:
        for text in (
            'text:"example word"',
            "text:EXAMPLE",
            "text:fallt",
            "text:exam*",
            'text:"it can\'t end"',
            'text:"a\\"b" or text:word',
        ):
            assert keys(own, text) == {card.key}, text
        # Names are no rules texts, and the order of words counts.
        for text in ('text:"word example"', "text:go", "text:exam"):
            assert keys(own, text) == set(), text
        with pytest.raises(UsageError):
            keys(own, 'text:"*"')


def test_sorting(catalogue: Catalogue) -> None:
    cards = search(catalogue, "lorcana", FIELDS, "set:13").cards

    def column(keys: list[str], fact: str) -> list[Any]:
        return [card.facts.get(fact) for card in sort_cards(catalogue, "lorcana", FIELDS, cards, keys)]

    strengths = [value for value in column(["strength"], "strength") if value is not None]
    assert strengths == sorted(strengths)
    assert column(["strength"], "strength")[: len(strengths)] == strengths, "cards without strength come last"
    assert column(["-strength"], "strength")[: len(strengths)] == strengths[::-1], "also the other way round"
    pairs = [
        (c.facts["cost"], c.name.lower()) for c in sort_cards(catalogue, "lorcana", FIELDS, cards, ["cost", "name"])
    ]
    assert [cost for cost, _ in pairs] == sorted(cost for cost, _ in pairs)
    mixed = search(catalogue, "lorcana", FIELDS, "elsa or mickey").cards
    by_set = sort_cards(catalogue, "lorcana", FIELDS, mixed, ["set"])
    orders = [min(catalogue.sets("lorcana")[p.set_code].order for p in catalogue.printings(c)) for c in by_set]
    assert orders == sorted(orders), "set 9 stands before set 10"
    with pytest.raises(UsageError, match="colour of eyes"):
        sort_cards(catalogue, "lorcana", FIELDS, mixed, ["colour of eyes"])


# -- the command ------------------------------------------------------------------------------------------------


def test_json(run_cli: Run) -> None:
    code, out, err = run_cli("search", "elsa", "cost:8", "--game", "lorcana", "--json", "--lang", "fr")
    assert (code, err) == (0, "")
    document = json.loads(out)
    Draft202012Validator(read_schema("search")).validate(document)
    (winter,) = [row for row in document if row["id"] == "lorcana:elsa-spirit-of-winter"]
    assert winter["name"] == "Elsa - Spirit of Winter"
    assert winter["name_local"] == "Elsa - Esprit de l'hiver"
    assert (winter["game"], winter["cost"], winter["inks"], winter["inkable"]) == ("lorcana", 8, ["Amethyst"], False)
    assert winter["move_cost"] is None
    assert winter["sets"] == ["1", "9"]


def test_table_and_csv(run_cli: Run) -> None:
    code, out, err = run_cli(
        "search", "-g", "lorcana", '"Elsa - Spirit of Winter"', "--columns", "name,encre,inkable,set", "--lang", "fr"
    )
    assert code == 0
    header, row = (re.split(r"\s{2,}", line) for line in out.decode().splitlines())
    assert header[1:3] == ["Encre", "Encrable"]
    assert (row[0], row[1], row[3]) == ("Elsa - Esprit de l'hiver", "Améthyste", "1, 9")
    code, out, err = run_cli(
        "search", "-g", "lorcana", "set:13 cost>=7", "--csv", "--limit", "2", "--sort", "-cost,name"
    )
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert len(rows) == 2
    assert int(rows[0]["cost"]) >= int(rows[1]["cost"]) >= 7
    assert "2 of" in err
    assert out.count(b"\r\n") == out.count(b"\n") == 3


def test_nothing_found_is_no_failure(run_cli: Run) -> None:
    code, out, err = run_cli("search", "-g", "lorcana", "zzyzx", "--json")
    assert (code, json.loads(out)) == (0, [])
    assert err.strip()
    code, out, err = run_cli("search", "-g", "lorcana", "zzyzx", "--quiet")
    assert (code, out, err) == (0, b"", "")


def test_mistakes_are_usage_errors(run_cli: Run) -> None:
    code, out, err = run_cli("search", "-g", "lorcana", "ink:ambr")
    assert (code, out) == (2, b"")
    assert "there is no ink 'ambr'" in err and "did you mean Amber?" in err and "    ^" in err
    code, out, err = run_cli("search", "-g", "lorcana", "ink:ambr", "--json")
    assert code == 2
    assert json.loads(err)["error"]["do"] == "did you mean Amber?"
    assert run_cli("search", "-g", "lorcana", "elsa", "--columns", "eyes")[0] == 2
    assert run_cli("search", "-g", "lorcana", "elsa", "--sort", "eyes")[0] == 2
    assert run_cli("search", "elsa", "--game", "chess")[0] == 2
    assert run_cli("search", "-g", "lorcana", "legal:cor")[0] == 2
    assert run_cli("search", "-g", "lorcana", "elsa", "--on", "tomorrow")[0] == 2
    assert run_cli("search", "-g", "lorcana", "elsa", "--db", "nowhere.db")[0] == 4


def test_a_search_may_begin_with_a_minus(run_cli: Run) -> None:
    with_minus = run_cli("search", "-g", "lorcana", "--json", "--", "-inkable", "cost:1")
    with_not = run_cli("search", "-g", "lorcana", "--json", "not inkable cost:1")
    assert with_minus == with_not
    assert len(json.loads(with_minus[1])) > 1


@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        (["-inkable", "cost:1"], "not inkable cost:1"),
        (["cost:1", "-inkable", "-n", "3"], "cost:1 not inkable"),
        (["cost:1", "-keyword:evasive", "-n3"], "cost:1 not keyword:evasive"),
        (["-number:204", "cost:1", "-q", "-n", "3"], "not number:204 cost:1"),
        (["-name:elsa", "cost:9"], "not name:elsa cost:9"),
        (["-name:elsa cost:9"], "not name:elsa cost:9"),
        (["-(ink:amber or ink:ruby)", "cost:9", "--sort", "-cost"], "not (ink:amber or ink:ruby) cost:9"),
        (["cost:9", "or", "-cost:..8"], "cost:9 or not cost:..8"),
        (["--", "-inkable", "cost:1"], "not inkable cost:1"),
    ],
)
def test_terms_with_a_minus_are_told_from_options(run_cli: Run, arguments: list[str], same: str) -> None:
    code, out, _ = run_cli("search", "-glorcana", "--json", *arguments)
    assert code == 0
    found = json.loads(out)
    expected = json.loads(run_cli("search", "-g", "lorcana", "--json", same, "--sort", "-cost")[1])
    assert found and expected
    limited = "-n" in arguments or "-n3" in arguments
    ids = {row["id"] for row in expected}
    assert {row["id"] for row in found} <= ids
    assert len(found) == (3 if limited else len(ids))


def test_options_that_there_are_not_are_told(run_cli: Run) -> None:
    code, out, err = run_cli("search", "--inkable", "elsa")
    assert (code, out) == (2, b"") and "--inkable" in err
    assert run_cli("search", "-g", "lorcana")[0] == 2
    assert run_cli("search", "elsa", "-g")[0] == 2


def test_a_range_of_sets_is_none_of_letters(catalogue: Catalogue) -> None:
    # The letters of "1-4" are those of set 14.
    assert keys(catalogue, "set:1-4") == keys(catalogue, "set:1 or set:2 or set:3 or set:4")
    assert keys(catalogue, "set:13..") == keys(catalogue, "set>=13")


def test_without_a_game_all_that_understand_the_search_answer(run_cli: Run) -> None:
    code, out, err = run_cli("search", "fire", "--json")
    assert code == 0
    found = json.loads(out)
    assert {"lorcana", "wowtcg"} <= {row["game"] for row in found}
    for game in {row["game"] for row in found}:
        alone = json.loads(run_cli("search", "fire", "-g", game, "--json")[1])
        assert [row for row in found if row["game"] == game] == alone
    # A value that one game knows, and a bare word that is a flag in one game and in no name of another.
    for query in ("ink:amber cost:9", "-inkable cost:9"):
        code, out, err = run_cli("search", query, "--json")
        assert {row["game"] for row in json.loads(out)} == {"lorcana"}
        assert "no meaning in: riftbound" in err
        assert out == run_cli("search", query, "--json", "-g", "lorcana")[1]


def test_tables_of_several_games(run_cli: Run) -> None:
    _, out, _ = run_cli("search", "fire")
    header, *rows = out.decode().splitlines()
    assert header.split()[:2] == ["Game", "Name"] and {row.split()[0] for row in rows} >= {"lorcana", "wowtcg"}
    _, out, _ = run_cli("search", "fire", "--columns", "game,name,ink,faction", "--csv", "--sort", "ink")
    table = list(csv.DictReader(io.StringIO(out.decode())))
    assert list(table[0]) == ["game", "name", "inks", "faction"]
    assert {row["inks"] for row in table if row["game"] == "wowtcg"} == {""}
    assert {row["faction"] for row in table if row["game"] == "lorcana"} == {""}
    assert any(row["inks"] for row in table) and any(row["faction"] for row in table)
    assert len(list(csv.DictReader(io.StringIO(run_cli("search", "fire", "--csv", "-n", "4")[1].decode())))) == 4
    assert run_cli("search", "zzyzx")[:2] == (0, b"")


def test_mistakes_without_a_game(run_cli: Run) -> None:
    # The error is that of the game that understood the field.
    code, out, err = run_cli("search", "ink:ambr")
    assert (code, out) == (2, b"") and "did you mean Amber?" in err
    assert run_cli("search", "elsa", "--columns", "eyes")[0] == 2
    assert run_cli("search", "zzyzx", "--sort", "eyes")[0] == 2
    assert run_cli("search", "(")[0] == 2


def test_legal_in_a_format_of_ones_own(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "shop.toml"
    path.write_text('schema = 1\n[formats.shop]\nparent = "core"\ntitle = { en = "Our shop" }\n', encoding="utf-8")
    asked = ("--json", "--on", "2026-10-16")
    ours = json.loads(run_cli("search", "elsa legal:core", "-g", "lorcana", *asked)[1])
    for game in (("-g", "lorcana"), ()):
        code, out, _ = run_cli("search", "elsa legal:shop", *game, *asked, "--formats", str(path))
        assert code == 0 and json.loads(out) == ours != []
    code, out, _ = run_cli("export", "cards", "-g", "lorcana", "--where", "elsa legal:shop", "--to", "json",
                           "--on", "2026-10-16", "--formats", str(path))  # fmt: skip
    assert {row["id"] for row in json.loads(out)} == {row["id"] for row in ours}
    assert run_cli("search", "elsa legal:shop", "-g", "lorcana")[0] == 2
    assert run_cli("search", "elsa", "--formats", str(tmp_path / "none.toml"))[0] == 3


def test_a_comparison_of_copy_limits_tells_whose_they_are(run_cli: Run) -> None:
    for query in ("limit:4", "limit<=4"):
        assert "own copy limit" in run_cli("search", query, "-g", "lorcana")[2]
    assert "own copy limit" not in run_cli("search", "limit:any or cost:4", "-g", "lorcana")[2]


def test_csv_of_strangers_texts_is_no_formula(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    texts = ['=HYPERLINK("x")', "+cmd", "-2+3", "@SUM(1)", "\tx", "\rx", "\nx"]
    emit_csv(["a", "b"], [[text, -3] for text in texts])
    rows = list(csv.reader(io.StringIO(capsysbinary.readouterr().out.decode(), newline="")))
    assert rows == [["a", "b"], *([f"'{text}", "-3"] for text in texts)]
    harmless = ["-3", "+2", "-1.5", "-", "a=b", "", "’=x", None, 4, True]
    emit_csv(["a"], [[cell] for cell in harmless])
    rows = list(csv.reader(io.StringIO(capsysbinary.readouterr().out.decode(), newline="")))
    assert [row[0] for row in rows[1:]] == ["" if cell is None else str(cell) for cell in harmless]


def test_csv_survives_names_of_files_that_are_no_utf_8(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    emit_csv(["file"], [["bad\udcff.txt"]])
    assert capsysbinary.readouterr().out == b"file\r\nbad\\udcff.txt\r\n"


def test_the_queries_and_the_python_of_the_documentation_work(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKKIT_DB", str(shipped_path()))
    page = (Path(__file__).resolve().parent.parent / "docs" / "search.md").read_text(encoding="utf-8")
    extra = legality_fields(lambda: LORCANA.judge(catalogue), date(2026, 10, 16))
    queries = re.findall(r"```query\n(.*?)\n```", page, re.S)
    queries += [q for q in re.findall(r"`([^`\n]+)`", page) if re.fullmatch(r'-?[a-zé]+(:|=|!=|<=|>=|<|>)[^ …"]+', q)]
    assert len(queries) > 40
    for query in queries:
        search(catalogue, "lorcana", FIELDS, query, extra)
    for code in re.findall(r"```python\n(.*?)```", page, re.S):
        exec(code, {})


@pytest.mark.parametrize(
    ("game", "french", "english"),
    [
        ("riftbound", "domaine:calme coût<=2", "domain:calm cost<=2"),
        ("wowtcg", "icône:mage coût<=1", "icon:mage cost<=1"),
        ("wowtcg", "requis:monstre", "requires:monster"),
        ("lorcana", "encrable encre:ambre classification:héros", "inkable ink:amber classification:hero"),
    ],
)
def test_french_words_of_the_games_find_the_same(run_cli: Run, game: str, french: str, english: str) -> None:
    found = [json.loads(run_cli("search", query, "-g", game, "--json")[1]) for query in (french, english)]
    assert found[0] == found[1] != []
