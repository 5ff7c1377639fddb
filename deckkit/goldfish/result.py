"""What came of many solitary games: a frozen object for scripts, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import sqrt
from typing import TYPE_CHECKING, Any

from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck
from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules
from deckkit.goldfish.solo import playing
from deckkit.goldfish.tally import Tally
from deckkit.i18n import Decimal, Text
from deckkit.odds.sampling import wilson

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CardRow", "Coverage", "Goldfish", "TurnRow", "mean_half_width"]

#: The quantile of the normal distribution for 95 %.
_Z = 1.959963984540054


def _spread(won: Mapping[int, int]) -> tuple[int, int, int]:
    """How many games were won, the sum of their turns and of the squares of these."""
    n = sum(won.values())
    return n, sum(turn * count for turn, count in won.items()), sum(turn * turn * count for turn, count in won.items())


def mean_half_width(won: Mapping[int, int]) -> float:
    """Half the width of the 95 % interval of the mean winning turn; infinite where too few games were won."""
    n, total, squares = _spread(won)
    if n < 2:
        return float("inf")
    variance = (n * squares - total * total) / (n * (n - 1))
    return _Z * sqrt(variance / n)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """An own turn over all games.

    ``games`` began it; ``won`` were won in it or before. ``score`` is the mean over all games, a finished one with its
    last score; ``available``, ``used`` (resources), ``played`` (cards) and ``hand`` (cards at its end) are means over
    the games that began it, as are the ``figures`` that only this game has.
    """

    turn: int
    games: int
    won: int
    probability: float
    interval: tuple[float, float]
    score: float
    available: float
    used: float
    played: float
    hand: float
    figures: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        row = {name: getattr(self, name) for name in self.__slots__ if name != "figures"}
        return {**row, "interval": list(self.interval), **({"figures": dict(self.figures)} if self.figures else {})}


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card over all games: copies drawn, played, placed as a resource, and in hand at the end, a game on average.

    ``turn`` is the mean own turn in which it was played, None where it never was. ``coverage`` says how much of its
    text is played: ``exact``, ``partial``, ``unparsed``, or ``none`` for a card without text of its own.
    """

    card: Card
    copies: int
    coverage: str
    drawn: float
    played: float
    placed: float
    stuck: float
    turn: float | None

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Plain values."""
        numbers = {name: getattr(self, name) for name in ("drawn", "played", "placed", "stuck", "turn")}
        head = {"id": self.card.key, "name": self.card.name, "name_local": self.card.local_name(lang)}
        return {**head, "count": self.copies, "coverage": self.coverage, **numbers}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the copies (``of``) are played with all their text (``exact``); the others, with their copies."""

    exact: int
    of: int
    not_played: tuple[tuple[Card, int, str], ...]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Plain values."""
        return {
            "exact": self.exact,
            "of": self.of,
            "not_played": [
                {"id": c.key, "name": c.name, "name_local": c.local_name(lang), "count": copies, "coverage": how}
                for c, copies, how in self.not_played
            ],
        }


@dataclass(frozen=True, slots=True)
class Goldfish:
    """The result of ``games`` solitary games.

    ``won`` maps an own turn to the games won in it; ``open`` games were not won within ``limit`` own turns, ``drawn``
    of them since they ended in a draw before; ``lost`` ones were lost (an empty deck). ``mean`` is over the games won,
    with a 95 % interval by the normal approximation; None where none was. ``aside`` maps a number of cards exchanged by
    the mulligan to the games with it. ``figures`` are the titles of the game's own figures. ``config`` are settings
    that were asked for, ``remarks`` what is to be said of cards of which not all is known.
    """

    deck: str
    file: str
    game: str
    version: str
    games: int
    seed: int
    first: str
    pilot: str
    limit: int
    precision: float | None
    won: Mapping[int, int]
    lost: int
    aside: Mapping[int, int]
    turns: tuple[TurnRow, ...]
    cards: tuple[CardRow, ...]
    coverage: Coverage
    unread: int = 0
    figures: Mapping[str, Text] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    drawn: int = 0
    remarks: tuple[Text, ...] = ()

    @classmethod
    def of(
        cls,
        tally: Tally,
        cards: Sequence[tuple[Card, PlayCard, int]],
        *,
        deck: Deck,
        unread: int,
        seed: int,
        play: bool,
        limit: int,
        pilot: str,
        rules: TableRules,
        version: str,
        precision: float | None,
        figures: Mapping[str, Text] | None = None,
        config: Mapping[str, Any] | None = None,
        remarks: Sequence[Text] = (),
    ) -> Goldfish:
        """The result that a tally makes."""
        n = tally.games
        return cls(
            deck=deck.name,
            file=deck.file,
            game=deck.game,
            version=version or (rules.versions[0] if rules.versions else ""),
            games=n,
            seed=seed,
            first="play" if play else "draw",
            pilot=pilot,
            limit=limit,
            precision=precision,
            won=dict(sorted(tally.won.items())),
            lost=tally.lost,
            aside=dict(sorted(tally.aside.items())),
            turns=_turns(tally, tuple(figures or ())),
            cards=tuple(_card(tally, *one) for one in cards),
            coverage=_coverage(cards),
            unread=unread,
            figures=dict(figures or {}),
            config=dict(config or {}),
            drawn=tally.drawn,
            remarks=tuple(remarks),
        )

    @property
    def open(self) -> int:
        """Games that were neither won nor lost within the limit."""
        return self.games - sum(self.won.values()) - self.lost

    @property
    def mean(self) -> float | None:
        """The mean own turn of winning, over the games that were won."""
        n, total, _ = _spread(self.won)
        return total / n if n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean (normal approximation); None where fewer than two games were won."""
        half = mean_half_width(self.won)
        mean = self.mean
        return None if mean is None or half == float("inf") else (mean - half, mean + half)

    @property
    def median(self) -> int | None:
        """The own turn by which half of all games are won; None where that is never."""
        seen = 0
        for turn, count in self.won.items():
            seen += count
            if 2 * seen >= self.games:
                return turn
        return None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the winning turn."""
        n, total, squares = _spread(self.won)
        return sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else None

    @property
    def redrawn(self) -> int:
        """Games in which the mulligan was taken."""
        return sum(count for cards, count in self.aside.items() if cards)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The document ``deckkit.goldfish/1``."""
        return {
            "schema": "deckkit.goldfish/1",
            "deck": {"name": self.deck, "file": self.file, "game": self.game, "unresolved": self.unread},
            "games": self.games,
            "seed": self.seed,
            "assumptions": {
                "first": self.first,
                "pilot": self.pilot,
                "opponent": "nothing",
                "turns": self.limit,
                "version": self.version,
                "precision": self.precision,
                **({"config": dict(self.config)} if self.config else {}),
                **({"remarks": [one.render(lang) for one in self.remarks]} if self.remarks else {}),
            },
            "coverage": self.coverage.to_json(lang),
            "win_turn": {
                "mean": self.mean,
                "interval": None if self.interval is None else list(self.interval),
                "confidence": 0.95,
                "method": "normal",
                "deviation": self.deviation,
                "median": self.median,
                "histogram": {str(turn): count for turn, count in self.won.items()},
                "won": sum(self.won.values()),
                "not_won": self.open,
                "lost": self.lost,
            },
            "by_turn": [row.to_json() for row in self.turns],
            "cards": [row.to_json(lang) for row in self.cards],
            "mulligan": {
                "games": self.redrawn,
                "cards": {str(cards): count for cards, count in self.aside.items()},
            },
        }

    def records(self, what: str = "turns", lang: str = "en") -> list[dict[str, Any]]:
        """One row a ``turns`` (own turn) or a ``cards`` (card)."""
        if what == "cards":
            return [row.to_json(lang) for row in self.cards]
        rows = []
        for row in self.turns:
            plain = row.to_json()
            low, high = plain.pop("interval")
            own = plain.pop("figures", {})
            rows.append({**plain, "low": low, "high": high, "won_now": self.won.get(row.turn, 0), **own})
        return rows

    def to_frame(self, what: str = "turns", lang: str = "en") -> pd.DataFrame:
        """The rows of :meth:`records` as a pandas frame."""
        from deckkit.catalogue.frames import make_frame

        kinds = _CARD_KINDS if what == "cards" else {**_TURN_KINDS, **dict.fromkeys(self.figures, "real")}
        return make_frame(self.records(what, lang), kinds)

    def summary(self) -> list[Text]:
        """What it comes to, in a few lines."""
        n = sum(self.won.values())
        lines = [_shares(self.coverage)]
        if self.mean is not None:
            values = {"mean": Decimal(self.mean), "n": n, "games": self.games}
            if self.interval is not None:
                low, high = self.interval
                values |= {"low": Decimal(low), "high": Decimal(high)}
                template = "won on turn {mean} on average, 95 % between {low} and {high} ({n} of {games} games)"
                lines.append(Text(template, values))
            else:
                lines.append(Text("won on turn {mean} on average ({n} of {games} games)", values))
        if self.drawn:
            lines.append(Text("ended in a draw: {n} of {games} games", {"n": self.drawn, "games": self.games}))
        if self.open > self.drawn:
            values = {"n": self.open - self.drawn, "games": self.games, "turns": self.limit}
            lines.append(Text("not won by turn {turns}: {n} of {games} games", values))
        if self.lost:
            lines.append(Text("lost: {n} of {games} games", {"n": self.lost, "games": self.games}))
        return lines

    def _repr_html_(self) -> str:
        """For notebooks."""
        lines = "".join(f"<p>{escape(line.render())}</p>" for line in self.summary())
        head = ("Turn", "Won", "Chance", "Score", "Resources", "Used", "Cards played", "Hand")
        rows = "".join(
            f"<tr><td>{row.turn}</td><td>{self.won.get(row.turn, 0)}</td><td>{row.probability:.1%}</td>"
            + "".join(
                f"<td>{value:.2f}</td>"
                for value in (row.score, row.available, row.used, row.played, row.hand, *row.figures.values())
            )
            + "</tr>"
            for row in self.turns
        )
        heads = "".join(
            f"<th>{escape(name)}</th>" for name in (*head, *(one.render() for one in self.figures.values()))
        )
        return f"{lines}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


_TURN_KINDS = {
    "turn": "number",
    "games": "number",
    "won_now": "number",
    "won": "number",
    "probability": "real",
    "low": "real",
    "high": "real",
    "score": "real",
    "available": "real",
    "used": "real",
    "played": "real",
    "hand": "real",
}
_CARD_KINDS = {
    "id": "text",
    "name": "text",
    "name_local": "text",
    "count": "number",
    "coverage": "text",
    "drawn": "real",
    "played": "real",
    "placed": "real",
    "stuck": "real",
    "turn": "real",
}


def _shares(coverage: Coverage) -> Text:
    values = {"exact": coverage.exact, "of": coverage.of}
    return Text("played with all their text: {exact} of {of} copies", values)


def _turns(tally: Tally, figures: tuple[str, ...]) -> tuple[TurnRow, ...]:
    rows = []
    won = finished = 0
    turn = 1
    while began := tally.turns[turn, "games"]:
        won += tally.won[turn]

        def mean(what: str | int, turn: int = turn, began: int = began) -> float:
            return tally.turns[turn, what] / began

        score = (tally.turns[turn, "score"] + finished) / tally.games
        available, used, played, hand = (mean(what) for what in ("available", "used", "played", "hand"))
        own = {name: mean(place) for place, name in enumerate(figures)}
        chance, interval = won / tally.games, wilson(won, tally.games)
        rows.append(TurnRow(turn, began, won, chance, interval, score, available, used, played, hand, own))
        finished += tally.ends[turn, "score"]
        turn += 1
    return tuple(rows)


def _card(tally: Tally, card: Card, made: PlayCard, copies: int) -> CardRow:
    sums = {name: tally.cards[card.key, name] for name in ("drawn", "played", "placed", "stuck", "turns")}
    drawn, played, placed, stuck = (sums[name] / tally.games for name in ("drawn", "played", "placed", "stuck"))
    turn = sums["turns"] / sums["played"] if sums["played"] else None
    return CardRow(card, copies, made.coverage, drawn, played, placed, stuck, turn)


def _coverage(cards: Sequence[tuple[Card, PlayCard, int]]) -> Coverage:
    exact = sum(copies for _, made, copies in cards if playing(made))
    left = tuple((card, copies, made.coverage) for card, made, copies in cards if not playing(made))
    return Coverage(exact, sum(copies for _, _, copies in cards), left)
