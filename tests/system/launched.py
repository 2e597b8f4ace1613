# SPDX-License-Identifier: Apache-2.0
"""The command `orbweaver` as a process whose components a test may find, strike and count.

Everything it starts carries a mark in its environment, so that whatever stays is found wherever it
went; sockets are known by the names that the marked processes held.
"""

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from footprint import children

MARK = "ORBWEAVER_TEST_MARK"
WATCHDOG_S = 120
LOOK_EVERY_S = 0.003


class NeverHappened(AssertionError):
    """What a test waited for did not come."""


def until(condition: Callable[[], bool]) -> None:
    """Looks again and again, up to a generous watchdog."""
    deadline = time.monotonic() + WATCHDOG_S
    between = threading.Event()
    while not condition():
        if time.monotonic() > deadline:
            raise NeverHappened(f"not within {WATCHDOG_S} s")
        between.wait(LOOK_EVERY_S)


@dataclass(frozen=True)
class Said:
    """How a command ended, what it said on standard error, and when."""

    status: int
    lines: list[str]
    first_line_at: float
    ended_at: float


class Launched:
    """A running `orbweaver …`; make it with a private temporary folder."""

    def __init__(self, arguments: list[str], programs: Path, temporary: Path) -> None:
        self.mark = uuid.uuid4().hex
        self.temporary = temporary
        temporary.mkdir(exist_ok=True)
        environment = {
            **os.environ, MARK: self.mark, "ORBWEAVER_BIN": str(programs), "TMPDIR": str(temporary),
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "orbweaver", *arguments],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._lines: list[tuple[float, str]] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._lines.append((time.monotonic(), line.rstrip("\n")))

    @property
    def is_over(self) -> bool:
        """It has ended by itself."""
        return self.process.poll() is not None

    def component(self, name: str) -> int:
        """The process of a component; 0 if it is not there."""
        for pid in children(self.process.pid):
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"--name" in words and words[words.index(b"--name") + 1] == name.encode():
                return pid
        return 0

    def await_component(self, name: str) -> int:
        """The process of a component, once it is there."""
        until(lambda: self.component(name) != 0 or self.is_over)
        return self.component(name)

    def marked(self) -> list[int]:
        """All living processes of this command, itself among them."""
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if self._is(pid)]

    def _is(self, pid: int) -> bool:
        try:
            return f"{MARK}={self.mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False

    def sockets(self) -> set[str]:
        """Names of the unix sockets that its processes hold now."""
        held = {inode for pid in self.marked() for inode in _socket_inodes(pid)}
        return {name for inode, name in _named_unix_sockets() if inode in held}

    def finish(self) -> Said:
        """Waits until it has ended and everything it said was read."""
        try:
            status = self.process.wait(WATCHDOG_S)
        except subprocess.TimeoutExpired:
            raise NeverHappened(f"`orbweaver` did not end within {WATCHDOG_S} s") from None
        ended_at = time.monotonic()
        self._listener.join(WATCHDOG_S)
        first = self._lines[0][0] if self._lines else ended_at
        return Said(status, [line for _, line in self._lines], first, ended_at)

    def left_behind(self, sockets: set[str]) -> list[str]:
        """What is still there: its processes, the sockets it held, files."""
        names = {name for _, name in _named_unix_sockets()}
        return [
            *(f"process {pid} ({_command_line(pid)})" for pid in self.marked()),
            *(f"socket {name}" for name in sorted(sockets & names)),
            *(f"file {path}" for path in sorted(_all_below(self.temporary))),
        ]

    def destroy(self) -> None:
        """Kills what is left, so that one failing test does not disturb the next."""
        for pid in self.marked():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(WATCHDOG_S)
        self._listener.join(WATCHDOG_S)
        assert self.process.stderr is not None
        self.process.stderr.close()


def _socket_inodes(pid: int) -> set[str]:
    inodes: set[str] = set()
    try:
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            target = os.readlink(descriptor)
            if target.startswith("socket:["):
                inodes.add(target[len("socket:[") : -1])
    except OSError:
        pass  # it, or the descriptor, is gone
    return inodes


def _named_unix_sockets() -> list[tuple[str, str]]:
    rows = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    return [(row[6], row[7]) for row in rows if len(row) > 7]


def _all_below(top: Path) -> list[str]:
    # Not by a pattern: a folder that goes meanwhile would end the search.
    return [
        os.path.join(folder, name)
        for folder, folders, files in os.walk(top)
        for name in folders + files
    ]


def _command_line(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return "gone meanwhile"
    return b" ".join(words).decode(errors="replace")[:80]
