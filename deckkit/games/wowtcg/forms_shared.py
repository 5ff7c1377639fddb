"""What the forms of this game share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from deckkit.catalogue.fold import fold
from deckkit.decklist.model import Deck, Entry
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.writing import Written

__all__ = ["ReadOnly", "without_backs"]

_BACK = " back"


class ReadOnly:
    """A form that is read and never written."""

    name: ClassVar[str]
    writes: ClassVar[bool] = False

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:  # noqa: ARG002 - the shape of all forms
        """Raises :class:`UsageError`: deckkit reads this form only."""
        raise UsageError(Text("'{form}' is only read, not written", {"form": self.name}), "--to")


def without_backs(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Text, ...]]:
    """The entries without those that are the back of a two-sided card whose front stands in the list, too.

    Two programs list both sides of a hero ("Name" and "Name Back"): that is one card.
    """
    entries = tuple(entries)
    fronts = {fold(entry.name) for entry in entries}
    is_back = [name.endswith(_BACK) and name[: -len(_BACK)] in fronts for name in (fold(e.name) for e in entries)]
    backs = [entry for entry, back in zip(entries, is_back, strict=True) if back]
    if not backs:
        return entries, ()
    notice = Text(
        "{n} line is the back of a card whose front stands in the list, and was not counted (line {lines})",
        {"n": len(backs), "lines": ", ".join(str(entry.line) for entry in backs[:10])},
        plural="{n} lines are backs of cards whose fronts stand in the list, and were not counted (lines {lines})",
        number=len(backs),
    )
    return tuple(entry for entry, back in zip(entries, is_back, strict=True) if not back), (notice,)
