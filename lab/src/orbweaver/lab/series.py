"""A series of experiments: in which order, and what is kept of each run."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from orbweaver.lab.execute import Settings, run_experiment
from orbweaver.lab.experiments import Experiment
from orbweaver.problems import Problem
from orbweaver.record.not_run import note_not_run
from orbweaver.record.schema import Run
from orbweaver.record.store import store


def turns(
    experiments: Sequence[Experiment], orbs: Sequence[str], repeat: int
) -> Iterator[tuple[int, Experiment, str]]:
    """Each repetition goes through all, so a slow minute of the machine hits all alike."""
    for number in range(1, repeat + 1):
        for experiment in experiments:
            for orb in orbs:
                yield number, experiment, orb


def run_and_keep(
    experiment: Experiment, orb: str, settings: Settings, folder: Path
) -> tuple[Run, list[str]]:
    """Run it and store its result, or note that it gave none; what went wrong names the experiment.

    Gives the record and what the programs had to say.
    """
    try:
        run, messages = run_experiment(experiment, orb, settings)
    except Problem as problem:
        note_not_run(folder, experiment.name, orb, str(problem))
        raise type(problem)(f"{experiment.name}: {problem}") from None
    store(run, folder)
    return run, messages
