"""The functions that ``import deckkit`` offers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit.catalogue.store import Catalogue
from deckkit.errors import UsageError
from deckkit.games import get_game
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.decklist.model import Deck
    from deckkit.goldfish.result import Goldfish
    from deckkit.legality.check import Judge
    from deckkit.legality.findings import Verdict
    from deckkit.odds.answers import MulliganOdds, Odds
    from deckkit.odds.opening import Opening
    from deckkit.odds.source import CardSource

__all__ = ["check", "draw_odds", "mulligan_odds", "open_catalogue", "pool_odds", "read_deck", "run_goldfish"]


@lru_cache(maxsize=4)
def open_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """The catalogue that the command line would use; opened once."""
    return Catalogue.open(path)


@lru_cache(maxsize=16)
def _judge(catalogue: Catalogue, game: str) -> Judge:
    return get_game(game).judge(catalogue)


def read_deck(source: str | bytes | Path, game: str, catalogue: Catalogue | None = None) -> Deck:
    """A deck list as understood: ``source`` is the list itself (text or bytes) or a path.

    Lines that were not understood are in ``Deck.problems``. Raises :class:`~deckkit.errors.InputError` for what is no
    list at all.
    """
    from deckkit.decklist import read_deck as read

    found = get_game(game)
    return read(source, catalogue or open_catalogue(), found.slug, found.deck)


def check(
    deck: Deck,
    format: str,
    on: date,
    catalogue: Catalogue | None = None,
    *,
    opened: Deck | None = None,
    options: Iterable[str] = (),
) -> Verdict:
    """The verdict on a deck in a format on a day: every finding, and the rules that passed."""
    return _judge(catalogue or open_catalogue(), deck.game).check(deck, format, on, opened=opened, options=options)


def draw_odds(
    deck: Deck,
    want: str | Sequence[str],
    *,
    turn: int = 0,
    play: bool = True,
    mulligan: str = "none",
    hand: str = "",
    seen: str = "",
    catalogue: Catalogue | None = None,
) -> Odds:
    """The exact chances of conditions, like ``2+ type:character, 0-1 cost>=6``, by the own turn ``turn`` (0: the
    opening hand), on the play or on the draw.

    ``mulligan`` is ``none``, ``keep-wanted`` or ``optimal``. ``hand`` names cards that are in the opening hand,
    ``seen`` cards that are gone ("2 Name of a card; Another"). Raises :class:`~deckkit.errors.UsageError` for what
    has no meaning. The package ``deckkit.odds`` holds the parts; that is why this function has another name.
    """
    from deckkit.odds.asking import Plan, ask_odds

    wants = [want] if isinstance(want, str) else list(want)
    source, opening = _source(deck, catalogue or open_catalogue())
    plan = Plan(opening, None, turn, play, mulligan, hand, seen)
    return replace(ask_odds(source, wants, plan), unresolved=source.left_out)


def mulligan_odds(
    deck: Deck,
    want: str,
    *,
    turn: int = 0,
    play: bool = True,
    hand: str = "",
    seen: str = "",
    catalogue: Catalogue | None = None,
) -> MulliganOdds:
    """What the game's mulligan is worth for a condition: the chance under each policy, and what to keep of each kind
    of hand. ``hand`` names all cards of an opening hand; the best ones to set aside are told then.

    The rest is as with :func:`draw_odds`.
    """
    from deckkit.odds.asking import Plan, ask_mulligan

    source, opening = _source(deck, catalogue or open_catalogue())
    plan = Plan(opening, None, turn, play, "optimal", hand, seen)
    return replace(ask_mulligan(source, want, plan), unresolved=source.left_out)


def pool_odds(pool: str, want: str | Sequence[str], cards: int) -> Odds:
    """The exact chances of conditions for ``cards`` cards of a pool without a list, like ``a=4,b=4,of=60``."""
    from deckkit.odds.asking import Plan, ask_odds
    from deckkit.odds.source import named_pool

    return ask_odds(named_pool(pool), [want] if isinstance(want, str) else list(want), Plan(cards=cards))


def run_goldfish(
    deck: Deck,
    *,
    games: int | None = None,
    seed: int = 0,
    play: bool = True,
    precision: float | None = None,
    workers: int = 1,
    cluster: str | None = None,
    turns: int = 30,
    pilot: str | None = None,
    format: str | None = None,
    catalogue: Catalogue | None = None,
) -> Goldfish:
    """Plays a deck alone many times (1,000 unless ``games`` or ``precision`` say otherwise) against an opponent who
    does nothing, and tells when it would have won.

    ``precision`` is half the width of the 95 % interval of the mean winning turn that is asked for. The same seed
    gives the same result with any number of ``workers`` (processes) and on a ``cluster`` (the address of a Dask
    scheduler; needs the extra ``cluster``). ``turns`` is the own turn after which a game ends. Raises
    :class:`~deckkit.errors.UsageError` for what has no meaning and for a game that cannot be played. The package
    ``deckkit.goldfish`` holds the parts; that is why this function has another name.
    """
    from deckkit.goldfish.run import run_goldfish as run

    game = get_game(deck.game)
    if game.table is None or game.pilot is None:
        raise UsageError(Text("{game} cannot be played here yet", {"game": game.title}))
    return run(
        deck,
        game.table,
        game.pilot,
        catalogue or open_catalogue(),
        games=games,
        precision=precision,
        workers=workers,
        cluster=cluster,
        seed=seed,
        play=play,
        turns=turns,
        pilot=pilot,
        format=format,
    )


def _source(deck: Deck, catalogue: Catalogue) -> tuple[CardSource, Opening]:
    from deckkit.catalogue.search import query_context
    from deckkit.odds.source import card_source

    game = get_game(deck.game)
    if game.opening is None:
        raise UsageError(Text("how a game of {game} begins is not known here", {"game": game.title}))
    opening = game.opening()
    return card_source(deck, opening, game.cards, query_context(catalogue, game.slug, game.cards)), opening
