"""Which section a card stands in where the list does not say it, and which card is the Chosen Champion.

A deck keeps its Chosen Champion apart, one copy, and 39 others in ``main``: it is one of the 40 and of the 3 copies (S
103.2, CR 103.2, 103.2.b.1). Lists show it apart, repeat it in the main deck, or leave it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckkit.catalogue.model import Card, Printing
from deckkit.decklist.model import Deck, DeckCard, Entry, ParsedList
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue

__all__ = ["arrange", "champions_of"]

# A card of unknown type stays with the many, where the rules about types ask for the fact.
_BY_TYPE = {"Legend": "legend", "Rune": "runes", "Battlefield": "battlefields"}
_ORDER = ("legend", "champion", "main", "battlefields", "runes", "side", "further")
_FULL = 40
# Forms whose champion is a mark on one of the cards, and forms that people write by hand or by a site's export.
_MARKED = frozenset({"code", "riftbound.gg"})
_WRITTEN = frozenset({"text", "json"})
_IN_ORDER = frozenset({"text", "tts", "pixelborn"})


def champions_of(legends: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """The Champion units among ``cards`` that have the champion tag of one of the Legends (CR 103.2.a.2)."""
    tags = {tag for legend in legends if (tag := legend.facts.get("champion"))}
    return [card for card in cards if card.facts.get("supertype") == "Champion" and _is(card, "Unit", tags)]


def _is(card: Card, kind: str, champions: set[str]) -> bool:
    return card.facts.get("type") == kind and card.facts.get("champion") in champions


def arrange(deck: Deck, parsed: ParsedList, catalogue: Catalogue) -> Deck:  # noqa: ARG001 - the shape of all games
    """The deck with every card in a section, and the Chosen Champion in its own where the list lets it be known."""
    sections: dict[str, dict[Card, DeckCard]] = {name: {} for name in _ORDER}
    unsaid = deck.sections.get("", ())
    for name, cards in deck.sections.items():
        for item in cards:
            # A section that no list of this game has stays as it is.
            _add(sections.setdefault(name or _section(item.card), {}), item)
    notices = list(deck.notices)
    if sections["champion"]:
        _count_once(deck, parsed, sections, notices)
    else:
        _find(parsed, sections, [item.card for item in unsaid], notices)
    kept = {name: tuple(cards.values()) for name, cards in sections.items() if cards or name == "main"}
    return replace(deck, sections=kept, notices=tuple(notices))


def _section(card: Card) -> str:
    return _BY_TYPE.get(str(card.facts.get("type")), "main")


def _count_once(deck: Deck, parsed: ParsedList, sections: dict[str, dict[Card, DeckCard]], notices: list[Text]) -> None:
    """Takes the champion out of a main deck that holds it already."""
    main = sections["main"]
    (chosen, *others) = sections["champion"].values()
    if others or chosen.count != 1:
        return
    inside = main.get(chosen.card)
    if inside is None:
        # Only a damaged list marks a card of another kind.
        kind = sections[_section(chosen.card)]
        if parsed.form in _MARKED and chosen.card in kind:
            _take(kind, kind[chosen.card], next(iter(chosen.printings), None))
        return
    size = sum(item.count for item in main.values())
    lost = sum(problem.copies for problem in deck.problems if problem.section in ("main", ""))
    if parsed.form in _MARKED:
        # A code of 55 cards counts its champion apart (riftdecks); then 39 cards are left for the main deck.
        if size == _FULL - 1 and not lost:
            return
    elif parsed.form in _WRITTEN and not parsed.game and size + lost == _FULL:
        notices.append(
            Text("the list repeats the champion, {card}, in the main deck; it is counted once", {"card": chosen.card})
        )
    else:
        return
    _take(main, inside, next(iter(chosen.printings), None))


def _find(
    parsed: ParsedList, sections: dict[str, dict[Card, DeckCard]], unsaid: Sequence[Card], notices: list[Text]
) -> None:
    """Moves one copy of the only Champion unit that fits the Legend, or says that several do."""
    main = sections["main"]
    # A collection has many Legends, and no champion.
    fitting = champions_of(sections["legend"], main) if len(sections["legend"]) == 1 else []
    if not fitting:
        return
    ordered = _by_order(parsed, sections, unsaid, fitting)
    chosen = fitting[0] if len(fitting) == 1 else ordered
    if chosen is None:
        notices.append(Text("the list does not say which of these is the Chosen Champion: {cards}", {"cards": fitting}))
        return
    taken = _take(main, main[chosen])
    rest = main.get(chosen)
    if chosen == ordered and rest is not None and len(rest.lines) > 1 and _copies(parsed.entries, rest.lines[0]) == 1:
        # Its first line was the champion's; the other copies keep their own place in the main deck.
        taken, main[chosen] = replace(taken, lines=rest.lines[:1]), replace(rest, lines=rest.lines[1:])
        sections["main"] = dict(sorted(main.items(), key=lambda pair: pair[1].lines[0]))
    sections["champion"][chosen] = taken


def _by_order(
    parsed: ParsedList, sections: dict[str, dict[Card, DeckCard]], unsaid: Sequence[Card], fitting: Sequence[Card]
) -> Card | None:
    """The champion of a list that has no headers and keeps the usual order, or gives it a block of its own."""
    if parsed.form not in _IN_ORDER or not unsaid:
        return None
    if len(unsaid) > 1 and unsaid[0] in sections["legend"] and unsaid[1] in fitting:
        return unsaid[1]
    if parsed.form == "text":
        alone = [card for card in fitting if _alone(parsed.entries, sections["main"][card].lines)]
        if len(alone) == 1:
            return alone[0]
    return None


def _copies(entries: Iterable[Entry], line: int) -> int:
    return sum(entry.count for entry in entries if entry.line == line)


def _alone(entries: Sequence[Entry], lines: Iterable[int]) -> bool:
    """Whether one of the lines has a blank line, or the end of the list, on both sides, and one copy."""
    taken = {entry.line for entry in entries}
    return any(not taken & {line - 1, line + 1} and _copies(entries, line) == 1 for line in lines)


def _add(cards: dict[Card, DeckCard], item: DeckCard) -> None:
    there = cards.get(item.card)
    if there is not None:
        printings = dict(there.printings)
        for printing, count in item.printings.items():
            printings[printing] = printings.get(printing, 0) + count
        item = DeckCard(item.card, there.count + item.count, (*there.lines, *item.lines), printings)
    cards[item.card] = item


def _take(cards: dict[Card, DeckCard], item: DeckCard, wanted: Printing | None = None) -> DeckCard:
    """Takes one copy out of a section, of the wanted printing where it is there, and returns it."""
    printings = dict(item.printings)
    unprinted = item.count - sum(printings.values())
    printing = wanted if wanted in printings else None if unprinted else next(iter(printings), None)
    if printing is not None:
        printings[printing] -= 1
        printings = {known: count for known, count in printings.items() if count}
    if item.count == 1:
        del cards[item.card]
    else:
        cards[item.card] = replace(item, count=item.count - 1, printings=printings)
    return DeckCard(item.card, 1, item.lines, {printing: 1} if printing is not None else {})
