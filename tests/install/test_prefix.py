# SPDX-License-Identifier: Apache-2.0
"""What `./x install PREFIX` puts there: what users need, small, and it may be moved."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from prefix import must, run
from programs import ROOT

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(mine CXX)
find_package(orbweaver REQUIRED)
orbweaver_idl(mine_idl mine.idl)
add_executable(mine main.cpp)
target_link_libraries(mine PRIVATE mine_idl orbweaver::cos_naming)
get_target_property(linked orbweaver::cos_naming INTERFACE_LINK_LIBRARIES)
message(STATUS "links ${linked}")
"""
HELLO_AT_MOST = 100_000
# 44 MB are the static libraries.
PREFIX_AT_MOST = 98_000_000
# The ORB and the rooms of components; what several programs need beyond it.
LIBRARIES_AT_MOST = {"liborbweaver.so": 7_600_000, "liborbweaver_framework.so": 2_100_000}
COMPONENT_AT_MOST = 500_000
PROGRAM_AT_MOST = 900_000
# Some have rooms in them that no other program needs; those of the lab have all.
LARGER_AT_MOST = {
    "orbweaver-control": 2_100_000,
    "orbweaver-domain": 1_200_000,
    "orbweaver-node": 1_050_000,
    "orbweaver-try": 1_600_000,
    **dict.fromkeys(("orbweaver-producer", "orbweaver-stage", "orbweaver-pipeline"), 2_900_000),
}
SYSTEM_PYTHON = Path("/usr/bin/python3")


def test_there_is_what_users_need_and_no_test_or_bench_program(prefix: Path) -> None:
    programs = {path.name for path in (prefix / "bin").iterdir()}
    assert {"orbweaver", "orbweaver-naming", "orbweaver-stage", "adsb-decode"} <= programs
    assert {"orbweaver-check", "orbweaver-control", "orbweaver-run", "orbweaver-try"} <= programs
    assert {"orbweaver-node", "orbweaver-executable-device"} <= programs
    assert not [name for name in programs if re.search("test|bench|echo|types|values|any", name)]
    license_text = (prefix / "share/doc/orbweaver/LICENSE").read_text()
    assert license_text == (ROOT / "LICENSE").read_text()
    files = [path for path in prefix.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) < PREFIX_AT_MOST
    assert not [path for path in files if "__pycache__" in path.parts]


@pytest.mark.parametrize("name", LIBRARIES_AT_MOST)
def test_the_shared_libraries_are_small(prefix: Path, name: str) -> None:
    (library,) = (path for path in (prefix / "lib").glob(f"{name}*") if not path.is_symlink())
    assert library.stat().st_size < LIBRARIES_AT_MOST[name]


def too_large(folder: Path, at_most: int) -> dict[str, int]:
    files = [path for path in folder.rglob("*") if path.is_file() and os.access(path, os.X_OK)]
    assert len(files) > 10
    sizes = {path.name: path.stat().st_size for path in files}
    limit = {name: LARGER_AT_MOST.get(name, at_most) for name in sizes}
    return {name: size for name, size in sizes.items() if size > limit[name]}


def test_components_and_programs_take_the_rooms_from_the_libraries(prefix: Path) -> None:
    assert too_large(prefix / "lib/orbweaver/sdr/dom/components", COMPONENT_AT_MOST) == {}
    assert too_large(prefix / "bin", PROGRAM_AT_MOST) == {}


@pytest.mark.parametrize(
    "name", ["lib/liborbweaver_corba.a", "lib/liborbweaver.so", "bin/orbweaver-stage"]
)
def test_debug_information_is_not_installed(prefix: Path, name: str) -> None:
    sections = must("readelf", "-SW", prefix / name)
    assert ".text" in sections
    assert ".debug_info" not in sections


def orbweaver(prefix: Path, *words: str | Path) -> str:
    """The installed command, with the Python packages of the tests."""
    return must(sys.executable, prefix / "lib/orbweaver/launcher.py", *words)


def test_the_command_finds_its_parts_in_the_prefix(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ORBWEAVER_BIN", raising=False)
    found = run(sys.executable, prefix / "lib/orbweaver/launcher.py", "doctor").stdout
    assert f"waveform programs: 3 in {prefix}/bin" in found
    assert f"IDL back end: {prefix}/share/orbweaver/idlc/cpp11" in found
    orbweaver(prefix, "idl", ROOT / "examples/tuner/tuner.idl", "-o", tmp_path)
    assert (tmp_path / "tuner_poa.hpp").exists()


def test_without_its_python_packages_the_command_says_how_to_get_them(prefix: Path) -> None:
    done = run(SYSTEM_PYTHON, "-S", "-I", prefix / "lib/orbweaver/launcher.py")
    assert done.returncode == 1
    assert "has no module typer; run python3 -m pip install" in done.stderr
    assert f"--target {prefix}/lib/orbweaver/packages" in done.stderr


def test_a_hello_server_on_the_shared_library_is_small_and_serves(
    prefix: Path, built: Path, tmp_path: Path
) -> None:
    where = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = subprocess.run(
        ["pkg-config", "--libs", "orbweaver"], capture_output=True, text=True, check=True, env=where
    ).stdout
    server = tmp_path / "server"
    (compiled,) = built.rglob("server.cpp.o")
    must("g++", compiled, built / "libtuner_idl.a", *shlex.split(flags), "-s",
         f"-Wl,-rpath,{prefix}/lib", "-o", server)  # fmt: skip
    assert server.stat().st_size < HELLO_AT_MOST
    assert "liborbweaver.so" in must("readelf", "-d", server)

    with subprocess.Popen([server], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        reference = process.stdout.readline().strip()
        done = run(built / "tuner-client", reference, "1090004000")
        process.terminate()
    assert (done.returncode, done.stderr) == (0, "")


def test_pkg_config_names_folders_that_exist(prefix: Path) -> None:
    where = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    words = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "--variable=idlc", "orbweaver"],
        capture_output=True, text=True, check=True, env=where,
    ).stdout.split()  # fmt: skip
    assert words
    folders = [Path(word[2:]) for word in words if word[:2] in ("-I", "-L")]
    assert all(folder.is_dir() for folder in folders)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "mine.idl").write_text("interface Mine { void call (); };\n")
    (tmp_path / "main.cpp").write_text(
        "#include <orbweaver/generated/corba/CosNaming.hpp>\n"
        "int main() { return IDL::traits<CosNaming::NamingContext>::narrow(nullptr) ? 1 : 0; }\n"
    )
    return tmp_path


def configure(project: Path, prefix: Path, *options: str) -> str:
    return must("cmake", "-G", "Ninja", "-S", project, "-B", project / "build",
                f"-DCMAKE_PREFIX_PATH={prefix}", *options)  # fmt: skip


@pytest.mark.parametrize(("shared", "links"), [("OFF", "orbweaver::corba"), ("ON", "::shared")])
def test_names_have_a_target_and_all_targets_may_stand_for_the_shared_library(
    project: Path, prefix: Path, shared: str, links: str
) -> None:
    said = configure(project, prefix, f"-DORBWEAVER_SHARED={shared}", "-DCMAKE_BUILD_TYPE=Debug")
    assert any(links in line for line in said.splitlines() if "links " in line)
    assert "is not set" not in said
    must("cmake", "--build", project / "build")
    must(project / "build/mine")


def test_a_build_without_optimisation_is_pointed_out(project: Path, prefix: Path) -> None:
    assert "CMAKE_BUILD_TYPE is not set" in configure(project, prefix)
