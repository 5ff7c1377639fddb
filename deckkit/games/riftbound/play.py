"""Playing cards: choices, the total cost, paying, and what becomes of the card (play digest RP 8, 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.effects.notation import Block, Node
from deckkit.engine import moves
from deckkit.engine.cards import PlayCard
from deckkit.engine.chain import add as add_item
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.state import NOBODY, Action, Item, Thing
from deckkit.engine.targets import bind, bound_things, possible
from deckkit.engine.triggers import emit, recall
from deckkit.engine.values import condition
from deckkit.games.riftbound import entering
from deckkit.games.riftbound.common import BASE, allowed, fields, july, present
from deckkit.games.riftbound.pricing import (
    base_cost,
    deflect,
    extras,
    keyword_cost,
    other_costs,
    payable,
    price,
    said_costs,
    split_cost,
    use_up,
)
from deckkit.games.riftbound.runes import FREE, Cost, Funds, can_pay, funds, funds_for, pay, plus
from deckkit.games.riftbound.showdown import opened
from deckkit.games.riftbound.targeting import can_choose, choose, targeted

__all__ = [
    "PERFORM",
    "TASKS",
    "instructions",
    "make_token",
    "plays",
    "resolve_item",
]


# -- what may be played -----------------------------------------------------------------------------------------------


def plays(m: Match, number: int, moment: str, have: Funds) -> list[Action]:
    """Every way to play a card: ``moment`` is ``main``, ``action`` (Showdown Open) or ``reaction`` (RP 5.1)."""
    state = m.state
    things = state.things
    zones = state.seats[number].zones
    found: list[Action] = []
    # Copies of a card are played in the same ways; they are looked into once.
    known: dict[tuple[Any, str], list[Action]] = {}
    usual: list[list[int]] = []
    for one in (*zones["hand"], *zones["champion"]):
        thing = things[one]
        if moment != "main" and not thing.card.facts["quick"]:
            continue
        key = (thing.card, thing.zone)
        if key not in known:
            known[key] = _ways(m, number, thing, moment, have, usual)
            found += known[key]
        else:
            found += [action._replace(source=one) for action in known[key]]
    for one in zones["facedown"]:
        thing = things[one]
        # Only from the next player's turn on, and then as a Reaction (RP 13.10).
        if thing.marks["hidden"] < state.turn and _may_play(m, number, thing) and not forbidden(m, thing, "reveal"):
            found += _play_actions(m, number, thing, have, FREE, [thing.at])
    from_trash = bool(zones["discard"]) and allowed(m, "play_from_discard", seat=number)
    for one in zones["discard"]:
        thing = things[one]
        if from_trash and (moment == "main" or thing.card.facts["quick"]):
            found += _ways(m, number, thing, moment, have, usual)
        elif not thing.card.works_elsewhere and "Flow" not in thing.card.facts["costs"]:
            continue
        if _in_time(thing, moment) and _may_play(m, number, thing):
            flow = keyword_cost(m, thing.card, "Flow")
            places = entering.places(m, number, thing) if thing.card.type == "Unit" else [BASE]
            if flow is not None:
                found += _play_actions(m, number, thing, have, flow, places)
            found += _for_another_cost(m, number, thing, have, places)
    return found


def _for_another_cost(m: Match, number: int, thing: Thing, have: Funds, places: Sequence[int]) -> list[Action]:
    """The ways to play a card for what its text says instead of its base cost (RP 8.4)."""
    found = []
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    for block in said_costs(m, thing, "play_for")[:1]:
        base, rest = split_cost(m, thing.card, block, env)
        if payable(m, number, thing, rest):
            found += _play_actions(m, number, thing, have, base, places, "instead")
    return found


def _in_time(thing: Thing, moment: str) -> bool:
    """Whether the card's own words permit the moment (RP 5.1, 5.2)."""
    if moment == "main":
        return True
    card = thing.card
    if card.keyword("Reaction") is not None or card.keyword("Quick-Draw") is not None:
        return True
    return moment == "action" and card.keyword("Action") is not None


def _ways(m: Match, number: int, thing: Thing, moment: str, have: Funds, usual: list[list[int]]) -> list[Action]:
    """The ways to play a card from hand or Champion zone; ``usual`` keeps the places to which any unit may go."""
    card = thing.card
    timely = _in_time(thing, moment)
    if not timely and not (card.type == "Unit" and card.keyword("Ambush") is not None):
        return []
    base = base_cost(m, card)
    if (
        base.energy > have.energy
        and "only" not in m.state.seats[number].marks
        and not (m.state.statics.get("reduce") or m.state.seats[number].mods or card.at_hand)
    ):
        # Too dear, and nothing makes it cheaper.
        return []
    if not _may_play(m, number, thing):
        return []
    if card.type != "Unit":
        found = _play_actions(m, number, thing, have, base, [BASE])
        return [*found, *_for_another_cost(m, number, thing, have, [BASE])] if card.at_hand else found
    places: list[int] = []
    if timely and card.abilities:
        places = entering.places(m, number, thing)
    elif timely:
        if not usual:
            usual.append(entering.places(m, number, thing))
        places = list(usual[0])
    if card.keyword("Ambush") is not None:
        # To a battlefield where its player has units it may go, and is a Reaction then (RP 13, Ambush).
        places += [one.id for one in fields(m) if one.id not in places and number in present(m, one.id)]
    found = _play_actions(m, number, thing, have, base, places)
    return [*found, *_for_another_cost(m, number, thing, have, places)] if card.at_hand else found


def _may_play(m: Match, number: int, thing: Thing) -> bool:
    if thing.card.type not in ("Unit", "Gear", "Spell"):
        return False
    for ability in thing.card.at_hand:
        if "static" in ability.on:
            env = {"source": thing.id, "seat": number, "it": (thing.id,)}
            for node in ability.do:
                if (
                    node.word == "forbid"
                    and node.args["what"] == "play"
                    and (ability.when is None or condition(m, ability.when, env))
                ):
                    return False
    return not seat_forbidden(m, number, "play", thing)


def _play_actions(
    m: Match, number: int, thing: Thing, have: Funds, base: Cost, places: Sequence[int], how: str = ""
) -> list[Action]:
    """The plays that can be carried out as a whole: each place, each choice of optional costs.

    ``how`` is the word of a way to play other than for the base cost.
    """
    card = thing.card
    if not places:
        return []
    own = thing.zone
    have = funds_for(m, number, have, card.type.lower())
    must, rest = other_costs(m, thing) if card.at_hand else (FREE, ())
    if rest and not payable(m, number, thing, rest):
        return []
    options: list[tuple[str, Cost, Block]] = [("", FREE, ())]
    optional = extras(m, thing) if card.keywords or card.at_hand else []
    options += optional
    if len(optional) > 1:
        options.append(
            (
                "+".join(name for name, _, _ in optional),
                plus(optional[0][1], *_added(optional[1:])),
                tuple(node for _, _, block in optional for node in block),
            )
        )
    found: list[Action] = []
    for name, extra, block in options:
        cost = price(m, number, thing, base, plus(must, extra.energy, extra.power), own, paid=name)
        if not can_pay(have, cost) or (block and not payable(m, number, thing, (*rest, *block))):
            continue
        if card.type == "Spell" and not _has_targets(m, number, thing, cost, have, _times(name)):
            continue
        for place in places:
            targets = () if place == BASE or card.type == "Spell" else (place,)
            option = "+".join(one for one in (how, name) if one)
            found.append(Action("play", number, thing.id, targets, option or None))
    return found


def _added(more: Sequence[tuple[str, Cost, Block]]) -> tuple[int, Mapping[str, int]]:
    total = FREE
    for _, cost, _ in more:
        total = plus(total, cost.energy, cost.power)
    return total.energy, total.power


def _times(option: str) -> int:
    """How often a spell is carried out: once, and once more for each Repeat that is paid."""
    return 1 + sum(one.partition(" ")[0] == "Repeat" for one in option.split("+"))


def _has_targets(m: Match, number: int, thing: Thing, cost: Cost, have: Funds, times: int) -> bool:
    do = instructions(m, number, thing)
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    at = thing.at if thing.zone == "facedown" else NOBODY
    return not do or can_choose(m, number, do, env, cost, have, at=at, times=times)


def instructions(m: Match, number: int, thing: Thing) -> Block:
    """What a spell does: its abilities that hold now, one after the other (RP 8.9)."""
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    do: list[Node] = []
    for ability in thing.card.abilities:
        if "play" not in ability.on or ability.of is not None or ability.zone != "play":
            continue
        if ability.when is not None and not condition(m, ability.when, env):
            continue
        block: Block = ability.do
        if ability.may:
            block = (Node("may", {"do": block}),)
        if ability.check is not None:
            block = (Node("if", {"is": ability.check, "then": block}),)
        do += block
    return tuple(do)


# -- playing ----------------------------------------------------------------------------------------------------------


def _play(m: Match, action: Action) -> None:
    place = action.targets[0] if action.targets else BASE
    m.push(("play", action.source, action.seat, place, action.option or ""), ("check",), ("settle",))


def _play_task(m: Match, one: int, number: int, place: int, option: str) -> None:
    """Steps 1 to 5: choices, the total cost, paying; the card is on the chain meanwhile (RP 8.2-8.7)."""
    thing = m.state.things[one]
    card, origin = thing.card, thing.zone
    wanted = option.split("+") if option else []
    base = FREE if origin == "facedown" else base_cost(m, card)
    must, rest = other_costs(m, thing)
    if "instead" in wanted:
        env = {"source": one, "seat": number, "it": (one,)}
        base, more_rest = split_cost(m, card, said_costs(m, thing, "play_for")[0], env)
        rest = (*rest, *more_rest)
    elif origin == "discard":
        base = keyword_cost(m, card, "Flow") or base
    for name, cost, block in extras(m, thing):
        if name in wanted:
            must, rest = plus(must, cost.energy, cost.power), (*rest, *block)
    total = price(m, number, thing, base, must, origin, paid=option)
    purpose = card.type.lower()
    have = funds_for(m, number, funds(m, number), purpose)
    at = thing.at if origin == "facedown" else NOBODY
    parts: list[Block] = []
    if card.type == "Spell":
        do = instructions(m, number, thing)
        env = {"source": one, "seat": number, "it": (one,)}
        parts = choose(m, number, do, env, total, have, at=at, times=_times(option))
    more = sum(deflect(m, number, m.state.things[target]) for do in parts for target in bound_things(do))
    if more:
        total = plus(total, 0, {"any": more})
        if not can_pay(have, total):
            # Targets of modes ask for more than there is: the play is undone (RP 8.7).
            return
    m.count_use(m.state.seats[number], "plays")
    opened(m)
    pay(m, number, total, purpose)
    use_up(m, number, thing)
    moves.move(m, thing, "chain")
    paid = (*wanted, *(("free",) if origin == "facedown" else ()))
    flowing = origin == "discard" and "instead" not in wanted
    marks: dict[str, Any] = {"paid": paid, "from": origin, "spent": total.energy}
    if flowing and card.keyword("Flow") is not None:
        marks["goes"] = "banishment"
    for key, value in marks.items():
        m.mark(thing, key, value)
    if at != NOBODY:
        marks["at"] = at
    m.mark(m.state, "spent", {**m.state.marks.get("spent", {}), str(one): total.energy})
    finish = ("finalize", one, number, place, tuple(parts), marks)
    if rest:
        m.push(("block", rest, 0, {"source": one, "seat": number, "it": (one,)}), finish)
    else:
        m.push(finish)


def _finalize(m: Match, one: int, number: int, place: int, parts: tuple[Block, ...], marks: dict[str, Any]) -> None:
    """Step 6: a permanent is there at once, a spell waits on the chain and can be answered (RP 8.8, 7.4)."""
    thing = m.state.things[one]
    if thing.zone != "chain":
        return
    if thing.card.type != "Spell":
        entering.enter(m, thing, number, place, marks)
        return
    do = tuple(node for part in parts for node in part)
    cuts = tuple(len(part) for part in parts)
    env = {"source": one, "seat": number, "it": (one,)}
    if "at" in marks:
        env["hidden_at"] = marks["at"]
    add_item(m, number, one, "card", None, env, {**marks, "cuts": cuts}, do)
    emit(m, "finalize", one, NOBODY, number)
    targeted(m, number, one, do, paid=True)


def resolve_item(m: Match, item: Item) -> None:
    """A spell is carried out from top to bottom, then put away; with Repeat once more (RP 7.8, 8.9)."""
    env = {**recall(m, item.env), "seat": item.seat}
    blocks: list[tuple[Any, ...]] = []
    start = 0
    for n in item.marks.get("cuts", ()):
        blocks.append(("block", item.do[start : start + n], 0, env))
        start += n
    m.push(*blocks, ("put_away", item.source, item.seat, item.marks.get("goes", "discard")))


def _put_away(m: Match, one: int, number: int, zone: str) -> None:
    """The spell goes to its owner's trash and has been played (RP 8.9, 8.10); with Flow it is banished."""
    thing = m.state.things[one]
    emit(m, "play", one, NOBODY, number)
    if thing.zone == "chain":
        moves.move(m, thing, zone)
        if zone == "banishment":
            emit(m, "banish", one, NOBODY, number)


def _play_queued(m: Match) -> None:
    """A spell that an effect plays goes onto the chain when nothing resolves any more (RP 8.2, 9.2)."""
    (one, number, marks), *rest = m.state.marks["queued"]
    thing = m.state.things[one]
    do = instructions(m, number, thing)
    env = {"source": one, "seat": number, "it": (one,)}
    there = possible(m, number, do, env)
    parts = (bind(m, number, do, env),) if there else ()
    m.mark(m.state, "queued", tuple(rest) or None)
    if there:
        m.push(("finalize", one, number, BASE, parts, marks))
    else:
        moves.move(m, thing, "discard")


def countered(m: Match, item: Item) -> None:
    """A spell on the chain is countered: no effect, no refund; its card goes to the trash (RP 7.11)."""
    from deckkit.engine.chain import remove

    remove(m, item.serial)
    thing = m.state.things[item.source]
    if not july(m):
        # In March it has not been played at all, for Legion neither.
        happened = m.state.happened.get("finalize", ())
        m.put(m.state.happened, "finalize", tuple(one for one in happened if one.it != item.source))
    if thing.zone == "chain":
        moves.move(m, thing, item.marks.get("goes", "discard"))
        emit(m, "countered", item.source, NOBODY, item.seat)


# -- by effects -------------------------------------------------------------------------------------------------------


def make_token(m: Match, number: int, card: PlayCard, place: int, *, exhausted: bool = True) -> Thing:
    """Plays a token: it is an object of its own, and a unit enters exhausted unless told otherwise (RP 2.12)."""
    thing = m.add_thing(card, number, "", f"{card.slug}-{len(m.state.things) + 1}")
    entering.enter(m, thing, number, place, {"paid": ("free",)}, exhausted=exhausted)
    return thing


PERFORM = {"play": _play}
TASKS: Mapping[str, Any] = {
    "play": _play_task,
    "finalize": _finalize,
    "put_away": _put_away,
    "play_queued": _play_queued,
}
