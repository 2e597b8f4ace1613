#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gather the headers of an installation.

A room has its headers in two folders. Those of face/ are for users; an installation has them as
<orbweaver/ROOM/NAME.hpp>. Those of include/ are for other rooms. An installation has of them only
what the face and generated code include, as <orbweaver/detail/ROOM/NAME.hpp>: so a user sees what
may change at any time, and nothing else of it compiles.

The include lines of what is installed are rewritten, and so are those that the IDL compiler writes.
"""

import argparse
import re
import shutil
from pathlib import Path

INCLUDE = re.compile(r"(#\s*include\s*<orbweaver/)([^>]+\.hpp)>")
GENERATED = ("corba", "sca")  # of the IDL files that are installed


class Headers:
    """The headers of the rooms, by what stands behind <orbweaver/."""

    def __init__(self, tree: Path, generated: Path) -> None:
        self.face = _below(tree, "face")
        self.works = _below(tree, "include")
        of_idl = generated / "orbweaver/generated"
        self.generated = {
            f"generated/{path.relative_to(of_idl)}": path
            for folder in GENERATED
            for path in sorted((of_idl / folder).rglob("*.hpp"))
        }

    def installed_as(self, name: str) -> str:
        """Fails for a header that no user could have: it is neither a room's nor generated."""
        if name in self.face or name in self.generated:
            return name
        if name in self.works:
            return f"detail/{name}"
        raise SystemExit(f"installed_headers.py: <orbweaver/{name}>: no room has this header")

    def rewritten(self, text: str) -> str:
        """The text with the include lines of an installation."""
        return INCLUDE.sub(lambda found: f"{found[1]}{self.installed_as(found[2])}>", text)

    def needed(self, texts: list[str]) -> set[str]:
        """The headers of include/ that these texts include, and those that they include in turn."""
        found: set[str] = set()
        waiting = [name for text in texts for _, name in INCLUDE.findall(text)]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.works:
                continue
            found.add(name)
            waiting += [each for _, each in INCLUDE.findall(self.works[name].read_text())]
        return found


def _below(tree: Path, kind: str) -> dict[str, Path]:
    return {
        str(path.relative_to(folder / "orbweaver")): path
        for folder in sorted(tree.glob(f"*/*/{kind}"))
        if folder.parents[1].name in ("orb", "sca", "services")
        for path in sorted(folder.rglob("*.hpp"))
    }


def gather(tree: Path, generated: Path, to: Path) -> None:
    """Write the folders `include` and `idlc/cpp11` below `to`, anew."""
    headers = Headers(tree, generated)
    compiler = sorted((tree / "idlc/cpp11").glob("*.py"))
    users = {**headers.face, **headers.generated}
    needed = headers.needed([path.read_text() for path in [*users.values(), *compiler]])
    users |= {f"detail/{name}": headers.works[name] for name in sorted(needed)}
    for folder in ("include", "idlc"):
        shutil.rmtree(to / folder, ignore_errors=True)
    for name, path in users.items():
        _write(to / "include/orbweaver" / name, headers.rewritten(path.read_text()))
    for path in compiler:
        _write(to / "idlc/cpp11" / path.name, headers.rewritten(path.read_text()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main() -> None:
    """Take the folders from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--tree", "--generated", "--to"):
        parser.add_argument(option, type=Path, required=True)
    given = parser.parse_args()
    gather(given.tree, given.generated, given.to)


if __name__ == "__main__":
    main()
