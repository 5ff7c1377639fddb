"""Text lists: one card a line, as players and sites write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import Collector, Place, check_count, read_code, read_number, section_words
from deckkit.i18n import Text

__all__ = ["Line", "header_word", "parse_text", "read_line"]

_LONGEST = 500
_LONGEST_TITLE = 200

# A line reaches these patterns with single spaces only, so none of them can run away.
_LEAD = re.compile(r"([0-9]+)( ?[x×]|X)? (.+)")
_LEAD_X = re.compile(r"[xX×] ?([0-9]+) (.+)")
_TAIL = re.compile(r"(.+?) (?:[xX×] ?(-?[0-9]+)|[(\[][xX×] ?([0-9]+)[)\]]|([0-9]+)[xX×])")
_TAIL_ENDS = frozenset("0123456789)]xX×")
_BAD_COUNT = re.compile(r"([-−–][0-9]+|[0-9]+[.,][0-9]+) ?[xX×]? ")
_NUMBER_ONLY = re.compile(r"[0-9]+ ?[xX×]?")
_BULLET = re.compile(r"[-*•·–—] +(?=\S)")
_REMARK = re.compile(r" (?://|#)(?: .*)?$")
_SET_THEN_NUMBER = re.compile(r"(.+) [(\[]([A-Za-z0-9]{1,5})[)\]] #?([A-Za-z]?[0-9]{1,4}[A-Za-z]?(?:/[A-Za-z0-9]+)?)")
_IN_BRACKETS = re.compile(r"(?:(.+) )?[(\[]([^()\[\]]{1,20})[)\]]")
_STARS = re.compile(r"(.+?) ?\*[A-Za-z]{1,2}\*")
_HEADER = re.compile(r"(.*?) ?(?:[(\[] ?[0-9]{1,4}[^)\]]{0,12}[)\]]|: ?[0-9]{1,4}(?: [^\W\d]{1,8})?)?[ :=*_~-]*")


class Line(NamedTuple):
    """One line as written; ``reason`` is set where it cannot be read (``copies`` is what is known of them then)."""

    copies: int
    name: str = ""
    place: Place | None = None
    counted: bool = True
    bare: str = ""
    reason: Text | None = None


def parse_text(text: str, spec: DeckSpec, where: str = "") -> ParsedList:
    """A text list: entries by section, in order, and the lines that could not be read. Lines count from 1."""
    found = Collector(where)
    sections = section_words(spec)
    headings = {letters(word) for word in spec.headings}
    # A section that holds only some types ends where a heading names others; a sorted sideboard goes on.
    narrow = {part.name for part in spec.sections if part.types}
    markers = spec.markers
    section = spec.start
    title = ""
    first = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.split())
        if not line:
            continue
        top, first = first, False
        start = line[0]
        if start == "#" or line.startswith("//"):
            remark = line.lstrip("#/ ")
            header = sections.get(header_word(remark))
            if header is not None:
                section = header
            elif top and start == "#":
                title = visible(remark, _LONGEST_TITLE)
            continue
        if "0" <= start <= "9":
            if "\t" in raw:
                line = _untab(raw) or line
        else:
            word = header_word(line)
            if word in sections:
                section = sections[word]
                continue
            if word in headings:
                section = spec.default if section in narrow else section
                continue
            if "\t" in raw:
                line = _untab(raw) or line
        here = section
        if ":" in line:
            here, line = _labelled(line, sections, spec.default, section)
        read = read_line(line, markers)
        if read.reason is not None:
            found.unreadable(number, line, read.reason, read.copies, here)
        elif read.name or read.place is not None:
            place = read.place
            if place is None:
                found.add(Entry(number, line, read.copies, read.name, here, counted=read.counted, bare=read.bare))
            else:
                found.add(
                    Entry(
                        number, line, read.copies, read.name, here, place.set_code, place.number, place.promo,
                        counted=read.counted, bare=read.bare,
                    )
                )  # fmt: skip
    return ParsedList("text", tuple(found.entries), tuple(found.problems), title)


@lru_cache(maxsize=8192)
def read_line(line: str, markers: tuple[str, ...] = ()) -> Line:
    """What one line of a text list says. The line has single spaces only; a ruler ("-----") gives an empty one."""
    if len(line) > _LONGEST:
        match = _LEAD.match(line[:40])
        count = check_count(match[1])[0] if match else 1
        return Line(count, reason=Text("the line is longer than {most} characters", {"most": _LONGEST}))
    if " //" in line or " #" in line:
        line = _REMARK.sub("", line)
    bullet = _BULLET.match(line)
    if bullet:
        line = line[bullet.end() :]
    if line.startswith(("http://", "https://")):
        return Line(0, reason=Text("this is a link; links are not followed, give the list itself"))
    line, place = _strip(line, markers)
    if not line:
        if place is None:
            return Line(1, reason=Text("there is no name on this line"))
        return Line(1, "", place, counted=False)
    count_text, name, bare = _split(line)
    if count_text is None:
        if _NUMBER_ONLY.fullmatch(line):
            return Line(0, reason=Text("this is a number without a name"))
        if not letters(line) and place is None:
            return Line(0)
        code = read_code(line) if place is None else None
        return Line(1, "", code, counted=False) if code else Line(1, line, place, counted=False)
    count, reason = check_count(count_text)
    if reason is not None:
        return Line(0, reason=reason)
    if place is None:
        name, place = _strip(name, markers)
    if place is None:
        place = read_code(name)
        name = "" if place else name
    if place is None and not letters(name):
        return Line(count, reason=Text("there is no name on this line"))
    return Line(count, name, place, bare=bare)


def header_word(line: str) -> str:
    """The letters of a line that may be a header, without its count."""
    match = _HEADER.fullmatch(line) if len(line) < 60 else None
    return letters(match[1]) if match else ""


def _labelled(line: str, sections: dict[str, str], default: str, section: str) -> tuple[str, str]:
    """The section and the card of a line that names both ("Champion: 1 Name"), which says nothing of other lines."""
    word, _, rest = line.partition(":")
    named = sections.get(letters(word)) if len(word) < 40 else None
    return (section, line) if named in (None, default) or not letters(rest) else (named, rest.strip())


def _split(line: str) -> tuple[str | None, str, str]:
    """The count as written (None where there is none), the name, and the bare line if its number may be a name's."""
    match = _LEAD.fullmatch(line)
    if match:
        digits, times, rest = match.groups()
        if times or rest[-1] not in _TAIL_ENDS:
            return digits, rest, "" if times else line
        # "99 Puppies x1": the number after the name is the count, the one before it belongs to the name.
        tail = _TAIL.fullmatch(line)
        if tail:
            return tail[2] or tail[3] or tail[4], tail[1], ""
        return digits, rest, line
    if line[-1] in _TAIL_ENDS:
        tail = _TAIL.fullmatch(line)
        if tail:
            return tail[2] or tail[3] or tail[4], tail[1], ""
    match = _LEAD_X.fullmatch(line)
    if match:
        return match[1], match[2], ""
    match = _BAD_COUNT.match(line)
    if match:
        return match[1], line[match.end() :], ""
    return None, line, ""


def _strip(name: str, markers: tuple[str, ...]) -> tuple[str, Place | None]:
    """The name without what stands behind it: the printing's place, "*E*", "(Foil)"."""
    place: Place | None = None
    if "*" not in name and "(" not in name and "[" not in name:
        return name, None
    while name:
        end = name[-1]
        if end == "*":
            match = _STARS.fullmatch(name)
            if match is None:
                break
            name = match[1]
        elif end in ")]":
            match = _IN_BRACKETS.fullmatch(name)
            if match is None:
                break
            inner = match[2].strip()
            if inner.casefold() not in markers:
                found = None if place else read_code(inner.replace(" #", "-").replace("#", "-").replace(" ", "-"))
                if found is None:
                    break
                place = found
            name = match[1] or ""
        else:
            match = _SET_THEN_NUMBER.fullmatch(name) if place is None else None
            if match is None:
                break
            number, promo = read_number(match[3])
            name, place = match[1], Place(match[2], number, promo)
    return name, place


def _untab(raw: str) -> str | None:
    """A table row with the count behind the name, as a line with the count in front; else None."""
    cells = [" ".join(cell.split()) for cell in raw.split("\t") if cell.strip()]
    if len(cells) == 2 and cells[1].isdecimal() and not _NUMBER_ONLY.fullmatch(cells[0]):
        return f"{cells[1]}x {cells[0]}"
    return None
