# SPDX-License-Identifier: Apache-2.0
"""Keeps the processors busy: stress-ng, in the place of the paper's compiler runs."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from pathlib import Path
from typing import Literal

from orbweaver.problems import JobFailed

Load = Literal["idle", "busy"]
INSTALL = "apt-get install stress-ng"
PER_PROCESSOR = 2
START_SECONDS = 10.0
LONGEST_SECONDS = 120.0
"""It ends by itself then, whatever becomes of us, unless the caller says another time."""


def stress_missing() -> str | None:
    """stress-ng is not there: the command that installs it."""
    return None if shutil.which("stress-ng") else f"stress-ng is not installed: {INSTALL}"


def workers() -> int:
    """How many want a processor all the time."""
    return PER_PROCESSOR * len(os.sched_getaffinity(0))


@contextlib.contextmanager
def under(load: Load, longest_seconds: float = LONGEST_SECONDS) -> Generator[None]:
    """Within, the processors are loaded as wanted. The load ends with us, also if we are killed."""
    if load == "idle":
        yield
        return
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "TERM", "stress-ng", "--quiet", "--cpu", str(workers()),
         "--timeout", f"{longest_seconds:.0f}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        _await_begin(process)
        yield
        if process.poll() is not None:
            raise JobFailed(f"stress-ng ended with status {process.returncode} before its time")
    finally:
        _end(process)


def _await_begin(process: subprocess.Popen[bytes]) -> None:
    """From then on it keeps the processors busy, and ends with us."""
    deadline = time.monotonic() + START_SECONDS
    name = Path(f"/proc/{process.pid}/comm")
    while process.poll() is None and not name.read_text().startswith("stress-ng"):
        if time.monotonic() > deadline:
            raise JobFailed(f"stress-ng did not start within {START_SECONDS:g} s")
        time.sleep(0.01)


def _end(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
            break
