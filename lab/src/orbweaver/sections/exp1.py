"""Paper 1, experiment 1: one-way calls, no worker thread, unpaced."""

from orbweaver.page.section import Section
from orbweaver.sections.pipeline.about import METHOD, THREATS
from orbweaver.sections.pipeline.findings import REORDERS, findings, reorders
from orbweaver.sections.pipeline.layout import pipeline_blocks
from orbweaver.sections.pipeline.sequence import sequence

SECTION = Section(
    name="exp1",
    chapter="messaging",
    order=1,
    title="One-way calls, unpaced",
    repeats="tables 2 and 3, figures 7, 9 and 10",
    question="How much order do parallel threads of the ORB cost, and how fast is the pipeline?",
    prediction="Several threads of a stage take up packets at once. They finish in any order, so "
    "packets change places, more from stage to stage; and the pipeline can be faster than one "
    "thread in each stage allows.",
    method=f"{METHOD} Calls are one-way and dispatched to a pool of threads.",
    threats=(
        *THREATS,
        "How many packets change places depends on how many threads the pool has (--threads), "
        "which the paper does not tell.",
    ),
    answer=lambda evidence: findings(evidence, "exp1", REORDERS, reorders),
    blocks=lambda evidence: pipeline_blocks(
        evidence, "exp1", sequence(evidence, "exp1", "Figure 7, the sequence of one-way calls")
    ),
)
