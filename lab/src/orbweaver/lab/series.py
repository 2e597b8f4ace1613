"""One run of a series, and what is kept of it."""

from pathlib import Path

from orbweaver.lab.entries import Entry
from orbweaver.lab.execute import Settings, run_experiment
from orbweaver.problems import Interrupted, Problem
from orbweaver.record.not_run import note_not_run
from orbweaver.record.schema import Run, StudyRun
from orbweaver.record.store import store
from orbweaver.studies.execute import run_study
from orbweaver.studies.study import Progress, Study


def silent(_: str) -> None:
    """Progress that nobody follows."""


def run_and_keep(
    entry: Entry, orb: str, settings: Settings, folder: Path, progress: Progress = silent
) -> tuple[Run | StudyRun, list[str]]:
    """Run it and store its result, or note that it gave none; what went wrong names the experiment.

    Gives the record and what the programs had to say.
    """
    try:
        run, messages = _run(entry, orb, settings, progress)
    except Interrupted as problem:
        raise Interrupted(f"{entry.name}: {problem}") from None
    except Problem as problem:
        one_core = settings.cores == 1 and not isinstance(entry, Study)
        note_not_run(folder, entry.name, orb, str(problem), one_core=one_core)
        raise type(problem)(f"{entry.name}: {problem}") from None
    store(run, folder)
    return run, messages


def _run(
    entry: Entry, orb: str, settings: Settings, progress: Progress
) -> tuple[Run | StudyRun, list[str]]:
    if isinstance(entry, Study):
        return run_study(entry, orb, settings, progress)
    return run_experiment(entry, orb, settings)
