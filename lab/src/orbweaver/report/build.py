# SPDX-License-Identifier: Apache-2.0
"""The whole page as data: what every writer is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from orbweaver import __version__
from orbweaver.experiments.chapters import Chapter, chapters
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_sections
from orbweaver.model.peer import Setup
from orbweaver.page.blocks import Gap, SectionView
from orbweaver.page.evidence import Evidence
from orbweaver.report.contestants import settings_of
from orbweaver.report.missing import machine_facts, missing
from orbweaver.report.verdict import verdict
from orbweaver.results.load import Results

TITLE = "Messaging for software radio, measured"


@dataclass(frozen=True)
class ChapterView:
    """A chapter with those of its sections that have data."""

    chapter: Chapter
    experiments: Sequence[str]
    """that belong to it, measured or not"""
    sections: Sequence[tuple[Experiment, SectionView]]


@dataclass(frozen=True)
class Page:
    """All that it shows."""

    title: str
    verdict: Sequence[str]
    chapters: Sequence[ChapterView]
    machine: Sequence[tuple[str, str]]
    settings: Sequence[tuple[str, Setup]]
    missing: Sequence[Gap]
    methods: Sequence[str]
    version: str


METHODS = (
    "Experiments and peers take turns, repetition by repetition, so that a slow minute of the "
    "machine meets all of them. Ratios come first: they compare what ran in turns.",
    "A value is the median of the repetitions. Its interval comes from order statistics and holds "
    "for any distribution; with fewer than six repetitions it is their range, which holds the true "
    "median with less than 95 %: the notes say with how much.",
    "Peers that took turns are compared by the signed-rank test of Wilcoxon on the ratios of the "
    "pairs, others by the rank-sum test of Mann and Whitney. Effects are rank correlations.",
    "Each answer is decided by the rule that stands under it. A single repetition confirms "
    "nothing, nor do runs of fewer than 1,000 packets or with --quick: the answer is seen once. "
    "Such a run contradicts only by a case that the claim excludes, as a packet out of order.",
    "No repetition is dropped. One that lies far from the median (modified z-score above 3.5) is "
    "named and drawn as a cross.",
    "The floor is the time below which no pipeline can finish whose stages work on one packet "
    "at a time (a parallel stage: on as many as it has threads); the paper's machine and "
    "this one get it from the same formula.",
    "Ages of packets count from a schedule that was fixed beforehand, so a stall is counted with "
    "all that it held up.",
)


def build(results: Results) -> Page:
    """Make the page of a folder's results."""
    evidence = Evidence(results)
    found = all_sections()
    filled = [
        (section, section.view(evidence)) for section in found if section.is_measured(evidence)
    ]
    return Page(
        title=TITLE,
        verdict=verdict(evidence),
        chapters=[
            ChapterView(
                chapter,
                [one.shown for one in found if one.chapter == chapter.name],
                [pair for pair in filled if pair[0].chapter == chapter.name],
            )
            for chapter in chapters()
        ],
        machine=machine_facts(evidence),
        settings=settings_of(evidence),
        missing=missing(evidence, found),
        methods=METHODS,
        version=__version__,
    )
