#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each source file says its licence in its first line, as https://spdx.dev asks: the identifier is
that of the file LICENSE.

tools/licence_lines.py --check [ROOT]   status 1, and a line for each file that says none or another
tools/licence_lines.py --write [ROOT]   writes the line where there is none, behind a `#!` line

Data are left as they are, since their bytes count: golden output, seeds of fuzzers, the profiles of
tests; and so are templates, which become the source of their user.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TAG = "SPDX-License-Identifier:"
LICENCES = {"Apache License\nVersion 2.0": "Apache-2.0", "MIT License": "MIT"}
SLASHES = {".cpp", ".hpp", ".h", ".hh", ".idl", ".java", ".rs"}
HASHES = {".py", ".cmake", ".sh", ".txt"}
STARS = {".pml", ".inc"}
LEFT_OUT = {"golden", "data", "templates"}


def identifier(root: Path) -> str:
    """The SPDX identifier of the file LICENSE."""
    lines = [line.strip() for line in (root / "LICENSE").read_text("utf-8").splitlines()]
    text = "\n".join(line for line in lines if line)
    for begins, name in LICENCES.items():
        if text.startswith(begins):
            return name
    raise SystemExit("licence_lines: LICENSE is none that this tool knows")


def tracked(root: Path) -> list[Path]:
    """Every file of the project, also those that git does not have yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    return [Path(name) for name in sorted(listed) if name and (root / name).is_file()]


def line_for(file: Path, text: str, licence: str) -> str | None:
    """The line that a file has to begin with; None: it is no source of ours, or it is empty."""
    if not text or LEFT_OUT & set(file.parts) or {"fuzz", "corpus"} <= set(file.parts):
        return None
    words = f"{TAG} {licence}"
    if file.suffix in SLASHES:
        return f"// {words}\n"
    if file.suffix in STARS:
        return f"/* {words} */\n"
    if file.suffix == ".txt" and file.name != "CMakeLists.txt":
        return None
    if file.suffix in HASHES or text.startswith("#!"):
        return f"# {words}\n"
    return None


def sources(root: Path) -> Iterator[tuple[Path, str, str]]:
    """Each source file of ours, its text, and its licence line."""
    licence = identifier(root)
    for file in tracked(root):
        try:
            text = (root / file).read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        if line := line_for(file, text, licence):
            yield file, text, line


def split(text: str) -> tuple[str, str]:
    """The `#!` line, which has to stay the first, and the rest."""
    if not text.startswith("#!"):
        return "", text
    first, newline, rest = text.partition("\n")
    return first + newline, rest


def said(text: str) -> str | None:
    """The licence that a line of the file's beginning says."""
    found = re.search(rf"^\W*{TAG}\s*(\S+)", text[:2000], re.MULTILINE)
    return found[1] if found else None


def complaint(text: str, line: str) -> str | None:
    """What is wrong with the licence of a file."""
    if split(text)[1].startswith(line):
        return None
    other = said(text)
    if other is None:
        return "says no licence: run tools/licence_lines.py --write"
    return f"says {other} in another way than: {line.rstrip()}"


def main() -> int:
    """The exit status: 1 if a file says no licence, or another one."""
    verb, root = (sys.argv[1:2] or [""])[0], Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    if verb not in {"--check", "--write"}:
        print("usage: tools/licence_lines.py --check|--write [ROOT]", file=sys.stderr)
        return 2
    wrong = 0
    for file, text, line in sources(root):
        why = complaint(text, line)
        if why and verb == "--write" and said(text) is None:
            first, rest = split(text)
            (root / file).write_bytes((first + line + rest).encode())
        elif why:
            wrong += 1
            print(f"{file}: {why}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
