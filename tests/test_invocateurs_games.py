"""Whole games of Invocateurs: random ones with invariants, hidden information, the pilot, the words of test cards."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invocateurs_support import (
    ARTHUR,
    BALM,
    BLAST,
    CAMELOT,
    DRAGON,
    EXCALIBUR,
    GOLDEN,
    GOLEM,
    KNIGHT,
    KNOWN,
    MAGIC,
    MOZART,
    SHIELD,
    SQUIRE,
    Duel,
    a_deck,
    card,
    golden_text,
    known,
    problems,
)

from deckkit.effects.notation import read_abilities, write_abilities
from deckkit.engine.match import IllegalActionError, Match
from deckkit.engine.notation import read_action, write_action
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.state import Action
from deckkit.engine.table import new_match
from deckkit.engine.view import view
from deckkit.errors import InputError
from deckkit.games import GAMES
from deckkit.games.invocateurs.effects import VOCABULARY, expand
from deckkit.games.invocateurs.pilot import SOLO, sensible
from deckkit.games.invocateurs.table import TABLE
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.solo import play_alone, play_out

GAMES_PLAYED = 500


def a_match(seed: int) -> Match:
    return new_match(TABLE, [a_deck(2 * seed), a_deck(2 * seed + 1)], seed=seed)


def choose(m: Match) -> Action:
    """What the usual pilot does for the seat to act."""
    pilot = sensible()
    return pilot.choose(Reader(m, m.to_act, pilot.values))


def lively(r: random.Random, legal: tuple[Action, ...]) -> Action:
    """A random action; ending the turn or a phase only now and then."""
    busy = [one for one in legal if one.kind not in ("end", "phase")]
    return r.choice(busy) if busy and r.random() < 0.8 else r.choice(legal)


def playout(m: Match, seed: int) -> Iterator[Action]:
    r = random.Random(seed)
    while not m.over:
        action = lively(r, m.legal_actions())
        m.apply(action)
        yield action


def test_random_games_keep_the_invariants_and_end() -> None:
    reasons: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(GAMES_PLAYED):
        m = a_match(seed)
        assert problems(m) == []
        for action in playout(m, seed):
            kinds[action.kind] += 1
            assert problems(m) == []
            assert m.over or m.legal_actions()
        assert m.state.result is not None
        reasons[m.state.result["reason"]] += 1
    assert set(reasons) <= {"no_life", "empty_deck", "turn_limit"}
    assert sum(reasons.values()) == GAMES_PLAYED
    # Every kind of action was done.
    assert set(kinds) == {*TABLE.perform, "choose"}


def test_notations_are_unique_and_read_back() -> None:
    for seed in range(15):
        m = a_match(seed)
        r = random.Random(seed)
        while not m.over:
            legal = m.legal_actions()
            written = [write_action(m, one) for one in legal]
            assert len(set(written)) == len(written)
            for text, action in zip(written, legal, strict=True):
                assert read_action(m, text) == action
            m.apply(lively(r, legal))


def test_undo_clone_and_json_give_the_same_game() -> None:
    for seed in range(6):
        m = a_match(seed)
        start = digest(m)
        played = 0
        for _ in playout(m, seed):
            played += 1
            if played % 17 == 0:
                saved = json.loads(json.dumps(to_json(m)))
                again = from_json(saved, TABLE, lambda key: known(key.partition(":")[2]))
                copy = clone(m)
                assert digest(again) == digest(copy) == digest(m)  # IN 13.2
                while not m.over and again.state.turn < m.state.turn + 2 and not again.over:
                    action = again.legal_actions()[0]
                    copy.apply(action)
                    again.apply(action)
                assert digest(again) == digest(copy)
        for _ in range(played):
            m.undo()
        assert digest(m) == start


def test_an_action_of_another_moment_is_refused_and_changes_nothing() -> None:
    m = a_match(3)
    before = digest(m)
    for action in (Action("attack", 0, 0, (1,)), Action("end", 1 - m.state.active), Action("summon", 0, 999)):
        with pytest.raises(IllegalActionError):
            m.apply(action)
    with pytest.raises(InputError, match="no legal action"):
        read_action(m, "attack everybody")
    assert digest(m) == before


# -- hidden information (IN 13.1) -----------------------------------------------------------------------------------


def swapped(m: Match, seat: int, r: random.Random) -> Match:
    """The same position with the cards that a seat does not know exchanged among themselves."""
    other = clone(m)
    pools: dict[str, list[int]] = {"summon": [], "support": []}
    for thing in other.state.things:
        mine = thing.owner == seat
        hidden = thing.zone == "deck" or (not mine and (thing.zone == "hand" or thing.facedown))
        if hidden and mine:
            pools.setdefault("mine", []).append(thing.id)
        elif hidden:
            # What lies face down keeps to its kind of zone: only a summon can lie in the field.
            pools["support" if thing.card.type in ("Magic", "Trap") else "summon"].append(thing.id)
    for ids in pools.values():
        things = [other.state.things[one] for one in ids]
        cards = [(one.card, one.handle) for one in things]
        r.shuffle(cards)
        for thing, (new, handle) in zip(things, cards, strict=True):
            thing.card, thing.handle = new, handle
    return other


def test_hidden_cards_change_neither_view_nor_actions_nor_the_pilots_choice() -> None:
    compared = 0
    for seed in range(25):
        m = a_match(seed)
        r = random.Random(seed)
        for step, _ in enumerate(playout(m, seed)):
            if m.over or step % 5:
                continue
            seat = m.to_act
            other = swapped(m, seat, r)
            if m.state.decision is not None and m.state.decision.kind == "cards":
                continue
            assert view(other, seat) == view(m, seat)
            assert other.legal_actions() == m.legal_actions()
            assert choose(other) == choose(m)
            compared += 1
    assert compared > 300


# -- the pilot ------------------------------------------------------------------------------------------------------


def duel_of(seed: int, seats: tuple[int, ...]) -> Match:
    m = a_match(seed)
    r = random.Random(seed)
    while not m.over:
        m.apply(choose(m) if m.to_act in seats else lively(r, m.legal_actions()))
    return m


def test_the_pilot_beats_chance_from_either_seat() -> None:
    for seat in (0, 1):
        won = sum((duel_of(seed, (seat,)).state.result or {}).get("winner") == seat for seed in range(30))
        assert won >= 28


def test_two_pilots_end_their_games_by_life() -> None:
    ends = [duel_of(seed, (0, 1)) for seed in range(30)]
    assert all(m.state.result is not None and m.state.turn <= 80 for m in ends)
    assert sum((m.state.result or {})["reason"] == "no_life" for m in ends) >= 25


def test_the_pilot_alone_wins_with_known_cards() -> None:
    """A test hand: the opponent ends every turn at once."""
    for seed in range(20):
        game = play_alone(TABLE, a_deck(seed, plain=True), SOLO, sensible(), seed=seed, game=0)
        # 6,000 life points are at least three attacks with the cards of this deck, none of them in the first turn, and
        # one summon a turn (IN 4.3, 6.2).
        assert 3 <= game.won <= 20


def test_other_pilots_play_too() -> None:
    for name in ("random", "nothing"):
        m = a_match(5)
        play_out(m, [sensible(), SOLO.pilots[name](1)])
        assert m.state.result is not None and m.state.result["winner"] == 0


def piloted(duel: Duel) -> str:
    return write_action(duel.m, choose(duel.m))


def test_the_pilot_takes_what_it_knows_to_win() -> None:
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", ARTHUR, "a")
    duel.lay(1, "field", SQUIRE, "e")
    assert piloted(duel) == "attack k e"
    duel = Duel(phase="combat")
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(1, "field", GOLEM, "g", defence=True)
    assert piloted(duel) == "go_to main2"
    duel.lay(0, "hand", MAGIC, "s")
    assert piloted(duel) == "play s"
    duel.do("play s")
    assert piloted(duel) == "attack k g"


def test_the_pilot_answers_a_harmful_attack_only() -> None:
    for attacker, answer in ((ARTHUR, "choose b"), (SQUIRE, "choose pass")):
        duel = Duel(phase="combat")
        duel.lay(0, "field", attacker, "x")
        duel.lay(1, "field", KNIGHT, "k")
        duel.lay(1, "support", SHIELD, "b", down=True, laid=8)
        duel.do("attack x k")
        assert piloted(duel) == answer


def test_the_pilot_pays_two_summons_for_a_better_one_only() -> None:
    duel = Duel()
    duel.lay(0, "hand", DRAGON, "d")
    for name in ("e1", "e2"):
        duel.lay(0, "field", SQUIRE, name)
    assert piloted(duel) == "summon d e1 e2 up"
    same = Duel()
    same.lay(0, "hand", {"test": "t-big", "level": 7, "atk": 2000, "def": 100}, "b")
    for name in ("a1", "a2"):
        same.lay(0, "field", ARTHUR, name)
    assert not piloted(same).startswith("summon")


# -- the rules that no test cites ------------------------------------------------------------------------------------

PAGE = Path(__file__).resolve().parents[1] / "docs" / "invocateurs-play.md"


@pytest.mark.shared
def test_every_rule_of_the_digest_is_cited_by_a_test_or_named_on_the_page(shared: Path) -> None:
    digest_text = (shared / "rules" / "invocateurs.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"^(?:- |\| )(\d+\.\d+)\b", digest_text, re.MULTILINE))
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    cited = {number for line in re.findall(r"IN \d[^\n\"]*", tests) for number in re.findall(r"\d+\.\d+", line)}
    page = PAGE.read_text(encoding="utf-8").partition("## Rules that no test cites")[2]
    named = {number for row in re.findall(r"^\| ([\d., ]+) \|", page, re.MULTILINE) for number in row.split(", ")}
    assert rules - cited == named - cited
    assert named <= rules


# -- golden ---------------------------------------------------------------------------------------------------------


def test_the_golden_game() -> None:
    """Written by ``python tests/invocateurs_support.py`` and read by a person."""
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


# -- the words of the card list (IN 16.3) ---------------------------------------------------------------------------


@pytest.mark.shared
def test_the_authored_effects_say_what_the_card_list_says(shared: Path) -> None:
    document = json.loads((shared / "feeds" / "invocateurs" / "cards.json").read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in document["cards"]}
    for slug in (*KNOWN, "gardien-de-broceliande"):
        row = rows[slug]
        said = expand(row["effects"], row["kind"].capitalize(), slug)
        assert write_abilities(said) == write_abilities(known(slug).abilities), slug
    # IN 12.11, 12.12, 12.14, 12.15, 12.16
    unknown = {slug for slug in rows if known(slug).facts.get("unknown")}
    assert unknown == {
        "anubis",
        "gardien-de-broceliande",
        "grimoire-des-ames",
        "liche-eternelle",
        "minotaure-du-labyrinthe",
    }


def test_expanded_effects_are_whole_and_round_trip() -> None:
    for definition in (BALM, BLAST):
        abilities = card(definition).abilities
        assert read_abilities(write_abilities(abilities), VOCABULARY) == abilities
    assert write_abilities(card(BLAST).abilities) == [
        {"on": "play", "do": [{"op": "destroy", "target": {"choose": {"support_card": True, "controller": "foes"}}}]}
    ]


@pytest.mark.parametrize(
    ("effects", "place", "word"),
    [
        ({"on": "play"}, "", "list"),
        ([{"on": "dance", "do": [{"op": "draw"}]}], "effects[0]", "dance"),
        ([{"on": "play", "do": []}], "effects[0]", "do"),
        ([{"on": "play", "do": [{"op": "drow"}]}], "effects[0].do[0]", "drow"),
        ([{"on": "play", "do": ["draw"]}], "effects[0].do[0]", "None"),
        ([{"on": "play", "do": [{"op": "draw", "m": 1}]}], "effects[0].do[0]", "m"),
        ([{"on": "play", "do": [{"op": "stat", "target": "self"}]}], "effects[0].do[0]", "atk"),
        ([{"on": "play", "do": [{"op": "stat", "target": "everyone", "atk": 1}]}], "do[0].target", "everyone"),
        ([{"on": "play", "do": [{"op": "destroy", "target": {"all": {"colour": "red"}}}]}], "target.all", "colour"),
        ([{"on": "play", "do": [{"op": "draw"}], "limit": "twice"}], "effects[0]", "twice"),
        ([{"on": "play", "do": [{"op": "draw"}], "event": "foe_summon_attacks"}], "effects[0]", "foe_summon_attacks"),
        ([{"on": "trap", "do": [{"op": "draw"}]}], "effects[0]", "None"),
        ([{"on": "trap", "event": "foe_plays_magic", "do": [{"op": "cancel_attack"}]}], "do[0]", "cancel"),
        ([{"on": "static", "restrict": {"type": "warrior"}, "do": [{"op": "draw"}]}], "effects[0]", "Equipment"),
        ([{"on": "play", "do": [{"op": "draw", "n": "many"}]}], "effects[0].do[0].n", "many"),
    ],
)
def test_mistakes_in_test_cards_are_named_with_their_place(effects: Any, place: str, word: str) -> None:
    with pytest.raises(InputError) as refused:
        expand(effects, "Magic", "a.json")
    assert word in str(refused.value.what)
    assert place in str(refused.value.where) and "a.json" in str(refused.value.where)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_OPERATIONS = ("stat", "heal", "draw", "destroy", "special_summon", "cancel_attack", "cannot_attack")


@given(
    st.lists(
        st.fixed_dictionaries(
            {"on": st.sampled_from(["play", "static", "trap", "equipped"]) | _ANY},
            optional={
                "do": st.lists(
                    st.fixed_dictionaries(
                        {"op": st.sampled_from(_OPERATIONS) | _ANY},
                        optional=dict.fromkeys(("n", "target", "atk", "per", "until", "when"), _ANY),
                    )
                    | _ANY,
                    max_size=2,
                )
                | _ANY,
                **dict.fromkeys(("if", "event", "limit", "restrict"), _ANY),
            },
        )
        | _ANY,
        max_size=2,
    )
    | _ANY
)
def test_effects_of_any_shape_are_read_or_refused(effects: Any) -> None:
    try:
        abilities = expand(effects, "Magic", "any")
    except InputError:
        return
    assert read_abilities(write_abilities(abilities), VOCABULARY) == abilities


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InputError, match="potion"):
        card({"test": "t-x", "kind": "potion"})


def test_a_character_with_any_effect_has_it_as_officer_only() -> None:
    general: Mapping[str, Any] = {
        "test": "t-general",
        "kind": "character",
        "type": "hero",
        "level": 3,
        "atk": 100,
        "def": 100,
        "effects": [
            {"on": "static", "do": [{"op": "stat", "target": {"other_allied": {"type": "warrior"}}, "atk": 100}]}
        ],
    }
    duel = Duel()
    duel.lay(0, "field", KNIGHT, "k")
    duel.lay(0, "field", general, "g")
    assert duel.figures("k") == (1700, 1200)  # IN 9.5
    duel.lay(0, "officer", general, "g2")
    assert duel.figures("k") == (1800, 1200)  # IN 9.6


def test_the_parts_of_the_game_are_there() -> None:
    game = GAMES["invocateurs"]
    assert game.table is not None and game.table() is TABLE
    assert game.scenario is not None and game.scenario().describe
    assert {EXCALIBUR, CAMELOT, MOZART} < set(KNOWN)
