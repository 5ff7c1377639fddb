"""What an import changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

__all__ = ["KINDS", "Detail", "Report"]

KINDS = {
    "card": "cards",
    "printing": "printings",
    "set": "sets",
    "name": "names",
    "ability": "abilities",
    "alias": "aliases",
}


class Detail(NamedTuple):
    """One change: ``kind`` is ``added``, ``changed``, ``removed`` or ``corrected``; ``what`` one of :data:`KINDS`.

    ``id`` is the card's key, the feed's id of the printing, or the set's code; ``field`` with ``old`` and ``new`` say
    what changed in it.
    """

    kind: str
    what: str
    id: str
    name: str
    field: str | None = None
    old: Any = None
    new: Any = None

    def to_json(self) -> dict[str, Any]:
        """As one object of the report's ``details``."""
        return self._asdict()


@dataclass(slots=True)
class Report:
    """The report of one import. ``changes`` is whether the catalogue differs from before (or would, in a dry run)."""

    game: str
    feed: str
    version: str
    language: str
    generated: date | None
    sha256: str
    database: str = ""
    dry_run: bool = False
    details: list[Detail] = field(default_factory=list)
    corrected: list[dict[str, Any]] = field(default_factory=list)
    stale: list[dict[str, Any]] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)

    def count(self, kind: str) -> dict[str, int]:
        """How many cards, printings, sets, names, … were ``added``, ``changed`` or ``removed``: things, not fields."""
        things: dict[str, set[tuple[object, ...]]] = {plural: set() for plural in KINDS.values()}
        for detail in self.details:
            if detail.kind != kind:
                continue
            if detail.what in ("name", "ability", "alias"):
                # A card has several of them, told apart by what they say; the fields of one card are one change.
                text = detail.old if kind == "removed" else detail.new
                things[KINDS[detail.what]].add((detail.id, detail.field, text))
            else:
                things[KINDS[detail.what]].add((detail.id,))
        return {plural: len(ids) for plural, ids in things.items()}

    @property
    def changes(self) -> bool:
        """Whether anything was added, changed or removed."""
        return bool(self.details)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The contract ``deckkit.update/1``."""
        corrected = [
            Detail(
                "corrected", "printing", str(c["id"]), str(c.get("new", "")), c["field"], c["old"], c["new"]
            ).to_json()
            for c in self.corrected
        ]
        return {
            "schema": "deckkit.update/1",
            "feed": self.feed,
            "game": self.game,
            "version": self.version,
            "language": self.language,
            "generated": None if self.generated is None else self.generated.isoformat(),
            "sha256": self.sha256,
            "database": self.database,
            "dry_run": self.dry_run,
            "added": self.count("added"),
            "changed": self.count("changed"),
            "removed": self.count("removed"),
            "corrected": len(self.corrected),
            "stale_corrections": self.stale,
            "notices": self.notices_json(lang),
            "details": [detail.to_json() for detail in self.details] + corrected,
        }

    def notices_json(self, lang: str = "en") -> list[dict[str, Any]]:
        """The notices with their messages in ``lang``."""
        return [{**n, "message": n["message"].render(lang)} for n in self.notices]
