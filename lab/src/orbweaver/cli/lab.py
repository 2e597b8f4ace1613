# SPDX-License-Identifier: Apache-2.0
"""`orbweaver lab`: list the experiments; the other commands are in `lab_*.py`."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from orbweaver.cli.lab_compare import compare_folders
from orbweaver.cli.lab_report import report
from orbweaver.cli.lab_run import run_experiments
from orbweaver.cli.output import console
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments
from orbweaver.model.published import paper
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.report.table import NONE

lab = typer.Typer(help="Repeat the papers' experiments on this machine.")
lab.command("run")(run_experiments)
lab.command("report")(report)
lab.command("compare")(compare_folders)


@lab.command("list")
def list_experiments(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """List the experiments, with the paper and the tables that each repeats, and what may run them.

    Examples:

        orbweaver lab list

        orbweaver lab list --json
    """
    if as_json:
        print(json.dumps(_document(), indent=1))
        return
    table = Table("name", "alias", "mode", "pace", "tables", "figures", "question",
                  caption=paper().paper)  # fmt: skip
    for one, way in _pipelines():
        table.add_row(
            one.name, one.alias or NONE, way.mode.name, f"{way.pace_ms:g} ms",
            _listed(one.tables), _listed(one.figures), one.question,
        )  # fmt: skip
    console().print(table)
    table = Table("name", "paper", "tables", "figures", "peers", "question", title="Papers 2 to 4",
                  title_justify="left")  # fmt: skip
    for study in _studies():
        table.add_row(
            study.name, str(study.paper), _listed(study.tables), _listed(study.figures),
            ", ".join(study.peers), study.question,
        )  # fmt: skip
    console().print(table)


def _pipelines() -> list[tuple[Experiment, Pipeline]]:
    every = all_experiments().values()
    return [(one, one.runs) for one in every if isinstance(one.runs, Pipeline)]


def _studies() -> list[Experiment]:
    return [one for one in all_experiments().values() if one.is_study]


def _listed(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers)) or NONE


def _document() -> dict[str, object]:
    return {
        "paper": paper().paper,
        "experiments": [_pipeline_as_dict(one, way) for one, way in _pipelines()],
        "studies": [_study_as_dict(one) for one in _studies()],
    }


def _study_as_dict(study: Experiment) -> dict[str, object]:
    return {
        "name": study.name,
        "paper": study.paper,
        "tables": list(study.tables),
        "figures": list(study.figures),
        "orbs": list(study.peers),
        "question": study.question,
    }


def _pipeline_as_dict(experiment: Experiment, way: Pipeline) -> dict[str, object]:
    return {
        "name": experiment.name,
        "alias": experiment.alias or None,
        "mode": way.mode.name,
        "pace_ms": way.pace_ms,
        "tables": list(experiment.tables),
        "figures": list(experiment.figures),
        "parallel": way.parallel,
        "processes": way.processes,
        "points": [_set_fields(point) for point in way.points],
        "question": experiment.question,
    }


def _set_fields(point: Point) -> dict[str, object]:
    return {name: value for name, value in asdict(point).items() if value not in (None, False)}
