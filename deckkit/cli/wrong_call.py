"""What the parser of the command line refuses, in our own words: what is wrong, where, what to do."""

from __future__ import annotations

import re
from typing import Any

from deckkit.errors import UsageError
from deckkit.i18n import Text

__all__ = ["wrong_call"]

_NO_NUMBER = re.compile(r"Input should be a (finite|valid) (integer|number).*", re.DOTALL)
_BOUND = re.compile(r"Input should be (greater|less) than or equal to (\S+)")
_NO_VALUE = re.compile(r"Option '?([^\s']+)'? (requires|does not take) .*", re.DOTALL)
_NO_COMMAND = re.compile(r"No such command '(.*?)'\..*", re.DOTALL)
_TOO_MANY = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", re.DOTALL)


def wrong_call(error: Any) -> UsageError:
    """The error of typer's parser as one of ours. What has no words of ours keeps the parser's."""
    command = error.ctx.command_path if getattr(error, "ctx", None) else "deckkit"
    do = Text("see '{command} --help'", {"command": command})
    param = getattr(error, "param", None)
    where = _name(param) if param is not None else command
    message = str(error.message)
    kind = type(error).__name__
    if kind == "MissingParameter" and param is not None:
        return UsageError(Text("{name} is missing", {"name": where}), command, do)
    if kind == "NoArgsIsHelpError":
        return UsageError(Text("which command?"), command, do)
    if kind == "NoSuchOption":
        near = sorted(error.possibilities or ())
        what = Text("there is no option {name}", {"name": error.option_name})
        return UsageError(what, command, Text("did you mean {names}?", {"names": near}) if near else do)
    if found := _NO_NUMBER.fullmatch(message):
        whole = found[2] == "integer"
        what = Text("this is not a whole number") if whole else Text("this is not a number")
        return UsageError(what, where, Text("use a number, like {example}", {"example": 3 if whole else 0.5}))
    if found := _BOUND.fullmatch(message):
        bound = {"bound": found[2]}
        if found[1] == "less":
            return UsageError(Text("this number is too large"), where, Text("use a number up to {bound}", bound))
        return UsageError(Text("this number is too small"), where, Text("use a number from {bound} on", bound))
    if found := _NO_VALUE.fullmatch(message):
        name = {"name": found[1]}
        what = Text("{name} needs a value", name) if found[2] == "requires" else Text("{name} takes no value", name)
        return UsageError(what, found[1], do)
    if found := _NO_COMMAND.fullmatch(message):
        return UsageError(Text("there is no command '{name}'", {"name": found[1]}), command, do)
    if found := _TOO_MANY.fullmatch(message):
        return UsageError(Text("this is too much: {words}", {"words": found[1]}), command, do)
    return UsageError(error.format_message(), where, do)


def _name(param: Any) -> str:
    """An option by its long name, an argument by the name that the help gives it."""
    return str(max(param.opts, key=len) if param.param_type_name == "option" else param.metavar or param.name)
