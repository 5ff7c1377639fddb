"""Errata laid over the printed texts: which words became which, and since when.

A list of errata quotes parts of texts, often shortened (articles left out, a reminder as ``(...)``, any Power as
``[C]``). What changed between its two quotes is changed in the card's text, the rest of which stays as it is; the
former line is kept with the last day it was in use, under the kind ``errata``. The main feed prints the former wording
for good: a line of it that errata replaced does not come back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from difflib import SequenceMatcher
from functools import lru_cache

from deckkit.catalogue.model import Card
from deckkit.catalogue.records import AbilityRecord, FeedData
from deckkit.catalogue.store import AbilityRow
from deckkit.feeds.check import Raw, feed_day, refuse
from deckkit.feeds.source import Bundle, MapContext
from deckkit.games.riftbound.cards import DOMAINS
from deckkit.games.riftbound.feed_names import identity
from deckkit.games.riftbound.feed_order import need_cards
from deckkit.games.riftbound.feed_text import ATTACHED, abilities
from deckkit.i18n import Text, mark

__all__ = ["ErrataOverlay", "as_record", "kept_texts", "reword"]

_ERRATA = "errata"
_LINE = re.compile(r"\n(?!•)")
_TOKEN = re.compile(r"\(\.\.\.\)|\[[^\]]*\]|\w+(?:['’]\w+)*|[^\w\s]")
# Words that shortened quotes leave out, at most three between two words.
_LEFT_OUT = r"(?:(?:the|a|an|of|its|your|their|his|her)\s+){0,3}"
_POWER = "|".join(("A", *DOMAINS))
_QUOTED = {"[M]": "[Might]", "[S]": "[Might]"}


def as_record(row: AbilityRow, text: str | None = None) -> AbilityRecord:
    """A stored ability as a record again; ``text`` where the catalogue has only its hash."""
    return AbilityRecord(row.kind, row.text_hash, row.text or text, row.name, row.language, row.used_until)


def kept_texts(printed: Sequence[AbilityRecord], context: MapContext, key: str) -> tuple[AbilityRecord, ...]:
    """A card's printed abilities, but for lines that errata replaced, and with what only other feeds know."""
    if context.catalogue is None or context.game not in context.catalogue.games():
        return tuple(printed)
    try:
        rows = context.catalogue.abilities(context.catalogue.card(key))
    except KeyError:
        return tuple(printed)
    texts = {ability.text_hash: ability.text for ability in printed}
    former = [row for row in rows if row.kind == _ERRATA and row.used_until is not None]
    current = [row for row in rows if row.used_until is None]
    attached = [as_record(row) for row in current if row.kind == ATTACHED and row.text_hash not in texts]
    if not any(row.text_hash in texts for row in former):
        return (*printed, *attached)
    stays = [as_record(row, texts.get(row.text_hash)) for row in current if row.kind != ATTACHED]
    return (*stays, *attached, *(as_record(row, texts.get(row.text_hash)) for row in former))


def reword(text: str, old: str, new: str) -> str | None:
    """The text with what changed from ``old`` to ``new``; None where ``old`` is not in it.

    >>> reword("You may kill a gear.\\nDraw 1.", "You may kill gear. Draw 1.", "You may kill up to one gear. Draw 1.")
    'You may kill up to one gear.\\nDraw 1.'
    """
    before, after = list(_TOKEN.finditer(old)), list(_TOKEN.finditer(new))
    words = [match[0] for match in before]
    found = _pattern(tuple(words)).search(text)
    if found is None:
        return None
    power = next((found[i] for i, word in enumerate(words, 1) if word in ("[C]", "[A]")), "[A]")
    matcher = SequenceMatcher(None, words, [match[0] for match in after], autojunk=False)
    result, position = [], 0
    for kind, i, j, k, n in matcher.get_opcodes():
        if kind == "equal":
            continue
        # From the end of the word before to the beginning of the word after, blanks and line breaks included.
        start = found.end(i) if i else found.start(1)
        end = found.start(j + 1) if j < len(words) else found.end(len(words))
        left = new[after[k - 1].end() : after[k].start()] if k and k < len(after) else ""
        right = new[after[n - 1].end() : after[n].start()] if n and n < len(after) else ""
        middle = new[after[k].start() : after[n - 1].end()] if n > k else ""
        gap = text[start:end]
        if "\n" in gap[: len(gap) - len(gap.lstrip())]:
            left = "\n"
        if "\n" in gap[len(gap.rstrip()) :]:
            right = "\n"
        for quoted, meant in {**_QUOTED, "[C]": power}.items():
            middle = middle.replace(quoted, meant)
        result += [text[position:start], left if middle else "", middle, right]
        position = end
    return "".join(result) + text[position:]


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\s*{_LEFT_OUT}".join(f"({_word(word)})" for word in words), re.IGNORECASE)


def _word(word: str) -> str:
    if word == "(...)":
        return r"\([^()]*\)"
    if word in ("[C]", "[A]"):
        return rf"\[(?:{_POWER})\]"
    return re.escape(_QUOTED.get(word, word))


class ErrataOverlay:
    """``errata_documents`` with their days, and ``entries`` with cards, old and new text."""

    name = "errata"
    title = mark("a list of errata with old and new texts (errata_overlay.json)")

    def recognises(self, bundle: Bundle) -> bool:
        """One object with both lists."""
        content = bundle.documents[0].content
        return (
            len(bundle.documents) == 1
            and isinstance(content, dict)
            and {"errata_documents", "entries", "last_verified"} <= set(content)
        )

    def map(self, bundle: Bundle, context: MapContext) -> FeedData:
        """See :class:`~deckkit.feeds.source.Shape`. Raises FeedError without the main feed's cards."""
        document = bundle.documents[0]
        catalogue = need_cards(context, document.where)
        top = Raw(document.content, document.where)
        day = feed_day(top.text("last_verified"), f"{document.where}.last_verified")
        days = {raw.text("slug"): raw.day("announced_on") for raw in top.objects("errata_documents")}
        data = FeedData(context.game, self.name, "overlay", day, bundle.sha256, "en", "supplement")
        for raw in top.objects("entries"):
            slug = raw.text("document")
            since = days.get(slug)
            if since is None:
                raise refuse(Text("there is no day for the errata '{document}'", {"document": slug}), raw.where)
            card = _card(raw, context)
            if card is None:
                what = Text("{card}: the catalogue has no such card; skipped", {"card": raw.text("official_name")})
                context.note("card.unknown", what, raw.where)
                continue
            known = data.texts.get(card.key) or tuple(as_record(row) for row in catalogue.abilities(card))
            laid = _laid(known, raw, context, card)
            if laid is not None:
                was = [a for a in known if a.used_until is None and a.text_hash not in {new.text_hash for new in laid}]
                former = [
                    AbilityRecord(_ERRATA, a.text_hash, a.text, used_until=since - timedelta(days=1))
                    for a in was
                    if a.kind != ATTACHED
                ]
                rest = [a for a in known if a.kind == ATTACHED or a.used_until is not None]
                data.texts[card.key] = (*laid, *rest, *former)
        data.notices = context.notices
        return data


def _card(raw: Raw, context: MapContext) -> Card | None:
    """By the printed identities, else by the name; ``OGN-?`` stands for one that is not known."""
    assert context.catalogue is not None
    for code in raw.texts("card_ids"):
        if "?" not in code:
            place = identity(code, f"{raw.where}.card_ids")
            for card, _ in context.catalogue.at(context.game, place.set_code, place.number + (place.variant or "")):
                return card
    found = context.catalogue.index(context.game).exact(raw.text("official_name"))
    return found[0] if len(found) == 1 else None


def _laid(known: Sequence[AbilityRecord], raw: Raw, context: MapContext, card: Card) -> list[AbilityRecord] | None:
    """The card's abilities as the erratum has them, or None where nothing is to be done."""
    current = [a for a in known if a.used_until is None and a.kind != ATTACHED]
    old, new = raw.text("old_text"), raw.text("new_text")
    if any(a.text is None for a in current):
        # Shipped facts have hashes only. The former words may be back, from the main feed: then the new ones follow.
        former = [a.text for a in known if a.kind == _ERRATA]
        first = next(i for i, a in enumerate(current) if a.text is None)
        lines = [a.text for a in current[:first]] + former + [a.text for a in current[first:] if a.text is not None]
        fresh = None if None in lines else reword("\n".join(line for line in lines if line is not None), old, new)
        found = {} if fresh is None else {a.text_hash: a for a in abilities(_LINE.split(fresh))}
        if all(a.text is not None or a.text_hash in found for a in current):
            return [a if a.text is not None else found[a.text_hash] for a in current]
        what = Text("{card}: the catalogue holds no texts that errata could be laid over", {"card": card.name})
        context.note("errata.without_text", what, raw.where)
        return None
    text = "\n".join(a.text for a in current if a.text is not None)
    if reword(text, new, new) is not None:
        return None  # printed so already, or laid before
    fresh = reword(text, old, new)
    if fresh is None:
        what = Text("{card}: its text has neither the old nor the new words of the erratum", {"card": card.name})
        context.note("errata.not_found", what, raw.where)
        return None
    return abilities(_LINE.split(fresh))
