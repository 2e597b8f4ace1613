"""`orbweaver new`: a project of the user's own."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.scaffold.project import Kind, write_project


def new(
    kind: Annotated[
        Kind,
        typer.Argument(
            metavar="KIND",
            help="component: a class that processes packets. device: hardware with capacities. "
            "waveform: an application of two components.",
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="E.g. fm_demodulator.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="An empty or new folder. Default: ./NAME"),
    ] = None,
) -> None:
    """Write a project that builds against an installed Orbweaver, with profiles and a test.

    Its README says how to build, test and run it.

    Examples:

        orbweaver new component gain

        orbweaver new waveform beacon --out ~/radio/beacon

        orbweaver new device front_end
    """
    human = console()
    for path in write_project(kind, name, out):
        human.print(Text(str(path)), soft_wrap=True)
