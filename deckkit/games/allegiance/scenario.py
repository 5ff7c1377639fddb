"""The words of Allegiance's scenario files (``scenarios.md`` and rules digest AL 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Node
from deckkit.engine.cards import PlayCard
from deckkit.engine.notation import seat_name
from deckkit.engine.run import Run
from deckkit.engine.scenario_reading import ScenarioError
from deckkit.engine.scenario_words import (
    ChoiceWord,
    EventWord,
    NumberWord,
    ObjectWord,
    ScenarioWords,
    Verb,
    ZoneWord,
    attribute,
    counted,
)
from deckkit.engine.select import DONE
from deckkit.engine.state import NOBODY, PASS, Action, Decision, Thing
from deckkit.engine.triggers import give
from deckkit.engine.values import amount
from deckkit.games.allegiance import play, recruit, rites, setup
from deckkit.games.allegiance.effects import FACTIONS, keyword_of
from deckkit.games.allegiance.labels import authored
from deckkit.games.allegiance.turn import PHASES
from deckkit.games.allegiance.wounds import poison_of
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match
    from deckkit.engine.scenario_steps import Step

__all__ = ["WORDS"]


# -- actions ---------------------------------------------------------------------------------------------------------


def _describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    kind, source = action.kind, action.source
    said: dict[str, Any] = {"player": action.seat}
    if kind in ("play", "buy"):
        return {**said, "do": kind, "card": source}
    if kind == "activate":
        return {**said, "do": kind, "source": source, "ability": (action.option or 0) + 1}
    if kind == "allegiance":
        return {**said, "do": "allegiance_action", "faction": action.option}
    if kind == "end":
        return {**said, "do": "end_turn"}
    decision = m.state.decision
    if decision is not None and decision.kind == "react" and m.state.waiting is not None:
        if action.option == PASS:
            return {**said, "do": "pass"}
        task = m.state.waiting[0]
        if task[0] == "window":
            return {**said, "do": "play_trap", "card": action.option, "window": task[1]}
        return {**said, "do": "guard", "source": action.option, "effect": m.state.marks.get("wounds", 0) + 1}
    return None


def _play_trap(step: Step) -> bool:
    """Before any step of a turn nothing is resolving: then the window is open (AL 6.3)."""
    m = step.m
    window = step.wanted.raw.get("window", "nothing_resolving")
    if m.state.decision is None and m.state.phase == "strategic" and window == "nothing_resolving":
        m.push(("window", "nothing_resolving", NOBODY, 0, None))
        m.run()
    step.react()
    return True


def _run_phase(name: str) -> Any:
    def run(m: Match) -> bool:
        if m.state.phase != name:
            return False
        m.mark(m.state, "wounds", None)
        if name == "initiation":
            m.push(("poisoned", m.state.active))
        elif name == "retreat":
            m.push(*(("retreat", step) for step in m.config["retreat_steps"]))
        return True

    return run


def _run_step(place: int) -> Any:
    def run(m: Match) -> bool:
        if m.state.phase != "retreat":
            return False
        m.mark(m.state, "wounds", None)
        m.push(("retreat", m.config["retreat_steps"][place]))
        return True

    return run


# -- choices ---------------------------------------------------------------------------------------------------------


def _asked(m: Match) -> Node | None:
    """The operation that asks the open question."""
    task: Any = m.state.waiting[0] if m.state.waiting is not None else ("",)
    return task[1][task[2]] if task[0] == "block" else None


def _points(m: Match, value: Mapping[str, int], options: tuple[Any, ...]) -> str | None:
    """A distribution of exactly the points; those above 6 are lost (AL 8.1)."""
    decision, node = m.state.decision, _asked(m)
    if decision is None or node is None or m.state.waiting is None or not set(value) <= set(FACTIONS):
        return None
    if sum(value.values()) != amount(m, node.get("n", 1), m.state.waiting[0][3]) or min(value.values()) < 0:
        return None
    now = rites.allegiance_of(m, decision.seat)
    gains = {name: min(n, rites.MOST - now.get(name, 0)) for name, n in value.items()}
    found = rites.spread(gains)
    return found if found in options else None


def _option(m: Match, value: str, options: tuple[Any, ...]) -> Any:
    """One of several effects, by what it begins with: the words of AL 14.6."""
    if value in options:
        return value
    node = _asked(m)
    names = {"exile_card": "exile"}
    for i, block in enumerate(node.get("options", ()) if node is not None else ()):
        if names.get(block[0].word, block[0].word) == value and i in options:
            return i
    return None


def _all_of_them(m: Match, decision: Decision) -> Any:
    """Where all that is there must go, nobody needs to name it (AL 8.5, 8.15)."""
    node = _asked(m)
    if decision.kind == "sacrifice":
        return decision.options[0] if len(decision.options) == _due(m) - len(decision.taken) else None
    if node is None or node.word != "destruction" or m.state.waiting is None:
        return None
    left = amount(m, node.get("n", 1), m.state.waiting[0][3]) - len(decision.taken)
    return decision.options[0] if len(decision.options) <= left else None


def _due(m: Match) -> int:
    """How many creatures the card that is being paid for asks for."""
    assert m.state.waiting is not None
    _, seat, number, how, place = m.state.waiting[0]
    return play.sacrifices(m, seat, m.state.things[number], how, place)


# -- the board -------------------------------------------------------------------------------------------------------


def _give_life(m: Match, seat: int, value: int) -> None:
    m.set(m.state.seats[seat], "life", value)
    m.mark(m.state.seats[seat], "life_given", True)


def _give_poison(m: Match, seat: int, value: int) -> None:
    m.mark(m.state.seats[seat], "poison", value or None)


def _give_allegiance(m: Match, seat: int, value: Mapping[str, int]) -> None:
    for faction, n in value.items():
        if faction not in FACTIONS or not 0 <= n <= rites.MOST:
            raise ScenarioError(
                Text("'{name}' means nothing here", {"name": f"{faction} {n}"}),
                "",
                Text("use one of: {values}", {"values": [f"{name} 0 … {rites.MOST}" for name in FACTIONS]}),
            )
    m.mark(m.state.seats[seat], "allegiance", dict(value))


def _give_rites(m: Match, seat: int, value: Sequence[str]) -> None:
    """The Rites come when the board lies (:func:`_prepare`)."""
    known = [slug for slug, _ in rites.RITES.values()]
    for slug in value:
        if slug not in known:
            raise ScenarioError(
                Text("'{name}' means nothing here", {"name": slug}),
                "",
                Text("use one of: {values}", {"values": known}),
            )
    most = m.config["max_rites_per_player"]
    if most is not None and len(value) > most:
        raise ScenarioError(
            Text("a player has at most {most} Rites here, not {n}", {"most": most, "n": len(value)}),
            "",
            Text("give fewer, or set 'max_rites_per_player' (AL 13.16)"),
        )
    others = [one for other in m.state.seats if other.number != seat for one in other.marks.get("rites_given", ())]
    for place, slug in enumerate(value):
        if slug in value[:place] or (m.config["rites_unique"] and slug in others):
            raise ScenarioError(
                Text("the Rite '{name}' is given twice", {"name": slug}),
                "",
                Text("each Rite is there once, and a player has it once (AL 13.16)"),
            )
    m.mark(m.state.seats[seat], "rites_given", tuple(value))


def _rites(m: Match, seat: int) -> list[str]:
    return [m.state.things[one].card.slug for one in m.state.seats[seat].zones["rites"]]


def _lasting(slug: str) -> list[Node]:
    """What of a trap's effect lasts for the turn."""
    entry = authored().get(f"allegiance:{slug}")
    nodes = [node for ability in entry.abilities for node in ability.do] if entry is not None else []
    return [node for node in nodes if node.get("until") == "end_of_turn"]


def _give_effects(m: Match, seat: int, value: Sequence[str]) -> None:
    """Traps of which the effect is at work already; the cards themselves are nowhere."""
    for slug in value:
        nodes = _lasting(slug)
        if not nodes:
            raise ScenarioError(
                Text("'{name}' has no effect that lasts for a turn", {"name": slug}),
                "",
            )
        key = f"allegiance:{slug}"
        card = PlayCard(key, slug, "Trap", abilities=authored()[key].abilities, coverage="exact")
        source = m.add_thing(card, seat, "", f"{slug} (played)")
        for node in nodes:
            run = Run(m, node, {"source": source.id, "seat": seat})
            operation = m.rules.operations.get(node.word) or _kernel(node.word)
            operation(run)


def _kernel(word: str) -> Any:
    from deckkit.engine.operations import OPERATIONS

    return OPERATIONS[word]


def _effects(m: Match, seat: int) -> list[str]:
    sources = [mod.source for mod in m.state.seats[seat].mods if mod.until == "end_of_turn"]
    return list(dict.fromkeys(m.state.things[one].card.slug for one in sources if one != NOBODY))


def _row(m: Match, _seat: int) -> list[int | None]:
    return [None if thing is None else thing.id for thing in recruit.slots(m)]


def _lay_row(m: Match, _seat: int, things: list[Thing | None]) -> None:
    m.mark(m.state, "slots", len(things))
    for place, thing in enumerate(things):
        if thing is not None:
            m.mark(thing, "slot", place)


def _give_keywords(m: Match, thing: Thing, words: list[str]) -> None:
    for word in words:
        keyword = keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, "game", thing.owner, thing.id)


#: What alone may lie there (AL 2.1, 3.1); of some cards the kind is not known, or not said.
_ONLY = {"battlefield": ("battlefield", "Creature"), "front": ("in_front", "Soul")}


def _prepare(m: Match) -> None:
    for thing in m.state.things:
        word, kind = _ONLY.get(thing.zone, ("", ""))
        said = thing.card.definition is None or "kind" in thing.card.definition
        if kind and said and thing.card.type not in (kind, ""):
            raise ScenarioError(
                Text("{card} cannot lie there: it is no {kind}", {"card": thing.card.name, "kind": kind.lower()}),
                f"given.{seat_name(thing.controller)}.{word}",
                Text("only cards of that kind lie there (AL 2.1)"),
            )
    rites.lay_rites(m)
    for seat in m.state.seats:
        if not seat.marks.get("life_given"):
            m.set(seat, "life", m.config["starting_life"])
        for slug in seat.marks.get("rites_given", ()):
            rites.take_rite(m, seat.number, slug)
        for name in ("life_given", "rites_given"):
            m.mark(seat, name, None)
    m.set(m.state, "happened", {})


def _notes(m: Match) -> list[Text]:
    """The cards that were played although nobody tells what they need (AL 13.28)."""
    names = m.state.marks.get("unknown", ())
    return [setup.needs_none(names)] if names else []


WORDS = ScenarioWords(
    describe=_describe,
    players={
        "life": NumberWord(lambda m, seat: m.state.seats[seat].life, _give_life),
        "poison": NumberWord(poison_of, _give_poison),
        "essence": counted("pool"),
        "allegiance": NumberWord(rites.allegiance_of, _give_allegiance, "map"),
        "rites": NumberWord(_rites, _give_rites, "words"),
        "hand": ZoneWord("hand"),
        "deck": ZoneWord("deck", ordered=True),
        "discard": ZoneWord("discard"),
        "battlefield": ZoneWord("battlefield"),
        "in_front": ZoneWord("front"),
        "active_effects": NumberWord(_effects, _give_effects, "words"),
    },
    shared={
        "recruitment": ZoneWord("recruitment", shared=True, row=(_row, _lay_row)),
        "recruitment_deck": ZoneWord("recruitment_deck", ordered=True, shared=True),
        "exile": ZoneWord("exile", shared=True),
    },
    objects={
        "exhausted": attribute("exhausted"),
        "summoned_this_turn": attribute("fresh"),
        "keywords": ObjectWord("keywords", lambda _m, thing: [one.name for one in thing.card.keywords], _give_keywords),
    },
    verbs={
        "play": Verb({"card": "thing"}, ("card",)),
        "activate": Verb({"source": "thing", "ability": "positive"}, ("source",)),
        "buy": Verb({"card": "thing"}, ("card",)),
        "allegiance_action": Verb({"faction": "word|" + "|".join(FACTIONS)}, ("faction",)),
        "play_trap": Verb(
            {"card": "thing", "window": "word|" + "|".join(play.WINDOWS)}, ("card",), reaction=True, run=_play_trap
        ),
        "guard": Verb({"source": "thing", "effect": "positive"}, ("source",), reaction=True),
        "pass": Verb(reaction=True),
    },
    test_keys={
        "kind": "word",
        "faction": "word",
        "price": "count",
        "allegiance_required": "map",
        "keywords": "keywords",
    },
    choices={
        "sacrifice": ChoiceWord(("sacrifice",)),
        "points": ChoiceWord(("points",), "map", _points),
        "rite": ChoiceWord(("rite",), "word", lambda _m, value, options: value if value in options else None),
        "give": ChoiceWord(("give",)),
        "take": ChoiceWord(("take",)),
        "option": ChoiceWord(("option", "convert"), "word", _option),
        "keep": ChoiceWord(("keep",)),
    },
    # Whoever does not say what to keep keeps nothing; nothing need be given, nor taken where fewer may be.
    declines={
        "may": "no",
        "react": PASS,
        "keep": DONE,
        "give": DONE,
        "take": DONE,
        "targets": _all_of_them,
        "sacrifice": _all_of_them,
    },
    events={
        "damage": EventWord(players=("hurt",)),
        "heal": EventWord(players=("heal",)),
        "poison": EventWord(players=("poison",)),
        "allegiance": EventWord(players=("allegiance",)),
        "summon": EventWord(things=("summon",)),
        "sacrifice": EventWord(things=("sacrifice",)),
        "guard": EventWord(things=("guard",)),
        "exile": EventWord(things=("exile",)),
        "buy": EventWord(things=("buy",)),
        "activate": EventWord(things=("activation",)),
    },
    phases={"setup": "setup", "start": "initiation", **{name: name for name in PHASES}},
    phase="strategic",
    formats={"starting-deck": {}},
    setup=setup.deal,
    run_phase={name: _run_phase(name) for name in PHASES},
    run_step={f"retreat_{place + 1}": _run_step(place) for place in range(6)},
    passes=("end_turn",),
    facts={"first_player": lambda m: seat_name(m.state.first)},
    prepare=_prepare,
    notes=_notes,
)
