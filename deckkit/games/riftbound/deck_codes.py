"""Piltover Archive deck codes, versions 1 to 6: a whole list in one word of letters and digits.

A code is bytes in base32 (A-Z, 2-7, high bits first, no padding). The first byte holds the format (always 1) and the
version; then come the cards of the main list, grouped by copies, set and variant, then (version 2) the sideboard,
(version 3) the Chosen Champion and (version 6) further Legends. The main list holds Legend, runes and battlefields too;
only their types tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from deckkit.decklist.source import visible
from deckkit.decklist.words import MAX_COPIES
from deckkit.errors import InputError
from deckkit.i18n import Text

__all__ = ["NEWEST_VERSION", "SETS", "CodeCard", "DeckCode", "decode", "encode", "inside", "joined", "looks_like_code"]

NEWEST_VERSION = 6
# New sets get the next number without a new version, so an unknown number is an error and not a guess.
SETS = ("OGN", "OGS", "ARC", "SFD", "UNL", "VEN", "RAD")
_VARIANTS = ("", "a", "s", "b")
_PREFIXES = ("", "R", "SP")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_FORMAT = 1
# The largest copy counts that versions up to 4 can say.
_MOST_MAIN, _MOST_SIDE = 12, 3
_LONGEST = 20_000
_LARGEST_NUMBER = 9_999
_DIGITS = {"": 3, "R": 2, "SP": 1}
_CARD = re.compile(r"([A-Z]{3})-(SP|R)?([0-9]{1,4})([a-z*]?)")
# A code in capitals, damaged or not; one that is long enough to be no name of a card.
_UPPER = re.compile(r"C[EIMQUY4][^\sa-z,;:]*")
_LONG = re.compile(r"[Cc][EIMQUYeimquy4][A-Za-z0-9=|!.-]{22,}")
_LETTERS = re.compile(r"[Cc][EIMQUYeimquy4][A-Za-z2-7]{14,}")
_BAR = re.compile(r"\s*\|\s*")
# What people copy along with a code.
_LABEL = re.compile(
    r"(?:(?:piltover archive |riftbound )?(?:deck ?|import |share )?code(?: (?:de |du )?deck)?)\s*[:=]\s*",
    re.IGNORECASE,
)
_QUOTES = "\"'`“”„«»‘’"
_PIECES = re.compile(r"[A-Za-z2-7|\s]+")
_FEWEST_PIECE = 16


@dataclass(frozen=True, slots=True, order=True)
class CodeCard:
    """A printing as codes name it: set, number, ``prefix`` (R for runes, SP for specials) and ``variant`` (a, b, s)."""

    set_code: str
    number: int
    prefix: str = ""
    variant: str = ""

    def __str__(self) -> str:
        """``OGN-007``, ``SFD-R02``, ``VEN-SP1``, ``OGN-299s``."""
        return f"{self.set_code}-{self.place}"

    @property
    def place(self) -> str:
        """Number with prefix and variant: ``007a``."""
        return f"{self.prefix}{self.number:0{_DIGITS[self.prefix]}d}{self.variant}"

    @classmethod
    def read(cls, text: str) -> CodeCard | None:
        """The card of a text like ``OGN-007a``; None where codes cannot name it."""
        match = _CARD.fullmatch(text)
        if match is None or match[1] not in SETS:
            return None
        variant = match[4].replace("*", "s")
        return cls(match[1], int(match[3]), match[2] or "", variant) if variant in _VARIANTS else None


@dataclass(frozen=True, slots=True)
class DeckCode:
    """What a code says: copies by card, main list and sideboard apart. ``version`` is that of the code read."""

    main: Mapping[CodeCard, int]
    side: Mapping[CodeCard, int] = field(default_factory=dict)
    champion: CodeCard | None = None
    legends: tuple[CodeCard, ...] = ()
    version: int = 0


def looks_like_code(text: str) -> bool:
    """Whether a text is one word that can only be a code (or two joined with ``|``), damaged or not."""
    word = _BAR.sub("|", _bare(text)[1])
    if len(word) > _LONGEST:
        return False
    first, *more = word.split()[:50] or [""]
    if more and len(first) >= _FEWEST_PIECE and _PIECES.fullmatch(word) and word.isupper():
        # A damaged code in several pieces: no card's name starts with so long a word.
        return bool(_UPPER.fullmatch(first))
    return any(pattern.fullmatch(word) for pattern in (_UPPER, _LONG, _LETTERS))


def joined(text: str) -> str:
    """What is to be read as a code, in one word."""
    return "".join(_bare(text)[1].split())


def inside(text: str) -> tuple[str, str] | None:
    """The title and the code of a text that is exactly one valid code, whatever stands around it; else None.

    Around it are line breaks and blanks inside, quotes, "Deck code:", and remarks before it, the first one the title.
    """
    title, bare = _bare(text)
    if len(bare) > _LONGEST or not _PIECES.fullmatch(bare):
        return None
    word = "".join(bare.split())
    try:
        decode(word)
    except InputError:
        return None
    return title, word


def _bare(text: str) -> tuple[str, str]:
    """The title (may be empty), and what is left without remarks, a label and quotes."""
    title = ""
    lines = text[: 2 * _LONGEST].splitlines()
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith(("#", "//", "```"))):
        remark = lines.pop(0).strip()
        if remark[:1] == "#":
            title = title or remark.lstrip("# ")
    rest = "\n".join(lines).strip()
    label = _LABEL.match(f"{rest} ")
    rest = rest[label.end() :] if label else rest
    return title, rest.strip().strip(_QUOTES).strip()


# -- reading ------------------------------------------------------------------------------------------------------


def decode(text: str, where: str = "") -> DeckCode:
    """The cards of a code. Case and spaces around it do not matter; a second code after ``|`` is the sideboard.

    Raises :class:`InputError` for what is no code, is damaged, or is of a version or set that is not known.
    """
    main, bar, side = text.strip().partition("|")
    code = _decode(main.strip(), where)
    if not bar:
        return code
    second = _decode(side.strip(), where)
    if code.side or second.side:
        raise _wrong(Text("two codes are joined, and one of them has a sideboard of its own"), where)
    return DeckCode(code.main, second.main, code.champion, code.legends, code.version)


def _decode(text: str, where: str) -> DeckCode:
    if not text:
        raise _wrong(Text("this deck code is empty"), where)
    if len(text) > _LONGEST:
        raise _wrong(Text("this deck code is longer than any list"), where)
    reader = _Reader(_from_base32(text, where), where)
    head = reader.byte()
    form, version = head >> 4, head & 15
    if form != _FORMAT:
        what = Text("this is no deck code: its format is {found}, not {wanted}", {"found": form, "wanted": _FORMAT})
        raise _wrong(what, where)
    if not 1 <= version <= NEWEST_VERSION:
        what = Text(
            "this deck code has version {found}; versions 1 to {newest} are known",
            {"found": version, "newest": NEWEST_VERSION},
        )
        newer = Text("update deckkit: a newer one may know this version") if version > NEWEST_VERSION else None
        raise _wrong(what, where, newer)
    flagged = version == 4
    if version >= 5:
        flagged = reader.flag()
    sections = [reader.section(version, flagged, most) for most in (_MOST_MAIN, _MOST_SIDE)[: 1 if version == 1 else 2]]
    champion: CodeCard | None = None
    if version >= 3:
        champion = reader.card(flagged) if reader.flag() else None
    legends: tuple[CodeCard, ...] = ()
    if version >= 6:
        legends = tuple(reader.card(flagged) for _ in range(reader.varint()))
    reader.end()
    return DeckCode(sections[0], sections[1] if len(sections) > 1 else {}, champion, legends, version)


class _Reader:
    """The bytes of a code, read one after the other."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data = data
        self.at = 0
        self.where = where

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise _wrong(Text("this deck code is cut short"), self.where)
        self.at += 1
        return self.data[self.at - 1]

    def flag(self) -> bool:
        value = self.byte()
        if value > 1:
            what = Text("this deck code is damaged: {found} stands where only 0 or 1 may", {"found": value})
            raise _wrong(what, self.where)
        return bool(value)

    def varint(self) -> int:
        """Seven bits a byte, the lowest first; the top bit says that more follow."""
        value = 0
        for shift in range(0, 35, 7):
            part = self.byte()
            value |= (part & 127) << shift
            if part < 128:
                return value
        raise _wrong(Text("this deck code is damaged: it holds an absurd number"), self.where)

    def section(self, version: int, flagged: bool, most: int) -> dict[CodeCard, int]:
        sparse = version >= 5
        counts: Iterable[int] = (self.varint() for _ in range(self.varint())) if sparse else range(most, 0, -1)
        found: dict[CodeCard, int] = {}
        for copies in counts:
            if not 1 <= copies <= MAX_COPIES:
                raise _wrong(Text("this deck code is damaged: it names {found} copies", {"found": copies}), self.where)
            for _ in range(self.varint()):
                size = self.varint()
                set_code, variant = self.set_and_variant()
                for _ in range(size):
                    card = self.number(set_code, variant, flagged)
                    found[card] = found.get(card, 0) + copies
        return found

    def set_and_variant(self) -> tuple[str, str]:
        group, variant = self.byte(), self.byte()
        if group >= len(SETS):
            what = Text("this deck code names set {found}, which is not known here", {"found": group})
            raise _wrong(what, self.where, Text("it may be of a newer set: a newer deckkit may know it"))
        if variant >= len(_VARIANTS):
            raise _wrong(Text("this deck code is damaged: there is no variant {found}", {"found": variant}), self.where)
        return SETS[group], _VARIANTS[variant]

    def number(self, set_code: str, variant: str, flagged: bool) -> CodeCard:
        flag = self.byte() if flagged else 0
        if flag >= len(_PREFIXES):
            raise _wrong(
                Text("this deck code is damaged: there is no kind of number {found}", {"found": flag}), self.where
            )
        number = self.varint()
        if number > _LARGEST_NUMBER:
            raise _wrong(Text("this deck code is damaged: no set has a card {found}", {"found": number}), self.where)
        return CodeCard(set_code, number, _PREFIXES[flag], variant)

    def card(self, flagged: bool) -> CodeCard:
        return self.number(*self.set_and_variant(), flagged)

    def end(self) -> None:
        """Nothing may follow: what nobody reads would be lost."""
        left = len(self.data) - self.at
        if left:
            what = Text(
                "this deck code is damaged: {n} byte follows after its end",
                {"n": left},
                plural="this deck code is damaged: {n} bytes follow after its end",
                number=left,
            )
            raise _wrong(what, self.where)


def _from_base32(text: str, where: str) -> bytes:
    bits = held = 0
    data = bytearray()
    for sign in text:
        value = _ALPHABET.find(sign.upper() if sign.isascii() else sign)
        if value < 0:
            raise _wrong(
                Text("'{sign}' stands in no deck code; they have only A to Z and 2 to 7", {"sign": visible(sign)}),
                where,
            )
        bits, held = (bits << 5 | value) & 0xFFF, held + 5
        if held >= 8:
            held -= 8
            data.append(bits >> held & 0xFF)
    return bytes(data)


def _wrong(what: Text, where: str, do: Text | None = None) -> InputError:
    return InputError(what, where, do or Text("copy the whole code again"))


# -- writing ------------------------------------------------------------------------------------------------------


def encode(code: DeckCode) -> str:
    """The one code of this list, in the lowest version from 3 on that can say it (``code.version`` is not used).

    Raises ValueError for a count that is not positive.
    """
    cards = [*code.main, *code.side, *code.legends, *([code.champion] if code.champion else ())]
    if any(count < 1 for count in (*code.main.values(), *code.side.values())):
        raise ValueError("copies must be positive")
    version = _version(code, cards)
    flagged = version == 4 or (version >= 5 and any(card.prefix for card in cards))
    out = bytearray([_FORMAT << 4 | version])
    if version >= 5:
        out.append(flagged)
    for section, most in ((code.main, _MOST_MAIN), (code.side, _MOST_SIDE)):
        if version >= 5:
            counts = sorted(set(section.values()), reverse=True)
            out += _varint(len(counts))
        else:
            counts = list(range(most, 0, -1))
        for copies in counts:
            if version >= 5:
                out += _varint(copies)
            out += _groups([card for card, count in section.items() if count == copies], flagged)
    out.append(code.champion is not None)
    if code.champion is not None:
        out += _single(code.champion, flagged)
    if version >= 6:
        out += _varint(len(code.legends))
        for card in code.legends:
            out += _single(card, flagged)
    return _to_base32(bytes(out))


def _version(code: DeckCode, cards: Iterable[CodeCard]) -> int:
    prefixes = {card.prefix for card in cards}
    if code.legends:
        return 6
    many = max(code.main.values(), default=0) > _MOST_MAIN or max(code.side.values(), default=0) > _MOST_SIDE
    if many or "SP" in prefixes:
        return 5
    return 4 if "R" in prefixes else 3


def _groups(cards: list[CodeCard], flagged: bool) -> bytes:
    """Cards of one count: a group for each set and variant, in their order; numbers rise, plain ones first."""

    def key(card: CodeCard) -> tuple[int, int]:
        return SETS.index(card.set_code), _VARIANTS.index(card.variant)

    groups = [(place, list(group)) for place, group in groupby(sorted(cards, key=key), key)]
    out = bytearray(_varint(len(groups)))
    for (set_number, variant), group in groups:
        out += _varint(len(group)) + bytes([set_number, variant])
        for card in sorted(group, key=lambda card: (_PREFIXES.index(card.prefix), card.number)):
            out += _number(card, flagged)
    return bytes(out)


def _single(card: CodeCard, flagged: bool) -> bytes:
    return bytes([SETS.index(card.set_code), _VARIANTS.index(card.variant)]) + _number(card, flagged)


def _number(card: CodeCard, flagged: bool) -> bytes:
    return (bytes([_PREFIXES.index(card.prefix)]) if flagged else b"") + _varint(card.number)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _to_base32(data: bytes) -> str:
    bits = int.from_bytes(data, "big")
    length = len(data) * 8
    short = -length % 5
    bits <<= short
    return "".join(_ALPHABET[bits >> at & 31] for at in range(length + short - 5, -1, -5))
