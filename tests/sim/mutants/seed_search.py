# SPDX-License-Identifier: Apache-2.0
"""How many seeds it takes until a scenario fails."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from planted_faults import BadFault

FAILED = re.compile(
    r'^FAILED +\S+ seed (\d+) at commit .*?: (?:law "(.+?)" is broken|the program (ended) by)',
    re.MULTILINE,
)
# Many times what the slowest scenario takes: only a program that hangs needs longer.
SECONDS_FOR_A_SEED = 0.05
SECONDS_AT_LEAST = 60


@dataclass(frozen=True)
class Search:
    """Where to search: from each of the first seeds, so many seeds on."""

    firsts: tuple[int, ...]
    seeds: int

    def with_seeds(self, least: int) -> "Search":
        """The same with so many seeds at least."""
        seeds = max(self.seeds, least)
        first = self.firsts[0]
        return Search(tuple(first + seeds * i for i in range(len(self.firsts))), seeds)


@dataclass(frozen=True)
class Failure:
    """The first failure from a first seed on: the law, and how many seeds it took."""

    law: str
    seeds: int


@dataclass(frozen=True)
class Found:
    """What a search of a scenario found: a failure, or none, from each first seed on."""

    scenario: str
    failures: tuple[Failure | None, ...]

    @property
    def times(self) -> int:
        """From how many first seeds on it failed."""
        return sum(failure is not None for failure in self.failures)

    @property
    def median(self) -> float:
        """Of the seeds until a failure; infinite if most searches ended without one."""
        return median(failure.seeds if failure else float("inf") for failure in self.failures)

    @property
    def laws(self) -> list[str]:
        """The laws that broke, the most frequent first."""
        broken = [failure.law for failure in self.failures if failure]
        return sorted(set(broken), key=lambda law: (-broken.count(law), law))


def search(program: Path, scenario: str, where: Search) -> Found:
    """As many searches at once as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        look = partial(_first_failure, program, scenario, where.seeds)
        return Found(scenario, tuple(threads.map(look, where.firsts)))


def _first_failure(program: Path, scenario: str, seeds: int, first: int) -> Failure | None:
    options = ["--scenario", scenario, "--first", str(first), "--seeds", str(seeds), "--jobs", "1"]
    report = _run([str(program), *options], SECONDS_AT_LEAST + seeds * SECONDS_FOR_A_SEED)
    found = FAILED.search(report)
    if found:
        return Failure(found[2] or "the program crashes", int(found[1]) - first + 1)
    if f"ok      {scenario}: {seeds} seeds" not in report:
        raise BadFault(f"{' '.join(options)}: no result:\n{report}")
    return None


def _run(command: Sequence[str], seconds: float) -> str:
    """Ends the program and all that it started if it takes longer, or if the hunt is ended."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired as too_long:
            raise BadFault(f"{' '.join(command)}: has not ended in {seconds} s") from too_long
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
