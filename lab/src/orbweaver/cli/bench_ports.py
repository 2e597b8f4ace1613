# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench ports`: packets from port to port beside bare calls of the ORB."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from orbweaver.bench.bars import FULL, QUICK, Effort, Row, measure
from orbweaver.bench.chain_bars import chain_bars, measure_chain
from orbweaver.bench.port_bars import MODES, TRANSPORTS, measure_allocations, port_bars
from orbweaver.cli.bench_bars import Held, hold_bars
from orbweaver.cli.bench_options import Cpus, Quick, need_programs, processors
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import check_writable, progress
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
    against one port to one, a chain of components in one process against the same in processes of
    their own and against a plain loop, and what is allocated for a packet.

    Examples:

        orbweaver bench ports --quick

        orbweaver bench ports --only 'ordered 8 KiB' --json ports.json

        orbweaver bench ports --only together
    """
    need_programs(bin_folder)
    check_writable(json_target)
    chosen = processors(cpus)
    command = "orbweaver bench ports" + (" --quick" if quick else "")
    rows = _rows(QUICK if quick else FULL, only, chosen, bin_folder)
    hold_bars(Held(command, only, bin_folder, json_target), rows)


def _rows(effort: Effort, only: str, chosen: list[int], bin_folder: Path | None) -> Iterator[Row]:
    for bar in port_bars():
        if only in bar.name:
            with progress(bar.name):
                for pinning in pinnings(chosen):
                    yield measure(bar, pinning, effort, bin_folder)
    chosen_bars = [bar for bar in chain_bars() if only in bar.name]
    for samples, bars in groupby(chosen_bars, lambda bar: bar.samples):
        with progress(f"a chain of components, {samples:,} samples"):
            yield from measure_chain(list(bars), chosen, effort, bin_folder)
    if only not in "allocations of a packet from port to port":
        return
    for mode in MODES:
        for transport in TRANSPORTS:
            with progress(f"allocations {mode} {transport}"):
                yield measure_allocations(mode, transport, pinnings(chosen)[0], bin_folder)
