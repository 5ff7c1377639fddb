"""Messages in English and French, through gettext.

A message is made once, as a :class:`Text` (English template and parameters), and rendered late in the
language that the user asked for. Templates are marked for extraction by the name ``Text`` itself.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, SupportsFloat

__all__ = ["LANGUAGES", "Decimal", "Text", "as_text", "decimal", "default_language", "mark", "semicolon", "translate"]

LANGUAGES = ("en", "fr")
_LOCALES = Path(__file__).parent / "locales"


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation("deckkit", _LOCALES, [lang], fallback=True)


def mark(template: str) -> str:
    """The template itself: marks a literal for extraction that becomes a :class:`Text` only later."""
    return template


def translate(message: str, lang: str) -> str:
    """The message in ``lang``; the message itself where there is no translation."""
    return _catalogue(lang).gettext(message) if message and lang != "en" else message


def semicolon(lang: str) -> str:
    """What stands between parts that have commas in them."""
    return "\u00a0; " if lang == "fr" else "; "


def decimal(value: SupportsFloat, lang: str, digits: int = 2) -> str:
    """A number with so many decimals, as it is written in the language.

    >>> decimal(3.5, "fr", 1), decimal(2, "en")
    ('3,5', '2.00')
    """
    text = f"{float(value):.{digits}f}"
    return text.replace(".", ",") if lang == "fr" else text


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number of so many decimals as a parameter of a :class:`Text`."""

    value: float
    digits: int = 2

    def local_name(self, lang: str) -> str:
        """The number as it is written in the language."""
        return decimal(self.value, lang, self.digits)


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """The user's language from the environment (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``), else English."""
    env = os.environ if environ is None else environ
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = env.get(name, "")
        if value:
            lang = value.replace(":", "_").split("_")[0].split(".")[0].lower()
            return lang if lang in LANGUAGES else "en"
    if environ is None:
        try:
            lang = (locale.getlocale()[0] or "en").split("_")[0].lower()
        except ValueError:
            return "en"
        return lang if lang in LANGUAGES else "en"
    return "en"


@dataclass(frozen=True, slots=True)
class Text:
    """A message: an English template, its parameters, and for countable things a plural and the number.

    Parameters may be plain values, dates (shown as ISO dates), other texts, objects with
    ``local_name(lang)`` (cards), or lists of these (joined with commas, or with semicolons where one has a comma).
    """

    template: str
    params: Mapping[str, Any] = field(default_factory=dict)
    plural: str = ""
    number: int = 0

    def render(self, lang: str = "en") -> str:
        """The message in ``lang``."""
        if not self.template:
            return ""
        if self.plural:
            if lang == "en":
                template = self.template if self.number == 1 else self.plural
            else:
                template = _catalogue(lang).ngettext(self.template, self.plural, self.number)
        else:
            template = translate(self.template, lang)
        if not self.params:
            return template
        return template.format_map({name: _show(value, lang) for name, value in self.params.items()})

    def __str__(self) -> str:
        return self.render("en")


def _show(value: Any, lang: str) -> Any:
    if isinstance(value, Text):
        return value.render(lang)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        shown = [str(_show(item, lang)) for item in value]
        # Names that have a comma in them would run together.
        return (semicolon(lang) if any(", " in item for item in shown) else ", ").join(shown)
    local_name = getattr(value, "local_name", None)
    return local_name(lang) if callable(local_name) else value


def as_text(value: Text | str) -> Text:
    """A plain text becomes a :class:`Text` that shows itself (braces are not read as parameters)."""
    return value if isinstance(value, Text) else Text(value)
