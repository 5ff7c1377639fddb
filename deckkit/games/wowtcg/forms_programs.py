"""Lists as programs of the game's own time export them: TCG Browser, Magic Workstation, OCTGN."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from deckkit.catalogue.fold import letters
from deckkit.decklist.forms_text import parse_text
from deckkit.decklist.model import Deck, DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import Collector, check_count, section_words
from deckkit.errors import InputError
from deckkit.games.wowtcg.forms_shared import ReadOnly, without_backs
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.writing import Written

__all__ = ["BrowserCsv", "BrowserText", "MagicWorkstation", "Octgn"]

_LONGEST = 500


class BrowserText(ReadOnly):
    """TCG Browser's text: the hero in the first remark (``# HERO  Name``), the types in others."""

    name: ClassVar[str] = "deck"

    _HERO = re.compile(r"(\s*)#[ \t]*HERO[ \t]+(?=[^\s(\[\d:=-])")

    def recognises(self, text: str) -> bool:
        """Whether the first line is a remark that names the hero."""
        return self._HERO.match(text) is not None

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """As a text list, with the remark as a line of its own."""
        return replace(parse_text(self._HERO.sub(r"\1Hero: ", text, count=1), spec, where), form=self.name)


class BrowserCsv(ReadOnly):
    """TCG Browser's table: the title, then name, count, set, type and block in every row, without a header row."""

    name: ClassVar[str] = "tcgbrowser-csv"

    _ROW = re.compile(r'(?:"(?:[^"\n]|"")+"|[^",\n]+),[0-9]+,[A-Za-z0-9]*,(?P<type>[A-Za-z ]+),-?[0-9]+\r?$')
    _TYPES = frozenset({"hero", "master hero", "ally", "ability", "ability ally", "equipment", "quest", "location"})

    def recognises(self, text: str) -> bool:
        """Whether the first row that is no title has this table's five columns."""
        lines = [line for line in text[:2000].splitlines() if line.strip()]
        rows = [match for line in lines[:2] if (match := self._ROW.fullmatch(line))]
        return any(match["type"].lower() in self._TYPES for match in rows)

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """Entries by row; a row of type Hero is the starting hero."""
        found = Collector(where)
        title = ""
        csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
        reader = csv.reader(text.splitlines(keepends=True))
        start = 1
        for row in reader:
            line, start = start, reader.line_num + 1
            cells = [" ".join(cell.split()) for cell in row]
            raw = visible(",".join(cells))
            if not any(cells):
                continue
            if len(cells) == 1 and not found.entries and not title:
                title = visible(cells[0])
                continue
            section = "hero" if len(cells) > 3 and cells[3].casefold() == "hero" else spec.default
            count, reason = check_count(cells[1]) if len(cells) > 1 else (0, Text("the row has no number of copies"))
            if reason is None and len(cells) != 5:
                reason = Text("the row has {found} cells instead of {width}", {"found": len(cells), "width": 5})
            if reason is None and not (letters(cells[0]) and len(cells[0]) <= _LONGEST):
                reason = Text("the row names no card")
            if reason is None:
                found.add(Entry(line, raw, count, cells[0], section))
            else:
                zero = len(cells) > 1 and not cells[1].strip("0")
                found.unreadable(line, raw, reason, count, section, uncounted=not count and not zero)
        return ParsedList(self.name, tuple(found.entries), tuple(found.problems), title)


class MagicWorkstation(ReadOnly):
    """Magic Workstation: ``4 [6] Name {6}``; ``SB:`` stands before the hero and before the side deck."""

    name: ClassVar[str] = "mwdeck"

    _HEAD = re.compile(r"\s*// Deck file for Magic Workstation", re.IGNORECASE)
    _START = re.compile(r"(SB: ?)?([0-9]+) (?:\[[^\]]*\] ?)?")
    _ENDS = (re.compile(r" ?\([0-9]+\)$"), re.compile(r" ?\{[^{}]*\}$"))
    _SURE = re.compile(r"\s*(?:SB:\s*)?[0-9]+ +\[[^\]\n]*\] [^\n{}]+\{[^}\n]*\}[ \t]*\r?$")

    def recognises(self, text: str) -> bool:
        """Whether the program's remark opens the list, or its first card has set and block in brackets."""
        if self._HEAD.match(text):
            return True
        lines = (line for line in text[:4000].splitlines() if line.strip() and not line.lstrip().startswith("//"))
        return all(self._SURE.fullmatch(line) for line in islice(lines, 1)) and "{" in text[:4000]

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """Entries by line; those behind ``SB:`` have no section yet."""
        found = Collector(where)
        for number, raw in enumerate(text.splitlines(), 1):
            line = " ".join(raw.split())
            if not line or line.startswith("//"):
                continue
            match = self._START.match(line) if len(line) <= _LONGEST else None
            name = line[match.end() :] if match else ""
            for end in self._ENDS:
                name = end.sub("", name)
            if match is None or not letters(name):
                found.unreadable(
                    number, line, Text("this is no line of Magic Workstation's list"), 0, spec.default, uncounted=True
                )
                continue
            section = "" if match[1] else spec.default
            count, reason = check_count(match[2])
            if reason is not None:
                zero = not match[2].strip("0")
                found.unreadable(number, line, reason, count, section or "side", uncounted=not count and not zero)
            else:
                found.add(Entry(number, visible(line), count, name.strip(), section))
        entries, notices = without_backs(found.entries)
        return ParsedList(self.name, entries, tuple(found.problems), notices=notices)


class Octgn:
    """OCTGN's XML: sections with cards, each with a quantity; the hero's two sides are two cards there."""

    name: ClassVar[str] = "o8d"
    writes: ClassVar[bool] = True

    GAME: ClassVar[str] = "d7e6fd4f-5252-4c4c-4a4a-a645c4d8e45f"
    _ROOT = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<deck\b", re.DOTALL)

    def recognises(self, text: str) -> bool:
        """Whether the document's root is a deck."""
        return self._ROOT.match(text[:4000]) is not None

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """Entries by line. Raises :class:`InputError` for broken XML and for one that declares entities."""
        reader = _Octgn(spec, where)
        reader.feed(text)
        entries, notices = without_backs(reader.found.entries)
        return ParsedList(self.name, entries, tuple(reader.found.problems), notices=notices)

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """The deck with one card element a name, sections in OCTGN's words."""
        from xml.sax.saxutils import escape

        from deckkit.decklist.writing import Refused, Written

        index = catalogue.index(deck.game)
        refused: list[Refused] = []
        lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f'<deck game="{self.GAME}">']
        for section, label in (("main", "Main"), ("hero", "Hero"), ("side", "Side")):
            cards = deck.sections.get(section, ())
            if not cards:
                continue
            lines.append(f'  <section name="{label}">')
            for item in cards:
                if index.exact(item.card.name) == (item.card,):
                    lines.append(f'    <card qty="{item.count}">{escape(item.card.name)}</card>')
                else:
                    reason = Text("other cards bear the same name, and this form has nothing else to tell them apart")
                    refused.append(Refused(section, item.card, item.count, reason))
            lines.append("  </section>")
        return Written("\n".join([*lines, "</deck>", ""]), tuple(refused))


class _Octgn:
    """The events of one document. Expat is used bare because its events know their lines."""

    def __init__(self, spec: DeckSpec, where: str) -> None:
        self.found = Collector(where)
        self.where = where
        self.default = spec.default
        self.sections = section_words(spec)
        self.label = ""
        self.quantity: str | None = None
        self.text: list[str] = []
        self.line = 0

    def feed(self, text: str) -> None:
        from xml.parsers import expat

        parser = expat.ParserCreate(encoding="utf-8")
        parser.buffer_text = True
        self.parser = parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        # The text is decoded already; what the document says of its encoding no longer holds.
        body = re.sub(r"\A\s*<\?xml[^>]*\?>", lambda head: "\n" * head[0].count("\n"), text, count=1)
        try:
            parser.Parse(body.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            raise InputError(
                Text(
                    "this XML is broken in line {line}: {reason}",
                    {"line": error.lineno, "reason": expat.errors.messages.get(error.code, "?")},
                ),
                self.where,
                Text("was it cut short? fetch or save it again"),
            ) from None

    def _doctype(self, *_: object) -> None:
        raise InputError(
            Text("this XML declares a document type, which no deck list needs"),
            self.where,
            Text("remove the declaration"),
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "section":
            self.label = attributes.get("name", "")
        elif tag == "card":
            self.quantity = attributes.get("qty", "")
            self.text = []
            self.line = self.parser.CurrentLineNumber

    def _characters(self, data: str) -> None:
        if self.quantity is not None:
            self.text.append(data)

    def _end(self, tag: str) -> None:
        if tag != "card" or self.quantity is None:
            return
        name = " ".join("".join(self.text).split())
        written, self.quantity = self.quantity, None
        section = self.sections.get(letters(self.label[:60]))
        raw = visible(f"{written} {name}")
        count, reason = check_count(written)
        if reason is None and section is None:
            reason = Text("there is no section '{section}'", {"section": visible(self.label, 40)})
        if reason is None and not (letters(name) and len(name) <= _LONGEST):
            reason = Text("the entry names no card")
        if reason is None:
            self.found.add(Entry(self.line, raw, count, name, section or self.default))
        else:
            zero = bool(written.strip()) and not written.strip(" 0")
            uncounted = not count and not zero
            self.found.unreadable(self.line, raw, reason, count, section or self.default, uncounted=uncounted)
