#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse comments that are wider than 100 columns. clang-format and ruff hold the code.

tools/columns.py [ROOT]     exit status 1 and one line for each such comment
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from plain_words import files

MOST = 100
SLASHES = re.compile(r"^\s*//|\s//")
COMMENT = {".cpp": SLASHES, ".hpp": SLASHES, ".py": re.compile(r"^\s*#")}
GENERATED = "idlc/golden"  # as the IDL compiler writes them: its own test compares them


def wide(path: Path) -> Iterator[int]:
    """Numbers of the lines whose comment ends beyond the last column.

    A directive to a tool cannot be split.
    """
    comment = COMMENT[path.suffix]
    for number, line in enumerate(path.read_text().splitlines(), 1):
        is_directive = re.search(r"# (?:pyright|type|noqa|fmt)|NOLINT", line)
        if len(line) > MOST and comment.search(line) and not is_directive:
            yield number


def main(root: Path) -> int:
    """Print each comment that is too wide."""
    found = [
        f"{name}:{number}: a comment of more than {MOST} columns"
        for name in files(root)
        if name.suffix in COMMENT and not name.is_relative_to(GENERATED)
        for number in wide(root / name)
    ]  # fmt: skip
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
