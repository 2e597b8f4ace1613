"""Ours: 1 to 32 stages."""

from collections.abc import Sequence

from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.section import Section
from orbweaver.record.schema import Row
from orbweaver.sections.pipeline.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.sections.pipeline.findings import FULL_TIMES
from orbweaver.sections.pipeline.sweep import (
    OVER,
    TIME,
    Point,
    disorder_words,
    over_floor,
    percent_over,
    sweep_blocks,
    sweep_findings,
)

CLAIM = Claim(
    "The pipeline stays full and in order with each number of stages",
    f"every median time over the floor: {FULL_TIMES.words}; a single packet out of order "
    "contradicts",
)


def _label(row: Row) -> str:
    return str(row.stages)


def _judge(points: Sequence[Point]) -> tuple[Outcome, str]:
    first, last = points[0], points[-1]
    kept = not any(p.disorder for p in points)
    full = FULL_TIMES.judge([p.estimate(over_floor).value for p in points])
    status: Outcome = full if kept else "counterexample"
    return status, (
        f"the time over the floor goes from {percent_over(first)} with {first.label} stage to "
        f"{percent_over(last)} with {last.label}; {disorder_words(points)}."
    )


SECTION = Section(
    name="exp14",
    chapter="ours",
    order=14,
    title="One to 32 stages",
    question="Does the overhead grow with the length of the pipeline?",
    prediction="Each further stage adds its work once, for the last packet, and the time of one "
    "hand-over; both are little beside the work of all packets.",
    method=f"{METHOD} As experiment 7, one run for each number of stages. {NEAREST}, and "
    "JacORB, of which each stage is a virtual machine, with up to 8 stages.",
    threats=(*LANES_THREATS, "With more stages than processors they compete for those that are."),
    answer=lambda evidence: sweep_findings(evidence, "exp14", CLAIM, _label, _judge),
    blocks=lambda evidence: sweep_blocks(evidence, "exp14", "stages", _label, [OVER, TIME]),
)
