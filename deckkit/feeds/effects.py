"""The step of an import that compiles texts: each current text whose row is not up to date, after all is merged."""

from __future__ import annotations

import json

from deckkit.effects.rows import Session, TextCompiler
from deckkit.feeds.ledger import Ledger
from deckkit.feeds.state import AbilityState, CardState

__all__ = ["compile_texts"]


def compile_texts(ledger: Ledger) -> int:
    """Compiles what needs it and gives the number of rows that are other than before.

    A row is kept where the same compiler made it from the same text, unless it is not exact and the import brought
    names, which a text may speak of. A text that errata replaced has no effect: its row keeps the hash and the date.
    """
    if ledger.feeds.compiler is None:
        return 0
    work = _Work(ledger, ledger.feeds.compiler())
    return sum(work.card(card) for card in ledger.state.cards.values())


class _Work:
    def __init__(self, ledger: Ledger, compiler: TextCompiler) -> None:
        self.ledger = ledger
        self.compiler = compiler
        self.named = bool(ledger.touched["card"] or ledger.new["card"])
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """Made when the first text needs it: an import that changes no text loads no grammar."""
        if self._session is None:
            cards = self.ledger.state.cards.values()
            self._session = self.compiler.session((card.name, json.loads(card.facts)) for card in cards)
        return self._session

    def card(self, card: CardState) -> int:
        """Compiles a card's texts; the number of changed rows."""
        rows = self.ledger.state.abilities.get(card.id, [])
        made = [self.row(card, row) if row.language == self.compiler.language else row for row in rows]
        changed = sum(a != b for a, b in zip(rows, made, strict=True))
        if changed:
            self.ledger.state.abilities[card.id] = made
            self.ledger.touched["ability"].add(card.id)
        return changed

    def row(self, card: CardState, row: AbilityState) -> AbilityState:
        """The row with its effect."""
        if row.used_until is not None or card.removed is not None:
            return row._replace(ir=None, status=None, origin=None, clauses=None)
        if row.text is None or self.fresh(row):
            return row
        found = self.session.row(row.kind, row.name, row.text, json.loads(card.facts), card.name)
        return row._replace(ir=found.ir, status=found.status, origin=found.origin, clauses=found.clauses)

    def fresh(self, row: AbilityState) -> bool:
        """Whether the row is what the compiler would make of it."""
        return row.origin == self.compiler.origin and (row.status in ("exact", "reminder", "keyword") or not self.named)
