"""The odds of two lists side by side: conditions, or the game's ready-made questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckkit.errors import UsageError
from deckkit.i18n import Text
from deckkit.reports.compare import Comparison, OddsPair
from deckkit.reports.wants import policies_of, policy_text

if TYPE_CHECKING:
    from deckkit.catalogue.query import QueryContext
    from deckkit.catalogue.store import Catalogue
    from deckkit.games.base import Game
    from deckkit.odds.answers import OddsAnswer
    from deckkit.odds.opening import Opening
    from deckkit.odds.questions import Answer
    from deckkit.odds.source import CardSource

__all__ = ["with_questions", "with_wants"]

_Key = tuple[str, int, bool]


def with_wants(
    found: Comparison, game: Game, context: QueryContext, wants: Sequence[str], turn: int, on_the_play: bool
) -> Comparison:
    """The comparison with the chances of conditions by turn, under each policy of the game's mulligan.

    Raises :class:`UsageError` for a condition that has no meaning, a list that is too small to be drawn from, and a
    game whose beginning is not described.
    """
    from deckkit.odds.source import card_source

    if game.opening is None:
        raise UsageError(Text("how a game of {game} begins is not known here", {"game": game.title}), "--want")
    opening = game.opening()
    sources = [card_source(deck, opening, game.cards, context) for deck in found.decks]
    pairs: list[OddsPair] = []
    assumptions = _Assumptions()
    for want in wants:
        for policy in policies_of(opening):
            answers = [_ask(source, opening, want, turn, on_the_play, policy) for source in sources]
            pairs += _of_wants(want, policy, on_the_play, answers)
            assumptions.add(*(answer.assumptions.texts() for answer in answers))
    return replace(found, odds=tuple(pairs), assumptions=assumptions.told())


def with_questions(found: Comparison, game: Game, catalogue: Catalogue, turn: int | None) -> Comparison:
    """The comparison with the answers to the game's ready-made questions; as it is where the game has none."""
    if game.opening is None or game.questions is None:
        return found
    opening = game.opening()
    pairs: list[OddsPair] = []
    assumptions = _Assumptions()
    for question in game.questions():
        answers = [question.answer(deck, opening, catalogue, turn) for deck in found.decks]
        pairs += _of_answers(*answers)
        assumptions.add(*(answer.assumptions for answer in answers))
    return replace(found, odds=tuple(pairs), assumptions=assumptions.told())


class _Assumptions:
    """What the odds of both lists rest on, each said once; what holds for one list only says for which."""

    def __init__(self) -> None:
        self._texts: dict[str, Text] = {}
        self._of: dict[str, set[str]] = {}

    def add(self, a: Iterable[Text], b: Iterable[Text]) -> None:
        for letter, texts in (("A", a), ("B", b)):
            for text in texts:
                self._texts.setdefault(str(text), text)
                self._of.setdefault(str(text), set()).add(letter)

    def told(self) -> tuple[Text, ...]:
        return tuple(
            text if len(self._of[key]) == 2 else Text("{letter}: {text}", {"letter": min(self._of[key]), "text": text})
            for key, text in self._texts.items()
        )


def _ask(source: CardSource, opening: Opening, want: str, turn: int, on_the_play: bool, policy: str) -> OddsAnswer:
    from deckkit.odds.asking import Plan, ask_odds

    plan = Plan(opening, turn=turn, on_the_play=on_the_play, policy=policy)
    return ask_odds(source, [want], plan).answers[0]


def _of_wants(want: str, policy: str, on_the_play: bool, answers: Sequence[OddsAnswer]) -> Iterator[OddsPair]:
    chances = [{row.turn or 0: row.chance for row in answer.rows} for answer in answers]
    label = Text("{want}, {policy}", {"want": want, "policy": policy_text(policy)})
    for turn in sorted(chances[0].keys() | chances[1].keys()):
        yield OddsPair(want, policy, label, turn, on_the_play, True, chances[0].get(turn), chances[1].get(turn))


def _of_answers(a: Answer, b: Answer) -> Iterator[OddsPair]:
    labels: dict[_Key, Text] = {}
    chance: dict[_Key, bool] = {}
    values: list[dict[_Key, Fraction]] = [{}, {}]
    for answer, found in zip((a, b), values, strict=True):
        for row in answer.rows:
            key = (row.item, row.turn, row.on_the_play)
            found[key] = row.value
            labels.setdefault(key, Text("{title}: {item}", {"title": answer.title, "item": row.label}))
            chance.setdefault(key, row.probability is not None)
    for key in _ordered(labels):
        item, turn, on_the_play = key
        pair = values[0].get(key), values[1].get(key)
        yield OddsPair(a.id, item, labels[key], turn, on_the_play, chance[key], *pair)


def _ordered(keys: Iterable[_Key]) -> list[_Key]:
    """By item as first met, then on the play before on the draw, then by turn."""
    items = {item: number for number, item in enumerate(dict.fromkeys(item for item, _, _ in keys))}
    return sorted(keys, key=lambda key: (items[key[0]], not key[2], key[1]))
