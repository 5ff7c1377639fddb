"""How much of Lorcana's card text the compiler plays, and which missing pieces would unlock most cards.

``python scripts/compile_report.py FEED.json.gz [--show exact|unparsed|partial] [--find WORD] [--top N]``
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from deckkit.effects.compile import Compiled, Grammar, compile_ability, notation_of
from deckkit.games.lorcana.effects import VOCABULARY
from deckkit.games.lorcana.lexicon import lexicon
from deckkit.games.lorcana.meaning import Meaning

_OWN = Path(__file__).parent.parent / "deckkit/games/lorcana/effects.lark"
_OUTSIDE = re.compile(r"\bIllumineer|\bthe Vine\b|\bJafar (plays|deals|gains|draws|steals|returns|exerts)|\bJafar's")
_SING = re.compile(r"^\(?A character with cost \d+ or more can .* to sing this song for free")


def grammar_of(feed: Path, ambiguity: str = "resolve") -> tuple[Grammar, list[dict[str, Any]]]:
    """The grammar with the feed's names, and the feed's cards, one of each full name."""
    with gzip.open(feed) as file:
        cards = {card["fullName"]: card for card in json.load(file)["cards"]}
    names = {card["name"] for card in cards.values()} | set(cards)
    names |= {name for card in cards.values() for name in card.get("names", ())}
    traits = {trait for card in cards.values() for trait in card.get("subtypes", ())}
    own = _OWN.read_text(encoding="utf-8")
    return Grammar(own, Meaning, lexicon(names, traits), VOCABULARY, ambiguity), list(cards.values())


def texts_of(card: dict[str, Any]) -> list[tuple[str, str]]:
    """The kind and text of each ability that is no keyword; a song's reminder is none."""
    found = []
    for one in card.get("abilities", ()):
        if one["type"] == "keyword" or "effect" not in one:
            continue
        text = one["effect"].replace("\n", " ")
        if _SING.match(text):
            continue
        if one.get("costsText"):
            text = one["costsText"].replace("\n", " ") + " — " + text
        found.append((one["type"], text))
    found += [("effect", text.replace("\n", " ")) for text in card.get("effects", ()) if not _SING.match(text)]
    return found


def main() -> None:
    """Prints coverage, then the reasons by the number of cards that they keep from being exact."""
    options = argparse.ArgumentParser()
    options.add_argument("feed", type=Path)
    options.add_argument("--show", default="")
    options.add_argument("--find", default="")
    options.add_argument("--top", type=int, default=40)
    args = options.parse_args()
    grammar, cards = grammar_of(args.feed)
    begun = time.perf_counter()
    totals: Counter[str] = Counter()
    blocked: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[tuple[str, str]] = set()
    for card in cards:
        texts = texts_of(card)
        if not texts or any(_OUTSIDE.search(text) for _, text in texts):
            continue
        place = card["type"] == "Location"
        results = [(text, compile_ability(text, kind, grammar, place=place)) for kind, text in texts]
        core = card["allowedInFormats"]["Core"]["allowed"]
        exact = all(result.status == "exact" for _, result in results)
        totals["cards"] += 1
        totals["exact"] += exact
        totals["core"] += core
        totals["core exact"] += exact and core
        bad = [(text, result) for text, result in results if result.status != "exact"]
        for _, result in bad:
            totals[result.status] += 1
            for reason in result.reasons:
                if reason != "after a gap":
                    blocked[reason].append(("" if len(bad) > 1 else "* ") + card["fullName"])
        for text, result in results:
            if args.show and result.status == args.show and args.find in text and (text, "") not in seen:
                seen.add((text, ""))
                show(text, result)
    for reason, names in sorted(blocked.items(), key=lambda pair: -len(pair[1]))[: 0 if args.show else args.top]:
        print(f"{len(names):4}  {reason[:70]:70}  {names[0]}")
    print(f"all   {totals['exact']} of {totals['cards']} cards exact = {totals['exact'] / totals['cards']:.1%}")
    print(f"core  {totals['core exact']} of {totals['core']} cards exact = {totals['core exact'] / totals['core']:.1%}")
    print(f"texts partial {totals['partial']}, unparsed {totals['unparsed']}; {time.perf_counter() - begun:.1f} s")


def show(text: str, result: Compiled) -> None:
    """One text and what became of it."""
    print(text.replace("\n", " "))
    print("   ", json.dumps(notation_of(result), ensure_ascii=False) if result.abilities else result.reasons)


if __name__ == "__main__":
    main()
