"""deckkit search: find cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
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
from deckkit.errors import UsageError
from deckkit.i18n import Text, as_text

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields, FactField

__all__ = ["register", "show_value"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("search")(search)


def search(
    query: Annotated[
        list[str],
        typer.Argument(
            help="What to look for, like: type:character cost<=3 (set:9 or set:13) not keyword:VALUE legal:core. "
            "Put it in single quotes; a search that begins with - goes behind --.",
            show_default=False,
        ),
    ],
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)] = None,
    sort: Annotated[str, typer.Option("--sort", help="Fields to sort by, like cost,name or -cost.")] = "name",
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=0, help="Show at most so many cards.")] = None,
    columns: Annotated[
        str | None,
        typer.Option("--columns", help="Columns of the table or CSV, like name,cost,sets.", show_default=False),
    ] = None,
    on: OnOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Find cards: fields, comparisons, words of a name, "or", "not" and parentheses (see docs/search.md)."""
    from deckkit.catalogue.search import card_row, sort_cards
    from deckkit.catalogue.search import search as find
    from deckkit.legality.query_fields import legality_fields

    words = language(lang)
    found_game = game_option(game)
    fields = found_game.cards
    chosen = _columns(columns, fields, as_csv)
    with open_catalogue(db, words, quiet) as catalogue:
        extra = legality_fields(lambda: found_game.judge(catalogue), parse_day(on))
        found = find(catalogue, found_game.slug, fields, " ".join(query), extra)
        cards = sort_cards(catalogue, found_game.slug, fields, found.cards, sort.split(","), words)
        rows = [card_row(catalogue, card, fields, words) for card in cards[:limit]]
    if as_json:
        emit_json(rows)
    elif as_csv:
        emit_csv(chosen, [[_flat(row.get(name)) for name in chosen] for row in rows])
    elif rows:
        emit_table(
            [_title(name, fields, words) for name in chosen],
            [[show_value(name, _local(name, row), fields, words) for name in chosen] for row in rows],
        )
    if not quiet:
        for remark in _remarks(len(cards), len(rows), [card.local_name(words) for card in found.undetermined]):
            notice(remark.render(words))


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


def _local(name: str, row: dict[str, Any]) -> Any:
    return row.get("name_local", row["name"]) if name == "name" else row.get(name)


def _flat(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def _columns(asked: str | None, fields: CardFields, as_csv: bool) -> list[str]:
    from deckkit.catalogue.conditions import field_words
    from deckkit.catalogue.fold import fold

    others = ["id", "game", "name", "name_local", "keywords", "sets", "unknown"]
    facts = [column.column for column in fields.columns]
    if asked is None:
        if as_csv:
            return ["id", "game", "name", "name_local", *facts, "keywords", "sets", "unknown"]
        return ["name", *(fields.brief or facts), "sets"]
    words = {word: fact.column for word, fact in field_words(fields).items()} | {word: word for word in others}
    words |= {"set": "sets", "keyword": "keywords"}
    wanted = [part.strip() for part in asked.split(",")]
    wrong = [word for word in wanted if fold(word) not in words]
    if wrong:
        what = Text("there is no column '{column}'", {"column": wrong[0]})
        raise UsageError(what, "--columns", Text("use one of: {values}", {"values": [*others, *facts]}))
    return list(dict.fromkeys(words[fold(word)] for word in wanted))


def _title(name: str, fields: CardFields, lang: str) -> str:
    titles = {
        "id": Text("Id"),
        "game": Text("Game"),
        "name": Text("Name"),
        "name_local": Text("Local name"),
        "keywords": Text("Keywords"),
        "sets": Text("Sets"),
        "unknown": Text("Not known"),
    }
    for column in fields.columns:
        titles.setdefault(column.column, as_text(column.label(lang)))
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
