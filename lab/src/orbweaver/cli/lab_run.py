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
    Parallel,
    Sync,
    Threads,
    Together,
    Way,
)
from orbweaver.cli.output import STDOUT, check_folder, check_writable, console, write_json
from orbweaver.doctor.quiet import disturbances
from orbweaver.lab.entries import (
    Entry,
    absent_of,
    all_entries,
    check_orbs,
    entries,
    orbs_for,
)
from orbweaver.lab.execute import Settings
from orbweaver.lab.experiments import EXPERIMENTS
from orbweaver.lab.plan import (
    ALL,
    FULL_MINUTES,
    PIPELINE_ORBS,
    QUICK_MINUTES,
    LeftOut,
    Wanted,
    everyone,
    plan,
)
from orbweaver.lab.runner import Outcome, Runner
from orbweaver.lab.warm_up import warm_up
from orbweaver.problems import BadInput, CannotKeep, Interrupted, JobFailed
from orbweaver.record.not_run import NAME as NOT_RUN
from orbweaver.record.not_run import note_not_run
from orbweaver.record.plan import Journal, Plan, read_journal
from orbweaver.record.schema import Runs, to_json
from orbweaver.results.load import load

QUICK_PACKETS, QUICK_PACKETS_OF_ALL = 100, 40
MOST_PACKETS = 0xFFFFFFFF
BESIDE_RESUME = ("out", "resume", "json_target")
"""What may be said beside --resume; everything else comes from the plan."""


def run_experiments(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="exp1 … exp15, clocks, …, or all; see `lab list`."),
    ] = None,
    orb: Annotated[
        str | None,
        typer.Option(
            "--orb",
            metavar="NAME,…|all",
            help="ORBs to run, with commas, or all that are here. Not told: ours; of `all`, all.",
        ),
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
    repeat: Annotated[
        int | None,
        typer.Option("--repeat", min=1, help="Repeats, interleaved: 1; of `all`, as time allows."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            min=0,
            help="Begin nothing that ends later; of `all` 60, or 2; 0: no limit.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what is in --out: what failed or lacks.")
    ] = False,
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
    so runs with other options may share a folder. What fails is told in one line and kept in
    DIR/not-run.jsonl, and the rest goes on; the exit status is then 1. After Ctrl-C, a crash or a
    full disk, --resume goes on: only the run that was under way is lost.

    `all` runs every experiment of the four papers with every ORB that is here, on all processors
    and on one, in at most 60 minutes (--quick: 2), repetition by repetition as long as time is
    left. A peer that is not installed is no failure there, unless --orb names it.

    Examples:

        orbweaver lab run exp1 exp6 --quick

        orbweaver lab run all --quick --out results

        orbweaver lab run --resume --out results

        orbweaver lab run exp1 exp2 exp3 exp4 exp5 exp6 --work wait --out results

        orbweaver lab run exp6 --cores 1 --work spin --repeat 7 --json -

        orbweaver lab run exp7 --quick --explain --transport tcp
    """
    check_writable(json_target)
    human = console(to_stderr=json_target == STDOUT)
    if resume:
        journal, lacking = _resumed(context, names, out), []
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
            bin=bin_folder.absolute() if bin_folder else None,
            quick=quick,
        )
        journal, lacking = _planned(names or [], _orbs(orb), repeat, minutes, settings, out)
    outcome = _run(journal, lacking, PlanView(human, journal))
    write_json(json_target, to_json(Runs(runs=list(outcome.runs))))
    _judge(journal, outcome)


def _planned(
    names: list[str],
    orbs: list[str] | None,
    repeat: int | None,
    minutes: float | None,
    settings: Settings,
    out: Path | None,
) -> tuple[Journal, list[LeftOut]]:
    if not names:
        raise BadInput("Missing argument 'NAME...': name experiments, or all (try --help)")
    everything = ALL in names
    found = list(all_entries().values()) if everything else entries(names)
    pairs = _pairs(found, orbs, everything, settings)
    repeats = repeat if everything else (repeat or 1)
    both = everything and settings.cores is None
    # Who says how long, or with whom, has what they said.
    is_brief = everything and settings.quick and orbs is None and minutes is None
    steps, lacking = plan(Wanted(pairs, repeats, settings, both_setups=both, brief=is_brief))
    if not steps:
        raise BadInput(f"nothing can run here: {lacking[0].reason}")
    folder = out or Path("out") / f"lab-{datetime.now():%Y%m%d-%H%M%S}"
    _refuse_unfinished(folder)
    check_folder(folder)
    limit = (QUICK_MINUTES if settings.quick else FULL_MINUTES) if everything else None
    made = Plan(
        names=names,
        minutes=limit if minutes is None else minutes or None,
        settings=settings,
        steps=steps,
        machine=[str(one) for one in disturbances()] if everything else [],
    )
    return Journal(folder, made), lacking


def _pairs(
    found: list[Entry], orbs: list[str] | None, everything: bool, settings: Settings
) -> list[tuple[Entry, str]]:
    """Who runs what. An ORB that somebody named must be here; of `all`, those that are."""
    if orbs == [ALL] or (orbs is None and everything):
        return [(entry, orb) for entry in found for orb in everyone(entry)]
    if everything:
        named = [orb for orb in orbs or () if orb in PIPELINE_ORBS]
        check_orbs([EXPERIMENTS["exp1"]] if named else [], named, settings)
        pairs = [(entry, orb) for entry in found for orb in everyone(entry) if orb in (orbs or ())]
        unknown = [orb for orb in orbs or () if orb not in {one for _, one in pairs}]
        if unknown:
            raise BadInput(f"unknown ORB '{unknown[0]}': no experiment runs with it")
        return pairs
    check_orbs(found, orbs, settings)
    return [
        (entry, orb) for entry in found for orb in (*orbs_for(entry, orbs), *absent_of(entry, orbs))
    ]


def _refuse_unfinished(folder: Path) -> None:
    journal = read_journal(folder)
    if journal and not journal.finished:
        raise BadInput(f"{folder} holds a series that was not finished ({_how_far(journal)}): "
                       "go on with --resume, or choose another --out")  # fmt: skip


def _how_far(journal: Journal) -> str:
    return (
        f"{len(journal.done)} of {len(journal.plan.steps)} runs of {' '.join(journal.plan.names)}"
    )


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
    journal = read_journal(out)
    if journal is None:
        raise BadInput(f"{out} holds no series to go on with: it has no plan.jsonl")
    return journal


def _run(journal: Journal, lacking: list[LeftOut], view: PlanView) -> Outcome:
    """Run it; what breaks it off says how to go on. A single run has no plan to keep."""
    is_series = len(journal.plan.steps) > 1
    if is_series and not journal.ended:
        journal.begin()
    for one in lacking:
        names = ", ".join(one.experiments)
        note_not_run(journal.folder, names, one.orb, one.reason, one.kind, one.one_core)
    view.show_plan(lacking)
    runner = Runner(journal, view, keep_journal=is_series)
    try:
        with view:
            if ALL in journal.plan.names:
                view.said(warm_up(journal.plan.settings))
            outcome = runner.run()
    except (KeyboardInterrupt, Interrupted, CannotKeep) as problem:
        if not is_series:
            raise
        text = str(problem) or "interrupted"
        kind = CannotKeep if isinstance(problem, CannotKeep) else Interrupted
        room = "make room, then " if kind is CannotKeep else ""
        raise kind(f"{text}; {_how_far(journal)} are kept: {room}go on with "
                   f"orbweaver lab run --resume --out {journal.folder}") from None  # fmt: skip
    if outcome.runs:
        view.show_results(outcome)
        keep_parquet(load(journal.folder))
        view.say(f"results: {journal.folder}")
    return outcome


def _judge(journal: Journal, outcome: Outcome) -> None:
    """Raise what makes the exit status 1, or 2 of a single run that was asked for wrongly."""
    failed = len(outcome.failures)
    if not failed:
        return
    if len(journal.plan.steps) == 1:
        raise outcome.failures[0]
    raise JobFailed(f"{failed} of {failed + len(outcome.runs)} runs failed, each with its line in "
                    f"{journal.folder / NOT_RUN}; the others are kept")  # fmt: skip


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
