# SPDX-License-Identifier: Apache-2.0
"""What a component of the user's own is built with: compiler, CMake, headers, the IDL front end."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.run.installation import how_to_install_again, kind, prefix
from orbweaver.run.omniidl import find_omniidl

CHECK = "own components"
# In the order in which CMake looks for one.
COMPILERS = ("c++", "g++", "clang++")
LEAST_CMAKE = (3, 25)
USES_CPP23 = "#include <expected>\nstd::expected<int, int> result;\n"
HEADERS = {"spdlog/spdlog.h": "libspdlog-dev", "nlohmann/json.hpp": "nlohmann-json3-dev"}
CMAKE_FILES = "cmake/orbweaver/orbweaver-config.cmake"
DEVELOPMENT = "liborbweaver-dev"
INTERFACE_FOR_A_WHEEL = (
    f"apt install {DEVELOPMENT} from the .deb files of the same release, or install Orbweaver from "
    "its source"
)
ASKED_WITHIN_S = 60


def check_builder(machine: Machine) -> Finding:
    """All that is missing at once, and one line that installs it."""
    missing = [*_tools(), *_headers(), *_interface(machine)]
    if not missing:
        return Finding(CHECK, "ok", f"can be built: {_interface_for_reader(machine)}")
    found = f"cannot be built; missing: {', '.join(what for what, _ in missing)}"
    return Finding(CHECK, "warn", found, _one_line([package for _, package in missing]))


def _tools() -> list[tuple[str, str]]:
    missing: list[tuple[str, str]] = []
    if _compiler() is None:
        missing.append(("a compiler of C++23", "g++"))
    if _version_of_cmake() < LEAST_CMAKE:
        missing.append((f"cmake {'.'.join(map(str, LEAST_CMAKE))} or newer", "cmake"))
    if shutil.which("ninja") is None:
        missing.append(("ninja", "ninja-build"))
    if find_omniidl() is None:
        missing.append(("omniidl", "omniidl"))
    return missing


def _compiler() -> list[str] | None:
    """The first that compiles what only C++23 has."""
    for words in (os.environ.get("CXX", "").split(), *([name] for name in COMPILERS)):
        if words and shutil.which(words[0]) and _compiles(words, USES_CPP23):
            return words
    return None


def _compiles(compiler: list[str], text: str) -> bool:
    command = [*compiler, "-std=c++23", "-fsyntax-only", "-x", "c++", "-"]
    try:
        done = subprocess.run(
            command, input=text, text=True, capture_output=True, check=False, timeout=ASKED_WITHIN_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _version_of_cmake() -> tuple[int, ...]:
    """None installed: (0,)."""
    program = shutil.which("cmake")
    if program is None:
        return (0,)
    done = subprocess.run(
        [program, "--version"],
        capture_output=True, text=True, check=False, timeout=ASKED_WITHIN_S,
    )  # fmt: skip
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    return (int(found[1]), int(found[2])) if found else (0,)


def _headers() -> list[tuple[str, str]]:
    compiler = _compiler()
    if compiler is None:  # it would not find them either: they come with the same line
        return [(f"<{name}>", package) for name, package in HEADERS.items()]
    return [
        (f"<{name}>", package)
        for name, package in HEADERS.items()
        if not _compiles(compiler, f"#if !__has_include(<{name}>)\n#error missing\n#endif\n")
    ]


def _interface(machine: Machine) -> list[tuple[str, str]]:
    """Orbweaver's own headers and libraries."""
    if kind() in ("tree", "none") or _interface_folder(machine):
        return []
    if kind() == "wheel":
        return [("Orbweaver's C++ interface, which is in no wheel", DEVELOPMENT)]
    return [("Orbweaver's C++ interface", DEVELOPMENT)]


def _interface_folder(machine: Machine) -> Path | None:
    for place in filter(None, (prefix(), machine.usr)):
        for library in (place / "lib", *sorted((place / "lib").glob("*-linux-gnu*"))):
            if (library / CMAKE_FILES).is_file():
                return place
    return None


def _interface_for_reader(machine: Machine) -> str:
    folder = _interface_folder(machine)
    if kind() == "tree":
        return "./x install PREFIX puts the C++ interface where CMake finds it"
    return f"the C++ interface is in {folder}"


def _one_line(packages: list[str]) -> str:
    known = dict.fromkeys(packages)
    if kind() == "prefix":  # its own files are in the prefix, or nowhere
        again = known.pop(DEVELOPMENT, "") is None
        return _joined(list(known), how_to_install_again() if again else "")
    if kind() == "wheel" and known.pop(DEVELOPMENT, "") is None:  # of a release, as the wheel is
        return _joined(list(known), INTERFACE_FOR_A_WHEEL)
    return _joined(list(known), "")


def _joined(packages: list[str], after: str) -> str:
    first = f"apt install {' '.join(packages)}" if packages else ""
    if packages and shutil.which("apt-get") is None:
        first = f"install what Debian calls {' '.join(packages)}"
    return "; then ".join(filter(None, [first, after]))
