# SPDX-License-Identifier: Apache-2.0
"""Compares the interfaces of idl/ with those of other frameworks, by what they declare.

    python tests/sca/compare_idl.py FOLDER...

Each folder holds one framework's IDL, in any layout. What it includes is found in the folder by the
file's name; where it is not there, it is ours, or omniORB's. Prints each declaration that differs,
and how. Status 1: something differs in what travels, so that calls between the two would fail.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
IDL = HERE.parents[1] / "idl"
OURS = [*sorted((IDL / "sca").rglob("*.idl")), *sorted((IDL / "corba").rglob("*.idl"))]
OMNIORB = Path("/usr/share/idl/omniORB")


@dataclass(frozen=True)
class Declared:
    """One declaration, as idl_shape.py prints it."""

    id: str
    shape: str
    wire: str


@dataclass
class Declarations:
    """What several files declare, by name, and the files that omniidl refused, with its reason."""

    named: dict[str, Declared] = field(default_factory=dict[str, Declared])
    refused: dict[Path, str] = field(default_factory=dict[Path, str])


@dataclass(frozen=True)
class Difference:
    """A declaration that differs: `kind` is wire, names, ours (only) or theirs (only)."""

    kind: str
    name: str
    ours: str
    theirs: str


def read(files: list[Path], include: list[Path]) -> Declarations:
    """What the files declare; what they include counts only if it is one of them."""

    def shape_of(file: Path) -> subprocess.CompletedProcess[str]:
        return shape(file, include)

    found = Declarations()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, done in zip(files, pool.map(shape_of, files), strict=True):
            if done.returncode != 0:
                found.refused[file] = next(iter(done.stderr.splitlines()[-1:]), "no reason")
            for line in done.stdout.splitlines():
                entry = json.loads(line)
                declared = Declared(entry["id"], entry["shape"], entry["wire"])
                found.named.setdefault(entry["name"], declared)
    return found


def shape(file: Path, include: list[Path]) -> subprocess.CompletedProcess[str]:
    """Runs the back end on one file."""
    folders = [f"-I{entry}" for entry in include]
    command = ["omniidl", "-bidl_shape", f"-p{HERE}", *folders, str(file)]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def ours() -> Declarations:
    """What the files of idl/sca and idl/corba declare."""
    found = read(OURS, [IDL])
    assert not found.refused, found.refused
    return found


def theirs(folder: Path) -> Declarations:
    """What the IDL below the folder declares."""
    files = sorted(folder.rglob("*.idl"))
    with TemporaryDirectory() as found:
        for name in {entry for file in files for entry in included(file)}:
            point_at(Path(found) / name, name, files)
        return read(files, [folder, Path(found), OMNIORB, OMNIORB / "COS", IDL])


def included(file: Path) -> Iterator[str]:
    """The names that it includes, but for those that lead out of a folder, or lie beside it."""
    text = file.read_text(encoding="latin-1")
    for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, flags=re.MULTILINE):
        if ".." not in name and not (file.parent / name).exists():
            yield name


def point_at(stand_in: Path, name: str, files: list[Path]) -> None:
    """Writes a file that includes the one that is meant, if there is one with its name."""
    base = Path(name).name.lower()
    meant = next((file for file in (*files, *OURS) if file.name.lower() == base), None)
    if meant is not None:
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        stand_in.write_text(f'#include "{meant.resolve()}"\n')


def differences(one: Declarations, other: Declarations) -> list[Difference]:
    """Of what both declare; and what only one declares, in interfaces and modules of both."""
    found: list[Difference] = []
    for name in sorted(one.named.keys() | other.named.keys()):
        mine, foreign = one.named.get(name), other.named.get(name)
        if mine is None or foreign is None:
            owner = name.rpartition("::")[0]
            if any(
                entry.startswith(f"{owner}::") for entry in (one if mine is None else other).named
            ):
                kind = "theirs" if mine is None else "ours"
                found.append(
                    Difference(
                        kind, name, *(entry.shape if entry else "" for entry in (mine, foreign))
                    )
                )
        elif (mine.id, mine.wire) != (foreign.id, foreign.wire):
            texts = (f"{entry.id} {entry.shape}" for entry in (mine, foreign))
            found.append(Difference("wire", name, *texts))
        elif mine.shape != foreign.shape:
            found.append(Difference("names", name, mine.shape, foreign.shape))
    return found


def main(folders: list[str]) -> int:
    """Prints what differs in each folder."""
    mine, status = ours(), 0
    for folder in folders:
        foreign = theirs(Path(folder))
        found = differences(mine, foreign)
        same = len(mine.named.keys() & foreign.named.keys()) - sum(
            entry.kind in ("wire", "names") for entry in found
        )
        print(f"{folder}: {same} declarations are the same, {len(found)} differ")
        for file, reason in foreign.refused.items():
            print(f"  refused  {file}: {reason}")
        for entry in found:
            print(f"  {entry.kind:8} {entry.name}")
            print(f"    ours:   {entry.ours}\n    theirs: {entry.theirs}")
        status = max(status, int(any(entry.kind == "wire" for entry in found)))
    return status


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("compare_idl.py: name the folders of IDL to compare with")
    sys.exit(main(sys.argv[1:]))
