"""The legality rules that only Lorcana has, and its advice on lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import Card
from deckkit.decklist.model import Deck
from deckkit.i18n import Text
from deckkit.legality.check import Advice
from deckkit.legality.context import Context
from deckkit.legality.formats import FormatBook, load_book, pools_of
from deckkit.legality.rules import IdentityLimit, RowError

__all__ = ["RULES", "InkTypes", "advise", "load_formats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InkTypes(IdentityLimit):
    """At most two ink types; a dual-ink card counts as both of its inks (CR 1.10.1.1, 5.2.5.1).

    ``exemptions`` are rows ``{card, type, classification}``: with that card in the list, *other* cards of this type
    and classification may be of any ink. The card itself must be one that may be in the deck in the first place
    (CR 1.10.1.3): in the pool, not banned, and within the inks of the cards that are not exempt.
    """

    KEYS: ClassVar[frozenset[str]] = IdentityLimit.KEYS | {"exemptions"}

    exemptions: Sequence[Mapping[str, Any]] = ()

    def __post_init__(self) -> None:
        keys = {"card", "type", "classification"}
        for row in self.exemptions:
            if not isinstance(row, Mapping) or set(row) != keys or not all(isinstance(v, str) for v in row.values()):
                raise RowError(Text("an exemption has the keys {keys}, with texts", {"keys": sorted(keys)}))

    def bound(self, resolve: Callable[[str], str | None]) -> InkTypes:
        named = ((row, resolve(row["card"])) for row in self.exemptions)
        return replace(self, exemptions=tuple({**row, "card": key} for row, key in named if key is not None))

    def readings(
        self, context: Context, counts: Mapping[Card, Any]
    ) -> Iterator[tuple[frozenset[Card], frozenset[str]]]:
        """Every card must fit; or the card that exempts others stays, with its own inks, and those need not fit."""
        yield from IdentityLimit.readings(self, context, counts)
        present = {card.key: card for card in counts}
        for row in self.exemptions:
            source = present.get(row["card"])
            if source is None or not self._may_be_played(source, context):
                continue
            chosen = frozenset(
                card
                for card in counts
                if card is not source
                and card.facts.get("type") == row["type"]
                and row["classification"] in card.facts.get("classifications", ())
            )
            yield chosen, frozenset(source.facts.get(context.fields.identity or "") or ())

    def _may_be_played(self, card: Card, context: Context) -> bool:
        if not pools_of(context.format):
            return True
        return context.judge.standing(card, context.format, context.on).legal


RULES = {"ink_types": InkTypes}


@cache
def load_formats() -> FormatBook:
    """Lorcana's formats, from ``formats.toml``."""
    path = Path(__file__).with_name("formats.toml")
    return load_book(path.read_text(encoding="utf-8"), "lorcana", RULES, where=path.name)


def advise(deck: Deck, fields: CardFields) -> Iterator[Advice]:  # noqa: ARG001 - the shape that all games share
    """The number of inkable cards, and the cards whose cost the deck's own inkable cards can never pay.

    The rules ask for no number of inkable cards (rules digest fact 9).
    """
    cards = [(item.card, item.count) for item in deck.sections.get("main", ())]
    total = sum(count for _, count in cards)
    if not total:
        return
    inkable = [(card, count) for card, count in cards if card.facts.get("inkable")]
    ready = sum(count for _, count in inkable)
    share = round(100 * ready / total)
    yield Advice(
        "inkable",
        Text(
            "{n} of {total} cards are inkable ({share} %).",
            {"n": ready, "total": total, "share": share},
        ),
    )
    stuck = tuple(_unpayable(cards, ready))
    if stuck:
        text = Text(
            "This deck has too few inkable cards ({n}) ever to pay the ink cost of {cards} from its inkwell.",
            {"n": ready, "cards": [card for card, _ in stuck]},
        )
        yield Advice("unpayable", text, stuck)


def _unpayable(cards: Iterable[tuple[Card, int]], ready: int) -> Iterator[tuple[Card, int]]:
    for card, count in cards:
        cost = card.facts.get("cost")
        # The copy that is to be played cannot lie in the inkwell.
        others = ready - 1 if card.facts.get("inkable") else ready
        if isinstance(cost, int) and cost > others:
            yield card, count
