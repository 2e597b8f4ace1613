"""`orbweaver new`: what it writes is built against an installed Orbweaver, and its test passes."""

import sys
from pathlib import Path

import pytest
from prefix import must, run

SHARED = "component on the shared library"


@pytest.fixture(scope="module", params=["component", "device", "waveform", SHARED])
def project(
    request: pytest.FixtureRequest, prefix: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The build folder of a new project."""
    folder = tmp_path_factory.mktemp(f"new {request.param}")
    kind = request.param.split()[0]
    must(sys.executable, "-m", "orbweaver", "new", kind, "my_radio", folder=folder)
    must("cmake", "-G", "Ninja", "-S", folder / "my_radio", "-B", folder / "build",
         f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release",
         f"-DORBWEAVER_SHARED={request.param == SHARED}")  # fmt: skip
    said = must("cmake", "--build", folder / "build", "-j", "2")
    assert "warning" not in said
    return folder / "build"


def test_its_test_passes(project: Path) -> None:
    said = must("ctest", "--test-dir", project, "--output-on-failure")
    assert "100% tests passed, 0 tests failed out of 1" in said


def test_its_profiles_have_no_problem(project: Path, prefix: Path) -> None:
    profiles = sorted((project / "sdr/dom").rglob("*.s[ap]d.xml"))
    assert profiles
    done = run(prefix / "bin/orbweaver-check", "--strict", *profiles)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("project", [SHARED], indirect=True)
def test_a_component_s_program_may_stand_on_the_shared_library(project: Path) -> None:
    (program,) = (path for path in (project / "sdr/dom").rglob("my_radio") if path.is_file())
    assert "liborbweaver.so" in must("readelf", "-d", program)
