#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse a class, a struct, a union or an enumeration whose name is that of another one: each name
once at namespace level in orb, sca and services, whatever the namespace, so a word means one thing
to a reader. `tools/check_rooms.py` calls it. What stays twice, and why, is in AGREED.
"""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("orb", "sca", "services")
APART_FROM_PRODUCT = {"test", "bench", "testing", "conformance", "fuzz"}
# At the start of a line, for nothing in a namespace is indented. Neither a declaration alone nor a
# specialization, Name<...>, nor the body of a class that another one declares, Name::Part.
DEFINITION = re.compile(
    r"^(?:template\s*<[^\n]*>\s*)?(?:enum\s+(?:class|struct)|class|struct|union|enum)\s+"
    r"(?:(?:\[\[.*?\]\]|alignas\([^)]*\)|ORBWEAVER_\w+)\s+)*"
    r"(\w+)(?:\s+final)?\s*(?::(?!:)[^;{]*)?\{",
    re.MULTILINE,
)
AGREED: dict[str, str] = {}


def definitions(root: Path) -> Iterator[tuple[str, str]]:
    """The names, each with the file and the line of a definition."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            where = path.relative_to(root)
            if APART_FROM_PRODUCT & set(where.parts):
                continue
            text = path.read_text()
            for found in DEFINITION.finditer(text):
                yield found.group(1), f"{where}:{text.count(chr(10), 0, found.start(1)) + 1}"


def wrong_names(root: Path) -> list[str]:
    """One complaint for each name that is taken twice, and for each exception without need."""
    places: dict[str, list[str]] = {}
    for name, place in definitions(root):
        places.setdefault(name, []).append(place)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    return [
        f"{' and '.join(found)}: each class has a name of its own, and {name} is taken twice"
        for name, found in sorted(twice.items())
        if name not in AGREED
    ] + [f"tools/check_names.py: {name} is agreed, and not taken twice" for name in AGREED if name not in twice]


if __name__ == "__main__":
    print("\n".join(wrong_names(Path("."))))
