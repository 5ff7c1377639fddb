"""What the game's own operations do: healing by a source, entering play, interrupting, tokens, losing powers.

Words that other modules play: ``damage`` (damage.py), ``attach`` (limits.py), ``flip`` (heroes.py), ``turn_down`` and
``turn_up`` (using.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import write_abilities
from deckkit.engine import chain, moves, triggers
from deckkit.engine.match import Match
from deckkit.engine.operations_cards import CARD_OPERATIONS
from deckkit.engine.operations_lasting import until
from deckkit.engine.restrictions import forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import Thing
from deckkit.engine.triggers import emit
from deckkit.engine.values import amount, keywords
from deckkit.games.wowtcg.combat import leave_combat
from deckkit.games.wowtcg.effects import VOCABULARY
from deckkit.games.wowtcg.play import interrupt, into_play

__all__ = ["FILTERS", "OPERATIONS", "entered"]


def _heal(run: Run) -> bool:
    """Who heals is the source that is named, else this card."""
    things = [thing for thing in run.in_play() if not forbidden(run.m, thing, "be_healed")]
    healers = run.things("source") if run.get("source") is not None else []
    by = healers[0].id if healers else run.source
    most = run.amount()
    wanted: list[int] = []
    for thing in things:
        n = min(most, thing.damage)
        if run.get("up_to") and n:
            n = run.number(range(n, -1, -1))
        wanted.append(n)
    gone = [moves.heal(run.m, thing, n, by=by) for thing, n in zip(things, wanted, strict=True)]
    run.done([thing.id for thing in things], sum(gone))
    return sum(gone) > 0


def _move(run: Run) -> bool:
    """Into play: under the control of the player who puts it there, in its own row (WOW 32)."""
    if run.get("to") != "play":
        return CARD_OPERATIONS["move"](run)
    things = [thing for thing in run.things() if thing.zone not in run.m.in_play]
    for thing in things:
        into_play(run.m, thing, run.seats()[0], exhausted=bool(run.get("exhausted")))
    run.done([thing.id for thing in things])
    return bool(things)


def _destroy(run: Run) -> bool:
    """Resources are destroyed where they lie, face down or not (WOW 16 to 22)."""
    m = run.m
    things = run.things()
    rows = [thing for thing in things if thing.zone == "resources"]
    gone = list(moves.destroy(m, [thing for thing in things if thing not in rows], by=run.source))
    for thing in rows:
        emit(m, "destroy", thing.id, run.source, thing.controller)
        moves.move(m, thing, "discard")
        emit(m, "put_discard", thing.id, run.source, thing.owner)
        gone.append(thing.id)
    run.done(gone)
    return bool(things)


def _move_bottom(run: Run) -> bool:
    m, n = run.m, run.amount()
    gone: list[int] = []
    for number in run.seats():
        deck = m.state.seats[number].zones["deck"]
        for one in reversed(deck[max(0, len(deck) - n) :]):
            moves.move(m, m.state.things[one], run.get("to"))
            gone.append(one)
    run.done(gone)
    return bool(gone)


def _interrupt(run: Run) -> bool:
    """A card on the chain goes to its owner's graveyard, without any effect (WOW 45)."""
    m = run.m
    gone: list[int] = []
    for thing in run.things():
        item = next((one for one in m.state.chain if one.source == thing.id and one.what == "card"), None)
        if item is None or forbidden(m, thing, "be_interrupted"):
            continue
        chain.remove(m, item.serial)
        interrupt(m, thing, item.seat)
        gone.append(thing.id)
    run.done(gone)
    return bool(gone)


def _silence(run: Run) -> bool:
    """It loses all powers and keywords, and can't have any for so long: none that it gets later counts."""
    things = run.in_play()
    for thing in things:
        triggers.give(run.m, thing, "lose_ability", "", None, until(run), run.seat, run.source)
        for name in dict.fromkeys((*keywords(run.m, thing), *VOCABULARY.keywords)):
            triggers.give(run.m, thing, "lose_keyword", name, None, until(run), run.seat, run.source)
    run.done([thing.id for thing in things])
    return bool(things)


def _stop_combat(run: Run) -> bool:
    """All attackers are removed from combat: it is over, and nothing is dealt."""
    m = run.m
    if "combat" not in m.state.marks:
        return False
    leave_combat(m)
    return True


def _create(run: Run) -> bool:
    """Ally tokens with these values; they are cards of their own kind, which a saved match holds."""
    from deckkit.games.wowtcg.table import test_card

    m = run.m
    stats = {name: amount(m, value, run.env) for name, value in run.get("stats").items()}
    token = str(run.get("token"))
    given: dict[str, Any] = {
        "test": f"{token} {stats.get('atk', 0)}/{stats.get('health', 0)}",
        "type": "ally",
        "cost": 0,
        **stats,
        "tags": list(run.get("traits", ())),
        "keywords": list(run.get("keywords", ())),
        "effects": write_abilities(run.get("abilities", ())),
        "token": True,
        **({"damage_type": run.get("kind")} if run.get("kind") else {}),
    }
    made: list[int] = []
    for number in run.seats():
        for _ in range(m.bounded(run.amount())):
            card = test_card(given, token)
            thing = m.add_thing(card, number, "", f"{card.slug}-{len(m.state.things) + 1}")
            moves.enter(m, thing, "allies", seat=number, exhausted=bool(run.get("exhausted")))
            m.mark(m.state, "crowded", True)
            emit(m, "enter", thing.id, run.source, number)
            made.append(thing.id)
    run.done(made)
    return bool(made)


def entered(m: Match, thing: Thing) -> None:
    """Counters with which a card enters play."""
    for ability in thing.card.abilities:
        for node in ability.do if "static" in ability.on else ():
            if node.word == "enter_with":
                env = {"source": thing.id, "seat": thing.controller, "it": (thing.id,), "x": thing.marks.get("x", 0)}
                name = str(node.args["name"])
                counters = {**thing.marks.get("counters", {})}
                counters[name] = counters.get(name, 0) + amount(m, node.args["n"], env)
                m.mark(thing, "counters", counters)


def _damage_on(m: Match, wanted: Mapping[str, Any], thing: Thing, env: Any) -> bool:
    low, high = wanted.get("min"), wanted.get("max")
    return (low is None or thing.damage >= amount(m, low, env)) and (
        high is None or thing.damage <= amount(m, high, env)
    )


#: "targeted" is about the choice and not about the thing: the table's ``aims`` looks at it.
FILTERS: Mapping[str, Callable[[Match, Any, Thing, Any], bool]] = {
    "damage_on": _damage_on,
    "targeted": lambda _m, _wanted, _thing, _env: True,
}
OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "heal": _heal,
    "move": _move,
    "move_bottom": _move_bottom,
    "destroy": _destroy,
    "interrupt": _interrupt,
    "silence": _silence,
    "stop_combat": _stop_combat,
    "create": _create,
}
