# SPDX-License-Identifier: Apache-2.0
"""Refuse rings between the folders of one room: `a/` includes `b/`, and `b/` leads back to `a/`.
`tools/check_rooms.py` calls it. The rings that were there before are in tools/known_rings.txt,
which may only get shorter.

The headers and the sources of one folder (include/orbweaver/ROOM/calls, src/calls) count as one,
and so do face/ and include/. What lies at the top of these two is the face of the room, and what
lies at the top of src/ is its middle: the folders implement the first, and the second puts them
together.
"""

import re
from collections.abc import Iterator
from pathlib import Path

KNOWN = "tools/known_rings.txt"
FACE, MIDDLE = "(face)", "(middle)"
HEADERS = ("face", "include")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
HEAD = """\
# Rings between the folders of a room that are not untied yet. No line and no folder may be added.
# tools/check_rooms.py . --write removes what is untied.
#   room: its folders, each of which leads to each other one
"""

Graph = dict[str, set[str]]


def wrong_rings(root: Path, folders: list[str]) -> list[str]:
    """A line for each ring that is not known, and for each known one that has become smaller."""
    root, known = root.resolve(), _read_known(root)
    found: list[str] = []
    rings = {folder: rings_of(root / folder) for folder in folders}
    for folder, there in rings.items():
        old = known.get(folder, [])
        found += [_complaint(root / folder, ring) for ring in there if not _within(ring, old)]
    found += [
        f"{KNOWN}: {folder} has no ring of {' '.join(sorted(ring))} any more: "
        "run tools/check_rooms.py . --write"
        for folder, listed in known.items()
        for ring in listed
        if ring not in rings.get(folder, [])
    ]
    return found


def shrink_known(root: Path, folders: list[str]) -> None:
    """Write the list again without what is untied; a new ring is not added."""
    root, known = root.resolve(), _read_known(root)
    lines = [
        f"{folder}: {' '.join(sorted(ring))}\n"
        for folder in folders
        for ring in rings_of(root / folder)
        if _within(ring, known.get(folder, []))
    ]
    if known:
        (root / KNOWN).write_text(HEAD + "".join(lines))


def rings_of(room: Path) -> list[frozenset[str]]:
    """The folders of each ring of a room, the largest first."""
    reached = {name: _reached(graph, name) for graph in [folder_graph(room)] for name in graph}
    rings = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in reached
        if name in reached[name]
    }
    return sorted(rings, key=lambda ring: (-len(ring), sorted(ring)))


def folder_graph(room: Path) -> Graph:
    """Which folder of a room includes which other one."""
    graph: Graph = {}
    for path in _sources(room):
        mine = graph.setdefault(_folder(room, path), set())
        mine.update(other for other, _ in _other_folders(room, path))
    for name in {other for others in graph.values() for other in others}:
        graph.setdefault(name, set())
    return graph


def _reached(graph: Graph, start: str) -> set[str]:
    """All folders to which includes lead from one; itself only if there is a ring."""
    seen: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += graph[name]
    return seen


def _sources(room: Path) -> list[Path]:
    parts = (*HEADERS, "src")
    return sorted(path for part in parts for path in (room / part).rglob("*.[ch]pp"))


def _other_folders(room: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Each include of another folder of the room: that folder, and the include's text."""
    mine = _folder(room, path)
    for text in INCLUDE.findall(path.read_text("utf-8")):
        for start in (path.parent, room / "src", *(room / part for part in HEADERS)):
            if (start / text).is_file():
                other = _folder(room, (start / text).resolve())
                if other != mine:
                    yield other, text
                break


def _folder(room: Path, path: Path) -> str:
    part, *inside = path.relative_to(room).parts[:-1]
    if part in HEADERS:
        return "/".join(inside[2:]) or FACE  # without orbweaver/ROOM
    return "/".join(inside) or MIDDLE


def _within(ring: frozenset[str], known: list[frozenset[str]]) -> bool:
    return any(ring <= other for other in known)


def _complaint(room: Path, ring: frozenset[str]) -> str:
    """The ring with one include for each of its steps."""
    steps = {
        (_folder(room, path), other): text
        for path in _sources(room)
        for other, text in _other_folders(room, path)
        if other in ring and _folder(room, path) in ring
    }
    shown = ", ".join(f"{a} includes {b} ({text})" for (a, b), text in sorted(steps.items()))
    return f"{'/'.join(room.parts[-2:])}: a ring of folders: {shown}"


def _read_known(root: Path) -> dict[str, list[frozenset[str]]]:
    known: dict[str, list[frozenset[str]]] = {}
    if (root / KNOWN).is_file():
        for line in (root / KNOWN).read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                folder, _, names = line.partition(":")
                known.setdefault(folder, []).append(frozenset(names.split()))
    return known
