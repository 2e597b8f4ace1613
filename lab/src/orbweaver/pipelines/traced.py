# SPDX-License-Identifier: Apache-2.0
"""Runs that tell when single packets passed each component."""

from collections.abc import Iterator
from dataclasses import dataclass

from orbweaver.model.schema import PacketTimes, Run
from orbweaver.page.blocks import Gap
from orbweaver.page.evidence import Evidence
from orbweaver.results.group import Group


@dataclass(frozen=True)
class TracedRun:
    """The first run of a group that has a trace of each of its components."""

    group: Group
    run: Run

    @property
    def names(self) -> list[str]:
        """The components, first to last."""
        return ["producer", *(stage.name for stage in self.run.stages)]

    def packets(self, component: int) -> dict[int, PacketTimes]:
        """Of one component, by the packet's number."""
        parts = [self.run.producer, *self.run.stages]
        return {one.packet: one for one in parts[component].trace or []}


def traced_runs(evidence: Evidence, experiment: str, one_core: bool) -> Iterator[TracedRun]:
    """One for each contestant that has any."""
    for group in evidence.groups(experiment, one_core):
        for run in group.runs:
            if run.producer.trace and all(stage.trace for stage in run.stages):
                yield TracedRun(group, run)
                break


def no_trace(what: str, experiment: str, one_core: bool) -> Gap:
    """Nothing to draw it from."""
    options = " --cores 1 --work spin" if one_core else ""
    return Gap(what, f"no run here has a trace: orbweaver lab run {experiment}{options}")
