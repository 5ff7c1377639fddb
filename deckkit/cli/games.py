"""deckkit games: what games are known, which catalogue is used and how old it is."""

from __future__ import annotations

import typer

from deckkit.cli.common import (
    CsvOption,
    DbOption,
    JsonOption,
    LangOption,
    OnOption,
    QuietOption,
    emit,
    language,
    open_catalogue,
    parse_day,
    tr,
)

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("games")(games)


def games(
    db: DbOption = None,
    on: OnOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """List the games, the catalogue that is used and how old it is."""
    from deckkit.games import GAMES

    words = language(lang)
    day = parse_day(on)
    with open_catalogue(db, words, quiet) as catalogue:
        held = set(catalogue.games())
        rows = []
        for slug, game in GAMES.items():
            counts = catalogue.counts(slug) if slug in held else {"cards": 0, "printings": 0, "sets": 0}
            feeds = catalogue.feeds(slug) if slug in held else []
            made = [feed.generated for feed in feeds[:1] if feed.generated]
            rows.append(
                {
                    "game": slug,
                    "title": game.title,
                    **counts,
                    "owners": game.owners,
                    "feeds": [
                        {
                            "feed": feed.feed,
                            "version": feed.version,
                            "language": feed.language,
                            "generated": feed.generated.isoformat() if feed.generated else None,
                            "sha256": feed.sha256,
                        }
                        for feed in feeds
                    ],
                    "generated": max(made).isoformat() if made else None,
                    "age_days": max((day - max(made)).days, 0) if made else None,
                    "version": catalogue.version(slug) if feeds else None,
                }
            )
        document = {
            "schema": "deckkit.games/1",
            "database": str(catalogue.path),
            "origin": catalogue.origin,
            "games": rows,
        }
        if not as_json and not as_csv:
            origins = {
                "option": tr("named with --db", words),
                "env": tr("named by DECKKIT_DB", words),
                "user": tr("your own copy", words),
                "shipped": tr("came with deckkit", words),
            }
            print(tr("Catalogue: {path} ({origin})", words, path=str(catalogue.path), origin=origins[catalogue.origin]))
        header = [tr(word, words) for word in ("Game", "Title", "Cards", "Printings", "Sets", "Feed", "Age in days")]
        table = [
            (r["game"], r["title"], r["cards"], r["printings"], r["sets"], r["version"], r["age_days"]) for r in rows
        ]
        emit(header if not as_csv else list(_CSV), table, as_json=as_json, as_csv=as_csv, document=document)


_CSV = ("game", "title", "cards", "printings", "sets", "feed", "age_days")
