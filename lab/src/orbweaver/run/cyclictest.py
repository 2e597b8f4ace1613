# SPDX-License-Identifier: Apache-2.0
"""The longest wake-up of this machine, by the known tool `cyclictest`: the limit of a late call."""

import json
import subprocess
import tempfile
from pathlib import Path

from orbweaver.problems import JobFailed
from orbweaver.run.tools import find_tool

INSTALL = "apt-get install rt-tests"
TOOL = "cyclictest"
INTERVAL_US = 1000
PATIENCE_SECONDS = 20.0
"""Beyond the time that it was given."""


def cyclictest_missing() -> str | None:
    """It is not there: the command that installs it."""
    return None if find_tool(TOOL) else f"{TOOL} is not installed: {INSTALL}"


def longest_wakeup_us(
    seconds: int, processor: int, scheduler: str, priority: int, tool: str | None = None
) -> float:
    """Of a thread that sleeps on `processor` and wants to wake each millisecond.

    `scheduler` is `fifo` or `other`. Blocks for `seconds`. Raises JobFailed.
    """
    program = tool or find_tool(TOOL)
    if program is None:
        raise JobFailed(f"{TOOL} is not installed: {INSTALL}")
    at = [f"--priority={priority}"] if scheduler == "fifo" else []
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        report = Path(folder) / "report.json"
        _run([program, "--quiet", "--mlockall", f"--json={report}", f"--interval={INTERVAL_US}",
              f"--duration={seconds}", f"--affinity={processor}", "--threads=1",
              f"--policy={scheduler}", *at],
             seconds + PATIENCE_SECONDS)  # fmt: skip
        return _longest(report)


def _run(command: list[str], patience_seconds: float) -> None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=patience_seconds, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        raise JobFailed(f"{TOOL} did not end within {patience_seconds:g} s") from None
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip()).splitlines()
        why = words[-1] if words else "it said nothing"
        raise JobFailed(f"{TOOL} ended with status {done.returncode}: {why}")


def _longest(report: Path) -> float:
    try:
        threads = json.loads(report.read_text())["thread"]
        return max(float(thread["max"]) for thread in threads.values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise JobFailed(f"{TOOL} wrote no report that can be read: {problem}") from None
