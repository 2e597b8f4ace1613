"""Paper 1, experiment 4: one-way calls, worker threads, paced."""

from orbweaver.page.section import Section
from orbweaver.sections.pipeline.about import METHOD, THREATS
from orbweaver.sections.pipeline.findings import KEEPS_ORDER, findings, keeps_order
from orbweaver.sections.pipeline.layout import pipeline_blocks

SECTION = Section(
    name="exp4",
    chapter="messaging",
    order=4,
    title="One-way calls with worker threads, paced",
    repeats="tables 8 and 9",
    question="Do pacing and a worker thread together keep packets in order?",
    prediction="None changes places, as in the paper; but nothing guarantees it: two packets that "
    "a stall puts close together may.",
    method=f"{METHOD} As experiment 3, with one packet on a fixed schedule each 5 ms.",
    threats=THREATS[:3],
    answer=lambda evidence: findings(evidence, "exp4", KEEPS_ORDER, keeps_order),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp4"),
)
