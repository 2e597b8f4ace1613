# SPDX-License-Identifier: Apache-2.0
"""What a process holds, as the kernel reports it."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Footprint:
    """Descriptors and threads are exact; memory moves a little in any healthy process."""

    descriptors: int
    threads: int
    resident_kib: int
    peak_kib: int


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def footprint(pid: int) -> Footprint:
    """Of a living process."""
    status = _status(pid)
    return Footprint(
        descriptors=len(list(Path(f"/proc/{pid}/fd").iterdir())),
        threads=int(status["Threads"]),
        resident_kib=int(status["VmRSS"].split()[0]),
        peak_kib=int(status["VmHWM"].split()[0]),
    )


def children(pid: int) -> list[int]:
    """Processes that a process started and that are still there, the dead unburied among them."""
    found: list[int] = []
    # Not by a pattern: a process that ends meanwhile would end the search.
    for child in filter(str.isdecimal, os.listdir("/proc")):
        try:
            # The name in parentheses may hold anything, so count from its end.
            parent = int(Path("/proc", child, "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(child))
    return found
