"""`orbweaver bench ports`: packets from port to port beside bare calls of the ORB."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.bench.bars import FULL, QUICK, Effort, Row, measure
from orbweaver.bench.document import Load, Making, bars_json, load_now, origin
from orbweaver.bench.port_bars import MODES, TRANSPORTS, measure_allocations, port_bars
from orbweaver.cli.bench_bars import show_bars
from orbweaver.cli.bench_options import Cpus, Quick, processors
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, progress, write_json
from orbweaver.problems import BadInput
from orbweaver.run.pair import pinnings


def ports(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="WORDS", help="Bars whose name holds these words.")
    ] = "",
    cpus: Cpus = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Hold packets from port to port against bare calls of the ORB; status 1 if a bar is missed.

    Both go from one program to another with the same payload, transport, policies and pinning, in
    blocks that take turns; the ports count and time their packets. Then one port to four others
    against one port to one, and what is allocated for a packet.

    Examples:

        orbweaver bench ports --quick

        orbweaver bench ports --only 'ordered 8 KiB' --json ports.json
    """
    check_writable(json_target)
    chosen = processors(cpus)
    human = console(to_stderr=json_target == STDOUT)
    before = load_now()
    where = origin(bin_folder)
    rows = list(_rows(QUICK if quick else FULL, only, chosen, bin_folder))
    if not rows:
        raise BadInput(f"no bar's name holds '{only}'")
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    show_bars(human, rows)
    human.print(Text(load.describe()))
    command = "orbweaver bench ports" + (" --quick" if quick else "")
    write_json(json_target, bars_json(rows, Making([], load, where, command)))
    raise typer.Exit(0 if all(row.ok for row in rows) else 1)


def _rows(effort: Effort, only: str, chosen: list[int], bin_folder: Path | None) -> Iterator[Row]:
    for bar in port_bars():
        if only in bar.name:
            with progress(bar.name):
                for pinning in pinnings(chosen):
                    yield measure(bar, pinning, effort, bin_folder)
    if only not in "allocations of a packet from port to port":
        return
    for mode in MODES:
        for transport in TRANSPORTS:
            with progress(f"allocations {mode} {transport}"):
                yield measure_allocations(mode, transport, pinnings(chosen)[0], bin_folder)
