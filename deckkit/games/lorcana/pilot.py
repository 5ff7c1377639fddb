"""How Lorcana is played by a pilot: the features that ``pilot.toml`` weighs, and what goldfish need of the game.

A feature is a whole number about an action, from what the seat sees. What cards and effects are worth is in
:mod:`deckkit.games.lorcana.pilot_worth`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from deckkit.effects.notation import Ability, Block, Node
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.games.lorcana import cost
from deckkit.games.lorcana.abilities import activated
from deckkit.games.lorcana.pilot_worth import HARMS, block_gain, worth
from deckkit.games.lorcana.setup import OPENING
from deckkit.goldfish.pilot import Feature, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.solo import Solo
from deckkit.goldfish.worth import Ways, best_use, number_of

__all__ = ["FEATURES", "SOLO", "VALUES", "greedy"]

# -- what the rules compute ------------------------------------------------------------------------------------------


def _shift_price(m: Match, seat: int, thing: Thing) -> int:
    """The least ink for which a card can be shifted, whatever is in play; a large number where it has no such cost."""
    numbers = [one.n for one in thing.card.keywords if one.name.endswith("Shift") and one.n]
    return cost.price(m, seat, thing, min(numbers)) if numbers else 99


VALUES: Mapping[str, Callable[[Match, int, Thing], int]] = {
    "price": lambda m, seat, thing: cost.price(m, seat, thing, thing.card.cost),
    "shift_price": _shift_price,
}

# -- how the ink is best used ----------------------------------------------------------------------------------------

# So many turns are looked ahead; a card played a turn earlier is worth that much more.
_AHEAD = 3


@lru_cache(maxsize=200_000)
def _future(cards: tuple[Ways, ...], ink: int) -> int:
    """The worth of these cards over the next turns, with one ink more each turn; what comes sooner counts more."""
    total, left = 0, cards
    for ahead in range(_AHEAD):
        if not left:
            break
        value, chosen = best_use(left, min(ink + ahead, 14))
        total += value * (_AHEAD - ahead)
        left = tuple(ways for ways, way in zip(left, chosen, strict=True) if way < 0)
    return total


def _ways(seen: Reader, thing: Thing) -> Ways:
    """How a card in hand can be played, for its price and by Shift."""
    key = ("ways", thing.id)
    found = seen.memo.get(key)
    if found is None:
        ways = [(seen.value("price", thing), worth(seen, thing))]
        shift = seen.value("shift_price", thing)
        if shift < 99:
            bases = _bases(seen, thing)
            if bases:
                ways.append((shift, _shifting(seen, thing, bases)))
        found = seen.memo[key] = tuple(ways)
    return found


def _shifting(seen: Reader, thing: Thing, bases: tuple[Thing, ...]) -> int:
    """What it is worth to shift a card onto these: they are covered, but it quests at once where they could."""
    more = seen.stat(thing, "lore") - sum(max(0, seen.stat(one, "lore")) for one in bases)
    early = max(0, more) if not any(one.fresh or one.exhausted for one in bases) else 0
    if any("Temporary" in keyword.words for keyword in thing.card.keywords):
        # It goes home at the end of the turn, and the character beneath stays (CR 8.10.8.5).
        return 6 * early
    return worth(seen, thing) - sum(worth(seen, one) for one in bases) + 4 * early + 1


def _bases(seen: Reader, thing: Thing) -> tuple[Thing, ...]:
    """What a card would be shifted onto: the least that it can be."""
    shifts = [one for one in seen.legal if one.kind == "shift" and one.source == thing.id]
    found = [tuple(seen.thing(base) for base in one.targets) for one in shifts]
    return min(
        found, key=lambda some: (sum(worth(seen, one) for one in some), tuple(one.id for one in some)), default=()
    )


def _hand(seen: Reader) -> list[Thing]:
    """The hand in an order of its own, so that the same hand is the same question."""
    found = seen.memo.get("hand")
    if found is None:
        found = seen.zone(seen.seat, "hand")
        found = seen.memo["hand"] = sorted(found, key=lambda one: (_ways(seen, one), one.card.key, one.id))
    return found


def _plan(seen: Reader) -> Mapping[int, int]:
    """The cards of the best use of the ink there is: id → way."""
    found = seen.memo.get("plan")
    if found is None:
        hand = _hand(seen)
        _, chosen = best_use(tuple(_ways(seen, one) for one in hand), min(seen.resources(), 20))
        found = seen.memo["plan"] = {one.id: way for one, way in zip(hand, chosen, strict=True) if way >= 0}
    return found


def _spare(seen: Reader) -> int:
    """Ink that the plan leaves."""
    found = seen.memo.get("spare")
    if found is None:
        hand = {one.id: one for one in _hand(seen)}
        paid = sum(_ways(seen, hand[one])[way][0] for one, way in _plan(seen).items())
        found = seen.memo["spare"] = seen.resources() - paid
    return int(found)


# -- the race and exchanges ------------------------------------------------------------------------------------------


def _lore(seen: Reader, thing: Thing) -> int:
    return max(0, seen.stat(thing, "lore")) if thing.card.type == "Character" else 0


def _clock(seen: Reader, seat: int) -> int:
    """In how many of its turns a seat wins by questing with what it has in play."""
    key = ("clock", seat)
    found = seen.memo.get(key)
    if found is None:
        each = sum(max(0, seen.stat(one, "lore")) for one in seen.board(seat) if "lore" in one.card.stats)
        left = seen.config("lore_to_win", 20) - seen.score(seat)
        found = seen.memo[key] = 99 if each <= 0 else -(-left // each)
    return int(found)


def _ahead(seen: Reader, _action: Action) -> int:
    """By how many turns this seat wins the race; negative where it loses it."""
    found = seen.memo.get("ahead")
    if found is None:
        found = min((_clock(seen, seat) for seat in seen.foes), default=99) - _clock(seen, seen.seat)
        seen.memo["ahead"] = found
    return int(found)


def _wins_now(seen: Reader, _action: Action) -> int:
    found = seen.memo.get("wins")
    if found is None:
        lore = sum(_lore(seen, seen.thing(one.source)) for one in seen.legal if one.kind == "quest")
        found = seen.memo["wins"] = int(seen.score(seen.seat) + lore >= seen.config("lore_to_win", 20))
    return int(found)


def _beats(seen: Reader, one: Thing, other: Thing, bonus: int = 0) -> bool:
    """Whether a character banishes another thing in a challenge."""
    strength = max(0, seen.stat(one, "strength")) + bonus
    return strength - seen.keyword(other, "Resist") >= seen.stat(other, "willpower") - other.damage > -99


def _exchange(seen: Reader, action: Action) -> int:
    """What a challenge wins and loses: the worth of what is banished, less the own loss and the lore not gained."""
    me, foe = seen.thing(action.source), seen.thing(action.targets[0])
    won = worth(seen, foe) if _beats(seen, me, foe, seen.keyword(me, "Challenger")) else 0
    lost = worth(seen, me) if foe.card.type == "Character" and _beats(seen, foe, me) else 0
    return won - lost - 3 * _lore(seen, me)


def _at_risk(seen: Reader, action: Action) -> int:
    """The worth of a character that some opposing character could banish once it is exerted."""
    foes = seen.memo.get("foes")
    if foes is None:
        foes = seen.memo["foes"] = [
            one for seat in seen.foes for one in seen.board(seat) if one.card.type == "Character"
        ]
    if foes:
        me = seen.thing(action.source)
        hidden = seen.has(me, "Evasive")
        for foe in foes:
            if _beats(seen, foe, me) and (not hidden or seen.has(foe, "Evasive")):
                return worth(seen, me)
    return 0


# -- features --------------------------------------------------------------------------------------------------------


def _thing_of(seen: Reader, action: Action) -> Thing | None:
    """The card that an action or an answer is about."""
    number = action.option if action.kind == "choose" else action.source
    return seen.thing(number) if type(number) is int and number != NOBODY else None


def _about(of: Callable[[Reader, Thing], int]) -> Feature:
    """A feature of the card that an action is about; 0 where it is about none."""

    def feature(seen: Reader, action: Action) -> int:
        thing = _thing_of(seen, action)
        return 0 if thing is None else of(seen, thing)

    return feature


def _like_it(seen: Reader, thing: Thing) -> int:
    """How many other cards of the hand that stay cost as much."""
    decision = seen.decision
    away = decision.taken if decision is not None else ()
    hand = seen.zone(seen.seat, "hand")
    return sum(one.card.cost == thing.card.cost and one.id not in away for one in hand) - 1


def _dead_ink(seen: Reader, _action: Action) -> int:
    """Cards of the hand that stay and cannot become ink."""
    decision = seen.decision
    away = decision.taken if decision is not None else ()
    return sum(not one.card.facts["inkable"] and one.id not in away for one in seen.zone(seen.seat, "hand"))


def _ink_gain(seen: Reader, action: Action) -> int:
    """How much more the hand is worth over the next turns with this card as ink; of equal ones the duplicate goes."""
    hand = _hand(seen)
    ink = min(seen.resources(), 14)
    thing = seen.thing(action.source)
    held = thing.zone == "hand"
    key = ("ink", _ways(seen, thing), held)
    gain = seen.memo.get(key)
    if gain is None:
        every = [_ways(seen, one) for one in hand]
        if "future" not in seen.memo:
            seen.memo["future"] = _future(tuple(every), ink)
        if held:
            every.remove(key[1])
        gain = seen.memo[key] = _future(tuple(every), ink + 1) - seen.memo["future"]
    if gain <= 0 and seen.size(seen.seat, "inkwell") < 3:
        # Without ink nothing is ever played.
        gain = 1
    if gain <= 0:
        return 0
    copies = sum(one.card is thing.card for one in hand)
    return 20 * int(gain) + 2 * min(copies, 4) + min(thing.card.cost, 9)


def _planned(seen: Reader, action: Action) -> int:
    """The worth of a card that the best use of the ink plays in this way; 0 for all others."""
    way = _plan(seen).get(action.source, -1)
    if way < 0 or (way == 0) != (action.kind == "play"):
        return 0
    thing = seen.thing(action.source)
    if action.kind == "shift" and action.targets != tuple(one.id for one in _bases(seen, thing)):
        return 0
    return max(1, _ways(seen, thing)[way][1])


def _song_gain(seen: Reader, action: Action) -> int:
    """What a song is worth beyond the lore that its singers would gain, who are exerted for it."""
    song = seen.thing(action.source)
    if action.kind == "sing_together":
        return worth(seen, song) - 6
    singer = seen.thing(action.targets[0])
    return worth(seen, song) + song.card.cost // 2 - 6 * _lore(seen, singer)


def _ability(seen: Reader, action: Action) -> Ability:
    known = activated(seen.thing(action.source))
    # What another card lends stands behind the own abilities and is not looked into.
    return known[action.option - 1] if action.option <= len(known) else Ability(("activate",))


def _ability_gain(seen: Reader, action: Action) -> int:
    """What an activated ability is worth beyond its cost: ink that the plan needs, a quest not made, cards, a body."""
    thing, ability = seen.thing(action.source), _ability(seen, action)
    price = ink = 0
    for node in ability.cost:
        if node.word == "pay" and node.args.get("kind") != "drops":
            ink += number_of(node.args.get("n", 1))
        elif node.word == "exhaust" and "target" not in node.args:
            price += 6 * _lore(seen, thing) if thing.card.type == "Character" else 0
        elif node.word == "destroy" and "target" not in node.args:
            price += worth(seen, thing)
        elif node.word not in ("exhaust", "pay"):
            price += 4 * number_of(node.args.get("n", 1))
    if ink > _spare(seen):
        return 0
    return block_gain(seen, ability.do, thing.id) - price


def _spare_ink(seen: Reader, action: Action) -> int:
    """Ink that is left by the plan and by a boost or a move."""
    thing = seen.thing(action.source)
    if action.kind == "boost":
        return _spare(seen) - seen.keyword(thing, "Boost")
    return _spare(seen) - max(0, seen.stat(seen.thing(action.targets[0]), "move_cost"))


def _asked_block(seen: Reader) -> Block:
    """The operations that a question is about."""
    _, found = seen.asking
    if isinstance(found, Ability):
        return found.do
    if isinstance(found, Node):
        inner = found.args.get("do")
        return inner if isinstance(inner, tuple) else (found,)
    return ()


def _asked_gain(seen: Reader, _action: Action) -> int:
    decision = seen.decision
    return block_gain(seen, _asked_block(seen), decision.source if decision is not None else NOBODY)


def _harms(seen: Reader, _action: Action) -> int:
    word, node = seen.asking
    if word == "modify" and isinstance(node, Node):
        return int(sum(number_of(value) for value in node.args["stats"].values()) < 0)
    return int(word in HARMS)


def _option_gain(seen: Reader, action: Action) -> int:
    _, node = seen.asking
    if not isinstance(node, Node) or node.word != "choose_one" or seen.decision is None:
        return 0
    return block_gain(seen, node.args["options"][action.option], seen.decision.source)


def _needed(seen: Reader, thing: Thing) -> int:
    """How much a card is wanted in hand: its worth, less what cannot be paid for long."""
    late = max(0, thing.card.cost - seen.size(seen.seat, "inkwell") - 2)
    return worth(seen, thing) + (2 if thing.card.facts["inkable"] else 0) - 3 * late


def _looked_at(seen: Reader, _action: Action) -> int:
    """How much the card is wanted about whose place a question is."""
    decision = seen.decision
    return _needed(seen, seen.thing(decision.taken[0])) if decision is not None and decision.taken else 0


def _foes_there(seen: Reader, _action: Action) -> int:
    return int(any(one.card.type == "Character" for seat in seen.foes for one in seen.board(seat)))


def _says(word: Any) -> Feature:
    return lambda _seen, action: int(action.option == word and isinstance(action.option, str))


def _quest_text(seen: Reader, action: Action) -> int:
    thing = seen.thing(action.source)
    return int(any("quest" in ability.on for ability in thing.card.abilities) or seen.has(thing, "Support"))


FEATURES: Mapping[str, Feature] = {
    "ability_gain": _ability_gain,
    "ahead": _ahead,
    "asked_gain": _asked_gain,
    "at_risk": _at_risk,
    "cost": _about(lambda _seen, thing: thing.card.cost),
    "dead_ink": _dead_ink,
    "deck": lambda seen, _action: seen.size(seen.seat, "deck"),
    "exchange": _exchange,
    "foes_there": _foes_there,
    "gives_away": lambda seen, _action: int(seen.asking[0] in ("discard", "move", "shuffle_in", "tuck")),
    "harms": _harms,
    "ink_gain": _ink_gain,
    "inkable": _about(lambda _seen, thing: int(thing.card.facts["inkable"])),
    "like_it": _about(_like_it),
    "looked_at": _looked_at,
    "lore": _about(_lore),
    "may_quest": lambda seen, action: int(
        any(one.kind == "quest" and one.source == action.source for one in seen.legal)
    ),
    "mine": _about(lambda seen, thing: int(thing.controller == seen.seat)),
    "needed": _about(_needed),
    "number": lambda _seen, action: action.option if type(action.option) is int else 0,
    "option_done": _says("done"),
    "option_exhausted": _says("exhausted"),
    "option_foe": lambda seen, action: int(action.option in seen.foes),
    "option_gain": _option_gain,
    "option_top": _says("top"),
    "option_yes": _says("yes"),
    "place_text": lambda seen, action: int(bool(seen.thing(action.targets[0]).card.abilities)),
    "placed": _about(lambda _seen, thing: int(thing.at != NOBODY)),
    "planned": _planned,
    "quest_text": _quest_text,
    "sings": lambda seen, _action: int(seen.asking[0] == "sing_together"),
    "song_gain": _song_gain,
    "spare_ink": _spare_ink,
    "text_known": _about(lambda _seen, thing: int(bool(thing.card.abilities))),
    "wins_now": _wins_now,
    "worth": _about(worth),
}

# -- the game's part -------------------------------------------------------------------------------------------------


def _read(path: Path) -> Pilot:
    from deckkit.games.lorcana.table import TABLE

    return read_pilot(path, FEATURES, VALUES, kinds=TABLE.perform)


@cache
def greedy() -> Pilot:
    """The usual pilot."""
    return _read(Path(__file__).with_name("pilot.toml"))


SOLO = Solo(
    pilots={"greedy": lambda _: greedy(), "random": Randomly, "nothing": lambda _: Nothing()},
    pile=lambda deck: {"deck": OPENING.pile(deck)},
    read=_read,
    placed=("ink", "put_inkwell"),
    redrawn="alter",
    # Pack Rush: 5 cards, 15 lore, two ink from the start, no loss by an empty deck (CR 10.2).
    formats={"pack-rush": {"pack_rush": True, "hand": 5, "lore_to_win": 15}},
)
