"""Laying the board of a scenario, and finding what a name in it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.catalogue.fold import fold
from deckkit.effects.keywords import wrong_keyword
from deckkit.engine.cards import PlayCard
from deckkit.engine.match import Match
from deckkit.engine.rules import TableRules
from deckkit.engine.scenario_reading import (
    MOST_COPIES,
    ScenarioError,
    check_keys,
    check_value,
    listed,
    mapping,
    seat_of,
    words_near,
)
from deckkit.engine.scenario_words import NumberWord, ObjectWord, ScenarioWords, ZoneWord
from deckkit.engine.settings import fits_setting
from deckkit.engine.state import Thing
from deckkit.engine.table import empty_match
from deckkit.engine.triggers import listen
from deckkit.errors import DeckkitError
from deckkit.i18n import Text

__all__ = ["SEATS", "Board", "lay_board"]

SEATS = ("P1", "P2", "P3", "P4")
#: What ``given`` may hold in every game.
GIVEN = (
    "active",
    "turn",
    "phase",
    "first_player",
    "deck",
    "format",
    "format_options",
    "rules",
    "config",
    "pool",
    "test_cards",
)
_TEST = ("test", "text", "effects")
#: A turn long after the first ones, unless the scenario names it.
_LATER_ROUND = 3


@dataclass(slots=True)
class Board:
    """A match with its words, and what names mean on it. ``card`` gives the engine's card of a name."""

    m: Match
    words: ScenarioWords
    card: Callable[[str, str], PlayCard]
    where: str
    declared: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    cards: dict[str, PlayCard] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    late: list[tuple[Thing, ObjectWord, str, str]] = field(default_factory=list)

    # -- names -------------------------------------------------------------------------------------------------

    def find(self, name: str, where: str) -> tuple[int, ...]:
        """The ids of all things that a name may mean: the one with this id, else those of this card."""
        if name in self.ids:
            return (self.ids[name],)
        found = tuple(thing.id for thing in self.m.state.things if _called(thing, name))
        if not found:
            handles = [thing.handle for thing in self.m.state.things]
            raise ScenarioError(
                Text("no object and no card here is called {name}", {"name": name[:80]}),
                where,
                words_near(name, handles),
            )
        return found

    def known(self, name: str, where: str) -> frozenset[int]:
        """The ids that a name in an assertion means; none where the card exists but is not in this match."""
        try:
            return frozenset(self.find(name, where))
        except ScenarioError:
            if name.startswith("t-"):
                raise
            self.card_of(name, where)
            return frozenset()

    def card_of(self, name: str, where: str) -> PlayCard:
        """The engine's card of a name: a declared test card, a blank one ("t-…"), or one of the catalogue."""
        found = self.cards.get(name)
        if found is None:
            named = self.words.named(name) if self.words.named is not None else None
            if named is not None:
                found = named
            elif name in self.declared:
                found = self.test_card(self.declared[name], where)
            elif name.startswith("t-"):
                found = self.test_card({"test": name}, where)
            else:
                found = _told(self.card, name, where)
            self.cards[name] = found
        return found

    def test_card(self, definition: Mapping[str, Any], where: str) -> PlayCard:
        """The engine's card of a definition written inline."""
        if "text" in definition and "effects" not in definition and not self.words.reads_text:
            raise ScenarioError(
                Text("texts of {game} cannot be read yet", {"game": self.m.rules.game}),
                f"{where}: text",
                Text("give the 'effects' in the notation"),
            )
        try:
            card = self.m.rules.test_card(definition, where)
        except ScenarioError:
            raise
        except DeckkitError as error:
            raise _placed(error, where) from error
        # What a keyword costs may stand in an ability instead ("Shift" with a shift_cost).
        priced = {node.word for ability in card.abilities for node in ability.do}
        for text in definition.get("keywords", ()):
            if f"{text.rpartition(' ')[2].lower()}_cost" not in priced:
                self.check_keywords([text], f"{where}: keywords", whole=True)
        return card

    def declare(self, rows: Any, where: str) -> None:
        """Test cards that are used by name."""
        for place, row in enumerate(listed(rows, where), 1):
            at = f"{where}[{place}]"
            check_keys(mapping(row, at), (*_TEST, *self.words.test_keys), at)
            name = self._test_name(row, at)
            if name in self.declared:
                raise ScenarioError(Text("{name} is declared twice", {"name": name}), at)
            self._check_test(row, at)
            self.declared[name] = row

    # -- laying ------------------------------------------------------------------------------------------------

    def lay(self, entry: Any, seat: int, word: ZoneWord | None, where: str) -> list[Thing]:
        """The things of one entry of a zone; ``word`` None: beneath another one, placed by its word."""
        if isinstance(entry, str):
            return [self._thing(self.card_of(entry, where), seat, word, None, where)]
        given = mapping(entry, where)
        if "test" in given:
            test = {name: one for name, one in given.items() if name in _TEST or name in self.words.test_keys}
            state = {name: one for name, one in given.items() if name not in test}
            self._test_name(test, where)
            self._check_test(test, where)
            card = self.test_card(test, where)
        elif "card" in given or (word is not None and word.bare):
            given = {"card": word.blank, **given} if word is not None and word.bare else given
            state = {name: one for name, one in given.items() if name != "card"}
            card = self.card_of(check_value("thing", given["card"], f"{where}: card"), where)
        else:
            raise ScenarioError(Text("an object needs 'card' or 'test'"), where)
        check_keys(state, ("id", "n", *self._state_words()), where)
        n = check_value("positive", state.get("n", 1), f"{where}: n")
        if n > MOST_COPIES:
            raise ScenarioError(Text("{n} copies are more than {most}", {"n": n, "most": MOST_COPIES}), f"{where}: n")
        name = check_value("thing", state["id"], f"{where}: id") if "id" in state else None
        if name is not None and n > 1:
            raise ScenarioError(Text("an id names one object, not {n}", {"n": n}), where, Text("leave out 'n' or 'id'"))
        found = []
        for _ in range(n):
            thing = self._thing(card, seat, word, name, where)
            found.append(thing)
            for key, value in {**(word.default if word is not None else {}), **state}.items():
                if key not in ("id", "n"):
                    self.write(thing, key, value, f"{where}: {key}")
        return found

    def _state_words(self) -> list[str]:
        return [name for name, word in self.words.objects.items() if word.write is not None]

    def write(self, thing: Thing, key: str, value: Any, where: str) -> None:
        """Lays a word of an object; what names other objects waits until all of them lie."""
        word = self.words.objects[key]
        assert word.write is not None
        if word.kind == "objects":
            below = [
                one
                for i, entry in enumerate(listed(value, where), 1)
                for one in self.lay(entry, thing.owner, None, f"{where}[{i}]")
            ]
            word.write(self.m, thing, tuple(below))
        elif word.kind == "by_seat":
            word.write(
                self.m,
                thing,
                tuple(
                    one
                    for name, entries in mapping(value, where).items()
                    for i, entry in enumerate(listed(entries, f"{where}.{name}"), 1)
                    for one in self.lay(
                        entry, seat_of(name, where, len(self.m.state.seats)), None, f"{where}.{name}[{i}]"
                    )
                ),
            )
        elif word.kind == "thing":
            if value is not None:
                self.late.append((thing, word, check_value("thing", value, where), where))
        elif word.kind == "seat":
            seat = None if value is None else seat_of(value, where, len(self.m.state.seats))
            word.write(self.m, thing, seat)
        else:
            good = check_value(word.kind, value, where, word.words)
            if word.kind == "keywords":
                self.check_keywords(good, where, whole=True)
            word.write(self.m, thing, good)

    def check_keywords(self, texts: Sequence[str], where: str, *, whole: bool = False) -> None:
        """Refuses keywords that the game does not know, and ``whole`` ones without their number."""
        for text in texts:
            wrong = wrong_keyword(text, self.m.rules.vocabulary, whole=whole)
            if wrong is not None:
                raise ScenarioError(wrong[0], where, wrong[1])

    def _thing(self, card: PlayCard, seat: int, word: ZoneWord | None, name: str | None, where: str) -> Thing:
        m = self.m
        if name is not None and name in self.ids:
            raise ScenarioError(Text("the id {name} names two objects", {"name": name}), where)
        thing = m.add_thing(card, seat, word.zone if word is not None else "", name or "")
        if name is not None:
            self.ids[name] = thing.id
        if word is not None:
            table = m.state.shared if m.specs[word.zone].shared else m.state.seats[seat].zones
            m.put(table, word.zone, (*table.get(word.zone, ()), thing.id))
        return thing

    def _test_name(self, row: Mapping[str, Any], where: str) -> str:
        name = row.get("test")
        if not isinstance(name, str) or not name.startswith("t-"):
            raise ScenarioError(Text("'test' names a test card, and such names begin with t-"), where)
        return name

    def _check_test(self, row: Mapping[str, Any], where: str) -> None:
        for key, value in row.items():
            if key in self.words.test_keys:
                kind = self.words.test_keys[key]
                check_value(kind, value, f"{where}: {key}")
                if kind == "keywords":
                    self.check_keywords(value, f"{where}: {key}")
        if "text" in row:
            check_value("word", row["text"], f"{where}: text")
        if "effects" in row:
            listed(row["effects"], f"{where}: effects")

    def zone(self, word: ZoneWord, value: Any, seat: int, where: str) -> None:
        """Lays a zone: a list of entries, one entry or null where it holds one, or numbers in the short form."""
        if word.single:
            entries: Sequence[Any] = [] if value is None else [value]
        elif word.counts and isinstance(value, dict):
            check_keys(value, word.counts, where)
            for name, n in value.items():
                if check_value("count", n, f"{where}: {name}") > MOST_COPIES:
                    raise ScenarioError(Text("{n} copies are more than {most}", {"n": n, "most": MOST_COPIES}), where)
                for _ in range(n):
                    thing = self._thing(self.card_of(word.blank, where), seat, word, None, where)
                    for one, given in {**word.default, **word.counts[name]}.items():
                        self.write(thing, one, given, where)
            return
        else:
            entries = listed(value, where)
        laid: list[Thing | None] = []
        for place, entry in enumerate(entries, 1):
            at = where if word.single else f"{where}[{place}]"
            if entry is None and word.row is not None:
                laid.append(None)
                continue
            if isinstance(entry, str) and word.default:
                entry = {"card": entry}
            laid += self.lay(entry, seat, word, at)
        if word.row is not None:
            word.row[1](self.m, seat, laid)

    def finish(self) -> None:
        """All things lie: they get their handles, find each other, and their abilities begin to work."""
        m = self.m
        taken = set(self.ids)
        seen: dict[str, int] = {}
        for thing in m.state.things:
            if not thing.handle:
                slug = thing.card.slug
                seen[slug] = seen.get(slug, 0) + 1
                name = slug if seen[slug] == 1 and slug not in taken else f"{slug}-{seen[slug]}"
                while name in taken:
                    seen[slug] += 1
                    name = f"{slug}-{seen[slug]}"
                taken.add(name)
                thing.handle = name
        for thing, word, name, where in self.late:
            found = self.find(name, where)
            if len(found) > 1:
                raise ScenarioError(Text("{name} may be several objects", {"name": name}), where, Text("give it an id"))
            assert word.write is not None
            try:
                word.write(m, thing, m.state.things[found[0]])
            except ScenarioError as error:
                raise ScenarioError(error.what, where, error.do) from error
        for thing in m.state.things:
            if not (thing.facedown and thing.zone in m.in_play):
                listen(m, thing)


def _called(thing: Thing, name: str) -> bool:
    card = thing.card
    return name in (card.key, card.slug, thing.handle) or fold(card.name) == fold(name)


def _told(find: Callable[[str, str], PlayCard], name: str, where: str) -> PlayCard:
    try:
        return find(name, where)
    except ScenarioError:
        raise
    except DeckkitError as error:
        raise _placed(error, where) from error


def _placed(error: DeckkitError, where: str) -> ScenarioError:
    """The error with the place in the file; some know it already."""
    inner = str(error.where or "")
    return ScenarioError(error.what, inner if inner.startswith(where) else f"{where}: {inner}".rstrip(": "), error.do)


def lay_board(
    words: ScenarioWords, rules: TableRules, given: Mapping[str, Any], card: Callable[[str, str], PlayCard], where: str
) -> Board:
    """The match that ``given`` describes. ``card(name, where)`` finds a card of the catalogue.

    Raises :class:`ScenarioError` with the place of the first mistake.
    """
    place = f"{where}: given"
    check_keys(given, (*GIVEN, *words.shared, *SEATS), place)
    players = max([2, *(SEATS.index(name) + 1 for name in given if name in SEATS)])
    version = given.get("rules", "")
    if "rules" in given and version not in rules.versions:
        raise ScenarioError(
            Text("there are no rules '{name}'", {"name": str(version)[:40]}),
            f"{place}.rules",
            words_near(version, rules.versions) if rules.versions else Text("leave it out"),
        )
    config = _config(words, rules, given, place)
    try:
        m = empty_match(rules, players, config=config, version=version, forced=False)
    except DeckkitError as error:
        raise ScenarioError(error.what, place, error.do) from error
    m.seed(0)
    board = Board(m, words, card, where)
    _moment(board, given, place)
    if "test_cards" in given:
        board.declare(given["test_cards"], f"{place}.test_cards")
    for name in SEATS[:players]:
        if "test_cards" in mapping(given.get(name, {}), f"{place}.{name}"):
            board.declare(given[name]["test_cards"], f"{place}.{name}.test_cards")
    numbers: list[tuple[NumberWord, Any, int, str]] = []
    for name in SEATS[:players]:
        own = given.get(name, {})
        check_keys(
            own, [*(key for key, word in words.players.items() if _given(word)), "test_cards"], f"{place}.{name}"
        )
        for key, value in own.items():
            if key != "test_cards":
                _key(board, key, words.players[key], value, SEATS.index(name), f"{place}.{name}.{key}", numbers)
    for key, word in words.shared.items():
        if key in given:
            _key(board, key, word, given[key], -1, f"{place}.{key}", numbers)
    board.finish()
    for number, value, seat, at in numbers:
        assert number.write is not None
        good = seat_of(value, at, players) if number.kind == "seat" else check_value(number.kind, value, at)
        try:
            number.write(m, seat, good)
        except ScenarioError as error:
            raise ScenarioError(error.what, at, error.do) from error
    if words.prepare is not None:
        words.prepare(m)
    for log in (m.journal, m.history, m.log):
        if log is not None:
            log.clear()
    return board


def _given(word: ZoneWord | NumberWord) -> bool:
    return isinstance(word, ZoneWord) or word.write is not None


def _key(
    board: Board,
    key: str,
    word: ZoneWord | NumberWord,
    value: Any,
    seat: int,
    where: str,
    numbers: list[tuple[NumberWord, Any, int, str]],
) -> None:
    if isinstance(word, ZoneWord):
        # What is shared belongs to the first player unless it says whose it is.
        board.zone(word, value, max(0, seat), where)
    elif word.write is None:
        raise ScenarioError(Text("'{name}' is asked for in 'then' only", {"name": key}), where)
    else:
        numbers.append((word, value, seat, where))


def _config(words: ScenarioWords, rules: TableRules, given: Mapping[str, Any], place: str) -> dict[str, Any]:
    format = given.get("format")
    config: dict[str, Any] = {}
    if format is not None:
        if not isinstance(format, str) or format not in words.formats:
            raise ScenarioError(
                Text("there is no format '{name}'", {"name": str(format)[:40]}),
                f"{place}.format",
                words_near(format, list(words.formats)),
            )
        config.update(words.formats[format])
    own = mapping(given.get("config", {}), f"{place}.config")
    check_keys(own, rules.config, f"{place}.config")
    for name, value in own.items():
        if type(value) is int:
            check_value("count", value, f"{place}.config.{name}")
        if not fits_setting(rules, name, value):
            raise ScenarioError(
                Text("'{name}' is of another kind: {value} is usual", {"name": name, "value": rules.config[name]}),
                f"{place}.config.{name}",
            )
    config.update(own)
    try:
        rules.check_config({**rules.config, **config})
    except DeckkitError as error:
        raise ScenarioError(error.what, f"{place}.config", error.do) from error
    return config


def _moment(board: Board, given: Mapping[str, Any], place: str) -> None:
    """Whose turn it is, its number and its phase. Turns go round from the first player."""
    m, words = board.m, board.words
    n = len(m.state.seats)
    active = seat_of(given["active"], f"{place}.active", n) if "active" in given else None
    first = seat_of(given["first_player"], f"{place}.first_player", n) if "first_player" in given else None
    phase = given.get("phase", words.phase)
    if not isinstance(phase, str) or phase not in words.phases:
        raise ScenarioError(
            Text("there is no phase '{name}'", {"name": str(phase)[:40]}),
            f"{place}.phase",
            words_near(phase, list(words.phases)),
        )
    if "turn" in given:
        turn = check_value("positive", given["turn"], f"{place}.turn")
        if active is None:
            active = (first + turn - 1) % n if first is not None else 0
        if first is None:
            first = (active - turn + 1) % n
    else:
        active = active if active is not None else (first if phase == "setup" and first is not None else 0)
        first = first if first is not None else 0
        turn = 0 if phase == "setup" else (_LATER_ROUND - 1) * n + (active - first) % n + 1
    values = {"turn": turn, "active": active, "acting": active, "first": first, "phase": words.phases[phase]}
    for name, value in values.items():
        m.set(m.state, name, value)
    for seat in m.state.seats:
        m.set(seat, "turns", sum((first + one) % n == seat.number for one in range(min(turn, 10_000))))
