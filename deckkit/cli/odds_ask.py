"""The ready-made questions of ``deckkit odds``: asked of a list, shown as tables, CSV or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckkit.cli.common import emit_csv, emit_json, emit_table, say, tr
from deckkit.errors import UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck
    from deckkit.games.base import Game
    from deckkit.odds.questions import Answer

__all__ = ["answers", "show_answers"]

_COLUMNS = ("question", "item", "label", "turn", "on_the_play", "cards", "probability", "expected", "fraction")


def answers(deck: Deck, game: Game, catalogue: Catalogue, name: str | None, last: int | None) -> list[Answer]:
    """The answers to the question of this name (``all`` or None: all of them), up to the turn ``last``.

    Raises :class:`UsageError` for an unknown name, and for a game without ready-made questions.
    """
    from deckkit.odds.questions import asked, find_questions

    if game.questions is None or game.opening is None:
        what = Text("{game} has no ready-made questions", {"game": game.title})
        raise UsageError(what, "--ask", Text("give a condition with --want"))
    wanted = None if name is None or name.strip().lower() == "all" else name
    return asked(find_questions(game.questions(), wanted), deck, game.opening(), catalogue, last)


def show_answers(deck: Deck, found: Sequence[Answer], lang: str, *, as_json: bool, as_csv: bool) -> bool:
    """Prints the answers; whether every fact that they need is known."""
    if as_json:
        head = {"name": deck.name, "file": deck.file, "game": deck.game, "unresolved": deck.unresolved}
        questions = [answer.to_json(lang) for answer in found]
        emit_json({"schema": "deckkit.questions/1", "deck": head, "questions": questions})
    elif as_csv:
        rows = [{"question": answer.id, **row.to_json(lang)} for answer in found for row in answer.rows]
        emit_csv(_COLUMNS, [[row.get(column) for column in _COLUMNS] for row in rows])
    else:
        for number, answer in enumerate(found):
            if number:
                say()
            _print(answer, lang)
    return not any(answer.left_out for answer in found)


def _print(answer: Answer, lang: str) -> None:
    say(tr("{title} ({name})", lang, title=answer.title.render(lang), name=answer.id))
    if answer.remark.template:
        say("  " + answer.remark.render(lang))
    for caption, header, rows in answer.tables(lang):
        emit_table([caption, *header[1:]], rows)
    for text in answer.assumptions:
        say("  " + text.render(lang))
    if answer.rule:
        say("  " + tr("rules: {rules}", lang, rules=", ".join(answer.rule)))
