"""Writes docs/effects.md, the page of the effect notation, from the tables of words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from deckkit.effects.notation import VERSION
from deckkit.effects.words import KERNEL, FilterWord, Spec

PAGE = Path(__file__).resolve().parent.parent / "docs" / "effects.md"

HEAD = """\
# The effect notation

What a card does is data: a list of abilities in JSON. The engine reads nothing else; card texts are compiled to it,
the rest is written by hand, and `deckkit show` says it in our own words. This page is made from the code by
`scripts/effects_page.py`. How 60 cards of each game are said in it is in [effects-on-paper.md](effects-on-paper.md).
Version of the notation: {version}.

## Write one in five minutes

An ability says *when* (`on`) and *what* (`do`, a list of operations). A test card of a scenario that draws two cards
when it is played:

```json
[{"on": "play", "do": [{"op": "draw", "n": 2}]}]
```

**Objects** are picked by a selector: a word (`"self"`, `"it"`, `"chosen"`), or `choose` or `all` with a filter. All
tests of a filter must hold; without `zone` it looks at what is in play. Destroy one chosen damaged object of an
opponent, then ready all of yours:

```json
[{"on": "play", "do": [
  {"op": "destroy", "target": {"choose": {"controller": "foes", "damaged": true}}},
  {"op": "ready", "target": {"all": {"controller": "you"}}}]}]
```

**Several**: `"n": 2` chooses two, `"up_to": true` allows fewer, `"by": "foes"` lets them choose, `"distinct": true`
keeps out what the same block has chosen before. What was chosen last is `"chosen"`; `select` gives it a name for
later:

```json
[{"on": "play", "do": [
  {"op": "select", "target": {"choose": {"controller": "you"}}, "as": "first"},
  {"op": "if_done", "do": [{"op": "destroy", "target": {"name": "first"}}], "then": [{"op": "draw", "n": 2}]}]}]
```

**Whose event**: without `of` an ability waits for its own card's event; with `of` for that of any card that fits.
Once a turn, when another object of yours is destroyed, you may draw:

```json
[{"on": "destroy", "of": {"controller": "you", "other": true}, "limit": "once_per_turn", "may": true,
  "do": [{"op": "draw"}]}]
```

**Conditions** stand in `when` (it must hold for the ability to trigger, to apply, to be activated) or in `if` (it is
looked at when the ability resolves). At the start of your turn, if you have three cards in hand or fewer:

```json
[{"on": "start_of_turn", "when": {"turn": "you"}, "if": {"compare": {"cards": "hand", "who": "you"}, "max": 3},
  "do": [{"op": "draw"}]}]
```

**Costs** are operations too. Exhaust this card and pay 1: deal 2 damage to a chosen object.

```json
[{"on": "activate", "cost": [{"op": "exhaust", "target": "self"}, {"op": "pay", "n": 1}],
  "do": [{"op": "damage", "target": {"choose": {}}, "n": 2}]}]
```

What is only paid to play the card is the cost of a `play` ability without `do`.

**All the time**: `static` applies while its card is in play (or in its `zone`) and `when` holds; `modify`, `grant`,
`remove`, `forbid`, `force`, `allow`, `reduce`, `enter` and `prevent` fit there. Cards of yours cost 1 less during
your turn:

```json
[{"on": "static", "when": {"turn": "you"}, "do": [{"op": "reduce", "n": 1}]}]
```

**Instead**: `replace` with the `event` that it replaces. If this card would be destroyed, it goes to the hand:

```json
[{"on": "replace", "event": "destroy",
  "do": [{"op": "instead", "do": [{"op": "move", "target": "self", "to": "hand"}]}]}]
```

**Amounts** are whole numbers, `"all"`, or computed: deal as much damage as you have cards in hand.

```json
[{"on": "play", "do": [{"op": "damage", "target": {"choose": {}}, "n": {"cards": "hand", "who": "you"}}]}]
```

A mistake is an error that names the place and the nearest known words. `deckkit.effects.audit` finds what is well
written and cannot be meant (an empty block, a draw of 0, a name that nothing has). `deckkit.effects.render` says any
ability in English or French, which is the quickest way to see whether it means what you meant.

A keyword that is printed on a card is a fact of the card and is not written here; `grant` gives one to a card. Each
game adds words of its own: events, keywords, stats, zones, restrictions, traits, and a few filters and operations
(`deckkit/games/<game>/effects.py`). Type, trait and name words are the game's, and free.

## An ability

| key | takes | meaning |
| --- | --- | --- |
| `on` | event, or several | when it works: an event that triggers it, or `static`, `activate`, `replace` |
| `do` | block | what it does |
| `of` | filter | whose event; without it the event of its own card |
| `other` | filter | what the second object of the event must be (the one attacked, the source of the damage) |
| `when` | condition | must hold for it to trigger, to apply or to be activated |
| `if` | condition | looked at when it resolves |
| `cost` | block | what is paid |
| `may` | flag | the player may decline the whole |
| `limit` | limit | how often |
| `zone` | zone | where its card must be; without it in play |
| `event` | event | what `replace` replaces, or what a reaction waits for |

## What arguments take

| kind | form |
| --- | --- |
| amount | a whole number, `"all"`, or an object of the section "Amounts" |
| block | a list of operations, done in order; `blocks` is a list of blocks |
| condition, filter, selector | an object or word of its section; the plural is a list |
| range | a number, or `{"min": 2, "max": 4}`, one bound or both, each an amount |
| ranges, stats | an object: a stat's name and its range, or its amount |
| seat, zone, duration, event, stat, restriction, limit | a word |
| keyword | its name, with its number after a blank: `"Guard 2"` |
| flag | `true` or `false` |
| word, words | free text, or a list of it |
| ability, abilities | an ability inside an operation, or a list of them |

A selector is a word of the section "Selectors", `{"choose": filter}` with `n`, `up_to`, `by` and `distinct`, `{"all":
filter}`, or `{"name": word}` for what `select` has named.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD.replace("{version}", str(VERSION)).rstrip("\n")]
    parts.append(_specs("Operations", "`op` names the operation.", KERNEL.operations))
    parts.append(_filters(KERNEL.filters))
    parts.append(_specs("Conditions", "The word of a condition is its own first argument.", KERNEL.conditions))
    parts.append(_specs("Amounts", "The word of an amount is its own first argument.", KERNEL.amounts))
    for title, words in (
        ("Selectors", KERNEL.selectors),
        ("Seats", KERNEL.seats),
        ("Durations", KERNEL.durations),
        ("Events", KERNEL.events),
        ("Limits", KERNEL.limits),
    ):
        parts.append(_table(title, "", ("word", "meaning"), ((f"`{word}`", said) for word, said in words.items())))
    zones = ", ".join(f"`{zone}`" for zone in KERNEL.zones)
    parts.append(f"## Zones\n\nEvery game has {zones}, and adds its own.")
    return "\n\n".join(parts) + "\n"


def _specs(title: str, intro: str, specs: Mapping[str, Spec]) -> str:
    rows = []
    for word, spec in specs.items():
        arguments = [
            f"**`{name}`** {kind}" if name in spec.needs or name == word else f"`{name}` {kind}"
            for name, kind in spec.args.items()
        ]
        rows.append((f"`{word}`", ", ".join(arguments), spec.meaning))
    return _table(title, f"{intro} Bold arguments are needed.", ("word", "arguments", "meaning"), rows)


def _filters(filters: Mapping[str, FilterWord]) -> str:
    rows = ((f"`{word}`", test.kind, test.meaning) for word, test in filters.items())
    intro = "All tests of one filter must hold; a flag that is `false` asks for the opposite."
    return _table("Filters", intro, ("test", "takes", "meaning: the object …"), rows)


def _table(title: str, intro: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([f"## {title}", "", *([intro, ""] if intro else []), *lines])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
