"""Riftbound's ready-made questions: runes by domain, and cards that they can pay for.

Two decks are drawn from, independently: the main deck, a card a turn (RP 4.6), and the rune deck, two runes a turn, one
more on the first turn of who plays second (RP 3.4, 4.5). How a card is paid for: each rune that is ready gives 1 Energy
by being exhausted, and the same rune, exhausted or not, gives 1 Power of its domain by being recycled (RP 10.1, 10.2).
So with ``n`` runes a card is payable where its Energy is at most ``n`` and its Power at most the number of runes of its
domains: one requirement, all of whose symbols accept the same runes, is matched whenever there are enough of them. A
card without a domain is paid by any, one of several domains by any of its own (RP 10.4, 10.5; the older reading, any
domain at all, is the same where the runes are of the card's domains only).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from deckkit.catalogue.model import Card
from deckkit.games.riftbound.cards import CARDS, DOMAINS
from deckkit.i18n import Text
from deckkit.odds.questions import (
    Answer,
    Asked,
    FactWord,
    Question,
    Row,
    count_for_nothing,
    moments,
    ordinary,
    unknown_cards,
)
from deckkit.odds.questions_counts import at_least, expected, mixed, partial_hands

__all__ = ["QUESTIONS", "channelled", "payable"]

_RULE = ("RP 3.4", "RP 4.5", "RP 10.1", "RP 10.2")


def channelled(turn: int, on_the_play: bool, runes: int) -> int:
    """Runes channelled by the own turn: two a turn, one more for who plays second, as far as the deck goes."""
    return min(runes, 2 * turn + (0 if on_the_play or turn < 1 else 1))


def payable(card: Card, runes: Mapping[str, int]) -> bool:
    """Whether ready runes (numbers by domain) pay the card's printed cost."""
    energy, power = card.facts.get("energy"), card.facts.get("power") or 0
    if energy is None:
        return False
    domains = card.facts.get("domains") or tuple(runes)
    return energy <= sum(runes.values()) and power <= sum(runes.get(domain, 0) for domain in domains)


def _runes(asked: Asked) -> dict[str, int]:
    """The rune deck by domain, in the order of the game."""
    found: Counter[str] = Counter()
    for item in asked.deck.sections.get("runes", ()):
        # A rune of several domains or of none is not known; it would stand under its own words.
        found["/".join(item.card.facts.get("domains", ()))] += item.count
    return {domain: found[domain] for domain in sorted(found, key=lambda d: (d not in DOMAINS, [*DOMAINS, d].index(d)))}


def _no_runes(question: str) -> Answer:
    return Answer(question, _TITLES[question], (), remark=Text("the list has no rune deck"))


def _channelling(runes: Mapping[str, int]) -> Text:
    return Text(
        "{n} runes, shuffled apart from the main deck; two are channelled a turn, three on the first turn of who plays "
        "second in 1v1; none is recycled before",
        {"n": sum(runes.values())},
    )


def _domains(asked: Asked, last: int) -> Answer:
    runes = _runes(asked)
    if not runes:
        return _no_runes("runes")
    size = sum(runes.values())
    rows = []
    for first in (True, False):
        for turn in range(1, last + 1):
            n = channelled(turn, first, size)
            text = Text("runes channelled (Energy)")
            rows.append(Row("energy", text, turn, first, n, expected=Fraction(n)))
            for domain, count in runes.items():
                word, slug = FactWord(CARDS, "domains", domain), domain.lower()
                text = Text("expected number of runes of {domain}", {"domain": word})
                rows.append(Row(f"expected-{slug}", text, turn, first, n, expected=expected(size, count, n)))
                for low in (1, 2, 3):
                    text = Text("{n} or more runes of {domain}", {"n": low, "domain": word})
                    rows.append(Row(f"{slug}-{low}", text, turn, first, n, at_least(size, count, n, low)))
    return Answer("runes", _TITLES["runes"], tuple(rows), (_channelling(runes),), _RULE[:3])


def _playable(asked: Asked, last: int) -> Answer:
    runes = _runes(asked)
    if not runes:
        return _no_runes("playable")
    size, deck, pile = asked.size, sum(runes.values()), asked.pile
    unknown = unknown_cards(asked, "energy", "power")
    champions = [item.card for item in asked.deck.sections.get("champion", ())]
    rows = []
    for first, turn, cards in moments(asked, last, begin=1):
        groups: Counter[int] = Counter()
        zone = 0
        for vector, ways in partial_hands(tuple(runes.values()), channelled(turn, first, deck)):
            have = dict(zip(runes, vector, strict=True))
            groups[sum(number for card, number in pile if payable(card, have))] += ways
            zone += ways * any(payable(card, have) for card in champions)
        every = groups.total()
        mean = sum((Fraction(ways, every) * expected(size, group, cards) for group, ways in groups.items()), Fraction())
        one, two = mixed(size, groups, cards, 1), mixed(size, groups, cards, 2)
        rows.append(Row("playable", Text("a card that can be paid for"), turn, first, cards, one))
        rows.append(Row("two", Text("two cards, each of which can be paid for"), turn, first, cards, two))
        rows.append(Row("expected", Text("expected number of such cards"), turn, first, cards, expected=mean))
        if champions:
            text = Text("the Chosen Champion can be paid for")
            rows.append(Row("champion", text, turn, first, cards, Fraction(zone, every)))
    assumptions = (
        Text("among all cards seen by the turn, its draw included, as if none had been played before"),
        Text(
            "each card by itself: its Energy by exhausting the runes channelled, its Power by recycling some of them; "
            "a rune may give both; additional costs and discounts left out"
        ),
        _channelling(runes),
        *ordinary(asked),
        *count_for_nothing(unknown),
    )
    rule = (*_RULE, "RP 4.6", "RP 8.4", "RP 10.4", "RP 10.5")
    return Answer("playable", _TITLES["playable"], tuple(rows), assumptions, rule, left_out=unknown)


_TITLES = {
    "runes": Text("Runes by domain"),
    "playable": Text("A card that the runes can pay for"),
}

QUESTIONS = (
    Question("runes", _TITLES["runes"], _domains, 6),
    Question("playable", _TITLES["playable"], _playable, 6),
)
