"""Fills ``texts`` of effects written by hand with the hashes of the card's present texts, and tells what is needless.

``python scripts/authored_hashes.py [--game GAME] [--renew]``: an entry without ``texts`` gets those of all texts of its
card in the shipped catalogue; ``--renew`` also those that are stale, after somebody has read the new text.
Entries that say what the compiler makes by itself are listed: they can go.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from deckkit.catalogue.store import Catalogue, shipped_path
from deckkit.effects.authored import load_authored
from deckkit.effects.notation import write_abilities
from deckkit.effects.playing import GameEffects, stands
from deckkit.games import GAMES, get_game

ROOT = Path(__file__).resolve().parent.parent
_CARD = re.compile(r'^card = "([^"]+)"\n', re.MULTILINE)


def filled(text: str, game: str, catalogue: Catalogue, renew: bool) -> tuple[str, list[str]]:
    """The file with its hashes, and what there is to say."""
    effects = get_game(game).effects
    assert effects is not None
    part = effects()
    said: list[str] = []
    entries = part.authored()
    bare = GameEffects(part.vocabulary, dict, part.labels, part.language)
    for key, entry in entries.items():
        try:
            rows = catalogue.abilities(catalogue.card(key))
        except KeyError:
            said.append(f"{key}: no such card")
            continue
        compiled = bare.of(key, rows)
        hashes = list(dict.fromkeys(one for item in compiled.parts for one in item.texts))
        if compiled.coverage == "exact" and write_abilities(compiled.abilities) == write_abilities(entry.abilities):
            said.append(f"{key}: the compiler makes the same by itself")
        elif compiled.coverage == "exact":
            said.append(f"{key}: the compiler makes something else of it")
        if stands(entry, hashes) or (entry.texts and not renew):
            said += [] if stands(entry, hashes) else [f"{key}: stale; read its text, then --renew"]
            continue
        block = _CARD.search(text, text.index(f'card = "{key}"\n'))
        assert block is not None
        end = block.end()
        old = re.compile(r"texts = \[[^\]]*\]\n").match(text, end)
        listed = ", ".join(f'"{one}"' for one in hashes)
        line = f"texts = [{listed}]\n"
        text = text[:end] + line + text[old.end() if old else end :]
    return text, said


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(GAMES), default="lorcana")
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("--db", type=Path, default=None)
    options = parser.parse_args()
    path = ROOT / "deckkit" / "games" / options.game / "authored.toml"
    with Catalogue.open(options.db or shipped_path()) as catalogue:
        text, said = filled(path.read_text(encoding="utf-8"), options.game, catalogue, options.renew)
    path.write_text(text, encoding="utf-8")
    effects = get_game(options.game).effects
    assert effects is not None
    load_authored(path, effects().vocabulary)
    print("\n".join(said))


if __name__ == "__main__":
    main()
