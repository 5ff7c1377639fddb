"""A card's text divided into its powers: keywords, quests, payment powers, what triggers, what holds all the time.

A power stands in its own paragraph or behind a semicolon (WOW 26 to 31). What only repeats a rule, or says what a deck
may hold, has no effect; keywords that a card has are facts of the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from deckkit.effects.parts import Part
from deckkit.games.wowtcg.cards import CLASSES, DAMAGE_TYPES, SPECS
from deckkit.games.wowtcg.keyword_words import KEYWORDS_FR, WITH_NUMBER
from deckkit.games.wowtcg.keywords import ABOUT

__all__ = ["parts_of"]

_ICON = re.compile(r"\[\s*([A-Za-z ]+?)(?:\s+icon)?\s*\]", re.IGNORECASE)
_NUMBER = re.compile(r"[\[(](\d+|X)[\])]")
_ARROW = re.compile(r"\s*(?:->|>>>|→|—>|--+)\s*")
# In texts without icons only the exhaust symbol can have stood alone before an arrow.
_LOST = re.compile(r"(?P<before>,|\"|^|[;\n]|:)\s*(?= — )", re.MULTILINE)
_REMARK = re.compile(r"\s*\([^()]*\)")
_UNCLOSED = re.compile(r"\s*\([^();\n]*(?=;|$)", re.MULTILINE)
_SPLIT = re.compile(r"\n|;")
_CHOICE = re.compile(r"[,;]?\s*\bor\s+(?=[^•]*$)")
_REQUIRED = re.compile(
    rf"^(?:(?:[\w' ,-]+? Hero Required|(?:{'|'.join(sorted(SPECS, key=len, reverse=True))}) Talent"
    r"|(?:Aldor|Scryer|Argent Crusade|Nerubian) Repu(?:ta|a)tion)\b[\s.,]*)+"
)
_NUMBERED = "|".join(WITH_NUMBER)
_ABOUT_KINDS = re.compile(
    r"\b(?:and|or)\b|,|\b(?:"
    + "|".join(sorted({kind for kinds in ABOUT.values() for kind in kinds}, key=len, reverse=True))
    + r"|Dwarve|Night Elve)s?\b",
    re.IGNORECASE,
)
_LABELS = ("Stash", "Death Rattle", "Inspire", "Sabotage", "Diplomacy")
_PLAIN = "|".join(
    re.escape(word).replace(r"\ ", r"\s?").replace(r"\-", r"[-\s]?")
    for word in sorted({*KEYWORDS_FR, "Long-Ronge"} - {*WITH_NUMBER, *_LABELS, "Resistance"}, key=len, reverse=True)
)
_ONE = rf"(?:(?:{_NUMBERED}) ?(?:\d+|X)|(?:{'|'.join(DAMAGE_TYPES)}) Resistance|{_PLAIN})(?!\w)"
# A row of keywords, and what may follow it: the end, a stop, another power.
_ROW = re.compile(rf"(?P<row>{_ONE}(?:\s*(?:,|&|,?\s*\band\b)\s*{_ONE})*)\s*(?P<stop>\.|!|$|(?=[A-Z{{\d])|(?=\s*—))")
_QUEST = re.compile(
    r"(?:(?P<when>(?:If|While)\b[^;\n]+?)\s*[:,]\s*)?(?P<turn>(?:During|On) your turn\s*[,:]\s*)?"
    r"(?P<cost>\b[Pp]ay [\dX]+|\b(?:(?!complete this quest)[^;\n])+?) to complete this quest"
    r"\.?\s*[;\n]?\s*Reward\s*:\s*(?P<reward>.+)",
    re.DOTALL,
)
_BOTH = re.compile(r"\s*If (your hero is an? [\w ]+), you may (?:choose|do) both\.?\s*$")
_ONLY = re.compile(r"\s*Use (?:this power )?only (?P<when>[^.]+)\.?\s*$")
_TRIGGER = re.compile(r"(?:When|Whenever|At the (?:start|end) of|As(?! an additional cost))\b")
_GO_ON = re.compile(
    r"(?<=[.!])\s+(?=(?:When|Whenever|At the (?:start|end) of) "
    r"|(?:This \w+|Your hero) (?:has|can't)\b(?![^.]*\bthis (?:turn|combat)\b))"
)
_COST_GO_ON = re.compile(
    r"(?<=[.!])\s+(?=(?:(?:On your turn|Once per turn)\s*:\s*)?(?:\{E\}|\d+|X|Destroy|Exhaust|Discard|Remove)[^.]*? — )"
)
_DECK = re.compile(r"Deck\w*uilding\s*:.*", re.IGNORECASE)
_FACE = re.compile(r"^(FRONT|BACK)\s*:\s*")
_LABEL = re.compile(r"^(?:[A-Z][\w']*(?: (?:of|the|[A-Z][\w']*))*)\s*:\s*(?=[A-Z])")
# Reminders that lost a bracket, and what is so anyway.
_STRAY = re.compile(
    r"They have \+\d ATK on your turn\.\)|[.,]?\s*Otherwise, leave it on top of your deck[.,]?|\(?received errata\)?",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b[Ss]?[Hh]e(?= (?:also )?(?:may )?(?:also )?(?:deals?|heals?)\b)")
# "It" after a condition about the hero is the hero.
_HERO_IT = re.compile(r"(\bWhile your hero [^.;,]*, )it (?=has\b)")
# Who chose something spares it: "all other" is said of what was chosen, not of the card itself.
_ALL_OTHER = re.compile(
    r"([Ee]ach player chooses an? (?:ally|hero)\b[^.;]*\. Destroy all )other (?P<many>allies|heroes)(?=\.)"
)
_OTHER_THAN_CHOSEN = re.compile(r"\b[Cc]hooses? an? [^.;]*\. (?:Destroy all o|O)ther \w+")
# What is done after a payment belongs to its sentence, also where the feed has a semicolon between them.
_IF_DONE = re.compile(r"\.?\s*;\s*(?=If (?:you|they|he|she) (?:do|does)\b)")
# Slips of the feeds that change a sentence.
_SLIPS = {"Attached ally had +": "Attached ally has +"}
_PLAY_ONLY = re.compile(r"^Play only (?P<when>[^.]+)\.\s*")


def parts_of(name: str, text: str, facts: Mapping[str, Any]) -> tuple[Part, ...]:
    """The powers of a card with this name, text and facts."""
    return tuple(_Card(name, facts).parts(text))


def evened(text: str) -> str:
    """Symbols in words: ``{E}`` is the exhaust symbol, ``{NATURE}`` an icon, `` — `` the payment arrow."""
    text = _NUMBER.sub(r"\1", text)
    text = _ICON.sub(lambda found: _icon(found[1]), text)
    text = _LOST.sub(r"\g<before> {E}", _ARROW.sub(" — ", text))
    return text.replace("’", "'").replace("“", '"').replace("”", '"')


def _icon(word: str) -> str:
    plain = word.strip().lower()
    if plain in ("exhaust", "activate", "activated", "act"):
        return "{E}"
    if plain in ("health", "def", "atk"):
        return plain if plain == "health" else plain.upper()
    return "{" + plain.upper().replace(" ", "") + "}"


class _Card:
    """The division of one card's text."""

    def __init__(self, name: str, facts: Mapping[str, Any]) -> None:
        self.name = name.replace("’", "'")
        self.kind = facts.get("type", "")
        self.facts = facts
        self.names = _own_names(name, self.kind in ("Ally", "Hero", "Master Hero"))
        # What is only played does what it says as it resolves; other cards are in play.
        self.played = self.kind == "Ability"
        self.lasting = False
        self.face: bool | None = None

    def parts(self, text: str) -> Iterator[Part]:
        for slip, right in _SLIPS.items():
            text = text.replace(slip, right)
        body = evened(text).replace("; or ", " • or ").replace(";or ", " • or ")
        while _REMARK.search(body):
            body = _REMARK.sub(" ", body)
        body = _IF_DONE.sub(". ", _STRAY.sub("", self.named(_UNCLOSED.sub(" ", body))))
        body = _HERO_IT.sub(r"\g<1>your hero ", body)
        body = _ALL_OTHER.sub(r"\g<1>\g<many> other than those chosen", body)
        waiting: list[str] = []
        quest = _QUEST.search(body) if self.kind == "Quest" else None
        if quest is not None:
            yield from self.lines(body[: quest.start()], waiting)
            yield self.quest(quest)
            return
        yield from self.lines(body, waiting)

    def lines(self, body: str, waiting: list[str]) -> Iterator[Part]:
        for raw in _SPLIT.split(body):
            line = raw.strip(" .") + ("." if raw.strip(" .") else "")
            if not line:
                continue
            for part in self.line(line, waiting):
                if waiting and part.kind not in ("keyword", "reminder"):
                    yield self.effect(waiting)
                    waiting = []
                yield part
        if waiting:
            yield self.effect(waiting)

    def effect(self, lines: list[str]) -> Part:
        """What a card does that is only played: its lines belong together."""
        text = " ".join(lines)
        lines.clear()
        only = _PLAY_ONLY.match(text)
        if only is not None:
            return Part("only", f"play only {only['when']}")
        return Part("effect", _options(text))

    def named(self, text: str) -> str:
        """The card's own name is what it calls itself."""
        for own in self.names:
            text = re.sub(rf"(?<![\w{{]){own}(?!\w)", "this_card", text)
        if self.kind in ("Ally", "Hero", "Master Hero"):
            # Of things a card says "it"; who deals and heals as "he" or "she" is the card itself.
            text = _PERSON.sub("this_card", text)
        return text.replace("named this_card", f"named {self.name}")

    def quest(self, found: re.Match[str]) -> Part:
        cost = found["cost"].strip()
        cost = re.sub(r"^[Pp]ay ", "", cost)
        cost = re.sub(r"\band pay (?=[\dX])", ", ", cost)
        if cost == "0":
            # It turns face down, so that it is done once.
            cost = "once : 0"
        if found["when"]:
            cost = f"{found['when']} : {cost}"
        if found["turn"]:
            cost = f"On your turn : {cost}"
        return Part("activated", f"{cost} — {_options(found['reward'].strip())}")

    def line(self, line: str, waiting: list[str]) -> Iterator[Part]:
        if _DECK.match(line):
            yield Part("reminder", line)
            return
        face = _FACE.match(line)
        if face is not None:
            self.face = face[1] == "BACK"
            line = line[face.end() :]
            line = _LABEL.sub("", line) if " — " not in line else line
        rest = _REQUIRED.sub("", line).strip(" .")
        if not rest:
            yield Part("reminder", line)
            return
        line = rest + "."
        if _OTHER_THAN_CHOSEN.search(line):
            yield Part("kind", "other than what was chosen")
            return
        if re.match(r"Ongoing\s*:", line):
            self.lasting = True
            line = re.sub(r"^Ongoing\s*:\s*", "", line)
        row = _ROW.match(line)
        if row is not None and not re.match(r"\s*[:—]", line[row.end("row") :]) and self.own_row(row):
            yield Part("keyword", row["row"])
            line = line[row.end() :].strip(" .")
            if not line:
                return
            line += "."
        control = re.match(r"You control attached (?P<what>\w+)\.", line)
        if control is not None and waiting:
            # As it is attached it gives control, and as long as it stays.
            waiting.append(f"You control that {control['what']} while this ability remains in play.")
            return
        if self.played and not self.lasting and not self.is_power(line):
            first, *powers = _COST_GO_ON.split(line)
            waiting.append(first)
            for one in powers:
                yield from self.power(one)
            return
        for piece in _GO_ON.split(line):
            for one in _COST_GO_ON.split(piece):
                yield from self.power(one)

    def own_row(self, row: re.Match[str]) -> bool:
        """Whether a row of keywords is the card's own: what an ability that is only played says is done."""
        return not (self.played and not self.lasting and re.match(r"(?:Delve|Rift|Enrage|Portal)\b", row["row"]))

    def is_power(self, line: str) -> bool:
        """Whether a line of a card that is only played works by itself: in a graveyard, or as it lies in the row."""
        alone = r"(?:Stash|Death Rattle)\s*:|As an additional cost to play|Attached\b"
        return re.match(alone, line) is not None

    def more(self) -> dict[str, Any]:
        if self.face is None:
            return {}
        return {"when": {"fits": {"flipped": self.face}}}

    def power(self, line: str) -> Iterator[Part]:
        label = re.match(r"(Stash|Death Rattle|Inspire|Sabotage|Diplomacy)\s*:\s*", line)
        if label is not None:
            yield self.labelled(label[1], line[label.end() :])
            return
        line = re.sub(r"^(?:Bloodrush|Tribe|Unity|Empower [\w ]+)\s*:\s*", "", line)
        quoted = re.sub(r'"[^"]*"', lambda found: "_" * len(found[0]), line)
        if " — " in quoted:
            yield self.payment(line)
        elif _TRIGGER.match(line):
            yield Part("triggered", _options(line), self.more())
        else:
            yield Part("static", line, self.more())

    def payment(self, line: str) -> Part:
        only = _ONLY.search(line)
        if only is not None:
            line = f"use only {only['when']} : {line[: only.start()]}"
        more = self.more()
        if re.search(r"— .*\bthis \w+ from your graveyard\b", line):
            # A power that works where its card lies then.
            more = {**more, "zone": "discard"}
        return Part("activated", _options(line), more)

    def labelled(self, label: str, rest: str) -> Part:
        if label == "Stash":
            return Part("effect", _options(rest), {"on": "place", "zone": "resources", "may": True})
        if label in ABOUT and not _ABOUT_KINDS.sub("", rest).strip(" ."):
            return Part("keyword", f"{label}: {rest}")
        if label == "Death Rattle":
            return Part("effect", _options(rest), {"on": "put_discard", "zone": "discard"})
        return Part("kind", label)


def _own_names(name: str, person: bool) -> list[str]:
    """Patterns of what a card calls itself: its name; of a person also without the title, and the parts of the name."""
    plain = name.replace("’", "'")
    if not plain:
        return []
    if not person:
        return ["(?i:" + _pattern(plain) + ")"]
    short = re.split(r",| the (?=[A-Z])| of (?=[A-Z])", plain)[0].strip()
    found = [plain, short]
    unquoted = re.sub(r'"[^"]*"\s*', "", short).strip()
    if unquoted != short:
        found += [unquoted, short.replace('"', "")]
        found += re.findall(r'"([^"]*)"', short)
    words = unquoted.split()
    if len(words) > 1:
        found += [words[0], words[-1], " ".join(words[1:]), " ".join(words[:-1])]
    known = [word for word in dict.fromkeys(found) if len(word) > 2 and word not in _NO_NAME]
    return [f"(?i:{_pattern(plain)})", *(_pattern(word) for word in sorted(known, key=len, reverse=True))]


def _pattern(name: str) -> str:
    """A name whose words may stand in quotes."""
    return r"\s+".join(f'"?{re.escape(word.strip(chr(34)))}"?' for word in name.split())


_NO_NAME = frozenset(
    (
        *("The", "Lord", "Lady", "King", "Queen", "Prince", "Princess", "Captain", "General", "Grand", "High", "Elder"),
        *("Master", "Sister", "Brother", "Father", "Guard", "Knight", "Guardian", "Warden", "Priest", "Ally", "Hero"),
        *("Ability", *CLASSES, *DAMAGE_TYPES, *SPECS, *KEYWORDS_FR),
    )
)


def _options(text: str) -> str:
    """A choice "one: this; or that" with its options behind bullets, where the grammar looks for them."""
    found = re.search(r"\b[Cc]hoose one\s*:\s*", text)
    if found is None:
        return text
    head, rest = text[: found.start()], text[found.end() :]
    both = _BOTH.search(rest)
    tail = ""
    if both is not None:
        rest, tail = rest[: both.start()], f" If {both[1]}, you may choose both."
    options = [one.strip(" .,") for one in re.split(r"\s*•\s*or\b|,\s*or (?=your hero|draw|destroy)|\s*•\s*", rest)]
    if len(options) < 2:
        return text
    return f"{head}choose one.{tail}" + "".join(f" • {one[0].upper()}{one[1:]}." for one in options if one)
