"""What a game brings to the engine: its zones, words, cards, actions and checks, as one frozen object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Ability, Selector
from deckkit.effects.words import Vocabulary

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue
    from deckkit.engine.cards import Keyword, PlayCard
    from deckkit.engine.match import Match
    from deckkit.engine.run import Run
    from deckkit.engine.state import Action, Event, Item, Thing
    from deckkit.i18n import Text

__all__ = ["TableRules", "ZoneSpec"]


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone: who sees its cards (``all``, ``owner`` or ``nobody``), whether it is in play, shared, in an order.

    ``most`` is its capacity. ``pooled``: what several players bring to a shared zone lies there once, of each card as
    many as the player who brings the most. ``placed``: not in play, but its cards lie at places in play, as all see.
    """

    name: str
    seen: str = "all"
    in_play: bool = False
    shared: bool = False
    ordered: bool = False
    most: int | None = None
    pooled: bool = False
    placed: bool = False


def _nothing(*_: Any) -> None:
    return None


def _no(*_: Any) -> bool:
    return False


def _yes(*_: Any) -> bool:
    return True


def _zero(*_: Any) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class TableRules:
    """A game's rules of play.

    ``play_card`` makes the engine's card of a catalogue card, ``test_card`` of a card written inline (JSON).
    ``begin`` starts a match that has its decks: it pushes the setup's tasks.
    ``actions`` lists what the acting player may do when nothing is under way; ``perform`` carries an action out, by
    its kind; ``gone`` (match, actions before, things turned since) are those of the actions before that can be done no
    more where nothing else has changed but scores and what has happened, None where they must be listed anew (always,
    unless a game knows better); ``tasks`` are the handlers of the game's own tasks. ``check`` does the checks of the
    state once and tells whether it did anything. ``next_pending`` says what becomes of waiting triggers (the policy
    of the queue).

    Hooks, each with a harmless default: ``stat_bonus`` (match, thing, stat) is added to a computed stat;
    ``choosable`` (match, seat, thing, source) whether an effect may choose a thing, which it asks where ``aims`` says
    of a selector that its choice is one of targets (else it is made on resolution, among all that fit); ``chosen``
    (run, thing) when one has been chosen; ``damage_taken`` (match, thing, n) how much of dealt damage is taken (a
    game whose cards deal damage ``despite`` keywords takes these as a fourth argument); ``entered`` (match, thing)
    after a thing has entered play; ``left`` (match, thing) after it has left; ``stays`` (match, thing, how) whether
    it cannot leave play now, by being destroyed (``destroy``) or in another way (``move``); ``seen_leaving``: what
    leaves together sees the others leave; ``resources`` (match,
    seat, kind) how much a seat can pay; ``pay`` (match, seat, n, kind) pays it; ``play`` (run, thing, node) plays a
    card by an effect; ``refill`` (match, seat) when more cards are needed than the deck holds; ``leave`` (match,
    seat, reason) takes out a player without whom the others go on; ``token`` (match, name) is the card of a token,
    ``token_zone`` where it comes into play. ``resolve_item`` (match, item) resolves an item of the chain that is no
    ability; ``added`` (match, item) when a trigger has gone onto the chain; ``interrupts``: an item whose targets
    are all illegal does nothing at all; ``may_first``: whether a trigger's "may" is asked as it goes onto the
    chain, not when it resolves. ``remarks`` (cards by the zone in which they begin, settings) are what a result
    tells of cards of which not all is known; ``check_config`` refuses settings that mean nothing, with a
    UsageError. ``optional`` are the settings that may be None though their usual value is another; ``starter``
    (settings) is the seat that begins where they say so. ``shown`` (match, seat) are further numbers of a player
    that everybody may see, ``noted`` (match, thing) further state of a thing, by name. ``keyword_triggers``: for an
    event, the keywords of its subject that trigger and what they do. ``keyword_of`` reads a keyword as written
    ("Resist +1"). ``operations`` are the game's own operations, ``filters`` (match, wanted, thing, env),
    ``amounts`` and ``conditions`` (match, node, env) and ``selectors`` (match, env) its own words of these.
    """

    game: str
    zones: tuple[ZoneSpec, ...]
    vocabulary: Vocabulary
    play_card: Callable[[Card, Catalogue], PlayCard]
    test_card: Callable[[Mapping[str, Any], str], PlayCard]
    begin: Callable[[Match], None]
    actions: Callable[[Match], list[Action]]
    perform: Mapping[str, Callable[[Match, Action], None]]
    tasks: Mapping[str, Callable[..., None]]
    check: Callable[[Match], bool]
    next_pending: Callable[[Match], None]
    keyword_of: Callable[[str], Keyword]
    gone: Callable[[Match, Sequence[Action], Sequence[Thing]], Sequence[Action] | None] = _nothing
    stat_bonus: Callable[[Match, Thing, str], int] = _zero
    choosable: Callable[[Match, int, Thing, int], bool] = _yes
    aims: Callable[[Selector], bool] = _yes
    chosen: Callable[[Run, Thing], None] = _nothing
    damage_taken: Callable[..., int] = lambda _match, _thing, n: n
    entered: Callable[[Match, Thing], None] = _nothing
    left: Callable[[Match, Thing], None] = _nothing
    stays: Callable[[Match, Thing, str], bool] = _no
    seen_leaving: bool = True
    event: Callable[[Match, Event], None] | None = None
    resources: Callable[[Match, int, str], int] = _zero
    pay: Callable[[Match, int, int, str], None] = _nothing
    play: Callable[[Run, Thing, Any], bool] = _no
    refill: Callable[[Match, int], None] = _nothing
    resolve_item: Callable[[Match, Item], None] = _nothing
    added: Callable[[Match, Item], None] = _nothing
    interrupts: bool = False
    may_first: bool = False
    leave: Callable[[Match, int, str], None] | None = None
    remarks: Callable[[Mapping[str, Sequence[PlayCard]], Mapping[str, Any]], Sequence[Text]] = lambda *_: ()
    check_config: Callable[[Mapping[str, Any]], None] = _nothing
    shown: Callable[[Match, int], Mapping[str, int]] = lambda _match, _seat: {}
    noted: Callable[[Match, Thing], Mapping[str, Any]] = lambda _match, _thing: {}
    token: Callable[[Match, str], PlayCard] = _nothing  # type: ignore[assignment]  # games with tokens have one
    token_zone: str = "play"
    gain_resource: Callable[[Match, int, int, str], None] = _nothing
    keyword_triggers: Mapping[str, Sequence[tuple[str, Ability]]] = field(default_factory=dict)
    additive: frozenset[str] = frozenset()
    operations: Mapping[str, Callable[[Run], bool]] = field(default_factory=dict)
    filters: Mapping[str, Callable[[Match, Any, Thing, Any], bool]] = field(default_factory=dict)
    amounts: Mapping[str, Callable[[Match, Any, Any], int]] = field(default_factory=dict)
    conditions: Mapping[str, Callable[[Match, Any, Any], bool]] = field(default_factory=dict)
    selectors: Mapping[str, Callable[[Match, Any], tuple[int, ...]]] = field(default_factory=dict)
    notation: Mapping[str, str] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    starter: Callable[[Mapping[str, Any]], int | None] = _nothing
    versions: tuple[str, ...] = ()
    seats: tuple[int, int] = (2, 2)
    turn_cap: int = 200
    action_cap: int = 20_000
    task_cap: int = 20_000
    hidden_facedown: bool = True

    def zone(self, name: str) -> ZoneSpec:
        """The zone with this name."""
        return next(spec for spec in self.zones if spec.name == name)
