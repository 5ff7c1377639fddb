"""A game at the terminal: what a person sees, says and may ask for; pilots play the other seats."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.cli.common import say, tr
from deckkit.cli.play_text import Words, board_lines, shown_action
from deckkit.engine.notation import read_action, seat_name, visible
from deckkit.engine.replay import concede
from deckkit.engine.state import PASS
from deckkit.errors import DeckkitError, InputError
from deckkit.goldfish.reader import Reader
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.engine.match import Match
    from deckkit.engine.replay import Recorder
    from deckkit.engine.state import Action

__all__ = ["Session", "result_text"]

Ask = Callable[[str], str]

_HELP = (
    ("NUMBER", Text("does the action with this number")),
    ("NOTATION", Text("does the action that is written so")),
    ("view", Text("shows the table again")),
    ("actions", Text("lists what you may do")),
    ("preview N", Text("tells what an action would do")),
    ("undo", Text("takes back your last action and all that followed")),
    ("save FILE", Text("saves the game, to be taken up with --load")),
    ("log", Text("lists what was done")),
    ("concede", Text("gives the game up")),
    ("quit", Text("leaves the game")),
)


class _LeftError(Exception):
    """The person leaves the game."""


def result_text(m: Match) -> Text:
    """How a match ended."""
    result = m.state.result
    if result is None:
        return Text("the game is not over")
    values: dict[str, Any] = {"turn": m.state.turn, "reason": result.get("reason", "")}
    if values["reason"]:
        values["reason"] = Words(m.rules.game).text("reasons", values["reason"])
    if "winner" in result:
        values["player"] = seat_name(result["winner"])
        if values["reason"]:
            return Text("{player} wins on turn {turn} ({reason})", values)
        return Text("{player} wins on turn {turn}", values)
    if values["reason"]:
        return Text("nobody wins; the game ended on turn {turn} ({reason})", values)
    return Text("nobody wins; the game ended on turn {turn}", values)


class Session:
    """A match with its players: ``pilots`` by seat, None for a person; ``names`` of them as the command line knows."""

    def __init__(
        self,
        m: Match,
        recorder: Recorder,
        pilots: Sequence[Any],
        names: Sequence[str],
        lang: str,
        *,
        quiet: bool = False,
        ask: Ask | None = None,
    ) -> None:
        self.m = m
        self.recorder = recorder
        self.pilots = list(pilots)
        self.names = list(names)
        self.lang = lang
        self.quiet = quiet
        self.terminal = ask is not None or (sys.stdin is not None and sys.stdin.isatty())
        self.ask: Ask = ask or (lambda prompt: input(prompt if self.terminal else ""))
        self.lines = 0
        self.before = len(recorder.moves)
        # What was told, one entry an action, so that it can be taken back with it.
        self.told: list[str] = []
        self.readers = [
            Reader(m, seat, {} if pilot is None else pilot.values) for seat, pilot in enumerate(self.pilots)
        ]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, pilot in enumerate(self.pilots) if pilot is None]

    def play(self) -> bool:
        """Plays until the match is over or a person leaves it (true)."""
        if not self.quiet:
            say(tr("seed {seed}", self.lang, seed=self.recorder.start.seed))
        try:
            while not self.m.over:
                seat = self.m.to_act
                pilot = self.pilots[seat]
                if pilot is None:
                    self._person(seat)
                else:
                    self.readers[seat].memo.clear()
                    self._do(pilot.choose(self.readers[seat]))
        except (_LeftError, EOFError):
            say(tr("left on turn {turn}", self.lang, turn=self.m.state.turn))
            return True
        except KeyboardInterrupt:
            self._settle()
            say()
            say(tr("left on turn {turn}", self.lang, turn=self.m.state.turn))
            return True
        say(result_text(self.m).render(self.lang))
        return False

    def _settle(self) -> None:
        """Takes back an action that was interrupted in its middle."""
        if len(self.m.history) > len(self.told):
            self.m.undo()
        del self.recorder.moves[self.before + len(self.m.history) :]

    # -- acting ----------------------------------------------------------------------------------------------------

    def _do(self, action: Action) -> None:
        m = self.m
        turn = m.state.turn
        self.recorder.told(m, action)
        viewer = self.people[0] if len(self.people) == 1 else action.seat
        # Who answers nothing is not told of: that one was asked would tell what is in that hand.
        decision = m.state.decision
        silent = decision is not None and decision.kind == "react" and action.option == PASS
        line = shown_action(m, action, viewer)
        self.told.append("" if silent else f"{turn} {seat_name(action.seat)}: {line}")
        if not self.quiet and not silent:
            say(f"  {self.told[-1]}")

    def _person(self, seat: int) -> None:
        """Shows the table and asks until there is an action, or the person leaves."""
        if self.terminal:
            self._show(seat)
        while not self.m.over:
            line = self.ask("> ").strip()
            self.lines += 1
            if not line:
                continue
            try:
                if self._obey(line, seat):
                    return
            except DeckkitError as error:
                if not self.terminal:
                    where = Text("line {line} of the input", {"line": self.lines})
                    raise InputError(error.what, where, error.do) from None
                say(error.what.render(self.lang))
                if str(error.do):
                    say("  " + error.do.render(self.lang))

    def _obey(self, line: str, seat: int) -> bool:
        """Carries a line out; true where it is somebody else's turn to speak, or the table has changed."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        command = self._COMMANDS.get(word.lower()) if word.lower() in self._WITH or not rest else None
        if command is not None:
            return command(self, rest, seat)
        self._do(self._action(line))
        return True

    def _action(self, text: str) -> Action:
        legal = self.m.legal_actions()
        if text.isdigit():
            if 1 <= int(text) <= len(legal):
                return legal[int(text) - 1]
            what = Text("there is no action number {number}", {"number": text})
            raise InputError(what, "", Text("use a number from 1 to {most}", {"most": len(legal)}))
        if self.m.state.decision is not None:
            # An answer may be given alone.
            short = " ".join(["choose", *text.split()])
            found = next((one for one in legal if self.m.notation(one) == short), None)
            if found is not None:
                return found
        return read_action(self.m, text)

    # -- commands --------------------------------------------------------------------------------------------------

    def _show(self, seat: int) -> bool:
        say()
        for line in board_lines(self.m, seat, self.lang):
            say(line)
        return self._actions(seat)

    def _actions(self, seat: int) -> bool:
        m = self.m
        decision = m.state.decision
        if decision is not None:
            source = m.state.things[decision.source] if decision.source >= 0 else None
            kind = Words(m.rules.game).text("decisions", decision.kind)
            values = {"kind": kind, "card": source.handle if source is not None else ""}
            known = source is not None and visible(m, source, seat)
            text = Text("a decision: {kind} ({card})", values) if known else Text("a decision: {kind}", values)
            say(text.render(self.lang))
        for number, action in enumerate(m.legal_actions(), 1):
            say(f"{number:>3}  {m.notation(action)}")
        return False

    def _help(self, _rest: str, _seat: int) -> bool:
        for name, text in _HELP:
            say(f"  {name:<12} {text.render(self.lang)}")
        return False

    def _undo(self, _rest: str, seat: int) -> bool:
        """Takes back everything since this person's last action, that one included."""
        m = self.m
        while m.history:
            action = m.undo()
            self.told.pop()
            self.recorder.moves.pop()
            if action.seat == seat:
                break
        else:
            say(tr("there is nothing to undo", self.lang))
            return False
        return True

    def _preview(self, rest: str, _seat: int) -> bool:
        from deckkit.engine.view import preview

        found = preview(self.m, self._action(rest))
        for event in found["events"]:
            say("  " + event)
        if not found["certain"]:
            say("  " + tr("chance or a hidden card takes part: it may come differently", self.lang))
        return False

    def _save(self, rest: str, _seat: int) -> bool:
        if not rest:
            raise InputError(Text("where to?"), "", Text("name a file: save FILE"))
        self.save(Path(rest))
        return False

    def save(self, file: Path) -> None:
        """Writes the game so that it can be taken up again."""
        from deckkit.cli.play import write_file
        from deckkit.engine.saving import seal, to_json

        replay = self.recorder.replay(self.m)
        document = {**to_json(self.m), "replay": replay.text(), "digest": replay.digest, "pilots": self.names}
        document["seal"] = seal(document)
        write_file(file, json.dumps(document, ensure_ascii=False) + "\n")
        say(tr("the game is saved in {file}", self.lang, file=str(file)))

    def _log(self, _rest: str, _seat: int) -> bool:
        for line in filter(None, self.told):
            say("  " + line)
        return False

    def _concede(self, _rest: str, seat: int) -> bool:
        self.recorder.moves.append(f"concede {seat_name(seat)}")
        concede(self.m, seat)
        return True

    def _quit(self, _rest: str, _seat: int) -> bool:
        raise _LeftError

    #: Commands that take something after them.
    _WITH = frozenset({"preview", "save"})
    _COMMANDS: dict[str, Callable[[Session, str, int], bool]] = {  # noqa: RUF012 - never changed
        "help": _help,
        "?": _help,
        "view": lambda self, _rest, seat: self._show(seat),
        "actions": lambda self, _rest, seat: self._actions(seat),
        "preview": _preview,
        "undo": _undo,
        "save": _save,
        "log": _log,
        "concede": _concede,
        "quit": _quit,
        "q": _quit,
    }
