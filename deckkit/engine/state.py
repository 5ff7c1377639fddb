"""The state of a match: players, zones and things, every value immutable and every change journaled.

All that changes is an attribute of a :class:`Thing`, a :class:`Seat` or the :class:`State`, or a zone in a seat's
``zones``; each holds immutable values. So undoing is putting old values back, and cloning shares them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deckkit.engine.cards import PlayCard

__all__ = [
    "NOBODY",
    "PASS",
    "SHARED",
    "Action",
    "Decision",
    "Event",
    "Item",
    "Mod",
    "Pending",
    "Seat",
    "State",
    "Thing",
]

#: No object, no player.
NOBODY = -1
#: The seat of zones that belong to all.
SHARED = -1
#: The answer of a player who does not react.
PASS = "pass"


class Action(NamedTuple):
    """What a player does: a kind, who, the acting thing, operands.

    ``source`` and ``targets`` are ids of things; ``option`` is the answer to a decision (kind ``choose``) or a word.
    """

    kind: str
    seat: int
    source: int = NOBODY
    targets: tuple[int, ...] = ()
    option: Any = None


class Decision(NamedTuple):
    """A question to a player: ``options`` are the possible answers (ids of things, seats, numbers or words).

    ``source`` is the thing that asks; ``taken`` are the answers already given to the same question.
    """

    seat: int
    kind: str
    options: tuple[Any, ...]
    source: int = NOBODY
    taken: tuple[Any, ...] = ()


class Event(NamedTuple):
    """What happened: a verb, the thing and the other thing, the seat it concerns, a number."""

    kind: str
    it: int = NOBODY
    other: int = NOBODY
    seat: int = NOBODY
    n: int = 0


class Mod(NamedTuple):
    """A modifier with a duration, on things or on a player.

    ``what`` is its kind (``stat``, ``keyword``, ``forbid`` …), ``name`` what it is about, ``value`` its amount or
    node; ``until`` the duration word, ``seat`` whose effect it is, ``born`` the turn of its making.
    """

    serial: int
    what: str
    name: str
    value: Any
    until: str
    seat: int
    source: int
    born: int


class Pending(NamedTuple):
    """A triggered ability that waits: whose, of which thing, what, and what the event was."""

    serial: int
    seat: int
    source: int
    ability: Any
    env: dict[str, Any]


class Item(NamedTuple):
    """Something on the chain (:mod:`deckkit.engine.chain`).

    ``seat`` is who controls it, ``source`` the thing it comes from, ``what`` its kind: ``card``, ``ability``,
    ``trigger`` or a word of the game. ``do`` is its block with the targets bound, ``env`` what the block will know,
    ``marks`` what the game notes.
    """

    serial: int
    seat: int
    source: int
    what: str
    ability: Any
    do: tuple[Any, ...]
    env: dict[str, Any]
    marks: dict[str, Any]


class Thing:
    """A card in the match. ``id`` is its index in ``State.things``; ``handle`` its short name in notation.

    ``fresh``: came into play this turn (what that forbids is the game's affair). ``under``: ids of the cards beneath,
    top first; ``over``: the id of the card on top of it. ``at``: the place where it is; ``to``: what it is attached
    to. ``marks``: further state of the game, a mapping that is replaced, never changed. ``mods``: modifiers on it.
    ``stay`` counts how often it came into play and left: what comes back is another card than the one that left.
    """

    __slots__ = (
        "at",
        "card",
        "controller",
        "damage",
        "exhausted",
        "facedown",
        "fresh",
        "handle",
        "id",
        "marks",
        "mods",
        "over",
        "owner",
        "stay",
        "to",
        "under",
        "zone",
    )

    def __init__(self, number: int, handle: str, card: PlayCard, owner: int, zone: str) -> None:
        self.id = number
        self.handle = handle
        self.card = card
        self.owner = owner
        self.controller = owner
        self.zone = zone
        self.exhausted = False
        self.damage = 0
        self.facedown = False
        self.fresh = False
        self.under: tuple[int, ...] = ()
        self.over = NOBODY
        self.at = NOBODY
        self.to = NOBODY
        self.stay = 0
        self.marks: dict[str, Any] = {}
        self.mods: tuple[Mod, ...] = ()


class Seat:
    """A player: ``zones`` by name (ids, the deck's top first), ``score``, ``life``, ``pool`` of single-use resources.

    ``turns`` counts own turns begun; ``used`` what was done this turn (cleared when a turn begins); ``marks`` what
    lasts; ``mods`` modifiers on the player.
    """

    __slots__ = ("life", "marks", "mods", "number", "out", "pool", "score", "turns", "used", "zones")

    def __init__(self, number: int, zones: tuple[str, ...]) -> None:
        self.number = number
        self.zones: dict[str, tuple[int, ...]] = dict.fromkeys(zones, ())
        self.score = 0
        self.life = 0
        self.pool = 0
        self.turns = 0
        self.out = False
        self.used: dict[str, int] = {}
        self.marks: dict[str, Any] = {}
        self.mods: tuple[Mod, ...] = ()


class State:
    """A whole match at one moment. See :class:`~deckkit.engine.match.Match` for what may be done to it.

    ``tasks`` is what is still to be carried out, as a linked list (task, rest); a task is a tuple of plain data whose
    first entry names its handler. ``decision`` is the open question and ``waiting`` the task that asked it.
    ``watch`` maps an event to the abilities that wait for it, ``statics`` a kind of modifier to those that make it.
    ``happened`` holds this turn's events by kind. ``back`` is what the last finished block handed back to the one
    around it. ``chain`` are the items that wait to be resolved, the newest last. ``count`` counts actions, ``serial``
    whatever needs a number of its own.
    """

    __slots__ = (
        "acting",
        "active",
        "back",
        "chain",
        "count",
        "decision",
        "first",
        "happened",
        "marks",
        "pending",
        "phase",
        "result",
        "rng",
        "seats",
        "serial",
        "shared",
        "statics",
        "tasks",
        "things",
        "turn",
        "waiting",
        "watch",
    )

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.seats: list[Seat] = []
        self.shared: dict[str, tuple[int, ...]] = {}
        self.turn = 0
        self.first = 0
        self.active = 0
        self.acting = 0
        self.phase = ""
        self.serial = 0
        self.count = 0
        self.rng: tuple[int, int] = (0, 0)
        self.tasks: tuple[Any, Any] | None = None
        self.pending: tuple[Pending, ...] = ()
        self.chain: tuple[Item, ...] = ()
        self.decision: Decision | None = None
        self.waiting: tuple[Any, ...] | None = None
        self.result: dict[str, Any] | None = None
        self.back: dict[str, Any] = {}
        self.watch: dict[str, tuple[tuple[int, Any], ...]] = {}
        self.statics: dict[str, tuple[tuple[int, Any, Any], ...]] = {}
        self.happened: dict[str, tuple[Event, ...]] = {}
        self.marks: dict[str, Any] = {}
