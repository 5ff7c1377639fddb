"""Lines of a list that are a card only if the catalogue says so: unusual forms, totals, notes, a first line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckkit.catalogue.fold import fold
from deckkit.decklist.forms_text import read_line, strip_place
from deckkit.decklist.model import Entry
from deckkit.decklist.source import visible
from deckkit.decklist.words import ASIDE, TOKENS
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.names import NameIndex

__all__ = ["Asides"]

_SHOWN = 10
# From this likeness on (of 100) a first line is rather a card's name with a mistake in it than the name of a deck.
_ALIKE = 80


class Asides:
    """Chooses among the readings of a line, and keeps what turned out to be no card, to be told.

    ``title`` is the first line where it may be the list's name, ``titled`` whether it was taken for that.
    """

    def __init__(self, index: NameIndex) -> None:
        self._index = index
        self._notes: list[Entry] = []
        self._kept_apart: list[Entry] = []
        self.title: Entry | None = None
        self.titled = False

    def understand(self, entry: Entry) -> Entry | None:
        """The entry as it is to be read; None where it is no card of the deck."""
        if entry.section in (ASIDE, TOKENS):
            self._kept_apart.append(entry)
            return None
        if self._known(entry.name) or (entry.bare and self._known(entry.bare)):
            return entry
        if entry.other is not None:
            count, name = entry.other
            if self._known(name):
                return replace(entry, count=count, name=name, counted=True, other=None, aside="")
            name, place = strip_place(name)
            if place is not None and self._known(name):
                entry = replace(entry, set_code=place.set_code, number=place.number, promo=place.promo)
                return replace(entry, count=count, name=name, counted=True, other=None, aside="")
        if entry.aside == "title":
            self.title = entry
            return None
        if entry.aside == "note":
            if self._holds_a_card(entry):
                return entry
            self._notes.append(entry)
            return None
        return None if entry.aside == "total" else entry

    def like_a_card(self, entry: Entry) -> bool:
        """Whether a name looks like a card's: nearly the same, or with a card's name line at its beginning."""
        from rapidfuzz import fuzz, process

        name = fold(entry.name)[:200].encode("utf-8", "replace").decode("utf-8")
        first = name.replace(",", " - ").split(" - ")[0].strip()
        if first in self._index.short or first in self._index.full:
            return True
        names = (*self._index.full, *self._index.short)
        return process.extractOne(name, names, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None

    def notices(self) -> Iterator[Text]:
        """What was kept out of the deck, and why."""
        if self.titled and self.title is not None:
            yield Text(
                "line {line} is no card and stands above the list; it was taken for its name: {text}",
                {"line": self.title.line, "text": visible(self.title.raw, 80)},
            )
        for entry in self._notes[:_SHOWN]:
            yield Text(
                "line {line} is a note on the list and no card: {text}",
                {"line": entry.line, "text": visible(entry.raw, 80)},
            )
        if len(self._notes) > _SHOWN:
            yield Text("there are more notes like this: {n}", {"n": len(self._notes) - _SHOWN})
        considered = [entry for entry in self._kept_apart if entry.section == ASIDE]
        if considered:
            copies, lines = _told(considered)
            yield Text(
                "{n} card that is only considered (maybeboard) is not part of the deck (lines {lines})",
                {"n": copies, "lines": lines},
                plural="{n} cards that are only considered (maybeboard) are not part of the deck (lines {lines})",
                number=copies,
            )
        tokens = [entry for entry in self._kept_apart if entry.section == TOKENS]
        if tokens:
            copies, lines = _told(tokens)
            yield Text(
                "{n} token is not part of the deck (lines {lines})",
                {"n": copies, "lines": lines},
                plural="{n} tokens are not part of the deck (lines {lines})",
                number=copies,
            )

    def _known(self, name: str) -> bool:
        """Whether the name is a card's, or the name line of one or several."""
        found = self._index.resolve(name, suggest=0)
        return bool(found.card or found.candidates or found.suggestions)

    def _holds_a_card(self, entry: Entry) -> bool:
        value = entry.name.partition(":")[2].strip()
        read = read_line(value) if value else None
        return read is not None and bool(read.name) and self._index.resolve(read.name, suggest=0).card is not None


def _told(entries: Sequence[Entry]) -> tuple[int, str]:
    """The copies, and the first lines."""
    lines = ", ".join(str(entry.line) for entry in entries[:_SHOWN])
    return sum(entry.count for entry in entries), lines + (", …" if len(entries) > _SHOWN else "")
