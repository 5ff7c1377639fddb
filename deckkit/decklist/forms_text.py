"""Text lists: one card a line, as players and sites write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import Collector, Place, check_count, heading_name, read_code, read_number, section_words
from deckkit.i18n import Text

__all__ = ["ENUMERATED", "Line", "header_word", "parse_text", "read_line", "strip_place"]

_LONGEST = 500
_LONGEST_TITLE = 200

# A line reaches these patterns with single spaces only, so none of them can run away.
_LEAD = re.compile(r"([0-9]+)( ?[x×]|X)? (.+)")
_LEAD_X = re.compile(r"[xX×] ?([0-9]+) (.+)")
_TAIL = re.compile(r"(.+?) (?:[xX×] ?(-?[0-9]+)|[(\[][xX×] ?([0-9]+)[)\]]|([0-9]+)[xX×])")
_TAIL_ENDS = frozenset("0123456789)]xX×")
_BAD_COUNT = re.compile(r"([-−–][0-9]+|[0-9]+[.,][0-9]+) ?[xX×]? ")
_NUMBER_ONLY = re.compile(r"[0-9]+ ?[xX×]?")
_BULLET = re.compile(r"[-+*•·–—] +(?:\[[ xX]?\] +)?(?=\S)")
# Emphasis as Markdown writes it: around a part of the line, or with one sign around all of it.
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_SLANTED = re.compile(r"\*([^*\s][^*]*)\*|_{1,2}([^_\s][^_]*)_{1,2}")
_REMARK = re.compile(r" (?://|#)(?: .*)?$")
_SET_THEN_NUMBER = re.compile(r"(.+) [(\[]([A-Za-z0-9]{1,5})[)\]] #?([A-Za-z]?[0-9]{1,4}[A-Za-z]?(?:/[A-Za-z0-9]+)?)")
_IN_BRACKETS = re.compile(r"(?:(.+) )?[(\[]([^()\[\]]{1,20})[)\]]")
_STARS = re.compile(r"(.+?) ?\*[A-Za-z]{1,2}\*")
# The number of a header ("Main (60/60 cards)"); any other word would be a card's name ("Hero: 1 Name").
_UNITS = (
    r"(?: ?(?:cards?|cartes?|cartas?|karten?|copy|copies|exemplaires?|total|uniques?|diff[eé]rente?s?|types?|x)\b)*"
)
_SIZE = rf"[0-9]{{1,4}}(?: ?(?:/|of|sur|de) ?[0-9]{{1,4}})?{_UNITS}"
_HEADER = re.compile(rf"(.*?) ?(?:[(\[] ?{_SIZE} ?[)\]]|: ?{_SIZE})?[ :=*_~-]*", re.IGNORECASE)
# Numbers of copies in unusual places, which hold only if what is left is a card's name. Nobody plays a hundred copies
# of a card, but cards have numbers of three digits.
_OTHER_BEHIND = re.compile(r"(.+?) ?(?:[(\[] ?([1-9][0-9]?) ?[)\]]|[:=,;] ?([1-9][0-9]?)|(?<= )([1-9][0-9]?))")
_OTHER_BEFORE = re.compile(r"[\"']?([1-9][0-9]?)[\"']? ?[.):=,;] ?(\S.*)")
_OTHER_JOINED = re.compile(r"([1-9][0-9]?)[xX×](\S.*)|[(\[] ?([1-9][0-9]?) ?[xX×]?[)\]] ?(\S.*)")
ENUMERATED = re.compile(r"([0-9]+) ?[.)]")
_QUOTED = re.compile(r"([\"'“”„«»])([^\"“”„«»]+)([\"'“”„«»])")
_TOTAL = re.compile(r"([^0-9]*?)[ :=(]*[0-9]{1,4}(?: ?/ ?[0-9]{1,4})?[ )]*([^0-9]*)")
_TOTAL_WORDS = (
    *("card", "cards", "total", "total cards", "cards total", "cards in total", "total card count", "deck size"),
    *("carte", "cartes", "total cartes", "cartes total", "cartes au total", "total de cartes", "nombre de cartes"),
    *("karten", "karten gesamt", "totale", "carte totali"),
)
_TOTALS = frozenset(letters(word) for word in _TOTAL_WORDS)
# Keys of "key: value" lines that say something about the list; a game may have more (DeckSpec.notes).
_NOTE_WORDS = (
    *("format", "name", "deck", "deck name", "title", "author", "creator", "player", "pilot", "date", "event"),
    *("tournament", "url", "link", "source"),
    *("nom", "nom du deck", "titre", "auteur", "autrice", "joueur", "joueuse", "evenement", "tournoi", "lien"),
)
_NOTES = frozenset(letters(word) for word in _NOTE_WORDS)
_MADE_WITH = re.compile(
    r"(?:created|made|built|exported|generated|imported) (?:with|by|from|on|at|in) \S.*"
    r"|(?:créé|fait|exporté|généré|importé) (?:avec|par|depuis|sur) \S.*",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """One line as written; ``reason`` is set where it cannot be read (``copies`` is what is known of them then).

    ``other`` is as in :class:`Entry`; ``uncounted`` is set where the line cannot be read and may hold any number.
    ``remark`` says that something behind "//" or "#" was left out.
    """

    copies: int
    name: str = ""
    place: Place | None = None
    counted: bool = True
    bare: str = ""
    reason: Text | None = None
    other: tuple[int, str] | None = None
    uncounted: bool = False
    remark: bool = False


def parse_text(text: str, spec: DeckSpec, where: str = "") -> ParsedList:
    """A text list: entries by section, in order, and the lines that could not be read. Lines count from 1."""
    found = Collector(where)
    sections = section_words(spec)
    headings = {letters(word) for word in spec.headings}
    # A section that holds only some types ends where a heading names others; a sorted sideboard goes on.
    narrow = {part.name for part in spec.sections if part.types}
    notes = _NOTES | {letters(word) for word in spec.notes}
    totals = _TOTALS | headings
    markers = spec.markers
    groups = _Groups(spec)
    section = spec.start
    under = title = ""
    first = True
    lines = text.splitlines()
    for number, raw in enumerate(lines, 1):
        line = " ".join(raw.split())
        if not line:
            continue
        top, first = first, False
        start = line[0]
        if start == "#" or line.startswith("//"):
            remark = line.lstrip("#/ ")
            header = sections.get(header_word(remark))
            if header is not None:
                section, under = header, ""
                groups.opened(len(found.entries))
            elif top and start == "#":
                title = visible(remark, _LONGEST_TITLE)
            continue
        if "0" <= start <= "9":
            if "\t" in raw:
                line = _untab(raw) or line
        else:
            word = header_word(line)
            if word in sections:
                section, under = sections[word], ""
                groups.opened(len(found.entries))
                continue
            if word in headings:
                section, under = spec.default if section in narrow else section, ""
                groups.sorted(word, section, len(found.entries))
                continue
            if "\t" in raw:
                line = _untab(raw) or line
        here, beneath, card, bare = section, under, line, ""
        if ":" in line:
            label, rest = _labelled(line)
            known = label in sections or label in headings
            # "Deck: a name" is a note.
            if known and letters(rest) and (label not in notes or read_line(rest, markers).counted):
                card, bare, beneath = rest, line, ""
                if label in headings or sections[label] == spec.default:
                    if section in narrow:
                        section = spec.default
                    under = ""
                here = sections.get(label, section)
                if label in headings:
                    groups.sorted(label, section, len(found.entries))
        read = read_line(card, markers)
        if read.reason is not None:
            found.unreadable(number, line, read.reason, read.copies, here, uncounted=read.uncounted)
        elif read.name or read.place is not None:
            aside = ""
            if read.place is None:
                aside = _aside(card, read, totals, notes)
                if aside == "total" and section in narrow:
                    section = spec.default
                if not aside and not read.counted and read.other is None:
                    aside = "title" if top else "heading" if line[-1] == ":" and not bare else ""
            entry = _entry(number, line, read, here, aside, beneath)
            if bare and not entry.bare:
                # A card may have the name of a section in its own.
                entry = replace(entry, bare=bare)
            if read.remark:
                whole = read_line(card, markers, remarks=False)
                if whole.reason is None and whole.name:
                    entry = replace(entry, whole=_entry(number, line, whole, here, "", beneath))
            found.add(entry)
            if aside == "heading":
                under = heading_name(line)
                groups.opened(len(found.entries), known=False)
    entries = groups.named(_without_enumeration(found.entries))
    if entries and entries[0].aside == "title" and not _heads(entries, lines):
        entries = [replace(entries[0], aside=""), *entries[1:]]
    return ParsedList("text", tuple(entries), tuple(found.problems), title)


def _entry(number: int, line: str, read: Line, section: str, aside: str, under: str) -> Entry:
    place = read.place
    if place is None:
        return Entry(
            number, line, read.copies, read.name, section,
            counted=read.counted, bare=read.bare, other=read.other, aside=aside, under=under,
        )  # fmt: skip
    return Entry(
        number, line, read.copies, read.name, section, place.set_code, place.number, place.promo,
        counted=read.counted, bare=read.bare, other=read.other, under=under,
    )  # fmt: skip


class _Groups:
    """Where headers and headings stand: some headings name a section if exactly one copy stands under them."""

    def __init__(self, spec: DeckSpec) -> None:
        self._single = {letters(word): name for word, name in spec.single.items()}
        self._wide = (spec.start, spec.default)
        self._starts: list[tuple[int, str]] = []
        self._headed = False

    def opened(self, at: int, *, known: bool = True) -> None:
        """A header of a section stands before the entry ``at``."""
        self._headed = self._headed or known
        self._starts.append((at, ""))

    def sorted(self, word: str, section: str, at: int) -> None:
        """A heading that sorts stands there."""
        self._starts.append((at, self._single.get(word, "") if section in self._wide else ""))

    def named(self, entries: list[Entry]) -> list[Entry]:
        """The entries, with the single copy under such a heading in the heading's section, unless another is there."""
        ends = [*(at for at, _ in self._starts[1:]), len(entries)]
        groups = [(at, end, name) for (at, name), end in zip(self._starts, ends, strict=False) if name]
        if not self._headed or len(groups) != 1:
            return entries
        at, end, name = groups[0]
        if end - at != 1 or entries[at].count != 1 or any(entry.section == name for entry in entries):
            return entries
        return [*entries[:at], replace(entries[at], section=name), *entries[end:]]


def _aside(line: str, read: Line, totals: frozenset[str], notes: frozenset[str]) -> str:
    """What the line is if it is no card: a total, a note, or "" where it does not look like either."""
    if read.counted:
        return "total" if len(read.name) < 30 and letters(read.name) in totals else ""
    if len(line) < 40:
        match = _TOTAL.fullmatch(line)
        if match and letters(match[1] + match[2]) in totals:
            return "total"
    key, colon, value = line.partition(":")
    if colon and len(key) < 30 and value.strip() and letters(key) in notes:
        return "note"
    return "note" if _MADE_WITH.fullmatch(line) else ""


def _heads(entries: Sequence[Entry], lines: Sequence[str]) -> bool:
    """Whether the first line stands above a list: before a blank line, or before a line with a number of copies."""
    at = entries[0].line
    following = lines[at] if at < len(lines) else None
    return len(entries) > 1 and (entries[1].counted or (following is not None and not following.strip()))


def _without_enumeration(entries: list[Entry]) -> list[Entry]:
    """Lines that are numbered ("1. Name", "2. Name") say nothing of copies."""
    at = [i for i, entry in enumerate(entries) if entry.other and ENUMERATED.match(entry.raw)]
    numbers = [entries[i].other[0] for i in at]  # type: ignore[index]  # chosen for having one
    if len(numbers) < 2 or set(numbers) == {1}:
        return entries
    if any(number not in (1, before + 1) for before, number in zip([0, *numbers], numbers, strict=False)):
        return entries
    chosen = set(at)
    return [replace(entry, other=None) if i in chosen else entry for i, entry in enumerate(entries)]


@lru_cache(maxsize=8192)
def read_line(line: str, markers: tuple[str, ...] = (), *, remarks: bool = True) -> Line:
    """What one line of a text list says. The line has single spaces only; a ruler ("-----") gives an empty one.

    Without ``remarks`` what stands behind "//" or "#" belongs to the name.
    """
    if remarks and (" //" in line or " #" in line):
        kept = _REMARK.sub("", line)
        if kept != line:
            return read_line(kept, markers)._replace(remark=True)
    if len(line) > _LONGEST:
        match = _LEAD.match(line[:40])
        count = check_count(match[1])[0] if match else 1
        too_long = Text("the line is longer than {most} characters", {"most": _LONGEST})
        return Line(count, reason=too_long, uncounted=match is None)
    bullet = _BULLET.match(line)
    if bullet:
        line = line[bullet.end() :]
    if line[:1] in ("*", "_") or "**" in line:
        line = _plain(line)
    if line.startswith(("http://", "https://")):
        return Line(0, reason=Text("this is a link; links are not followed, give the list itself"), uncounted=True)
    line, place = strip_place(line, markers)
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
        if code:
            return Line(1, "", code, counted=False)
        return Line(1, line, place, counted=False, other=_other(line, markers))
    count, reason = check_count(count_text)
    if reason is not None:
        return Line(0, reason=reason, uncounted=bool(count_text.strip("0")))
    if place is None:
        name, place = strip_place(name, markers)
    if place is None:
        place = read_code(name)
        name = "" if place else name
    if place is None and not letters(name):
        return Line(count, reason=Text("there is no name on this line"))
    other = _other(bare, markers) if bare and bare[-1] in _TAIL_ENDS else None
    if other is None and place is None and "-" in name:
        # "3 OGN-169 Gust": the printing before the name.
        start, _, rest = name.partition(" ")
        if letters(rest) and read_code(start):
            other = (count, f"{rest} ({start})")
    return Line(count, name, place, bare=bare, other=other)


def _plain(line: str) -> str:
    """The line without emphasis."""
    line = _STRONG.sub(r"\1", line)
    match = _SLANTED.fullmatch(line)
    return match[1] or match[2] if match else line


def header_word(line: str) -> str:
    """The letters of a line that may be a header, without its count."""
    match = _HEADER.fullmatch(line) if len(line) < 60 else None
    return letters(match[1]) if match else ""


def _labelled(line: str) -> tuple[str, str]:
    """The letters before the colon, and what stands behind it ("Champion: 1 Name"); of other lines it says nothing."""
    word, _, rest = line.partition(":")
    return (letters(word), rest.strip(" *_") if word[:1] in "*_" else rest.strip()) if len(word) < 40 else ("", "")


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


def _other(line: str, markers: tuple[str, ...]) -> tuple[int, str] | None:
    """The number of copies and the name of a line that has them in an unusual form; None where it has none."""
    quoted = _QUOTED.fullmatch(line)
    if quoted:
        read = read_line(quoted[2].strip(), markers)
        counted = read.counted and read.reason is None and read.place is None
        return (read.copies, read.name) if counted else read.other
    joined = _OTHER_JOINED.fullmatch(line)
    match = None if joined else _OTHER_BEHIND.fullmatch(line)
    if joined:
        count, name = joined[1] or joined[3], joined[2] or joined[4]
    elif match:
        count, name = match[2] or match[3] or match[4], match[1]
    else:
        match = _OTHER_BEFORE.fullmatch(line)
        if match is None:
            return None
        count, name = match[1], match[2]
    return (int(count), name) if letters(name) else None


def strip_place(name: str, markers: tuple[str, ...] = ()) -> tuple[str, Place | None]:
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
