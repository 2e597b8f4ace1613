# SPDX-License-Identifier: Apache-2.0
"""Runs the IDL compiler as its users do: through omniidl, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

IDLC = Path(__file__).resolve().parent.parent
PROJECT = IDLC.parent


@cache
def flags_of_the_orb() -> list[str]:
    """What a C++ compiler needs for the ORB's headers."""
    folders = [*PROJECT.glob("orb/*/include"), *PROJECT.glob("orb/*/face")]
    return [f"-I{each}" for each in sorted(folders)]


@dataclass(frozen=True)
class Compiled:
    """What one run left behind."""

    status: int
    complaints: list[str]
    out: Path

    @property
    def files(self) -> list[str]:
        """Everything below the output folder, by its path from there."""
        if not self.out.exists():
            return []
        return sorted(str(p.relative_to(self.out)) for p in self.out.rglob("*") if p.is_file())

    def text(self, name: str) -> str:
        """The content of a generated file."""
        return (self.out / name).read_text()


class Compiler:
    """A folder with IDL files, and the compiler."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, idl: str) -> Path:
        """Writes an IDL file into the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(idl, encoding="latin-1")
        return path

    def compile(self, idl: str, *options: str) -> Compiled:
        """Compiles `idl` as the file it.idl."""
        self.put("it.idl", idl)
        return self.run("it.idl", *options)

    def run(self, file: str | Path, *options: str) -> Compiled:
        """Compiles a file that is there already."""
        ours = f"-I{IDLC / 'idl'}"  # last: what the user includes comes first
        command = ["omniidl", "-bcpp11", f"-p{IDLC}", "-Wbout=out", *options, ours, str(file)]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        return Compiled(done.returncode, done.stderr.splitlines(), self.folder / "out")
