"""Names and printed identities: how the feeds write them, and what they mean.

A card's full name is its short name, a comma and its subtitle (CR-0717 132.4). Feeds also write " - " between the two,
and name a Legend by its title alone.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from deckkit.catalogue.fold import fold, slugify
from deckkit.feeds.check import refuse
from deckkit.i18n import Text

__all__ = ["PROMO_SETS", "Identity", "Spelling", "card_key", "champion_of", "full_name", "identity", "spelling"]

PROMO_SETS = ("OPP", "PR", "JDG")

_ID = re.compile(r"([a-z]+)-(r|sp|t)?(\d+)([a-z]?|\*)(?:-(star))?(?:-(\d+))?", re.ASCII)
_BRACKET = re.compile(r"(.+?) \(([^()]+)\)")
_FACE = re.compile(r"(.+?)(?: \(\d+\))? // .+")
# Brackets at the end of a name that tell how the copy looks or where it came from, not which card it is.
_VARIANTS = {
    *("alternate art", "overnumbered", "signature", "metal", "starter", "launch exclusive", "gg ez", "ultimate"),
}


def card_key(name: str) -> str:
    """The stable key of a card by its full name."""
    return f"riftbound:{slugify(name)}"


@dataclass(frozen=True, slots=True)
class Identity:
    """A printed identity: set, number as printed but for leading zeros (``7``, ``R02``, ``SP1``), variant, set size."""

    set_code: str
    number: str
    variant: str | None
    size: int | None
    special: bool
    overnumbered: bool

    @property
    def code(self) -> str:
        """As printed: ``OGN-007a/298``."""
        number = self.number.zfill(3) if self.number.isdecimal() else self.number
        return f"{self.set_code}-{number}{self.variant or ''}" + (f"/{self.size:03}" if self.size else "")


def identity(text: str, where: str) -> Identity:
    """Reads ``ogn-007a-298``, ``ven-r01``, ``sfd-223*-221``, ``sfd-223-star-221``. Raises FeedError for other texts."""
    match = _ID.fullmatch(text.strip().lower())
    if match is None:
        raise refuse(Text("'{id}' is no printed identity like ogn-007a-298", {"id": text[:60]}), where)
    code, prefix, digits, letter, star, size = match.groups()
    number = str(int(digits)) if prefix is None else f"{prefix.upper()}{digits}"
    over = prefix is None and size is not None and int(digits) > int(size)
    variant = "*" if star else letter or None
    return Identity(code.upper(), number, variant, int(size) if size else None, prefix == "sp", over)


class Spelling(NamedTuple):
    """A name without its bracket, the bracket's words in lower case (or empty), and the face's own name (or empty)."""

    name: str
    bracket: str
    face: str


def spelling(text: str, others: Container[str] = frozenset()) -> Spelling:
    """Takes a name apart. A bracket of unknown words is one too where ``others`` (folded) has the name without it.

    >>> spelling("Sett - The Boss (Overnumbered)")
    Spelling(name='Sett - The Boss', bracket='overnumbered', face='')
    >>> spelling("Recruit (271) // Buff").face
    'Recruit'
    """
    text = " ".join(text.split())
    match = _BRACKET.fullmatch(text)
    name, bracket = text, ""
    if match and (match[2].casefold() in _VARIANTS or fold(match[1]) in others):
        name, bracket = match[1], match[2].casefold()
    face = _FACE.fullmatch(name)
    return Spelling(name, bracket, face[1] if face else "")


def champion_of(tags: Iterable[str], champions: Iterable[str]) -> str | None:
    """The one tag that is a champion's name, spelled as the tag; None where there is none, or more than one."""
    known = set(champions)
    found = [tag for tag in tags if fold(tag) in known]
    return found[0] if len(found) == 1 else None


def full_name(name: str, kind: str, champion: str | None) -> str:
    """The official full name of a card that a feed calls ``name``.

    >>> full_name("Yordle, Kennen - Heart of the Tempest", "Legend", "Kennen")
    'Kennen, Heart of the Tempest'
    >>> full_name("Rogue Assassin", "Legend", "Akali")
    'Akali, Rogue Assassin'
    """
    front, dash, rest = name.partition(" - ")
    if kind == "Legend" and champion is not None:
        title = rest if dash else name
        before, comma, after = title.partition(", ")
        if not dash and comma and fold(before) == fold(champion):
            title = after
        return f"{champion}, {title}"
    if not dash:
        return name
    return f"{champion if champion and fold(front) == fold(champion) else front}, {rest}"
