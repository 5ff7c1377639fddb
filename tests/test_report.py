"""The report: what it says, that it is sound HTML of its own, the same every time, and safe with strangers' words."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from typing import Any

import pytest

from deckkit.catalogue import Catalogue
from deckkit.catalogue.search import query_context
from deckkit.decklist.model import Deck
from deckkit.decklist.reading import read_deck
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.legality.check import Period
from deckkit.odds.source import card_source
from deckkit.reports import svg
from deckkit.reports.build import Order, report
from deckkit.reports.charts import Bars, Columns, Curves, Segment, Series, Spans
from deckkit.reports.document import Cards, Figure, Hands, Judged, Page, Section, Table
from deckkit.reports.page import render_page
from deckkit.reports.pictures import picture
from deckkit.reports.svg import draw, keys
from deckkit.reports.verdicts import merged, span
from deckkit.reports.wants import usual_wants

Run = Callable[..., tuple[int, bytes, str]]
EXAMPLES = Path(__file__).parents[1] / "examples"
DAY = date(2026, 11, 30)
VOID = {"meta", "link", "br", "hr", "img", "input", "rect", "line", "circle", "polyline", "polygon"}
LISTS = [
    ("lorcana", "lorcana/tournament/nac-2026-12.txt"),
    ("lorcana", "lorcana/mutated/missing-version-set11.txt"),
    ("riftbound", "riftbound/piltover-text/irelia-a.txt"),
    ("riftbound", "riftbound/precon-json/jinx.json"),
    ("wowtcg", "wowtcg/2011-horde-mage.yml"),
]


def page_of(source: str | Path, catalogue: Catalogue, game: str = "lorcana", **order: Any) -> Page:
    found = GAMES[game]
    deck = read_deck(source, catalogue, game, found.deck)
    return report(deck, found, catalogue, Order(DAY, **order))


def section(page: Page, name: str) -> Section:
    return next(section for section in page.sections if section.id == name)


def blocks(page: Page, kind: type) -> Iterator[Any]:
    return (block for section in page.sections for block in section.blocks if isinstance(block, kind))


@pytest.fixture(scope="session")
def amber_steel(catalogue: Catalogue) -> Page:
    return page_of(EXAMPLES / "amber-steel.txt", catalogue)


class Soundness(HTMLParser):
    """Follows the tags of a page: every one is closed where it must be; collects ids, references and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.addresses: list[str] = []
        self.tags: dict[str, int] = {}
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)
        self._attributes(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(tag, attrs)

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert value is not None or name == "open", (tag, name)
            if name == "id":
                self.ids.append(value or "")
            elif name in ("aria-labelledby", "aria-describedby"):
                self.references += (value or "").split()
            elif name in ("href", "src", "action", "srcset", "data"):
                self.addresses.append(value or "")
            elif name.startswith("on"):
                self.wrong.append(f"{tag} {name}")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> in {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def sound(data: bytes) -> Soundness:
    """Parses a page and fails where it is not sound."""
    text = data.decode("utf-8")
    assert text.startswith("<!DOCTYPE html>\n<html lang=")
    found = Soundness()
    found.feed(text)
    found.close()
    assert found.open == [] and found.wrong == []
    assert len(found.ids) == len(set(found.ids))
    assert set(found.references) <= set(found.ids)
    assert all(address.startswith("#") or address == "data:," for address in found.addresses)
    assert {address[1:] for address in found.addresses if address[0] == "#"} <= set(found.ids)
    assert "script" not in found.tags and "url(" not in text.replace("url(#", "") and "@import" not in text
    assert found.tags["h1"] == found.tags["main"] == text.split("<body>")[0].count("<title>") == 1
    return found


# -- the page -----------------------------------------------------------------------------------------------------


def test_the_page_is_sound_and_the_same_every_time(amber_steel: Page, catalogue: Catalogue) -> None:
    data = render_page(amber_steel)
    found = sound(data)
    assert data == render_page(page_of(EXAMPLES / "amber-steel.txt", catalogue))
    assert found.tags["h2"] == len(amber_steel.sections)
    assert [s.id for s in amber_steel.sections] == [
        "verdict",
        "timeline",
        "makeup",
        "questions",
        "opening",
        "hands",
        "list",
    ]


def test_every_chart_has_words_and_a_table(amber_steel: Page) -> None:
    text = render_page(amber_steel).decode()
    figures = list(amber_steel.figures())
    assert len({figure.name for figure in figures}) == len(figures) >= 6
    for figure in figures:
        assert figure.title and figure.summary and figure.table.rows and figure.table.caption
        assert f'aria-labelledby="{figure.name}-title {figure.name}-desc"' in text
        assert all(len(row) == len(figure.table.header) for row in figure.table.rows)
    assert text.count('<svg class="chart"') == len(figures)


@pytest.mark.shared
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "file"), LISTS)
def test_real_lists(game: str, file: str, lang: str, shared: Path, catalogue: Catalogue) -> None:
    page = page_of(shared / "decks" / file, catalogue, game, lang=lang)
    found = sound(render_page(page))
    assert page.lang == lang
    for figure in page.figures():
        if figure.unfolded and figure.name != "timeline":
            assert figure.notes or figure.name.endswith("-expected"), "every figure says what it rests on"
    assert not re.search(r"[{}]", "".join(found.words).split("</style>")[0].replace(_style(), ""))


def _style() -> str:
    path = Path(__file__).parents[1] / "deckkit" / "reports" / "templates" / "style.css"
    return path.read_text("utf-8").strip()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_page_even_of_an_empty_list(game: str, catalogue: Catalogue) -> None:
    page = page_of("", catalogue, game)
    sound(render_page(page))
    assert not [figure for figure in page.figures() if figure.name != "timeline"]
    assert "hands" not in {section.id for section in page.sections}


@pytest.mark.parametrize("game", ["invocateurs", "allegiance"])
def test_games_with_few_known_facts(game: str, catalogue: Catalogue) -> None:
    cards = list(catalogue.cards(game))[:20]
    page = page_of("\n".join(f"2 {card.name}" for card in cards), catalogue, game, lang="fr")
    sound(render_page(page))
    counted = [figure for figure in page.figures() if figure.name == "by-kind"]
    assert len(counted) == 1
    deck = read_deck("\n".join(f"2 {card.name}" for card in cards), catalogue, game, GAMES[game].deck)
    pile = GAMES[game].opening().pile(deck) if GAMES[game].opening else ()
    assert sum(int(row[1]) for row in counted[0].table.rows) == sum(number for _, number in pile)


def test_strangers_words_stay_words(catalogue: Catalogue) -> None:
    name = '<script>alert("1")</script> & {{ 7 * 7 }} \' --> $x$'
    deck = Deck("lorcana", {"main": ()}, name=name)
    data = render_page(report(deck, GAMES["lorcana"], catalogue, Order(DAY)))
    found = sound(data)
    assert name in found.words, "the whole title, as it was written"
    page = page_of(f"4 Let It Go\n3 {name}\n2 </title><img src=x onerror=y>\n", catalogue)
    found = sound(render_page(page))
    assert "img" not in found.tags
    assert any(name in words for words in found.words)


def test_a_drawing_escapes_its_words() -> None:
    evil = '</title><script x="\'">&'
    chart = Bars(((evil, 1.0, evil),), 1.0)
    curves = Curves(("1",), (Series(evil, (0.5,)), Series("b", (None,))), evil, evil)
    for one in (chart, curves, Columns((evil,), (Series(evil, (2,)),), evil, evil)):
        drawn = draw(one, "x", evil, evil) + "".join(mark for mark, _ in keys(one))
        assert "<script" not in drawn and drawn.count("<svg") == drawn.count("</svg>")


# -- what it says -------------------------------------------------------------------------------------------------


def test_the_verdicts_are_those_of_check(catalogue: Catalogue) -> None:
    page = page_of(EXAMPLES / "needs-work.txt", catalogue)
    judged = {block.slug: block for block in blocks(page, Judged)}
    assert judged["core"].state == "illegal" and not judged["core"].folded
    # The four faults that the list has on purpose, and a second card that left.
    codes = [line.code for line in judged["core"].findings]
    assert codes == ["size.too_small", "identity.too_many", "copies.over_limit", "pool.rotated", "pool.rotated"]
    assert "remove 1 copy" in " ".join(judged["core"].findings[2].details)
    assert judged["draft"].folded
    assert ("Core Constructed", "not legal", "illegal") in page.facts
    only = page_of(EXAMPLES / "needs-work.txt", catalogue, format="infinity")
    assert [block.slug for block in blocks(only, Judged)] == ["infinity"]


def test_an_unknown_format_is_wrong_usage(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError):
        page_of("4 Let It Go", catalogue, format="vintage")


def test_lines_that_were_not_understood_are_told_once(catalogue: Catalogue) -> None:
    page = page_of("4 Let It Go\n3 Elsa\n56 Tipo - Growing Son\n", catalogue)
    text = render_page(page).decode()
    assert text.count("several cards are called Elsa") == 2, "above the verdicts and in the list"
    assert ("Not understood", "3", "undetermined") in page.facts
    assert all(not line.code.startswith("name.") for block in blocks(page, Judged) for line in block.findings)
    seen = next(figure for figure in page.figures() if figure.name == "seen")
    assert any("3 copies that were not understood" in note for note in seen.notes)


def test_days_on_which_a_list_is_legal(catalogue: Catalogue) -> None:
    """Let It Go came with set 1 (prerelease 2023-08-18), left Core with it, and came back with set 9."""
    page = page_of("4 Let It Go", catalogue, format="core")
    figures = [figure for figure in page.figures() if figure.name == "timeline"]
    tables = [block for block in section(page, "timeline").blocks if isinstance(block, Table)]
    assert not figures and tables[0].rows == (("Core Constructed", "never"),), "one card is no deck"
    page = page_of(EXAMPLES / "amber-steel.txt", catalogue, format="infinity")
    judge = GAMES["lorcana"].judge(catalogue)
    deck = read_deck(EXAMPLES / "amber-steel.txt", catalogue, "lorcana", GAMES["lorcana"].deck)
    legal = [period for period in judge.timeline(deck, "infinity") if period.verdict == "legal"]
    figure = next(figure for figure in page.figures() if figure.name == "timeline")
    assert len(legal) == 1 and legal[0].end is None
    assert figure.table.rows == (("Infinity Constructed", f"from {legal[0].start} on"),)
    assert isinstance(figure.chart, Spans)
    (row,) = figure.chart.rows
    assert [part.state for part in row[1]] == ["illegal", "legal"]
    assert row[1][0].start == 0 and row[1][-1].end == 1
    assert row[1][0].end == row[1][1].start


def test_neighbouring_periods_of_one_verdict_are_one() -> None:
    days = [date(2024, 1, 1), date(2025, 1, 1), date(2026, 1, 1)]
    periods = [
        Period(None, days[0], "illegal", ("a",)),
        Period(days[0], days[1], "illegal", ("b",)),
        Period(days[1], days[2], "legal", ()),
        Period(days[2], None, "illegal", ("a",)),
    ]
    found = [(p.start, p.end, p.verdict) for p in merged(periods)]
    assert found == [(None, days[1], "illegal"), (days[1], days[2], "legal"), (days[2], None, "illegal")]
    assert span(None, None, "en") == "always"
    assert span(days[1], days[2], "en") == "from 2025-01-01 until 2026-01-01"


def test_the_curve_counts_every_card_once(amber_steel: Page, catalogue: Catalogue) -> None:
    deck = read_deck(EXAMPLES / "amber-steel.txt", catalogue, "lorcana", GAMES["lorcana"].deck)
    costs = [item.card.facts["cost"] for item in deck.sections["main"] for _ in range(item.count)]
    figure = next(figure for figure in amber_steel.figures() if figure.name == "curve")
    assert isinstance(figure.chart, Columns)
    totals = {row[0]: int(row[-1]) for row in figure.table.rows}
    assert totals == {str(cost): costs.count(cost) for cost in range(max(costs) + 1)}
    assert f"{sum(costs) / len(costs):.2f}" in figure.notes[0]
    assert not [figure for figure in amber_steel.figures() if figure.name == "by-inkable"], "all are: nothing to see"
    some = page_of("12 Let It Go\n4 Elsa - Spirit of Winter", catalogue)
    inkable = next(figure for figure in some.figures() if figure.name == "by-inkable")
    assert inkable.table.rows == (("yes", "12", "75 %"), ("no", "4", "25 %"))


def test_seeing_a_card(amber_steel: Page) -> None:
    """4 copies in 60: 39.9 % in seven cards (38962/97527), 44.5 % in eight; the published tables have the same."""
    figure = next(figure for figure in amber_steel.figures() if figure.name == "seen")
    four = next(row for row in figure.table.rows if row[0] == "4")
    header = figure.table.header
    assert four[header.index("Opening hand")] == "39.9"
    assert four[header.index("Turn 1")] == "39.9", "who begins does not draw on the first turn"
    assert four[header.index("Turn 2")] == f"{100 * (1 - comb(56, 8) / comb(60, 8)):.1f}"
    # All seven cards set aside and replaced from the other 53: the card is missed twice.
    missed = Fraction(comb(56, 7), comb(60, 7)) * Fraction(comb(49, 7), comb(53, 7))
    assert four[header.index("After the mulligan")] == f"{100 * float(1 - missed):.1f}"


@pytest.mark.shared
def test_the_draw_pile_is_the_games(shared: Path, catalogue: Catalogue) -> None:
    """Riftbound: 4 of 39 cards, without the Chosen Champion; of a hand without the card, two are replaced."""
    page = page_of(shared / "decks/riftbound/piltover-text/irelia-a.txt", catalogue, "riftbound")
    figure = next(figure for figure in page.figures() if figure.name == "seen")
    three = next(row for row in figure.table.rows if row[0] == "3")
    assert "39 cards" in figure.notes[0]
    none = Fraction(comb(36, 4), comb(39, 4))
    assert three[2] == f"{100 * float(1 - none):.1f}"
    assert three[3] == f"{100 * float(1 - none * Fraction(comb(32, 2), comb(35, 2))):.1f}"


def test_wanted_cards(catalogue: Catalogue) -> None:
    cards = "4 Let It Go\n56 Dalmatian Puppy - Tail Wagger\n"
    page = page_of(cards, catalogue, wants=('1+ "Let It Go"',))
    figure = next(figure for figure in page.figures() if figure.name == "want-1")
    assert [row[0] for row in figure.table.rows] == [
        "every hand is kept",
        "the wanted cards are kept",
        "the best choice",
    ]
    assert figure.table.rows[0][1] == "39.9"
    table = next(block for block in blocks(page, Table) if block.caption.startswith("What to keep"))
    nothing = next(row for row in table.rows if row[0] == "7 × other")
    assert nothing[1] == "nothing" and nothing[3] == "0"
    with pytest.raises(UsageError):
        page_of(cards, catalogue, wants=("1+ colour:plaid",))


def test_the_sample_hands_are_those_of_hands(catalogue: Catalogue, run_cli: Run) -> None:
    import csv
    import io

    page = page_of(EXAMPLES / "amber-steel.txt", catalogue, seed=5, hands=3)
    (block,) = blocks(page, Hands)
    code, out, _ = run_cli("hands", str(EXAMPLES / "amber-steel.txt"), "-n", "3", "--seed", "5", "--csv", "-q")
    assert code == 0
    dealt: dict[str, list[str]] = {}
    for row in csv.DictReader(io.StringIO(out.decode(), newline="")):
        if row["part"] == "kept":
            dealt.setdefault(row["hand"], []).append(row["name"])
    shown = []
    for hand in block.hands:
        names: list[str] = []
        for line in hand.cards:
            number, times, name = line.partition(" × ")
            names += [name] * int(number) if times else [line]
        shown.append(sorted(names))
    assert shown == [sorted(names) for names in dealt.values()]
    assert all(len(names) == 7 for names in shown)


def test_a_condition_that_has_to_be_sampled(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckkit.odds import asking

    monkeypatch.setattr(asking, "_MOST_WORK", 1)
    page = page_of(EXAMPLES / "amber-steel.txt", catalogue, wants=("1+ cost:1, 1+ cost:2",))
    sound(render_page(page))
    figure = next(figure for figure in page.figures() if figure.name == "want-1")
    assert any("sampled from" in note for note in figure.notes)
    assert [cell == "" for cell in figure.table.rows[2]] == [False, *[True] * 6, False], "only the last turn"
    assert figure.table.rows[0].count("") == 0


def test_the_curve_tells_what_has_no_number(catalogue: Catalogue) -> None:
    """Invocateurs: only Summons and Characters have a level (IN 2.3), and many are not known."""
    names = [card.name for card in catalogue.cards("invocateurs")]
    page = page_of("\n".join(f"1 {name}" for name in names), catalogue, "invocateurs")
    figure = next(figure for figure in page.figures() if figure.name == "curve")
    rows = {row[0]: int(row[-1]) for row in figure.table.rows}
    cards = list(catalogue.cards("invocateurs"))
    assert rows["?"] == sum("level" in card.unknown for card in cards)
    assert rows["–"] == sum("level" not in card.unknown and card.facts.get("level") is None for card in cards)
    assert len(figure.notes) == 3


def test_the_list_is_whole(amber_steel: Page) -> None:
    assert sum(row.count for block in blocks(amber_steel, Cards) for row in block.rows) == 60
    assert all(block.count == sum(row.count for row in block.rows) for block in blocks(amber_steel, Cards))


# -- pictures -----------------------------------------------------------------------------------------------------


def test_pictures_are_drawn_of_every_kind_of_chart() -> None:
    charts = [
        Columns(("0", "1"), (Series("a", (2, 3)), Series("b", (0, 1))), "cost", "cards"),
        Bars((("a $x$", 3.0, "3 (60 %)"), ("b", 0.0, "0")), 3.0),
        Curves(("0", "1"), (Series("a", (0.5, 1.0)), Series("b", (None, 0.2))), "turn", "%"),
        Curves(("0", "1"), (Series("", (2.5, 3.0)),), "turn", "cards", 3.0),
        Spans(
            (("a", (Segment(0, 0.5, "illegal"), Segment(0.5, 0.7, "undetermined"), Segment(0.7, 1, "legal"))),),
            ((0.4, "2026"),),
            (0.9, "2026-11-30"),
            (("legal", "legal"), ("undetermined", "undetermined"), ("illegal", "not legal")),
        ),
    ]
    for chart in charts:
        figure = Figure("x", "title $y$", "summary", chart, Table("x", ("a",), (("b",),)))
        data = picture(figure)
        assert data.startswith(b"\x89PNG") and data == picture(figure)
        assert draw(chart, "x", "title", "summary").startswith('<svg class="chart"')


# -- colours ------------------------------------------------------------------------------------------------------


def _colours(theme: str) -> dict[str, str]:
    style = _style()
    light, dark = style.split("@media (prefers-color-scheme: dark)")[:2]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", light))
    return found if theme == "light" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", dark.split("*")[0]))


def _contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_marks_stand_out(theme: str) -> None:
    """WCAG AA: 4.5 to 1 for words, 3 to 1 for marks of a chart."""
    colour = _colours(theme)
    for ground in ("page", "card"):
        for words in ("ink", "soft", "link"):
            assert _contrast(colour[words], colour[ground]) >= 4.5, (words, ground)
    for state in ("good", "bad", "open"):
        assert _contrast(colour[state], colour[f"{state}-soft"]) >= 4.5, state
    for mark in (*(f"c{i}" for i in range(8)), "good", "open"):
        assert _contrast(colour[mark], colour["card"]) >= 3, mark


# -- the command --------------------------------------------------------------------------------------------------


def test_report_writes_a_page_and_pictures(run_cli: Run, tmp_path: Path) -> None:
    page, folder = tmp_path / "deck.html", tmp_path / "new" / "charts"
    code, out, err = run_cli(
        *("report", str(EXAMPLES / "amber-steel.txt"), "-o", str(page), "--png", str(folder)),
        *("--on", "2026-11-30", "--hands", "2", "--want", "1+ cost:1"),
    )
    assert (code, out) == (0, b"")
    assert "deck.html written" in err and "pictures written" in err
    text = page.read_text("utf-8")
    sound(page.read_bytes())
    assert "Wanted: 1+ cost:1" in text and "Hand 2" in text and "Hand 3" not in text
    names = {path.name for path in folder.iterdir()}
    assert {"curve.png", "timeline.png", "seen.png", "want-1.png"} <= names
    assert len(names) == text.count('<svg class="chart"')


def test_report_to_standard_output(run_cli: Run) -> None:
    code, out, err = run_cli("report", str(EXAMPLES / "needs-work.txt"), "-o", "-", "--on", "2026-11-30", "-q")
    assert (code, err) == (0, "")
    sound(out)


def test_report_of_a_list_that_is_not_understood_whole(run_cli: Run, tmp_path: Path) -> None:
    deck, page = tmp_path / "deck.txt", tmp_path / "deck.html"
    deck.write_text("4 Let It Go\n2 Elsa - Spirit of Wintr\n")
    code, _, err = run_cli("report", str(deck), "-o", str(page), "-g", "lorcana")
    assert code == 3 and "line 2" in err
    assert "Elsa - Spirit of Wintr" in page.read_text("utf-8")


def test_report_mistakes(run_cli: Run, tmp_path: Path) -> None:
    deck, page = str(EXAMPLES / "amber-steel.txt"), str(tmp_path / "deck.html")
    assert run_cli("report", deck)[0] == 2
    assert run_cli("report", deck, "-o", page, "--format", "nonsense")[0] == 2
    assert run_cli("report", deck, "-o", page, "--want", "1+ ink:plaid")[0] == 2
    assert run_cli("report", deck, "-o", page, "--hands", "-1")[0] == 2
    assert run_cli("report", deck, "-o", page, "--lang", "tlh")[0] == 2
    assert run_cli("report", str(tmp_path / "none.txt"), "-o", page)[0] == 3
    assert run_cli("report", deck, "-o", str(tmp_path / "no" / "deck.html"))[0] == 2
    (tmp_path / "file").write_text("x")
    code, _, err = run_cli("report", deck, "--png", str(tmp_path / "file"))
    assert code == 2 and "folder" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


@pytest.mark.parametrize(("library", "option"), [("jinja2", "-o"), ("matplotlib", "--png")])
def test_a_missing_library_is_named_with_its_extra(
    library: str, option: str, run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == library:
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    code, _, err = run_cli("report", str(EXAMPLES / "amber-steel.txt"), option, str(tmp_path / "x"))
    assert code == 2
    assert library in err and "pip install '.[report]'" in err


# -- lines that lie on one another ------------------------------------------------------------------------------------


def _curves(*values: tuple[float | None, ...], top: float = 1.0) -> Curves:
    steps = tuple(map(str, range(len(values[0]))))
    return Curves(steps, tuple(Series(f"line {n}", row) for n, row in enumerate(values)), "Turn", "%", None, top)


def test_lines_that_lie_on_one_another_can_be_told_apart() -> None:
    chart = _curves((1.0, 1.0, 1.0), (0.2, 0.5, 0.9), (1.0, 1.0, None), (1.0, 1.0, 1.0))
    assert chart.alike(0) == [[1], [0, 2, 3]]
    assert chart.alike(2) == [[1], [0, 3]]
    assert chart.covered() == [2, 0, 1, 0]
    drawn = draw(chart, "x", "title", "summary")
    assert len(re.findall(r"stroke-width", drawn)) == 2, "those below stand out"
    points = re.findall(r'<circle class="dot s0" cx="([\d.]+)" cy="([\d.]+)"', drawn)
    squares = re.findall(r'<rect class="dot s1" x="([\d.]+)"', drawn)
    places = [float(x) + 3 for x in squares]
    assert len(points) == 3 and all(float(x) < middle for (x, _), middle in zip(points, places, strict=True))
    dashes = {dash for _, dash in re.findall(r'class="line l(\d)"[^>]*?(stroke-dasharray="[^"]*")?', drawn)}
    assert len(set(svg._DASHES)) == len(svg._DASHES) == 6 and dashes


def test_small_chances_have_an_axis_of_their_own() -> None:
    drawn = draw(_curves((0.01, 0.02, 0.08), top=0.08), "x", "title", "summary")
    assert [word for word in (">2<", ">4<", ">6<", ">8<") if word in drawn] == [">2<", ">4<", ">6<", ">8<"]
    assert ">100<" not in drawn


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        # 20 of 60 cost 2: 1 - C(40,7)/C(60,7) = 95 % of all hands hold one, 75 % two.
        ("20 Dalmatian Puppy - Tail Wagger\n40 Hades - King of Olympus\n", ("2+ cost<=2", "2+ cost<=2, 1+ cost=8")),
        # 12 of 60 are a fifth; 81 % of all hands hold one.
        ("12 Dalmatian Puppy - Tail Wagger\n48 Hades - King of Olympus\n", ("1+ cost<=2", "1+ cost<=2, 1+ cost=8")),
        ("60 Dalmatian Puppy - Tail Wagger\n", ("1+ cost<=2",)),
    ],
)
def test_the_usual_conditions_are_worth_asking(catalogue: Catalogue, text: str, wants: tuple[str, ...]) -> None:
    game = GAMES["lorcana"]
    assert game.opening is not None
    deck = read_deck(text, catalogue, "lorcana", game.deck)
    assert not deck.problems
    source = card_source(deck, game.opening(), game.cards, query_context(catalogue, "lorcana", game.cards))
    assert usual_wants(game.cards, source, game.opening()) == wants
