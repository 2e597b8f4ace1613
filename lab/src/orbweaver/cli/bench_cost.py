# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench cost`: processor time of a call at a rate."""

from collections.abc import Sequence

from rich.table import Table

from orbweaver.bench.cost import RATES, Cost, bars_of, measure_cost
from orbweaver.bench.document import cost_json
from orbweaver.cli.bench_options import Cpus, Quick, need_programs
from orbweaver.cli.bench_study import Asked, Only, Study, carry_out
from orbweaver.cli.options import Bin, Json


def cost(
    quick: Quick = False,
    only: Only = "",
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
    need_programs(bin_folder)
    study = Study(
        "orbweaver bench cost", RATES, lambda rate: f"{rate:,} a second", measure_cost, bars_of,
        _table, cost_json,
    )  # fmt: skip
    carry_out(study, Asked(quick, only, cpus, bin_folder, json_target))


def _table(costs: Sequence[Cost]) -> Table:
    table = Table("transport", "calls a second", "pinning", "peer", "client", "server", "both",
                  "of a processor", caption="processor time of a null two-way call, µs; median "
                                            "(least … most of all blocks)")  # fmt: skip
    for one in costs:
        sides = [f"{side.median:.2f} ({side.least:.2f} … {side.most:.2f})"
                 for side in (one.client_us, one.server_us)]  # fmt: skip
        together = one.share_of_core * 1e6 / one.rate
        table.add_row(one.transport, f"{one.rate:,}", one.pinning, one.peer, *sides,
                      f"{together:.2f}", f"{one.share_of_core:.2%}")  # fmt: skip
    return table
