"""Rules texts on their way into the catalogue: one line, and a hash that print layout does not change."""

from __future__ import annotations

import hashlib

__all__ = ["one_line", "text_hash"]

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


def one_line(text: str) -> str:
    """The text without printed line breaks; list items keep their own lines."""
    return " ".join(text.split()).replace(" •", "\n•")


def text_hash(text: str) -> str:
    """First 16 hex digits of the SHA-256 of the text without case, line breaks and typographic quotes and dashes."""
    plain = " ".join(text.translate(_PLAIN).split()).casefold()
    return hashlib.sha256(plain.encode()).hexdigest()[:16]
