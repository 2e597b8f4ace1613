# SPDX-License-Identifier: Apache-2.0
"""A program that reads lines and prints lines: started, read, ended."""

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from orbweaver.model.events import shown
from orbweaver.problems import JobFailed
from orbweaver.run.lines import LineReader, LineTooLong

END_SECONDS = 5.0
LAST_WORDS = 4096
"""Bytes of its errors, of which the last line is reported."""


class ProgramEnded(JobFailed):
    """Before it had done its part, or with a bad status; `words`: its last of errors, or none."""

    def __init__(self, name: str, status: int, errors: bytes) -> None:
        last = errors.strip().splitlines()[-1:]
        self.status = status
        self.words = shown(last[0], 200).removeprefix(f"{name}: ") if last else ""
        super().__init__(f"{name} ended with status {status}: {self.words or 'it said nothing'}")


class LineProgram:
    """One program with pipes to and from it; what it says of errors never holds it up.

    It has a process group of its own, so that Ctrl-C reaches this tool alone, and stays in this
    tool's session: in sessions of their own client and server would be scheduling groups
    (sched_autogroup), and share a processor otherwise than programs of one shell.
    """

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        with ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile())
            self._popen = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                bufsize=0, process_group=0, env={**os.environ, **(environment or {})},
            )  # fmt: skip
            self._kept = stack.pop_all()
        assert self._popen.stdout
        self._lines = LineReader(os.dup(self._popen.stdout.fileno()))
        self._waiting: list[bytes] = []

    @property
    def pid(self) -> int:
        """The process id, until `close`."""
        return self._popen.pid

    def tell(self, line: bytes) -> None:
        """Hand it a line; raises JobFailed if it reads no more."""
        assert self._popen.stdin
        try:
            self._popen.stdin.write(line + b"\n")
        except BrokenPipeError:
            raise JobFailed(f"{self.name} ended by itself") from None

    def line(self, seconds: float) -> bytes:
        """The next line that it prints within this time; raises ProgramEnded, JobFailed."""
        deadline = time.monotonic() + seconds
        while not self._waiting:
            left = deadline - time.monotonic()
            if left <= 0:
                raise JobFailed(f"{self.name} does not answer: it is stopped or hangs")
            select.select([self._lines.fd], [], [], left)
            self._waiting = self._read()
            if not self._waiting and not self._lines.open:
                raise self._ended()
        return self._waiting.pop(0)

    def close(self) -> None:
        """End it, kindly at first; nothing that it started survives."""
        assert self._popen.stdin and self._popen.stdout
        self._popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(END_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self._lines.close()
        self._popen.stdout.close()
        self._kept.close()

    def _read(self) -> list[bytes]:
        try:
            return self._lines.read()
        except LineTooLong:
            raise JobFailed(f"{self.name} printed a line without an end") from None

    def _ended(self) -> JobFailed:
        try:
            status = self._popen.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return JobFailed(f"{self.name} closed its output and goes on without a word")
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - LAST_WORDS))
        return ProgramEnded(self.name, status, self._errors.read())
