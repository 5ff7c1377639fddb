"""deckkit verify: our verdict on every card against what the feed itself says."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from deckkit.cli.common import DbOption, JsonOption, LangOption, QuietOption, emit_json, language, open_catalogue, tr

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("verify")(verify)


def verify(
    game: Annotated[str, typer.Argument(help="The game.")],
    db: DbOption = None,
    on: Annotated[str | None, typer.Option("--on", help="The day.", show_default="the feed's", metavar="DATE")] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Compare our verdict on every card, in every format that the feed speaks of, with the feed's own statement."""
    from deckkit.cli.common import parse_day
    from deckkit.games import get_game
    from deckkit.legality.verify import compare

    words = language(lang)
    found = get_game(game)
    with open_catalogue(db, words, quiet) as catalogue:
        feeds = [feed for feed in catalogue.feeds(found.slug) if feed.generated]
        day = parse_day(on) if on or not feeds else feeds[0].generated
        assert day is not None
        result = compare(found.judge(catalogue), day)
        document: dict[str, Any] = {
            "schema": "deckkit.verify/1",
            "game": found.slug,
            "on": day.isoformat(),
            "catalogue": catalogue.version(found.slug),
            "cards": result.cards,
            "formats": {
                slug: {"equal": part.equal, "exceptions": [item.to_json(words) for item in part.exceptions]}
                for slug, part in result.formats.items()
            },
        }
        if as_json:
            emit_json(document)
        else:
            print(tr("{n} cards on {day}, {feed}", words, n=result.cards, day=day, feed=document["catalogue"]))
            for slug, part in result.formats.items():
                line = tr(
                    "{format}: {equal} equal, {n} exceptions",
                    words,
                    format=slug,
                    equal=part.equal,
                    n=len(part.exceptions),
                )
                print(line)
                for item in part.exceptions:
                    told = {"word": item.card.local_name(words), "value": item.reason.render(words)}
                    print("  " + tr("{word}: {value}", words, **told))
    raise typer.Exit(0 if all(not part.exceptions for part in result.formats.values()) else 1)
