# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench`: the bars, the sweep, the path of a message."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench import security_bars
from orbweaver.bench.bars import FULL, QUICK, Bar, Effort, Row, measure, program_bars
from orbweaver.bench.clients_bar import FAIRNESS, clients_bars, measure_fairness
from orbweaver.bench.codec_bar import measure_codec
from orbweaver.bench.cost import BAR_TRANSPORTS, measure_bar, name_of_bar
from orbweaver.bench.document import (
    Load,
    Making,
    load_now,
    origin,
    path_json,
    sweep_json,
)
from orbweaver.bench.path import (
    Costs,
    PathRow,
    count_instructions,
    measure_path,
    modes,
    named_calls,
)
from orbweaver.bench.pipeline_bar import experiments, measure_pipeline, mode_of
from orbweaver.bench.sweep import FULL as FULL_SWEEP
from orbweaver.bench.sweep import QUICK as QUICK_SWEEP
from orbweaver.bench.sweep import Point, sweep
from orbweaver.bench.system_calls import ALL
from orbweaver.bench.tail import BAR_TRANSPORTS as TAIL_TRANSPORTS
from orbweaver.bench.tail import measure_bars, name_of_longest, name_of_p999
from orbweaver.bench.threads_bar import threads_bars
from orbweaver.cli.bench_bars import Held, hold_bars
from orbweaver.cli.bench_check import check as check_harness
from orbweaver.cli.bench_cost import cost as measure_processor_time
from orbweaver.cli.bench_deploy import deploy as measure_deployment
from orbweaver.cli.bench_options import (
    Cpus,
    Quick,
    missing_peers,
    need_programs,
    processors,
    show_missing,
)
from orbweaver.cli.bench_ports import ports as measure_packets
from orbweaver.cli.bench_report import show_points, write_charts
from orbweaver.cli.bench_size import size as weigh_programs
from orbweaver.cli.bench_tail import tail as measure_late_calls
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import (
    STDOUT,
    check_writable,
    console,
    progress,
    steps,
    write_json,
)
from orbweaver.cli.receiver import receiver as measure_receiver
from orbweaver.extras import need
from orbweaver.problems import BadInput, Problem
from orbweaver.record.store import make_folder, write_whole
from orbweaver.report.table import NONE
from orbweaver.run.pair import pinnings

bench = typer.Typer(
    help="Measure messages against the limit of this machine and against others.",
    invoke_without_command=True,
)

bench.command("size")(weigh_programs)
bench.command("cost")(measure_processor_time)
bench.command("tail")(measure_late_calls)
bench.command("check")(check_harness)
bench.command("ports")(measure_packets)
bench.command("deploy")(measure_deployment)
bench.command("receiver")(measure_receiver)


@bench.callback()
def sweep_all(
    context: typer.Context,
    quick: Quick = False,
    cpus: Cpus = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="JSON and charts; default out/bench-<time>."),
    ] = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Measure every peer over every transport, 0 B to 32 MiB, same core and across cores.

    All take turns in blocks. A cell of the table is the ratio to `raw` on the same transport, then
    the value. DIR gets bench.json, index.html, which needs no network, and, where the extra `png`
    and a Chromium are installed, a picture for each question.

    Examples:

        orbweaver bench --quick

        orbweaver bench --out results

        orbweaver bench bars

        orbweaver bench path
    """
    if context.invoked_subcommand is not None:
        return
    need_programs(bin_folder)
    need("plotly")
    check_writable(json_target)
    chosen = processors(cpus)
    folder = out or Path("out") / f"bench-{datetime.now():%Y%m%d-%H%M%S}"
    make_folder(folder)
    human = console(to_stderr=json_target == STDOUT)
    before = load_now()
    where = origin(bin_folder)
    points: list[Point] = []
    for pinning in pinnings(chosen):
        with steps() as show:
            points += sweep(QUICK_SWEEP if quick else FULL_SWEEP, pinning, bin_folder, show)
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    missing = missing_peers(bin_folder)
    show_points(human, points)
    show_missing(human, missing)
    human.print(Text(load.describe()))
    command = "orbweaver bench" + (" --quick" if quick else "")
    text = sweep_json(points, Making(missing, load, where, command))
    write_whole(folder / "bench.json", text)
    note = f"{command}; {where['cpu']}, {where['kernel']}; {load.describe()}"
    reason = write_charts(folder, points, note)
    if reason:
        human.print(Text(f"no pictures: {reason}"), soft_wrap=True)
    human.print(Text(f"results: {folder}"), soft_wrap=True)
    write_json(json_target, text)


@bench.command()
def bars(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="WORDS", help="Bars whose name holds these words.")
    ] = "",
    cpus: Cpus = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Hold ours against the design's bars, as ratios in one run; status 1 if one is missed.

    Blocks of both programs take turns in the same pinning. The ratio is the median over the
    repetitions; what is around it is the middle half of them.

    Examples:

        orbweaver bench bars --quick

        orbweaver bench bars --only 'two-way null' --json bars.json
    """
    need_programs(bin_folder)
    check_writable(json_target)
    chosen = processors(cpus)
    command = "orbweaver bench bars" + (" --quick" if quick else "")
    rows = _bars(QUICK if quick else FULL, only, chosen, bin_folder)
    hold_bars(Held(command, only, bin_folder, json_target, missing_peers(bin_folder)), rows)


@bench.command()
def path(
    size: Annotated[int, typer.Option("--bytes", min=0, max=1 << 25, help="Payload.")] = 0,
    messages: Annotated[
        int, typer.Option("--messages", min=2, max=10_000_000, help="Messages in a block.")
    ] = 2000,
    callgrind: Annotated[
        bool, typer.Option("--callgrind", help="Count instructions in a simulator: slow, exact.")
    ] = False,
    only: Annotated[
        str, typer.Option("--only", metavar="WORDS", help="Modes whose name holds these words.")
    ] = "",
    cpus: Cpus = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Count what each message costs: allocations, system calls, context switches, on each side.

    In steady state, for every mode of Orbweaver, and beside it for others. Counts are per message.

    Examples:

        orbweaver bench path

        orbweaver bench path --bytes 8192 --only unix --json path.json
    """
    need_programs(bin_folder)
    check_writable(json_target)
    chosen = processors(cpus)
    human = console(to_stderr=json_target == STDOUT)
    before = load_now()
    where = origin(bin_folder)
    rows: list[PathRow] = []
    for mode in modes():
        if only not in f"{mode.peer} {mode.name}":
            continue
        for pinning in pinnings(chosen):
            with progress(f"{mode.peer} {mode.name}, {pinning.name}"):
                row = measure_path(mode, pinning, size, messages, bin_folder)
                rows.append(count_instructions(row, pinning, bin_folder) if callgrind else row)
    if not rows:
        raise BadInput(f"no mode's name holds '{only}'")
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    missing = missing_peers(bin_folder)
    _show_path(human, rows)
    human.print(Text(load.describe()))
    command = "orbweaver bench path" + (" --callgrind" if callgrind else "")
    write_json(json_target, path_json(rows, messages, Making(missing, load, where, command)))


def _show_path(human: Console, rows: list[PathRow]) -> None:
    table = Table("peer", "mode", "pinning", "side", "allocations", "bytes", "system calls",
                  "waits", "preempted", "instructions", "which calls",
                  caption=f"per message of {rows[0].bytes} B; system calls counted by "
                          f"{next((row.tool for row in rows if row.tool), NONE)}")  # fmt: skip
    for row in rows:
        for side, costs in (("client", row.client), ("server", row.server)):
            if costs is not None:
                total = costs.system_calls.get(ALL, 0)
                table.add_row(row.mode.peer, row.mode.name, row.pinning, side,
                              f"{costs.allocations:.2f}", f"{costs.allocated_bytes:.0f}",
                              f"{total:.2f}", f"{costs.voluntary:.2f}",
                              f"{costs.involuntary:.2f}", _instructions(costs),
                              named_calls(costs))  # fmt: skip
    human.print(table)
    for reason, names in _reasons(rows).items():
        human.print(Text(f"not counted: {', '.join(names)}: {reason}"), soft_wrap=True)


def _instructions(costs: Costs) -> str:
    return NONE if costs.instructions is None else f"{costs.instructions:,.0f}"


def _reasons(rows: list[PathRow]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in rows:
        name = f"{row.mode.peer} {row.mode.name}"
        if row.reason and name not in found.setdefault(row.reason, []):
            found[row.reason].append(name)
    return found


def _bars(effort: Effort, only: str, chosen: list[int], bin_folder: Path | None) -> Iterator[Row]:
    for bar in program_bars():
        if only in bar.name:
            yield from _bar(bar, effort, chosen, bin_folder)
    yield from _security_bars(effort, only, chosen, bin_folder)
    for crowd in clients_bars():
        if only in crowd.name:
            with progress(crowd.name):
                yield crowd.measure(effort, bin_folder)
    for threads in threads_bars():
        if only in threads.name:
            with progress(threads.name):
                yield threads.measure(effort, bin_folder)
    if only in FAIRNESS:
        with progress(FAIRNESS):
            yield measure_fairness(effort, bin_folder)
    yield from _cost_bars(effort, only, chosen, bin_folder)
    yield from _tail_bars(effort, only, chosen, bin_folder)
    for experiment in experiments():
        mode = mode_of(experiment)
        if only in f"pipeline {experiment.shown} {mode}":
            with progress(f"pipeline {experiment.name}"):
                yield from measure_pipeline(experiment, effort, 7, bin_folder)
    if only in "sequence<double> encode + decode":
        with progress("sequence<double> encode + decode"):
            yield from measure_codec(effort, chosen[0], bin_folder)


def _bar(bar: Bar, effort: Effort, chosen: list[int], bin_folder: Path | None) -> Iterator[Row]:
    for pinning in pinnings(chosen):
        if bar.runs(pinning):
            with progress(f"{bar.name}, {pinning.name}"):
                yield measure(bar, pinning, effort, bin_folder)


def _security_bars(
    effort: Effort, only: str, chosen: list[int], bin_folder: Path | None
) -> Iterator[Row]:
    if not any(only in name for name in security_bars.names()):
        return
    with ExitStack() as stack:
        try:
            made = stack.enter_context(security_bars.made(bin_folder))
        except Problem as problem:
            yield from security_bars.missed(only, str(problem))
            return
        for bar in security_bars.timed(made):
            if only in bar.name:
                yield from _bar(bar, effort, chosen, bin_folder)
        if only in security_bars.IDLE:
            with progress(security_bars.IDLE):
                yield security_bars.measure_idle(effort, bin_folder, made)
        growth = [security_bars.name_of_growth(side) for side in security_bars.SIDES]
        if any(only in name for name in growth):
            with progress(growth[0]):
                yield from security_bars.measure_growth(effort, bin_folder, made)


def _cost_bars(
    effort: Effort, only: str, chosen: list[int], bin_folder: Path | None
) -> Iterator[Row]:
    for transport in BAR_TRANSPORTS:
        name = name_of_bar(transport)
        for pinning in pinnings(chosen) if only in name else []:
            with progress(f"{name}, {pinning.name}"):
                yield measure_bar(transport, pinning, effort, bin_folder)


def _tail_bars(
    effort: Effort, only: str, chosen: list[int], bin_folder: Path | None
) -> Iterator[Row]:
    for transport in TAIL_TRANSPORTS:
        names = (name_of_p999(transport), name_of_longest(transport))
        for pinning in pinnings(chosen) if any(only in name for name in names) else []:
            with progress(f"{names[0]}, {pinning.name}"):
                rows = measure_bars(transport, pinning, effort, bin_folder)
            yield from (row for row in rows if only in row.name)
