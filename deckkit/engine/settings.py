"""A game's settings as people write them, "key=value", checked against those that the game has.

A value is JSON (``5``, ``true``, ``null``, ``["a", "b"]``), and a plain word stands for itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.engine.rules import TableRules
from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["MOST", "fits_setting", "read_settings", "shown_settings"]

#: The largest number that a setting may be.
MOST = 1_000_000
_OPTION = "--config"


def shown_settings(config: Mapping[str, Any]) -> list[str]:
    """Settings with their values, as they would be written."""
    return [f"{name}={_shown(value)}" for name, value in config.items()]


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read_settings(rules: TableRules, written: Sequence[str]) -> dict[str, Any]:
    """The settings of "key=value" texts; of a key that stands twice the last value.

    Raises :class:`~deckkit.errors.UsageError` for a setting that the game does not have, with the nearest ones, and
    for a value of another kind than the usual one.
    """
    found: dict[str, Any] = {}
    for one in written:
        name, equals, text = one.partition("=")
        name = name.strip()
        if not rules.config:
            raise UsageError(Text("{game} has no settings", {"game": rules.game}), _OPTION, Text("leave it out"))
        if name not in rules.config:
            raise UsageError(Text("there is no setting '{name}'", {"name": name[:60]}), _OPTION, _near(rules, name))
        usual = {"values": shown_settings({name: rules.config[name]})}
        if not equals:
            raise UsageError(
                Text("the setting '{name}' needs a value", {"name": name}), _OPTION, Text("usual is {values}", usual)
            )
        value = _value(text.strip())
        if not fits_setting(rules, name, value):
            what = Text("'{value}' is no value of the setting '{name}'", {"value": text[:60], "name": name})
            raise UsageError(what, _OPTION, Text("write one of the same kind; usual is {values}", usual))
        found[name] = value
    if found:
        try:
            rules.check_config({**rules.config, **found})
        except UsageError as error:
            raise UsageError(error.what, _OPTION, error.do) from error
    return found


def _near(rules: TableRules, name: str) -> Text:
    from rapidfuzz import process

    near = [hit for hit, _, _ in process.extract(name[:60], list(rules.config), limit=3, score_cutoff=60)]
    if near:
        return Text("did you mean {values}?", {"values": shown_settings({one: rules.config[one] for one in near})})
    return Text("the settings with their usual values: {values}", {"values": shown_settings(rules.config)})


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def fits_setting(rules: TableRules, name: str, value: Any) -> bool:
    """Whether a value is of the kind of the setting's usual one; None where none is usual or the game allows it.

    Where none is usual the setting is a number.
    """
    if name not in rules.config:
        return False
    usual = rules.config[name]
    if value is None:
        return usual is None or name in rules.optional
    if type(value) is int and not 0 <= value <= MOST:
        return False
    # The usual value may have been set to none by whoever asks.
    return type(value) is (int if usual is None else type(usual))
