# SPDX-License-Identifier: Apache-2.0
"""Calls the programs that make hosts and links."""

import subprocess

from orbweaver.problems import JobFailed
from orbweaver.run.tools import find_tool

INSTALL = "apt-get install iproute2"
SECONDS = 10.0


def missing_program() -> str | None:
    """Which of the programs is not there, with the command that installs it."""
    missing = [name for name in ("ip", "tc") if find_tool(name) is None]
    return f"{missing[0]} is not installed: {INSTALL}" if missing else None


def call(*words: str, seconds: float = SECONDS) -> str:
    """Run it to its end and give what it printed; raises JobFailed with what it complained of.

    It has a session of its own: Ctrl-C does not interrupt what makes or removes.
    """
    try:
        done = subprocess.run(
            [find_tool(words[0]) or words[0], *words[1:]], capture_output=True, text=True,
            check=False, timeout=seconds, start_new_session=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise JobFailed(f"{' '.join(words)}: {problem}") from None
    if done.returncode:
        complaint = (done.stderr.strip() or f"status {done.returncode}").splitlines()[0]
        raise JobFailed(f"{' '.join(words)}: {complaint}")
    return done.stdout
