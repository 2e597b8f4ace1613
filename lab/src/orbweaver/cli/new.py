# SPDX-License-Identifier: Apache-2.0
"""`orbweaver new`: a project of the user's own."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.assembly import chain, sdr
from orbweaver.assembly.node import node_of
from orbweaver.cli.options import Bin
from orbweaver.cli.output import console
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs
from orbweaver.scaffold import project
from orbweaver.scaffold.control import Control, read_control
from orbweaver.scaffold.names import names_of
from orbweaver.scaffold.shapes import shape_of

new = typer.Typer(
    help="Write a project that builds against an installed Orbweaver, with profiles and a test.",
    rich_markup_mode="markdown",
)
Name = Annotated[str, typer.Argument(metavar="NAME", help="E.g. fm_demodulator.")]
Roots = Annotated[
    list[Path] | None,
    typer.Option(
        "--root",
        metavar="DIR",
        help="Where components are found: the root of an SCA file system. Repeatable. "
        "Default: build/sdr/dom here, $SDRROOT/dom, Orbweaver's own.",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="DIR", help="An empty or new folder. Default: ./NAME"),
]


@new.command()
def component(
    name: Name,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--in",
            metavar="PORT[:INTERFACE]",
            help="A port that takes packets, as iq:complexFloat. Repeatable.",
        ),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--out",
            metavar="PORT[:INTERFACE]",
            help="A port that sends packets, as audio:realFloat. Repeatable.",
        ),
    ] = None,
    source: Annotated[bool, typer.Option("--source", help="Without an input.")] = False,
    sink: Annotated[bool, typer.Option("--sink", help="Without an output.")] = False,
    control: Annotated[
        str | None,
        typer.Option(
            "--control",
            metavar="FILE.idl[:INTERFACE]",
            help="It serves this interface, too, through a port `control`.",
        ),
    ] = None,
    folder: Folder = None,
) -> None:
    """Write a component: one file with its ports, settings and signal processing, and a test.

    Without --in and --out it has one of each, of realFloat.

    Examples:

        orbweaver new component gain

        orbweaver new component demodulator --in iq:complexFloat --out audio:realFloat

        orbweaver new component tone --source --out audio:realShort

        orbweaver new component tuner --in iq:complexFloat --out iq_out:complexFloat \\
            --control tuner.idl
    """
    names = names_of(name)
    shape = shape_of(inputs or [], outputs or [], is_source=source, is_sink=sink, names=names)
    served = _control(control) if control is not None else None
    _write(project.component(names, shape, served), folder)


@new.command()
def waveform(
    name: Name,
    components: Annotated[
        str | None,
        typer.Option(
            "--chain",
            metavar="A,B,C",
            help="Of components that exist: each sends to the next one, by the ports that fit.",
        ),
    ] = None,
    root: Roots = None,
    folder: Folder = None,
    bin_folder: Bin = None,
) -> None:
    """Write an application of a source and a sink, or with --chain of components that exist.

    Examples:

        orbweaver new waveform beacon --folder ~/radio/beacon

        orbweaver new waveform receiver --chain source,tuner,audio

        orbweaver new waveform receiver --chain source,tuner,audio --root /sdr
    """
    names = names_of(name)
    if components is None:
        if root:
            raise BadInput("--root is where --chain finds components: add --chain A,B,C")
        return _write(project.waveform(names), folder)
    sad = Path(folder or name) / f"{names.file}.sad.xml"
    roots = sdr.roots_of(root or [], bin_folder)
    result = chain.chained(
        sad, names.file, [entry.strip() for entry in components.split(",")], roots
    )
    _write(project.chain(names, result), folder)


@new.command()
def node(
    name: Name,
    devices: Annotated[
        list[str] | None,
        typer.Option("--device", metavar="DEVICE", help="A device that exists. Repeatable."),
    ] = None,
    root: Roots = None,
    folder: Folder = None,
    bin_folder: Bin = None,
) -> None:
    """Write a node: a DCD with devices that exist; by default this machine as one.

    Examples:

        orbweaver new node mast --device front_end --device executable_device

        orbweaver new node mast --device front_end --root /sdr
    """
    result = node_of(devices or [], root or [], bin_folder)
    _write(project.node(names_of(name), result), folder)


@new.command()
def device(name: Name, folder: Folder = None) -> None:
    """Write a device, as hardware with capacities, and a node that has it.

    Examples:

        orbweaver new device front_end
    """
    _write(project.device(names_of(name)), folder)


def _control(given: str) -> Control:
    backend = programs.idl_backend()
    if backend is None:
        raise JobFailed("the C++11 back end idlc/cpp11 was not found: install from the source tree")
    return read_control(given, backend)


def _write(what: project.Project, folder: Path | None) -> None:
    """The files go to standard output, and what to type next to standard error."""
    written = project.write_project(what, folder, programs.prefix())
    human = console()
    for path in written:
        human.print(Text(str(path)), soft_wrap=True)
    next_lines = project.first_commands(folder or Path(what.names.typed))
    console(to_stderr=True).print(
        Text("\n".join(["next:", *(f"  {line}" for line in next_lines)])), soft_wrap=True
    )
