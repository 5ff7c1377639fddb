"""Card English as words: symbols, reminders and forms of words evened out, and each word sorted by what it is.

A game hands in its :class:`Lexicon`. What comes out is a list of typed words for the grammar; a word that no grammar
knows is an error with its place, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["Lexicon", "Word", "normalised", "sentences", "words"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: its ``kind`` (``NUMBER``, ``NAME``, ``TYPE`` …, or ``WORD``), its value, where it stands."""

    kind: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A game's words.

    ``symbols`` are replaced before anything else; ``forms`` even out the words (``banishes`` → ``destroy``);
    ``kinds`` sort words: (kind, value) of a lower-case word or phrase; ``names`` are names of cards in any case,
    matched after ``named`` and where they stand with a capital; ``traits`` and ``keywords`` as printed.
    """

    symbols: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()


_BASE = {
    "do": ("does",),
    "have": ("has",),
    "is": ("are",),
    "was": ("were",),
    "say": ("says",),
    **{
        verb: (verb + "s",)
        for verb in (
            *("draw", "discard", "put", "get", "gain", "pay", "play", "return", "reveal", "deal", "move", "remove"),
            *("enter", "take", "look", "count", "become", "card", "deck", "hand", "player"),
            *("opponent", "counter", "cost", "turn", "drop", "step", "choice"),
        )
    },
    **{verb: (verb + "s",) for verb in ("choose", "lose", "give", "leave", "shuffle", "use")},
    "ready": ("readies",),
    "search": ("searches",),
}
#: Forms that any card English has.
FORMS: Mapping[str, str] = {
    **{form: base for base, forms in _BASE.items() for form in forms},
    **dict.fromkeys(("he", "she", "it", "they", "him", "her", "them"), "they"),
    **dict.fromkeys(("his", "its", "their", "theirs"), "their"),
    **dict.fromkeys(("a", "an"), "a"),
    "discarded": "discarded",
    "you're": "you is",
    "you've": "you have",
    "there's": "there is",
    "isn't": "is not",
    "aren't": "is not",
    "doesn't": "do not",
    "don't": "do not",
    "who's": "who is",
    "that's": "that is",
    "he's": "they is",
    "she's": "they is",
    "it's": "they is",
    "they're": "they is",
    "they've": "they have",
    "cannot": "can't",
    "yours": "yours",
}
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_REMINDER = re.compile(r"\s*\([^()]*\)")
_SPACES = re.compile(r"\s+")
_TOKEN = re.compile(r"""\{[A-Z]+\}|[+-]?\d+|\+|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|[.,;:•—"!?/-]""")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "‑": "-", "\u00ad": None, "\u00a0": " "})


def normalised(text: str, lexicon: Lexicon) -> str:
    """The text on one line, with straight quotes, symbols as words in braces, and without reminders."""
    for symbol, name in lexicon.symbols.items():
        text = text.replace(symbol, name)
    text = _SPACES.sub(" ", text.translate(_QUOTES))
    while _REMINDER.search(text):
        text = _REMINDER.sub("", text)
    return text.strip()


def sentences(text: str) -> list[str]:
    """The sentences of a normalised text; what stands in quotes is not split."""
    found: list[str] = []
    start = depth = 0
    for place, letter in enumerate(text):
        if letter == '"':
            depth ^= 1
        ends = letter in ".!" and not depth and (place + 1 == len(text) or text[place + 1] == " ")
        if letter == "!" and text[place + 2 : place + 3].islower():
            ends = False
        if (
            letter == '"'
            and not depth
            and place
            and text[place - 1] == "."
            and text[place + 1 : place + 2] in ("", " ")
        ):
            ends = True
        if ends and not _inside_name(text, start, place):
            found.append(text[start : place + 1].strip())
            start = place + 1
    rest = text[start:].strip()
    return [*found, rest] if rest else found


_TITLES = ("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr")


def _inside_name(text: str, start: int, place: int) -> bool:
    before = text[start:place].rsplit(" ", 1)[-1].strip('"')
    return before in _TITLES


def words(text: str, lexicon: Lexicon) -> list[Word]:
    """The typed words of a normalised text."""
    return list(_typed(text, lexicon))


def _typed(text: str, lexicon: Lexicon) -> Iterator[Word]:
    tokens = [(found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text)]
    place = 0
    while place < len(tokens):
        name = _name_at(text, tokens, place, lexicon)
        if name is not None:
            size, word = name
            yield word
            place += size
            continue
        raw, start, end = tokens[place]
        phrase = _phrase_at(tokens, place, lexicon)
        if phrase is not None:
            size, (kind, value) = phrase
            yield Word(kind, value, start, tokens[place + size - 1][2])
            place += size
            continue
        lower = raw.lower()
        if raw.lstrip("+-").isdigit():
            yield Word("SIGNED" if raw[0] in "+-" else "NUMBER", raw, start, end)
        elif lower in _NUMBERS:
            yield Word("NUMBER", _NUMBERS[lower], start, end)
        else:
            for form in _forms(lower, lexicon):
                kind, value = lexicon.kinds.get(form, ("WORD", form))
                yield Word(kind, value, start, end)
        place += 1


def _forms(lower: str, lexicon: Lexicon) -> list[str]:
    """The evened out forms of a word; a possessive is the word and its mark."""
    known = lexicon.forms.get(lower, FORMS.get(lower))
    if known is not None:
        return known.split()
    for mark in ("'s", "'"):
        if lower.endswith(mark) and len(lower) > len(mark):
            return [*_forms(lower[: -len(mark)], lexicon), "'s"]
    return [lower]


def _phrase_at(
    tokens: Sequence[tuple[str, int, int]], place: int, lexicon: Lexicon
) -> tuple[int, tuple[str, str]] | None:
    for size in (3, 2, 1):
        raw = " ".join(token for token, _, _ in tokens[place : place + size])
        if len(tokens[place : place + size]) < size:
            continue
        if raw in lexicon.keywords:
            return size, ("KEYWORD", raw)
        if raw in lexicon.traits:
            return size, ("TRAIT", raw)
        if size > 1 and raw.endswith("s") and raw[:-1] in lexicon.traits:
            return size, ("TRAIT", raw[:-1])
        if raw.lower() in lexicon.kinds:
            return size, lexicon.kinds[raw.lower()]
    return None


def _name_at(
    text: str, tokens: Sequence[tuple[str, int, int]], place: int, lexicon: Lexicon
) -> tuple[int, Word] | None:
    """A card's name: the longest that stands here, where "named" or a capital within a sentence tells of one."""
    before = [token.lower() for token, _, _ in tokens[max(0, place - 4) : place]]
    told = before and (
        before[-1] == "named"
        or before[-2:] == ["copies", "of"]
        or (before[-1] in ("or", "and", "both", ",") and "named" in _earlier(tokens, place))
    )
    if not told:
        return None
    start = tokens[place][1]
    for end in sorted({token[2] for token in tokens[place : place + 14]}, reverse=True):
        for stop in (end + 1, end):
            candidate = text[start:stop].rstrip(" ,")
            if candidate in lexicon.names:
                size = sum(1 for token in tokens[place:] if token[2] <= start + len(candidate))
                # A full stop or mark that belongs to the name is part of it ("Wrong Lever!").
                return max(1, size), Word("NAME", candidate, start, start + len(candidate))
    return None


def _earlier(tokens: Sequence[tuple[str, int, int]], place: int) -> list[str]:
    found = []
    for token, _, _ in reversed(tokens[:place]):
        if token == ".":
            break
        found.append(token.lower())
    return found
