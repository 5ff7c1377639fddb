"""Playing cards: what may be played when, paying, the chain, resolving, entering play (WOW 29 to 33, 42, 45)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckkit.effects.notation import Ability, Block, Node
from deckkit.engine import chain, moves
from deckkit.engine.match import Match
from deckkit.engine.restrictions import seat_forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, Action, Item, Thing
from deckkit.engine.targets import bind, bound_things, possible
from deckkit.engine.triggers import emit, recall
from deckkit.engine.values import holds
from deckkit.games.wowtcg import heroes
from deckkit.games.wowtcg.aiming import aimable
from deckkit.games.wowtcg.damage import hero_of
from deckkit.games.wowtcg.payment import basic_price, cheapening, pay, ready_resources, use_up
from deckkit.games.wowtcg.strikes import destroy_forms

__all__ = ["PERFORM", "TASKS", "by_effect", "effect_of", "into_play", "plays", "resolve_card", "target"]

_ROWS = {"Ally": "allies", "Hero": "hero"}
#: More than anybody has resources.
_MOST_X = 50
#: How many combo cards a Finishing Move takes at most (WOW 102).
_COMBOS = 5


def effect_of(abilities: tuple[Ability, ...]) -> Block:
    """What a card does when it resolves, as one block: each of its abilities with its "if" and its "may"."""
    found: list[Node] = []
    for ability in abilities:
        if "play" not in ability.on or ability.of is not None or ability.zone != "play":
            continue
        block = ability.do
        if ability.may:
            block = (Node("may", {"do": block}),)
        if ability.check is not None:
            block = (Node("if", {"is": ability.check, "then": block}),)
        found += block
    return tuple(found)


# -- what may be played ----------------------------------------------------------------------------------------------


def plays(m: Match, seat: int, ready: int, *, main: bool) -> Iterator[Action]:
    """Every card that a player may play now; outside the own action phase instants only (WOW 29)."""
    things = m.state.things
    zones = m.state.seats[seat].zones
    watched = bool(m.state.seats[seat].mods) or "forbid:play" in m.state.statics
    combat = m.state.marks.get("combat")
    for one in zones["hand"]:
        thing = things[one]
        card = thing.card
        if not (main or card.facts.get("instant")) or not card.facts.get("playable"):
            continue
        if not (card.works_elsewhere or card.keywords) and card.cost > ready and not _cheaper(m, seat):
            continue
        yield from _ways(m, seat, thing, ready, watched, combat)
    for one in zones["discard"]:
        thing = things[one]
        # Artifacts are played from the graveyard, too (WOW 90).
        if thing.card.facts.get("artifact") and (main or thing.card.facts.get("instant")):
            yield from _ways(m, seat, thing, ready, watched, combat)


def _cheaper(m: Match, seat: int) -> bool:
    """Whether anything in play may make a player's cards cheaper."""
    if "reduce" in m.state.statics or m.state.seats[seat].mods:
        return True
    return bool(cheapening(m, seat))


def _ways(
    m: Match, seat: int, thing: Thing, ready: int, watched: bool, combat: Mapping[str, Any] | None
) -> Iterator[Action]:
    card = thing.card
    cost = basic_price(m, seat, thing)
    trap = combat is not None and card.keyword("Trap") is not None and _trapping(m, seat, combat) is not None
    if cost > ready and not trap:
        return
    if not _allowed(m, seat, thing, watched):
        return
    if cost <= ready:
        yield Action("play", seat, thing.id)
    if trap:
        yield Action("play", seat, thing.id, option="trap")


def _trapping(m: Match, seat: int, combat: Mapping[str, Any]) -> Thing | None:
    """The own hero that defends and may be exhausted for a Trap (WOW 127)."""
    hero = hero_of(m, seat)
    if hero is None or hero.exhausted or combat["defender"] != hero.id:
        return None
    return hero


def _allowed(m: Match, seat: int, thing: Thing, watched: bool) -> bool:
    """Whether nothing forbids to play a card and all targets that it needs are there."""
    for ability in thing.card.at_hand:
        if "static" in ability.on:
            env = {"source": thing.id, "seat": seat, "it": (thing.id,)}
            if any(node.word == "forbid" and node.args["what"] == "play" for node in ability.do) and holds(
                m, ability, env
            ):
                return False
    if watched and seat_forbidden(m, seat, "play", thing):
        return False
    effect: Block = thing.card.facts.get("effect", ())
    if effect:
        return aimable(m, seat, effect, {"source": thing.id, "seat": seat, "it": (thing.id,), "x": 0})
    return True


# -- playing ---------------------------------------------------------------------------------------------------------


def _play(m: Match, action: Action) -> None:
    m.push(("play", action.source, action.seat, action.option or ""))


def _play_task(m: Match, one: int, seat: int, way: str) -> None:
    """Choices, then the price, then the card is on the chain (WOW 19, 42)."""
    thing = m.state.things[one]
    card = thing.card
    env: dict[str, Any] = {"source": one, "seat": seat, "it": (one,)}
    x = 0
    if "x" in card.facts:
        x = _choose_x(m, seat, thing, way)
        env["x"] = x
    gone = _combos(m, seat, thing)
    if gone is not None:
        env["x"] = len(gone)
    do = bind(m, seat, card.facts["effect"], env) if card.facts.get("effect") else ()
    if way == "trap":
        hero = _trapping(m, seat, m.state.marks["combat"])
        assert hero is not None
        moves.exhaust(m, hero)
    else:
        pay(m, seat, basic_price(m, seat, thing, x))
    use_up(m, seat, thing)
    for combo in gone or ():
        moves.move(m, m.state.things[combo], "removed")
    _onto_chain(m, thing, seat, do, env)
    m.push(("pending",), ("priority", seat))


def _choose_x(m: Match, seat: int, thing: Thing, way: str) -> int:
    """X is what the player can pay (WOW 19)."""
    if way == "trap":
        return 0
    ready = ready_resources(m, seat)
    most = 0
    while most < _MOST_X and basic_price(m, seat, thing, most + 1) <= ready:
        most += 1
    return int(m.choose(seat, "number", list(range(most + 1)), thing.id)) if most else 0


def _combos(m: Match, seat: int, thing: Thing) -> tuple[int, ...] | None:
    """The combo cards that a Finishing Move removes from the game, up to five (WOW 102)."""
    if thing.card.keyword("Finishing Move") is None:
        return None
    graveyard = m.state.seats[seat].zones["discard"]
    combos = [one for one in graveyard if "Combo" in m.state.things[one].card.traits and one != thing.id]
    taken: list[int] = []
    while len(taken) < min(_COMBOS, len(combos)):
        left: list[Any] = [one for one in combos if one not in taken]
        answer = m.choose(seat, "cards", [*left, "done"], thing.id, tuple(taken))
        if answer == "done":
            break
        taken.append(answer)
    return tuple(taken)


def _onto_chain(m: Match, thing: Thing, seat: int, do: Block, env: Mapping[str, Any]) -> None:
    """The card goes onto the chain, and its targets become targets."""
    moves.move(m, thing, "chain")
    if thing.controller != seat:
        m.set(thing, "controller", seat)
    chain.add(m, seat, thing.id, "card", None, env, None, do)
    emit(m, "play", thing.id, seat=seat)
    target(m, thing, seat, do)
    if thing.card.type == "Ability":
        if "Feral" not in thing.card.traits:
            destroy_forms(m, seat)
        if thing.card.keyword("Echo") is not None and _shared_race(m, seat):
            m.push(("echo", thing.id, seat, dict(env)))


def target(m: Match, thing: Thing, seat: int, do: Block) -> None:
    """Tells what has become a target of a card or power."""
    for one in bound_things(do):
        emit(m, "targeted", one, thing.id, seat)


def _shared_race(m: Match, seat: int) -> bool:
    races: set[str] = set()
    for one in m.state.seats[seat].zones["allies"]:
        for race in m.state.things[one].card.facts.get("races", ()):
            if race in races:
                return True
            races.add(race)
    return False


def _echo(m: Match, one: int, seat: int, env: dict[str, Any]) -> None:
    """Echo: a copy of the ability, for which new targets may be chosen (WOW 106)."""
    thing = m.state.things[one]
    effect: Block = thing.card.facts.get("effect", ())
    if not effect or not possible(m, seat, effect, env):
        return
    do = bind(m, seat, effect, env)
    chain.add(m, seat, one, "ability", None, env, {"copy": True}, do)
    target(m, thing, seat, do)


# -- resolving -------------------------------------------------------------------------------------------------------


def resolve_card(m: Match, item: Item) -> None:
    """A card resolves: an ability does what it says and goes to the graveyard, all else enters play (WOW 30, 32)."""
    thing = m.state.things[item.source]
    if thing.zone != "chain":
        return
    if chain.interrupted(m, item):
        interrupt(m, thing, item.seat)
        return
    env = {**recall(m, item.env), "seat": item.seat}
    if thing.card.type == "Ability" and not thing.card.facts.get("ongoing"):
        m.push(("block", item.do, 0, env), ("spent", thing.id))
        return
    if env.get("x"):
        m.mark(thing, "x", env["x"])
    into_play(m, thing, item.seat)
    if item.do:
        m.push(("block", item.do, 0, env))


def interrupt(m: Match, thing: Thing, seat: int) -> None:
    """An interrupted card goes to its owner's graveyard, without any effect (WOW 45)."""
    moves.move(m, thing, "discard")
    emit(m, "interrupted", thing.id, NOBODY, seat)
    emit(m, "put_discard", thing.id, NOBODY, thing.owner)


def into_play(m: Match, thing: Thing, seat: int, *, exhausted: bool = False) -> None:
    """A card enters its row (WOW 32); a Master Hero takes the place of the hero (WOW 57)."""
    card = thing.card
    if card.type in ("Quest", "Location"):
        moves.move(m, thing, "resources", exhausted=exhausted)
        emit(m, "enter", thing.id, seat=seat)
        return
    moves.enter(m, thing, _ROWS.get(card.type, "hero_row"), seat=seat, exhausted=exhausted)
    m.mark(m.state, "crowded", True)
    if card.type == "Hero":
        heroes.succeed(m, thing, seat)
    emit(m, "enter", thing.id, seat=seat)


def _spent(m: Match, one: int) -> None:
    """A resolved ability goes to its owner's graveyard, unless something has put it elsewhere (WOW 30)."""
    thing = m.state.things[one]
    if thing.zone == "chain":
        moves.move(m, thing, "discard")
        emit(m, "put_discard", one, one, thing.owner)


def by_effect(run: Run, thing: Thing, node: Node) -> bool:
    """An effect plays a card, for free or for its cost; it goes onto the chain like any other."""
    m, seat = run.m, run.seats()[0]
    if not thing.card.facts.get("playable") or not _allowed(m, seat, thing, True):
        return False
    cost = 0
    if not node.args.get("free", False):
        cost = max(0, basic_price(m, seat, thing) - run.amount("reduce", 0))
        if cost > ready_resources(m, seat):
            return False
    env = {"source": thing.id, "seat": seat, "it": (thing.id,), "x": 0}
    do = bind(m, seat, thing.card.facts["effect"], env) if thing.card.facts.get("effect") else ()
    pay(m, seat, cost)
    use_up(m, seat, thing)
    _onto_chain(m, thing, seat, do, env)
    return True


PERFORM: Mapping[str, Callable[[Match, Action], None]] = {"play": _play}
TASKS: Mapping[str, Callable[..., None]] = {"play": _play_task, "spent": _spent, "echo": _echo}
