# SPDX-License-Identifier: Apache-2.0
"""The processor time of a process that runs."""

from pathlib import Path

NANOSECONDS = 1e9


def processor_seconds(pid: int, root: Path = Path("/proc")) -> float:
    """Of all its threads, to the nanosecond; one that ended takes its time along.

    Linux: the first number of /proc/PID/task/*/schedstat. A process that is gone has none: 0.
    """
    return sum(map(_of_thread, (root / str(pid) / "task").glob("*/schedstat"))) / NANOSECONDS


def _of_thread(schedstat: Path) -> int:
    try:
        return int(schedstat.read_text().split()[0])
    except OSError:  # the thread has just ended
        return 0
