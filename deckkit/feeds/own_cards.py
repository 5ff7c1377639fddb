"""A user's own cards, as JSON or CSV: for every game one shape, checked against the game's description of its facts.

The schema is ``own-cards`` (``deckkit schema own-cards``); ``docs/own-cards.md`` describes both forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.catalogue.fields import ANY_NUMBER, CardFields, FactField
from deckkit.catalogue.fold import fold, letters, slugify
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import CardRecord, FeedData, KeywordRecord, NameRecord, PrintingRecord, SetRecord
from deckkit.catalogue.store import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw
from deckkit.feeds.own_sources import PREFIX, own_document
from deckkit.feeds.source import Bundle, Document, MapContext
from deckkit.feeds.values import MOST, check_number, check_words
from deckkit.i18n import Text, mark

__all__ = ["SCHEMA", "OwnCards"]

SCHEMA = "deckkit.own-cards/1"

_SOURCE = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
_KEYWORD = re.compile(r"(.+?) ([+-]?[0-9]+)")
_CARD_KEYS = ("key", "name", "names", "facts", "without", "keywords", "printings")
_TABLES = ("csv", "tsv")
_PRINTING_COLUMNS = ("set", "set_name", "number", "rarity", "promo", "printing")
_COLUMNS = ("source", "game", "key", "name", "name_", "keywords", *_PRINTING_COLUMNS)
_PRINTING_KEYS = ("set", "number", "id", "rarity", "promo")
_SET_KEYS = ("code", "name", "kind", "prerelease", "release")
_YES = {"yes": True, "true": True, "1": True, "oui": True, "no": False, "false": False, "0": False, "non": False}
# Own sets come behind all others, and a set that does not say otherwise belongs to no format's pool.
_FIRST_ORDER = 1_000_000
_KIND = "own"


def refuse(what: Text, where: str, do: Text | None = None) -> FeedError:
    """The error for own cards that are not as they should be."""
    return FeedError(what, where, do or Text("nothing was imported; mend the file"))


@dataclass(slots=True)
class _Row:
    """One card as written, in either form. ``at`` gives the place of a part of it for messages."""

    where: str
    at: Callable[[str], str]
    key: str | None = None
    name: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    without: set[str] = field(default_factory=set)
    keywords: list[str] | None = None
    printings: list[dict[str, Any]] = field(default_factory=list)


class OwnCards:
    """``{"schema": "deckkit.own-cards/1", "game", "source", "cards": [...]}``, or a table with a column ``source``."""

    name = "own-cards"
    title = mark("own cards (deckkit.own-cards/1, as JSON or CSV)")

    def __init__(self, fields: CardFields, game: str, canonical: str) -> None:
        self.fields = fields
        self.game = game
        self.canonical = canonical
        self.columns = {column.fact: column for column in fields.columns}

    def recognises(self, bundle: Bundle) -> bool:
        """One document that says the schema, or a table of cards with their source. Refuses an unknown version."""
        if len(bundle.documents) != 1:
            return False
        document = bundle.documents[0]
        content = document.content
        if document.form == "json" and isinstance(content, dict):
            schema = content.get("schema")
            if isinstance(schema, str) and schema.startswith(SCHEMA.partition("/")[0] + "/") and schema != SCHEMA:
                what = Text(
                    "these own cards have the schema {found}, this deckkit reads {wanted}",
                    {"found": schema, "wanted": SCHEMA},
                )
                raise refuse(what, document.where)
            return schema == SCHEMA
        return document.form in _TABLES and "source" in content[0] and bool({"name", "key"} & set(content[0]))

    def refuse_table(self, bundle: Bundle) -> None:
        """Raises FeedError saying which column a table lacks that is meant as own cards; else does nothing."""
        document = bundle.documents[0]
        if len(bundle.documents) != 1 or document.form not in _TABLES:
            return
        heading = set(document.content[0])
        named = {"name", "key"} & heading
        own = {column for column in heading if column in (*_COLUMNS, *self.columns) or column.startswith("name_")}
        if "source" in heading or (named and own == heading):
            what = Text(
                "this table of own cards lacks the column '{column}'; it has {columns}",
                {"column": "source" if named else "name", "columns": list(document.content[0])},
            )
            raise refuse(what, f"{document.where}:1")

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        source, sets, rows = self._json(document) if document.form == "json" else self._table(document)
        data = FeedData(self.game, f"{PREFIX}{source}", "1", None, bundle.sha256, self.canonical, "supplement")
        known = context.catalogue if context.catalogue and self.game in context.catalogue.games() else None
        codes = {} if known is None else {code.casefold(): code for code in known.sets(self.game)}
        cards: dict[str, CardRecord] = {}
        places: dict[str, str] = {}
        for row in rows:
            _check_names(row)
            key, name = self._identify(row, known, cards)
            self._add_card(cards, key, name, row, context)
            # A better source's name of the same spelling stands before it: then this one is not brought.
            data.names.append(NameRecord(key, self.canonical, name))
            data.names += [NameRecord(key, language, text) for language, text in row.names.items()]
            for i, raw in enumerate(row.printings):
                printing = self._printing(raw, row, i, key, f"{PREFIX}{source}", codes)
                if printing.feed_id in places:
                    what = Text(
                        "the printing {id} is there twice, also at {other}",
                        {"id": printing.feed_id, "other": places[printing.feed_id]},
                    )
                    raise refuse(what, row.at(f"printings[{i}]"))
                places[printing.feed_id] = row.where
                data.printings.append(printing)
                if printing.set_code not in sets and printing.set_code not in codes.values():
                    sets[printing.set_code] = SetRecord(
                        printing.set_code, raw.get("set_name") or printing.set_code, _KIND, 0
                    )
        data.cards = list(cards.values())
        data.names = list(dict.fromkeys(data.names))
        data.sets = [
            SetRecord(s.code, s.name, s.kind, _FIRST_ORDER + i, s.prerelease, s.release)
            for i, s in enumerate(sets.values())
        ]
        if not data.cards:
            raise refuse(Text("these own cards hold no card"), document.where)
        data.notices = context.notices
        data.own = own_document(data)
        return data

    # -- the two forms ------------------------------------------------------------------------------------------

    def _json(self, document: Document) -> tuple[str, dict[str, SetRecord], list[_Row]]:
        top = Raw(document.content, document.where)
        _only(top, ("schema", "game", "source", "sets", "cards"))
        if top.text("game") != self.game:
            raise refuse(
                Text(
                    "these own cards are for the game '{found}', not '{game}'",
                    {"found": top.text("game"), "game": self.game},
                ),
                f"{document.where}.game",
            )
        source = _source(top.text("source"), f"{document.where}.source")
        sets: dict[str, SetRecord] = {}
        for raw in top.objects("sets"):
            _only(raw, _SET_KEYS)
            code = raw.text("code")
            for part in ("code", "name", "kind"):
                if raw.fields.get(part) is not None:
                    check_words((raw.text(part),), f"{raw.where}.{part}")
            sets[code] = SetRecord(
                code,
                raw.text_or_none("name") or code,
                raw.text_or_none("kind") or _KIND,
                0,
                raw.day("prerelease"),
                raw.day("release"),
            )
        rows = []
        for raw in top.objects("cards"):
            _only(raw, _CARD_KEYS)
            row = _Row(raw.where, _inside(raw.where), raw.text_or_none("key"), raw.text_or_none("name"))
            if raw.fields.get("names") is not None:
                names = raw.object("names")
                row.names = {language: names.text(language) for language in names.fields}
            facts = raw.object("facts").fields if raw.fields.get("facts") is not None else {}
            for fact, value in facts.items():
                column = self._column(fact, row.at(f"facts.{fact}"))
                if value is not None:
                    row.facts[fact] = self._typed(column, value, row.at(f"facts.{fact}"))
            row.without = set(raw.texts("without"))
            row.keywords = raw.texts("keywords") if raw.fields.get("keywords") is not None else None
            for printing in raw.objects("printings"):
                _only(printing, _PRINTING_KEYS)
                row.printings.append(dict(printing.fields))
            rows.append(row)
        return source, sets, rows

    def _table(self, document: Document) -> tuple[str, dict[str, SetRecord], list[_Row]]:
        sources: dict[str, str] = {}
        rows = []
        for number, cells in enumerate(document.content, 2):
            where = f"{document.where}:{number}"
            row = _Row(where, _column_of(where))
            printing: dict[str, Any] = {}
            for column, written in cells.items():
                text = (written or "").strip()
                if column == "source":
                    sources.setdefault(_source(text, row.at(column)), where)
                elif column == "game":
                    if text and text != self.game:
                        what = Text(
                            "these own cards are for the game '{found}', not '{game}'",
                            {"found": text, "game": self.game},
                        )
                        raise refuse(what, row.at(column))
                elif column in ("key", "name"):
                    setattr(row, column, text or None)
                elif column.startswith("name_"):
                    if text:
                        row.names[column.removeprefix("name_")] = text
                elif column in _PRINTING_COLUMNS:
                    if text:
                        check_words((text,), row.at(column))
                        printing["id" if column == "printing" else column] = text
                elif column == "keywords":
                    if text and text != "?":
                        row.keywords = [] if text == "-" else _parts(text)
                else:
                    fact = self._column(column, row.at(column), csv=True)
                    if text == "-":
                        row.without.add(column)
                    elif text and text != "?":
                        row.facts[column] = self._read(fact, text, row.at(column))
            if printing:
                row.printings.append(printing)
            rows.append(row)
        if len(sources) > 1:
            first, second = list(sources)[:2]
            raise refuse(
                Text("one file is one source; here are '{first}' and '{second}'", {"first": first, "second": second}),
                f"{sources[second]}: source",
            )
        return next(iter(sources)), {}, rows

    # -- facts --------------------------------------------------------------------------------------------------

    def _column(self, fact: str, where: str, csv: bool = False) -> FactField:
        column = self.columns.get(fact)
        if column is None:
            known: list[str] = list(self.columns)
            if csv:
                known += ["name_LANGUAGE" if column == "name_" else column for column in _COLUMNS]
            raise refuse(
                Text("this game's cards have no fact '{fact}'", {"fact": str(fact)[:60]}),
                where,
                Text("use one of: {all}", {"all": known}),
            )
        return column

    def _typed(self, column: FactField, value: Any, where: str) -> Any:
        """A value of JSON, of the fact's type, in the game's own words. Raises FeedError saying what is wanted."""
        if column.kind in ("number", "limit") and type(value) is int:
            check_number(value, column.least, where)
            return value
        if column.kind == "limit" and value == ANY_NUMBER:
            return value
        check_words(
            (v for v in (value if isinstance(value, list) else [value]) if isinstance(v, str) and v.strip()), where
        )
        if column.kind == "flag" and isinstance(value, bool):
            return value
        if column.kind == "text" and isinstance(value, str) and value.strip():
            return value.strip()
        if column.kind == "choice" and isinstance(value, str) and value.strip():
            return _canonical(value, column.values)
        if (
            column.kind == "choices"
            and isinstance(value, list)
            and all(isinstance(v, str) and v.strip() for v in value)
        ):
            return [_canonical(item, column.values) for item in value]
        wanted = {
            "number": Text("a whole number"),
            "limit": Text("a whole number or 'any'"),
            "flag": Text("true or false"),
            "choices": Text("a list of texts"),
            "data": Text("a fact that can be given here"),
        }.get(column.kind, Text("a text"))
        raise refuse(Text("{value} is not {wanted}", {"value": repr(value)[:60], "wanted": wanted}), where)

    def _read(self, column: FactField, text: str, where: str) -> Any:
        """A cell's value."""
        value: Any = text
        if column.kind in ("number", "limit") and re.fullmatch(r"[+-]?[0-9]{1,40}", text):
            value = int(text)
        elif column.kind == "flag":
            value = _YES.get(fold(text), text)
        elif column.kind == "choices":
            value = _parts(text)
        return self._typed(column, value, where)

    def _add_card(self, cards: dict[str, CardRecord], key: str, name: str, row: _Row, context: MapContext) -> None:
        for fact in row.without:
            self._column(fact, row.at("without"))
            if fact in row.facts:
                raise refuse(Text("{fact} is both given and said not to apply", {"fact": fact}), row.at("without"))
        before = cards.get(key)
        facts = dict(row.facts)
        keywords = None if row.keywords is None else tuple(self._keyword(word, row) for word in row.keywords)
        without = set(row.without)
        if before is not None:
            # Several rows of one card (a row a printing) complete each other.
            for fact, value in before.facts.items():
                if facts.setdefault(fact, value) != value:
                    what = Text("{card}: {fact} has been given before, and differently", {"card": name, "fact": fact})
                    raise refuse(what, row.at(fact))
            without |= set(self.columns) - set(before.unknown) - set(before.facts)
            keywords = keywords if "keywords" in before.unknown else (before.keywords if keywords is None else keywords)
        for fact, value in row.facts.items():
            self._unusual(self.columns[fact], value, row, context)
        # A limit of its own is the exception; what else is not given is not known.
        unknown = [f for f in self.columns if f not in facts and f not in without and f != self.fields.copy_limit]
        if keywords is None:
            unknown.append("keywords")
        cards[key] = CardRecord(key, name, facts, tuple(unknown), keywords or ())

    def _unusual(self, column: FactField, value: Any, row: _Row, context: MapContext) -> None:
        words = {word for labels in column.values.values() for word in labels}
        for item in value if isinstance(value, list) else [value]:
            if column.kind in ("choice", "choices") and words and item not in words:
                what = Text(
                    "{fact} '{value}' is none of the game's own ({all}); it is taken as it is",
                    {"fact": column.fact, "value": item, "all": sorted(words)[:12]},
                )
                context.note("value.new", what, row.at(column.fact))

    def _keyword(self, word: str, row: _Row) -> KeywordRecord:
        text = " ".join(word.split())
        if not text:
            raise refuse(Text("here is a keyword without letters"), row.at("keywords"))
        check_words((word.strip(),), row.at("keywords"))
        match = _KEYWORD.fullmatch(text)
        if match is None:
            return KeywordRecord(_canonical(text, self.fields.keywords))
        number = int(match[2]) if len(match[2]) <= 20 else match[2]
        check_number(number, -MOST, row.at("keywords"))
        return KeywordRecord(_canonical(match[1], self.fields.keywords), match[2], int(number))

    # -- cards and printings ------------------------------------------------------------------------------------

    def _identify(self, row: _Row, known: Catalogue | None, cards: Mapping[str, CardRecord]) -> tuple[str, str]:
        """The key and name of the card."""
        for language in row.names:
            if not _LANGUAGE.fullmatch(language):
                raise refuse(
                    Text("'{value}' is no language code like fr", {"value": language[:40]}), row.at(f"names.{language}")
                )
        if row.key is not None:
            if not row.key.startswith(f"{self.game}:") or row.key != row.key.strip().lower() or row.key.endswith(":"):
                what = Text("a key of this game looks like {example}", {"example": f"{self.game}:some-name"})
                raise refuse(what, row.at("key"))
            held = next((card for card in known.cards(self.game) if card.key == row.key), None) if known else None
            if held is not None:
                if row.name is not None and fold(row.name) not in {
                    fold(text) for text in (held.name, *held.names.values())
                }:
                    row.names.setdefault(self.canonical, row.name)
                return row.key, held.name
            name = row.name or (cards[row.key].name if row.key in cards else row.names.get(self.canonical))
            if name is None:
                raise refuse(Text("a new card needs a name"), row.at("name"))
            return row.key, name
        if row.name is None:
            raise refuse(Text("a card needs a name or a key"), row.at("name"))
        found: Sequence[Card] = known.index(self.game).exact(row.name) if known else ()
        if len(found) == 1:
            return found[0].key, found[0].name
        if found:
            raise refuse(
                Text("several cards are called {name}", {"name": row.name}),
                row.at("name"),
                Text("give the key of one: {all}", {"all": [card.key for card in found]}),
            )
        slug = slugify(row.name)
        key = f"{self.game}:{slug}"
        other = next((card for card in known.cards(self.game) if card.key == key), None) if known else None
        if other is not None or not slug or (key in cards and fold(cards[key].name) != fold(row.name)):
            what = Text("the key {key} that this name gives is taken, or empty", {"key": key})
            raise refuse(what, row.at("name"), Text("give the card a key of its own"))
        return key, row.name

    def _printing(
        self, raw: Mapping[str, Any], row: _Row, i: int, key: str, source: str, codes: Mapping[str, str]
    ) -> PrintingRecord:
        values: dict[str, str | None] = {}
        for name in _PRINTING_KEYS:
            value = raw.get(name)
            value = str(value) if type(value) is int else value
            if value is not None and (not isinstance(value, str) or not value.strip()):
                raise refuse(
                    Text("{value} is not {wanted}", {"value": repr(value)[:60], "wanted": Text("a text")}),
                    row.at(f"printings[{i}].{name}"),
                )
            values[name] = value.strip() if value else None
            check_words((value for value in (values[name],) if value), row.at(f"printings[{i}].{name}"))
        code = values["set"]
        if code is None or (values["number"] is None and values["id"] is None):
            raise refuse(Text("a printing needs its set, and a number or an id"), row.at(f"printings[{i}]"))
        code = codes.get(code.casefold(), code)
        number = (values["number"] or "").lstrip("0") or values["number"]
        feed_id = f"{source}:{values['id'] or f'{code}-{number}'}"
        rarity = values["rarity"]
        return PrintingRecord(
            feed_id, key, code, number, None, values["promo"], rarity and _canonical(rarity, self.fields.rarities)
        )


def _check_names(row: _Row) -> None:
    for part, text in (("key", row.key), ("name", row.name), *((f"names.{n}", text) for n, text in row.names.items())):
        if text is not None:
            check_words((text,), row.at(part))


def _only(raw: Raw, known: Sequence[str]) -> None:
    for name in raw.fields:
        if name not in known:
            raise refuse(
                Text("unknown key '{key}'", {"key": str(name)[:60]}),
                f"{raw.where}.{str(name)[:60]}",
                Text("use one of: {all}", {"all": list(known)}),
            )


def _source(text: str, where: str) -> str:
    if not _SOURCE.fullmatch(text) or len(text) > 60:
        what = Text("'{value}' is no name of a source", {"value": text[:60]})
        raise refuse(what, where, Text("write small letters, digits and hyphens, like my-cards"))
    return text


def _inside(where: str) -> Callable[[str], str]:
    return lambda part: f"{where}.{part}"


def _column_of(where: str) -> Callable[[str], str]:
    """The place of a cell: file, row, column."""
    return lambda part: f"{where}: {part}"


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _canonical(word: str, labels: Mapping[str, Mapping[str, str]]) -> str:
    """A printed word of any language as the game's own word; a new word as it is written."""
    word = " ".join(word.split())
    return next((own for own, text in _labels(labels) if letters(text) == letters(word)), word)


def _labels(labels: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    for words in labels.values():
        for own, text in words.items():
            yield own, own
            yield own, text
