"""deckkit hands: test hands with the game's mulligan and the draws of the first turns."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    OnOption,
    PlayOption,
    QuietOption,
    emit_csv,
    emit_json,
    language,
    notice,
    open_catalogue,
    tr,
)
from deckkit.cli.hands_text import Shown, print_hand, print_head
from deckkit.cli.odds import check_wants, deck_source, game_opening, tell_deck
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.decklist.model import Deck, Problem
    from deckkit.odds.conditions import Goal
    from deckkit.odds.deal import Choose, Dealt
    from deckkit.odds.opening import Opening, Pile
    from deckkit.odds.pool import Pool
    from deckkit.odds.source import Source
    from deckkit.rng import Stream

__all__ = ["chooser", "hand_rows", "policy_of", "register", "stream_of", "wish_of"]

_MOST_HANDS = 100_000
_MOST_TURNS = 100
_HANDS, _TURN = 5, 3
_POLICIES = ("none", "keep-wanted", "optimal")


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("hands")(hands)


@dataclass(frozen=True, slots=True)
class Wish:
    """A condition on a pile: its text, the goal, the cards by class, and the groups of each card as a mask, by key.

    ``undetermined`` are (group, card) where it is not known whether the card belongs to the group; ``nowhere`` are
    the groups that no card of the game belongs to.
    """

    text: str
    goal: Goal
    pool: Pool
    masks: Mapping[str, int]
    undetermined: tuple[tuple[str, Card], ...] = ()
    nowhere: tuple[str, ...] = ()

    def met(self, cards: Sequence[Card]) -> bool:
        """Whether the cards are what is wanted."""
        masks = [self.masks[card.key] for card in cards]
        return self.goal.holds([sum(m >> g & 1 for m in masks) for g in range(self.goal.groups.bit_length())])


def hands(
    deck: Annotated[str, typer.Argument(help="The deck list: a file, or - for standard input.", show_default=False)],
    number: Annotated[
        int | None, typer.Option("--number", "-n", help="How many hands.", metavar="N", show_default=str(_HANDS))
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed deals the same hands.", show_default="new hands")
    ] = None,
    play: PlayOption = True,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn",
            "-t",
            help="Draw up to this turn of yours; 0: no draws.",
            metavar="K",
            show_default=str(_TURN),
        ),
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option(
            "--want",
            "-w",
            help="What is wanted, like: 2+ type:character. The first one decides the mulligan.",
            show_default=False,
            metavar="CONDITION",
        ),
    ] = None,
    mulligan: Annotated[
        str | None,
        typer.Option(
            "--mulligan",
            "-m",
            help="none, keep-wanted or optimal.",
            metavar="POLICY",
            show_default="keep-wanted with --want, else none",
        ),
    ] = None,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Take the mulligan and draw yourself, on a terminal.")
    ] = False,
    on: OnOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Deal test hands, with the game's mulligan. Exit 3 where a line or a fact is not known."""
    words = language(lang)
    if interactive:
        given = {"--number": number, "--turn": turn, "--mulligan": mulligan}
        for option, value in given.items():
            if value is not None:
                what = Text("on a terminal hands, mulligan and draws are yours to choose")
                raise UsageError(what, option, Text("leave it out, or --interactive"))
        if as_json or as_csv:
            raise UsageError(Text("hands are played on a terminal, not as JSON or CSV"), "--interactive")
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            do = Text("leave it out: hands are then dealt and printed")
            raise UsageError(Text("hands can be played on a terminal only"), "--interactive", do)
    number, turn = _HANDS if number is None else number, _TURN if turn is None else turn
    _check_range("--number", number, 1, _MOST_HANDS)
    _check_range("--turn", turn, 0, _MOST_TURNS)
    policy = policy_of(mulligan, bool(want))
    check_wants(want or ())
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000_000)
    with open_catalogue(db, words, quiet) as catalogue:
        read, found, source = deck_source(deck, game, catalogue, on, words, quiet)
        opening = game_opening(found)
        pile = opening.pile(read)
        wishes = [wish_of(text, pile, source) for text in want or ()]
    choose = chooser(policy, opening, wishes, turn, play)
    shown = Shown(found.cards, words, opening, turn, play, [(wish.text, wish.met) for wish in wishes])
    if not as_json:
        tell_deck(read, words, quiet)
    for wish in wishes:
        for group, card in wish.undetermined:
            values = {"card": card.local_name(words), "group": group}
            notice(tr("it is not known whether {card} belongs to '{group}'; it is not counted there", words, **values))
        for group in wish.nowhere:
            notice(tr("no card of the game fits {group}", words, group=group))
    code = 3 if read.problems or any(wish.undetermined for wish in wishes) else 0
    if interactive:
        from deckkit.cli.hands_play import play_hands

        play_hands(pile, seed, shown)
        raise typer.Exit(code)
    from deckkit.odds.deal import deal

    dealt = [deal(pile, opening, stream_of(seed, at), choose) for at in range(number)]
    if as_json:
        emit_json(_document(read, pile, seed, policy, dealt, shown))
    elif as_csv:
        emit_csv(("hand", "part", "turn", "place", "id", "name", "name_local", "cost"), hand_rows(dealt, shown))
    else:
        print_head(read, sum(n for _, n in pile), seed, policy, shown)
        for at, one in enumerate(dealt, 1):
            print_hand(at, one, shown)
    raise typer.Exit(code)


# -- inputs -------------------------------------------------------------------------------------------------------


def stream_of(seed: int, number: int) -> Stream:
    """The random stream of one hand of a seed."""
    from deckkit.rng import Stream

    return Stream.of(seed, number, "hands")


def _check_range(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        what = Text("{value} is no number from {least} to {most}", {"value": value, "least": least, "most": most})
        raise UsageError(what, option, Text("use a number from {least} to {most}", {"least": least, "most": most}))


def policy_of(asked: str | None, wanting: bool) -> str:
    """The mulligan policy asked for, else the usual one. Raises :class:`UsageError` for one that cannot be."""
    if asked is None:
        return "keep-wanted" if wanting else "none"
    policy = asked.strip().lower()
    if policy not in _POLICIES:
        what = Text("there is no mulligan policy '{policy}'", {"policy": asked})
        raise UsageError(what, "--mulligan", Text("use one of: {all}", {"all": list(_POLICIES)}))
    if policy != "none" and not wanting:
        what = Text("the policy {policy} needs to know what is wanted", {"policy": policy})
        raise UsageError(what, "--mulligan", Text("add --want, or use --mulligan none"))
    return policy


def wish_of(text: str, pile: Pile, source: Source) -> Wish:
    """A condition, bound to the cards of a pile."""
    from deckkit.odds.conditions import parse_condition
    from deckkit.odds.pool import sort_cards

    condition = parse_condition(text)
    places: dict[str, int] = {}
    for term in condition.terms:
        for clause in term:
            places.setdefault(clause.group, clause.at)
    groups = [source.group(condition, group, at) for group, at in places.items()]
    found = sort_cards(pile, [group.test for group in groups])
    masks = {card.key: mask for (card, _), mask in zip(pile, found.masks, strict=True)}
    unsure = tuple((condition.groups[group], card) for group, card in found.undetermined)
    nowhere = tuple(group.text for group in groups if group.nowhere)
    return Wish(str(condition), condition.goal(condition.groups), found.pool, masks, unsure, nowhere)


def chooser(policy: str, opening: Opening, wishes: Sequence[Wish], turn: int, on_the_play: bool) -> Choose:
    """How the cards of a hand are chosen that are kept, for the first wish."""
    from deckkit.odds.deal import follow, keep_all
    from deckkit.odds.mulligan import Deal

    if policy == "none" or wishes[0].pool.size < opening.hand:
        return keep_all
    pool, masks = wishes[0].pool, wishes[0].masks
    draws = min(opening.drawn(turn, on_the_play), pool.size - opening.hand)
    exact = Deal(pool, wishes[0].goal, opening.hand, opening.redraw, (draws,))
    return follow(policy, exact, lambda card: masks[card.key])


# -- outputs ------------------------------------------------------------------------------------------------------


def _document(deck: Deck, pile: Pile, seed: int, policy: str, dealt: Sequence[Dealt], shown: Shown) -> dict[str, Any]:
    opening, lang = shown.opening, shown.lang
    return {
        "schema": "deckkit.hands/1",
        "deck": {"name": deck.name, "file": deck.file, "game": deck.game, "unresolved": deck.unresolved},
        "seed": seed,
        "assumptions": {
            "pile": sum(number for _, number in pile),
            "hand": opening.hand,
            "turn": shown.turn,
            "first": "play" if shown.on_the_play else "draw",
            "mulligan": policy,
            "redraw": opening.redraw.kind,
            "most": opening.redraw.most,
            "rules": list(opening.rule),
            "note": opening.note.render(lang),
        },
        "hands": [_hand(number, one, shown) for number, one in enumerate(dealt, 1)],
        "problems": [_problem(problem, lang) for problem in deck.problems],
    }


def _hand(number: int, dealt: Dealt, shown: Shown) -> dict[str, Any]:
    card = partial(_card, shown)
    turns = dealt.turns(shown.opening, shown.turn, shown.on_the_play)
    aside = set(range(len(dealt.opening))) - set(dealt.kept)
    return {
        "hand": number,
        "opening": [{**card(c), "kept": place not in aside} for place, c in enumerate(dealt.opening)],
        "new": [card(c) for c in dealt.new],
        "draws": [{"turn": turn, "cards": [card(c) for c in drawn]} for turn, drawn in enumerate(turns, 1)],
        "want": [
            {"want": text, "opening_hand": in_hand, "turn": in_turn} for text, in_hand, in_turn in shown.met(dealt)
        ],
    }


def _card(shown: Shown, card: Card) -> dict[str, Any]:
    row = {"id": card.key, "name": card.name, "name_local": card.local_name(shown.lang)}
    return {**row, "cost": shown.cost(card)}


def hand_rows(dealt: Sequence[Dealt], shown: Shown) -> list[tuple[Any, ...]]:
    """One row a card: hand, part (kept, aside, new, draw), turn, place, id, name, local name, cost."""
    rows: list[tuple[Any, ...]] = []
    for number, one in enumerate(dealt, 1):
        turns = one.turns(shown.opening, shown.turn, shown.on_the_play)
        parts = [
            ("kept", 0, [one.opening[place] for place in one.kept]),
            ("aside", 0, one.aside),
            ("new", 0, one.new),
            *(("draw", turn, cards) for turn, cards in enumerate(turns, 1)),
        ]
        rows += [
            (number, part, turn, place, *_card(shown, card).values())
            for part, turn, cards in parts
            for place, card in enumerate(cards, 1)
        ]
    return rows


def _problem(problem: Problem, lang: str) -> dict[str, Any]:
    return {
        "code": problem.code,
        "line": problem.line,
        "text": problem.raw,
        "copies": problem.copies,
        "message": problem.reason.render(lang),
        "suggestions": [card.name for card in problem.candidates or problem.suggestions],
    }
