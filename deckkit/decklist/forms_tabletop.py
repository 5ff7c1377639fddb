"""Saved objects of Tabletop Simulator: one object a copy, the card's name as its nickname."""

from __future__ import annotations

from typing import Any

from deckkit.catalogue.fold import letters
from deckkit.decklist.model import DeckSpec, Entry, ParsedList
from deckkit.decklist.source import visible
from deckkit.decklist.words import Collector, section_words
from deckkit.i18n import Text

__all__ = ["looks_like_tabletop", "parse_tabletop"]

# Bags hold bags hold decks; nobody packs deeper.
_DEEPEST = 10


def looks_like_tabletop(data: Any) -> bool:
    """Whether the JSON is a saved object."""
    return isinstance(data, dict) and isinstance(data.get("ObjectStates"), list)


def parse_tabletop(data: Any, spec: DeckSpec, where: str = "") -> ParsedList:
    """A saved object as a list; ``line`` is the position of the copy. A pile named like a section is that section."""
    found = Collector(where)
    sections = section_words(spec)
    names: list[str] = []
    position = 0

    def walk(objects: list[Any], section: str, depth: int) -> None:
        nonlocal position
        for item in objects:
            if not isinstance(item, dict):
                position += 1
                found.unreadable(position, repr(item), Text("this is no object"), 0, section)
                continue
            nickname = item.get("Nickname")
            nickname = " ".join(nickname.split()) if isinstance(nickname, str) else ""
            inside = item.get("ContainedObjects")
            if isinstance(inside, list):
                if depth >= _DEEPEST:
                    position += 1
                    found.unreadable(position, nickname, Text("objects are packed too deeply"), 0, section)
                    continue
                known = sections.get(letters(nickname))
                if nickname and known is None:
                    names.append(nickname)
                walk(inside, known or section, depth + 1)
                continue
            position += 1
            if not nickname:
                found.unreadable(position, str(item.get("Name", "")), Text("this copy has no nickname"), 1, section)
            elif len(nickname) > 500:
                found.unreadable(position, nickname, Text("the nickname is longer than any card's name"), 1, section)
            else:
                found.add(Entry(position, visible(nickname), 1, nickname, section))

    walk(data["ObjectStates"], spec.start, 0)
    title = data.get("SaveName")
    name = title if isinstance(title, str) and title.strip() else names[0] if len(names) == 1 else ""
    return ParsedList("tabletop", tuple(found.entries), tuple(found.problems), visible(" ".join(name.split())))
