"""Lorcana's table: zones, cards as the engine plays them, resources, and the rules object (rules digest 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckkit.effects.notation import Selector, read_abilities
from deckkit.engine.cards import Keyword, PlayCard
from deckkit.engine.match import Match
from deckkit.engine.restrictions import forbidden
from deckkit.engine.rules import TableRules, ZoneSpec
from deckkit.engine.select import fixed
from deckkit.engine.state import NOBODY, Thing
from deckkit.engine.triggers import own_first
from deckkit.engine.values import amount, has_keyword, keyword_n
from deckkit.games.lorcana import abilities, challenge, cost, effects, play, setup, shift, steady, turn
from deckkit.games.lorcana.effects import (
    ADDITIVE,
    EVENT_WORDS,
    KEYWORD_TRIGGERS,
    SUPPORT,
    VOCABULARY,
    keyword_of,
)
from deckkit.games.lorcana.labels import EFFECTS

if TYPE_CHECKING:
    from deckkit.catalogue.model import Card
    from deckkit.catalogue.store import Catalogue

__all__ = ["TABLE", "play_card", "test_card"]

_TYPES = {"character": "Character", "action": "Action", "song": "Action", "item": "Item", "location": "Location"}


def play_card(card: Card, catalogue: Catalogue) -> PlayCard:
    """The engine's card of a catalogue card. Raises ``UnknownFactError`` where a fact that play needs is not known."""
    said = EFFECTS.of(card.key, catalogue.abilities(card))
    names = card.fact("singular_names") or ()
    name = card.name.partition(" - ")[0]
    keywords = tuple(
        Keyword(one.keyword, one.number or 0, effects.shift_words(one.keyword)) for one in catalogue.keywords(card)
    )
    return PlayCard(
        key=card.key,
        name=card.name,
        type=card.fact("type"),
        cost=card.fact("cost"),
        names=frozenset({name, *names}),
        traits=frozenset(card.fact("classifications") or ()),
        stats={
            stat: value
            for stat in ("strength", "willpower", "lore", "move_cost")
            if (value := card.fact(stat)) is not None
        },
        keywords=keywords,
        abilities=said.abilities,
        facts={
            "inkable": bool(card.fact("inkable")),
            "inks": tuple(card.fact("inks") or ()),
            "bases": tuple(names),
        },
        coverage=said.coverage,
    )


def test_card(given: Mapping[str, Any], where: str) -> PlayCard:
    """A card written inline in a scenario."""
    kind = given.get("type", "character")
    traits = frozenset(given.get("classifications", ())) | ({"Song"} if kind == "song" else frozenset())
    stats: dict[str, int] = {}
    if kind in ("character", "location"):
        defaults = {"strength": 1, "lore": 1} if kind == "character" else {"lore": 0, "move_cost": 1}
        stats = {name: given.get(name, value) for name, value in {**defaults, "willpower": 1}.items()}
    name = given["test"]
    # Full names are written like printed ones: "t-a - Version", "t-a & t-b - Version" (CR 5.2.6.1).
    title = name.partition(" - ")[0]
    halves = tuple(title.split(" & ")) if " & " in title else ()
    return PlayCard(
        key=name,
        name=name,
        type=_TYPES[kind],
        cost=given.get("cost", 1),
        names=frozenset({title, *halves}),
        traits=traits,
        stats=stats,
        keywords=tuple(keyword_of(one) for one in given.get("keywords", ())),
        abilities=read_abilities(given.get("effects", ()), VOCABULARY, where),
        facts={"inkable": given.get("inkable", True), "inks": tuple(given.get("inks", ())), "bases": halves},
        coverage="exact",
        definition=dict(given),
    )


def _resources(m: Match, seat: int, kind: str) -> int:
    """Ink that can be paid: ready ink cards and ink drops; of kind ``drops`` the drops only (CR 1.13.1.2, 4.3.2.4)."""
    pool = m.state.seats[seat].pool
    return pool if kind == "drops" else cost.ready_ink(m, seat) + pool


def _pay(m: Match, seat: int, n: int, kind: str) -> None:
    cost.pay_ink(m, seat, n, n if kind == "drops" else max(0, n - cost.ready_ink(m, seat)))


def _gain_drops(m: Match, seat: int, n: int, _kind: str) -> None:
    turn.gain_drops(m, seat, n)


def _choosable(m: Match, seat: int, thing: Thing, _source: int) -> bool:
    """Ward: opponents cannot choose it for an effect (CR 8.15.1)."""
    return thing.controller == seat or not (has_keyword(m, thing, "Ward") or forbidden(m, thing, "be_chosen"))


def _chosen(run: Any, thing: Thing) -> None:
    """Vanish looks at what an opponent's action chooses (CR 8.14.1), some cards at what Support chooses (CR 8.13.1).

    What an action has left for later resolves on its own, when the action lies in the discard.
    """
    from deckkit.engine.triggers import emit

    m, seat = run.m, run.pickers.get(thing.id, run.seat)
    if run.node is SUPPORT:
        emit(m, "supported", thing.id, run.source, thing.controller)
    by_action = run.source >= 0 and m.state.things[run.source].zone == "resolving"
    if by_action and thing.zone in m.in_play and thing.controller != seat:
        emit(m, "chosen", thing.id, run.source, seat)


def _damage_taken(m: Match, thing: Thing, n: int, despite: tuple[str, ...] = ()) -> int:
    """Resist (CR 8.8.1): each amount dealt is reduced, not below 0; what takes no damage takes none.

    ``despite``: keywords that do not reduce it.
    """
    if ((n and thing.mods) or m.state.statics.get("forbid:take_damage")) and forbidden(m, thing, "take_damage"):
        return 0
    if "Resist" in despite or not has_keyword(m, thing, "Resist"):
        return n
    return max(0, n - keyword_n(m, thing, "Resist"))


def _sang(m: Match, wanted: Selector, thing: Thing, env: Mapping[str, Any]) -> bool:
    """Whether a character is one of those that sang a song (CR 8.12.3)."""
    song, singers = m.state.marks.get("sang", (NOBODY, ()))
    return thing.id in singers and song in fixed(m, wanted, env)


def _stat_bonus(m: Match, thing: Thing, stat: str) -> int:
    """Challenger adds to strength while its character challenges (CR 8.5.1)."""
    if stat == "strength":
        attack = m.state.marks.get("attack")
        if attack is not None and attack[0] == thing.id:
            return keyword_n(m, thing, "Challenger")
    return 0


def _paid(m: Match, wanted: Mapping[str, Any], thing: Thing, env: Mapping[str, Any]) -> bool:
    """How much ink was paid to play a card: none where it was sung or played for free (CR 1.5.4, 1.5.5)."""
    n = thing.marks.get("ink_paid", 0)
    low, high = (amount(m, wanted[name], env) if name in wanted else n for name in ("min", "max"))
    return bool(low <= n <= high)


def _left(m: Match, thing: Thing) -> None:
    """Characters stay in play when their location leaves (CR 5.6.6)."""
    if thing.card.type == "Location":
        for one in m.board(thing.controller):
            if one.at == thing.id:
                m.set(one, "at", -1)


TABLE = TableRules(
    game="lorcana",
    zones=(
        ZoneSpec("play", in_play=True),
        ZoneSpec("hand", seen="owner"),
        ZoneSpec("deck", seen="nobody", ordered=True),
        ZoneSpec("discard"),
        ZoneSpec("inkwell", seen="nobody"),
        ZoneSpec("resolving"),
        ZoneSpec("gone"),
    ),
    vocabulary=VOCABULARY,
    play_card=play_card,
    test_card=test_card,
    begin=setup.begin,
    actions=turn.actions,
    perform={**turn.PERFORM, **play.PERFORM, **challenge.PERFORM, **abilities.PERFORM},
    tasks={**setup.TASKS, **turn.TASKS, **play.TASKS, **challenge.TASKS, **abilities.TASKS},
    gone=steady.gone,
    check=turn.check,
    next_pending=own_first,
    keyword_of=keyword_of,
    stat_bonus=_stat_bonus,
    choosable=_choosable,
    chosen=_chosen,
    damage_taken=_damage_taken,
    left=_left,
    event=challenge.on_event,
    resources=_resources,
    pay=_pay,
    play=play.by_effect,
    refill=setup.refill,
    leave=turn.leave_game,
    gain_resource=_gain_drops,
    keyword_triggers=KEYWORD_TRIGGERS,
    additive=ADDITIVE,
    operations={
        # These are looked at, not carried out.
        **dict.fromkeys(
            ("play_cost", "shift_cost", "shift_name", "strike_with", "deck_copies", "deck_inks"), lambda _run: True
        ),
        "go_home": shift.go_home,
        "ready_most": turn.ready_most,
        **setup.REFILLING,
    },
    filters={
        "ink": lambda _m, wanted, thing, _env: not set(wanted).isdisjoint(thing.card.facts.get("inks", ())),
        "paid": _paid,
        "sang": _sang,
    },
    notation=EVENT_WORDS,
    config={"lore_to_win": 20, "hand": 7, "pack_rush": False},
    seats=(1, 4),
)
