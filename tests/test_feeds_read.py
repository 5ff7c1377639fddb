"""Files that are no feeds: each is refused with its place, exit 4, and the catalogue is as it was."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from feeds_support import CARDS, card, content, feed, lorcana_feeds, one_set, save
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckkit.errors import DeckkitError, FeedError
from deckkit.feeds import update
from deckkit.feeds.read import read_bytes, read_path
from deckkit.games import GAMES


@pytest.fixture
def target(tmp_path: Path) -> Path:
    update(GAMES["lorcana"], save(tmp_path / "good.json", feed(CARDS)), tmp_path / "c.db")
    return tmp_path / "c.db"


def refused(target: Path, source: Path) -> FeedError:
    before = target.read_bytes()
    with pytest.raises(FeedError) as error:
        update(GAMES["lorcana"], source, target)
    assert error.value.exit_code == 4
    assert target.read_bytes() == before
    assert str(error.value.where)
    return error.value


def zipped(method: int = zipfile.ZIP_DEFLATED, **members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


WHOLE = json.dumps(feed(CARDS), indent=1).encode()


@pytest.mark.parametrize(
    ("name", "data", "what", "where"),
    [
        ("feed.json", b"", "empty", "feed.json"),
        ("feed.json", b"  \n\n", "empty", "feed.json"),
        ("feed.json", WHOLE[: len(WHOLE) // 2], "cut off", "feed.json:"),
        ("feed.json", b'{"cards": [1, 2', "cut off", "feed.json:1:"),
        ("feed.json", b'{"cards": [1 2], "x": 1}', "not valid JSON", "feed.json:1:14"),
        ("feed.json", b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page", "feed.json"),
        ("feed.json", b"<?xml version='1.0'?><cards/>", "markup", "feed.json"),
        ("feed.json", '{"name": "é"}'.encode("latin-1"), "not UTF-8", "feed.json:1"),
        ("feed.json", b"4 Elsa - Spirit of Winter\n", "not valid JSON", "feed.json:1:3"),
        ("feed.json", b"[" * 100_000, "nested too deeply", "feed.json"),
        ("feed.json", b"\x00\x01\x02\xff" * 100, "not UTF-8", "feed.json:1"),
        ("feed.json.gz", gzip.compress(WHOLE)[:-20], "cut off", "feed.json.gz"),
        ("feed.json.gz", b"\x1f\x8b" + b"nonsense" * 10, "cannot be unpacked", "feed.json.gz"),
        ("feed.json.gz", gzip.compress(b"[" + b" " * (220 << 20) + b"]"), "unpacks to far more", "feed.json.gz"),
        ("feed.zip", zipped(**{"a.json": b"[" + b" " * (64 << 20) + b"]"}), "unpacks to far more", "feed.zip!a.json"),
        ("feed.zip", zipped(**{"readme.txt": b"hello"}), "no feed files", "feed.zip"),
        ("feed.zip", zipped(**{"a.json": WHOLE})[:-30], "cannot be unpacked", "feed.zip"),
        ("names.csv", b"id,en,fr,de,it\n1,Alpha - First\n", "as many cells", "names.csv:2"),
        ("names.csv", b"id,en,fr,de,it\n", "no rows", "names.csv"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "data",
)
def test_files_that_are_no_feeds(tmp_path: Path, target: Path, name: str, data: bytes, what: str, where: str) -> None:
    (tmp_path / name).write_bytes(data)
    error = refused(target, tmp_path / name)
    assert what in str(error.what)
    assert where in str(error.where)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_archives(tmp_path: Path, target: Path, method: int) -> None:
    """One byte changed, at many places: read as it was or refused, never a crash."""
    whole = zipped(method, **{"a.json": WHOLE})
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        data = bytearray(whole)
        data[place] ^= 0x5A
        try:
            read_bytes(bytes(data), "feed.zip")
        except FeedError as error:
            assert "feed.zip" in str(error.where)
    (tmp_path / "feed.zip").write_bytes(whole[: len(whole) // 2])
    refused(target, tmp_path / "feed.zip")


def test_zip_whose_header_lies_about_the_size(tmp_path: Path, target: Path) -> None:
    data = bytearray(zipped(**{"a.json": b"[" + b" " * (64 << 20) + b"]"}))
    directory = data.rindex(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = (100).to_bytes(4, "little")
    (tmp_path / "feed.zip").write_bytes(data)
    refused(target, tmp_path / "feed.zip")


def test_missing_file_and_empty_folder(tmp_path: Path, target: Path) -> None:
    assert "cannot be read" in str(refused(target, tmp_path / "nothing.json").what)
    (tmp_path / "folder").mkdir()
    error = refused(target, tmp_path / "folder")
    assert "no feed files" in str(error.what)
    # What to name is said by the game's own shapes.
    assert "setdata.*.json" in str(error.do)
    with pytest.raises(FeedError) as other:
        update(GAMES["wowtcg"], tmp_path / "folder", target)
    assert "setdata" not in f"{other.value.what} {other.value.do}"
    assert "TCG Browser" in str(other.value.do)


@pytest.mark.parametrize(
    ("cards", "what", "where"),
    [
        ([CARDS[0], card(2, "Beta", cost="three")], "'three' is not a whole number", "cards[1] (id 2).cost"),
        ([CARDS[0], card(2, "Beta", cost=True)], "True is not a whole number", "cards[1] (id 2).cost"),
        ([CARDS[0], card(2, "Beta", cost=None)], "None is not a whole number", "cards[1] (id 2).cost"),
        ([CARDS[0], card(2, "Beta", cost=2.5)], "2.5 is not a whole number", "cards[1] (id 2).cost"),
        ([CARDS[0], card(2, "Beta", inkwell="yes")], "not true or false", "cards[1] (id 2).inkwell"),
        ([CARDS[0], card(2, "Beta", id=...)], "'id' is missing", "cards[1].id"),
        ([CARDS[0], card(2, "Beta", id="2")], "'2' is not a whole number", "cards[1].id"),
        ([CARDS[0], card(2, "Beta", fullName=...)], "'fullName' is missing", "cards[1] (id 2).fullName"),
        ([CARDS[0], card(2, "Beta", fullName=" ")], "not a text", "cards[1] (id 2).fullName"),
        ([CARDS[0], card(2, "Beta", color="Gold")], "'Gold' is not an ink", "cards[1] (id 2).color"),
        ([CARDS[0], card(2, "Beta", color=None)], "None is not an ink", "cards[1] (id 2).color"),
        ([CARDS[0], card(2, "Beta", setCode="77")], "no set '77'", "cards[1] (id 2).setCode"),
        ([CARDS[0], card(2, "Beta", subtypes="Hero")], "not a list of texts", "cards[1] (id 2).subtypes"),
        ([CARDS[0], card(2, "Beta", abilities=[{"type": "static"}])], "'fullText' is missing", "abilities[0].fullText"),
        ([CARDS[0], card(2, "Beta", abilities=["x"])], "a text where an object is due", "abilities[0]"),
        ([CARDS[0], card(2, "Beta", allowedInFormats=...)], "where an object is due", "(id 2).allowedInFormats"),
        ([CARDS[0], card(2, "Beta", historicData=[{"usedUntil": "May", "fullName": "B"}])], "not a date", "usedUntil"),
        ([CARDS[0], card(1, "Beta")], "the id 1 is used twice", "cards[1] (id 1)"),
        ([CARDS[0], "card"], "a text where an object is due", "cards[1]"),
        ([], "no cards", "cards"),
        ("cards", "no list of cards", "cards"),
    ],
)
def test_one_wrong_card_refuses_the_feed(tmp_path: Path, target: Path, cards: Any, what: str, where: str) -> None:
    error = refused(target, save(tmp_path / "feed.json", feed(cards, day="2026-11-01")))
    assert what in str(error.what)
    assert where in str(error.where)


@pytest.mark.parametrize("version", ["1.0.2", "1.3.1", "2.5.0", "2.9", "3.0.0", "x", ""])
def test_versions_that_are_not_read(tmp_path: Path, target: Path, version: str) -> None:
    error = refused(target, save(tmp_path / "feed.json", feed(CARDS, version=version)))
    assert "formatVersion" in str(error.where)


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ({"game": "invocateurs", "format": 1, "cards": []}, "a file of the game 'invocateurs'"),
        ([{"id": "ogn-001", "name": "X", "riftbound_id": "ogn-001-298"}], "keys id, name, riftbound_id"),
        ({"hello": 1}, "keys hello"),
        ([], "an empty list"),
        (7, "a single value"),
    ],
)
def test_other_games_and_unknown_shapes(tmp_path: Path, target: Path, document: Any, what: str) -> None:
    error = refused(target, save(tmp_path / "feed.json", document))
    assert what in str(error.what)
    assert "LorcanaJSON, all cards" in str(error.do)


def test_set_file_twice_and_in_two_languages(tmp_path: Path, target: Path) -> None:
    folder = tmp_path / "sets"
    folder.mkdir()
    for name, language in (("setdata.1.json", "en"), ("setdata.01.json", "en")):
        metadata = {"formatVersion": "2.3.2", "generatedOn": "2026-11-01T10:00:00", "language": language}
        save(folder / name, one_set() | {"code": "1", "metadata": metadata, "cards": []})
    assert "the set 1 is also in" in str(refused(target, folder).what)
    (folder / "setdata.01.json").unlink()
    metadata = {"formatVersion": "2.3.2", "generatedOn": "2026-11-01T10:00:00", "language": "fr"}
    save(folder / "setdata.2.json", one_set("2") | {"code": "2", "metadata": metadata, "cards": []})
    assert "several languages" in str(refused(target, folder).what)


@pytest.mark.parametrize("form", ["plain", "bom", "gz", "zip", "lzma", "folder"])
def test_every_way_to_bring_the_same_cards(tmp_path: Path, form: str) -> None:
    source = tmp_path / "feed.json"
    if form == "plain":
        source.write_bytes(WHOLE)
    elif form == "bom":
        source.write_bytes(b"\xef\xbb\xbf" + WHOLE)
    elif form == "gz":
        source.write_bytes(gzip.compress(WHOLE))
    elif form == "zip":
        source.write_bytes(zipped(**{"allCards.json": WHOLE}))
    elif form == "lzma":  # the method of LorcanaJSON's own archives
        source.write_bytes(zipped(zipfile.ZIP_LZMA, **{"allCards.json": WHOLE}))
    else:
        source = tmp_path / "sets"
        source.mkdir()
        metadata = feed([])["metadata"]
        cards = [{key: value for key, value in raw.items() if key != "setCode"} for raw in CARDS]
        save(source / "setdata.1.json", one_set() | {"code": "1", "metadata": metadata, "cards": cards})
    update(GAMES["lorcana"], source, tmp_path / "c.db")
    update(GAMES["lorcana"], save(tmp_path / "plain.json", feed(CARDS)), tmp_path / "plain.db")
    assert content(tmp_path / "c.db", history=False) == content(tmp_path / "plain.db", history=False)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        lorcana_feeds().shape_of(read_bytes(data, "feed"))
    except FeedError as error:
        assert str(error.what)


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.text(max_size=4), st.lists(st.integers(), max_size=2)
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from(sorted(CARDS[0])), value=_VALUES)
def test_any_value_in_any_field_is_read_or_refused(tmp_path: Path, field: str, value: Any) -> None:
    """Never a crash, never a half-read card."""
    source = save(tmp_path / "feed.json", feed([CARDS[1], CARDS[0] | {field: value}]))
    try:
        report = update(GAMES["lorcana"], source, tmp_path / "new.db", dry_run=True)
        assert report.count("added")["printings"] == 2
    except DeckkitError as error:
        assert isinstance(error, FeedError)
        assert "feed.json" in str(error.where)


def test_sets_sort_as_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "sets"
    folder.mkdir()
    metadata = feed([])["metadata"]
    for code in ("1", "2", "10"):
        save(folder / f"setdata.{code}.json", one_set(code) | {"code": code, "metadata": metadata, "cards": []})
    assert [Path(d.where).name for d in read_path(folder).documents] == [
        "setdata.1.json",
        "setdata.2.json",
        "setdata.10.json",
    ]
