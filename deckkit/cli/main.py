"""The command ``deckkit``: every verb is one function in a file of its own; heavy imports happen inside them."""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import Annotated, Any

import typer

from deckkit.cli.common import show_error
from deckkit.cli.verbs import Verbs
from deckkit.errors import DeckkitError, UsageError
from deckkit.i18n import LANGUAGES, Text, default_language

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="deckkit",
    cls=Verbs,
    help="Card catalogue, deck lists and legality for card games. Unofficial fan tool.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        print(f"deckkit {version('deckkit')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Card catalogue, deck lists and legality for card games. Unofficial fan tool."""


def main() -> None:
    """Entry point of the command: a reader that goes away (``| head``) ends it quietly, as with any Unix tool."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    run()


def run() -> None:
    """Runs the command, shows errors in their one shape, and exits with the contract's codes."""
    arguments = sys.argv[1:] or ["--help"]
    for name, mode in (("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Closed by the caller: what is said is lost, what is done is done.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    lang, as_json = _asked_language(arguments), "--json" in arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if as_json and "--csv" in arguments:
            raise UsageError(Text("the output is either JSON or CSV"), "--json --csv", Text("leave one out"))
        if "--play" in arguments and "--draw" in arguments:
            raise UsageError(Text("either you begin or the other does"), "--play --draw", Text("leave one out"))
        code = app(args=arguments, prog_name="deckkit", standalone_mode=False)
        sys.stdout.flush()
    except DeckkitError as error:
        show_error(error.to_json(lang), lang, as_json)
        code = error.exit_code
    except _ClickException as error:
        from deckkit.cli.wrong_call import wrong_call

        show_error(wrong_call(error).to_json(lang), lang, as_json)
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        # The reader went away (a closed pager); writing on would only raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG):
            code = _mistake(error, arguments, lang, as_json)
        else:
            what = Text("the output cannot be written: {reason}", {"reason": error.strerror or str(error)})
            show_error(
                DeckkitError(what, "deckkit", Text("make room, or write elsewhere")).to_json(lang), lang, as_json
            )
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 74
    except Exception as error:
        code = _mistake(error, arguments, lang, as_json)
    sys.exit(code if isinstance(code, int) else 0)


def _mistake(error: Exception, arguments: list[str], lang: str, as_json: bool) -> int:
    if os.environ.get("DECKKIT_DEBUG"):
        raise error
    what = Text("deckkit made a mistake: {kind}: {reason}", {"kind": type(error).__name__, "reason": str(error)})
    do = Text("please report it; with DECKKIT_DEBUG=1 the same command shows where it happened")
    show_error(DeckkitError(what, " ".join(["deckkit", *arguments]), do).to_json(lang), lang, as_json)
    return 70


def _asked_language(arguments: list[str]) -> str:
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value.lower() in LANGUAGES:
            return value.lower()
    return default_language()


# typer carries its own copy of click since 0.2x; its public BadParameter leads to the base class of either.
_ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
