# SPDX-License-Identifier: Apache-2.0
"""The CMakeLists.txt of an example."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cpp11 import standard
from cpp11.lines import Lines


def program_name(stem: str) -> str:
    """What programs and targets are called: letters that CMake and shells take."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", stem)


def cmake_lists(idl_files: list[Path], roots: list[Path], out: Path) -> Lines:
    """A project of its own. It names the IDL files where they lie, by their way from `out`."""
    name = program_name(idl_files[0].stem)
    return [
        "# cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH=PREFIX -DCMAKE_BUILD_TYPE=Release",
        "# cmake --build build",
        "# PREFIX is where `./x install PREFIX` put Orbweaver.",
        "cmake_minimum_required(VERSION 3.25)",
        f"project({name} CXX)",
        "find_package(orbweaver REQUIRED)",
        "",
        "# A generated header has the name of its IDL file, as seen from one of these folders.",
        f"set(ORBWEAVER_IDL_ROOTS {_quoted(roots, out)})",
        f"orbweaver_idl({name}_idl {_quoted(idl_files, out)})",
        "",
        "foreach(program server client)",
        f"  add_executable({name}-${{program}} ${{program}}.cpp)",
        f"  target_link_libraries({name}-${{program}} PRIVATE {name}_idl)",
        "  # The operations do not use their parameters yet.",
        f"  target_compile_options({name}-${{program}} PRIVATE -Wall -Wextra"
        " -Wno-unused-parameter)",
        "endforeach()",
    ]


def _quoted(paths: list[Path], out: Path) -> str:
    return " ".join(f'"{_item(path, out)}"' for path in paths)


def _item(path: Path, out: Path) -> str:
    if path.is_relative_to(standard.FOLDER):  # find_package() reports where the compiler lies
        return f"${{ORBWEAVER_IDLC}}/idl/{path.relative_to(standard.FOLDER)}"
    # A semicolon would end an item of CMake's list, a dollar sign begin a variable.
    return re.sub(r'([\\"$;])', r"\\\1", _way(path, out.resolve()))


def _way(path: Path, out: Path) -> str:
    """From `out`, so that both may be moved together; absolute if they have no folder in common."""
    is_apart = os.path.commonpath([path, out]) == os.sep
    return str(path) if is_apart else os.path.relpath(path, out)
