"""Allegiance, essence and the Rites (rules digest AL 2.9, 3.3, 5.5, 8.1, 8.2, 10, 13.15, 13.16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Node
from deckkit.engine import moves
from deckkit.engine.cards import PlayCard
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit
from deckkit.games.allegiance.effects import FACTIONS
from deckkit.games.allegiance.labels import authored

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "OPERATIONS",
    "PERFORM",
    "RITES",
    "allegiance_actions",
    "allegiance_of",
    "lay_rites",
    "resources",
    "shares",
    "shown",
    "spread",
    "take_rite",
]

#: The most that a faction holds, which brings its Rite (AL 8.1).
MOST = 6
#: The Rite of each faction (AL 3.2, 10).
RITES: Mapping[str, tuple[str, str]] = {
    "black": ("rite-de-ruine", "Rite de Ruine"),
    "white": ("rite-de-grace", "Rite de Grâce"),
    "blue": ("rite-de-l-antimatiere", "Rite de l'Antimatière"),
    "red": ("rite-du-brasier", "Rite du Brasier"),
}


def allegiance_of(m: Match, seat: int) -> Mapping[str, int]:
    """A player's allegiance by faction; what is not there is 0."""
    found: Mapping[str, int] = m.state.seats[seat].marks.get("allegiance", {})
    return found


def resources(m: Match, seat: int, kind: str) -> int:
    """Essence, or with the name of a faction the allegiance in it."""
    return m.state.seats[seat].pool if not kind else allegiance_of(m, seat).get(kind, 0)


def shown(m: Match, seat: int) -> Mapping[str, int]:
    """What lies beside a player for all to see: poison, and allegiance by faction."""
    now = allegiance_of(m, seat)
    poison = m.state.seats[seat].marks.get("poison", 0)
    return {**({"poison": poison} if poison else {}), **{name: now[name] for name in FACTIONS if now.get(name)}}


# -- Rites -----------------------------------------------------------------------------------------------------------


def lay_rites(m: Match) -> None:
    """The four Rites lie ready to be taken."""
    for slug, name in RITES.values():
        key = f"allegiance:{slug}"
        card = PlayCard(
            key, name, "Rite", names=frozenset({name}), abilities=authored()[key].abilities, coverage="exact"
        )
        thing = m.add_thing(card, 0, "free_rites", slug)
        m.put(m.state.shared, "free_rites", (*m.state.shared["free_rites"], thing.id))


def _rite(m: Match, slug: str) -> Thing | None:
    """The Rite that may still be taken; of Rites that are not unique there is always another (AL 13.16)."""
    for one in m.state.shared["free_rites"]:
        if m.state.things[one].card.slug == slug:
            return m.state.things[one]
    if m.config["rites_unique"]:
        return None
    known = next(thing for thing in m.state.things if thing.card.slug == slug)
    thing = m.add_thing(known.card, 0, "free_rites", f"{slug}-2")
    m.put(m.state.shared, "free_rites", (*m.state.shared["free_rites"], thing.id))
    return thing


def take_rite(m: Match, seat: int, slug: str) -> None:
    """A player takes a Rite; it works from now on and does not look back (AL 6.10, 8.1, 10)."""
    thing = _rite(m, slug)
    if thing is not None:
        for name in ("owner", "controller"):
            m.set(thing, name, seat)
        moves.move(m, thing, "rites")
        emit(m, "rite", thing.id, seat=seat)


def _open_rites(m: Match, seat: int, reached: list[str]) -> tuple[list[str], int]:
    """The Rites that a player may take for the factions that have just come to 6, and how many of them."""
    free = {m.state.things[one].card.slug for one in m.state.shared["free_rites"]}
    have = [m.state.things[one].card.slug for one in m.state.seats[seat].zones["rites"]]
    found = [RITES[one][0] for one in reached]
    if m.config["rites_unique"]:
        found = [slug for slug in found if slug in free]
    most = m.config["max_rites_per_player"]
    left = len(found) if most is None else max(0, most - len(have))
    return [slug for slug in found if slug not in have], left


# -- gaining allegiance ------------------------------------------------------------------------------------------------


def shares(now: Mapping[str, int], n: int) -> Iterator[dict[str, int]]:
    """What ``n`` points can come to: gains by faction. Points may be lost only in a faction that is or comes to 6."""
    space = [MOST - now.get(faction, 0) for faction in FACTIONS]

    def spent(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(FACTIONS):
            yield ()
            return
        for gain in range(min(space[place], left), -1, -1):
            for rest in spent(place + 1, left - gain):
                yield (gain, *rest)

    for gains in spent(0, min(n, sum(space))):
        if sum(gains) == n or any(gain == most for gain, most in zip(gains, space, strict=True)):
            yield {faction: gain for faction, gain in zip(FACTIONS, gains, strict=True) if gain}


def spread(gains: Mapping[str, int]) -> str:
    """A distribution as an answer: "black 2 red 1"."""
    return " ".join(f"{faction} {gains[faction]}" for faction in FACTIONS if gains.get(faction)) or "none"


def _read(answer: str) -> dict[str, int]:
    words = answer.split(" ")
    return {} if answer == "none" else {words[i]: int(words[i + 1]) for i in range(0, len(words), 2)}


def _allegiance(run: Run) -> bool:
    """X points, divided as the player likes; on the foe's turn too (AL 8.1)."""
    m, n, seat = run.m, run.amount(), run.seat
    if n:
        options = [spread(one) for one in shares(allegiance_of(m, seat), n)]
        gains = _read(m.choose(seat, "points", options, run.source))
        _gain(m, seat, gains, run.source)
    return True


def _gain(m: Match, seat: int, gains: Mapping[str, int], source: int) -> None:
    """Points are gained, and Rites taken at that instant: chosen where there are more than may be taken (AL 8.1)."""
    now = allegiance_of(m, seat)
    new = {**now, **{faction: now.get(faction, 0) + gain for faction, gain in gains.items()}}
    open_ones, left = _open_rites(m, seat, [faction for faction in gains if new[faction] == MOST])
    taken: list[str] = []
    while open_ones and len(taken) < left:
        able = [slug for slug in open_ones if slug not in taken]
        if len(able) <= left - len(taken):
            taken += able
            break
        taken.append(m.choose(seat, "rite", able, source, tuple(taken)))
    if gains:
        m.mark(m.state.seats[seat], "allegiance", new)
        emit(m, "allegiance", NOBODY, source, seat, sum(gains.values()))
    for slug in taken:
        take_rite(m, seat, slug)


def allegiance_actions(m: Match, seat: int) -> list[Action]:
    """One essence for one point, within the limit of the turn (AL 5.5, 13.15)."""
    player = m.state.seats[seat]
    if not player.pool or player.used.get("allegiance", 0) >= m.config["allegiance_action_limit"]:
        return []
    now = allegiance_of(m, seat)
    return [Action("allegiance", seat, option=faction) for faction in FACTIONS if now.get(faction, 0) < MOST]


def _act(m: Match, action: Action) -> None:
    m.mark(m.state, "wounds", None)
    m.push(("gain", action.seat, action.option), ("pending",), ("window", "nothing_resolving", NOBODY, 0, None))


def _gain_by_action(m: Match, seat: int, faction: str) -> None:
    player = m.state.seats[seat]
    m.count_use(player, "allegiance")
    m.set(player, "pool", player.pool - 1)
    _gain(m, seat, {faction: 1}, NOBODY)


# -- essence -----------------------------------------------------------------------------------------------------------


def _essence(run: Run) -> bool:
    """A Soul icon gives one (AL 8.2)."""
    m, n = run.m, run.amount()
    seat = m.state.seats[run.seat]
    m.set(seat, "pool", seat.pool + n)
    emit(m, "essence", NOBODY, run.source, run.seat, n)
    return True


def _convert(run: Run) -> bool:
    """All unspent essence becomes one Heal or one Wounds effect, as the player says now (AL 10.2)."""
    m = run.m
    seat = m.state.seats[run.seat]
    n = seat.pool
    if n:
        answer: Any = m.choose(run.seat, "convert", ("heal", "wounds"), run.source)
        m.set(seat, "pool", 0)
        run.block((Node(answer, {"n": n}),))
    return bool(n)


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "allegiance": _allegiance,
    "essence": _essence,
    "convert": _convert,
}
PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"allegiance": _act}
TASKS: Mapping[str, Callable[..., None]] = {"gain": _gain_by_action}
