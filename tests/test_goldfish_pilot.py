"""Pilots: what they may see, tables of priorities, and that the usual ones play well."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from engine_support import piles, rules_of

from deckkit.engine.match import Match
from deckkit.engine.moves import enter
from deckkit.engine.notation import visible
from deckkit.engine.saving import clone
from deckkit.engine.state import Action
from deckkit.engine.table import new_match
from deckkit.errors import InputError
from deckkit.games import GAMES
from deckkit.goldfish.pilot import Chooser, Coded, Nothing, Pilot, Randomly, read_pilot
from deckkit.goldfish.reader import HiddenError, Reader
from deckkit.goldfish.solo import Solo, play_out

PLAYABLE = [slug for slug, game in GAMES.items() if game.table is not None and game.pilot is not None]


def solo_of(slug: str) -> Solo:
    part = GAMES[slug].pilot
    assert part is not None
    found = part()
    assert isinstance(found, Solo)
    return found


def usual(slug: str) -> Chooser:
    found = solo_of(slug)
    return found.pilots[found.usual](0)


def table(slug: str, game: int, seed: int = 6) -> Match:
    decks = [pile for _, pile in piles(slug, shared=False)]
    both = (decks[game % len(decks)], decks[(game + 1) % len(decks)])
    return new_match(rules_of(slug), both, seed=seed, game=game, log=False, journal=False)


def permuted(m: Match, seat: int, stream: random.Random) -> Match:
    """The match with all cards that a seat does not know in other places."""
    other = clone(m, journal=False)
    decision = m.state.decision
    shown = {*decision.options, *decision.taken} if decision is not None and decision.seat == seat else set()
    hidden = [
        thing
        for thing in other.state.things
        if not visible(m, m.state.things[thing.id], seat) and (thing.facedown or thing.id not in shown)
    ]
    cards = [(thing.card, thing.handle) for thing in hidden]
    stream.shuffle(cards)
    for thing, (card, handle) in zip(hidden, cards, strict=True):
        thing.card, thing.handle = card, handle
    return other


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_pilot_decides_the_same_whatever_the_hidden_cards_are(slug: str) -> None:
    """Requirement 4: what a seat does not see has no part in what its pilot does."""
    pilot = usual(slug)
    stream = random.Random(3)
    decided = 0
    for game in range(4):
        m = table(slug, game)
        while not m.over and m.state.count < 160:
            seat = m.to_act
            action = pilot.choose(Reader(m, seat, pilot.values))
            if len(m.legal_actions()) > 1:
                decided += 1
                other = permuted(m, seat, stream)
                assert other.legal_actions() == m.legal_actions()
                assert pilot.choose(Reader(other, seat, pilot.values)) == action
            m.apply(action)
    assert decided > 100


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_reader_refuses_what_is_hidden(slug: str) -> None:
    m = table(slug, 1)
    while m.state.turn < 3:
        m.apply(Nothing().choose(Reader(m, m.to_act)))
    seat = m.state.active
    reader = Reader(m, seat)
    foe = reader.foes[0]
    for number, zone in ((seat, "deck"), (foe, "deck"), (foe, "hand")):
        with pytest.raises(HiddenError):
            reader.zone(number, zone)
        assert reader.size(number, zone) == len(m.zone(number, zone))
        for one in m.zone(number, zone):
            with pytest.raises(HiddenError):
                reader.thing(one)
    assert [one.id for one in reader.zone(seat, "hand")] == list(m.zone(seat, "hand"))
    assert Reader(m, foe).legal == () and Reader(m, foe).decision is None
    masked = reader.masked()
    names = {masked.thing(one).card.name for one in (*m.zone(seat, "deck"), *m.zone(foe, "hand"))}
    assert names == {"?"}
    assert masked.state.rng == (0, 0)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_games_between_pilots_end(slug: str) -> None:
    found = solo_of(slug)
    for game, names in enumerate((("greedy", "random"), ("greedy", "greedy"), ("random", "nothing"))):
        m = table(slug, game)
        play_out(m, [found.pilots[name](game) for name in names])
        assert m.over and m.state.result is not None
        assert m.state.result.get("reason") != "action_cap"


@pytest.mark.parametrize("slug", PLAYABLE)
def test_the_usual_pilot_beats_chance(slug: str) -> None:
    """Of 20 games with the same deck, each side beginning half of them, it wins at least 15 (by luck: 1 in 50)."""
    pilot, pile = usual(slug), piles(slug, shared=False)[-1][1]
    won = 0
    for game in range(20):
        m = new_match(rules_of(slug), (pile, pile), seed=8, game=game, first=game % 2, log=False, journal=False)
        play_out(m, [pilot, Randomly(game)])
        assert m.state.result is not None
        won += m.state.result.get("winner") == 0
    assert won >= 15


def test_chance_and_code_are_pilots_too() -> None:
    def first(_m: Match, legal: Sequence[Action]) -> Action:
        return legal[0]

    results = []
    for _ in range(2):
        m = table("lorcana", 2)
        play_out(m, [Randomly(4), Coded("first", first)], most=150)
        results.append((m.state.count, m.state.turn, m.seat(0).zones, m.seat(1).zones))
    assert results[0] == results[1]


def test_who_does_nothing_ends_the_turn() -> None:
    m = table("lorcana", 0)
    play_out(m, [Nothing(), Nothing()], most=60)
    assert all(not m.board(seat) and not m.zone(seat, "inkwell") for seat in (0, 1))


# -- tables of priorities --------------------------------------------------------------------------------------------


def test_the_first_rule_that_applies_gives_the_score(tmp_path: Path) -> None:
    features: dict[str, Any] = {"size": lambda _seen, action: action.source, "one": lambda _seen, _action: 1}
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[rule]]\non = "go"\nif = { size = { min = 3, max = 5 } }\nscore = 7\nadd = { size = 10, one = -1 }\n'
        '[[rule]]\non = "go"\nif = { one = 1 }\nscore = 1\n',
        "utf-8",
    )
    pilot = read_pilot(file, features)
    assert pilot.name == "mine"
    seen: Any = None
    assert [pilot.score(seen, Action("go", 0, n)) for n in (2, 3, 5, 6)] == [1, 36, 56, 1]
    assert pilot.score(seen, Action("stay", 0, 1)) < -1000
    assert pilot.why(seen, Action("go", 0, 4))[1] == pilot.rules["go"][0]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no rules"),
        ("rule = 3", "no rules"),
        ("[[rule]]\nscore = 1", "'on'"),
        ('[[rule]]\non = "end"\nscore = 1.5', "whole number"),
        ('[[rule]]\non = "end"\nscore = true', "whole number"),
        ('[[rule]]\non = "end"\nwhen = { lore = 1 }', "'when'"),
        ('[[rule]]\non = "end"\nif = { love = 1 }', "'love'"),
        ('[[rule]]\non = "end"\nadd = { love = 1 }', "'love'"),
        ('[[rule]]\non = "end"\nif = { lore = "many" }', "many"),
        ('[[rule]]\non = "end"\nif = { lore = { least = 1 } }', "least"),
        ('[[rule]]\non = "end"\nadd = { lore = 0.5 }', "0.5"),
        ("[[rule", "TOML"),
    ],
)
def test_a_table_that_means_nothing_is_refused_with_the_place(text: str, word: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    read = solo_of("lorcana").read
    assert read is not None
    with pytest.raises(InputError) as error:
        read(file)
    assert word in str(error.value.what) and "bad.toml" in str(error.value.where)


def test_a_table_is_read_from_a_file_by_the_command(run_cli: Any, tmp_path: Path) -> None:
    """A pilot that only inks and quests never plays anything."""
    file = tmp_path / "idle.toml"
    file.write_text('name = "idle"\n[[rule]]\non = "ink"\nscore = 5\n[[rule]]\non = "end"\n', "utf-8")
    deck = Path(__file__).with_name("decks") / "goldfish.txt"
    code, out, _ = run_cli("goldfish", str(deck), "-n", "3", "-t", "5", "--pilot", str(file), "-q")
    assert code == 0 and "pilot idle" in out.decode() and "not won by turn 5: 3 of 3 games" in out.decode()


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_rule_is_about_something_known(slug: str) -> None:
    """Rules name actions that the game has, or questions; and each feature that the game offers is used."""
    pilot = usual(slug)
    assert isinstance(pilot, Pilot)
    kinds = set(rules_of(slug).perform) | {"end"}
    assert {kind for kind in pilot.rules if not kind.startswith("choose ")} <= kinds
    used = {name for rules in pilot.rules.values() for rule in rules for name, *_ in (*rule.when, *rule.add)}
    assert used == set(pilot.features)


def test_a_pilot_is_frozen() -> None:
    pilot = usual("lorcana")
    assert isinstance(pilot, Pilot)
    with pytest.raises(AttributeError):
        pilot.name = "other"  # type: ignore[misc]
    assert replace(pilot, name="other").rules is pilot.rules


def test_the_documentation_names_every_feature() -> None:
    text = (Path(__file__).parents[1] / "docs" / "goldfish.md").read_text("utf-8")
    pilot = usual("lorcana")
    assert isinstance(pilot, Pilot)
    assert [name for name in pilot.features if f"`{name}`" not in text] == []


def test_the_table_of_the_documentation_can_be_read(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "goldfish.md").read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    read = solo_of("lorcana").read
    assert read is not None
    assert set(read(file).rules) == {"quest", "end"}  # type: ignore[attr-defined]


# -- plans of like actions --------------------------------------------------------------------------------------------


def apart(pilot: Pilot) -> Pilot:
    """The pilot that looks again after every action."""
    rules = {kind: tuple(replace(rule, together=False) for rule in rules) for kind, rules in pilot.rules.items()}
    return replace(pilot, rules=rules)


def test_a_plan_of_like_actions_plays_the_same_games() -> None:
    pilot = usual("lorcana")
    assert isinstance(pilot, Pilot) and any(rule.together for rules in pilot.rules.values() for rule in rules)
    for _, pile in piles("lorcana"):
        for game in range(3):
            seen: tuple[list[str], list[str]] = ([], [])
            for told, one in zip(seen, (pilot, apart(pilot)), strict=True):
                m = new_match(rules_of("lorcana"), (pile, pile), seed=2, game=game, log=False, journal=False)
                play_out(m, (one, Nothing()), lambda m, action, told=told: told.append(m.notation(action)), 300)
            assert seen[0] == seen[1]


def questing(*more: dict[str, Any]) -> Match:
    """Four characters that may quest, and what else is wanted; the first player is about to act."""
    rules = rules_of("lorcana")
    cards = [{"test": f"t-{number}", "lore": number, "willpower": 3} for number in (1, 2, 3)]
    m = new_match(rules, ({"deck": ((rules.test_card({"test": "t-deck", "cost": 9}, ""), 60),)},) * 2, first=0, seed=1)
    while m.state.turn == 0:
        m.apply(Nothing().choose(Reader(m, m.to_act)))
    for at, card in enumerate((*cards, *more)):
        thing = m.add_thing(rules.test_card({"inkable": False, **card}, ""), 0, "", f"c{at}")
        enter(m, thing, "play", seat=0)
        thing.fresh = False
    m.put(m.state.seats[0].zones, "hand", ())
    m._legal = None
    return m


def scored(m: Match, pilot: Chooser, actions: int) -> tuple[list[str], int]:
    """What is done, and how many actions were looked at for it."""
    looked = 0

    class Counting(Reader):
        __slots__ = ()

        def stat(self, thing: Any, name: str) -> int:
            nonlocal looked
            looked += 1
            return super().stat(thing, name)

    reader = Counting(m, 0, pilot.values)
    done = []
    for _ in range(actions):
        reader.memo.clear()
        action = pilot.choose(reader)
        done.append(f"{action.kind} {m.thing(action.source).handle}" if action.source >= 0 else action.kind)
        m.apply(action)
    return done, looked


def test_a_plan_is_followed_without_looking_again() -> None:
    pilot = usual("lorcana")
    assert isinstance(pilot, Pilot)
    once, again = scored(questing(), pilot, 4), scored(questing(), apart(pilot), 4)
    assert once[0] == again[0] == ["quest c2", "quest c1", "quest c0", "end"]
    assert once[1] < again[1] / 2


def test_a_plan_is_dropped_where_something_else_changes() -> None:
    """The first one to quest lends lore to the smallest one, which then goes before the middle one."""
    more = {"stats": {"lore": 4}, "op": "modify", "target": {"all": {"card": ["t-1"]}}}
    leader = {"test": "t-lead", "lore": 5, "effects": [{"on": "quest", "do": [more]}]}
    pilot = usual("lorcana")
    assert isinstance(pilot, Pilot)
    done = ["quest c3", "quest c0", "quest c2", "quest c1"]
    assert scored(questing(leader), pilot, 4)[0] == scored(questing(leader), apart(pilot), 4)[0] == done


def test_a_reader_forgets_a_plan_that_cannot_be_followed() -> None:
    m = questing()
    reader = Reader(m, 0)
    assert reader.planned(reader.legal) is None
    first, second, third = (one for one in reader.legal if one.kind == "quest")
    reader.plan(first, [second, third])
    m.apply(first)
    assert reader.planned(reader.legal) == second
    # Another one is done instead.
    m.apply(third)
    assert reader.planned(reader.legal) is None
    assert reader.planned(reader.legal) is None


def test_together_is_true_or_false(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[rule]]\non = "quest"\ntogether = 1\n', "utf-8")
    with pytest.raises(InputError, match="'together' is true or false"):
        read_pilot(file, {})
