"""Riftbound played by hand: setup and modes, turns, payments, Priority, leaving, and what files say wrongly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import date
from itertools import permutations, product
from typing import Any

import pytest
from engine_support import Table, a_match, catalogue, piles, rules_of
from hypothesis import given
from hypothesis import strategies as st

from deckkit.engine.invariants import problems
from deckkit.engine.leaving import concede
from deckkit.engine.match import Match
from deckkit.engine.notation import read_action, write_action
from deckkit.engine.state import NOBODY
from deckkit.engine.table import new_match
from deckkit.games.riftbound import combat, pricing, runes
from deckkit.games.riftbound.cards import DOMAINS
from deckkit.games.riftbound.common import victory
from deckkit.games.riftbound.table import cost_of, rune_card
from deckkit.games.scenarios import ScenarioRunner


def sit_down(players: int, **options: Any) -> Match:
    decks = [pile for _, pile in piles("riftbound", shared=False)]
    return new_match(rules_of("riftbound"), [decks[i % 2] for i in range(players)], seed=3, first=0, **options)


def do(m: Match, *notations: str) -> Match:
    for notation in notations:
        m.apply(read_action(m, notation))
        assert problems(m) == []
    return m


def offered(m: Match) -> list[str]:
    return [write_action(m, action) for action in m.legal_actions()]


def board(players: int = 2, **config: Any) -> Table:
    table = Table("riftbound", players, **config)
    for i in range(3 if players > 2 else 2):
        place = table.lay(0, "battlefields", {"test": f"t-field-{i + 1}", "type": "battlefield"})
        place.controller = NOBODY
    for seat in range(players):
        table.lay(seat, "deck", {"test": "t-dear", "energy": 12}, n=8)
    return table


# -- setup (RP 3) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "config", "fields", "goal"),
    [(2, {}, 2, 8), (3, {}, 3, 8), (4, {}, 3, 8), (4, {"mode": "2v2"}, 3, 11), (2, {"victory": 5}, 2, 5)],
)
def test_each_mode_has_its_battlefields_and_its_score(
    players: int, config: Mapping[str, Any], fields: int, goal: int
) -> None:
    """RP 3.2, 16.5; rules digest C: of four players the first brings no battlefield. Nobody controls one (RP 3.6)."""
    m = sit_down(players, config=config)
    places = [m.state.things[one] for one in m.state.shared["battlefields"]]
    assert len(places) == fields and {place.controller for place in places} == {NOBODY}
    assert [place.owner for place in places] == list(range(players))[players - fields :]
    assert victory(m) == goal
    for seat in m.state.seats:
        # Four cards, the champion apart, twelve runes (RP 3.1).
        assert len(seat.zones["hand"]) == 4 and len(seat.zones["champion"]) == 1 and len(seat.zones["rune_deck"]) == 12


def test_in_a_match_the_players_choose_their_battlefields() -> None:
    """RP 3.2."""
    m = sit_down(2, config={"mode": "match"})
    assert m.state.decision is not None and m.state.decision.kind == "cards"
    assert offered(m) == ["choose t-hall", "choose t-forge", "choose t-gate"]
    do(m, "choose t-gate", "choose t-plain")
    assert [m.state.things[one].handle for one in m.state.shared["battlefields"]] == ["t-gate", "t-plain"]
    assert m.state.phase == "mulligan"


def test_a_mulligan_draws_first_and_recycles_two_at_random() -> None:
    """RP 3.3: what was set aside lies at the bottom, in an order that chance gives."""
    orders = set()
    for seed in range(20):
        decks = [pile for _, pile in piles("riftbound", shared=False)]
        m = new_match(rules_of("riftbound"), decks, seed=seed, first=0)
        first, second, *kept = m.state.seats[0].zones["hand"]
        do(m, *(f"choose {m.state.things[one].handle}" for one in (first, second)))
        assert set(kept) < set(m.state.seats[0].zones["hand"]) and len(m.state.seats[0].zones["hand"]) == 4
        assert set(m.state.seats[0].zones["deck"][-2:]) == {first, second}
        orders.add(m.state.seats[0].zones["deck"][-2] == first)
    assert orders == {True, False}


def test_who_brings_no_battlefield_plays_with_a_blank_one() -> None:
    """RP 16.10 knows blank battlefields; Limited allows them (rules digest C3)."""
    pile = {"deck": [(rules_of("riftbound").test_card({"test": "t-a"}, "t-a"), 20)]}
    m = new_match(rules_of("riftbound"), [pile, pile], seed=1)
    assert [m.state.things[one].card.name for one in m.state.shared["battlefields"]] == ["t-battlefield"] * 2


# -- turns (RP 4) ----------------------------------------------------------------------------------------------------


def test_an_extra_turn_comes_directly_after_this_one_and_leaves_the_order() -> None:
    """RP 4.12."""
    table = board(3)
    again = [{"on": "play", "do": [{"op": "extra_turn"}]}]
    table.lay(0, "hand", {"test": "t-again", "type": "spell", "energy": 0, "effects": again})
    table.do("play t-again", "pass", "pass", "pass", "end")
    assert (table.m.state.active, table.m.state.turn) == (0, 10)
    table.do("end")
    assert (table.m.state.active, table.m.state.turn) == (1, 11)
    table.do("end")
    assert table.m.state.active == 2


def test_only_the_holder_of_priority_acts_and_it_goes_to_the_newest_item() -> None:
    """RP 1.7, 6.2, 7.1, 7.6, 7.12."""
    table = board(3)
    ray = {"type": "spell", "energy": 0, "effects": [{"on": "play", "do": [{"op": "draw"}]}]}
    table.lay(0, "hand", {"test": "t-ray", **ray})
    table.lay(1, "hand", {"test": "t-quick", "keywords": ["Reaction"], **ray})
    table.lay(2, "hand", {"test": "t-late", "keywords": ["Reaction"], **ray})
    table.do("play t-ray")
    assert table.m.to_act == 0 and table.offered == ["pass"]
    table.do("pass", "play t-quick")
    assert table.m.to_act == 1
    table.do("pass")
    assert table.m.to_act == 2 and table.offered == ["play t-late", "pass"]
    table.do("pass", "pass")
    # The newest item has resolved: Priority is with who controls the one that is left (RP 7.8).
    assert table.m.to_act == 0 and [item.seat for item in table.m.state.chain] == [0]
    table.do("pass", "pass", "pass")
    assert table.m.to_act == 0 and "end" in table.offered


def test_a_reflexive_do_this_is_a_new_item() -> None:
    """RP 14.14."""
    table = board()
    block = [{"op": "draw"}, {"op": "trigger", "do": [{"op": "buff", "target": {"choose": {"type": ["Unit"]}}}]}]
    table.lay(0, "hand", {"test": "t-do", "type": "spell", "energy": 0, "effects": [{"on": "play", "do": block}]})
    unit = table.lay(0, "play", {"test": "t-a"})
    table.do("play t-do", "pass", "pass")
    assert [item.what for item in table.m.state.chain] == ["trigger"] and not unit.marks.get("buffs")
    table.do("pass", "pass")
    assert unit.marks["buffs"] == 1


def test_a_trigger_remembers_where_its_source_was() -> None:
    """RP 9.6, 9.8: what has died is looked back at."""
    table = board()
    place = table.m.state.shared["battlefields"][0]
    here = [{"on": "destroy", "do": [{"op": "damage", "n": 2, "target": {"all": {"type": ["Unit"], "at": "place"}}}]}]
    table.lay(0, "play", {"test": "t-bomb", "might": 1, "effects": here}, at=place)
    table.lay(0, "play", {"test": "t-near", "might": 2}, at=place)
    table.lay(0, "play", {"test": "t-far", "might": 2})
    kill = [{"on": "play", "do": [{"op": "destroy", "target": {"choose": {"type": ["Unit"]}}}]}]
    table.lay(0, "hand", {"test": "t-kill", "type": "spell", "energy": 0, "effects": kill})
    table.do("play t-kill", "choose t-bomb", "pass", "pass", "pass", "pass")
    assert table.names(0, "play") == ["t-far"]


# -- leaving (RP 16.10) ----------------------------------------------------------------------------------------------


def test_who_concedes_among_four_leaves_a_blank_battlefield_behind() -> None:
    m = sit_down(4)
    do(m, *["choose done"] * 4)
    m.state.things[m.state.shared["battlefields"][0]].controller = 2
    concede(m, 1)
    assert not m.over and m.state.seats[1].out and problems(m) == []
    place = m.state.things[m.state.shared["battlefields"][0]]
    assert place.owner == 1 and place.card.name == "t-battlefield"
    concede(m, 0)
    assert m.state.active == 2
    concede(m, 3)
    assert m.state.result == {"winner": 2, "loser": 3, "reason": "concede"}


def test_a_team_has_lost_when_both_have_left() -> None:
    m = sit_down(4, config={"mode": "2v2"})
    concede(m, 1)
    assert not m.over
    concede(m, 3)
    assert m.state.result is not None and m.state.result["winner"] in (0, 2)


# -- payments (RP 10) ------------------------------------------------------------------------------------------------

domains = st.sampled_from([one.lower() for one in DOMAINS[:3]])
kinds = st.sampled_from([*(one.lower() for one in DOMAINS[:3]), "any", "fury|calm"])


def _payable(pool: Mapping[str, int], have: list[tuple[str, bool]], energy: int, cost: runes.Cost) -> bool:
    """Found by trying everything: each unit of Power is paid by one of the pool or by one rune."""
    units = [kind for kind, n in pool.items() for _ in range(n)] + [domain for domain, _ in have]
    if cost.energy > energy + sum(not exhausted for _, exhausted in have):
        return False
    wanted = [kind for kind, n in cost.power.items() for _ in range(n)]

    def match(left: list[str], symbols: list[str]) -> bool:
        if not symbols:
            return True
        symbol, *rest = symbols
        for i, unit in enumerate(left):
            if (symbol == "any" or unit == "any" or unit in symbol.split("|")) and match(
                left[:i] + left[i + 1 :], rest
            ):
                return True
        return False

    return match(units, wanted)


@given(
    st.dictionaries(st.one_of(domains, st.just("any")), st.integers(1, 2), max_size=2),
    st.lists(st.tuples(domains, st.booleans()), max_size=4),
    st.integers(0, 2),
    st.integers(0, 4),
    st.dictionaries(kinds, st.integers(1, 2), max_size=2),
)
def test_a_cost_is_payable_exactly_where_some_payment_pays_it(
    pool: dict[str, int], have: list[tuple[str, bool]], energy: int, need: int, power: dict[str, int]
) -> None:
    """RP 8.6, 10.1, 10.2, 10.4; and paying takes as much as the cost says, no more."""
    table = board()
    m, seat = table.m, table.m.state.seats[0]
    m.add_thing(rune_card("fury"), 0, "gone", "spare")
    seat.pool, seat.marks = energy, {"power": pool} if pool else {}
    for number, (domain, exhausted) in enumerate(have):
        thing = m.add_thing(rune_card(domain), 0, "runes", f"rune-{number}")
        thing.exhausted = exhausted
        seat.zones["runes"] = (*seat.zones["runes"], thing.id)
    cost = runes.Cost(need, power)
    assert runes.can_pay(runes.funds(m, 0), cost) == _payable(pool, have, energy, cost)
    if not runes.can_pay(runes.funds(m, 0), cost):
        return
    before = Counter(runes.pool_power(seat))
    ready = sum(not exhausted for _, exhausted in have)
    runes.pay(m, 0, cost)
    recycled = len(have) - len(seat.zones["runes"])
    spent = sum(before.values()) - sum(Counter(runes.pool_power(seat)).values())
    assert recycled + spent == sum(power.values())
    assert recycled == 0 or sum(power.values()) > 0
    tapped = max(0, need - energy)
    assert seat.pool == max(0, energy - need)
    left = sum(not m.state.things[one].exhausted for one in seat.zones["runes"])
    # Ready runes are recycled only where no exhausted ones will do.
    assert left <= ready - tapped and left >= ready - tapped - recycled


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("[2]", (2, {})),
        ("[1][A][A]", (1, {"any": 2})),
        ("[Fury]", (0, {"fury": 1})),
        (":rb_energy_1::rb_rune_rainbow:", (1, {"any": 1})),
        ("[C]", (0, {"own": 1})),
        ("Discard 1", None),
    ],
)
def test_printed_costs_are_read(text: str, cost: Any) -> None:
    assert cost_of(text) == cost


def test_a_discount_stops_at_its_own_minimum_and_nothing_falls_below_nothing() -> None:
    """RP 8.4."""
    table = board()
    less = [
        {"on": "static", "do": [{"op": "reduce", "of": {"type": ["Unit"]}, "n": 3, "at_least": 1}]},
        {"on": "static", "do": [{"op": "reduce", "of": {"type": ["Unit"]}, "n": 9, "kind": "any"}]},
    ]
    table.lay(0, "play", {"test": "t-cheap", "type": "gear", "effects": less})
    unit = table.lay(0, "hand", {"test": "t-a", "energy": 2, "power": {"fury": 1}, "domain": ["fury"]})
    assert pricing.price(table.m, 0, unit, pricing.base_cost(table.m, unit.card)) == runes.Cost(1, {})


# -- combat damage (RP 12) ---------------------------------------------------------------------------------------------

_WORDS = {0: [], -1: ["Tank"], 1: ["Backline"]}


def _fillings(units: list[tuple[int, int]], total: int) -> set[tuple[int, ...]]:
    """Every way to assign combat damage among units (Might, rank), found by trying all orders (RP 12.12, 12.13)."""
    needs = [max(1, might) for might, _ in units]
    over = total - sum(needs)
    if over >= 0:
        parts = (more for more in product(range(over + 1), repeat=len(units)) if sum(more) == over)
        return {tuple(n + m for n, m in zip(needs, more, strict=True)) for more in parts}
    found = set()
    for order in permutations(range(len(units))):
        if [units[i][1] for i in order] == sorted(rank for _, rank in units):
            left, given = total, [0] * len(units)
            for i in order:
                given[i] = min(left, needs[i])
                left -= given[i]
            found.add(tuple(given))
    return found


def _reached(m: Match, ids: list[int]) -> set[tuple[int, ...]]:
    """Every assignment of the attacker that the questions of the engine lead to."""
    decision = m.state.decision
    if decision is None or decision.kind not in ("assign", "surplus") or decision.seat != 0:
        made = dict(m.state.marks.get("assignments", {}).get("0", ()))
        return {tuple(made.get(one, 0) for one in ids)}
    found = set()
    for action in m.legal_actions():
        m.apply(action)
        found |= _reached(m, ids)
        m.undo()
    return found


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([-1, 0, 1])), min_size=1, max_size=3), st.integers(1, 8))
def test_combat_damage_is_assigned_in_all_lawful_ways_and_no_other(units: list[tuple[int, int]], total: int) -> None:
    """RP 12.10-12.13: what the engine asks leads to exactly these, and a step of a scenario may say exactly these."""
    table = board()
    m, place = table.m, table.m.state.shared["battlefields"][0]
    m.state.things[place].controller = 1
    ids = [
        table.lay(1, "play", {"test": f"t-d{i}", "might": might, "keywords": _WORDS[rank]}, at=place).id
        for i, (might, rank) in enumerate(units)
    ]
    table.lay(0, "play", {"test": "t-attacker", "might": total})
    do(m, "move t-field-1", "pass")
    wanted = _fillings(units, total)
    for given_out in product(range(total + 1), repeat=len(units)):
        said = {one: n for one, n in zip(ids, given_out, strict=True) if n}
        assert combat.legal_assignment(m, 0, said) == (given_out in wanted)
    m.apply(read_action(m, "pass"))
    assert _reached(m, ids) == wanted


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"P1": {"power": {"rage": 1}}}, "'rage' means nothing here"),
        ({"P1": {}, "state": "showdown_open"}, "a showdown needs a battlefield with 'contested_by'"),
        ({"P1": {}, "scored_this_turn": {"P1": ["nowhere"]}}, "'nowhere' means nothing here"),
        ({"P1": {"base": [{"id": "a", "test": "t-a", "at": "nowhere"}]}}, "'nowhere' means nothing here"),
        ({"P1": {"base": [{"id": "a", "test": "t-a", "keywords": ["Singer 3"]}]}}, "there is no keyword 'Singer'"),
        ({"P1": {}, "rules": "2025-06"}, "there are no rules '2025-06'"),
    ],
)
def test_a_file_that_says_it_wrongly_is_told_where(given: dict[str, Any], what: str) -> None:
    row = {"id": "x", "given": given, "when": [], "then": {"turn": 7}}
    (outcome,) = ScenarioRunner(catalogue(), date(2026, 12, 1)).run(json.dumps([row]).encode(), "riftbound.json")
    assert outcome.status == "error" and outcome.error is not None
    assert str(outcome.error.what) == what


def test_random_games_use_what_the_game_has() -> None:
    """Over a few games every kind of action is done, and both versions are played."""
    done: Counter[str] = Counter()
    import random

    for game, version in product(range(12), ("2026-03", "2026-07")):
        m = a_match("riftbound", game, shared=False, version=version, log=False)
        r = random.Random(game)
        while not m.over:
            action = r.choice(m.legal_actions())
            done[action.kind] += 1
            m.apply(action)
    kinds_of_game = set(rules_of("riftbound").perform)
    assert kinds_of_game <= set(done), kinds_of_game - set(done)
