# SPDX-License-Identifier: Apache-2.0
"""Reports in lines how a series goes on, for programs and notebooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orbweaver.model.schema import Run, StudyRun
from orbweaver.problems import Problem
from orbweaver.record.plan import Step
from orbweaver.series.plan import LeftOut
from orbweaver.series.words import failure_words, step_words

Say = Callable[[str], None]


@dataclass(frozen=True)
class LineWatcher:
    """A watcher that reports one line for each run, and for each thing that went wrong."""

    say: Say
    total: int

    def left_out(self, left_out: Sequence[LeftOut]) -> None:
        """What does not run, and why."""
        for one in left_out:
            self.say(f"not run: {one.what}: {one.reason}")

    def begins(self, place: int, step: Step, left_seconds: float) -> None:
        """Which run of how many."""
        self.say(f"[{place + 1}/{self.total}] {step_words(step)}, repetition {step.number}; "
                 f"{left_seconds:.0f} s left")  # fmt: skip

    def measures(self, what: str) -> None:
        """Left out: a study reports more than a line for each run."""

    def ended(self, step: Step, run: Run | StudyRun, messages: list[str]) -> None:
        """What its programs reported."""
        for line in messages:
            self.say(line)

    def failed(self, step: Step, problem: Problem) -> None:
        """Why."""
        self.say(f"failed: {step_words(step)}: {failure_words(step, problem)}")
