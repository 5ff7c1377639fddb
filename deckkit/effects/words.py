"""The words of the notation: what each operation, filter, condition and amount takes, and what it means.

This is a closed list; ``docs/effects.md`` is made from it. A game adds its events, keywords, stats, zones and
restrictions, and where it must a filter or an operation, in its own :class:`Vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from deckkit.i18n import Text

__all__ = ["KERNEL", "FilterWord", "Spec", "Vocabulary"]


@dataclass(frozen=True, slots=True)
class Spec:
    """A word: its arguments with their kinds, the needed ones, and what it means in one line (for the page)."""

    args: Mapping[str, str]
    meaning: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FilterWord:
    """A test of a filter: the kind of its argument, and what it asks."""

    kind: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words that an effect of one game may use.

    ``numbered``: the keywords that have a number, with the sign before it ("" or "+"); None: the game does not say.
    ``families``: the last words of keywords whose first words are an open set ("Puppy Shift"); these have numbers.
    """

    operations: Mapping[str, Spec]
    filters: Mapping[str, FilterWord]
    conditions: Mapping[str, Spec]
    amounts: Mapping[str, Spec]
    selectors: Mapping[str, str]
    seats: Mapping[str, str]
    durations: Mapping[str, str]
    events: Mapping[str, str]
    limits: Mapping[str, str]
    restrictions: Mapping[str, str] = field(default_factory=dict)
    keywords: Mapping[str, str] = field(default_factory=dict)
    numbered: Mapping[str, str] | None = None
    families: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def extended(self, **more: Mapping[str, object] | Iterable[str]) -> Vocabulary:
        """This vocabulary with a game's words added to the tables named."""
        merged: dict[str, object] = {}
        for name, words in more.items():
            old = getattr(self, name)
            merged[name] = {**(old or {}), **words} if isinstance(words, Mapping) else (*old, *words)
        return replace(self, **merged)  # type: ignore[arg-type]  # the names are checked by getattr

    def nearest(self, word: object, table: Mapping[str, object]) -> Text:
        """What to do about an unknown word: the nearest known ones."""
        from rapidfuzz import process

        near = [hit for hit, _, _ in process.extract(str(word), list(table), limit=3, score_cutoff=50)]
        if near:
            return Text("did you mean {values}?", {"values": near})
        return Text("use one of: {values}", {"values": sorted(table)[:40]})


_TARGET = {"target": "selector"}
_UNTIL = {"until": "duration"}

_OPERATIONS = {
    # cards and zones
    "draw": Spec({"n": "amount", "who": "seat"}, "draws cards, one at a time, from the top of the deck"),
    "discard": Spec(
        {"n": "amount", "who": "seat", "filter": "filter", "random": "flag", "by": "seat"},
        "puts cards from hand into the discard pile; the player chooses, or chance, or the player of 'by'",
    ),
    "mill": Spec({"n": "amount", "who": "seat"}, "puts the top cards of the deck into the discard pile"),
    "move": Spec(
        {
            "target": "selector",
            "to": "zone",
            "position": "word",
            "facedown": "flag",
            "exhausted": "flag",
            "who": "seat",
        },
        "puts cards into a zone of their owner: position top, bottom, or either (the player says which)",
        ("target", "to"),
    ),
    "move_top": Spec(
        {"n": "amount", "who": "seat", "to": "zone", "facedown": "flag", "exhausted": "flag"},
        "puts the top cards of the deck into a zone",
        ("to",),
    ),
    "tuck": Spec(
        {"target": "selector", "under": "selector", "n": "amount"},
        "puts cards face down under another; without a target the top cards of the deck",
        ("under",),
    ),
    "look": Spec(
        {
            "n": "amount",
            "who": "seat",
            "take": "filter",
            "take_n": "amount",
            "up_to": "flag",
            "reveal": "flag",
            "to": "zone",
            "exhausted": "flag",
            "rest": "word",
            "facedown": "flag",
            "open": "flag",
        },
        (
            "looks at the top cards of the deck, may take some that fit, and puts the rest back: top, bottom, "
            "any (each card on top or at the bottom), split (one on top, the others at the bottom), top_or_discard "
            "(each), discard or a zone "
            "(face down and exhausted); 'to' play: what is taken is played for free; 'open': all players see the cards"
        ),
        ("n",),
    ),
    "reveal_top": Spec(
        {"who": "seat", "n": "amount", "filter": "filter", "then": "block", "otherwise": "block"},
        "reveals the top card of the deck, called 'revealed'; of several players all do first, each is then 'them'",
    ),
    "search": Spec(
        {"take": "filter", "n": "amount", "who": "seat", "to": "zone", "reveal": "flag"},
        "searches the deck for cards that fit, may fail to find, and shuffles; 'to' deck: on top of the shuffled deck",
        ("take",),
    ),
    "reveal": Spec({"target": "selector"}, "shows cards to all players", ("target",)),
    "peek": Spec({"target": "selector"}, "lets only the player look at cards", ("target",)),
    "create": Spec(
        {"token": "word", "n": "amount", "who": "seat", "at": "selector", "exhausted": "flag"},
        "makes tokens of that name and puts them into play",
        ("token",),
    ),
    "shuffle": Spec({"who": "seat"}, "shuffles the deck"),
    "shuffle_in": Spec({"target": "selector"}, "shuffles cards into their owners' decks", ("target",)),
    "play": Spec(
        {
            "target": "selector",
            "free": "flag",
            "exhausted": "flag",
            "reduce": "amount",
            "who": "seat",
            "goes": "zone",
        },
        (
            "plays a card now, for free or for its cost; 'goes': a card that is only played goes there afterwards "
            "instead of the discard pile (a deck: to the bottom)"
        ),
        ("target",),
    ),
    "name_card": Spec({"then": "block"}, "names a card"),
    # state of objects
    "damage": Spec(
        {"target": "selector", "n": "amount", "divided": "flag", "despite": "words"},
        (
            "deals damage to each; divided: as the player divides it among them; 'despite': these keywords do not "
            "reduce it"
        ),
        ("target", "n"),
    ),
    "put_damage": Spec(
        {"target": "selector", "n": "amount"}, "puts damage counters on, dealing nothing", ("target", "n")
    ),
    "heal": Spec({"target": "selector", "n": "amount", "up_to": "flag"}, "removes damage", ("target", "n")),
    "move_damage": Spec(
        {"from": "selector", "to": "selector", "n": "amount", "up_to": "flag"},
        "moves damage counters from one object to another",
        ("from", "to", "n"),
    ),
    "destroy": Spec(_TARGET, "puts objects from play into their owners' discard piles", ("target",)),
    "exhaust": Spec(_TARGET, "exhausts objects", ("target",)),
    "ready": Spec(_TARGET, "readies objects", ("target",)),
    "attach": Spec({"target": "selector", "to": "selector"}, "attaches an object to another", ("target", "to")),
    "relocate": Spec(
        {"target": "selector", "to": "selector"}, "moves objects to a place in play, for free", ("target", "to")
    ),
    "control": Spec(
        {"target": "selector", "who": "seat", "until": "duration"}, "changes who controls objects", ("target",)
    ),
    "counter": Spec(
        {"target": "selector", "name": "word", "n": "amount"},
        "puts counters on (or takes them off)",
        ("target", "name"),
    ),
    # players
    "score": Spec({"n": "amount", "who": "seat"}, "gains score; a negative amount loses it", ("n",)),
    "lose": Spec({"n": "amount", "who": "seat"}, "loses score, not below zero", ("n",)),
    "life": Spec({"n": "amount", "who": "seat"}, "gains life, up to the game's limit", ("n",)),
    "hurt": Spec({"n": "amount", "who": "seat"}, "deals damage to a player", ("n",)),
    "gain_resource": Spec({"n": "amount", "who": "seat", "kind": "word"}, "gets resources that are spent once"),
    "allow": Spec(
        {"what": "restriction", "n": "amount", "who": "seat", "target": "selector", "of": "filter"},
        "allows something that many times more this turn, to a player or to objects ('of': only with what fits)",
        ("what",),
    ),
    "pay": Spec({"n": "amount", "kind": "word", "who": "seat"}, "pays resources", ("n",)),
    # continuous
    "modify": Spec(
        {"target": "selector", "stats": "stats", "per": "amount", "until": "duration", "at_least": "amount"},
        "changes computed stats, each times 'per'",
        ("target", "stats"),
    ),
    "grant": Spec(
        {
            "target": "selector",
            "keyword": "keyword",
            "value": "amount",
            "abilities": "abilities",
            "until": "duration",
            "traits": "words",
            "name": "words",
        },
        "gives a keyword, abilities, traits or further names",
        ("target",),
    ),
    "remove": Spec(
        {"target": "selector", "keyword": "keyword", "ability": "ability", "until": "duration"},
        "takes a keyword or an ability away",
        ("target",),
    ),
    "forbid": Spec(
        {
            "target": "selector",
            "what": "restriction",
            "by": "filter",
            "until": "duration",
            "who": "seat",
        },
        "forbids something to objects, to a player, or to what fits 'by' of a player, also later",
        ("what",),
    ),
    "force": Spec(
        {"target": "selector", "what": "restriction", "until": "duration"},
        "obliges objects to something if able",
        ("target", "what"),
    ),
    "reduce": Spec(
        {
            "of": "filter",
            "n": "amount",
            "next": "flag",
            "who": "seat",
            "until": "duration",
            "what": "word",
            "kind": "word",
            "at_least": "amount",
            "to": "selector",
        },
        (
            "makes matching cards cheaper to pay for ('next': only the next one; 'what': play, move, activate; "
            "'kind': that part of the cost; 'at_least': not below; 'to': only moves to that place)"
        ),
        ("n",),
    ),
    "enter": Spec(
        {
            "of": "filter",
            "exhausted": "flag",
            "damage": "amount",
            "keyword": "keyword",
            "until": "duration",
            "next": "flag",
            "who": "seat",
            "optional": "flag",
            "then": "block",
        },
        "changes how matching cards (without a filter, this card) enter play; 'then': what follows where it does so",
    ),
    "prevent": Spec(
        {"target": "selector", "n": "amount", "of": "word", "until": "duration"},
        "reduces damage dealt to objects",
        ("target",),
    ),
    # order of things
    "may": Spec(
        {"do": "block", "then": "block", "otherwise": "block", "who": "seat"},
        "the player may do the block; 'then' follows if it was done completely",
        ("do",),
    ),
    "choose_one": Spec(
        {"options": "blocks", "n": "amount", "who": "seat"},
        "the player chooses one of the blocks that can be done",
        ("options",),
    ),
    "if": Spec({"is": "condition", "then": "block", "otherwise": "block"}, "does one block or the other", ("is",)),
    "if_done": Spec(
        {"do": "block", "then": "block", "otherwise": "block"},
        "does a block and, if it was done completely, the next",
        ("do",),
    ),
    "each": Spec(
        {"target": "selector", "do": "block"}, "does the block for each object, called 'it'", ("target", "do")
    ),
    "each_player": Spec(
        {"who": "seat", "any_number": "flag", "do": "block"},
        "does the block for each player, or for any number of them that you choose, called 'them', in turn order",
        ("do",),
    ),
    "repeat": Spec({"n": "amount", "do": "block"}, "does the block several times", ("n", "do")),
    "select": Spec(
        {"target": "selector", "as": "word"}, "chooses and gives a name to what was chosen", ("target", "as")
    ),
    "later": Spec({"at": "event", "do": "block", "who": "seat"}, "does the block once at that moment", ("at", "do")),
    "watch": Spec(
        {"ability": "ability", "until": "duration", "once": "flag"},
        "has this triggered ability for a while, or until it has triggered once",
        ("ability",),
    ),
    "instead": Spec({"do": "block"}, "replaces the event by the block"),
    "cancel": Spec({}, "cancels the event that is under way"),
    "win": Spec({"who": "seat"}, "wins the game"),
}

_FILTERS = {
    "type": FilterWord("words", "has one of these card types"),
    "trait": FilterWord("words", "has one of these traits"),
    "name": FilterWord("words", "has one of these names"),
    "card": FilterWord("words", "is one of these cards (full names)"),
    "name_contains": FilterWord("word", "has this word in its name"),
    "keyword": FilterWord("keyword", "has this keyword"),
    "controller": FilterWord("seat", "is controlled by this player"),
    "owner": FilterWord("seat", "belongs to this player"),
    "zone": FilterWord("zone", "is in this zone (without it: in play)"),
    "other": FilterWord("flag", "is not the card whose ability this is"),
    "not_it": FilterWord("flag", "is not what was called 'it'"),
    "self": FilterWord("flag", "is the card whose ability this is"),
    "exhausted": FilterWord("flag", "is exhausted"),
    "damaged": FilterWord("flag", "has damage"),
    "facedown": FilterWord("flag", "is face down"),
    "fresh": FilterWord("flag", "came into play this turn"),
    "at_place": FilterWord("flag", "is at a place"),
    "at": FilterWord("selector", "is at that place"),
    "attacking": FilterWord("flag", "is attacking"),
    "attacked": FilterWord("flag", "is being attacked"),
    "attached_to": FilterWord("selector", "is attached to that object"),
    "is": FilterWord("selector", "is one of those objects"),
    "under": FilterWord("range", "has so many cards under it"),
    "cost": FilterWord("range", "has a cost in this range"),
    "stat": FilterWord("ranges", "has stats in these ranges"),
    "same_name_as": FilterWord("selector", "has a name in common with that card"),
    "any": FilterWord("filters", "fits one of these filters"),
    "none": FilterWord("filters", "fits none of these filters"),
}

_CONDITIONS = {
    "count": Spec(
        {"count": "filter", "min": "amount", "max": "amount"},
        "so many objects fit the filter (at least one, without numbers)",
    ),
    "compare": Spec({"compare": "amount", "min": "amount", "max": "amount"}, "an amount lies in the range"),
    "turn": Spec({"turn": "seat"}, "it is that player's turn"),
    "turn_number": Spec({"turn_number": "range", "who": "seat"}, "it is that player's n-th turn"),
    "starts": Spec({"starts": "seat"}, "that player began the game"),
    "happened": Spec(
        {
            "happened": "event",
            "of": "filter",
            "other": "filter",
            "who": "seat",
            "by": "seat",
            "min": "amount",
            "max": "amount",
        },
        "so many such events happened this turn ('other': what the second object is; 'by': caused by that player)",
    ),
    "fits": Spec({"fits": "filter", "target": "selector"}, "the object (without a target, this card) fits the filter"),
    "by": Spec({"by": "seat"}, "that player caused the event"),
    "used": Spec(
        {"used": "word", "target": "selector"},
        "the card (without a target, this card) was played for that alternative cost",
    ),
    "all_of": Spec({"all_of": "conditions"}, "all conditions hold"),
    "any_of": Spec({"any_of": "conditions"}, "one condition holds"),
    "not": Spec({"not": "condition"}, "the condition does not hold"),
}

_AMOUNTS = {
    "count": Spec({"count": "filter", "times": "amount"}, "the number of objects that fit"),
    "stat": Spec({"stat": "stat", "of": "selector"}, "the computed stat of an object"),
    "damage": Spec({"damage": "selector"}, "the damage on an object"),
    "cost": Spec({"cost": "selector"}, "the cost of a card"),
    "under": Spec({"under": "selector"}, "the number of cards under an object"),
    "counters": Spec({"counters": "selector", "name": "word"}, "the number of counters of that name on an object"),
    "cards": Spec({"cards": "zone", "who": "seat"}, "the number of cards in a zone"),
    "score": Spec({"score": "seat"}, "a player's score"),
    "resources": Spec({"resources": "word", "who": "seat"}, "how much of that resource a player has"),
    "happened": Spec(
        {"happened": "event", "of": "filter", "who": "seat", "times": "amount"},
        "the number of such events this turn",
    ),
    "event": Spec({"event": "word"}, "a number of the event that triggered ('n')"),
    "done": Spec({"done": "word"}, "how many the last operation moved, dealt, drew ('n')"),
    "up_to": Spec({"up_to": "amount"}, "a number that the player chooses, at most this"),
    "kinds": Spec(
        {"kinds": "word", "of": "filter", "times": "amount"},
        "the number of different names, or of different values of a printed fact, among objects",
    ),
    "highest": Spec(
        {"highest": "amount", "of": "filter", "who": "seat"},
        "the highest of an amount over objects (each called 'it') or players (each called 'them')",
    ),
    "lowest": Spec(
        {"lowest": "amount", "of": "filter", "who": "seat"},
        "the lowest of an amount over objects (each called 'it') or players (each called 'them')",
    ),
    "least": Spec({"least": "amounts"}, "the least of several amounts"),
    "plus": Spec({"plus": "amounts"}, "the sum"),
    "times": Spec({"times": "amount", "by": "amount"}, "the product", ("by",)),
}

_SELECTORS = {
    "self": "the card whose ability this is",
    "it": "the object that the event is about, or the current one of 'each'",
    "other": "the second object of the event",
    "chosen": "what was chosen last",
    "revealed": "the revealed cards",
    "moved": "what the last operation moved",
    "bearer": "what this card is attached to",
    "place": "the place where this card is",
    "onto": "the card on top, where this card was put under another",
    "beneath": "the cards under this one; where it has just left play, those that were under it",
    "payers": "the objects that were exhausted to play this card",
}

_SEATS = {
    "you": "the controller of the ability",
    "foe": "one opponent, chosen where there are several",
    "foes": "each opponent",
    "all": "each player",
    "any": "any player, chosen where an operation needs one",
    "them": "the current player of 'each_player', else the player of the event",
    "owner": "the owner of the object",
    "controller": "the controller of the object",
    "active": "the player whose turn it is",
}

_DURATIONS = {
    "end_of_turn": "this turn",
    "your_next_turn": "until the start of your next turn",
    "their_next_turn": "during their next turn",
    "next_ready": "at the start of their next turn",
    "end_of_attack": "while the attack lasts",
    "while_source": "while the source is in play",
    "game": "for the rest of the game",
}

_EVENTS = {
    "static": "applies all the time",
    "activate": "is activated by its controller",
    "replace": "replaces an event",
    "play": "when the card is played",
    "enter": "when it enters play",
    "leave": "when it leaves play",
    "returned": "when it is returned from play to a hand",
    "destroy": "when it is destroyed",
    "attack": "when it attacks",
    "attacked": "when it is attacked",
    "damaged": "when it takes damage",
    "healed": "when damage is removed from it",
    "exhaust": "when it becomes exhausted",
    "ready": "when it is readied",
    "draw": "when a card is drawn",
    "discard": "when a card is discarded",
    "start_of_turn": "at the start of the turn",
    "end_of_turn": "at the end of the turn",
}

_LIMITS = {
    "once_per_turn": "once each turn",
    "once": "once while its card is where it works",
}

#: The words that every game has.
KERNEL = Vocabulary(
    _OPERATIONS,
    _FILTERS,
    _CONDITIONS,
    _AMOUNTS,
    _SELECTORS,
    _SEATS,
    _DURATIONS,
    _EVENTS,
    _LIMITS,
    zones=("play", "hand", "deck", "discard"),
)
