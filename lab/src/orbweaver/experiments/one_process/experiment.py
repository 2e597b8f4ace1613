# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: all components in one process."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, OURS_THREATS
from orbweaver.pipelines.findings import FULL_AND_ORDERED, findings, full_and_ordered
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline

EXPERIMENT = Experiment(
    name="one-process",
    alias="exp10",
    chapter="ours",
    order=10,
    title="All components in one process",
    question="Does the pipeline stay full when its components share an address space?",
    prediction="Yes: a one-way call to an object of the same process goes into its lane instead of "
    "becoming a plain call, which would empty the pipeline (paper 1, section 4.1).",
    method=f"{METHOD} As ordered-stages (exp7), with all components in one process.",
    threats=OURS_THREATS,
    answer=lambda evidence: findings(evidence, "exp10", FULL_AND_ORDERED, full_and_ordered),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp10"),
    runs=Pipeline(
        MODES["ordered"],
        parallel=1,
        processes="collocated",
        needs="one-process",
    ),
)
