# SPDX-License-Identifier: Apache-2.0
"""An experiment that runs a pipeline: the way to run one that most experiments of paper 1 have."""

from dataclasses import dataclass, replace

from orbweaver.model.floor import Workload, floor_ms
from orbweaver.model.peer import peers
from orbweaver.model.schema import Run
from orbweaver.model.settings import Settings
from orbweaver.model.task import Task
from orbweaver.pipelines.execute import run_plan
from orbweaver.pipelines.plan import PipelinePlan, Point
from orbweaver.run.peer_programs import missing_pipeline


@dataclass(frozen=True)
class Pipeline(PipelinePlan):
    """A plan that can be run."""

    def run(self, task: Task) -> tuple[Run, list[str]]:
        """Run it once, with all its points; the record, and what its programs reported."""
        return run_plan(self, task)

    def why_not(self, peer: str, settings: Settings) -> str | None:
        """Why it cannot run here with a peer, and how to fix that; None: it can."""
        return missing_pipeline(peer, settings.bin)

    def seconds(self, peer: str, settings: Settings) -> float:
        """Of one run with all its points: the work itself, and the start of the programs."""
        start = peers()[peer].start_seconds.pipeline
        points = self.points_of(peer) or (Point(),)
        return sum(start + self._seconds_at(point, peer, settings) for point in points)

    def _seconds_at(self, point: Point, peer: str, settings: Settings) -> float:
        mode = self.mode_of(peer, point)
        parallel = point.parallel or settings.parallel or self.parallel
        stages = point.stages or settings.stages
        one = replace(settings, stages=stages)
        floor = floor_ms(Workload(one.packets, stages, one.work_ms, one.work, one.processors,
                         self.pace_ms, max(1, parallel)))  # fmt: skip
        if mode.messaging == "twoway" and not mode.worker:
            floor = max(floor, one.packets * stages * one.work_ms)  # one stage works at a time
        return floor / 1000
