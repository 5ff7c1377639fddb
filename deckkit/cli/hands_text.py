"""Test hands as text: a block a hand, one line a card, by cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckkit.catalogue.fold import fold
from deckkit.cli.common import say, tr

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.catalogue.model import Card
    from deckkit.decklist.model import Deck
    from deckkit.odds.deal import Dealt
    from deckkit.odds.opening import Opening

__all__ = ["Shown", "print_hand", "print_head", "print_part"]

_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Shown:
    """How hands are shown: the language, the draws up to ``turn``, and conditions with their tests on cards."""

    fields: CardFields
    lang: str
    opening: Opening
    turn: int
    on_the_play: bool
    wishes: Sequence[tuple[str, Callable[[Sequence[Card]], bool]]]

    def cost(self, card: Card) -> int | None:
        """What the card costs. None where it costs nothing that is printed, or it is not known."""
        value = card.facts.get(self.fields.cost or "")
        return value if isinstance(value, int) else None

    def order(self, card: Card) -> tuple[bool, int, str]:
        """Sorts by cost, cards without one last, then by name."""
        cost = self.cost(card)
        return cost is None, cost or 0, fold(card.local_name(self.lang))

    def met(self, dealt: Dealt) -> list[tuple[str, bool, bool]]:
        """Of each condition: its text, whether the hand after the mulligan meets it, whether it does by the turn."""
        drawn = [card for cards in dealt.turns(self.opening, self.turn, self.on_the_play) for card in cards]
        return [(text, test(dealt.hand), test([*dealt.hand, *drawn])) for text, test in self.wishes]

    def line(self, card: Card) -> str:
        """Cost and name; a question mark where the cost is not known."""
        cost = self.cost(card)
        shown = "?" if self.fields.cost in card.unknown else "" if cost is None else str(cost)
        return f"{shown:>3}  {card.local_name(self.lang)}"


def print_head(deck: Deck, cards: int, seed: int, policy: str, shown: Shown) -> None:
    """What all hands have in common."""
    lang, values = shown.lang, {"file": deck.file, "cards": cards, "seed": seed}
    say(tr("{file}: hands from {cards} cards, seed {seed}", lang, **values))
    say(tr("on the play", lang) if shown.on_the_play else tr("on the draw", lang))
    if shown.opening.redraw.kind == "none":
        say(tr("this game has no mulligan", lang))
    else:
        say(tr("mulligan: {policy}", lang, policy=policy))
    note = shown.opening.note.render(lang)
    if note:
        say(note)


def print_hand(number: int, dealt: Dealt, shown: Shown) -> None:
    """One hand: what was kept, set aside and drawn instead, then the draws by turn and the conditions."""
    lang = shown.lang
    say()
    say(tr("hand {number}", lang, number=number))
    kept = [dealt.opening[place] for place in dealt.kept]
    if dealt.aside:
        parts = [(tr("kept", lang), kept), (tr("set aside", lang), dealt.aside), (tr("new", lang), dealt.new)]
    else:
        parts = [(tr("hand", lang), kept)]
    parts = [(label, sorted(cards, key=shown.order)) for label, cards in parts if cards]
    drawn = dealt.turns(shown.opening, shown.turn, shown.on_the_play)
    parts += [(tr("turn {turn}", lang, turn=turn), list(cards)) for turn, cards in enumerate(drawn, 1)]
    width = max(len(label) for label, _ in parts)
    for label, cards in parts:
        print_part(label, [shown.line(card) for card in cards] or ["  –"], width)
    for text, in_hand, in_turn in shown.met(dealt):
        values = {
            "want": text,
            "hand": tr("yes", lang) if in_hand else tr("no", lang),
            "turn": shown.turn,
            "then": tr("yes", lang) if in_turn else tr("no", lang),
        }
        if shown.turn:
            say(_INDENT + tr("{want}: {hand} in the opening hand, {then} by turn {turn}", lang, **values))
        else:
            say(_INDENT + tr("{want}: {hand} in the opening hand", lang, **values))


def print_part(label: str, lines: Sequence[str], width: int) -> None:
    """A part of a hand: its label before the first line."""
    for at, line in enumerate(lines):
        say(f"{_INDENT}{label if at == 0 else '':<{width}}  {line}".rstrip())
