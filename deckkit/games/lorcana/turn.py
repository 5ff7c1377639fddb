"""Lorcana's turn: steps and phases, what may be done when, the checks of the game state, winning and losing.

Rules digest 3, 4 and 7.3 (CR 1.8, 3, 4.2, 4.5, 4.7).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.effects.notation import Ability
from deckkit.engine import moves
from deckkit.engine.leaving import forget
from deckkit.engine.match import Match
from deckkit.engine.operations import gain_score
from deckkit.engine.restrictions import forbidden, forced_to, in_force, seat_forbidden
from deckkit.engine.run import Run
from deckkit.engine.state import Action, Pending, Thing
from deckkit.engine.triggers import emit, expire, give, replacement, turn_begins
from deckkit.engine.values import applies, fits, has_keyword, stat
from deckkit.games.lorcana import abilities, challenge, cost, play, steady

__all__ = ["PERFORM", "TASKS", "actions", "can_quest", "check", "gain_drops", "leave_game", "ready_most"]


# -- the turn ------------------------------------------------------------------------------------------------------


def _turn(m: Match, number: int) -> None:
    """A player's turn begins: Ready, Set and Draw, each with its check (CR 1.8.1, 3.2)."""
    state = m.state
    if state.turn >= m.rules.turn_cap:
        m.finish({"draw": True, "reason": "turn_cap"})
        return
    # What those who have left made until their next turn ends when that turn would have come (CR 9.2.3).
    passed = (state.active + 1) % len(state.seats)
    while passed != number and state.turn:
        if state.seats[passed].out:
            _until_turn(m, passed)
        passed = (passed + 1) % len(state.seats)
    moves.next_turn(m, number)
    m.set(state, "phase", "start")
    turn_begins(m, number)
    ready, dry, draw = (("step", name) for name in ("ready", "set", "draw"))
    rest = (("pending",), ("check",), ("pending",))
    m.push(ready, ("check",), dry, *rest, draw, *rest, ("main",))


def _until_turn(m: Match, number: int) -> None:
    """Effects that last until the start of this player's next turn end (CR 3.2.1.3)."""
    expire(m, lambda mod, _holder: mod.until == "your_next_turn" and mod.seat == number)


def _step(m: Match, name: str) -> None:
    _STEPS[name](m)


def _ready_step(m: Match) -> None:
    """Cards in play and in the inkwell are readied; effects until this turn end; start-of-turn triggers (3.2.1)."""
    state = m.state
    number = state.active
    staying = _staying(m, number)
    for thing in m.board(number):
        if thing.exhausted and thing.id not in staying and not _kept(m, thing):
            moves.ready(m, thing)
    for one in state.seats[number].zones["inkwell"]:
        thing = state.things[one]
        if thing.exhausted:
            m.set(thing, "exhausted", False)
    # "Can't ready at the start of their next turn" has been obeyed; what lasted until this turn ends (CR 3.2.1.3).
    expire(m, lambda mod, holder: mod.until == "next_ready" and _whose_is(holder) == number)
    _until_turn(m, number)
    emit(m, "start_of_turn", seat=number)
    fire_later(m, "start_of_turn")


def _kept(m: Match, thing: Thing) -> bool:
    """Whether a thing may not ready in the step."""
    return forbidden(m, thing, "ready") or forbidden(m, thing, "ready_step")


def _staying(m: Match, number: int) -> set[int]:
    """What does not ready because its player may ready only so many, and chooses others."""
    staying: set[int] = set()
    for mod in m.state.seats[number].mods:
        if mod.what == "ready_most" and in_force(m, mod, None):
            most, test = mod.value
            env = {"source": mod.source, "seat": mod.seat, "it": ()}
            turned = (one for one in m.board(number) if one.exhausted and one.id not in staying)
            able = [one for one in turned if fits(m, test, one, env) and not _kept(m, one)]
            taken: list[int] = []
            while len(taken) < most < len(able):
                left = [one.id for one in able if one.id not in taken]
                taken.append(m.choose(number, "cards", left, mod.source, tuple(taken)))
            if len(able) > most:
                staying |= {one.id for one in able} - set(taken)
    return staying


def ready_most(run: Run) -> bool:
    """A player readies only so many of these at the start of their next turn."""
    for number in run.seats(default="foes"):
        value = (run.amount(), run.node.args["of"])
        seat = run.m.state.seats[number]
        give(run.m, seat, "ready_most", "", value, run.get("until", "next_ready"), run.seat, run.source)
    return True


def _whose_is(holder: Any) -> int:
    """The player of a thing or a seat."""
    return int(holder.controller if isinstance(holder, Thing) else holder.number)


def _set_step(m: Match) -> None:
    """Characters become dry; locations give their lore (CR 3.2.2)."""
    state = m.state
    for thing in m.board(state.active):
        if thing.fresh:
            m.set(thing, "fresh", False)
    for thing in m.board(state.active):
        if thing.card.type == "Location":
            gain_score(m, state.active, stat(m, thing, "lore"), thing.id)


def _draw_step(m: Match) -> None:
    """The starting player skips the very first draw (CR 3.2.3.1)."""
    state = m.state
    first = state.turn == 1 and state.active == state.first
    if not first and not seat_forbidden(m, state.active, "draw_step"):
        moves.draw(m, state.active)


_STEPS: Mapping[str, Callable[[Match], None]] = {"ready": _ready_step, "set": _set_step, "draw": _draw_step}


def _main(m: Match) -> None:
    m.set(m.state, "phase", "main")


def _end_turn(m: Match, _action: Action) -> None:
    """End-of-turn triggers, then the effects that last this turn end, then the last check (CR 3.4)."""
    m.set(m.state, "phase", "end")
    rest = (("last_check",), ("check",), ("pending",), ("turn_over",))
    m.push(("end_triggers",), ("pending",), ("end_effects",), ("pending",), *rest)


def _end_triggers(m: Match) -> None:
    emit(m, "end_of_turn", seat=m.state.active)
    fire_later(m, "end_of_turn")


def _end_effects(m: Match) -> None:
    state = m.state
    active, turn = state.active, state.turn

    def ends(mod: Any, holder: Any) -> bool:
        if mod.until == "their_next_turn":
            return _whose_is(holder) == active and mod.born < turn
        return bool(mod.until == "end_of_turn")

    expire(m, ends)


def _last_check(m: Match) -> None:
    """The turn ends with a last check; from here on, whoever ends the own turn without a deck loses (CR 3.4.2)."""
    m.mark(m.state, "turn_ends", True)


def _turn_over(m: Match) -> None:
    state = m.state
    if state.pending:
        m.push(("pending",), ("check",), ("turn_over",))
        return
    m.mark(state, "turn_ends", None)
    m.push(("turn", m.order((state.active + 1) % len(state.seats))[0]))


def fire_later(m: Match, moment: str) -> None:
    """Delayed triggers of this moment join the waiting ones, each once (CR 6.2.7.2)."""
    waiting = m.state.marks.get("later", ())
    due = [one for one in waiting if one[0] == moment and _whose(m, one)]
    if due:
        m.mark(m.state, "later", tuple(one for one in waiting if one not in due) or None)
        for _, block, _, env in due:
            one = Pending(m.serial(), env["seat"], env["source"], Ability((moment,), block), dict(env))
            m.set(m.state, "pending", (*m.state.pending, one))


def _whose(m: Match, later: Any) -> bool:
    who, env = later[2], later[3]
    return bool(who != "you" or env["seat"] == m.state.active)


# -- checks --------------------------------------------------------------------------------------------------------


def check(m: Match) -> bool:
    """The game state check, once: 20 lore wins, damage of at least the willpower banishes (CR 1.8.1).

    At the end of the turn an empty deck loses (CR 1.8.1.2): the active player leaves in the same check in which their
    characters fall, before anything that this triggers; those of the others fall next (CR 1.8.4).
    """
    state = m.state
    queued = state.marks.get("queued")
    if queued:
        # An action played by an effect resolves right after that effect, before any check (CR 6.7.8.1).
        m.mark(state, "queued", None)
        m.push(*queued, ("check",))
        return False
    goal = m.config["lore_to_win"]
    for number in m.order():
        if state.seats[number].score >= goal:
            m.finish({"winner": number})
            return False
    lent = bool(state.statics.get("stat:willpower"))
    # Nothing falls while nothing changes that its damage or its willpower depends on.
    falling = (
        []
        if m.notes.get("standing") == m.epoch
        else [
            thing
            for thing in m.board()
            if (thing.damage or thing.mods or lent)
            and "willpower" in thing.card.stats
            and thing.damage >= stat(m, thing, "willpower")
        ]
    )
    if not falling and (not lent or steady.steady_statics(m)):
        m.notes["standing"] = m.epoch
    active = state.active
    if "turn_ends" in state.marks and not (
        state.seats[active].zones["deck"] or state.seats[active].out or m.config["pack_rush"]
    ):
        moves.destroy(m, [thing for thing in falling if thing.controller == active])
        leave_game(m, active, "empty_deck")
        return True
    return bool(falling and moves.destroy(m, falling))


def leave_game(m: Match, number: int, reason: str) -> None:
    """A player loses and leaves with all cards and waiting abilities; the last one left wins (CR 9.2.3, 1.8.1.3)."""
    state = m.state
    seat = state.seats[number]
    m.set(seat, "out", True)
    left = m.order()
    if len(left) <= 1:
        m.finish(
            {"winner": left[0], "loser": number, "reason": reason} if left else {"loser": number, "reason": reason}
        )
        return
    forget(m, number)
    for mark in ("later", "queued"):
        if mark in state.marks:
            kept = tuple(one for one in state.marks[mark] if not _made_by(m, mark, one, number))
            m.mark(state, mark, kept or None)
    for name in ("play", "hand", "deck", "discard", "inkwell", "resolving"):
        for one in seat.zones[name]:
            _take_away(m, state.things[one])
    if reason == "concede" and number == state.active:
        # The turn is over; the others resolve what waits, and the next player's turn begins.
        m.mark(state, "challenge", None)
        m.set(state, "tasks", None)
        m.set(state, "phase", "end")
        if "turn_ends" in state.marks:
            m.mark(state, "turn_ends", None)
        following = m.order((number + 1) % len(state.seats))[0]
        m.push(("end_effects",), ("pending",), ("check",), ("pending",), ("turn", following))
    elif reason == "concede":
        m.push(("check",), ("pending",))


def _take_away(m: Match, thing: Thing) -> None:
    """A card leaves the game; what nobody else has seen stays face down."""
    for one in thing.under:
        if m.state.things[one].facedown:
            moves.move(m, m.state.things[one], "gone", facedown=True)
    moves.move(m, thing, "gone", facedown=thing.facedown or m.specs[thing.zone].seen != "all")


def _made_by(m: Match, mark: str, one: Any, number: int) -> bool:
    if mark == "later":
        return bool(one[3]["seat"] == number)
    return bool(m.state.things[one[1]].owner == number) if one[0] == "put_away" else bool(one[2]["seat"] == number)


# -- what may be done ----------------------------------------------------------------------------------------------


def actions(m: Match) -> list[Action]:
    """The turn actions of the active player in the Main Phase (CR 4.1.3), and the end of the turn."""
    state = m.state
    if state.phase != "main":
        return []
    number = state.active
    found = cost.inkings(m, number)
    found += play.plays(m, number)
    board = m.board(number)
    lent = "abilities" in state.statics
    for thing in board:
        if lent or thing.card.activated or thing.card.keywords or thing.mods:
            found += abilities.activations(m, number, thing)
    places = [thing for thing in board if thing.card.type == "Location"]
    # Where nothing at all is said about questing, only a character's own state and words count.
    silent = not state.seats[number].mods and state.statics.keys().isdisjoint(_ABOUT_QUESTS)
    for thing in board:
        if thing.card.type == "Character":
            if silent and not thing.mods and not thing.card.keywords:
                able = not (thing.exhausted or thing.fresh)
            else:
                able = can_quest(m, thing)
            if able:
                found.append(Action("quest", number, thing.id))
            if places:
                found += abilities.movements(m, number, thing, places)
    found += challenge.challenges(m, number, board)
    if may_end(m, board, found):
        found.append(Action("end", number))
    return found


# The static abilities that bear on whether a character can quest.
_ABOUT_QUESTS = ("keyword:Reckless", "forbid:quest", "allow:quest_fresh", "remove")


def can_quest(m: Match, thing: Thing) -> bool:
    """Ready, dry, not Reckless and not forbidden (CR 4.5.1.2, 8.7.2)."""
    return (
        not thing.exhausted
        and (not thing.fresh or _quests_at_once(m, thing))
        and not has_keyword(m, thing, "Reckless")
        and not forbidden(m, thing, "quest")
    )


def _quests_at_once(m: Match, thing: Thing) -> bool:
    """Whether an effect lets a character quest in the turn in which it came."""
    if any(mod.what == "allow" and mod.name == "quest_fresh" for mod in thing.mods):
        return True
    return any(applies(m, *one, thing) for one in m.state.statics.get("allow:quest_fresh", ()))


def may_end(m: Match, board: list[Thing], found: list[Action]) -> bool:
    """Not while a Reckless character can challenge or an Adventurous one can quest (CR 3.3.2.1, 8.7.3, 8.16.3)."""
    statics = m.state.statics
    lent = "force:quest" in statics or "force:challenge" in statics or "keyword:Adventurous" in statics
    lent = lent or "keyword:Reckless" in statics
    for thing in board:
        # Nothing printed, nothing given, nothing lent: no duty.
        if thing.exhausted or thing.card.type != "Character" or not (lent or thing.mods or thing.card.keywords):
            continue
        if (has_keyword(m, thing, "Adventurous") or forced_to(m, thing, "quest")) and can_quest(m, thing):
            return False
        must = has_keyword(m, thing, "Reckless") or forced_to(m, thing, "challenge")
        if must and any(one.kind == "challenge" and one.source == thing.id for one in found):
            return False
    return True


def _quest(m: Match, action: Action) -> None:
    """Exert, gain the lore value, then the triggers (CR 4.5.1, 4.5.2)."""
    thing = m.state.things[action.source]
    moves.exhaust(m, thing)
    gain_score(m, action.seat, stat(m, thing, "lore"), thing.id)
    emit(m, "quest", thing.id, seat=action.seat)
    m.push(("check",), ("pending",))


def gain_drops(m: Match, number: int, n: int) -> None:
    """A player gets ink drops, one by one, each of which may be replaced (CR 1.13.2)."""
    for _ in range(m.bounded(n)):
        found = replacement(m, "gain_drop", None, number)
        if found is not None:
            m.push(("replace", *found, (), ("drop", number)))
        else:
            _drop(m, number)


def _drop(m: Match, number: int) -> None:
    seat = m.state.seats[number]
    m.set(seat, "pool", seat.pool + 1)
    emit(m, "gain_drop", seat=number, n=1)


#: What carries out this file's actions.
PERFORM = {"quest": _quest, "end": _end_turn}
TASKS: Mapping[str, Any] = {
    "turn": _turn,
    "step": _step,
    "main": _main,
    "end_triggers": _end_triggers,
    "end_effects": _end_effects,
    "last_check": _last_check,
    "turn_over": _turn_over,
    "drop": _drop,
}
