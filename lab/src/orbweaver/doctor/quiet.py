# SPDX-License-Identifier: Apache-2.0
"""Whether the machine is quiet: what else runs, and at which clock rate."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.run.governor import governor

LOOK_SECONDS = 0.5
BUSY_SHARE = 0.1
"""Of one processor: a process that takes more than that is named."""
SHOWN = 3


def disturbances() -> list[Finding]:
    """What may disturb a measurement that begins now."""
    found = (check_load(os.getloadavg()[0], len(os.sched_getaffinity(0))), check_governor(),
             check_busy())  # fmt: skip
    return [one for one in found if one.status != "ok"]


def check_load(load: float, processors: int) -> Finding:
    """Others that want to run: a tenth of the processors is what a quiet desktop takes."""
    words = f"{load:.2f} on {processors} processors in the last minute"
    if load <= max(0.2, 0.1 * processors):
        return Finding("load", "ok", words)
    return Finding("load", "warn", words, "stop what else runs, and wait a minute")


def check_governor(sys: Path = Path("/sys")) -> Finding:
    """A governor that saves power changes the clock rate while it is measured."""
    name = governor(sys)
    if name is None:
        return Finding("governor", "ok", "none to be seen: the host or the firmware decides")
    if name == "performance":
        return Finding("governor", "ok", name)
    fix = "cpupower frequency-set -g performance (as root)"
    return Finding("governor", "warn", f"{name}: the clock rate changes with the load", fix)


def check_busy(
    proc: Path = Path("/proc"), wait: Callable[[], None] = lambda: time.sleep(LOOK_SECONDS)
) -> Finding:
    """Processes that take a processor's time just now; ours and our launchers do not count."""
    begun, before = time.monotonic(), _ticks(proc)
    wait()
    lasted = max(time.monotonic() - begun, 1e-3) * os.sysconf("SC_CLK_TCK")
    after = _ticks(proc)
    shares = {
        pid: (ticks - before[pid][1]) / lasted
        for pid, (_, ticks) in after.items() if pid in before and pid != os.getpid()
    }  # fmt: skip
    busy = sorted((pid for pid in shares if shares[pid] > BUSY_SHARE), key=lambda pid: -shares[pid])
    if not busy:
        return Finding("other processes", "ok", "none is busy")
    words = ", ".join(f"{after[pid][0]} ({pid}) {100 * shares[pid]:.0f} %" for pid in busy[:SHOWN])
    more = f" and {len(busy) - SHOWN} more" if len(busy) > SHOWN else ""
    return Finding("other processes", "warn", f"busy: {words}{more}", "stop them, or wait")


def _ticks(proc: Path) -> dict[int, tuple[str, int]]:
    """Name and processor time of every process."""
    found: dict[int, tuple[str, int]] = {}
    for path in proc.iterdir():
        if not path.name.isdecimal():
            continue
        try:
            head, _, rest = (path / "stat").read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        found[int(path.name)] = head.partition("(")[2], int(fields[11]) + int(fields[12])
    return found
