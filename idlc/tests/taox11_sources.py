# SPDX-License-Identifier: Apache-2.0
"""Compiles sources of TAOX11's tests, unchanged, against this mapping.

    python taox11_sources.py TAOX11 [SOURCE...]

TAOX11 is a folder with TAOX11's sources. SOURCE is a path below its tests; without any, those of
taox11/sources.txt are compiled. Headers that TAOX11 generates from IDL are made by our compiler;
taox11/stand_ins has what the sources use of ACE's headers and of TAOX11's test log. Prints the
first error of each source that does not compile.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
IDLC = HERE.parent
PROJECT = IDLC.parent
STAND_INS = HERE / "taox11" / "stand_ins"
SOURCES = (HERE / "taox11" / "sources.txt").read_text().split()
COMPILER = ["c++", "-std=gnu++23", "-w", "-fmax-errors=3"]


@dataclass(frozen=True)
class Outcome:
    """What became of one source. No error: it compiled."""

    source: str
    error: str


class Taox11:
    """A folder of TAOX11's sources, and one for what is generated for them."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.tests = folder.resolve() / "tests"
        self.scratch = scratch
        self._errors: dict[Path, str] = {}
        rooms = [
            each
            for group in ("orb", "services")
            for kind in ("face", "include")
            for each in PROJECT.glob(f"{group}/*/{kind}")
        ]
        self.includes = [f"-I{each}" for each in (STAND_INS, *rooms)]

    def prepare(self) -> None:
        """Compiles what all sources include. Raises CalledProcessError."""
        (self.scratch / "orbweaver_prelude.hpp").write_text(
            (STAND_INS / "orbweaver_prelude.hpp").read_text()
        )
        command = [*COMPILER, *self.includes, "-x", "c++-header", "orbweaver_prelude.hpp"]
        subprocess.run(command, cwd=self.scratch, check=True)

    def compile(self, source: str) -> Outcome:
        """Compiles one source, by its path below the tests."""
        path = self.tests / source
        command = [*COMPILER, "-fsyntax-only", *self.flags(path.parent), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return Outcome(source, "")
        idl = "".join(self._errors.get(folder, "") for folder in self._folders(path.parent))
        return Outcome(source, idl or _first_error(done.stderr))

    def flags(self, folder: Path) -> list[str]:
        """For sources of a folder, whose headers are generated first."""
        folders = self._folders(folder)
        for each in folders:
            self._generate(each)
        includes = [f"-I{place}" for each in folders for place in (self._out(each), each)]
        return [
            "-include",
            str(self.scratch / "orbweaver_prelude.hpp"),
            *[f"-D{name}=" for name in _export_macros(folders)],
            *includes,
            *self.includes,
        ]

    def generated(self, folder: Path) -> list[Path]:
        """What our compiler made for a folder's sources."""
        return [
            each for one in self._folders(folder) for each in sorted(self._out(one).glob("*.cpp"))
        ]

    def _folders(self, folder: Path) -> list[Path]:
        """The source's folder, and those that its project adds."""
        added = re.findall(r"\.\./?[\w/]*", " ".join(_project_lines(folder, "includes")))
        places = [folder, *[(folder / each).resolve() for each in added], folder.parent]
        return [each for each in dict.fromkeys(places) if each.is_dir() and each != self.tests]

    def _out(self, folder: Path) -> Path:
        return self.scratch / folder.relative_to(self.tests)

    def _generate(self, folder: Path) -> None:
        out = self._out(folder)
        if out.exists():
            return
        out.mkdir(parents=True)
        is_async = any("-GC" in line for line in _project_lines(folder, "idlflags"))
        ami = ["-Wbami"] if is_async else []
        for name in _export_headers(folder):
            (out / name).touch()
        for idl in sorted(folder.glob("*.idl")):
            places = [f"-I{folder}", f"-I{self.tests}", f"-I{IDLC / 'idl'}"]
            back_end = ["-bcpp11", f"-p{IDLC}", f"-Wbout={out}", *ami]
            command = ["omniidl", *back_end, *places, str(idl)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "arning" not in line]
                self._errors[folder] = f"IDL: {lines[0]}"
            for ending, header in (("C", ".hpp"), ("S", "_poa.hpp"), ("AmiC", ".hpp")):
                include = f'#include "{idl.stem}{header}"\n'
                (out / f"{idl.stem}{ending}.h").write_text(include)


def _project_lines(folder: Path, word: str) -> list[str]:
    files = [each.read_text() for each in folder.glob("*.mpc")]
    lines = "\n".join(files).replace("\\\n", " ").splitlines()
    return [line for line in lines if word in line]


def _export_headers(folder: Path) -> list[str]:
    """What the project lets its generator include for macros that are nothing here."""
    lines = " ".join(_project_lines(folder, "export_include"))
    return re.findall(r"export_include=([\w.]+)", lines)


def _export_macros(folders: list[Path]) -> list[str]:
    lines = [line for folder in folders for line in _project_lines(folder, "export_macro")]
    return sorted(set(re.findall(r"export_macro=(\w+)", " ".join(lines))))


def _first_error(text: str) -> str:
    return next((line for line in text.splitlines() if "error:" in line), text[:200])


def main(arguments: list[str]) -> int:
    """Prints what became of each source, and how many compiled."""
    root, *sources = arguments
    sources = sources or SOURCES
    with tempfile.TemporaryDirectory() as scratch:
        taox11 = Taox11(Path(root), Path(scratch))
        taox11.prepare()
        compiled = 0
        for source in sources:
            outcome = taox11.compile(source)
            compiled += not outcome.error
            print(f"{source}: {outcome.error or 'compiled'}", flush=True)
    print(f"{compiled} of {len(sources)} compiled")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
