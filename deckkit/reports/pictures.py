"""Charts as PNG pictures, drawn by matplotlib from the same data as those of the page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.reports.charts import Bars, Chart, Columns, Curves, Spans
from deckkit.reports.document import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["picture"]

_COLOURS = ("#2a78d6", "#128a60", "#c98300", "#4a3aa7", "#d04341", "#6b7280", "#0f7f8c", "#a8489c")
_STYLES: Sequence[Any] = ("-", (0, (6, 3)), (0, (2, 2)), (0, (8, 3, 2, 3)), (0, (12, 4)), (0, (1, 3)))
_POINTS = ("o", "s", "^", "D", "v", "X")
_STATES: dict[str, dict[str, Any]] = {
    "legal": {"facecolor": "#1a7f45"},
    "undetermined": {"facecolor": "white", "edgecolor": "#8a5a00", "hatch": "////"},
    "illegal": {"facecolor": "#d9d7d0"},
}


def picture(figure: Figure) -> bytes:
    """The chart as the bytes of a PNG. Raises :class:`UsageError` where the library for it is not installed."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Sheet
    except ImportError:
        raise UsageError(
            Text("pictures need the library matplotlib, which is not installed"),
            "--png",
            Text("install deckkit with its extra 'report'; from a checkout: pip install '.[report]'"),
        ) from None
    # A name with dollar signs is no formula, and the user's own settings change nothing but the fonts.
    with rc_context({"text.parse_math": False}):
        marks = _marks(figure.chart)
        high, low = _height(figure.chart), 0.26 * len(marks) + 0.1
        sheet = Sheet(figsize=(7.2, high + low), dpi=150, layout="constrained")
        FigureCanvasAgg(sheet)
        axes, below = sheet.subplots(2, 1, height_ratios=[high, low])
        axes.spines[["top", "right"]].set_visible(False)
        match figure.chart:
            case Columns():
                _columns(axes, figure.chart)
            case Bars():
                _bars(axes, figure.chart)
            case Curves():
                _curves(axes, figure.chart)
            case Spans():
                _spans(axes, figure.chart)
        axes.set_title(figure.title, loc="left", fontweight="bold", wrap=True)
        _keys(below, marks)
        data = io.BytesIO()
        sheet.savefig(data, format="png", metadata={"Software": None})
    return data.getvalue()


def _height(chart: Chart) -> float:
    match chart:
        case Bars():
            return 0.9 + 0.42 * len(chart.rows)
        case Spans():
            return 1.2 + 0.45 * len(chart.rows)
        case Columns() | Curves():
            return 3.5


def _marks(chart: Chart) -> list[tuple[str, dict[str, Any], str]]:
    """What the marks mean: (kind of mark, its look, name). Empty where there is only one."""
    match chart:
        case Columns() if any(series.name for series in chart.series):
            return [("box", {"facecolor": _COLOURS[i % 8]}, series.name) for i, series in enumerate(chart.series)]
        case Curves() if any(series.name for series in chart.series):
            return [("line", _look(i), series.name) for i, series in enumerate(chart.series)]
        case Spans():
            return [("box", _STATES[state], word) for state, word in chart.states]
        case _:
            return []


def _look(number: int) -> dict[str, Any]:
    return {"linestyle": _STYLES[number % 6], "marker": _POINTS[number % 6], "color": _COLOURS[number % 8]}


def _keys(axes: Axes, marks: Sequence[tuple[str, dict[str, Any], str]]) -> None:
    """The names of the marks, one below the other."""
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(max(len(marks), 1) - 0.5, -0.5)
    for place, (kind, look, name) in enumerate(marks):
        if kind == "box":
            axes.barh(place, 0.04, 0.6, left=0.005, **look)
        else:
            axes.plot([0.0, 0.025, 0.05], [place] * 3, markevery=[1], **look)
        axes.text(0.065, place, name, va="center")


def _columns(axes: Axes, chart: Columns) -> None:
    from matplotlib.ticker import MaxNLocator

    places = range(len(chart.categories))
    low = [0.0] * len(chart.categories)
    for number, series in enumerate(chart.series):
        values = [value or 0.0 for value in series.values]
        axes.bar(places, values, 0.72, low, color=_COLOURS[number % 8], edgecolor="white")
        low = [under + value for under, value in zip(low, values, strict=True)]
    for place, total in zip(places, low, strict=True):
        if total:
            axes.text(place, total, f"{total:g}", ha="center", va="bottom", fontweight="bold")
    axes.margins(y=0.08)
    axes.set_xticks(list(places), chart.categories)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.upward)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _bars(axes: Axes, chart: Bars) -> None:
    places = range(len(chart.rows))
    axes.barh(places, [value for _, value, _ in chart.rows], color=_COLOURS[0])
    for place, (_, value, words) in zip(places, chart.rows, strict=True):
        axes.text(value, place, f" {words}", va="center", fontweight="bold")
    axes.set_yticks(list(places), [name for name, _, _ in chart.rows])
    axes.set_xlim(0, (chart.most or 1) * 1.18)
    axes.invert_yaxis()


def _curves(axes: Axes, chart: Curves) -> None:
    places = list(range(len(chart.categories)))
    scale = 100 if chart.most is None else 1
    aside = {
        (number, at): min(0.1, 0.85 / len(group)) * (place - (len(group) - 1) / 2)
        for at in places
        for group in chart.alike(at)
        for place, number in enumerate(group)
    }
    for number, (series, above) in enumerate(zip(chart.series, chart.covered(), strict=True)):
        points = [
            (at, x, scale * value)
            for at, (x, value) in enumerate(zip(places, series.values, strict=True))
            if value is not None
        ]
        look, heights = _look(number), [y for _, _, y in points]
        # What lies below others stands out on both sides of them, and points stand side by side.
        wide = 1.8 + 1.6 * min(above, 2)
        axes.plot([x for _, x, _ in points], heights, **{**look, "marker": "", "linewidth": wide})
        axes.plot([x + aside[number, at] for at, x, _ in points], heights, **{**look, "linestyle": ""})
    axes.set_xticks(places, chart.categories)
    axes.set_ylim(0, scale * chart.highest * 1.03)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.upward)
    axes.grid(axis="y", color="#d9d7d0", linestyle=":")


def _spans(axes: Axes, chart: Spans) -> None:
    for place, (_, segments) in enumerate(chart.rows):
        for part in segments:
            thick = 0.12 if part.state == "illegal" else 0.5
            axes.barh(place, part.end - part.start, thick, left=part.start, **_STATES[part.state])
    axes.set_yticks(list(range(len(chart.rows))), [name for name, _ in chart.rows])
    axes.set_xticks([place for place, _ in chart.ticks], [word for _, word in chart.ticks])
    axes.set_xlim(0, 1)
    axes.invert_yaxis()
    if chart.mark is not None:
        mark, word = chart.mark
        axes.axvline(mark, color="black", linestyle="--", linewidth=1)
        axes.annotate(word, (mark, 1.0), xycoords=("data", "axes fraction"), ha="center", va="bottom", fontsize=9)
