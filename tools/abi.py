#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether programs that were built with liborbweaver.so still run with another one.

abi.py LIBRARY             what users may link of it, against packaging/symbols.txt; status 1 if
                           they differ
abi.py --write LIBRARY     writes packaging/symbols.txt
abi.py --old OLD LIBRARY   what a program that was built with the library OLD does not find in the
                           other; status 1 if anything

The list has what IDL declares, and what docs/face.txt declares of orbweaver::. All else that the
library exports is called by its own programs, or by code in its headers: --old looks at that, too.
"""

import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
LIST = Path("packaging/symbols.txt")
FACE = Path("docs/face.txt")
STRONG = set("TDBRi")
OF_TYPES = re.compile(r"^(vtable|typeinfo|typeinfo name|VTT) for ")
QUALIFIED = re.compile(r"(?:[\w~]+(?:<[^<>]*>)?::)+[~\w]+")
INCOMPATIBLE = 8
"""The bit of abidiff's status; 4 alone says that something is new."""
USAGE = 3
"""The bits that say that abidiff compared nothing."""


def demangled(library: Path) -> list[tuple[str, str]]:
    """The kind and the name of each symbol that it exports."""
    command = ["nm", "-D", "-C", "--defined-only", library]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [(words[1], words[2]) for line in lines if len(words := line.split(maxsplit=2)) == 3]


def face_names(tree: Path) -> set[str]:
    """The qualified names that the face declares."""
    lines = (tree / FACE).read_text().splitlines()
    found = (QUALIFIED.search(line) for line in lines if line.startswith("  "))
    return {name[0] for name in found if name}


def qualified_name(symbol: str) -> str:
    """Without the arguments, and without what belongs to a type."""
    name = re.sub(r"\[abi:\w+\]", "", OF_TYPES.sub("", symbol))
    return name.split("(", 1)[0]


def is_for_users(symbol: str, face: set[str]) -> bool:
    """Whether IDL or the face declares it."""
    name = qualified_name(symbol)
    if name.startswith("orbweaver::"):
        return name in face
    return "::" in name and "thunk to " not in name and not name.startswith("std::")


def for_users(library: Path, tree: Path) -> list[str]:
    """What the list should hold."""
    face = face_names(tree)
    symbols = {name for kind, name in demangled(library) if kind in STRONG}
    return sorted(name for name in symbols if is_for_users(name, face))


def differences(library: Path, tree: Path) -> list[str]:
    """Lines that begin with + are in the library alone, those with - in the list alone."""
    before = (tree / LIST).read_text().splitlines()
    lines = difflib.unified_diff(before, for_users(library, tree), lineterm="", n=0)
    return [line for line in lines if re.match(r"[+-](?![+-])", line)]


def check_list(library: Path, tree: Path) -> int:
    """Says how the library and the list differ."""
    changed = differences(library, tree)
    for line in changed:
        print(line)
    removed = sum(line.startswith("-") for line in changed)
    if removed:
        print(f"abi.py: programs may use {removed} symbols that are gone: give it another SONAME")
    if changed:
        print(f"abi.py: {library} is not as {LIST} says; if that is meant: ./x abi --write")
    return 1 if changed else 0


def compare(old: Path, new: Path) -> int:
    """By abidiff, which compares types too where the libraries have them as debug information."""
    command = ["abidiff", "--no-added-syms", old, new]
    done = subprocess.run(command, text=True, check=False, stdout=subprocess.PIPE)
    print(done.stdout, end="")
    if done.returncode & USAGE:
        print("abi.py: abidiff compared nothing", file=sys.stderr)
        return 2
    return 1 if done.returncode & INCOMPATIBLE else 0


def main() -> int:
    """Gives the status."""
    parser = argparse.ArgumentParser(prog="./x abi")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--old", type=Path, metavar="OLD")
    parser.add_argument("--tree", type=Path, default=TREE, help=argparse.SUPPRESS)
    parser.add_argument("library", type=Path)
    options = parser.parse_args()
    if options.old:
        return compare(options.old, options.library)
    if options.write:
        (options.tree / LIST).write_text("\n".join(for_users(options.library, options.tree)) + "\n")
        return 0
    return check_list(options.library, options.tree)


if __name__ == "__main__":
    sys.exit(main())
