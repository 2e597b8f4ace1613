# SPDX-License-Identifier: Apache-2.0
"""Latency with and without SCHED_FIFO, idle and under load (paper 3, figure 3)."""

import shutil
import subprocess
from itertools import product

from orbweaver.model.published import papers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.pair import Pinning, Place, open_pair, pinnings
from orbweaver.run.stress import Load, stress_missing, under, workers
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import Amount, cpus_of, programs_missing, push, row_of, samples

ELEMENTS = papers().latency_profiling_ossie.setup.elements
TRANSPORT = "unix"
"""The one that all have and that adds least of its own."""
PRIORITY = 20
SCHEDULERS = ("other", "fifo")
LOADS: tuple[Load, ...] = ("idle", "busy")
FULL = Amount(100_000, 8.0, keep=2000)
QUICK = Amount(2_000, 0.3, keep=500)
ANYWHERE = Pinning("anywhere", None, None)
HOW_TO_ALLOW = "allow it with `ulimit -r 99` (limits.conf: rtprio), or run as root"


def check(orb: str, settings: Settings) -> str | None:
    """The programs, stress-ng, and the right to real-time scheduling."""
    return programs_missing(orb, settings) or stress_missing() or real_time_refused()


def real_time_refused() -> str | None:
    """This user may not use SCHED_FIFO, and what allows it."""
    if shutil.which("chrt") is None:
        return "chrt is not installed: apt-get install util-linux"
    tried = subprocess.run(
        ["chrt", "--fifo", str(PRIORITY), "true"], capture_output=True, check=False
    )
    return f"this user may not use SCHED_FIFO: {HOW_TO_ALLOW}" if tried.returncode else None


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Both schedulers, without and with others that want the processors."""
    amount = QUICK if settings.quick else FULL
    rows: list[StudyRow] = []
    for load, pinning in product(LOADS, places(settings)):
        with under(load):
            for scheduler in SCHEDULERS:
                progress(f"{scheduler}, {load}, {pinning.name}")
                found = _row(orb, settings, scheduler, pinning, amount)
                rows.append(
                    {"load": load, "pinning": pinning.name, "scheduler": scheduler, **found}
                )
    config = {"elements": ELEMENTS, "packets": amount.packets, "transport": TRANSPORT,
              "priority": PRIORITY, "load_workers": workers()}  # fmt: skip
    return Measurement(config, rows, scheduler="other and fifo")


def places(settings: Settings) -> list[Pinning]:
    """Both programs on one processor, as the paper's machine had it; and where the kernel likes."""
    return [pinnings(cpus_of(settings))[0], ANYWHERE]


def _row(
    orb: str, settings: Settings, scheduler: str, pinning: Pinning, amount: Amount
) -> StudyRow:
    options = ("--scheduler", scheduler, "--priority", str(PRIORITY))
    place = Place(TRANSPORT, pinning, settings.bin, options, options)
    with open_pair(orb, place) as pair:
        return row_of(push(pair, samples(ELEMENTS), amount))
