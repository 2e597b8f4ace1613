# SPDX-License-Identifier: Apache-2.0
"""What an experiment is: what it asks, how it runs, and how its section of the page reads.

Each folder beside this file is one, if its module `experiment` has a constant `EXPERIMENT`; it is
found by that and named nowhere else. What stands fixed before the measurement is text; what comes
after it is computed from the evidence, when the page is made.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from orbweaver.experiments.chapters import ChapterName
from orbweaver.model.peer import Ability, able, unable
from orbweaver.model.schema import Run, StudyRun
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress, Task, silent
from orbweaver.page.blocks import Block, Finding, SectionView
from orbweaver.page.evidence import Evidence
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.studies.study import Study


class Runs(Protocol):
    """A way to run an experiment: a pipeline (orbweaver.pipelines), or a study that measures rows
    (orbweaver.studies).
    """

    @property
    def needs(self) -> Ability:
        """What a peer must be able to do to take part."""
        ...

    def why_not(self, peer: str, settings: Settings) -> str | None:
        """Why it cannot run here with a peer, and how to fix that; None: it can."""
        ...

    def run(self, task: Task) -> tuple[Run | StudyRun, list[str]]:
        """Run it once; the record, and what its programs reported. Raises a Problem."""
        ...

    def seconds(self, peer: str, settings: Settings) -> float:
        """That a run takes, about."""
        ...


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One question.

    `answer` and `blocks` are only called if `has_data` says that there is something to show; by
    default that is a result of the experiment.
    """

    name: str
    """the question in one to three words; its folder has underscores for the hyphens"""
    alias: str = ""
    """the name that it had first: commands take it too, and result files keep it"""
    chapter: ChapterName
    order: int
    """place in the chapter"""
    title: str
    question: str
    prediction: str
    method: str
    threats: tuple[str, ...]
    answer: Callable[[Evidence], Sequence[Finding]]
    blocks: Callable[[Evidence], Sequence[Block]]
    runs: Runs | None = None
    """None: it reads what others measured"""
    paper: Literal[1, 2, 3, 4] = 1
    tables: tuple[int, ...] = ()
    """of the paper, that it repeats"""
    figures: tuple[int, ...] = ()
    repeats: str = ""
    """the same in words, as `tables 2 and 3, figures 7, 9 and 10`"""
    command: str = ""
    """what makes its data; "": `orbweaver lab run <name>`"""
    has_data: Callable[[Evidence], bool] | None = None

    @property
    def stored(self) -> str:
        """The name that result files have."""
        return self.alias or self.name

    @property
    def shown(self) -> str:
        """Its name, with the alias beside it."""
        return f"{self.name} ({self.alias})" if self.alias else self.name

    @property
    def way(self) -> Runs:
        """How it runs; only of those that do."""
        assert self.runs is not None
        return self.runs

    @property
    def peers(self) -> tuple[str, ...]:
        """The peers that can take part."""
        return able(self.runs.needs) if self.runs else ()

    @property
    def absent(self) -> Mapping[str, str]:
        """The peers that never can take part, and why."""
        return unable(self.runs.needs) if self.runs else {}

    @property
    def has_two_setups(self) -> bool:
        """Paper 1 has it on all processors and on one."""
        return self.chapter == "messaging" and self.runs is not None

    @property
    def is_study(self) -> bool:
        """It measures rows."""
        return isinstance(self.runs, Study)

    @property
    def expects_losses(self) -> bool:
        """It is about packets that are lost, or given up."""
        return isinstance(self.runs, Pipeline) and self.runs.expects_losses

    def why_not(self, peer: str, settings: Settings) -> str | None:
        """Why it cannot run here with a peer, and how to fix that; None: it can."""
        return self.absent.get(peer) or self.way.why_not(peer, settings)

    def run(
        self, peer: str, settings: Settings, progress: Progress = silent
    ) -> tuple[Run | StudyRun, list[str]]:
        """Run it once; the record, and what its programs reported. Raises a Problem."""
        return self.way.run(Task(self.stored, self.paper, peer, settings, progress))

    def is_measured(self, evidence: Evidence) -> bool:
        """Whether there is anything to show."""
        if self.has_data is not None:
            return self.has_data(evidence)
        return bool(evidence.groups(self.stored) or evidence.study(self.stored))

    @property
    def how_to_run(self) -> str:
        """The command that fills its section."""
        return self.command or f"orbweaver lab run {self.name}"

    def view(self, evidence: Evidence) -> SectionView:
        """Its section, filled."""
        return SectionView(
            name=self.name,
            alias=self.alias,
            title=self.title,
            question=self.question,
            prediction=self.prediction,
            method=self.method,
            threats=self.threats,
            answer=self.answer(evidence),
            blocks=self.blocks(evidence),
        )
