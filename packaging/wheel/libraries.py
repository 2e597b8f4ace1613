# SPDX-License-Identifier: Apache-2.0
"""The shared libraries that go into the wheel: all that is needed but what every Linux has, by the
manylinux policy, and what left_out.py leaves out. They lie in one folder of Orbweaver's own, so
that no other program finds them.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import left_out
from elf import TRIPLETS, Elf, files_below, read
from policy import is_everywhere

FOLDER = Path("lib/orbweaver/libs")


def bundle(staged: Path, own: Path, tools: Path) -> list[Path]:
    """Copies the libraries, and lets each file find them from its own place.

    `own`: the folder of Orbweaver's shared libraries. `tools`: that of patchelf. Gives the files of
    the distribution that were copied.
    """
    target = staged / "data" / FOLDER
    target.mkdir(parents=True)
    programs = [*files_below(staged / "scripts"), *files_below(staged / "data")]
    taken = _closure(programs, own) | _loaded(own)
    kept = {soname: path for soname, path in taken.items() if not left_out.is_left_out(soname)}
    for soname, path in kept.items():
        shutil.copyfile(path, target / soname)
        (target / soname).chmod(0o755)
    for soname in taken.keys() - kept.keys():
        left_out.write(target / soname, taken[soname], kept.values())
    for path in [*programs, *files_below(target)]:
        _point(path, _below(staged, path), tools)
    return [path for path in kept.values() if path.parent != own]


def _closure(programs: Iterable[Path], own: Path) -> dict[str, Path]:
    """Each library by its name, with those that it needs."""
    taken: dict[str, Path] = {}
    waiting = list(programs)
    while waiting:
        elf = read(waiting.pop())
        for soname in elf.needed:
            if soname in taken or is_everywhere(soname):
                continue
            taken[soname] = _find(soname, elf, own)
            if not left_out.is_left_out(soname):
                waiting.append(taken[soname])
    return dict(sorted(taken.items()))


def _loaded(own: Path) -> dict[str, Path]:
    """Those of Orbweaver that a program loads when it needs them, by their names."""
    return {read(path).soname: path.resolve() for path in own.glob("liborbweaver_*.so.*.*.*")}


def _find(soname: str, wanted_by: Elf, own: Path) -> Path:
    triplet = TRIPLETS[wanted_by.machine]
    for folder in (own, *(Path(f"{root}/{triplet}") for root in ("/usr/lib", "/lib"))):
        if (folder / soname).is_file():
            return (folder / soname).resolve()
    raise SystemExit(f"the shared library {soname} is not on this machine: install its package")


def _below(staged: Path, path: Path) -> Path:
    """Where the file lies in an environment: below its root."""
    kind, *rest = path.relative_to(staged).parts
    return Path("bin", *rest) if kind == "scripts" else Path(*rest)


def _point(path: Path, installed: Path, tools: Path) -> None:
    """What it needs is found from its own place: an environment may be anywhere."""
    elf = read(path)
    if all(is_everywhere(soname) for soname in elf.needed) and not elf.rpath:
        return
    way = os.path.relpath(FOLDER, installed.parent)
    rpath = "$ORIGIN" if way == "." else f"$ORIGIN/{way}"
    subprocess.run([tools / "patchelf", "--set-rpath", rpath, path], check=True)
