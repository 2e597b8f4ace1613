"""A bench program (peers/CONTRACT.md): started, asked one command at a time, ended."""

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from orbweaver.problems import JobFailed
from orbweaver.run.events import Garbage, parse_object, shown
from orbweaver.run.lines import LineReader

START_SECONDS = 20.0
ANSWER_SECONDS = 120.0
END_SECONDS = 5.0


class Refused(JobFailed):
    """The program says that it cannot do this: a transport, a case or a size that it lacks."""


class BenchProgram:
    """One program that lives on between commands, so that blocks of several can be interleaved."""

    def __init__(
        self,
        program: Path,
        arguments: list[str],
        environment: Mapping[str, str] | None = None,
        wrapper: Sequence[str] = (),
    ) -> None:
        self.name = program.name
        self._popen = subprocess.Popen(
            [*wrapper, str(program), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        assert self._popen.stdout and self._popen.stderr
        self._lines = LineReader(os.dup(self._popen.stdout.fileno()))
        self._waiting: list[bytes] = []
        try:
            ready = self._read("ready", START_SECONDS)
            self.reference = str(ready.get("reference", ""))
            self.first_call_ns = float(str(ready.get("first_call_ns", "nan")))
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id, until `close`."""
        return self._popen.pid

    def ask(self, command: Mapping[str, object]) -> dict[str, object]:
        """Give one command and wait for its answer; raises Refused, JobFailed."""
        self.give(command)
        return self.answer()

    def give(self, command: Mapping[str, object]) -> None:
        """Give one command and go on: others may be given theirs before `answer`."""
        assert self._popen.stdin
        try:
            self._popen.stdin.write(json.dumps(command).encode() + b"\n")
        except BrokenPipeError:
            raise JobFailed(f"{self.name} ended by itself") from None

    def answer(self) -> dict[str, object]:
        """Wait for the answer to the command that was given; raises Refused, JobFailed."""
        return self._read("measured", ANSWER_SECONDS)

    def close(self) -> None:
        """End it, kindly at first; nothing that it started survives."""
        if self._popen.stdin:
            self._popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(END_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self._lines.close()
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream:
                stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self, wanted: str, seconds: float) -> dict[str, object]:
        line = self._next_line(time.monotonic() + seconds)
        try:
            answer = parse_object(line)
        except Garbage as problem:
            raise JobFailed(f"{self.name} printed {problem}") from None
        if answer.get("event") == "error":
            raise Refused(f"{self.name}: {answer.get('error')}")
        if answer.get("event") != wanted:
            raise JobFailed(f"{self.name} printed no '{wanted}' line but {shown(line)}")
        return answer

    def _next_line(self, deadline: float) -> bytes:
        while not self._waiting:
            left = deadline - time.monotonic()
            if left <= 0:
                raise JobFailed(f"{self.name} does not answer: it is stopped or hangs")
            select.select([self._lines.fd], [], [], left)
            self._waiting = self._lines.read()
            if not self._waiting and not self._lines.open:
                raise self._ended()
        return self._waiting.pop(0)

    def _ended(self) -> JobFailed:
        status = self._popen.wait()
        assert self._popen.stderr
        words = shown(
            self._popen.stderr.read(4096).splitlines()[-1:][0] if status == 2 else b"", 200
        )
        if status == 2:
            return Refused(words or f"{self.name} refused its options")
        return JobFailed(f"{self.name} ended with status {status} before it answered")
