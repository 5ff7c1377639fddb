"""What lies on the table of a Riftbound scenario: objects, players, battlefields, the moment (play digest RP 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.scenario_reading import ScenarioError, mapping, words_near
from deckkit.engine.scenario_words import NumberWord, ObjectWord, ZoneWord, attribute, counted
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import give
from deckkit.games.riftbound import gear, runes, setup
from deckkit.games.riftbound.cards import DOMAINS
from deckkit.games.riftbound.common import BASE, fields, might, present, showdown, state_word
from deckkit.games.riftbound.effects import keyword_of
from deckkit.games.riftbound.hidden import hidden_at
from deckkit.games.riftbound.table import rune_card
from deckkit.i18n import Text

__all__ = ["DOMAIN_WORDS", "OBJECTS", "PLAYERS", "RUNES", "SHARED", "STEPS", "before_first", "prepare"]

DOMAIN_WORDS = tuple(one.lower() for one in DOMAINS)
#: The basic runes, which scenarios name by their domain.
RUNES = {domain: rune_card(domain) for domain in DOMAIN_WORDS}
STEPS = ("awaken", "beginning", "scoring", "channel", "draw", "main", "ending")


# -- what is laid ---------------------------------------------------------------------------------------------------


def _give_keywords(m: Match, thing: Thing, words: list[str]) -> None:
    for word in words:
        keyword = keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, "game", thing.owner, thing.id)


def _put(m: Match, thing: Thing, seat: int, zone: str) -> None:
    m.set(thing, "zone", zone)
    zones = m.state.seats[seat].zones
    m.put(zones, zone, (*zones[zone], thing.id))


def _lay_units(m: Match, place: Thing, things: tuple[Thing, ...]) -> None:
    for thing in things:
        _put(m, thing, thing.owner, "play")
        m.set(thing, "at", place.id)


def _lay_hidden(m: Match, place: Thing, things: tuple[Thing, ...]) -> None:
    for thing in things:
        _put(m, thing, thing.owner, "facedown")
        m.set(thing, "at", place.id)
        if "hidden" not in thing.marks:
            m.mark(thing, "hidden", max(0, m.state.turn - 1))


def _lay_gear(m: Match, unit: Thing, things: tuple[Thing, ...]) -> None:
    for thing in things:
        _put(m, thing, unit.owner, "play")
        m.mark(thing, "given_to", unit.id)


def _own(m: Match, thing: Thing, seat: int | None) -> None:
    for name in ("owner", "controller"):
        m.set(thing, name, seat)


def _control(m: Match, thing: Thing, seat: int | None) -> None:
    m.set(thing, "controller", NOBODY if seat is None else seat)
    m.mark(thing, "given_controller", True)


def _contest(m: Match, thing: Thing, seat: int | None) -> None:
    m.mark(thing, "contested", seat)


def _colour(m: Match, thing: Thing, domain: str) -> None:
    m.set(thing, "card", RUNES[domain])


def _at(m: Match, thing: Thing) -> str:
    return "base" if thing.at == BASE else m.state.things[thing.at].handle


def _side(name: str) -> ObjectWord:
    return ObjectWord(
        "flag",
        lambda _m, thing: thing.marks.get("side") == name,
        lambda m, thing, value: m.mark(thing, "side", name if value else None),
    )


def _flag(name: str) -> ObjectWord:
    return ObjectWord(
        "flag",
        lambda _m, thing: bool(thing.marks.get(name)),
        lambda m, thing, value: m.mark(thing, name, value or None),
    )


OBJECTS: Mapping[str, ObjectWord] = {
    "exhausted": attribute("exhausted"),
    "stunned": _flag("stunned"),
    "empowered": _flag("empowered"),
    "damage": attribute("damage", "count"),
    "buffs": ObjectWord(
        "count",
        lambda _m, thing: thing.marks.get("buffs", 0),
        lambda m, thing, value: m.mark(thing, "buffs", value or None),
    ),
    "attacker": _side("attacker"),
    "defender": _side("defender"),
    "attached": ObjectWord("objects", lambda _m, thing: thing.marks.get("attached", ()), _lay_gear),
    "at": ObjectWord("word", _at, lambda m, thing, value: m.mark(thing, "given_at", value)),
    "hidden_turn": ObjectWord(
        "count", lambda _m, thing: thing.marks.get("hidden"), lambda m, thing, value: m.mark(thing, "hidden", value)
    ),
    "keywords": ObjectWord("keywords", lambda _m, thing: [one.name for one in thing.card.keywords], _give_keywords),
    "might": ObjectWord("int", might),
    "cost": ObjectWord("int", lambda _m, thing: thing.card.cost),
    "player": ObjectWord("seat", lambda _m, thing: thing.owner, _own),
    "controller": ObjectWord("seat", lambda _m, thing: thing.controller, _control),
    "contested_by": ObjectWord("seat", lambda _m, thing: thing.marks.get("contested"), _contest),
    "units": ObjectWord("by_seat", lambda _m, _thing: (), _lay_units),
    "facedown": ObjectWord("objects", lambda m, thing: tuple(one.id for one in hidden_at(m, thing.id)), _lay_hidden),
    "domain": ObjectWord("word", lambda _m, thing: runes.domain_of(thing), _colour, DOMAIN_WORDS),
}


# -- players and what is shared ---------------------------------------------------------------------------------------


def _give_power(m: Match, seat: int, value: Mapping[str, int]) -> None:
    for kind in value:
        if kind not in (*DOMAIN_WORDS, "any"):
            raise ScenarioError(
                Text("'{name}' means nothing here", {"name": kind}), "power", words_near(kind, [*DOMAIN_WORDS, "any"])
            )
    m.mark(m.state.seats[seat], "power", {kind: n for kind, n in value.items() if n} or None)


def _give_xp(m: Match, seat: int, value: int) -> None:
    m.mark(m.state.seats[seat], "xp", value or None)


PLAYERS: Mapping[str, ZoneWord | NumberWord] = {
    "points": counted("score"),
    "hand": ZoneWord("hand"),
    "deck": ZoneWord("deck", ordered=True),
    "trash": ZoneWord("discard"),
    "banishment": ZoneWord("banishment"),
    "legend": ZoneWord("legend", single=True),
    "champion": ZoneWord("champion", single=True),
    "rune_deck": ZoneWord("rune_deck", ordered=True),
    "runes": ZoneWord(
        "runes", counts={domain: {"domain": domain} for domain in DOMAIN_WORDS}, blank=DOMAIN_WORDS[0], bare=True
    ),
    "base": ZoneWord("play", only=lambda _m, thing: thing.at == BASE),
    "energy": counted("pool"),
    "power": NumberWord(lambda m, seat: runes.pool_power(m.state.seats[seat]), _give_power, "map"),
    "xp": NumberWord(lambda m, seat: m.state.seats[seat].marks.get("xp", 0), _give_xp),
}


def _named_place(m: Match, name: Any, where: str) -> Thing:
    places = [m.state.things[one] for one in m.state.shared["battlefields"]]
    found = next((one for one in places if one.handle == name), None)
    if found is None:
        raise ScenarioError(
            Text("'{name}' means nothing here", {"name": str(name)[:40]}),
            where,
            words_near(name, [one.handle for one in places]),
        )
    return found


def _give_scored(m: Match, _seat: int, value: Any) -> None:
    for name, places in mapping(value, "scored_this_turn").items():
        number = int(str(name)[1:]) - 1 if str(name)[1:].isdigit() else -1
        if not 0 <= number < len(m.state.seats) or not isinstance(places, list):
            raise ScenarioError(Text("{seat} does not play here", {"seat": str(name)[:20]}), "scored_this_turn")
        scored = tuple(_named_place(m, one, "scored_this_turn").id for one in places)
        m.mark(m.state.seats[number], "scored", scored or None)


def _given(name: str) -> Any:
    def write(m: Match, _seat: int, value: Any) -> None:
        m.mark(m.state, "given", {**m.state.marks.get("given", {}), name: value})

    return write


def _priority(m: Match, _seat: int) -> int | None:
    """Who has Priority: in an open state who may act there (RP 6.2)."""
    return m.state.acting


def _focus(m: Match, _seat: int) -> int | None:
    show = showdown(m)
    return None if show is None else show["focus"]


SHARED: Mapping[str, ZoneWord | NumberWord] = {
    "battlefields": ZoneWord("battlefields", shared=True),
    # Abilities stand on the chain as their sources.
    "chain": ZoneWord("chain", shared=True, found=lambda m, _seat: [item.source for item in m.state.chain]),
    "state": NumberWord(
        lambda m, _seat: state_word(m),
        _given("state"),
        "word|neutral_open|neutral_closed|showdown_open|showdown_closed",
    ),
    "focus": NumberWord(_focus, _given("focus"), "seat"),
    "priority": NumberWord(_priority, _given("priority"), "seat"),
    "scored_this_turn": NumberWord(lambda _m, _seat: {}, _give_scored, "object"),
}


def prepare(m: Match) -> None:
    """All things lie: places by name, gear on its units, and the state that is given (RP 19.5)."""
    state = m.state
    m.mark(state, "regular", state.active)
    for zone, kind in (("battlefields", "Battlefield"), ("legend", "Legend")):
        for thing in state.things:
            if thing.zone == zone and thing.card.type != kind and thing.card.definition is not None:
                # A plain name stands for a card of the kind that lies there.
                given_card = {**thing.card.definition, "type": kind.lower()}
                m.set(thing, "card", m.rules.test_card(given_card, thing.card.key))
    for thing in state.things:
        name = thing.marks.get("given_at")
        if name is not None:
            m.mark(thing, "given_at", None)
            m.set(thing, "at", BASE if name == "base" else _named_place(m, name, "at").id)
    for thing in state.things:
        bearer = thing.marks.get("given_to")
        if bearer is not None:
            m.mark(thing, "given_to", None)
            gear.attach(m, thing, state.things[bearer])
    for place in fields(m):
        if "given_controller" in place.marks:
            m.mark(place, "given_controller", None)
        else:
            # Where nothing is said, who alone has units there controls it.
            there = present(m, place.id)
            alone = len(there) == 1 and "contested" not in place.marks
            m.set(place, "controller", there[0] if alone else NOBODY)
    for thing in state.things:
        if thing.zone == "play" and thing.at != BASE:
            m.mark(thing, "came", thing.controller)
    state.pending, state.happened = (), {}
    given = state.marks.get("given")
    if given is not None:
        m.mark(state, "given", None)
        _prepare_state(m, given)
    if state.phase in STEPS and state.phase != "main":
        # What comes before the phase has been; the phase itself is run by a step.
        m.mark(state, "held", state.phase)
        m.mark(state, "fresh", True)
    elif state.phase == "mulligan":
        before_first(m)
        setup.begin_mulligans(m)
        m.run()


def _prepare_state(m: Match, given: Mapping[str, Any]) -> None:
    state = m.state
    if str(given.get("state", "neutral")).startswith("showdown") or "focus" in given:
        place = next((one for one in state.shared["battlefields"] if "contested" in state.things[one].marks), None)
        if place is None:
            raise ScenarioError(Text("a showdown needs a battlefield with 'contested_by'"), "state")
        m.push(("settle",))
        m.run()
        show = showdown(m)
        if show is not None and "focus" in given:
            m.mark(state, "showdown", {**show, "focus": given["focus"]})
            m.set(state, "acting", given["focus"])
    if "priority" in given:
        m.set(state, "acting", given["priority"])


def before_first(m: Match) -> None:
    """The first turn is still to come; it stops where it begins."""
    state = m.state
    for name in ("active", "acting"):
        m.set(state, name, state.first)
    m.set(state, "turn", 0)
    m.mark(state, "held", "awaken")
    for seat in state.seats:
        m.set(seat, "turns", 0)
