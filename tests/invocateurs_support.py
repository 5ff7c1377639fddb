"""Boards of Invocateurs laid by hand, and decks for whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.catalogue import Catalogue, shipped_path
from deckkit.engine import triggers
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.notation import read_action, write_action
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.table import Pile, empty_match, handles
from deckkit.engine.view import describe_event
from deckkit.games.invocateurs import setup
from deckkit.games.invocateurs.combat import figure
from deckkit.games.invocateurs.table import TABLE, play_card, test_card

KNIGHT = "chevalier-de-la-table-ronde"
SQUIRE = "ecuyer-de-camelot"
GOLEM = "golem-d-argile"
ARTHUR = "arthur-roi-de-camelot"
DRAGON = "dragon-d-arthur"
MOZART = "mozart-le-virtuose"
MAGIC = "savoir-interdit"
SHIELD = "bouclier-de-camelot"
EXCALIBUR = "excalibur"
CAMELOT = "camelot-royaume-des-chevaliers"
MINOTAUR = "minotaure-du-labyrinthe"
GUARDIAN = "gardien-de-broceliande"
#: The cards of the guide whose facts and effects are wholly known.
KNOWN = (KNIGHT, SQUIRE, GOLEM, ARTHUR, DRAGON, MOZART, MAGIC, SHIELD, EXCALIBUR, CAMELOT)

#: Test cards for what the known cards do not do.
CALL = {
    "test": "t-call",
    "kind": "magic",
    "effects": [{"on": "play", "do": [{"op": "special_summon", "target": "one_hand_summon"}]}],
}
BALM = {"test": "t-balm", "kind": "magic", "effects": [{"on": "play", "do": [{"op": "heal", "n": 500}]}]}
READ = {"test": "t-read", "kind": "magic", "effects": [{"on": "play", "do": [{"op": "draw", "n": 2}]}]}
BLAST = {
    "test": "t-blast",
    "kind": "magic",
    "effects": [{"on": "play", "do": [{"op": "destroy", "target": "foe_support_card"}]}],
}
RING = {
    "test": "t-ring",
    "kind": "equipment",
    "effects": [{"on": "equipped", "do": [{"op": "stat", "target": "equipped", "def": 500}]}],
}
CURSE = {
    "test": "t-curse",
    "kind": "equipment",
    "effects": [{"on": "equipped", "do": [{"op": "stat", "target": "equipped", "atk": -9000}]}],
}
SEAL = {
    "test": "t-seal",
    "kind": "trap",
    "effects": [{"on": "trap", "event": "foe_plays_magic", "do": [{"op": "draw", "n": 1}]}],
}
ROBOT = {"test": "t-robot", "kind": "summon", "type": "machine", "level": 5, "atk": 2000, "def": 1500}
MARSH = {"test": "t-marsh", "kind": "terrain"}
TESTS = (CALL, BALM, READ, BLAST, RING, CURSE, SEAL, ROBOT, MARSH)


@cache
def known(slug: str) -> PlayCard:
    """The engine's card of a card of the catalogue."""
    catalogue = Catalogue.open(shipped_path())
    return play_card(catalogue.card(f"invocateurs:{slug}"), catalogue)


def card(given: str | Mapping[str, Any]) -> PlayCard:
    """A card of the catalogue by its slug, a test card by its definition, or a plain test card by its name."""
    if not isinstance(given, str):
        return test_card(given, str(given["test"]))
    return test_card({"test": given}, given) if given.startswith("t-") else known(given)


class Duel:
    """A board, and what may be done on it, in the notation of actions. Seats are 0 and 1; it is turn 9."""

    def __init__(
        self, *, turn: int = 9, active: int = 0, phase: str = "main", forced: bool = True, **config: Any
    ) -> None:
        self.m: Match = empty_match(TABLE, 2, config=config, forced=forced)
        self.m.seed(0)
        state = self.m.state
        state.turn, state.active, state.acting, state.phase = turn, active, active, phase
        state.first = (active + turn - 1) % 2
        for seat in state.seats:
            seat.life = self.m.config["life"]

    def lay(self, seat: int, zone: str, given: str | Mapping[str, Any], handle: str = "", **state: Any) -> Thing:
        """A card in a zone; ``down``: face down (a summon then lies in defence); ``laid`` is the turn of that."""
        m = self.m
        thing = m.add_thing(card(given), seat, zone, handle or card(given).slug)
        table = m.state.shared if m.specs[zone].shared else m.state.seats[seat].zones
        m.put(table, zone, (*table[zone], thing.id))
        if state.pop("down", False):
            thing.facedown, thing.exhausted = True, zone == "field"
        if state.pop("defence", False):
            thing.exhausted = True
        for mark in ("laid", "changed", "attacked"):
            if mark in state:
                m.mark(thing, mark, state.pop(mark))
        for name, value in state.items():
            setattr(thing, name, value)
        if not thing.facedown:
            triggers.listen(m, thing)
        m._legal = None
        return thing

    def decks(self, n: int = 3) -> Duel:
        """Plain cards to draw, for both."""
        for seat in (0, 1):
            for i in range(n):
                self.lay(seat, "deck", "t-draw", f"d{seat + 1}{i + 1}")
        return self

    @property
    def offered(self) -> list[str]:
        """The notation of all that may be done now."""
        return [write_action(self.m, one) for one in self.m.legal_actions()]

    def do(self, *notations: str) -> Duel:
        """Does these actions, each of which must be legal."""
        for notation in notations:
            self.m.apply(read_action(self.m, notation))
            assert problems(self.m) == []
        return self

    def life(self) -> tuple[int, int]:
        return self.m.state.seats[0].life, self.m.state.seats[1].life

    def names(self, seat: int, zone: str) -> list[str]:
        """The handles in a zone."""
        return [self.m.state.things[one].handle for one in self.m.zone(seat, zone)]

    def figures(self, handle: str) -> tuple[int, int]:
        """Computed ATK and DEF."""
        thing = self.thing(handle)
        return figure(self.m, thing, "atk"), figure(self.m, thing, "def")

    def thing(self, handle: str) -> Thing:
        return next(one for one in self.m.state.things if one.handle == handle)

    def events(self, *kinds: str) -> list[tuple[str, str, int]]:
        """What happened, of these kinds: (kind, thing or player, number)."""
        found = []
        for event in self.m.log or ():
            if event.kind in kinds:
                who = self.m.state.things[event.it].handle if event.it != NOBODY else f"P{event.seat + 1}"
                found.append((event.kind, who, event.n))
        return found


def problems(m: Match) -> list[str]:
    """What must hold at every moment and does not: each card in one zone, capacities, life points, bearers."""
    found = []
    places: Counter[int] = Counter()
    for seat in m.state.seats:
        for name, ids in seat.zones.items():
            places.update(ids)
            found += [f"{one} is not in {name}" for one in ids if m.state.things[one].zone != name]
            most = m.specs[name].most
            if most is not None and len(ids) > most:
                found.append(f"{name} holds {len(ids)}")
        if not 0 <= seat.life <= m.config["life"]:
            found.append(f"life {seat.life}")
    for ids in m.state.shared.values():
        places.update(ids)
        if len(ids) > 1:
            found.append("two Terrains")
    for thing in m.state.things:
        if places[thing.id] != 1:
            found.append(f"{thing.handle} is in {places[thing.id]} zones")
        if thing.to != NOBODY and m.state.things[thing.to].zone != "field":
            found.append(f"{thing.handle} is worn by nobody")
        if thing.zone == "field" and thing.card.type not in ("Summon", "Character"):
            found.append(f"{thing.handle} is no summon")
        if thing.facedown and thing.zone == "field" and not thing.exhausted:
            found.append(f"{thing.handle} is face down in attack position")
    if m.state.decision is None and m.zone(0, "resolving") + m.zone(1, "resolving") and not m.over:
        found.append("something is left unresolved")
    return found


def a_deck(seed: int, *, plain: bool = False) -> Pile:
    """A deck of 40, at most 3 of each: of the known cards, with test cards unless ``plain`` fills it up."""
    r = random.Random(seed)
    pool = [one for slug in KNOWN for one in [known(slug)] * 3]
    if plain:
        pool += [test_card({"test": f"t-plain-{i}", "atk": 800 + 100 * i, "def": 700 + 100 * i}, "") for i in range(10)]
        r.shuffle(pool)
        return {"deck": list(Counter(pool).items())}
    pool += [one for given in TESTS for one in [tests(given["test"])] * 3]
    r.shuffle(pool)
    return {"deck": list(Counter(pool[:40]).items())}


@cache
def tests(name: object) -> PlayCard:
    return card(next(one for one in TESTS if one["test"] == name))


# -- a short game to read (tests/golden/invocateurs-duel.txt) ---------------------------------------------------------

GOLDEN = Path(__file__).with_name("golden") / "invocateurs-duel.txt"
# Decks from the top. The first side builds on its Knight; the other holds with a Golem and a Shield until its Dragon
# comes, which takes Excalibur from the Knight and wins.
_FIRST = (SQUIRE, KNIGHT, ARTHUR, EXCALIBUR, MAGIC, CAMELOT, MOZART, KNIGHT, SQUIRE, KNIGHT)
_SECOND = (GOLEM, SHIELD, KNIGHT, DRAGON, SQUIRE, MOZART, BALM, KNIGHT, GOLEM, SQUIRE)
_MOVES = (
    *("summon chevalier-de-la-table-ronde-1 up", "end_turn"),
    *("summon golem-d-argile-1 down", "lay bouclier-de-camelot", "end_turn"),
    *("summon ecuyer-de-camelot-1 up", "go_to combat"),
    *("attack chevalier-de-la-table-ronde-1 p2-field-1", "choose pass", "end_turn"),
    *("summon chevalier-de-la-table-ronde-4 up", "go_to combat"),
    *("attack chevalier-de-la-table-ronde-4 ecuyer-de-camelot-1", "end_turn"),
    *("play excalibur", "play_officer mozart-le-virtuose-1", "power mozart-le-virtuose-1", "go_to combat"),
    *("attack chevalier-de-la-table-ronde-1 chevalier-de-la-table-ronde-4", "choose bouclier-de-camelot", "end_turn"),
    *("summon dragon-d-arthur golem-d-argile-1 chevalier-de-la-table-ronde-4 up", "go_to combat"),
    *("attack dragon-d-arthur chevalier-de-la-table-ronde-1", "end_turn"),
    *("lay savoir-interdit", "end_turn"),
    *("summon ecuyer-de-camelot-3 up", "play t-balm", "go_to combat"),
    *("attack dragon-d-arthur player", "attack ecuyer-de-camelot-3 player"),
)


def golden_text() -> str:
    """The game as text: the moves in notation, and under each what happened."""
    m = empty_match(TABLE, 2)
    m.seed(0)
    decks = [[card(one) for one in deck] for deck in (_FIRST, _SECOND)]
    names = handles([one.slug for deck in decks for one in deck])
    for seat, deck in enumerate(decks):
        for one in deck:
            thing = m.add_thing(one, seat, "deck", names[len(m.state.things)])
            m.put(m.state.seats[seat].zones, "deck", (*m.state.seats[seat].zones["deck"], thing.id))
        m.set(m.state.seats[seat], "life", 6000)
    setup.deal(m, frozenset())
    m.run()
    lines = ["Decks from the top, five cards drawn by each."]
    told = len(m.log or ())
    turn = 0
    for move in _MOVES:
        if m.state.turn != turn:
            turn = m.state.turn
            life = ", ".join(f"P{seat.number + 1} {seat.life}" for seat in m.state.seats)
            lines += ["", f"Turn {turn}, P{m.state.active + 1} ({life})"]
        lines.append(f"P{m.to_act + 1}: {move}")
        m.apply(read_action(m, move))
        assert problems(m) == []
        events = (m.log or [])[told:]
        told += len(events)
        lines += [f"    {describe_event(m, event)}" for event in events]
    lines += ["", f"Result: {m.state.result}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(golden_text(), encoding="utf-8")
