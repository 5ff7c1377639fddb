"""Words and numbers of reports in a language."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckkit.i18n import Text, decimal

if TYPE_CHECKING:
    from deckkit.catalogue.fields import FactField
    from deckkit.decklist.model import DeckSpec

__all__ = [
    "decimal",
    "fact_word",
    "hundredths",
    "joined",
    "percent",
    "section_label",
    "sentences",
    "tr",
    "verdict_word",
]


def tr(message: str, lang: str, **params: Any) -> str:
    """A message in ``lang`` with its parameters filled in."""
    return Text(message, params).render(lang)


def percent(value: Fraction | float, lang: str, digits: int = 1) -> str:
    """A chance as per cent, with the sign: see :func:`hundredths`.

    >>> percent(Fraction(1, 3), "en"), percent(0.3333, "fr")
    ('33.3 %', '33,3 %')
    """
    return f"{hundredths(value, lang, digits)} %"


def hundredths(value: Fraction | float, lang: str, digits: int = 1) -> str:
    """A chance in hundredths. What is not quite 0 or 1 is not rounded to it.

    >>> hundredths(1, "en"), hundredths(Fraction(9999, 10000), "en"), hundredths(0.0001, "fr")
    ('100', '> 99.9', '< 0,1')
    """
    least = 10 ** (-digits) / 100
    if value in (0, 1):
        return str(int(value) * 100)
    if value < least / 2:
        return f"< {decimal(least * 100, lang, digits)}"
    if value > 1 - least / 2:
        return f"> {decimal(100 - least * 100, lang, digits)}"
    return decimal(float(value) * 100, lang, digits)


def joined(words: Iterable[str]) -> str:
    """Words of one kind in a row."""
    return ", ".join(words)


def sentences(texts: Iterable[Text], lang: str) -> tuple[str, ...]:
    """Remarks as sentences that can stand one behind another; empty ones are left out, and so are repetitions."""
    found: dict[str, None] = {}
    for text in texts:
        words = text.render(lang).strip()
        if words:
            ended = words if words[-1] in ".!?" else f"{words}."
            found[ended[0].upper() + ended[1:]] = None
    return tuple(found)


def verdict_word(verdict: str, lang: str) -> str:
    """A verdict in words."""
    return {
        "legal": tr("legal", lang),
        "illegal": tr("not legal", lang),
        "undetermined": tr("undetermined", lang),
    }[verdict]


def section_label(spec: DeckSpec, name: str, lang: str) -> str:
    """What a section is called; one that the game does not know goes by its own name."""
    section = spec.section(name)
    return section.labels.get(lang) or section.labels.get("en", name) if section else name or tr("No section", lang)


def fact_word(column: FactField, value: Any, lang: str) -> str:
    """A fact's value in words."""
    if isinstance(value, bool):
        return tr("yes", lang) if value else tr("no", lang)
    if isinstance(value, (list, tuple)):
        return " + ".join(column.value_label(item, lang) for item in value)
    return column.value_label(value, lang)
