"""The report in a real browser: silent console, no requests, nothing wider than the screen, charts to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from browser_support import Browser, browser, find_browser

from deckkit.catalogue import Catalogue
from deckkit.decklist.reading import read_deck
from deckkit.games import GAMES
from deckkit.reports.build import Order, report
from deckkit.reports.page import render_page

pytestmark = pytest.mark.skipif(find_browser() is None, reason="needs Chromium")

EXAMPLES = Path(__file__).parents[1] / "examples"
LONG = "Supercalifragilisticexpialidocious" * 4
LISTS = {
    "legal": (EXAMPLES / "amber-steel.txt").read_text("utf-8"),
    "illegal": (EXAMPLES / "needs-work.txt").read_text("utf-8"),
    "strange": f"# {LONG} <b>&\n4 Let It Go\n30 {LONG}\n40 Elsa\n20 Elsa - Spirit of Winter\n",
    "empty": "",
}
BOXES = """[...document.querySelectorAll("svg.chart")].map(chart => {
    const box = chart.getBoundingClientRect();
    return [box.left, box.right, box.width, box.height];
})"""
# Words of a chart that stand out of its drawing would be cut or cover others.
OUTSIDE = """[...document.querySelectorAll("svg.chart")].flatMap(chart => {
    const frame = chart.getBoundingClientRect();
    return [...chart.querySelectorAll("text")].filter(text => {
        const box = text.getBoundingClientRect();
        return box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2;
    }).map(text => text.textContent);
})"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, game, found = tmp_path_factory.mktemp("pages"), GAMES["lorcana"], {}
    for name, text in LISTS.items():
        deck = read_deck(text, catalogue, "lorcana", game.deck)
        page = report(deck, game, catalogue, Order(date(2026, 11, 30), lang="fr" if name == "illegal" else "en"))
        found[name] = folder / f"{name}.html"
        found[name].write_bytes(render_page(page))
    return found


@pytest.mark.parametrize("name", list(LISTS))
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_in_a_browser(name: str, width: int, tab: Browser, pages: dict[str, Path]) -> None:
    for dark in (False, True):
        tab.open(pages[name], width, dark=dark)
        assert tab.complaints == []
        assert tab.requests == [pages[name].as_uri()]
        assert tab.run("document.compatMode") == "CSS1Compat"
        assert tab.run("document.documentElement.scrollWidth") <= width
        for left, right, wide, high in tab.run(BOXES):
            assert left >= 0 and right <= width and wide > 200 and high > 40
        assert tab.run(OUTSIDE) == []
    count = tab.run('document.querySelectorAll("svg.chart").length')
    assert (count == 0) is (name == "empty")


def test_light_and_dark_differ(tab: Browser, pages: dict[str, Path]) -> None:
    colours = []
    for dark in (False, True):
        tab.open(pages["legal"], 1280, dark=dark)
        colours.append(tab.run("getComputedStyle(document.body).backgroundColor"))
        marks = tab.run(
            '[...new Set([...document.querySelectorAll(".chart text")].map(t => getComputedStyle(t).fill))]'
        )
        assert colours[-1] not in marks
    assert len(set(colours)) == 2


def test_print(tab: Browser, pages: dict[str, Path]) -> None:
    """On paper the numbers are shown without a click, and it is light even where the screen is dark."""
    tab.open(pages["illegal"], 794, dark=True, media="print")
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.run('getComputedStyle(document.querySelector("nav")).display') == "none"
    assert tab.run("document.documentElement.scrollWidth") <= 794
    assert tab.run('document.querySelector("figure details table").getBoundingClientRect().height') > 40
    assert tab.printed().startswith(b"%PDF-")
