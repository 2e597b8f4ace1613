# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench deploy`: a domain beside a bare launcher; a domain of many nodes."""

from collections.abc import Iterator
from typing import Annotated

import typer

from orbweaver.bench.bars import Row
from orbweaver.bench.deploy_bars import (
    QUICK_REPETITIONS,
    REPETITIONS,
    Course,
    deploy_bars,
    measure_deployment,
)
from orbweaver.bench.fleet import MOST_NODES, ground
from orbweaver.bench.fleet_bars import Wanted, measure_fleet
from orbweaver.cli.bench_bars import Held, hold_bars
from orbweaver.cli.bench_options import Quick, need_programs, processors
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import check_writable, progress
from orbweaver.problems import BadInput

Where = Annotated[
    str | None, typer.Option("--cpus", metavar="A,B", help="Processors for all; default: any.")
]
Nodes = Annotated[
    str | None,
    typer.Option("--nodes", metavar="1,2,4,8",
                 help="Instead: the same components on so many nodes."),
]  # fmt: skip
Many = Annotated[
    bool, typer.Option("--many", help="Instead: the memory of a domain of 2,000 components.")
]
File = Annotated[
    bool, typer.Option("--file", help="Instead: a file of 64 MiB through CF::File over TCP.")
]


def deploy(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="WORDS", help="Bars whose name holds these words.")
    ] = "",
    cpus: Where = None,
    nodes: Nodes = None,
    many: Many = False,
    file: File = False,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Hold deployment against a bare launcher of the same programs; status 1 if a bar is missed.

    A domain creates, starts and releases chains of 1 to 200 components, each a program or all in
    one host process; the launcher starts the same programs until each has bound its name. They
    take turns. Then the memory of an idle component beside the same on omniORB.

    --nodes, --many and --file measure a domain of other processes instead. The nodes are network
    namespaces if this user may make them, else processes on the loopback.

    Examples:

        orbweaver bench deploy --quick

        orbweaver bench deploy --only '10 separate' --json deploy.json

        orbweaver bench deploy --nodes 1,2,4,8 --many --file
    """
    need_programs(bin_folder)
    check_writable(json_target)
    where = None if cpus is None else ",".join(map(str, processors(cpus)))
    course = Course(QUICK_REPETITIONS if quick else REPETITIONS, where, bin_folder)
    if nodes is not None or many or file:
        wanted = Wanted(course.repetitions, bin_folder, _numbers(nodes), many, file)
        held = Held(_words(wanted, quick), "", bin_folder, json_target)
        return hold_bars(held, _fleet_rows(wanted))
    command = "orbweaver bench deploy" + (" --quick" if quick else "")
    hold_bars(Held(command, only, bin_folder, json_target), _rows(only, course))


def _fleet_rows(wanted: Wanted) -> Iterator[Row]:
    with progress("domain"):
        yield from measure_fleet(wanted, ground())


def _words(wanted: Wanted, quick: bool) -> str:
    numbers = ",".join(map(str, wanted.nodes))
    options = [
        "--quick" if quick else "", f"--nodes {numbers}" if numbers else "",
        "--many" if wanted.many else "", "--file" if wanted.file else "",
    ]  # fmt: skip
    return " ".join(["orbweaver bench deploy", *filter(None, options)])


def _numbers(text: str | None) -> list[int]:
    """Ascending, at least two; raises BadInput."""
    if text is None:
        return []
    words = text.split(",")
    numbers = sorted({int(word) for word in words if word.isascii() and word.isdigit()})
    if (
        len(numbers) != len(words)
        or len(numbers) < 2
        or not 1 <= numbers[0] <= numbers[-1] <= MOST_NODES
    ):
        raise BadInput(
            f"--nodes {text}: give two or more numbers from 1 to {MOST_NODES}, as 1,2,4,8"
        )
    return numbers


def _rows(only: str, course: Course) -> Iterator[Row]:
    bars = [bar for bar in deploy_bars() if only in bar.name]
    if bars:
        with progress("deployment"):
            yield from measure_deployment(bars, course)
