"""How Allegiance is played by a pilot: the features that ``pilot.toml`` weighs, and what goldfish need of the game.

A feature is a whole number about an action, from what the seat sees. What a card is worth is reckoned from its printed
lines alone (:func:`worth`), in tenths of a point of damage, with what it does each turn counted several times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from deckkit.decklist.model import Deck
from deckkit.effects.notation import Ability, Node
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.state import NOBODY, PASS, Action, Thing
from deckkit.engine.values import amount
from deckkit.games.allegiance import recruit, rites, wounds
from deckkit.games.allegiance.effects import FACTIONS
from deckkit.goldfish.pilot import Feature, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import HiddenError, Reader, once
from deckkit.goldfish.solo import Solo
from deckkit.i18n import Text
from deckkit.odds.opening import Pile, pile_of

__all__ = ["FEATURES", "SOLO", "VALUES", "sensible", "worth"]

#: What one of each is worth, in tenths of a point of damage.
_TENTHS: Mapping[str, int] = {
    "wounds": 10,
    "poison": 25,
    "heal": 3,
    "cure": 5,
    "allegiance": 15,
    "essence": 12,
    "destruction": 12,
    "discard": 8,
    "draw": 12,
    "search": 18,
    "rift": 6,
    "exile": 3,
    "exile_one": 3,
    "take": 12,
    "shield": 10,
    "retaliate": 30,
    "sacrifice": -25,
}
#: How often an activation is reckoned with, and what a keyword is worth.
_USES = 3
_KEYWORDS: Mapping[str, int] = {"Guard": 15, "Aegis": 15, "Rush": 8}
#: A creature of which nothing is known still pays a Sacrifice.
_BODY = 10
#: What the Rites are worth beside each other.
_RITE_RANK: Mapping[str, int] = {"red": 4, "black": 3, "white": 2, "blue": 1}


# -- what a card is worth --------------------------------------------------------------------------------------------


def _block(block: Iterable[Node]) -> int:
    found = 0
    for node in block:
        n = node.get("n", 1)
        each = _TENTHS.get(node.word, 0)
        found += each * (n if isinstance(n, int) else 1)
        if node.word == "choose_one":
            found += max((_block(one) for one in node.get("options")), default=0)
        for name in ("do", "then"):
            if name in node.args:
                found += _block(node.args[name]) // (1 if name == "do" else 2)
    return found


def _of(card: PlayCard, kind: str) -> list[Ability]:
    return [one for one in card.abilities if kind in one.on]


@lru_cache(maxsize=4096)
def worth(card: PlayCard) -> int:
    """What a card is worth, in tenths of a point of damage.

    >>> from deckkit.games.allegiance.table import test_card
    >>> worth(test_card({"test": "t-hit", "effects": [{"on": "play", "do": [{"op": "wounds", "n": 4}]}]}, ""))
    40
    """
    found = _BODY if card.type == "Creature" else 0
    for kind, times in (("play", 1), ("trap", 1), ("activate", _USES), ("destroy", 1)):
        found += times * sum(_block(one.do) + _block(one.cost) for one in _of(card, kind))
    return found + sum(_KEYWORDS.get(one.name, 0) * max(1, one.n) for one in card.keywords)


@lru_cache(maxsize=4096)
def _parting(card: PlayCard) -> int:
    """What is lost when a creature falls: what it is worth without its death effect, which comes instead."""
    death = sum(_block(one.do) for one in _of(card, "destroy"))
    return worth(card) - 2 * death


@lru_cache(maxsize=4096)
def _sum_of(card: PlayCard, kind: str, word: str) -> int:
    """How much of something the lines of a card come to."""

    def count(block: Iterable[Node]) -> int:
        found = 0
        for node in block:
            n = node.get("n", 1)
            if node.word == word:
                found += n if isinstance(n, int) else 1
        return found

    return sum(count(one.cost if word == "sacrifice" else one.do) for one in _of(card, kind))


# -- what the rules compute ------------------------------------------------------------------------------------------


def _incoming(m: Match, seat: int, _thing: Thing) -> int:
    """What is left of the Wounds that are guarded against, or of the damage just suffered."""
    if m.state.waiting is None:
        return 0
    task = m.state.waiting[0]
    if task[0] == "window":
        return int(task[3])
    if task[0] != "block" or task[1][task[2]].word != "wounds":
        return 0
    return wounds.reduced(m, seat, amount(m, task[1][task[2]].get("n", 1), task[3]))


VALUES: Mapping[str, Callable[[Match, int, Thing], int]] = {
    "incoming": _incoming,
    "price": lambda m, _seat, thing: recruit.price(m, thing) or 0,
}


# -- what the seat sees ----------------------------------------------------------------------------------------------


def _source(seen: Reader, action: Action) -> Thing:
    return seen.thing(action.source)


@once
def _rites(seen: Reader) -> frozenset[str]:
    """The factions of the own Rites."""
    have = {thing.card.slug for thing in seen.zone(seen.seat, "rites")}
    return frozenset(faction for faction, (slug, _) in rites.RITES.items() if slug in have)


@once
def _wanted(seen: Reader) -> dict[str, int]:
    """How much a point in each faction is wanted: for a card in hand that needs it, for a Rite that is free."""
    free = {thing.card.slug for thing in seen.zone(seen.seat, "free_rites")}
    most = seen.config("max_rites_per_player")
    may = most is None or len(_rites(seen)) < most
    found = {}
    for faction in FACTIONS:
        now = seen.resources(faction)
        value = _RITE_RANK[faction] + 10 * now if may and rites.RITES[faction][0] in free and now < rites.MOST else 0
        for thing in seen.zone(seen.seat, "hand"):
            if thing.card.facts.get("requires") and thing.card.facts["requires"].get(faction, 0) > now:
                value += 40
        found[faction] = value
    return found


@once
def _cheapest_victim(seen: Reader) -> int:
    return min((_parting(one.card) for one in seen.board(seen.seat)), default=0)


def _gain(seen: Reader, action: Action) -> int:
    """What a Magic or an activation brings beyond the creatures that it costs."""
    thing = _source(seen, action)
    kind = "activate" if action.kind == "activate" else "play"
    lines = [one for one in thing.card.abilities if kind in one.on]
    found = sum(_block(one.do) for one in lines)
    n = _sum_of(thing.card, kind, "sacrifice")
    if n:
        found -= n * max(0, _cheapest_victim(seen))
        if "black" in _rites(seen):
            found += 25 * n
    return found


def _after(seen: Reader) -> int:
    """The life that the foe has left."""
    return min(seen.life(foe) for foe in seen.foes)


def _spare(seen: Reader, action: Action) -> int:
    """The essence that is left after a purchase or a point."""
    cost = seen.value("price", _source(seen, action)) if action.kind == "buy" else 1
    return seen.resources() - cost


def _buy_worth(seen: Reader, action: Action) -> int:
    """What a card of the row is worth; one that asks for much allegiance less."""
    card = _source(seen, action).card
    found = worth(card)
    for faction, n in (card.facts.get("requires") or {}).items():
        found -= 8 * max(0, n - seen.resources(faction))
    if card.type == "Creature" and "red" in _rites(seen):
        found += 10
    return found


@once
def _dearest(seen: Reader) -> int:
    """The price of the best card of the row."""
    row = seen.zone(seen.seat, "recruitment")
    best = max(row, key=lambda thing: worth(thing.card), default=None)
    return seen.value("price", best) if best is not None else 0


def _option_thing(seen: Reader, action: Action) -> Thing | None:
    if not isinstance(action.option, int):
        return None
    try:
        return seen.thing(action.option)
    except HiddenError:
        return None


def _option_worth(seen: Reader, action: Action) -> int:
    thing = _option_thing(seen, action)
    return 0 if thing is None else worth(thing.card)


def _points(seen: Reader, action: Action) -> int:
    """How much the points of a distribution are wanted."""
    words = str(action.option).split(" ")
    wanted = _wanted(seen)
    return sum(int(words[i + 1]) * wanted.get(words[i], 0) for i in range(0, len(words) - 1, 2))


def _option_exiles(seen: Reader, action: Action) -> int:
    """Whether one of several effects begins by exiling the card."""
    node = seen.asking[1]
    options = node.get("options", ()) if isinstance(node, Node) else ()
    return int(isinstance(action.option, int) and options[action.option][0].word == "exile_card")


def _short(seen: Reader, _action: Action) -> int:
    """How much essence is missing to the best card of the row."""
    return max(0, int(_dearest(seen)) - seen.resources())


def _subject(seen: Reader) -> Thing | None:
    decision = seen.decision
    if decision is None or decision.source == NOBODY:
        return None
    try:
        return seen.thing(decision.source)
    except HiddenError:
        return None


def _subject_worth(seen: Reader, _action: Action) -> int:
    """What the card is worth that a window is about: summoned, bought, played."""
    thing = _subject(seen)
    return 0 if thing is None else worth(thing.card)


def _threat(seen: Reader, _action: Action) -> int:
    """The Wounds that may be reduced, and the creatures lost, of the card that has just been played."""
    thing = _subject(seen)
    if thing is None:
        return 0
    kind = "activate" if thing.card.type == "Creature" and thing.zone == "battlefield" else "play"
    return _sum_of(thing.card, kind, "wounds")


def _razes(seen: Reader, _action: Action) -> int:
    thing = _subject(seen)
    if thing is None:
        return 0
    kind = "activate" if thing.card.type == "Creature" and thing.zone == "battlefield" else "play"
    return min(len(seen.board(seen.seat)), _sum_of(thing.card, kind, "destruction"))


def _trap_does(word: str) -> Feature:
    def feature(seen: Reader, action: Action) -> int:
        thing = _option_thing(seen, action)
        return int(thing is not None and thing.zone == "hand" and _sum_of(thing.card, "trap", word) > 0)

    return feature


def _incoming_here(seen: Reader, _action: Action) -> int:
    thing = seen.board(seen.seat)
    return seen.value("incoming", thing[0]) if thing else 0


def _lethal(seen: Reader, action: Action) -> int:
    return int(_incoming_here(seen, action) >= seen.life(seen.seat))


def _playable_later(seen: Reader, action: Action) -> int:
    """Whether a card of the hand is worth keeping: a trap, or one that lacks a little allegiance or a creature."""
    thing = _option_thing(seen, action)
    if thing is None:
        return 0
    if thing.card.type == "Trap":
        return 1
    needs = thing.card.facts.get("requires") or {}
    lacking = sum(max(0, n - seen.resources(faction)) for faction, n in needs.items())
    return int(worth(thing.card) >= 40 and 0 < lacking <= 1)


def _is(kind: str) -> Feature:
    return lambda seen, action: int(_source(seen, action).card.type == kind)


def _parting_of(seen: Reader, action: Action) -> int:
    thing = _option_thing(seen, action)
    return 0 if thing is None else _parting(thing.card)


@once
def _best_in_exile(seen: Reader) -> int:
    return max((worth(thing.card) for thing in seen.zone(seen.seat, "exile")), default=0)


FEATURES: Mapping[str, Feature] = {
    "soul": _is("Soul"),
    "creature": _is("Creature"),
    "worth": lambda seen, action: worth(_source(seen, action).card),
    "gain": _gain,
    "sacrifices": lambda seen, action: _sum_of(
        _source(seen, action).card, "activate" if action.kind == "activate" else "play", "sacrifice"
    ),
    "buy_worth": _buy_worth,
    "spare": _spare,
    "wanted": lambda seen, action: _wanted(seen).get(str(action.option), 0),
    "grace": lambda seen, _action: int("white" in _rites(seen)),
    "finishes": lambda seen, _action: int("white" in _rites(seen) and _after(seen) <= seen.resources()),
    "points": _points,
    "short": _short,
    "rite_rank": lambda _seen, action: next(
        (_RITE_RANK[faction] for faction, (slug, _) in rites.RITES.items() if slug == action.option), 0
    ),
    "foe_life": lambda seen, _action: _after(seen),
    "life_lost": lambda seen, _action: seen.config("starting_life") - seen.life(seen.seat),
    "kept": lambda seen, _action: len(seen.decision.taken) if seen.decision is not None else 0,
    "later": _playable_later,
    "incoming": _incoming_here,
    "lethal": _lethal,
    "subject_worth": _subject_worth,
    "threat": _threat,
    "razes": _razes,
    "in_exile": lambda seen, _action: _best_in_exile(seen),
    "trap_shields": _trap_does("shield"),
    "trap_protects": _trap_does("forbid"),
    "trap_watches": _trap_does("watch"),
    "trap_destroys": _trap_does("destroy"),
    "trap_exiles": _trap_does("exile_card"),
    "option_pass": lambda _seen, action: int(action.option == PASS),
    "option_done": lambda _seen, action: int(action.option == "done"),
    "option_yes": lambda _seen, action: int(action.option == "yes"),
    "option_wounds": lambda _seen, action: int(action.option == "wounds"),
    "option_worth": _option_worth,
    "option_parting": _parting_of,
    "option_exiles": _option_exiles,
}


# -- the game's part for goldfish ------------------------------------------------------------------------------------


def _read(path: Any) -> Pilot:
    from deckkit.games.allegiance.table import TABLE

    return read_pilot(Path(path), FEATURES, VALUES, kinds=TABLE.perform)


@cache
def sensible() -> Pilot:
    """The usual pilot."""
    return _read(Path(__file__).with_name("pilot.toml"))


def _pile(deck: Deck) -> Mapping[str, Pile]:
    """The starting deck, and the recruitment draw pile (AL 2.2)."""
    found = {"deck": pile_of("main")(deck), "recruitment_deck": pile_of("recruitment")(deck)}
    return {zone: cards for zone, cards in found.items() if cards}


def _allegiance(m: Match) -> int:
    return sum(rites.allegiance_of(m, 0).values())


SOLO = Solo(
    pilots={"greedy": lambda _seed: sensible(), "random": Randomly, "nothing": lambda _seed: Nothing()},
    read=_read,
    pile=_pile,
    played=("play",),
    # How far the game has come: the life that the foe has lost.
    score=lambda m: m.config["starting_life"] - m.state.seats[1].life,
    figures={
        "poison": (Text("Poison"), lambda m: wounds.poison_of(m, 1)),
        "allegiance": (Text("Allegiance"), _allegiance),
        "bought": (Text("Bought"), lambda m: m.state.seats[0].marks.get("bought", 0)),
    },
)
