"""Writing decks in the forms that people exchange. What is written reads back as the same cards, or is refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckkit.catalogue.fold import letters
from deckkit.catalogue.model import Card, Printing
from deckkit.decklist.forms_json import SCHEMA
from deckkit.decklist.forms_text import header_word, read_line
from deckkit.decklist.model import Deck, DeckCard, DeckSpec
from deckkit.decklist.source import visible
from deckkit.decklist.words import MAX_COPIES, Place, section_words
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.names import NameIndex
    from deckkit.catalogue.store import Catalogue

__all__ = ["FORMS", "Refused", "Written", "card_lines", "distinct_printing", "write"]

FORMS = ("text", "dreamborn", "csv", "json", "tabletop")

# One saved object with more cards than this is no deck, and the program that reads it would not bear it.
_MOST_OBJECTS = 1_000


@dataclass(frozen=True, slots=True)
class Refused:
    """A card that the form cannot express, with the reason; it is not in what was written."""

    section: str
    card: Card
    count: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Written:
    """The list as text (with the form's own line ends), and the cards that are not in it."""

    text: str
    refused: tuple[Refused, ...] = ()


def write(deck: Deck, form: str, catalogue: Catalogue, spec: DeckSpec, lang: str = "en") -> Written:
    """The deck as ``text``, ``dreamborn``, ``csv``, ``json`` or ``tabletop``; names in ``lang`` where known.

    Only resolved cards are written: the deck's problems are the caller's to tell. Writing what was read from the
    result gives the same text. Raises :class:`UsageError` for a form that there is not.
    """
    own = next((known for known in spec.forms if known.name == form and known.writes), None)
    if own is not None:
        deck, strange = (deck, ()) if form == "text" else _without_strange(deck, spec)
        written = own.write(deck, catalogue)
        return Written(written.text, (*strange, *written.refused))
    if form not in FORMS:
        raise UsageError(
            Text("there is no form '{form}'", {"form": form}),
            "--to",
            Text("use one of: {forms}", {"forms": [*FORMS, *(known.name for known in spec.forms if known.writes)]}),
        )
    deck, strange = (deck, ()) if form == "text" else _without_strange(deck, spec)
    writer = _Writer(deck, spec, catalogue, lang)
    text: str = getattr(writer, form)()
    return Written(text, (*strange, *writer.refused))


def _without_strange(deck: Deck, spec: DeckSpec) -> tuple[Deck, tuple[Refused, ...]]:
    """The deck without sections that the game does not know, which only a text list can name; they are refused."""
    kept = {name: items for name, items in deck.sections.items() if not name or spec.section(name)}
    refused = tuple(
        Refused(name, item.card, item.count, Text("this form has no section '{section}'", {"section": name}))
        for name, items in deck.sections.items()
        if name not in kept
        for item in items
    )
    return replace(deck, sections=kept), refused


def card_lines(item: DeckCard, name: str | None, catalogue: Catalogue, markers: tuple[str, ...]) -> list[str] | None:
    """The lines of a text list that read back as these copies; None where there are none that do.

    ``name`` is the card's own name; None where other cards bear it, too: then a printing tells them apart, or the key.
    """
    card, index = item.card, catalogue.index(item.card.game)
    if name is not None:
        ways: list[tuple[str, str, Place | None]] = [(name, name, None)]
    else:
        ways = [(card.key, card.key, None)]
        printing = distinct_printing(card, catalogue)
        if printing is not None:
            number = f"{printing.number}{printing.variant or ''}"
            at, own = Place(printing.set_code, number), card.name
            texts = (f"({at.set_code} {number})", f"({at.set_code}) {number}")
            ways = [*((f"{own} {text}", own, at) for text in texts), *ways]
    for written, read_name, place in ways:
        lines = [_line(part, written, read_name, place, index, markers) for part in _parts(item.count)]
        known = [line for line in lines if line is not None]
        if len(known) == len(lines):
            return known
    return None


def _line(
    count: int, written: str, name: str, place: Place | None, index: NameIndex, markers: tuple[str, ...]
) -> str | None:
    """The line that reads back as so many copies of that name; with an "x" where "99 Name" is a card, too."""
    for line in (f"{count} {written}", f"{count}x {written}"):
        read = read_line(line, markers)
        if read.remark and index.resolve(read_line(line, markers, remarks=False).name, suggest=0).card:
            # What looks like a remark belongs to a card's name.
            read = read_line(line, markers, remarks=False)
        plain = not read.bare or not index.exact(read.bare)
        if plain and (read.copies, read.name, read.place) == (count, name, place):
            return line
    return None


def distinct_printing(card: Card, catalogue: Catalogue) -> Printing | None:
    """The card's first ordinary printing at whose place no other card of its name stands; None where there is none."""
    for printing in catalogue.printings(card):
        if printing.number is None or printing.promo is not None:
            continue
        there = catalogue.at(card.game, printing.set_code, f"{printing.number}{printing.variant or ''}")
        ordinary = {found for found, other in there if other.promo is None}
        if ordinary == {card}:
            return printing
    return None


class _Writer:
    def __init__(self, deck: Deck, spec: DeckSpec, catalogue: Catalogue, lang: str) -> None:
        self.deck = deck
        self.spec = spec
        self.catalogue = catalogue
        self.index = catalogue.index(deck.game)
        self.lang = lang
        self.title = " ".join(visible(deck.name).split())
        self.refused: list[Refused] = []

    # -- forms --------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """One card a line; the default section first and without a header, the others under theirs."""
        title = self.title.lstrip("#/ ")
        if header_word(title) in section_words(self.spec):
            # "# Sideboard" would open a section.
            title = ""
        parts = [f"# {title}\n"] if title else []
        for i, (section, cards) in enumerate(self._sections()):
            lines = list(self._lines(section, cards))
            if i and lines:
                spec = self.spec.section(section)
                label = (spec.labels.get(self.lang) or spec.labels["en"]) if spec else f"{section}:"
                parts.append(f"\n{label}\n" if parts else f"{label}\n")
            parts.extend(lines)
        return "".join(parts)

    def dreamborn(self) -> str:
        """One card a line and nothing else, as deck sites import it: they know no other section."""
        parts: list[str] = []
        for i, (section, cards) in enumerate(self._sections()):
            if i:
                reason = Text("this form has no section '{section}'", {"section": section})
                self.refused.extend(Refused(section, item.card, item.count, reason) for item in cards)
            else:
                parts.extend(self._lines(section, cards))
        return "".join(parts)

    def csv(self) -> str:
        """RFC 4180, one row a card and printing."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(["Count", "Name", "Section", "Set", "Card Number", "Promo", "Printing"])
        for section, cards in self._sections():
            for item in cards:
                name = self._own_name(item)
                told = None if name else distinct_printing(item.card, self.catalogue)
                if name is None and told is None and sum(item.printings.values()) < item.count:
                    self._refuse_name(section, item)
                    continue
                copies: dict[Printing | None, int] = {}
                for printing, count in _by_printing(item):
                    copies[printing or told] = copies.get(printing or told, 0) + count
                name = name or item.card.name
                for printing, count in copies.items():
                    place: Sequence[str] = ("", "", "", "")
                    if printing is not None:
                        number = f"{printing.number or ''}{printing.variant or ''}"
                        place = (printing.set_code, number, printing.promo or "", printing.feed_id)
                    for part in _parts(count):
                        writer.writerow([part, name, section, *place])
        return out.getvalue()

    def json(self) -> str:
        """deckkit's own form, which expresses everything."""
        sections: dict[str, list[dict[str, Any]]] = {}
        for section, cards in self._sections():
            rows = sections[section] = []
            for item in cards:
                for printing, count in _by_printing(item):
                    for part in _parts(count):
                        row: dict[str, Any] = {"id": item.card.key, "name": item.card.name, "count": part}
                        rows.append(row if printing is None else {**row, "printing": printing.feed_id})
        document = {"schema": SCHEMA, "game": self.deck.game, "name": self.title, "sections": sections}
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"

    def tabletop(self) -> str:
        """A saved object of Tabletop Simulator: a pile a section, names only, no pictures."""
        piles: list[dict[str, Any]] = []
        room = _MOST_OBJECTS
        for i, (section, cards) in enumerate(self._sections()):
            objects: list[dict[str, Any]] = []
            number = 0
            for item in cards:
                name = self._name(section, item)
                if name is None:
                    continue
                if item.count > room:
                    reason = Text("a saved object holds at most {most} cards", {"most": _MOST_OBJECTS})
                    self.refused.append(Refused(section, item.card, item.count, reason))
                    continue
                room -= item.count
                number += 1
                objects.extend(
                    {"CardID": number * 100, "Name": "Card", "Nickname": name, "Transform": _TRANSFORM}
                    for _ in range(item.count)
                )
            if objects:
                spec = self.spec.section(section)
                label = (spec.labels.get("en") or section) if spec else section
                piles.append(
                    {
                        "Name": "DeckCustom",
                        "Nickname": label if i else self._pile_name(),
                        "DeckIDs": [item["CardID"] for item in objects],
                        "CustomDeck": {
                            str(number): {
                                "FaceURL": "",
                                "BackURL": "",
                                "NumWidth": 1,
                                "NumHeight": 1,
                            }
                            for number in sorted({item["CardID"] // 100 for item in objects})
                        },
                        "ContainedObjects": objects,
                        "Transform": _TRANSFORM,
                    }
                )
        return json.dumps({"SaveName": self.title, "ObjectStates": piles}, ensure_ascii=False, indent=1) + "\n"

    # -- parts --------------------------------------------------------------------------------------------------

    def _sections(self) -> Iterator[tuple[str, Sequence[DeckCard]]]:
        """The default section, empty or not, then the others that hold cards."""
        default = self.spec.default
        yield default, self.deck.sections.get(default, ())
        for section, cards in self.deck.sections.items():
            if section != default and cards:
                yield section, cards

    def _lines(self, section: str, cards: Sequence[DeckCard]) -> Iterator[str]:
        for item in cards:
            name = self._own_name(item)
            lines = card_lines(item, name, self.catalogue, self.spec.markers)
            if lines is None and name is None:
                self._refuse_name(section, item)
            elif lines is None:
                reason = Text("a text list cannot hold this name: its end reads like a remark or a printing")
                self.refused.append(Refused(section, item.card, item.count, reason))
            else:
                yield from (f"{line}\n" for line in lines)

    def _own_name(self, item: DeckCard) -> str | None:
        """The name by which the card is read back; None where other cards bear it, too."""
        for name in (item.card.local_name(self.lang), item.card.name):
            if self.index.exact(name) == (item.card,):
                return name
        return None

    def _name(self, section: str, item: DeckCard) -> str | None:
        """The name by which the card is read back; None (and refused) where it has none of its own."""
        name = self._own_name(item)
        if name is None:
            self._refuse_name(section, item)
        return name

    def _refuse_name(self, section: str, item: DeckCard) -> None:
        reason = Text("other cards bear the same name, and this form has nothing else to tell them apart")
        self.refused.append(Refused(section, item.card, item.count, reason))

    def _pile_name(self) -> str:
        """The first pile bears the list's name, unless that would make it another section."""
        return "" if letters(self.title) in section_words(self.spec) else self.title


_TRANSFORM = {"rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def _by_printing(item: DeckCard) -> Iterator[tuple[Printing | None, int]]:
    """The copies by printing, then those of which the list does not say it."""
    rest = item.count - sum(item.printings.values())
    if rest:
        yield None, rest
    yield from item.printings.items()


def _parts(count: int) -> Iterator[int]:
    """The count in parts that a reader accepts: lines that were added up may exceed it."""
    while count > MAX_COPIES:
        yield MAX_COPIES
        count -= MAX_COPIES
    yield count
