"""A headless Chromium for tests, driven over a pipe (DevTools protocol) with the standard library alone."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Browser", "browser", "find_browser"]

_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-extensions",
    ),
    *(
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--remote-debugging-pipe",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ),
)


def find_browser() -> str | None:
    """The path of Chromium, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One tab. ``requests`` are the addresses that the page asked for, ``complaints`` what the console said."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._rest, self._next = to, back, b"", 0
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._loaded = False
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """A command to the tab and its answer."""
        return self._call(method, self._session, **params)

    def open(self, path: Path, width: int, *, dark: bool = False, media: str = "") -> None:
        """Loads a page at a width, and waits for it."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.requests.clear()
        self.complaints.clear()
        self._loaded = False
        self.call("Page.navigate", url=path.as_uri())
        while not self._loaded:
            self._event(self._receive())

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def picture(self, whole: bool = True) -> bytes:
        """A PNG of the page."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def printed(self) -> bytes:
        """The page as PDF."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])

    def _call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        self._next += 1
        number = self._next
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self._event(answer)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._back, 1 << 16)
            if not more:
                raise RuntimeError("the browser has gone")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def _event(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Log.entryAdded":
                self.complaints.append(params["entry"]["text"])
            case "Runtime.consoleAPICalled" | "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(params))
            case "Page.loadEventFired":
                self._loaded = True


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a new profile in ``profile``; it is closed at the end."""
    path = find_browser()
    assert path is not None
    theirs_in, to = os.pipe()
    back, theirs_out = os.pipe()

    def pipes() -> None:
        # The browser reads commands from 3 and answers on 4.
        first, second = os.dup(theirs_in), os.dup(theirs_out)
        os.dup2(first, 3)
        os.dup2(second, 4)

    process = subprocess.Popen(
        [path, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
        preexec_fn=pipes,
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(profile)},
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        tab = Browser(to, back)
        yield tab
        tab._call("Browser.close")
    finally:
        os.close(to)
        os.close(back)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
