"""deckkit show: one card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit.cli.common import (
    DbOption,
    FormatsOption,
    JsonOption,
    LangOption,
    OnOption,
    QuietOption,
    emit_json,
    emit_table,
    language,
    open_catalogue,
    parse_day,
    say,
    tr,
)
from deckkit.cli.search import show_value
from deckkit.errors import InputError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.fields import CardFields
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.games.base import Game

__all__ = ["register"]

_PLACE = re.compile(r"\s*([^\s#/-]+)\s*[-#/ ]\s*([A-Za-z]{0,2}[0-9]+[A-Za-z*]?)\s*")


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("show")(show)


def show(
    name: Annotated[
        list[str],
        typer.Argument(
            help="A full name in any language, a key (GAME:card-name) or a printing (SET-NUMBER).", show_default=False
        ),
    ],
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)] = None,
    on: OnOption = None,
    own: FormatsOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    lang: LangOption = None,
    db: DbOption = None,
) -> None:
    """Show a card: facts, printings, names in all languages, texts where known, and where it may be played."""
    from deckkit.games import GAMES, get_game

    words, day, wanted = language(lang), parse_day(on), " ".join(name)
    prefix = wanted.partition(":")[0].strip().lower()
    asked = game if game is not None else prefix if ":" in wanted and prefix in GAMES else None
    with open_catalogue(db, words, quiet) as catalogue:
        held = set(catalogue.games())
        games = [get_game(asked)] if asked is not None else [GAMES[slug] for slug in GAMES if slug in held]
        card = _find(catalogue, games, wanted)
        found_game = get_game(card.game)
        legality = _legality(catalogue, found_game, card, day, own, words)
        document = _document(catalogue, found_game.cards, card, legality, day, words)
        document["effects"] = _effects(catalogue, found_game, card, words)
    if as_json:
        emit_json(document)
    else:
        live = found_game.feeds is not None and found_game.feeds().live is not None
        _print(document, found_game.cards, words, live)


def _legality(
    catalogue: Catalogue, game: Game, card: Card, day: date, own: Path | None, lang: str
) -> list[dict[str, Any]]:
    from deckkit.legality.cards import card_legality

    book = game.formats()
    judge = game.judge(catalogue, book.extended(own) if own else book)
    return [row.to_json(lang) for row in card_legality(judge, card, day)]


def _find(catalogue: Catalogue, games: Sequence[Game], wanted: str) -> Card:
    """The one card that is meant. Raises :class:`InputError` (exit 3) with suggestions, or with all that it may be."""
    found: dict[Card, None] = {}
    near: dict[Card, None] = {}
    for game in games:
        cards, suggestions = _find_in(catalogue, game, wanted)
        found.update(dict.fromkeys(cards))
        near.update(dict.fromkeys(suggestions))
    if len(found) == 1:
        return next(iter(found))
    if found:
        listed = [f"{card.name} ({card.key})" for card in found]
        raise InputError(
            Text("'{name}' may be several cards", {"name": wanted}), do=Text("name one of: {cards}", {"cards": listed})
        )
    gone = [catalogue.index(game.slug).gone(wanted.removeprefix(f"{game.slug}:")) for game in games]
    raise InputError(
        next(
            (
                Text("{name} was removed from the catalogue on {day}", {"name": removed[0], "day": removed[1]})
                for removed in gone
                if removed is not None
            ),
            Text("no card is called '{name}'", {"name": wanted}),
        ),
        do=Text("did you mean: {cards}?", {"cards": list(near)}) if near else Text("look for it with 'deckkit search'"),
    )


def _find_in(catalogue: Catalogue, game: Game, wanted: str) -> tuple[Sequence[Card], Sequence[Card]]:
    """The cards of one game that may be meant, and where there are none the nearest."""
    from deckkit.decklist.resolving import spellings

    if wanted.strip().lower().startswith(f"{game.slug}:"):
        try:
            return (catalogue.card(wanted.strip().lower()),), ()
        except KeyError:
            wanted = wanted.partition(":")[2].replace("-", " ")
    resolution = catalogue.index(game.slug).resolve(wanted)
    if resolution.card is not None:
        return (resolution.card,), ()
    place = _PLACE.fullmatch(wanted)
    if place and not resolution.candidates:
        ways = (catalogue.at(game.slug, *way) for way in spellings(*place.groups()))
        places = next(filter(None, ways), ())
        # A plain number means the ordinary printing: promos share the numbers of their set.
        ordinary = [pair for pair in places if pair[1].promo is None]
        cards = list(dict.fromkeys(card for card, _ in ordinary or places))
        return cards, () if cards else resolution.suggestions
    return resolution.candidates, resolution.suggestions


def _document(
    catalogue: Catalogue,
    fields: CardFields,
    card: Card,
    legality: list[dict[str, Any]],
    day: date,
    lang: str,
) -> dict[str, Any]:
    sets = catalogue.sets(card.game)
    printings = []
    for printing in catalogue.printings(card):
        of_set = sets[printing.set_code]
        printings.append(
            {
                "id": printing.feed_id,
                "set": printing.set_code,
                "set_name": of_set.name,
                "set_name_local": of_set.local_name(lang),
                "number": printing.number,
                "variant": printing.variant,
                "rarity": printing.rarity,
                "promo": printing.promo,
                "counts": printing.counts,
                "prerelease": of_set.prerelease,
                "release": of_set.release,
                "removed": printing.removed,
            }
        )
    abilities = catalogue.abilities(card, lang)
    if not any(ability.text for ability in abilities):
        abilities = catalogue.abilities(card)
    texts = [
        {
            "kind": ability.kind,
            "name": ability.name,
            "text": ability.text,
            "language": ability.language,
            "until": ability.used_until,
        }
        for ability in abilities
        if ability.text is not None
    ]
    return {
        "schema": "deckkit.show/1",
        "id": card.key,
        "game": card.game,
        "name": card.name,
        "name_local": card.local_name(lang),
        "names": dict(card.names),
        "aliases": [{"name": a, "until": until, "source": source} for a, until, source in catalogue.aliases(card)],
        "facts": {column.column: card.facts.get(column.fact) for column in fields.columns},
        "unknown": sorted(card.unknown),
        "origins": catalogue.origins(card),
        "keywords": [
            {"keyword": row.keyword, "value": row.value, "number": row.number} for row in catalogue.keywords(card)
        ],
        "printings": printings,
        "texts_known": catalogue.has_text(card.game),
        "texts": [text for text in texts if text["until"] is None],
        "former_texts": [text for text in texts if text["until"] is not None],
        "on": day,
        "legality": legality,
        "catalogue": catalogue.version(card.game),
    }


def _effects(catalogue: Catalogue, game: Game, card: Card, lang: str) -> dict[str, Any] | None:
    """What the card does when it is played by deckkit, in our own words; None for a game whose cards do nothing yet."""
    if game.effects is None:
        return None
    from deckkit.effects.render import render_abilities

    part = game.effects()
    found = part.of(card.key, catalogue.abilities(card, part.language) if part.language is not None else ())
    return {
        "coverage": found.coverage,
        "stale": found.stale is not None,
        "parts": [
            {
                "status": one.status,
                "origin": one.origin,
                "source": one.source or None,
                "said": render_abilities(one.abilities, part.labels(), lang),
            }
            for one in found.parts
        ],
    }


def _print_effects(effects: Mapping[str, Any], lang: str) -> None:
    if not effects["parts"]:
        return
    print()
    say(tr("What is played of its text, in our own words", lang))
    for part in effects["parts"]:
        for sentence in part["said"]:
            say(f"  {sentence}")
        if part["status"] == "unparsed":
            say("  " + tr("(a text that is not played)", lang))
        elif part["status"] == "partial":
            say("  " + tr("(the rest of this text is not played)", lang))
    if effects["stale"]:
        say("  " + tr("(effects written by hand were for another text and are not used)", lang))


def _print(document: Mapping[str, Any], fields: CardFields, lang: str, live: bool) -> None:
    local, canonical = document["name_local"], document["name"]
    say(local if local == canonical else f"{local} ({canonical})")
    facts = [(tr("Id", lang), document["id"])]
    for column in fields.columns:
        value = document["facts"][column.column]
        if column.fact in document["unknown"]:
            facts.append((column.label(lang), tr("not known", lang)))
        elif value is not None:
            shown = show_value(column.column, value, fields, lang)
            origin = document["origins"].get(column.fact)
            facts.append((column.label(lang), f"{shown} [{origin}]" if origin else shown))
    keywords = [f"{row['keyword']} {row['value'] or ''}".strip() for row in document["keywords"]]
    if keywords:
        facts.append((tr("Keywords", lang), show_value("keywords", keywords, fields, lang)))
    elif "keywords" in document["unknown"]:
        facts.append((tr("Keywords", lang), tr("not known", lang)))
    _print_pairs(facts)
    for title, texts in ((tr("Text", lang), document["texts"]), (tr("Former texts", lang), document["former_texts"])):
        if texts:
            print()
            say(title)
            for text in texts:
                until = tr("until {day}: ", lang, day=text["until"]) if text["until"] else ""
                say(f"  {until}{text['text']}")
    if not document["texts_known"] and live:
        print("\n" + tr("This catalogue holds facts only; 'deckkit update' brings the texts.", lang))
    if document["effects"] is not None:
        _print_effects(document["effects"], lang)
    print(f"\n{tr('Names', lang)}")
    names = list(document["names"].items())
    for alias in document["aliases"]:
        until = tr("until {day}", lang, day=alias["until"]) if alias["until"] else tr("also", lang)
        names.append((until, alias["name"]))
    _print_pairs(names)
    print(f"\n{tr('Printings', lang)}")
    rarities = fields.rarities.get(lang, {})
    header = [
        tr("Set", lang),
        tr("Name", lang),
        tr("Number", lang),
        tr("Rarity", lang),
        tr("Promo", lang),
        tr("Prerelease", lang),
        tr("Id", lang),
    ]
    rows: list[tuple[Any, ...]] = []
    for row in document["printings"]:
        gone = row["removed"]
        rows.append(
            (
                row["set"],
                row["set_name_local"],
                f"{row['number'] or ''}{row['variant'] or ''}",
                rarities.get(row["rarity"], row["rarity"]),
                row["promo"],
                row["prerelease"] or tr("not known", lang),
                tr("{id} (gone since {day})", lang, id=row["id"], day=gone) if gone else row["id"],
            )
        )
    emit_table(header, rows)
    print("\n" + tr("Legality on {day}", lang, day=document["on"]))
    header = [tr("Format", lang), tr("Status", lang), tr("In the pool", lang), tr("Banned", lang)]
    rows = [
        (row["title"], row["reason"], _spans(row["spans"], lang), _spans(row["bans"], lang))
        for row in document["legality"]
    ]
    emit_table(header, rows)


def _print_pairs(pairs: Iterable[tuple[str, str]]) -> None:
    shown = list(pairs)
    width = max((len(title) for title, _ in shown), default=0)
    for title, value in shown:
        say(f"  {title.ljust(width)}  {value}")


def _spans(spans: Sequence[Mapping[str, str | None]], lang: str) -> str:
    shown = [
        tr("{start} to {end}", lang, start=span["from"], end=span["until"])
        if span["until"]
        else tr("since {start}", lang, start=span["from"])
        for span in spans
    ]
    return ", ".join(shown)
