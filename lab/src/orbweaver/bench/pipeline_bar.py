"""The bar on a pipeline: what the whole costs over its floor, and that order is kept."""

from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import spread
from orbweaver.lab.execute import Settings, run_experiment
from orbweaver.lab.experiments import EXPERIMENTS, Experiment
from orbweaver.lab.modes import MODES
from orbweaver.problems import Problem
from orbweaver.record.schema import Run

MOST_OVERHEAD = 0.002
PACKETS = 1000
QUICK_PACKETS = 200


def experiments() -> list[Experiment]:
    """`ordered`, under the name that the lab gives it, and exp6."""
    ordered = EXPERIMENTS.get("exp7") or Experiment(
        "ordered", MODES["ordered"], 0, (0, 0), (), "ordered one-way calls"
    )
    return [ordered, EXPERIMENTS["exp6"]]


def measure_pipeline(
    experiment: Experiment, effort: Effort, repetitions: int, bin_folder: Path | None
) -> Row:
    """Run the experiment, all cores, waiting work; gives its last stage's end over the floor."""
    packets = PACKETS if effort.share == 1 else QUICK_PACKETS
    settings = Settings(packets=packets, work="wait", bin=bin_folder)
    name = f"pipeline ÷ floor, {experiment.mode.name} ({experiment.name}), wait work"
    try:
        runs = [run_experiment(experiment, "orbweaver", settings)[0] for _ in range(repetitions)]
    except Problem as problem:
        return Row(name, "none", "at most", 1 + MOST_OVERHEAD, unit="ms", reason=str(problem))
    return row(name, runs)


def row(name: str, runs: list[Run]) -> Row:
    """The bar of these runs of one experiment."""
    floors = [run.floor_ms or 0.0 for run in runs]
    ends = [run.stages[-1].last_ms for run in runs]
    reordered = sum(stage.reordered_previous for run in runs for stage in run.stages)
    return Row(name, "none", "at most", 1 + MOST_OVERHEAD,
               spread([end / floor for end, floor in zip(ends, floors, strict=True)]), "ms",
               spread(ends), spread(floors), "floor",
               reason=f"{reordered} packets reordered" if reordered else "")  # fmt: skip
