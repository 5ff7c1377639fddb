"""Finding, opening and reading a catalogue. Plain SQL, read only: SQLModel would cost a third of a second to import."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deckkit.catalogue.model import Card, CardSet, Printing
from deckkit.catalogue.names import NameIndex
from deckkit.errors import CatalogueError
from deckkit.i18n import Text

__all__ = [
    "SCHEMA_VERSION",
    "AbilityRow",
    "Catalogue",
    "FeedInfo",
    "KeywordRow",
    "ability_clauses",
    "damage",
    "set_facts",
    "shipped_path",
    "user_path",
]

# Kept equal to tables.SCHEMA_VERSION by a test: importing it would load SQLModel.
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class FeedInfo:
    """The newest import of one feed: name, version, language, the day the feed was made, its checksum."""

    feed: str
    version: str
    language: str
    generated: date | None
    sha256: str
    imported_at: str | None


@dataclass(frozen=True, slots=True)
class KeywordRow:
    """A keyword of a card; ``value`` as printed."""

    keyword: str
    value: str | None
    number: int | None

    def __str__(self) -> str:
        return f"{self.keyword} {self.value}" if self.value else self.keyword


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """An ability of a card; ``text`` is None in a catalogue that holds facts only.

    ``ir``, ``status``, ``origin`` and ``clauses`` are its compiled effect (:mod:`deckkit.effects.rows`).
    """

    kind: str
    name: str | None
    text: str | None
    text_hash: str
    language: str
    used_until: date | None
    ir: str | None
    status: str | None
    origin: str | None = None
    clauses: str | None = None


def user_path() -> Path:
    """The user's own copy, which ``deckkit update`` writes."""
    from platformdirs import user_data_path

    return user_data_path("deckkit", appauthor=False) / "riftlore.db"


def shipped_path() -> Path:
    """The catalogue that came with the package (or stands in the source tree)."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "data" / "riftlore.db"
    return inside if inside.exists() else package.parent / "data" / "riftlore.db"


class Catalogue:
    """A card catalogue, opened read only.

    >>> from deckkit import Catalogue
    >>> Catalogue.open().card("lorcana:elsa-spirit-of-winter").name
    'Elsa - Spirit of Winter'
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, origin: str, notice: Text | None = None) -> None:
        self.path = path
        self.origin = origin
        self.notice = notice
        self._db = connection
        self._games: dict[str, _GameData] = {}

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Catalogue:
        """Opens ``path``, else ``$DECKKIT_DB``, else the newer of the user's copy and the shipped catalogue.

        Raises :class:`CatalogueError` where there is none, or where it is no catalogue of this version.
        ``origin`` says which one it is: ``option``, ``env``, ``user`` or ``shipped``; ``notice`` is set when the
        user's copy was passed over because it is the older one, is damaged, or is of another version.
        """
        if path is not None:
            return cls._at(Path(path), "option")
        from_env = os.environ.get("DECKKIT_DB")
        if from_env:
            return cls._at(Path(from_env), "env")
        user, shipped = user_path(), shipped_path()
        if not user.exists():
            return cls._at(shipped, "shipped")
        try:
            reason = damage(user)
            if reason is not None:
                raise _unreadable(user, reason)
            own = cls._at(user, "user")
        except CatalogueError as error:
            if not shipped.exists():
                raise
            other = cls._at(shipped, "shipped")
            other.notice = Text(
                "Your own catalogue {path} cannot be used: {reason}. The one that came with deckkit is used instead; "
                "to have your own again, remove that file and run 'deckkit update GAME'.",
                {"path": str(user), "reason": error.what},
            )
            return other
        if not shipped.exists():
            return own
        other = cls._at(shipped, "shipped")
        if own._age() >= other._age():
            other.close()
            return own
        own.close()
        other.notice = Text(
            "Your own catalogue {path} is older than the one that came with deckkit, which is used instead; "
            "'deckkit update' renews it.",
            {"path": str(user)},
        )
        return other

    @classmethod
    def _at(cls, path: Path, origin: str) -> Catalogue:
        if not path.is_file():
            raise CatalogueError(
                Text("there is no card catalogue"), str(path), Text("run 'deckkit update GAME', or name one with --db")
            )
        try:
            address = f"file:{quote(str(path.resolve()))}?mode=ro"
            connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError as error:
            raise _unreadable(path, str(error)) from error
        if version != SCHEMA_VERSION or "card" not in tables:
            connection.close()
            raise CatalogueError(
                Text(
                    "the catalogue has schema version {found}, this deckkit reads version {wanted}",
                    {"found": version, "wanted": SCHEMA_VERSION},
                ),
                str(path),
                Text("run 'deckkit update GAME' to renew it, or name another one with --db"),
            )
        return cls(path, connection, origin)

    def close(self) -> None:
        """Closes the database; objects already read stay valid."""
        self._db.close()

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # -- what it holds ------------------------------------------------------------------------------------------

    def games(self) -> list[str]:
        """The slugs of the games with cards in this catalogue."""
        return [row[0] for row in self._db.execute("SELECT slug FROM game ORDER BY id")]

    def counts(self, game: str) -> dict[str, int]:
        """Numbers of current cards, printings and sets."""
        sql = (
            "SELECT (SELECT count(*) FROM card c WHERE c.game_id = g.id AND c.removed IS NULL), "
            "(SELECT count(*) FROM printing p WHERE p.game_id = g.id AND p.removed IS NULL), "
            "(SELECT count(*) FROM card_set s WHERE s.game_id = g.id AND s.removed IS NULL) "
            "FROM game g WHERE g.slug = ?"
        )
        row = self._db.execute(sql, (game,)).fetchone() or (0, 0, 0)
        return {"cards": row[0], "printings": row[1], "sets": row[2]}

    def feeds(self, game: str) -> list[FeedInfo]:
        """The newest run of each feed and language; the feed that the game was built from comes first."""
        sql = (
            "SELECT r.feed, r.version, r.language, r.generated, r.sha256, r.imported_at FROM feed_run r "
            "JOIN game g ON g.id = r.game_id WHERE g.slug = :game AND r.id IN "
            "(SELECT max(id) FROM feed_run WHERE game_id = g.id GROUP BY feed, language) ORDER BY "
            "(SELECT min(id) FROM feed_run f WHERE f.game_id = g.id AND f.feed = r.feed), r.generated DESC, r.id"
        )
        rows = self._db.execute(sql, {"game": game})
        return [FeedInfo(feed, version, lang, _day(made), sha, at) for feed, version, lang, made, sha, at in rows]

    def version(self, game: str) -> str:
        """One word for reports: ``feed version (day)`` of the first feed."""
        feeds = self.feeds(game)
        if not feeds:
            return "none"
        return f"{feeds[0].feed} {feeds[0].version} ({feeds[0].generated or '-'})"

    def _age(self) -> tuple[int, str]:
        newest = self._db.execute("SELECT max(generated) FROM feed_run").fetchone()[0]
        return SCHEMA_VERSION, newest or ""

    # -- cards --------------------------------------------------------------------------------------------------

    def _game(self, game: str) -> _GameData:
        data = self._games.get(game)
        if data is None:
            if game not in self.games():
                raise CatalogueError(
                    Text("the catalogue holds no cards of {game}", {"game": game}),
                    str(self.path),
                    Text("run 'deckkit update {game}'", {"game": game}),
                )
            data = self._games[game] = _GameData(self._db, game)
        return data

    def cards(self, game: str) -> Sequence[Card]:
        """All current cards of a game, by key."""
        return self._game(game).cards

    def card(self, key: str) -> Card:
        """The card with this key (``game:slug``). Raises KeyError."""
        return self._game(key.partition(":")[0]).by_key[key]

    def sets(self, game: str) -> Mapping[str, CardSet]:
        """All sets of a game by code, in order of release."""
        return self._game(game).sets

    def printings(self, card: Card) -> Sequence[Printing]:
        """The printings of a card, oldest set first."""
        return self._game(card.game).printings.get(card.id, ())

    def printing(self, game: str, feed_id: str) -> tuple[Card, Printing] | None:
        """The printing with the feed's own id, and its card."""
        data = self._game(game)
        return data.by_feed_id.get(feed_id)

    def at(self, game: str, set_code: str, number: str) -> Sequence[tuple[Card, Printing]]:
        """The printings that stand at a number of a set: set and number are not a key, so there may be several."""
        return self._game(game).by_place.get((set_code.casefold(), number.casefold()), ())

    def index(self, game: str) -> NameIndex:
        """The names of a game's cards."""
        return self._game(game).index

    def keywords(self, card: Card) -> Sequence[KeywordRow]:
        """The keywords the card itself has, in printed order."""
        return self._game(card.game).keywords.get(card.id, ())

    def abilities(self, card: Card, language: str = "en") -> list[AbilityRow]:
        """The card's abilities, current ones first in printed order, then former texts by date."""
        sql = (
            f"SELECT {_ABILITY}, {ability_clauses(self._db)} FROM ability "
            "WHERE card_id = ? AND language = ? ORDER BY used_until IS NOT NULL, used_until, position"
        )
        return [_ability(row) for row in self._db.execute(sql, (card.id, language))]

    def texts_of(self, game: str, language: str = "en") -> Mapping[int, Sequence[AbilityRow]]:
        """The current abilities of all cards of a game by the card's id, in printed order."""
        sql = (
            f"SELECT card_id, {_ABILITY}, {ability_clauses(self._db)} FROM ability "
            "WHERE language = ? AND used_until IS NULL AND card_id IN (SELECT c.id FROM card c JOIN game g "
            "ON g.id = c.game_id WHERE g.slug = ? AND c.removed IS NULL) ORDER BY card_id, position"
        )
        found: dict[int, list[AbilityRow]] = defaultdict(list)
        for card_id, *row in self._db.execute(sql, (language, game)):
            found[card_id].append(_ability(row))
        return found

    def has_text(self, game: str) -> bool:
        """Whether this catalogue holds rules texts (the shipped one holds facts only)."""
        sql = (
            "SELECT EXISTS(SELECT 1 FROM ability a JOIN card c ON c.id = a.card_id JOIN game g ON g.id = c.game_id "
            "WHERE g.slug = ? AND a.text IS NOT NULL)"
        )
        return bool(self._db.execute(sql, (game,)).fetchone()[0])

    def claims(self, game: str) -> dict[str, dict[str, bool]]:
        """What the feed itself says of each card's legality, by card key and format."""
        sql = (
            "SELECT c.key, c.claims FROM card c JOIN game g ON g.id = c.game_id WHERE g.slug = ? AND c.removed IS NULL"
        )
        return {key: json.loads(claims) for key, claims in self._db.execute(sql, (game,))}

    def aliases(self, card: Card) -> list[tuple[str, date | None, str]]:
        """Former and other names: (text, last day in use, source)."""
        sql = "SELECT text, until, source FROM alias WHERE card_id = ? ORDER BY until, text"
        return [(row[0], _day(row[1]), row[2]) for row in self._db.execute(sql, (card.id,))]

    def origins(self, card: Card) -> dict[str, str]:
        """The facts that another source than the card's own completed, each with that source."""
        # The first catalogues of this version did not have this table.
        if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'origin'").fetchone():
            return {}
        return dict(self._db.execute("SELECT fact, source FROM origin WHERE card_id = ? ORDER BY fact", (card.id,)))

    def match(self, game: str, words: str) -> set[int]:
        """Ids of the cards that match a full-text query (FTS5 syntax; columns ``names`` and ``rules_text``)."""
        sql = (
            "SELECT s.rowid FROM card_search s JOIN card c ON c.id = s.rowid JOIN game g ON g.id = c.game_id "
            "WHERE card_search MATCH ? AND g.slug = ?"
        )
        return {row[0] for row in self._db.execute(sql, (words, game))}


class _GameData:
    """One game's rows, read once."""

    def __init__(self, db: sqlite3.Connection, game: str) -> None:
        self._db = db
        self._game = game
        names: dict[int, dict[str, str]] = defaultdict(dict)
        full: list[tuple[str, int]] = []
        short: list[tuple[str, int]] = []
        where = "JOIN game g ON g.id = c.game_id WHERE g.slug = ? AND c.removed IS NULL"
        sql = (
            "SELECT n.card_id, n.language, n.text, n.kind, n.folded FROM name n JOIN card c ON c.id = n.card_id "
            f"{where} ORDER BY n.id"
        )
        for card_id, language, text, kind, folded in db.execute(sql, (game,)):
            if kind == "full":
                names[card_id].setdefault(language, text)
                full.append((folded, card_id))
            else:
                short.append((folded, card_id))
        sql = f"SELECT a.card_id, a.folded FROM alias a JOIN card c ON c.id = a.card_id {where}"
        aliases = [(folded, card_id) for card_id, folded in db.execute(sql, (game,))]
        gone = {
            folded: (name, date.fromisoformat(day))
            for folded, name, day in db.execute(
                "SELECT n.folded, c.name, c.removed FROM name n JOIN card c ON c.id = n.card_id "
                "JOIN game g ON g.id = c.game_id WHERE g.slug = ? AND c.removed IS NOT NULL AND n.kind = 'full' "
                "ORDER BY c.removed",
                (game,),
            )
        }
        sql = f"SELECT c.id, c.key, c.name, c.facts, c.unknown, c.removed FROM card c {where} ORDER BY c.key"
        self.cards: list[Card] = []
        for card_id, key, name, facts, unknown, removed in db.execute(sql, (game,)):
            unknowns = frozenset(json.loads(unknown)) if unknown != "[]" else frozenset()
            self.cards.append(
                Card(card_id, key, game, name, json.loads(facts), unknowns, names.get(card_id, {}), _day(removed))
            )
        self.by_key = {card.key: card for card in self.cards}
        self.by_id = {card.id: card for card in self.cards}
        by_id = self.by_id
        known = {folded for folded, _ in full}
        # A former name never competes with a card that bears the name today.
        full += [(folded, card_id) for folded, card_id in aliases if folded not in known]
        self.index = NameIndex.build(
            ((folded, by_id[card_id]) for folded, card_id in full),
            ((folded, by_id[card_id]) for folded, card_id in short),
            gone,
        )

    @cached_property
    def sets(self) -> dict[str, CardSet]:
        sql = (
            "SELECT s.code, s.name, s.kind, s.position, s.prerelease, s.release, s.complete, s.names, "
            f"{set_facts(self._db)} FROM card_set s JOIN game g ON g.id = s.game_id "
            "WHERE g.slug = ? AND s.removed IS NULL ORDER BY s.position, s.code"
        )
        return {
            code: CardSet(code, name, kind, at, _day(pre), _day(day), bool(full), json.loads(names), json.loads(more))
            for code, name, kind, at, pre, day, full, names, more in self._db.execute(sql, (self._game,))
        }

    @cached_property
    def printings(self) -> dict[int, tuple[Printing, ...]]:
        sql = (
            "SELECT p.id, p.feed_id, p.card_id, s.code, p.number, p.variant, p.promo, p.rarity, p.facts, p.removed "
            "FROM printing p JOIN card_set s ON s.id = p.set_id JOIN game g ON g.id = p.game_id WHERE g.slug = ? "
            "ORDER BY s.position, p.promo IS NOT NULL, p.id"
        )
        found: dict[int, list[Printing]] = defaultdict(list)
        empty: Mapping[str, Any] = {}
        for row in self._db.execute(sql, (self._game,)):
            printing_id, feed_id, card_id, code, number, variant, promo, rarity, text, removed = row
            facts = empty if text == "{}" else json.loads(text)
            gone = _day(removed)
            found[card_id].append(
                Printing(printing_id, feed_id, card_id, code, number, variant, promo, rarity, facts, gone)
            )
        return {card_id: tuple(printings) for card_id, printings in found.items()}

    @cached_property
    def by_feed_id(self) -> dict[str, tuple[Card, Printing]]:
        return {p.feed_id: (self.by_id[i], p) for i, many in self.printings.items() if i in self.by_id for p in many}

    @cached_property
    def by_place(self) -> dict[tuple[str, str], tuple[tuple[Card, Printing], ...]]:
        found: dict[tuple[str, str], list[tuple[Card, Printing]]] = defaultdict(list)
        for card_id, many in self.printings.items():
            card = self.by_id.get(card_id)
            for printing in many:
                if card is not None and printing.number is not None:
                    number = f"{printing.number}{printing.variant or ''}".casefold()
                    found[printing.set_code.casefold(), number].append((card, printing))
        return {place: tuple(pairs) for place, pairs in found.items()}

    @cached_property
    def keywords(self) -> dict[int, tuple[KeywordRow, ...]]:
        sql = (
            "SELECT k.card_id, k.keyword, k.value, k.number FROM keyword k JOIN card c ON c.id = k.card_id "
            "JOIN game g ON g.id = c.game_id WHERE g.slug = ? ORDER BY k.card_id, k.position"
        )
        found: dict[int, list[KeywordRow]] = defaultdict(list)
        for card_id, *row in self._db.execute(sql, (self._game,)):
            found[card_id].append(KeywordRow(*row))
        return {card_id: tuple(rows) for card_id, rows in found.items()}


def damage(path: Path) -> str | None:
    """What SQLite finds wrong with the file of a catalogue; None where it is sound."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)) as db:
            found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if found == "ok" else " ".join(found.split())


def _unreadable(path: Path, reason: str) -> CatalogueError:
    return CatalogueError(
        Text("this file is not a readable card catalogue ({reason})", {"reason": reason}),
        str(path),
        Text("name another one with --db, or remove it and run 'deckkit update GAME'"),
    )


_ABILITY = "kind, name, text, text_hash, language, used_until, ir, status, origin"


def _ability(row: Sequence[Any]) -> AbilityRow:
    kind, name, text, text_hash, language, until, ir, status, origin, clauses = row
    return AbilityRow(kind, name, text, text_hash, language, _day(until), ir, status, origin, clauses)


def ability_clauses(db: sqlite3.Connection) -> str:
    """The SQL for the clauses of an ability: the first catalogues of this version had none."""
    return "clauses" if any(row[1] == "clauses" for row in db.execute("PRAGMA table_info(ability)")) else "NULL"


def set_facts(db: sqlite3.Connection) -> str:
    """The SQL for the facts of a set: the first catalogues of this version had none."""
    columns = {row[1] for row in db.execute("PRAGMA table_info(card_set)")}
    return "facts" if "facts" in columns else "'{}'"


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
