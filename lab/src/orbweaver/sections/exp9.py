"""Ours: parallel stages of four threads that hand on in order."""

from orbweaver.page.section import Section
from orbweaver.sections.pipeline.about import LANE_THREATS, METHOD
from orbweaver.sections.pipeline.findings import FULL_AND_ORDERED, findings, full_and_ordered
from orbweaver.sections.pipeline.layout import pipeline_blocks

SECTION = Section(
    name="exp9",
    chapter="ours",
    order=9,
    title="Parallel stages, four threads each",
    question="Does a stage without state that works on four packets at once go four times as "
    "fast, with its packets still in order?",
    prediction="Yes, where the work is waited for or there are processors enough: the stage hands "
    "on in the order in which packets came, whichever is done first.",
    method=f"{METHOD} As experiment 7; the floor is that of four packets at once in each stage.",
    threats=LANE_THREATS,
    answer=lambda evidence: findings(evidence, "exp9", FULL_AND_ORDERED, full_and_ordered),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp9"),
)
