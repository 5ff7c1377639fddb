"""Riftbound's card texts as notation: values written by hand from the rules, the lists, the round trip, no guesses."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark.exceptions import VisitError
from lark.visitors import CollapseAmbiguities

from deckkit.catalogue.model import Card
from deckkit.catalogue.store import Catalogue
from deckkit.decklist import read_deck
from deckkit.effects.audit import audit
from deckkit.effects.compile import Compiled, Grammar, sentences_of
from deckkit.effects.compile_things import MeaninglessError
from deckkit.effects.lower import lift, lower
from deckkit.effects.notation import read_abilities, write_abilities
from deckkit.effects.parts import SILENT, compile_parts
from deckkit.effects.render import render_abilities
from deckkit.errors import InputError
from deckkit.feeds.read import read_path
from deckkit.feeds.upsert import Target, import_bundle
from deckkit.games import get_game
from deckkit.games.riftbound import compiling
from deckkit.games.riftbound.compiling import COMPILER, grammar, parts
from deckkit.games.riftbound.effects import VOCABULARY
from deckkit.games.riftbound.labels import EFFECTS, LABELS
from deckkit.games.riftbound.lexicon import lexicon
from deckkit.games.riftbound.meaning import Meaning
from deckkit.games.riftbound.table import play_card
from scripts.make_facts import INPUTS

# RP 13 with the numbers of the digest: every keyword of the rules.
KEYWORDS = (
    *("Accelerate", "Action", "Ambush", "Assault", "Assault 3", "Backline", "Deathknell", "Deflect", "Deflect 2"),
    *("Empower", "Empowered", "Equip", "Flow", "Ganking", "Hidden", "Hunt", "Hunt 2", "Legion", "Level"),
    *("Quick-Draw", "Reaction", "Repeat", "Shield", "Shield 2", "Tank", "Temporary", "Unique", "Vision"),
    "Weaponmaster",
)

UNIT = {"type": ["Unit"]}
MINE = {"type": ["Unit"], "controller": "you"}
ENEMY = {"type": ["Unit"], "controller": "foes"}
THERE = {"at_place": True}
DRAW = {"op": "draw", "n": 1}
TURN = {"until": "end_of_turn"}
SELF = {"self": True}
EXHAUST = {"op": "exhaust", "target": "self"}


def chosen(what: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"choose": what, **more}


def every(what: dict[str, Any]) -> dict[str, Any]:
    return {"all": what}


def might(target: Any, n: Any, **more: Any) -> dict[str, Any]:
    return {"op": "modify", "target": target, "stats": {"might": n}, **more}


def pay(n: Any, kind: str = "energy") -> dict[str, Any]:
    return {"op": "pay", "n": n, "kind": kind}


def play(*do: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"on": "play", "do": list(do), **more}]


def static(*do: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"on": "static", "do": list(do), **more}]


def bearer(*do: dict[str, Any]) -> list[dict[str, Any]]:
    return static(*do)


# (what stands on a card, its type, what it means)
MEANT: list[tuple[str, str, list[dict[str, Any]]]] = [
    # RP 8.4: what a spell says is done as it resolves; its targets are chosen when it is played
    ("Deal 3 to a unit at a battlefield.", "Spell", play({"op": "damage", "target": chosen(UNIT | THERE), "n": 3})),
    ("[Stun] an enemy unit.", "Spell", play({"op": "stun", "target": chosen(ENEMY)})),
    ("Draw 2.", "Spell", play({"op": "draw", "n": 2})),
    # RP 14.7, 17.1
    ("[Buff] all friendly units.", "Spell", play({"op": "buff", "target": every(MINE)})),
    ("Give a unit +2 [Might] this turn.", "Spell", play(might(chosen(UNIT), 2, **TURN))),
    # RP 9.2: a cost before the colon, an ability after it; Exhaust is to exhaust the card itself
    ("[1], [Exhaust]: Draw 1.", "Gear", [{"on": "activate", "do": [DRAW], "cost": [pay(1), EXHAUST]}]),
    (
        "[Exhaust]: [Reaction] — [Add] [1].",
        "Gear",
        [
            {
                "on": "activate",
                "do": [{"op": "gain_resource", "n": 1, "kind": "energy"}],
                "cost": [EXHAUST],
                "event": "reaction",
            }
        ],
    ),
    # RP 9: triggers of the card itself, of others, of the turn
    ("When you play me, draw 1.", "Unit", play(DRAW)),
    ("When I attack, give me +2 [Might] this turn.", "Unit", [{"on": "attack", "do": [might("self", 2, **TURN)]}]),
    (
        "When you play a spell, [Buff] me.",
        "Unit",
        [{"on": "play", "do": [{"op": "buff", "target": "self"}], "of": {"type": ["Spell"], "controller": "you"}}],
    ),
    (
        "At the start of your Beginning Phase, draw 1.",
        "Unit",
        [{"on": "start_of_turn", "do": [DRAW], "when": {"turn": "you"}}],
    ),
    # RP 13.4: what stands behind Deathknell happens when it is killed
    ("[Deathknell] — Draw 1.", "Unit", [{"on": "destroy", "do": [DRAW]}]),
    # RP 12.8: "it" is the unit that attacks, not the battlefield
    (
        "When an enemy unit attacks a battlefield you control, give it -1 [Might] this turn.",
        "Legend",
        [
            {
                "on": "attack",
                "of": ENEMY,
                "do": [might("it", -1, **TURN)],
                "when": {"fits": {"type": ["Battlefield"], "controller": "you"}, "target": "other"},
            }
        ],
    ),
    # RP 2.13: tokens are no cards; the second card triggers, once
    (
        "When you play your second card in a turn, ready me.",
        "Unit",
        [
            {
                "on": "play",
                "of": {"controller": "you", "token": False},
                "do": [{"op": "ready", "target": "self"}],
                "when": {"happened": "play", "of": {"token": False}, "who": "you", "min": 2, "max": 2},
            }
        ],
    ),
    # the Might is there in combat too
    (
        "I have +3 [Might] and can't be dealt damage unless I'm in combat.",
        "Unit",
        [
            *static(might("self", 3)),
            *static(
                {"op": "forbid", "target": "self", "what": "take_damage"}, when={"not": {"fits": {"in_combat": True}}}
            ),
        ],
    ),
    # RP 3: a rune is something too
    (
        "When I move, ready something else that's exhausted.",
        "Unit",
        [
            {
                "on": "move",
                "do": [
                    {
                        "op": "ready",
                        "target": chosen(
                            {"type": ["Unit", "Gear", "Legend", "Rune"], "other": True, "exhausted": True}
                        ),
                    }
                ],
            }
        ],
    ),
    # RP 2: a base is a place too
    (
        "When you play me, heal your units here.",
        "Unit",
        play({"op": "heal", "target": every(MINE | {"at_same_place_as": "self"}), "n": "all"}),
    ),
    # RP 13.14: Legion looks at what else was played this turn
    (
        "[Legion] — When you play me, draw 1.",
        "Unit",
        play(DRAW, when={"happened": "finalize", "of": {"other": True}, "who": "you"}),
    ),
    # RP 13.16: Level N asks for so much XP
    (
        "[Level 6][>] I have +2 [Might].",
        "Unit",
        static(might("self", 2), when={"compare": {"resources": "xp", "who": "you"}, "min": 6}),
    ),
    # RP 16: a battlefield's own words; "here" is the battlefield
    ("When you conquer here, draw 1.", "Battlefield", [{"on": "conquered", "do": [DRAW], "when": {"by": "you"}}]),
    ("Units here have +1 [Might].", "Battlefield", static(might(every(UNIT | {"at": "self"}), 1))),
    # and where the unit is, on a unit
    (
        "Other friendly units here have +1 [Might].",
        "Unit",
        static(might(every(MINE | {"at_same_place_as": "self", "other": True}), 1)),
    ),
    # RP 8.8
    ("I enter ready.", "Unit", static({"op": "enter", "exhausted": False}, zone="hand")),
    # RP 10.3: a card's own price, and that of others
    (
        "I cost [2] less for each of your [Mighty] units.",
        "Unit",
        static(
            {
                "op": "reduce",
                "n": {"count": MINE | {"stat": {"might": {"min": 5}}}, "times": 2},
                "kind": "energy",
                "what": "play",
                "of": SELF,
            },
            zone="hand",
        ),
    ),
    # RP 8.6: "you may" before a cost, and what follows if it was paid
    (
        "When you play me, you may pay [1] to draw 1.",
        "Unit",
        play({"op": "may", "do": [pay(1)], "then": [DRAW]}),
    ),
    # RP 14.14: tokens come exhausted unless they say ready
    ("Play a 3 [Might] Mech unit token.", "Spell", play({"op": "create", "token": "Mech", "n": 1, "exhausted": True})),
    (
        "Choose one —\n• Draw 1.\n• [Stun] a unit.",
        "Spell",
        play({"op": "choose_one", "options": [[DRAW], [{"op": "stun", "target": chosen(UNIT)}]]}),
    ),
]


@cache
def words() -> Any:
    return grammar((("Nobody, Special", {"type": "Unit", "tags": ("Mech", "Dragon", "Yordle")}),))


def made(text: str, kind: str, name: str = "Nobody, Special") -> Compiled:
    return compile_parts(parts(name, text, {"type": kind}), words(), place=kind == "Battlefield")


def ordered(value: Any) -> Any:
    """With equal amounts of words in equal order: what is compared is the meaning."""
    return json.loads(json.dumps(value, sort_keys=True))


@pytest.mark.parametrize(("text", "kind", "meant"), MEANT, ids=[text[:40] for text, _, _ in MEANT])
def test_a_text_means_what_its_rules_say(text: str, kind: str, meant: list[dict[str, Any]]) -> None:
    found = made(text, kind)
    assert (found.status, found.reasons) == ("exact", [])
    assert ordered(write_abilities(found.abilities)) == ordered(meant)
    assert audit(found.abilities, VOCABULARY) == []


def test_every_keyword_of_the_rules_is_known() -> None:
    for keyword in KEYWORDS:
        grant = static({"op": "grant", "target": "self", "keyword": keyword})
        assert ordered(write_abilities(read_abilities(grant, VOCABULARY))) == ordered(grant)
    for wrong in ("Tank 2", "Flying", "Ganking Fish"):
        with pytest.raises(InputError):
            read_abilities(static({"op": "grant", "target": "self", "keyword": wrong}), VOCABULARY)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Deal 3 to a unit of your dreams.", "Spell"),
        ("Draw 1, unless you feel lucky.", "Spell"),
        ("When I sneeze, draw 1.", "Unit"),
        ("[Exhaust]: Sing.", "Gear"),
        ("[1], dance: Draw 1.", "Gear"),
        ("I have all abilities of all units.", "Unit"),
        ("Kill any number of units with total Might 4 or less.", "Spell"),
        ("Your hold effects trigger an additional time.", "Unit"),
        ("Draw 1. Then wait.", "Spell"),
        ("[Flying]", "Unit"),
    ],
)
def test_what_is_not_understood_is_not_guessed(text: str, kind: str) -> None:
    found = made(text, kind)
    assert found.status != "exact"
    assert found.reasons


def test_a_gap_takes_nothing_of_the_other_abilities_away() -> None:
    found = made("When I sneeze, draw 1.", "Unit")
    assert found.status == "unparsed"
    both = compile_parts((*parts("A", "Draw 1.", {"type": "Spell"}), *parts("A", "Dance.", {"type": "Spell"})), words())
    assert both.status == "partial"
    assert ordered(write_abilities(both.abilities)) == ordered(play(DRAW))


def test_keywords_and_what_explains_them_is_nothing_to_compile() -> None:
    for text in (
        "[Tank]",
        "[Assault 2] (+2 [Might] while I'm an attacker.)",
        "[Accelerate] (You may pay.)",
        "[Shield]",
    ):
        assert {part.kind for part in parts("A", text, {"type": "Unit"})} <= set(SILENT), text
    # An explanation is left out, what stands before and behind it is not.
    found = made("[Stun] a unit. (It deals no combat damage this turn.) Draw 1.", "Spell")
    assert [node["op"] for node in write_abilities(found.abilities)[0]["do"]] == ["stun", "draw"]


# -- real cards ------------------------------------------------------------------------------------------------------

GOLD = {"op": "create", "token": "Gold", "n": 1, "exhausted": True}
FINALIZED = {"happened": "finalize", "of": {"other": True}, "who": "you"}
SAVED = [
    {"op": "destroy", "target": "self"},
    {"op": "heal", "target": "it", "n": "all"},
    {"op": "exhaust", "target": "it"},
    {"op": "recall", "target": "it"},
]


def watch(do: Any, of: Any, **more: Any) -> dict[str, Any]:
    return {
        "op": "watch",
        "ability": {"on": "destroy", "do": do, "of": of},
        "once": True,
        "until": "next_cleanup",
        **more,
    }


#: What cards mean, by the rules of the digest.
CARDS: dict[str, list[dict[str, Any]]] = {
    "Final Spark": play({"op": "damage", "target": chosen(UNIT), "n": 8}),
    "Flurry of Blades": play({"op": "damage", "target": every(UNIT | THERE), "n": 1}),
    "Rebuke": play({"op": "move", "target": chosen(UNIT | THERE), "to": "hand"}),
    "Brittle Steel": play({"op": "destroy", "target": chosen({"type": ["Gear"]})}),
    "The Ruination": play({"op": "destroy", "target": every(UNIT)}),
    # RP 14.9: taken over and recalled, which is no move
    "Possession": play(
        {"op": "select", "target": chosen(ENEMY | THERE), "as": "them"},
        {"op": "control", "target": "chosen", "until": "game"},
        {"op": "recall", "target": "chosen"},
    ),
    # RP 11.4: an effect's move without a goal goes where its player says
    "Charm": play({"op": "relocate", "target": chosen(ENEMY), "to": "elsewhere"}),
    "Fight or Flight": play({"op": "relocate", "target": chosen(UNIT | THERE), "to": "base"}),
    # RP 7.11: a spell on the chain, its printed price
    "Wind Wall": play({"op": "negate", "target": chosen({"type": ["Spell"], "zone": "chain"})}),
    "Defy": play(
        {
            "op": "negate",
            "target": chosen({"type": ["Spell"], "zone": "chain", "cost": {"max": 4}, "power": {"max": 1}}),
        }
    ),
    # The controller of the killed one draws
    "Detonate": play(
        {"op": "destroy", "target": chosen({"type": ["Gear"]})},
        {"op": "each", "target": "chosen", "do": [{"op": "draw", "n": 2, "who": "controller"}]},
    ),
    # RP 14.4: both at once, each its own Might
    "Challenge": play(
        {"op": "select", "target": chosen(MINE), "as": "first"},
        {"op": "select", "target": chosen(ENEMY), "as": "second"},
        {"op": "duel", "target": {"name": "first"}, "to": {"name": "second"}},
    ),
    "Ki Barrier": play(
        {"op": "select", "target": chosen(UNIT), "as": "them"},
        {"op": "prevent", "target": "chosen", "n": 7, **TURN},
    ),
    "Imperial Decree": play(
        {
            "op": "watch",
            "ability": {"on": "damaged", "do": [{"op": "destroy", "target": "it"}], "of": UNIT},
            **TURN,
        }
    ),
    # RP 14.8: killed by this damage is killed in the cleanup after it
    "Disintegrate": play({"op": "damage", "target": chosen(UNIT | THERE), "n": 3}, watch([DRAW], {"is": "chosen"})),
    "Mobilize": play({"op": "if_done", "do": [{"op": "channel", "n": 1, "exhausted": True}], "otherwise": [DRAW]}),
    "Called Shot": play({"op": "look", "n": 2, "take": {}, "take_n": 1, "to": "hand", "rest": "bottom"}),
    "The Harrowing": play(
        {"op": "play", "target": chosen(UNIT | {"owner": "you", "zone": "discard"}), "without": "energy"}
    ),
    # RP 17.5
    "Switcheroo": play(
        {"op": "select", "target": chosen(UNIT | THERE), "as": "first"},
        {
            "op": "select",
            "target": chosen(UNIT | {"at_same_place_as": {"name": "first"}}, distinct=True),
            "as": "second",
        },
        {"op": "swap", "target": {"name": "first"}, "to": {"name": "second"}, **TURN},
    ),
    # "it" is who hit; what was hit is chosen in between
    "Strike Down": play(
        {"op": "select", "target": chosen(MINE | {"equipped": True}), "as": "them"},
        {
            "op": "damage",
            "target": chosen(ENEMY),
            "n": {"stat": "might", "of": {"name": "them"}},
            "source": {"name": "them"},
        },
        {
            "op": "detach",
            "target": chosen({"type": ["Gear"], "trait": ["Equipment"], "attached_to": {"name": "them"}}),
        },
    ),
    # RP 16: hold is the unit's, the battlefield is where it is
    "Ahri, Alluring": [{"on": "hold", "do": [{"op": "score", "n": 1}]}],
    "Enthusiastic Promoter": [
        {"on": "hold", "do": [{"op": "buff", "target": every(UNIT | {"at_same_place_as": "self"})}]}
    ],
    "Chemtech Enforcer": play({"op": "discard", "n": 1}),
    "Solari Chief": play(
        {"op": "select", "target": chosen(ENEMY), "as": "them"},
        {
            "op": "if",
            "is": {"fits": {"stunned": True}, "target": "chosen"},
            "then": [{"op": "destroy", "target": "chosen"}],
            "otherwise": [{"op": "stun", "target": "chosen"}],
        },
    ),
    "First Mate": play({"op": "ready", "target": chosen(UNIT | {"other": True})}),
    "Stormclaw Ursine": play({"op": "channel", "n": 1, "exhausted": True}),
    "Draven, Showboat": static(might("self", {"score": "you"})),
    "Sai Scout": static({"op": "allow", "what": "play_open", "target": "self"}, zone="hand"),
    "Ruin Runner": static({"op": "forbid", "what": "be_chosen", "target": "self"}),
    "Annie, Fiery": static({"op": "bonus_damage", "n": 1}),
    "Kog'Maw, Caustic": [
        {"on": "destroy", "do": [{"op": "damage", "target": every(UNIT | {"at_same_place_as": "self"}), "n": 4}]}
    ],
    "Qiyana, Victorious": [
        {
            "on": "conquer",
            "do": [{"op": "choose_one", "options": [[DRAW], [{"op": "channel", "n": 1, "exhausted": True}]]}],
        }
    ],
    # RP 13.19: what stands for the unit that wears it is told of its bearer
    "Doran's Shield": bearer({"op": "grant", "target": "bearer", "keyword": "Tank"}),
    "Cull": bearer({"op": "grant", "target": "bearer", "abilities": [{"on": "conquer", "do": [GOLD]}]}),
    "Guardian Angel": [
        {"on": "replace", "event": "destroy", "of": {"is": "bearer"}, "do": [{"op": "instead", "do": SAVED}]}
    ],
    "Zhonya's Hourglass": [{"on": "replace", "event": "destroy", "of": MINE, "do": [{"op": "instead", "do": SAVED}]}],
    "Seal of Focus": [
        {
            "on": "activate",
            "do": [{"op": "gain_resource", "n": 1, "kind": "calm"}],
            "cost": [EXHAUST],
            "event": "reaction",
        }
    ],
    "Hextech Formula": [
        *static({"op": "enter", "exhausted": True}, zone="hand"),
        {
            "on": "activate",
            "do": [{"op": "empower", "target": chosen({"type": ["Gear"], "other": True})}],
            "cost": [EXHAUST],
        },
    ],
    "Power Nexus": [
        {
            "on": "held",
            "do": [{"op": "may", "do": [pay(4, "any")], "then": [{"op": "score", "n": 1}]}],
            "when": {"by": "you"},
        }
    ],
    "Sigil of the Storm": [
        {
            "on": "conquered",
            "do": [{"op": "recycle", "target": chosen({"type": ["Rune"], "controller": "you"})}],
            "when": {"by": "you"},
        }
    ],
    "Undying Legion": static(
        {"op": "play_for", "cost": [pay(3), pay(1, "fury")]},
        when=FINALIZED,
        zone="discard",
    ),
}


@pytest.fixture(scope="module")
def catalogue(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    target = Target(tmp_path_factory.mktemp("riftbound-effects") / "riftbound.db")
    feeds = get_game("riftbound").feeds
    assert feeds is not None
    for name in INPUTS["riftbound"]:
        import_bundle(feeds(), read_path(shared / "feeds" / name), target)
    with Catalogue.open(target.path) as opened:
        yield opened


@pytest.fixture(scope="module")
def cards(catalogue: Catalogue) -> dict[str, Card]:
    return {card.name: card for card in catalogue.cards("riftbound")}


@pytest.fixture(scope="module")
def lists(shared: Path, catalogue: Catalogue) -> Counter[Card]:
    """The cards of all lists with their copies."""
    found: Counter[Card] = Counter()
    for file in sorted((shared / "decks" / "riftbound").glob("*/*.*")):
        for entries in read_deck(file, catalogue, "riftbound", get_game("riftbound").deck).sections.values():
            for entry in entries:
                if entry.card is not None:
                    found[entry.card] += entry.count
    return found


@pytest.fixture(scope="module")
def exact(catalogue: Catalogue) -> dict[Card, list[dict[str, Any]]]:
    """The notation of the cards of which all is known."""
    found = {}
    for card in catalogue.cards("riftbound"):
        said = EFFECTS.of(card.key, catalogue.abilities(card))
        if said.coverage == "exact":
            found[card] = write_abilities(said.abilities)
    return found


def coverage(catalogue: Catalogue, card: Card) -> str:
    return EFFECTS.of(card.key, catalogue.abilities(card)).coverage


@pytest.mark.shared
def test_at_least_three_quarters_of_the_cards_are_exact(catalogue: Catalogue) -> None:
    counted = Counter(coverage(catalogue, card) for card in catalogue.cards("riftbound"))
    said = sum(counted.values()) - counted["none"]
    assert said > 850
    assert counted["exact"] / said >= 0.75


@pytest.mark.shared
def test_at_least_nine_tenths_of_the_copies_in_the_lists_are_exact(catalogue: Catalogue, lists: Counter[Card]) -> None:
    copies: Counter[str] = Counter()
    for card, n in lists.items():
        copies[coverage(catalogue, card)] += n
    assert sum(copies.values()) >= 2600
    assert copies["exact"] / (sum(copies.values()) - copies["none"]) >= 0.9


@pytest.mark.shared
@pytest.mark.parametrize("name", CARDS)
def test_a_card_means_what_its_rules_say(name: str, cards: dict[str, Card], exact: dict[Card, Any]) -> None:
    assert ordered(exact[cards[name]]) == ordered(CARDS[name])


@pytest.mark.shared
def test_all_that_is_exact_is_well_written_and_reads_whole(exact: dict[Card, Any]) -> None:
    # An argument without a phrase would be said by its name, in brackets.
    names = {name.replace("_", " ") for spec in VOCABULARY.operations.values() for name in spec.args}
    untold = re.compile(rf"\((?:{'|'.join(sorted(names))}): ")
    for card, given in exact.items():
        abilities = read_abilities(given, VOCABULARY, card.key)
        assert write_abilities(abilities) == given, card.name
        assert lift(lower(abilities, VOCABULARY), VOCABULARY) == abilities, card.name
        assert audit(abilities, VOCABULARY) == [], card.name
        for language in ("en", "fr"):
            lines = render_abilities(abilities, LABELS, language)
            assert len(lines) == len(abilities), card.name
            for line in lines:
                assert not untold.search(line), (card.name, line)
                assert "_" not in line and "{" not in line, (card.name, line)


@pytest.mark.shared
def test_every_card_of_the_lists_is_a_card_for_the_table(catalogue: Catalogue, lists: Counter[Card]) -> None:
    for card in lists:
        played = play_card(card, catalogue)
        assert played.name == card.name
        assert (played.coverage in ("exact", "none")) == (coverage(catalogue, card) in ("exact", "none"))


@pytest.mark.shared
def test_all_that_is_left_out_of_a_text_is_a_keyword_of_the_card(catalogue: Catalogue) -> None:
    """What the division calls a keyword is one that the importer has found in the bold words of the feed."""
    for card in catalogue.cards("riftbound"):
        own = {word for one in catalogue.keywords(card) for word in re.findall(r"[a-z]+", str(one).casefold())}
        for row in catalogue.abilities(card):
            for part in parts(card.name, row.text or "", card.facts):
                if part.kind == "keyword":
                    said = set(re.findall(r"[a-z]{3,}", re.sub(r"\([^)]*\)", "", part.text).casefold()))
                    assert said & own, (card.name, part.text, own)


@pytest.mark.shared
def test_what_was_written_by_hand_stands_for_texts_that_the_compiler_does_not_read(catalogue: Catalogue) -> None:
    entries = EFFECTS.authored()
    assert len(entries) >= 100
    known = {card.key: card for card in catalogue.cards("riftbound")}
    for key, entry in entries.items():
        rows = {row.text_hash: row for row in catalogue.abilities(known[key])}
        assert set(entry.texts) <= set(rows), key
        assert entry.source and audit(entry.abilities, VOCABULARY) == [], key
        assert render_abilities(entry.abilities, LABELS)


@pytest.mark.shared
def test_no_sentence_has_two_meanings(catalogue: Catalogue) -> None:
    own = (Path(compiling.__file__).parent / "effects.lark").read_text(encoding="utf-8")
    every_card = list(catalogue.cards("riftbound"))
    tags = {tag for card in every_card for tag in card.facts.get("tags", ())}
    several = Grammar(own, Meaning, lexicon({card.name for card in every_card}, tags), VOCABULARY, "explicit")
    sentences = set()
    for card in every_card:
        for row in catalogue.abilities(card):
            for part in parts(card.name, row.text or "", card.facts):
                if part.kind not in SILENT and not part.made:
                    place = card.facts.get("type") == "Battlefield"
                    sentences |= {(*one, place) for one in sentences_of(part.text, part.kind, several)}
    assert len(sentences) > 1000
    twice = [said for start, said, place in sorted(sentences) if len(_meanings(several, start, said, place)) > 1]
    assert twice == []


def _meanings(several: Grammar, start: str, said: str, place: bool) -> set[str]:
    found = set()
    try:
        tree = several.tree(start, said)
    except MeaninglessError:
        return set()
    if not any(True for _ in tree.find_data("_ambig")):
        return set()
    for one in CollapseAmbiguities().transform(tree):
        try:
            found.add(json.dumps(several.meaning(place).transform(one), sort_keys=True))
        except (MeaninglessError, VisitError):
            continue
    return found


def test_the_compiler_is_registered() -> None:
    feeds = get_game("riftbound").feeds
    assert feeds is not None
    compiler = feeds().compiler
    assert compiler is not None and compiler() is COMPILER
