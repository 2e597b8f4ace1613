# SPDX-License-Identifier: Apache-2.0
"""Whether a process does anything at all.

A process that waits for its work, or does it, changes these counters; one that is blocked for good
does not. Reading them once in a while shows a hang without the program's help.
"""

import os
from pathlib import Path


def _tasks(pid: int) -> list[Path]:
    folder = Path(f"/proc/{pid}/task")
    try:
        return [folder / name for name in os.listdir(folder)]
    except OSError:
        return []


def activity(pid: int) -> int:
    """A number that grows while any thread of the process runs or wakes; 0 if it is gone."""
    total = 0
    for task in _tasks(pid):
        try:
            status = (task / "status").read_text()
            stat = (task / "stat").read_text()
        except OSError:
            continue
        total += sum(
            int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line
        )
        # utime and stime: fields 14 and 15, counted behind the name, which may hold spaces.
        fields = stat.rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total
