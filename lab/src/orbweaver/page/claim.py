# SPDX-License-Identifier: Apache-2.0
"""What a section claims, and how the page decides what the numbers say about it.

A section holds each of its claims as a constant of its module. It makes its findings from them, and
in no other way, so that no section can call something confirmed that was seen in one run only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from orbweaver.model.schema import Run, StudyRun
from orbweaver.page.blocks import Finding, Status
from orbweaver.results.group import Repeats

Outcome = Literal["confirmed", "contradicted", "counterexample", "not seen", "undecided"]
"""What the numbers say, before it is asked how many there are. A counterexample is a single case
that the claim excludes, as a packet out of order where none may be."""

FEWEST_REPEATS = 2
FEWEST_PACKETS = 1000
"""The paper's number. A run of fewer packets is a quick one."""


@dataclass(frozen=True)
class Claim:
    """A statement that numbers can confirm or contradict."""

    text: str
    tolerance: str
    """what decides, with its limits, as the page prints it"""

    def finding(
        self, outcome: Outcome, contestant: str, text: str, about: Repeats | Sequence[Repeats]
    ) -> Finding:
        """The outcome as a finding; `about`: the groups of repeats that it was computed from."""
        groups = about if isinstance(about, Sequence) else [about]
        return Finding(
            status_of(outcome, groups), contestant, text, f"{self.text}: {self.tolerance}"
        )


def status_of(outcome: Outcome, groups: Sequence[Repeats]) -> Status:
    """A single or a quick run confirms nothing, and contradicts by a counterexample alone."""
    if outcome == "counterexample":
        return "contradicted"
    if outcome in ("confirmed", "contradicted") and not all(map(_is_repeated, groups)):
        return "seen once" if outcome == "confirmed" else "undecided"
    return outcome


def _is_repeated(group: Repeats) -> bool:
    return len(group.runs) >= FEWEST_REPEATS and not any(map(is_quick, group.runs))


def is_quick(run: Run | StudyRun) -> bool:
    """Whether a run was shortened; the floor of so short a run is little more than its start."""
    if isinstance(run, Run):
        return run.config.packets < FEWEST_PACKETS and run.waveform is None
    return run.config.get("quick") == "yes"
