"""A small board of Riftbound counted without the engine: moving, showdowns, combat, holding, ending the turn.

Units are (owner, Might, place, exhausted); place 0 is the base, 1 and 2 are the battlefields. Players have no runes and
no cards that can be played. ``now`` is what is going on: None, the units named for a move so far, the passes in a
showdown, or the combat damage given so far by the side that assigns.
"""

from __future__ import annotations

from typing import NamedTuple

from engine_support import Table

from deckkit.engine.match import Match

UNITS = ((0, 3, 0, False), (0, 2, 0, False), (1, 2, 1, False))
_GOAL = 8


class Moment(NamedTuple):
    """A moment at which somebody acts."""

    units: tuple[tuple[int, int, int, bool], ...]
    held: tuple[int, ...]
    points: tuple[int, ...]
    scored: tuple[frozenset[int], ...]
    turn: int
    now: tuple[object, ...] | None = None


def board() -> Match:
    """The same board laid for the engine."""
    table = Table("riftbound")
    for seat in (0, 1):
        # What is drawn during the count cannot be paid for.
        table.lay(seat, "deck", {"test": "t-dear", "energy": 9}, n=9)
    fields = [table.lay(0, "battlefields", {"test": f"t-field-{i}", "type": "battlefield"}) for i in (1, 2)]
    for owner, might, place, _ in UNITS:
        at = fields[place - 1].id if place else -1
        table.lay(owner, "play", {"test": f"t-{owner}-{might}", "might": might}, at=at)
    fields[0].controller, fields[1].controller = 1, -1
    table.m.state.seats[0].score = 6
    return table.m


def count(depth: int) -> int:
    """How many ways there are to do so many actions."""
    nobody = frozenset[int]()
    return _count(Moment(UNITS, (1, -1), (6, 0), (nobody, nobody), 0), depth)


def _count(moment: Moment, depth: int) -> int:
    if depth == 0 or _over(moment):
        return 1
    return sum(_count(one, depth - 1) for one in _following(moment))


def _over(moment: Moment) -> bool:
    return max(moment.points) >= _GOAL and moment.points[0] != moment.points[1]


def _following(moment: Moment) -> list[Moment]:
    if moment.now is None:
        return _open(moment)
    kind, *rest = moment.now
    if kind == "movers":
        return _naming(moment, *rest)  # type: ignore[arg-type]  # as _open wrote it
    if kind == "showdown":
        return _passing(moment, *rest)  # type: ignore[arg-type]  # as _moved wrote it
    return _assigning(moment, *rest)  # type: ignore[arg-type]  # as _combat wrote it


def _open(moment: Moment) -> list[Moment]:
    """A move to each place that somebody can reach, and the end of the turn."""
    found = []
    for place in (0, 1, 2):
        able = _able(moment, place)
        if len(able) == 1:
            found.append(_moved(moment, place, able))
        elif able:
            found.append(moment._replace(now=("movers", place, ())))
    other = 1 - moment.turn
    held = frozenset(place for place in (1, 2) if moment.held[place - 1] == other)
    points = tuple(n + len(held) if i == other else n for i, n in enumerate(moment.points))
    scored = tuple(held if i == other else frozenset() for i in (0, 1))
    units = tuple((*one[:3], one[3] and one[0] != other) for one in moment.units)
    return [*found, Moment(units, moment.held, points, scored, other)]


def _able(moment: Moment, place: int) -> tuple[int, ...]:
    return tuple(
        i
        for i, (owner, _, at, exhausted) in enumerate(moment.units)
        if owner == moment.turn and not exhausted and at != place and 0 in (at, place)
    )


def _naming(moment: Moment, place: int, named: tuple[int, ...]) -> list[Moment]:
    """One unit after the other; from the second on one may stop."""
    able = _able(moment, place)
    found = [_moved(moment, place, named)] if named else []
    for one in able:
        if one not in named:
            more = (*named, one)
            whole = len(more) == len(able)
            found.append(_moved(moment, place, more) if whole else moment._replace(now=("movers", place, more)))
    return found


def _moved(moment: Moment, place: int, going: tuple[int, ...]) -> Moment:
    units = tuple((*one[:2], place, True) if i in going else one for i, one in enumerate(moment.units))
    there = {at: {one[0] for one in units if one[2] == at} for at in (1, 2)}
    held = tuple(owner if owner in there[at] else -1 for at, owner in zip((1, 2), moment.held, strict=True))
    contested = place and held[place - 1] != moment.turn
    return moment._replace(units=units, held=held, now=("showdown", place, 0) if contested else None)


def _passing(moment: Moment, place: int, passes: int) -> list[Moment]:
    if passes == 0:
        return [moment._replace(now=("showdown", place, 1))]
    if len({one[0] for one in moment.units if one[2] == place}) == 2:
        return [_combat(moment, place, moment.turn, {})]
    return [_settled(moment, place)]


def _combat(moment: Moment, place: int, side: int, dealt: dict[int, int]) -> Moment:
    """Damage is assigned by one side after the other, without a question where it can only be so."""
    foes = [i for i, one in enumerate(moment.units) if one[2] == place and one[0] != side]
    left = sum(one[1] for one in moment.units if one[2] == place and one[0] == side)
    left -= sum(dealt.get(i, 0) for i in foes)
    open_ones = [i for i in foes if i not in dealt]
    while open_ones and left > 0:
        if len(open_ones) > 1 and left < sum(moment.units[i][1] for i in open_ones):
            return moment._replace(now=("assign", place, side, tuple(sorted(dealt.items()))))
        for i in open_ones:
            dealt = {**dealt, i: min(left, moment.units[i][1])}
            left -= dealt[i]
        open_ones = []
    # Damage beyond what is lethal to all is asked for, too: on no board here is there any for two units.
    assert left <= 0 or len(foes) == 1
    if side == moment.turn:
        return _combat(moment, place, 1 - side, dealt)
    alive = tuple(one for i, one in enumerate(moment.units) if dealt.get(i, 0) < one[1])
    if len({one[0] for one in alive if one[2] == place}) == 2:
        alive = tuple((*one[:2], 0, one[3]) if one[2] == place and one[0] == moment.turn else one for one in alive)
    return _settled(moment._replace(units=alive), place)


def _assigning(moment: Moment, place: int, side: int, given: tuple[tuple[int, int], ...]) -> list[Moment]:
    dealt = dict(given)
    foes = [i for i, one in enumerate(moment.units) if one[2] == place and one[0] != side]
    left = sum(one[1] for one in moment.units if one[2] == place and one[0] == side)
    left -= sum(dealt.get(i, 0) for i in foes)
    found = []
    for i in foes:
        if i not in dealt:
            found.append(_combat(moment, place, side, {**dealt, i: min(left, moment.units[i][1])}))
    return found


def _settled(moment: Moment, place: int) -> Moment:
    """Who alone is there controls it: a conquest, once a turn; the last point asks for both, else a card is drawn."""
    there = {one[0] for one in moment.units if one[2] == place}
    holder = next(iter(there)) if len(there) == 1 else -1
    before = moment.held[place - 1]
    held = tuple(holder if at == place else owner for at, owner in zip((1, 2), moment.held, strict=True))
    points, scored = list(moment.points), list(moment.scored)
    if holder not in (-1, before) and place not in scored[holder]:
        scored[holder] |= {place}
        if points[holder] < _GOAL - 1 or len(scored[holder]) == 2:
            points[holder] += 1
    return moment._replace(held=held, points=tuple(points), scored=tuple(scored), now=None)
