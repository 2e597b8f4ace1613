# SPDX-License-Identifier: Apache-2.0
"""The results as sections ask for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from orbweaver.model.peer import OURS
from orbweaver.model.schema import Provenance, Run, Stage
from orbweaver.results.group import Group, groups, in_turns
from orbweaver.results.load import Results
from orbweaver.results.measured import Measured
from orbweaver.results.studies import StudyGroup, study_groups
from orbweaver.stats import Estimate, PairedRatio, SampleRatio, median_interval, outliers
from orbweaver.stats import paired_ratio as of_pairs
from orbweaver.stats import sample_ratio as of_samples


@dataclass(frozen=True)
class Evidence:
    """All that a folder holds, by experiment and contestant."""

    results: Results

    @cached_property
    def all_groups(self) -> list[Group]:
        """Ours first, then by name; within one name in the order of the files."""
        found = groups(self.results.files)
        return sorted(found, key=lambda group: (group.first.orb != OURS, group.first.orb))

    def groups(self, experiment: str, one_core: bool | None = None) -> list[Group]:
        """The contestants of an experiment, on one processor or on all; None: both."""
        return [
            group
            for group in self.all_groups
            if group.first.experiment == experiment and one_core in (None, group.one_core)
        ]

    def main(self, experiment: str, orb: str = OURS, one_core: bool = False) -> Group | None:
        """The group that speaks for a peer where one number must: that with most repeats."""
        found = [g for g in self.groups(experiment, one_core) if g.first.orb == orb]
        return max(found, key=lambda group: len(group.files), default=None)

    @cached_property
    def all_studies(self) -> list[StudyGroup]:
        """What the folder holds of papers 2 to 4: ours first, then by name."""
        found = study_groups(self.results.studies)
        return sorted(found, key=lambda group: (group.first.orb != OURS, group.first.orb))

    def study(self, name: str) -> list[StudyGroup]:
        """The contestants of a study."""
        return [group for group in self.all_studies if group.first.experiment == name]

    @cached_property
    def orbs(self) -> list[str]:
        """Every ORB that took a pipeline's part."""
        return list(dict.fromkeys(group.first.orb for group in self.all_groups))

    @cached_property
    def origins(self) -> list[Provenance]:
        """Where the numbers come from, group by group."""
        return [group.first.provenance for group in (*self.all_groups, *self.all_studies)]


def measured(group: Group) -> Measured:
    """The repeats as the tables of the terminal take them."""
    return Measured(group.runs)


def stage_estimate(group: Group, index: int, value: Callable[[Stage], float]) -> Estimate:
    """The median of a stage's figure over the repeats."""
    return median_interval([value(run.stages[index]) for run in group.runs])


def run_estimate(group: Group, value: Callable[[Run], float]) -> Estimate:
    """The median of a run's figure over the repeats."""
    return median_interval([value(run) for run in group.runs])


def last_ms(run: Run) -> float:
    """When the last packet had passed the last stage."""
    return run.stages[-1].last_ms


def over_floor(run: Run) -> float:
    """Time over the floor; 1 where no work sets one."""
    return last_ms(run) / run.floor_ms if run.floor_ms else 1.0


def disorder(run: Run) -> int:
    """Packets that did not follow their predecessor, at the stage where it was worst."""
    return max(stage.reordered_previous for stage in run.stages)


def worst_disorder(group: Group) -> int:
    """The same of all repeats."""
    return max(disorder(run) for run in group.runs)


def far_repeats(group: Group) -> list[int]:
    """Repeats (from 1) whose total time lies far from the others'; they count all the same."""
    return [place + 1 for place in outliers([last_ms(run) for run in group.runs])]


def compared(first: Group, second: Group) -> tuple[PairedRatio | SampleRatio, str] | None:
    """The time of one divided by that of the other, and which kind of test it is.

    None if a run took no time, as one of no packets.
    """
    a, b = ([last_ms(run) for run in group.runs] for group in (first, second))
    if min(*a, *b) <= 0:
        return None
    if in_turns(first, second):
        return of_pairs(a, b), "paired"
    return of_samples(a, b), "unpaired"
