# SPDX-License-Identifier: Apache-2.0
"""Numbers of one experiment's repeats, as its table and its sentence need them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from orbweaver.model.schema import Run, Stage


@dataclass(frozen=True)
class Measured:
    """The repeats of one experiment with one peer; all figures are medians of the repeats."""

    runs: Sequence[Run]

    @property
    def first(self) -> Run:
        """Any run will do for what all have in common."""
        return self.runs[0]

    def stage(self, index: int, value: Callable[[Stage], float]) -> float:
        """The median of a stage's figure."""
        return median(value(run.stages[index]) for run in self.runs)

    @property
    def last_ms(self) -> float:
        """When the last packet had passed the whole pipeline."""
        return self.stage(-1, lambda stage: stage.last_ms)

    @property
    def spread_ms(self) -> tuple[float, float]:
        """The fastest and the slowest repeat."""
        times = [run.stages[-1].last_ms for run in self.runs]
        return min(times), max(times)

    def floor_at(self, index: int) -> float:
        """The floor of one stage: the pipeline's, less the work still to come; 0: none."""
        run = self.first
        if run.floor_ms is None or run.config.work_ms is None:
            return 0.0
        return run.floor_ms - (len(run.stages) - 1 - index) * run.config.work_ms

    @property
    def ratio(self) -> float:
        """Measured time over the floor."""
        floor = self.floor_at(len(self.first.stages) - 1)
        return self.last_ms / floor if floor else float("nan")

    @property
    def reordered(self) -> int:
        """Packets out of order where it was worst, from previous."""
        return max(stage.reordered_previous for run in self.runs for stage in run.stages)

    @property
    def lost(self) -> int:
        """Packets lost in any stage of any repeat."""
        return sum(stage.lost for run in self.runs for stage in run.stages)

    @property
    def concurrency(self) -> int:
        """The most packets that one stage worked on at the same time."""
        return max(stage.max_concurrency for run in self.runs for stage in run.stages)

    @property
    def comparable(self) -> bool:
        """The run had the paper's size, so its times compare with the published ones."""
        config = self.first.config
        size = (config.packets, config.elements, len(self.first.stages), config.work_ms)
        return size == (1000, 1024, 3, 5.0)


def reordered(run: Run) -> int:
    """Packets out of order at the component where it was worst."""
    return max(stage.reordered_previous for stage in run.stages)
