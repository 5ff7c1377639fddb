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
