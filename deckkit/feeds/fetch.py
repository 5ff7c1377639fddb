"""The only place that touches the network: a URL's bytes, cached by the HTTP standard, retried, checked."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from deckkit.errors import FeedError
from deckkit.feeds.read import MAX_BYTES, parse
from deckkit.feeds.source import Paging
from deckkit.i18n import Text

if TYPE_CHECKING:
    import httpx
    from hishel import SqliteStorage

__all__ = ["Progress", "fetch", "fetch_live", "fetch_pages"]

Progress = Callable[[int, int | None], None]
"""Called with the bytes received so far and, where the server says it, how many there will be."""

_ATTEMPTS = 4
_LONGEST_WAIT = 30.0
_MOST_PAGES = 1000
_DO = Text("check the connection and try again, or name a downloaded file with --from")
_MD5 = re.compile(rb"\A\s*([0-9a-fA-F]{32})\b")


class _GoneError(Exception):
    """The server answers that there is nothing at this address."""


def fetch(
    url: str,
    *,
    progress: Progress | None = None,
    cache: Path | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> bytes:
    """The bytes at a URL; where a sibling ``URL.md5`` exists, they are checked against it.

    ``cache`` is the folder of the HTTP cache (default: the user's cache folder). Transport errors, 429 and 5xx are
    tried again, after growing pauses. Raises :class:`FeedError`.
    """
    with _client(cache) as client:
        try:
            return _checked(client, url, progress, sleep)
        except _GoneError as error:
            raise FeedError(
                Text("there is nothing at this address ({reason})", {"reason": str(error)}), url, _DO
            ) from error


def fetch_live(
    url: str,
    *,
    progress: Progress | None = None,
    cache: Path | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> tuple[bytes, str]:
    """A live feed: its ``.zip`` sibling where there is one (a tenth of the size), else itself; with the URL used."""
    with _client(cache) as client:
        with suppress(_GoneError):  # not every feed is also zipped
            return _checked(client, f"{url}.zip", progress, sleep), f"{url}.zip"
        try:
            return _checked(client, url, progress, sleep), url
        except _GoneError as error:
            raise FeedError(
                Text("there is nothing at this address ({reason})", {"reason": str(error)}), url, _DO
            ) from error


def fetch_pages(
    url: str,
    paging: Paging,
    *,
    progress: Progress | None = None,
    cache: Path | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> list[tuple[bytes, str]]:
    """All pages of a live feed, in order, each with its URL.

    The first one says how many there are. Raises :class:`FeedError` where a page is missing, is no page, or says
    another number than the first: then the feed changed meanwhile, and what was fetched does not fit together.
    """
    found: list[tuple[bytes, str]] = []
    received, pages = 0, 1
    with _client(cache) as client:
        while len(found) < pages:
            query = {paging.page: len(found) + 1, paging.size: paging.per_page}
            place = f"{url}{'&' if '?' in url else '?'}{urlencode(query)}"
            told = None if progress is None else _behind(progress, received)
            try:
                data = _get(client, place, told, sleep)
            except _GoneError as error:
                raise FeedError(
                    Text("there is nothing at this address ({reason})", {"reason": str(error)}), place, _DO
                ) from error
            said = _page_count(data, paging, place)
            if found and said != pages:
                what = Text(
                    "this page speaks of {found} pages, the first one of {pages}", {"found": said, "pages": pages}
                )
                raise FeedError(what, place, Text("the feed changed meanwhile; fetch it again"))
            pages = said
            received += len(data)
            if received > MAX_BYTES:
                raise FeedError(
                    Text("this is larger than any feed (limit: {limit} MB)", {"limit": MAX_BYTES >> 20}), url
                )
            found.append((data, place))
    return found


def _behind(progress: Progress, before: int) -> Progress:
    """Progress of one page as progress of the whole; how much there will be is not known."""
    return lambda done, _: progress(before + done, None)


def _page_count(data: bytes, paging: Paging, place: str) -> int:
    """How many pages there are, by the answer's own word; a bare list is everything."""
    content = parse(data, place).content
    if isinstance(content, list):
        return 1
    if not isinstance(content, dict) or not isinstance(content.get(paging.items), list):
        raise FeedError(Text("here stands no page of a feed"), place, _DO)
    pages, total = content.get(paging.pages), content.get(paging.total)
    if type(pages) is int and 1 <= pages <= _MOST_PAGES:
        return pages
    if pages is None and type(total) is int and 0 <= total <= _MOST_PAGES * paging.per_page:
        return max(1, -(-total // paging.per_page))
    raise FeedError(Text("this page does not say how many there are"), place, _DO)


def _client(cache: Path | None) -> httpx.Client:
    from importlib.metadata import version

    import httpx

    transport: httpx.BaseTransport = httpx.HTTPTransport(retries=0)
    storage = _storage(cache)
    if storage is not None:
        from hishel import CacheOptions
        from hishel.httpx import CacheTransport

        transport = CacheTransport(transport, storage, CacheOptions(shared=False))
    return httpx.Client(
        transport=transport,
        follow_redirects=True,
        timeout=httpx.Timeout(30.0, connect=10.0),
        headers={"User-Agent": f"deckkit/{version('deckkit')}"},
    )


def _storage(cache: Path | None) -> SqliteStorage | None:
    from hishel import SqliteStorage
    from platformdirs import user_cache_path

    folder = cache if cache is not None else user_cache_path("deckkit", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "http.db"
        with closing(sqlite3.connect(path)) as probe:
            probe.execute("CREATE TABLE IF NOT EXISTS deckkit_probe (x)")
    except (OSError, sqlite3.Error):
        # The cache only saves traffic: where its file cannot be written, the feed is fetched without it.
        return None
    return SqliteStorage(database_path=path, max_size=MAX_BYTES)


def _checked(client: httpx.Client, url: str, progress: Progress | None, sleep: Callable[[float], None]) -> bytes:
    data = _get(client, url, progress, sleep)
    try:
        wanted = _MD5.match(_get(client, f"{url}.md5", None, sleep))
    except _GoneError:
        return data
    # A page that answers every address with 200 is no checksum; what it says is then no reason to refuse the feed.
    if wanted is not None and hashlib.md5(data, usedforsecurity=False).hexdigest() != wanted[1].decode().lower():
        raise FeedError(Text("what arrived does not fit its checksum"), url, Text("try again in a while"))
    return data


def _get(client: httpx.Client, url: str, progress: Progress | None, sleep: Callable[[float], None]) -> bytes:
    import httpx

    reason = ""
    for attempt in range(_ATTEMPTS):
        pause = float(2**attempt)
        try:
            with client.stream("GET", url) as response:
                if response.status_code in (404, 410):
                    raise _GoneError(f"HTTP {response.status_code}")
                if response.is_success:
                    return _body(response, url, progress)
                reason = f"HTTP {response.status_code} {response.reason_phrase}".strip()
                if response.status_code != 429 and response.status_code < 500:
                    break
                after = response.headers.get("Retry-After", "")
                if after.isdecimal():
                    pause = min(float(after), _LONGEST_WAIT)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
        except (httpx.InvalidURL, httpx.TooManyRedirects) as error:
            reason = str(error)
            break
        if attempt + 1 < _ATTEMPTS:
            sleep(pause)
    raise FeedError(Text("the feed could not be fetched ({reason})", {"reason": reason}), url, _DO)


def _body(response: httpx.Response, url: str, progress: Progress | None) -> bytes:
    length = response.headers.get("Content-Length", "")
    total = int(length) if length.isdecimal() and "Content-Encoding" not in response.headers else None
    received = bytearray()
    for chunk in response.iter_bytes():
        received += chunk
        if len(received) > MAX_BYTES:
            raise FeedError(Text("this is larger than any feed (limit: {limit} MB)", {"limit": MAX_BYTES >> 20}), url)
        if progress is not None:
            progress(len(received), total)
    return bytes(received)
