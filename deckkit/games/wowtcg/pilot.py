"""How WoW TCG is played by a pilot: the features that ``pilot.toml`` weighs, and what goldfish need of the game.

A feature is a whole number about an action, from what the seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.state import Action, Thing
from deckkit.games.wowtcg.damage import hero_of
from deckkit.games.wowtcg.pilot_worth import VALUES, body, exchange, gain, harmful, known, needed
from deckkit.games.wowtcg.setup import OPENING
from deckkit.goldfish.pilot import Feature, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import Reader, once
from deckkit.goldfish.solo import Solo
from deckkit.odds.opening import pile_of

__all__ = ["FEATURES", "SOLO", "USUAL_HEALTH", "sensible"]

#: The health that more heroes have than any other, and the median of all (28 of the printed 25 to 33).
USUAL_HEALTH = 28


def _source(seen: Reader, action: Action) -> Thing:
    return seen.thing(action.source)


@once
def _hand(seen: Reader) -> list[Thing]:
    return seen.zone(seen.seat, "hand")


@once
def _main(seen: Reader) -> int:
    return int(any(one.kind == "end" for one in seen.legal))


@once
def _weapons(seen: Reader) -> list[Thing]:
    """The own weapons with which a strike is possible now, the best first."""
    free = seen.resources()
    ready = [
        one
        for one in seen.zone(seen.seat, "hero_row")
        if "strike_cost" in one.card.stats and not one.exhausted and seen.value("strike", one) <= free
    ]
    return sorted(ready, key=lambda one: -seen.stat(one, "atk"))


def _atk(seen: Reader, thing: Thing) -> int:
    """With how much a character attacks: a hero with the best weapon that can strike."""
    found = max(0, seen.stat(thing, "atk"))
    weapons: list[Thing] = _weapons(seen) if thing.card.type == "Hero" else []
    return found + (max(0, seen.stat(weapons[0], "atk")) if weapons else 0)


# -- placing and playing ---------------------------------------------------------------------------------------------


def _needed(seen: Reader, action: Action) -> int:
    thing = _source(seen, action)
    same: int = sum(one.card.key == thing.card.key for one in _hand(seen))
    return needed(seen, thing) - 2 * (same - 1)


def _use(seen: Reader, action: Action) -> int:
    """What a card is worth beyond its body: what it does when it resolves."""
    card = _source(seen, action).card
    return gain(seen, card.facts.get("effect", ()), action.source)


def _held(seen: Reader, action: Action) -> int:
    """How many cards of its slot are in play already: a second weapon or armor of a slot replaces the first."""
    tags = {tag for tag, most in _source(seen, action).card.facts.get("limits", ()) if most == 1}
    if not tags:
        return 0
    mine = seen.board(seen.seat)
    return sum(bool(tags & {tag for tag, _ in one.card.facts.get("limits", ())}) for one in mine)


def _kind(name: str) -> Feature:
    return lambda seen, action: int(_source(seen, action).card.type == name)


# -- powers and quests -----------------------------------------------------------------------------------------------


def _power_gain(seen: Reader, action: Action) -> int:
    thing = _source(seen, action)
    own = thing.card.activated
    place = (action.option or 1) - 1
    return gain(seen, own[place].do, thing.id) if place < len(own) else 0


def _tires(seen: Reader, action: Action) -> int:
    """The attack that a power costs which exhausts its ally."""
    thing = _source(seen, action)
    own, place = thing.card.activated, (action.option or 1) - 1
    if thing.card.type != "Ally" or place >= len(own):
        return 0
    exhausts = any(node.word == "exhaust" for node in own[place].cost)
    return max(0, seen.stat(thing, "atk")) if exhausts and not thing.fresh else 0


def _spare(seen: Reader, _action: Action) -> int:
    """Resources that no card of the hand can use now."""
    cheapest = min((one.card.cost for one in _hand(seen) if one.card.facts.get("playable")), default=99)
    return seen.resources() if cheapest > seen.resources() else 0


# -- combat ----------------------------------------------------------------------------------------------------------


def _outcome(seen: Reader, action: Action) -> int:
    """What an attack is worth: damage to a hero, or what falls in the exchange."""
    thing = _source(seen, action)
    target = seen.thing(action.targets[0])
    atk = _atk(seen, thing)
    if target.card.type == "Hero":
        left = seen.stat(target, "health") - target.damage
        return 5_000 if atk >= left else 3 * atk
    if target.card.type == "Ally":
        return 4 * exchange(seen, atk, thing, target)
    return 6


def _unarmed(seen: Reader, action: Action) -> int:
    thing = _source(seen, action)
    return int(thing.card.type == "Hero" and _atk(seen, thing) <= 0)


def _cheap_strike(seen: Reader, action: Action) -> int:
    """Whether the strike brings more damage than a resource usually does."""
    thing = _source(seen, action)
    weapons: list[Thing] = _weapons(seen)
    if thing.card.type != "Hero":
        return 0
    return int(not weapons or seen.stat(weapons[0], "atk") >= 2 * seen.value("strike", weapons[0]))


def _protection(seen: Reader, action: Action) -> int:
    """What it brings to protect: with an ally that survives, that kills, or that a hero in need is worth."""
    thing, decision = known(seen, action.option), seen.decision
    if thing is None or decision is None:
        return 0
    attacker = seen.thing(decision.source)
    atk = max(0, seen.stat(attacker, "atk"))
    falls = atk >= seen.stat(thing, "health") - thing.damage
    kills = attacker.card.type == "Ally" and seen.stat(thing, "atk") >= seen.stat(attacker, "health") - attacker.damage
    if thing.card.type == "Hero":
        return -1
    return 2 * atk + (body(attacker.card) if kills else 0) - (body(thing.card) if falls else 0)


# -- answers ---------------------------------------------------------------------------------------------------------


def _of_option(work: Callable[[Reader, Thing], int]) -> Feature:
    def feature(seen: Reader, action: Action) -> int:
        one = known(seen, action.option)
        return 0 if one is None else work(seen, one)

    return feature


def _harms(seen: Reader, _action: Action) -> int:
    """Whether the question is whom harm is done to."""
    decision = seen.decision
    source = known(seen, decision.source) if decision is not None else None
    return 0 if source is None else int(harmful(source.card))


def _target_worth(_seen: Reader, thing: Thing) -> int:
    """How much a target matters: a hero in between, an ally by its body."""
    if thing.card.type == "Hero":
        return 8
    return body(thing.card) if thing.card.type == "Ally" else 5


def _good_hand(seen: Reader, _action: Action) -> int:
    """How many cards of the opening hand can be used in the first turns, or placed face up."""
    return sum(one.card.type in ("Quest", "Location") or one.card.cost <= 3 for one in _hand(seen))


def _number(_seen: Reader, action: Action) -> int:
    return action.option if isinstance(action.option, int) else 0


def _word(text: str) -> Feature:
    return lambda _seen, action: int(action.option == text)


FEATURES: Mapping[str, Feature] = {
    "main": lambda seen, _action: _main(seen),
    "up": lambda _seen, action: int(action.option == "up"),
    "stash": lambda _seen, action: int(action.option == "stash"),
    "needed": _needed,
    "price": lambda seen, action: seen.value("price", _source(seen, action)),
    "body": lambda seen, action: body(_source(seen, action).card),
    "use": _use,
    "held": _held,
    "ally": _kind("Ally"),
    "hero": _kind("Hero"),
    "equipment": _kind("Equipment"),
    "weapon": lambda seen, action: int("strike_cost" in _source(seen, action).card.stats),
    "ongoing": lambda seen, action: int(bool(_source(seen, action).card.facts.get("ongoing"))),
    "power_gain": _power_gain,
    "tires": _tires,
    "spare": _spare,
    "atk": lambda seen, action: _atk(seen, _source(seen, action)),
    "outcome": _outcome,
    "unarmed": _unarmed,
    "cheap_strike": _cheap_strike,
    "protection": _protection,
    "harms": _harms,
    "good_hand": _good_hand,
    "number": _number,
    "resources": lambda seen, _action: seen.size(seen.seat, "resources"),
    "option_pass": _word("pass"),
    "option_done": _word("done"),
    "option_yes": _word("yes"),
    "option_top": _word("top"),
    "option_mine": _of_option(lambda seen, one: int(one.controller == seen.seat)),
    "option_worth": _of_option(_target_worth),
    "option_needed": _of_option(needed),
    "option_atk": _of_option(lambda seen, one: max(0, seen.stat(one, "atk"))),
    "option_def": _of_option(lambda seen, one: max(0, seen.stat(one, "def"))),
}


# -- the game's part for goldfish ------------------------------------------------------------------------------------


def _read(path: Any) -> Pilot:
    from deckkit.games.wowtcg.table import TABLE

    return read_pilot(Path(path), FEATURES, VALUES, kinds=TABLE.perform)


@cache
def sensible() -> Pilot:
    """The usual pilot."""
    return _read(Path(__file__).with_name("pilot.toml"))


def _damage(m: Match) -> int:
    hero = hero_of(m, 1)
    return 0 if hero is None else hero.damage


SOLO = Solo(
    pilots={"greedy": lambda _seed: sensible(), "random": Randomly, "nothing": lambda _seed: Nothing()},
    read=_read,
    pile=lambda deck: {"hero": pile_of("hero")(deck), "deck": OPENING.pile(deck)},
    placed=("place",),
    redrawn="mulligan",
    # How far the game has come: the damage on the opposing hero.
    score=_damage,
    settings={"hero_health": USUAL_HEALTH},
)
