"""Ours: reorder buffers with a skip time (paper 1, section 5.1)."""

from collections.abc import Sequence

from orbweaver.page.blocks import Status
from orbweaver.page.numbers import ms
from orbweaver.page.section import Section
from orbweaver.record.schema import Row
from orbweaver.sections.pipeline.about import METHOD, OURS_THREATS
from orbweaver.sections.pipeline.sweep import (
    AGE,
    LOST,
    Point,
    sweep_blocks,
    sweep_findings,
)


def _label(row: Row) -> str:
    return "no buffer" if row.skip_ms is None else f"{row.skip_ms:g} ms"


def _judge(points: Sequence[Point]) -> tuple[Status, str]:
    bare = [p for p in points if p.rows[0].skip_ms is None]
    buffers = [p for p in points if p.rows[0].skip_ms is not None]
    given_up = [f"{p.label} {p.lost}" for p in buffers]
    enough = next((p for p in buffers if not p.lost), None)
    least = "none was long enough" if enough is None else f"{enough.label} was enough"
    ages = ", ".join(f"{p.label} {ms(p.age_ms)} ms" for p in points)
    overtaken = sum(p.overtaken for p in bare)
    text = (
        f"without a buffer {overtaken} packets were overtaken in the worst repetition; with one "
        f"none was; given up, of all repetitions, by skip time: {', '.join(given_up)}; {least}; "
        f"age of a packet at the last stage, 99th percentile: {ages}."
    )
    if any(p.overtaken for p in buffers):
        return "contradicted", text.replace("with one none was", "with one some were too")
    return ("confirmed" if enough is not None and overtaken else "undecided"), text


SECTION = Section(
    name="exp18",
    chapter="ours",
    order=18,
    title="A reorder buffer, and how long it waits",
    repeats="section 5.1, the application's own remedy for one-way calls",
    question="How long must a buffer that puts packets in order wait for a missing one?",
    prediction="As long as the longest packet takes more than the shortest. With less, packets "
    "that are only late are given up; more costs nothing while nothing is lost.",
    method=f"{METHOD} Calls are one-way. The first stage works on packets in several threads of "
    "the ORB, with the work of experiment 16, so that they leave it in another order; the stages "
    "behind it put them in order by their numbers and work on one at a time. The producer sends a "
    "packet each 8 ms, so that queues are short: a full queue hides what comes late.",
    threats=OURS_THREATS,
    answer=lambda evidence: sweep_findings(evidence, "exp18", _label, _judge, losses_expected=True),
    blocks=lambda evidence: sweep_blocks(
        evidence, "exp18", "skip time", _label, [LOST, AGE], joined=False, gaps_count=False
    ),
)
