"""What questions about drawing are answered with: frozen objects for scripts, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from deckkit.catalogue.model import Card
from deckkit.i18n import Text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Advice",
    "Assumptions",
    "Interval",
    "Kind",
    "Mean",
    "MulliganOdds",
    "Odds",
    "OddsAnswer",
    "Row",
    "Undetermined",
    "name_of",
]


def name_of(item: Any, lang: str = "en") -> str:
    """A card's name in a language; the name of a group of a pool as it is."""
    return item.local_name(lang) if isinstance(item, Card) else str(item)


def _item(item: Any, count: int, lang: str) -> dict[str, Any]:
    if isinstance(item, Card):
        return {"id": item.key, "name": item.name, "name_local": item.local_name(lang), "count": count}
    return {"name": str(item), "count": count}


def _figure(name: str, value: Fraction, exact: bool = True) -> dict[str, Any]:
    return {name: float(value), "fraction": str(value) if exact else None}


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What a figure rests on.

    ``pile`` is the number of cards drawn from (those of ``hand`` and not those of ``seen``), ``opening`` the size of
    the opening hand (None in a plain pool), ``turn`` the own turn (0: the opening hand), ``cards`` the number of cards
    seen by then. ``redraw``, ``most`` and ``back`` are those of :class:`deckkit.odds.opening.Redraw`. ``known`` are
    cards that are in hand, ``seen`` cards that are gone. ``notes`` say the rest.
    """

    pile: int
    cards: int
    opening: int | None = None
    turn: int | None = None
    on_the_play: bool | None = None
    policy: str = "none"
    redraw: str | None = None
    most: int | None = None
    back: str | None = None
    known: tuple[tuple[Any, int], ...] = ()
    seen: tuple[tuple[Any, int], ...] = ()
    rules: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Plain values; ``text`` says them all in words."""
        return {
            "pile": self.pile,
            "hand": self.opening,
            "turn": self.turn,
            "cards": self.cards,
            "first": None if self.on_the_play is None else "play" if self.on_the_play else "draw",
            "mulligan": self.policy,
            "redraw": self.redraw,
            "most": self.most,
            "back": self.back,
            "known": [_item(item, count, lang) for item, count in self.known],
            "seen": [_item(item, count, lang) for item, count in self.seen],
            "rules": list(self.rules),
            "text": [text.render(lang) for text in self.texts()],
        }

    def texts(self) -> list[Text]:
        """The assumptions in words."""
        found = [Text("{n} card to draw from", {"n": self.pile}, plural="{n} cards to draw from", number=self.pile)]
        if self.opening is None:
            found.append(Text("{n} card is drawn", {"n": self.cards}, plural="{n} cards are drawn", number=self.cards))
        elif not self.turn:
            found.append(Text("an opening hand of {n}", {"n": self.opening}))
        else:
            values = {"n": self.opening, "turn": self.turn, "cards": self.cards}
            found.append(
                Text("an opening hand of {n}, on the play: {cards} cards by turn {turn}", values)
                if self.on_the_play
                else Text("an opening hand of {n}, on the draw: {cards} cards by turn {turn}", values)
            )
        if self.known:
            found.append(Text("known to be in hand: {cards}", {"cards": _counted(self.known)}))
        if self.seen:
            found.append(Text("known to be gone: {cards}", {"cards": _counted(self.seen)}))
        return [*found, *self.notes]


def _counted(cards: Iterable[tuple[Any, int]]) -> list[Text]:
    return [Text("{count} {card}", {"count": count, "card": item}) for item, count in cards]


@dataclass(frozen=True, slots=True)
class Interval:
    """Of a sampled figure: the hands, and the interval that holds the true one at 95 % (Wilson)."""

    n: int
    low: float
    high: float
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"n": self.n, "interval": [self.low, self.high], "seed": self.seed}


@dataclass(frozen=True, slots=True)
class Row:
    """The chance by an own turn, or with so many cards (``turn`` None)."""

    turn: int | None
    cards: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean number of cards of a group: ``cards`` of them are in the pile."""

    group: str
    cards: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Undetermined:
    """Cards that may belong to a group: a fact is not known. They are counted as not belonging to it."""

    group: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """The chance of one condition. With ``sampled`` it is no exact figure."""

    want: str
    chance: Fraction
    rows: tuple[Row, ...]
    means: tuple[Mean, ...]
    assumptions: Assumptions
    undetermined: tuple[Undetermined, ...] = ()
    sampled: Interval | None = None

    @property
    def probability(self) -> float:
        """The chance as a number."""
        return float(self.chance)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The keys of one result of ``deckkit odds --json``."""
        exact = self.sampled is None
        document: dict[str, Any] = {
            "want": self.want,
            **_figure("probability", self.chance, exact),
            "assumptions": self.assumptions.to_json(lang),
            "by_turn": [
                {"turn": row.turn, "cards": row.cards, **_figure("probability", row.chance, exact)} for row in self.rows
            ],
            "expected": [
                {"group": mean.group, "cards": mean.cards, **_figure("expected", mean.expected, exact)}
                for mean in self.means
            ],
            "undetermined": _undetermined(self.undetermined, lang),
        }
        if self.sampled is not None:
            document["sampled"] = self.sampled.to_json()
        return document


def _undetermined(found: Iterable[Undetermined], lang: str) -> list[dict[str, Any]]:
    return [
        {
            "group": one.group,
            "cards": [{"id": card.key, "name": card.name, "name_local": card.local_name(lang)} for card in one.cards],
        }
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one condition or several. ``unresolved`` copies of the list were not understood."""

    answers: tuple[OddsAnswer, ...]
    unresolved: int = 0

    @property
    def probability(self) -> float:
        """The chance of the first condition."""
        return self.answers[0].probability

    @property
    def fraction(self) -> Fraction:
        """The chance of the first condition, exactly."""
        return self.answers[0].chance

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The document of ``deckkit odds --json``; with several conditions ``results`` holds them all."""
        results = [answer.to_json(lang) for answer in self.answers]
        document = {"schema": "deckkit.odds/1", **results[0], "unresolved": self.unresolved}
        if len(results) > 1:
            document["results"] = results
        return document

    def records(self) -> list[dict[str, Any]]:
        """One record a condition and turn."""
        return [
            {
                "want": answer.want,
                "turn": row.turn,
                "cards": row.cards,
                "probability": float(row.chance),
                "fraction": str(row.chance) if answer.sampled is None else None,
            }
            for answer in self.answers
            for row in answer.rows
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row a condition and turn: want, turn, cards, probability, fraction."""
        import pandas as pd

        return pd.DataFrame(self.records(), columns=["want", "turn", "cards", "probability", "fraction"])

    def _repr_html_(self) -> str:
        rows = [
            [answer.want, "" if row.turn is None else str(row.turn), str(row.cards), f"{float(row.chance):.2%}"]
            for answer in self.answers
            for row in answer.rows
        ]
        return _html(["want", "turn", "cards", "probability"], rows, self.answers[0].assumptions)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of opening hand, and what to do with it.

    ``hand`` and ``keep`` are (names of the groups that the cards belong to, number of cards); () are cards of no group.
    ``probability`` is the chance to be dealt it.
    """

    hand: tuple[tuple[tuple[str, ...], int], ...]
    keep: tuple[tuple[tuple[str, ...], int], ...]
    probability: Fraction
    keeping: Fraction
    chance: Fraction

    @property
    def gain(self) -> Fraction:
        """What the choice adds to keeping the hand."""
        return self.chance - self.keeping

    @property
    def aside(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """What is set aside."""
        kept = dict(self.keep)
        found = ((groups, number - kept.get(groups, 0)) for groups, number in self.hand)
        return tuple((groups, number) for groups, number in found if number)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "hand": _classes(self.hand),
            "keep": _classes(self.keep),
            "set_aside": _classes(self.aside),
            "probability": float(self.probability),
            "keep_chance": float(self.keeping),
            "chance": float(self.chance),
            "gain": float(self.gain),
        }


def _classes(cards: Iterable[tuple[tuple[str, ...], int]]) -> list[dict[str, Any]]:
    return [{"groups": list(groups), "count": count} for groups, count in cards]


@dataclass(frozen=True, slots=True)
class Advice:
    """For one hand: the best cards to set aside. ``keeping`` is the chance with the whole hand, ``chance`` the best."""

    hand: tuple[tuple[Any, int], ...]
    keep: tuple[tuple[Any, int], ...]
    aside: tuple[tuple[Any, int], ...]
    keeping: Fraction
    chance: Fraction

    @property
    def gain(self) -> Fraction:
        """What it adds to keeping the hand."""
        return self.chance - self.keeping

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Plain values."""
        return {
            "cards": [_item(item, count, lang) for item, count in self.hand],
            "keep": [_item(item, count, lang) for item, count in self.keep],
            "set_aside": [_item(item, count, lang) for item, count in self.aside],
            "keep_chance": float(self.keeping),
            "chance": float(self.chance),
            "fraction": str(self.chance),
            "gain": float(self.gain),
        }


@dataclass(frozen=True, slots=True)
class MulliganOdds:
    """What the mulligan is worth: the chance under each policy, and the best choice for each kind of hand."""

    want: str
    policies: dict[str, Fraction]
    table: tuple[Kind, ...]
    assumptions: Assumptions
    advice: Advice | None = None
    undetermined: tuple[Undetermined, ...] = ()
    sampled: dict[str, Interval] = field(default_factory=dict)
    unresolved: int = 0

    @property
    def keep(self) -> Fraction:
        """The chance when every hand is kept."""
        return self.policies["none"]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The document of ``deckkit mulligan --json``."""
        exact = {name: None if name in self.sampled else str(chance) for name, chance in self.policies.items()}
        document: dict[str, Any] = {
            "schema": "deckkit.mulligan/1",
            "want": self.want,
            "keep": float(self.keep),
            "policies": {name: float(chance) for name, chance in self.policies.items()},
            "fractions": exact,
            "table": [kind.to_json() for kind in self.table],
            "assumptions": self.assumptions.to_json(lang),
            "undetermined": _undetermined(self.undetermined, lang),
            "unresolved": self.unresolved,
        }
        if self.advice is not None:
            document["hand"] = self.advice.to_json(lang)
        if self.sampled:
            document["sampled"] = {name: interval.to_json() for name, interval in self.sampled.items()}
        return document

    def records(self) -> list[dict[str, Any]]:
        """One record a kind of hand."""
        return [
            {
                "hand": class_text(kind.hand),
                "keep": class_text(kind.keep),
                "set_aside": class_text(kind.aside),
                "probability": float(kind.probability),
                "keep_chance": float(kind.keeping),
                "chance": float(kind.chance),
                "gain": float(kind.gain),
            }
            for kind in self.table
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row a kind of hand: hand, keep, set_aside, probability, keep_chance, chance, gain."""
        import pandas as pd

        columns = ["hand", "keep", "set_aside", "probability", "keep_chance", "chance", "gain"]
        return pd.DataFrame(self.records(), columns=columns)

    def _repr_html_(self) -> str:
        policies = [[name, f"{float(chance):.2%}"] for name, chance in self.policies.items()]
        kinds = [
            [
                *(class_text(cards) for cards in (kind.hand, kind.keep)),
                *(f"{float(value):.2%}" for value in (kind.probability, kind.keeping, kind.chance)),
            ]
            for kind in self.table[:50]
        ]
        head = ["hand", "keep", "probability", "keep_chance", "chance"]
        return _html(["policy", "probability"], policies, None) + _html(head, kinds, self.assumptions)


def class_text(cards: Iterable[tuple[tuple[str, ...], int]], other: str = "other") -> str:
    """Cards by class in one line: ``2 × inkable, 1 × inkable & cost<=2, 4 × other``."""
    return ", ".join(f"{count} × {' & '.join(groups) or other}" for groups, count in cards)


def _html(head: Sequence[str], rows: Iterable[Sequence[str]], assumptions: Assumptions | None) -> str:
    top = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    below = "" if assumptions is None else f"<p>{escape('; '.join(map(str, assumptions.texts())))}</p>"
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{below}"
