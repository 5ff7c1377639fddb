"""Folding of names: what makes two spellings one name."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "letters", "slugify"]

_QUOTES = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´＇ʻ", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        "…": "...",
        "\u00ad": "",
        "\u200b": "",
        "\u200c": "",
        "\u200d": "",
        "\ufeff": "",
        "œ": "oe",
        "Œ": "oe",
        "æ": "ae",
        "Æ": "ae",
        "ø": "o",
        "Ø": "o",
        "ł": "l",
        "Ł": "l",
    }
)
_NOT_LETTERS = re.compile(r"[^\w]+|_+")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The name without marks, case, and typographic quotes, dashes and spaces.

    Two names are the same when they fold to the same text.

    >>> fold("Te Kā – Heartless") == fold("te ka - heartless")
    True
    """
    text = text.translate(_QUOTES)
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c)).translate(_QUOTES)
    return " ".join(text.casefold().split())


@lru_cache(maxsize=65536)
def letters(text: str) -> str:
    """Only the letters and digits of a name: for sources that lose or change its punctuation.

    >>> letters("Wreck - it Ralph - Raging Wrecker") == letters("Wreck-it Ralph - Raging Wrecker")
    True
    """
    return _NOT_LETTERS.sub("", fold(text))


def slugify(text: str) -> str:
    """The stable key of a name: folded words joined with hyphens.

    >>> slugify("Elsa - Spirit of Winter")
    'elsa-spirit-of-winter'
    """
    return "-".join(part for part in re.split(r"[^\w]+|_+", fold(text).replace("'", "")) if part)
