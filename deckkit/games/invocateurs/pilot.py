"""How Invocateurs is played by a pilot: the features that ``pilot.toml`` weighs, and what goldfish need of the game.

A feature is a whole number about an action, from what the seat sees: of hidden cards only that they are there
(IN 13.1). Figures are ATK and DEF as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.effects.notation import Node, Selector
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.games.invocateurs.combat import compare, figure, may_attack
from deckkit.games.invocateurs.setup import OPENING
from deckkit.games.invocateurs.turn import PHASES
from deckkit.goldfish.pilot import Feature, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import HiddenError, Reader, once
from deckkit.goldfish.solo import Solo

__all__ = ["FEATURES", "SOLO", "VALUES", "sensible"]

#: What a face-down defender is reckoned with: a middling DEF.
_HIDDEN_DEF = 1500
#: With so few cards left in the deck no more are drawn than must be (IN 10.2).
_LAST_CARDS = 8


# -- what the rules compute ------------------------------------------------------------------------------------------


def _able(m: Match, seat: int, thing: Thing) -> int:
    """Whether an own summon may still attack in this turn (IN 4.3, 7.1)."""
    too_early = m.state.turn == 1 and seat == m.state.first
    return int(m.state.active == seat and m.state.phase != "main2" and not too_early and may_attack(m, thing))


def _harm(m: Match, _seat: int, thing: Thing) -> int:
    """What the attack of a foe's summon would do to its target: life points lost, and one more for a card (IN 7)."""
    attack = m.state.marks.get("attack")
    if attack is None or attack[0] != thing.id:
        return 1
    if attack[1] == NOBODY:
        return figure(m, thing, "atk")
    target = m.state.things[attack[1]]
    defending = target.zone == "field" and target.exhausted
    other = figure(m, target, "def" if defending else "atk")
    found = compare(figure(m, thing, "atk"), other, defending=defending)
    return found.defender_loses + found.target_falls


VALUES: Mapping[str, Callable[[Match, int, Thing], int]] = {
    "phase": lambda m, _seat, _thing: PHASES.index(m.state.phase),
    "able": _able,
    "harm": _harm,
}


# -- what the seat sees ----------------------------------------------------------------------------------------------


def _atk(seen: Reader, thing: Thing) -> int:
    return max(0, seen.stat(thing, "atk"))


def _def(seen: Reader, thing: Thing) -> int:
    return max(0, seen.stat(thing, "def"))


def _strength(seen: Reader, thing: Thing) -> int:
    return max(_atk(seen, thing), _def(seen, thing))


@once
def _own(seen: Reader) -> list[Thing]:
    return [one for one in seen.board(seen.seat) if one.zone == "field"]


@once
def _foes(seen: Reader) -> list[Thing]:
    """The face-up summons of the foe."""
    return [one for seat in seen.foes for one in seen.board(seat) if one.zone == "field"]


@once
def _hidden(seen: Reader) -> int:
    """How many summons of the foe lie face down."""
    return sum(seen.size(seat, "field") for seat in seen.foes) - len(_foes(seen))


@once
def _threat(seen: Reader) -> int:
    """The strongest attack of the foe that is known."""
    return max((_atk(seen, one) for one in _foes(seen)), default=0)


@once
def _ready(seen: Reader) -> list[Thing]:
    return [one for one in _own(seen) if seen.value("able", one)]


def _fight(seen: Reader, thing: Thing, target: Thing | None, more: int = 0) -> int:
    """What a fight is worth, by the cards that are known: above 0 where it is won, below where it costs."""
    if target is None:
        defending, other = True, _HIDDEN_DEF
    else:
        defending = target.zone == "field" and target.exhausted
        other = _def(seen, target) if defending else _atk(seen, target)
    found = compare(_atk(seen, thing) + more, other, defending=defending)
    if found.attacker_falls or found.attacker_loses:
        return -1
    return 1000 + found.defender_loses if found.target_falls else 0


def _helped(seen: Reader, more: int) -> Thing | None:
    """The own summon that wins a fight, or the game, with so much more ATK, and does not without."""
    targets: list[Thing | None] = [*_foes(seen), *([None] if _hidden(seen) else [])]
    found: Thing | None = None
    best = 0
    ready: list[Thing] = _ready(seen)
    for thing in ready:
        for target in targets:
            gain = _fight(seen, thing, target, more) if _fight(seen, thing, target) <= 0 else 0
            if gain > best:
                found, best = thing, gain
        if not targets and _atk(seen, thing) + more >= min(seen.life(seat) for seat in seen.foes):
            return thing
    return found


def _source(seen: Reader, action: Action) -> Thing:
    return seen.thing(action.source)


def _nodes(thing: Thing) -> list[Node]:
    return [node for one in thing.card.abilities for node in one.do]


def _boost(thing: Thing) -> int:
    """How much ATK a card's effect gives to what it chooses, as printed."""
    found = 0
    for node in _nodes(thing):
        value = node.get("stats", {}).get("atk", 0) if node.word == "modify" else 0
        found = max(found, value if isinstance(value, int) else 0)
    return found


# -- features --------------------------------------------------------------------------------------------------------


def _cost(seen: Reader, action: Action) -> int:
    """What the sacrifices are worth together."""
    return sum(_strength(seen, seen.thing(one)) for one in action.targets)


def _best_given(seen: Reader, action: Action) -> int:
    return max((_strength(seen, seen.thing(one)) for one in action.targets), default=0)


def _holds(seen: Reader, action: Action) -> int:
    """Whether it stands up to the strongest known attack, and can do something itself."""
    atk = _atk(seen, _source(seen, action))
    return int(atk >= max(1, _threat(seen)))


def _outcome(seen: Reader, action: Action) -> int:
    """What an attack is worth; a direct one all of its ATK and more."""
    thing = _source(seen, action)
    if not action.targets:
        return 5000 + _atk(seen, thing)
    try:
        target: Thing | None = seen.thing(action.targets[0])
    except HiddenError:
        target = None
    return _fight(seen, thing, target)


def _terrain_gain(seen: Reader, action: Action) -> int:
    """How many more own summons than the foe's a Terrain changes."""
    thing = _source(seen, action)
    tests = [node.get("target") for node in _nodes(thing)]
    filters = [one.filter for one in tests if isinstance(one, Selector) and one.filter is not None]

    def touched(cards: list[Thing]) -> int:
        return sum(any(seen.fits(test, one, thing.id) for test in filters) for one in cards)

    return touched(_own(seen)) - touched(_foes(seen))


def _use(seen: Reader, action: Action) -> int:
    """Whether a Magic or a power does something worth having now."""
    thing = _source(seen, action)
    return int(any(_USES[node.word](seen, thing, node) for node in _nodes(thing) if node.word in _USES))


def _use_boost(seen: Reader, thing: Thing, _node: Node) -> bool:
    """In combat, where it wins a fight or the game; a power, which comes back, also for a direct attack."""
    if PHASES[seen.value("phase", thing)] != "combat":
        return False
    free = thing.zone == "officer" and bool(_ready(seen)) and not _foes(seen) and not _hidden(seen)
    return free or _helped(seen, _boost(thing)) is not None


def _use_life(seen: Reader, _thing: Thing, node: Node) -> bool:
    n = node.get("n", 1)
    return bool(seen.config("life") - seen.life(seen.seat) >= (n if isinstance(n, int) else 1))


_USES: Mapping[str, Callable[[Reader, Thing, Node], bool]] = {
    "modify": _use_boost,
    "life": _use_life,
    "draw": lambda seen, _thing, _node: seen.size(seen.seat, "deck") > _LAST_CARDS,
    "special_summon": lambda *_: True,
    "destroy": lambda *_: True,
}


def _option(seen: Reader, action: Action) -> Thing | None:
    """The thing that an answer names, where the seat knows it."""
    if not isinstance(action.option, int):
        return None
    try:
        return seen.thing(action.option)
    except HiddenError:
        return None


def _help_here(seen: Reader, action: Action) -> int:
    """Whether what is chosen wins a fight by the help that is given."""
    one, decision = _option(seen, action), seen.decision
    if one is None or decision is None or decision.source == NOBODY:
        return 0
    return int(_helped(seen, _boost(seen.thing(decision.source))) is one)


def _of_option(work: Callable[[Reader, Thing], int]) -> Feature:
    def feature(seen: Reader, action: Action) -> int:
        one = _option(seen, action)
        return 0 if one is None else work(seen, one)

    return feature


def _harmful(seen: Reader, _action: Action) -> int:
    decision = seen.decision
    return 0 if decision is None else seen.value("harm", seen.thing(decision.source))


def _next_phase(seen: Reader, action: Action) -> int:
    legal = [one.option for one in seen.legal if one.kind == "phase"]
    return int(bool(legal) and action.option == legal[0])


FEATURES: Mapping[str, Feature] = {
    "atk": lambda seen, action: _atk(seen, _source(seen, action)),
    "def": lambda seen, action: _def(seen, _source(seen, action)),
    "strength": lambda seen, action: _strength(seen, _source(seen, action)),
    "sturdy": lambda seen, action: int(_def(seen, _source(seen, action)) > _atk(seen, _source(seen, action))),
    "sacrifices": lambda _seen, action: len(action.targets),
    "cost": _cost,
    "gain": lambda seen, action: _atk(seen, _source(seen, action)) - _best_given(seen, action),
    "attack_gain": lambda seen, action: (
        _atk(seen, _source(seen, action)) - sum(_atk(seen, seen.thing(one)) for one in action.targets)
    ),
    "open": lambda seen, _action: int(not _foes(seen) and not _hidden(seen)),
    "down": lambda _seen, action: int(action.option == "down"),
    "holds": _holds,
    "lying": lambda seen, action: int(_source(seen, action).exhausted),
    "main": lambda seen, action: int(PHASES[seen.value("phase", _source(seen, action))] == "main"),
    "outcome": _outcome,
    "magic": lambda seen, action: int(_source(seen, action).card.type == "Magic"),
    "trap": lambda seen, action: int(_source(seen, action).card.type == "Trap"),
    "terrain": lambda seen, action: int(_source(seen, action).card.type == "Terrain"),
    "equipment": lambda seen, action: int(_source(seen, action).card.type == "Equipment"),
    "boost": lambda seen, action: _boost(_source(seen, action)),
    "terrain_gain": _terrain_gain,
    "use": _use,
    "power": lambda seen, action: int(any("activate" in one.on for one in _source(seen, action).card.abilities)),
    "next_phase": _next_phase,
    "harm": _harmful,
    "option_pass": lambda _seen, action: int(action.option == "pass"),
    "option_yes": lambda _seen, action: int(action.option == "yes"),
    "option_help": _help_here,
    "option_mine": _of_option(lambda seen, one: int(one.controller == seen.seat)),
    "option_standing": _of_option(lambda _seen, one: int(not one.exhausted)),
    "option_atk": _of_option(_atk),
    "option_known": _of_option(lambda _seen, _one: 1),
    "option_worn": _of_option(lambda _seen, one: int(one.to != NOBODY)),
}


# -- the game's part for goldfish ------------------------------------------------------------------------------------


def _read(path: Any) -> Pilot:
    from deckkit.games.invocateurs.table import TABLE

    return read_pilot(Path(path), FEATURES, VALUES, kinds=TABLE.perform)


@cache
def sensible() -> Pilot:
    """The usual pilot."""
    return _read(Path(__file__).with_name("pilot.toml"))


SOLO = Solo(
    pilots={"greedy": lambda _seed: sensible(), "random": Randomly, "nothing": lambda _seed: Nothing()},
    read=_read,
    pile=lambda deck: {"deck": OPENING.pile(deck)},
    # A card that lies face down counts as played when it is turned up or used.
    played=("play", "magic", "summon", "react"),
    # How far the game has come: the life points that the foe has lost.
    score=lambda m: m.config["life"] - m.state.seats[1].life,
)
