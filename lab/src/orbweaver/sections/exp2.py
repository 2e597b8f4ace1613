"""Paper 1, experiment 2: one-way calls, no worker thread, paced."""

from orbweaver.page.section import Section
from orbweaver.sections.pipeline.about import METHOD, THREATS
from orbweaver.sections.pipeline.findings import PACING_HELPS, findings, pacing_helps
from orbweaver.sections.pipeline.layout import pipeline_blocks

SECTION = Section(
    name="exp2",
    chapter="messaging",
    order=2,
    title="One-way calls, paced",
    repeats="tables 4 and 5",
    question="Does a producer that waits between packets keep them in order?",
    prediction="Fewer packets change places than unpaced, but some still do, because nothing "
    "forbids it.",
    method=f"{METHOD} As experiment 1, with one packet on a fixed schedule each 5 ms.",
    threats=THREATS[:3],
    answer=lambda evidence: findings(evidence, "exp2", PACING_HELPS, pacing_helps),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp2"),
)
