"""Allegiance's words of the effect notation, and the words of test cards turned into it (rules digest 8, 10, 14.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.effects.notation import Ability, read_abilities
from deckkit.effects.words import KERNEL, FilterWord, Spec
from deckkit.engine.cards import Keyword
from deckkit.errors import InputError
from deckkit.i18n import Text, mark

__all__ = ["EVENT_WORDS", "FACTIONS", "KINDS", "PASSIVE", "VOCABULARY", "expand", "from_keywords", "keyword_of"]

#: The kinds of cards by the words of test cards (AL 3.1).
KINDS = {"soul": "Soul", "creature": "Creature", "magic": "Magic", "trap": "Trap"}
#: The factions (AL 3.2).
FACTIONS = ("black", "white", "blue", "red")
#: The keywords that work all the time while a creature is in play (AL 8.6, 8.9, 8.14).
PASSIVE = ("Aegis", "Guard", "Rush")

_N = {"n": "amount"}
VOCABULARY = KERNEL.extended(
    events={
        "trap": mark("answers from hand in the other player's turn"),
        "summon": mark("when a creature is summoned"),
        "wounded": mark("when an ability of a creature has dealt damage to a commander"),
        "buy": mark("when a card is bought"),
        "exile": mark("when a card is exiled"),
        "sacrifice": mark("when it is sacrificed"),
        "retreat": mark("in the retreat phase, before unspent essence is lost"),
    },
    restrictions={"be_destroyed": mark("being destroyed by anything but guarding")},
    keywords={name: name for name in PASSIVE},
    # A value of 1 need not be written.
    numbered={"Aegis": "+"},
    filters={"has_death": FilterWord("flag", mark("has an effect on its destruction"))},
    operations={
        "wounds": Spec(
            {**_N, "unstoppable": "flag"},
            mark("deals Wounds to the foe's commander; unstoppable: nothing reduces or cancels them"),
            ("n",),
        ),
        "heal": Spec(_N, mark("heals the own commander, up to the most that life may be"), ("n",)),
        "poison": Spec(_N, mark("gives the foe poison markers"), ("n",)),
        "cure": Spec({}, mark("takes all own poison markers away")),
        "allegiance": Spec(_N, mark("gives points that the player divides among the factions"), ("n",)),
        "essence": Spec(_N, mark("gives essence"), ("n",)),
        "destruction": Spec(_N, mark("destroys creatures of the foe, chosen and destroyed together"), ("n",)),
        "exile": Spec(_N, mark("exiles cards of the recruitment zone one by one, each replaced at once"), ("n",)),
        "exile_one": Spec({}, mark("exiles one card of the recruitment zone, which is replaced")),
        "exile_card": Spec({"target": "selector"}, mark("exiles cards"), ("target",)),
        "rift": Spec(_N, mark("exchanges cards of the hand for as many cards in exile"), ("n",)),
        "take": Spec(
            {"target": "selector"}, mark("takes cards to hand, which are the player's own from then on"), ("target",)
        ),
        "sacrifice": Spec(_N, mark("a cost: destroys other own creatures"), ("n",)),
        "shield": Spec({**_N, "until": "duration"}, mark("reduces every Wounds effect on you, after Aegis"), ("n",)),
        "retaliate": Spec(
            {"until": "duration"},
            mark(
                "each time an ability of a creature of the foe deals you damage (the event included): as many Wounds, "
                "unstoppable, for the foe, and the creature is destroyed after its activation"
            ),
        ),
        "convert": Spec({}, mark("turns all unspent essence into one Heal or one Wounds effect")),
        "wait": Spec({"do": "block"}, mark("lets the block wait until what is under way has been resolved"), ("do",)),
        "untold": Spec({"what": "word"}, mark("an effect of which the number is not known"), ("what",)),
    },
    zones=("battlefield", "front", "resolving", "rites", "recruitment", "exile"),
)

#: The game's words for the engine's events and actions.
EVENT_WORDS = {"hurt": "damage", "end": "end_turn", "allegiance": "allegiance"}


def keyword_of(text: str) -> Keyword:
    """A keyword as written: "Aegis 2", "Guard". Aegis without a number is Aegis 1."""
    name, _, number = text.rpartition(" ")
    if name and number.isdigit():
        return Keyword(name, int(number))
    return Keyword(text, 1 if text == "Aegis" else 0)


# -- the words of test cards ----------------------------------------------------------------------------------------

_ON = {"play": "play", "activate": "activate", "death": "destroy"}
_COSTS = ("sacrifice", "exhaust")
_BARE = ("cure", "exile_self", "exhaust")
_COUNTED = (
    *("wounds", "heal", "poison", "allegiance", "essence", "discard", "destruction"),
    *("exile", "rift", "search", "draw", "sacrifice"),
)


def _expect(good: object, where: str, what: Text) -> None:
    if not good:
        raise InputError(what, where, Text("see section 'Test cards' of docs/allegiance-play.md"))


def expand(effects: Any, kind: str, where: str) -> tuple[Ability, ...]:
    """Abilities from effects in the words of test cards (AL 14.3); ``kind`` is the card's kind.

    Raises :class:`~deckkit.errors.InputError` with the place of the first mistake.
    """
    _expect(isinstance(effects, (list, tuple)), where, Text("a list was expected here"))
    written = [_ability(one, kind, f"{where}: effects[{i}]") for i, one in enumerate(effects)]
    return read_abilities(written, VOCABULARY, where)


def _known(given: Any, keys: tuple[str, ...], where: str) -> Mapping[str, Any]:
    _expect(isinstance(given, Mapping), where, Text("an object was expected here"))
    for key in given:
        _expect(key in keys, where, Text("'{word}' is not known here", {"word": key}))
    found: Mapping[str, Any] = given
    return found


def _ability(given: Any, kind: str, where: str) -> dict[str, Any]:
    given = _known(given, ("on", "cost", "do"), where)
    on = given.get("on")
    _expect(isinstance(on, str) and on in _ON, where, Text("'{word}' is no moment of an effect", {"word": on}))
    creature = kind == "Creature"
    _expect(creature or on == "play", where, Text("only a creature has an effect '{word}'", {"word": on}))
    found: dict[str, Any] = {"on": "trap" if kind == "Trap" else _ON[str(on)], "do": []}
    cost: list[dict[str, Any]] = []
    for place in ("cost", "do"):
        rows = given.get(place, ())
        _expect(isinstance(rows, (list, tuple)), f"{where}.{place}", Text("a list was expected here"))
        for i, one in enumerate(rows):
            at = f"{where}.{place}[{i}]"
            op, node = _operation(one, at)
            _expect(place == "do" or op in _COSTS, at, Text("'{word}' is no cost", {"word": op}))
            _expect(op != "exhaust" or on == "activate", at, Text("only an activation exhausts"))
            # A Sacrifice is paid first, wherever it is written (AL 6.1).
            (cost if op in _COSTS else found["do"]).append(node)
    _expect(not cost or on != "death", where, Text("an effect on destruction has no cost"))
    if cost:
        found["cost"] = cost
    return found


def _operation(given: Any, where: str) -> tuple[str, dict[str, Any]]:
    op = given.get("op") if isinstance(given, Mapping) else None
    _expect(
        isinstance(op, str) and op in (*_BARE, *_COUNTED), where, Text("there is no operation '{word}'", {"word": op})
    )
    keys = ("op", "n", "unstoppable", "threshold") if op == "wounds" else ("op", "n", "threshold")
    given = _known(given, keys, where)
    _expect("n" not in given or op in _COUNTED, where, Text("'{word}' takes no '{name}'", {"word": op, "name": "n"}))
    n = given.get("n", 1)
    _expect(type(n) is int and n >= 0, where, Text("'{value}' is not a whole number", {"value": n}))
    if op in ("cure",):
        node: dict[str, Any] = {"op": op}
    elif op == "exile_self":
        node = {"op": "exile_card", "target": "self"}
    elif op == "exhaust":
        node = {"op": op, "target": "self"}
    else:
        node = {"op": op, "n": n}
    if op == "search":
        node = {"op": "search", "take": {}, "n": n, "reveal": True}
    if op == "discard":
        node["who"] = "foes"
    if "unstoppable" in given:
        node["unstoppable"] = given["unstoppable"]
    if "threshold" in given:
        node = {"op": "if", "is": _threshold(given["threshold"], f"{where}.threshold"), "then": [node]}
    return str(op), node


def _threshold(given: Any, where: str) -> dict[str, Any]:
    """A line with a number and a faction works from that allegiance on (AL 3.4, 13.12)."""
    given = _known(given, FACTIONS, where)
    good = given and all(type(one) is int and one >= 0 for one in given.values())
    _expect(good, where, Text("a number for a faction was expected here"))
    parts = [{"compare": {"resources": name}, "min": n} for name, n in given.items()]
    return parts[0] if len(parts) == 1 else {"all_of": parts}


# -- cards whose keywords say all -----------------------------------------------------------------------------------

_KEYWORD_LINES = {
    "Soul icon": "essence",
    "Wounds": "wounds",
    "Allegiance": "allegiance",
    "Discard": "discard",
    "Destruction": "destruction",
    "Exile": "exile",
    "Rift": "rift",
    "Poison": "poison",
    "Search": "search",
    "Cure": "cure",
    "Heal": "heal",
    "Sacrifice": "sacrifice",
}


def from_keywords(kind: str, words: list[tuple[str, int | None]], where: str) -> tuple[Ability, ...] | None:
    """What a card does whose keywords, in their order, are all that stands on it; None where they do not tell.

    A Soul's and a Magic's are lines that are resolved one after the other (AL 3.8), a creature's those that work all
    the time and, after Death, its effect on destruction (AL 8.17).
    """
    lines: list[dict[str, Any]] = []
    at_death = False
    for name, n in words:
        if kind == "Creature" and not at_death:
            at_death = name == "Death"
            if not at_death and name not in PASSIVE:
                return None
        elif name == "Unstoppable" and lines and lines[-1]["op"] == "wounds":
            lines[-1]["unstoppable"] = True
        elif name in _KEYWORD_LINES:
            op = _KEYWORD_LINES[name]
            if op in _BARE:
                lines.append({"op": op})
            elif n is None and op != "essence":
                return None
            else:
                lines.append({"op": op, "n": n or 1})
        else:
            return None
    if kind not in ("Soul", "Magic", "Creature"):
        return None
    if not lines:
        return ()
    return expand([{"on": "death" if kind == "Creature" else "play", "do": lines}], kind, where)
