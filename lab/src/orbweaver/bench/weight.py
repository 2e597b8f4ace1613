# SPDX-License-Identifier: Apache-2.0
"""How large the least programs are: a server and a client on each ORB, statically linked."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.problems import JobFailed
from orbweaver.run import programs

SIDES = ("server", "client")
BASE = "raw-minimal"
"""A program without an ORB: the C and C++ libraries, which every program carries."""


@dataclass(frozen=True)
class Weight:
    """A program's bytes, as binutils' `size` counts them: `text` holds constants too."""

    program: str
    text: int
    data: int
    bss: int


@dataclass(frozen=True)
class Verdict:
    """Our program's text divided by omniORB's for the same program; None: one is not there."""

    side: str
    ratio: float | None

    @property
    def ok(self) -> bool:
        """Ours is smaller."""
        return self.ratio is not None and self.ratio < 1


def weigh(bin_folder: Path | None) -> list[Weight]:
    """Every program that is there; ours must be."""
    ours = [f"orbweaver-minimal-{side}" for side in SIDES]
    others = [BASE, *(f"omniorb-minimal-{side}" for side in SIDES)]
    found = [programs.locate(name, bin_folder) for name in ours]
    found += [path for name in others if (path := programs.find(name, bin_folder))]
    return parse_size(_size_of(found))


def _size_of(paths: Sequence[Path]) -> str:
    try:
        done = subprocess.run(
            ["size", "--format=berkeley", *paths], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise JobFailed(
            "`size` is not installed; install it with: apt-get install binutils"
        ) from None
    if done.returncode != 0:
        raise JobFailed(f"size failed: {done.stderr.strip()}")
    return done.stdout


def parse_size(output: str) -> list[Weight]:
    """A line for each program, after the heading: text, data, bss, two sums, the file."""
    weights: list[Weight] = []
    for line in output.splitlines()[1:]:
        text, data, bss, _, _, file = line.split(maxsplit=5)
        weights.append(Weight(Path(file).name, int(text), int(data), int(bss)))
    return weights


def verdicts(weights: Sequence[Weight]) -> list[Verdict]:
    """Ours against omniORB's."""
    text = {weight.program: weight.text for weight in weights}
    found: list[Verdict] = []
    for side in SIDES:
        theirs = text.get(f"omniorb-minimal-{side}")
        ours = text[f"orbweaver-minimal-{side}"]
        found.append(Verdict(side, ours / theirs if theirs else None))
    return found
