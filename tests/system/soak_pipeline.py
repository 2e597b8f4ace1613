# SPDX-License-Identifier: Apache-2.0
"""Runs a short pipeline again and again and looks for what it leaves behind.

soak_pipeline.py [--runs 1000] [--stream 100000] [--orb orbweaver] [--messaging oneway|twoway] ...

Every run starts a producer and two stages as processes of their own, through the lab's launcher.
A hang, a lost packet, a process, descriptor, thread or file that stays, or memory that grows ends
the soak with one line and status 1. Then one run has a long stream, during which the components
themselves are watched: they must not grow either.
"""

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from footprint import Footprint, children, footprint
from orbweaver.problems import Problem
from orbweaver.run import programs
from orbweaver.run.pipeline import run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits
from watch import Watch

WARM_UP_RUNS = 5
MAY_GROW_KIB = 16 * 1024
LIMITS = Limits(total=60)
STREAM_LIMITS = Limits(total=3600)
ENOUGH_LOOKS = 8
COMPONENT_MAY_GROW_KIB = 4 * 1024
# A pool starts a thread whenever a job finds none idle: up to its size that is no leak.
POOL_THREADS = 8


class TooShort(Exception):
    """A stream that was over before there were enough looks at its components."""


class Leak(Exception):
    """Something stayed that should be gone."""


@dataclass(frozen=True)
class Pipeline:
    """What each run is made of."""

    orb: str = "orbweaver"
    packets: int = 20
    work_ms: float = 0.1
    messaging: str = "oneway"
    worker: bool = False

    def commands(self) -> list[Command]:
        """The programs, first to last."""
        shared = ["--messaging", self.messaging]
        stage = [*shared, "--work-ms", f"{self.work_ms:g}", *(["--worker"] if self.worker else [])]
        first = ["--packets", str(self.packets), "--elements", "64", *shared]
        stage_program = programs.locate(f"{self.orb}-stage")
        return [
            Command("producer", programs.locate(f"{self.orb}-producer"), first),
            Command("stage1", stage_program, stage),
            Command("stage2", stage_program, stage),
        ]


def run_once(pipeline: Pipeline, limits: Limits = LIMITS) -> None:
    """One run, with every packet at every stage."""
    outcome = run_pipeline(pipeline.commands(), limits)
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


def soak(pipeline: Pipeline, runs: int, folder: Path) -> None:
    """Fails: Leak or the launcher's Problem, at the first run that shows it."""
    started = time.monotonic()
    for _ in range(WARM_UP_RUNS):
        run_once(pipeline)
    before = footprint(os.getpid())
    for _ in range(runs):
        run_once(pipeline)
        check_nothing_stays(folder)
        check_size(before, footprint(os.getpid()))
    seconds = time.monotonic() - started
    print(f"{runs} runs in {seconds:.1f} s: nothing lost, nothing left behind")


def check_component(looks: list[Footprint]) -> None:
    """Once it has warmed up, a component's size is that at the end of its stream."""
    if len(looks) < ENOUGH_LOOKS:
        raise TooShort
    quarter = len(looks) // 4
    warm, late = looks[quarter : 2 * quarter], looks[-2 * quarter : -quarter]
    for what, may_grow in (("descriptors", 0), ("threads", POOL_THREADS)):
        most = max(getattr(look, what) for look in warm)
        if max(getattr(look, what) for look in late) > most + may_grow:
            raise Leak(f"the {what} of a component grew from {warm[0]} to {late[-1]}")
    grown = late[-1].resident_kib - warm[0].resident_kib
    if grown > COMPONENT_MAY_GROW_KIB:
        raise Leak(f"the memory of a component grew from {warm[0]} to {late[-1]}")


def stream(pipeline: Pipeline, packets: int, folder: Path) -> None:
    """A busy machine looks less often: the stream is made longer then.

    Fails: Leak or the launcher's Problem.
    """
    for longer in (1, 3, 9):
        with suppress(TooShort):
            stream_once(pipeline, longer * packets, folder)
            return
    raise Leak("the stream was over each time before there were enough looks at its components")


def stream_once(pipeline: Pipeline, packets: int, folder: Path) -> None:
    """Fails: TooShort, Leak or the launcher's Problem."""
    with Watch() as watch:
        run_once(replace(pipeline, packets=packets, work_ms=0), STREAM_LIMITS)
    for looks in watch.seen.values():
        check_component(looks)
    check_nothing_stays(folder)
    print(f"a stream of {packets} packets: nothing lost, no component grew:")
    for pid, looks in sorted(watch.seen.items()):
        print(f"  process {pid}: {len(looks)} looks, at last {looks[-1]}")


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--stream", type=int, default=100_000, help="packets; 0: none")
    parser.add_argument("--orb", default="orbweaver")
    parser.add_argument("--messaging", choices=["oneway", "twoway"], default="oneway")
    parser.add_argument("--worker", action="store_true")
    chosen = parser.parse_args()
    pipeline = Pipeline(orb=chosen.orb, messaging=chosen.messaging, worker=chosen.worker)
    try:
        with tempfile.TemporaryDirectory(prefix="soak-") as name:
            os.environ["TMPDIR"] = name
            soak(pipeline, chosen.runs, Path(name))
            if chosen.stream:
                stream(pipeline, chosen.stream, Path(name))
    except (Leak, Problem) as failure:
        print(f"soak: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
