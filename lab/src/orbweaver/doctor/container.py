# SPDX-License-Identifier: Apache-2.0
"""What a container allows: processor time and memory, as its control groups say."""

from collections.abc import Iterator
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine

ENOUGH_BYTES = 1 << 30
UNLIMITED_BYTES = 1 << 60
"""Version 1 reports a huge number where nothing limits."""


def check_container_processor(machine: Machine) -> Finding:
    """A quota stops all programs for the rest of each period once they have used it up."""
    limits = [share for group in _groups(machine, "cpu") if (share := _share(machine, group))]
    if not limits:
        return Finding("container: processor", "ok", "no limit")
    found = (
        f"{min(limits):.2f} processors' time, then everything stands still until the next period"
    )
    return Finding("container: processor", "warn", found,
                   "start the container without --cpus and --cpu-quota; --cpuset-cpus does not "
                   "stop programs")  # fmt: skip


def _share(machine: Machine, group: Path) -> float | None:
    """Processors' worth of time, in either version's words; None: no limit."""
    words = (machine.text(group / "cpu.max") or "").split()
    if not words:
        words = [machine.text(group / f"cpu.cfs_{name}_us") or "" for name in ("quota", "period")]
    try:
        quota, period = int(words[0]), int(words[1])
    except (ValueError, IndexError):
        return None
    return quota / period if quota > 0 and period > 0 else None


def check_container_memory(machine: Machine) -> Finding:
    """Too little kills programs in the midst of a run."""
    names = ("memory.max", "memory.limit_in_bytes")
    texts = [machine.text(group / name) for group in _groups(machine, "memory") for name in names]
    limits = [int(text) for text in texts if text and text.isdecimal()]
    least = min(limits, default=UNLIMITED_BYTES)
    if least >= UNLIMITED_BYTES:
        return Finding("container: memory", "ok", "no limit")
    found = f"{least / (1 << 30):.1f} GiB"
    if least >= ENOUGH_BYTES:
        return Finding("container: memory", "ok", found)
    return Finding(
        "container: memory", "warn", found, "start the container with --memory=1g or more"
    )


def _groups(machine: Machine, controller: str) -> Iterator[Path]:
    """This process's control group and all above it; in a container it may be the root's name."""
    root = machine.sys / "fs/cgroup"
    for line in (machine.text(machine.proc / "self/cgroup") or "").splitlines():
        _, names, place = [*line.split(":", 2), "", ""][:3]
        if names and controller not in names.split(","):
            continue
        top = root / controller if names else root
        here = top / place.lstrip("/")
        yield here
        yield from (above for above in here.parents if above == top or top in above.parents)
