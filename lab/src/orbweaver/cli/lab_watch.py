# SPDX-License-Identifier: Apache-2.0
"""Shows a series while it runs: its plan, how it goes on with the time left, its results."""

import math
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.text import Text

from orbweaver.cli.lab_show import show_runs
from orbweaver.cli.output import console, show_messages
from orbweaver.model.schema import Run, StudyRun
from orbweaver.problems import Problem
from orbweaver.record.plan import Journal, Step
from orbweaver.series.plan import ALL, LeftOut
from orbweaver.series.runner import Outcome
from orbweaver.series.words import all_shown, failure_words, step_words

MOST_TABLES = 40
"""Series with more runs, and `all`, are shown as lines: the page has their tables."""


class PlanView:
    """Tables go to `human`, all else to standard error; a terminal has a bar at its bottom.

    Of a single run only its result and the peers left out are shown: the caller reports what went
    wrong.
    """

    def __init__(self, human: Console, journal: Journal) -> None:
        self._human = human
        self._journal = journal
        self._err = console(to_stderr=True)
        self._total = len(journal.plan.steps)
        self._shown = self._total <= MOST_TABLES and ALL not in journal.plan.names
        self._at_once = max((step.number for step in journal.plan.steps), default=1) == 1
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20),
                   MofNCompleteColumn(), TextColumn("{task.fields[left]}"))  # fmt: skip
        self._bar = Progress(*columns, console=self._err, transient=True, refresh_per_second=4)
        self._task = self._bar.add_task("", total=self._total, left="")
        self._title = ""

    def __enter__(self) -> Self:
        if self._err.is_terminal:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._err.is_terminal:
            self._bar.stop()

    def show_plan(self, left_out: list[LeftOut]) -> None:
        """What will run, how long it takes, what does not run, and what may disturb it."""
        if self._total == 1:
            self._show_left_out(left_out)
            return
        plan, done = self._journal.plan, len(self._journal.done)
        open_steps = [s for n, s in enumerate(plan.steps) if n not in self._journal.done]
        seconds = sum(step.seconds for step in open_steps)
        names = dict.fromkeys(step.experiment for step in plan.steps)
        orbs = dict.fromkeys(step.orb for step in plan.steps)
        self.line(f"plan: {len(open_steps)} runs, about {_time(seconds)}: {all_shown(names)}")
        most = max(step.number for step in plan.steps)
        times = "once" if most == 1 else f"up to {most} times, in turns"
        self.line(f"plan: with {', '.join(orbs)}, each {times}")
        if done:
            self.line(f"plan: {done} more are done already")
        if plan.minutes is not None and seconds > 60 * plan.minutes:
            self.line(f"plan: it ends after {plan.minutes:g} minutes; repetitions that do not fit "
                      "are left out (--minutes)")  # fmt: skip
        self._show_left_out(left_out)
        for line in plan.machine:
            self.line(f"this machine is not quiet: {line}")

    def _show_left_out(self, left_out: list[LeftOut]) -> None:
        for one in left_out:
            self.line(f"not run: {one.what}: {one.reason}")

    def begins(self, place: int, step: Step, left_seconds: float) -> None:
        """The bar's words."""
        self._title = f"{step_words(step)}, repetition {step.number}"
        left = f"{_time(left_seconds)} left" if self._total > 1 else ""
        self._bar.update(self._task, description=self._title, completed=place, left=left)
        if self._total > 1 and not self._err.is_terminal:
            self.line(f"[{place + 1}/{self._total}] {self._title}; {left}")

    def measures(self, what: str) -> None:
        """What a study does just now."""
        self._bar.update(self._task, description=f"{self._title}: {what}")

    def ended(self, step: Step, run: Run | StudyRun, messages: list[str]) -> None:
        """A single repetition is shown at once, several together at the end."""
        show_messages(messages)
        if self._shown and self._at_once:
            show_runs(self._human, [run], self._journal.plan.settings.explain)

    def failed(self, step: Step, problem: Problem) -> None:
        """One line."""
        if self._total > 1:
            self.line(f"failed: {step_words(step)}: {failure_words(step, problem)}")

    def show_results(self, outcome: Outcome) -> None:
        """The tables of several repetitions, and what time was too short for."""
        if self._shown and not self._at_once:
            for name, orb in dict.fromkeys((run.experiment, run.orb) for run in outcome.runs):
                own = [run for run in outcome.runs if (run.experiment, run.orb) == (name, orb)]
                show_runs(self._human, own, self._journal.plan.settings.explain)
        if outcome.late:
            self.line(f"{len(outcome.late)} runs were left out for want of time; --resume or more "
                      "--minutes makes them up")  # fmt: skip

    def say(self, line: str) -> None:
        """Where the results are."""
        self._human.print(Text(line), soft_wrap=True)
        if not self._shown:
            self._human.print(Text(f"page: orbweaver lab report {self._journal.folder}"),
                              soft_wrap=True)  # fmt: skip

    def line(self, line: str) -> None:
        """A line above the bar."""
        self._err.print(Text(line), soft_wrap=True)


def _time(seconds: float) -> str:
    """40 s, 12 min, 1 h 5 min."""
    if seconds < 90:
        return f"{max(0, math.ceil(seconds))} s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
