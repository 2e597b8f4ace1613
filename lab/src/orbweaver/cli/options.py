"""Options that several commands share, and the choices that they check."""

from pathlib import Path
from typing import Annotated

import typer

from orbweaver.lab.modes import SyncScope, Transport

Sync = Annotated[SyncScope, typer.Option("--sync", help="Sync scope of one-way calls.")]
Way = Annotated[Transport, typer.Option("--transport", help="Way from component to component.")]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, help="ORB threads for pool and lane.")
]
Depth = Annotated[
    int | None, typer.Option("--depth", min=1, max=1_000_000, help="Packets a queue may hold.")
]
CallTimeout = Annotated[
    int, typer.Option("--call-timeout-ms", min=0, help="Longest time of a call; 0: no limit.")
]
Bin = Annotated[
    Path | None,
    typer.Option("--bin", metavar="DIR", help="Folder of the programs; or set ORBWEAVER_BIN."),
]
Json = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results for programs; - is stdout."),
]
