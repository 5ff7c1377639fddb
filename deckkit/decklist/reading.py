"""Reading lists of any known form: from data to a :class:`ParsedList`, and with a catalogue to a :class:`Deck`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.decklist.forms_csv import looks_like_csv, parse_csv
from deckkit.decklist.forms_json import parse_json
from deckkit.decklist.forms_text import parse_text
from deckkit.decklist.model import Deck, DeckSpec, ParsedList
from deckkit.decklist.resolving import resolve
from deckkit.decklist.source import decode, read_source, refuse_markup

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue

__all__ = ["parse", "read_deck", "read_source", "resolve"]

# "[Sideboard]" opens a section of a text list; what JSON can put behind a bracket looks different.
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[\"{\[\]\-0-9]|$|true|false|null))")
_JSON_NUMBERS = re.compile(r"\s*\[\s*-?[0-9]+\s*\]\s*[^\s,\]]")


def parse(data: str | bytes, spec: DeckSpec, where: str = "") -> ParsedList:
    """The list as written; its form (text, JSON, CSV, Tabletop Simulator object) is found out, no catalogue is needed.

    Lines that cannot be read are kept as problems. Blank input is an empty list.
    Raises :class:`~deckkit.errors.InputError` for what is no list at all; ``where`` is its name in messages.
    """
    text, notices = decode(data, where)
    own = next((form for form in spec.forms if form.recognises(text)), None)
    if own is not None:
        parsed = own.parse(text, spec, where)
    else:
        refuse_markup(text, where)
        if _JSON.match(text) and not _JSON_NUMBERS.match(text):
            parsed = parse_json(text, spec, where)
        else:
            delimiter = looks_like_csv(text)
            parsed = parse_text(text, spec, where) if delimiter is None else parse_csv(text, spec, delimiter, where)
    return replace(parsed, notices=(*notices, *parsed.notices)) if notices else parsed


def read_deck(
    source: str | bytes | Path, catalogue: Catalogue, game: str, spec: DeckSpec, *, file: str | None = None
) -> Deck:
    """The deck in ``source``: the list itself as text or bytes, or the path of a file that holds it.

    ``file`` names the list in messages and results (default: the path). Raises :class:`~deckkit.errors.InputError`
    where the file cannot be read or is no list; single lines that are not understood are the deck's ``problems``.
    """
    if isinstance(source, Path):
        name = str(source) if file is None else file
        return resolve(parse(read_source(source), spec, name), catalogue, game, spec, file=name)
    return resolve(parse(source, spec, file or ""), catalogue, game, spec, file=file or "")
