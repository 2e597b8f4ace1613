# SPDX-License-Identifier: Apache-2.0
"""Orbweaver as a part of another project: add_subdirectory, which FetchContent does, too."""

from pathlib import Path

import pytest
from prefix import must
from programs import ROOT

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(radio LANGUAGES CXX)
include(CTest)
set(ORBWEAVER_SCA {sca})
get_cmake_property(before VARIABLES)
foreach(each IN LISTS before)
  set(value_of_${{each}} "${{${{each}}}}")
endforeach()
add_subdirectory("{tree}" orbweaver EXCLUDE_FROM_ALL)
foreach(each IN LISTS before)
  if(each MATCHES "^(CMAKE_MATCH_|before$)")
    continue()
  endif()
  if(NOT "${{value_of_${{each}}}}" STREQUAL "${{${{each}}}}")
    message(FATAL_ERROR "${{each}} was changed: ${{${{each}}}}")
  endif()
endforeach()
orbweaver_idl(radio_idl tuner.idl)
add_executable(client client.cpp)
target_link_libraries(client PRIVATE radio_idl)
"""
NEEDED_BY_SCA = ("LibXml2", "nlohmann_json", "tomlplusplus")
NOT_NEEDED = ("CLI11", "GTest", "benchmark", "LibXml2", "nlohmann_json", "tomlplusplus")


def configured(folder: Path, sca: str, absent: tuple[str, ...]) -> Path:
    """The build folder of a project that holds Orbweaver; `absent`: packages that are not there."""
    source, build = folder / "source", folder / "build"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT.format(tree=ROOT, sca=sca))
    for name in ("tuner.idl", "client.cpp"):
        (source / name).write_text((ROOT / "examples/tuner" / name).read_text())
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in absent]
    must("cmake", "-G", "Ninja", "-S", source, "-B", build, *without)
    return build


def targets(build: Path) -> list[str]:
    return must("cmake", "--build", build, "--target", "help").splitlines()


def test_the_orb_alone_needs_none_of_what_the_framework_needs(tmp_path: Path) -> None:
    build = configured(tmp_path, "OFF", NOT_NEEDED)
    result = "\n".join(targets(build))
    assert "orbweaver_corba" in result
    assert not [
        entry for entry in ("orbweaver_component", "_test", "_bench", "peer") if entry in result
    ]
    must("cmake", "--build", build, "--target", "CMakeFiles/client.dir/client.cpp.o")


@pytest.mark.parametrize("absent", NEEDED_BY_SCA)
def test_the_framework_says_which_package_is_missing(tmp_path: Path, absent: str) -> None:
    with pytest.raises(AssertionError, match=absent):
        configured(tmp_path, "ON", (absent,))


def test_the_framework_brings_no_program_and_no_test(tmp_path: Path) -> None:
    build = configured(tmp_path, "ON", ("CLI11", "GTest", "benchmark"))
    result = "\n".join(targets(build))
    assert "orbweaver_component" in result
    assert not [entry for entry in ("orbweaver-domain", "_test", "_bench") if entry in result]
    assert "No tests were found" in must("ctest", "--test-dir", build)


def test_nothing_of_it_is_installed_with_the_project(tmp_path: Path) -> None:
    build = configured(tmp_path, "OFF", ())
    must("cmake", "--install", build, "--prefix", tmp_path / "prefix")
    assert not list((tmp_path / "prefix").rglob("*"))
