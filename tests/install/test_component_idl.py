"""A component with IDL of its own: its library links, and holds no second ORB."""

import shutil
import sys
from pathlib import Path

import pytest
from prefix import must, run

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
    cmake.write_text(text.replace("gain.cpp)", "gain.cpp LIBRARIES scaling)", 1))
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
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert out.stat().st_size == 12
