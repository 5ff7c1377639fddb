"""A deck as a pandas frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckkit.catalogue.frames import cards_frame

if TYPE_CHECKING:
    import pandas as pd

    from deckkit.catalogue.fields import CardFields
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck

__all__ = ["deck_frame"]


def deck_frame(deck: Deck, catalogue: Catalogue, fields: CardFields, lang: str | None = None) -> pd.DataFrame:
    """One row a card and section, in the order of the list: ``section``, ``count``, then the card as in
    :func:`~deckkit.catalogue.frames.cards_frame`.

    What the list holds beyond the cards that were understood is in ``deck.problems`` and not in the frame.
    """
    import pandas as pd

    places = [(section, item) for section, items in deck.sections.items() for item in items]
    frame = cards_frame(catalogue, deck.game, fields, [item.card for _, item in places], lang)
    frame.insert(0, "section", pd.Series([section for section, _ in places], dtype="string"))
    frame.insert(1, "count", pd.Series([item.count for _, item in places], dtype="Int64"))
    return frame
