"""The forms of lists that only Riftbound has: deck codes, Piltover Archive's text, and tokens of tabletop programs."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from deckkit.decklist.forms_text import header_word
from deckkit.decklist.model import Deck, DeckCard, DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import Collector, section_words
from deckkit.decklist.writing import Refused, Written, card_lines
from deckkit.errors import InputError
from deckkit.games.riftbound.deck_codes import CodeCard, DeckCode, decode, encode, inside, joined, looks_like_code
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card, Printing
    from deckkit.catalogue.store import Catalogue

__all__ = ["ArchiveText", "DeckCodes", "Pixelborn", "Tokens", "code_card"]

# How Piltover Archive and the sites that read its lists head the sections, in their order.
_HEADINGS = {
    "legend": "Legend",
    "further": "Further Legends",
    "champion": "Champion",
    "main": "MainDeck",
    "battlefields": "Battlefields",
    "runes": "Runes",
    "side": "Sideboard",
}
# The order of a tabletop program's tokens; it has no place for a sideboard.
_TOKEN_ORDER = ("legend", "champion", "main", "battlefields", "runes")
_TOKEN = re.compile(r"([A-Z]{2,4})-((?:SP|[RT])?[0-9]{1,3})([a-z*]?)-([1-9][0-9]?)")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24}")
_ARCHIVE_SIZE = 40


def code_card(printing: Printing) -> CodeCard | None:
    """The printing as codes name it; None for promos and sets that have no code."""
    if printing.promo is not None or printing.number is None:
        return None
    number = f"{printing.number}{printing.variant or ''}"
    return CodeCard.read(f"{printing.set_code}-{number}")


class DeckCodes:
    """Piltover Archive's deck codes (see ``deck_codes.py``)."""

    name = "code"
    writes = True

    def recognises(self, text: str) -> bool:
        """One word that can only be a code, or a code with blanks, a title and the like around it."""
        return inside(text) is not None or looks_like_code(text)

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:  # noqa: ARG002 - the shape of all forms
        """The cards in the code's order; ``line`` is the position. Sections are left to the cards' types."""
        title, word = inside(text) or ("", joined(text))
        code = decode(word, where)
        entries: list[Entry] = []

        def add(card: CodeCard, count: int, section: str) -> None:
            at = len(entries) + 1
            number = card.place.replace("s", "*")
            entries.append(Entry(at, f"{count} {card}", count, "", section, card.set_code, number))

        for card, count in code.main.items():
            add(card, count, "")
        for card, count in code.side.items():
            add(card, count, "side")
        if code.champion is not None:
            add(code.champion, 1, "champion")
        for card in code.legends:
            add(card, 1, "further")
        return ParsedList(self.name, tuple(entries), name=visible(title))

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """The code of the list: the printing that the list names, else the card's oldest one that codes know."""
        refused: list[Refused] = []

        def of(*sections: str) -> dict[CodeCard, int]:
            found: dict[CodeCard, int] = {}
            for section in sections:
                for item in deck.sections.get(section, ()):
                    for card, count in _code_cards(item, catalogue, section, refused):
                        found[card] = found.get(card, 0) + count
            return found

        main, side, further = of("legend", "champion", "main", "battlefields", "runes"), of("side"), of("further")
        named = deck.sections.get("champion", ())
        champion = None
        if sum(item.count for item in named) == 1:
            champion = next((card for card, _ in _code_cards(named[0], catalogue, "champion", [])), None)
        legends = tuple(card for card, count in further.items() for _ in range(count))
        return Written(encode(DeckCode(main, side, champion, legends)) + "\n", tuple(refused))


class ArchiveText:
    """Text under headings, as Piltover Archive and most sites import it; the shared text reader reads it."""

    name = "text"
    writes = True

    def recognises(self, text: str) -> bool:  # noqa: ARG002 - the shape of all forms
        """Never: it is an ordinary text list."""
        return False

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:
        """The shared text reader's work."""
        from deckkit.decklist.forms_text import parse_text

        return parse_text(text, spec, where)

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """Every section under its heading, one card a line, by its English name."""
        from deckkit.games.riftbound.deck import DECK

        refused: list[Refused] = []
        title = " ".join(visible(deck.name).split()).lstrip("#/ ")
        if header_word(title) in section_words(DECK):
            title = ""
        blocks = [f"# {title}\n"] if title else []
        for section, cards in _unrepeated(deck.sections).items():
            lines = [line for item in cards for line in _lines(item, section, catalogue, DECK, refused)]
            if lines:
                blocks.append(f"{_HEADINGS.get(section, section)}:\n{''.join(lines)}")
        return Written("\n".join(blocks), tuple(refused))


class Tokens:
    """One token a copy, set, number and picture (1 is the ordinary one), as Tabletop Simulator's tables import it."""

    name = "tts"
    writes = True

    def recognises(self, text: str) -> bool:
        """Blank-separated tokens and nothing else, but for a few damaged ones."""
        if not _TOKEN.match(text.lstrip()[:20]):
            return False
        words = text.split()
        return sum(1 for word in words if _TOKEN.fullmatch(word)) * 4 >= len(words) * 3

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:  # noqa: ARG002 - the shape of all forms
        """The copies in order; ``line`` is the position of the token."""
        return _read_tokens(text.split(), self.name, where)

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """Legend, champion, main deck, battlefields, runes; the sideboard has no place and is refused."""
        tokens, refused = _tokens(deck, catalogue)
        return Written(" ".join(tokens) + "\n" if tokens else "", refused)


class Pixelborn:
    """The tokens joined with ``$``, in base64: the lists of a program that closed in August 2025."""

    name = "pixelborn"
    writes = True

    def recognises(self, text: str) -> bool:
        """Base64 whose first bytes are a token, however it goes on."""
        start = "".join(text[:100].split())[:24]
        if not _BASE64.fullmatch(start):
            return False
        try:
            return bool(_TOKEN.match(base64.b64decode(start).decode("ascii")))
        except (binascii.Error, UnicodeDecodeError):
            return False

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:  # noqa: ARG002 - the shape of all forms
        """The copies in order; ``line`` is the position of the token."""
        word = "".join(text.split()).rstrip("=")
        try:
            inside = base64.b64decode(word + "=" * (-len(word) % 4), validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError) as error:
            what = Text("this Pixelborn list is damaged: {reason}", {"reason": str(error)})
            raise InputError(what, where, Text("copy the whole list again")) from None
        return _read_tokens(inside.split("$"), self.name, where)

    def write(self, deck: Deck, catalogue: Catalogue) -> Written:
        """As the tokens of Tabletop Simulator, in one word."""
        tokens, refused = _tokens(deck, catalogue)
        return Written(base64.b64encode("$".join(tokens).encode()).decode() + "\n" if tokens else "", refused)


# -- parts ----------------------------------------------------------------------------------------------------------


def _code_cards(
    item: DeckCard, catalogue: Catalogue, section: str, refused: list[Refused]
) -> Iterator[tuple[CodeCard, int]]:
    """The copies as codes name them; what they cannot name is refused."""
    base: CodeCard | None = None
    for printing, count in _printings(item):
        card = code_card(printing) if printing is not None else None
        if card is None:
            base = base or _base(item.card, catalogue)
            card = base
        if card is None:
            reason = Text("it is in no set that has a number in deck codes")
            refused.append(Refused(section, item.card, count, reason))
        else:
            yield card, count


def _printings(item: DeckCard) -> Iterator[tuple[Printing | None, int]]:
    rest = item.count - sum(item.printings.values())
    yield from item.printings.items()
    if rest:
        yield None, rest


def _base(card: Card, catalogue: Catalogue) -> CodeCard | None:
    """The oldest printing that codes know, the ordinary picture before others."""
    known = [(found, printing) for printing in catalogue.printings(card) if (found := code_card(printing)) is not None]
    best = min(known, key=lambda pair: bool(pair[0].variant or pair[1].facts.get("treatment")), default=None)
    return best[0] if best else None


def _lines(item: DeckCard, section: str, catalogue: Catalogue, spec: DeckSpec, refused: list[Refused]) -> Iterator[str]:
    name = item.card.name
    own = name if catalogue.index(item.card.game).exact(name) == (item.card,) else None
    lines = card_lines(item, own, catalogue, spec.markers)
    if lines is None:
        reason = Text("a text list cannot hold this name: it reads like something else")
        refused.append(Refused(section, item.card, item.count, reason))
    else:
        yield from (f"{line}\n" for line in lines)


def _unrepeated(sections: Mapping[str, Sequence[DeckCard]]) -> Mapping[str, Sequence[DeckCard]]:
    """The sections in the order of their headings.

    A main deck of 40 that holds the champion again would be read as a list that repeats it. Such a list of 41 is
    written with its champion in the main deck, where it is found by the Legend's tag.
    """
    ordered = {name: list(sections.get(name, ())) for name in dict.fromkeys((*_HEADINGS, *sections))}
    champion, main = ordered["champion"], ordered["main"]
    if len(champion) == 1 and sum(item.count for item in main) == _ARCHIVE_SIZE:
        chosen = champion[0].card
        for i, item in enumerate(main):
            if item.card == chosen:
                main[i] = DeckCard(chosen, item.count + champion[0].count)
                ordered["champion"] = []
    return ordered


def _read_tokens(words: Iterable[str], form: str, where: str) -> ParsedList:
    found = Collector(where)
    others = 0
    for position, word in enumerate(words, 1):
        match = _TOKEN.fullmatch(word)
        if match is None:
            found.unreadable(position, word, Text("this is no token like OGN-251-1"), 1, "")
            continue
        set_code, number, variant, picture = match.groups()
        # Which letter another picture has is not written down; the card is the same.
        others += picture != "1"
        found.add(Entry(position, word, 1, "", "", set_code, number + variant))
    notices: tuple[Text, ...] = ()
    if others:
        notices = (
            Text(
                "{n} copy has another picture; the ordinary printing of the same card stands for it",
                {"n": others},
                plural="{n} copies have another picture; the ordinary printing of the same card stands for them",
                number=others,
            ),
        )
    return ParsedList(form, tuple(found.entries), tuple(found.problems), notices=notices)


def _tokens(deck: Deck, catalogue: Catalogue) -> tuple[list[str], tuple[Refused, ...]]:
    refused: list[Refused] = []
    tokens: list[str] = []
    for section, cards in deck.sections.items():
        if section not in _TOKEN_ORDER:
            reason = Text("this form has no section '{section}'", {"section": section})
            refused.extend(Refused(section, item.card, item.count, reason) for item in cards)
    for section in _TOKEN_ORDER:
        for item in deck.sections.get(section, ()):
            for card, count in _code_cards(item, catalogue, section, refused):
                plain = CodeCard(card.set_code, card.number, card.prefix)
                tokens += [f"{plain}-1"] * count
    return tokens, tuple(refused)
