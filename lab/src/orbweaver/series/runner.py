# SPDX-License-Identifier: Apache-2.0
"""Runs a plan to its end: what fails is noted and the rest goes on."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments
from orbweaver.model.schema import Run, StudyRun
from orbweaver.problems import CannotKeep, Interrupted, JobFailed, Problem
from orbweaver.record.not_run import NoResult, note_not_run
from orbweaver.record.plan import Ended, Finished, Journal, Step
from orbweaver.series.plan import at
from orbweaver.series.step import run_and_keep

USABLE_SHARE = 0.97
"""Of the time: the rest is for what comes before and after the runs."""


class Watcher(Protocol):
    """What is called as the series goes on."""

    def begins(self, place: int, step: Step, left_seconds: float) -> None:
        """A step begins; all that are left take so long, about."""
        ...

    def measures(self, what: str) -> None:
        """What is measured just now."""
        ...

    def ended(self, step: Step, run: Run | StudyRun, messages: list[str]) -> None:
        """A step gave its result, and its programs reported this."""
        ...

    def failed(self, step: Step, problem: Problem) -> None:
        """A step gave none."""
        ...


@dataclass
class Outcome:
    """How it went."""

    runs: list[Run | StudyRun] = field(default_factory=list[Run | StudyRun])
    failures: list[Problem] = field(default_factory=list[Problem])
    late: list[Step] = field(default_factory=list[Step])
    """not begun, because there was no time left"""


@dataclass
class Runner:
    """Goes through the steps of a journal that are not done."""

    journal: Journal
    watcher: Watcher
    keep_journal: bool = True
    clock: Callable[[], float] = time.monotonic
    _planned: float = 0.0
    _took: float = 0.0

    def run(self) -> Outcome:
        """Run them. Raises Interrupted, and CannotKeep when nothing more can be written."""
        self._start = self.clock()
        outcome, known = Outcome(), all_experiments()
        open_steps = [
            (place, step)
            for place, step in enumerate(self.journal.plan.steps)
            if place not in self.journal.done
        ]
        for index, (place, step) in enumerate(open_steps):
            left = self.pace * sum(one.seconds for _, one in open_steps[index:])
            if self._is_late(step):
                outcome.late.append(step)
                continue
            self.watcher.begins(place, step, self._left(left))
            self._run_step(place, step, known[step.experiment], outcome)
        self._note_late(outcome)
        if self.keep_journal:
            self.journal.note(Finished())
        return outcome

    @property
    def pace(self) -> float:
        """How much longer steps took than was planned; believed when some have been seen."""
        return min(3.0, max(0.5, self._took / self._planned)) if self._planned > 5 else 1.0

    def _elapsed(self) -> float:
        return self.clock() - self._start

    def _is_late(self, step: Step) -> bool:
        minutes = self.journal.plan.minutes
        if minutes is None:
            return False
        return self._elapsed() + self.pace * step.seconds > 60 * minutes * USABLE_SHARE

    def _left(self, seconds: float) -> float:
        minutes = self.journal.plan.minutes
        return seconds if minutes is None else min(seconds, 60 * minutes - self._elapsed())

    def _run_step(self, place: int, step: Step, experiment: Experiment, outcome: Outcome) -> None:
        begun = self.clock()
        try:
            run, messages = self._measure(step, experiment)
        except (Interrupted, CannotKeep):
            raise
        except Problem as problem:
            outcome.failures.append(problem)
            self.watcher.failed(step, problem)
            self._end(place, step, "failed", begun)
            return
        outcome.runs.append(run)
        self._end(place, step, "done", begun)
        self.watcher.ended(step, run, messages)

    def _measure(self, step: Step, experiment: Experiment) -> tuple[Run | StudyRun, list[str]]:
        settings = at(step, self.journal.plan.settings)
        try:
            return run_and_keep(
                experiment, step.orb, settings, self.journal.folder, self.watcher.measures
            )
        except Problem:
            raise
        except Exception as problem:
            # A fault of one experiment's own code must not cost the others.
            reason = f"internal error: {type(problem).__name__}: {problem}".splitlines()[0]
            note_not_run(
                self.journal.folder,
                NoResult(experiment.stored, step.orb, reason, one_core=step.one_core),
            )
            raise JobFailed(f"{experiment.shown}: {reason}") from problem

    def _end(self, place: int, step: Step, state: str, begun: float) -> None:
        took = self.clock() - begun
        self._planned, self._took = self._planned + step.seconds, self._took + took
        if self.keep_journal:
            line = {"step": place, "state": state, "seconds": round(took, 3)}
            self.journal.note(Ended.model_validate(line))

    def _note_late(self, outcome: Outcome) -> None:
        """What has no result at all for want of time; fewer repetitions are no gap."""
        plan = self.journal.plan
        have = {_key(plan.steps[place]) for place in self.journal.done}
        for step in {_key(one): one for one in outcome.late if _key(one) not in have}.values():
            reason = f"no time was left within {plan.minutes:g} minutes"
            note_not_run(
                self.journal.folder,
                NoResult(step.experiment, step.orb, reason, "time", step.one_core),
            )


def _key(step: Step) -> tuple[str, str, bool]:
    return step.experiment, step.orb, step.one_core
