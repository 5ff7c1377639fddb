"""What happens to cards: moving between zones, entering and leaving play, damage, drawing, turning.

Leaving play wipes what a card has gathered; the cards under it go along, and what is attached to it is the game's
affair (``TableRules.left``). Cards that leave together see each other leave: their triggers are collected before any
of them moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import emit, expire, listen, quiet, replacement
from deckkit.engine.values import remember

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = [
    "damage",
    "destroy",
    "draw",
    "enter",
    "exhaust",
    "heal",
    "move",
    "next_turn",
    "put_under",
    "ready",
    "shuffle",
    "take_out",
    "top_cards",
]


def take_out(m: Match, thing: Thing) -> None:
    """Takes a thing out of its zone's list (its ``zone`` stays until it is put somewhere)."""
    number = thing.id
    if thing.over != NOBODY:
        top = m.state.things[thing.over]
        m.set(top, "under", tuple(one for one in top.under if one != number))
        m.set(thing, "over", NOBODY)
        return
    spec = m.specs.get(thing.zone)
    if spec is None:
        return
    if thing.zone == "discard":
        emit(m, "leave_discard", number, NOBODY, thing.owner)
    seat = thing.controller if spec.in_play else thing.owner
    table = m.state.shared if spec.shared else m.state.seats[seat].zones
    ids = table[thing.zone]
    if ids and ids[0] == number:
        m.put(table, thing.zone, ids[1:])
    elif number in ids:
        place = ids.index(number)
        m.put(table, thing.zone, ids[:place] + ids[place + 1 :])


def put_in(m: Match, thing: Thing, zone: str, *, top: bool = False, seat: int | None = None) -> None:
    """Puts a thing into a zone's list, at the end or on top."""
    spec = m.specs[zone]
    if spec.shared:
        table = m.state.shared
    else:
        owner = seat if seat is not None else (thing.controller if spec.in_play else thing.owner)
        table = m.state.seats[owner].zones
    ids = table.get(zone, ())
    m.put(table, zone, (thing.id, *ids) if top else (*ids, thing.id))
    if thing.zone != zone:
        m.set(thing, "zone", zone)


def move(
    m: Match, thing: Thing, zone: str, *, top: bool = False, facedown: bool = False, exhausted: bool = False
) -> None:
    """Moves a card from wherever it is into a zone that is not play, cards under it included."""
    if thing.zone in m.in_play:
        remember(m, thing, zone)
        _leave(m, thing)
        for one in (thing, *(m.state.things[number] for number in thing.under)):
            m.set(one, "stay", one.stay + 1)
    elif thing.card.works_elsewhere or thing.mods:
        quiet(m, thing)
    below = thing.under
    take_out(m, thing)
    put_in(m, thing, zone, top=top)
    _reset(m, thing, facedown, exhausted)
    for number in below:
        card = m.state.things[number]
        m.set(card, "over", NOBODY)
        put_in(m, card, zone, top=top)
        _reset(m, card, facedown, exhausted)
        listen(m, card)
    if below:
        m.set(thing, "under", ())
    if thing.card.works_elsewhere:
        listen(m, thing)


def _leave(m: Match, thing: Thing) -> None:
    quiet(m, thing)
    # Modifiers that last as long as this thing is in play, where there have been any.
    if "while_source" in m.state.marks:
        expire(m, lambda mod, _holder: mod.until == "while_source" and mod.source == thing.id)
    m.rules.left(m, thing)


def _reset(m: Match, thing: Thing, facedown: bool, exhausted: bool) -> None:
    for name, value in (
        ("exhausted", exhausted),
        ("facedown", facedown),
        ("damage", 0),
        ("fresh", False),
        ("at", NOBODY),
        ("to", NOBODY),
        ("controller", thing.owner),
    ):
        if getattr(thing, name) != value:
            m.set(thing, name, value)
    if thing.mods:
        m.set(thing, "mods", ())
    if thing.marks:
        m.set(thing, "marks", {})


def enter(
    m: Match,
    thing: Thing,
    zone: str,
    *,
    seat: int | None = None,
    exhausted: bool = False,
    facedown: bool = False,
    again: bool = False,
) -> None:
    """A card comes into play under a seat's control: its abilities begin to work; the event is the game's to tell.

    ``again``: it has lain under a card in play all the while, so it is still the same card.
    """
    if thing.card.works_elsewhere:
        quiet(m, thing)
    take_out(m, thing)
    if seat is not None and thing.controller != seat:
        m.set(thing, "controller", seat)
    put_in(m, thing, zone)
    if not again:
        m.set(thing, "stay", thing.stay + 1)
    m.set(thing, "fresh", True)
    if thing.exhausted != exhausted:
        m.set(thing, "exhausted", exhausted)
    if thing.facedown != facedown:
        m.set(thing, "facedown", facedown)
    if not facedown:
        listen(m, thing)
    m.rules.entered(m, thing)


def put_under(m: Match, thing: Thing, top: Thing, *, facedown: bool = False) -> None:
    """Puts a card, with what is under it, under another one, as its uppermost."""
    if thing.zone in m.in_play or thing.card.abilities:
        quiet(m, thing)
    if facedown and thing.zone in m.in_play:
        m.set(thing, "stay", thing.stay + 1)
    below = thing.under
    take_out(m, thing)
    _reset(m, thing, facedown, False)
    for name, value in (("zone", "under"), ("over", top.id), ("under", ())):
        m.set(thing, name, value)
    for number in below:
        m.set(m.state.things[number], "over", top.id)
    m.set(top, "under", (thing.id, *below, *top.under))


def destroy(
    m: Match, things: Iterable[Thing], *, by: int = NOBODY, causes: Mapping[int, int] | None = None
) -> tuple[int, ...]:
    """Puts things from play into the discard piles of their owners, all together; returns those that went.

    ``causes`` says of which things somebody else than ``by`` is the cause.
    """
    causes = causes or {}
    going: list[Thing] = []
    for thing in things:
        if thing.zone not in m.in_play or m.rules.stays(m, thing, "destroy"):
            continue
        found = replacement(m, "destroy", thing, thing.controller)
        if found is None:
            going.append(thing)
        else:
            m.push(("replace", *found, (thing.id,), ("destroy_anyway", thing.id, causes.get(thing.id, by))))
    return _go(m, going, by, causes)


def destroy_anyway(m: Match, number: int, by: int) -> None:
    """Destroys a thing whose player declined to have that replaced."""
    thing = m.state.things[number]
    if thing.zone in m.in_play:
        _go(m, [thing], by, {})


def _go(m: Match, going: list[Thing], by: int, causes: Mapping[int, int]) -> tuple[int, ...]:
    before = m.state.serial
    for thing in going:
        cause = causes.get(thing.id, by)
        emit(m, "destroy", thing.id, cause, thing.controller)
        emit(m, "leave", thing.id, cause, thing.controller)
    for thing in going:
        below = thing.under
        move(m, thing, "discard")
        for number in (thing.id, *below):
            emit(m, "put_discard", number, causes.get(thing.id, by), m.state.things[number].owner)
    if not m.rules.seen_leaving and len(going) > 1:
        _unseen(m, {thing.id for thing in going}, before)
    return tuple(thing.id for thing in going)


def _unseen(m: Match, gone: set[int], before: int) -> None:
    """Takes back what things that left together have seen of each other since then: only its own leaving counts."""
    kept = tuple(
        one
        for one in m.state.pending
        if one.serial <= before or one.source not in gone or one.env.get("it") == (one.source,)
    )
    if len(kept) != len(m.state.pending):
        m.set(m.state, "pending", kept)


def leave_for(m: Match, thing: Thing, zone: str, **how: bool) -> None:
    """Moves a thing out of play, with its event."""
    if thing.zone in m.in_play:
        emit(m, "leave", thing.id, NOBODY, thing.controller)
    move(m, thing, zone, **how)


def change_control(m: Match, thing: Thing, seat: int) -> None:
    """Another player takes a thing in play over; its state stays."""
    if thing.controller != seat and thing.zone in m.in_play:
        zone = thing.zone
        take_out(m, thing)
        m.set(thing, "controller", seat)
        put_in(m, thing, zone)


def exhaust(m: Match, thing: Thing) -> bool:
    """Exhausts a thing; false where it is exhausted."""
    if thing.exhausted:
        return False
    m.set(thing, "exhausted", True)
    emit(m, "exhaust", thing.id, NOBODY, thing.controller)
    return True


def ready(m: Match, thing: Thing, *, by: int = NOBODY) -> bool:
    """Readies a thing, ``by`` whose ability (nobody's: its player does); false where it is ready."""
    if not thing.exhausted:
        return False
    m.set(thing, "exhausted", False)
    emit(m, "ready", thing.id, by, thing.controller)
    return True


def damage(
    m: Match, thing: Thing, n: int, *, by: int = NOBODY, dealt: bool = True, despite: tuple[str, ...] = ()
) -> int:
    """Damage on a thing, ``dealt`` (which may be reduced, but not by the keywords ``despite``) or put.

    Returns how much it took.
    """
    more = (despite,) if despite else ()
    taken = m.rules.damage_taken(m, thing, max(0, n), *more) if dealt else n
    if taken > 0:
        m.set(thing, "damage", thing.damage + taken)
        emit(m, "damaged", thing.id, by, thing.controller, taken)
    return taken


def heal(m: Match, thing: Thing, n: int, *, by: int = NOBODY) -> int:
    """Removes up to ``n`` damage, ``by`` whose ability; returns how much it was."""
    gone = min(thing.damage, n)
    if gone > 0:
        m.set(thing, "damage", thing.damage - gone)
        emit(m, "healed", thing.id, by, thing.controller, gone)
    return gone


def top_cards(m: Match, seat: int, n: int) -> tuple[int, ...]:
    """The ids of the top cards of a deck; where it holds fewer, the game may have it refilled first."""
    zones = m.state.seats[seat].zones
    if len(zones["deck"]) < n:
        m.rules.refill(m, seat)
    return zones["deck"][:n]


def draw(m: Match, seat: int, n: int = 1) -> int:
    """Draws cards, one at a time; returns how many there were."""
    drawn = 0
    for _ in range(n):
        top = top_cards(m, seat, 1)
        if not top:
            break
        thing = m.state.things[top[0]]
        move(m, thing, "hand")
        emit(m, "draw", thing.id, NOBODY, seat)
        drawn += 1
    return drawn


def shuffle(m: Match, seat: int, zone: str = "deck") -> None:
    """Shuffles a zone, the deck most often."""
    table = m.state.shared if m.specs[zone].shared else m.state.seats[seat].zones
    m.put(table, zone, m.shuffled(table[zone]))
    emit(m, "shuffle", NOBODY, NOBODY, seat)


def next_turn(m: Match, number: int) -> None:
    """The next turn is this player's: it is counted, and what was done in the last one is over."""
    state = m.state
    m.set(state, "turn", state.turn + 1)
    for name in ("active", "acting"):
        m.set(state, name, number)
    seat = state.seats[number]
    m.set(seat, "turns", seat.turns + 1)
    for one in state.seats:
        if one.used:
            m.set(one, "used", {})
    m.set(state, "happened", {})
