# SPDX-License-Identifier: Apache-2.0
"""One program under the lab's eyes: started, read line by line, its end observed.

Standard input is a pipe that is never written to: the liveness signal of the contract. When the
lab dies, by whatever means, the kernel closes it and the program leaves. A domain gets a signal.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from orbweaver.model.events import Frame, Ready, Result
from orbweaver.problems import BadInput
from orbweaver.run.end_with_this_tool import end_with_this_tool
from orbweaver.run.lines import LineReader

STDERR_LINES_KEPT = 50
TRACE_MARK = " trace: "


@dataclass(frozen=True)
class Ending:
    """How a process ended."""

    status: int
    signal: int = 0

    def describe(self) -> str:
        """The words that follow the component's name."""
        if self.signal:
            return f"was killed by {signal_name(self.signal)}"
        return f"ended with status {self.status}"


def signal_name(number: int) -> str:
    """SIGKILL for 9; a number the system has no name for stays a number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@dataclass(frozen=True)
class Command:
    """A program to start.

    A component speaks in events and serves until it is released. A job ends by itself; it prints
    plain JSON frames, or nothing that matters. A program may host several components, first to
    last, each of which speaks for itself. A domain is a job that runs the components it hosts as
    programs of its own, and passes on what they print.
    """

    name: str
    program: Path
    arguments: list[str] = field(default_factory=list[str])
    hosts: tuple[str, ...] = ()
    speaks: Literal["events", "frames", "nothing", "domain"] = "events"


class Process:
    """A started program. Its process group is its own, so that nothing it starts survives it."""

    def __init__(self, command: Command, place: int) -> None:
        self.name = command.name
        self._names = (command.name, command.program.name)
        self.speaks = command.speaks
        self.place = place
        self.ready: Ready | None = None
        self.components = command.hosts or (command.name,)
        self.results: dict[str, Result] = {}
        self.error: str | None = None
        self.frames: list[Frame] = []
        self.failures: list[str] = []
        self.component_pids: list[int] = []
        self.ending: Ending | None = None
        self.stopped_by: int = 0
        self.stopped_at: float = 0.0
        self.messages: deque[str] = deque(maxlen=STDERR_LINES_KEPT)
        self._popen = _start(command)
        assert self._popen.stdout and self._popen.stderr
        self.stdout = LineReader(os.dup(self._popen.stdout.fileno()))
        self.stderr = LineReader(os.dup(self._popen.stderr.fileno()))
        self._popen.stdout.close()
        self._popen.stderr.close()

    @property
    def is_job(self) -> bool:
        """It ends by itself when it is done."""
        return self.speaks != "events"

    @property
    def is_done(self) -> bool:
        """Every component has reported its result, or the job has ended."""
        if self.is_job:
            return self.ending is not None
        return all(name in self.results for name in self.components)

    @property
    def owing(self) -> list[str]:
        """Its components without a result, first to last."""
        if self.is_job:
            return [] if self.is_done else [self.name]
        return [name for name in self.components if name not in self.results]

    @property
    def pid(self) -> int:
        """The process id, valid until `reap`."""
        return self._popen.pid

    def look(self, now: float) -> bool:
        """Ask the kernel for the process's state; true if it changed.

        The end is seen without reaping, so the process group stays ours to signal.
        """
        changed = self._look_for_stop(now)
        if self.ending is None:
            end = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if end is not None:
                killed = end.si_code != os.CLD_EXITED
                self.ending = Ending(0, end.si_status) if killed else Ending(end.si_status)
                self.stopped_by = 0
                changed = True
        return changed

    def _look_for_stop(self, now: float) -> bool:
        if self.ending is not None:
            return False
        with contextlib.suppress(ChildProcessError):
            info = os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WCONTINUED | os.WNOHANG)
            if info is not None:
                stopped = info.si_code == os.CLD_STOPPED
                self.stopped_by = info.si_status if stopped else 0
                self.stopped_at = now
                return True
        return False

    def read_messages(self) -> None:
        """Keep the last lines of standard error; pass on at once what -ORBtrace writes."""
        with contextlib.suppress(ValueError):
            for line in self.stderr.read():
                self._note(self.name, without_name(shown_message(line), self._names))

    def note_message(self, component: str, line: str) -> None:
        """As `read_messages`, of a component that a domain runs."""
        text = without_name(shown_message(line.encode()), (component,))
        self._note(component, text, f"{component}: ")

    def _note(self, name: str, text: str, before: str = "") -> None:
        if TRACE_MARK in text:
            print(f"{name}: {text}", file=sys.stderr, flush=True)
        else:
            self.messages.append(before + text)

    def release(self) -> None:
        """Close standard input: the program finishes what it accepted and leaves."""
        if self._popen.stdin and not self._popen.stdin.closed:
            self._popen.stdin.close()

    def send(self, number: int) -> None:
        """Signal the whole process group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def reap(self) -> None:
        """Kill what is left of the group, collect the end, give all descriptors back."""
        self.release()
        self.send(signal.SIGKILL)
        self._popen.wait()
        self.stdout.close()
        self.stderr.close()


def shown_message(line: bytes) -> str:
    """A line of standard error without control characters."""
    text = line.decode("utf-8", "backslashreplace").rstrip()
    return "".join(c if c.isprintable() else " " for c in text)


def without_name(line: str, names: tuple[str, ...]) -> str:
    """The line without the name that a program put before it; a message gets it only once."""
    for name in names:
        line = line.removeprefix(f"{name}: ")
    return line


def _start(command: Command) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            [str(command.program), *command.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # A domain leads a session, and so a scheduling group, of its components alone: the
            # system schedules what this tool does with their lines as another group. All else is
            # in our session: line_program.py says why.
            start_new_session=command.speaks == "domain",
            process_group=None if command.speaks == "domain" else 0,
            preexec_fn=end_with_this_tool if command.speaks == "domain" else None,  # noqa: PLW1509
        )
    except OSError as problem:
        raise BadInput(
            f"{command.name}: cannot start {command.program}: {problem.strerror}"
        ) from None
