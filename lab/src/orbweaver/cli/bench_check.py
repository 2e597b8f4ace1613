# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench check`: the harness beside a hand-written program for each peer."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Literal

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.check import (
    FULL,
    QUICK,
    Comparison,
    Effort,
    check_calls,
    missing_for_check,
    ways,
)
from orbweaver.bench.check_pipeline import (
    check_pipeline,
    missing_for_pipeline,
    pipeline_pinnings,
)
from orbweaver.bench.document import Load, Making, check_json, load_now, origin
from orbweaver.bench.ratios import Spread
from orbweaver.cli.bench_options import Cpus, Quick, need_programs, processors, show_missing
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, progress, write_json
from orbweaver.model.peer import with_programs
from orbweaver.problems import BadInput, JobFailed
from orbweaver.report.table import NONE
from orbweaver.run.pair import Place, pinnings
from orbweaver.run.peer_programs import Missing
from orbweaver.stats import Estimate

Format = Annotated[
    Literal["table", "md"], typer.Option("--format", help="As a table, or as one of Markdown.")
]
Only = Annotated[
    str,
    typer.Option("--only", metavar="WORDS", help="Peers, transports and pipelines named so."),
]


def check(
    quick: Quick = False,
    only: Only = "",
    cpus: Cpus = None,
    form: Format = "table",
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Hold the harness against hand-written programs of each peer; status 1 if one differs.

    Both send the same messages with the same options of the ORB, in turns, each started anew. The
    hand-written program is also held against itself, which shows what no difference looks like.

    Examples:

        orbweaver bench check --quick --only 'omniorb unix'

        orbweaver bench check --format md --json check.json
    """
    need_programs(bin_folder)
    check_writable(json_target)
    chosen = processors(cpus)
    human = console(to_stderr=json_target == STDOUT)
    before, where = load_now(), origin(bin_folder)
    missing = _missing(bin_folder)
    effort = QUICK if quick else FULL
    rows = [*_calls(effort, only, chosen, bin_folder), *_pipelines(effort, only, bin_folder)]
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    _show(human, rows, form)
    show_missing(human, missing)
    human.print(Text(load.describe()))
    if not rows:
        raise _nothing(only, missing)
    command = "orbweaver bench check" + (" --quick" if quick else "")
    write_json(json_target, check_json(rows, Making(missing, load, where, command)))
    raise typer.Exit(0 if all(row.ok for row in rows) else 1)


def _nothing(only: str, missing: Sequence[Missing]) -> BadInput | JobFailed:
    if missing:
        return JobFailed("nothing was checked: the programs are missing")
    return BadInput(f"no check's name holds '{only}'")


def _missing(bin_folder: Path | None) -> list[Missing]:
    """Each peer once, by the first of its programs that is missing."""
    checked = with_programs("by-hand")
    calls = [missing_for_check(peer, bin_folder) for peer in checked]
    pipelines = [missing_for_pipeline(peer, bin_folder) for peer in with_programs("pipeline")]
    found = {one.peer: one for one in [*pipelines, *calls] if one}
    return [found[peer] for peer in checked if peer in found]


def _calls(
    effort: Effort, only: str, chosen: list[int], bin_folder: Path | None
) -> Iterator[Comparison]:
    for peer, transport in ways():
        if only not in f"{peer} {transport}" or missing_for_check(peer, bin_folder):
            continue
        for pinning in pinnings(chosen):
            with progress(f"{peer} {transport}, {pinning.name}"):
                yield from check_calls(peer, Place(transport, pinning, bin_folder), effort)


def _pipelines(effort: Effort, only: str, bin_folder: Path | None) -> Iterator[Comparison]:
    for peer in with_programs("pipeline"):
        if only not in f"{peer} pipeline" or missing_for_pipeline(peer, bin_folder):
            continue
        for pinning in pipeline_pinnings():
            with progress(f"{peer} pipeline, {pinning.name}"):
                yield check_pipeline(peer, pinning, effort, bin_folder)


def _show(human: Console, rows: Sequence[Comparison], form: Literal["table", "md"]) -> None:
    table = Table("peer", "case", "transport", "pinning", "harness", "by hand",
                  "harness ÷ by hand", "by hand ÷ itself", "verdict",
                  box=box.MARKDOWN if form == "md" else box.HEAVY_HEAD)  # fmt: skip
    for row in rows:
        verdict = Text(row.verdict, "green" if row.ok else "red")
        table.add_row(row.peer, row.case, row.transport, row.pinning,
                      _absolute(row.harness, row.unit), _absolute(row.by_hand, row.unit),
                      _ratio(row.ratio), _ratio(row.itself), verdict)  # fmt: skip
    human.print(table)
    if noises := [row.unseen for row in rows if row.ratio]:
        words = f"half of the rows would not show a difference of {100 * median(noises):.1f} %"
        human.print(Text(words))
    for reason in dict.fromkeys(row.reason for row in rows if row.reason):
        human.print(Text(f"not measured: {reason}"), soft_wrap=True)


def _ratio(ratio: Estimate | None) -> str:
    return NONE if ratio is None else f"{ratio.value:.3f} ({ratio.low:.3f} … {ratio.high:.3f})"


def _absolute(value: Spread | None, unit: str) -> str:
    if value is None:
        return NONE
    return f"{value.median / 1000:.2f} µs" if unit == "ns" else f"{value.median:,.0f}/s"
