"""What happens to commanders: Wounds with all that reduces and answers them, poison, healing, defeat (AL 1, 7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Node
from deckkit.engine.operations_lasting import until
from deckkit.engine.run import Run
from deckkit.engine.state import NOBODY, PASS
from deckkit.engine.triggers import emit, give
from deckkit.engine.values import has_keyword, keyword_n
from deckkit.games.allegiance.creatures import destroy, may_answer

if TYPE_CHECKING:
    from deckkit.engine.match import Match

__all__ = ["OPERATIONS", "TASKS", "aegis", "guards", "heal", "hurt", "poison_of", "reduced", "shield"]


def poison_of(m: Match, seat: int) -> int:
    """The poison markers of a player."""
    return int(m.state.seats[seat].marks.get("poison", 0))


def _set_poison(m: Match, seat: int, n: int) -> None:
    m.mark(m.state.seats[seat], "poison", n or None)


def aegis(m: Match, seat: int) -> int:
    """The highest Aegis among the creatures of a player, exhausted or not (AL 7.3, 8.6)."""
    return max((keyword_n(m, thing, "Aegis") for thing in m.board(seat) if has_keyword(m, thing, "Aegis")), default=0)


def shield(m: Match, seat: int) -> int:
    """What Divine Shields take off; two add up, unless so configured (AL 7.4, 13.20)."""
    found = [mod.value for mod in m.state.seats[seat].mods if mod.what == "shield"]
    return sum(found) if m.config["divine_shield_stacks"] else max(found, default=0)


def reduced(m: Match, seat: int, n: int) -> int:
    """What is left of Wounds that are not Unstoppable (AL 7.3, 7.4)."""
    return max(0, n - aegis(m, seat) - shield(m, seat))


def guards(m: Match, seat: int) -> list[int]:
    """The creatures that may guard: ready ones with the keyword, in the foe's turn only (AL 7.5, 8.9)."""
    if seat == m.state.active:
        return []
    return [one.id for one in m.board(seat) if not one.exhausted and has_keyword(m, one, "Guard")]


def _wounds(run: Run) -> bool:
    """One Wounds effect: reduced, guarded against, or suffered (AL 7.1 to 7.8)."""
    m, n = run.m, run.amount()
    target = m.foes(run.seat)[0]
    answer: Any = PASS
    if not run.get("unstoppable"):
        n = reduced(m, target, n)
        able = guards(m, target) if n else []
        if able:
            answer = m.choose(target, "react", [*able, PASS], run.source)
    m.mark(m.state, "wounds", m.state.marks.get("wounds", 0) + 1)
    if answer != PASS:
        guard = m.state.things[answer]
        m.set(guard, "exhausted", True)
        emit(m, "guard", answer, run.source, target)
        run.then += destroy(m, [guard], by=run.source, guarding=True)
    elif n:
        hurt(m, target, n, run.source)
        if not m.over:
            run.then += _answers(run, target, n)
    return True


def _answers(run: Run, target: int, n: int) -> list[tuple[Any, ...]]:
    """What follows damage by the ability of a creature in play: Œil pour œil, played before or now (AL 11.5)."""
    m = run.m
    source = m.state.things[run.source]
    # What a creature does on its destruction knows what was destroyed, its ability does not.
    if source.zone != "battlefield" or "it" in run.env:
        return []
    emit(m, "wounded", source.id, NOBODY, target, n)
    found = [
        ("retaliate", mod.source, target, source.id, n) for mod in m.state.seats[target].mods if mod.what == "retaliate"
    ]
    return [*found, *may_answer(m, "after_damage", source.id, n)]


def _retaliate(m: Match, trap: int, seat: int, creature: int, n: int) -> None:
    """As many Wounds come back, and the creature falls after its activation, once (AL 11.5, 12.3)."""
    m.mark(m.state.things[creature], "doomed", trap)
    back = Node("wounds", {"n": n, "unstoppable": True})
    m.push(("block", (back,), 0, {"source": trap, "seat": seat}))


def _begin_to_retaliate(run: Run) -> bool:
    """The damage that the trap answers counts (AL 11.5)."""
    give(run.m, run.m.state.seats[run.seat], "retaliate", "", 1, until(run), run.seat, run.source)
    n = run.env.get("event", {}).get("n", 0)
    for creature in run.env.get("it", ()):
        run.then.append(("retaliate", run.source, run.seat, creature, n))
    return True


def _doomed(m: Match) -> None:
    """The activation is over: creatures that have hurt a commander under Œil pour œil are destroyed (AL 11.5)."""
    for thing in m.board(m.state.active):
        trap = thing.marks.get("doomed")
        if trap is not None:
            m.mark(thing, "doomed", None)
            m.push(*destroy(m, [thing], by=trap))


def hurt(m: Match, seat: int, n: int, source: int = NOBODY) -> None:
    """Life is lost; who has none left has lost at once (AL 1.2, 7.6, 13.27)."""
    player = m.state.seats[seat]
    m.set(player, "life", max(0, player.life - n))
    emit(m, "hurt", NOBODY, source, seat, n)
    if player.life == 0:
        m.finish({"winner": m.foes(seat)[0], "loser": seat, "reason": "life"})


def heal(m: Match, seat: int, n: int, source: int = NOBODY) -> int:
    """Regains life, not above the most; what is really healed (AL 8.16, 1.4)."""
    player = m.state.seats[seat]
    most = m.config["max_life"]
    gained = n if most is None else max(0, min(n, most - player.life))
    if gained:
        m.set(player, "life", player.life + gained)
        emit(m, "heal", NOBODY, source, seat, gained)
    return gained


def _heal(run: Run) -> bool:
    run.done(n=heal(run.m, run.seat, run.amount(), run.source))
    return True


def _poison(run: Run) -> bool:
    """Markers for the foe, without limit (AL 8.11)."""
    m, n = run.m, run.amount()
    target = m.foes(run.seat)[0]
    if n:
        _set_poison(m, target, poison_of(m, target) + n)
        emit(m, "poison", NOBODY, run.source, target, n)
    return True


def _cure(run: Run) -> bool:
    """All of one's own markers go (AL 8.13)."""
    if poison_of(run.m, run.seat):
        _set_poison(run.m, run.seat, 0)
        emit(run.m, "cure", NOBODY, run.source, run.seat)
    return True


def _poisoned(m: Match, seat: int) -> None:
    """The initiation phase: as much damage as there are markers, which nothing reduces; then one goes (AL 4.1, 7.9)."""
    n = poison_of(m, seat)
    if n:
        hurt(m, seat, n)
        if not m.over:
            _set_poison(m, seat, n - 1)


def _shield(run: Run) -> bool:
    give(run.m, run.m.state.seats[run.seat], "shield", "", run.amount(), until(run), run.seat, run.source)
    return True


OPERATIONS: Mapping[str, Callable[[Run], bool]] = {
    "wounds": _wounds,
    "heal": _heal,
    "poison": _poison,
    "cure": _cure,
    "shield": _shield,
    "retaliate": _begin_to_retaliate,
}
TASKS: Mapping[str, Callable[..., None]] = {"retaliate": _retaliate, "doomed": _doomed, "poisoned": _poisoned}
