# SPDX-License-Identifier: Apache-2.0
"""What the commands of `orbweaver bench` share: processors, effort, missing peers."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from orbweaver.model.peer import peers
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import installation, programs
from orbweaver.run.peer_programs import Missing, missing_bench

Cpus = Annotated[
    str | None,
    typer.Option("--cpus", metavar="A,B", help="Client's and server's processor across cores."),
]
Quick = Annotated[bool, typer.Option("--quick", help="Fewer and shorter blocks: for a look.")]


def processors(text: str | None) -> list[int]:
    """Client's and server's, as given or the first two; raises BadInput."""
    usable = sorted(os.sched_getaffinity(0))
    if text is None:
        return usable[:2]
    words = text.split(",")
    if not all(word.strip().isdecimal() and int(word) in usable for word in words):
        raise BadInput(f"--cpus {text}: give one or two of the processors {usable}, as 0,1")
    return [int(word) for word in words][:2]


OF_AN_INSTALLATION = "receiver"
"""What an installation has the programs for."""


def need_programs(bin_folder: Path | None) -> None:
    """Raises JobFailed, before any work is done: only a source tree builds what measures."""
    if installation.tree() or programs.find("orbweaver-bench-server", bin_folder):
        return
    raise JobFailed(
        f"an installation can measure one thing: orbweaver bench {OF_AN_INSTALLATION}; for all "
        f"others the source tree builds programs: ./x bench there, or name their folder with --bin "
        f"or {programs.ENVIRONMENT}"
    )


def missing_peers(bin_folder: Path | None) -> list[Missing]:
    """All whose bench programs are not there."""
    return [absent for peer in peers() if (absent := missing_bench(peer, bin_folder))]


def show_missing(human: Console, missing: Sequence[Missing]) -> None:
    """A line for each."""
    for one in missing:
        human.print(Text(f"missing: {one.peer}: {one.reason}"), soft_wrap=True)
