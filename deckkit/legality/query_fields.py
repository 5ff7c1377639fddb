"""What legality adds to the search language: ``legal:FORMAT`` and ``banned:FORMAT``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import cache

from deckkit.catalogue.model import Card
from deckkit.catalogue.query import ExtraField, Test
from deckkit.legality.check import Judge

__all__ = ["legality_fields"]


def legality_fields(judge: Callable[[], Judge], on: date) -> Mapping[str, ExtraField]:
    """The fields as of the day ``on``. ``judge`` is called once, and only where a search uses them.

    ``legal``: the card may be played in the format; ``banned``: a ban of the format names it, whether or not the card
    is also out of the pool.
    """
    the_judge = cache(judge)

    def formats() -> list[str]:
        return [form.slug for form in the_judge().book.playable()]

    def legal(slug: str) -> Test:
        def test(card: Card) -> bool:
            return the_judge().standing(card, slug, on).legal

        return test

    def banned(slug: str) -> Test:
        def test(card: Card) -> bool:
            return the_judge().standing(card, slug, on).ban is not None

        return test

    return {"legal": ExtraField(formats, legal), "banned": ExtraField(formats, banned)}
