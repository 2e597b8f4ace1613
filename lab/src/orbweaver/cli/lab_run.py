# SPDX-License-Identifier: Apache-2.0
"""`orbweaver lab run`: run experiments in turns, keep what they give, go on after failures."""

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from orbweaver.cli.lab_report import keep_parquet
from orbweaver.cli.lab_watch import PlanView
from orbweaver.cli.options import (
    Bin,
    CallTimeout,
    CollocatedCalls,
    Depth,
    Explain,
    Json,
    OrbTrace,
    Parallel,
    Sync,
    Threads,
    Together,
    Way,
)
from orbweaver.cli.output import STDOUT, check_writable, console, write_json
from orbweaver.model.schema import Runs, to_json
from orbweaver.model.settings import Settings
from orbweaver.problems import BadInput
from orbweaver.record.plan import Journal
from orbweaver.results.load import load
from orbweaver.series.drive import begin, drive, judge
from orbweaver.series.plan import ALL, LeftOut
from orbweaver.series.request import Request, planned, unfinished
from orbweaver.series.runner import Outcome

QUICK_PACKETS, QUICK_PACKETS_OF_ALL = 100, 40
MOST_PACKETS = 0xFFFFFFFF
MOST_MINUTES = 1e6
CAN_BE_DEPLOYED = "packet-api"
"""The experiment whose components a domain can deploy."""
BESIDE_RESUME = ("out", "resume", "json_target")
"""What may be said beside --resume; everything else comes from the plan."""


def run_experiments(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME...", help="exp1, queue-depth, clocks, …, or all; see `lab list`."
        ),
    ] = None,
    orb: Annotated[
        str | None,
        typer.Option(
            "--orb",
            metavar="NAME,…|all",
            help="Peers to run, or all that are here; else orbweaver; of `all` all.",
        ),
    ] = None,
    packets: Annotated[
        int | None,
        typer.Option("--packets", min=1, max=MOST_PACKETS, help="Packets; default 1000."),
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
    repeat: Annotated[
        int | None,
        typer.Option("--repeat", min=1, help="Repeats, interleaved: 1; of `all`, as time allows."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            min=0,
            max=MOST_MINUTES,
            help="Begin nothing that ends later; of `all` 60, or 2; 0: no limit.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with what is in --out: what failed or is missing."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Result files; default out/lab-<time>."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=f"{QUICK_PACKETS} packets: to see that it works.")
    ] = False,
    deployed: Annotated[
        bool,
        typer.Option(
            "--deployed",
            help="packet-api: beside a waveform that a domain deploys across two nodes.",
        ),
    ] = False,
    threads: Threads = None,
    depth: Depth = None,
    parallel: Parallel = None,
    processes: Together = None,
    collocation: CollocatedCalls = None,
    call_timeout_ms: CallTimeout = 5000,
    explain: Explain = False,
    orb_trace: OrbTrace = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Run experiments and show each beside its theoretical floor and the published numbers.

    Every run makes a file DIR/EXPERIMENT/ORB/REPEAT.json; what fails is kept in DIR/not-run.jsonl.
    `all`: every experiment with every ORB that is here, in at most 60 minutes (--quick: 2).

    Examples:

        orbweaver lab run exp1 exp6 --quick

        orbweaver lab run --resume --out results

        orbweaver lab run packet-api --deployed
    """
    check_writable(json_target)
    human = console(to_stderr=json_target == STDOUT)
    if resume:
        journal, left_out = _resumed(context, names, out), []
    else:
        few = QUICK_PACKETS_OF_ALL if names and ALL in names else QUICK_PACKETS
        settings = Settings(
            packets=packets or (few if quick else 1000),
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
            orb_trace=orb_trace,
            bin=bin_folder.absolute() if bin_folder else None,
            quick=quick,
            deployed=deployed,
        )
        if not names:
            raise BadInput(
                "give NAME...: experiments, or all; orbweaver lab list shows them (try --help)"
            )
        if deployed and any(name != CAN_BE_DEPLOYED for name in names):
            raise BadInput(f"--deployed is of {CAN_BE_DEPLOYED} alone: name no other experiment")
        folder = out or Path("out") / f"lab-{datetime.now():%Y%m%d-%H%M%S}"
        request = Request(names, _peers(orb), repeat, minutes, settings)
        journal, left_out = planned(request, folder)
    outcome = _run(journal, left_out, PlanView(human, journal))
    write_json(json_target, to_json(Runs(runs=list(outcome.runs))))
    judge(journal, outcome)


def _resumed(context: typer.Context, names: list[str] | None, out: Path | None) -> Journal:
    """The series in a folder. What it runs, and how, is in its plan."""
    if out is None:
        raise BadInput("--resume goes on with what is in a folder: name it with --out")
    said = [
        name for name in context.params
        if name not in BESIDE_RESUME
        and (source := context.get_parameter_source(name)) is not None
        and source.name == "COMMANDLINE"
    ]  # fmt: skip
    if names or said:
        raise BadInput("--resume takes names and options from the plan in --out: leave out "
                       f"{', '.join(names or [f'--{said[0]}'.replace('_', '-')])}")  # fmt: skip
    return unfinished(out)


def _run(journal: Journal, left_out: list[LeftOut], view: PlanView) -> Outcome:
    begin(journal, left_out)
    view.show_plan(left_out)
    with view:
        outcome = drive(journal, view, view.line)
    if outcome.runs:
        view.show_results(outcome)
        keep_parquet(load(journal.folder))
        view.say(f"results: {journal.folder}")
    return outcome


def _cores(text: str) -> int | None:
    if text == "all":
        return None
    usable = len(os.sched_getaffinity(0))
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= usable):
        raise BadInput(f"--cores {text}: give 'all' or a number from 1 to {usable}")
    return int(text)


def _peers(text: str | None) -> list[str] | None:
    if text is None:
        return None
    orbs = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not orbs:
        raise BadInput("--orb names no peer: give a list as orbweaver,omniorb")
    return orbs
