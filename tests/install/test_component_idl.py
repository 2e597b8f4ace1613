# SPDX-License-Identifier: Apache-2.0
"""A component with IDL of its own, and without profiles.

Its library links, and holds no second ORB; its profiles are made of its class.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest
from prefix import must, run

KINDS = ("spd", "scd", "prf")
IDL = """
module Radio { struct Level { float value; }; interface Meter { Level read(); }; };
"""
CMAKE = """
orbweaver_idl(own_idl meter.idl)
add_library(scaling STATIC scaling.cpp)
target_link_libraries(scaling PUBLIC own_idl)
"""
SCALING = """#include <meter.hpp>
float table[] = {1, 2};
float scaled(const Radio::Level& level) { return level.value() * table[0]; }
"""
USE = """
#include <meter.hpp>
float scaled(const Radio::Level& level);
namespace { [[maybe_unused]] const float kUsed = scaled(Radio::Level{1}); }
"""


@pytest.fixture(scope="module")
def build(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of a new component that uses a library, which uses IDL of its own."""
    folder = tmp_path_factory.mktemp("component with IDL")
    must(sys.executable, "-m", "orbweaver", "new", "component", "gain", folder=folder)
    project = folder / "gain"
    (project / "meter.idl").write_text(IDL)
    (project / "scaling.cpp").write_text(SCALING)
    (project / "gain.cpp").write_text((project / "gain.cpp").read_text() + USE)
    cmake = project / "CMakeLists.txt"
    text = cmake.read_text().replace("orbweaver_component(gain", CMAKE + "orbweaver_component(gain")
    text = re.sub(
        r"(SOURCES \w+\.cpp)(\s+PROFILES [^)]*)?\)", r"\1 LIBRARIES scaling)", text, count=1
    )
    assert "LIBRARIES scaling)" in text
    cmake.write_text(text)
    for profile in project.glob("gain.*.xml"):
        if not profile.name.endswith(".sad.xml"):
            profile.unlink()  # they are made of the class
    must("cmake", "-G", "Ninja", "-S", project, "-B", folder / "build",
         f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug")  # fmt: skip
    must("cmake", "--build", folder / "build", "-j", "2")
    return folder / "build"


def test_its_library_has_its_idl_and_no_orb(build: Path) -> None:
    library = build / "sdr/dom/components/gain/libgain.so"
    defined = must("nm", "-DC", "--defined-only", library)
    assert "Radio::Level" in defined
    assert "ORB_init" not in defined
    assert "scaled(Radio::Level const&)" in defined


def test_its_profiles_are_made_and_hold_against_its_program(build: Path, prefix: Path) -> None:
    folder = build / "sdr/dom/components/gain"
    check = [prefix / "bin/orbweaver-check", "--strict", folder / "gain.spd.xml"]
    done = run(*check)
    assert (done.returncode, done.stdout.count(": 0 errors, 0 warnings")) == (0, 1), done.stdout
    assert ".orbweaver.prf" in must("readelf", "-S", "-W", folder / "gain")
    prf = folder / "gain.prf.xml"
    written = prf.read_text()
    prf.write_text(written.replace('type="float"', 'type="double"', 1))
    try:
        assert "[program-type-differs]" in run(*check).stdout
    finally:
        prf.write_text(written)


def test_they_are_installed(build: Path, tmp_path: Path) -> None:
    must("cmake", "--install", build, "--prefix", tmp_path)
    installed = {file.name for file in tmp_path.rglob("components/gain/*")}
    assert installed == {"gain", "libgain.so", *(f"gain.{kind}.xml" for kind in KINDS)}


def test_it_runs_as_a_library_of_a_host_process(build: Path, prefix: Path, tmp_path: Path) -> None:
    spd = build / "sdr/dom/components/gain/gain.spd.xml"
    samples, out = tmp_path / "samples.f32", tmp_path / "out.f32"
    samples.write_bytes(bytes(12))
    program = spd.with_name("gain")
    shutil.move(program, tmp_path / "gain")  # so that the library is what is left
    try:
        done = run(prefix / "bin/orbweaver-try", spd, "--input", samples, "--output", out)
    finally:
        shutil.move(tmp_path / "gain", program)
    assert done.returncode == 0, done.stderr
    assert "orbweaver-try: " not in done.stderr, "what the component prints may be there"
    assert out.stat().st_size == 12
