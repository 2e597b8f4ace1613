# SPDX-License-Identifier: Apache-2.0
"""Options that several commands share, and the choices that they check."""

from pathlib import Path
from typing import Annotated

import typer

from orbweaver.model.modes import Collocation, Processes, SyncScope
from orbweaver.model.modes import Way as OneWay

Sync = Annotated[SyncScope, typer.Option("--sync", help="Scope of one-way calls.")]
Way = Annotated[
    OneWay,
    typer.Option(
        "--transport",
        help="The way; inproc: all in one process.",
    ),
]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, help="ORB threads for pool and lane.")
]
Depth = Annotated[
    int | None, typer.Option("--depth", min=1, max=1_000_000, help="Packets a queue may hold.")
]
Together = Annotated[
    Processes | None,
    typer.Option("--processes", help="A process each, or one for all."),
]
CollocatedCalls = Annotated[
    Collocation | None,
    typer.Option("--collocation", help="How calls in one process are made."),
]
Parallel = Annotated[
    int | None,
    typer.Option("--parallel", min=0, max=256, help="Threads of a stage without state; 0: none."),
]
CallTimeout = Annotated[
    int, typer.Option("--call-timeout-ms", min=0, help="Longest time of a call; 0: no limit.")
]
Explain = Annotated[
    bool,
    typer.Option("--explain", help="Show what each component's ORB chose for this machine, why."),
]
TRACED = ("calls", "connections", "messages")


def _checked_trace(words: str | None) -> str | None:
    if words is None or all(word in TRACED for word in words.split(",")):
        return words
    raise typer.BadParameter(f"'{words}' is not of {', '.join(TRACED)}, joined with commas")


OrbTrace = Annotated[
    str | None,
    typer.Option(
        "--orb-trace",
        metavar="WHAT",
        callback=_checked_trace,
        help="calls,connections,messages: lines of each ORB on standard error.",
    ),
]
Bin = Annotated[
    Path | None,
    typer.Option("--bin", metavar="DIR", help="Folder of the programs; or set ORBWEAVER_BIN."),
]
Json = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results for programs; - is stdout."),
]
