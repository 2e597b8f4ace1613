# SPDX-License-Identifier: Apache-2.0
"""An experiment that measures rows: the way to run one that papers 2 to 4 have."""

from collections.abc import Callable
from dataclasses import dataclass

from orbweaver.model.peer import Ability, peers
from orbweaver.model.schema import StudyRun
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress, Task
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.studies.measurement import Measurement, record_of


@dataclass(frozen=True)
class Study:
    """How it measures.

    `check` says why it cannot run here with a peer, and how to fix that; None: it can. `measure`
    raises a Problem if it fails. Both get the peer and what the user chose.
    """

    needs: Ability
    """what a peer must be able to do to take part"""
    check: Callable[[str, Settings], str | None]
    measure: Callable[[str, Settings, Progress], Measurement]
    coordinates: tuple[str, ...] = ()
    """keys of a row that are coordinates although a unit ends their name, as `block_bytes`"""
    full_seconds: float = 120.0
    """that a run takes with one peer, about"""
    quick_seconds: float = 1.0
    """the same with `--quick`"""

    def why_not(self, peer: str, settings: Settings) -> str | None:
        """Why it cannot run here with a peer, and how to fix that; None: it can."""
        return self.check(peer, settings)

    def run(self, task: Task) -> tuple[StudyRun, list[str]]:
        """Measure; the record, and what programs reported. Raises a Problem if it cannot."""
        reason = self.check(task.peer, task.settings)
        if reason:
            raise BadInput(reason)
        begun = provenance(None, "other", programs.folder(task.settings.bin))
        found = self.measure(task.peer, task.settings, task.progress)
        if not found.rows:
            raise JobFailed(f"{task.experiment} with {task.peer} measured nothing")
        return record_of(task, begun, found, self.coordinates), list(found.messages)

    def seconds(self, peer: str, settings: Settings) -> float:
        """That a run takes, about."""
        start = peers()[peer].start_seconds
        if settings.quick:
            return self.quick_seconds + start.quick_study
        return self.full_seconds + start.study
