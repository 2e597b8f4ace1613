# SPDX-License-Identifier: Apache-2.0
"""What a program or a shared library needs, as readelf says: of any processor."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"\x7fELF"
DYNAMIC = re.compile(r"\((NEEDED|SONAME|RUNPATH|RPATH)\)[^\[]*\[([^\]]*)\]")
# GLIBC_2.35; and GLIBC_ABI_DT_RELR, of a file whose relocations are packed.
VERSION = re.compile(r"Name: ([A-Z0-9]+)_([A-Z0-9_.]+)\s")
MACHINES = {"X86-64": "x86_64", "AArch64": "aarch64", "ARM": "armv7l"}
# Of a file that must be there: the names of the folders in which Debian keeps libraries.
TRIPLETS = {
    "x86_64": "x86_64-linux-gnu",
    "aarch64": "aarch64-linux-gnu",
    "armv7l": "arm-linux-gnueabihf",
}


@dataclass(frozen=True)
class Elf:
    """One file: its processor, its own name, the libraries and the versions of symbols it needs."""

    machine: str
    soname: str
    needed: tuple[str, ...]
    rpath: str
    versions: frozenset[tuple[str, str]]  # ("GLIBC", "2.36")


def is_elf(path: Path) -> bool:
    """Whether it is a program or a shared library."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def files_below(folder: Path) -> list[Path]:
    """Every program and shared library below the folder, in the order of their names."""
    return [path for path in sorted(folder.rglob("*")) if is_elf(path)]


def read(path: Path) -> Elf:
    """Raises SystemExit for a processor that no wheel is made for."""
    text = subprocess.run(
        ["readelf", "-W", "-h", "-d", "-V", path],
        capture_output=True, text=True, check=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    ).stdout  # fmt: skip
    entries = [(found[1], found[2]) for found in DYNAMIC.finditer(text)]

    def first(*kinds: str) -> str:
        return next((value for kind, value in entries if kind in kinds), "")

    return Elf(
        machine=_machine(text, path),
        soname=first("SONAME"),
        needed=tuple(value for kind, value in entries if kind == "NEEDED"),
        rpath=first("RUNPATH", "RPATH"),
        versions=frozenset(_needed_versions(text)),
    )


def _machine(text: str, path: Path) -> str:
    found = re.search(r"Machine:.*", text)
    for name, machine in MACHINES.items():
        if found and re.search(rf"\b{name}\b", found[0]):
            return machine
    raise SystemExit(f"{path}: no wheel is made for {found[0] if found else 'its processor'}")


def _needed_versions(text: str) -> list[tuple[str, str]]:
    _, _, needs = text.partition("Version needs section")
    return [(found[1], found[2]) for found in VERSION.finditer(needs)]
