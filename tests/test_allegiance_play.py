"""Rites of Allegiance on the engine: how games begin, what is refused, answers to answers, whole games, the pilot."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from engine_support import Table, a_match, card_named, catalogue, piles, playout
from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue import Catalogue
from deckkit.effects.notation import read_abilities, write_abilities
from deckkit.effects.render import render_abilities
from deckkit.engine import moves
from deckkit.engine.match import Match
from deckkit.engine.notation import read_action, write_action
from deckkit.engine.saving import clone, digest, from_json, to_json
from deckkit.engine.settings import read_settings
from deckkit.engine.state import Action
from deckkit.engine.table import new_match
from deckkit.engine.view import view
from deckkit.errors import InputError, UsageError
from deckkit.feeds import update
from deckkit.games import GAMES
from deckkit.games.allegiance import wounds
from deckkit.games.allegiance.effects import VOCABULARY, expand, from_keywords, keyword_of
from deckkit.games.allegiance.labels import LABELS, authored
from deckkit.games.allegiance.pilot import sensible, worth
from deckkit.games.allegiance.play import WINDOWS
from deckkit.games.allegiance.rites import MOST, shares, spread
from deckkit.games.allegiance.setup import remarks
from deckkit.games.allegiance.table import TABLE, play_card
from deckkit.goldfish.pilot import Randomly
from deckkit.goldfish.reader import Reader
from deckkit.goldfish.solo import play_out

SOUL = {"test": "t-soul", "kind": "soul", "effects": [{"on": "play", "do": [{"op": "essence"}]}]}


def hits(n: int, **more: Any) -> dict[str, Any]:
    return {"on": "activate", "cost": [{"op": "exhaust"}], "do": [{"op": "wounds", "n": n, **more}]}


def board(**config: Any) -> Table:
    found = Table("allegiance", **config)
    found.m.state.phase = "strategic"
    for seat in found.m.state.seats:
        seat.life = 40
    return found


def game(*names: str, seed: int = 1, **options: Any) -> Match:
    """A match of workout decks by name; without a name a player brings nothing."""
    known = dict(piles("allegiance", shared=False))
    return new_match(TABLE, [known[name] if name else {} for name in names], seed=seed, **options)


# -- how a game begins (AL 13.1, 13.2, 13.10, 13.11) -----------------------------------------------------------------


def test_a_player_without_a_deck_has_the_usual_one() -> None:
    m = game("", "")
    for seat in m.state.seats:
        cards = Counter(m.state.things[one].card.slug for one in (*seat.zones["hand"], *seat.zones["deck"]))
        assert cards == {"t-soul": 8, "collecteur-d-essence": 1, "essence-volatile": 1}
        assert (seat.life, len(seat.zones["hand"]), seat.pool) == (40, 5, 0)
    assert m.state.shared["recruitment"] == m.state.shared["recruitment_deck"] == ()
    other = game(
        "", "", config={"starting_deck": {"t-soul": 3}, "starting_life": 20, "second_player_bonus": 1}, first=0
    )
    assert [len(seat.zones["hand"]) for seat in other.state.seats] == [3, 3]
    assert [seat.life for seat in other.state.seats] == [20, 20]


def test_what_both_bring_to_the_row_lies_there_once() -> None:
    alone = game("the usual start", "")
    both = game("the usual start", "the usual start")
    mixed = game("the usual start", "traps and named cards")

    def row(m: Match) -> Counter[str]:
        return Counter(
            m.state.things[one].card.key for zone in ("recruitment", "recruitment_deck") for one in m.state.shared[zone]
        )

    assert row(alone) == row(both)
    # Of a card that both bring, as many as the one who brings more: 2 and 3 of this one.
    assert (row(alone)["t-oath"], row(mixed)["t-oath"], row(mixed)["t-bomber"]) == (2, 3, 4)
    assert len(alone.state.shared["recruitment"]) == 5


def test_who_begins() -> None:
    """By chance, or as configured (AL 13.2)."""
    assert {game("", "", seed=seed).state.first for seed in range(20)} == {0, 1}
    for name, seat in (("P1", 0), ("P2", 1)):
        m = game("", "", config={"first_player": name})
        assert (m.state.first, m.state.active, m.state.turn) == (seat, seat, 1)


def test_cards_of_which_play_would_have_to_guess_are_refused() -> None:
    """AL 11.23, 11.24, 11.25, 11.26, 11.27, 11.28: with the names and what is missing."""
    missing = {
        **dict.fromkeys(("carnage", "explosin", "imperatrice-salome"), ("Destruction",)),
        **dict.fromkeys(("drone-de-dispersion", "ravageur-astral"), ("Exile",)),
        "pyrobombe": ("Wounds",),
        **dict.fromkeys(
            (
                *("bannissement", "boule-de-feu", "meteorite", "trou-de-ver", "voyage-multivers"),
                *("etreinte-de-la-mort", "immolation", "moisson-des-damnes", "pacte-des-ames", "sacrifice-sanguin"),
            ),
            ("kind", "effects"),
        ),
    }
    cards = [play_card(card, catalogue()) for card in catalogue().cards("allegiance")]
    assert {card.slug: card.facts["unknown"] for card in cards if "unknown" in card.facts} == missing
    row = [(card_named("allegiance", f"allegiance:{slug}"), 1) for slug in ("pyrobombe", "meteorite")]
    with pytest.raises(
        InputError, match=r"Météorite \(kind, effects\); Pyrobombe \(Wounds\)|Météorite \(kind, effects"
    ):
        new_match(TABLE, [{"recruitment_deck": row}, {}], seed=1)


def test_settings_that_mean_nothing_are_refused() -> None:
    for written, word in (
        ("hand_sise=3", "hand_size=5"),
        ("zzz=1", "battlefield_size=5"),
        ("hand_size", "hand_size=5"),
        ("hand_size=many", "hand_size=5"),
        ("hand_size=-1", "hand_size=5"),
        ("rites_unique=1", "rites_unique=true"),
        ("refill=never", "up_to"),
        ('retreat_steps=["draw"]', "name each of them once"),
        ("max_turns=true", "null"),
        ('starting_deck={"hypernova": 1}', "list"),
    ):
        with pytest.raises(UsageError) as refused:
            read_settings(TABLE, [written])
        assert word in str(refused.value.do), written
    assert read_settings(TABLE, ["hand_size=6", "refill=full", "max_turns=9", "max_life=null", "hand_size=7"]) == {
        "hand_size": 7,
        "refill": "full",
        "max_turns": 9,
        "max_life": None,
    }
    with pytest.raises(UsageError, match="steps"):
        game("", "", config={"retreat_steps": ["draw"]})


# -- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.shared
def test_the_authored_effects_say_what_the_card_list_says(shared: Path) -> None:
    """Of every Soul, Magic and creature whose effects are given: the same lines as in the list (AL 11.10 to 11.22)."""
    rows = json.loads((shared / "feeds" / "allegiance" / "cards.json").read_text(encoding="utf-8"))["cards"]
    compared = 0
    for row in rows:
        key = f"allegiance:{row['id']}"
        said = authored().get(key)
        whole = [one for one in row["effects"] if one.get("do") and all(op.get("n", 1) is not None for op in one["do"])]
        # A card of which the whole effect is given is played exactly, one of which a part is given in part.
        if row["effects_complete"] is True:
            assert said is not None and not said.partial, key
        else:
            assert said is None or said.partial, key
        if row["kind"] in ("soul", "creature", "magic") and whole == row["effects"] and "choose" not in whole[0]:
            assert said is not None
            again = expand(row["effects"], row["kind"].capitalize(), key)
            assert write_abilities(again) == write_abilities(said.abilities), key
            compared += 1
        # Traps by their window and event.
        if row["kind"] == "trap":
            assert said is not None
            (ability,) = said.abilities
            events = {None: "", "foe_buys_card": "buy", "own_creature_destroyed": "destroy"}
            events |= {"foe_summons_creature": "summon", "foe_summons_creature_with_death": "summon"}
            assert ability.event == events.get(row["effects"][0]["event"], "wounded"), key
            assert ability.do[-1].word == "draw" and ability.do[-1].get("n") == 1, key  # AL 6.11
    assert compared == 10


def test_effects_are_said_in_the_games_words() -> None:
    said = {key.partition(":")[2]: render_abilities(one.abilities, LABELS) for key, one in authored().items()}
    assert all("{" not in text for texts in said.values() for text in texts)
    assert said["hypernova"] == [
        "When this card is played: Destruction 5. Wounds 4, unstoppable. Exile this card.",
    ]
    assert said["crane-mordant"] == ["When this card is destroyed: Wounds 2."]
    assert said["pyrobombe"] == ["When this card is destroyed: Wounds, of which the number is not known."]
    assert all(render_abilities(one.abilities, LABELS, "fr") for one in authored().values())


def test_coverage_counts_what_is_known() -> None:
    """18 cards are wholly known; of 11 a part is told, of 10 hardly more than the name (AL 11.20 to 11.28)."""
    counts = Counter(play_card(card, catalogue()).coverage for card in catalogue().cards("allegiance"))
    assert counts == {"exact": 18, "partial": 11, "unparsed": 10}


def own_cards(tmp_path: Path, *cards: Mapping[str, Any]) -> Catalogue:
    document = {"schema": "deckkit.own-cards/1", "game": "allegiance", "source": "mine", "cards": list(cards)}
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    update(GAMES["allegiance"], tmp_path / "mine.json", tmp_path / "own.db")
    return Catalogue.open(tmp_path / "own.db")


_FREE = {"without": ["faction", "price", "allegiance_required"]}


def test_own_cards_are_played_by_their_keywords(tmp_path: Path) -> None:
    with own_cards(
        tmp_path,
        {"name": "Grande Âme", "facts": {"kind": "Soul"}, "keywords": ["Soul icon", "Soul icon"], **_FREE},
        {"name": "Trait", "facts": {"kind": "Magic", "price": 2, "allegiance_required": ["Red 1"]},
         "keywords": ["Wounds 4", "Unstoppable", "Cure", "Poison 1"]},
        {"name": "Gardien", "facts": {"kind": "Creature"}, **_FREE,
         "keywords": ["Guard", "Aegis 2", "Death", "Heal 2"]},
        {"name": "Frappeur", "facts": {"kind": "Creature"}, "keywords": ["Wounds 2"], **_FREE},
        {"name": "Ruse", "facts": {"kind": "Trap"}, "keywords": ["Wounds 2"], **_FREE},
        {"name": "Secret", "facts": {"kind": "Magic"}, **_FREE},
        {"name": "Hypernova", "facts": {"price": 5, "allegiance_required": ["Blue 3"]}},
    ) as found:  # fmt: skip
        made = {card.name: play_card(card, found) for card in found.cards("allegiance")}
        covered = GAMES["allegiance"].effects
        assert covered is not None
        for card in found.cards("allegiance"):
            assert covered().of_card(card, found, ()).coverage == made[card.name].coverage
    lines = {name: write_abilities(card.abilities) for name, card in made.items()}
    assert lines["Grande Âme"] == [{"on": "play", "do": [{"op": "essence", "n": 1}] * 2}]
    assert lines["Trait"] == [
        {"on": "play", "do": [{"op": "wounds", "n": 4, "unstoppable": True}, {"op": "cure"}, {"op": "poison", "n": 1}]}
    ]
    assert (made["Trait"].facts["requires"], made["Trait"].stats) == ({"red": 1}, {"price": 2})
    assert lines["Gardien"] == [{"on": "destroy", "do": [{"op": "heal", "n": 2}]}]
    assert [(one.name, one.n) for one in made["Gardien"].keywords] == [("Guard", 0), ("Aegis", 2)]
    for name in ("Frappeur", "Ruse", "Secret"):
        assert (made[name].coverage, made[name].facts["unknown"]) == ("unparsed", ("effects",))
    assert (made["Hypernova"].facts["requires"], made["Hypernova"].coverage) == ({"blue": 3}, "exact")


def test_a_requirement_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    card = {"name": "Trait", "facts": {"kind": "Magic", "allegiance_required": ["Red"]}, "keywords": ["Wounds 4"]}
    with own_cards(tmp_path, card) as found, pytest.raises(InputError, match="Red"):
        play_card(found.card("allegiance:trait"), found)


def test_keywords_that_do_not_tell_all() -> None:
    assert from_keywords("Magic", [("Wounds", None)], "x") is None
    assert from_keywords("Magic", [("Unstoppable", None)], "x") is None
    assert from_keywords("Creature", [("Aegis", 1), ("Death", None), ("Guard", None)], "x") is None
    assert from_keywords("Rite", [("Poison", 1)], "x") is None
    assert from_keywords("Creature", [("Guard", None)], "x") == ()
    assert (keyword_of("Aegis").n, keyword_of("Aegis 3").n, keyword_of("Guard").n) == (1, 3, 0)


def test_remarks_name_what_nobody_knows() -> None:
    nova = card_named("allegiance", "allegiance:hypernova")
    trap = card_named("allegiance", "allegiance:bouclier-divin")
    volatile = card_named("allegiance", "allegiance:essence-volatile")
    cards = {"deck": [volatile], "recruitment_deck": [nova, trap]}

    def said(**config: Any) -> list[str]:
        return [str(one) for one in remarks(cards, {**TABLE.config, **config})]

    # AL 13.11, 13.28
    free, dear = said()
    assert free.endswith("(AL 13.28): Hypernova") and dear.endswith("(AL 13.11): Bouclier Divin, Hypernova")
    assert "never played" in said(unknown_requirement="unplayable")[0]
    assert "bought for 3" in said(unknown_price=3)[1]
    assert "Bouclier Divin" in said(traps_need_allegiance=True)[0]
    assert remarks({"deck": [volatile]}, TABLE.config) == []


# -- what may be done when -------------------------------------------------------------------------------------------


def test_a_sacrifice_that_cannot_be_paid_after_the_window_undoes_the_play() -> None:
    """No trap of the chapter can cause it (AL 6.2, 13.22): here the creature is taken away by hand."""
    for how in ("play", "activate"):
        table = board(play_cost="price")
        victim = table.lay(0, "battlefield", {"test": "t-v", "kind": "creature"})
        costs = [{"op": "sacrifice", "n": 1}]
        if how == "play":
            lines = [{"on": "play", "cost": costs, "do": [{"op": "wounds", "n": 3}]}]
            table.lay(0, "hand", {"test": "t-m", "kind": "magic", "price": 2, "effects": lines})
            table.m.state.seats[0].pool = 3
        else:
            lines = [{"on": "activate", "cost": [{"op": "exhaust"}, *costs], "do": [{"op": "wounds", "n": 3}]}]
            table.lay(0, "battlefield", {"test": "t-m", "kind": "creature", "effects": lines})
        table.lay(1, "hand", "allegiance:bouclier-divin")
        table.do(f"{how} t-m")
        moves.move(table.m, victim, "exile")
        table.do("choose pass")
        assert (table.m.state.seats[1].life, table.m.state.seats[0].pool) == (40, 3 if how == "play" else 0)
        if how == "play":
            assert table.names(0, "hand") == ["t-m"]
        else:
            assert not next(one for one in table.m.board(0)).exhausted


def test_a_when_trap_drawn_meanwhile_cannot_answer_the_same_event() -> None:
    """AL 6.8: the Burning Hand that is drawn by the first one comes too late, and answers the next summon."""
    table = board(hand_size=0)
    for name in ("t-a", "t-b"):
        table.lay(0, "hand", {"test": name, "kind": "creature"})
    table.lay(1, "hand", "allegiance:main-brulante")
    table.lay(1, "deck", "allegiance:main-brulante")
    table.do("play t-a", "choose main-brulante")
    # The hand is not empty: the foe of the trap's player chooses.
    assert table.offered == ["choose 0", "choose 1"]
    table.do("choose 1")
    assert table.m.state.seats[0].life == 37
    table.do("play t-b")
    assert table.offered == ["choose main-brulante-2", "choose pass"]


def test_traps_of_a_window_are_asked_for_as_long_as_there_are_any() -> None:
    table = board()
    table.lay(
        0, "hand", {"test": "t-m", "kind": "magic", "effects": [{"on": "play", "do": [{"op": "wounds", "n": 5}]}]}
    )
    for _ in range(2):
        table.lay(1, "hand", "allegiance:bouclier-divin")
    table.lay(1, "deck", "t-x", n=2)
    table.do("play t-m", "choose bouclier-divin", "choose bouclier-divin-2")
    assert table.m.state.seats[1].life == 37
    assert table.names(1, "discard") == ["bouclier-divin", "bouclier-divin-2"]


def test_a_card_in_exile_is_nobodys_until_it_is_taken() -> None:
    """AL 2.3, 2.5: the exile pile lies in the middle, its cards go to the discard pile of who received them."""
    table = board()
    table.lay(0, "hand", {"test": "t-m", "kind": "magic", "effects": [{"on": "play", "do": [{"op": "rift"}]}]})
    table.lay(0, "hand", "t-x")
    card = table.lay(1, "exile", {"test": "t-c", "kind": "creature"})
    table.do("play t-m", "choose t-x")
    assert (card.owner, card.zone, table.m.state.things[1].zone) == (0, "hand", "exile")
    table.do("play t-c")
    moves.destroy(table.m, [card])
    assert card.id in table.m.state.seats[0].zones["discard"]


def test_points_that_may_be_given() -> None:
    """AL 8.1: points are lost only in a faction that comes to 6."""
    assert [spread(one) for one in shares({}, 1)] == ["black 1", "white 1", "blue 1", "red 1"]
    # Two points in four factions: 4 doubles and 6 pairs.
    assert len(list(shares({}, 2))) == 10
    full = dict.fromkeys(("white", "blue", "red"), MOST)
    assert [spread(one) for one in shares({**full, "black": 5}, 3)] == ["black 1", "none"]
    # One faction with room for 1, three with room for 6: any number of points may go into the full one.
    assert len(list(shares({"black": 6}, 2))) == 1 + 3 + 6
    # A number that nobody could divide does not take long.
    assert len(list(shares({}, 10**6))) < 7**4


def test_poison_kills_in_the_initiation() -> None:
    table = board(hand_size=0)
    table.m.state.seats[1].life = 2
    table.m.mark(table.m.state.seats[1], "poison", 5)
    table.do("end_turn")
    assert table.m.state.result == {"winner": 0, "loser": 1, "reason": "life"}
    assert (table.m.state.seats[1].life, wounds.poison_of(table.m, 1), table.m.state.phase) == (0, 5, "initiation")


def test_what_everybody_sees_of_a_player() -> None:
    table = board()
    table.m.mark(table.m.state.seats[1], "poison", 3)
    table.m.mark(table.m.state.seats[1], "allegiance", {"red": 2, "black": 0})
    table.lay(0, "recruitment_deck", "t-x", n=3)
    found = view(table.m, 0)
    assert found["players"]["P2"]["numbers"] == {"poison": 3, "red": 2}
    assert "numbers" not in found["players"]["P1"]
    assert found["shared"]["recruitment_deck"] == 3


# -- whole games -----------------------------------------------------------------------------------------------------


def test_random_games_do_everything_there_is() -> None:
    kinds: Counter[str] = Counter()
    windows: Counter[str] = Counter()
    played: set[str] = set()
    for number in range(60):
        m = a_match("allegiance", number, shared=False)
        for action in playout(m, number, check=False):
            kinds[action.kind] += 1
            if m.state.decision is not None and m.state.waiting is not None and m.state.decision.kind == "react":
                task = m.state.waiting[0]
                windows[task[1] if task[0] == "window" else "guard"] += 1
            assert all(len(m.state.seats[seat].zones["battlefield"]) <= 5 for seat in (0, 1))
            assert all(n <= MOST for seat in m.state.seats for n in seat.marks.get("allegiance", {}).values())
            assert all(len(seat.zones["rites"]) <= 1 and 0 <= seat.life <= 40 for seat in m.state.seats)
        played |= {m.state.things[event.it].card.slug for event in m.log or () if event.kind == "play"}
        # Nothing waits in the middle of a turn that nobody plays on.
        assert m.state.result is not None and m.state.result["reason"] == "life"
    assert set(kinds) == {*TABLE.perform, "choose"}
    assert set(windows) == {*WINDOWS, "guard"}
    assert played >= TRAPS


TRAPS = {
    *("appel-d-outre-tombe", "bouclier-divin", "main-brulante", "oeil-pour-oeil"),
    *("onction-des-ames", "retour-des-enfers", "piege-d-ame", "station-de-clonage"),
}


def test_a_saved_game_goes_on_with_its_rites() -> None:
    m = game("the usual start", "the usual start", seed=5)
    r = random.Random(5)
    while not m.over and not any(seat.zones["rites"] for seat in m.state.seats):
        m.apply(choose(m))
    assert not m.over
    again = from_json(json.loads(json.dumps(to_json(m))), TABLE, lambda key: card_named("allegiance", key))
    assert digest(again) == digest(m)
    for _ in range(60):
        if m.over:
            break
        action = r.choice(m.legal_actions())
        m.apply(action)
        again.apply(action)
        assert digest(again) == digest(m)


# -- the pilot -------------------------------------------------------------------------------------------------------


def choose(m: Match) -> Action:
    pilot = sensible()
    return pilot.choose(Reader(m, m.to_act, pilot.values))


def piloted(table: Table) -> str:
    return write_action(table.m, choose(table.m))


def test_the_pilot_beats_chance_from_either_seat() -> None:
    for seat in (0, 1):
        won = 0
        for number in range(20):
            m = a_match("allegiance", number, shared=False)
            players: list[Any] = [Randomly(number), Randomly(number)]
            players[seat] = sensible()
            play_out(m, players)
            won += (m.state.result or {}).get("winner") == seat
        assert won >= 17


def test_hidden_cards_do_not_change_what_the_pilot_does() -> None:
    compared = 0
    for number in range(12):
        m = a_match("allegiance", number, shared=False)
        r = random.Random(number)
        for step, _ in enumerate(playout(m, number, check=False)):
            if m.over or step % 4:
                continue
            seat = m.to_act
            asked = m.state.decision.options if m.state.decision is not None else ()
            other = clone(m)
            hidden = [
                thing
                for thing in other.state.things
                if thing.zone in ("deck", "recruitment_deck") or (thing.zone == "hand" and thing.owner != seat)
                if thing.id not in asked
            ]
            for owner in (0, 1):
                mine = [thing for thing in hidden if thing.owner == owner]
                cards = [(thing.card, thing.handle) for thing in mine]
                r.shuffle(cards)
                for thing, (card, handle) in zip(mine, cards, strict=True):
                    thing.card, thing.handle = card, handle
            assert choose(other) == choose(m)
            compared += 1
    assert compared > 200


def test_the_pilot_puts_essence_first_and_buys_what_is_worth_most() -> None:
    table = board()
    table.lay(0, "hand", SOUL)
    for place, (name, n) in enumerate((("t-small", 2), ("t-large", 6))):
        lines = [{"on": "play", "do": [{"op": "wounds", "n": n}]}]
        card = {"test": name, "kind": "magic", "price": 1, "effects": lines}
        table.lay(0, "recruitment", card, marks={"slot": place})
    assert piloted(table) == "play t-soul"
    table.do("play t-soul")
    assert piloted(table) == "buy t-large"
    table.do("buy t-large")
    assert piloted(table) == "end_turn"


def test_the_pilot_sacrifices_what_is_missed_least_and_only_for_more() -> None:
    table = board()
    strike = {"on": "activate", "cost": [{"op": "exhaust"}, {"op": "sacrifice"}], "do": [{"op": "wounds", "n": 6}]}
    table.lay(0, "battlefield", {"test": "t-h", "kind": "creature", "effects": [strike]})
    table.lay(0, "battlefield", {"test": "t-good", "kind": "creature", "effects": [hits(4)]}, exhausted=True)
    assert piloted(table) == "end_turn"
    dying = {"on": "death", "do": [{"op": "wounds", "n": 2}]}
    table.lay(0, "battlefield", {"test": "t-skull", "kind": "creature", "effects": [dying]})
    assert piloted(table) == "activate t-h"
    table.do("activate t-h")
    assert piloted(table) == "choose t-skull"


def test_the_pilot_guards_against_what_is_worth_it() -> None:
    for n, answer in ((1, "choose pass"), (7, "choose t-g")):
        table = board()
        lines = [{"on": "play", "do": [{"op": "wounds", "n": n}]}]
        table.lay(0, "hand", {"test": "t-m", "kind": "magic", "effects": lines})
        table.lay(1, "battlefield", {"test": "t-g", "kind": "creature", "keywords": ["Guard"]})
        table.do("play t-m")
        assert piloted(table) == answer
    table.m.state.seats[1].life = 7
    assert piloted(table) == "choose t-g"


def test_the_pilot_saves_its_essence_for_the_last_blow_of_grace() -> None:
    table = board()
    rite = table.lay(0, "rites", "allegiance:rite-de-grace")
    assert rite.zone == "rites"
    table.m.state.seats[0].pool = 4
    table.m.state.seats[1].life = 4
    table.lay(0, "recruitment", {"test": "t-b", "kind": "creature", "price": 1}, marks={"slot": 0})
    assert piloted(table) == "end_turn"
    table.do("end_turn")
    assert piloted(table) == "choose wounds"
    table.do("choose wounds")
    assert table.m.state.result is not None and table.m.state.result["winner"] == 0


def test_worth_is_reckoned_from_the_lines() -> None:
    def of(*effects: Mapping[str, Any], **more: Any) -> int:
        return worth(TABLE.test_card({"test": "t-x", "kind": "creature", "effects": list(effects), **more}, "x"))

    plain = of()
    assert of(hits(2)) > of({"on": "death", "do": [{"op": "wounds", "n": 2}]}) > plain
    assert of(keywords=["Aegis 2"]) > of(keywords=["Aegis"]) > plain


# -- mistakes in test cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effects", "kind", "place", "word"),
    [
        ({"on": "play"}, "Magic", "", "list"),
        ([{"on": "dance", "do": []}], "Magic", "effects[0]", "dance"),
        ([{"on": "death", "do": []}], "Magic", "effects[0]", "death"),
        ([{"on": "play", "do": [{"op": "wound"}]}], "Magic", "effects[0].do[0]", "wound"),
        ([{"on": "play", "do": ["cure"]}], "Magic", "effects[0].do[0]", "None"),
        ([{"on": "play", "do": [{"op": "wounds", "n": -1}]}], "Magic", "do[0]", "-1"),
        ([{"on": "play", "do": [{"op": "wounds", "n": True}]}], "Magic", "do[0]", "True"),
        ([{"on": "play", "do": [{"op": "cure", "n": 1}]}], "Magic", "do[0]", "'n'"),
        ([{"on": "play", "do": [{"op": "heal", "n": 1, "unstoppable": True}]}], "Magic", "do[0]", "unstoppable"),
        ([{"on": "play", "do": [{"op": "wounds", "unstoppable": 1}]}], "Magic", "unstoppable", "1"),
        ([{"on": "play", "do": [{"op": "exhaust"}]}], "Magic", "do[0]", "activation"),
        ([{"on": "play", "cost": [{"op": "wounds"}], "do": []}], "Magic", "cost[0]", "wounds"),
        ([{"on": "death", "cost": [{"op": "sacrifice"}], "do": []}], "Creature", "effects[0]", "cost"),
        ([{"on": "play", "do": [{"op": "draw", "threshold": {"green": 2}}]}], "Magic", "threshold", "green"),
        ([{"on": "play", "do": [{"op": "draw", "threshold": {}}]}], "Magic", "threshold", "number"),
        ([{"on": "play", "do": [{"op": "draw", "threshold": 3}]}], "Magic", "threshold", "object"),
        ([{"on": "play", "when": 1, "do": []}], "Magic", "effects[0]", "when"),
    ],
)
def test_mistakes_in_test_cards_are_named_with_their_place(effects: Any, kind: str, place: str, word: str) -> None:
    with pytest.raises(InputError) as refused:
        expand(effects, kind, "a.json")
    assert word in str(refused.value.what)
    assert place in str(refused.value.where) and "a.json" in str(refused.value.where)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_OPERATION = st.fixed_dictionaries(
    {"op": st.sampled_from(["wounds", "cure", "sacrifice", "rift", "exhaust"]) | _ANY},
    optional={"n": st.integers(0, 9) | _ANY, "threshold": st.just({"red": 2}) | _ANY, "unstoppable": _ANY},
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"on": st.sampled_from(["play", "activate", "death"]) | _ANY},
            optional={"do": st.lists(_OPERATION | _ANY, max_size=2) | _ANY, "cost": st.lists(_OPERATION, max_size=2)},
        )
        | _ANY,
        max_size=2,
    )
    | _ANY
)
def test_effects_of_any_shape_are_read_or_refused(effects: Any) -> None:
    try:
        abilities = expand(effects, "Creature", "any")
    except InputError:
        return
    assert read_abilities(write_abilities(abilities), VOCABULARY) == abilities


def test_the_notation_of_a_division_reads_back() -> None:
    table = board()
    lines = [{"on": "play", "do": [{"op": "allegiance", "n": 3}]}]
    table.lay(0, "hand", {"test": "t-m", "kind": "magic", "effects": lines})
    table.do("play t-m")
    assert len(table.offered) == 20 and all(re.fullmatch(r"choose( \w+ \d)+", one) for one in table.offered)
    for text in table.offered:
        assert write_action(table.m, read_action(table.m, text)) == text
