"""What one import has in hand: the state it changes, the feed, and the account of what it did."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.catalogue.records import FeedData
from deckkit.feeds.report import Detail
from deckkit.feeds.source import GameFeeds
from deckkit.feeds.state import CardState, State
from deckkit.i18n import Text

__all__ = ["Ledger", "natural"]


@dataclass(slots=True)
class Ledger:
    """Shared by the parts of a merge.

    ``new`` and ``touched`` hold ids by table (``card_set``, ``card``, ``printing``) and, for the children of a card
    (``name``, ``alias``, ``keyword``, ``ability``, ``origin``), the ids of the cards whose rows are to be written anew.
    ``gone`` holds ids of rows to delete, which only a user's own cards ever are. ``closed`` is True where the feed is
    taken back: its runs go, and none is added. ``documents`` are those of other own sources that changed with this one.
    """

    state: State
    data: FeedData
    feeds: GameFeeds
    details: list[Detail] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)
    new: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    touched: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    gone: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    closed: bool = False
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)
    card_of: dict[str, CardState] = field(default_factory=dict)
    by_id: dict[int, CardState] = field(default_factory=dict)

    @property
    def day(self) -> str | None:
        """The feed's day."""
        return None if self.data.generated is None else self.data.generated.isoformat()

    def known(self, key: str) -> CardState | None:
        """The row of a card of the feed, or of the catalogue."""
        return self.card_of.get(key) or self.state.cards.get(key)

    def tell(
        self, kind: str, what: str, key: str, name: str, field: str | None = None, old: Any = None, new: Any = None
    ) -> None:
        """Notes one change for the report."""
        self.details.append(Detail(kind, what, key, name, field, old, new))

    def note(self, code: str, message: Text, where: str = "") -> None:
        """Notes something that the user should know and that changed nothing."""
        self.notices.append({"code": code, "message": message, "where": where})

    def may_overwrite(self, source: str, existing: str) -> bool:
        """Whether a row from ``source`` may replace what came from ``existing``: never by a poorer feed."""
        if self.data.own is not None:
            return source == existing
        return self.data.scope != "supplement" and self.feeds.rank(source) <= self.feeds.rank(existing)

    def former_name(self, row: CardState, name: str) -> None:
        """Keeps the name that a card had until this feed."""
        self.alias(row, name, self.day, f"{self.data.feed}, renamed", replace=False)

    def alias(self, row: CardState, text: str, until: str | None, source: str, replace: bool) -> None:
        """Adds a former name, unless a present one is spelled like it. ``replace``: the source knows its date."""
        folded = fold(text)
        have = self.state.aliases.get(row.id, {})
        before = have.get(text)
        if before == (folded, until, source) or (before is not None and not replace):
            return
        if folded in {name.folded for name in self.state.names.get(row.id, [])} and row.name != text:
            return
        self.state.aliases[row.id] = {**have, text: (folded, until, source)}
        self.touched["alias"].add(row.id)
        self.tell(
            "added" if before is None else "changed", "alias", row.key, row.name, "until", before and before[1], until
        )


def natural(feed_id: str) -> tuple[bool, int, str]:
    """Sorts numbers as numbers, before other ids."""
    return (False, int(feed_id), "") if feed_id.isdecimal() else (True, 0, feed_id)
