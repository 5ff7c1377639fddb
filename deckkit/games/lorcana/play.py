"""Playing cards: for ink, by Shift, by singing, by an effect (rules digest 4.3, 4.4; CR 4.3, 5.4.4, 8.10-8.12)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from deckkit.effects.notation import Ability, Block, Node
from deckkit.engine import moves
from deckkit.engine.cards import Keyword
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden, seat_forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import Action, Event, Thing
from deckkit.engine.triggers import also, emit, give, pend
from deckkit.engine.values import condition, has_keyword, holds, keyword_n, stat
from deckkit.games.lorcana.cost import ask_drops, exerting, pay_ink, payable, price, ready_ink, use_up
from deckkit.games.lorcana.enter import entering
from deckkit.games.lorcana.shift import shift_bases, shift_cost, take_over

__all__ = ["PERFORM", "TASKS", "by_effect", "can_sing", "playable", "plays", "singing_value"]


def plays(m: Match, number: int) -> list[Action]:
    """Every way to play a card from hand: for ink, by Shift, by singing (CR 4.3.2.2)."""
    ink = ready_ink(m, number) + m.state.seats[number].pool
    found: list[Action] = []
    board: list[Thing] | None = None
    for one in m.state.seats[number].zones["hand"]:
        thing = m.state.things[one]
        if not playable(m, number, thing):
            continue
        card = thing.card
        if price(m, number, thing, card.cost) <= ink:
            found.append(Action("play", number, one))
        if card.works_elsewhere and _other_cost(m, number, thing) is not None:
            found.append(Action("play", number, one, (), "instead"))
        if card.type == "Character":
            for keyword in card.keywords:
                if keyword.name.endswith("Shift"):
                    found += _shifts(m, number, thing, keyword, ink)
        elif "Song" in card.traits:
            board = m.board(number) if board is None else board
            singers = [singer for singer in board if can_sing(m, singer)]
            cost = card.cost
            found += [
                Action("sing", number, one, (singer.id,))
                for singer in singers
                if singing_value(m, singer) >= cost and not forbidden(m, singer, "sing_alone")
            ]
            together = card.keyword("Sing Together")
            if together is not None and sum(max(0, singing_value(m, singer)) for singer in singers) >= together.n:
                found.append(Action("sing_together", number, one))
    return found


def _other_cost(m: Match, number: int, thing: Thing) -> Block | None:
    """What a card may be played for instead of ink, if that can be paid: nothing, or a cost (CR 4.3.2.2)."""
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    for ability in thing.card.at_hand:
        for node in ability.do:
            if node.word == "play_cost" and holds(m, ability, env):
                cost: Block = node.args.get("cost", ())
                if payable(m, number, thing, cost):
                    return cost
    return None


def playable(m: Match, number: int, thing: Thing) -> bool:
    """Whether nothing forbids to play the card; such a restriction binds free plays too (CR 1.2.2)."""
    for ability in thing.card.at_hand:
        if "static" in ability.on:
            for node in ability.do:
                env = {"source": thing.id, "seat": number, "it": (thing.id,)}
                if node.word == "forbid" and node.args["what"] == "play" and holds(m, ability, env):
                    return False
    return not seat_forbidden(m, number, "play", thing)


def can_sing(m: Match, thing: Thing) -> bool:
    """A ready, dry character (CR 5.4.4.2, 5.1.1.11)."""
    return (
        thing.card.type == "Character" and not thing.exhausted and not thing.fresh and not forbidden(m, thing, "sing")
    )


def singing_value(m: Match, thing: Thing) -> int:
    """The cost as which a character counts to sing songs (CR 8.11)."""
    value = keyword_n(m, thing, "Singer") if has_keyword(m, thing, "Singer") else thing.card.cost
    # "+N cost to sing songs" adds to the Singer value, without Singer to the cost (CR 8.11.3).
    return value + stat(m, thing, "singing")


def _shifts(m: Match, number: int, thing: Thing, keyword: Keyword, ink: int) -> list[Action]:
    cost = shift_cost(thing)
    if cost is None:
        if price(m, number, thing, keyword.n, "shift") > ink:
            return []
    elif not payable(m, number, thing, cost):
        return []
    return [Action("shift", number, thing.id, bases, keyword.name) for bases in shift_bases(m, number, thing, keyword)]


def _play(m: Match, action: Action) -> None:
    m.push(("play", action.source, action.seat, action.option or "ink"))


def _shift(m: Match, action: Action) -> None:
    m.push(("shift", action.source, action.seat, action.targets, action.option))


def _sing(m: Match, action: Action) -> None:
    m.push(("sing", action.source, action.seat, action.targets))


def _sing_together(m: Match, action: Action) -> None:
    m.push(("sing_together", action.source, action.seat))


def _play_task(m: Match, one: int, number: int, paid: str) -> None:
    thing = m.state.things[one]
    drops = n = 0
    if paid == "ink":
        n = price(m, number, thing, thing.card.cost)
        drops = ask_drops(m, number, n)
    how = entering(m, number, thing)
    if paid == "instead":
        cost = _other_cost(m, number, thing) or ()
        m.push(("block", exerting(cost), 0, {"source": one, "seat": number}), ("paid_for", one, number, how))
        return
    pay_ink(m, number, n, drops)
    _come_in(m, thing, number, (paid,), (), how, drops, n)


def _paid_for(m: Match, one: int, number: int, how: dict[str, Any]) -> None:
    _come_in(m, m.state.things[one], number, ("instead",), (), how, 0)


def _shift_task(m: Match, one: int, number: int, bases: tuple[int, ...], name: str) -> None:
    """Played on top of other characters, whose state it takes over (CR 8.10)."""
    thing = m.state.things[one]
    cost = shift_cost(thing)
    drops = n = 0
    if cost is None:
        keyword = thing.card.keyword(name)
        n = price(m, number, thing, keyword.n if keyword is not None else 0, "shift")
        drops = ask_drops(m, number, n)
    below = bases
    if len(bases) == 2:
        # Which one lies uppermost is free (CR 8.10.8.3).
        orders = list(permutations(bases))
        below = orders[int(m.choose(number, "option", (0, 1), one))]
    how = entering(m, number, thing)
    if cost is not None:
        m.push(
            ("block", exerting(cost), 0, {"source": one, "seat": number}),
            ("shifted", one, number, below, name, how, 0, 0),
        )
        return
    pay_ink(m, number, n, drops)
    m.push(("shifted", one, number, below, name, how, drops, n))


def _shifted(
    m: Match, one: int, number: int, bases: tuple[int, ...], name: str, how: dict[str, Any], drops: int, n: int
) -> None:
    _come_in(m, m.state.things[one], number, ("shift", name), bases, how, drops, n)


def _sing_task(m: Match, one: int, number: int, singers: tuple[int, ...]) -> None:
    """Singing is an alternate cost: exert the singers; the song resolves before what singing triggers (CR 5.4.4)."""
    things = [m.state.things[singer] for singer in singers]
    m.mark(m.state, "sang", (one, singers))
    for thing in things:
        moves.exhaust(m, thing)
    for thing in things:
        emit(m, "sing", thing.id, one, number)
    _come_in(m, m.state.things[one], number, ("sing",), (), {"payers": singers}, 0)


def _sing_together_task(m: Match, one: int, number: int) -> None:
    """Any number of characters with a total of at least N (CR 8.12.1)."""
    thing = m.state.things[one]
    keyword = thing.card.keyword("Sing Together")
    assert keyword is not None
    able = [singer for singer in m.board(number) if can_sing(m, singer)]
    values = {singer.id: max(0, singing_value(m, singer)) for singer in able}
    taken: list[Any] = []
    while True:
        left: list[Any] = [singer for singer in values if singer not in taken]
        enough = sum(values[singer] for singer in taken) >= keyword.n
        if enough:
            left.append("done")
        answer = m.choose(number, "cards", left, one, tuple(taken)) if left != ["done"] else "done"
        if answer == "done":
            break
        taken.append(answer)
    m.push(("sing", one, number, tuple(taken)))


def _come_in(
    m: Match,
    thing: Thing,
    number: int,
    paid: tuple[str, ...],
    bases: tuple[int, ...],
    how: dict[str, Any],
    drops: int,
    n: int = 0,
) -> None:
    """The cost is paid: the card is played, enters or takes effect, and what waits resolves (CR 4.3.3, 4.3.4)."""
    use_up(m, number, thing)
    if thing.card.type == "Action":
        moves.move(m, thing, "resolving")
        m.mark(thing, "paid", (*paid, "drops") if drops else paid)
        m.mark(thing, "ink_paid", n)
        if "payers" in how:
            m.mark(thing, "payers", how["payers"])
        emit(m, "play", thing.id, seat=number)
        m.push(*effect_tasks(thing, number), ("check",), ("pending",))
        return
    # Cards that will lie under this one still see it played (CR 4.3.4.2).
    seeing = [one for one in m.state.watch.get("play", ()) if one[0] in bases]
    moves.enter(m, thing, "play", seat=number, exhausted=bool(how.get("exhausted")))
    m.mark(thing, "paid", (*paid, "drops") if drops else paid)
    m.mark(thing, "ink_paid", n)
    if bases:
        take_over(m, thing, [m.state.things[one] for one in bases], bool(how.get("exhausted")), paid)
    if how.get("damage"):
        m.set(thing, "damage", thing.damage + how["damage"])
    for word, until, source in how.get("keywords", ()):
        keyword = m.rules.keyword_of(word)
        give(m, thing, "keyword", keyword.name, keyword.n, until, number, source)
    if thing.card.type == "Location":
        m.set(thing, "fresh", False)
    emit(m, "play", thing.id, seat=number)
    emit(m, "enter", thing.id, seat=number)
    for source, ability in seeing:
        also(m, Event("play", thing.id, seat=number), source, ability)
    _follow(m, thing, number, how)
    m.push(("check",), ("pending",))


def _follow(m: Match, thing: Thing, number: int, how: dict[str, Any]) -> None:
    """What follows from the way in which a card entered waits like what playing it triggers."""
    for ability in how.get("then", ()):
        pend(m, thing.id, ability, Event("play", thing.id, seat=number))


def effect_tasks(thing: Thing, number: int) -> list[tuple[Any, ...]]:
    """An action's effect resolves at once, then it goes to the discard (CR 4.3.3.2)."""
    env = {"source": thing.id, "seat": number, "it": (thing.id,)}
    effects = [
        ("action_effect", ability, env)
        for ability in thing.card.abilities
        if "play" in ability.on and ability.of is None and ability.zone == "play"
    ]
    return [*effects, ("put_away", thing.id)]


def _action_effect(m: Match, ability: Ability, env: dict[str, Any]) -> None:
    if ability.check is not None and not condition(m, ability.check, env):
        return
    if ability.may and m.choose(env["seat"], "may", ("yes", "no"), env["source"]) == "no":
        return
    m.push(("block", ability.do, 0, env))


def _put_away(m: Match, one: int) -> None:
    thing = m.state.things[one]
    if thing.zone == "resolving":
        zone = thing.marks.get("goes", "discard")
        moves.move(m, thing, zone)
        emit(m, "put_" + zone, one, one, thing.owner)


def by_effect(run: Run, thing: Thing, node: Node) -> bool:
    """An effect plays a card: for free no other alternate cost is used (CR 4.3.2.2); restrictions bind (CR 1.2.2)."""
    m, number = run.m, run.seats()[0]
    if not playable(m, number, thing):
        return False
    n = 0
    if not node.args.get("free", False):
        n = price(m, number, thing, max(0, thing.card.cost - run.amount("reduce", 0)))
        if n > ready_ink(m, number) + m.state.seats[number].pool:
            return False
    drops = ask_drops(m, number, n)
    how = {} if thing.card.type == "Action" else entering(m, number, thing)
    if node.args.get("exhausted"):
        how["exhausted"] = True
    if n:
        pay_ink(m, number, n, drops)
    use_up(m, number, thing)
    if thing.card.type == "Action":
        moves.move(m, thing, "resolving")
        m.mark(thing, "ink_paid", n)
        if "goes" in node.args:
            m.mark(thing, "goes", node.args["goes"])
        emit(m, "play", thing.id, seat=number)
        queued = m.state.marks.get("queued", ())
        m.mark(m.state, "queued", (*queued, *effect_tasks(thing, number)))
        return True
    moves.enter(m, thing, "play", seat=number, exhausted=bool(how.get("exhausted")))
    m.mark(thing, "paid", ("free",) if not n else ("ink", "drops") if drops else ("ink",))
    m.mark(thing, "ink_paid", n)
    if how.get("damage"):
        m.set(thing, "damage", how["damage"])
    emit(m, "play", thing.id, seat=number)
    emit(m, "enter", thing.id, seat=number)
    _follow(m, thing, number, how)
    return True


PERFORM = {"play": _play, "shift": _shift, "sing": _sing, "sing_together": _sing_together}
TASKS: Mapping[str, Any] = {
    "play": _play_task,
    "paid_for": _paid_for,
    "shift": _shift_task,
    "shifted": _shifted,
    "sing": _sing_task,
    "sing_together": _sing_together_task,
    "action_effect": _action_effect,
    "put_away": _put_away,
}
