"""`orbweaver bench cost`: processor time of a call at a rate."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.bars import FULL, QUICK
from orbweaver.bench.cost import RATES, TRANSPORTS, Cost, bars_of, measure_cost
from orbweaver.bench.document import Load, Making, cost_json, load_now, origin
from orbweaver.cli.bench_bars import show_bars
from orbweaver.cli.bench_options import Cpus, Quick, missing_peers, processors, show_missing
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, progress, write_json
from orbweaver.problems import BadInput
from orbweaver.run.pair import Place, pinnings


def cost(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="TRANSPORT", help=f"{', '.join(TRANSPORTS)}; or all.")
    ] = "",
    cpus: Cpus = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Measure the processor time of a null two-way call at 100, 1,000 and 10,000 a second.

    Of the client and of the server, beside omniORB's and raw sockets that block. A thread that
    polls costs processor time though nothing comes, and a battery pays for it. Status 1 if ours
    takes more than 1.1 of raw sockets' at 1,000 a second.

    Examples:

        orbweaver bench cost --quick

        orbweaver bench cost --only tcp --json cost.json
    """
    check_writable(json_target)
    if only and only not in TRANSPORTS:
        raise BadInput(f"--only is one of {', '.join(TRANSPORTS)}, not '{only}'")
    chosen = processors(cpus)
    human = console(to_stderr=json_target == STDOUT)
    before = load_now()
    where = origin(bin_folder)
    costs = [one for transport in TRANSPORTS if transport == (only or transport)
             for one in _over(transport, quick, chosen, bin_folder)]  # fmt: skip
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    bars = list(bars_of(costs))
    missing = missing_peers(bin_folder)
    _show(human, costs)
    show_bars(human, bars)
    show_missing(human, missing)
    human.print(Text(load.describe()))
    command = "orbweaver bench cost" + (" --quick" if quick else "")
    write_json(json_target, cost_json(costs, bars, Making(missing, load, where, command)))
    raise typer.Exit(0 if all(row.ok for row in bars) else 1)


def _over(transport: str, quick: bool, chosen: list[int], bin_folder: Path | None) -> list[Cost]:
    found: list[Cost] = []
    for pinning in pinnings(chosen):
        for rate in RATES:
            with progress(f"{transport}, {rate:,} a second, {pinning.name}"):
                effort = QUICK if quick else FULL
                found += measure_cost(Place(transport, pinning, bin_folder), rate, effort)
    return found


def _show(human: Console, costs: list[Cost]) -> None:
    table = Table("transport", "calls a second", "pinning", "peer", "client", "server", "both",
                  "of a processor", caption="processor time of a null two-way call, µs; median "
                                            "(least … most of all blocks)")  # fmt: skip
    for one in costs:
        sides = [f"{side.median:.2f} ({side.least:.2f} … {side.most:.2f})"
                 for side in (one.client_us, one.server_us)]  # fmt: skip
        together = one.share_of_core * 1e6 / one.rate
        table.add_row(one.transport, f"{one.rate:,}", one.pinning, one.peer, *sides,
                      f"{together:.2f}", f"{one.share_of_core:.2%}")  # fmt: skip
    human.print(table)
