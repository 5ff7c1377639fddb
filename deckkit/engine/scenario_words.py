"""What a game's scenario files may say, and what it means on the engine's table.

A game fills one frozen :class:`ScenarioWords`; the runner reads, lays the board, steps and asserts with it and knows
no word of any game itself. The heart is :attr:`ScenarioWords.describe`, which says a legal action in the words of a
step ("do", "player" and the operands): a step is carried out by the legal action that fits it, and by no other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

    from deckkit.engine.cards import PlayCard
    from deckkit.engine.match import Match
    from deckkit.engine.scenario_steps import Step
    from deckkit.engine.state import Action, Event, Thing
    from deckkit.i18n import Text

__all__ = [
    "ChoiceWord",
    "EventWord",
    "NumberWord",
    "ObjectWord",
    "ScenarioWords",
    "Verb",
    "ZoneWord",
    "attribute",
    "beneath",
    "computed",
    "counted",
    "marked",
    "seat_number",
]


@dataclass(frozen=True, slots=True)
class ZoneWord:
    """A key of a player (or a shared one) that holds objects.

    ``zone`` is the engine's zone. ``counts`` are the words of its short form, each with the object words that such a
    card has (``{"ready": {"exhausted": False}}``: the key may be ``{"ready": 3}`` instead of a list); ``blank`` is the
    test card that stands for those. ``single``: at most one object, written without a list; null is none. ``default``
    are object words of every object laid there unless the entry says otherwise. ``bare``: an entry may be object words
    alone, of a ``blank`` card. ``only`` tells which things of the
    engine's zone belong to this key, where several keys share a zone. ``shared``: a zone of all. ``found``: the ids
    that ``then`` finds, where they are not the zone's. ``row``: places in an
    order of which some may be empty (null): ``read(m, seat)`` gives the ids (None: empty), ``write(m, seat, things)``
    says what lies where.
    """

    zone: str
    counts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    single: bool = False
    ordered: bool = False
    shared: bool = False
    blank: str = "t-blank"
    bare: bool = False
    default: Mapping[str, Any] = field(default_factory=dict)
    only: Callable[[Match, Thing], bool] | None = None
    found: Callable[[Match, int], Iterable[int]] | None = None
    row: tuple[Callable[[Match, int], list[int | None]], Callable[[Match, int, list[Thing | None]], None]] | None = None


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A key of a player (or a shared one, with seat -1) that is a plain value.

    ``read(m, seat)`` gives it in the scenario's form; ``write(m, seat, value)`` lays it (None: only asked for in
    ``then``). ``kind`` is what may stand there, a kind of :attr:`Verb.keys` or ``map`` (names with numbers) or
    ``words`` (a list of words, compared without order).
    """

    read: Callable[[Match, int], Any]
    write: Callable[[Match, int, Any], None] | None = None
    kind: str = "count"


@dataclass(frozen=True, slots=True)
class ObjectWord:
    """A word of an object: state (with ``write``) or a computed value (without).

    ``kind``: ``flag``, ``count`` (0 or more), ``int``, ``word``, ``thing`` (another object by its id, null for none),
    ``objects`` (a list of entries that are laid too: ``write`` gets their things; ``then`` compares them like a zone;
    ``read`` gives a tuple of ids), ``by_seat`` (lists of such entries by player), ``seat`` (P1 is 0, null is None),
    ``map``, ``keywords``. ``words``: the words that are allowed.
    ``write(m, thing, value)`` gets things for ``thing`` and ``objects``, seat numbers for ``seat``.
    """

    kind: str
    read: Callable[[Match, Thing], Any]
    write: Callable[[Match, Thing, Any], None] | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceWord:
    """A key of ``choices``: ``kind`` of its value and the kinds of decisions (``Decision.kind``) that it answers.

    ``kind``: ``things`` (a list, used one by one; it ends with "done" where that is an option), ``flag`` (yes or no),
    ``number``, ``word``, ``seat``, ``map``. ``option(m, value, options)`` turns one value into one of the options,
    where the plain reading does not do; it returns None where it is none of them.
    """

    decisions: tuple[str, ...]
    kind: str = "things"
    option: Callable[[Match, Any, tuple[Any, ...]], Any] | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """A step.

    ``keys``: operands with their kinds: ``thing`` (a name or an id), ``things``, ``flag``, ``count``, ``int``,
    ``word`` (``word|a|b``: one of these), ``words``, ``map``, ``any``; ``thing|player`` also takes that word as it is.
    ``needs`` are those that must be there ("player" is needed where ``by_player``).
    The operands are compared with what :attr:`ScenarioWords.describe` says of the legal actions. An operand that the
    action does not carry, since the engine asks for it, stands in ``answers`` with the key of ``choices`` as which it
    then answers (``{"targets": "targets"}``).
    ``leaves``: kinds of decisions at which the step ends with the decision open (another step answers it).
    ``names``: the operand that gives the acting object an id, by which later steps and ``then`` know it.
    ``reaction``: may be done only inside the step before it; what happens there is looked for among the legal answers.
    ``run``: does the whole step itself instead (it strings legal actions together, or asks another part of the
    project); returns whether it was legal.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    leaves: frozenset[str] = frozenset()
    by_player: bool = True
    names: str = ""
    reaction: bool = False
    run: Callable[[Step], bool] | None = None


@dataclass(frozen=True, slots=True)
class EventWord:
    """A verb of ``then.order``: the engine's events that it means, of a thing (``things``) or of a player
    (``players``). ``number`` gives the number to compare, ``Event.n`` by default."""

    things: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    number: Callable[[Event], int] | None = None


@dataclass(frozen=True, slots=True)
class ScenarioWords:
    """All words of one game's scenario files.

    ``describe(m, action)``: a legal action in the words of a step: ``do``, ``player`` (seat number) and operands
    (things by their ids, lists as tuples). Answers to decisions are described too where a step stands for them
    (reactions, a trigger to resolve); None: no step stands for this action.
    ``players`` and ``shared``: the keys of ``given`` and ``then``. ``objects``: the words of objects. ``test_keys``:
    the keys of test cards besides ``test``, ``text`` and ``effects``, with their kinds.
    ``choices`` and ``events`` are added to the kernel's own. ``declines``: what is answered in decisions that need no
    answer, by their kind: an option, or a function of the match and the decision (None: it needs an answer).
    ``phases``: the scenario's phases with the engine's names. ``formats``: config by format, the first is the default.
    ``setup(m, seats)`` pushes the setup's tasks; ``seats`` have been given their hands already.
    ``run_phase`` and ``run_step`` push the tasks of a phase or step, by the scenario's name of it; False: it is not
    the moment for it.
    ``idle(m)``: the action by which a player passes while something is under way, None where nothing is: so a step is
    carried on up to the reaction that follows it.
    ``passes``: verbs of actions by which nobody does anything, the most idle first. ``facts``: further keys of
    ``then``, read from the match. ``reasons``: the engine's reasons of a result in the scenario's words.
    ``version_on(day)``: the version of the rules on the day of a scenario that names none.
    ``named(name)``: a card that the files of the game name in a way of their own, else None.
    ``notes(m)`` are what the reader of the outcome should know.
    ``prepare(m)`` is called when the board lies. ``reads_text``: ``TableRules.test_card`` compiles the ``text`` of test
    cards; else a test card with a text needs ``effects``.
    """

    describe: Callable[[Match, Action], Mapping[str, Any] | None]
    players: Mapping[str, ZoneWord | NumberWord]
    objects: Mapping[str, ObjectWord]
    verbs: Mapping[str, Verb]
    test_keys: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, ZoneWord | NumberWord] = field(default_factory=dict)
    choices: Mapping[str, ChoiceWord] = field(default_factory=dict)
    declines: Mapping[str, Any] = field(default_factory=lambda: {"may": "no"})
    events: Mapping[str, EventWord] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=lambda: {"main": "main"})
    phase: str = "main"
    formats: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    setup: Callable[[Match, frozenset[int]], None] | None = None
    run_phase: Mapping[str, Callable[[Match], bool | None]] = field(default_factory=dict)
    run_step: Mapping[str, Callable[[Match], bool | None]] = field(default_factory=dict)
    idle: Callable[[Match], Action | None] | None = None
    passes: tuple[str, ...] = ("pass", "end_turn")
    facts: Mapping[str, Callable[[Match], Any]] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    named: Callable[[str], PlayCard | None] | None = None
    version_on: Callable[[date], str] | None = None
    prepare: Callable[[Match], None] | None = None
    notes: Callable[[Match], list[Text]] = lambda _match: []
    reads_text: bool = False


# -- the usual words ------------------------------------------------------------------------------------------------


def attribute(name: str, kind: str = "flag") -> ObjectWord:
    """An object word that is an attribute of the engine's thing (``exhausted``, ``damage``, ``fresh`` …)."""
    return ObjectWord(kind, lambda _m, thing: getattr(thing, name), lambda m, thing, value: m.set(thing, name, value))


def marked(name: str, kind: str = "flag", default: Any = False) -> ObjectWord:
    """An object word that is a mark of the engine's thing."""
    return ObjectWord(
        kind,
        lambda _m, thing: thing.marks.get(name, default),
        lambda m, thing, value: m.mark(thing, name, None if value == default else value),
    )


def computed(name: str) -> ObjectWord:
    """An object word that is a computed stat."""

    def read(m: Match, thing: Thing) -> int:
        from deckkit.engine.values import stat

        return stat(m, thing, name)

    return ObjectWord("int", read)


def beneath() -> ObjectWord:
    """The object word of the cards under another one, top first."""

    def write(m: Match, thing: Thing, cards: tuple[Thing, ...]) -> None:
        for card in cards:
            m.set(card, "zone", "under")
            m.set(card, "over", thing.id)
        m.set(thing, "under", tuple(card.id for card in cards))

    return ObjectWord("objects", lambda _m, thing: thing.under, write)


def counted(name: str) -> NumberWord:
    """A player's number that is an attribute of the engine's seat (``score``, ``life``, ``pool``)."""
    return NumberWord(
        lambda m, seat: getattr(m.state.seats[seat], name),
        lambda m, seat, value: m.set(m.state.seats[seat], name, value),
    )


def seat_number(name: str) -> int:
    """0 for ``P1``."""
    return int(name[1:]) - 1
