"""Pools by block: a card is in the pool if a card of its name was printed in one of the blocks (WOW 74 to 79)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.model import CardSet, Printing
from deckkit.decklist.model import DeckSpec
from deckkit.i18n import Text
from deckkit.legality.context import Context
from deckkit.legality.findings import Finding
from deckkit.legality.pool import CardDates, PoolStatus, UndatedCard
from deckkit.legality.rules import Pool
from deckkit.legality.rules.base import RowError, Rule, remove_copies

__all__ = ["BlockPool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPool(Pool):
    """Only cards of these ``blocks``; an old printing may be played if the card was printed again in one of them.

    Older cards are ``pool.rotated``; cards that belong to no block (raid and dungeon decks, tokens) or only to a newer
    one are ``pool.outside``. Days play no part: a format is a list of blocks.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset({"sections", "blocks"})

    blocks: Sequence[int]

    def mistakes(self, spec: DeckSpec, fields: CardFields, sets: Mapping[str, CardSet]) -> Iterator[Text]:
        # Blocks decide here, not kinds of sets.
        yield from Rule.mistakes(self, spec, fields, sets)

    def __post_init__(self) -> None:
        if not self.blocks or not isinstance(self.blocks, list) or any(type(block) is not int for block in self.blocks):
            raise RowError(Text("'blocks' is a list of block numbers, like [7, 8]"))

    def dates(self, printings: Iterable[Printing], sets: Mapping[str, CardSet]) -> CardDates:
        """The card's one status; ``set_code`` is the set of its newest block."""
        places: dict[int, str] = {}
        for printing in printings:
            block = block_of(printing, sets)
            if block is not None and printing.removed is None:
                places.setdefault(block, printing.set_code)
        if not places:
            return UndatedCard((), reason="none", status=PoolStatus("outside", reason="none"))
        newest = max(places)
        if not places.keys() & set(self.blocks):
            state = "rotated" if newest < min(self.blocks) else "outside"
            return UndatedCard((), status=PoolStatus(state, set_code=places[newest], reason="newer"))
        legal = max(places.keys() & set(self.blocks))
        return UndatedCard((), status=PoolStatus("legal", set_code=places[legal]))

    def check(self, context: Context) -> Iterator[Finding]:
        book = context.pool(self)
        for card, (count, lines) in context.counts(self.sections).items():
            status = book.dates(card).on(context.on)
            if status.state == "legal":
                continue
            newest = book.sets[status.set_code].facts.get("block") if status.set_code else None
            params: dict[str, Any] = {"card": card, "format": context.format.title, "block": newest}
            if status.state == "rotated":
                code = "pool.rotated"
                text = Text("{card} is too old for {format}: its newest block is {block}.", params)
            elif newest is not None:
                code = "pool.outside"
                text = Text("{card} is in no block of {format}: it is of block {block}.", params)
            else:
                code = "pool.outside"
                text = Text("{card} is in no block: it is no card for constructed decks.", params)
            elsewhere = context.elsewhere(card)
            remove = remove_copies(count)
            yield self.finding(
                code,
                text,
                cards=((card, count),),
                found=count,
                lines=lines,
                params={"block": newest, "blocks": list(self.blocks)},
                cure=Text("{remove}; legal in {formats}", {"remove": remove, "formats": elsewhere})
                if elsewhere
                else remove,
            )

    def turning_days(self, context: Context) -> set[date]:
        return Rule.turning_days(self, context)


def block_of(printing: Printing, sets: Mapping[str, CardSet]) -> int | None:
    """The block for which a printing counts; None where it makes no card legal."""
    card_set = sets.get(printing.set_code)
    block = card_set.facts.get("block") if card_set else None
    return block if isinstance(block, int) and block > 0 else None
