# SPDX-License-Identifier: Apache-2.0
"""A real browser, spoken to over a pipe by its own debugging protocol; it opens no port."""

import base64
import json
import os
import select
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SILENCE_LIMIT_S = 120
"""Seconds without output after which a test fails, because the browser hangs."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_browser() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass
class Browser:
    """One page of a browser without a window, what it complained of and what it asked for."""

    commands: int
    events: int
    session: str = ""
    last: int = 0
    rest: bytes = b""
    complaints: list[str] = field(default_factory=list[str])
    requests: list[str] = field(default_factory=list[str])
    seen: set[str] = field(default_factory=set[str])

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """One command, and its answer; events that come meanwhile are kept."""
        self.last += 1
        message: dict[str, Any] = {"id": self.last, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def receive(self) -> dict[str, Any]:
        """The next message; what it says of errors and of requests is kept."""
        while b"\0" not in self.rest:
            readable, _, _ = select.select([self.events], [], [], SILENCE_LIMIT_S)
            assert readable, "the browser is silent"
            more = os.read(self.events, 1 << 20)
            assert more, "the browser has gone"
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, params: dict[str, Any]) -> None:
        self.seen.add(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(params["exceptionDetails"])[:500])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("warning", "error"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("warning", "error"):
            self.complaints.append(json.dumps(params["args"])[:500])

    def open(self, page: Path, width: int, height: int, dark: bool = False) -> None:
        """Show a file at a size, and wait until its charts are drawn."""
        self.load(page, width, height, dark)
        self.value("new Promise(done => { const look = () => document.documentElement.dataset.drawn"
                   " ? done(1) : setTimeout(look, 20); look(); })")  # fmt: skip

    def load(self, page: Path, width: int, height: int, dark: bool = False) -> None:
        """Show a file at a size, and wait until the browser has read it."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", media="screen", features=[scheme])
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)  # fmt: skip
        self.seen.discard("Page.loadEventFired")
        self.send("Page.navigate", url=page.absolute().as_uri())
        while "Page.loadEventFired" not in self.seen:
            self.receive()

    def value(self, expression: str) -> Any:
        """What an expression is in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)  # fmt: skip
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def screenshot(self, **clip: float) -> bytes:
        """A picture of what is seen, or of a part of the page, as PNG."""
        more = {"clip": {**clip, "scale": 1}, "captureBeyondViewport": True} if clip else {}
        return base64.b64decode(self.send("Page.captureScreenshot", format="png", **more)["data"])

    def pdf(self) -> bytes:
        """The page as it prints."""
        self.send("Emulation.setEmulatedMedia", media="", features=[])
        self.send("Emulation.clearDeviceMetricsOverride")
        answer = self.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        return base64.b64decode(answer["data"])


@contextmanager
def browser(program: str, profile: Path) -> Generator[Browser]:
    """Start one with an empty profile, without a network; it is gone afterwards."""
    command_read, command_write = os.pipe()
    event_read, event_write = os.pipe()

    def take_pipes() -> None:
        read, write = os.dup(command_read), os.dup(event_write)
        os.dup2(read, 3)
        os.dup2(write, 4)

    process = subprocess.Popen(
        [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
         "--disable-background-networking", "--disable-component-update", "--no-first-run",
         "--disable-dev-shm-usage", "--proxy-server=127.0.0.1:9", "--hide-scrollbars",
         f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=take_pipes,  # noqa: PLW1509
        close_fds=False, start_new_session=True,
    )  # fmt: skip
    os.close(command_read)
    os.close(event_write)
    try:
        page = Browser(command_write, event_read)
        target = page.send("Target.createTarget", url="about:blank")["targetId"]
        attached = page.send("Target.attachToTarget", targetId=target, flatten=True)
        page.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.send(f"{domain}.enable")
        yield page
    finally:
        os.close(command_write)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()
        os.close(event_read)
