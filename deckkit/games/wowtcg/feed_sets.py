"""The products of the game and the names under which the feeds know them (``sets.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.catalogue.records import SetRecord

__all__ = ["Product", "products", "unlisted"]


@dataclass(frozen=True, slots=True)
class Product:
    """A set. ``block`` is None where the set makes no card legal; ``faction`` is what its name says of its hero."""

    code: str
    name: str
    kind: str
    order: int
    block: int | None = None
    released: str | None = None
    faction: str | None = None
    tcgbrowser: tuple[str, ...] = ()
    tracker: tuple[str, ...] = ()
    scanner: tuple[str, ...] = ()

    def record(self) -> SetRecord:
        """As a set of the catalogue. No day of release is known, only the month or the year."""
        facts: dict[str, object] = {}
        if self.block is not None:
            facts["block"] = self.block
        if self.released is not None:
            facts["released"] = self.released
        return SetRecord(self.code, self.name, self.kind, self.order, names={"en": self.name}, facts=facts)


@cache
def products() -> tuple[Product, ...]:
    """All products, in order of release."""
    raw = tomllib.loads(Path(__file__).with_name("sets.toml").read_text(encoding="utf-8"))
    return tuple(_product(order, row) for order, row in enumerate(raw["set"], 1))


def _product(order: int, row: dict[str, Any]) -> Product:
    return Product(
        row["code"],
        row["name"],
        row["kind"],
        order,
        row.get("block"),
        row.get("released"),
        row.get("faction"),
        tuple(row.get("tcgbrowser", ())),
        tuple(row.get("tracker", ())),
        tuple(row.get("scanner", ())),
    )


def unlisted(name: str) -> Product:
    """A product that ``sets.toml`` does not know: it makes no card legal until somebody has looked at it."""
    return Product(code=name, name=name, kind="unlisted", order=1000)
