"""How Riftbound is played by a pilot: the features that ``pilot.toml`` weighs, and what goldfish need of the game.

A feature is a whole number about an action, from what the seat sees. What cards and effects are worth is in
:mod:`deckkit.games.riftbound.pilot_worth`. Facts are those of the play digest (RP).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from deckkit.decklist.model import Deck
from deckkit.effects.notation import Ability, Block, Node, Selector
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.games.riftbound import pricing, runes
from deckkit.games.riftbound.common import BASE
from deckkit.games.riftbound.pilot_plan import (
    POINT,
    RUNE,
    able,
    against,
    force,
    might_of,
    open_fields,
    own_units,
    plan,
    ready_at_home,
    spare,
    threat,
)
from deckkit.games.riftbound.pilot_worth import HARMS, block_gain, effect_of, foes_units, worth
from deckkit.goldfish.pilot import Feature, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import HiddenError, Reader, once
from deckkit.goldfish.solo import Solo
from deckkit.goldfish.worth import number_of
from deckkit.i18n import Text
from deckkit.odds.opening import Pile, pile_of

__all__ = ["FEATURES", "SOLO", "VALUES", "greedy"]

# -- what the rules compute ------------------------------------------------------------------------------------------


def _cost(m: Match, seat: int, thing: Thing) -> runes.Cost:
    must, _ = pricing.other_costs(m, thing)
    return pricing.price(m, seat, thing, pricing.base_cost(m, thing.card), must, thing.zone)


VALUES: Mapping[str, Callable[[Match, int, Thing], int]] = {
    "energy": lambda m, seat, thing: _cost(m, seat, thing).energy,
    "power": lambda m, seat, thing: sum(_cost(m, seat, thing).power.values()),
}

# -- cards -----------------------------------------------------------------------------------------------------------


def _planned(seen: Reader, action: Action) -> int:
    """The worth of a card that the best use of the Energy plays in this way; 0 for all others."""
    way, value = plan(seen).get(action.source, (-1, 0))
    if action.option not in (None, "Accelerate"):
        return 0
    return max(1, int(value)) if way == int(action.option == "Accelerate") else 0


def _more(seen: Reader, action: Action) -> int:
    """What a further cost (Repeat, say) brings: the effect once more, where the Energy of the plan is not needed."""
    if action.option in (None, "Accelerate") or action.source not in plan(seen):
        return 0
    thing = seen.thing(action.source)
    costs = thing.card.facts.get("costs", {}).get("Repeat")
    if action.option != "Repeat" or costs is None or costs[0] > spare(seen):
        return 0
    return max(0, block_gain(seen, effect_of(thing.card), thing.id) - RUNE * int(sum(costs[1].values())))


def _placed_well(seen: Reader, action: Action) -> int:
    """How good the place of a play is: where the foes threaten most, else at home, from where it can conquer."""
    if not action.targets:
        return 1
    more = 0 if open_fields(seen) else threat(seen, action.targets[0])
    return 1 + more if more > 0 else 0


# -- moving ----------------------------------------------------------------------------------------------------------


def _conquers(seen: Reader, action: Action) -> int:
    """Whether a move takes a battlefield that nobody defends."""
    return int(
        bool(action.targets)
        and action.targets[0] in open_fields(seen)
        and bool(ready_at_home(seen) or _wanderers(seen))
    )


@once
def _wanderers(seen: Reader) -> list[Thing]:
    """Ready units with Ganking at a battlefield, which others keep or which has been held already (RP 11.2)."""
    return [one for one in own_units(seen) if one.at != BASE and not one.exhausted and seen.has(one, "Ganking")]


def _fight(seen: Reader, action: Action) -> int:
    """By how much those who may go there are stronger than those who defend it."""
    if not action.targets or action.targets[0] in open_fields(seen):
        return 0
    place = action.targets[0]
    if not any(one.at == place for one in foes_units(seen)):
        return 0
    there = [one for one in own_units(seen) if one.at == place]
    return force(seen, [*ready_at_home(seen), *there]) - against(seen, place)


def _going(seen: Reader) -> list[Thing]:
    """Those who have been named for the move so far."""
    decision = seen.decision
    return [] if decision is None else [seen.thing(one) for one in decision.taken]


def _enough(seen: Reader, _action: Action) -> int:
    """Whether those who have been named are enough for the place."""
    decision, going = seen.decision, _going(seen)
    if decision is None or decision.source == NOBODY or not going:
        return 0
    need = against(seen, decision.source)
    there = [one for one in own_units(seen) if one.at == decision.source]
    return int(not need or force(seen, [*going, *there]) > need + 1)


def _fights(seen: Reader, _action: Action) -> int:
    decision = seen.decision
    return int(decision is not None and decision.source != NOBODY and against(seen, decision.source) > 0)


def _at_home(_seen: Reader, thing: Thing) -> int:
    return int(thing.at == BASE)


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability(seen: Reader, action: Action) -> Ability | None:
    """The printed ability that an action activates; what others lend is not looked into."""
    known = [one for one in seen.thing(action.source).card.activated if one.zone == "play"]
    if type(action.option) is not int or action.option > len(known):
        return None
    return known[action.option - 1]


def _ability_gain(seen: Reader, action: Action) -> int:
    """What an activated ability is worth beyond its cost."""
    ability = _ability(seen, action)
    if ability is None:
        return 0
    thing = seen.thing(action.source)
    price = energy = 0
    for node in ability.cost:
        n = number_of(node.get("n", 1))
        if node.word == "pay":
            kind = node.get("kind", "energy")
            energy += n if kind in ("", "energy") else 0
            price += 0 if kind in ("", "energy", "xp") else RUNE * n
        elif node.word == "exhaust" and "target" not in node.args:
            price += POINT if thing.at == BASE and thing.card.type == "Unit" and open_fields(seen) else 0
        elif node.word in ("destroy", "recycle", "banish") and "target" not in node.args:
            price += worth(seen, thing)
        elif node.word != "exhaust":
            price += 4 * n
    if energy > spare(seen) or _adds(ability):
        return 0
    return block_gain(seen, ability.do, thing.id) - price


def _adds(ability: Ability) -> bool:
    return bool(ability.do) and all(node.word == "gain_resource" for node in ability.do)


def _enables(seen: Reader, action: Action) -> int:
    """Whether resources that an ability adds make a card playable, or spare a rune at no cost (RP 10.7)."""
    ability = _ability(seen, action)
    if ability is None or not _adds(ability) or any(node.word == "pay" for node in ability.cost):
        return 0
    lost = any(node.word in ("destroy", "recycle", "banish", "discard") for node in ability.cost)
    node = ability.do[0]
    n, energy = number_of(node.get("n", 1)), seen.resources()
    payable = able(seen)
    cards: list[Thing] = [one for zone in ("hand", "champion") for one in seen.zone(seen.seat, zone)]
    if node.get("kind", "") in ("", "energy"):
        wanted = [one for one in cards if energy < seen.value("energy", one) <= energy + n]
        return int(any(worth(seen, one) > 0 for one in wanted))
    for one in cards:
        if one.id == action.source or worth(seen, one) <= 0 or seen.value("energy", one) > energy:
            continue
        if (one.id, 0) not in payable or (not lost and one.id in plan(seen) and seen.value("power", one)):
            return int(seen.value("power", one) > 0)
    return 0


# -- answers ---------------------------------------------------------------------------------------------------------


def _asked_block(seen: Reader) -> Block:
    """The operations that a question is about."""
    word, found = seen.asking
    if isinstance(found, Ability):
        return found.do
    if isinstance(found, Node):
        inner = found.args.get("do")
        return inner if isinstance(inner, tuple) else (found,)
    decision = seen.decision
    if word in ("play", "activate") and decision is not None and decision.source != NOBODY:
        card = seen.thing(decision.source).card
        return effect_of(card) if word == "play" else tuple(node for one in card.activated for node in one.do)
    return ()


def _asked_gain(seen: Reader, _action: Action) -> int:
    decision = seen.decision
    return block_gain(seen, _asked_block(seen), decision.source if decision is not None else NOBODY)


def _nodes(block: Block) -> list[Node]:
    """All operations of a block, those within others too."""
    found: list[Node] = []
    for node in block:
        found.append(node)
        for value in node.args.values():
            if isinstance(value, tuple) and value and all(isinstance(one, Node) for one in value):
                found += _nodes(value)
            elif node.word == "choose_one" and isinstance(value, tuple):
                found += [one for option in value if isinstance(option, tuple) for one in _nodes(option)]
    return found


def _harmful(node: Node) -> bool:
    if node.word == "modify":
        return sum(number_of(value) for value in node.args["stats"].values()) < 0
    return node.word in HARMS or node.get("keyword") == "Temporary"


def _harms(seen: Reader, _action: Action) -> int:
    """Whether what is chosen is harmed: by the operations that choose among the things of all."""
    choosing = [
        node
        for node in _nodes(_asked_block(seen))
        if any(isinstance(one, Selector) and one.kind in ("choose", "bound") for one in node.args.values())
    ]
    return int(any(_harmful(node) for node in choosing))


def _option_gain(seen: Reader, action: Action) -> int:
    modes = next((node for node in _nodes(_asked_block(seen)) if node.word == "choose_one"), None)
    if modes is None or seen.decision is None or not isinstance(action.option, int):
        return 0
    return block_gain(seen, modes.args["options"][action.option], seen.decision.source)


def _thing_of(seen: Reader, action: Action) -> Thing | None:
    """The card that an action or an answer is about, where the seat knows it."""
    number = action.option if action.kind == "choose" else action.source
    if type(number) is not int or number == NOBODY:
        return None
    try:
        return seen.thing(number)
    except HiddenError:
        return None


def _about(of: Callable[[Reader, Thing], int]) -> Feature:
    """A feature of the card that an action is about; 0 where it is about none."""

    def feature(seen: Reader, action: Action) -> int:
        thing = _thing_of(seen, action)
        return 0 if thing is None else of(seen, thing)

    return feature


def _needed(seen: Reader, thing: Thing) -> int:
    """How much a card is wanted in hand: its worth, less what cannot be paid for long."""
    late = max(0, thing.card.cost - seen.size(seen.seat, "runes") - 2)
    return worth(seen, thing) - 3 * late


def _looked_at(seen: Reader, _action: Action) -> int:
    """How much the card is wanted about whose place a question is."""
    decision = seen.decision
    return _needed(seen, seen.thing(decision.taken[0])) if decision is not None and decision.taken else 0


def _says(word: str) -> Feature:
    return lambda _seen, action: int(action.option == word)


def _like_it(seen: Reader, thing: Thing) -> int:
    """How many other cards of the hand that stay cost as much."""
    decision = seen.decision
    away = decision.taken if decision is not None else ()
    return sum(one.card.cost == thing.card.cost and one.id not in away for one in seen.zone(seen.seat, "hand")) - 1


FEATURES: Mapping[str, Feature] = {
    "ability_gain": _ability_gain,
    "asked_gain": _asked_gain,
    "at_home": _about(_at_home),
    "conquers": _conquers,
    "cost": _about(lambda _seen, thing: thing.card.cost),
    "enables": _enables,
    "enough": _enough,
    "fight": _fight,
    "fights": _fights,
    "foes_there": lambda seen, _action: int(bool(foes_units(seen))),
    "gives_away": lambda seen, _action: int(seen.asking[0] in ("discard", "move", "recycle", "destroy", "banish")),
    "harms": _harms,
    "like_it": _about(_like_it),
    "looked_at": _looked_at,
    "might": _about(lambda seen, thing: might_of(seen, thing) if thing.card.type == "Unit" else 0),
    "mine": _about(lambda seen, thing: int(thing.controller == seen.seat)),
    "more": _more,
    "needed": _about(_needed),
    "number": lambda _seen, action: action.option if type(action.option) is int else 0,
    "option_base": _says("base"),
    "option_done": _says("done"),
    "option_foe": lambda seen, action: int(action.option in seen.foes),
    "option_gain": _option_gain,
    "option_top": _says("top"),
    "option_yes": _says("yes"),
    "placed_well": _placed_well,
    "planned": _planned,
    "worth": _about(worth),
}

# -- the game's part for goldfish ------------------------------------------------------------------------------------


def _read(path: Path) -> Pilot:
    from deckkit.games.riftbound.table import TABLE

    return read_pilot(path, FEATURES, VALUES, kinds=TABLE.perform)


@cache
def greedy() -> Pilot:
    """The usual pilot."""
    return _read(Path(__file__).with_name("pilot.toml"))


#: Where the sections of a list begin (RP 3.1).
_ZONES = {"main": "deck", "champion": "champion", "legend": "legend", "runes": "rune_deck", "battlefields": "aside"}


def _piles(deck: Deck) -> Mapping[str, Pile]:
    found = {zone: pile_of(section)(deck) for section, zone in _ZONES.items()}
    return {zone: pile for zone, pile in found.items() if pile or zone == "deck"}


def _lacking(kind: str) -> Callable[[Match], int]:
    """How many cards that could be played from hand or Champion zone ask for more than all runes in play give."""

    def count(m: Match) -> int:
        zones = m.state.seats[0].zones
        have: dict[str, int] = {}
        for one in zones["runes"]:
            domain = runes.domain_of(m.state.things[one])
            have[domain] = have.get(domain, 0) + 1
        every = runes.Funds(len(zones["runes"]), have, 0)
        found = 0
        for one in (*zones["hand"], *zones["champion"]):
            cost = pricing.base_cost(m, m.state.things[one].card)
            part = runes.Cost(cost.energy) if kind == "energy" else runes.Cost(0, cost.power)
            found += not runes.can_pay(every, part)
        return found

    return count


def _domains_absent(m: Match) -> int:
    """How many domains of the rune deck no rune in play has."""
    zones = m.state.seats[0].zones
    things = m.state.things
    there = {runes.domain_of(things[one]) for one in zones["runes"]}
    return len({runes.domain_of(things[one]) for one in zones["rune_deck"]} - there)


SOLO = Solo(
    pilots={"greedy": lambda _: greedy(), "random": Randomly, "nothing": lambda _: Nothing()},
    pile=_piles,
    read=_read,
    placed=("channel",),
    redrawn="mulligan",
    figures={
        "runes": (Text("Runes"), lambda m: len(m.state.seats[0].zones["runes"])),
        "short_energy": (Text("Too dear"), _lacking("energy")),
        "short_power": (Text("Power lacking"), _lacking("power")),
        "domains_absent": (Text("Domains absent"), _domains_absent),
    },
)
