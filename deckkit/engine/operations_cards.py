"""The operations about cards and zones: drawing, discarding, looking, searching, moving, playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Node, Selector
from deckkit.engine import moves
from deckkit.engine.run import Run
from deckkit.engine.select import DONE, pick, targets
from deckkit.engine.state import NOBODY, Event, Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import fits, moved_on

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["CARD_OPERATIONS"]


def _draw(run: Run) -> bool:
    n = run.amount()
    drawn = [moves.draw(run.m, number, n) for number in run.seats()]
    run.done(n=sum(drawn))
    return all(one == n for one in drawn)


def _discard(run: Run) -> bool:
    """Players choose in turn order; all cards go together. The filter says which may be chosen."""
    m = run.m
    gone: list[int] = []
    complete = True
    wanted = run.amount()
    for number in run.seats():
        hand = [
            one
            for one in m.state.seats[number].zones["hand"]
            # A card that is being played does not pay for itself.
            if one != run.source and fits(m, run.get("filter"), m.state.things[one], run.env)
        ]
        n = min(wanted, len(hand))
        complete = complete and (run.get("n") == "all" or n == wanted)
        if run.get("random"):
            gone += m.shuffled(hand)[:n]
        elif n == len(hand):
            gone += hand
        else:
            # "by": another player chooses among the cards, and so sees them.
            gone += pick(run, run.seats("by")[0] if run.get("by") else number, "cards", hand, n)
    for one in gone:
        thing = m.state.things[one]
        owner = thing.owner
        moves.move(m, thing, "discard")
        emit(m, "discard", one, run.source, owner)
        emit(m, "put_discard", one, run.source, owner)
    run.done(gone)
    return complete


def _mill(run: Run) -> bool:
    return _from_top(run, "discard")


def _move_top(run: Run) -> bool:
    return _from_top(run, run.get("to"))


def _from_top(run: Run, zone: str) -> bool:
    m, n = run.m, run.amount()
    gone: list[int] = []
    complete = True
    for number in run.seats():
        ids = m.state.seats[number].zones["deck"][:n]
        complete = complete and len(ids) == n
        for one in ids:
            moves.move(
                m, m.state.things[one], zone, facedown=bool(run.get("facedown")), exhausted=bool(run.get("exhausted"))
            )
            emit(m, "put_" + zone, one, run.source, number)
        gone += ids
    run.done(gone)
    return complete


def _move(run: Run) -> bool:
    """Cards go to their owners' zones; ``either``: the player who moves them says top or bottom."""
    m, zone, place = run.m, run.get("to"), run.get("position", "bottom")
    things = _leaving(m, _still_there(run))
    if m.specs[zone].ordered and len(things) > 1 and run.get("target").kind == "all":
        # Several that nobody has chosen one by one go in the order that the player wishes.
        things = [m.state.things[one] for one in _ordered(run, [thing.id for thing in things])]
    where: list[str] = []
    for _ in things:
        says = run.seats()[0] if place == "either" else run.seat
        where.append(m.choose(says, "place", ("top", "bottom"), run.source) if place == "either" else place)
    # What leaves play together sees the rest leave.
    for thing in things:
        if thing.zone in m.in_play:
            emit(m, "leave", thing.id, run.source, thing.controller)
            if zone == "hand":
                emit(m, "returned", thing.id, run.source, thing.controller)
    for thing, position in zip(things, where, strict=True):
        owner = thing.owner
        moves.move(
            m,
            thing,
            zone,
            top=position == "top",
            facedown=bool(run.get("facedown")),
            exhausted=bool(run.get("exhausted")),
        )
        emit(m, "put_" + zone, thing.id, run.source, owner)
    run.done([thing.id for thing in things])
    return bool(things)


def _still_there(run: Run) -> list[Thing]:
    """The things of a target. "This card", "that card" are looked for only where they went when they left play."""
    things = run.things()
    target = run.get("target")
    if isinstance(target, Selector) and target.kind in ("self", "it", "other"):
        return [thing for thing in things if not moved_on(run.m, thing)]
    return things


def _leaving(m: Match, things: list[Thing]) -> list[Thing]:
    """Those of the things that can leave where they are."""
    return [thing for thing in things if thing.zone not in m.in_play or not m.rules.stays(m, thing, "move")]


def _tuck(run: Run) -> bool:
    m = run.m
    tops = run.things("under")
    if not tops:
        return False
    if run.get("target") is not None:
        cards = [m.state.things[one] for one in targets(run, run.get("target"))]
    else:
        cards = [m.state.things[one] for one in m.state.seats[tops[0].controller].zones["deck"][: run.amount()]]
    for card in cards:
        moves.put_under(m, card, tops[0], facedown=True)
        emit(m, "tuck", tops[0].id, card.id, tops[0].controller)
    run.done([card.id for card in cards])
    return bool(cards)


def _look(run: Run) -> bool:
    """What may be taken is chosen, then where each of the rest goes (``any``: top or bottom, one by one)."""
    m = run.m
    number = run.seats()[0]
    looked = list(m.state.seats[number].zones["deck"][: run.amount()])
    taken: list[int] = []
    if run.get("take") is not None or run.get("to") is not None:
        fitting = [one for one in looked if fits(m, run.get("take"), m.state.things[one], run.env)]
        taken = pick(run, run.seat, "cards", fitting, run.amount("take_n"), up_to=bool(run.get("up_to")))
    rest = [one for one in looked if one not in taken]
    top, bottom, gone = _sort(run, rest, run.get("rest", "bottom"))
    if run.get("open"):
        for one in looked:
            emit(m, "reveal", one, run.source, number)
    seat = m.state.seats[number]
    to = run.get("to", "hand")
    for one in taken:
        if run.get("reveal") and m.log is not None:
            m.log.append(Event("reveal", one, NOBODY, number))
        if to == "play":
            # A card that may not be played stays with those that were looked at.
            if not m.rules.play(run, m.state.things[one], Node("play", {"free": True})):
                top, bottom, gone = _sort(run, [*rest, one], run.get("rest", "bottom"))
        else:
            how = {name: bool(run.get(name)) for name in ("facedown", "exhausted")}
            moves.move(m, m.state.things[one], to, **how)
            emit(m, "put_" + to, one, run.source, number)
    below = tuple(one for one in seat.zones["deck"] if one not in looked)
    m.put(seat.zones, "deck", (*top, *below, *bottom, *gone))
    away = run.get("rest", "bottom")
    away = "discard" if away == "top_or_discard" else away
    for one in gone:
        hidden = away != "discard"
        moves.move(m, m.state.things[one], away, facedown=hidden, exhausted=hidden)
        emit(m, "put_" + away, one, run.source, number)
    run.env["chosen"] = tuple(taken)
    run.done(taken)
    return bool(taken) or run.get("take") is None


def _sort(run: Run, rest: list[int], how: str) -> tuple[list[int], list[int], list[int]]:
    """Where the rest goes: on top, at the bottom, away. The order within is the player's (``random``: nobody's)."""
    m, seat, source = run.m, run.seat, run.source
    if how == "top_or_discard":
        kept = [one for one in rest if m.choose(seat, "place", ("top", "discard"), source, (one,)) == "top"]
        return kept, [], [one for one in rest if one not in kept]
    if how == "random":
        return [], list(m.shuffled(rest)), []
    if how not in ("top", "bottom", "any", "split"):
        return [], [], rest
    if how == "split":
        top = pick(run, seat, "top", rest, 1)
        return top, _ordered(run, [one for one in rest if one not in top]), []
    if how == "any":
        top: list[int] = []  # type: ignore[no-redef]  # one list, two ways to fill it
        bottom: list[int] = []
        for one in rest:
            place = m.choose(seat, "place", ("top", "bottom"), source, (one,))
            (top if place == "top" else bottom).append(one)
        return top, bottom, []
    ordered = _ordered(run, rest)
    return (ordered, [], []) if how == "top" else ([], ordered, [])


def _ordered(run: Run, rest: list[int]) -> list[int]:
    left = list(rest)
    ordered: list[int] = []
    while len(left) > 1:
        one = run.m.choose(run.seat, "order", left, run.source, tuple(ordered))
        left.remove(one)
        ordered.append(one)
    return ordered + left


def _reveal_top(run: Run) -> bool:
    """Where several players reveal, all do before the blocks are done for one after the other."""
    m, numbers = run.m, run.seats()
    shown = {number: m.state.seats[number].zones["deck"][: run.amount()] for number in numbers}
    for number, cards in shown.items():
        for one in cards:
            emit(m, "reveal", one, run.source, number)
    run.env["revealed"] = tuple(one for cards in shown.values() for one in cards)
    fine = True
    for number, cards in shown.items():
        good = bool(cards) and all(fits(m, run.get("filter"), m.state.things[one], run.env) for one in cards)
        player = {"them": number} if len(numbers) > 1 else {}
        run.block(run.get("then", ()) if good else run.get("otherwise", ()), revealed=tuple(cards), **player)
        fine = fine and good
    return fine


def _reveal(run: Run) -> bool:
    things = run.things()
    for thing in things:
        emit(run.m, "reveal", thing.id, run.source, thing.owner)
    run.env["revealed"] = tuple(thing.id for thing in things)
    return bool(things)


def _peek(run: Run) -> bool:
    """Nothing on the table changes: what was seen is the player's to remember."""
    return bool(run.things())


def _create(run: Run) -> bool:
    """Tokens are things of a card that the game defines; they come into play at once."""
    m = run.m
    places = run.things("at") if run.get("at") is not None else []
    made: list[int] = []
    for number in run.seats():
        for _ in range(m.bounded(run.amount())):
            card = m.rules.token(m, run.get("token"))
            thing = m.add_thing(card, number, "", f"{card.slug}-{len(m.state.things) + 1}")
            moves.enter(m, thing, m.rules.token_zone, seat=number, exhausted=bool(run.get("exhausted")))
            if places:
                m.set(thing, "at", places[0].id)
            emit(m, "enter", thing.id, run.source, number)
            made.append(thing.id)
    run.done(made)
    return bool(made)


def _search(run: Run) -> bool:
    """A search of the deck may find nothing, by choice too (it is a private zone); then the deck is shuffled."""
    m = run.m
    number = run.seats()[0]
    deck = m.state.seats[number].zones["deck"]
    fitting = [one for one in deck if fits(m, run.get("take"), m.state.things[one], run.env)]
    taken = pick(run, run.seat, "cards", fitting, run.amount(), up_to=True)
    to = run.get("to", "hand")
    for one in taken:
        if run.get("reveal") and m.log is not None:
            m.log.append(Event("reveal", one, NOBODY, number))
        if to != "deck":
            moves.move(m, m.state.things[one], to)
    moves.shuffle(m, number)
    for one in taken if to == "deck" else ():
        moves.move(m, m.state.things[one], "deck", top=True)
    run.env["chosen"] = tuple(taken)
    run.done(taken)
    return bool(taken)


def _shuffle(run: Run) -> bool:
    for number in run.seats():
        moves.shuffle(run.m, number)
    return True


def _shuffle_in(run: Run) -> bool:
    things = _leaving(run.m, run.things())
    owners = dict.fromkeys(thing.owner for thing in things)
    for thing in things:
        moves.leave_for(run.m, thing, "deck")
    for owner in owners:
        moves.shuffle(run.m, owner)
    run.done([thing.id for thing in things])
    return bool(things)


def _play(run: Run) -> bool:
    things = _still_there(run)
    if len(things) > 1:
        # One after the other: each may ask how it enters.
        one = Node("play", {**run.node.args, "target": Selector("it")})
        run.then.append(("each", (one,), tuple(thing.id for thing in things), "it", run.env))
        return True
    done = [run.m.rules.play(run, thing, run.node) for thing in things]
    run.done([thing.id for thing in things])
    return bool(done) and all(done)


def _name_card(run: Run) -> bool:
    """Any card of the match may be named, or none of them."""
    names = sorted({thing.card.name for thing in run.m.state.things})
    named: Any = run.m.choose(run.seat, "name", [*names, DONE], run.source)
    run.env["names"] = {**run.env.get("names", {}), "named": (named,)}
    run.block(run.get("then", ()), names=run.env["names"])
    return True


#: The handlers of these operations.
CARD_OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "draw": _draw,
    "discard": _discard,
    "mill": _mill,
    "move": _move,
    "move_top": _move_top,
    "tuck": _tuck,
    "look": _look,
    "reveal_top": _reveal_top,
    "search": _search,
    "reveal": _reveal,
    "peek": _peek,
    "create": _create,
    "shuffle": _shuffle,
    "shuffle_in": _shuffle_in,
    "play": _play,
    "name_card": _name_card,
}
