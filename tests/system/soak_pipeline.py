"""Runs a short pipeline again and again and looks for what it leaves behind.

soak_pipeline.py [--runs 1000] [--orb orbweaver] [--messaging oneway|twoway] [--worker]

Every run starts a producer and two stages as processes of their own, through the lab's launcher.
A hang, a lost packet, a process, descriptor, thread or file that stays, or memory that grows ends
the soak with one line and status 1.
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from footprint import Footprint, children, footprint
from orbweaver.problems import Problem
from orbweaver.run import programs
from orbweaver.run.pipeline import run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits

WARM_UP_RUNS = 5
MAY_GROW_KIB = 16 * 1024
LIMITS = Limits(total=60)


class Leak(Exception):
    """Something stayed that should be gone."""


@dataclass(frozen=True)
class Pipeline:
    """What each run is made of."""

    orb: str = "orbweaver"
    packets: int = 20
    messaging: str = "oneway"
    worker: bool = False

    def commands(self) -> list[Command]:
        """The programs, first to last."""
        shared = ["--messaging", self.messaging]
        stage = [*shared, "--work-ms", "0.1", *(["--worker"] if self.worker else [])]
        first = ["--packets", str(self.packets), "--elements", "64", *shared]
        stage_program = programs.locate(f"{self.orb}-stage")
        return [
            Command("producer", programs.locate(f"{self.orb}-producer"), first),
            Command("stage1", stage_program, stage),
            Command("stage2", stage_program, stage),
        ]


def run_once(pipeline: Pipeline) -> None:
    """One run, with every packet at every stage."""
    outcome = run_pipeline(pipeline.commands(), LIMITS)
    for name, stage in outcome.stages:
        if stage.received != pipeline.packets or stage.lost != 0:
            raise Leak(f"{name} received {stage.received} of {pipeline.packets} packets")


def check_nothing_stays(folder: Path) -> None:
    """Neither processes nor files; shared memory has no names, so it cannot stay."""
    if left := children(os.getpid()):
        raise Leak(f"processes stay: {left}")
    if left := sorted(path.name for path in folder.iterdir()):
        raise Leak(f"files stay in the temporary folder: {', '.join(left)}")


def check_size(before: Footprint, now: Footprint) -> None:
    """The launcher itself must not grow."""
    if (now.descriptors, now.threads) != (before.descriptors, before.threads):
        raise Leak(f"the launcher went from {before} to {now}")
    if now.resident_kib - before.resident_kib > MAY_GROW_KIB:
        raise Leak(f"the launcher's memory grew from {before} to {now}")


def soak(pipeline: Pipeline, runs: int) -> None:
    """Fails: Leak or the launcher's Problem, at the first run that shows it."""
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        os.environ["TMPDIR"] = name
        for _ in range(WARM_UP_RUNS):
            run_once(pipeline)
        before = footprint(os.getpid())
        for _ in range(runs):
            run_once(pipeline)
            check_nothing_stays(Path(name))
            check_size(before, footprint(os.getpid()))


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--orb", default="orbweaver")
    parser.add_argument("--messaging", choices=["oneway", "twoway"], default="oneway")
    parser.add_argument("--worker", action="store_true")
    chosen = parser.parse_args()
    pipeline = Pipeline(orb=chosen.orb, messaging=chosen.messaging, worker=chosen.worker)
    try:
        soak(pipeline, chosen.runs)
    except (Leak, Problem) as failure:
        print(f"soak: {failure}", file=sys.stderr)
        return 1
    print(f"{chosen.runs} runs: nothing lost, nothing left behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())
