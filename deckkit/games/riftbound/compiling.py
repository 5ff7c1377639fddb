"""Riftbound's compiler of card texts: which part of a line is a keyword, a cost, an ability (play digest 13, 14)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import effects
from deckkit.effects.parts import Part
from deckkit.effects.rows import CARD, TextCompiler
from deckkit.games.riftbound.cards import KEYWORDS
from deckkit.games.riftbound.lexicon import plain

if TYPE_CHECKING:
    from deckkit.effects.compile import Grammar

__all__ = ["COMPILER", "grammar", "parts"]

_HERE = Path(__file__).parent
_SHARED = Path(effects.__file__).parent
#: What decides the meaning of a text.
_SOURCES = (
    *sorted(_SHARED.glob("compile*.py")),
    *(_SHARED / name for name in ("shared.lark", "text.py", "notation.py", "words.py", "audit.py", "parts.py")),
    *sorted(_HERE.glob("meaning*.py")),
    *(_HERE / name for name in ("effects.lark", "effects.py", "lexicon.py", "cards.py", "compiling.py")),
)
_REMINDER = re.compile(r"\s*\([^()]*\)")
_SYMBOLS = r"(?:\[(?:\d+|A|C|Fury|Calm|Mind|Body|Chaos|Order)\]\s*)+"
_ARROW = r"\s*(?:\[>\]|[—–]|-)\s*(?:\[>>\]\s*)?"
_STATE = re.compile(rf"\[(Empowered|Legion|Level (\d+))\](?:{_ARROW}|\s+(?=[A-Z]))")
_TIMING = re.compile(r"\[(Action|Reaction)\]\s*\[>\]\s*(?:\[>>\]\s*)?")
_AFTER_COST = re.compile(r"\[(Action|Reaction)\](,\s*\[Legion\])?\s*[—–]\s*")
_LEGION_AFTER = re.compile(r"\[Legion\]\s*[—–]\s*")
_DEATHKNELL = re.compile(rf"\[Deathknell\]{_ARROW}")
_COSTED = re.compile(r"\[(Equip|Empower|Repeat)\]\s*[—–]\s*(.+?)\.?$")
_EMPOWER_LESS = re.compile(rf"\[Empower\] {_SYMBOLS}\. This ability (costs .+)$")
_KEYWORD = re.compile(
    rf"\[?({'|'.join(sorted(KEYWORDS, key=len, reverse=True))})(?: \d+)?\]?,?\s*(?:(?<=\]) *)?(?:{_SYMBOLS})?"
)
_ACTIVATED = re.compile(r"^((?:\[|[A-Z])[^:.\"•]*): (?!\s*•)(.+)$", re.DOTALL)
_TRIGGERED = re.compile(r"(When|Whenever|At|The (first|second|third) time|Once each turn, when) ")
_STATIC_OF_SPELL = re.compile(
    r"(This|I) costs? |As an additional cost|As you play this|You may .*as an additional cost|This spell's|Ignore |"
    r"This can't be countered|If .*(this costs|this spell costs)"
)
_ONLY = re.compile(r" ?Use (?:this ability |my abilities )?only (while|if) ([^.]+?)( and only once each turn)?\.$")
_ONCE = re.compile(r" ?Use only once (?:per|each) turn\.$")
_FOR = (
    ("Use only to play spells.", "spells"),
    ("Spend this Energy only during showdowns.", "showdowns"),
    ("Use only to play gear or use gear abilities.", "gear"),
    ("Spend this Energy only to play units or activated abilities of units.", "units"),
)
_EMPOWERED: Mapping[str, Any] = {"fits": {"empowered": True}}
#: Another card was finalized this turn (play digest 13, Legion).
_LEGION: Mapping[str, Any] = {"happened": "finalize", "of": {"other": True}, "who": "you"}
# What a text of Equipment speaks of as "I" is the unit that has it.
_OF_BEARER = re.compile(
    r"\b(I|I'm|me|my|My)\b|^Your |^\[(Tank|Shield|Assault|Deflect|Ganking|Hunt|Backline|Deathknell)\b"
)
_OF_GEAR = re.compile(r"\b[Aa]s this is|Banish this|When you play this|\[(Equip|Quick-Draw|Hidden|Unique|Temporary)\]")
# Sentences that say one thing, said as the grammar says it.
_REWRITTEN: tuple[tuple[re.Pattern[str], Any], ...] = (
    (
        re.compile(
            r"[Cc]hoose an opponent\. They reveal their hand(?:\.| and) (?:You )?[Cc]hoose (a (?:non-)?\w* ?card)"
            r"(?: from it| revealed this way)(?:,|\.)?(?: and)? (?:They |they )?(discard|recycle|banish)"
            r" (?:that card|it)\."
        ),
        r"chosen opponent reveals their hand and \2 \1 of your choice.",
    ),
    (re.compile(r"[Cc]hoose an opponent\. They "), "chosen opponent "),
    (re.compile(r"[Cc]hoose a player\. They "), "chosen player "),
    (re.compile(r"\bdo this: (\w)"), lambda found: f"reflexively {found[1].lower()}"),
    (re.compile(r"[Cc]hoose two units\. They deal"), "choose two units. Both deal"),
    (re.compile(r"(reveal the top card of your Main Deck\. If it's an? \w+),"), r"\1 card,"),
    (
        re.compile(r"^If ([^,]+) at the start of your Beginning Phase, "),
        r"At the start of your Beginning Phase, if \1, ",
    ),
    (re.compile(r" ?or allies control"), " control"),
    (re.compile(r"(play a spell from your trash [^.]*cost)\. Then recycle it\."), r"\1 thenrecycle."),
)


def _joined(conditions: list[Mapping[str, Any]]) -> dict[str, Any]:
    if not conditions:
        return {}
    return {"when": dict(conditions[0]) if len(conditions) == 1 else {"all_of": [dict(one) for one in conditions]}}


def parts(_card: str, text: str, facts: Mapping[str, Any]) -> tuple[Part, ...]:
    """A printed line as what it is made of: keywords, conditions before an ability, its cost, its effect."""
    plain_text = text
    while _REMINDER.search(plain_text):
        plain_text = _REMINDER.sub("", plain_text)
    rest = " ".join(plain_text.split())
    for pattern, words in _REWRITTEN:
        rest = pattern.sub(words, rest)
    if not re.search(r"\w", rest) or facts.get("type") == "Card":
        return (Part("reminder", rest),)
    if _only_keywords(rest):
        return _keywords(rest, facts)
    attached = "Equipment" in facts.get("tags", ()) and _OF_BEARER.search(rest) and not _OF_GEAR.search(rest)
    found = _abilities(rest, facts)
    return tuple(part._replace(around=_lent) for part in found) if attached else found


def _only_keywords(text: str) -> bool:
    left = text
    while match := _KEYWORD.match(left):
        left = left[match.end() :].strip()
    return not left.strip(".")


def _keywords(text: str, facts: Mapping[str, Any]) -> tuple[Part, ...]:
    """Keywords are facts of the card; those of a unit on Equipment are the unit's that has it."""
    if "Equipment" not in facts.get("tags", ()) or _OF_GEAR.search(text) or not _OF_BEARER.search(text):
        return (Part("keyword", text),)
    word = text.strip("[]. ")
    made = {"on": "static", "do": [{"op": "grant", "target": "bearer", "keyword": word}]}
    return (Part("static", text, made=(made,)),)


def _lent(ability: Mapping[str, Any]) -> dict[str, Any]:
    """An ability of the unit that has this: what it says of itself all the time, the Equipment can say of it."""
    if ability["on"] == "static":
        about = [op.get("target") for op in ability["do"]]
        if all(target == "self" for target in about):
            return {**ability, "do": [{**op, "target": "bearer"} for op in ability["do"]]}
        if "self" not in about:
            old = ability.get("when")
            attached: Any = {"fits": {"attached": True}}
            return {**ability, "when": attached if old is None else {"all_of": [attached, old]}}
    return {"on": "static", "do": [{"op": "grant", "target": "bearer", "abilities": [dict(ability)]}]}


def _abilities(text: str, facts: Mapping[str, Any]) -> tuple[Part, ...]:
    conditions: list[Mapping[str, Any]] = []
    more: dict[str, Any] = {}
    rest = text
    while True:
        if found := _STATE.match(rest):
            word, number = found.groups()
            if number:
                conditions.append({"compare": {"resources": "xp", "who": "you"}, "min": int(number)})
            else:
                conditions.append(_EMPOWERED if word == "Empowered" else _LEGION)
        elif found := _TIMING.match(rest):
            more["event"] = found[1].lower()
        elif rest.startswith("[>>]"):
            rest = rest[4:].strip()
            continue
        else:
            break
        rest = rest[found.end() :]
    if found := _DEATHKNELL.match(rest):
        body = rest[found.end() :]
        return (Part("triggered", _said(f"When I die, {body[:1].lower()}{body[1:]}"), _joined(conditions)),)
    if found := _EMPOWER_LESS.match(rest):
        return (Part("static", _said(f"This empowering {found[1]}")),)
    if found := _COSTED.match(rest):
        return (_costed(found[1], found[2]),)
    return _sorted(rest, facts, conditions, more)


def _costed(keyword: str, cost: str) -> Part:
    """A keyword that is paid for with more than resources is the ability that it stands for (play digest 13)."""
    if keyword == "Equip":
        return Part("activated", f"{_said(cost)} — attach this to a unit you control.")
    if keyword == "Repeat":
        return Part("static", f"repeat costs {_said(cost)}.")
    return Part("activated", f"{_said(cost)} — empower this card.", {"when": {"fits": {"empowered": False}}})


def _sorted(
    text: str, facts: Mapping[str, Any], conditions: list[Mapping[str, Any]], more: dict[str, Any]
) -> tuple[Part, ...]:
    spell = facts.get("type") == "Spell"
    if not spell and (found := _ACTIVATED.match(text)) and not _TRIGGERED.match(text):
        return (_activated(found[1], found[2], conditions, more),)
    said = {**more, **_joined(conditions)}
    if _TRIGGERED.match(text) and not (spell and re.match(r"[^,]* this turn,", text)):
        if spell and "from your trash" in text:
            said["zone"] = "discard"
        return (Part("triggered", _said(text), said),)
    if spell:
        return (Part("static" if _STATIC_OF_SPELL.match(text) else "effect", _said(text), said),)
    first, when, second = text.partition(". When you play me, ")
    if when:
        return (Part("static", _said(first + "."), said), Part("triggered", _said(f"When you play me, {second}"), said))
    return (Part("static", _said(text), said),)


def _activated(cost: str, body: str, conditions: list[Mapping[str, Any]], more: dict[str, Any]) -> Part:
    more = {**more}
    conditions = [*conditions]
    if found := _AFTER_COST.match(body):
        more["event"] = found[1].lower()
        if found[2]:
            conditions.append(_LEGION)
        body = body[found.end() :]
    if found := _LEGION_AFTER.match(body):
        conditions.append(_LEGION)
        body = body[found.end() :]
    if found := _ONCE.search(body):
        more["limit"] = "once_per_turn"
        body = body[: found.start()]
    only = ""
    if found := _ONLY.search(body):
        only = f"; only if {found[2]}"
        if found[3]:
            more["limit"] = "once_per_turn"
        body = body[: found.start()]
    for sentence, word in _FOR:
        if body.endswith(f". {sentence}"):
            body = body.removesuffix(f". {sentence}") + f" for {word}only."
    return Part("activated", f"{_said(cost)}{_said(only)} — {_said(body)}", {**more, **_joined(conditions)})


def _said(text: str) -> str:
    return plain(text)


def grammar(cards: Iterable[CARD]) -> Grammar:
    """The grammar with the names and the tags of these cards."""
    names: set[str] = set()
    tags: set[str] = set()
    for name, facts in cards:
        names.add(name)
        tags |= set(facts.get("tags", ()))
    return _grammar(frozenset(names), frozenset(tags))


@lru_cache(maxsize=4)
def _grammar(names: frozenset[str], tags: frozenset[str]) -> Grammar:
    from deckkit.effects.compile import Grammar
    from deckkit.games.riftbound.effects import VOCABULARY
    from deckkit.games.riftbound.lexicon import lexicon
    from deckkit.games.riftbound.meaning import Meaning

    own = (_HERE / "effects.lark").read_text(encoding="utf-8")
    return Grammar(own, Meaning, lexicon(names, tags), VOCABULARY)


COMPILER = TextCompiler(
    language="en",
    sources=_SOURCES,
    grammar=grammar,
    place=lambda facts: facts.get("type") == "Battlefield",
    parts=parts,
)
