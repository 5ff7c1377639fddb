"""What must be true: the keys of ``then`` compared with the match, only those that are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.engine.match import Match
from deckkit.engine.notation import seat_name, visible
from deckkit.engine.scenario_board import SEATS, Board
from deckkit.engine.scenario_operands import Wanted, read_operands
from deckkit.engine.scenario_reading import ScenarioError, check_keys, check_value, listed, mapping, seat_of
from deckkit.engine.scenario_steps import offering
from deckkit.engine.scenario_words import EventWord, NumberWord, ObjectWord, ZoneWord
from deckkit.engine.state import NOBODY, Event, Thing
from deckkit.engine.values import keywords
from deckkit.i18n import Text

__all__ = ["KERNEL_EVENTS", "Problem", "check_then", "read_offers"]

#: The closest two decimals may be and still be different.
CLOSE = 1e-9

#: The events of ``order`` that every game knows.
KERNEL_EVENTS: Mapping[str, EventWord] = {
    "damage": EventWord(("damaged",), ("hurt", "damage_player")),
    "destroy": EventWord(("destroy",)),
    "discard": EventWord(("discard", "put_discard"), ("discard",)),
    "heal": EventWord(("healed",), ("life", "heal")),
    "trigger": EventWord(("trigger",)),
    "reveal": EventWord(("reveal",)),
    "play": EventWord(("play",), ("play",)),
    "shuffle": EventWord((), ("shuffle",)),
    "draw": EventWord(("draw",), ("draw",)),
}

_KEYWORD_KEYS = ("keywords", "keywords_contains", "keywords_lack")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it must be: where, what was expected, what is."""

    where: str
    what: Text
    expected: Any = None
    actual: Any = None

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """``{"where", "what", "expected", "actual"}``."""
        return {
            "where": self.where,
            "what": self.what.render(lang),
            "expected": self.expected,
            "actual": self.actual,
        }


def read_offers(board: Board, rows: Any, where: str) -> list[Wanted]:
    """Actions that must (not) be offered."""
    found = []
    for place, row in enumerate(listed(rows, where), 1):
        at = f"{where}[{place}]"
        if "do" not in mapping(row, at):
            raise ScenarioError(Text("an action needs 'do'"), at)
        found.append(read_operands(board, row, at, whole=False))
    return found


def check_then(
    board: Board, then: Mapping[str, Any], where: str, notes: Mapping[str, Any] | None = None, *, last: bool = True
) -> list[Problem]:
    """All keys of ``then`` (or of an entry of ``after``) about the board. The other keys are the runner's.

    Raises :class:`ScenarioError` for what is no assertion.
    """
    return _Check(board, notes or {}, where).run(then, last)


class _Check:
    def __init__(self, board: Board, notes: Mapping[str, Any], where: str) -> None:
        self.board = board
        self.m: Match = board.m
        self.words = board.words
        self.notes = notes
        self.where = where
        self.problems: list[Problem] = []
        self.seat: int | None = None

    def run(self, then: Mapping[str, Any], last: bool) -> list[Problem]:
        parts: dict[str, Callable[[Any, str], None]] = {
            "offered": self.offered,
            "not_offered": self.not_offered,
            "objects": self.objects,
            "result": self.result,
            "active": self.active,
            "turn": self.turn,
            "eliminated": self.eliminated,
            "view": self.view,
        }
        if last:
            parts["order"] = self.order
        shared = self._keys(self.words.shared)
        facts = {**self.words.facts}
        check_keys(then, [*parts, *shared, *facts, *self.notes, *SEATS], self.where)
        for key, value in then.items():
            at = f"{self.where}.{key}"
            if key in SEATS:
                self.player(key, value, at)
            elif key in parts:
                parts[key](value, at)
            elif key in self.notes:
                self.plain(value, self.notes[key], at)
            elif key in facts:
                self.plain(value, facts[key](self.m), at)
            else:
                self.key(key, value, -1, self.words.shared, at)
        return self.problems

    def fail(self, where: str, what: Text, expected: Any, actual: Any) -> None:
        # The place within the scenario; the file stands before it in the report.
        self.problems.append(Problem(where.rpartition(": ")[2], what, expected, actual))

    def plain(self, expected: Any, actual: Any, where: str) -> None:
        if not _equal(expected, actual):
            self.fail(where, Text("the value differs"), expected, actual)

    # -- players and zones -------------------------------------------------------------------------------------

    def _keys(self, table: Mapping[str, ZoneWord | NumberWord]) -> list[str]:
        found = []
        for key, word in table.items():
            found.append(key)
            if isinstance(word, ZoneWord):
                found += [f"{key}_contains", f"{key}_size"]
                if word.ordered:
                    found.append(f"{key}_top")
        return found

    def player(self, name: str, value: Any, where: str) -> None:
        seat = seat_of(name, where, len(self.m.state.seats))
        check_keys(mapping(value, where), self._keys(self.words.players), where)
        for key, one in value.items():
            self.key(key, one, seat, self.words.players, f"{where}.{key}")

    def key(self, key: str, value: Any, seat: int, table: Mapping[str, ZoneWord | NumberWord], where: str) -> None:
        name, how = key, ""
        if key not in table:
            name, _, how = key.rpartition("_")
        word = table[name]
        if isinstance(word, NumberWord):
            self.number(word, value, seat, where)
            return
        things = self.things(word, seat)
        if how == "size":
            self.plain(check_value("count", value, where), len(things), where)
        elif how == "top":
            wanted = listed(value, where)
            self.in_order(wanted, things[: len(wanted)], where)
        elif how == "contains":
            self.subset(listed(value, where), things, where)
        elif word.single:
            self.exactly([] if value is None else value if isinstance(value, list) else [value], things, where)
        elif word.counts and isinstance(value, dict):
            self.counts(word, value, things, where)
        elif word.row is not None:
            self.in_places(listed(value, where), word.row[0](self.m, seat), where)
        elif word.ordered:
            self.in_order(listed(value, where), things, where)
        else:
            self.exactly(listed(value, where), things, where)

    def things(self, word: ZoneWord, seat: int) -> list[Thing]:
        m = self.m
        if word.found is not None:
            return [m.state.things[one] for one in word.found(m, seat)]
        ids = m.state.shared.get(word.zone, ()) if m.specs[word.zone].shared else m.state.seats[seat].zones[word.zone]
        found = [m.state.things[one] for one in ids]
        return found if word.only is None else [thing for thing in found if word.only(m, thing)]

    def number(self, word: NumberWord, value: Any, seat: int, where: str) -> None:
        actual = word.read(self.m, seat)
        if word.kind == "seat":
            expected = None if value is None else seat_of(value, where, len(self.m.state.seats))
            if expected != actual:
                self.fail(where, Text("the value differs"), value, None if actual is None else seat_name(actual))
            return
        if value is not None:
            check_value(word.kind, value, where)
        if word.kind == "words":
            if sorted(value) != sorted(actual):
                self.fail(where, Text("the value differs"), value, list(actual))
        elif word.kind == "map":
            self.plain({**dict.fromkeys(value, 0), **value}, {name: actual.get(name, 0) for name in value}, where)
        elif word.kind == "flag":
            self.plain(value, bool(actual), where)
        else:
            self.plain(value, actual, where)

    def counts(self, word: ZoneWord, value: Mapping[str, Any], things: list[Thing], where: str) -> None:
        check_keys(value, word.counts, where)
        for name, n in value.items():
            check_value("count", n, f"{where}.{name}")
            tests = word.counts[name]
            actual = sum(
                all(self.words.objects[key].read(self.m, thing) == one for key, one in tests.items())
                for thing in things
            )
            self.plain(n, actual, f"{where}.{name}")

    def in_order(self, wanted: Sequence[Any], things: Sequence[Thing], where: str) -> None:
        fitting = [self.matcher(entry, f"{where}[{place}]") for place, entry in enumerate(wanted, 1)]
        if len(wanted) != len(things) or not all(fit(one) for fit, one in zip(fitting, things, strict=True)):
            self.fail(where, Text("the cards (in this order) differ"), list(wanted), self.shown(things, wanted))

    def in_places(self, wanted: Sequence[Any], places: Sequence[int | None], where: str) -> None:
        """A row, place by place; null is an empty one."""
        things = [None if one is None else self.m.state.things[one] for one in places]
        fitting = [None if one is None else self.matcher(one, f"{where}[{i}]") for i, one in enumerate(wanted, 1)]
        same = len(fitting) == len(things) and all(
            one is None if fit is None else one is not None and fit(one)
            for fit, one in zip(fitting, things, strict=True)
        )
        if not same:
            names = [None if one is None else self.shown([one], ())[0] for one in things]
            self.fail(where, Text("the cards (in this order) differ"), list(wanted), names)

    def exactly(self, wanted: Sequence[Any], things: Sequence[Thing], where: str) -> None:
        fitting = [self.matcher(entry, f"{where}[{place}]") for place, entry in enumerate(wanted, 1)]
        if len(wanted) != len(things) or not _all_placed(fitting, things):
            self.fail(where, Text("the cards differ"), list(wanted), self.shown(things, wanted))

    def subset(self, wanted: Sequence[Any], things: Sequence[Thing], where: str) -> None:
        fitting = [self.matcher(entry, f"{where}[{place}]") for place, entry in enumerate(wanted, 1)]
        if not _all_placed(fitting, things):
            self.fail(where, Text("not all of the cards are there"), list(wanted), self.shown(things, wanted))

    def matcher(self, entry: Any, where: str) -> Callable[[Thing], bool]:
        """Whether a thing is what an entry of a zone means: a name, an id, or words that all hold."""
        if isinstance(entry, str):
            known = self.board.known(entry, where)
            return lambda thing: thing.id in known and self.seen(thing)
        tests = mapping(entry, where)
        check_keys(tests, ("id", "card", *self.words.objects, *self.keyword_keys()), where)
        parts: list[Callable[[Thing], bool]] = []
        for key, value in tests.items():
            at = f"{where}.{key}"
            if key in ("id", "card"):
                parts.append(self.matcher(check_value("thing", value, at), at))
            else:
                parts.append(self.word_test(key, value, at))
        return lambda thing: all(part(thing) for part in parts)

    def keyword_keys(self) -> tuple[str, ...]:
        return _KEYWORD_KEYS if "keywords" in self.words.objects else ()

    def seen(self, thing: Thing) -> bool:
        """Whether the seat whose view is asked about knows the thing; all is known where nobody's view is meant."""
        return self.seat is None or visible(self.m, thing, self.seat)

    def shown(self, things: Sequence[Thing], wanted: Sequence[Any]) -> list[Any]:
        keys = [key for entry in wanted if isinstance(entry, dict) for key in entry if key not in ("id", "card")]
        found: list[Any] = []
        for thing in things:
            name = thing.handle if thing.handle in self.board.ids else thing.card.name
            if not self.seen(thing):
                name = "?"
            found.append({"id": name, **{key: self.value(key, thing) for key in dict.fromkeys(keys)}} if keys else name)
        return found

    # -- objects -----------------------------------------------------------------------------------------------

    def objects(self, value: Any, where: str) -> None:
        for name, words in mapping(value, where).items():
            at = f"{where}.{name}"
            found = self.board.find(name, at)
            if len(found) > 1:
                raise ScenarioError(Text("{name} may be several objects", {"name": name}), at, Text("give it an id"))
            thing = self.m.state.things[found[0]]
            if words is None:
                if thing.zone in self.m.in_play:
                    self.fail(at, Text("the object is still in play"), None, thing.zone)
                continue
            check_keys(mapping(words, at), (*self.words.objects, "card", *self.keyword_keys()), at)
            for key, one in words.items():
                if key == "card":
                    if not self.matcher(one, f"{at}.card")(thing):
                        self.fail(f"{at}.card", Text("the value differs"), one, thing.card.name)
                elif not self.word_test(key, one, f"{at}.{key}")(thing):
                    self.fail(f"{at}.{key}", Text("the value differs"), one, self.value(key, thing))

    def value(self, key: str, thing: Thing) -> Any:
        """The value of an object's word, as a scenario would write it."""
        if key in self.keyword_keys():
            return [name if n <= 1 else f"{name} {n}" for name, n in sorted(self.keywords(thing))]
        word = self.words.objects[key]
        value = word.read(self.m, thing)
        things = self.m.state.things
        if word.kind == "thing":
            return None if value in (None, NOBODY) else things[value].handle if isinstance(value, int) else value
        if word.kind == "objects":
            return self.shown([things[one] for one in value], ())
        if word.kind == "seat":
            return None if value is None or value == NOBODY else seat_name(value)
        return value

    def word_test(self, key: str, value: Any, where: str) -> Callable[[Thing], bool]:
        """Whether a thing's word has this value."""
        if key in self.keyword_keys():
            wanted = {self.keyword(one, where) for one in check_value("keywords", value, where)}
            if key == "keywords":
                return lambda thing: self.keywords(thing) == wanted
            if key == "keywords_contains":
                return lambda thing: wanted <= self.keywords(thing)
            return lambda thing: not wanted & self.keywords(thing)
        word = self.words.objects[key]
        if word.kind == "thing":
            return self.other_thing(word, value, where)
        if word.kind == "objects":
            entries = listed(value, where)

            def below(thing: Thing) -> bool:
                inner = _Check(self.board, self.notes, where)
                inner.exactly(entries, [self.m.state.things[one] for one in word.read(self.m, thing)], where)
                return not inner.problems

            return below
        if word.kind == "seat":
            seat = None if value is None else seat_of(value, where, len(self.m.state.seats))
            return lambda thing: (None if word.read(self.m, thing) == NOBODY else word.read(self.m, thing)) == seat
        kind = "int" if word.kind == "count" and word.write is None else word.kind
        if value is not None:
            check_value(kind, value, where, word.words)
        if word.kind == "flag":
            return lambda thing: bool(word.read(self.m, thing)) is value
        return lambda thing: _equal(value, word.read(self.m, thing))

    def other_thing(self, word: ObjectWord, value: Any, where: str) -> Callable[[Thing], bool]:
        if value is None:
            return lambda thing: word.read(self.m, thing) in (None, NOBODY)
        check_value("thing", value, where)
        if value in word.words:
            return lambda thing: bool(word.read(self.m, thing) == value)
        known = self.board.known(value, where)
        return lambda thing: word.read(self.m, thing) in known

    def keyword(self, text: str, where: str) -> tuple[str, int]:
        """A keyword with its number; of one without a number 1, so that both spellings are equal."""
        self.board.check_keywords([text], where)
        keyword = self.m.rules.keyword_of(text)
        return keyword.name, max(1, keyword.n)

    def keywords(self, thing: Thing) -> set[tuple[str, int]]:
        return {(name, max(1, n)) for name, n in keywords(self.m, thing).items()}

    # -- the rest ----------------------------------------------------------------------------------------------

    def offered(self, value: Any, where: str) -> None:
        for wanted in read_offers(self.board, value, where):
            if not self.fitting(wanted):
                self.fail(wanted.where, Text("the action is not offered"), dict(wanted.raw), self.notations())

    def not_offered(self, value: Any, where: str) -> None:
        for wanted in read_offers(self.board, value, where):
            found = self.fitting(wanted)
            if found:
                self.fail(wanted.where, Text("the action is offered"), dict(wanted.raw), found)

    def fitting(self, wanted: Wanted) -> list[str]:
        return [self.m.notation(action) for action in offering(self.board, wanted)]

    def notations(self) -> list[str]:
        return [self.m.notation(action) for action in self.m.legal_actions()[:40]]

    def order(self, value: Any, where: str) -> None:
        log = list(self.m.log or ())
        place = 0
        for number, text in enumerate(listed(value, where), 1):
            at = f"{where}[{number}]"
            test = self.event_test(check_value("word", text, at), at)
            found = next((i for i in range(place, len(log)) if test(log[i])), None)
            if found is None:
                from deckkit.engine.view import describe_event

                rest = [describe_event(self.m, event) for event in log[place:]][:40]
                self.fail(at, Text("the event does not happen then"), text, rest)
                return
            place = found + 1

    def event_test(self, text: str, where: str) -> Callable[[Event], bool]:
        table = {**KERNEL_EVENTS, **self.words.events}
        verb, _, rest = text.partition(" ")
        subject, _, number = rest.partition(" ")
        check_keys({verb: 0}, table, where)
        if not subject or (number and not number.isdigit()) or len(number) > 9:
            raise ScenarioError(Text("an event is written: verb subject [number]"), where)
        word = table[verb]
        n = int(number) if number else None

        def same_number(event: Event) -> bool:
            return n is None or n == (event.n if word.number is None else word.number(event))

        if subject in SEATS:
            seat = seat_of(subject, where, len(self.m.state.seats))
            return lambda event: event.kind in word.players and event.seat == seat and same_number(event)
        ids = self.board.find(subject, where)
        return lambda event: event.kind in word.things and event.it in ids and same_number(event)

    def result(self, value: Any, where: str) -> None:
        actual = result_of(self.board)
        if value is None:
            if actual is not None:
                self.fail(where, Text("the game is over"), None, actual)
            return
        check_keys(mapping(value, where), ("winner", "loser", "draw", "reason"), where)
        for key in ("winner", "loser"):
            if key in value:
                seat_of(value[key], f"{where}.{key}", len(self.m.state.seats))
        if actual is None:
            self.fail(where, Text("the game goes on"), dict(value), None)
        elif any(not _equal(one, actual.get(key)) for key, one in value.items()):
            self.fail(where, Text("the result differs"), dict(value), actual)

    def active(self, value: Any, where: str) -> None:
        seat_of(value, where, len(self.m.state.seats))
        self.plain(value, seat_name(self.m.state.active), where)

    def turn(self, value: Any, where: str) -> None:
        self.plain(check_value("count", value, where), self.m.state.turn, where)

    def eliminated(self, value: Any, where: str) -> None:
        for one in listed(value, where):
            seat_of(one, where, len(self.m.state.seats))
        self.plain(sorted(value), [seat_name(seat.number) for seat in self.m.state.seats if seat.out], where)

    def view(self, value: Any, where: str) -> None:
        check_keys(mapping(value, where), ("seat", "hidden", "visible", *SEATS), where)
        if "seat" not in value:
            raise ScenarioError(Text("a view needs 'seat'"), where)
        seat = seat_of(value["seat"], f"{where}.seat", len(self.m.state.seats))
        for key, wanted in (("hidden", False), ("visible", True)):
            for name in listed(value.get(key, []), f"{where}.{key}"):
                for one in self.board.find(check_value("thing", name, f"{where}.{key}"), f"{where}.{key}"):
                    if visible(self.m, self.m.state.things[one], seat) is not wanted:
                        what = Text("the card is not hidden") if wanted is False else Text("the card is hidden")
                        self.fail(f"{where}.{key}", what, name, None)
        self.seat = seat
        for name in SEATS:
            if name in value:
                self.player(name, value[name], f"{where}.{name}")
        self.seat = None


def result_of(board: Board) -> dict[str, Any] | None:
    """The match's result in the words of scenarios; of two players, who did not win lost."""
    m = board.m
    result = m.state.result
    if result is None:
        return None
    found: dict[str, Any] = {}
    for key in ("winner", "loser"):
        if isinstance(result.get(key), int):
            found[key] = seat_name(result[key])
    if len(m.state.seats) == 2 and len(found) == 1:
        key, name = next(iter(found.items()))
        found["loser" if key == "winner" else "winner"] = "P2" if name == "P1" else "P1"
    if result.get("draw"):
        found["draw"] = True
    if "reason" in result:
        found["reason"] = board.words.reasons.get(result["reason"], result["reason"])
    return found


def _equal(expected: Any, actual: Any) -> bool:
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, (int, float)) and isinstance(actual, (int, float)):
        return abs(expected - actual) <= CLOSE
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)):
        return len(expected) == len(actual) and all(map(_equal, expected, actual))
    return bool(expected == actual)


def _all_placed(fitting: Sequence[Callable[[Thing], bool]], things: Sequence[Thing]) -> bool:
    """Whether each entry can stand for another thing (a matching by augmenting paths)."""
    fits_at = [[place for place, thing in enumerate(things) if fit(thing)] for fit in fitting]
    held: dict[int, int] = {}

    def place_entry(entry: int, tried: set[int]) -> bool:
        for place in fits_at[entry]:
            if place not in tried:
                tried.add(place)
                if place not in held or place_entry(held[place], tried):
                    held[place] = entry
                    return True
        return False

    return all(place_entry(entry, set()) for entry in range(len(fitting)))
