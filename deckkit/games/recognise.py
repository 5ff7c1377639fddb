"""Which game a list is for, where nobody says it: the game whose cards it names.

A list that names its game itself (the key ``game`` of our JSON) is believed. Else every game of the catalogue reads it,
and the one that understands the largest share of its copies is taken; of games that understand as much, the one whose
own form the list has (a deck code, say). What fits two games equally, or none, is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deckkit.decklist.reading import parse
from deckkit.decklist.source import decode
from deckkit.errors import InputError, UsageError
from deckkit.games import GAMES, get_game
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Entry, ParsedList
    from deckkit.games.base import Game

__all__ = ["Fit", "fits", "recognise", "recognise_all"]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a list fits a game: the share of its copies that name cards, and whether it has a form of the game."""

    game: Game
    share: Fraction
    marked: bool = False


def recognise(data: str | bytes, catalogue: Catalogue, where: str = "") -> Game:
    """The game of a list. Raises :class:`UsageError` naming the candidates, :class:`InputError` for what is no list."""
    text, _ = decode(data, where)
    found = fits(text, catalogue, where)
    ordered = sorted(found, key=lambda fit: (fit.share, fit.marked), reverse=True)
    best = ordered[0] if ordered else None
    if best is not None and (best.share or best.marked):
        equal = [fit for fit in ordered if (fit.share, fit.marked) == (best.share, best.marked)]
        if len(equal) == 1:
            return best.game
        names = [fit.game.slug for fit in equal]
        what = Text("this list fits several games equally: {games}", {"games": names})
    else:
        names = [fit.game.slug for fit in found] or list(GAMES)
        what = Text("which game? This list names cards of none that the catalogue holds")
    raise UsageError(what, where or "--game", Text("name the game with --game: {games}", {"games": names}))


def recognise_all(lists: Mapping[str, str | bytes], catalogue: Catalogue) -> Game:
    """The one game of several lists, by name; those that fit no game, or several, go with the others.

    Raises :class:`UsageError` where they are of different games or none is recognised.
    """
    found: dict[str, str] = {}
    first: UsageError | InputError | None = None
    for where, data in lists.items():
        try:
            found.setdefault(recognise(data, catalogue, where).slug, where)
        except (UsageError, InputError) as error:
            first = first or error
    if len(found) == 1:
        return GAMES[next(iter(found))]
    if first is not None and not found:
        raise first
    examples = [f"{slug} ({where})" for slug, where in found.items()]
    what = Text("these lists are of different games: {games}", {"games": examples}) if found else Text("which game?")
    raise UsageError(what, "--game", Text("name one of: {games}", {"games": list(found) or list(GAMES)}))


def fits(text: str, catalogue: Catalogue, where: str = "") -> list[Fit]:
    """How well the list fits each game of the catalogue; only the one that it names, where it names one.

    Raises :class:`InputError` where no game can read it as a list.
    """
    result: list[Fit] = []
    refused: InputError | None = None
    held = set(catalogue.games())
    for slug in GAMES:
        if slug not in held:
            continue
        game = GAMES[slug]
        marked = any(form.recognises(text) for form in game.deck.forms)
        try:
            parsed = parse(text, game.deck, where)
        except InputError as error:
            # Damaged, but plainly of this game's form: reading it again will say what is wrong.
            if marked:
                result.append(Fit(game, Fraction(0), True))
            refused = refused or error
            continue
        if parsed.game:
            return [Fit(get_game(parsed.game), Fraction(1), True)]
        result.append(Fit(game, _share(parsed, catalogue, slug), marked))
    if refused is not None and not result:
        raise refused
    return result


def _share(parsed: ParsedList, catalogue: Catalogue, game: str) -> Fraction:
    total = sum(entry.count for entry in parsed.entries) + sum(problem.copies for problem in parsed.problems)
    known = sum(entry.count for entry in _known(parsed.entries, catalogue, game))
    return Fraction(known, total) if total else Fraction(0)


def _known(entries: Iterable[Entry], catalogue: Catalogue, game: str) -> Iterable[Entry]:
    """The entries that name a card, or several of one name; what is unknown is not looked for further."""
    index = catalogue.index(game)
    for entry in entries:
        if entry.name:
            names = [entry.name, *([entry.bare] if entry.bare else ()), *([entry.other[1]] if entry.other else ())]
            answers = [index.resolve(name, suggest=0) for name in names]
            # The name line without its version is offered as a suggestion: it is a card of this game all the same.
            known = any(answer.card or answer.candidates or answer.suggestions for answer in answers)
            known = known or entry.name.startswith(f"{game}:")
        else:
            known = False
        if not known and entry.key is not None:
            known = entry.key.startswith(f"{game}:")
        if not known and not entry.name and entry.feed_id is not None:
            known = catalogue.printing(game, entry.feed_id) is not None
        if not known and not entry.name and entry.set_code and entry.number:
            known = bool(catalogue.at(game, entry.set_code, entry.number.lstrip("0") or entry.number))
        if known:
            yield entry
