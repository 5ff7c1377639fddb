"""What readers took amiss in compiled cards: scope, whose, for how long (rules digest 144-148, 182-194)."""

from __future__ import annotations

from typing import Any

import pytest
from compile_support import block, exact
from test_compile_play import card, table

from deckkit.effects.notation import read_abilities
from deckkit.effects.render import render_abilities
from deckkit.games.lorcana.effects import VOCABULARY
from deckkit.games.lorcana.labels import LABELS


def said(text: str, kind: str) -> str:
    """A text in our own words."""
    return render_abilities(read_abilities(exact(text, kind), VOCABULARY), LABELS)[0]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Whenever you ready this character, gain 1 lore.", "ready"),
        ("Whenever you put a card under this character, gain 1 lore.", "tuck"),
        ("Whenever you put a card under one of your characters or locations, gain 1 lore.", "tuck"),
    ],
)
def test_what_you_do_is_caused_by_you(text: str, event: str) -> None:
    ability = exact(text, "triggered")[0]
    assert (ability["on"], ability["when"]) == (event, {"by": "you"})
    assert "(by you): " in said(text, "triggered")


def test_a_character_that_an_opponent_readies_is_not_readied_by_you() -> None:
    for seat, lore in ((0, 1), (1, 0)):
        board = table()
        mine = card("mine", "Whenever you ready this character, gain 1 lore.", "triggered")
        board.lay(0, "play", mine, exhausted=True)
        wake = card("wake", "Ready chosen character.", "effect")
        if seat:
            board.do("end")
        board.lay(seat, "hand", wake)
        board.do("play t-wake")
        assert board.m.seat(0).score == lore, seat


def test_the_challenging_character_is_the_one_that_challenges() -> None:
    board = table()
    text = (
        "While this character is exerted, whenever an opposing character challenges, you may deal 1 damage to the "
        "challenging character."
    )
    watcher = board.lay(0, "play", card("watcher", text, "triggered", willpower=9), exhausted=True)
    target = board.lay(0, "play", {"test": "t-target", "type": "character", "willpower": 9}, exhausted=True)
    foe = board.lay(1, "play", {"test": "t-foe", "type": "character", "willpower": 9})
    board.do("end", "challenge t-foe t-target", "choose yes")
    # 1 from the ability, 1 strength of the challenged character.
    assert (foe.damage, target.damage, watcher.damage) == (2, 1, 0)


def test_who_challenges_pays_for_it() -> None:
    text = (
        "Whenever one of your characters is challenged, the challenging character gets -3 ¤ this turn unless their "
        "player pays 3 ⬡."
    )
    do = exact(text, "triggered")[0]["do"]
    assert [op["op"] for op in do] == ["each"] and do[0]["target"] == "other"
    assert do[0]["do"][0]["who"] == "controller"


def test_may_is_about_its_own_sentence() -> None:
    """Digest 184: the ban does not depend on the "may"; what was chosen under it does."""
    text = "When you play this character, you may ready this character. He can't quest for the rest of this turn."
    ability = exact(text, "triggered")[0]
    assert "may" not in ability and [op["op"] for op in ability["do"]] == ["may", "forbid"]
    text = "When you play this item, you may exert chosen character. They can't ready at the start of their next turn."
    ability = exact(text, "triggered")[0]
    assert ability["may"] and [op["op"] for op in ability["do"]] == ["exhaust", "forbid"]


def test_those_that_were_ready_already_are_meant_too() -> None:
    board = table()
    text = "Ready all your characters. They can't quest for the rest of this turn."
    board.lay(0, "hand", card("all", text, "effect"))
    for name, exhausted in (("a", True), ("b", False)):
        board.lay(0, "play", {"test": f"t-{name}", "type": "character", "lore": 1}, exhausted=exhausted)
    board.do("play t-all")
    assert not any(one.startswith("quest") for one in board.offered)


def test_a_ban_catches_characters_that_come_later() -> None:
    """Digest 194: a continuous effect of a resolved effect is also for cards that enter afterwards."""
    board = table()
    board.lay(0, "hand", card("ban", "Characters can't quest for the rest of this turn.", "effect"))
    board.do("play t-ban")
    board.lay(0, "play", {"test": "t-later", "type": "character", "lore": 1})
    assert not any(one.startswith("quest") for one in board.offered)
    board.do("end", "end")
    assert any(one.startswith("quest t-later") for one in board.offered)


def test_a_ban_on_your_characters_is_on_no_others() -> None:
    board = table()
    text = "Your characters can't be challenged until the start of your next turn."
    board.lay(0, "hand", card("ban", text, "effect"))
    board.do("play t-ban")
    board.lay(0, "play", {"test": "t-later", "type": "character"}, exhausted=True)
    board.lay(1, "play", {"test": "t-foe", "type": "character"}, exhausted=True)
    board.lay(0, "play", {"test": "t-mine", "type": "character"})
    assert any(one.startswith("challenge t-mine t-foe") for one in board.offered)
    board.do("end")
    board.lay(1, "play", {"test": "t-strong", "type": "character"})
    assert not any(one.startswith("challenge t-strong") for one in board.offered)


def test_put_damage_reaches_what_cannot_be_dealt_damage() -> None:
    """Digest 145-148: only dealt damage is prevented."""
    board = table()
    text = "This character can't be dealt damage unless he's being challenged."
    hero = board.lay(0, "play", card("a", text, "static", willpower=9))
    board.lay(0, "hand", card("hit", "Deal 2 damage to chosen character.", "effect"))
    board.lay(0, "hand", card("put", "Put 2 damage counters on chosen character.", "effect"))
    board.do("play t-hit")
    assert hero.damage == 0
    board.do("play t-put")
    assert hero.damage == 2
    assert "be dealt damage" in said(text, "static")


def test_a_search_shuffles_once() -> None:
    text = (
        "When you play this character, you may search your deck for a Hero card, reveal it, and put it in your hand. "
        "If you do, shuffle your deck."
    )
    ability = exact(text, "triggered")[0]
    assert [op["op"] for op in ability["do"]] == ["search"] and ability["may"]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Your Hero characters can challenge ready characters this turn.", "effect", "this turn"),
        (
            "When you play this character, you may draw a card, then choose and discard a card.",
            "triggered",
            "you may: [draw 1 card. Discard 1 card].",
        ),
        (
            "During your turn, whenever a card is put into your inkwell, draw a card.",
            "triggered",
            "When any card in your inkwell is put into the inkwell in any way, while",
        ),
        (
            "Whenever this character takes damage, deal that much damage to chosen opposing character.",
            "triggered",
            "deal (the damage taken) damage",
        ),
        ("Return chosen character to their player's hand.", "effect", "into its player's hand"),
        ("Return a character card from your discard to your hand.", "effect", "in your discard pile into your hand"),
        ("Each player pays 2 ⬡ more to play actions or items.", "static", "pay 2 more for actions or items"),
        (
            "Look at the top 3 cards of your deck. Put them back on the top of your deck in any order.",
            "effect",
            "put them on top in any order",
        ),
        ("If you have a character named Testa in play, draw a card.", "effect", "named Testa: draw 1 card"),
        (
            "If this is your first turn and you're not the first player, you pay 1 ⬡ less to play this character.",
            "static",
            "it is your turn number 1",
        ),
        (
            "Each opponent may choose and discard a card. For each opponent who doesn't, you gain 2 lore.",
            "effect",
            "otherwise: you: gain 2 lore",
        ),
        (
            "When you play this character, you may draw a card, then choose and discard a card. If a Hero character "
            "card is discarded this way, you may play that character for free.",
            "triggered",
            "you may: play what was discarded for free",
        ),
    ],
)
def test_how_cards_read(text: str, kind: str, words: str) -> None:
    assert words in said(text, kind)


def test_one_opponent_is_meant_throughout() -> None:
    text = "Chosen opponent reveals their hand and discards a non-character card of your choice."
    do: Any = block(text)
    assert [op["op"] for op in do] == ["each_player"] and do[0]["who"] == "foe"
    assert [op["op"] for op in do[0]["do"]] == ["reveal", "discard"]
    assert do[0]["do"][1]["who"] == "them"
