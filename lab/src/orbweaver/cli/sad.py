# SPDX-License-Identifier: Apache-2.0
"""`orbweaver sad`: writes and changes the SAD of an application."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from orbweaver.assembly import chain, connections, save, sdr, settings
from orbweaver.assembly.document import Document
from orbweaver.assembly.sad import Sad
from orbweaver.assembly.software import FORMS
from orbweaver.cli.options import Bin
from orbweaver.cli.output import STDOUT, check_writable, console, write_json
from orbweaver.problems import BadInput
from orbweaver.run import programs

SUFFIX = ".sad.xml"
REFERENCES = frozenset(f"{form}ref" for form in FORMS)

sad = typer.Typer(
    help="Write and change the SAD of an application; comments and order stay.",
    rich_markup_mode="markdown",
)
File = Annotated[Path, typer.Argument(metavar="X.sad.xml", help="The application.")]
Roots = Annotated[
    list[Path] | None,
    typer.Option(
        "--root",
        metavar="DIR",
        help="Root of the SCA file system with the components. Default: the folder above the file "
        "in which its absolute names exist, else build/sdr/dom, $SDRROOT/dom, Orbweaver's own.",
    ),
]
Id = Annotated[str | None, typer.Option("--as", metavar="ID", help="Its id. Default: of its name.")]


@sad.command()
def add(
    file: File,
    component: Annotated[
        str, typer.Argument(metavar="COMPONENT", help="Its name, or /its/place.spd.xml.")
    ],
    as_id: Id = None,
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Add a component. A file that does not exist is made; its first component controls it.

    Examples:

        orbweaver sad add radio.sad.xml tuner

        orbweaver sad add radio.sad.xml gain --as second_gain
    """
    roots = sdr.roots_of(root or [], bin_folder)
    there = _read(file, root, bin_folder) if file.exists() else None
    in_one_root = [there.root] if there and there.instances else roots
    found = chain.found_for_application(component, in_one_root)
    before = there or Sad.empty(file, _name_of(file), found.root)
    changed, id_ = before.with_component(found, as_id)
    _save(changed, bin_folder, f"{id_}: {found.place}")


@sad.command()
def connect(
    file: File,
    uses: Annotated[str, typer.Argument(metavar="A.PORT", help="What sends.")],
    provides: Annotated[str, typer.Argument(metavar="B.PORT", help="What takes.")],
    as_id: Id = None,
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Connect a port that sends to one that takes.

    Examples:

        orbweaver sad connect radio.sad.xml tuner.iq_out demodulator.iq_in
    """
    before = _read(file, root, bin_folder)
    changed, id_ = connections.connected(before, uses, provides, as_id)
    _save(changed, bin_folder, f"{id_}: {uses} to {provides}")


@sad.command()
def disconnect(
    file: File,
    what: Annotated[
        list[str], typer.Argument(metavar="ID | A.PORT B.PORT", help="The connection.")
    ],
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Take a connection away: by its id, or by both ends.

    Examples:

        orbweaver sad disconnect radio.sad.xml tuner.iq_out demodulator.iq_in
    """
    if len(what) > 2:
        raise BadInput("disconnect takes the id of a connection, or its two ends")
    changed, id_ = connections.disconnected(_read(file, root, bin_folder), what)
    _save(changed, bin_folder, f"{id_}: disconnected")


@sad.command("set")
def set_values(
    file: File,
    values: Annotated[
        list[str],
        typer.Argument(
            metavar="ID.PROPERTY=VALUE...",
            help="A sequence has commas, or is a JSON array; of a struct ID.PROPERTY.MEMBER=VALUE.",
        ),
    ],
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Give properties values: all of them, or none if one is refused.

    Examples:

        orbweaver sad set radio.sad.xml gain.gain=2 filter.taps=1,2,1
    """
    changed = _read(file, root, bin_folder)
    for value in values:
        changed = settings.with_setting(changed, value)
    _save(changed, bin_folder, *values)


@sad.command()
def controller(
    file: File,
    component: Annotated[str, typer.Argument(metavar="ID", help="The component.")],
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Make a component the assembly controller: the one that the application's start reaches.

    Examples:

        orbweaver sad controller radio.sad.xml source
    """
    changed = _read(file, root, bin_folder).with_controller(component)
    _save(changed, bin_folder, f"{changed.controller}: the assembly controller")


@sad.command()
def remove(
    file: File,
    component: Annotated[str, typer.Argument(metavar="ID", help="The component.")],
    root: Roots = None,
    bin_folder: Bin = None,
) -> None:
    """Take a component away, and its connections.

    Examples:

        orbweaver sad remove radio.sad.xml gain
    """
    before = _read(file, root, bin_folder)
    id_ = before.instance(component).id
    changed = before.without_component(component)
    gone = {connection.id for connection in before.connections} - {
        connection.id for connection in changed.connections
    }
    _save(changed, bin_folder, ", ".join([f"{id_}: removed", *sorted(gone)]))


@sad.command()
def show(
    file: File,
    root: Roots = None,
    bin_folder: Bin = None,
    json_target: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write it for programs; - is stdout."),
    ] = None,
) -> None:
    """Show the components, what is set, the connections, and the ports that have none.

    Examples:

        orbweaver sad show radio.sad.xml
    """
    check_writable(json_target)
    shown = _read(file, root, bin_folder)
    human = console(to_stderr=json_target == STDOUT)
    human.print(_components(shown))
    human.print(_connections(shown))
    write_json(json_target, json.dumps(_described(shown), indent=1) + "\n")


def _read(file: Path, root: list[Path] | None, bin_folder: Path | None) -> Sad:
    document = Document.read(file)
    return Sad(document, sdr.root_of(document, root or [], bin_folder))


def _name_of(file: Path) -> str:
    if not file.name.endswith(SUFFIX) or file.name == SUFFIX:
        raise BadInput(f"{file}: the file of an application is called NAME{SUFFIX}")
    return file.name.removesuffix(SUFFIX)


def _save(changed: Sad, bin_folder: Path | None, *said: str) -> None:
    checker = programs.find(save.CHECK, bin_folder)
    save.save(changed.document, changed.root, checker)
    for entry in said:
        console().print(Text(entry), soft_wrap=True)
    if checker is None:
        where = programs.folder(bin_folder) or "the search path"
        said_of_it = f"{changed.document.path} was not checked: {save.CHECK} is not in {where}"
        console(to_stderr=True).print(Text(said_of_it), soft_wrap=True)


def _components(shown: Sad) -> Table:
    table = Table(title=f"{shown.document.path}", title_justify="left")
    for heading in ("component", "profile", "set", "ports without a connection"):
        table.add_column(heading, overflow="fold")
    values, free = _values(shown), _free(shown)
    for instance in shown.instances:
        name = f"{instance.id} (controller)" if instance.id == shown.controller else instance.id
        given = ", ".join(f"{id_}={text}" for id_, text in values[instance.id].items())
        table.add_row(
            Text(name), Text(instance.place), Text(given), Text(", ".join(free[instance.id]))
        )
    return table


def _connections(shown: Sad) -> Table:
    table = Table()
    for heading in ("connection", "from", "to"):
        table.add_column(heading, overflow="fold")
    for connection in shown.connections:
        table.add_row(
            Text(connection.id), Text(str(connection.uses)), Text(str(connection.provides))
        )
    return table


def _values(shown: Sad) -> dict[str, dict[str, str]]:
    """What the SAD sets, of each component."""
    values: dict[str, dict[str, str]] = {entry.id: {} for entry in shown.instances}
    for instance in shown.instances:
        section = instance.element.first("componentproperties")
        for entry in section.children if section else ():
            if entry.name in REFERENCES:
                values[instance.id][entry.attributes.get("refid", "")] = settings.text_of(entry)
    return values


def _free(shown: Sad) -> dict[str, list[str]]:
    """Ports without a connection, of each component whose profiles are there."""
    used = {
        end for connection in shown.connections for end in (connection.uses, connection.provides)
    }
    free: dict[str, list[str]] = {}
    for instance in shown.instances:
        try:
            ports = shown.software(instance).ports
        except BadInput as problem:
            free[instance.id] = [str(problem)]
            continue
        free[instance.id] = [
            str(port) for port in ports if connections.End(instance.id, port.name) not in used
        ]
    return free


def _described(shown: Sad) -> dict[str, object]:
    values, free = _values(shown), _free(shown)
    return {
        "schema": "orbweaver-sad/1",
        "file": str(shown.document.path),
        "root": str(shown.root),
        "controller": shown.controller,
        "components": [
            {
                "id": instance.id,
                "profile": instance.place,
                "set": values[instance.id],
                "free": free[instance.id],
            }
            for instance in shown.instances
        ],
        "connections": [
            {"id": connection.id, "from": str(connection.uses), "to": str(connection.provides)}
            for connection in shown.connections
        ],
    }
