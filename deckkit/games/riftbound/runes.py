"""Runes, the pool, and paying: Energy by exhausting, Power by recycling, as one payment (play digest RP 10, 8.6).

A cost is an amount of Energy and Power by kind: a domain, ``any``, or several domains joined by a bar, one of which
pays. A payment takes the pool first, then runes: exhausted ones are recycled before ready ones, and what is recycled is
exhausted for Energy first where Energy is needed (one rune gives both, RP 10.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from deckkit.engine import moves
from deckkit.engine.state import NOBODY, Action, Seat, Thing
from deckkit.engine.triggers import emit
from deckkit.games.riftbound.common import july

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "FREE",
    "PERFORM",
    "Cost",
    "Funds",
    "add",
    "can_pay",
    "channel",
    "funds",
    "funds_for",
    "pay",
    "plus",
    "recycle",
    "taps",
]

_NOTHING: Mapping[str, int] = {}


class Cost(NamedTuple):
    """Energy, and Power by kind."""

    energy: int = 0
    power: Mapping[str, int] = _NOTHING


FREE = Cost()


class Funds(NamedTuple):
    """What a player could pay with: Energy, Power by domain, universal Power."""

    energy: int
    power: Mapping[str, int]
    any: int


def plus(one: Cost, energy: int = 0, power: Mapping[str, int] = _NOTHING) -> Cost:
    """A cost with more added."""
    if not power:
        return Cost(one.energy + energy, one.power) if energy else one
    total = Counter(one.power)
    total.update(power)
    return Cost(one.energy + energy, dict(total))


def pool_power(seat: Seat) -> Mapping[str, int]:
    """The Power in a player's pool by domain; ``any`` is universal."""
    found: Mapping[str, int] = seat.marks.get("power", _NOTHING)
    return found


def domain_of(thing: Thing) -> str:
    """The domain of a rune."""
    domains = thing.card.facts.get("domains") or ("any",)
    return str(domains[0])


def funds(m: Match, number: int) -> Funds:
    """All that a player can pay with now: the pool, and the runes (RP 10.1, 10.2)."""
    seat = m.state.seats[number]
    things = m.state.things
    power = dict(pool_power(seat))
    energy, universal = seat.pool, power.pop("any", 0)
    for one in seat.zones["runes"]:
        thing = things[one]
        domains = thing.card.facts["domains"]
        domain = domains[0] if domains else "any"
        power[domain] = power.get(domain, 0) + 1
        if not thing.exhausted:
            energy += 1
    return Funds(energy, power, universal)


def funds_for(m: Match, number: int, have: Funds, purpose: str) -> Funds:
    """With what was added for one purpose only: ``spell`` (playing one), ``unit``, ``gear`` (and their abilities)."""
    own = m.state.seats[number].marks.get("only", _NOTHING).get(purpose)
    if not own:
        return have
    power = Counter(have.power)
    power.update({kind: n for kind, n in own.items() if kind not in ("energy", "any")})
    return Funds(have.energy + own.get("energy", 0), dict(power), have.any + own.get("any", 0))


def can_pay(have: Funds, cost: Cost) -> bool:
    """Whether a cost can be paid in full (RP 10.4)."""
    if cost.energy > have.energy:
        return False
    if not cost.power:
        return True
    left = dict(have.power)
    spare = have.any
    for kind, n in _by_choice(cost):
        for domain in _domains(kind, left):
            used = min(n, left.get(domain, 0))
            left[domain] = left.get(domain, 0) - used
            n -= used
        if n > spare:
            return False
        spare -= n
    return True


def _by_choice(cost: Cost) -> list[tuple[str, int]]:
    """The Power of a cost, what can be paid in the fewest ways first."""
    rank = {"any": 99}
    return sorted(cost.power.items(), key=lambda item: (rank.get(item[0], item[0].count("|")), item[0]))


def _domains(kind: str, left: Mapping[str, int]) -> list[str]:
    """The domains that pay a kind of Power, the one of which there is most first."""
    names = list(left) if kind == "any" else kind.split("|")
    return sorted(names, key=lambda name: (-left.get(name, 0), name))


def _pay_with_own(m: Match, seat: Seat, cost: Cost, purpose: str) -> Cost:
    """Pays what can be paid with resources of that purpose; what is left of the cost."""
    only = dict(seat.marks["only"])
    own = dict(only.pop(purpose))
    energy = min(cost.energy, own.get("energy", 0))
    own["energy"] = own.get("energy", 0) - energy
    power = dict(cost.power)
    for kind, _ in _by_choice(cost):
        for domain in (*_domains(kind, {name: n for name, n in own.items() if name not in ("energy", "any")}), "any"):
            used = min(power[kind], own.get(domain, 0))
            if used:
                power[kind] -= used
                own[domain] -= used
    left = {kind: n for kind, n in own.items() if n}
    if left:
        only[purpose] = left
    m.mark(seat, "only", only or None)
    return Cost(cost.energy - energy, {kind: n for kind, n in power.items() if n})


def pay(m: Match, number: int, cost: Cost, purpose: str = "") -> None:
    """Pays a cost that can be paid: from the pool, then with runes, always in the same way (RP 8.6)."""
    seat = m.state.seats[number]
    if purpose in seat.marks.get("only", _NOTHING):
        cost = _pay_with_own(m, seat, cost, purpose)
    things = m.state.things
    pool = dict(pool_power(seat))
    runes = [things[one] for one in seat.zones["runes"]]
    there = Counter(domain_of(thing) for thing in runes)
    taken: Counter[str] = Counter()
    universal = pool.pop("any", 0)
    short: list[tuple[str, int]] = []
    for kind, n in _by_choice(cost):
        for domain in _domains(kind, pool):
            used = min(n, pool.get(domain, 0))
            if used:
                pool[domain] -= used
                n -= used
        if n:
            short.append((kind, n))
    # Universal Power is kept for what the runes cannot give.
    needs: list[tuple[str, int]] = []
    for kind, n in short:
        left = {domain: there[domain] - taken[domain] for domain in there}
        got = 0
        for domain in _domains(kind, left):
            used = min(n - got, max(0, left.get(domain, 0)))
            taken[domain] += used
            got += used
        universal -= n - got
        needs.append((kind, got))
    for kind, got in reversed(needs):
        # What is left of it spares runes.
        for domain in reversed(_domains(kind, taken)):
            while universal > 0 and got > 0 and taken[domain] > 0:
                taken[domain] -= 1
                universal -= 1
                got -= 1
    away = _recycled(runes, taken)
    tapped = _exhausted(runes, away, max(0, cost.energy - seat.pool))
    if cost.energy:
        m.set(seat, "pool", max(0, seat.pool - cost.energy))
    if cost.power:
        kept = {domain: n for domain, n in {**pool, "any": max(0, universal)}.items() if n}
        if kept != dict(pool_power(seat)):
            m.mark(seat, "power", kept or None)
    for thing in tapped:
        moves.exhaust(m, thing)
    for thing in away:
        recycle(m, thing)


def _recycled(runes: list[Thing], taken: Mapping[str, int]) -> list[Thing]:
    """The runes that are recycled: of each domain so many, exhausted ones first."""
    left = Counter(taken)
    found = []
    for thing in sorted(runes, key=lambda one: not one.exhausted):
        if left[domain_of(thing)] > 0:
            left[domain_of(thing)] -= 1
            found.append(thing)
    return found


def _exhausted(runes: list[Thing], away: list[Thing], n: int) -> list[Thing]:
    """The runes that are exhausted for Energy: those that are recycled anyway first, then of the commonest domain."""
    ready = [thing for thing in runes if not thing.exhausted]
    common = Counter(domain_of(thing) for thing in ready)
    ready.sort(key=lambda one: (one not in away, -common[domain_of(one)], one.id))
    return ready[:n]


# -- what happens to runes -----------------------------------------------------------------------------------------


def add(m: Match, number: int, kind: str, n: int, only: str = "") -> None:
    """Adds to a player's pool (RP 10.6), for one purpose only if that is said, or gives XP (RP 10.8)."""
    seat = m.state.seats[number]
    if n <= 0:
        return
    if only:
        pools = seat.marks.get("only", _NOTHING)
        own = Counter(pools.get(only, _NOTHING))
        own[kind or "energy"] += n
        m.mark(seat, "only", {**pools, only: dict(own)})
    elif kind in ("", "energy"):
        m.set(seat, "pool", seat.pool + n)
    elif kind == "xp":
        m.mark(seat, "xp", seat.marks.get("xp", 0) + n)
        emit(m, "xp", seat=number, n=n)
    else:
        have = pool_power(seat)
        m.mark(seat, "power", {**have, kind: have.get(kind, 0) + n})


def empty_pools(m: Match) -> None:
    """Every player's pool empties (RP 4.7, 4.10)."""
    for seat in m.state.seats:
        if seat.pool:
            m.set(seat, "pool", 0)
        if "power" in seat.marks:
            m.mark(seat, "power", None)
        if "only" in seat.marks:
            m.mark(seat, "only", None)


def channel(m: Match, number: int, n: int, exhausted: bool = False) -> list[int]:
    """Puts the top runes of the Rune Deck to the base; fewer where there are fewer, without penalty (RP 4.5)."""
    found = []
    for one in m.state.seats[number].zones["rune_deck"][:n]:
        thing = m.state.things[one]
        moves.enter(m, thing, "runes", seat=number, exhausted=exhausted)
        m.set(thing, "fresh", False)
        emit(m, "channel", one, NOBODY, number)
        found.append(one)
    return found


def recycle(m: Match, thing: Thing) -> None:
    """Puts a card at the bottom of its owner's Main Deck, a rune at that of the Rune Deck (RP 10.3)."""
    zone = "rune_deck" if thing.card.type == "Rune" else "deck"
    if thing.zone in m.in_play and thing.zone != "runes":
        emit(m, "leave", thing.id, NOBODY, thing.controller)
    moves.move(m, thing, zone)
    emit(m, "recycle", thing.id, NOBODY, thing.owner)


# -- the two abilities of every rune (RP 10.1) ------------------------------------------------------------------------


def taps(m: Match, number: int) -> list[Action]:
    """What a player may do with single runes: both are Reactions and give no window (RP 10.1, 10.7)."""
    things = m.state.things
    found = []
    for one in m.state.seats[number].zones["runes"]:
        if not things[one].exhausted:
            found.append(Action("add_energy", number, one))
        found.append(Action("recycle_rune", number, one))
    return found


def _add_energy(m: Match, action: Action) -> None:
    moves.exhaust(m, m.state.things[action.source])
    add(m, action.seat, "energy", 1)
    m.push(("check",), ("added",))


def _recycle_rune(m: Match, action: Action) -> None:
    thing = m.state.things[action.source]
    domain = domain_of(thing)
    recycle(m, thing)
    add(m, action.seat, domain, 1)
    m.push(("check",), ("added",))


def own_kind(m: Match, domains: tuple[str, ...]) -> str:
    """[C]: Power of the card's own domain; of none, or in March of several, any; in July one of its own (RP 10.5)."""
    if len(domains) == 1:
        return domains[0]
    return "|".join(domains) if domains and july(m) else "any"


PERFORM = {"add_energy": _add_energy, "recycle_rune": _recycle_rune}
