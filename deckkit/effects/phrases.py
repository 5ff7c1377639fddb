"""The phrases in which the words of the notation are rendered: English templates, translated like all messages.

Braces name arguments. Operations are said as orders, conditions as clauses, filters as what follows a noun. What a
template does not mention is added by the phrases of :data:`TAILS`, so that no argument is lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckkit.i18n import mark

__all__ = [
    "AMOUNTS",
    "CAUSED",
    "CLAUSE_TAILS",
    "CONDITIONS",
    "CONTROLLERS",
    "DURATIONS",
    "EVENTS",
    "FILTERS",
    "LIMITS",
    "NEGATIONS",
    "OPERATIONS",
    "OWNERS",
    "PLACES",
    "SEATS",
    "SELECTORS",
    "TAILS",
    "TURNS",
    "WORDS",
    "ZONES",
]

#: Operation -> templates; the first whose braces are all given is used. {cards} is n cards, {top} the top n cards, {n}
#: defaults to 1, {deck} and {pile} are those of the player who does it. A word after a dot stands for a special case of
#: the operation.
OPERATIONS: Mapping[str, tuple[str, ...]] = {
    "draw": (mark("draw {cards}"),),
    "discard": (mark("discard {cards}"),),
    "mill": (mark("put {top} of {deck} into {pile}"),),
    "move": (mark("put {target} into {to}"),),
    "move_top": (mark("put {top} of {deck} into {to}"),),
    "tuck": (
        mark("put {target} face down under {under}"),
        mark("put {top} of its player's deck face down under {under}"),
    ),
    "look": (
        mark("look at {top} of {deck}, take {take_n} of the {take}"),
        mark("look at {top} of {deck}, take one of the {take}"),
        mark("look at {top} of {deck}"),
    ),
    "look.up_to": (
        mark("look at {top} of {deck}, take up to {take_n} of the {take}"),
        mark("look at {top} of {deck}, take up to one of the {take}"),
    ),
    "reveal_top": (mark("reveal {top} of {deck}"),),
    "reveal": (mark("reveal {target}"),),
    "peek": (mark("look at {target}"),),
    "create": (mark("create {n} × {token}"),),
    "search": (mark("search {deck} for {n} × {take}"),),
    "shuffle": (mark("shuffle {deck}"),),
    "shuffle_in": (mark("shuffle {target} into its player's deck"),),
    "play": (mark("play {target}"),),
    "name_card": (mark("name a card"),),
    "damage": (mark("deal {n} damage to {target}"),),
    "put_damage": (mark("put {n} damage on {target}"),),
    "heal": (mark("remove {n} damage from {target}"),),
    "heal.up_to": (mark("remove up to {n} damage from {target}"),),
    "move_damage": (mark("move {n} damage from {from} to {to}"),),
    "move_damage.up_to": (mark("move up to {n} damage from {from} to {to}"),),
    "destroy": (mark("destroy {target}"),),
    "exhaust": (mark("exhaust {target}"),),
    "ready": (mark("ready {target}"),),
    "attach": (mark("attach {target} to {to}"),),
    "relocate": (mark("move {target} to {to} for free"),),
    "control": (mark("change the control of {target}"),),
    "counter": (mark("counters “{name}” on {target}: {n}"),),
    "score": (mark("gain {n} score"),),
    "lose": (mark("lose {n} score"),),
    "life": (mark("gain {n} life"),),
    "hurt": (mark("take {n} damage as a player"),),
    "gain_resource": (mark("get resources to spend once: {n}"),),
    "allow": (mark("additionally allowed: {what}"),),
    "pay": (mark("pay {n}"),),
    "modify": (mark("give {target} {stats}"),),
    "grant": (mark("give {target}"),),
    "remove": (mark("{target} loses {keyword}"), mark("{target} loses the ability {ability}")),
    "remove.static": (mark("{target} loses {keyword} and can't gain it"),),
    "forbid": (
        mark("not allowed to {target}: {what}"),
        mark("not allowed with {by}, later ones included: {what}"),
        mark("not allowed: {what}"),
    ),
    "force": (mark("{target} must, if able: {what}"),),
    "reduce": (mark("pay {n} less for {of}"), mark("pay {n} less")),
    "reduce.more": (mark("pay {n} more for {of}"), mark("pay {n} more")),
    "enter": (mark("on entering play, for {of}:"), mark("this card enters play")),
    "prevent": (mark("prevent damage to {target}"),),
    "may": (mark("{who} may: {do}"), mark("you may: {do}")),
    "choose_one": (mark("choose: {options}"),),
    "if": (mark("if {is}"),),
    "if_done": (mark("try: {do}"),),
    "each": (mark("for {target}: {do}"),),
    "each_player": (
        mark("one after the other, with {who} as that player: {do}"),
        mark("one player after the other: {do}"),
    ),
    "each_player.one": (mark("with {who} as that player: {do}"),),
    "repeat": (mark("{n} times: {do}"),),
    "select": (mark("call {target} “{as}”"),),
    "later": (mark("once, {at}: {do}"),),
    "watch": (mark("have this ability: {ability}"),),
    "instead": (mark("instead: {do}"),),
    "cancel": (mark("cancel it"),),
    "win": (mark("win the game"),),
}

#: What an argument adds to an operation that does not name it; by operation and argument, or by argument.
TAILS: Mapping[str, str] = {
    "who": mark("{value}: {said}"),
    "until": mark("{said} {value}"),
    "then": mark("{said}; then: {value}"),
    "otherwise": mark("{said}; otherwise: {value}"),
    "if.then": mark("{said}: {value}"),
    "may.then": mark("{said}; if that was done: {value}"),
    "if_done.then": mark("{said}; if that was done: {value}"),
    "filter": mark("{said}, only {value}"),
    "reveal_top.filter": mark("{said} and see whether it is one of the {value}"),
    "reveal_top.then": mark("{said}; if so: {value}"),
    "random": mark("{said} at random"),
    "by": mark("{said}, chosen by {value}"),
    "forbid.by": mark("{said} (by {value})"),
    "position": mark("{said}, {value}"),
    "rest": mark("{said}, the rest {value}"),
    "look.all": mark("{said}, put them {value}"),
    "look.one": mark("{said}, put it {value}"),
    "look.zone": mark("into {value} face down and exhausted"),
    "facedown": mark("{said} face down"),
    "exhausted": mark("{said} exhausted"),
    "take_n": mark("{said}, {value} of them"),
    "up_to": mark("{said} (or less)"),
    "look.play": mark("{said} and play it for free"),
    "allow.now": mark("{said} this turn"),
    "reveal": mark("{said}, revealing it"),
    "open": mark("{said}, shown to everybody"),
    "allow.of": mark("{said} (only with {value})"),
    "enter.then": mark("{said}; where it does so: {value}"),
    "once": mark("{said} (until it has triggered once)"),
    "to": mark("{said}, into {value}"),
    "at": mark("{said} at {value}"),
    "free": mark("{said} for free"),
    "play.reduce": mark("{said} for {value} less"),
    "play.deck": mark("{said}, and then it goes to the bottom of the deck instead of the discard pile"),
    "play.goes": mark("{said}, and then it goes into {value} instead of the discard pile"),
    "damage.despite": mark("{said}, which {value} does not reduce"),
    "each_player.any_number": mark("{said} (any number of players, chosen first)"),
    "remove.ability": mark("{said} and the ability {value}"),
    "divided": mark("{said}, divided as wished"),
    "kind": mark("{said} ({value})"),
    "n": mark("{said}: {value}"),
    "allow.target": mark("{said} (for {value})"),
    "per": mark("{said}, times {value}"),
    "at_least": mark("{said}, not below {value}"),
    "keyword": mark("{said} {value}"),
    "value": mark("{said} +{value}"),
    "abilities": mark("{said} the ability: {value}"),
    "traits": mark("{said} the trait {value}"),
    "name": mark("{said} the name {value}"),
    "next": mark("{said} (the next only)"),
    "what": mark("{said} (only to {value})"),
    "damage": mark("{said} with {value} damage"),
    "enter.keyword": mark("{said} with {value}"),
    "optional": mark("{said} if its player wishes"),
    "prevent.of": mark("{said} (only damage of {value})"),
    "prevent.n": mark("{said}, {value} of it"),
    "choose_one.n": mark("{said} ({value} of them)"),
    "search.to": mark("{said}, put it into {value}, then shuffle"),
    "search.deck": mark("{said}, then shuffle and put it on top"),
    "search.none": mark("{said}, take it, then shuffle"),
    "reduce.to": mark("{said} (only for going to {value})"),
}

#: Plain words that an argument takes.
WORDS: Mapping[str, Mapping[str, str]] = {
    "what": {"play": mark("play it"), "move": mark("move it"), "activate": mark("activate it")},
    "as": {"them": mark("them"), "there": mark("there"), "theirs": mark("theirs")},
    "of": {"attack": mark("attacks")},
    "kinds": {"name": mark("names")},
}

#: Who causes the event for which an ability waits.
CAUSED = mark("{event} (by {who})")

#: A flag that is given as "no".
NEGATIONS: Mapping[str, str] = {
    "exhausted": mark("{said} ready"),
    "facedown": mark("{said} face up"),
    "": mark("{said} (not: {value})"),
}

#: Where cards go in a zone, and what becomes of the rest.
PLACES: Mapping[str, str] = {
    "top": mark("on top"),
    "bottom": mark("at the bottom"),
    "either": mark("on top or at the bottom"),
    "any": mark("each on top or at the bottom"),
    "split": mark("one on top and the others at the bottom"),
    "top_or_discard": mark("each on top or into the discard pile"),
    "discard": mark("into the discard pile"),
}

#: What a test of a filter makes of the noun phrase {said}; {value} is its argument, "not." a flag given as "no".
FILTERS: Mapping[str, str] = {
    "trait": mark("{said} with the trait {value}"),
    "name": mark("{said} named {value}"),
    "card": mark("{said} called “{value}”"),
    "name_contains": mark("{said} with “{value}” in the name"),
    "keyword": mark("{said} with {value}"),
    "controller": mark("{said} controlled by {value}"),
    "owner": mark("{said} owned by {value}"),
    "zone": mark("{said} in {value}"),
    "other": mark("other {said}"),
    "not.other": mark("{said} (this card included)"),
    "not_it": mark("{said} other than that one"),
    "not.not_it": mark("{said} (that one included)"),
    "self": mark("{said} (this card itself)"),
    "not.self": mark("{said} (not this card)"),
    "exhausted": mark("exhausted {said}"),
    "not.exhausted": mark("ready {said}"),
    "damaged": mark("damaged {said}"),
    "not.damaged": mark("undamaged {said}"),
    "facedown": mark("face-down {said}"),
    "not.facedown": mark("face-up {said}"),
    "fresh": mark("{said} in play only since this turn"),
    "not.fresh": mark("{said} in play since an earlier turn"),
    "at_place": mark("{said} at a place"),
    "not.at_place": mark("{said} at no place"),
    "attacking": mark("attacking {said}"),
    "not.attacking": mark("{said} not attacking"),
    "attacked": mark("attacked {said}"),
    "not.attacked": mark("{said} not being attacked"),
    "at": mark("{said} at {value}"),
    "attached_to": mark("{said} attached to {value}"),
    "is": mark("{said} among {value}"),
    "under": mark("{said} with cards underneath: {value}"),
    "cost": mark("{said} with cost {value}"),
    "stat": mark("{said} with {value}"),
    "same_name_as": mark("{said} with a name of {value}"),
    "any": mark("{said}, of these kinds: {value}"),
    "none": mark("{said}, not of these kinds: {value}"),
    "none.keyword": mark("{said} without {value}"),
    "none.type": mark("{said} (no {value})"),
    "none.is": mark("{said} other than {value}"),
}

CONTROLLERS: Mapping[str, str] = {
    "you": mark("{said} of yours"),
    "foe": mark("{said} of the chosen opponent"),
    "foes": mark("{said} of an opponent"),
    "all": mark("{said} of every player"),
    "any": mark("{said} of any player"),
    "them": mark("{said} of that player"),
    "owner": mark("{said} controlled by the owner"),
    "controller": mark("{said} of the same controller"),
    "active": mark("{said} of the player whose turn it is"),
}
OWNERS: Mapping[str, str] = {
    "you": mark("{said} owned by you"),
    "foe": mark("{said} owned by the chosen opponent"),
    "foes": mark("{said} owned by an opponent"),
    "all": mark("{said} owned by every player"),
    "any": mark("{said} owned by any player"),
    "them": mark("{said} owned by that player"),
    "owner": mark("{said} of the same owner"),
    "controller": mark("{said} owned by the controller"),
    "active": mark("{said} owned by the player whose turn it is"),
}
#: Whose turn it is.
TURNS: Mapping[str, str] = {
    "you": mark("it is your turn"),
    "foe": mark("it is the chosen opponent's turn"),
    "foes": mark("it is an opponent's turn"),
    "all": mark("it is every player's turn"),
    "any": mark("it is any player's turn"),
    "them": mark("it is that player's turn"),
    "owner": mark("it is its owner's turn"),
    "controller": mark("it is its controller's turn"),
    "active": mark("it is the turn of the player whose turn it is"),
}

SEATS: Mapping[str, str] = {
    "you": mark("you"),
    "foe": mark("an opponent of your choice"),
    "foes": mark("each opponent"),
    "all": mark("each player"),
    "any": mark("a player of your choice"),
    "them": mark("that player"),
    "owner": mark("its owner"),
    "controller": mark("its controller"),
    "active": mark("the player whose turn it is"),
}

SELECTORS: Mapping[str, str] = {
    "self": mark("this card"),
    "it": mark("that one"),
    "other": mark("the other one"),
    "chosen": mark("the chosen one"),
    "revealed": mark("what was revealed"),
    "moved": mark("what was moved"),
    "bearer": mark("what this card is attached to"),
    "place": mark("the place where this card is"),
    "onto": mark("the card on top of this one"),
    "beneath": mark("each card under this one"),
    "payers": mark("what was exhausted to play this card"),
}

DURATIONS: Mapping[str, str] = {
    "end_of_turn": mark("this turn"),
    "your_next_turn": mark("until the start of your next turn"),
    "their_next_turn": mark("during their next turn"),
    "next_ready": mark("at the start of their next turn"),
    "end_of_attack": mark("during this attack"),
    "while_source": mark("while this card is in play"),
    "game": mark("for the rest of the game"),
}

LIMITS: Mapping[str, str] = {
    "once_per_turn": mark("once each turn"),
    "once": mark("once only"),
}

ZONES: Mapping[str, str] = {
    "play": mark("the play area"),
    "hand": mark("the hand"),
    "deck": mark("the deck"),
    "discard": mark("the discard pile"),
}

CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "count": (
        mark("there are {min} to {max} of these: {count}"),
        mark("there are at least {min} of these: {count}"),
        mark("there are at most {max} of these: {count}"),
        mark("there is one of these: {count}"),
    ),
    "count.more": (mark("there are more than {min} of these: {count}"),),
    "compare.more": (mark("{compare} is more than {min}"),),
    "compare": (
        mark("{compare} is {min} to {max}"),
        mark("{compare} is at least {min}"),
        mark("{compare} is at most {max}"),
        mark("{compare} is not 0"),
    ),
    "turn": (mark("it is the turn of {turn}"),),
    "turn_number": (
        mark("it is the turn number {turn_number} of {who}"),
        mark("it is your turn number {turn_number}"),
    ),
    "starts": (mark("the game was begun by {starts}"),),
    "happened": (mark("this happened this turn: {happened}"),),
    "happened.never": (mark("this did not happen this turn: {happened}"),),
    "fits": (mark("{target} is one of the {fits}"), mark("this card is one of the {fits}")),
    "by": (mark("this was done by {by}"),),
    "used": (mark("{target} was played for the cost “{used}”"), mark("it was played for the cost “{used}”")),
    "all_of": (mark("all of this holds: {all_of}"),),
    "any_of": (mark("some of this holds: {any_of}"),),
    "not": (mark("this does not hold: {not}"),),
}

AMOUNTS: Mapping[str, tuple[str, ...]] = {
    "count": (mark("{times} × the number of {count}"), mark("the number of {count}")),
    "stat": (mark("the {stat} of {of}"), mark("the {stat} of the card itself")),
    "damage": (mark("the damage on {damage}"),),
    "cost": (mark("the cost of {cost}"),),
    "under": (mark("the number of cards under {under}"),),
    "counters": (mark("the number of counters “{name}” on {counters}"), mark("the number of counters on {counters}")),
    "cards": (mark("the number of cards in {cards} ({who})"), mark("the number of cards in {cards}")),
    "score": (mark("the score of: {score}"),),
    "resources": (mark("how much {resources} there is ({who})"), mark("how much {resources} there is")),
    "happened": (mark("how often this happened this turn: {happened}"),),
    "event": (mark("the number “{event}” of what happened"),),
    "event.n": (mark("the number of what happened"),),
    "done": (mark("the number “{done}” of what was just done"),),
    "done.n": (mark("the number of what was just done"),),
    "up_to": (mark("any number up to {up_to}"),),
    "kinds": (
        mark("{times} × the number of different {kinds} among {of}"),
        mark("the number of different {kinds} among {of}"),
    ),
    "highest": (
        mark("the highest over {who} of {highest}"),
        mark("the highest over {of} of {highest}"),
        mark("the highest of {highest}"),
    ),
    "lowest": (
        mark("the lowest over {who} of {lowest}"),
        mark("the lowest over {of} of {lowest}"),
        mark("the lowest of {lowest}"),
    ),
    "least": (mark("the least of {least}"),),
    "plus": (mark("the sum of {plus}"),),
    "times": (mark("{by} times {times}"), mark("the product of {times}")),
}

#: What an argument adds to a condition or an amount whose template does not name it.
CLAUSE_TAILS: Mapping[str, str] = {
    "happened.who": mark("{said} (the player: {value})"),
    "happened.by": mark("{said} (caused by {value})"),
    "happened.other": mark("{said} (the other being one of the {value})"),
    "of": mark("{said} (over {value})"),
    "who": mark("{said} (over {value})"),
    "happened.min": mark("{said} (at least so often: {value})"),
    "happened.max": mark("{said} (at most so often: {value})"),
    "times": mark("{said}, times {value}"),
}

#: When an ability triggers; {it} is what the event is about.
EVENTS: Mapping[str, str] = {
    "play": mark("when {it} is played"),
    "enter": mark("when {it} enters play"),
    "leave": mark("when {it} leaves play"),
    "returned": mark("when {it} is returned from play to a hand"),
    "destroy": mark("when {it} is destroyed"),
    "attack": mark("when {it} attacks"),
    "attacked": mark("when {it} is attacked"),
    "damaged": mark("when {it} takes damage"),
    "healed": mark("when damage is removed from {it}"),
    "exhaust": mark("when {it} becomes exhausted"),
    "ready": mark("when {it} is readied"),
    "draw": mark("when {it} is drawn"),
    "discard": mark("when {it} is discarded"),
    "start_of_turn": mark("at the start of the turn"),
    "end_of_turn": mark("at the end of the turn"),
}
