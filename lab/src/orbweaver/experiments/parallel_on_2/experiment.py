# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: parallel stages of two threads that hand on in order."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import LANE_THREATS, METHOD
from orbweaver.pipelines.findings import FULL_AND_ORDERED, findings, full_and_ordered
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline

EXPERIMENT = Experiment(
    name="parallel-on-2",
    alias="exp8",
    chapter="ours",
    order=8,
    title="Parallel stages, two threads each",
    question="Does a stage without state that works on two packets at once go two times as "
    "fast, with its packets still in order?",
    prediction="Yes, where the work is waited for or there are processors enough: the stage hands "
    "on in the order in which packets came, whichever is done first.",
    method=f"{METHOD} As ordered-stages (exp7); "
    "the floor is that of two packets at once in each stage.",
    threats=LANE_THREATS,
    answer=lambda evidence: findings(evidence, "exp8", FULL_AND_ORDERED, full_and_ordered),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp8"),
    runs=Pipeline(MODES["ordered"], parallel=2, needs="ordered-lanes"),
)
