"""Two small shapes: a table of card names in four languages, and LorcanaJSON's own input with the names of sets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from deckkit.catalogue.fold import fold, letters
from deckkit.catalogue.model import Card
from deckkit.catalogue.records import FeedData, NameRecord, SetRecord
from deckkit.errors import FeedError
from deckkit.feeds.check import Raw, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.lorcana.feed_lorcanajson import set_order
from deckkit.i18n import Text, mark

__all__ = ["NameTable", "SetNames"]

_LANGUAGES = ("fr", "de", "it")


class NameTable:
    """``names_i18n.csv``: one row a printing, its name in English, French, German and Italian; nothing else is read.

    Some ids are wrong, so a row counts only where its English name is that of the printing's card.
    """

    name = "great-illuminary"
    title = mark("card names in four languages (CSV with id, en, fr, de, it)")

    def recognises(self, bundle: Bundle) -> bool:
        """One CSV file with these columns."""
        document = bundle.documents[0]
        wanted = {"id", "en", *_LANGUAGES}
        return (
            len(bundle.documents) == 1
            and document.form == "csv"
            and bool(document.content)
            and wanted <= set(document.content[0])
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError while the catalogue has no cards."""
        catalogue, document = context.catalogue, bundle.documents[0]
        if catalogue is None or context.game not in catalogue.games():
            what = Text("names need the cards first, and the catalogue has none")
            raise FeedError(what, document.where, Text("import the English feed first"))
        found: dict[Card, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for number, row in enumerate(document.content, 2):
            where = f"{document.where}:{number}"
            feed_id, english = (row["id"] or "").strip(), (row["en"] or "").strip()
            hit = catalogue.printing(context.game, feed_id)
            if hit is None:
                what = Text(
                    "'{name}' has the id {id}, which no printing has; skipped", {"name": english, "id": feed_id or "-"}
                )
                context.note("name.without_printing", what, where)
                continue
            card = hit[0]
            if letters(english) != letters(card.name) and card not in catalogue.index(context.game).exact(english):
                what = Text("'{name}' has the id of {card}; skipped", {"name": english, "card": card.name})
                context.note("name.wrong_printing", what, where)
                continue
            for language in _LANGUAGES:
                text = (row[language] or "").strip()
                if text:
                    found[card][language].append(" ".join(text.split()))
        data = FeedData(context.game, self.name, "names", None, bundle.sha256, "mul", "supplement")
        lines = {language: _name_lines(found, context, language) for language in _LANGUAGES}
        for card, by_language in found.items():
            versioned = " - " in card.name
            for language, texts in by_language.items():
                spellings: dict[str, Counter[str]] = defaultdict(Counter)
                for text in texts:
                    spellings[fold(text)][_uncapitalised(text, versioned, lines[language])] += 1
                for many in spellings.values():
                    full = min(many, key=lambda text: (sum(c.isupper() for c in text), -many[text], text))
                    data.names.append(NameRecord(card.key, language, full))
                    if versioned and " - " in full:
                        data.names.append(NameRecord(card.key, language, full.split(" - ")[0], "short"))
        data.notices = context.notices
        return data


def _name_lines(found: Mapping[Card, Mapping[str, list[str]]], context: MapContext, language: str) -> dict[str, str]:
    """Spellings of name lines that are not all capitals: those of the catalogue, then those of the table."""
    lines: dict[str, str] = {}
    cards = context.catalogue.cards(context.game) if context.catalogue is not None else ()
    known = (card.names[language] for card in cards if language in card.names)
    table = (text for by_language in found.values() for text in by_language.get(language, ()))
    for source in (known, table):
        for text in source:
            line = text.split(" - ")[0]
            if not line.isupper():
                lines.setdefault(fold(line), line)
    return lines


def _uncapitalised(text: str, versioned: bool, lines: Mapping[str, str]) -> str:
    """Some names are in capitals; where the same name line is also spelled otherwise, that spelling is taken."""
    line, dash, rest = text.partition(" - ") if versioned else (text, "", "")
    return lines.get(fold(line), line) + dash + rest if line.isupper() else text


class SetNames:
    """``baseSetData.json`` of LorcanaJSON's inputs: sets with their names in four languages and their dates."""

    name = "lorcanajson-inputs"
    title = mark("LorcanaJSON's list of sets (baseSetData.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One object of sets by code, each with ``names`` by language."""
        content = bundle.documents[0].content
        return (
            len(bundle.documents) == 1
            and isinstance(content, dict)
            and bool(content)
            and all(isinstance(item, dict) and isinstance(item.get("names"), dict) for item in content.values())
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`."""
        document = bundle.documents[0]
        top = Raw(document.content, document.where)
        data = FeedData(context.game, self.name, "sets", None, bundle.sha256, "mul", "supplement")
        for code in top.fields:
            raw = top.object(code)
            names = raw.object("names")
            by_language = {
                language: names.text(language) for language in ("en", *_LANGUAGES) if names.fields.get(language)
            }
            if "en" not in by_language:
                raise refuse(Text("the set {code} has no English name", {"code": code}), names.where)
            data.sets.append(
                SetRecord(
                    code,
                    by_language["en"],
                    raw.text_or_none("type") or "expansion",
                    set_order(code, raw.whole_or_none("number")),
                    raw.day("prereleaseDate"),
                    raw.day("releaseDate"),
                    raw.flag("hasAllCards"),
                    by_language,
                )
            )
        data.notices = context.notices
        return data
