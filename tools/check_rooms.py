#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse an include or an import that points up or sideways, a ring of folders in a room, and a
class with the name of another one. The tables are cmake/rooms.cmake, for the rooms of C++, and
lab/packages.toml, for the packages of Python; this is their guard.

tools/check_rooms.py [ROOT]           exit status 1 and one line for each wrong include or import
tools/check_rooms.py ROOT --write     also rewrite docs/understand/rooms.md from the table, and
                                      take rings that are untied off tools/known_rings.txt
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from check_names import wrong_names
from check_packages import wrong_packages
from check_rings import shrink_known, wrong_rings

ROOM_CALL = re.compile(r"^orbweaver_room\(([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]orbweaver/((\w+)/[^>\"]*)", re.MULTILINE)
SYSTEM_CALLS = re.compile(
    r"^\s*#\s*include\s*<(sys/(?!types)[\w./]+|poll\.h|pthread\.h|sched\.h|netdb\.h"
    r"|netinet/[\w./]+|unistd\.h|fcntl\.h|signal\.h|spawn\.h|dirent\.h|linux/[\w./]+)>",
    re.MULTILINE,
)
# What needs no such header because another one brings it.
CALLS = re.compile(
    r"(?<![\w>])::(?:kill|v?fork|exec\w+|waitp?id|getpp?id|_exit|open(?:at)?|p?read|p?write|close"
    r"|dup\d?|rename(?:at)?|unlink(?:at)?|mkdir(?:at)?|f?stat(?:at)?|fsync|ftruncate|pipe2?|poll)"
    r"\s*\("
    r"|\b(?:pthread_\w+|sigwait|sigtimedwait|sig(?:empty|fill|add|del)set|sigprocmask)\s*\("
    r"|\bstd::(?:rename|raise|signal|_Exit|quick_exit|system)\s*\("
)
ROOMS_WITH_SYSTEM_CALLS = {"os"}
# It reads and writes files of samples, alone on a machine: no simulation has it.
ROOMS_WITH_PLAIN_FILES = {"samples", "trial"}
# What differs from run to run. The simulator puts its own in the place of what orb/os gives.
THREADS_AND_CLOCKS = re.compile(
    r"\bstd::(?:(?:recursive_|timed_|recursive_timed_|shared_|shared_timed_)?mutex"
    r"|condition_variable(?:_any)?|j?thread|this_thread|atomic(?:_ref|_flag|_thread_fence)?"
    r"|latch|barrier|(?:counting|binary)_semaphore|call_once|once_flag"
    r"|future|promise|async|packaged_task|random_device|mt19937(?:_64)?)\b"
    r"|\bthread_local\b|\b(?:steady|system|high_resolution)_clock\b"
)
ROOMS_WITH_THREADS_AND_CLOCKS = {"os", "base"}
# The thread sanitizer leaves out the tests of rooms that do not use os (cmake/room.cmake).
THREADS_OF_TESTS = re.compile(r"\bstd::(?:j?thread|async)\b|\bpthread_create\b")
APART_FROM_PRODUCT = {"test", "bench", "testing", "conformance", "fuzz"}
COMMENT = re.compile(r"//.*")
KEYWORDS = set("IN FLOOR PREFIX CONFORMS APART COMMON ALONE SMALL USES FAST LIBRARIES".split())


@dataclass(frozen=True)
class Room:
    """One line of the table."""

    name: str
    folder: str
    floor: int
    uses: tuple[str, ...]
    prefix: str
    """Behind <orbweaver/ of its headers: its name, or that of a room which stands on it."""


def read_rooms(root: Path) -> dict[str, Room]:
    """The table of rooms, by name."""
    rooms: dict[str, Room] = {}
    for call in ROOM_CALL.findall((root / "cmake/rooms.cmake").read_text()):
        words = call.split()
        name, keyword = words[0], ""
        values: dict[str, list[str]] = {}
        for word in words[1:]:
            if word in KEYWORDS:
                keyword = word
                values[keyword] = []
            else:
                values[keyword].append(word)
        folder = f"{values['IN'][0]}/{name}"
        uses, (prefix,) = tuple(values.get("USES", [])), values.get("PREFIX", [name])
        rooms[name] = Room(name, folder, int(values["FLOOR"][0]), uses, prefix)
    return rooms


def wrong_floors(rooms: dict[str, Room]) -> list[str]:
    """A room may use only rooms of lower floors."""
    return [
        f"cmake/rooms.cmake: room {room.name} (floor {room.floor}) must not use {used}"
        for room in rooms.values()
        for used in room.uses
        if rooms[used].floor >= room.floor
    ]


def may_call_the_system(room: Room, path: Path) -> bool:
    """Only a few rooms; tests may, and so may programs of the rooms above the ORB."""
    if room.name in ROOMS_WITH_SYSTEM_CALLS or "test" in path.parts:
        return True
    if room.folder.startswith("orb/"):
        return False
    return room.name in ROOMS_WITH_PLAIN_FILES or not {"src", "include"} & set(path.parts)


def system_calls(text: str) -> list[str]:
    """Headers of system calls, and calls that need none of them."""
    headers = {f"<{system_call}>" for system_call in SYSTEM_CALLS.findall(text)}
    calls = {found.group() + ")" for found in CALLS.finditer(COMMENT.sub("", text))}
    return sorted(headers | calls)


def threads_and_clocks(room: Room, path: Path, text: str) -> list[str]:
    """What a room takes from the library though orb/os gives it; tests and benchmarks may."""
    if room.name in ROOMS_WITH_THREADS_AND_CLOCKS or APART_FROM_PRODUCT & set(path.parts):
        return []
    return sorted({found.group() for found in THREADS_AND_CLOCKS.finditer(COMMENT.sub("", text))})


def threads_of_tests(room: Room, path: Path, text: str) -> list[str]:
    """Threads in tests of a room whose tests the thread sanitizer leaves out."""
    if room.name in ROOMS_WITH_THREADS_AND_CLOCKS or "os" in room.uses:
        return []
    if not {"test", "testing", "conformance", "fuzz"} & set(path.parts):
        return []
    return sorted({found.group() for found in THREADS_OF_TESTS.finditer(COMMENT.sub("", text))})


def headers_by_room(root: Path, rooms: dict[str, Room]) -> dict[str, list[str]]:
    """Which rooms have a header, by what stands behind <orbweaver/."""
    found: dict[str, list[str]] = {}
    for room in rooms.values():
        for part in ("face", "include"):
            folder = root / room.folder / part / "orbweaver"
            for path in sorted(folder.rglob("*.hpp")):
                found.setdefault(str(path.relative_to(folder)), []).append(room.name)
    return found


def wrong_headers(rooms: dict[str, Room], headers: dict[str, list[str]]) -> list[str]:
    """Headers of two rooms, and those that are not below their room's prefix."""
    complaints = [
        f"<orbweaver/{name}>: the rooms {' and '.join(owners)} have this header"
        for name, owners in headers.items()
        if len(owners) > 1
    ]
    return complaints + [
        f"<orbweaver/{name}>: the headers of room {owner} are <orbweaver/{rooms[owner].prefix}/...>"
        for name, owners in headers.items()
        for owner in owners
        if name.split("/")[0] != rooms[owner].prefix
    ]


def rooms_for(room: Room, rooms: dict[str, Room]) -> set[str]:
    """Whose headers a room may include. A room gives along those below it that have its prefix."""
    allowed = {room.name, *room.uses}
    return allowed | {
        below
        for name in allowed
        for below in rooms[name].uses
        if rooms[below].prefix == rooms[name].name
    }


def included_rooms(text: str, headers: dict[str, list[str]]) -> set[str]:
    """The rooms of which a file includes headers. What no room has is as its first folder says."""
    return {
        owner for name, prefix in INCLUDE.findall(text) for owner in headers.get(name, [prefix])
    }


def wrong_includes(
    root: Path, room: Room, rooms: dict[str, Room], headers: dict[str, list[str]]
) -> list[str]:
    """Includes of rooms that the table does not give to this one, and system calls outside os."""
    allowed = rooms_for(room, rooms)
    if not room.folder.startswith("orb/"):
        allowed.add("generated")  # what is made from idl/ stands on orb/corba
    complaints: list[str] = []
    for path in sorted((root / room.folder).rglob("*.[ch]pp")):
        text = path.read_text()
        where = path.relative_to(root)
        complaints += [
            f"{where}: room {room.name} must not include headers of room {name} "
            f"(its rooms: {', '.join(sorted(allowed))})"
            for name in sorted(included_rooms(text, headers) - allowed)
        ]
        complaints += [
            f"{where}: {clock} belongs behind a name of orb/os (mutex.hpp, atomic.hpp, thread.hpp, "
            "per_thread.hpp, wall_clock.hpp, ...; time: base/clock.hpp)"
            for clock in threads_and_clocks(room, where, text)
        ]
        complaints += [
            f"{where}: {thread} in a test that the thread sanitizer leaves out: room {room.name} "
            "does not use os"
            for thread in threads_of_tests(room, where, text)
        ]
        if may_call_the_system(room, path):
            continue
        complaints += [
            f"{where}: {system_call} belongs in orb/os" for system_call in system_calls(text)
        ]
    return complaints


def wrong_programs(root: Path) -> list[str]:
    """What programs take from the library though orb/os gives it: the simulator runs some of them.

    Which rooms a program uses its target says. `orbweaver` itself, and former names, use none.
    """
    return [
        f"{path.relative_to(root)}: {entry} belongs behind a name of orb/os"
        for path in sorted((root / "programs").rglob("*.[ch]pp"))
        for entry in sorted({*THREADS_AND_CLOCKS.findall(COMMENT.sub("", path.read_text()))})
    ]


def table(rooms: dict[str, Room]) -> str:
    """The page docs/understand/rooms.md."""
    rows = [
        f"| {room.floor} | `{room.folder}` | {', '.join(room.uses) or '-'} |\n"
        for room in sorted(rooms.values(), key=lambda room: -room.floor)
    ]
    return (
        "# Rooms\n\n"
        "After this page you know which library may use which. [What each is](tour.md).\n"
        "Generated from `cmake/rooms.cmake` by `tools/check_rooms.py . --write`.\n\n"
        "| floor | room | may use |\n|---|---|---|\n"
    ) + "".join(rows)


def main() -> int:
    """The exit status: 1 if anything is wrong."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    rooms = read_rooms(root)
    headers = headers_by_room(root, rooms)
    complaints = wrong_floors(rooms) + wrong_headers(rooms, headers)
    for room in rooms.values():
        complaints += wrong_includes(root, room, rooms, headers)
    complaints += wrong_programs(root) + wrong_packages(root) + wrong_names(root)
    folders = [room.folder for room in rooms.values()]
    page = root / "docs/understand/rooms.md"
    if "--write" in sys.argv:
        page.write_text(table(rooms))
        shrink_known(root, folders)
    elif page.exists() and page.read_text() != table(rooms):
        complaints.append("docs/understand/rooms.md is stale: run tools/check_rooms.py . --write")
    complaints += wrong_rings(root, folders)
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
