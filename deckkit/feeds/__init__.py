"""How facts arrive: fetch → read → map → correct → merge → write, and the change report. The network is only here."""

from deckkit.feeds.report import Detail, Report
from deckkit.feeds.source import GameFeeds
from deckkit.feeds.update import find_target, update
from deckkit.feeds.upsert import Target

__all__ = ["Detail", "GameFeeds", "Report", "Target", "find_target", "update"]
