"""Fetching, with a mocked network: retries, checksums, the zipped sibling, the cache."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import respx
from feeds_support import CARDS, feed

from deckkit.catalogue import Catalogue
from deckkit.errors import FeedError, UsageError
from deckkit.feeds import update
from deckkit.feeds.fetch import fetch, fetch_live
from deckkit.games import GAMES

URL = "https://feeds.example/current/en/allCards.json"
LIVE = "https://lorcanajson.org/files/current/{}/allCards.json"
DATA = json.dumps(feed(CARDS)).encode()


@pytest.fixture
def net() -> Iterator[respx.MockRouter]:
    with respx.mock(assert_all_called=False) as router:
        router.route(name="md5", url__regex=r"\.md5$").respond(404)
        yield router


def zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("allCards.json", data)
    return file.getvalue()


def test_body_and_progress(net: respx.MockRouter, tmp_path: Path) -> None:
    net.get(URL).respond(content=DATA)
    seen: list[tuple[int, int | None]] = []
    assert fetch(URL, progress=lambda done, total: seen.append((done, total)), cache=tmp_path) == DATA
    assert seen[-1] == (len(DATA), len(DATA))


def test_retries_with_growing_pauses(net: respx.MockRouter, tmp_path: Path) -> None:
    net.get(URL).mock(
        side_effect=[
            httpx.ConnectError("refused"),
            httpx.Response(503),
            httpx.Response(429, headers={"Retry-After": "7"}),
            httpx.Response(200, content=DATA),
        ]
    )
    pauses: list[float] = []
    assert fetch(URL, cache=tmp_path, sleep=pauses.append) == DATA
    assert pauses == [1.0, 2.0, 7.0]


@pytest.mark.parametrize("failure", [httpx.ConnectError("no route"), httpx.ReadTimeout("slow"), httpx.Response(502)])
def test_gives_up_with_the_reason(net: respx.MockRouter, tmp_path: Path, failure: httpx.Response | Exception) -> None:
    route = net.get(URL).mock(side_effect=[failure] * 4)
    with pytest.raises(FeedError, match="could not be fetched") as error:
        fetch(URL, cache=tmp_path, sleep=lambda _: None)
    assert route.call_count == 4
    assert str(error.value.where) == URL
    assert "--from" in str(error.value.do)


@pytest.mark.parametrize(("status", "calls"), [(403, 1), (404, 1), (410, 1)])
def test_what_will_not_change_is_not_tried_again(
    net: respx.MockRouter, tmp_path: Path, status: int, calls: int
) -> None:
    route = net.get(URL).respond(status)
    with pytest.raises(FeedError, match=str(status)):
        fetch(URL, cache=tmp_path, sleep=lambda _: None)
    assert route.call_count == calls


def test_checksum(net: respx.MockRouter, tmp_path: Path) -> None:
    right = hashlib.md5(DATA, usedforsecurity=False).hexdigest()
    net.get(URL).respond(content=DATA)
    net["md5"].respond(text=f"{right}  allCards.json\n")
    assert fetch(URL, cache=tmp_path / "a") == DATA
    net["md5"].respond(text="0" * 32)
    with pytest.raises(FeedError, match="checksum"):
        fetch(URL, cache=tmp_path / "b")
    # A page for every address is no checksum.
    net["md5"].respond(text="<html>hello</html>")
    assert fetch(URL, cache=tmp_path / "c") == DATA


def test_live_feed_prefers_the_zip(net: respx.MockRouter, tmp_path: Path) -> None:
    plain = net.get(URL).respond(content=DATA)
    archive = zipped(DATA)
    net.get(f"{URL}.zip").respond(content=archive)
    assert fetch_live(URL, cache=tmp_path / "a") == (archive, f"{URL}.zip")
    assert not plain.called
    net.get(f"{URL}.zip").respond(404)
    assert fetch_live(URL, cache=tmp_path / "b") == (DATA, URL)


def test_cache_asks_again_only_whether_it_changed(net: respx.MockRouter, tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        headers = {"ETag": '"v1"', "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == '"v1"':
            return httpx.Response(304, headers=headers)
        return httpx.Response(200, content=DATA, headers=headers)

    route = net.get(URL).mock(side_effect=answer)
    assert fetch(URL, cache=tmp_path) == DATA
    assert fetch(URL, cache=tmp_path) == DATA
    assert [call.response.status_code for call in route.calls] == [200, 304]


def test_cache_that_cannot_be_written_does_not_stop_anything(net: respx.MockRouter, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    net.get(URL).respond(content=DATA)
    assert fetch(URL, cache=tmp_path / "file" / "cache") == DATA


def test_too_large(net: respx.MockRouter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckkit.feeds.fetch.MAX_BYTES", 1000)
    net.get(URL).respond(content=b"x" * 1001)
    with pytest.raises(FeedError, match="larger than any feed"):
        fetch(URL, cache=tmp_path)


def test_update_from_the_live_feed_and_from_an_address(net: respx.MockRouter, tmp_path: Path) -> None:
    live = net.get(LIVE.format("en") + ".zip").respond(content=zipped(DATA))
    report = update(GAMES["lorcana"], target=tmp_path / "live.db", cache=tmp_path / "cache")
    assert live.called
    assert report.count("added")["cards"] == 3
    net.get(URL).respond(content=DATA)
    update(GAMES["lorcana"], URL, tmp_path / "url.db", cache=tmp_path / "cache")
    with Catalogue.open(tmp_path / "url.db") as catalogue:
        assert catalogue.counts("lorcana")["cards"] == 3


def test_live_feed_in_another_language(net: respx.MockRouter, tmp_path: Path) -> None:
    net.get(LIVE.format("en") + ".zip").respond(content=zipped(DATA))
    french = [
        raw | {"fullName": f"{raw['name']} - Version {raw['id']}", "type": "Personnage", "color": "Ambre"}
        for raw in CARDS
    ]
    document = feed(french, language="fr")
    document["sets"]["1"]["name"] = "Premier"
    net.get(LIVE.format("fr") + ".zip").respond(content=zipped(json.dumps(document).encode()))
    target = tmp_path / "c.db"
    update(GAMES["lorcana"], target=target, cache=tmp_path / "cache")
    report = update(GAMES["lorcana"], target=target, language="fr", cache=tmp_path / "cache")
    assert report.language == "fr"
    with Catalogue.open(target) as catalogue:
        alpha = catalogue.card("lorcana:alpha-first")
        assert (alpha.name, alpha.names["fr"]) == ("Alpha - First", "Alpha - Version 1")
        assert catalogue.sets("lorcana")["1"].names == {"en": "Set 1", "fr": "Premier"}
        assert [a.text for a in catalogue.abilities(alpha, "fr")] == ["TEST Words made up for Alpha."]
    with pytest.raises(UsageError, match="no feed in 'es'"):
        update(GAMES["lorcana"], target=target, language="es")
    with pytest.raises(UsageError, match="a file says its own"):
        update(GAMES["lorcana"], tmp_path / "x.json", target, language="fr")


def test_web_page_at_the_address_of_the_feed(net: respx.MockRouter, tmp_path: Path) -> None:
    net.get(LIVE.format("en") + ".zip").respond(html="<html><body>We moved</body></html>")
    with pytest.raises(FeedError, match="web page"):
        update(GAMES["lorcana"], target=tmp_path / "c.db", cache=tmp_path / "cache")
    assert not (tmp_path / "c.db").exists()
