# SPDX-License-Identifier: Apache-2.0
"""Starts the programs that the build made, as the peers' CONTRACT.md says, and ends them again."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import pytest

ROOT = Path(__file__).resolve().parents[1]
READY_WITHIN_S = 120
ENDS_WITHIN_S = 120
OTHER_ORBS = ("omniorb-", "jacorb-", "tao-")

Line = dict[str, Any]


def path_of(program: str) -> Path:
    """Where the build puts a program; skips the test, saying why, if it is not there."""
    release = ROOT / "build/release/bin"
    path = Path(os.environ.get("ORBWEAVER_BIN", release)) / program
    if program.startswith(OTHER_ORBS) and not path.exists():
        path = release / program  # other ORBs are not built with our sanitizers
    if not path.exists():
        pytest.skip(f"{program} is not built: {path} does not exist")
    return path


def offers_transport(name: str) -> bool:
    """Whether our programs know the transport."""
    reported = subprocess.run(
        [path_of("orbweaver-stage"), "--help"], capture_output=True, text=True, check=True
    )
    (line,) = (line for line in reported.stdout.splitlines() if "--transport" in line)
    return name in line


def run_native(words: list[str]) -> int:
    """The command `orbweaver`; what it prints is printed here. Gives its status."""
    done = subprocess.run(
        [path_of("orbweaver"), *words], capture_output=True, text=True, check=False
    )
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    return done.returncode


def lines_of(text: str) -> list[Line]:
    """The JSON objects that a program printed, one a line."""
    return [json.loads(line) for line in text.splitlines()]


@dataclass
class Running:
    """A program that printed its ready line."""

    process: subprocess.Popen[str]
    ready: Line

    @property
    def ior(self) -> str:
        """The reference that it serves."""
        return cast(str, self.ready["ior"])

    @property
    def pid(self) -> int:
        """Its process."""
        return self.process.pid

    def wait(self) -> int:
        """Its exit status, once it ends by itself."""
        return self.process.wait(ENDS_WITHIN_S)

    def end(self) -> int:
        """Ends it the gentle way, by the end of its standard input, and returns its exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.wait()


def _first_line(process: subprocess.Popen[str], program: str) -> Line:
    assert process.stdout is not None
    readable, _, _ = select.select([process.stdout], [], [], READY_WITHIN_S)
    line = process.stdout.readline() if readable else ""
    assert line, f"{program} printed no line within {READY_WITHIN_S} s; status {process.poll()}"
    return cast(Line, json.loads(line))


@contextmanager
def running(
    program: str,
    *options: str,
    environment: dict[str, str] | None = None,
    within: Sequence[str] = (),
    errors: IO[str] | None = None,
) -> Generator[Running, None, None]:
    """A program from its ready line on, whatever its environment adds to ours; gone afterwards.

    `within`: a command that runs it, as setpriv does. `errors`: where its standard error goes.
    """
    process = subprocess.Popen(
        [*within, path_of(program), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=os.environ | (environment or {}),
    )
    try:
        ready = _first_line(process, program)
        assert ready.get("event") == "ready", f"{program} printed {ready}"
        yield Running(process, ready)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
