#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse, in programs that users would write, an include that is not on the face.

The face: the headers below */*/face/, which an installation has as <orbweaver/...>. Examples, what
`orbweaver new` makes and the waveforms' components include nothing else of Orbweaver, so a user who
has read them has seen no header that may change at any time.

tools/check_face.py [ROOT]   exit status 1 and one line for each wrong include
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r"^\s*#\s*include\s*<(orbweaver/[^>]+)>", re.MULTILINE)
MOST_HEADERS = 100
PROGRAMS_OF_USERS = (
    "examples",
    "lab/src/orbweaver/scaffold",
    "waveforms/*/receiver/*",
    "waveforms/packets/*.cpp",
)
"""Not tests: they look behind the face."""
OF_WAVEFORMS = re.compile(r"orbweaver/(generated|adsb|ax25|fm|recording)/")
"""What the IDL compiler makes, and the signal processing of the waveforms themselves."""
SOURCES = {".cpp", ".hpp", ".j2"}


def face(root: Path) -> set[str]:
    """The headers of the face, as a user writes them."""
    return {
        str(path.relative_to(folder))
        for folder in root.glob("*/*/face")
        for path in folder.rglob("*.hpp")
    }


def sources(root: Path) -> list[Path]:
    """The files of programs that users would write."""
    found: set[Path] = set()
    for pattern in PROGRAMS_OF_USERS:
        for entry in root.glob(pattern):
            found.update([entry] if entry.is_file() else entry.rglob("*"))
    return sorted(
        entry
        for entry in found
        if entry.suffix in SOURCES and "test" not in entry.relative_to(root).parts
    )


def complaints(root: Path) -> list[str]:
    """One line for each include that is not on the face, and for a face that is too large."""
    headers = face(root)
    result = [
        f"{path.relative_to(root)}: <{name}> is not on the face: include one of */*/face/, or "
        "move it there"
        for path in sources(root)
        for name in INCLUDE.findall(path.read_text())
        if name not in headers and not OF_WAVEFORMS.match(name)
    ]
    if len(headers) > MOST_HEADERS:
        result.append(f"the face has {len(headers)} headers, and may have {MOST_HEADERS}")
    return result


def main() -> int:
    """The exit status."""
    found = complaints(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
