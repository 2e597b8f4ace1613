# SPDX-License-Identifier: Apache-2.0
"""The bars on a pipeline: what the whole costs over its floor, and over bare threads; in order."""

from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import spread
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import named
from orbweaver.model.peer import OURS
from orbweaver.model.schema import Run
from orbweaver.model.settings import Settings
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.problems import JobFailed, Problem
from orbweaver.run import programs
from orbweaver.run.job import run_job
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits

MOST_OVERHEAD = 0.002
PACKETS = 1000
QUICK_PACKETS = 200
BARE_STAGES = "raw-stages"
"""The program that passes packets through threads without an ORB."""


@dataclass(frozen=True)
class Turn:
    """One run of a pipeline, and the bare threads that took their turn behind it."""

    run: Run
    bare_ms: float

    @property
    def floor_ms(self) -> float:
        """The least time of both."""
        return self.run.floor_ms or 0.0

    @property
    def end_ms(self) -> float:
        """When the last stage of the pipeline had handed on the last packet."""
        return self.run.stages[-1].last_ms


def experiments() -> list[Experiment]:
    """Ordered one-way calls, and two-way calls with worker threads."""
    return [named("ordered-stages"), named("exp6")]


def mode_of(experiment: Experiment) -> str:
    """The name of the messaging mode that it runs in."""
    assert isinstance(experiment.runs, Pipeline)
    return experiment.runs.mode.name


def measure_pipeline(
    experiment: Experiment, effort: Effort, repetitions: int, bin_folder: Path | None
) -> list[Row]:
    """Run the experiment and bare threads in turns, all cores, waiting work; gives both bars."""
    packets = PACKETS if effort.share == 1 else QUICK_PACKETS
    settings = Settings(packets=packets, work="wait", bin=bin_folder)
    name = f"{mode_of(experiment)} ({experiment.stored}), wait work"
    try:
        turns = [_take_turn(experiment, settings) for _ in range(repetitions)]
    except Problem as problem:
        return [Row(of(name), "none", "at most", 1 + MOST_OVERHEAD, unit="ms", reason=str(problem))
                for of in (_name_of_whole, _name_of_rest)]  # fmt: skip
    return rows(name, turns)


def _take_turn(experiment: Experiment, settings: Settings) -> Turn:
    run = experiment.run(OURS, settings)[0]
    assert isinstance(run, Run)
    return Turn(run, _bare_ms(settings))


def _bare_ms(settings: Settings) -> float:
    options = ["--packets", str(settings.packets), "--stages", str(settings.stages),
               "--work-ms", f"{settings.work_ms:g}"]  # fmt: skip
    command = Command(BARE_STAGES, programs.locate(BARE_STAGES, settings.bin), options)
    whole_s = settings.packets * settings.stages * settings.work_ms / 1000
    lines = run_job(command, Limits(total=30 + whole_s)).lines
    if len(lines) != 1 or not isinstance(lasted_ns := lines[0].get("lasted_ns"), int):
        raise JobFailed(f"{BARE_STAGES} did not print how long it took")
    return lasted_ns / 1e6


def _name_of_whole(name: str) -> str:
    return f"pipeline ÷ floor, {name}"


def _name_of_rest(name: str) -> str:
    return f"pipeline less what bare threads lose ÷ floor, {name}"


def rows(name: str, turns: list[Turn]) -> list[Row]:
    """The bars of these turns of one experiment."""
    reordered = sum(stage.reordered_previous for turn in turns for stage in turn.run.stages)
    reason = f"{reordered} packets reordered" if reordered else ""
    ends = spread([turn.end_ms for turn in turns])
    whole = [turn.end_ms / turn.floor_ms for turn in turns]
    rest = [1 + (turn.end_ms - turn.bare_ms) / turn.floor_ms for turn in turns]
    return [
        Row(_name_of_whole(name), "none", "at most", 1 + MOST_OVERHEAD, spread(whole), "ms", ends,
            spread([turn.floor_ms for turn in turns]), "floor", reason=reason),
        Row(_name_of_rest(name), "none", "at most", 1 + MOST_OVERHEAD, spread(rest), "ms", ends,
            spread([turn.bare_ms for turn in turns]), "bare threads", reason=reason),
    ]  # fmt: skip
