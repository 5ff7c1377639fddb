"""deckkit coverage: how much of the cards' text is played, in a game, a format or lists, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
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
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    say,
    show_error,
    tr,
)
from deckkit.cli.inputs import Named, named_lists
from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text, decimal

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck
    from deckkit.effects.coverage import Counts, GameCoverage, Piece
    from deckkit.effects.playing import CardEffects, GameEffects
    from deckkit.games.base import Game

__all__ = ["register"]

_MOST_SHOWN = 20
_GAPS = {
    "grammar": "how it is said",
    "meaning": "what it means",
    "word": "a word",
    "cost": "a cost",
    "notation": "not to be said in the notation",
    "doubt": "would do nothing",
    "kind": "a kind of text",
    "unread": "not read by the compiler",
    "authored": "written by hand in part",
    "follows": "goes on from a gap",
}


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("coverage")(coverage)


def coverage(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="A game, a format, or deck lists (files, folders, - for standard input); without it, all games.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="recognised")] = None,
    on: OnOption = None,
    top: Annotated[int, typer.Option("--top", help="How many missing pieces to show.", min=0)] = _MOST_SHOWN,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Tell how much of the cards' text is played exactly, and what is missing. Exit 3 where a list was not understood.

    Cards with text beyond keywords are counted; vanilla and keyword-only cards apart. CSV has one row a card.
    """
    words, day, wanted = language(lang), parse_day(on), what or []
    with open_catalogue(db, words, quiet) as catalogue:
        pools = _pools(wanted, game, catalogue)
        if pools is not None:
            reports = [_report(one, format, catalogue, day) for one, format in pools]
            if as_json:
                emit_json(_document(day, [report.to_json(catalogue, words, top) for report in reports], []))
            elif as_csv:
                _print_csv([(report.game.slug, "", None, report.coverage.found.items()) for report in reports], words)
            else:
                for i, report in enumerate(reports):
                    _print_report(report, catalogue, day, words, top, first=not i)
            return
        lists = [
            _read(named, found, catalogue, data) for found, data, named in _lists(wanted, game, catalogue, words, quiet)
        ]
        if as_json:
            emit_json(_document(day, [], [one.to_json(words) for one in lists]))
        elif as_csv:
            _print_csv([(one.game.slug, one.file, one.copies, one.found.items()) for one in lists], words)
        else:
            _print_lists(lists, words)
    for one in lists:
        if not as_json:
            _tell(one, words)
    if any(one.error is not None or one.problems for one in lists):
        raise typer.Exit(3)


# -- what was asked for -------------------------------------------------------------------------------------------


def _part(game: Game) -> GameEffects:
    if game.effects is None:
        what = Text("what the cards of {game} do is not known to deckkit yet", {"game": game.title})
        raise UsageError(what, "coverage", Text("use one of: {games}", {"games": _with_effects()}))
    return game.effects()


def _with_effects() -> list[str]:
    from deckkit.games import GAMES

    return [slug for slug, game in GAMES.items() if game.effects is not None]


def _pools(wanted: Sequence[str], slug: str | None, catalogue: Catalogue) -> list[tuple[Game, str | None]] | None:
    """The games, or the format of one, that were asked for; None where lists were."""
    from deckkit.games import GAMES, get_game

    if not wanted:
        held = [get_game(slug)] if slug else [GAMES[one] for one in _with_effects() if one in catalogue.games()]
        return [(one, None) for one in held]
    if len(wanted) > 1:
        return None
    word = wanted[0].strip().lower()
    if word in GAMES and slug in (None, word):
        return [(GAMES[word], None)]
    games = [get_game(slug)] if slug else [GAMES[one] for one in _with_effects()]
    having = [one for one in games if any(form.slug == word for form in one.formats().playable())]
    if len(having) > 1:
        what = Text("several games have the format '{name}'", {"name": word})
        raise UsageError(what, "--game", Text("name one of: {games}", {"games": [one.slug for one in having]}))
    return [(having[0], word)] if having else None


def _lists(
    wanted: Sequence[str], slug: str | None, catalogue: Catalogue, lang: str, quiet: bool
) -> Iterable[tuple[Game, Mapping[str, bytes], Named]]:
    named = named_lists(wanted)
    if len(named) == 1 and named[0][1] is not None:
        raise named[0][1]
    game, data = list_game(slug, [file for file, error in named if error is None], catalogue, lang, quiet)
    return [(game, data, one) for one in named]


# -- a game -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Report:
    """The coverage of a game, or of the cards that a format holds on the day; ``formats`` for a whole game."""

    game: Game
    format: str | None
    coverage: GameCoverage
    formats: Mapping[str, Counts]

    def to_json(self, catalogue: Catalogue, lang: str, top: int) -> dict[str, Any]:
        """Plain values."""
        found, sets = self.coverage, catalogue.sets(self.game.slug)
        reasons = _reasons(self.game, found.missing[:top], catalogue)
        return {
            "game": self.game.slug,
            "format": self.format,
            "catalogue": catalogue.version(self.game.slug),
            "cards": {
                **found.cards.to_json(),
                "keywords_only": found.keywords,
                "vanilla": found.vanilla,
            },
            "clauses": found.clauses.to_json(),
            "formats": {slug: counts.to_json() for slug, counts in self.formats.items()},
            "sets": [
                {
                    "set": code,
                    "name": sets[code].name,
                    "name_local": sets[code].local_name(lang),
                    **counts.to_json(),
                    "without_text": counts.silent,
                }
                for code, counts in found.sets.items()
            ],
            "not_played": [
                {**_card(card, lang), "coverage": one.coverage, "clauses": one.clauses}
                for card, one in found.found.items()
                if one.coverage in ("partial", "unparsed")
            ],
            "missing": [
                {
                    "gap": piece.gap,
                    "hash": piece.hash,
                    "unlocks": piece.unlocks,
                    "cards": [_card(card, lang) for card in piece.cards],
                    "reason": reasons.get(piece.hash),
                }
                for piece in found.missing[:top]
            ],
            "stale": [_card(card, lang) for card in found.stale],
        }


def _report(game: Game, format: str | None, catalogue: Catalogue, day: date) -> _Report:
    from deckkit.effects.coverage import Counts, game_coverage
    from deckkit.legality.formats import pools_of

    effects, judge = _part(game), game.judge(catalogue)

    def pool(slug: str) -> list[Card]:
        found = []
        for card in catalogue.cards(game.slug):
            standing = judge.standing(card, slug, day)
            if standing.pool.state == "legal" and standing.ban is None and standing.rule is None:
                found.append(card)
        return found

    if format is not None:
        return _Report(game, format, game_coverage(game.slug, effects, catalogue, pool(format)), {})
    found = game_coverage(game.slug, effects, catalogue)
    constructed = [form for form in judge.book.playable() if form.kind == "constructed" and pools_of(form)]
    counts = {form.slug: Counts.count(found.found[card] for card in pool(form.slug)) for form in constructed}
    return _Report(game, None, found, counts)


def _reasons(game: Game, pieces: Sequence[Piece], catalogue: Catalogue) -> dict[str, str]:
    """The compiler's own words for missing pieces, which speak of the texts: only where the catalogue has these."""
    compiler = game.feeds().compiler if game.feeds is not None else None
    if compiler is None or not pieces or not catalogue.has_text(game.slug):
        return {}
    made = compiler()
    session = made.session((card.name, card.facts) for card in catalogue.cards(game.slug))
    found: dict[str, str] = {}
    for card in dict.fromkeys(piece.cards[0] for piece in pieces):
        for row in catalogue.abilities(card, made.language):
            if row.text is not None and row.used_until is None:
                found |= session.reasons(row.kind, row.name, row.text, card.facts, card.name)
    return found


def _card(card: Card, lang: str) -> dict[str, Any]:
    return {"id": card.key, "name": card.name, "name_local": card.local_name(lang)}


def _document(day: date, games: list[dict[str, Any]], decks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"schema": "deckkit.coverage/1", "on": day, "games": games, "decks": decks}


# -- lists --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _List:
    """A list: its cards with their effects and copies, or the error that kept it from being read."""

    game: Game
    file: str
    found: Mapping[Card, CardEffects]
    copies: Mapping[Card, int]
    deck: Deck | None = None
    error: DeckkitError | None = None

    @property
    def problems(self) -> bool:
        """Whether a line was not understood."""
        return self.deck is not None and bool(self.deck.problems)

    @property
    def counts(self) -> Counts:
        """The copies by how their card is played."""
        from deckkit.effects.coverage import of_copies

        return of_copies([(one, self.copies[card]) for card, one in self.found.items()])

    @property
    def left(self) -> list[tuple[Card, int, str]]:
        """The cards of which not all text is played."""
        return [
            (card, self.copies[card], one.coverage)
            for card, one in self.found.items()
            if one.coverage in ("partial", "unparsed")
        ]

    def to_json(self, lang: str) -> dict[str, Any]:
        """Plain values."""
        head: dict[str, Any] = {"game": self.game.slug, "file": self.file}
        if self.error is not None or self.deck is None:
            assert self.error is not None
            return {**head, **self.error.to_json(lang)}
        counts = self.counts
        total = counts.of + counts.silent
        return {
            **head,
            "name": self.deck.name,
            "unresolved": self.deck.unresolved,
            "copies": {**counts.to_json(), "without_text": counts.silent, "total": total},
            "share": (counts.exact + counts.silent) / total if total else None,
            "not_played": [{**_card(card, lang), "count": n, "coverage": how} for card, n, how in self.left],
            "problems": [
                {
                    "code": problem.code,
                    "line": problem.line,
                    "text": problem.raw,
                    "copies": problem.copies,
                    "message": problem.reason.render(lang),
                }
                for problem in self.deck.problems
            ],
        }


def _read(named: Named, game: Game, catalogue: Catalogue, data: Mapping[str, bytes]) -> _List:
    from deckkit.decklist.reading import parse, read_source, resolve

    file, error = named
    effects = _part(game)
    if error is not None:
        return _List(game, file, {}, {}, None, error)
    try:
        parsed = parse(data[file] if file in data else read_source(file), game.deck, file)
        deck = resolve(parsed, catalogue, game.slug, game.deck, file=file)
    except InputError as unread:
        return _List(game, file, {}, {}, None, unread)
    copies: dict[Card, int] = {}
    for section in game.deck.sections:
        for item in deck.sections.get(section.name, ()) if section.used else ():
            copies[item.card] = copies.get(item.card, 0) + item.count
    language = effects.language
    found = {
        card: effects.of_card(card, catalogue, catalogue.abilities(card, language) if language is not None else ())
        for card in copies
    }
    return _List(game, file, found, copies, deck)


def _tell(one: _List, lang: str) -> None:
    """What was not understood, on standard error: it is in no figure."""
    if one.error is not None:
        show_error(one.error.to_json(lang), lang, as_json=False)
    for problem in one.deck.problems[:_MOST_SHOWN] if one.deck is not None else ():
        values = {"file": one.file, "line": problem.line, "text": problem.raw, "reason": problem.reason.render(lang)}
        notice(tr("{file}, line {line}: {text}: {reason}", lang, **values))


# -- output -------------------------------------------------------------------------------------------------------


def _percent(value: float | None, lang: str) -> str:
    return "-" if value is None else f"{decimal(value * 100, lang, 1)} %"


def _print_csv(
    groups: Iterable[tuple[str, str, Mapping[Card, int] | None, Iterable[tuple[Card, CardEffects]]]], lang: str
) -> None:
    header = ("game", "deck", "id", "name", "name_local", "count", "coverage", "exact", "partial", "unparsed")
    rows = [
        (
            *(slug, file, card.key, card.name, card.local_name(lang), None if copies is None else copies[card]),
            *(one.coverage, *one.clauses.values()),
        )
        for slug, file, copies, found in groups
        for card, one in found
    ]
    emit_csv(header, rows)


def _print_report(report: _Report, catalogue: Catalogue, day: date, lang: str, top: int, *, first: bool) -> None:
    found, game = report.coverage, report.game
    cards, clauses = found.cards, found.clauses
    if not first:
        say()
    if report.format is None:
        say(f"{game.title}, {catalogue.version(game.slug)}")
    else:
        title = game.formats().format(report.format).title.local_name(lang)
        say(tr("{game}, {format} on {day}", lang, game=game.title, format=title, day=day))
    values = {"exact": cards.exact, "of": cards.of, "share": _percent(cards.share, lang)}
    say(tr("cards with text beyond keywords, played exactly: {exact} of {of} ({share})", lang, **values))
    say(tr("in part: {partial}, not at all: {unparsed}", lang, partial=cards.partial, unparsed=cards.unparsed))
    values = {"exact": clauses.exact, "of": clauses.of, "share": _percent(clauses.share, lang)}
    say(tr("sentences, played exactly: {exact} of {of} ({share})", lang, **values))
    values = {"keywords": found.keywords, "vanilla": found.vanilla}
    say(tr("without such text: {keywords} cards with keywords only, {vanilla} vanilla", lang, **values))
    columns = [tr("Exact", lang), tr("In part", lang), tr("Not", lang), tr("Of", lang), tr("Share", lang)]
    if report.formats:
        say()
        titles = {slug: game.formats().format(slug).title.local_name(lang) for slug in report.formats}
        rows = [(titles[slug], *_row(counts, lang)) for slug, counts in report.formats.items()]
        emit_table([tr("Format on {day}", lang, day=day), *columns], rows)
    if found.sets:
        say()
        sets = catalogue.sets(game.slug)
        rows = [(code, sets[code].local_name(lang), *_row(counts, lang)) for code, counts in found.sets.items()]
        emit_table([tr("Set", lang), tr("Name", lang), *columns], rows)
    if found.missing and top:
        say()
        _print_missing(report, catalogue, lang, top)
    if found.stale:
        say()
        say(tr("Written by hand for another text, and not used:", lang))
        for card in found.stale:
            say(f"  {card.local_name(lang)}")


def _row(counts: Counts, lang: str) -> tuple[Any, ...]:
    return counts.exact, counts.partial, counts.unparsed, counts.of, _percent(counts.share, lang)


def _print_missing(report: _Report, catalogue: Catalogue, lang: str, top: int) -> None:
    pieces = report.coverage.missing
    reasons = _reasons(report.game, pieces[:top], catalogue)
    header = [
        tr("Would unlock", lang),
        tr("Cards", lang),
        tr("What is missing", lang),
        tr("Hash", lang),
        tr("For example", lang),
    ]
    rows: list[tuple[Any, ...]] = []
    for piece in pieces[:top]:
        shown = _reason(piece.gap, reasons.get(piece.hash, "")).render(lang)
        rows.append((piece.unlocks, len(piece.cards), shown, piece.hash, piece.cards[0].local_name(lang)))
    emit_table(header, rows)
    if len(pieces) > top:
        say(tr("and {n} more missing pieces; --top shows more", lang, n=len(pieces) - top))


def _reason(gap: str, reason: str) -> Text:
    """The kind of a gap, with the card's own words where the compiler tells them."""
    if reason and gap == "word":
        return Text("the word “{word}”", {"word": reason.removeprefix("the word ").strip("'")})
    if reason and gap == "grammar":
        return Text("how it is said: “{words}”", {"words": reason.removeprefix("at: ")})
    return Text(_GAPS[gap])


def _print_lists(lists: Sequence[_List], lang: str) -> None:
    for i, one in enumerate(one for one in lists if one.deck is not None):
        if i:
            say()
        counts = one.counts
        total = counts.of + counts.silent
        played = counts.exact + counts.silent
        share = _percent(played / total if total else None, lang)
        values = {"file": one.file, "n": played, "of": total, "share": share}
        say(tr("{file}: played with all their text: {n} of {of} copies ({share})", lang, **values))
        for card, copies, how in one.left:
            shown = {"n": copies, "card": card.local_name(lang)}
            text = tr("{n} {card}: in part", lang, **shown)
            say("  " + (text if how == "partial" else tr("{n} {card}: by its printed facts only", lang, **shown)))
