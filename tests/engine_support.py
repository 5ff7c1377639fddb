"""What the engine's tests and scripts share: decks, random playouts with invariants, and boards laid by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.api import read_deck
from deckkit.catalogue import Catalogue, shipped_path
from deckkit.engine import triggers
from deckkit.engine.cards import PlayCard
from deckkit.engine.invariants import problems
from deckkit.engine.match import Match
from deckkit.engine.notation import read_action, write_action
from deckkit.engine.rules import TableRules
from deckkit.engine.state import NOBODY, Action, Thing
from deckkit.engine.table import Pile, empty_match, handles, new_match
from deckkit.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
DECKS = Path(__file__).with_name("decks")
GOLDEN = Path(__file__).with_name("golden")
SHARED = ROOT.parent / "shared"
#: Which section of a list begins in which zone.
SECTIONS: Mapping[str, Mapping[str, str]] = {
    "lorcana": {"main": "deck"},
    "invocateurs": {"main": "deck"},
    "allegiance": {"main": "deck", "recruitment": "recruitment_deck"},
    "riftbound": {
        "main": "deck",
        "legend": "legend",
        "champion": "champion",
        "runes": "rune_deck",
        "battlefields": "aside",
    },
    "wowtcg": {"hero": "hero", "main": "deck"},
}
#: How many tournament lists of the shared folder take part, and our own lists.
_LISTS = 6
_LISTS_IN: Mapping[str, str] = {"riftbound": "riftboundgg-json/*.json", "wowtcg": "2011-*.yml"}
_EXAMPLES: Mapping[str, Sequence[str]] = {"lorcana": ("amber-steel.txt", "emerald-sapphire.json")}


def playable_games() -> list[str]:
    """The games with rules of play."""
    return [slug for slug, game in GAMES.items() if game.table is not None]


@cache
def catalogue() -> Catalogue:
    return Catalogue.open(shipped_path())


@cache
def rules_of(slug: str) -> TableRules:
    table = GAMES[slug].table
    assert table is not None
    return table()


@cache
def card_named(slug: str, name: str) -> PlayCard:
    """The engine's card of a catalogue name or key."""
    found = catalogue()
    key = name if ":" in name else None
    card = next(one for one in found.cards(slug) if one.key == key or (key is None and one.name == name))
    return rules_of(slug).play_card(card, found)


@cache
def piles(slug: str, shared: bool = True) -> tuple[tuple[str, Pile], ...]:
    """The decks that playouts use: our workout decks (``tests/decks``), our example lists, tournament lists."""
    rules = rules_of(slug)
    found: list[tuple[str, Pile]] = []
    path = DECKS / f"{slug}.json"
    for row in json.loads(path.read_text(encoding="utf-8")):
        zones: dict[str, list[tuple[PlayCard, int]]] = {}
        for zone, entries in row["zones"].items():
            zones[zone] = [(_card(slug, rules, entry), entry["n"]) for entry in entries]
        found.append((row["name"], zones))
    files = [ROOT / "examples" / name for name in _EXAMPLES.get(slug, ())]
    if shared:
        lists = sorted((SHARED / "decks" / slug).glob(_LISTS_IN.get(slug, "tournament/*.txt")))
        files += lists[:: max(1, len(lists) // _LISTS)][:_LISTS]
    for file in files:
        deck = read_deck(file, slug, catalogue())
        zones = {}
        for section, zone in SECTIONS[slug].items():
            entries = deck.sections.get(section, [])
            if all(entry.card is not None for entry in entries):
                zones[zone] = [
                    (rules.play_card(entry.card, catalogue()), entry.count) for entry in entries if entry.card
                ]
        if zones:
            found.append((file.stem, zones))
    return tuple(found)


def _card(slug: str, rules: TableRules, entry: Mapping[str, Any]) -> PlayCard:
    if "card" in entry:
        return card_named(slug, entry["card"])
    given = {name: value for name, value in entry.items() if name != "n"}
    return rules.test_card(given, given["test"])


def a_match(slug: str, game: int, *, seed: int = 1, shared: bool = True, players: int = 0, **options: Any) -> Match:
    """The match of this number: decks, and where the game allows it the number of players, change with it."""
    rules = rules_of(slug)
    decks = piles(slug, shared)
    low, high = max(2, rules.seats[0]), rules.seats[1]
    n = players or (low if game % 4 else low + game // 4 % (high - low + 1))
    chosen = [decks[(game * (3 * i + 1) + i) % len(decks)][1] for i in range(n)]
    return new_match(rules, chosen, seed=seed, game=game, **options)


def playout(m: Match, seed: int, *, check: bool = True) -> Iterator[Action]:
    """Plays at random to the end, an action at a time. With ``check`` the invariants hold at each step."""
    r = random.Random(seed)
    while True:
        if check:
            found = problems(m)
            assert not found, f"after {m.state.count} actions: {found}"
        if m.over:
            return
        legal = m.legal_actions()
        assert legal, f"nothing may be done after {m.state.count} actions (phase {m.state.phase})"
        action = r.choice(legal)
        m.apply(action)
        yield action


def capped(m: Match) -> bool:
    """Whether a match ended by a cap on its length."""
    return m.state.result is not None and str(m.state.result.get("reason", "")).endswith("_cap")


# -- boards laid by hand ---------------------------------------------------------------------------------------------


class Table:
    """A board of a game, and what may be done on it, in the notation of actions.

    ``lay`` puts a card into a zone: a card's full name, or the definition of a test card, with its state. ``do`` does
    the action with this notation, and whatever must be asked afterwards is answered by further ``do``.
    """

    def __init__(self, slug: str, players: int = 2, *, turn: int = 9, active: int = 0, **config: Any) -> None:
        self.slug = slug
        self.rules = rules_of(slug)
        self.m = empty_match(self.rules, players, config=config, forced=True)
        self.m.seed(0)
        values = {"turn": turn, "active": active, "acting": active, "first": 0, "phase": "main"}
        for name, value in values.items():
            setattr(self.m.state, name, value)
        for seat in self.m.state.seats:
            seat.turns, seat.life = 3, self.m.config.get("life", 0)

    def card(self, given: str | Mapping[str, Any]) -> PlayCard:
        if not isinstance(given, str):
            return self.rules.test_card(given, str(given["test"]))
        if given.startswith("t-"):
            return self.rules.test_card({"test": given}, given)
        return card_named(self.slug, given)

    def lay(
        self,
        seat: int,
        zone: str,
        given: str | Mapping[str, Any],
        *,
        n: int = 1,
        under: Sequence[str] = (),
        **state: Any,
    ) -> Thing:
        m = self.m
        thing = None
        for _ in range(n):
            card = self.card(given)
            slugs = [one.card.slug for one in m.state.things]
            thing = m.add_thing(card, seat, zone, "")
            thing.handle = handles([*slugs, card.slug])[-1]
            table = m.state.shared if m.specs[zone].shared else m.state.seats[seat].zones
            m.put(table, zone, (*table[zone], thing.id))
            for name, value in state.items():
                setattr(thing, name, value)
            triggers.listen(m, thing)
            for name in under:
                below = self.lay(seat, zone, name)
                m.put(table, zone, tuple(one for one in table[zone] if one != below.id))
                below.zone, below.over = "under", thing.id
                thing.under = (*thing.under, below.id)
        assert thing is not None
        m._legal = None
        return thing

    def resources(self, seat: int, n: int, zone: str) -> None:
        """So many ready cards in a resource zone."""
        if n:
            self.lay(seat, zone, "t-resource", n=n, facedown=True)

    @property
    def offered(self) -> list[str]:
        """The notation of everything that may be done now."""
        return [write_action(self.m, one) for one in self.m.legal_actions()]

    def do(self, *notations: str) -> Table:
        for notation in notations:
            self.m.apply(read_action(self.m, notation))
            found = problems(self.m)
            assert not found, found
        return self

    def illegal(self, notation: str) -> None:
        """The action is not offered (the notation must be one that could be)."""
        assert notation not in self.offered

    def names(self, seat: int, zone: str) -> list[str]:
        """The handles in a zone."""
        return [self.m.state.things[one].handle for one in self.m.zone(seat, zone)]

    def happened(self, *kinds: str) -> list[tuple[str, str, int]]:
        """The logged events of these kinds: kind, thing or player, number."""
        found = []
        for event in self.m.log or ():
            if not kinds or event.kind in kinds:
                who = self.m.state.things[event.it].handle if event.it != NOBODY else f"P{event.seat + 1}"
                found.append((event.kind, who, event.n))
        return found


def operations(value: Any) -> Iterator[str]:
    """The words of all operations in a piece of the notation."""
    if isinstance(value, Mapping):
        if "op" in value:
            yield value["op"]
        for inner in value.values():
            yield from operations(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from operations(inner)


def words(value: Any) -> Iterator[str]:
    """All texts in a scenario."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
