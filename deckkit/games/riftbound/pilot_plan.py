"""What a pilot of Riftbound sees of the table, and how the Energy of a turn is best used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from deckkit.engine.state import Thing
from deckkit.games.riftbound.common import BASE
from deckkit.games.riftbound.pilot_worth import BODY, foes_units, missing, worth
from deckkit.goldfish.reader import Reader, once

__all__ = [
    "POINT",
    "RUNE",
    "able",
    "against",
    "force",
    "might_of",
    "open_fields",
    "own_units",
    "plan",
    "ready_at_home",
    "spare",
    "threat",
]

#: A rune that is recycled for Power comes back late: what it is worth.
RUNE = 2
#: The point of a battlefield that is conquered a turn sooner.
POINT = 12
_MOST_ENERGY = 20

# -- the table -------------------------------------------------------------------------------------------------------


@once
def fields(seen: Reader) -> list[Thing]:
    return seen.zone(seen.seat, "battlefields")


@once
def own_units(seen: Reader) -> list[Thing]:
    """The own units in play."""
    return [one for one in seen.zone(seen.seat, "play") if one.card.type == "Unit"]


@once
def ready_at_home(seen: Reader) -> list[Thing]:
    """The ready units in the base."""
    return [one for one in own_units(seen) if one.at == BASE and not one.exhausted]


@once
def open_fields(seen: Reader) -> list[int]:
    """The battlefields that one does not control and where no foe stands."""
    taken = {one.at for one in foes_units(seen)}
    return [one.id for one in fields(seen) if one.controller != seen.seat and one.id not in taken]


def might_of(seen: Reader, thing: Thing) -> int:
    return 0 if thing.marks.get("stunned") else max(0, seen.stat(thing, "might"))


def against(seen: Reader, place: int) -> int:
    """The damage that the foes at a battlefield can take, and that which they deal: the greater of both."""
    there = [one for one in foes_units(seen) if one.at == place]
    shields = sum(seen.keyword(one, "Shield") for one in there)
    deals = sum(might_of(seen, one) for one in there) + shields
    takes = sum(max(1, seen.stat(one, "might") - one.damage) for one in there) + shields
    return max(deals, takes)


def force(seen: Reader, things: list[Thing]) -> int:
    return sum(might_of(seen, one) + seen.keyword(one, "Assault") for one in things)


def threat(seen: Reader, place: int) -> int:
    """By how much the foes that could come to a battlefield are stronger than those who hold it."""
    coming = sum(might_of(seen, one) for one in foes_units(seen) if one.at == BASE or seen.has(one, "Ganking"))
    return coming - sum(might_of(seen, one) for one in own_units(seen) if one.at == place)


# -- how the Energy is best used -------------------------------------------------------------------------------------


#: A card's ways to be played: (Energy, worth, whether it is a body, whether it is ready at once).
Ways = tuple[tuple[int, int, bool, bool], ...]


@lru_cache(maxsize=200_000)
def best_use(cards: tuple[Ways, ...], energy: int, bodies: int, waiting: int) -> tuple[int, tuple[int, ...]]:
    """The best use of so much Energy: the worth, and for each card the way it is played (-1: it is not).

    So many ``bodies`` are worth more, since battlefields wait for them, and of those that are ready at once so many
    conquer one in this turn.
    """
    if not cards:
        return 0, ()
    most, rest = best_use(cards[1:], energy, bodies, waiting)
    chosen = (-1, *rest)
    for way, (price, value, body, ready) in enumerate(cards[0]):
        if price > energy:
            continue
        bonus = (BODY if body and bodies else 0) + (POINT if ready and waiting else 0)
        left = best_use(cards[1:], energy - price, max(0, bodies - body), max(0, waiting - ready))
        if value + bonus > 0 and left[0] + value + bonus > most:
            most, chosen = left[0] + value + bonus, (way, *left[1])
    return most, chosen


def _ways(seen: Reader, thing: Thing) -> Ways:
    """How a card can be played: plainly and, where that may conquer at once, with Accelerate (RP 13)."""
    key = ("ways", thing.id)
    found: Ways | None = seen.memo.get(key)
    if found is None:
        value, price, power = worth(seen, thing), seen.value("energy", thing), seen.value("power", thing)
        unit = thing.card.type == "Unit"
        found = ((price, value - RUNE * power, unit, False),)
        if thing.card.keyword("Accelerate") is not None and waiting(seen):
            found += ((price + 1, value - RUNE * (power + 1), unit, True),)
        seen.memo[key] = found
    return found


def waiting(seen: Reader) -> int:
    """How many battlefields could be conquered in this turn by more ready units."""
    return max(0, len(open_fields(seen)) - len(ready_at_home(seen))) if seen.my_turn else 0


@once
def able(seen: Reader) -> set[tuple[int, int]]:
    """The ways in which cards can be played now: (card, 1 with Accelerate)."""
    return {(one.source, int(one.option == "Accelerate")) for one in seen.legal if one.kind == "play"}


@once
def plan(seen: Reader) -> Mapping[int, tuple[int, int]]:
    """The best use of the Energy there is: card → (way, worth). Only cards whose Power can be paid take part."""
    payable = able(seen)
    cards: list[Thing] = [one for zone in ("hand", "champion") for one in seen.zone(seen.seat, zone)]
    ways: dict[int, Ways] = {}
    for one in cards:
        if (one.id, 0) in payable:
            found = _ways(seen, one)
            ways[one.id] = found if (one.id, 1) in payable else found[:1]
    ordered = sorted(ways.items(), key=lambda item: (item[1], item[0]))
    energy = min(seen.resources(), _MOST_ENERGY)
    _, chosen = best_use(tuple(way for _, way in ordered), energy, missing(seen), waiting(seen))
    return {number: (way, found[way][1]) for (number, found), way in zip(ordered, chosen, strict=True) if way >= 0}


@once
def spare(seen: Reader) -> int:
    """Energy that the plan leaves."""
    things = {number: seen.thing(number) for number in plan(seen)}
    paid = sum(_ways(seen, things[number])[way][0] for number, (way, _) in plan(seen).items())
    return int(seen.resources() - paid)
