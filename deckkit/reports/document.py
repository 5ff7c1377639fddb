"""A report as a document: sections of blocks, all words already in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from deckkit.reports.charts import Chart

__all__ = [
    "Block",
    "Cards",
    "Figure",
    "FindingLine",
    "Hand",
    "Hands",
    "Judged",
    "Page",
    "Paragraph",
    "Points",
    "Row",
    "Section",
    "Subheading",
    "Table",
]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; ``quiet`` for remarks."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list of short remarks, under an optional line."""

    items: tuple[str, ...]
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its caption; the first column names the row. ``numeric`` are the columns that hold numbers.

    ``notes`` say what the figures rest on; ``marked`` are rows to be seen first. ``headings`` stand over the row of
    that number and tell what the rows from there on are of.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    marked: frozenset[int] = frozenset()
    headings: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its caption, what it rests on, and its numbers as a table (the text alternative).

    ``name`` is the name of the picture's file; ``summary`` says in one sentence what is to be seen. ``unfolded`` shows
    the table at once.
    """

    name: str
    title: str
    summary: str
    chart: Chart
    table: Table
    notes: tuple[str, ...] = ()
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding in words; ``state`` is its severity."""

    code: str
    state: str
    message: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict in one format: ``state`` is ``legal``, ``illegal`` or ``undetermined``, ``word`` says it."""

    title: str
    slug: str
    state: str
    word: str
    findings: tuple[FindingLine, ...]
    passed: tuple[str, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: copies, name, facts in short."""

    count: int
    name: str
    facts: str


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of one group of a section."""

    title: str
    count: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A test hand: its cards, and remarks on what became of them and what is drawn next."""

    title: str
    cards: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """Test hands with what they rest on."""

    hands: tuple[Hand, ...]
    notes: tuple[str, ...] = ()


Block = Paragraph | Subheading | Points | Table | Figure | Judged | Cards | Hands


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under its own heading; ``id`` is the place that links name."""

    id: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole report. ``facts`` are the few figures under the title: label, value, state (or nothing)."""

    lang: str
    title: str
    subtitle: str
    facts: tuple[tuple[str, str, str], ...]
    sections: tuple[Section, ...]
    words: dict[str, str] = field(default_factory=dict)
    footer: tuple[str, ...] = ()

    def figures(self) -> Iterator[Figure]:
        """All charts of the page, in order."""
        for section in self.sections:
            yield from (block for block in section.blocks if isinstance(block, Figure))
