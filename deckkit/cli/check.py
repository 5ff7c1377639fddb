"""deckkit check: may this list be played?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
    language,
    list_game,
    notice,
    open_catalogue,
    parse_day,
    show_error,
    tr,
)
from deckkit.errors import DeckkitError, InputError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.catalogue.store import Catalogue
    from deckkit.decklist.model import Deck, DeckSpec
    from deckkit.games.base import Game
    from deckkit.legality.check import Advice, Judge, Period
    from deckkit.legality.findings import Finding, Verdict

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("check")(check)


@dataclass(slots=True)
class _Result:
    """One list's outcome: a deck with its verdicts, or the error that kept it from being read."""

    file: str
    deck: Deck | None = None
    verdicts: dict[str, Verdict] | None = None
    timeline: dict[str, list[Period]] | None = None
    advice: Sequence[Advice] = ()
    error: DeckkitError | None = None


def check(
    decks: Annotated[
        list[str] | None,
        typer.Argument(help="Deck lists: files, folders, globs, or - for standard input.", show_default=False),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default=False)] = None,
    format: Annotated[str | None, typer.Option("--format", "-f", help="The format.", show_default="all")] = None,
    on: OnOption = None,
    timeline: Annotated[bool, typer.Option("--timeline", help="Show the days on which the list is legal.")] = False,
    opened: Annotated[
        Path | None, typer.Option("--opened", help="Limited: a list of the opened cards.", show_default=False)
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="A switch of the event (exact_60).", show_default=False)
    ] = None,
    team: Annotated[
        tuple[str, str] | None,
        typer.Option("--team", help="The two lists of a team, judged together.", show_default=False),
    ] = None,
    own: FormatsOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: LangOption = None,
    quiet: QuietOption = False,
) -> None:
    """Judge deck lists: every finding with its rule and cure, in one format or in all of them."""
    words = language(lang)
    day = parse_day(on)
    files = list(_inputs(_arguments(decks or [], team, as_csv)))
    many = len(files) > 1 or files != decks
    with open_catalogue(db, words, quiet) as catalogue:
        found, read = list_game(game, files, catalogue, words, quiet)
        book = found.formats()
        judge = found.judge(catalogue, book.extended(own) if own else book)
        if format is not None:
            format = judge.book.format(format).slug
        elif team is not None:
            format = _team_format(judge)
        options = _options(judge, option or [])
        pool = _read(str(opened), catalogue, found) if opened else None
        if pool is not None and pool.problems:
            first = pool.problems[0]
            raise InputError(first.reason, f"{opened}:{first.line}", Text("mend the list of opened cards"))
        more: dict[str, Any] = {"opened": pool, "options": options}
        results: list[_Result] = []
        for file in files:
            result = _Result(file)
            try:
                deck = _read(file, catalogue, found, read.get(file))
                result.deck = deck
                result.verdicts = (
                    {format: judge.check(deck, format, day, **more)} if format else judge.check_all(deck, day, **more)
                )
                if timeline:
                    result.timeline = {slug: judge.timeline(deck, slug, **more) for slug in result.verdicts}
                result.advice = judge.advice(deck)
            except DeckkitError as error:
                if not many:
                    raise
                result.error = error
            results.append(result)
        version = catalogue.version(found.slug)
        documents = [_document(result, found.slug, format, day, version, words) for result in results]
        together: Verdict | None = None
        if team is not None and format is not None:
            together = judge.check_team(_whole(results), format, day, options=options)
        if together is not None and as_json:
            head = {"schema": "deckkit.team/1", "game": found.slug, "on": day.isoformat(), "catalogue": version}
            legal = together.legal and all(document["legal"] for document in documents)
            emit_json({**head, **together.to_json(words), "legal": legal, "decks": documents})
        elif together is not None:
            for result in results:
                _print(result, day, found.deck, words)
                print()
            _print_team(together, words)
        elif as_json:
            emit_json(documents if many else documents[0])
        elif as_csv:
            _emit_rows(results, format, words, csv=True)
        elif many:
            _emit_rows(results, format, words, csv=False)
        else:
            _print(results[0], day, found.deck, words)
        if many and together is None:
            for result in results:
                if result.error is not None and not as_json:
                    show_error(result.error.to_json(words), words, as_json=False)
            if not quiet and not as_json:
                notice(_summary(results, words))
    codes = [_exit_code(result, format) for result in results]
    raise typer.Exit(_worst([*codes, together.exit_code] if together is not None else codes))


# -- inputs -------------------------------------------------------------------------------------------------------


def _arguments(decks: Sequence[str], team: tuple[str, str] | None, as_csv: bool) -> Sequence[str]:
    """The lists that were named, as arguments or as a team, but not both."""
    if team is not None and (decks or as_csv):
        what = Text("a team is judged for itself, as text or JSON")
        raise UsageError(what, "--team", Text("leave out the other lists and --csv"))
    if team is None and not decks:
        raise UsageError(Text("no list was named"), "check", Text("name files, folders, or - for standard input"))
    return decks if team is None else team


def _team_format(judge: Judge) -> str:
    """The one format with rules about teams, where none was asked for."""
    slugs = [form.slug for form in judge.book.playable() if any(rule.OF_TEAMS for rule in form.rules)]
    if len(slugs) == 1:
        return slugs[0]
    what = Text("no format of {game} has rules about teams", {"game": judge.game})
    if slugs:
        what = Text("which format?")
    do = Text("use one of: {formats}", {"formats": slugs}) if slugs else Text("leave it out")
    raise UsageError(what, "--team", do)


def _whole(results: Sequence[_Result]) -> list[Deck]:
    """The decks of a team. Raises the error of the first one that could not be read."""
    for result in results:
        if result.error is not None:
            raise result.error
    return [result.deck for result in results if result.deck is not None]


def _inputs(arguments: Sequence[str]) -> Iterator[str]:
    for argument in arguments:
        path = Path(argument)
        if argument == "-" or path.is_file():
            yield argument
        elif path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
            if not inside:
                raise InputError(Text("the folder holds no files"), argument, Text("name files or another folder"))
            yield from map(str, inside)
        elif any(sign in argument for sign in "*?["):
            hits = sorted(str(hit) for hit in _glob(argument) if hit.is_file())
            if not hits:
                raise InputError(Text("no file fits this pattern"), argument, Text("check the pattern"))
            yield from hits
        else:
            yield argument


def _glob(pattern: str) -> Iterator[Path]:
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor))) if path.is_absolute() else Path().glob(pattern)


def _read(file: str, catalogue: Catalogue, game: Game, data: bytes | None = None) -> Deck:
    from deckkit.decklist import parse, read_source, resolve

    parsed = parse(read_source(file) if data is None else data, game.deck, file)
    return resolve(parsed, catalogue, game.slug, game.deck, file=file)


def _options(judge: Judge, names: Sequence[str]) -> frozenset[str]:
    known = {
        name
        for format in judge.book.formats.values()
        for rule in format.rules
        for name in (rule.option, rule.unless_option)
        if name
    }
    for name in names:
        if name not in known:
            raise UsageError(
                Text("no format of {game} has an option '{option}'", {"game": judge.game, "option": name}),
                "--option",
                Text("use one of: {options}", {"options": sorted(known)}) if known else Text("leave it out"),
            )
    return frozenset(names)


# -- outcomes -----------------------------------------------------------------------------------------------------


def _exit_code(result: _Result, format: str | None) -> int:
    if result.error is not None or result.verdicts is None:
        return result.error.exit_code if result.error else 3
    if format is not None:
        return result.verdicts[format].exit_code
    deciding = [v for v in result.verdicts.values() if v.kind == "constructed"] or list(result.verdicts.values())
    if result.deck is not None and result.deck.problems:
        return 3
    return min((v.exit_code for v in deciding), key=(0, 3, 1).index)


def _worst(codes: Sequence[int]) -> int:
    return min(codes, key=(4, 3, 1, 0).index)


def _document(result: _Result, game: str, format: str | None, day: date, version: str, lang: str) -> dict[str, Any]:
    deck = result.deck
    head: dict[str, Any] = {"schema": "deckkit.check/1"}
    if deck is None or result.verdicts is None:
        assert result.error is not None
        return {
            **head,
            "deck": {"name": "", "file": result.file, "game": game},
            "legal": False,
            **result.error.to_json(lang),
        }
    head["deck"] = {
        "name": deck.name,
        "file": result.file,
        "game": game,
        "form": deck.form,
        "sections": deck.sizes or {"main": 0},
        "unresolved": deck.unresolved,
    }
    common = {"on": day.isoformat(), "catalogue": version}
    advice = [item.to_json(lang) for item in result.advice]
    notices = [text.render(lang) for text in deck.notices]
    if format is not None:
        document = {**head, **common, **result.verdicts[format].to_json(lang)}
    else:
        verdicts = result.verdicts
        document = {
            **head,
            **common,
            "legal": any(v.legal for v in verdicts.values() if v.kind == "constructed"),
            "formats": {slug: verdict.to_json(lang) for slug, verdict in verdicts.items()},
        }
    document |= {"advice": advice, "notices": notices}
    if result.timeline is not None:
        document["timeline"] = {slug: [p.to_json() for p in periods] for slug, periods in result.timeline.items()}
    return document


# -- text ---------------------------------------------------------------------------------------------------------


def _verdict_word(verdict: str, lang: str) -> str:
    return {
        "legal": tr("legal", lang),
        "illegal": tr("not legal", lang),
        "undetermined": tr("undetermined", lang),
    }[verdict]


def _print(result: _Result, day: date, spec: DeckSpec, lang: str) -> None:
    deck, verdicts = result.deck, result.verdicts
    assert deck is not None and verdicts is not None
    title = deck.name or (Path(result.file).name if result.file != "-" else tr("standard input", lang))
    labels = {section.name: section.labels.get(lang, section.name) for section in spec.sections}
    sizes = ", ".join(f"{labels.get(name, name)} {count}" for name, count in deck.sizes.items()) or "0"
    print(f"{title}: {sizes} ({day.isoformat()})")
    if deck.unresolved or deck.problems:
        line = Text(
            "{n} line was not understood, with {copies} copies",
            {"n": len(deck.problems), "copies": deck.unresolved},
            plural="{n} lines were not understood, with {copies} copies",
            number=len(deck.problems),
        )
        print(line.render(lang))
    for text in deck.notices:
        print(f"  · {text.render(lang)}")
    shown: set[tuple[str, str]] = set()
    for slug, verdict in verdicts.items():
        print(f"\n{verdict.title.local_name(lang)} [{slug}]: {_verdict_word(verdict.verdict, lang).upper()}")
        for finding in verdict.findings:
            key = (finding.code, finding.message.render(lang))
            if key in shown and finding.lines and len(verdicts) > 1 and not finding.rule:
                continue
            shown.add(key)
            _print_finding(finding, lang)
        if len(verdicts) == 1:
            for rule in verdict.passed:
                print(f"  + {rule.title.local_name(lang)} ({rule.cite})")
        for period in (result.timeline or {}).get(slug, ()):
            print(f"  {_period(period, lang)}")
    if result.advice:
        print(f"\n{tr('Advice', lang)}")
        for item in result.advice:
            print(f"  · {item.message.render(lang)}")


_MOST_SHOWN = 12


def _print_team(verdict: Verdict, lang: str) -> None:
    title, word = verdict.title.local_name(lang), _verdict_word(verdict.verdict, lang).upper()
    print(tr("Team, {format}: {verdict}", lang, format=f"{title} [{verdict.format}]", verdict=word))
    for finding in verdict.findings:
        _print_finding(finding, lang)
    for rule in verdict.passed:
        print(f"  + {rule.title.local_name(lang)} ({rule.cite})")


_SIGNS = {"illegal": "x", "incomplete": "?", "undetermined": "?", "warning": "!"}


def _print_finding(finding: Finding, lang: str) -> None:
    from deckkit.legality.findings import in_language

    print(f"  {_SIGNS[finding.severity]} {finding.code}: {finding.message.render(lang)}")
    details = []
    if finding.rule:
        source = in_language(finding.source, lang)
        details.append(finding.rule + (f", {source}" if source else ""))
    if finding.lines:
        shown = ", ".join(map(str, finding.lines[:8])) + (" …" if len(finding.lines) > 8 else "")
        details.append(tr("line {lines}", lang, lines=shown))
    if finding.cure is not None:
        details.append(f"-> {finding.cure.render(lang)}")
    if details:
        print(f"      {'; '.join(details)}")
    if len(finding.suggestions) > 1:
        names = [card.local_name(lang) for card in finding.suggestions[:_MOST_SHOWN]]
        more = " …" if len(finding.suggestions) > _MOST_SHOWN else ""
        print("      " + tr("nearest: {cards}", lang, cards="; ".join(names) + more))


def _period(period: Period, lang: str) -> str:
    if period.start is None and period.end is None:
        span = tr("always", lang)
    elif period.start is None:
        span = tr("before {end}", lang, end=period.end)
    elif period.end is None:
        span = tr("from {start} on", lang, start=period.start)
    else:
        span = tr("from {start} until {end}", lang, start=period.start, end=period.end)
    codes = f" ({', '.join(period.codes)})" if period.codes else ""
    return tr("{span}: {verdict}", lang, span=span, verdict=_verdict_word(period.verdict, lang)) + codes


def _emit_rows(results: Sequence[_Result], format: str | None, lang: str, *, csv: bool) -> None:
    slugs = [format] if format else next((list(r.verdicts) for r in results if r.verdicts), [])
    rows: list[list[Any]] = []
    for result in results:
        deck, verdicts = result.deck, result.verdicts
        if deck is None or verdicts is None:
            what = result.error.what.render(lang) if result.error else ""
            rows.append(
                [result.file, "", "", "", *(tr("unreadable", lang) if not csv else "unreadable" for _ in slugs), what]
            )
            continue
        codes = list(dict.fromkeys(code for slug in slugs for code in verdicts[slug].codes))
        cells = [verdicts[slug].verdict if csv else _verdict_word(verdicts[slug].verdict, lang) for slug in slugs]
        size = sum(deck.sizes.values())
        rows.append([result.file, deck.name, size, deck.unresolved, *cells, " ".join(codes)])
    if csv:
        emit_csv(["file", "name", "cards", "unresolved", *slugs, "codes"], rows)
    else:
        header = [
            tr("File", lang),
            tr("Name", lang),
            tr("Cards", lang),
            tr("Unresolved", lang),
            *slugs,
            tr("Findings", lang),
        ]
        emit_table(header, rows)


def _summary(results: Sequence[_Result], lang: str) -> str:
    legal = sum(
        1
        for r in results
        if r.verdicts and any(v.legal for v in r.verdicts.values() if v.kind == "constructed" or len(r.verdicts) == 1)
    )
    unread = sum(1 for r in results if r.error is not None or (r.deck is not None and r.deck.problems))
    return tr(
        "{n} lists: {legal} legal, {other} not, {unread} of them not read whole",
        lang,
        n=len(results),
        legal=legal,
        other=len(results) - legal,
        unread=unread,
    )
