"""`orbweaver bench deploy`: a domain beside a bare launcher of the same programs."""

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
from orbweaver.cli.bench_bars import Held, hold_bars
from orbweaver.cli.bench_options import Quick, processors
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import check_writable, progress

Where = Annotated[
    str | None, typer.Option("--cpus", metavar="A,B", help="Processors for all; default: any.")
]


def deploy(
    quick: Quick = False,
    only: Annotated[
        str, typer.Option("--only", metavar="WORDS", help="Bars whose name holds these words.")
    ] = "",
    cpus: Where = None,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Hold deployment against a bare launcher of the same programs; status 1 if a bar is missed.

    A domain creates, starts and releases chains of 1 to 200 components, each a program or all in
    one host process; the launcher starts the same programs until each has bound its name. They
    take turns. Then the memory of an idle component beside the same on omniORB.

    Examples:

        orbweaver bench deploy --quick

        orbweaver bench deploy --only '10 separate' --json deploy.json
    """
    check_writable(json_target)
    where = None if cpus is None else ",".join(map(str, processors(cpus)))
    course = Course(QUICK_REPETITIONS if quick else REPETITIONS, where, bin_folder)
    command = "orbweaver bench deploy" + (" --quick" if quick else "")
    hold_bars(Held(command, only, bin_folder, json_target), _rows(only, course))


def _rows(only: str, course: Course) -> Iterator[Row]:
    bars = [bar for bar in deploy_bars() if only in bar.name]
    if bars:
        with progress("deployment"):
            yield from measure_deployment(bars, course)
