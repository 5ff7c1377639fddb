"""One suite for the rules of play of every registered game: what must hold of any game whatever its rules are.

A game takes part as soon as it has a ``table``: it then needs decks (``tests/decks``), a golden playthrough
(``scripts/golden.py``) and counts on a fixed board (below), or this suite fails.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import riftbound_model
from engine_support import (
    DECKS,
    GOLDEN,
    Table,
    a_match,
    capped,
    card_named,
    piles,
    playable_games,
    playout,
    rules_of,
)

from deckkit.engine.invariants import problems
from deckkit.engine.leaving import concede
from deckkit.engine.match import IllegalActionError, Match
from deckkit.engine.moves import enter
from deckkit.engine.notation import read_action, visible, write_action
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.state import NOBODY, PASS, Action
from deckkit.engine.table import empty_match
from deckkit.engine.triggers import listen, quiet
from deckkit.engine.view import describe_event, preview, view
from deckkit.errors import InputError

PLAYABLE = playable_games()
GAMES_A_TEST = 25
CHUNKS = 500 // GAMES_A_TEST

each_game = pytest.mark.parametrize("slug", PLAYABLE)


def _card(slug: str) -> Callable[[str], Any]:
    return lambda key: card_named(slug, key)


@each_game
def test_a_playable_game_brings_what_this_suite_needs(slug: str) -> None:
    assert (DECKS / f"{slug}.json").is_file()
    assert (GOLDEN / f"{slug}.txt").is_file()
    assert slug in COUNTS
    # Without the shared lists there is enough to play with, too.
    assert len(piles(slug, shared=False)) >= 2


@pytest.mark.parametrize("chunk", range(CHUNKS))
@each_game
def test_random_games_end_and_can_be_taken_back(slug: str, chunk: int) -> None:
    for game in range(chunk * GAMES_A_TEST, (chunk + 1) * GAMES_A_TEST):
        m = a_match(slug, game, log=False)
        start = digest(m)
        actions = sum(1 for _ in playout(m, game))
        assert m.over
        # Far below one in a hundred: none of these games needs the caps.
        assert not capped(m)
        for _ in range(actions):
            m.undo()
        assert digest(m) == start
        with pytest.raises(IllegalActionError):
            m.undo()


@pytest.mark.parametrize("game", range(12))
@each_game
def test_a_copy_and_a_saved_match_go_on_identically(slug: str, game: int) -> None:
    m = a_match(slug, game)
    r = random.Random(game)
    copies: list[tuple[Match, list[Action]]] = []
    for action in playout(m, game, check=False):
        for _, later in copies:
            later.append(action)
        if r.random() < 0.05 and len(copies) < 8 and not m.over:
            document = json.loads(json.dumps(to_json(m)))
            again = from_json(document, rules_of(slug), _card(slug))
            assert digest(again) == digest(m)
            assert again.legal_actions() == m.legal_actions()
            copies += [(clone(m), []), (again, [])]
    assert copies
    end = digest(m)
    for other, actions in copies:
        before = digest(other)
        for action in actions:
            other.apply(action)
        assert digest(other) == end
        while other.history:
            other.undo()
        assert digest(other) == before


def test_both_players_may_bring_a_card_made_by_themselves() -> None:
    rules = rules_of("lorcana")
    given = {"test": "t-twin", "type": "character", "effects": [{"on": "quest", "do": [{"op": "draw"}]}]}
    m = empty_match(rules, 2)
    for number in (0, 1):
        thing = m.add_thing(rules.test_card(given, "t-twin"), number, "", f"twin-{number + 1}")
        enter(m, thing, "play", seat=number)
    again = from_json(json.loads(json.dumps(to_json(m))), rules, _card("lorcana"))
    assert digest(again) == digest(m)


@each_game
def test_a_clone_is_independent(slug: str) -> None:
    m = a_match(slug, 3)
    before = digest(m)
    for _ in playout(clone(m), 3, check=False):
        pass
    assert digest(m) == before


@pytest.mark.parametrize("game", range(16))
@each_game
def test_anybody_may_concede_at_any_moment(slug: str, game: int) -> None:
    most = rules_of(slug).seats[1]
    m = a_match(slug, game, players=2 + game % (most - 1))
    r = random.Random(game)
    start = digest(m)
    moment = r.randrange(4, 60)
    while not m.over:
        if m.state.count >= moment:
            seat = r.choice(m.order())
            concede(m, seat)
            assert m.state.seats[seat].out
            assert m.over or m.to_act != seat
            moment += r.randrange(4, 60)
        else:
            m.apply(r.choice(m.legal_actions()))
        assert problems(m) == []
    assert not capped(m)
    while m.history:
        m.undo()
    assert digest(m) == start


@each_game
def test_the_seed_decides_the_game(slug: str) -> None:
    def play(seed: int, game: int) -> str:
        m = a_match(slug, 1, seed=seed) if game == 1 else a_match(slug, game, seed=seed, players=2)
        for _ in playout(m, 5, check=False):
            pass
        return digest(m)

    assert play(1, 1) == play(1, 1)
    assert len({play(1, 1), play(2, 1), play(3, 1)}) == 3


@pytest.mark.parametrize("game", range(4))
@each_game
def test_what_is_not_offered_is_refused_with_nothing_changed(slug: str, game: int) -> None:
    m = a_match(slug, game)
    r = random.Random(game)
    kinds = sorted({*rules_of(slug).perform, "choose", "unheard-of"})
    for step, _ in enumerate(playout(m, game, check=False)):
        if m.over or step % 7:
            continue
        legal = m.legal_actions()
        before = digest(m)
        for wrong in _mutations(m, r, legal[r.randrange(len(legal))], kinds):
            if wrong in legal:
                continue
            with pytest.raises(IllegalActionError):
                m.apply(wrong)
        assert digest(m) == before
        assert m.legal_actions() == legal
        with pytest.raises(InputError):
            read_action(m, "no such action")
    # When it is over nothing may be done.
    assert m.legal_actions() == ()
    with pytest.raises(IllegalActionError):
        m.apply(Action("end", 0))


def _mutations(m: Match, r: random.Random, action: Action, kinds: list[str]) -> Iterator[Action]:
    n = len(m.state.things)
    yield action._replace(kind=r.choice(kinds))
    yield action._replace(seat=(action.seat + 1) % len(m.state.seats))
    yield action._replace(source=r.randrange(-1, n))
    yield action._replace(targets=(r.randrange(n),))
    yield action._replace(targets=(*action.targets, r.randrange(n)))
    yield action._replace(option=r.choice(("done", "yes", 3, n + 5, None, "")))


@pytest.mark.parametrize("game", range(6))
@each_game
def test_notation_names_each_action_and_reads_back(slug: str, game: int) -> None:
    m = a_match(slug, game + 20)
    for _ in playout(m, game, check=False):
        legal = m.legal_actions()
        texts = [write_action(m, one) for one in legal]
        assert len(set(texts)) == len(texts), sorted(texts)
        assert [read_action(m, text) for text in texts[:6]] == list(legal[:6])
        assert all(text == " ".join(text.split()) for text in texts)


# -- hidden cards ----------------------------------------------------------------------------------------------------


def _exchanged(m: Match, seat: int, r: random.Random) -> Match:
    """The same match with the cards that a seat may not know dealt anew among their places, owner by owner."""
    other = clone(m)
    decision = m.state.decision
    # Who is asked about cards of a deck sees them while being asked.
    asked = {*decision.options, *decision.taken} if decision is not None and decision.seat == seat else set()
    for owner in m.state.seats:
        hidden = [
            one
            for one in other.state.things
            if one.owner == owner.number and not visible(other, one, seat) and one.id not in asked
        ]
        for thing in hidden:
            quiet(other, thing)
        dealt = [(one.card, one.handle) for one in hidden]
        r.shuffle(dealt)
        for thing, (card, handle) in zip(hidden, dealt, strict=True):
            thing.card, thing.handle = card, handle
        for thing in hidden:
            if thing.over == NOBODY and not (thing.facedown and thing.zone in other.in_play):
                listen(other, thing)
    return other


@pytest.mark.parametrize("game", range(10))
@each_game
def test_a_view_tells_nothing_of_hidden_cards(slug: str, game: int) -> None:
    m = a_match(slug, game)
    r = random.Random(game)
    looked = 0
    for _ in playout(m, game + 100, check=False):
        if r.random() > 0.25:
            continue
        for seat in range(len(m.state.seats)):
            other = _exchanged(m, seat, r)
            assert view(other, seat) == view(m, seat)
            if m.to_act == seat:
                assert [write_action(other, one) for one in other.legal_actions()] == [
                    write_action(m, one) for one in m.legal_actions()
                ]
            looked += 1
    assert looked > 10


@pytest.mark.parametrize("game", range(6))
@each_game
def test_a_preview_tells_nothing_of_hidden_cards_and_of_chance(slug: str, game: int) -> None:
    m = a_match(slug, game + 40)
    r = random.Random(game)
    told = 0
    for _ in playout(m, game + 200, check=False):
        if m.over or r.random() > 0.2:
            continue
        other = _exchanged(m, m.to_act, r)
        other.seed(r.randrange(1000))
        before = digest(m)
        for action in m.legal_actions():
            found = preview(m, action)
            assert preview(other, action) == found, found
            if found["certain"]:
                assert found["events"] == _what_happens(m, action)
                told += 1
        assert digest(m) == before
    assert told > 10


def _what_happens(m: Match, action: Action) -> list[str]:
    """The events of an action to which the others answer nothing."""
    other = clone(m, log=True)
    other.apply(action)
    while not other.over and other.to_act != action.seat:
        asked = other.state.decision
        if asked is not None and PASS not in asked.options:
            break
        idle = Action("choose", asked.seat, option=PASS) if asked is not None else Action(PASS, other.to_act)
        if idle not in other.legal_actions():
            break
        other.apply(idle)
    return [describe_event(other, event) for event in other.log or ()]


@each_game
def test_a_view_names_no_hidden_card(slug: str) -> None:
    m = a_match(slug, 2)
    for step, _ in enumerate(playout(m, 2, check=False)):
        if step % 5:
            continue
        for seat in range(len(m.state.seats)):
            decision = m.state.decision
            asked = decision.options if decision is not None and decision.seat == seat else ()
            text = json.dumps(view(m, seat))
            for thing in m.state.things:
                if not visible(m, thing, seat) and thing.id not in asked:
                    assert f'"id": "{thing.handle}"' not in text


# -- counts on fixed boards ------------------------------------------------------------------------------------------


def leaves(m: Match, depth: int) -> int:
    """How many ways there are to do so many actions; a match that ends sooner counts once."""
    if depth == 0 or m.over:
        return 1
    found = 0
    for action in m.legal_actions():
        m.apply(action)
        found += leaves(m, depth - 1)
        m.undo()
    return found


def _lorcana_board() -> Match:
    board = Table("lorcana")
    for seat in (0, 1):
        board.lay(seat, "deck", "t-card", n=10)
    plain = {"type": "character", "cost": 9, "inkable": False}
    board.lay(0, "play", {"test": "t-a", "strength": 3, "willpower": 3, "lore": 2, **plain})
    board.lay(0, "play", {"test": "t-b", "strength": 1, "willpower": 2, "lore": 1, **plain})
    board.lay(1, "play", {"test": "t-c", "strength": 2, "willpower": 4, "lore": 1, **plain}, exhausted=True)
    board.lay(1, "play", {"test": "t-d", "strength": 3, "willpower": 1, "lore": 3, **plain}, exhausted=True)
    # Cards drawn during the count are neither inkable nor affordable.
    for thing in board.m.state.things:
        if thing.zone == "deck":
            thing.card = board.card({"test": "t-dead", "cost": 9, "inkable": False})
    board.m.state.seats[0].score = 17
    return board.m


def _lorcana_model(depth: int) -> int:
    """The same board counted without the engine: characters as (owner, strength, willpower, lore, damage, exerted)."""

    def count(chars: tuple[tuple[int, int, int, int, int, bool], ...], score: tuple[int, int], who: int, n: int) -> int:
        if n == 0 or max(score) >= 20:
            return 1
        found = 0
        for i, (owner, strength, will, lore, damage, exerted) in enumerate(chars):
            if owner != who or exerted:
                continue
            spent = (owner, strength, will, lore, damage, True)
            gained = (score[0] + lore, score[1]) if who == 0 else (score[0], score[1] + lore)
            found += count((*chars[:i], spent, *chars[i + 1 :]), gained, who, n - 1)
            for j, foe in enumerate(chars):
                if foe[0] != who and foe[5]:
                    after = list(chars)
                    after[i] = (owner, strength, will, lore, damage + foe[1], True)
                    after[j] = (*foe[:4], foe[4] + strength, True)
                    found += count(tuple(one for one in after if one[4] < one[2]), score, who, n - 1)
        other = 1 - who
        woken = tuple((*one[:5], False if one[0] == other else one[5]) for one in chars)
        return found + count(woken, score, other, n - 1)

    board = ((0, 3, 3, 2, 0, False), (0, 1, 2, 1, 0, False), (1, 2, 4, 1, 0, True), (1, 3, 1, 3, 0, True))
    return count(board, (17, 0), 0, depth)


def _lorcana_choices() -> Match:
    """Ink 2, a hand of two inkable cards of cost 1 and 2: inking, playing, ending."""
    board = Table("lorcana")
    for seat in (0, 1):
        board.lay(seat, "deck", "t-card", n=5)
    board.resources(0, 2, "inkwell")
    board.lay(0, "hand", {"test": "t-one", "type": "item", "cost": 1})
    board.lay(0, "hand", {"test": "t-two", "type": "item", "cost": 2})
    return board.m


def _invocateurs_board() -> Match:
    board = Table("invocateurs")
    for seat in (0, 1):
        # Level 8 asks for two sacrifices: what is drawn cannot be summoned here.
        board.lay(seat, "deck", {"test": "t-high", "kind": "summon", "level": 8}, n=5)
    board.lay(0, "field", {"test": "t-a", "kind": "summon", "atk": 1500, "def": 900})
    board.lay(1, "field", {"test": "t-c", "kind": "summon", "atk": 1200, "def": 2000})
    board.m.state.seats[1].life = 300
    return board.m


def _invocateurs_model(depth: int) -> int:
    """The same board counted without the engine: summons as (owner, ATK, DEF, in defence, changed, attacked)."""
    unit = tuple[int, int, int, bool, bool, bool]

    def count(units: tuple[unit, ...], life: tuple[int, int], who: int, phase: int, n: int) -> int:
        if n == 0 or min(life) <= 0:
            return 1
        found = sum(count(units, life, who, later, n - 1) for later in range(phase + 1, 4))
        rested = tuple((*one[:4], False, False) for one in units)
        found += count(rested, life, 1 - who, 1, n - 1)
        for i, (owner, atk, defence, low, changed, attacked) in enumerate(units):
            if owner != who:
                continue
            if phase != 2 and not changed and not attacked:
                turned = (owner, atk, defence, not low, True, attacked)
                found += count((*units[:i], turned, *units[i + 1 :]), life, who, phase, n - 1)
            if phase == 2 and not low and not attacked:
                done = (owner, atk, defence, low, changed, True)
                foes = [j for j, one in enumerate(units) if one[0] != who]
                for j in foes:
                    foe = units[j]
                    value = foe[2] if foe[3] else foe[1]
                    lost = [0, 0]
                    lost[1 - who] = 0 if foe[3] else max(0, atk - value)
                    lost[who] = max(0, value - atk)
                    gone = {j} if atk > value else set()
                    if not foe[3] and atk <= value:
                        gone |= {i} | ({j} if atk == value else set())
                    after = tuple(done if k == i else one for k, one in enumerate(units) if k not in gone)
                    found += count(after, (life[0] - lost[0], life[1] - lost[1]), who, phase, n - 1)
                if not foes:
                    hit = (life[0], life[1] - atk) if who == 0 else (life[0] - atk, life[1])
                    found += count((*units[:i], done, *units[i + 1 :]), hit, who, phase, n - 1)
        return found

    board = ((0, 1500, 900, False, False, False), (1, 1200, 2000, False, False, False))
    return count(board, (6000, 300), 0, 1, depth)


def _allegiance_board() -> Match:
    board = Table("allegiance", hand_size=0)
    board.m.state.phase = "strategic"
    hits = {"on": "activate", "cost": [{"op": "exhaust"}], "do": [{"op": "wounds", "n": 3}]}
    board.lay(0, "battlefield", {"test": "t-a", "kind": "creature", "effects": [hits]})
    board.lay(1, "battlefield", {"test": "t-g", "kind": "creature", "keywords": ["Guard"], "effects": [hits]})
    icon = {"on": "play", "do": [{"op": "essence", "n": 1}]}
    board.lay(0, "hand", {"test": "t-soul", "kind": "soul", "effects": [icon]})
    board.lay(0, "recruitment", {"test": "t-b", "kind": "magic", "price": 1}, marks={"slot": 0})
    for seat, life in ((0, 40), (1, 3)):
        board.m.state.seats[seat].life = life
    return board.m


def _allegiance_model(depth: int) -> int:
    """The same board counted without the engine. Of the creatures: gone, ready, exhausted (0, 1, 2)."""

    def count(life: int, a: int, g: int, soul: bool, bought: bool, essence: int, used: bool, who: int, n: int) -> int:
        """``life`` is P2's: P1 cannot fall so soon. ``soul``: it is in hand. Allegiance nowhere comes to 6."""
        if n == 0 or life <= 0:
            return 1
        if who == 1:
            found = count(life, a, 2, soul, bought, 0, False, 1, n - 1) if g == 1 else 0
            return found + count(life, a, 1 if g else 0, soul, bought, 0, False, 0, n - 1)
        found = 0
        if soul:
            found += count(life, a, g, False, bought, essence + 1, used, 0, n - 1)
        if a == 1 and g == 1:
            # The other player is asked: guarding or not is an answer of its own.
            if n == 1:
                found += 1
            else:
                found += count(life, 2, 0, soul, bought, essence, used, 0, n - 2)
                found += count(life - 3, 2, g, soul, bought, essence, used, 0, n - 2)
        elif a == 1:
            found += count(life - 3, 2, g, soul, bought, essence, used, 0, n - 1)
        if essence and not bought:
            found += count(life, a, g, soul, True, essence - 1, used, 0, n - 1)
        if essence and not used:
            found += 4 * count(life, a, g, soul, bought, essence - 1, True, 0, n - 1)
        ready = 1 if a else 0
        if soul and n > 1:
            # Keeping the card or not is an answer of its own, too.
            return found + sum(count(life, ready, g, kept, bought, 0, False, 1, n - 2) for kept in (True, False))
        return found + (1 if soul else count(life, ready, g, soul, bought, 0, False, 1, n - 1))

    return count(3, 1, 1, True, False, 0, False, 0, depth)


def _wowtcg_board() -> Match:
    board = Table("wowtcg")
    board.m.state.phase = "action"
    for seat, health in ((0, 20), (1, 7)):
        board.lay(seat, "hero", {"test": f"t-hero-{seat}", "type": "hero", "health": health})
        board.lay(seat, "deck", {"test": "t-dear", "cost": 9}, n=5)
    board.lay(0, "allies", {"test": "t-a", "atk": 3, "health": 3})
    board.lay(0, "allies", {"test": "t-b", "atk": 1, "health": 4})
    board.lay(1, "allies", {"test": "t-c", "atk": 2, "health": 3})
    return board.m


def _wowtcg_model(depth: int) -> int:
    """The same board counted without the engine: heroes' damage, and allies as (owner, ATK, health, damage, exhausted).

    Whoever holds cards may place each of them as the resource of the turn; all cost too much to be played.
    """
    unit = tuple[int, int, int, int, bool]

    def count(
        units: tuple[unit, ...], hurt: tuple[int, int], hands: tuple[int, int], placed: bool, who: int, n: int
    ) -> int:
        if n == 0 or hurt[0] >= 20 or hurt[1] >= 7:
            return 1
        found = 0
        if hands[who] and not placed:
            fewer = (hands[0] - 1, hands[1]) if who == 0 else (hands[0], hands[1] - 1)
            found += hands[who] * count(units, hurt, fewer, True, who, n - 1)
        for i, (owner, atk, health, damage, exhausted) in enumerate(units):
            if owner != who or exhausted:
                continue
            spent = (owner, atk, health, damage, True)
            hit = (hurt[0], hurt[1] + atk) if who == 0 else (hurt[0] + atk, hurt[1])
            found += count((*units[:i], spent, *units[i + 1 :]), hit, hands, placed, who, n - 1)
            for j, foe in enumerate(units):
                if foe[0] != who:
                    after = list(units)
                    after[i] = (owner, atk, health, damage + foe[1], True)
                    after[j] = (*foe[:3], foe[3] + atk, foe[4])
                    left = tuple(one for one in after if one[3] < one[2])
                    found += count(left, hurt, hands, placed, who, n - 1)
        other = 1 - who
        woken = tuple((*one[:4], False if one[0] == other else one[4]) for one in units)
        drawn = (hands[0] + 1, hands[1]) if other == 0 else (hands[0], hands[1] + 1)
        return found + count(woken, hurt, drawn, False, other, n - 1)

    board = ((0, 3, 3, 0, False), (0, 1, 4, 0, False), (1, 2, 3, 0, False))
    return count(board, (0, 0), (0, 0), False, 0, depth)


def _wowtcg_strike() -> Match:
    """A hero with a weapon against a hero with a Protector."""
    board = Table("wowtcg")
    board.m.state.phase = "action"
    for seat in (0, 1):
        board.lay(seat, "hero", {"test": f"t-hero-{seat}", "type": "hero"})
        board.lay(seat, "deck", {"test": "t-dear", "cost": 9}, n=5)
    board.lay(0, "hero_row", {"test": "t-sword", "type": "weapon", "atk": 2})
    board.lay(1, "allies", {"test": "t-guard", "atk": 1, "health": 3, "keywords": ["Protector"]})
    return board.m


#: (board, counts by depth) of each game; the counts come from elsewhere than the engine.
COUNTS: dict[str, list[tuple[Callable[[], Match], list[int]]]] = {
    "lorcana": [
        (_lorcana_board, [_lorcana_model(depth) for depth in (1, 2, 3, 4)]),
        # By hand. Depth 1: ink either, play either, end: 5. Depth 2: after inking one (3 ready ink): play the other,
        # end = 2 each; after playing one for 1: ink the other, end (one ink left, the other costs 2) = 2; after
        # playing the one for 2: ink, end (no ink left) = 2; after ending, the other inks the drawn card or ends = 2.
        (_lorcana_choices, [5, 10]),
    ],
    "invocateurs": [(_invocateurs_board, [_invocateurs_model(depth) for depth in (1, 2, 3, 4)])],
    "riftbound": [(riftbound_model.board, [riftbound_model.count(depth) for depth in range(1, 8)])],
    "allegiance": [(_allegiance_board, [_allegiance_model(depth) for depth in (1, 2, 3, 4, 5)])],
    "wowtcg": [
        (_wowtcg_board, [_wowtcg_model(depth) for depth in (1, 2, 3, 4)]),
        # By hand. Depth 1: attack the hero, attack the ally, end: 3. Depth 2: each attack asks for a strike or none: 4;
        # after the end the other draws one card: place it, attack the hero, end: 3. Depth 3: struck or not, the attack
        # on the hero asks the Protector (2 each), that on the ally is over (2 each: end, and nothing else, since the
        # hero is exhausted: 1 each); after placing: attack, end = 2; after the attack by the ally the defending hero
        # may strike or not = 2; after the other's end the first player draws: place, two attacks, end = 4.
        (_wowtcg_strike, [3, 7, 14]),
    ],
}


@pytest.mark.parametrize(
    ("slug", "place", "depth"),
    [
        (slug, place, depth)
        for slug, boards in COUNTS.items()
        for place, (_, counts) in enumerate(boards)
        for depth in range(1, len(counts) + 1)
    ],
)
def test_counts_on_fixed_boards(slug: str, place: int, depth: int) -> None:
    board, counts = COUNTS[slug][place]
    m = board()
    before = digest(m)
    assert leaves(m, depth) == counts[depth - 1]
    assert digest(m) == before


# -- golden playthroughs ---------------------------------------------------------------------------------------------


@cache
def _golden_script() -> Any:
    import importlib.util

    path = Path(__file__).resolve().parents[1] / "scripts" / "golden.py"
    spec = importlib.util.spec_from_file_location("golden", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@each_game
def test_the_golden_playthrough_is_what_is_played(slug: str) -> None:
    """After a change that is meant: run scripts/golden.py and read the difference."""
    assert _golden_script().playthrough(slug) == (GOLDEN / f"{slug}.txt").read_text(encoding="utf-8")
