"""Running many solitary games: block by block, on one process, many or a cluster, with the same result.

Game number ``i`` is a function of the seed and ``i`` alone, and only whole numbers are added up. A wished precision is
looked at after whole blocks, in their order, whoever has played them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckkit.decklist.model import Deck
from deckkit.engine.cards import PlayCard
from deckkit.engine.rules import TableRules
from deckkit.engine.table import Pile
from deckkit.errors import InputError, UsageError
from deckkit.goldfish.pilot import Chooser
from deckkit.goldfish.result import Goldfish, mean_half_width
from deckkit.goldfish.solo import MOST_TURNS, Played, Solo, play_alone
from deckkit.goldfish.tally import Tally
from deckkit.i18n import Text
from deckkit.rng import key_of

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue

__all__ = ["BLOCK", "Goldfishing", "prepare", "run_goldfish"]

#: The precision is looked at after so many games; so many go to a worker at once.
BLOCK = 50
#: How many lines an error shows, and how much of each.
_LINES, _LINE = 3, 60
_GAMES = 1_000
_MOST = 10_000_000
_MOST_WITH_PRECISION = 100_000
_LEAST_PRECISION = 0.001
_MOST_TURNS = 60


@dataclass(frozen=True, slots=True)
class Goldfishing:
    """What is played: the rules and the game's part for pilots (each made when it is asked for, also in a worker), a
    deck as the engine's cards, and how.

    ``play``: the deck begins. ``turns`` is the own turn after which a game ends. ``config`` are settings of the match.
    """

    rules: Callable[[], TableRules]
    solo: Callable[[], Solo]
    pile: Pile
    pilot: Chooser | str
    seed: int = 0
    play: bool = True
    turns: int = MOST_TURNS
    config: Mapping[str, Any] | None = None
    version: str = ""

    def game(self, number: int, told: Callable[[Any, Any], None] | None = None) -> Played:
        """Plays one game; ``told`` (match, action) is called before each action."""
        solo = self.solo()
        key = key_of(self.seed, number, "pilot")
        pilot = solo.pilots[self.pilot](key) if isinstance(self.pilot, str) else self.pilot
        return play_alone(
            self.rules(),
            self.pile,
            solo,
            pilot,
            seed=self.seed,
            game=number,
            play=self.play,
            turns=self.turns,
            config=self.config,
            version=self.version,
            told=told,
        )

    def asked_about(self) -> tuple[Mapping[str, Sequence[PlayCard]], Mapping[str, Any]]:
        """The cards by the zone in which they begin, and all settings: what :attr:`TableRules.remarks` is asked of."""
        cards = {zone: [card for card, _ in entries] for zone, entries in self.pile.items()}
        return cards, {**self.rules().config, **(self.config or {})}

    def block(self, first: int, last: int) -> Tally:
        """The tally of games ``first`` to ``last - 1``."""
        return Tally.of(self.game(number) for number in range(first, last))


def prepare(
    deck: Deck,
    rules: Callable[[], TableRules],
    solo: Callable[[], Solo],
    catalogue: Catalogue,
    *,
    pilot: Chooser | str | None = None,
    seed: int = 0,
    play: bool = True,
    turns: int = MOST_TURNS,
    format: str | None = None,
    version: str = "",
    config: Mapping[str, Any] | None = None,
    alone: bool = True,
) -> tuple[Goldfishing, tuple[tuple[Card, PlayCard, int], ...]]:
    """What is to be played, and the cards of the deck with their engine's cards and copies.

    ``config`` are settings of the match, which go before those of the format; ``alone`` takes the game's settings for
    lists that nobody opposes.
    Raises :class:`UsageError` for a pilot, a format or a number of turns that there is not, and
    :class:`~deckkit.catalogue.model.UnknownFactError` for a card of which play needs what is not known.
    """
    part = solo()
    if not 1 <= turns <= _MOST_TURNS:
        what = Text("{value} is no number from {least} to {most}", {"value": turns, "least": 1, "most": _MOST_TURNS})
        raise UsageError(what, "--turns", Text("say after how many own turns a game ends"))
    chosen: Chooser | str = part.usual if pilot is None else pilot
    if isinstance(chosen, str) and chosen not in part.pilots:
        do = Text("use one of: {all}", {"all": list(part.pilots)})
        raise UsageError(Text("there is no pilot '{name}'", {"name": chosen}), "--pilot", do)
    if format is not None and format not in part.formats:
        what = Text("nothing is played differently in the format '{name}'", {"name": format})
        raise UsageError(what, "--format", Text("leave it out, or use one of: {all}", {"all": list(part.formats)}))
    where = part.pile(deck)
    made = {card.key: rules().play_card(card, catalogue) for pile in where.values() for card, _ in pile}
    # A card that begins in two zones is one card.
    total: dict[str, tuple[Card, int]] = {}
    for found in where.values():
        for card, copies in found:
            total[card.key] = (card, total.get(card.key, (card, 0))[1] + copies)
    cards = tuple((card, made[key], copies) for key, (card, copies) in total.items())
    pile = {zone: tuple((made[card.key], copies) for card, copies in found) for zone, found in where.items()}
    usual = part.settings if alone else {}
    settings = {**usual, **(part.formats[format] if format is not None else {}), **(config or {})}
    return Goldfishing(rules, solo, pile, chosen, seed, play, turns, settings or None, version), cards


def run_goldfish(
    deck: Deck,
    rules: Callable[[], TableRules],
    solo: Callable[[], Solo],
    catalogue: Catalogue,
    *,
    games: int | None = None,
    precision: float | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    **how: Any,
) -> Goldfish:
    """Plays a deck alone many times and tells when it would have won.

    ``games``: 1,000 unless a ``precision`` is asked for (half the width of the interval of the mean winning turn),
    then 100,000 at most. ``workers``: processes; ``cluster``: the address of a Dask scheduler whose workers play
    instead (see :mod:`deckkit.goldfish.cluster`). ``progress`` is called with the games played and those wanted.
    ``how`` is as in :func:`prepare`.
    """
    if games is not None and not 1 <= games <= _MOST:
        what = Text("{value} is no number from {least} to {most}", {"value": games, "least": 1, "most": _MOST})
        raise UsageError(what, "--games", Text("say how many games are played"))
    if precision is not None and not precision >= _LEAST_PRECISION:
        what = Text("'{value}' is no precision", {"value": precision})
        raise UsageError(what, "--precision", Text("use half the width of the interval in turns, like 0.05"))
    if workers < 1:
        raise UsageError(Text("at least one worker is needed"), "--workers", Text("use 1 or more"))
    if cluster is not None and workers != 1:
        what = Text("a cluster has workers of its own")
        raise UsageError(what, "--workers", Text("use --workers or --cluster, not both"))
    plan, cards = prepare(deck, rules, solo, catalogue, **how)
    if not cards:
        raise nothing_to_play(deck)
    most = games or (_GAMES if precision is None else _MOST_WITH_PRECISION)
    total = Tally()
    for found in _blocks(plan, most, workers, cluster, precision):
        total.merge(found)
        if progress is not None:
            progress(total.games, most)
        if precision is not None and mean_half_width(total.won) <= precision:
            break
    pilot = plan.pilot if isinstance(plan.pilot, str) else plan.pilot.name
    unread = sum(problem.copies for problem in deck.problems)
    return Goldfish.of(
        total,
        cards,
        deck=deck,
        unread=unread,
        seed=plan.seed,
        play=plan.play,
        limit=plan.turns,
        pilot=pilot,
        rules=rules(),
        version=plan.version,
        precision=precision,
        figures={name: title for name, (title, _) in solo().figures.items()},
        config=plan.config,
        remarks=rules().remarks(*plan.asked_about()),
    )


def nothing_to_play(deck: Deck) -> InputError:
    """The error of a list without cards, with the first lines that were not understood."""
    do = Text("give a deck list")
    if not deck.problems:
        return InputError(Text("there is nothing to play: the list holds no cards"), deck.file, do)
    lines = [f"{one.line}: {one.raw[:_LINE]}" for one in deck.problems[:_LINES]]
    what = Text("there is nothing to play: no line was understood, the first ones are {lines}", {"lines": lines})
    return InputError(what, deck.file, do)


def _blocks(
    plan: Goldfishing, games: int, workers: int, cluster: str | None, precision: float | None
) -> Iterator[Tally]:
    """The tallies of all blocks, in order."""
    parts = [(at, min(at + BLOCK, games)) for at in range(0, games, BLOCK)]
    if cluster is not None:
        from deckkit.goldfish.cluster import blocks_on

        yield from blocks_on(cluster, plan, parts)
        return
    if workers == 1 or len(parts) == 1:
        for first, last in parts:
            yield plan.block(first, last)
        return
    import joblib

    if precision is None:
        # Nobody waits for the others.
        flowing = joblib.Parallel(n_jobs=min(workers, len(parts)), return_as="generator", batch_size=1)
        yield from flowing(joblib.delayed(plan.block)(*part) for part in parts)
        return
    # A few blocks at a time: where the end is not known few are played for nothing.
    size = workers * 2
    with joblib.Parallel(n_jobs=min(workers, len(parts))) as parallel:
        for at in range(0, len(parts), size):
            yield from parallel(joblib.delayed(plan.block)(*part) for part in parts[at : at + size])
