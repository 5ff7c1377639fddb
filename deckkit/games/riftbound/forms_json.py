"""JSON lists of Riftbound's sites: riftbound.gg's boards, and the official preconstructed decks by their ids."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from deckkit.decklist.forms_json import load_json
from deckkit.decklist.model import Deck, DeckSpec, Entry, ParsedList
from deckkit.decklist.source import unknown_shape, visible
from deckkit.decklist.words import Collector, check_count
from deckkit.decklist.writing import Written
from deckkit.i18n import Text

__all__ = ["Boards", "Preconstructed"]

# "OGN-007a", "UNL-051A", "SFD-R03"; and with the size of the set behind it: "ogn-007a-298".
_PLACE = re.compile(r"([A-Za-z]{2,4})-((?:[Ss][Pp]|[RrTt])?[0-9]{1,3}[A-Za-z*]?)(?:[-/][0-9]{1,3})?")


def _fields(text: str, *keys: str) -> bool:
    """Whether a text may be a JSON object with these keys: cheap, since every list is asked."""
    return text.lstrip()[:1] == "{" and all(f'"{key}"' in text for key in keys)


class _Reader:
    """Gathers entries; ``line`` is the position of the card in the file."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.found = Collector(where)
        self.position = 0

    def add(self, code: object, copies: object, section: str) -> None:
        self.position += 1
        raw = visible(f"{json.dumps(code, ensure_ascii=False)}: {json.dumps(copies, ensure_ascii=False)}", 80)
        number = isinstance(copies, (str, int)) and not isinstance(copies, bool)
        count, reason = check_count(str(copies)[:12] if number else "-")
        if reason is not None:
            self.found.unreadable(self.position, raw, reason, 0, section)
            return
        match = _PLACE.fullmatch(code) if isinstance(code, str) else None
        if match is None:
            self.found.unreadable(self.position, raw, Text("this is no card code like OGN-007"), count, section)
            return
        self.found.add(Entry(self.position, raw, count, "", section, match[1].upper(), match[2]))

    def table(self, data: object, name: str) -> Mapping[str, Any]:
        if isinstance(data, dict):
            return data
        raise unknown_shape(Text("'{key}' of this JSON holds no cards", {"key": name}), self.where)

    def rows(self, data: object, name: str) -> list[Any]:
        if isinstance(data, list):
            return data
        raise unknown_shape(Text("'{key}' of this JSON holds no cards", {"key": name}), self.where)

    def parsed(self, form: str, name: object) -> ParsedList:
        title = visible(" ".join(name.split())) if isinstance(name, str) else ""
        return ParsedList(form, tuple(self.found.entries), tuple(self.found.problems), title)


class Boards:
    """riftbound.gg: one board with everything, a second one for the sideboard, copies as texts.

    The Chosen Champion is at most a tag of a card, and is one of the cards of the first board.
    """

    name = "riftbound.gg"
    writes = False

    def recognises(self, text: str) -> bool:
        """An object with boards."""
        return _fields(text, "boards")

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:  # noqa: ARG002 - the shape of all forms
        """The cards of both boards; sections of the first are left to the cards' types."""
        data = load_json(text, where)
        reader = _Reader(where)
        boards = reader.rows(data.get("boards"), "boards")
        if len(boards) > 2:
            what = Text("this JSON has {n} boards; only the main one and a sideboard are known", {"n": len(boards)})
            raise unknown_shape(what, where)
        for board, section in zip(boards, ("", "side"), strict=False):
            for code, copies in reader.table(board, "boards").items():
                reader.add(code, copies, section)
        extra = data.get("deck_extra")
        for code, notes in extra.items() if isinstance(extra, dict) else ():
            tags = notes.get("tags") if isinstance(notes, dict) else None
            for tag in tags if isinstance(tags, list) else ():
                if isinstance(tag, dict) and tag.get("name") == "Chosen Champion":
                    reader.add(code, 1, "champion")
        return reader.parsed(self.name, data.get("humanname"))

    def write(self, deck: Deck, catalogue: Any) -> Written:
        """Nobody imports this form."""
        raise NotImplementedError


class Preconstructed:
    """Official preconstructed decks as lists of printed ids (``ogn-007-298``), with the champion apart."""

    name = "precon"
    writes = False

    def recognises(self, text: str) -> bool:
        """An object with a Legend's id."""
        return _fields(text, "legendId", "main")

    def parse(self, text: str, spec: DeckSpec, where: str) -> ParsedList:  # noqa: ARG002 - the shape of all forms
        """The cards by section."""
        data = load_json(text, where)
        reader = _Reader(where)
        for key, section in (("legendId", "legend"), ("championId", "champion")):
            if data.get(key) is not None:
                reader.add(data[key], 1, section)
        for key, section in (("main", "main"), ("runes", "runes"), ("sideboard", "side")):
            for row in reader.rows(data.get(key, []), key):
                row = row if isinstance(row, dict) else {}
                reader.add(row.get("cardId"), row.get("count"), section)
        for code in reader.rows(data.get("battlefieldIds", []), "battlefieldIds"):
            reader.add(code, 1, "battlefields")
        return reader.parsed(self.name, data.get("id"))

    def write(self, deck: Deck, catalogue: Any) -> Written:
        """Nobody imports this form."""
        raise NotImplementedError
