"""Dealing test hands: what a mulligan must keep true, that it is fair, and the command."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path

import pytest
from schema_check import validate

from deckkit.catalogue.model import Card
from deckkit.errors import UsageError
from deckkit.games import GAMES
from deckkit.odds.conditions import Goal, Need
from deckkit.odds.deal import Dealt, Hand, deal, follow, keep_all
from deckkit.odds.mulligan import Deal
from deckkit.odds.opening import NO_REDRAW, Opening, Pile, Redraw
from deckkit.odds.pool import Pool
from deckkit.odds.sampling import sample_trials
from deckkit.rng import Stream

Run = Callable[..., tuple[int, bytes, str]]
EXAMPLES = Path(__file__).parents[1] / "examples"
LIST = str(EXAMPLES / "amber-steel.txt")


def card(number: int) -> Card:
    return Card(number, f"test:{number}", "test", f"Card {number}", {"cost": number % 7})


def opening(hand: int, redraw: Redraw, first: tuple[int, int] = (0, 1)) -> Opening:
    return Opening(hand, redraw, first, 1, lambda _deck: ())


PILE: Pile = tuple((card(number), 4) for number in range(15))
BOTTOM = Redraw("some", 2, back="bottom")
KINDS = [Redraw("some"), Redraw("some", 2), BOTTOM, Redraw("all"), NO_REDRAW]


def copies(cards: Collection[Card]) -> Counter[str]:
    return Counter(card.key for card in cards)


# -- what must hold -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("redraw", KINDS, ids=str)
def test_a_mulligan_keeps_what_it_must(redraw: Redraw) -> None:
    """Issue 4, 5: 10,000 seeds and every kind of mulligan."""
    whole = Counter({card.key: number for card, number in PILE})
    start = opening(7, redraw)
    for seed in range(10_000):
        wanted: list[int] = []
        chooser = Stream.of(seed, 0, "choice")

        def choose(hand: Hand, wanted: list[int] = wanted, chooser: Stream = chooser) -> Collection[int]:
            places = list(range(len(hand)))
            chooser.shuffle(places)
            wanted += places[: chooser.below(redraw.limit(len(hand)) + 1)]
            return wanted

        found = deal(PILE, start, Stream.of(seed), choose)
        places = set(range(7)) if redraw.kind == "all" and wanted else set(wanted)
        assert found.kept == tuple(sorted(set(range(7)) - places))
        assert found.aside == tuple(found.opening[place] for place in sorted(places))
        # The kept cards are the kept cards, and the rest of the hand is new.
        assert found.hand == (*(found.opening[place] for place in found.kept), *found.new)
        assert len(found.hand) == 7 and len(found.new) == len(found.aside) and len(found.deck) == 53
        assert copies(found.hand) + copies(found.deck) == whole
        if redraw.kind == "none":
            assert not wanted and found.hand == found.opening
        if redraw.kind == "some":
            # What was set aside is in the deck: with the kept and the new cards it is all in the deck or the hand.
            assert not copies(found.aside) - copies(found.deck)
        if redraw.back == "bottom" and found.aside:
            # CR 416.5: recycled cards lie below all others.
            assert copies(found.deck[-len(found.aside) :]) == copies(found.aside)


def test_cards_set_aside_cannot_come_back_with_the_replacements() -> None:
    """CR 2.2.2: the pile of single cards tells every card apart."""
    single: Pile = tuple((card(number), 1) for number in range(14))
    for seed in range(2_000):
        found = deal(single, opening(7, Redraw("some")), Stream.of(seed), lambda hand: range(len(hand)))
        assert not set(found.opening) & set(found.hand)
        assert set(found.deck) == set(found.opening)
    # With a whole new hand they may: seven of fourteen come back half of the time.
    back = sum(
        len(set(found.opening) & set(found.hand))
        for seed in range(2_000)
        for found in [deal(single, opening(7, Redraw("all")), Stream.of(seed), lambda hand: range(len(hand)))]
    )
    assert abs(back / 14_000 - 0.5) < 0.02


@pytest.mark.parametrize(
    ("redraw", "aside"),
    [(NO_REDRAW, 0), (Redraw("some"), 0), (Redraw("some"), 1), (Redraw("some"), 2), (BOTTOM, 2), (Redraw("all"), 2)],
    ids=str,
)
def test_every_order_is_equally_likely(redraw: Redraw, aside: int) -> None:
    """Two of five cards in hand, then the deck in order: chi-square over all that can be seen afterwards."""
    single: Pile = tuple((card(number), 1) for number in range(5))
    n = 24_000
    found: Counter[tuple[Card, ...]] = Counter()
    for seed in range(n):
        dealt = deal(single, opening(2, redraw), Stream.of(seed, 0, "chi"), lambda _hand: range(aside))
        found[(*dealt.hand, *dealt.deck)] += 1
    # All 120 orders can come, whatever is set aside.
    assert len(found) == len(list(permutations(range(5))))
    statistic = sum((number - n / 120) ** 2 for number in found.values()) / (n / 120)
    # The chi-square distribution with 119 degrees of freedom is below 181.5 in 9,998 of 10,000 cases.
    assert statistic < 181.5


def test_the_draws_of_the_turns_are_the_top_of_the_deck() -> None:
    start = opening(7, NO_REDRAW, (0, 1))
    found = deal(PILE, start, Stream.of(1), keep_all)
    assert found.turns(start, 3, True) == ((), found.deck[:1], found.deck[1:2])
    assert found.turns(start, 3, False) == (found.deck[:1], found.deck[1:2], found.deck[2:3])
    assert found.turns(start, 0, True) == ()
    assert [len(cards) for cards in found.turns(start, 60, True)] == [0, *[1] * 53, *[0] * 6]


def test_what_cannot_be_dealt_is_told() -> None:
    with pytest.raises(UsageError, match="the opening hand has 7 cards, the deck 6"):
        deal(((card(1), 6),), opening(7, NO_REDRAW), Stream.of(1), keep_all)
    with pytest.raises(UsageError, match="3 cards are too many to set aside"):
        deal(PILE, opening(4, Redraw("some", 2)), Stream.of(1), lambda _hand: (0, 1, 2))
    with pytest.raises(UsageError, match="no card number 8"):
        deal(PILE, opening(7, Redraw("some")), Stream.of(1), lambda _hand: (7,))
    with pytest.raises(UsageError, match="only 1 left to draw"):
        deal(((card(1), 8),), opening(7, Redraw("some")), Stream.of(1), lambda _hand: (0, 1))


# -- policies -----------------------------------------------------------------------------------------------------

# Cards 0 to 2 belong to the first group, 2 to 4 to the second.
GOAL = Goal.of([Need(0, 1), Need(1, 1)])


def _mask(found: Card) -> int:
    return (found.id <= 2) | (2 <= found.id <= 4) << 1


def _exact(redraw: Redraw, draws: int) -> Deal:
    return Deal(Pool.of((_mask(found), number) for found, number in PILE), GOAL, 7, redraw, (draws,))


def _met(found: Dealt, draws: int) -> bool:
    masks = [_mask(one) for one in (*found.hand, *found.deck[:draws])]
    return GOAL.holds([sum(m & 1 for m in masks), sum(m >> 1 for m in masks)])


def test_keep_wanted_keeps_the_wanted_cards_and_no_other() -> None:
    for redraw in KINDS[:-1]:
        choose = follow("keep-wanted", _exact(redraw, 0), _mask)
        for seed in range(500):
            found = deal(PILE, opening(7, redraw), Stream.of(seed), choose)
            wanted = [one for one in found.opening if _mask(one)]
            kept = [found.opening[place] for place in found.kept]
            if redraw.kind == "all":
                assert len(kept) == (7 if wanted else 0)
            else:
                assert copies(wanted) <= copies(kept)
                assert len(found.aside) == min(7 - len(wanted), redraw.limit(7))


@pytest.mark.parametrize("policy", ["none", "keep-wanted", "optimal"])
@pytest.mark.parametrize("redraw", [Redraw("some"), BOTTOM, Redraw("all")], ids=str)
@pytest.mark.parametrize("draws", [0, 3])
def test_dealt_hands_agree_with_the_exact_mulligan(policy: str, redraw: Redraw, draws: int) -> None:
    """The exact program and the dealt hands check each other, within four sigma on a fixed seed."""
    exact = _exact(redraw, draws)
    choose, start = follow(policy, exact, _mask), opening(7, redraw)
    expected = float(exact.outcome(policy).chances[-1])
    found = sample_trials(lambda stream: _met(deal(PILE, start, stream, choose), draws), seed=3, n=6_000)
    assert abs(found.probability - expected) < 4 * (expected * (1 - expected) / found.n) ** 0.5


def test_a_kept_hand_is_hypergeometric() -> None:
    # At least one of 4 in 7 of 60: 38962/97527 (Karsten's 39.9 %).
    found = sample_trials(
        lambda stream: PILE[0][0] in deal(PILE, opening(7, NO_REDRAW), stream, keep_all).hand, seed=1, n=20_000
    )
    expected = 1 - Fraction(comb(56, 7), comb(60, 7))
    assert expected == Fraction(38962, 97527)
    assert abs(found.probability - float(expected)) < 4 * found.deviation


# -- the command --------------------------------------------------------------------------------------------------


def _json(run_cli: Run, *arguments: str) -> dict[str, object]:
    code, out, _ = run_cli("hands", *arguments, "--json")
    assert code == 0
    document: dict[str, object] = json.loads(out)
    validate(document, "hands")
    return document


def _keys(cards: object) -> list[str]:
    assert isinstance(cards, list)
    return [one["id"] for one in cards]


def test_hands_as_json(run_cli: Run) -> None:
    document = _json(run_cli, LIST, "-n", "3", "--seed", "7", "--draw", "--turn", "2")
    assert document["schema"] == "deckkit.hands/1" and document["seed"] == 7
    assumed = document["assumptions"]
    assert isinstance(assumed, dict)
    assert (assumed["pile"], assumed["hand"], assumed["first"], assumed["turn"]) == (60, 7, "draw", 2)
    assert (assumed["mulligan"], assumed["redraw"], assumed["most"]) == ("none", "some", None)
    hands = document["hands"]
    assert isinstance(hands, list) and [hand["hand"] for hand in hands] == [1, 2, 3]
    for hand in hands:
        assert len(hand["opening"]) == 7 and hand["new"] == [] and hand["want"] == []
        assert [(draw["turn"], len(draw["cards"])) for draw in hand["draws"]] == [(1, 1), (2, 1)]
    assert len({json.dumps(hand["opening"]) for hand in hands}) == 3


def test_the_same_seed_deals_the_same_hands(run_cli: Run) -> None:
    same = [_json(run_cli, LIST, "-n", "2", "--seed", "7") for _ in range(2)]
    assert same[0] == same[1]
    # Further hands do not change those before, and without a seed there are new ones, with the seed told.
    assert _json(run_cli, LIST, "-n", "3", "--seed", "7")["hands"][:2] == same[0]["hands"]  # type: ignore[index]
    drawn = _json(run_cli, LIST, "-n", "4")
    again = _json(run_cli, LIST, "-n", "4", "--seed", str(drawn["seed"]))
    assert again == drawn


def test_the_mulligan_of_the_command(run_cli: Run) -> None:
    name = "Castle Wyvern - Above the Clouds"
    document = _json(run_cli, LIST, "-n", "30", "--seed", "1", "--want", f'1+ "{name}"', "--want", "1+ cost=99")
    seen = set()
    hands = document["hands"]
    assert isinstance(hands, list)
    for hand in hands:
        kept = [one["name"] for one in hand["opening"] if one["kept"]]
        assert set(kept) <= {name}
        assert len(hand["new"]) == 7 - len(kept)
        first, second = hand["want"]
        names = kept + [one["name"] for one in hand["new"]]
        assert first["opening_hand"] == (name in names)
        assert first["turn"] == (name in names + [one["name"] for draw in hand["draws"] for one in draw["cards"]])
        assert (second["opening_hand"], second["turn"]) == (False, False)
        seen.add(first["opening_hand"])
    assert seen == {True, False}


def test_the_best_mulligan_of_the_command(run_cli: Run) -> None:
    document = _json(run_cli, LIST, "-n", "20", "--seed", "1", "--want", "2+ cost<=1", "--mulligan", "optimal")
    hands = document["hands"]
    assert isinstance(hands, list)
    for hand in hands:
        cheap = [one["cost"] <= 1 for one in hand["opening"]]
        # Who has two keeps; who has fewer sets aside the others.
        assert [one["kept"] for one in hand["opening"]] == ([True] * 7 if sum(cheap) >= 2 else cheap)


def test_hands_as_text_and_csv(run_cli: Run) -> None:
    arguments = ("hands", LIST, "-n", "2", "--seed", "3", "-g", "lorcana", "--want", "2+ cost<=1", "--turn", "2")
    code, out, err = run_cli(*arguments)
    assert (code, err) == (0, "")
    text = out.decode()
    assert text.startswith(f"{LIST}: hands from 60 cards, seed 3\non the play\nmulligan: keep-wanted\n")
    assert text.count("\nhand ") == 2 and re.search(r"\n  turn 1 +–\n", text) and "2+ cost<=1: " in text
    code, out, _ = run_cli(*arguments, "--csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert {row["part"] for row in rows} == {"kept", "aside", "new", "draw"}
    for number in ("1", "2"):
        parts = Counter(row["part"] for row in rows if row["hand"] == number)
        assert parts["kept"] + parts["aside"] == 7 and parts["aside"] == parts["new"] and parts["draw"] == 1
    # Each part of a hand is sorted by cost.
    parts_of_text: list[list[int]] = []
    for label, cost in re.findall(r"^  (.{9}) +([0-9]+)  ", text, re.MULTILINE):
        if label.strip():
            parts_of_text.append([])
        parts_of_text[-1].append(int(cost))
    assert len(parts_of_text) == 8 and parts_of_text == [sorted(part) for part in parts_of_text]
    french = run_cli(*arguments, "--lang", "fr", "--csv")[1].decode()
    assert "Château de Wyvern" in french or "Lilo - Artiste de la neige" in french


@pytest.mark.parametrize(
    ("game", "text", "hand", "cards"),
    [
        ("lorcana", "60 Let It Go\n", 7, 60),
        ("invocateurs", "", 5, 40),
        ("allegiance", "", 5, 10),
    ],
)
def test_every_game_with_an_opening_deals(
    run_cli: Run, tmp_path: Path, catalogue: object, game: str, text: str, hand: int, cards: int
) -> None:
    if not text:
        text = f"{cards} {catalogue.cards(game)[0].name}\n"  # type: ignore[attr-defined]
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    document = _json(run_cli, str(path), "-g", game, "-n", "1", "--seed", "1", "--turn", "1")
    assumed, hands = document["assumptions"], document["hands"]
    assert isinstance(assumed, dict) and isinstance(hands, list)
    assert (assumed["pile"], assumed["hand"], len(hands[0]["opening"])) == (cards, hand, hand)


def test_every_game_says_how_it_begins() -> None:
    assert {slug for slug, game in GAMES.items() if game.opening is not None} >= {
        "lorcana", "riftbound", "wowtcg", "invocateurs", "allegiance"
    }  # fmt: skip


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "hand", "cards"),
    [("riftbound/piltover-text/irelia-a.txt", 4, 39), ("wowtcg/famasin.deck", 7, 61)],
)
def test_real_lists_draw_from_the_right_pile(run_cli: Run, shared: Path, file: str, hand: int, cards: int) -> None:
    document = _json(run_cli, str(shared / "decks" / file), "-n", "2", "--seed", "1")
    assumed = document["assumptions"]
    assert isinstance(assumed, dict) and (assumed["pile"], assumed["hand"]) == (cards, hand)
    assert assumed["note"]


def test_a_list_with_problems_is_dealt_and_told(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("56 Let It Go\n4 Nobody Knows This\n", encoding="utf-8")
    code, out, err = run_cli("hands", str(path), "-g", "lorcana", "--seed", "1", "--json")
    document = json.loads(out)
    validate(document, "hands")
    assert (code, err) == (3, "")
    assert document["deck"]["unresolved"] == 4 and document["assumptions"]["pile"] == 56
    assert [problem["line"] for problem in document["problems"]] == [2]
    code, out, err = run_cli("hands", str(path), "-g", "lorcana", "--seed", "1")
    assert code == 3 and b"hand 5" in out and "line 2" in err


def test_what_is_not_known_is_told(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("40 Anubis\n", encoding="utf-8")
    arguments = ("hands", str(path), "-g", "invocateurs", "-n", "1", "--seed", "1", "--want", "1+ level>=3")
    code, out, err = run_cli(*arguments)
    assert code == 3 and "it is not known whether Anubis belongs to 'level>=3'" in err
    assert "?  Anubis" in out.decode() and "this game has no mulligan" in out.decode()
    code, out, _ = run_cli(*arguments, "--json")
    assert code == 3 and json.loads(out)["hands"][0]["opening"][0]["cost"] is None


def test_the_examples_of_the_documentation_run() -> None:
    text = (EXAMPLES.parent / "docs" / "hands.md").read_text("utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.+?)```", text, re.DOTALL):
        exec(block, names)
    assert len(names["dealt"].hand) == 7  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-n", "0"], 2, "0 is no number"),
        (["--turn", "-1"], 2, "-1 is no number"),
        (["--mulligan", "best", "--want", "1+ cost=1"], 2, "no mulligan policy 'best'"),
        (["--mulligan", "optimal"], 2, "needs to know what is wanted"),
        (["--want", "1+ colour:red"], 2, "colour"),
        (["--want", ""], 2, "the condition is empty"),
        (["--interactive"], 2, "on a terminal only"),
        (["-i", "--json"], 2, "not as JSON or CSV"),
    ],
)
def test_wrong_usage(run_cli: Run, arguments: list[str], code: int, said: str) -> None:
    found, out, err = run_cli("hands", LIST, "-g", "lorcana", *arguments)
    assert (found, out) == (code, b"") and said in err


def test_too_small_a_deck(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("6 Let It Go\n", encoding="utf-8")
    for more in ([], ["--want", "1+ cost=5"]):
        code, out, err = run_cli("hands", str(path), "-g", "lorcana", *more)
        assert (code, out) == (3, b"") and "6 cards to draw from, fewer than an opening hand of 7" in err
    assert run_cli("hands", str(tmp_path / "none.txt"), "-g", "lorcana")[0] == 3


# -- on a terminal ------------------------------------------------------------------------------------------------


class Terminal:
    """The command on a pseudo terminal."""

    def __init__(self, *arguments: str) -> None:
        self.main, other = pty.openpty()
        program = "from deckkit.cli.main import main; main()"
        environment = {**os.environ, "LANGUAGE": "en", "TERM": "dumb"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=other, stdout=other, stderr=other, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.text = ""

    def wait_for(self, words: str) -> str:
        """What came, up to these words."""
        while words not in self.text:
            ready, _, _ = select.select([self.main], [], [], 60)
            assert ready, f"nothing more came: {self.text}"
            try:
                data = os.read(self.main, 4096)
            except OSError:
                data = b""
            assert data, f"it ended: {self.text}"
            self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        before, _, self.text = self.text.partition(words)
        return before

    def send(self, text: str) -> None:
        os.write(self.main, text.encode())


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield start
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        os.close(one.main)


def _lines(block: str) -> dict[int, str]:
    """The numbered cards of a hand."""
    rows = [line.split(None, 2) for line in block.splitlines() if line[2:4].strip().isdigit()]
    return {int(row[0]): row[2] for row in rows}


def test_a_hand_is_played(terminal: Callable[..., Terminal], run_cli: Run) -> None:
    table = terminal("hands", LIST, "-g", "lorcana", "--seed", "7", "-i", "--want", "1+ cost<=1")
    cards = _lines(table.wait_for("Enter keeps all"))
    hands = _json(run_cli, LIST, "-g", "lorcana", "--seed", "7", "-n", "2")["hands"]
    assert isinstance(hands, list)
    assert sorted(cards.values()) == sorted(one["name"] for one in hands[0]["opening"])
    table.wait_for("q ends: ")
    for wrong in ("9", "1 1 2", "what?"):
        table.send(f"{wrong}\n")
        table.wait_for("write numbers from 1 to 7, each once, 7 at most")
        table.wait_for("q ends: ")
    table.send("1, 3\n")
    shown = table.wait_for("Enter draws for turn 1")
    assert "set aside" in shown and "1+ cost<=1: " in shown
    aside = shown.split("set aside")[1].split("  new")[0]
    assert all(cards[at] in aside for at in (1, 3)) and cards[2] not in aside
    table.wait_for("q ends: ")
    table.send("draw\n")
    table.wait_for("write n or q, or only press Enter")
    table.wait_for("q ends: ")
    table.send("\n")
    table.wait_for("–")
    table.wait_for("Enter draws for turn 2")
    table.wait_for("q ends: ")
    table.send("n\n")
    second = _lines(table.wait_for("Enter keeps all"))
    assert sorted(second.values()) == sorted(one["name"] for one in hands[1]["opening"])
    table.send("q\n")
    assert table.process.wait(60) == 0


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)], ids=["end of input", "interrupted"])
def test_a_hand_is_left_cleanly(terminal: Callable[..., Terminal], key: str, code: int) -> None:
    table = terminal("hands", LIST, "-g", "lorcana", "--seed", "7", "-i")
    table.wait_for("q ends: ")
    table.send(key)
    if key == "\x03":
        # The pseudo terminal controls no process: the signal is sent by hand.
        # One that comes just before Python begins to read is seen only after a line, or after another signal.
        for _ in range(10):
            table.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                table.process.wait(6)
                break
    assert table.process.wait(60) == code
    assert "Traceback" not in table.text
