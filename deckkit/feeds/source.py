"""What a game hands to the importer: where its feeds live, which shapes they have, what is corrected in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from deckkit.catalogue.fields import CardFields
from deckkit.catalogue.records import FeedData
from deckkit.catalogue.store import Catalogue
from deckkit.errors import FeedError
from deckkit.feeds.corrections import Corrections
from deckkit.i18n import Text, as_text

if TYPE_CHECKING:
    from deckkit.effects.rows import TextCompiler
    from deckkit.feeds.own_cards import OwnCards

__all__ = ["PREFIX", "Bundle", "Document", "GameFeeds", "MapContext", "Paging", "Shape"]

PREFIX = "own:"
"""What the names of a user's own sources begin with."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file as read: ``form`` is ``json``, ``jsonl`` (a list of objects), ``csv`` or ``tsv`` (rows by column).

    ``where`` is what messages call it: a path, a URL, a member of an archive.
    """

    where: str
    form: str
    content: Any


@dataclass(frozen=True, slots=True)
class Bundle:
    """All documents of one source and the checksum over their bytes."""

    where: str
    documents: tuple[Document, ...]
    sha256: str


@dataclass(slots=True)
class MapContext:
    """What a mapper may ask while it maps: the catalogue as it stands (None while it is empty) and the corrections."""

    game: str
    catalogue: Catalogue | None
    corrections: Corrections
    notices: list[dict[str, Any]] = field(default_factory=list)

    def note(self, code: str, message: Text, where: str = "") -> None:
        """Adds a notice to the report of this import."""
        self.notices.append({"code": code, "message": message, "where": where})


class Shape(Protocol):
    """One form of feed. ``title`` is what messages call it."""

    @property
    def name(self) -> str:
        """Short name, for reports and tests."""
        ...

    @property
    def title(self) -> str:
        """What messages call the shape, in English, marked for translation with :func:`deckkit.i18n.mark`."""
        ...

    def recognises(self, bundle: Bundle) -> bool:
        """Whether the documents have this shape. A known shape of an unreadable version raises FeedError instead."""
        ...

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """The documents as neutral records. Raises FeedError with the place of whatever is wrong."""
        ...


@dataclass(frozen=True, slots=True)
class Paging:
    """How a live feed is asked for its pages, and how an answer says what there is.

    The address gets ``?page=1&size=100``; an answer is ``{"items": [...], "pages": n, "total": n}``, or a bare list,
    which is then everything. The fields are the names of these parameters and keys; pages count from 1.
    """

    page: str = "page"
    size: str = "size"
    per_page: int = 100
    items: str = "items"
    pages: str = "pages"
    total: str = "total"


@dataclass(frozen=True)
class GameFeeds:
    """A game's feeds.

    ``live`` gives the URL of the live feed in a language, ``paging`` how its pages are asked for where it comes in
    pages. ``sources`` ranks the feeds by trust, best first: a name or
    fact of a better one is never overwritten by a poorer one. ``canonical`` is the language whose names decide.
    ``folder_files`` are patterns of file names: where a folder has such files, the others in it are not read.
    ``compiler`` makes effects of the texts that feeds bring; without one, texts have no effect.
    """

    slug: str
    title: str
    fields: CardFields
    shapes: tuple[Shape, ...]
    sources: tuple[str, ...]
    languages: tuple[str, ...]
    canonical: str
    live: Callable[[str], str] | None = None
    paging: Paging | None = None
    corrections_file: Path | None = None
    credits: Mapping[str, str] = field(default_factory=dict)
    folder_files: tuple[str, ...] = ()
    compiler: Callable[[], TextCompiler] | None = None

    @cached_property
    def corrections(self) -> Corrections:
        """The game's corrections and known former names."""
        return Corrections.load(self.corrections_file) if self.corrections_file else Corrections()

    def shape_of(self, bundle: Bundle) -> Shape:
        """The shape of these documents. Raises :class:`FeedError` saying what stands there instead."""
        for shape in (self._own, *self.shapes):
            if shape.recognises(bundle):
                return shape
        self._own.refuse_table(bundle)
        what = Text(
            "this is no {game} feed that deckkit knows; it is {found}", {"game": self.title, "found": _look(bundle)}
        )
        raise FeedError(what, bundle.documents[0].where, self.readable)

    @cached_property
    def _own(self) -> OwnCards:
        from deckkit.feeds.own_cards import OwnCards

        return OwnCards(self.fields, self.slug, self.canonical)

    @property
    def readable(self) -> Text:
        """What can be imported into this game, for messages."""
        shapes = (self._own, *self.shapes)
        return Text("what can be read: {shapes}", {"shapes": [as_text(shape.title) for shape in shapes]})

    def rank(self, source: str) -> int:
        """The place of a feed in the order of trust; 0 is best. A user's own sources come last, behind unknown ones."""
        if source in self.sources:
            return self.sources.index(source)
        return len(self.sources) + source.startswith(PREFIX)


def _look(bundle: Bundle) -> Text:
    """What a document of unknown shape looks like, so that its owner sees what was taken for a feed."""
    content = bundle.documents[0].content
    if isinstance(content, dict):
        if isinstance(content.get("game"), str):
            return Text("a file of the game '{game}'", {"game": content["game"][:60]})
        return Text("an object with the keys {keys}", {"keys": [str(key)[:40] for key in list(content)[:8]]})
    if isinstance(content, list) and content and isinstance(content[0], dict):
        return Text("a list of objects with the keys {keys}", {"keys": [str(key)[:40] for key in list(content[0])[:8]]})
    return Text("an empty list") if content == [] else Text("a list or a single value")
