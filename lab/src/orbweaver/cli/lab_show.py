# SPDX-License-Identifier: Apache-2.0
"""What `orbweaver lab run` shows of its results on the terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from orbweaver.experiments.find import shown
from orbweaver.model.schema import Run, StudyRun
from orbweaver.report.explanation import explanation_table
from orbweaver.report.sentence import experiment_sentence
from orbweaver.report.study import study_table
from orbweaver.report.table import experiment_table, send_time_table, sweep_table
from orbweaver.results.measured import Measured


def show_runs(human: Console, own: Sequence[Run | StudyRun], explain: bool) -> None:
    """The repeats of one experiment with one peer."""
    pipelines = [run for run in own if isinstance(run, Run)]
    for place, run in enumerate([run for run in own if isinstance(run, StudyRun)], 1):
        human.print(study_table(run, f", {place} of {len(own)}" if len(own) > 1 else ""))
    if not pipelines:
        return
    if explain:
        _explain(human, pipelines[0])
    _show_one(human, Measured(pipelines))


def _explain(human: Console, run: Run) -> None:
    """The first of several repeats speaks for all: they ran on the same machine."""
    if run.explanation is None:
        human.print(f"{shown(run.experiment)}: {run.orb} does not report what it chose")
        return
    human.print(explanation_table(run))


def _show_one(human: Console, measured: Measured) -> None:
    if measured.first.rows is not None:
        for run in measured.runs:
            human.print(sweep_table(run))
        human.print()
        return
    human.print(experiment_table(measured))
    human.print(send_time_table(measured))
    if len(measured.runs) > 1:
        low, high = measured.spread_ms
        human.print(f"last stage over {len(measured.runs)} repeats: {low:.2f} … {high:.2f} ms")
    if measured.first.published is not None and not measured.comparable:
        human.print("The paper used 1000 packets of 1024 doubles, 3 stages and 5 ms of work: its "
                    "numbers do not compare with this run's.", soft_wrap=True)  # fmt: skip
    human.print(Text(experiment_sentence(measured)), soft_wrap=True)
    human.print()
