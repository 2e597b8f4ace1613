# SPDX-License-Identifier: Apache-2.0
"""The control interface of a new component, as the IDL compiler reads it."""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from orbweaver.problems import BadInput, JobFailed
from orbweaver.run.installation import how_to_get_omniidl
from orbweaver.run.omniidl import find_omniidl

PORT = "control"
"""The name of the port."""
OF_COMPONENTS = frozenset((
    "add", "all_definitions", "call", "calls", "component", "fail", "figures", "finish", "get",
    "initialize", "on_settings", "on_start", "on_stop", "open", "ports", "power", "print",
    "process", "produce", "properties", "publish", "release", "run_test", "set", "settings",
    "start", "stop",
))  # fmt: skip
"""Functions that a component has already."""


@dataclass(frozen=True)
class Control:
    """What the component serves."""

    idl: str
    """The IDL files, as CMake lists them."""
    header: str
    """What the IDL compiler makes of it: the skeleton."""
    interface: str
    """In C++: ::Radio::Tuner."""
    methods: tuple[str, ...]
    """Lines of C++: one function for each operation."""
    files: tuple[Path, ...]
    """The IDL file, and those that it includes."""


def read_control(given: str, backend: Path) -> Control:
    """Reads `my.idl`, or `my.idl:Module::Interface` where the file has several.

    Raises BadInput: no such file or interface, or the IDL compiler refuses it.
    """
    name, colon, wanted = given.partition(".idl:")
    path = Path(name + ".idl" if colon else given)
    if path.suffix != ".idl":
        raise BadInput(f"--control {given}: name an IDL file, as my.idl")
    if not path.is_file():
        raise BadInput(f"--control {given}: {path} does not exist")
    described = _described(path, backend)
    interface = _chosen(described["interfaces"], wanted, path)
    _check_operations(interface, path)
    files = (path, *_included(described["included"], path))
    return Control(
        idl=" ".join(file.name for file in files),
        header=f"{path.stem}_poa.hpp",
        interface=interface["name"],
        methods=tuple(interface["methods"]),
        files=files,
    )


def _described(path: Path, backend: Path) -> dict[str, Any]:
    """What the option -Wbmethods writes."""
    program = find_omniidl()
    if program is None:
        raise JobFailed(f"omniidl is not installed: {how_to_get_omniidl()}")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, f"-p{backend.parent}", f"-b{backend.stem}", f"-Wbout={folder}",
             "-Wbmethods", f"-I{path.parent}", f"-I{backend.parent}/idl", str(path)],
            capture_output=True, text=True, errors="replace", check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines()
            raise BadInput(said[0] if said else f"omniidl refuses {path}")
        text = (Path(folder) / "methods.json").read_text(encoding="utf-8")
        return cast(dict[str, Any], json.loads(text))


def _chosen(interfaces: Sequence[dict[str, Any]], wanted: str, path: Path) -> dict[str, Any]:
    names = [interface["name"].removeprefix("::") for interface in interfaces]
    there = f"{path} has {', '.join(names)}"
    if not names:
        raise BadInput(f"{path} declares no interface that a component can serve")
    if wanted:
        if wanted.removeprefix("::") not in names:
            raise BadInput(f"--control: there is no interface {wanted}; {there}")
        return interfaces[names.index(wanted.removeprefix("::"))]
    if len(names) > 1:
        raise BadInput(f"--control: {there}: name one, as --control {path}:{names[0]}")
    return interfaces[0]


def _check_operations(interface: dict[str, Any], path: Path) -> None:
    for name in interface["operations"]:
        if name in OF_COMPONENTS:
            raise BadInput(
                f"--control {path}: the operation {name} is one that every component has: rename it"
            )


def _included(names: Sequence[str], path: Path) -> list[Path]:
    found = [path.parent / name for name in names]
    for file, name in zip(found, names, strict=True):
        if not file.is_file() or Path(name).name != name:
            raise BadInput(
                f"--control {path}: it includes {name}, which does not lie beside it: write IDL of "
                "one folder, or begin without --control"
            )
    return found
