# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench tail`: how late the latest calls are, with and without load and priority."""

from collections.abc import Callable, Sequence

from rich.table import Table

from orbweaver.bench.document import tail_json
from orbweaver.bench.ratios import spread
from orbweaver.bench.tail import CONDITIONS, Tail, bars_of, measure_tail
from orbweaver.cli.bench_options import Cpus, Quick, need_programs
from orbweaver.cli.bench_study import Asked, Only, Study, carry_out
from orbweaver.cli.options import Bin, Json
from orbweaver.report.table import NONE


def tail(
    quick: Quick = False,
    only: Only = "",
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
    need_programs(bin_folder)
    study = Study(
        "orbweaver bench tail", CONDITIONS, lambda condition: condition.words, measure_tail,
        bars_of, _table, tail_json,
    )  # fmt: skip
    carry_out(study, Asked(quick, only, cpus, bin_folder, json_target))


def _table(tails: Sequence[Tail]) -> Table:
    table = Table("transport", "load and scheduler", "pinning", "program", "p50", "p99", "p99.9",
                  "longest", caption="time of a null two-way call, 1,000 a second, µs; median of "
                                     "the blocks; longest: of all")  # fmt: skip
    for one in tails:
        table.add_row(one.transport, one.condition.words, one.pinning, one.peer,
                      _middle(one.p50_us), _middle(one.p99_us), _middle(one.p999_us),
                      _text(max, one.longest_us))  # fmt: skip
    return table


def _middle(values: Sequence[float]) -> str:
    return _text(lambda some: spread(some).median, values)


def _text(choose: Callable[[Sequence[float]], float], values: Sequence[float]) -> str:
    return f"{choose(values):.0f}" if values else NONE
