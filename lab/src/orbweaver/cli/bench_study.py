# SPDX-License-Identifier: Apache-2.0
"""What `bench cost` and `bench tail` share: calls over each transport, with each pinning, under
some conditions, beside other peers; then bars, and a file for programs.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Generic, NoReturn, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from orbweaver.bench.bars import FULL, QUICK, Effort, Row
from orbweaver.bench.document import Load, Making, load_now, origin
from orbweaver.cli.bench_bars import show_bars
from orbweaver.cli.bench_options import missing_peers, processors, show_missing
from orbweaver.cli.output import STDOUT, check_writable, console, progress, write_json
from orbweaver.problems import BadInput
from orbweaver.run.pair import Place, pinnings

TRANSPORTS = ("tcp", "unix", "shm")
Only = Annotated[
    str, typer.Option("--only", metavar="TRANSPORT", help=f"{', '.join(TRANSPORTS)}; or all.")
]

Found = TypeVar("Found")
Condition = TypeVar("Condition")


@dataclass(frozen=True)
class Asked:
    """The options."""

    quick: bool
    only: str
    cpus: str | None
    bin: Path | None
    json: str | None

    @property
    def effort(self) -> Effort:
        """As --quick says."""
        return QUICK if self.quick else FULL


@dataclass(frozen=True)
class Study(Generic[Found, Condition]):
    """What is measured, and how it is shown. `words`: of a condition, while it is measured."""

    command: str
    conditions: Sequence[Condition]
    words: Callable[[Condition], str]
    measure: Callable[[Place, Condition, Effort], list[Found]]
    bars: Callable[[Sequence[Found]], Iterable[Row]]
    table: Callable[[Sequence[Found]], Table]
    document: Callable[[Sequence[Found], Sequence[Row], Making], str]


def carry_out(study: Study[Found, Condition], asked: Asked) -> NoReturn:
    """Measure, show and write. Exits with status 1 if a bar is missed; raises Problem."""
    check_writable(asked.json)
    if asked.only and asked.only not in TRANSPORTS:
        raise BadInput(f"--only is one of {', '.join(TRANSPORTS)}, not '{asked.only}'")
    chosen = processors(asked.cpus)
    human = console(to_stderr=asked.json == STDOUT)
    before = load_now()
    where = origin(asked.bin)
    found = list(_measured(study, asked, chosen))
    load = Load(before, load_now(), len(os.sched_getaffinity(0)))
    bars = list(study.bars(found))
    missing = missing_peers(asked.bin)
    human.print(study.table(found))
    show_bars(human, bars)
    show_missing(human, missing)
    human.print(Text(load.describe()))
    command = study.command + (" --quick" if asked.quick else "")
    write_json(asked.json, study.document(found, bars, Making(missing, load, where, command)))
    raise typer.Exit(0 if all(row.ok for row in bars) else 1)


def _measured(study: Study[Found, Condition], asked: Asked, chosen: list[int]) -> Iterator[Found]:
    for transport in [one for one in TRANSPORTS if one == (asked.only or one)]:
        for pinning in pinnings(chosen):
            for condition in study.conditions:
                with progress(f"{transport}, {study.words(condition)}, {pinning.name}"):
                    place = Place(transport, pinning, asked.bin)
                    yield from study.measure(place, condition, asked.effort)
