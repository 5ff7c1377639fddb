"""The ready-made questions of the games: against sampling, on real lists, and where they do not apply."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest

from deckkit.api import read_deck
from deckkit.catalogue import Card, Catalogue
from deckkit.decklist.model import Deck, DeckCard
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.games.riftbound.questions import channelled, payable
from deckkit.i18n import Text
from deckkit.odds.questions import Answer, Row, asked, find_questions
from deckkit.rng import Stream

LORCANA = "lorcana/tournament/nac-2026-02.txt"
RIFTBOUND = "riftbound/piltover-text/irelia-a.txt"
WOWTCG = "wowtcg/2013-horde-paladin.yml"
GAMES_AT = 20_000


def ask(deck: Deck, catalogue: Catalogue, name: str | None = None, last: int | None = None) -> list[Answer]:
    game = GAMES[deck.game]
    assert game.questions is not None and game.opening is not None
    return asked(find_questions(game.questions(), name), deck, game.opening(), catalogue, last)


def one(deck: Deck, catalogue: Catalogue, name: str, last: int | None = None) -> Answer:
    (answer,) = ask(deck, catalogue, name, last)
    return answer


def real(shared: Path, catalogue: Catalogue, name: str) -> Deck:
    return read_deck(shared / "decks" / name, name.partition("/")[0], catalogue)


def pile(deck: Deck) -> list[Card]:
    return [item.card for item in deck.sections["main"] for _ in range(item.count)]


def dealt(deck: Deck, seed: int, cards: int) -> list[Card]:
    """The first cards of a shuffled pile."""
    order = pile(deck)
    Stream.of(seed, 0, "test").shuffle(order)
    return order[:cards]


def agrees(chance: Fraction | None, found: int, games: int = GAMES_AT) -> bool:
    """Within four standard deviations."""
    assert chance is not None
    p = float(chance)
    return abs(found / games - p) <= 4 * sqrt(max(p * (1 - p), 1e-9) / games) + 1e-12


def fills(cards: Sequence[tuple[Card, int]], last: int, first: int, spends: Callable[[Card], bool]) -> bool:
    """Whether each turn has a card to spend and another one to play for its number at most (augmenting paths)."""
    tasks = [(True, t) for t in range(1, last + 1)] + [(False, t) for t in range(first, last + 1)]
    taken: dict[int, int] = {}

    def fits(i: int, task: int) -> bool:
        (card, seen), (spend, turn) = cards[i], tasks[task]
        cost = (
            card.facts.get("cost")
            if card.facts["type"] not in ("Quest", "Location") or card.game == "lorcana"
            else None
        )
        return seen <= turn and (spends(card) if spend else cost is not None and cost <= turn)

    def place(task: int, tried: set[int]) -> bool:
        for i in range(len(cards)):
            if i not in tried and fits(i, task):
                tried.add(i)
                if i not in taken or place(taken[i], tried):
                    taken[i] = task
                    return True
        return False

    return all(place(task, set()) for task in range(len(tasks)))


def dated(deck: Deck, seed: int, last: int, on_the_play: bool) -> list[tuple[Card, int]]:
    opening = GAMES[deck.game].opening
    assert opening is not None
    seen = [opening().seen(turn, on_the_play) for turn in range(last + 1)]
    return [(card, next(t for t, n in enumerate(seen) if i < n)) for i, card in enumerate(dealt(deck, seed, seen[-1]))]


@pytest.mark.shared
@pytest.mark.parametrize("on_the_play", [True, False])
def test_lorcanas_curve_against_sampling(shared: Path, catalogue: Catalogue, on_the_play: bool) -> None:
    deck = real(shared, catalogue, LORCANA)
    answer = one(deck, catalogue, "curve")
    games = GAMES_AT // 4
    for item, first in (("any-from-1", 1), ("any-from-2", 2)):
        found = sum(
            fills(dated(deck, seed, 4, on_the_play), 4, first, lambda card: card.facts["inkable"])
            for seed in range(games)
        )
        assert agrees(answer.row(item, 4, on_the_play).probability, found, games)


@pytest.mark.shared
def test_lorcanas_counts_against_sampling(shared: Path, catalogue: Catalogue) -> None:
    deck = real(shared, catalogue, LORCANA)
    drops, inkable, inks = (one(deck, catalogue, name) for name in ("ink-drops", "inkable", "inks"))
    steady = five = missing = 0
    total = 0
    (first, second) = sorted({ink for card in pile(deck) for ink in card.facts["inks"]})
    for seed in range(GAMES_AT):
        seen = dealt(deck, seed, 11)
        ink = [card.facts["inkable"] for card in seen]
        # On the play: 7 cards by turn 1, one more on each later turn.
        steady += all(sum(ink[: 6 + turn]) >= turn for turn in range(1, 6))
        five += sum(ink) >= 5
        total += sum(ink)
        missing += any(not any(name in card.facts["inks"] for card in seen[:7]) for name in (first, second))
    assert agrees(drops.row("every-turn", 5).probability, steady)
    assert agrees(inkable.row("at-least-5", 5).probability, five)
    assert agrees(inks.row("missing", 0).probability, missing)
    mean = inkable.row("expected", 5).expected
    assert mean == Fraction(11 * sum(card.facts["inkable"] for card in pile(deck)), len(pile(deck)))
    assert abs(total / GAMES_AT - float(mean)) < 4 * 1.5 / sqrt(GAMES_AT)


@pytest.mark.shared
def test_songs_against_sampling(shared: Path, catalogue: Catalogue) -> None:
    deck = real(shared, catalogue, "lorcana/tournament/asia-championship-2026-01.txt")
    answer = one(deck, catalogue, "songs")
    numbers = {
        card: {row.keyword: row.number for row in catalogue.keywords(card) if row.number is not None}
        for card in set(pile(deck))
    }
    songs = {card for card in numbers if "Song" in card.facts.get("classifications", ())}
    singers = {card for card in numbers if card.facts["type"] == "Character"}
    assert songs and singers
    held = sung = 0
    for seed in range(GAMES_AT):
        seen = dated(deck, seed, 5, True)
        asks = [min(c.facts["cost"], numbers[c].get("Sing Together") or 99) for c, _ in seen if c in songs]
        need = min(asks, default=99)
        level = [(max(c.facts["cost"], numbers[c].get("Singer") or 0), c, t) for c, t in seen if c in singers]
        held += any(have >= need for have, _, _ in level)
        sung += any(have >= need and t <= 4 and c.facts["cost"] <= 4 for have, c, t in level)
    assert agrees(answer.row("held", 5).probability, held)
    assert agrees(answer.row("sung", 5).probability, sung)


@pytest.mark.shared
def test_riftbounds_two_decks_against_sampling(shared: Path, catalogue: Catalogue) -> None:
    deck = real(shared, catalogue, RIFTBOUND)
    answer = one(deck, catalogue, "playable")
    runes = [item.card.facts["domains"][0] for item in deck.sections["runes"] for _ in range(item.count)]
    assert len(runes) == 12
    for turn, on_the_play, n in ((1, True, 2), (1, False, 3), (2, True, 4)):
        found = two = 0
        for seed in range(GAMES_AT):
            order = list(runes)
            Stream.of(seed, 1, "runes").shuffle(order)
            have = {domain: order[:n].count(domain) for domain in set(runes)}
            able = 0
            for card in dealt(deck, seed, 4 + turn):
                power = sum(have.get(domain, 0) for domain in card.facts["domains"])
                able += card.facts["energy"] <= n and card.facts["power"] <= power
            found += able >= 1
            two += able >= 2
        assert agrees(answer.row("playable", turn, on_the_play).probability, found)
        assert agrees(answer.row("two", turn, on_the_play).probability, two)


@pytest.mark.shared
def test_wow_curves_against_sampling(shared: Path, catalogue: Catalogue) -> None:
    deck = real(shared, catalogue, WOWTCG)
    answer = one(deck, catalogue, "curve")
    games = GAMES_AT // 4
    anything = quests = 0
    for seed in range(games):
        seen = dated(deck, seed, 3, False)
        anything += fills(seen, 3, 1, lambda _: True)
        quests += fills(seen, 3, 1, lambda card: card.facts["type"] in ("Quest", "Location"))
    assert agrees(answer.row("any-from-1", 3, False).probability, anything, games)
    assert agrees(answer.row("quests-from-1", 3, False).probability, quests, games)
    resources = one(deck, catalogue, "resources")
    count = sum(card.facts["type"] in ("Quest", "Location") for card in pile(deck))
    # Seven cards on the play: the hypergeometric chance of none.
    assert resources.row("at-least-1", 1).probability == 1 - Fraction(comb(60 - count, 7), comb(60, 7))
    assert resources.row("at-least-1", 1, False).probability == 1 - Fraction(comb(60 - count, 8), comb(60, 8))


def lists(shared: Path) -> list[str]:
    folders = ("lorcana/tournament", "lorcana/starter", "riftbound/piltover-text", "riftbound/precon-json", "wowtcg")
    return [
        f"{folder}/{path.name}"
        for folder in folders
        for path in sorted((shared / "decks" / folder).iterdir())
        if path.suffix in (".txt", ".yml", ".json") and path.stem not in ("index", "DECKS")
    ]


@pytest.mark.shared
def test_every_figure_of_every_real_list_is_sound(shared: Path, catalogue: Catalogue) -> None:
    """Chances lie in [0, 1]; what is only counted grows with the cards seen; a curve up to a later turn is rarer."""
    falls = {"curve": True, "ink-drops": True, "resources": False, "inks": True}
    tried = 0
    for name in lists(shared)[::5]:
        deck = real(shared, catalogue, name)
        for answer in ask(deck, catalogue):
            assert answer.assumptions or answer.remark.template
            for item in answer.items:
                for first in (True, False):
                    rows = [row for row in answer.rows if row.item == item and row.on_the_play is first]
                    values = [row.value for row in rows]
                    assert all(value >= 0 for value in values)
                    assert all(row.probability is None or row.probability <= 1 for row in rows)
                    falling = falls.get(answer.id, False) or item == "every-turn"
                    assert values == sorted(values, reverse=falling), (name, answer.id, item)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("energy", "power", "domains", "runes", "paid"),
    [
        (2, 0, ["Calm"], {"Calm": 0, "Fury": 2}, True),
        (3, 0, ["Calm"], {"Calm": 2}, False),
        # One rune gives both (RP 10.2).
        (2, 2, ["Calm"], {"Calm": 2}, True),
        (2, 1, ["Calm"], {"Fury": 2}, False),
        # More Power than Energy: an exhausted rune still gives Power.
        (1, 2, ["Calm"], {"Calm": 1, "Fury": 1}, False),
        (1, 2, ["Calm"], {"Calm": 2}, True),
        # Two domains: any mix of its own (RP 10.5).
        (2, 2, ["Calm", "Fury"], {"Calm": 1, "Fury": 1}, True),
        (2, 2, ["Calm", "Mind"], {"Calm": 1, "Fury": 1}, False),
        # No domain: any rune.
        (0, 2, [], {"Calm": 1, "Fury": 1}, True),
        (None, 0, ["Calm"], {"Calm": 12}, False),
    ],
)
def test_what_runes_pay_for(
    energy: int | None, power: int, domains: list[str], runes: dict[str, int], paid: bool
) -> None:
    card = Card(1, "riftbound:x", "riftbound", "X", {"energy": energy, "power": power, "domains": domains})
    assert payable(card, runes) is paid


def test_paying_is_a_matching_of_symbols_and_runes() -> None:
    """Every way to recycle is tried for every small purse."""
    for calm in range(4):
        for fury in range(4):
            for power in range(5):
                for domains in ([], ["Calm"], ["Fury"], ["Calm", "Fury"], ["Mind"]):
                    purse = ["Calm"] * calm + ["Fury"] * fury
                    ways = any(
                        all(not domains or rune in domains for rune in chosen) for chosen in combinations(purse, power)
                    )
                    card = Card(1, "riftbound:x", "riftbound", "X", {"energy": 0, "power": power, "domains": domains})
                    assert payable(card, {"Calm": calm, "Fury": fury}) is ways


def test_runes_channelled() -> None:
    """Two a turn, the second player one more on the first turn, twelve in all (RP 3.4, 4.5)."""
    assert [channelled(turn, True, 12) for turn in range(8)] == [0, 2, 4, 6, 8, 10, 12, 12]
    assert [channelled(turn, False, 12) for turn in range(8)] == [0, 3, 5, 7, 9, 11, 12, 12]


@pytest.mark.shared
def test_energy_is_certain_and_domains_are_hypergeometric(shared: Path, catalogue: Catalogue) -> None:
    answer = one(real(shared, catalogue, RIFTBOUND), catalogue, "runes")
    assert [answer.row("energy", turn).expected for turn in (1, 3, 6)] == [2, 6, 12]
    # Six of twelve: both first runes of the other domain in 15 of 66 pairs.
    assert answer.row("calm-1", 1).probability == 1 - Fraction(15, 66)
    assert answer.row("calm-3", 6, False).probability == 1


TWO_CARDS = "4 Elsa - Spirit of Winter\n3 Let It Go\n"


def test_a_list_smaller_than_a_hand_is_told(catalogue: Catalogue) -> None:
    deck = read_deck("4 Elsa - Spirit of Winter", "lorcana", catalogue)
    for answer in ask(deck, catalogue):
        assert answer.rows == () and "4 cards" in str(answer.remark)
        assert list(answer.tables()) == []
        assert answer.to_json()["by_turn"] == []


def test_rows_end_with_the_pile(catalogue: Catalogue) -> None:
    """Seven cards: the opening hand and, on the play, turn 1; no draw can be made."""
    deck = read_deck(TWO_CARDS, "lorcana", catalogue)
    answer = one(deck, catalogue, "inkable")
    assert {(row.turn, row.on_the_play) for row in answer.rows} == {(0, True), (1, True), (0, False)}
    assert one(deck, catalogue, "inkable").row("expected", 0).expected == sum(
        item.count for item in deck.sections["main"] if item.card.facts["inkable"]
    )


def test_lines_not_understood_are_said(catalogue: Catalogue) -> None:
    deck = read_deck(TWO_CARDS + "2 No Such Card At All\n", "lorcana", catalogue)
    answers = ask(deck, catalogue)
    assert all(any("not understood" in str(text) for text in answer.assumptions) for answer in answers if answer.rows)
    # They are left out: seven cards of seven.
    ink = sum(item.count for item in deck.sections["main"] if item.card.facts["inkable"])
    assert answers[0].row("expected", 0).expected == Fraction(7 * ink, 7)


def test_questions_that_do_not_apply_say_so(catalogue: Catalogue) -> None:
    one_ink = read_deck("60 Dalmatian Puppy - Tail Wagger", "lorcana", catalogue)
    assert one(one_ink, catalogue, "inks").rows == () and str(one(one_ink, catalogue, "inks").remark)
    assert str(one(one_ink, catalogue, "songs").remark) == "the list has no songs"
    no_runes = read_deck("39 Lonely Poro", "riftbound", catalogue)
    assert [str(answer.remark) for answer in ask(no_runes, catalogue)] == ["the list has no rune deck"] * 2


def test_unknown_facts_count_for_nothing_and_are_named(catalogue: Catalogue) -> None:
    unknown = Card(9_999_999, "lorcana:x", "lorcana", "X", {"type": "Character"}, frozenset({"cost", "inkable"}))
    known = read_deck("30 Dalmatian Puppy - Tail Wagger", "lorcana", catalogue).sections["main"][0]
    deck = Deck("lorcana", {"main": (known, DeckCard(unknown, 30))})
    answer = one(deck, catalogue, "inkable")
    assert answer.left_out == (unknown,)
    assert any(str(text).endswith(": X") for text in answer.assumptions)
    assert answer.row("expected", 0).expected == Fraction(7, 2)
    assert answer.to_json()["left_out"] == [{"id": "lorcana:x", "name": "X", "name_local": "X"}]
    # Two to ink and one to play by turn 2, of the thirty known ones, which cost 2: three of the eight cards seen.
    fewer = sum(comb(30, n) * comb(30, 8 - n) for n in range(3))
    assert one(deck, catalogue, "curve").row("any-from-2", 2).probability == 1 - Fraction(fewer, comb(60, 8))


def test_the_french_games(catalogue: Catalogue) -> None:
    text = "2 Chevalier de la Table Ronde\n2 Dragon d'Arthur\n3 Excalibur\n1 Gardien de Brocéliande\n"
    deck = read_deck(text, "invocateurs", catalogue)
    answer = one(deck, catalogue, "summons")
    # Two cards of level 4 or less among eight; the Gardien's level is not known.
    assert answer.row("one", 0).probability == 1 - Fraction(comb(6, 5), comb(8, 5))
    assert [card.name for card in answer.left_out] == ["Gardien de Brocéliande"]
    souls = read_deck("4 Collecteur d'Essence\n6 Fanatique\n", "allegiance", catalogue)
    answer = one(souls, catalogue, "souls")
    assert answer.row("expected", 1).expected == 2
    assert answer.row("at-least-1", 1).probability == 1 - Fraction(comb(6, 5), comb(10, 5))
    assert answer.row("at-least-5", 1).probability == 0


def test_wow_costs_that_are_no_number(catalogue: Catalogue) -> None:
    deck = read_deck("10 Aimed Shot\n50 A Bird In Hand\n", "wowtcg", catalogue)
    answer = one(deck, catalogue, "curve")
    assert any("Aimed Shot" in str(text) for text in answer.assumptions)
    assert {row.probability for row in answer.rows} == {Fraction(0)}


def test_names_of_questions_and_turns_are_checked(catalogue: Catalogue) -> None:
    deck = read_deck(TWO_CARDS, "lorcana", catalogue)
    with pytest.raises(UsageError, match="no ready-made question") as error:
        ask(deck, catalogue, "nonsense")
    assert "curve" in str(error.value.do)
    with pytest.raises(UsageError, match="no turn 0"):
        ask(deck, catalogue, "inkable", last=0)
    with pytest.raises(KeyError):
        one(deck, catalogue, "inkable").row("at-least-1", 30)


def test_every_game_has_questions_with_names_of_their_own() -> None:
    for game in GAMES.values():
        assert game.questions is not None
        names = [question.id for question in game.questions()]
        assert names and len(set(names)) == len(names)
        assert all(str(question.title) for question in game.questions())


@pytest.mark.shared
def test_answers_as_json_frame_and_tables(shared: Path, catalogue: Catalogue) -> None:
    answer = one(real(shared, catalogue, LORCANA), catalogue, "inkable", last=3)
    document = json.loads(json.dumps(answer.to_json("fr")))
    row = document["by_turn"][1]
    assert Fraction(row["fraction"]) == answer.rows[1].probability
    assert row["probability"] == float(Fraction(row["fraction"])) and "expected" not in row
    assert document["by_turn"][0]["expected"] == float(answer.rows[0].expected or 0)
    frame = answer.to_frame()
    assert len(frame) == len(answer.rows) == 2 * 4 * 7
    assert set(frame.columns) == {
        *("question", "item", "label", "turn", "on_the_play", "cards", "probability", "expected", "fraction")
    }
    assert frame["expected"].notna().sum() == 8
    tables = list(answer.tables())
    assert [len(rows) for _, _, rows in tables] == [7, 7]
    assert tables[0][1] == ["", "opening hand", "turn 1", "turn 2", "turn 3"]
    assert "<table>" in answer._repr_html_()


def test_a_chance_is_never_rounded_to_certainty() -> None:
    def shown(chance: Fraction) -> str:
        return Row("x", Text("x"), 1, True, 7, chance).shown()

    assert [shown(Fraction(n, 100_000)) for n in (0, 1, 5, 50_000, 99_999, 100_000)] == [
        *("0.00 %", "< 0.01 %", "0.01 %", "50.00 %", "> 99.99 %", "100.00 %")
    ]
    assert Row("x", Text("x"), 1, True, 7, expected=Fraction(5, 2)).shown() == "2.50"
