"""`orbweaver lab`: list and run the experiments; the other commands are in `lab_*.py`."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.cli.lab_compare import compare_folders
from orbweaver.cli.lab_report import keep_parquet, report
from orbweaver.cli.options import (
    Bin,
    CallTimeout,
    CollocatedCalls,
    Depth,
    Explain,
    Json,
    Parallel,
    Sync,
    Threads,
    Together,
    Way,
)
from orbweaver.cli.output import (
    STDOUT,
    check_folder,
    check_writable,
    console,
    show_messages,
    steps,
    write_json,
)
from orbweaver.lab.entries import Entry, check_orbs, entries
from orbweaver.lab.execute import Settings
from orbweaver.lab.experiments import EXPERIMENTS, PAPER, Experiment, Point
from orbweaver.lab.series import run_and_keep, turns
from orbweaver.problems import BadInput
from orbweaver.record.schema import Run, Runs, StudyRun, to_json
from orbweaver.report.experiment import Measured
from orbweaver.report.explanation import explanation_table
from orbweaver.report.sentence import experiment_sentence
from orbweaver.report.study import study_table
from orbweaver.report.table import NONE, experiment_table, send_time_table, sweep_table
from orbweaver.results.load import load
from orbweaver.studies.find import all_studies
from orbweaver.studies.study import Study

QUICK_PACKETS = 100
MOST_PACKETS = 0xFFFFFFFF

lab = typer.Typer(help="Repeat the papers' experiments on this machine.", no_args_is_help=True)
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


@lab.command("run")
def run_experiments(
    names: Annotated[
        list[str],
        typer.Argument(metavar="NAME...", help="exp1 … exp15, clocks, …; see `lab list`."),
    ],
    orb: Annotated[
        str | None,
        typer.Option("--orb", metavar="NAME,…", help="ORBs to run, with commas; ours if not told."),
    ] = None,
    packets: Annotated[
        int | None,
        typer.Option("--packets", min=1, max=MOST_PACKETS, help="Packets; 1000 if not told."),
    ] = None,
    elements: Annotated[
        int, typer.Option("--elements", min=0, max=1 << 24, help="Doubles in a packet.")
    ] = 1024,
    stages: Annotated[int, typer.Option("--stages", min=1, max=64, help="Stages.")] = 3,
    work: Annotated[
        Literal["wait", "spin"], typer.Option("--work", help="Wait as for an offload, or compute.")
    ] = "wait",
    work_ms: Annotated[
        float, typer.Option("--work-ms", min=0, max=60_000, help="Work per packet and stage.")
    ] = 5.0,
    cores: Annotated[
        str, typer.Option("--cores", metavar="N|all", help="Pin all programs to N processors.")
    ] = "all",
    transport: Way = "auto",
    sync: Sync = "transport",
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Repeats, interleaved.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Result files; out/lab-<time> if not told."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=f"{QUICK_PACKETS} packets: to see that it works.")
    ] = False,
    threads: Threads = None,
    depth: Depth = None,
    parallel: Parallel = None,
    processes: Together = None,
    collocation: CollocatedCalls = None,
    call_timeout_ms: CallTimeout = 5000,
    explain: Explain = False,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Run experiments and show each beside its theoretical floor and the published numbers.

    Every run makes a file DIR/EXPERIMENT/ORB/REPEAT.json; numbers that are taken are not reused,
    so runs with other options may share a folder.

    Examples:

        orbweaver lab run exp1 exp6 --quick

        orbweaver lab run exp1 exp2 exp3 exp4 exp5 exp6 --work wait --out results

        orbweaver lab run exp6 --cores 1 --work spin --repeat 7 --json -

        orbweaver lab run exp7 exp8 exp9 exp10 --repeat 20

        orbweaver lab run exp7 --quick --explain --transport tcp
    """
    found = entries(names)
    settings = Settings(
        packets=packets or (QUICK_PACKETS if quick else 1000),
        elements=elements,
        stages=stages,
        work=work,
        work_ms=work_ms,
        cores=_cores(cores),
        transport=transport,
        sync=sync,
        threads=threads,
        depth=depth,
        parallel=parallel,
        processes=processes,
        collocation=collocation,
        call_timeout_ms=call_timeout_ms,
        explain=explain,
        bin=bin_folder,
        quick=quick,
    )
    orbs = _orbs(orb)
    check_orbs(found, orbs, settings)
    check_writable(json_target)
    folder = out or Path("out") / f"lab-{datetime.now():%Y%m%d-%H%M%S}"
    check_folder(folder)
    human = console(to_stderr=json_target == STDOUT)
    series = _Series(orbs, settings, folder, human)
    series.run(found, repeat)
    keep_parquet(load(folder))
    human.print(Text(f"results: {folder}"), soft_wrap=True)
    write_json(json_target, to_json(Runs(runs=series.runs)))


def _cores(text: str) -> int | None:
    if text == "all":
        return None
    usable = len(os.sched_getaffinity(0))
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= usable):
        raise BadInput(f"--cores {text}: give 'all' or a number from 1 to {usable}")
    return int(text)


def _orbs(text: str | None) -> list[str] | None:
    if text is None:
        return None
    orbs = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not orbs:
        raise BadInput("--orb names no ORB: give a list as orbweaver,omniorb")
    return orbs


@dataclass
class _Series:
    orbs: list[str] | None
    settings: Settings
    folder: Path
    human: Console
    runs: list[Run | StudyRun] = field(default_factory=list[Run | StudyRun])

    def run(self, found: list[Entry], repeat: int) -> None:
        """Run them in turns.

        A single repeat is shown as soon as it is there; several make one table at the end.
        """
        for number, entry, orb in turns(found, self.orbs, repeat):
            self._run_one(entry, orb, f"{entry.name} with {orb}, {number} of {repeat}")
            if repeat == 1:
                self._show(entry, orb)
        if repeat > 1:
            for _, entry, orb in turns(found, self.orbs, 1):
                self._show(entry, orb)

    def _run_one(self, entry: Entry, orb: str, title: str) -> None:
        with steps() as tell:
            tell(title)
            run, messages = run_and_keep(
                entry, orb, self.settings, self.folder, lambda what: tell(f"{title}: {what}")
            )
        show_messages(messages)
        self.runs.append(run)

    def _show(self, entry: Entry, orb: str) -> None:
        own = [run for run in self.runs if (run.experiment, run.orb) == (entry.name, orb)]
        pipelines = [run for run in own if isinstance(run, Run)]
        for place, run in enumerate([run for run in own if isinstance(run, StudyRun)], 1):
            self.human.print(study_table(run, f", {place} of {len(own)}" if len(own) > 1 else ""))
        if not pipelines:
            return
        if self.settings.explain:
            _explain(self.human, pipelines[0])
        _show_one(self.human, Measured(pipelines))


def _explain(human: Console, run: Run) -> None:
    """The first of several repeats speaks for all: they ran on the same machine."""
    if run.explanation is None:
        human.print(f"{run.experiment}: {run.orb} does not tell what it chose")
        return
    human.print(explanation_table(run))


def _show_one(human: Console, measured: Measured) -> None:
    if measured.first.rows is not None:
        for run in measured.runs:
            human.print(sweep_table(run))
        human.print()
        return
    human.print(experiment_table(measured))
    human.print(send_time_table(measured))
    if len(measured.runs) > 1:
        low, high = measured.spread_ms
        human.print(f"last stage over {len(measured.runs)} repeats: {low:.2f} … {high:.2f} ms")
    if measured.first.published is not None and not measured.comparable:
        human.print("The paper used 1000 packets of 1024 doubles, 3 stages and 5 ms of work: its "
                    "numbers do not compare with this run's.", soft_wrap=True)  # fmt: skip
    human.print(Text(experiment_sentence(measured)), soft_wrap=True)
    human.print()
