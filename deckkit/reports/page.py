"""A report as one HTML page: no script, nothing fetched, the same bytes for the same report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.reports.document import Block, Cards, Figure, Judged, Page
from deckkit.reports.svg import draw, keys

__all__ = ["render_page"]

_HERE = Path(__file__).parent / "templates"


def render_page(page: Page) -> bytes:
    """The page as UTF-8 HTML5. Raises :class:`UsageError` where the library for templates is not installed."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise UsageError(
            Text("the page needs the library jinja2, which is not installed"),
            "deckkit report",
            Text("install deckkit with its extra 'report'; from a checkout: pip install '.[report]'"),
        ) from None

    def drawing(figure: Figure) -> Any:
        # draw() escapes every word that it takes over.
        return Markup(draw(figure.chart, figure.name, figure.title, figure.summary, page.lang))

    def key(figure: Figure) -> list[tuple[Any, str]]:
        return [(Markup(mark), name) for mark, name in keys(figure.chart)]

    environment = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    template = environment.get_template("page.html.j2")
    style = Markup((_HERE / "style.css").read_text(encoding="utf-8").strip())
    text: str = template.render(page=page, style=style, drawing=drawing, key=key, grouped=_grouped)
    # Bytes of a file's name that are not UTF-8 arrive as lone surrogates.
    return text.encode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class _Group:
    grid: str
    blocks: Sequence[Block]


_SIDE_BY_SIDE: dict[type, str] = {Figure: "figures", Judged: "grid", Cards: "columns"}


def _grouped(blocks: Sequence[Block]) -> Iterator[_Group]:
    """Neighbours of one kind that stand side by side where there is room."""
    waiting: list[Block] = []
    for block in blocks:
        if waiting and type(block) is not type(waiting[0]):
            yield _Group(_SIDE_BY_SIDE.get(type(waiting[0]), ""), waiting)
            waiting = []
        waiting.append(block)
    if waiting:
        yield _Group(_SIDE_BY_SIDE.get(type(waiting[0]), ""), waiting)
