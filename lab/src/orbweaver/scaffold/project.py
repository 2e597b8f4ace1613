# SPDX-License-Identifier: Apache-2.0
"""Writes a project: every template of its kind, with the names filled in."""

import shlex
import shutil
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from orbweaver.assembly.node import Node
from orbweaver.assembly.sad import Sad, unique
from orbweaver.problems import BadInput
from orbweaver.scaffold import shapes
from orbweaver.scaffold.control import PORT, Control
from orbweaver.scaffold.names import Names
from orbweaver.scaffold.shapes import Port, Shape

Kind = Literal["component", "device", "waveform", "chain", "node"]
TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".j2"
NAME_IN_PATH = "NAME"


@dataclass(frozen=True)
class Project:
    """What is to be written: the templates of the kind, filled in with `values`."""

    kind: Kind
    names: Names
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    copies: Sequence[Path] = ()
    """Files that the project has as they are."""


def component(names: Names, shape: Shape, control: Control | None) -> Project:
    """One component: one file, and its test. Raises BadInput: the control port's name is taken."""
    if control and names.class_name == PORT.capitalize():
        raise BadInput(
            f"{names.typed!r} has a meaning in components with --control; take another name"
        )
    if control and any(port.name == PORT for port in (*shape.inputs, *shape.outputs)):
        raise BadInput(f"two ports have the name {PORT}: --control has one of that name")
    values = {"shape": shape, "control": control, "values": shapes}
    return Project("component", names, values, control.files if control else ())


def waveform(names: Names) -> Project:
    """An application of a source and a sink."""
    port = Port("samples_out", shapes.USUAL, is_input=False)
    taken = Port("samples_in", shapes.USUAL, is_input=True)
    parts = {"source": Shape((), (port,)), "sink": Shape((taken,), ())}
    return Project("waveform", names, {"parts": parts, "control": None, "values": shapes})


def device(names: Names) -> Project:
    """A device, and a node that has it."""
    return Project("device", names)


def chain(names: Names, sad: Sad) -> Project:
    """An application of components that exist."""
    values = {
        "sad": sad.document.data.decode(),
        "root": sad.root,
        "first": sad.instances[0].id,
    }
    return Project("chain", names, values)


def node(names: Names, result: Node) -> Project:
    """A node with devices that exist."""
    files: dict[str, str] = {}  # the id of each SPD
    devices: list[tuple[str, str]] = []  # its file's id and its usagename
    for entry in result.devices:
        file = files.setdefault(entry.place, unique(f"{entry.name}_file", files.values()))
        devices.append((file, unique(entry.name, [name for _, name in devices])))
    values = {"root": result.root, "manager": result.manager, "devices": devices, "files": files}
    return Project("node", names, values)


def write_project(project: Project, out: Path | None, prefix: Path | None = None) -> list[Path]:
    """Write it into `out`, or into a folder of its name here; gives the files.

    `prefix`: the installation that its page names. Raises BadInput if the folder holds anything.
    """
    folder = out or Path(project.names.typed)
    _require_empty(folder)
    environment = Environment(
        loader=PackageLoader("orbweaver.scaffold"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # names are checked
    )
    values = {
        "name": project.names.file,
        "space": f"{project.names.file}_{project.kind}",  # neither the C library nor the ORB has it
        "Class": project.names.class_name,
        "dce": _Ids(),
        "prefix": prefix or "/opt/orbweaver",
        **project.values,
    }
    written: list[Path] = []
    for template in sorted((TEMPLATES / project.kind).rglob(f"*{SUFFIX}")):
        inside = template.relative_to(TEMPLATES / project.kind).as_posix()
        target = folder / inside.removesuffix(SUFFIX).replace(NAME_IN_PATH, project.names.file)
        text = environment.get_template(f"{project.kind}/{inside}").render(values)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return [*written, *(Path(shutil.copy(copy, folder)) for copy in project.copies)]


def first_commands(folder: Path) -> list[str]:
    """Three lines for a shell: into the folder of a project, and what its page begins with."""
    page = (folder / "README.md").read_text(encoding="utf-8").split("```")[1]
    lines = [line.partition("   #")[0].rstrip() for line in page.strip().splitlines()]
    return [f"cd {shlex.quote(str(folder))}", *lines[:2]]


def _require_empty(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file: choose another --folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty: choose another --folder, or remove what is in it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"cannot make {folder}: {problem.strerror}") from None


class _Ids:
    """Unique identifiers as SCA profiles have them; the same one for the same key."""

    def __init__(self) -> None:
        self._made: dict[str, str] = {}

    def __call__(self, key: str) -> str:
        return self._made.setdefault(key, f"DCE:{uuid.uuid4()}")
