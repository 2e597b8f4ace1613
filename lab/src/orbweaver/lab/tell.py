"""Tells in lines how a series goes on, for programs and notebooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orbweaver.lab.plan import LeftOut
from orbweaver.problems import Problem
from orbweaver.record.plan import Step
from orbweaver.record.schema import Run, StudyRun

Say = Callable[[str], None]


@dataclass(frozen=True)
class Teller:
    """A watcher that says one line for each run, and for each thing that went wrong."""

    say: Say
    total: int

    def lacking(self, lacking: Sequence[LeftOut]) -> None:
        """What does not run, and why."""
        for one in lacking:
            self.say(f"not run: {one.what}: {one.reason}")

    def begins(self, place: int, step: Step, left_seconds: float) -> None:
        """Which run of how many."""
        self.say(f"[{place + 1}/{self.total}] {step.words}, repetition {step.number}; "
                 f"{left_seconds:.0f} s left")  # fmt: skip

    def tells(self, what: str) -> None:
        """A study says more than a line for each run."""

    def ended(self, step: Step, run: Run | StudyRun, messages: list[str]) -> None:
        """What its programs had to say to people."""
        for line in messages:
            self.say(line)

    def failed(self, step: Step, problem: Problem) -> None:
        """Why."""
        self.say(f"failed: {step.words}: {str(problem).removeprefix(f'{step.experiment}: ')}")
