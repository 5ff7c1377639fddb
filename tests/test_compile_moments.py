"""Compiled cards at other moments than play: building a deck, readying, what happened before."""

from __future__ import annotations

from typing import Any

import pytest
from compile_support import exact
from engine_support import Table

from deckkit.effects.notation import read_abilities
from deckkit.effects.render import render_abilities
from deckkit.games.lorcana.effects import VOCABULARY
from deckkit.games.lorcana.labels import LABELS


def card(name: str, text: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"test": f"t-{name}", "cost": 0, "effects": exact(text, kind), **more}


def said(text: str, kind: str, lang: str = "en") -> list[str]:
    return render_abilities(read_abilities(exact(text, kind), VOCABULARY), LABELS, lang)


# -- building a deck (CR 1.10.1) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "You may have up to 99 copies of Testa in your deck.",
            "In building a deck: up to 99 copies of this card are allowed.",
            "À la construction d'un deck\u00a0: jusqu'à 99 exemplaires de cette carte sont permis.",
        ),
        (
            "You may only have 2 copies of Testa and Friends in your deck.",
            "In building a deck: up to 2 copies of this card are allowed.",
            "À la construction d'un deck\u00a0: jusqu'à 2 exemplaires de cette carte sont permis.",
        ),
        (
            "You may have any number of cards named Testa in your deck.",
            "In building a deck: any number of copies of this card is allowed.",
            "À la construction d'un deck\u00a0: autant d'exemplaires de cette carte que voulu sont permis.",
        ),
        (
            "You can have other Hero characters in your deck regardless of ink type.",
            "In building a deck: other characters with the classification Hero are allowed whatever their ink is.",
            "À la construction d'un deck\u00a0: personnages (hors cette carte) avec la classification Héros\u00a0: "
            "permis quelle que soit leur encre.",
        ),
    ],
)
def test_what_a_deck_may_hold_is_said_and_does_nothing_in_play(text: str, english: str, french: str) -> None:
    assert said(text, "static") == [english]
    assert said(text, "static", "fr") == [french]
    board = Table("lorcana")
    board.lay(0, "play", card("a", text, "static"))
    board.lay(0, "hand", {"test": "t-b", "cost": 0})
    board.do("play t-b", "quest t-a")
    assert board.m.state.seats[0].score == 1


# -- readying (CR 3.2.1) --------------------------------------------------------------------------------------------

_MOST = (
    "Whenever this character quests, each opponent can't ready more than 1 of their characters at the start of their "
    "next turn."
)


def _tired(n: int) -> Table:
    board = Table("lorcana")
    for seat in (0, 1):
        board.lay(seat, "deck", f"t-deck-{seat}", n=4)
    board.lay(0, "play", card("a", _MOST, "triggered"))
    board.lay(0, "play", card("c", _MOST, "triggered"))
    for number in range(n):
        board.lay(1, "play", {"test": f"t-foe-{number}"}, exhausted=True)
    board.lay(1, "play", {"test": "t-item", "type": "item"}, exhausted=True)
    return board


def _ready(board: Table) -> list[str]:
    return [thing.card.name for thing in board.m.board(1) if not thing.exhausted]


def test_a_player_readies_only_so_many_and_chooses_which() -> None:
    board = _tired(3)
    board.do("quest t-a", "end")
    assert board.m.state.decision is not None and board.m.state.decision.seat == 1
    assert [board.m.thing(one).card.name for one in board.m.state.decision.options] == ["t-foe-0", "t-foe-1", "t-foe-2"]
    board.do(board.offered[1])
    # An item is no character.
    assert _ready(board) == ["t-foe-1", "t-item"]
    board.do("end", "end")
    assert _ready(board) == ["t-foe-0", "t-foe-1", "t-foe-2", "t-item"]
    while board.m.history:
        board.m.undo()
    assert _ready(board) == []


def test_two_such_effects_together_still_leave_one() -> None:
    board = _tired(2)
    board.do("quest t-a", "quest t-c", "end")
    board.do(board.offered[0])
    assert _ready(board) == ["t-foe-0", "t-item"]


def test_nobody_is_asked_who_has_no_more_than_may_ready() -> None:
    board = _tired(1)
    board.do("quest t-a", "end")
    assert _ready(board) == ["t-foe-0", "t-item"]


# -- what happened before -------------------------------------------------------------------------------------------


def test_lore_for_the_damage_that_an_ability_waited_for() -> None:
    """What was removed before the ability waited: nothing has been done by the ability itself yet."""
    board = Table("lorcana")
    text = "Whenever you remove damage from one of your characters, gain 1 lore for each 1 damage removed."
    board.lay(0, "play", card("a", text, "triggered", willpower=5), damage=3)
    heal = {"test": "t-heal", "type": "action", "cost": 0}
    effects = exact("Remove up to 2 damage from chosen character of yours.", "effect")
    board.lay(0, "hand", {**heal, "effects": effects})
    board.do("play t-heal")
    board.do("choose 2")
    assert board.m.state.seats[0].score == 2


def test_items_that_came_this_turn_pay_for_a_card() -> None:
    """CR 5.5.4: only characters dry."""
    board = Table("lorcana")
    text = "You may exert 2 items of yours to play this character for free."
    board.lay(0, "hand", card("new", text, "static") | {"cost": 9})
    for number in range(2):
        board.lay(0, "hand", {"test": f"t-item-{number}", "type": "item", "cost": 0})
    board.do("play t-item-0")
    board.illegal("play t-new instead")
    board.do("play t-item-1", "play t-new instead")
    assert "t-new" in board.names(0, "play")


def test_the_opponent_who_may_is_the_one_who_does() -> None:
    """With several opponents one is chosen, once."""
    board = Table("lorcana", 3)
    for seat in range(3):
        board.lay(seat, "deck", f"t-deck-{seat}", n=3)
    text = "Chosen opponent may put the top card of their deck into their inkwell facedown and exerted."
    board.lay(0, "hand", {"test": "t-a", "type": "action", "cost": 0, "effects": exact(text, "effect")})
    board.do("play t-a")
    assert len(board.offered) == 2
    board.do(board.offered[1])
    board.do(board.offered[0])
    assert [len(board.m.zone(seat, "inkwell")) for seat in range(3)] == [0, 0, 1]


def test_a_card_that_has_left_the_inkwell_was_put_there_all_the_same() -> None:
    text = "At the end of your turn, if you didn't put any cards into your inkwell this turn, banish this character."
    for inked in (True, False):
        board = Table("lorcana")
        for seat in (0, 1):
            board.lay(seat, "deck", f"t-deck-{seat}", n=3)
        board.lay(0, "play", card("a", text, "triggered"))
        board.lay(0, "hand", {"test": "t-ink"})
        take = {"op": "move", "target": {"all": {"zone": "inkwell", "owner": "you"}}, "to": "hand"}
        effects = [{"on": "play", "do": [take]}]
        board.lay(0, "hand", {"test": "t-back", "type": "action", "cost": 0, "effects": effects})
        board.do(*(["ink t-ink"] if inked else []), "play t-back", "end")
        assert ("t-a" in board.names(0, "play")) is inked
