"""Reference: keywords, terms, rules and finding codes, read from TOML and looked up in any of our languages.

A file holds ``[sources]`` (abbreviation of a rules document → its title and date) and ``[[entry]]`` tables::

    id = "evasive"                      # unique, words joined with hyphens (finding codes with a dot)
    kind = "keyword"                    # keyword, term, rule, format or code
    names.en = ["Evasive"]              # the printed word first, then synonyms; "[Word]" stands for any words
    names.fr = ["Insaisissable"]        # a language is left out where no word of it is known
    text.en = "..."
    text.fr = "..."
    rules = ["CR 8.6.1"]                # numbers in the documents of [sources]
    see = ["alert"]                     # ids of the same file
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from deckkit.catalogue.fold import fold, letters
from deckkit.errors import InputError
from deckkit.i18n import LANGUAGES, Text

__all__ = ["KINDS", "Entry", "Reference", "find", "load_codes", "load_reference", "nearest"]

KINDS = ("keyword", "term", "rule", "format", "code")
_SEVERITIES = ("illegal", "incomplete", "undetermined", "warning")
_CODES = Path(__file__).parent / "legality" / "codes.toml"

# "CR 8.6.1", "100.2a", "CR-0717 485.7.b" (the version of a document that has several), "RN14"
_NUMBER = re.compile(r"(?:([a-z]+)(?:-(\d+))?\s*)?(\d+[a-z]?(?:\.(?:\d+[a-z]?|[a-z]))*)\.?")
_VALUE = re.compile(r"(?:\s*:)?\s*(?:[+-]?\s?\d+|[+-]?\s?\b[nx])\s*(?:\{i\})?$")
_PLACEHOLDER = re.compile(r"\[[^]]*\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. ``names`` and ``text`` are keyed by language; ``game`` is None for what belongs to no one game.

    A language in which no word for it is known has an empty tuple of names, but not all of them. ``severity`` is the
    usual one of a finding code, None for everything else.
    """

    id: str
    kind: str
    game: str | None
    names: Mapping[str, tuple[str, ...]]
    text: Mapping[str, str]
    rules: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    severity: str | None = None

    def title(self, lang: str) -> str:
        """The printed word in ``lang``, or in another language if none is known."""
        return next(names[0] for names in (self.names[lang], *self.names.values()) if names)

    def to_json(self) -> dict[str, Any]:
        """The entry as in ``deckkit.rules/1``: both languages, whatever was asked for."""
        document: dict[str, Any] = {
            "id": self.id,
            "kind": self.kind,
            "game": self.game,
            "names": {lang: list(names) for lang, names in self.names.items()},
            "text": dict(self.text),
            "rules": list(self.rules),
            "see": list(self.see),
        }
        return document if self.severity is None else {**document, "severity": self.severity}


@dataclass(frozen=True, slots=True)
class Reference:
    """All entries of one file, in the file's order; ``sources`` names the documents that ``rules`` count in."""

    game: str | None
    entries: tuple[Entry, ...]
    sources: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __getitem__(self, entry_id: str) -> Entry:
        for entry in self.entries:
            if entry.id == entry_id:
                return entry
        raise KeyError(entry_id)


def load_reference(path: Path, game: str | None) -> Reference:
    """Reads a reference file. Raises :class:`InputError` naming the entry when something in it is wrong."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            Text("the reference file is not readable TOML: {reason}", {"reason": str(error)}), path.name
        ) from None
    entries = tuple(_entry(raw, game, f"{path.name}, entry {i}") for i, raw in enumerate(document.get("entry", []), 1))
    ids = [entry.id for entry in entries]
    for entry in entries:
        if ids.count(entry.id) > 1:
            raise InputError(Text("the entry '{id}' is there twice", {"id": entry.id}), path.name)
        for link in entry.see:
            if link not in ids:
                raise InputError(
                    Text("'{id}' refers to '{link}', which is no entry", {"id": entry.id, "link": link}), path.name
                )
    return Reference(game, entries, document.get("sources", {}))


@lru_cache(maxsize=1)
def load_codes() -> Reference:
    """The finding codes of the legality check, which are the same in every game."""
    return load_reference(_CODES, None)


def _entry(raw: Mapping[str, Any], game: str | None, where: str) -> Entry:
    try:
        entry = Entry(
            id=raw["id"],
            kind=raw["kind"],
            game=game,
            names={lang: tuple(raw["names"].get(lang, ())) for lang in LANGUAGES},
            text={lang: raw["text"][lang].strip() for lang in LANGUAGES},
            rules=tuple(raw.get("rules", ())),
            see=tuple(raw.get("see", ())),
            severity=raw.get("severity"),
        )
    except KeyError as error:
        raise InputError(Text("the reference entry lacks {key}", {"key": str(error)}), where) from None
    if entry.kind not in KINDS:
        raise InputError(
            Text("'{kind}' is no kind of entry", {"kind": entry.kind}), where, Text("use one of: {all}", {"all": KINDS})
        )
    if entry.severity not in (None, *_SEVERITIES):
        raise InputError(
            Text("'{severity}' is no severity", {"severity": entry.severity}),
            where,
            Text("use one of: {all}", {"all": _SEVERITIES}),
        )
    given = raw["names"].values()
    if not given or not all(names and all(names) for names in given) or not all(entry.text.values()):
        raise InputError(Text("the reference entry has an empty name or text"), where)
    return entry


def find(references: Iterable[Reference], term: str) -> list[Entry]:
    """The entries that ``term`` means, in any language, with or without a value ("Resist +2"); empty if none.

    A rule number ("CR 8.10", "8.10", "CR-0717 485.7", "RN14") finds the entries that cite it, then those that cite a
    number under it. Else the first of these that finds anything decides: the whole name or id; a name with a
    placeholder ("Puppy Shift" is a "[Classification] Shift"); names that hold all the words asked for.
    """
    references = list(references)
    entries = [entry for reference in references for entry in reference.entries]
    documents = {re.split(r"[-\d]", fold(short))[0] for reference in references for short in reference.sources}
    asked = fold(term)
    if not asked:
        return []
    number = _NUMBER.fullmatch(asked)
    if number and (number[1] is None or number[1] in documents):
        return _citing(entries, *number.groups(default=""))
    bare = _without_value(asked)
    return _named(entries, asked) or _named(entries, bare) or _fitting(entries, bare) or _holding(entries, bare)


def nearest(references: Iterable[Reference], term: str, limit: int = 5) -> list[str]:
    """Names and ids close to ``term``, best first, each entry once: what a wrong term could have meant."""
    from rapidfuzz import fuzz, process

    choices: dict[str, tuple[Entry, str]] = {}
    for reference in references:
        for entry in reference.entries:
            for name in (*(name for names in entry.names.values() for name in names), entry.id):
                choices.setdefault(fold(name), (entry, name))
    found: dict[tuple[str | None, str], str] = {}
    for key, _, _ in process.extract(
        _without_value(fold(term)), list(choices), scorer=fuzz.WRatio, score_cutoff=60, limit=limit * 3
    ):
        entry, name = choices[key]
        found.setdefault((entry.game, entry.id), entry.id if entry.kind == "code" else name)
    return list(dict.fromkeys(found.values()))[:limit]


def _without_value(folded: str) -> str:
    return _VALUE.sub("", folded) or folded


def _keys(entry: Entry) -> Iterable[str]:
    yield entry.id
    for names in entry.names.values():
        yield from names


def _named(entries: Sequence[Entry], folded: str) -> list[Entry]:
    wanted = letters(folded)
    return [entry for entry in entries if wanted and any(letters(key) == wanted for key in _keys(entry))]


def _fitting(entries: Sequence[Entry], folded: str) -> list[Entry]:
    def fits(name: str) -> bool:
        parts = [re.escape(part) for part in _PLACEHOLDER.split(fold(name))]
        return len(parts) > 1 and re.fullmatch(r"\w.*".join(parts), folded) is not None

    return [entry for entry in entries if any(fits(key) for key in _keys(entry))]


def _holding(entries: Sequence[Entry], folded: str) -> list[Entry]:
    wanted = set(re.findall(r"\w+", folded))
    if max(map(len, wanted), default=0) < 3:
        return []
    return [entry for entry in entries if any(wanted <= set(re.findall(r"\w+", fold(key))) for key in _keys(entry))]


def _citing(entries: Sequence[Entry], document: str, version: str, number: str) -> list[Entry]:
    exact: list[Entry] = []
    under: list[Entry] = []
    for entry in entries:
        cited = [match for rule in entry.rules if (match := _NUMBER.fullmatch(fold(rule)))]
        numbers = [match[3] for match in cited if document in ("", match[1]) and version in ("", match[2])]
        if number in numbers:
            exact.append(entry)
        elif any(other.startswith(number) and not other[len(number)].isdigit() for other in numbers):
            under.append(entry)
    return exact + under
