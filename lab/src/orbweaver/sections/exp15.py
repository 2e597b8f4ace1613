"""Ours: 0 to 8 threads of a parallel stage."""

from collections.abc import Sequence

from orbweaver.page.blocks import Status
from orbweaver.page.section import Section
from orbweaver.record.schema import Row
from orbweaver.sections.pipeline.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.sections.pipeline.findings import FULL
from orbweaver.sections.pipeline.sweep import (
    OVER,
    TIME,
    Point,
    disorder_words,
    over_floor,
    sweep_blocks,
    sweep_findings,
)


def _label(row: Row) -> str:
    return str(row.parallel)


def _judge(points: Sequence[Point]) -> tuple[Status, str]:
    single = next((p for p in points if p.rows[0].parallel == 1), points[0])
    base = single.estimate(lambda row: row.last_ms).value
    gains = [
        f"{p.label} threads are {base / p.estimate(lambda row: row.last_ms).value:.2f} times"
        for p in points
        if p.rows[0].parallel > 1
    ]
    full = all(p.estimate(over_floor).value <= FULL for p in points)
    kept = not any(p.disorder for p in points)
    status: Status = "confirmed" if full and kept else "contradicted"
    return status, f"{', '.join(gains)} as fast as one; {disorder_words(points)}."


SECTION = Section(
    name="exp15",
    chapter="ours",
    order=15,
    title="Threads of a parallel stage",
    question="What does each further thread of a stage gain?",
    prediction="N threads are N times as fast where the work is waited for; order is kept with any "
    "number. 0 means that who processes also hands on.",
    method=f"{METHOD} One run for each number of threads in every stage. {NEAREST}; "
    "the parallel stage behind them is the lab's, with the same rules as ours.",
    threats=LANES_THREATS,
    answer=lambda evidence: sweep_findings(evidence, "exp15", _label, _judge),
    blocks=lambda evidence: sweep_blocks(
        evidence, "exp15", "threads of each stage", _label, [OVER, TIME]
    ),
)
