"""How a game of Rites of Allegiance begins (rules digest AL 13.2 to 13.5, 13.9 to 13.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckkit.engine.settings import MOST
from deckkit.errors import InputError, UsageError
from deckkit.i18n import Text
from deckkit.odds.opening import NO_REDRAW, Opening, pile_of

if TYPE_CHECKING:
    from deckkit.engine.cards import PlayCard
    from deckkit.engine.match import Match

__all__ = [
    "OPENING",
    "OPTIONAL",
    "PLAIN",
    "STARTING",
    "begin",
    "check_settings",
    "deal",
    "needs_none",
    "refuse_rites",
    "remarks",
    "starter",
]

# The hand of the first turn is the opening hand: a new one is drawn up to 5 at the end of each own turn.
OPENING = Opening(
    hand=5,
    redraw=NO_REDRAW,
    first_draws=(0, 0),
    draws=5,
    pile=pile_of("main"),
    note=Text("no card is kept from one turn to the next, and cards bought are not counted"),
    rule=("AL 13.5", "AL 13.9", "AL 13.10"),
)

#: The words of the settings that are words.
WORDS: Mapping[str, tuple[str, ...]] = {
    "first_player": ("random", "P1", "P2"),
    "play_cost": ("none", "price"),
    "refill": ("up_to", "full"),
    "unknown_requirement": ("none", "unplayable"),
}
#: The plain Soul and the named ones of the starting deck (AL 13.10).
PLAIN: Mapping[str, Any] = {
    "test": "t-soul",
    "name": "Âme simple",
    "kind": "soul",
    "effects": [{"on": "play", "do": [{"op": "essence", "n": 1}]}],
}
#: The settings that may be null: no limit, no price, no last turn.
OPTIONAL = frozenset({"max_life", "max_turns", "unknown_price", "max_rites_per_player"})
#: The most slots and places that a setting may give: more than any game needs.
MOST_PLACES = 1_000
#: The fewest that a number may be, where it is not 0; the most, where that is less than of every setting.
_LEAST = {"starting_life": 1, "max_life": 1, "max_turns": 1}
_MOST = {"recruitment_slots": MOST_PLACES, "battlefield_size": MOST_PLACES}
STARTING = {"collecteur-d-essence": "Collecteur d'Essence", "essence-volatile": "Essence Volatile"}


def begin(m: Match) -> None:
    """Cards that cannot be played are refused; decks are shuffled, the row is laid, hands drawn, and it begins."""
    from deckkit.engine.cards import refuse_unknown
    from deckkit.games.allegiance.rites import lay_rites

    check_settings(m.config)
    refuse_rites(thing.card for thing in m.state.things)
    refuse_unknown(thing.card for thing in m.state.things)
    for seat in m.state.seats:
        m.set(seat, "life", m.config["starting_life"])
        if not seat.zones["deck"]:
            _starting_deck(m, seat.number)
    lay_rites(m)
    _shuffle(m)
    deal(m, frozenset())


def _shuffle(m: Match) -> None:
    from deckkit.engine.moves import shuffle

    for number in m.order(m.state.first):
        shuffle(m, number)
    m.put(m.state.shared, "recruitment_deck", m.shuffled(m.state.shared["recruitment_deck"]))


def deal(m: Match, dealt: frozenset[int]) -> None:
    """The row and the first hands, for all but those who have theirs (AL 13.2, 13.9, 13.11)."""
    from deckkit.engine.moves import draw
    from deckkit.games.allegiance.recruit import fill

    m.set(m.state, "phase", "setup")
    fill(m)
    for number in m.order(m.state.first):
        if number not in dealt:
            more = m.config["second_player_bonus"] if number != m.state.first else 0
            draw(m, number, m.config["hand_size"] + more)
    m.set(m.state, "happened", {})
    m.push(("turn", m.state.first))


def _starting_deck(m: Match, seat: int) -> None:
    """The configured starting deck, for a player whose list has none (AL 13.10)."""
    from deckkit.games.allegiance.table import starting_card

    for name, n in m.config["starting_deck"].items():
        card = starting_card(name)
        for _ in range(n):
            count = sum(thing.card.key == card.key for thing in m.state.things)
            thing = m.add_thing(card, seat, "deck", f"{card.slug}-{count + 1}")
            m.put(m.state.seats[seat].zones, "deck", (*m.state.seats[seat].zones["deck"], thing.id))


def refuse_rites(cards: Iterable[PlayCard]) -> None:
    """Rites are in no deck: they lie ready from the start, and reaching 6 in a faction brings them (AL 3.2, 8.1)."""
    names = sorted({card.name for card in cards if card.type == "Rite"})
    if names:
        raise InputError(
            Text("Rites are in no deck (AL 3.2): {cards}", {"cards": names}),
            do=Text("take them out of the list: all four lie ready in every game"),
        )


def starter(config: Mapping[str, Any]) -> int | None:
    """The seat that the settings let begin, None where chance decides (AL 13.2)."""
    return {"P1": 0, "P2": 1}.get(str(config["first_player"]))


def needs_none(names: Iterable[str]) -> Text:
    """Cards of which nobody tells what allegiance they need (AL 13.28)."""
    return Text(
        "played as if they needed no allegiance, since nobody tells what they need (AL 13.28): {cards}",
        {"cards": sorted(set(names))},
    )


def remarks(cards: Mapping[str, Sequence[PlayCard]], config: Mapping[str, Any]) -> list[Text]:
    """What a result tells of cards of which not all is known: allegiance needed, price (AL 13.11, 13.28)."""
    asking = ("Magic", "Creature", *(("Trap",) if config["traps_need_allegiance"] else ()))
    everything = [card for found in cards.values() for card in found]
    free = [card.name for card in everything if card.type in asking and card.facts.get("requires") is None]
    dear = sorted({card.name for card in cards.get("recruitment_deck", ()) if card.stats.get("price") is None})
    found = []
    if free and config["unknown_requirement"] == "none":
        found.append(needs_none(free))
    elif free:
        found.append(
            Text(
                "never played, since nobody tells what allegiance they need (AL 13.28): {cards}",
                {"cards": sorted(set(free))},
            )
        )
    if dear and config["unknown_price"] is None:
        found.append(Text("nobody can buy these, since their price is not known (AL 13.11): {cards}", {"cards": dear}))
    elif dear:
        found.append(
            Text(
                "bought for {n}, since their price is not known: {cards}", {"n": config["unknown_price"], "cards": dear}
            )
        )
    return found


def check_settings(config: Mapping[str, Any]) -> None:
    """Refuses settings that mean nothing. Raises :class:`~deckkit.errors.UsageError` naming the setting."""
    from deckkit.games.allegiance.table import TABLE
    from deckkit.games.allegiance.turn import STEPS

    for name, words in WORDS.items():
        if not isinstance(config[name], str) or config[name] not in words:
            raise UsageError(
                Text("'{value}' is no value of the setting '{name}'", {"value": str(config[name])[:60], "name": name}),
                do=Text("use one of: {values}", {"values": list(words)}),
            )
    for name, usual in TABLE.config.items():
        if isinstance(usual, bool) and not isinstance(config[name], bool):
            raise UsageError(
                Text("the setting '{name}' is true or false", {"name": name}),
                do=Text("write it as {name}=true or {name}=false", {"name": name}),
            )
        if type(usual) is int or name in OPTIONAL:
            _check_number(name, config[name])
    steps = config["retreat_steps"]
    if not isinstance(steps, list | tuple) or sorted(map(str, steps)) != sorted(STEPS):
        raise UsageError(
            Text(
                "the setting '{name}' is an order of these: {values}", {"name": "retreat_steps", "values": list(STEPS)}
            ),
            do=Text("name each of them once"),
        )
    deck = config["starting_deck"]
    good = isinstance(deck, Mapping) and all(
        name in ("t-soul", *STARTING) and type(n) is int and 0 <= n <= 100 for name, n in deck.items()
    )
    if not good:
        raise UsageError(
            Text(
                "the setting '{name}' holds numbers of these: {values}",
                {"name": "starting_deck", "values": ["t-soul", *STARTING]},
            ),
            do=Text("put another starting deck into the list instead"),
        )
    life, most = config["starting_life"], config["max_life"]
    if most is not None and life > most:
        raise UsageError(
            Text("the setting 'starting_life' is {n}, above 'max_life', which is {most}", {"n": life, "most": most}),
            do=Text("no commander has more than the most (AL 1.4): raise 'max_life', or set it to null"),
        )


def _check_number(name: str, value: Any) -> None:
    if value is None and name in OPTIONAL:
        return
    least, most = _LEAST.get(name, 0), _MOST.get(name, MOST)
    if type(value) is int and least <= value <= most:
        return
    values = {"name": name, "least": least, "most": most}
    if name in OPTIONAL:
        raise UsageError(
            Text("the setting '{name}' is a whole number from {least} to {most}, or null for none", values),
            do=Text("write it as {name}=3 or {name}=null", {"name": name}),
        )
    raise UsageError(
        Text("the setting '{name}' is a whole number from {least} to {most}", values),
        do=Text("write it as {name}=3", {"name": name}),
    )
