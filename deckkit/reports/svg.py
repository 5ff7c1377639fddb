"""Charts as SVG for a page: no fixed colours (the page's style gives them, light or dark), nothing but markup.

A drawing is 360 units wide and as wide as its place on the page, so that its words stay readable on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from deckkit.i18n import decimal
from deckkit.reports.charts import Bars, Chart, Columns, Curves, Spans
from deckkit.reports.words import tr

__all__ = ["WIDTH", "draw", "keys"]

WIDTH = 360.0
_LEFT, _RIGHT = 34.0, 8.0
_TALL = 150.0
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "1 4")
# Points that would cover each other stand side by side, so far apart.
_APART = 7.0


def draw(chart: Chart, name: str, title: str, summary: str, lang: str = "en") -> str:
    """The chart as an ``svg`` element with a title and a description for those who cannot see it."""
    match chart:
        case Columns():
            body, height = _columns(chart, lang)
        case Bars():
            body, height = _bars(chart, lang)
        case Curves():
            body, height = _curves(chart, lang)
        case Spans():
            body, height = _spans(chart, name)
    head = (
        f'<svg class="chart" viewBox="0 0 {_n(WIDTH)} {_n(height)}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-desc">{escape(summary)}</desc>'
    )
    return head + "".join(body) + "</svg>"


def keys(chart: Chart) -> list[tuple[str, str]]:
    """What the marks of a chart mean: (drawing of the mark, name). Empty where there is only one kind of mark."""
    match chart:
        case Columns() | Curves() if any(series.name for series in chart.series):
            draw_one = _box if isinstance(chart, Columns) else _stroke
            return [(_key(draw_one(number)), series.name) for number, series in enumerate(chart.series)]
        case Spans():
            return [(_key(_strip_key(state)), word) for state, word in chart.states]
        case _:
            return []


def _key(mark: str) -> str:
    return f'<svg class="key" viewBox="0 0 24 14" width="24" height="14" aria-hidden="true">{mark}</svg>'


def _box(number: int) -> str:
    return f'<rect class="s{number}" x="6" y="1" width="12" height="12" rx="2"/>'


def _stroke(number: int) -> str:
    return f'<line class="line l{number}" x1="0" x2="24" y1="7" y2="7"{_dash(number)}/>{_point(number, 12, 7, "")}'


def _dash(number: int) -> str:
    dashes = _DASHES[number % len(_DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


# -- kinds --------------------------------------------------------------------------------------------------------


def _columns(chart: Columns, lang: str) -> tuple[list[str], float]:
    body: list[str] = []
    top = 22.0
    bottom = top + _TALL
    totals = [sum(series.values[i] or 0 for series in chart.series) for i in range(len(chart.categories))]
    most = max(totals, default=0) or 1
    body += _grid(_steps(most), most, top, bottom, lang)
    body.append(_text(0, top - 14, chart.upward, "axis"))
    step = (WIDTH - _LEFT - _RIGHT) / max(len(chart.categories), 1)
    width = min(step * 0.72, 34.0)
    for i, category in enumerate(chart.categories):
        middle = _LEFT + step * (i + 0.5)
        low = bottom
        for number, series in enumerate(chart.series):
            value = series.values[i] or 0
            if not value:
                continue
            tall = _TALL * value / most
            name = f"{category}, {series.name}" if series.name else category
            hint = tr("{word}: {value}", lang, word=name, value=_shown(value, lang))
            body.append(
                f'<rect class="s{number}" x="{_n(middle - width / 2)}" y="{_n(low - tall + 0.75)}" '
                f'width="{_n(width)}" height="{_n(max(tall - 1.5, 0.5))}"><title>{escape(hint)}</title></rect>'
            )
            low -= tall
        if totals[i]:
            body.append(_text(middle, low - 4, _shown(totals[i], lang), "value", "middle"))
        body.append(_text(middle, bottom + 14, category, "tick", "middle"))
    body.append(_text((WIDTH + _LEFT) / 2, bottom + 29, chart.across, "axis", "middle"))
    return body, bottom + 34


def _bars(chart: Bars, lang: str) -> tuple[list[str], float]:
    body: list[str] = []
    top = 2.0
    for name, value, words in chart.rows:
        length = (WIDTH - 2) * min(value / chart.most, 1) if chart.most else 0
        body += [
            _text(0, top + 11, name, "label"),
            _text(WIDTH, top + 11, words, "value", "end"),
            f'<rect class="rail" x="0" y="{_n(top + 16)}" width="{_n(WIDTH)}" height="9" rx="2"/>',
        ]
        if length:
            body.append(
                f'<rect class="s0" x="0" y="{_n(top + 16)}" width="{_n(max(length, 1))}" height="9" rx="2">'
                f"<title>{escape(tr('{word}: {value}', lang, word=name, value=words))}</title></rect>"
            )
        top += 33
    return body, top


def _curves(chart: Curves, lang: str) -> tuple[list[str], float]:
    body: list[str] = []
    top = 22.0
    bottom = top + _TALL
    most = chart.highest
    if chart.most is None:
        body += _grid([most * part / 4 for part in range(1, 5)], most, top, bottom, lang, 100)
    else:
        body += _grid(_steps(most), most, top, bottom, lang)
    body.append(_text(0, top - 14, chart.upward, "axis"))
    count = len(chart.categories)
    step = (WIDTH - _LEFT - _RIGHT) / max(count, 1)
    places = [_LEFT + step * (i + 0.5) for i in range(count)]
    aside = {
        (number, at): min(_APART, 0.85 * step / len(group)) * (place - (len(group) - 1) / 2)
        for at in range(count)
        for group in chart.alike(at)
        for place, number in enumerate(group)
    }
    dots: list[str] = []
    for number, (series, above) in enumerate(zip(chart.series, chart.covered(), strict=True)):
        points = [
            (at, x, bottom - _TALL * value / most, _hint(f"{series.name}, {category}", value, chart, lang))
            for at, (x, category, value) in enumerate(zip(places, chart.categories, series.values, strict=True))
            if value is not None
        ]
        line = " ".join(f"{_n(x)},{_n(y)}" for _, x, y, _ in points)
        # What lies below others stands out on both sides of them.
        wide = f' style="stroke-width:{_n(2 + 1.8 * min(above, 2))}"' if above else ""
        body.append(f'<polyline class="line l{number}" points="{line}"{_dash(number)}{wide}/>')
        dots += [_point(number, x + aside[number, at], y, hint) for at, x, y, hint in points]
    body += dots
    for x, category in zip(places, chart.categories, strict=True):
        body.append(_text(x, bottom + 14, category, "tick", "middle"))
    body.append(_text((WIDTH + _LEFT) / 2, bottom + 29, chart.across, "axis", "middle"))
    return body, bottom + 34


def _spans(chart: Spans, name: str) -> tuple[list[str], float]:
    hatch = f"{name}-hatch"
    body = [_pattern(hatch)]
    top = 0.0
    first = top
    for label, segments in chart.rows:
        body.append(_text(0, top + 12, label, "label"))
        body += [
            _strip(WIDTH * segment.start, WIDTH * segment.end, top + 18, segment.state, hatch, label)
            for segment in segments
        ]
        top += 42
    bottom = top - 4
    body.append(f'<line class="base" x1="0" x2="{_n(WIDTH)}" y1="{_n(bottom)}" y2="{_n(bottom)}"/>')
    for place, word in chart.ticks:
        x = WIDTH * place
        body.append(f'<line class="base" x1="{_n(x)}" x2="{_n(x)}" y1="{_n(bottom)}" y2="{_n(bottom + 4)}"/>')
        body.append(_text(x, bottom + 15, word, "tick", _anchor(place)))
    if chart.mark is not None:
        place, word = chart.mark
        x = min(max(WIDTH * place, 1.0), WIDTH - 1)
        body.append(f'<line class="now" x1="{_n(x)}" x2="{_n(x)}" y1="{_n(first + 14)}" y2="{_n(bottom)}"/>')
        body.append(_text(x, bottom + 31, word, "axis", _anchor(place)))
    return body, bottom + 36


# -- parts --------------------------------------------------------------------------------------------------------


def _strip(start: float, end: float, top: float, state: str, hatch: str, hint: str) -> str:
    width = max(end - start - 1, 0.5)
    if state == "illegal":
        middle = top + 6
        return f'<line class="out" x1="{_n(start)}" x2="{_n(start + width)}" y1="{_n(middle)}" y2="{_n(middle)}"/>'
    fill = f' style="fill:url(#{hatch})"' if state == "undetermined" else ""
    title = f"<title>{escape(hint)}</title>" if hint else ""
    place = f'x="{_n(start)}" y="{_n(top)}" width="{_n(width)}" height="12" rx="2"'
    return f'<rect class="state-{state}" {place}{fill}>{title}</rect>'


def _strip_key(state: str) -> str:
    hatch = "key-hatch"
    return (_pattern(hatch) if state == "undetermined" else "") + _strip(0, 24, 1, state, hatch, "")


def _pattern(name: str) -> str:
    return (
        f'<defs><pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="hatch" width="2" height="6"/></pattern></defs>'
    )


def _point(number: int, x: float, y: float, hint: str) -> str:
    """Each curve has its own kind of point, so that it is known without its colour."""
    title = f"<title>{escape(hint)}</title>" if hint else ""
    corners: Sequence[tuple[float, float]]
    match number % 6:
        case 0:
            return f'<circle class="dot s{number}" cx="{_n(x)}" cy="{_n(y)}" r="3.2">{title}</circle>'
        case 1:
            place = f'x="{_n(x - 3)}" y="{_n(y - 3)}"'
            return f'<rect class="dot s{number}" {place} width="6" height="6">{title}</rect>'
        case 2:
            corners = ((0, -4), (4, 3), (-4, 3))
        case 3:
            corners = ((0, -4), (4, 0), (0, 4), (-4, 0))
        case 4:
            corners = ((0, 4), (4, -3), (-4, -3))
        case _:
            corners = ((-4, -4), (0, -1.5), (4, -4), (1.5, 0), (4, 4), (0, 1.5), (-4, 4), (-1.5, 0))
    points = " ".join(f"{_n(x + right)},{_n(y + down)}" for right, down in corners)
    return f'<polygon class="dot s{number}" points="{points}">{title}</polygon>'


def _grid(values: Sequence[float], most: float, top: float, bottom: float, lang: str, times: float = 1) -> list[str]:
    body = [f'<line class="base" x1="{_n(_LEFT)}" x2="{_n(WIDTH)}" y1="{_n(bottom)}" y2="{_n(bottom)}"/>']
    for value in values:
        y = bottom - (bottom - top) * value / most
        body.append(f'<line class="grid" x1="{_n(_LEFT)}" x2="{_n(WIDTH)}" y1="{_n(y)}" y2="{_n(y)}"/>')
        body.append(_text(_LEFT - 6, y + 4, _shown(value * times, lang), "tick", "end"))
    return body


def _steps(most: float) -> list[float]:
    """Round values up to ``most``: at most five.

    >>> _steps(18), _steps(4)
    ([5, 10, 15], [1, 2, 3, 4])
    """
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**9) if most / size <= 5)
    return [step * i for i in range(1, int(most // step) + 1)]


def _hint(name: str, value: float, chart: Curves, lang: str) -> str:
    shown = f"{decimal(100 * value, lang, 1)} %" if chart.most is None else decimal(value, lang)
    return tr("{word}: {value}", lang, word=name, value=shown)


def _anchor(place: float) -> str:
    return "start" if place < 0.12 else "end" if place > 0.88 else "middle"


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    at = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}"{at}>{escape(words)}</text>'


def _n(value: float) -> str:
    """A number as short as it can be: the same digits on every machine."""
    return f"{round(value, 1):g}"


def _shown(value: float, lang: str) -> str:
    """The same as a word of the language."""
    short = _n(value)
    return decimal(value, lang, 1) if "." in short else short
