"""Headers that are compiled once, with ccache: what was built before never comes back wrongly."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Built as the project's own programs are.
PROJECT = f"""\
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
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
BuildWith = Callable[..., str]


@pytest.fixture(name="build_with", params=COMPILERS)
def fixture_build_with(request: pytest.FixtureRequest, tmp_path: Path) -> BuildWith:
    """Builds the program with a header of this text; gives what the program prints."""
    compiler = str(request.param)
    absent = [tool for tool in ("ccache", "cmake", "ninja", compiler) if not shutil.which(tool)]
    if absent:
        pytest.skip(f"needs {', '.join(absent)}")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "main.cpp").write_text(
        '#include <cstdio>\n#include "number.hpp"\nint main() { std::puts(kNumber); }\n'
    )
    build = tmp_path / "build"
    environment = {
        **os.environ,
        "CCACHE_DIR": str(tmp_path / "cache"),
        "CCACHE_BASEDIR": str(tmp_path),
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros",
        "CCACHE_PCH_EXTSUM": "1",
    }
    environment.pop("CCACHE_DISABLE", None)

    def run(*words: str | Path) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=600, env=environment
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build_with(header: str, launcher: str = "ccache") -> str:
        (tmp_path / "number.hpp").write_text(f"#pragma once\n{header}\n")
        run("cmake", "-S", tmp_path, "-B", build, "-GNinja",
            f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")  # fmt: skip
        run("cmake", "--build", build)
        return run(build / "small")

    return build_with


def _number(text: str) -> str:
    return f'inline constexpr auto kNumber = "{text}";'


def test_a_header_that_changed_is_compiled_anew(build_with: BuildWith, tmp_path: Path) -> None:
    """The cache gives a second build folder the same file, and another change follows there."""
    assert build_with(_number("one")) == "one\n"
    assert build_with(_number("two")) == "two\n"
    shutil.rmtree(tmp_path / "build")
    assert build_with(_number("one")) == "one\n"
    assert build_with(_number("three")) == "three\n"


def test_a_header_whose_comment_changed_is_compiled_anew(
    build_with: BuildWith, tmp_path: Path
) -> None:
    """A precompiled header knows its files by size and sum: a changed one is another file."""
    assert build_with("// A number.\n" + _number("one")) == "one\n"
    assert build_with("// A number, in words.\n" + _number("one")) == "one\n"
    shutil.rmtree(tmp_path / "build")
    assert build_with("// Any number.\n" + _number("one")) == "one\n"


def test_the_sum_of_a_header_does_not_tell_how_the_cache_was_called(
    build_with: BuildWith, tmp_path: Path
) -> None:
    sums: list[str] = []
    for launcher in ("ccache", str(shutil.which("ccache"))):
        build_with(_number("one"), launcher)
        (sum_file,) = (tmp_path / "build").rglob("*.sum")
        sums.append(sum_file.read_text())
        shutil.rmtree(tmp_path / "build")
    assert sums[0] == sums[1]
