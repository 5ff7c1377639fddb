"""A match as text: the table as one seat sees it, and actions as a seat may read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.cli.common import tr
from deckkit.engine.match import Match
from deckkit.engine.notation import label, seat_name, visible, write_action
from deckkit.engine.state import Action
from deckkit.engine.view import view
from deckkit.i18n import Text, as_text, mark

__all__ = ["Words", "board_lines", "shown_action"]

_FLAGS = {"exhausted": Text("exhausted"), "facedown": Text("face down"), "fresh": Text("came this turn")}
#: What every game has; a game's own words are in its labels.
_WORDS = {
    "headings": {
        "play": mark("in play"),
        "hand": mark("hand"),
        "deck": mark("deck"),
        "discard": mark("discard pile"),
        "resolving": mark("being resolved"),
        "gone": mark("out of the game"),
    },
    "phases": {
        "setup": mark("before the game"),
        "start": mark("start"),
        "draw": mark("drawing"),
        "main": mark("main"),
        "end": mark("end"),
    },
    "decisions": {
        "cards": mark("cards"),
        "enter": mark("how it enters play"),
        "may": mark("whether to do it"),
        "name": mark("a name"),
        "number": mark("a number"),
        "option": mark("one of several"),
        "order": mark("an order"),
        "place": mark("a place"),
        "player": mark("a player"),
        "react": mark("an answer"),
        "seat": mark("who begins"),
        "targets": mark("targets"),
        "trigger": mark("which ability comes first"),
    },
    "reasons": {
        "concede": mark("concede"),
        "empty_deck": mark("empty deck"),
        "loop_cap": mark("endless loop"),
        "action_cap": mark("too many actions"),
    },
}


class Words:
    """The words of a match in a language: its zones, phases, stats and keywords, and why it is over."""

    def __init__(self, game: str, lang: str = "en") -> None:
        from deckkit.effects.labels import Labels
        from deckkit.games import GAMES

        effects = GAMES[game].effects if game in GAMES else None
        labels = effects().labels() if effects is not None else Labels()
        self.lang = lang
        self._phrases = {
            "stats": labels.stats,
            **{table: {**known, **getattr(labels, table)} for table, known in _WORDS.items()},
        }
        self._keywords = labels.names.get("keyword", {}).get(lang, {})

    def text(self, table: str, word: str) -> Text:
        """A word of ``headings``, ``phases``, ``decisions``, ``reasons`` or ``stats``; an unknown one as it is."""
        return as_text(self._phrases[table].get(word) or word.replace("_", " "))

    def say(self, table: str, word: str) -> str:
        """:meth:`text` in the language."""
        return self.text(table, word).render(self.lang)

    def keyword(self, name: str, n: int) -> str:
        """A keyword with its number."""
        shown = self._keywords.get(name, name)
        return f"{shown} {n}" if n else shown


def shown_action(m: Match, action: Action, viewer: int) -> str:
    """Does an action and gives its notation as ``viewer`` may read it: a card that it made known is named."""
    about = [one for one in (action.source, *action.targets) if one >= 0]
    if action.kind == "choose" and type(action.option) is int and m.state.decision is not None:
        things = m.state.decision.kind in ("targets", "cards", "order", "top", "movers", "assign")
        about = [action.option] if things else []
    before = {one: label(m, m.state.things[one], viewer) for one in about}
    zones = {one: m.state.things[one].zone for one in about}
    line = write_action(m, action._replace(seat=viewer))
    at = len(m.log or ())
    m.apply(action)
    revealed = {event.it for event in (m.log or ())[at:] if event.kind == "reveal"}
    for one in about:
        thing = m.state.things[one]
        if visible(m, thing, viewer) or one in revealed:
            shown = thing.handle
        elif zones[one] in m.specs and m.specs[zones[one]].seen != "all":
            # Its place in a hidden hand would tell when the card came: only whose it is and where is said.
            shown = before[one].rpartition("-")[0]
        else:
            continue
        line = " ".join(shown if word == before[one] else word for word in line.split(" "))
    return line


def board_lines(m: Match, seat: int, lang: str) -> list[str]:
    """The table: first the others, then the seat's own side."""
    found = view(m, seat)
    words = Words(m.rules.game, lang)
    values = {"turn": found["turn"], "phase": words.say("phases", found["phase"]), "player": found["active"]}
    lines = [tr("turn {turn} of {player}, {phase}", lang, **values)]
    for name in sorted(found["players"], key=lambda one: one == seat_name(seat)):
        lines += _player(m, name, found["players"][name], words)
    for name, things in found["shared"].items():
        if isinstance(things, int):
            lines.append(f"{words.say('headings', name)} {things}")
        elif things:
            lines.append(_listed(words.say("headings", name), [_thing(one, words) for one in things], lang))
    if found["pending"]:
        lines.append(tr("waiting: {names}", lang, names=list(found["pending"])))
    if found["chain"]:
        lines.append(tr("on the chain, newest last: {names}", lang, names=[one["id"] for one in found["chain"]]))
    return lines


def _listed(heading: str, shown: list[str], lang: str) -> str:
    return tr("{word}: {value}", lang, word=heading, value=", ".join(shown))


def _player(m: Match, name: str, player: Mapping[str, Any], words: Words) -> list[str]:
    lang = words.lang
    head = [tr("score {n}", lang, n=player["score"])]
    if player["life"]:
        head.append(tr("life {n}", lang, n=player["life"]))
    if player["pool"]:
        head.append(tr("pool {n}", lang, n=player["pool"]))
    head += [f"{words.say('stats', key)} {n}" for key, n in player.get("numbers", {}).items()]
    lines = []
    for spec in m.rules.zones:
        if spec.shared:
            continue
        things, heading = player[spec.name], words.say("headings", spec.name)
        if isinstance(things, int):
            spent = player.get(spec.name + "_exhausted", 0)
            if spent:
                head.append(tr("{zone} {n} ({spent} exhausted)", lang, zone=heading, n=things, spent=spent))
            elif things:
                head.append(f"{heading} {things}")
        elif things:
            shown = [_thing(one, words) for one in things]
            lines += (
                ["    " + tr("{word}:", lang, word=heading), *(f"      {one}" for one in shown)]
                if spec.in_play
                else ["    " + _listed(heading, shown, lang)]
            )
    return [f"  {name}  " + "  ".join(head), *lines]


def _thing(shown: Mapping[str, Any], words: Words) -> str:
    """A card: its handle, its numbers and keywords, its state."""
    lang = words.lang
    notes = [
        f"{words.say('stats', key)} {value}" for key, value in shown.items() if type(value) is int and key != "damage"
    ]
    notes += [words.keyword(name, n) for name, n in shown.get("keywords", {}).items()]
    notes += [f"{words.say('stats', key)} {value}" for key, value in shown.get("notes", {}).items()]
    notes += [text.render(lang) for key, text in _FLAGS.items() if shown.get(key)]
    if shown.get("damage"):
        notes.append(tr("damage {n}", lang, n=shown["damage"]))
    if "at" in shown:
        notes.append(tr("at {card}", lang, card=shown["at"]))
    if "to" in shown:
        notes.append(tr("attached to {card}", lang, card=shown["to"]))
    if shown.get("under"):
        notes.append(tr("{n} under it", lang, n=len(shown["under"])))
    return f"{shown['id']} ({', '.join(notes)})" if notes else str(shown["id"])
