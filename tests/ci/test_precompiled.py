# SPDX-License-Identifier: Apache-2.0
"""Headers that are compiled once, with ccache: what was built before never comes back wrongly."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Built as the project's own programs are.
PROJECT = f"""\
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
include("{ROOT}/cmake/ccache.cmake")
include("{ROOT}/cmake/precompile.cmake")
add_library(orbweaver_warnings INTERFACE)
target_include_directories(orbweaver_warnings INTERFACE ${{PROJECT_SOURCE_DIR}})
orbweaver_precompiled(programs <number.hpp>)
add_executable(small main.cpp)
target_link_libraries(small PRIVATE orbweaver_warnings)
target_precompile_headers(small REUSE_FROM orbweaver_precompiled_programs)
target_compile_options(small PRIVATE "${{ORBWEAVER_PRECOMPILED_OPTIONS}}")
"""


COMPILERS = ("g++", "clang++-16")


class Builder:
    """Builds a program in a folder, with a compiler cache of its own."""

    def __init__(self, compiler: str, cache: Path) -> None:
        self.compiler = compiler
        self.environment = {**os.environ, "CCACHE_DIR": str(cache)}
        self.environment.pop("CCACHE_DISABLE", None)

    def run(self, *words: str | Path) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=600, env=self.environment
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build(self, folder: Path, header: str, launcher: str = "ccache") -> str:
        """What the program prints that has a header of this text."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "CMakeLists.txt").write_text(PROJECT)
        (folder / "main.cpp").write_text(
            '#include <cstdio>\n#include "number.hpp"\nint main() { std::puts(kNumber); }\n'
        )
        (folder / "number.hpp").write_text(f"#pragma once\n{header}\n")
        build = folder / "build"
        self.run("cmake", "-S", folder, "-B", build, "-GNinja",
                 f"-DCMAKE_CXX_COMPILER={self.compiler}",
                 f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")  # fmt: skip
        self.run("cmake", "--build", build)
        return self.run(build / "small")

    def misses(self) -> int:
        """How often the cache had nothing."""
        counts = dict(line.split("\t") for line in self.run("ccache", "--print-stats").splitlines())
        return int(counts["cache_miss"])


@pytest.fixture(name="builder", params=COMPILERS)
def fixture_builder(request: pytest.FixtureRequest, tmp_path: Path) -> Builder:
    compiler = str(request.param)
    absent = [tool for tool in ("ccache", "cmake", "ninja", compiler) if not shutil.which(tool)]
    if absent:
        pytest.skip(f"needs {', '.join(absent)}")
    return Builder(compiler, tmp_path / "cache")


def _number(text: str) -> str:
    return f'inline constexpr auto kNumber = "{text}";'


def test_a_header_that_changed_is_compiled_anew(builder: Builder, tmp_path: Path) -> None:
    """The cache gives a second build folder the same file, and another change follows there."""
    folder = tmp_path / "small"
    assert builder.build(folder, _number("one")) == "one\n"
    assert builder.build(folder, _number("two")) == "two\n"
    shutil.rmtree(folder)
    assert builder.build(folder, _number("one")) == "one\n"
    assert builder.build(folder, _number("three")) == "three\n"


def test_a_header_whose_comment_changed_is_compiled_anew(builder: Builder, tmp_path: Path) -> None:
    """A precompiled header knows its files by size and sum: a changed one is another file."""
    folder = tmp_path / "small"
    assert builder.build(folder, "// A number.\n" + _number("one")) == "one\n"
    assert builder.build(folder, "// A number, in words.\n" + _number("one")) == "one\n"
    shutil.rmtree(folder)
    assert builder.build(folder, "// Any number.\n" + _number("one")) == "one\n"


def test_the_sum_of_a_header_does_not_tell_how_the_cache_was_called(
    builder: Builder, tmp_path: Path
) -> None:
    sums: list[str] = []
    for launcher in ("ccache", str(shutil.which("ccache"))):
        builder.build(tmp_path / "small", _number("one"), launcher)
        (sum_file,) = (tmp_path / "small").rglob("*.sum")
        sums.append(sum_file.read_text())
        shutil.rmtree(tmp_path / "small")
    assert sums[0] == sums[1]


def test_a_copy_in_another_folder_compiles_nothing_but_the_header_of_clang(
    builder: Builder, tmp_path: Path
) -> None:
    """Also if CMake and ninja are called by hand. What clang precompiled holds its folder."""
    builder.build(tmp_path / "one", _number("one"))
    compiled = builder.misses()
    assert compiled > 1
    builder.build(tmp_path / "in/another/folder", _number("one"))
    assert builder.misses() - compiled == (1 if "clang" in builder.compiler else 0)
