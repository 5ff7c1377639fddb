"""Draws cards that are played exactly, to be read: a card's text beside what deckkit plays, in our own words.

``python scripts/sample.py GAME --db COPY [--seed 3] [--cards 300] [--lang fr]``. The draw is fixed by its seed and goes
round the operations of the notation, so that rare ones are seen as well as common ones. COPY is a catalogue that has
the texts (``deckkit update GAME --from FEED --db COPY``); they are only printed.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deckkit.catalogue import Catalogue
from deckkit.effects.notation import Ability, Node
from deckkit.effects.playing import CardEffects
from deckkit.effects.render import render_abilities
from deckkit.games import GAMES


def operations(value: Any) -> Iterator[str]:
    """The words of all operations, conditions and amounts in a part of an effect."""
    if isinstance(value, Node):
        if value.word != "filter":
            yield value.word
        value = value.args
    elif isinstance(value, Ability):
        value = {"all": (value.cost, value.when, value.check, value.do)}
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ():
        yield from operations(one)


def draw(effects: dict[str, CardEffects], n: int, seed: int) -> list[str]:
    """The keys of so many cards, one of each word in turn."""
    by_word: defaultdict[str, list[str]] = defaultdict(list)
    for key, found in sorted(effects.items()):
        for word in sorted({*operations(found.abilities)} or {"nothing"}):
            by_word[word].append(key)
    stream, drawn = random.Random(seed), dict[str, None]()
    for word in sorted(by_word):
        stream.shuffle(by_word[word])
    while len(drawn) < n and any(by_word.values()):
        for word in sorted(by_word):
            while by_word[word] and by_word[word][-1] in drawn:
                by_word[word].pop()
            if by_word[word] and len(drawn) < n:
                drawn[by_word[word].pop()] = None
    return list(drawn)


def main() -> None:
    """Prints the cards that are drawn."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("game", choices=[slug for slug, game in GAMES.items() if game.effects is not None])
    options.add_argument("--db", type=Path, required=True)
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--cards", type=int, default=300)
    options.add_argument("--lang", default="en")
    args = options.parse_args()
    catalogue, part = Catalogue.open(args.db), GAMES[args.game].effects
    assert part is not None
    words = part()
    cards, texts, exact = {}, {}, {}
    for card in catalogue.cards(args.game):
        rows = catalogue.abilities(card, words.language or "en")
        found = words.of_card(card, catalogue, rows)
        text = [row.text for row in rows if row.text and row.used_until is None]
        if found.coverage == "exact" and text:
            cards[card.key], texts[card.key], exact[card.key] = card.name, text, found
    if not exact:
        options.error(f"no card of {args.db} has its text; import a feed first: deckkit update {args.game} --from FEED")
    for number, key in enumerate(draw(exact, args.cards, args.seed), 1):
        print(f"\n{number}. {cards[key]}")
        for printed in texts[key]:
            print("   " + printed.replace("\n", "\n   "))
        for sentence in render_abilities(exact[key].abilities, words.labels(), args.lang):
            print(f"   > {sentence}")


if __name__ == "__main__":
    main()
