"""The functions that ``import deckkit`` offers."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.catalogue.store import Catalogue
from deckkit.games import get_game

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.legality.check import Judge
    from deckkit.legality.findings import Verdict

__all__ = ["check", "open_catalogue", "read_deck"]


@lru_cache(maxsize=4)
def open_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """The catalogue that the command line would use; opened once."""
    return Catalogue.open(path)


@lru_cache(maxsize=16)
def _judge(catalogue: Catalogue, game: str) -> Judge:
    return get_game(game).judge(catalogue)


def read_deck(source: str | bytes | Path, game: str, catalogue: Catalogue | None = None) -> Deck:
    """A deck list as understood: ``source`` is the list itself (text or bytes) or a path.

    Lines that were not understood are in ``Deck.problems``. Raises :class:`~deckkit.errors.InputError` for what is no
    list at all.
    """
    from deckkit.decklist import read_deck as read

    found = get_game(game)
    return read(source, catalogue or open_catalogue(), found.slug, found.deck)


def check(
    deck: Deck,
    format: str,
    on: date,
    catalogue: Catalogue | None = None,
    *,
    opened: Deck | None = None,
    options: Iterable[str] = (),
) -> Verdict:
    """The verdict on a deck in a format on a day: every finding, and the rules that passed."""
    return _judge(catalogue or open_catalogue(), deck.game).check(deck, format, on, opened=opened, options=options)
