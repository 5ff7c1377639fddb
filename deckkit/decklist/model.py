"""Deck lists: as written (:class:`ParsedList`) and as understood (:class:`Deck`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from deckkit.catalogue.model import Card, Printing
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.writing import Written

__all__ = ["Deck", "DeckCard", "DeckSpec", "Entry", "ListForm", "ParsedList", "Problem", "SectionSpec"]


class ListForm(Protocol):
    """A form of list that only one game has (a deck code, the export of one of its sites)."""

    @property
    def name(self) -> str:
        """The name, also for ``convert --to``."""
        ...

    @property
    def writes(self) -> bool:
        """Whether lists can be written in this form."""
        ...

    def recognises(self, text: str) -> bool:
        """Whether the text has this form."""
        ...

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """The list as written. Raises :class:`~deckkit.errors.InputError` for what has the form and is damaged."""
        ...

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """The deck in this form; cards that it cannot express are refused."""
        ...


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """A section of a game's lists.

    ``headers`` are the words (folded) that open it in a text list, in any language; ``used`` is False for a section
    that this game's rules do not know (a sideboard, say), which is kept, reported and not judged. ``shared``: what all
    players have in common in a game, and no part of the deck that a format is about. ``types`` are the
    card types that belong there: they choose among several cards of one name.
    """

    name: str
    labels: Mapping[str, str]
    headers: tuple[str, ...] = ()
    used: bool = True
    shared: bool = False
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """How a game's lists look: sections (the first one is where a list without headers goes) and header words.

    ``headings`` are header words inside the first section that sort its cards and change nothing ("Characters (46)").
    ``markers`` are words that in brackets after a name tell only how the copy looks ("(Foil)").
    ``forms`` are forms that only this game has; they are asked first. ``arrange`` moves cards among the sections by
    their facts, once they are known, where the list itself does not say it (a code, a list without headers).
    With ``unplaced`` the cards that stand under no header are in no section until ``arrange`` has placed them.
    ``set_codes`` are the abbreviations that sites use for a set (in small letters), with the catalogue's code.
    ``notes`` are this game's further keys of "key: value" lines that say something about the list ("format: …").
    ``single`` are headings that name a section where exactly one copy stands under them in a list with headers.
    """

    sections: tuple[SectionSpec, ...]
    headings: tuple[str, ...] = ()
    markers: tuple[str, ...] = ("foil", "non-foil", "normal", "promo")
    forms: tuple[ListForm, ...] = ()
    arrange: Callable[[Deck, ParsedList, Catalogue], Deck] | None = None
    unplaced: bool = False
    set_codes: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    single: Mapping[str, str] = field(default_factory=dict)

    def section(self, name: str) -> SectionSpec | None:
        """The section with this name."""
        return next((section for section in self.sections if section.name == name), None)

    @property
    def default(self) -> str:
        """The section of a list without headers."""
        return self.sections[0].name

    @property
    def start(self) -> str:
        """The section of a card that stands under no header; empty where the game's ``arrange`` decides."""
        return "" if self.unplaced else self.default


@dataclass(frozen=True, slots=True)
class Entry:
    """One line (or JSON or CSV row) as written: ``count`` copies of what ``name`` or the printing says.

    ``name`` may be empty where the form names printings only. ``set_code`` and ``number`` give a place
    (``number`` with its variant letter), ``promo`` the promo group, ``feed_id`` the feed's own id, ``key`` the
    catalogue's key of the card. ``line`` counts from 1; in JSON it is the position of the entry. ``raw`` is the text
    for messages. ``counted`` says whether the list itself gave the number. ``bare`` is the whole line where its first
    number may be part of the name ("99 Puppies"): if it is a card's full name, the line is one copy of that card.
    ``section`` is empty where the list does not say it and the game's ``arrange`` decides.

    Two more readings wait for the catalogue, and hold only where ``name`` is no card's. ``other`` is the number and
    the name of a bare line whose number stands in an unusual place ("Name (4)"): taken if that is a card's name.
    ``aside`` says what the line is if it is no card: ``total`` ("60 cards"), ``note`` ("Format: …"), ``title`` or
    ``heading`` ("Tricks:"); entries that stand ``under`` such a heading are in no section that the game knows.

    ``whole`` is the line with what looks like a remark ("Name // other name"): it goes first if it is a card.
    """

    line: int
    raw: str
    count: int
    name: str = ""
    section: str = "main"
    set_code: str | None = None
    number: str | None = None
    promo: str | None = None
    feed_id: str | None = None
    counted: bool = True
    key: str | None = None
    bare: str = ""
    other: tuple[int, str] | None = None
    aside: str = ""
    under: str = ""
    whole: Entry | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something of the list that was not understood; the rest was.

    ``code`` is ``line.unreadable``, ``name.unresolved`` or ``name.ambiguous``; ``copies`` how many cards stand there
    (0 where the line does not say); ``suggestions`` and ``candidates`` are cards, best first. Where the number of
    copies is not known, ``uncounted`` is set, and ``copies`` is the least that there may be.
    """

    code: str
    line: int
    raw: str
    reason: Text
    copies: int = 0
    section: str = "main"
    suggestions: tuple[Card, ...] = ()
    candidates: tuple[Card, ...] = ()
    uncounted: bool = False


@dataclass(frozen=True, slots=True)
class ParsedList:
    """A list as written: its form, entries, and the lines that could not be read.

    ``game`` is the game that the list itself says it belongs to, else empty.
    """

    form: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    name: str = ""
    notices: tuple[Text, ...] = ()
    game: str = ""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """``count`` copies of a card in one section, added up over all lines; ``printings`` says how many of which."""

    card: Card
    count: int
    lines: tuple[int, ...] = ()
    printings: Mapping[Printing, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deck:
    """A list as understood. Lines are added up over repetition, printings, languages and aliases.

    ``sections`` keeps the order of the list. ``unresolved`` is how many copies the problems hold.
    """

    game: str
    sections: Mapping[str, Sequence[DeckCard]]
    name: str = ""
    file: str = ""
    form: str = "text"
    problems: tuple[Problem, ...] = ()
    notices: tuple[Text, ...] = ()
    counts_missing: bool = False

    def size(self, section: str) -> int:
        """Number of cards in a section."""
        return sum(item.count for item in self.sections.get(section, ()))

    @property
    def sizes(self) -> dict[str, int]:
        """Number of cards by section."""
        return {name: self.size(name) for name in self.sections}

    @property
    def unresolved(self) -> int:
        """Copies on lines that were not understood."""
        return sum(problem.copies for problem in self.problems)
