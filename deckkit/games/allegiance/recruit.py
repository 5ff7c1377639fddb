"""The recruitment zone, buying, the exile pile and the Rift (rules digest AL 2.2, 2.3, 5.4, 8.7, 8.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from deckkit.effects.notation import Node
from deckkit.engine import moves
from deckkit.engine.run import Run
from deckkit.engine.select import pick
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import amount, cards_in_play
from deckkit.games.allegiance.creatures import begin_resolving, may_answer

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPERATIONS", "PERFORM", "buys", "exile", "fill", "price", "slots", "take_over"]


# -- the row of slots ------------------------------------------------------------------------------------------------


def slots(m: Match) -> list[Thing | None]:
    """The recruitment zone, slot by slot; None is an empty one (AL 8.7)."""
    found: list[Thing | None] = [None] * m.state.marks.get("slots", m.config["recruitment_slots"])
    for one in m.state.shared["recruitment"]:
        thing = m.state.things[one]
        found[thing.marks["slot"]] = thing
    return found


def fill(m: Match) -> None:
    """Fills the empty slots from the recruitment draw pile, as far as it goes (AL 2.2, 5.4, 8.7)."""
    if not m.state.shared["recruitment_deck"]:
        return
    for place, thing in enumerate(slots(m)):
        if thing is None and m.state.shared["recruitment_deck"]:
            card = m.state.things[m.state.shared["recruitment_deck"][0]]
            moves.move(m, card, "recruitment")
            m.mark(card, "slot", place)
            emit(m, "offer", card.id)


def price(m: Match, thing: Thing) -> int | None:
    """What a card costs in essence; None: it is not told, and nobody can buy it (AL 13.11)."""
    known = thing.card.stats.get("price")
    found: int | None = m.config["unknown_price"] if known is None else known
    return found


def buys(m: Match, seat: int) -> list[Action]:
    """The cards that a player can pay for (AL 5.4)."""
    essence = m.state.seats[seat].pool
    found = []
    for one in m.state.shared["recruitment"]:
        cost = price(m, m.state.things[one])
        if cost is not None and cost <= essence:
            found.append(Action("buy", seat, one))
    return found


def _buy(m: Match, action: Action) -> None:
    """Paid, then into the buyer's discard pile, then the slot is refilled, then the windows open (AL 5.4, 2.8)."""
    seat, thing = m.state.seats[action.seat], m.state.things[action.source]
    m.mark(m.state, "wounds", None)
    begin_resolving(m)
    m.set(seat, "pool", seat.pool - (price(m, thing) or 0))
    m.mark(seat, "bought", seat.marks.get("bought", 0) + 1)
    take_over(m, thing, action.seat, "discard")
    emit(m, "buy", thing.id, seat=action.seat)
    fill(m)
    m.push(*may_answer(m, "after_buy", thing.id), ("pending",), ("window", "nothing_resolving", NOBODY, 0, None))


# -- cards that change hands -----------------------------------------------------------------------------------------


def take_over(m: Match, thing: Thing, seat: int, zone: str) -> None:
    """A card that is bought or taken belongs to its new player from then on (AL 2.5, 2.8)."""
    if m.specs[thing.zone].shared or thing.owner == seat:
        for name in ("owner", "controller"):
            m.set(thing, name, seat)
        moves.move(m, thing, zone)
        return
    moves.take_out(m, thing)
    for name in ("owner", "controller"):
        m.set(thing, name, seat)
    moves.put_in(m, thing, zone)


def exile(m: Match, thing: Thing, seat: int) -> None:
    """A card goes to the exile pile, and ``seat`` has exiled it (AL 2.3, 10.3); no death effect (AL 8.7)."""
    moves.move(m, thing, "exile")
    # Not by a card: the one whose effect it was may belong to somebody else by now (AL 6.7).
    emit(m, "exile", thing.id, NOBODY, seat)


def _exile(run: Run) -> bool:
    """One by one; the card that replaces an exiled one can be chosen too (AL 8.7)."""
    shared = run.m.state.shared
    n = min(run.amount(), len(shared["recruitment"]) + len(shared["recruitment_deck"]))
    if n:
        run.then.append(("repeat", (Node("exile_one"),), n, run.env))
    return True


def _exile_one(run: Run) -> bool:
    m = run.m
    row = [thing.id for thing in slots(m) if thing is not None]
    for one in pick(run, run.seat, "targets", row, 1):
        exile(m, m.state.things[one], run.seat)
        fill(m)
    return True


def _exile_card(run: Run) -> bool:
    """A card where it lies open: the card itself, or a card just bought (AL 11.8, 11.11, 11.15).

    A creature that exiles itself has not been destroyed: nothing of its destruction follows (AL 8.17).
    """
    things = [thing for thing in run.things() if thing.zone in ("resolving", "front", "discard", "battlefield")]
    for thing in things:
        exile(run.m, thing, run.seat)
    run.done([thing.id for thing in things])
    return bool(things)


def _rift(run: Run) -> bool:
    """None to X cards of the hand for as many in exile; no exile of one's own (AL 8.8, 10.3)."""
    m = run.m
    hand, pile = m.state.seats[run.seat].zones["hand"], m.state.shared["exile"]
    most = min(run.amount(), len(hand), len(pile))
    given = pick(run, run.seat, "give", list(hand), most, up_to=True) if most else []
    taken = pick(run, run.seat, "take", list(pile), len(given))
    for one in given:
        moves.move(m, m.state.things[one], "exile")
        emit(m, "give", one, run.source, run.seat)
    for one in taken:
        take_over(m, m.state.things[one], run.seat, "hand")
        emit(m, "take", one, run.source, run.seat)
    run.done(taken)
    return bool(taken)


def _take(run: Run) -> bool:
    """Cards from a discard pile or from exile to hand, the player's own from now on (AL 11.6, 11.7)."""
    m, selector = run.m, run.get("target")
    able = [thing.id for thing in cards_in_play(m, selector.filter, run.env)]
    n = amount(m, selector.n, run.env)
    taken = pick(run, run.seat, "take", able, n, up_to=selector.up_to)
    for one in taken:
        take_over(m, m.state.things[one], run.seat, "hand")
        emit(m, "take", one, run.source, run.seat)
    run.done(taken)
    return len(taken) == n


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "exile": _exile,
    "exile_one": _exile_one,
    "exile_card": _exile_card,
    "rift": _rift,
    "take": _take,
}
PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"buy": _buy}
