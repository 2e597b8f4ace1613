# SPDX-License-Identifier: Apache-2.0
"""One run of a series, and what is kept of it."""

from pathlib import Path

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.schema import Run, StudyRun
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress, silent
from orbweaver.problems import Interrupted, Problem
from orbweaver.record.not_run import NoResult, note_not_run
from orbweaver.record.store import store


def run_and_keep(
    experiment: Experiment, peer: str, settings: Settings, folder: Path, progress: Progress = silent
) -> tuple[Run | StudyRun, list[str]]:
    """Run it and store its result, or note that it gave none; what went wrong names the experiment.

    Gives the record and what the programs reported.
    """
    try:
        run, messages = experiment.run(peer, settings, progress)
    except Interrupted as problem:
        raise Interrupted(f"{experiment.shown}: {problem}") from None
    except Problem as problem:
        one_core = settings.cores == 1 and not experiment.is_study
        note_not_run(folder, NoResult(experiment.stored, peer, str(problem), one_core=one_core))
        raise type(problem)(f"{experiment.shown}: {problem}") from None
    store(run, folder)
    return run, messages
