"""Chart data: what a chart shows, in words of one language, without a word on how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Bars", "Chart", "Columns", "Curves", "Segment", "Series", "Spans"]


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one name, one a category. A value of None is not known and is not drawn."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Upright columns, one a category, the series stacked; values are counts."""

    categories: tuple[str, ...]
    series: tuple[Series, ...]
    across: str
    upward: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Lying bars, one a row: name, length, and the value in words. ``most`` is the length of a full bar."""

    rows: tuple[tuple[str, float, str], ...]
    most: float


@dataclass(frozen=True, slots=True)
class Curves:
    """Chances by step up to ``top`` (1 is 100 %), one curve a series; or numbers up to ``most``, where it is given."""

    categories: tuple[str, ...]
    series: tuple[Series, ...]
    across: str
    upward: str
    most: float | None = None
    top: float = 1.0

    @property
    def highest(self) -> float:
        """The value at the top of the drawing."""
        return self.most or self.top

    def alike(self, step: int) -> list[list[int]]:
        """The series by value at a step: those of a group cannot be told apart in a drawing."""
        near = 0.012 * self.highest
        groups: list[list[int]] = []
        values = [(series.values[step], number) for number, series in enumerate(self.series)]
        last = -1.0
        for value, number in sorted((value, number) for value, number in values if value is not None):
            if groups and value - last <= near:
                groups[-1].append(number)
            else:
                groups.append([number])
            last = value
        return [sorted(group) for group in groups]

    def covered(self) -> list[int]:
        """For each series, how many later ones lie on it for most of the way."""
        together: dict[tuple[int, int], int] = {}
        for step in range(len(self.categories)):
            for group in self.alike(step):
                for at, one in enumerate(group):
                    for other in group[at + 1 :]:
                        together[one, other] = together.get((one, other), 0) + 1
        return [
            sum(1 for (below, _), steps in together.items() if below == number and 2 * steps > len(self.categories))
            for number in range(len(self.series))
        ]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a strip, from ``start`` to ``end`` (0 to 1 of the width); ``state`` is a verdict."""

    start: float
    end: float
    state: str


@dataclass(frozen=True, slots=True)
class Spans:
    """Strips of time, one a row; ``ticks`` and ``mark`` are places on the axis (0 to 1) with their words."""

    rows: tuple[tuple[str, tuple[Segment, ...]], ...]
    ticks: tuple[tuple[float, str], ...]
    mark: tuple[float, str] | None
    states: tuple[tuple[str, str], ...]


Chart = Columns | Bars | Curves | Spans
