"""The bar on a pipeline: what the whole costs over its floor, and that order is kept."""

from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import spread
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import named
from orbweaver.model.peer import OURS
from orbweaver.model.schema import Run
from orbweaver.model.settings import Settings
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.problems import Problem

MOST_OVERHEAD = 0.002
PACKETS = 1000
QUICK_PACKETS = 200


def experiments() -> list[Experiment]:
    """Ordered one-way calls, and two-way calls with worker threads."""
    return [named("ordered-stages"), named("exp6")]


def mode_of(experiment: Experiment) -> str:
    """The name of the messaging mode that it runs in."""
    assert isinstance(experiment.runs, Pipeline)
    return experiment.runs.mode.name


def measure_pipeline(
    experiment: Experiment, effort: Effort, repetitions: int, bin_folder: Path | None
) -> Row:
    """Run the experiment, all cores, waiting work; gives its last stage's end over the floor."""
    packets = PACKETS if effort.share == 1 else QUICK_PACKETS
    settings = Settings(packets=packets, work="wait", bin=bin_folder)
    name = f"pipeline ÷ floor, {mode_of(experiment)} ({experiment.stored}), wait work"
    try:
        made = [experiment.run(OURS, settings)[0] for _ in range(repetitions)]
    except Problem as problem:
        return Row(name, "none", "at most", 1 + MOST_OVERHEAD, unit="ms", reason=str(problem))
    return row(name, [run for run in made if isinstance(run, Run)])


def row(name: str, runs: list[Run]) -> Row:
    """The bar of these runs of one experiment."""
    floors = [run.floor_ms or 0.0 for run in runs]
    ends = [run.stages[-1].last_ms for run in runs]
    reordered = sum(stage.reordered_previous for run in runs for stage in run.stages)
    return Row(name, "none", "at most", 1 + MOST_OVERHEAD,
               spread([end / floor for end, floor in zip(ends, floors, strict=True)]), "ms",
               spread(ends), spread(floors), "floor",
               reason=f"{reordered} packets reordered" if reordered else "")  # fmt: skip
