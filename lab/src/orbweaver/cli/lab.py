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
from orbweaver.lab.experiments import EXPERIMENTS, PAPER, Experiment, Point
from orbweaver.report.table import NONE
from orbweaver.studies.find import all_studies
from orbweaver.studies.study import Study

lab = typer.Typer(help="Repeat the papers' experiments on this machine.", no_args_is_help=True)
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
        rows = [_as_dict(experiment) for experiment in EXPERIMENTS.values()]
        studies = [_study_as_dict(study) for study in all_studies().values()]
        print(json.dumps({"paper": PAPER, "experiments": rows, "studies": studies}, indent=1))
        return
    table = Table("name", "mode", "pace", "tables", "figures", "question", caption=PAPER)
    for one in EXPERIMENTS.values():
        tables = " and ".join(map(str, one.tables)) or "ours"
        table.add_row(
            one.name, one.mode.name, f"{one.pace_ms:g} ms", tables, _listed(one.figures),
            one.question,
        )  # fmt: skip
    console().print(table)
    table = Table("name", "paper", "tables", "figures", "ORBs", "question", title="Papers 2 to 4",
                  title_justify="left")  # fmt: skip
    for study in all_studies().values():
        table.add_row(
            study.name, str(study.paper), _listed(study.tables), _listed(study.figures),
            ", ".join(study.orbs), study.question,
        )  # fmt: skip
    console().print(table)


def _listed(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers)) or NONE


def _study_as_dict(study: Study) -> dict[str, object]:
    return {
        "name": study.name,
        "paper": study.paper,
        "tables": list(study.tables),
        "figures": list(study.figures),
        "orbs": list(study.orbs),
        "question": study.question,
    }


def _as_dict(experiment: Experiment) -> dict[str, object]:
    return {
        "name": experiment.name,
        "mode": experiment.mode.name,
        "pace_ms": experiment.pace_ms,
        "tables": list(experiment.tables),
        "figures": list(experiment.figures),
        "parallel": experiment.parallel,
        "processes": experiment.processes,
        "points": [_set_fields(point) for point in experiment.points],
        "question": experiment.question,
    }


def _set_fields(point: Point) -> dict[str, object]:
    return {name: value for name, value in asdict(point).items() if value is not None}
