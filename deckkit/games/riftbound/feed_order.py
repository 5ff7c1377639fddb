"""The order of the feeds: the main one first, since all others complete its cards."""

from __future__ import annotations

from deckkit.catalogue.store import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds.source import MapContext
from deckkit.i18n import Text

__all__ = ["FEED", "ORDER", "need_cards"]

FEED = "riftcodex"
# Best first, which is also the order in which to import them into an empty catalogue.
ORDER = (FEED, "errata", "rulekit", "riftscribe", "rules-engine")


def need_cards(context: MapContext, where: str) -> Catalogue:
    """The catalogue, where it has the main feed's cards. Raises FeedError with the order where it has not.

    Without them, two-faced tokens, Legends by their titles alone and names that a feed spells otherwise would become
    second cards beside those that the main feed brings later.
    """
    catalogue = context.catalogue
    if (
        catalogue is None
        or context.game not in catalogue.games()
        or all(run.feed != FEED for run in catalogue.feeds(context.game))
    ):
        what = Text(
            "this feed completes the cards of the main feed ({feed}) and needs those cards first", {"feed": FEED}
        )
        raise FeedError(what, where, Text("import the feeds in this order: {order}", {"order": list(ORDER)}))
    return catalogue
