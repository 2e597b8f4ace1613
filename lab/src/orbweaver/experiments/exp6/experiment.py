# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 6: two-way calls, worker threads."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import FULL_AND_ORDERED, findings, full_and_ordered
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.sequence import sequence

EXPERIMENT = Experiment(
    name="exp6",
    chapter="messaging",
    order=6,
    title="Two-way calls with worker threads",
    repeats="tables 12 and 13, figures 8, 15 and 16",
    question="Does a two-way call that only hands over keep order and fill the pipeline?",
    prediction="Yes to both: there is never more than one packet between two stages, and all of "
    "them work at once. The price is a round trip for each packet.",
    method=f"{METHOD} Calls are two-way; the servant queues the packet for its worker and replies.",
    threats=THREATS,
    answer=lambda evidence: findings(evidence, "exp6", FULL_AND_ORDERED, full_and_ordered),
    blocks=lambda evidence: pipeline_blocks(
        evidence,
        "exp6",
        sequence(evidence, "exp6", "Figure 8, the sequence of two-way calls with a worker thread"),
    ),
    tables=(12, 13),
    figures=(15, 16),
    runs=Pipeline(MODES["twoway-worker"]),
)
