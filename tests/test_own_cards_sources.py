"""Own cards of several sources, beside better ones; tables of other spreadsheets; values that no card can have."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from french_support import from_facts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_own_cards import Run, back, card, everything, lay

from deckkit.catalogue import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds import update
from deckkit.games import GAMES


def own(source: str, *cards: dict[str, Any]) -> dict[str, Any]:
    return {"schema": "deckkit.own-cards/1", "game": "allegiance", "source": source, "cards": list(cards)}


def soul(english: str | None = "Plain Soul", **facts: Any) -> dict[str, Any]:
    return {"name": "Âme simple", "facts": facts} | ({"names": {"en": english}} if english else {})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return from_facts(tmp_path / "c.db")


# -- several sources ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["Plain Soul", "PLAIN SOUL", "Simple Soul", None])
def test_the_same_file_again_changes_nothing_beside_other_sources(path: Path, second: str | None) -> None:
    files = [
        own("zz-first", soul(kind="Soul")),
        own("other", soul(second, price=1)),
        own("a-third", soul("Third Soul"), {"name": "Unrelated"}),
    ]
    for document in files:
        lay(path, document)
    before, data = everything(path), path.read_bytes()
    for document in [*files, *reversed(files), files[1], files[1]]:
        report = lay(path, document)
        assert not report.changes, (document["source"], report.details)
    assert path.read_bytes() == data and everything(path) == before
    # The source that brought the card first names it.
    assert card(path, "ame-simple").names["en"] == "Plain Soul"


def test_an_unrelated_source_reports_only_its_own(path: Path) -> None:
    lay(path, own("mine", soul()))
    lay(path, own("other", soul()))
    report = lay(path, own("third", {"name": "Unrelated"}))
    assert {d.id for d in report.details} == {"allegiance:unrelated"}


def test_taking_back_the_first_source_leaves_the_name_to_the_second(path: Path) -> None:
    before = everything(path)
    lay(path, own("mine", soul("Plain Soul")))
    lay(path, own("other", soul("Simple Soul")))
    assert card(path, "ame-simple").names["en"] == "Plain Soul"
    back(path, "mine")
    assert card(path, "ame-simple").names["en"] == "Simple Soul"
    assert not lay(path, own("other", soul("Simple Soul"))).changes
    back(path, "other")
    assert everything(path) == before


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(st.sampled_from(["Plain Soul", "Simple Soul", "Soul", None]), min_size=2, max_size=3),
    order=st.lists(st.integers(0, 2), min_size=3, max_size=5),
)
def test_any_order_of_sources_comes_to_rest(tmp_path: Path, names: list[str | None], order: list[int]) -> None:
    path = tmp_path / "rest.db"
    path.unlink(missing_ok=True)
    update(GAMES["allegiance"], Path(__file__).resolve().parents[1] / "data" / "facts" / "allegiance", path)
    files = [own(f"s{i}", soul(name)) for i, name in enumerate(names)]
    for i in [*order, *range(len(files))]:
        lay(path, files[i % len(files)])
    for document in files:
        assert not lay(path, document).changes


# -- better sources -------------------------------------------------------------------------------------------------


def test_the_name_of_a_better_source_stays_the_one_that_is_shown(path: Path) -> None:
    """Also where the better one is no feed but a rendering of ours: 'Fireball' of the reference list."""
    with Catalogue.open(path) as catalogue:
        fireball = catalogue.index("allegiance").resolve("Boule de Feu").card
        assert fireball is not None and fireball.names["en"] == "Fireball"
        names = {c.key: dict(c.names) for c in catalogue.cards("allegiance")}
    lay(path, own("mine", *({"key": key, "names": {"en": f"My {i}", "fr": f"Mon {i}"}} for i, key in enumerate(names))))
    with Catalogue.open(path) as catalogue:
        assert {c.key: dict(c.names) for c in catalogue.cards("allegiance")} == names
        # Both names find the card.
        number = list(names).index(fireball.key)
        for text in ("Fireball", f"My {number}", f"Mon {number}"):
            assert catalogue.index("allegiance").resolve(text).card == fireball


# -- values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "where"),
    [
        ({"facts": {"price": 10**23}}, "cards[0].facts.price"),
        ({"facts": {"price": 10**9}}, "cards[0].facts.price"),
        ({"facts": {"price": -1}}, "cards[0].facts.price"),
        ({"facts": {"copies": -1}}, "cards[0].facts.copies"),
        ({"facts": {"copies": 10**12}}, "cards[0].facts.copies"),
        ({"name": "Two\nlines"}, "cards[0].name"),
        ({"name": "Bell\x07"}, "cards[0].name"),
        ({"names": {"en": "Two\u2028lines"}}, "cards[0].names.en"),
        ({"key": "allegiance:a\nb"}, "cards[0].key"),
        ({"facts": {"kind": "So\nul"}}, "cards[0].facts.kind"),
        ({"facts": {"allegiance_required": ["Bleu\x1b[31m 3"]}}, "cards[0].facts.allegiance_required"),
        ({"keywords": ["Poi\nson 1"]}, "cards[0].keywords"),
        ({"keywords": ["Poison 12345678901"]}, "cards[0].keywords"),
        ({"keywords": ["Poison " + "9" * 5000]}, "cards[0].keywords"),
        ({"printings": [{"set": "B\x001", "number": 1}]}, "cards[0].printings[0].set"),
        ({"printings": [{"set": "B1", "id": "a\tb"}]}, "cards[0].printings[0].id"),
        ({"printings": [{"set": "B1", "number": 1, "rarity": "Ra\rre"}]}, "cards[0].printings[0].rarity"),
    ],
)
def test_values_that_no_card_can_have_are_refused_with_their_path(path: Path, made: Any, where: str) -> None:
    before = path.read_bytes()
    with pytest.raises(FeedError) as refused:
        lay(path, own("mine", {"name": "X"} | made))
    assert str(refused.value.where).endswith(where)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("column", "cell"), [("price", "1234567890"), ("price", "-3"), ("name_en", '"a\nb"')])
def test_the_same_in_a_table(path: Path, tmp_path: Path, column: str, cell: str) -> None:
    file = tmp_path / "own.csv"
    file.write_text(f"source,name,{column}\nmine,X,{cell}\n", encoding="utf-8")
    with pytest.raises(FeedError) as refused:
        update(GAMES["allegiance"], file, path)
    assert str(refused.value.where).endswith(f": {column.replace('name_', 'names.')}")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_highest_number_can_be_exported(run_cli: Run, path: Path, tmp_path: Path, form: str) -> None:
    lay(path, own("mine", {"name": "X", "facts": {"price": 999_999_999}}))
    file = tmp_path / f"cards.{form}"
    code, _, err = run_cli("export", "cards", "-g", "allegiance", "--to", form, "-o", str(file), "--db", str(path))
    assert (code, file.stat().st_size > 0) == (0, True), err


# -- tables ---------------------------------------------------------------------------------------------------------

ROWS = [
    ["source", "name", "name_en", "price", "allegiance_required", "keywords"],
    ["mine", "Âme, simple", "Plain; Soul", "6", "Bleu 3; Rouge 1", "Poison 1"],
]


@pytest.mark.parametrize(("delimiter", "name"), [(",", "own.csv"), (";", "own.csv"), ("\t", "own.csv")])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_spreadsheets_of_all_countries(path: Path, tmp_path: Path, delimiter: str, name: str, end: str) -> None:
    quoted = [[f'"{cell}"' if any(c in cell for c in ",;") else cell for cell in row] for row in ROWS]
    text = "".join(delimiter.join(row) + end for row in quoted)
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    update(GAMES["allegiance"], tmp_path / name, path)
    with Catalogue.open(path) as catalogue:
        found = catalogue.index("allegiance").resolve("Âme, simple").card
        assert found is not None and found.names["en"] == "Plain; Soul"
        assert found.facts == {"price": 6, "allegiance_required": ["Bleu 3", "Rouge 1"]}


def test_a_table_with_tabs_may_say_so(path: Path, tmp_path: Path) -> None:
    (tmp_path / "own.tsv").write_text("\n".join("\t".join(row) for row in ROWS) + "\n", encoding="utf-8")
    assert update(GAMES["allegiance"], tmp_path / "own.tsv", path).count("added")["cards"] == 1


@pytest.mark.parametrize(
    ("delimiter", "heading", "missing"),
    [
        (d, *rest)
        for d, rest in itertools.product(",;\t", [(("name", "price"), "source"), (("source", "price"), "name")])
    ],
)
def test_a_table_without_a_column_that_it_needs(
    path: Path, tmp_path: Path, delimiter: str, heading: tuple[str, ...], missing: str
) -> None:
    file = tmp_path / "own.csv"
    file.write_text(f"{delimiter.join(heading)}\n{delimiter.join('1' for _ in heading)}\n", encoding="utf-8")
    with pytest.raises(FeedError) as refused:
        update(GAMES["allegiance"], file, path)
    assert f"lacks the column '{missing}'" in str(refused.value.what)
    assert str(refused.value.where).endswith("own.csv:1")


def test_other_tables_are_no_own_cards(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "prices.csv"
    file.write_text("name,seller,euros\nA,B,3\n", encoding="utf-8")
    with pytest.raises(FeedError, match="no Rites of Allegiance feed"):
        update(GAMES["allegiance"], file, path)
