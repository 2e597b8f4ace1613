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
include("{ROOT}/cmake/precompile.cmake")
add_library(orbweaver_warnings INTERFACE)
target_include_directories(orbweaver_warnings INTERFACE ${{PROJECT_SOURCE_DIR}})
orbweaver_precompiled(programs <number.hpp>)
add_executable(small main.cpp)
target_link_libraries(small PRIVATE orbweaver_warnings)
target_precompile_headers(small REUSE_FROM orbweaver_precompiled_programs)
target_compile_options(small PRIVATE "${{ORBWEAVER_PRECOMPILED_OPTIONS}}")
"""


@pytest.mark.skipif(
    not all(map(shutil.which, ("ccache", "g++", "cmake", "ninja"))), reason="needs ccache"
)
def test_a_header_that_changed_is_compiled_anew(
    tmp_path: Path,
) -> None:
    """The cache gives a second build folder the same file, and another change follows there."""
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "main.cpp").write_text("#include <cstdio>\nint main() { std::puts(kNumber); }\n")
    build = tmp_path / "build"
    environment = {
        **os.environ,
        "CCACHE_DIR": str(tmp_path / "cache"),
        "CCACHE_BASEDIR": str(tmp_path),
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros",
    }
    environment.pop("CCACHE_DISABLE", None)

    def run(*words: str | Path) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=600, env=environment
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build_with(number: str) -> str:
        (tmp_path / "number.hpp").write_text(
            f'#pragma once\ninline constexpr auto kNumber = "{number}";\n'
        )
        run("cmake", "-S", tmp_path, "-B", build, "-GNinja", "-DCMAKE_CXX_COMPILER=g++",
            "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")  # fmt: skip
        run("cmake", "--build", build)
        return run(build / "small")

    assert build_with("one") == "one\n"
    assert build_with("two") == "two\n"
    shutil.rmtree(build)
    assert build_with("one") == "one\n"
    assert build_with("three") == "three\n"
