"""Keywords as they are written ("Ward", "Resist +1", "Puppy Shift 2"), checked against a game's vocabulary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.effects.words import Vocabulary

__all__ = ["MOST", "parted", "wrong_keyword"]

#: No printed number comes near it; a larger one is a mistake or mischief.
MOST = 9999

_KEYWORD = re.compile(r"(?P<name>.*?)(?: \+?(?P<n>[0-9]+))?", re.DOTALL)
_SHOWN = 60


def parted(text: str) -> tuple[str, str]:
    """A keyword's name and its number as it is written, which is empty where it has none.

    >>> parted("Resist +1"), parted("Red Panda Shift")
    (('Resist', '+1'), ('Red Panda Shift', ''))
    """
    name, _, number = text.rpartition(" ")
    return (name, number) if name and number.lstrip("+").isdigit() else (text, "")


def wrong_keyword(text: object, words: Vocabulary, *, whole: bool = False) -> tuple[Text, Text] | None:
    """What is wrong with a keyword as it is written, and what to do; None where it is well written.

    ``whole``: a keyword that has a number must be written with it, as on a card; elsewhere its name is enough, and
    one that adds ("+N") is +1 without it.
    A game that names no keywords takes any word.
    """
    found = _KEYWORD.fullmatch(text) if isinstance(text, str) else None
    shown = (found["name"] if found is not None else str(text))[:_SHOWN]
    if found is None or (words.keywords and not _known(found["name"], words)):
        return Text("there is no keyword '{word}'", {"word": shown}), words.nearest(shown, words.keywords)
    if found["n"] is not None and (len(found["n"]) > len(str(MOST)) or int(found["n"]) > MOST):
        return Text("the number of '{word}' is too large", {"word": shown}), _at_most()
    if words.numbered is None:
        return None
    numbered = _family(found["name"], words) or found["name"] in words.numbered
    if found["n"] is not None and not numbered:
        return Text("the keyword {word} has no number", {"word": found["name"]}), _write(found["name"])
    if whole and numbered and found["n"] is None and words.numbered.get(found["name"]) != "+":
        return Text("the keyword {word} needs a number", {"word": found["name"]}), _write(f"{found['name']} 2")
    return None


def _known(name: str, words: Vocabulary) -> bool:
    return name in words.keywords or _family(name, words)


def _family(name: str, words: Vocabulary) -> bool:
    """Whether it is of a family whose first words are an open set ("Puppy Shift")."""
    return any(
        name.endswith(f" {one}") and all(word[:1].isupper() for word in name.split(" ")) for one in words.families
    )


def _at_most() -> Text:
    return Text("{n} is the largest", {"n": MOST})


def _write(example: str) -> Text:
    return Text("write '{example}'", {"example": example})
