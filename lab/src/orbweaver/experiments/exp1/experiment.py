# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 1: one-way calls, no worker thread, unpaced."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import REORDERS, findings, reorders
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.sequence import sequence

EXPERIMENT = Experiment(
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
    tables=(2, 3),
    figures=(9, 10),
    runs=Pipeline(MODES["oneway"]),
)
