"""Test hands played on a terminal: the mulligan and the draws are the user's."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection
from itertools import count
from typing import TYPE_CHECKING

from deckkit.cli.common import say, tr
from deckkit.cli.hands_text import Shown, print_hand, print_part
from deckkit.odds.deal import Dealt, Hand, deal
from deckkit.rng import Stream

if TYPE_CHECKING:
    from deckkit.odds.opening import Pile

__all__ = ["play_hands"]

Ask = Callable[[str], str]


class _NextHandError(Exception):
    """The user wants another hand."""


class _LeftError(Exception):
    """The user has had enough."""


def play_hands(pile: Pile, seed: int, shown: Shown, ask: Ask = input) -> None:
    """Deals hand after hand until the user leaves (q, the end of the input). Hand by hand the same as without it."""
    if hasattr(sys.stdin, "reconfigure"):
        # Bytes that are no text are a wrong answer, not the end.
        sys.stdin.reconfigure(errors="replace")
    say(tr("seed {seed}", shown.lang, seed=seed))
    try:
        for number in count():
            try:
                _play(pile, number, Stream.of(seed, number, "hands"), shown, ask)
            except _NextHandError:
                continue
    except (_LeftError, EOFError):
        say()
    except KeyboardInterrupt:
        say()
        raise


def _play(pile: Pile, number: int, stream: Stream, shown: Shown, ask: Ask) -> None:
    lang = shown.lang

    def choose(hand: Hand) -> Collection[int]:
        order = sorted(range(len(hand)), key=lambda place: shown.order(hand[place]))
        say()
        say(tr("hand {number}", lang, number=number + 1))
        for at, place in enumerate(order, 1):
            print_part(str(at), [shown.line(hand[place])], 2)
        whole = shown.opening.redraw.kind == "all"
        limit = shown.opening.redraw.limit(len(hand))
        while True:
            if whole:
                question = tr("Enter keeps the hand, r is the mulligan, n deals another hand, q ends: ", lang)
            else:
                question = tr(
                    "Enter keeps all, numbers are set aside ({limit} at most), n deals another hand, q ends: ",
                    lang,
                    limit=limit,
                )
            answer = _answer(ask, question)
            if whole and answer in ("", "r"):
                return range(len(hand)) if answer else ()
            written = [int(digits) for digits in re.findall(r"[0-9]{1,9}", answer)]
            numbers = set(written)
            plain = re.fullmatch(r"[0-9 ,;]*", answer) is not None and not whole
            if plain and all(1 <= at <= len(hand) for at in numbers) and len(written) == len(numbers) <= limit:
                return [order[at - 1] for at in numbers]
            if whole:
                say(tr("write r, n or q, or only press Enter", lang))
            else:
                values = {"hand": len(hand), "limit": limit}
                say(
                    tr(
                        "write numbers from 1 to {hand}, each once, {limit} at most; n or q; or only press Enter",
                        lang,
                        **values,
                    )
                )

    dealt = deal(pile, shown.opening, stream, choose)
    _show(number, dealt, shown)
    _draw(dealt, shown, ask)


def _show(number: int, dealt: Dealt, shown: Shown) -> None:
    still = Shown(shown.fields, shown.lang, shown.opening, 0, shown.on_the_play, shown.wishes)
    print_hand(number + 1, dealt, still)


def _draw(dealt: Dealt, shown: Shown, ask: Ask) -> None:
    """Turn after turn. Raises one of the two errors when the user goes on or leaves."""
    lang, opening = shown.lang, shown.opening
    for turn in count(1):
        first, last = (opening.drawn(at, shown.on_the_play) for at in (turn - 1, turn))
        if first >= len(dealt.deck) and last > first:
            say(tr("the deck is empty", lang))
            _enter(ask, tr("Enter deals another hand, q ends: ", lang), lang)
            raise _NextHandError
        _enter(ask, tr("Enter draws for turn {turn}, n deals another hand, q ends: ", lang, turn=turn), lang)
        lines = [shown.line(card) for card in dealt.deck[first:last]]
        print_part(tr("turn {turn}", lang, turn=turn), lines or ["  –"], 8)


def _enter(ask: Ask, question: str, lang: str) -> None:
    """Waits for Enter alone."""
    while _answer(ask, question):
        say(tr("write n or q, or only press Enter", lang))


def _answer(ask: Ask, question: str) -> str:
    answer = ask(question).strip().lower()
    if answer == "q":
        raise _LeftError
    if answer == "n":
        raise _NextHandError
    return answer
