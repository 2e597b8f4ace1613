# SPDX-License-Identifier: Apache-2.0
"""What the commands that hold bars share: measure, show a table, write it, end with a status."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.bars import Row
from orbweaver.bench.document import Load, Making, bars_json, load_now, origin
from orbweaver.bench.ratios import Spread
from orbweaver.cli.bench_options import show_missing
from orbweaver.cli.output import STDOUT, console, write_json
from orbweaver.problems import BadInput
from orbweaver.report.table import NONE
from orbweaver.run.peer_programs import Missing


@dataclass(frozen=True)
class Held:
    """What a person asked for."""

    command: str
    only: str
    bin_folder: Path | None
    json_target: str | None
    missing: Sequence[Missing] = ()
    """peers that are not there"""


def hold_bars(held: Held, rows: Iterator[Row]) -> None:
    """Measure the rows, show and write them; ends the command: status 1 if one is missed."""
    human = console(to_stderr=held.json_target == STDOUT)
    before = load_now()
    where = origin(held.bin_folder)
    measured = list(rows)
    if not measured:
        raise BadInput(f"no bar's name holds '{held.only}'")
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    show_bars(human, measured)
    show_missing(human, held.missing)
    human.print(Text(load.describe()))
    making = Making(list(held.missing), load, where, held.command)
    write_json(held.json_target, bars_json(measured, making))
    raise typer.Exit(0 if all(row.ok for row in measured) else 1)


def show_bars(human: Console, rows: Sequence[Row]) -> None:
    """A line for each bar; below, why one has no value."""
    table = Table("bar", "pinning", "ratio", "middle half", "wanted", "", "ours", "limit")
    for row in rows:
        wanted = f"{'≤' if row.sense == 'at most' else '≥'} {row.bar:g}"
        verdict = Text("met", "green") if row.ok else Text("missed", "red")
        if row.ratio is None:
            table.add_row(row.name, row.pinning, NONE, NONE, wanted, verdict, NONE, NONE)
            continue
        table.add_row(
            row.name, row.pinning, f"{row.ratio.median:.3f}",
            f"{row.ratio.low:.3f} … {row.ratio.high:.3f}", wanted, verdict,
            _absolute(row.ours, row.unit), _absolute(row.limit, row.unit),
        )  # fmt: skip
    human.print(table)
    for row in rows:
        if row.reason:
            human.print(Text(f"{row.name}, {row.pinning}: {row.reason}"), soft_wrap=True)


_FORMATS: dict[str, Callable[[float], str]] = {
    "ns": lambda value: f"{value / 1000:.2f} µs",
    "us": lambda value: f"{value:.2f} µs",
    "ms": lambda value: f"{value:.1f} ms",
    "KiB": lambda value: f"{value:,.0f} KiB",
    "MiB/s": lambda value: f"{value:,.0f} MiB/s",
}


def _absolute(value: Spread | None, unit: str) -> str:
    if value is None:
        return NONE
    return _FORMATS.get(unit, lambda rate: f"{rate:,.0f}/s")(value.median)
