# SPDX-License-Identifier: Apache-2.0
"""Refuse a class, a struct, a union or an enumeration with the name of another one: each name once
at namespace level in orb, sca and services, whatever the namespace, so that a word means one thing
to a reader. `tools/check_rooms.py` calls it. What stays twice is in AGREED, with the reason.
"""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("orb", "sca", "services")
APART_FROM_PRODUCT = {"test", "bench", "testing", "conformance", "fuzz"}
# At the start of a line, as nothing in a namespace is indented. Three are left out: a declaration
# alone, a specialization (Name<...>), and the body of a class that another one declares
# (Name::Part).
DEFINITION = re.compile(
    r"^(?:template\s*<[^\n]*>\s*)?(?:enum\s+(?:class|struct)|class|struct|union|enum)\s+"
    r"(?:(?:\[\[.*?\]\]|alignas\([^)]*\)|ORBWEAVER_\w+)\s+)*"
    r"(\w+)(?:\s+final)?\s*(?::(?!:)[^;{]*)?\{",
    re.MULTILINE,
)
AGREED = {
    "Current": "the OMG names both: PortableServer::Current and RTCORBA::Current",
    "Fixed": "the OMG's mapping names both: CORBA::Fixed, and IDL::Fixed of generated code",
    "UtcTime": "both are of the face, and neither can hold the other's values: VITA-49 counts"
    " picoseconds, REDHAWK's utctime has a fraction in floating point, and `now`",
}


def definitions(root: Path) -> Iterator[tuple[str, str]]:
    """The names, each with the file and the line of a definition."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            where = path.relative_to(root)
            if APART_FROM_PRODUCT & set(where.parts):
                continue
            text = path.read_text()
            for found in DEFINITION.finditer(text):
                line = text.count("\n", 0, found.start(1)) + 1
                yield found.group(1), f"{where}:{line}"


def wrong_names(root: Path) -> list[str]:
    """One complaint for each name that is taken twice."""
    places: dict[str, list[str]] = {}
    for name, place in definitions(root):
        places.setdefault(name, []).append(place)
    return [
        f"{found[-1]}: {name} is also the name of {' and '.join(found[:-1])}: give each class a "
        "name of its own"
        for name, found in sorted(places.items())
        if len(found) > 1 and name not in AGREED
    ]
