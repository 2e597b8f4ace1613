# SPDX-License-Identifier: Apache-2.0
"""The ways in which a command ends badly; each carries one line for a person."""

from collections.abc import Sequence


class Problem(Exception):
    """A failure that has been understood; its text is the one line that a person reads."""

    status = 1


class JobFailed(Problem):
    """The job was asked for correctly and failed."""


class Interrupted(JobFailed):
    """A person or the system wants the command to end."""


class CannotKeep(JobFailed):
    """A result was made and cannot be written: what follows could not be kept either."""


class RunsFailed(JobFailed):
    """Some runs of a series failed; the others are kept. `failures`: why, one for each."""

    def __init__(self, text: str, failures: Sequence[Problem]) -> None:
        super().__init__(text)
        self.failures = tuple(failures)


class BadInput(Problem):
    """Wrong usage, or an input that cannot be used."""

    status = 2
