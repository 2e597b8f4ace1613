# SPDX-License-Identifier: Apache-2.0
"""Writes the version script of a shared library: what it exports.

    exported_symbols.py --nm NM --to FILE ARCHIVE...

It keeps back what headers of other libraries made in it: inline functions and templates of the
C++ library, JSON and the log. A program that needs one makes it by itself. Exported too, they are
a fifth of the symbols of liborbweaver.so, and the linker could drop none that the library does not
call. Inline functions and templates of Orbweaver are exported: a header may declare that a template
is made elsewhere (`extern template`), and each then is in a process once. So is what they keep in
static variables, of whichever library.
"""

import argparse
import fnmatch
import re
import subprocess
from pathlib import Path

STRONG = set("TDBRuiS")
WEAK_FUNCTION, WEAK_DATA = "W", "V"
PATTERNS = re.findall(
    r"_Z[^\s;]+(?=;)", Path(__file__).with_name("component_library.map").read_text()
)
"""Of names, as the linker reads them: what components keep for themselves, too."""
TYPES = "_ZT"


def _one_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(fnmatch.translate, patterns)))


FUNCTION_OF_OTHERS = _one_of([entry for entry in PATTERNS if not entry.startswith(TYPES)])
# The C++ library compares types by their names.
TYPE_OF_STANDARD_LIBRARY = _one_of([entry for entry in PATTERNS if entry.startswith(TYPES)])
INITIALISES_THREAD_LOCAL = "_ZTH"


def is_exported(kind: str, name: str) -> bool:
    """Whether the library alone has it, or shares it; `kind` is the letter of nm."""
    if kind == WEAK_DATA:
        return not TYPE_OF_STANDARD_LIBRARY.match(name)
    if kind == WEAK_FUNCTION:
        return name.startswith(INITIALISES_THREAD_LOCAL) or not FUNCTION_OF_OTHERS.match(name)
    return kind in STRONG


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
