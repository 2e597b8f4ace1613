# SPDX-License-Identifier: Apache-2.0
"""Writes the version script of a shared library: it exports what only it defines.

    exported_symbols.py --nm NM --to FILE ARCHIVE...

A program that includes the headers makes inline functions and templates by itself. Exported too,
they are two thirds of the library's table of symbols, and the linker could drop none that the
library does not call. What they keep in static variables is exported: there must be one of each in
a process.
"""

import argparse
import re
import subprocess
from pathlib import Path

STRONG = set("TDBRuiS")
WEAK_DATA = "V"
# The C++ library compares types by their names.
TYPE_OF_STANDARD_LIBRARY = re.compile(r"_ZT[ISV](N?K?St|N9__gnu)")
INITIALISES_THREAD_LOCAL = "_ZTH"


def is_exported(kind: str, name: str) -> bool:
    """Whether the library alone has it; `kind` is the letter of nm."""
    if kind == WEAK_DATA:
        return not TYPE_OF_STANDARD_LIBRARY.match(name)
    return kind in STRONG or name.startswith(INITIALISES_THREAD_LOCAL)


def exported(nm: str, archives: list[str]) -> list[str]:
    """The names that the version script holds."""
    command = [nm, "--defined-only", "--extern-only", *archives]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    symbols = [words for line in lines if len(words := line.split()) == 3]
    return sorted({name for _, kind, name in symbols if is_exported(kind, name)})


def main() -> None:
    """What CMake runs before it links."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("archives", nargs="+")
    options = parser.parse_args()
    names = "\n".join(f"  {name};" for name in exported(options.nm, options.archives))
    options.to.write_text(f"{{ global:\n{names}\nlocal: *; }};\n")


main()
