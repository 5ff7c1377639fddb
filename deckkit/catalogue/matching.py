"""The small tests that searches are made of: words in names, numbers, and facts that may not apply or not be known."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckkit.catalogue.fields import ANY_NUMBER, FactField
from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card, CardSet, Printing
from deckkit.catalogue.query import Test
from deckkit.i18n import Text

__all__ = [
    "ORDER",
    "Numeric",
    "by_letters",
    "comparison",
    "flag",
    "labelled",
    "lies_between",
    "nearest_text",
    "negated_if",
    "number_text",
    "numeric_test",
    "on_fact",
    "phrase_test",
    "printed_numbers",
    "split_keyword",
    "word_line",
]

ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {":": operator.eq, "=": operator.eq, "!=": operator.ne, **ORDER}
_WORDS = re.compile(r"[^\W_]+")
# "resist+2", "singer5"
_GLUED = re.compile(r"(?<=[^\W\d])(\+?[0-9]{1,9})$")

Numeric = Callable[[float], bool]


@lru_cache(maxsize=65536)
def word_line(text: str) -> str:
    """The folded words of a text, each between spaces; where it has an apostrophe, a second line joins the parts.

    >>> word_line("Reine de l'hiver")
    ' reine de l hiver \\n reine de lhiver '
    """
    folded = fold(text)
    lines = [folded, folded.replace("'", "")] if "'" in folded else [folded]
    return "\n".join(f" {' '.join(_WORDS.findall(line))} " for line in lines)


def phrase_test(value: str) -> Callable[[str], bool] | None:
    """A test whether a :func:`word_line` holds these words, in order and side by side; after ``*`` the last may go on.

    None where the value holds no letter and no digit.
    """
    phrases = [line.rstrip() if value.endswith("*") else line for line in word_line(value).split("\n")]
    if not phrases[0].strip():
        return None
    if len(phrases) == 1:
        return lambda line: phrases[0] in line
    return lambda line: any(phrase in line for phrase in phrases)


def by_letters(known: Mapping[str, Collection[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for value, words in known.items():
        for word in words:
            found.setdefault(letters(word), set()).add(value)
    return {word: frozenset(values) for word, values in found.items()}


def labelled(values: Iterable[str], labels: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Each value with its words in all languages: the values that occur and those that the game lists."""
    known = dict.fromkeys((*(v for words in labels.values() for v in words), *values))
    return {value: (value, *(words[value] for words in labels.values() if value in words)) for value in known if value}


def split_keyword(value: str, names: Mapping[str, Collection[str]]) -> tuple[frozenset[str] | None, str]:
    """``singer 5`` → (Singer), ``5``: the longest beginning that is a keyword, and what follows it."""
    keywords = by_letters(names)
    words = _GLUED.sub(r" \1", fold(value)).split()
    for size in range(len(words), 0, -1):
        found = keywords.get(letters("".join(words[:size])))
        if found:
            return found, " ".join(words[size:])
    return None, ""


def nearest_text(wanted: str, labels: Mapping[str, str], all_values: Collection[str]) -> Text:
    """The nearest good values; where nothing is near and there are few, all of them."""
    from rapidfuzz import fuzz, process

    near: list[str] = []
    for scorer, cutoff in ((fuzz.ratio, 60), (fuzz.partial_ratio, 85)):
        if not near and len(wanted) > 1:
            words = [word for word in labels if len(word) > 2]
            hits = process.extract(wanted[:100], words, scorer=scorer, limit=8, score_cutoff=cutoff)
            near = list(dict.fromkeys(labels[word] for word, _, _ in hits))[:3]
    if near:
        return Text("did you mean {values}?", {"values": near})
    unique = list(dict.fromkeys(all_values))
    if not unique:
        return Text("this catalogue knows none")
    return Text("use one of: {values}", {"values": unique[:40]})


def numeric_test(op: str, limit: float) -> Numeric:
    compare = _COMPARE[op]
    return lambda number: compare(number, limit)


def number_text(value: str) -> str:
    return value.strip().casefold().lstrip("0") or "0"


def printed_numbers(printing: Printing) -> tuple[str, ...]:
    if printing.number is None:
        return ()
    number = number_text(printing.number)
    return (number, f"{number}{printing.variant.casefold()}") if printing.variant else (number,)


def on_fact(fact: str, fits: Callable[[Any], bool]) -> Test:
    """False where the fact does not apply, None where it is not known."""

    def test(card: Card) -> bool | None:
        if fact in card.unknown:
            return None
        value = card.facts.get(fact)
        return value is not None and fits(value)

    return test


def comparison(fact: str, fits: Numeric) -> Test:
    return on_fact(fact, lambda value: fits(float("inf") if value == ANY_NUMBER else value))


def flag(fact: FactField, wanted: bool) -> Test:
    return on_fact(fact.fact, lambda value: bool(value) is wanted)


def lies_between(one: CardSet, first: Sequence[CardSet], last: Sequence[CardSet]) -> bool:
    """Whether a set stands between two of its own kind, both included, in the order of sets; none is an open end."""
    if not first or not last:
        return any(
            one.kind == end.kind and (one.order <= end.order if end in last else one.order >= end.order)
            for end in (*first, *last)
        )
    orders = [sorted((a.order, b.order)) for a in first for b in last if one.kind == a.kind == b.kind]
    return any(low <= one.order <= high for low, high in orders)


def negated_if(negated: bool, inner: Test) -> Test:
    if not negated:
        return inner

    def test(card: Card) -> bool | None:
        answer = inner(card)
        return None if answer is None else not answer

    return test
