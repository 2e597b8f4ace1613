"""`orbweaver bench tail`: how late the latest calls are, with and without load and priority."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.bars import FULL, QUICK
from orbweaver.bench.document import Load, Making, load_now, origin, tail_json
from orbweaver.bench.ratios import spread
from orbweaver.bench.tail import CONDITIONS, TRANSPORTS, Tail, bars_of, measure_tail
from orbweaver.cli.bench_bars import show_bars
from orbweaver.cli.bench_options import Cpus, Quick, missing_peers, processors, show_missing
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, progress, write_json
from orbweaver.problems import BadInput
from orbweaver.report.table import NONE
from orbweaver.run.pair import Place, pinnings


def tail(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="TRANSPORT", help=f"{', '.join(TRANSPORTS)}; or all.")
    ] = "",
    cpus: Cpus = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Measure how late the latest of 1,000 null two-way calls a second are.

    For a minute each, in blocks that take turns: ours, omniORB's, raw sockets, and cyclictest,
    which says how late this machine wakes a thread that does nothing else. On an idle machine and
    under stress-ng, with SCHED_OTHER and SCHED_FIFO (which takes root, or the right to real-time
    priorities). Some 80 minutes; 8 with --quick. Status 1 if a bar is missed: p99.9 at most 1.2
    of raw's, and the longest at most 50 µs above cyclictest's, under load with SCHED_FIFO.

    Examples:

        orbweaver bench tail --quick

        orbweaver bench tail --only tcp --json tail.json
    """
    check_writable(json_target)
    if only and only not in TRANSPORTS:
        raise BadInput(f"--only is one of {', '.join(TRANSPORTS)}, not '{only}'")
    chosen = processors(cpus)
    human = console(to_stderr=json_target == STDOUT)
    before = load_now()
    where = origin(bin_folder)
    tails = [one for transport in TRANSPORTS if transport == (only or transport)
             for one in _over(transport, quick, chosen, bin_folder)]  # fmt: skip
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    bars = list(bars_of(tails))
    missing = missing_peers(bin_folder)
    _show(human, tails)
    show_bars(human, bars)
    show_missing(human, missing)
    human.print(Text(load.describe()))
    command = "orbweaver bench tail" + (" --quick" if quick else "")
    write_json(json_target, tail_json(tails, bars, Making(missing, load, where, command)))
    raise typer.Exit(0 if all(row.ok for row in bars) else 1)


def _over(transport: str, quick: bool, chosen: list[int], bin_folder: Path | None) -> list[Tail]:
    found: list[Tail] = []
    for pinning in pinnings(chosen):
        for condition in CONDITIONS:
            with progress(f"{transport}, {condition.words}, {pinning.name}"):
                effort = QUICK if quick else FULL
                found += measure_tail(Place(transport, pinning, bin_folder), condition, effort)
    return found


def _show(human: Console, tails: list[Tail]) -> None:
    table = Table("transport", "load and scheduler", "pinning", "program", "p50", "p99", "p99.9",
                  "longest", caption="time of a null two-way call, 1,000 a second, µs; median of "
                                     "the blocks; longest: of all")  # fmt: skip
    for one in tails:
        table.add_row(one.transport, one.condition.words, one.pinning, one.peer,
                      _middle(one.p50_us), _middle(one.p99_us), _middle(one.p999_us),
                      _text(max, one.longest_us))  # fmt: skip
    human.print(table)


def _middle(values: Sequence[float]) -> str:
    return _text(lambda some: spread(some).median, values)


def _text(choose: Callable[[Sequence[float]], float], values: Sequence[float]) -> str:
    return f"{choose(values):.0f}" if values else NONE
