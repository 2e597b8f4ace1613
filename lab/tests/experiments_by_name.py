# SPDX-License-Identifier: Apache-2.0
"""Experiments by the name that result files have, and how each runs."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments
from orbweaver.model.schema import StudyRun
from orbweaver.model.settings import Settings
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.studies.study import Study


def plan_of(experiment: Experiment) -> Pipeline:
    assert isinstance(experiment.runs, Pipeline)
    return experiment.runs


def study_of(experiment: Experiment) -> Study:
    assert isinstance(experiment.runs, Study)
    return experiment.runs


EXPERIMENTS = {
    name: one for name, one in all_experiments().items() if isinstance(one.runs, Pipeline)
}
PLANS = {name: plan_of(one) for name, one in EXPERIMENTS.items()}
STUDIES = {name: one for name, one in all_experiments().items() if one.is_study}


def run_study(study: Experiment, peer: str, settings: Settings) -> tuple[StudyRun, list[str]]:
    run, messages = study.run(peer, settings)
    assert isinstance(run, StudyRun)
    return run, messages
