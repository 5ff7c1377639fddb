"""The chain and choices made beforehand, by a toy game in which spells and activated abilities can be answered."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from toy_game import RULES, VOCABULARY
from toy_game import test_card as a_card

from deckkit.effects.notation import Block, read_block
from deckkit.engine import chain, moves
from deckkit.engine.invariants import problems
from deckkit.engine.leaving import concede
from deckkit.engine.match import Match
from deckkit.engine.notation import write_action
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.state import Action, Item, Thing
from deckkit.engine.table import empty_match
from deckkit.engine.targets import bind, bound_things, legal, possible
from deckkit.engine.triggers import emit, listen
from deckkit.engine.view import view


def _do(thing: Thing) -> Block:
    return tuple(node for ability in thing.card.abilities if ability.on == ("play",) for node in ability.do)


def _env(thing: Thing) -> dict[str, Any]:
    return {"source": thing.id, "seat": thing.controller}


def _actions(m: Match) -> list[Action]:
    """Whoever has priority may cast spells from the hand, or pass."""
    seat = m.state.acting
    hand = [m.thing(one) for one in m.zone(seat, "hand")]
    found = [Action("cast", seat, one.id) for one in hand if possible(m, seat, _do(one), _env(one))]
    return [*found, Action("pass", seat)]


def _cast(m: Match, action: Action) -> None:
    m.push(("cast", action.source), ("check",), ("pending",))


def _cast_it(m: Match, number: int) -> None:
    thing = m.thing(number)
    seat = thing.controller
    if m.state.seats[seat].out:
        return
    do = bind(m, seat, _do(thing), _env(thing))
    moves.move(m, thing, "middle")
    chain.add(m, seat, number, "card", env=_env(thing), do=do)
    emit(m, "play", number, seat=seat)
    chain.give_priority(m, seat)


def _pass(m: Match, _action: Action) -> None:
    if chain.pass_priority(m):
        if m.state.chain:
            m.push(("resolve_newest",), ("check",), ("pending",), ("priority",))
        else:
            m.push(("next_turn",))


def _priority(m: Match) -> None:
    top = chain.newest(m)
    chain.give_priority(m, m.state.active if top is None else top.seat)


def _next_turn(m: Match) -> None:
    m.set(m.state, "turn", m.state.turn + 1)
    m.set(m.state, "active", m.order()[1])
    chain.give_priority(m, m.state.active)


def _resolve_item(m: Match, item: Item) -> None:
    if not chain.interrupted(m, item):
        m.push(("block", item.do, 0, {**item.env}), ("away", item.source))
    else:
        m.push(("away", item.source))


def _counter(run: Any) -> bool:
    """Takes the items of the cards off the chain."""
    things = run.things()
    for thing in things:
        item = next(one for one in run.m.state.chain if one.source == thing.id)
        chain.remove(run.m, item.serial)
        moves.move(run.m, thing, "discard")
    return bool(things)


def _leave(m: Match, seat: int, _reason: str) -> None:
    from deckkit.engine.leaving import forget

    forget(m, seat)
    m.set(m.state.seats[seat], "out", True)
    chain.give_priority(m, m.order(seat)[0])


CHAINED = replace(
    RULES,
    actions=_actions,
    perform={"cast": _cast, "pass": _pass},
    tasks={**RULES.tasks, "cast": _cast_it, "priority": _priority, "next_turn": _next_turn},
    next_pending=chain.onto_chain,
    resolve_item=_resolve_item,
    added=lambda m, item: chain.give_priority(m, item.seat),
    operations={"destroy": lambda run: _destroy(run)},
    leave=_leave,
)


def _destroy(run: Any) -> bool:
    from deckkit.engine.operations import OPERATIONS

    target = run.get("target")
    if target is not None and target.filter is not None and target.filter.get("zone") == "middle":
        return _counter(run)
    return OPERATIONS["destroy"](run)


class Board:
    """A table laid by hand; what may be done is named by the cards."""

    def __init__(self, players: int = 2, **rules: Any) -> None:
        self.m = empty_match(replace(CHAINED, **rules), players)
        self.m.seed(1)
        self.m.state.phase = "main"
        self.m.state.turn = 1

    def lay(self, seat: int, zone: str, name: str, **given: Any) -> Thing:
        m = self.m
        thing = m.add_thing(a_card({"test": name, **given}, name), seat, zone, name)
        m.put(m.state.seats[seat].zones, zone, (*m.zone(seat, zone), thing.id))
        listen(m, thing)
        m._legal = None
        return thing

    def unit(self, seat: int, name: str, power: int = 2, **given: Any) -> Thing:
        return self.lay(seat, "play", name, power=power, **given)

    def spell(self, seat: int, name: str, *do: Mapping[str, Any]) -> Thing:
        return self.lay(seat, "hand", name, type="spell", effects=[{"on": "play", "zone": "hand", "do": list(do)}])

    @property
    def offered(self) -> list[str]:
        return [write_action(self.m, one) for one in self.m.legal_actions()]

    def do(self, *notations: str) -> Board:
        for notation in notations:
            m = self.m
            m.apply(m.legal_actions()[self.offered.index(notation)])
            assert problems(m) == []
        return self

    @property
    def stack(self) -> list[str]:
        return [self.m.thing(item.source).handle for item in self.m.state.chain]


UNIT = {"type": ["unit"]}
FOE = {"type": ["unit"], "controller": "foe"}
MINE = {"type": ["unit"], "controller": "you"}


def hit(what: Mapping[str, Any], n: int = 1, **more: Any) -> dict[str, Any]:
    return {"op": "damage", "target": {"choose": dict(what), **more}, "n": n}


def block(*nodes: Mapping[str, Any]) -> Block:
    return read_block(list(nodes), VOCABULARY, "test")


STOP = {"op": "destroy", "target": {"choose": {"zone": "middle"}}}


# -- priority and order ----------------------------------------------------------------------------------------------


def test_the_newest_item_resolves_first_when_all_have_passed_in_a_row() -> None:
    b = Board()
    a, c = b.unit(1, "a", 3), b.unit(1, "c", 3)
    b.spell(0, "first", hit(FOE, 1))
    b.spell(1, "answer", {"op": "draw", "n": 1})
    b.lay(1, "deck", "top")
    b.do("cast first", "choose a")
    # Who has added may act again first; the other one's answer waits above.
    assert (b.m.state.acting, b.stack) == (0, ["first"])
    b.do("pass")
    assert b.m.state.acting == 1
    b.do("cast answer")
    assert (b.m.state.acting, b.stack) == (1, ["first", "answer"])
    # A new item: the pass before it counts no more.
    b.do("pass")
    assert b.stack == ["first", "answer"]
    b.do("pass")
    assert b.stack == ["first"]
    assert (a.damage, len(b.m.zone(1, "hand"))) == (0, 1)
    # The newest item left is that of the first player: they have priority.
    assert b.m.state.acting == 0
    b.do("pass", "pass")
    assert (a.damage, c.damage, b.stack) == (1, 0, [])
    assert b.m.state.turn == 1
    b.do("pass", "pass")
    assert b.m.state.turn == 2


def test_priority_goes_round_among_three_and_skips_who_has_left() -> None:
    b = Board(3)
    m = b.m
    chain.give_priority(m, 1)
    assert not chain.pass_priority(m)
    assert m.state.acting == 2
    assert not chain.pass_priority(m)
    assert m.state.acting == 0
    assert chain.pass_priority(m)
    chain.give_priority(m, 1)
    m.set(m.state.seats[2], "out", True)
    assert not chain.pass_priority(m)
    assert m.state.acting == 0
    assert chain.pass_priority(m)


def test_items_are_found_replaced_and_taken_off() -> None:
    b = Board()
    m, unit = b.m, b.unit(0, "a")
    first = chain.add(m, 0, unit.id, "proposal", marks={"against": 1})
    second = chain.add(m, 1, unit.id, "ability")
    assert chain.newest(m) == second
    chain.replace(m, first._replace(marks={"against": 2}))
    found = chain.find(m, first.serial)
    assert found is not None
    assert found.marks == {"against": 2}
    assert [one.serial for one in m.state.chain] == [first.serial, second.serial]
    assert chain.remove(m, first.serial) == found
    assert chain.find(m, first.serial) is None
    with pytest.raises(KeyError):
        chain.remove(m, first.serial)


def test_a_countered_item_does_nothing_and_is_gone() -> None:
    b = Board()
    a = b.unit(1, "a", 3)
    b.spell(0, "bolt", hit(FOE, 1))
    stop = b.spell(1, "stop", STOP)
    # Nothing to counter: it cannot be played.
    assert "cast stop" not in b.offered
    b.do("cast bolt", "pass", "cast stop")
    assert bound_things(b.m.state.chain[-1].do) == (b.m.state.chain[0].source,)
    b.do("pass", "pass")
    assert (a.damage, b.stack, stop.zone) == (0, [], "discard")


def test_an_item_does_not_target_itself() -> None:
    b = Board()
    stop, other = b.spell(0, "stop", STOP), b.spell(0, "other", {"op": "draw"})
    for thing in (stop, other):
        moves.move(b.m, thing, "middle")
    chain.add(b.m, 0, stop.id, "card")
    assert not possible(b.m, 0, block({**STOP, "target": {"choose": {"zone": "middle", "name": ["stop"]}}}), _env(stop))
    assert bound_things(bind(b.m, 0, block(STOP), _env(stop))) == (other.id,)


# -- targets ---------------------------------------------------------------------------------------------------------


def test_targets_are_chosen_as_it_is_played_and_known_to_all() -> None:
    b = Board()
    b.unit(1, "a"), b.unit(1, "c")
    b.spell(0, "bolt", hit(FOE, 1))
    b.do("cast bolt")
    assert b.offered == ["choose a", "choose c"]
    assert b.stack == []
    b.do("choose c")
    for seat in (0, 1):
        (shown,) = view(b.m, seat)["chain"]
        assert shown == {"id": "bolt", "seat": "P1", "what": "card", "targets": ["c"]}


def test_all_targets_must_exist_but_not_what_may_be_left_out() -> None:
    b = Board()
    mine = b.unit(0, "mine")
    spell = b.spell(0, "spell", {"op": "draw"})
    env = _env(spell)

    def can(*nodes: Mapping[str, Any]) -> bool:
        return possible(b.m, 0, block(*nodes), env)

    assert not can(hit(FOE))
    assert can(hit(MINE))
    assert not can(hit(MINE, n=1) | {"target": {"choose": MINE, "n": 2}})
    assert can(hit(FOE, up_to=True))
    assert can({"op": "damage", "target": {"choose": FOE, "n": "all"}, "n": 1})
    assert can({"op": "may", "do": [hit(FOE)]})
    assert not can({"op": "may", "do": [hit(FOE)]}, hit(FOE))
    assert not can({"op": "choose_one", "options": [[hit(FOE)], [hit(FOE), hit(MINE)]]})
    assert can({"op": "choose_one", "options": [[hit(FOE)], [{"op": "draw"}]]})
    # Only the branch that holds now needs its targets.
    holds = {"count": MINE}
    assert can({"op": "if", "is": holds, "then": [{"op": "draw"}], "otherwise": [hit(FOE)]})
    assert not can({"op": "if", "is": {"not": holds}, "then": [{"op": "draw"}], "otherwise": [hit(FOE)]})
    # Another one than the first: there is only one.
    another = hit(UNIT, distinct=True)
    assert not can(hit(UNIT), another)
    b.unit(1, "shy", keywords=["Shy"])
    assert not can(hit(FOE))
    assert mine.damage == 0


def test_a_target_that_leaves_none_for_the_next_is_not_offered() -> None:
    b = Board()
    for name in ("x", "y"):
        b.unit(0, name)
    b.unit(1, "z")
    b.spell(0, "both", hit(UNIT), {**hit(MINE, 1), "target": {"choose": MINE, "distinct": True}})
    one = b.m.thing(3)
    # With x and y in play any of three may be first.
    b.do("cast both")
    assert b.offered == ["choose x", "choose y", "choose z"]
    b.m.undo()
    moves.move(b.m, b.m.thing(1), "discard")
    b.m._legal = None
    b.do("cast both")
    # Only z leaves x for the second; nothing is asked.
    assert bound_things(b.m.state.chain[0].do) == (2, 0)
    assert one.zone == "middle"


def test_what_no_longer_fits_is_not_affected_and_the_rest_is_done() -> None:
    b = Board()
    a, c = b.unit(1, "a", 3), b.unit(1, "c", 3)
    ready = {**FOE, "exhausted": False}
    b.spell(0, "two", hit(ready), hit(ready, distinct=True), {"op": "score", "n": 2})
    b.do("cast two", "choose a")
    b.m.set(a, "exhausted", True)
    b.do("pass", "pass")
    assert (a.damage, c.damage, b.m.state.seats[0].score) == (0, 1, 2)


def test_what_has_come_back_is_another_card_and_what_fits_again_is_found_again() -> None:
    b = Board()
    a, c = b.unit(1, "a", 3), b.unit(1, "c", 3)
    b.spell(0, "two", hit({**FOE, "exhausted": False}), hit(FOE, distinct=True))
    b.do("cast two", "choose a")
    moves.move(b.m, c, "hand")
    moves.enter(b.m, c, "play", seat=1)
    for tired in (True, False):
        b.m.set(a, "exhausted", tired)
    assert legal(b.m, b.m.state.chain[0].do, b.m.state.chain[0].env) == (True, True)
    b.do("pass", "pass")
    assert (a.damage, c.damage) == (1, 0)


@pytest.mark.parametrize(("interrupts", "drawn"), [(False, 1), (True, 0)])
def test_an_item_without_any_legal_target_is_interrupted_where_the_game_says_so(interrupts: bool, drawn: int) -> None:
    b = Board(interrupts=interrupts)
    a = b.unit(1, "a", 3)
    b.lay(0, "deck", "top")
    b.spell(0, "bolt", hit(FOE), {"op": "draw"})
    b.do("cast bolt")
    moves.destroy(b.m, [a])
    b.do("pass", "pass")
    assert len(b.m.zone(0, "hand")) == drawn
    assert b.stack == []


@pytest.mark.parametrize("interrupts", [False, True])
def test_an_item_without_targets_is_never_interrupted(interrupts: bool) -> None:
    b = Board(interrupts=interrupts)
    b.lay(0, "deck", "top")
    b.spell(0, "none", hit(FOE, up_to=True), {"op": "draw"})
    b.do("cast none", "pass", "pass")
    assert len(b.m.zone(0, "hand")) == 1


def test_names_and_what_was_chosen_are_known_on_resolution() -> None:
    b = Board()
    a, mine = b.unit(1, "a", 9), b.unit(0, "mine", 4)
    b.unit(1, "c", 9), b.unit(0, "other", 1)
    b.spell(
        0,
        "duel",
        {"op": "select", "target": {"choose": MINE}, "as": "first"},
        {"op": "damage", "target": {"choose": FOE}, "n": {"stat": "power", "of": {"name": "first"}}},
        {"op": "exhaust", "target": "chosen"},
        {"op": "exhaust", "target": {"name": "first"}},
    )
    b.do("cast duel", "choose mine", "choose a", "pass", "pass")
    assert (a.damage, a.exhausted, mine.exhausted) == (4, True, True)


def test_an_illegal_target_is_not_mistaken_for_an_earlier_one() -> None:
    b = Board()
    a, c = b.unit(1, "a", 9), b.unit(1, "c", 9)
    b.spell(0, "two", hit(FOE), hit(FOE, distinct=True), {"op": "exhaust", "target": "chosen"})
    b.do("cast two", "choose a")
    moves.move(b.m, c, "hand")
    b.do("pass", "pass")
    assert (a.damage, a.exhausted) == (1, False)


def test_modes_are_chosen_beforehand_and_only_their_targets() -> None:
    b = Board()
    a = b.unit(1, "a", 9)
    b.unit(1, "c", 9)
    b.lay(0, "deck", "top")
    b.spell(0, "either", {"op": "choose_one", "options": [[hit(FOE, 2)], [{"op": "draw"}], [hit(MINE)]]})
    b.do("cast either")
    # The third has no target.
    assert b.offered == ["choose 0", "choose 1"]
    b.do("choose 0", "choose a", "pass", "pass")
    assert (a.damage, len(b.m.zone(0, "hand"))) == (2, 0)


def test_a_may_is_asked_on_resolution_with_its_target_known() -> None:
    b = Board()
    a = b.unit(1, "a", 9)
    b.unit(1, "c", 9)
    b.spell(0, "maybe", {"op": "may", "do": [hit(FOE)], "then": [{"op": "score", "n": 1}]})
    b.do("cast maybe", "choose a", "pass", "pass")
    assert b.offered == ["choose yes", "choose no"]
    b.do("choose yes")
    assert (a.damage, b.m.state.seats[0].score) == (1, 1)


def test_both_branches_about_the_same_share_their_target() -> None:
    b = Board()
    a = b.unit(1, "a", 9)
    b.unit(1, "c", 9)
    b.spell(0, "more", {"op": "if", "is": {"compare": {"score": "you"}, "min": 3}, "then": [hit(FOE, 4)],
                        "otherwise": [hit(FOE, 1)]})  # fmt: skip
    b.do("cast more", "choose a")
    assert bound_things(b.m.state.chain[0].do) == (a.id,)
    # What holds is looked at on resolution.
    b.m.set(b.m.state.seats[0], "score", 3)
    b.do("pass", "pass")
    assert a.damage == 4


@pytest.mark.parametrize(
    "node",
    [
        {"op": "discard", "n": 1},
        {"op": "move", "target": {"choose": {"zone": "hand", "controller": "you"}}, "to": "deck"},
        {"op": "destroy", "target": {"choose": MINE, "by": "foe"}},
        {"op": "may", "who": "foe", "do": [{"op": "destroy", "target": {"choose": UNIT}}]},
        {"op": "each", "target": {"all": UNIT}, "do": [hit(UNIT)]},
        {"op": "damage", "target": {"choose": {"is": "moved"}}, "n": 1},
    ],
)
def test_what_is_no_target_is_chosen_on_resolution(node: Mapping[str, Any]) -> None:
    b = Board()
    for seat, name in ((0, "a"), (0, "c"), (1, "x"), (1, "y")):
        b.unit(seat, name)
    given = block(node)
    assert possible(b.m, 0, given, {"source": 0})
    assert bind(b.m, 0, given, {"source": 0}) == given


# -- triggers --------------------------------------------------------------------------------------------------------


def trigger(*do: Mapping[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"on": "play", "of": {"type": ["spell"]}, "do": list(do), **more}]


def test_triggers_go_onto_the_chain_the_active_players_first() -> None:
    b = Board()
    b.unit(0, "one", effects=trigger({"op": "score", "n": 1}))
    b.unit(0, "two", effects=trigger({"op": "score", "n": 2}))
    b.unit(1, "three", effects=trigger({"op": "score", "n": 4}))
    b.spell(0, "go", {"op": "lose", "n": 1})
    b.do("cast go")
    assert b.offered == ["choose one", "choose two"]
    b.do("choose two")
    assert b.stack == ["go", "two", "one", "three"]
    assert b.m.state.acting == 1
    b.do("pass", "pass")
    assert [seat.score for seat in b.m.state.seats] == [0, 4]
    assert b.m.state.acting == 0


def test_a_trigger_chooses_its_targets_as_it_goes_on_and_goes_nowhere_without() -> None:
    b = Board()
    b.unit(0, "watcher", effects=trigger(hit(FOE, 1)))
    b.spell(0, "go", {"op": "score", "n": 1}), b.spell(0, "again", {"op": "score", "n": 1})
    b.do("cast go")
    assert b.stack == ["go"]
    a = b.unit(1, "a", 5)
    b.unit(1, "c", 5)
    b.do("cast again", "choose a")
    assert b.stack == ["go", "again", "watcher"]
    # Its source may leave meanwhile.
    moves.destroy(b.m, [b.m.thing(0)])
    b.do("pass", "pass")
    assert a.damage == 1


@pytest.mark.parametrize("first", [False, True])
def test_a_may_of_a_trigger_is_asked_when_the_game_says(first: bool) -> None:
    b = Board(may_first=first)
    b.unit(0, "watcher", effects=trigger({"op": "score", "n": 1}, may=True))
    b.spell(0, "go", {"op": "draw", "n": 1})
    b.do("cast go")
    if first:
        b.do("choose yes")
    assert b.stack == ["go", "watcher"]
    b.do("pass", "pass")
    if not first:
        assert b.offered == ["choose yes", "choose no"]
        b.do("choose yes")
    assert b.m.state.seats[0].score == 1
    b.m.undo()
    while b.m.state.count:
        b.m.undo()
    b.do("cast go", *(["choose no"] if first else ["pass", "pass", "choose no"]))
    assert (b.stack, b.m.state.seats[0].score) == (["go"], 0)


def test_a_limit_and_an_if_are_looked_at_on_resolution() -> None:
    b = Board()
    b.unit(0, "once", effects=trigger({"op": "score", "n": 1}, limit="once_per_turn"))
    poor = {"compare": {"score": "you"}, "max": 0}
    b.unit(1, "poor", effects=trigger({"op": "score", "n": 5}, **{"if": poor}))
    b.spell(0, "go", {"op": "draw", "n": 1}), b.spell(0, "again", {"op": "draw", "n": 1})
    b.do("cast go")
    assert b.stack == ["go", "once", "poor"]
    b.do("cast again") if "cast again" in b.offered else b.do("pass", "cast again")
    assert b.stack == ["go", "once", "poor", "again", "once", "poor"]
    while b.m.state.chain:
        b.do("pass")
    assert [seat.score for seat in b.m.state.seats] == [1, 5]


# -- the machine -----------------------------------------------------------------------------------------------------


def a_random_board(number: int, players: int = 2) -> Board:
    """Spells of all kinds in both hands, units with triggers."""
    r = random.Random(number)
    spells: Sequence[Sequence[Mapping[str, Any]]] = (
        [hit(FOE, 2)],
        [STOP],
        [hit(UNIT), hit(UNIT, distinct=True)],
        [{"op": "may", "do": [hit(FOE)], "then": [{"op": "draw"}]}],
        [{"op": "choose_one", "options": [[hit(UNIT, 3)], [{"op": "score", "n": 1}]]}],
        [hit(FOE, up_to=True), {"op": "discard", "n": 1}],
    )
    b = Board(players, interrupts=bool(number % 2), may_first=bool(number % 3))
    for seat in range(players):
        for i in range(3):
            effects = trigger(hit(UNIT, 1), may=bool(i % 2)) if r.random() < 0.4 else []
            b.unit(seat, f"u{seat}{i}", r.randrange(2, 6), effects=effects)
        for i in range(5):
            b.spell(seat, f"s{seat}{i}", *r.choice(spells))
        for i in range(4):
            b.lay(seat, "deck", f"d{seat}{i}", type="spell")
    return b


@pytest.mark.parametrize("number", range(60))
def test_random_games_with_a_chain_can_be_undone_copied_saved_and_left(number: int) -> None:
    b = a_random_board(number, 2 + number % 2)
    m, r = b.m, random.Random(number)
    before = digest(m)
    chained = 0
    for _ in range(60):
        legal_now = m.legal_actions()
        copy = clone(m)
        text = json.dumps(to_json(m))
        saved = from_json(json.loads(text), m.rules, lambda key: pytest.fail(key))
        action = r.choice(legal_now)
        chained += bool(m.state.chain)
        for one in (m, copy, saved):
            one.apply(action)
            assert problems(one) == []
        assert digest(m) == digest(copy) == digest(saved)
        for seat in range(len(m.state.seats)):
            assert len(view(m, seat)["chain"]) == len(m.state.chain)
    assert chained
    someone = m.order()[-1]
    concede(m, someone)
    assert all(item.seat != someone for item in m.state.chain) or m.over
    if not m.over:
        assert problems(m) == []
    while m.history:
        m.undo()
    assert digest(m) == before
