"""Single cards: where one stands in every format, and since and until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from deckkit.catalogue.model import Card
from deckkit.i18n import Text
from deckkit.legality.check import CardStanding, Judge
from deckkit.legality.findings import Labels
from deckkit.legality.formats import bans_of, pools_of

__all__ = ["CardLegality", "card_legality", "standing_text"]


@dataclass(frozen=True, slots=True)
class CardLegality:
    """One card in one format on a day.

    ``status``: ``legal``, ``banned``, ``rotated``, ``not_yet`` or ``outside``. ``spans`` are all days on which the
    format's pool holds the card, ``bans`` all days on which it is banned: pairs of the first day and the first day
    after, None where there is none.
    """

    format: str
    title: Labels
    kind: str
    status: str
    reason: Text
    spans: tuple[tuple[date, date | None], ...]
    bans: tuple[tuple[date, date | None], ...]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``{"format", "title", "kind", "status", "legal", "reason", "spans", "bans"}``."""

        def days(pairs: tuple[tuple[date, date | None], ...]) -> list[dict[str, str | None]]:
            return [{"from": start.isoformat(), "until": end.isoformat() if end else None} for start, end in pairs]

        return {
            "format": self.format,
            "title": self.title.local_name(lang),
            "kind": self.kind,
            "status": self.status,
            "legal": self.status == "legal",
            "reason": self.reason.render(lang),
            "spans": days(self.spans),
            "bans": days(self.bans),
        }


def card_legality(judge: Judge, card: Card, on: date) -> list[CardLegality]:
    """The card in every format that lists can be judged in, constructed ones first."""
    rows = []
    for form in judge.book.playable():
        standing = judge.standing(card, form, on)
        status = standing.pool.state
        if status == "legal" and standing.ban is not None:
            status = "banned"
        elif status == "legal" and standing.rule is not None:
            status = "outside"
        spans = [(s.start, s.end) for rule in pools_of(form) for s in judge.pool(rule).dates(card).spans]
        bans = [(ban.since, ban.until) for rule in bans_of(form) for ban in rule.by_key.get(card.key, ())]
        reason = standing_text(standing)
        rows.append(CardLegality(form.slug, form.title, form.kind, status, reason, tuple(spans), tuple(bans)))
    return rows


def standing_text(standing: CardStanding) -> Text:
    """Where the card stands, as one message."""
    pool, title = standing.pool, standing.format.title
    if standing.ban is not None and pool.state == "legal":
        return Text("banned in {format} since {since}", {"format": title, "since": standing.ban.since})
    if pool.state == "legal" and standing.rule is not None:
        return Text("no card for {format}: {rule}", {"format": title, "rule": standing.rule.title})
    if pool.state == "legal":
        if pool.left is not None:
            return Text(
                "legal in {format} from {starts}, until {left}",
                {"format": title, "starts": pool.starts, "left": pool.left},
            )
        if pool.starts is None:
            return Text("legal in {format}", {"format": title})
        return Text("legal in {format} from {starts}", {"format": title, "starts": pool.starts})
    if pool.state == "rotated":
        if pool.left is None:
            return Text("older than all sets of {format}", {"format": title})
        if pool.returns is not None:
            params = {"format": title, "left": pool.left, "returns": pool.returns}
            return Text("left {format} on {left} by rotation, legal again from {returns}", params)
        return Text("left {format} on {left} by rotation", {"format": title, "left": pool.left})
    if pool.state == "not_yet":
        if pool.starts is None:
            return Text("not legal in {format} yet; the day is not known", {"format": title})
        return Text("legal in {format} from {starts} on", {"format": title, "starts": pool.starts})
    return Text("in no set of {format}", {"format": title})
