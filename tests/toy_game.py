"""A tiny game for tests of the engine: units and spells, strikes that may be parried, and twenty points to win.

It has one of everything that a runner or a pilot meets: a hidden hand, an ordered deck, a resource in a short form,
triggers, choices, a reaction, a shared zone, and a setup. No real game plays like it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import read_abilities
from deckkit.effects.words import KERNEL
from deckkit.engine import moves
from deckkit.engine.cards import Keyword, PlayCard
from deckkit.engine.match import Match
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.scenario_words import (
    EventWord,
    NumberWord,
    ScenarioWords,
    Verb,
    ZoneWord,
    attribute,
    beneath,
    computed,
    counted,
    marked,
)
from deckkit.engine.scenario_words import ObjectWord as Word
from deckkit.engine.state import Action, Thing
from deckkit.engine.triggers import emit, give, own_first
from deckkit.engine.values import has_keyword, stat

__all__ = ["RULES", "WORDS", "test_card"]

VOCABULARY = KERNEL.extended(
    keywords={"Shy": "cannot be chosen by foes", "Tough": "takes less damage", "Parry": "may stop a strike"},
    stats=("power",),
    zones=("coins", "middle"),
)


def keyword_of(text: str) -> Keyword:
    name, number = re.fullmatch(r"(.*?)(?: \+?([0-9]+))?", text.strip()).groups()  # type: ignore[union-attr]
    return Keyword(name, int(number or 0))


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    kind = given.get("type", "unit")
    return PlayCard(
        key=given["test"],
        name=given["test"],
        type=kind,
        cost=given.get("cost", 0),
        names=frozenset({given["test"]}),
        stats={"power": given.get("power", 1)} if kind == "unit" else {},
        keywords=tuple(keyword_of(one) for one in given.get("keywords", ())),
        abilities=read_abilities(given.get("effects", ()), VOCABULARY, where),
        definition=dict(given),
    )


def begin(m: Match) -> None:
    m.set(m.state, "phase", "setup")
    m.push(*(("deal", number) for number in m.order(m.state.first)), ("turn", m.state.first))


def _deal(m: Match, number: int) -> None:
    if not m.state.seats[number].zones["hand"]:
        moves.draw(m, number, m.config["hand"])


def _turn(m: Match, number: int) -> None:
    m.set(m.state, "turn", m.state.turn + 1)
    for name in ("active", "acting"):
        m.set(m.state, name, number)
    m.set(m.state, "phase", "start")
    for thing in m.board(number):
        moves.ready(m, thing)
        m.set(thing, "fresh", False)
    emit(m, "start_of_turn", seat=number)
    moves.draw(m, number)
    m.push(("pending",), ("check",), ("main",))


def _main(m: Match) -> None:
    m.set(m.state, "phase", "main")


def ready_coins(m: Match, seat: int) -> list[Thing]:
    return [thing for i in m.zone(seat, "coins") if not (thing := m.thing(i)).exhausted]


def actions(m: Match) -> list[Action]:
    if m.state.phase != "main":
        return []
    seat = m.state.active
    coins = len(ready_coins(m, seat))
    found = [Action("play", seat, i) for i in m.zone(seat, "hand") if m.thing(i).card.cost <= coins]
    for thing in m.board(seat):
        if not thing.exhausted and not thing.fresh:
            foes = [foe for other in m.foes(seat) for foe in m.board(other)]
            found += [Action("strike", seat, thing.id, (foe.id,)) for foe in foes]
            found.append(Action("raid", seat, thing.id))
    return [*found, Action("end", seat)]


def _play(m: Match, action: Action) -> None:
    thing = m.thing(action.source)
    for coin in ready_coins(m, action.seat)[: thing.card.cost]:
        m.set(coin, "exhausted", True)
    if thing.card.type == "unit":
        moves.enter(m, thing, "play", seat=action.seat)
        emit(m, "play", thing.id, seat=action.seat)
        m.push(("check",), ("pending",))
        return
    moves.move(m, thing, "middle")
    emit(m, "play", thing.id, seat=action.seat)
    env = {"source": thing.id, "seat": action.seat, "it": (thing.id,)}
    m.push(*(("block", one.do, 0, env) for one in thing.card.abilities), ("away", thing.id), ("check",), ("pending",))


def _away(m: Match, one: int) -> None:
    moves.move(m, m.thing(one), "discard")


def _strike(m: Match, action: Action) -> None:
    moves.exhaust(m, m.thing(action.source))
    emit(m, "attack", action.source, action.targets[0], action.seat)
    m.push(("pending",), ("parry", action.source, action.targets[0]), ("check",), ("pending",))


def _parry(m: Match, attacker: int, target: int) -> None:
    owner = m.thing(target).controller
    able = [thing.id for thing in m.board(owner) if not thing.exhausted and has_keyword(m, thing, "Parry")]
    answer: Any = m.choose(owner, "react", [*able, "pass"], attacker) if able else "pass"
    if answer != "pass":
        moves.exhaust(m, m.thing(answer))
        emit(m, "parry", answer, attacker, owner)
        return
    moves.damage(m, m.thing(target), max(0, stat(m, m.thing(attacker), "power")), by=attacker)


def _raid(m: Match, action: Action) -> None:
    moves.exhaust(m, m.thing(action.source))
    seat = m.state.seats[action.seat]
    m.set(seat, "score", seat.score + stat(m, m.thing(action.source), "power"))
    emit(m, "raid", action.source, seat=action.seat)
    m.push(("check",), ("pending",))


def _end(m: Match, action: Action) -> None:
    emit(m, "end_of_turn", seat=action.seat)
    m.push(("pending",), ("check",), ("turn", (action.seat + 1) % len(m.state.seats)))


def check(m: Match) -> bool:
    for seat in m.state.seats:
        if seat.score >= m.config["goal"]:
            m.finish({"winner": seat.number, "reason": "goal"})
            return False
    hurt = [one for one in m.board() if one.damage and one.damage >= stat(m, one, "power")]
    return bool(hurt and moves.destroy(m, hurt))


def taken(_match: Match, thing: Thing, n: int) -> int:
    tough = thing.card.keyword("Tough")
    return max(0, n - tough.n) if tough else n


RULES = TableRules(
    game="toy",
    zones=(
        ZoneSpec("play", in_play=True),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("coins", seen="nobody"),
        ZoneSpec("middle", shared=True),
    ),
    vocabulary=VOCABULARY,
    play_card=lambda card, _catalogue: test_card({"test": card.key}, ""),
    test_card=test_card,
    begin=begin,
    actions=actions,
    perform={"play": _play, "strike": _strike, "raid": _raid, "end": _end},
    tasks={"deal": _deal, "turn": _turn, "main": _main, "away": _away, "parry": _parry},
    check=check,
    next_pending=own_first,
    keyword_of=keyword_of,
    choosable=lambda m, seat, thing, _source: thing.controller == seat or not has_keyword(m, thing, "Shy"),
    damage_taken=taken,
    config={"goal": 20, "hand": 3},
    versions=("old", "new"),
    seats=(2, 4),
)


# -- its scenarios ---------------------------------------------------------------------------------------------------


def describe(m: Match, action: Action) -> Mapping[str, Any] | None:
    said: dict[str, Any] = {"player": action.seat}
    if action.kind == "play":
        return {**said, "do": "play", "card": action.source}
    if action.kind == "strike":
        return {**said, "do": "strike", "source": action.source, "target": action.targets[0]}
    if action.kind == "raid":
        return {**said, "do": "raid", "source": action.source}
    if action.kind == "end":
        return {**said, "do": "end_turn"}
    if m.state.decision is not None and m.state.decision.kind == "react" and action.option != "pass":
        return {**said, "do": "parry", "source": action.option}
    return None


def _setup(m: Match, _dealt: frozenset[int]) -> None:
    begin(m)


def _start(m: Match) -> bool:
    if m.state.phase != "start":
        return False
    m.push(("main",))
    return True


def _grant(m: Match, thing: Thing, words: list[str]) -> None:
    for word in words:
        keyword = keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, "game", thing.owner, thing.id)


WORDS = ScenarioWords(
    describe=describe,
    players={
        "points": counted("score"),
        "hand": ZoneWord("hand"),
        "deck": ZoneWord("deck", ordered=True),
        "discard": ZoneWord("discard"),
        "board": ZoneWord("play"),
        "coins": ZoneWord("coins", counts={"ready": {"tired": False}, "spent": {"tired": True}}, blank="t-coin"),
        "waiting": NumberWord(lambda m, seat: sum(one.seat == seat for one in m.state.pending)),
    },
    shared={"middle": ZoneWord("middle", shared=True, single=True)},
    objects={
        "tired": attribute("exhausted"),
        "fresh": attribute("fresh"),
        "damage": attribute("damage", "count"),
        "under": beneath(),
        "mood": Word("word", lambda _m, t: t.marks.get("mood"), marked("mood", "word").write, ("glad", "sad")),
        "friend": Word("thing", lambda _m, t: t.to, lambda m, t, other: m.set(t, "to", other.id)),
        "owner": Word("seat", lambda _m, t: t.owner, lambda m, t, seat: m.set(t, "owner", seat)),
        "keywords": Word("keywords", lambda _m, _t: (), _grant),
        "power": computed("power"),
        "cost": Word("int", lambda _m, t: t.card.cost),
    },
    verbs={
        "play": Verb({"card": "thing", "targets": "things"}, ("card",), answers={"targets": "targets"}),
        "strike": Verb({"source": "thing", "target": "thing"}, ("source", "target")),
        "raid": Verb({"source": "thing"}, ("source",)),
        "parry": Verb({"source": "thing"}, ("source",), reaction=True),
    },
    test_keys={"type": "word|unit|spell", "cost": "count", "power": "int", "keywords": "keywords"},
    declines={"may": "no", "react": "pass"},
    events={"draw": EventWord(("draw",), ("draw",)), "strike": EventWord(("attack",))},
    phases={"setup": "setup", "start": "start", "main": "main"},
    formats={"usual": {}, "short": {"goal": 5}},
    setup=_setup,
    run_phase={"start": _start},
    run_step={"start": _start},
    passes=("end_turn",),
    facts={"goal": lambda m: m.config["goal"]},
    reasons={"goal": "enough"},
)
