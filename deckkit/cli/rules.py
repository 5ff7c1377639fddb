"""deckkit rules: keywords, terms, rules and finding codes in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import JsonOption, LangOption, emit_json, language, tr
from deckkit.errors import InputError
from deckkit.i18n import LANGUAGES, Text

if TYPE_CHECKING:
    from deckkit.reference import Entry, Reference

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Adds the verb to the command."""
    app.command("rules")(_rules)


def _rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] [TERM]",
            help="A keyword, term, rule number or finding code; without one, everything there is.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Explain a keyword, a term, a rule number or a finding code. Without a game, all games are looked through."""
    from deckkit.games import GAMES
    from deckkit.reference import find, load_codes, nearest

    lang = language(lang)
    asked = [word for word in words or [] if word.strip()]
    slug = asked[0].strip().lower() if asked else ""
    games = list(GAMES)
    if slug in GAMES:
        games, asked = [slug], asked[1:]
    references = [part() for game in games if (part := GAMES[game].reference) is not None]
    references.append(load_codes())
    term = " ".join(asked)
    found = find(references, term) if term else [entry for reference in references for entry in reference.entries]
    if not found:
        close = nearest(references, term)
        do = Text("did you mean: {names}", {"names": close}) if close else Text("'deckkit rules' lists everything")
        raise InputError(Text("there is no entry for '{term}'", {"term": term}), "deckkit rules", do)
    if as_json:
        sources = {reference.game: reference.sources for reference in references if reference.game is not None}
        emit_json({"schema": "deckkit.rules/1", "entries": [entry.to_json() for entry in found], "sources": sources})
    elif term:
        print("\n\n".join(_shown(entry, references, lang) for entry in found))
    else:
        print("\n\n".join(_listed(reference, lang) for reference in references))


def _shown(entry: Entry, references: list[Reference], lang: str) -> str:
    from deckkit.games import GAMES

    home = next(reference for reference in references if reference.game == entry.game)
    others = [name for name in entry.names[lang][1:] if "{" not in name]
    kind = entry.id if entry.kind == "code" else _kind(entry.kind, lang)
    about = kind if entry.game is None else f"{GAMES[entry.game].title}, {kind}"
    lines = [f"{entry.title(lang)}  ({about})"]
    for other in LANGUAGES:
        if other != lang or not entry.names[other]:
            names = entry.names[other] or [tr("no word known", lang)]
            named = tr("{language}: {names}", lang, language=_language_name(other, lang), names=names)
            lines.append(f"  {named}")
    if others:
        lines.append("  " + tr("also: {names}", lang, names=others))
    if entry.severity is not None:
        lines.append("  " + tr("usual severity: {severity}", lang, severity=_severity(entry.severity)))
    lines += ["", *_wrapped(entry.text[lang], lang), ""]
    if entry.rules:
        lines.append("  " + tr("rules: {rules}", lang, rules=list(entry.rules)))
        cited = {rule.split()[0] for rule in entry.rules}
        sources = {short: title[lang] for short, title in home.sources.items() if short in cited}
        lines += ["    " + tr("{word}: {value}", lang, word=short, value=title) for short, title in sources.items()]
    if entry.see:
        names = [link if entry.kind == "code" else home[link].title(lang) for link in entry.see]
        lines.append("  " + tr("see also: {names}", lang, names=names))
    return "\n".join(lines).rstrip()


def _listed(reference: Reference, lang: str) -> str:
    from deckkit.catalogue.fold import fold
    from deckkit.games import GAMES
    from deckkit.reference import KINDS

    blocks = [] if reference.game is None else [GAMES[reference.game].title]
    for kind in KINDS:
        entries = [entry for entry in reference.entries if entry.kind == kind]
        if kind == "code":
            rows = [tr("{word}: {value}", lang, word=entry.id, value=entry.title(lang)) for entry in entries]
        else:
            rows = sorted((entry.title(lang) for entry in entries), key=fold)
        if rows:
            blocks.append("\n".join([f"{_kind(kind, lang, many=True)} ({len(rows)})", *(f"  {row}" for row in rows)]))
    return "\n\n".join(blocks)


def _wrapped(text: str, lang: str) -> list[str]:
    import re
    import textwrap

    if lang == "fr":
        # French puts a space before these signs, and no line may begin with one of them.
        text = re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", text)
    return textwrap.wrap(text, width=96, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _language_name(language_code: str, lang: str) -> str:
    names = {"en": Text("English"), "fr": Text("French")}
    return names[language_code].render(lang)


def _severity(severity: str) -> Text:
    return {
        "illegal": Text("illegal"),
        "incomplete": Text("incomplete"),
        "undetermined": Text("undetermined"),
        "warning": Text("warning"),
    }[severity]


def _kind(kind: str, lang: str, many: bool = False) -> str:
    one = {
        "keyword": Text("keyword"),
        "term": Text("term"),
        "rule": Text("rule"),
        "format": Text("format"),
        "code": Text("finding code"),
    }
    several = {
        "keyword": Text("Keywords"),
        "term": Text("Terms"),
        "rule": Text("Rules"),
        "format": Text("Formats"),
        "code": Text("Finding codes"),
    }
    return (several if many else one)[kind].render(lang)
