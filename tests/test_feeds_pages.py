"""A live feed that comes in pages, with a mocked network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx
from riftbound_support import riftbound_feeds, row

from deckkit.catalogue import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds import update
from deckkit.feeds.fetch import fetch_pages
from deckkit.feeds.source import Paging

URL = "https://feeds.example/cards"
LIVE = "https://api.riftcodex.com/cards"


@pytest.fixture
def net() -> Iterator[respx.MockRouter]:
    with respx.mock(assert_all_called=False) as router:
        yield router


def page(items: list[Any], number: int, pages: int | None, **more: Any) -> httpx.Response:
    content = {"items": items, "page": number, "size": 2} | ({} if pages is None else {"pages": pages}) | more
    return httpx.Response(200, json=content)


def serve(net: respx.MockRouter, url: str, *answers: httpx.Response) -> list[respx.Route]:
    return [net.get(url, params={"page": str(i)}).mock(return_value=answer) for i, answer in enumerate(answers, 1)]


def test_all_pages_in_order(net: respx.MockRouter, tmp_path: Path) -> None:
    serve(net, URL, page([1, 2], 1, 3), page([3, 4], 2, 3), page([5], 3, 3))
    seen: list[tuple[int, int | None]] = []
    found = fetch_pages(URL, Paging(per_page=2), progress=lambda done, all_: seen.append((done, all_)), cache=tmp_path)
    assert [json.loads(data)["items"] for data, _ in found] == [[1, 2], [3, 4], [5]]
    assert [place for _, place in found] == [f"{URL}?page={i}&size=2" for i in (1, 2, 3)]
    # Progress counts over all pages; how much there will be is not known.
    assert seen[-1] == (sum(len(data) for data, _ in found), None)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_bare_list_is_everything(net: respx.MockRouter, tmp_path: Path) -> None:
    first, *_ = serve(net, URL, httpx.Response(200, json=[1, 2, 3]))
    assert [data for data, _ in fetch_pages(URL, Paging(), cache=tmp_path)] == [b"[1,2,3]"]
    assert first.call_count == 1


def test_the_total_tells_the_number_of_pages_too(net: respx.MockRouter, tmp_path: Path) -> None:
    serve(net, URL, page([1, 2], 1, None, total=3), page([3], 2, None, total=3))
    assert len(fetch_pages(URL, Paging(per_page=2), cache=tmp_path)) == 2
    empty = f"{URL}/none"
    serve(net, empty, page([], 1, None, total=0))
    assert len(fetch_pages(empty, Paging(per_page=2), cache=tmp_path)) == 1


def test_other_words_and_an_address_with_a_query(net: respx.MockRouter, tmp_path: Path) -> None:
    answer = httpx.Response(200, json={"data": [1], "last": 1})
    route = net.get(URL, params={"set": "a b", "p": "1", "n": "7"}).mock(return_value=answer)
    words = Paging(page="p", size="n", per_page=7, items="data", pages="last")
    assert len(fetch_pages(f"{URL}?set=a%20b", words, cache=tmp_path)) == 1
    assert route.called


@pytest.mark.parametrize(
    ("answers", "what", "at"),
    [
        ([page([1], 1, 2), httpx.Response(404)], "nothing at this address", "page=2"),
        ([page([1], 1, 2), httpx.Response(403)], "HTTP 403", "page=2"),
        ([page([1], 1, 2), page([2], 2, 3)], "speaks of 3 pages, the first one of 2", "page=2"),
        ([page([1], 1, 2), httpx.Response(200, text="<html>Sign in</html>")], "web page", "page=2"),
        ([page([1], 1, 2), httpx.Response(200, text='{"items": [')], "cut off", "page=2"),
        ([httpx.Response(200, json={"error": "no"})], "no page of a feed", "page=1"),
        ([page([1], 1, None)], "does not say how many", "page=1"),
        ([page([1], 1, 10**9)], "does not say how many", "page=1"),
        ([page([1], 1, 0)], "does not say how many", "page=1"),
        ([page([1], 1, None, total="7")], "does not say how many", "page=1"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    net: respx.MockRouter, tmp_path: Path, answers: list[httpx.Response], what: str, at: str
) -> None:
    serve(net, URL, *answers)
    with pytest.raises(FeedError, match=what) as error:
        fetch_pages(URL, Paging(per_page=2), cache=tmp_path, sleep=lambda _: None)
    assert at in str(error.value.where)


def test_a_page_is_tried_again(net: respx.MockRouter, tmp_path: Path) -> None:
    serve(net, URL, page([1], 1, 2))
    net.get(URL, params={"page": "2"}).mock(side_effect=[httpx.Response(503), page([2], 2, 2)])
    pauses: list[float] = []
    assert len(fetch_pages(URL, Paging(per_page=2), cache=tmp_path, sleep=pauses.append)) == 2
    assert pauses == [1.0]


def test_update_reads_the_live_feed(net: respx.MockRouter, tmp_path: Path) -> None:
    rows = [row(f"ogn-{i:03}-298", f"Card {i}") for i in range(1, 4)]
    serve(net, LIVE, page(rows[:2], 1, 2, total=3), page(rows[2:], 2, 2, total=3))
    target = tmp_path / "c.db"
    report = update(riftbound_feeds(), None, target, cache=tmp_path)
    assert report.count("added")["cards"] == 3
    with Catalogue.open(target) as catalogue:
        assert [c.name for c in catalogue.cards("riftbound")] == ["Card 1", "Card 2", "Card 3"]
    assert not update(riftbound_feeds(), None, target, cache=tmp_path).changes


def test_pages_that_lack_entries_change_nothing(net: respx.MockRouter, tmp_path: Path) -> None:
    rows = [row(f"ogn-{i:03}-298", f"Card {i}") for i in range(1, 4)]
    serve(net, LIVE, page(rows[:2], 1, 2, total=4), page(rows[2:], 2, 2, total=4))
    with pytest.raises(FeedError, match="3 of 4"):
        update(riftbound_feeds(), None, tmp_path / "c.db", cache=tmp_path)
    assert not (tmp_path / "c.db").exists()
