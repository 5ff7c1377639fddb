"""Lorcana's effects: what was written by hand, and the game's words for saying effects in sentences of our own."""

from __future__ import annotations

from deckkit.effects.authored import authored_beside
from deckkit.effects.playing import GameEffects
from deckkit.effects.render import Labels
from deckkit.games.lorcana.cards import CLASSIFICATIONS_FR, INKS_FR, KEYWORDS_FR
from deckkit.games.lorcana.effects import VOCABULARY
from deckkit.i18n import mark

__all__ = ["EFFECTS", "LABELS", "authored"]


#: The effects written by hand, by card.
authored = authored_beside(__file__, VOCABULARY)
LABELS = Labels(
    vocabulary=VOCABULARY,
    types={
        "Character": (mark("character"), mark("characters")),
        "Action": (mark("action"), mark("actions")),
        "Item": (mark("item"), mark("items")),
        "Location": (mark("location"), mark("locations")),
        "Song": (mark("song"), mark("songs")),
    },
    stats={
        "strength": mark("strength"),
        "willpower": mark("willpower"),
        "lore": mark("lore value"),
        "move_cost": mark("move cost"),
        "singing": mark("cost that counts for singing"),
    },
    words={
        "what": {"shift": mark("use Shift"), "move": mark("move it to a location")},
        "of": {"attack": mark("challenges")},
        "resources": {"drops": mark("ink drops")},
    },
    names={"keyword": {"fr": KEYWORDS_FR}, "trait": {"fr": CLASSIFICATIONS_FR}, "ink": {"fr": INKS_FR}},
    zones={"inkwell": mark("the inkwell")},
    your_zones={"inkwell": mark("your inkwell")},
    their_zones={"inkwell": mark("their inkwell")},
    owned_zones={"inkwell": mark("its player's inkwell")},
    events={
        "quest": mark("when {it} quests"),
        "sing": mark("when {it} sings"),
        "sung": mark("when {it} is sung"),
        "ink": mark("when {it} is put into the inkwell as a turn action"),
        "ink, put_inkwell": mark("when {it} is put into the inkwell in any way"),
        "put_inkwell": mark("when {it} is put into the inkwell by an effect"),
        "put_hand": mark("when {it} is put into a hand"),
        "put_discard": mark("when {it} is put into a discard pile"),
        "move": mark("when {it} moves to a location"),
        "relocate": mark("when {it} moves to a location"),
        "supported": mark("when {it} is chosen for Support"),
        "shifted_onto": mark("when a character is shifted onto {it}"),
        "tuck": mark("when a card is put under {it}"),
        "boost": mark("when {it} is boosted"),
        "chosen": mark("when an opponent chooses {it} for an action"),
        "destroy": mark("when {it} is banished"),
        "banished_in_challenge": mark("when {it} is banished in a challenge"),
        "banishes_in_challenge": mark("when {it} banishes another character in a challenge"),
        "attack": mark("when {it} challenges"),
        "attacked": mark("when {it} is challenged"),
        "after_challenge": mark("after a challenge of {it}"),
        "exhaust": mark("when {it} is exerted"),
        "challenge_damage": mark("when {it} deals damage in a challenge"),
        "leave_discard": mark("when {it} leaves a discard pile"),
        "gain_drop": mark("when you get an ink drop"),
        "spend_drop": mark("when you remove an ink drop"),
        "score": mark("when you gain lore"),
        "lose": mark("when you lose lore"),
        "any.gain_drop": mark("when a player gets an ink drop"),
        "any.spend_drop": mark("when a player removes an ink drop"),
        "any.score": mark("when a player gains lore"),
        "any.lose": mark("when a player loses lore"),
    },
    restrictions={
        "quest": mark("quest"),
        "challenge": mark("challenge"),
        "be_challenged": mark("be challenged"),
        "ready": mark("ready"),
        "sing": mark("sing"),
        "exert": mark("exert"),
        "move": mark("move to a location"),
        "play": mark("play or be played"),
        "ink": mark("put cards into the inkwell"),
        "draw_step": mark("draw at the start of the turn"),
        "challenge_ready": mark("challenge ready characters"),
        "any_shift": mark("be shifted onto by any character with Shift"),
        "be_chosen": mark("be chosen by opponents"),
        "take_damage": mark("be dealt damage"),
        "sing_alone": mark("sing without Sing Together"),
        "ink_discard": mark("put cards from the discard pile into the inkwell"),
        "ink_any": mark("put cards without the inkwell symbol into the inkwell"),
        "quest_fresh": mark("quest in the turn in which they came"),
        "ready_step": mark("ready at the start of the turn"),
    },
    durations={"end_of_attack": mark("during this challenge")},
    filters={
        "ink": mark("{said} with the ink {value}"),
        "sang": mark("{said} that sang {value}"),
        "paid": mark("{said} played for so much ink: {value}"),
        "trait": mark("{said} with the classification {value}"),
        "exhausted": mark("exerted {said}"),
        "attacking": mark("challenging {said}"),
        "not.attacking": mark("{said} not challenging"),
        "attacked": mark("challenged {said}"),
        "not.attacked": mark("{said} not being challenged"),
        "at_place": mark("{said} at a location"),
        "not.at_place": mark("{said} at no location"),
    },
    operations={
        "destroy": (mark("banish {target}"),),
        "exhaust": (mark("exert {target}"),),
        "score": (mark("gain {n} lore"),),
        "lose": (mark("lose {n} lore"),),
        "pay": (mark("pay {n} ink"),),
        "pay.drops": (mark("remove {n} ink drops"),),
        "gain_resource.drop": (mark("get {n} ink drops"),),
        "shift_cost": (mark("Shift costs this instead of ink: {cost}"),),
        "shift_name": (mark("{target} counts as being named {name} for Shift"),),
        "strike_with": (mark("in challenges {target} deals damage with {stat} instead of strength"),),
        "play_cost": (mark("this may be played for this instead of ink: {cost}"), mark("this may be played for free")),
        "go_home": (mark("remove all damage from this card and return only this card to the hand"),),
    },
    conditions={
        "used.drops": (mark("an ink drop was removed to play {target}"), mark("an ink drop was removed to play it")),
        "used.shift": (mark("Shift was used to play {target}"), mark("Shift was used to play it")),
        "used.sing": (mark("{target} was sung"), mark("it was sung")),
    },
    moved={"destroy": mark("what was banished"), "exhaust": mark("what was exerted")},
    done={
        "destroy": mark("the number of cards banished"),
        "exhaust": mark("the number of cards exerted"),
        "score": mark("the lore gained"),
        "lose": mark("the lore lost"),
    },
    numbers={"challenge_damage": mark("the damage dealt")},
    others={
        "attack": mark("the challenged one"),
        "attacked": mark("the challenging one"),
        "relocate": mark("that location"),
        "sing": mark("that song"),
    },
    amounts={"score": (mark("the lore of: {score}"),)},
    headings={"inkwell": mark("inkwell")},
    decisions={"drops": mark("ink drops")},
    reasons={"turn_cap": mark("too many turns")},
    tails={
        "look.zone": mark("into {value} face down and exerted"),
        "exhausted": mark("{said} exerted"),
        "traits": mark("{said} the classification {value}"),
    },
)

EFFECTS = GameEffects(VOCABULARY, authored, lambda: LABELS)
