# SPDX-License-Identifier: Apache-2.0
"""Sends millions of packets through four stages with random delays, and counts every one.

endurance.py [--packets 10000000] [--transports shm,unix,tcp] [--seed 1] [--elements 8]

The stages are of every kind: one that works on the ORB's thread, a parallel one, one with a worker,
and the last. Each delays packets at random, seeded, mostly not at all and now and then for so long
that the queues fill. Every packet must reach every stage, in order; the components' memory must be
flat: its slope over the run, after a first quarter to warm up, is reported and has a bound.
"""

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass

from orbweaver.model.events import StageReport
from orbweaver.problems import Problem
from orbweaver.run import programs
from orbweaver.run.pipeline import run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits
from watch import Watch

TRANSPORTS = ("shm", "unix", "tcp")
KINDS: tuple[list[str], ...] = ([], ["--parallel", "2"], ["--worker"], [])
"""What distinguishes the four stages."""

MAY_GROW_KIB = 2 * 1024
"""From the first quarter's end to the run's: allocators keep some, but not in proportion."""

ENOUGH_LOOKS = 8


class Broken(Exception):
    """A packet was lost or out of order, or memory grew."""


@dataclass(frozen=True)
class Endurance:
    """What a run is made of."""

    packets: int
    transport: str
    seed: int = 1
    elements: int = 8

    def commands(self) -> list[Command]:
        """The programs, first to last."""
        shared = ["--transport", self.transport, "--call-timeout-ms", "60000"]
        first = ["--packets", str(self.packets), "--elements", str(self.elements), *shared]
        program = programs.locate("orbweaver-stage")
        stages = [
            Command(f"stage{n}", program, [*self._stage(n), *kind, *shared])
            for n, kind in enumerate(KINDS, 1)
        ]
        return [Command("producer", programs.locate("orbweaver-producer"), first), *stages]

    def _stage(self, number: int) -> list[str]:
        return ["--work-ms", "0", "--delay", f"random:{self.seed * 100 + number}"]


def check_stage(name: str, stage: StageReport, packets: int) -> None:
    """Exact count, exact order, coming and going."""
    if (stage.received, stage.lost) != (packets, 0):
        raise Broken(f"{name} received {stage.received} of {packets} packets, lost {stage.lost}")
    disorder = stage.reordered_previous, stage.reordered_original, stage.reordered_out
    if any(disorder):
        raise Broken(f"{name} saw packets out of order: {disorder}")


def slope_kib_per_s(at: list[float], sizes: list[int]) -> float:
    """Of the line that fits best."""
    middle_at, middle = sum(at) / len(at), sum(sizes) / len(sizes)
    spread = sum((t - middle_at) ** 2 for t in at)
    both = zip(at, sizes, strict=True)
    return sum((t - middle_at) * (size - middle) for t, size in both) / spread if spread else 0.0


def check_memory(watch: Watch) -> list[str]:
    """Every component's memory is flat; one line about each."""
    lines: list[str] = []
    for pid, looks in watch.seen.items():
        name, quarter = watch.names[pid], len(looks) // 4
        if len(looks) < ENOUGH_LOOKS:
            raise Broken(f"the run was over after {len(looks)} looks at {name}: send more packets")
        at, sizes = watch.at[pid][quarter:], [look.resident_kib for look in looks[quarter:]]
        slope = slope_kib_per_s(at, sizes)
        grown = slope * (at[-1] - at[0])
        line = f"{name}: {sizes[0]} to {sizes[-1]} KiB, slope {slope:+.2f} KiB/s"
        if grown > MAY_GROW_KIB:
            raise Broken(f"the memory of a component grew, {line}")
        lines.append(line)
    return lines


def endure(run: Endurance, look_every_s: float) -> None:
    """Fails: Broken or the launcher's Problem."""
    started = time.monotonic()
    with Watch(look_every_s) as watch:
        outcome = run_pipeline(run.commands(), Limits(ready=30, idle=90, total=24 * 3600))
    seconds = time.monotonic() - started
    for name, stage in outcome.stages:
        check_stage(name, stage, run.packets)
        if stage.transport not in (None, run.transport):
            raise Broken(f"{name} went over {stage.transport}, not {run.transport}")
    memory = check_memory(watch)
    print(f"{run.transport}: {run.packets} packets through {len(KINDS)} stages in {seconds:.1f} s, "
          f"all there, in order, seed {run.seed}")  # fmt: skip
    for line in sorted(memory):
        print(f"  {line}")


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--packets", type=int, default=10_000_000)
    parser.add_argument("--transports", default=",".join(TRANSPORTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elements", type=int, default=8)
    parser.add_argument("--look-every-s", type=float, default=0.5)
    chosen = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="endurance-") as name:
            os.environ["TMPDIR"] = name
            for transport in chosen.transports.split(","):
                run = Endurance(chosen.packets, transport, chosen.seed, chosen.elements)
                endure(run, chosen.look_every_s)
    except (Broken, Problem) as failure:
        print(f"endurance: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
