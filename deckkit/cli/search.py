"""deckkit search: find cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    FormatsOption,
    JsonOption,
    LangOption,
    OnOption,
    QuietOption,
    emit_csv,
    emit_json,
    emit_table,
    game_option,
    language,
    notice,
    open_catalogue,
    parse_day,
)
from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text, as_text

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields, FactField
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.query import ExtraField
    from deckkit.catalogue.search import Found
    from deckkit.catalogue.store import Catalogue
    from deckkit.games.base import Game

__all__ = ["legality_extra", "register", "show_value"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("search", cls=_SearchCommand)(search)


class _SearchCommand(TyperCommand):
    """Tells options from the terms of a search that begin with a minus (``-inkable``), wherever these stand."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        flags = {name for option in self.params if getattr(option, "is_flag", False) for name in option.opts}
        with_value = {name for option in self.params for name in option.opts if name.startswith("-")} - flags
        options: list[str] = []
        terms: list[str] = []
        rest = iter(args)
        for argument in rest:
            if argument == "--":
                terms += rest
            elif argument in with_value:
                options += [argument, *([value] if (value := next(rest, None)) is not None else [])]
            elif argument.startswith("--") or argument in ("-q", "-h") or _GLUED_VALUE.fullmatch(argument):
                options.append(argument)
            else:
                terms.append(argument)
        return super().parse_args(ctx, [*options, "--", *terms])


# "-n5", "-qn5" and "-glorcana" are options with their value; a term with a comparison in it never is.
_GLUED_VALUE = re.compile(r"-q?n[0-9]+|-q?g[\w-]+")


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one game found; ``cards`` are sorted."""

    game: Game
    found: Found
    cards: list[Card]

    @property
    def fields(self) -> CardFields:
        return self.game.cards


def search(
    query: Annotated[
        list[str],
        typer.Argument(
            help="What to look for, like: type:character cost<=3 (set:9 or set:13) not keyword:VALUE legal:core. "
            "Put it in single quotes.",
            show_default=False,
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="The game.", show_default="all that the search has a meaning in"),
    ] = None,
    sort: Annotated[str, typer.Option("--sort", help="Fields to sort by, like cost,name or -cost.")] = "name",
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=0, help="Show at most so many cards.")] = None,
    columns: Annotated[
        str | None,
        typer.Option("--columns", help="Columns of the table or CSV, like name,cost,sets.", show_default=False),
    ] = None,
    on: OnOption = None,
    own: FormatsOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Find cards: fields, comparisons, words of a name, "or", "not" and parentheses (see docs/search.md)."""
    from deckkit.catalogue.search import asks_for_limit, card_row

    words, day, keys = language(lang), parse_day(on), sort.split(",")
    with open_catalogue(db, words, quiet) as catalogue:
        games = _games(game, catalogue)
        answers, unread = _ask(catalogue, games, " ".join(query), keys, own, day, words)
        every = [(answer, card) for answer in answers for card in answer.cards]
        rows = [(answer, card_row(catalogue, card, answer.fields, words)) for answer, card in every[:limit]]
        # A table without columns asked for has those of the games that have cards in it.
        of = [answer for answer, _ in rows] if columns is None and not as_csv and rows else answers
        shown = {answer.game.slug: answer.fields for answer in of}
        chosen = _columns(columns, shown, as_csv, several=len(games) > 1)
    if as_json:
        emit_json([row for _, row in rows])
    elif as_csv:
        cells = [[_flat(row.get(column[a.game.slug] or "")) for column in chosen] for a, row in rows]
        emit_csv([_first(column) for column in chosen], cells)
    elif rows:
        emit_table(
            [_title(_first(column), list(shown.values()), words) for column in chosen],
            [[_cell(column[a.game.slug], row, a.fields, words) for column in chosen] for a, row in rows],
        )
    if not quiet:
        undetermined = [card.local_name(words) for answer in answers for card in answer.found.undetermined]
        remarks = _remarks(len(every), len(rows), undetermined)
        if any(asks_for_limit(answer.found.query, answer.fields) for answer in answers):
            remarks.append(Text("only a card's own copy limit is compared; of all other cards the format has one"))
        if unread:
            remarks.append(Text("the search has no meaning in: {games}", {"games": unread}))
        for remark in remarks:
            notice(remark.render(words))


def legality_extra(catalogue: Catalogue, game: Game, own: Path | None, day: date) -> Mapping[str, ExtraField]:
    """``legal:`` and ``banned:`` of a game, with the formats of the user's own file. Raises :class:`InputError`."""
    from deckkit.legality.query_fields import legality_fields

    book = game.formats().extended(own) if own else None
    return legality_fields(lambda: game.judge(catalogue, book), day)


def _games(asked: str | None, catalogue: Catalogue) -> list[Game]:
    """The game asked for, else all that the catalogue holds."""
    from deckkit.games import GAMES

    held = set(catalogue.games())
    games = [GAMES[slug] for slug in GAMES if slug in held] if asked is None else []
    return games or [game_option(asked)]


def _ask(
    catalogue: Catalogue,
    games: Sequence[Game],
    text: str,
    keys: Sequence[str],
    own: Path | None,
    day: date,
    lang: str,
) -> tuple[list[_Answer], list[str]]:
    """The answers of the games that the search has a meaning in, and the names of the others.

    Raises the error of the game that understood the most of the search where none understands it all.
    """
    from deckkit.catalogue.fold import fold
    from deckkit.catalogue.search import flag_words, sort_cards, sort_words
    from deckkit.catalogue.search import search as find
    from deckkit.catalogue.syntax import Ask

    answers, errors, unread = [], [], []
    for game in games:
        try:
            found = find(catalogue, game.slug, game.cards, text, legality_extra(catalogue, game, own, day))
        except (UsageError, InputError) as error:
            errors.append(error)
            unread.append(game.slug)
            continue
        answers.append((game, found))
    if not answers:
        raise max(errors, key=_column)
    # "-inkable" asks for a fact, and would find all cards of a game where it is only a word that no name holds.
    flags = {game.slug: flag_words(found.query, game.cards) for game, found in answers}
    every = {word for words in flags.values() for word in words}
    for game, _ in answers:
        others = [str(Ask("name", ":", word)) for word in every - flags[game.slug]]
        if not all(find(catalogue, game.slug, game.cards, query).cards for query in others):
            unread.append(game.slug)
    if len(unread) < len(games):
        answers = [(game, found) for game, found in answers if game.slug not in unread]
    else:
        unread = [slug for slug in unread if slug not in flags]
    known = {word for game, _ in answers for word in sort_words(game.cards)}
    sorted_answers = []
    for game, found in answers:
        here = sort_words(game.cards)
        # A fact of another game's cards is one that these do not have; one of no game is a mistake.
        usable = [key for key in keys if (word := fold(key.strip().lstrip("-"))) in here or word not in known]
        cards = sort_cards(catalogue, game.slug, game.cards, found.cards, usable, lang)
        sorted_answers.append(_Answer(game, found, cards))
    return sorted_answers, [game.slug for game in games if game.slug in unread]


def _column(error: DeckkitError) -> int:
    column = error.where.params.get("column", 0)
    return column if isinstance(column, int) else 0


def show_value(name: str, value: Any, fields: CardFields, lang: str) -> str:
    """A value as a person reads it: in their language, lists joined, flags as yes and no."""
    fact = next((column for column in fields.columns if column.column == name), None)
    if value is None:
        return ""
    if isinstance(value, bool):
        return (Text("yes") if value else Text("no")).render(lang)
    if isinstance(value, list):
        return ", ".join(_word(item, fact, fields, lang) for item in value)
    return _word(value, fact, fields, lang)


def _word(value: Any, fact: FactField | None, fields: CardFields, lang: str) -> str:
    if fact is not None:
        return fact.value_label(value, lang)
    return fields.keyword_label(str(value), lang)


def _cell(name: str | None, row: dict[str, Any], fields: CardFields, lang: str) -> str:
    if name is None:
        return ""
    value = row.get("name_local", row["name"]) if name == "name" else row.get(name)
    return show_value(name, value, fields, lang)


def _flat(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


_Column = dict[str, str | None]
_OTHERS = ("id", "game", "name", "name_local", "keywords", "sets", "unknown")


def _columns(asked: str | None, games: Mapping[str, CardFields], as_csv: bool, several: bool) -> list[_Column]:
    """The columns of a table: each with its name in every game, None where a game's cards have no such fact."""
    from deckkit.catalogue.conditions import field_words
    from deckkit.catalogue.fold import fold

    facts = {game: [column.column for column in fields.columns] for game, fields in games.items()}
    if asked is None:
        brief = {game: list(fields.brief) or facts[game] for game, fields in games.items()}
        common = [name for name in next(iter(brief.values())) if all(name in names for names in brief.values())]
        names = (
            ["id", "game", "name", "name_local", *(n for f in facts.values() for n in f), "keywords", "sets", "unknown"]
            if as_csv
            else [*(["game"] if several else []), "name", *common, "sets"]
        )
        return [
            {game: name if name in _OTHERS or name in facts[game] else None for game in games}
            for name in dict.fromkeys(names)
        ]
    words = {
        game: {word: fact.column for word, fact in field_words(fields).items()}
        | {word: word for word in _OTHERS}
        | {"set": "sets", "keyword": "keywords"}
        for game, fields in games.items()
    }
    found: list[_Column] = []
    for part in asked.split(","):
        column = {game: words[game].get(fold(part.strip())) for game in games}
        if not any(column.values()):
            what = Text("there is no column '{column}'", {"column": part.strip()})
            all_facts = list(dict.fromkeys(name for names in facts.values() for name in names))
            raise UsageError(what, "--columns", Text("use one of: {values}", {"values": [*_OTHERS, *all_facts]}))
        if column not in found:
            found.append(column)
    return found


def _first(column: _Column) -> str:
    return next(name for name in column.values() if name)


def _title(name: str, games: Sequence[CardFields], lang: str) -> str:
    titles = {
        "id": Text("Id"),
        "game": Text("Game"),
        "name": Text("Name"),
        "name_local": Text("Local name"),
        "keywords": Text("Keywords"),
        "sets": Text("Sets"),
        "unknown": Text("Not known"),
    }
    for fact in (column for fields in games for column in fields.columns):
        titles.setdefault(fact.column, as_text(fact.label(lang)))
    return titles[name].render(lang)


def _remarks(found: int, shown: int, undetermined: list[str]) -> list[Text]:
    remarks = []
    if found == 0:
        remarks.append(Text("no card fits"))
    elif shown < found:
        remarks.append(Text("{shown} of {found} cards shown", {"shown": shown, "found": found}))
    if undetermined:
        count = len(undetermined)
        remarks.append(
            Text(
                "of {count} card it cannot be said, since a fact is not known: {names}",
                {"count": count, "names": undetermined[:5]},
                plural="of {count} cards it cannot be said, since a fact is not known: {names}",
                number=count,
            )
        )
    return remarks
