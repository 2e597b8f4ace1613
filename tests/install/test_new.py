"""`orbweaver new`: what it writes is built against an installed Orbweaver, and its test passes."""

import struct
import sys
from pathlib import Path

import pytest
from prefix import must, run

SHARED = "component on the shared library"
OPTIMISED = ("component", "device")
"""Built as their page says. The others need half the time without, which users may do, too."""


@pytest.fixture(scope="module", params=["component", "device", "waveform", SHARED])
def project(
    request: pytest.FixtureRequest, prefix: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The build folder of a new project."""
    folder = tmp_path_factory.mktemp(f"new {request.param}")
    kind = request.param.split()[0]
    must(sys.executable, "-m", "orbweaver", "new", kind, "my_radio", folder=folder)
    must("cmake", "-G", "Ninja", "-S", folder / "my_radio", "-B", folder / "build",
         f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_BUILD_TYPE={'Release' if request.param in OPTIMISED else 'Debug'}",
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


def attempt(prefix: Path, spd: Path, *options: str | Path) -> None:
    """`orbweaver try` of the installed program."""
    done = run(prefix / "bin/orbweaver-try", spd, *options)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_its_components_run_alone(project: Path, prefix: Path, tmp_path: Path) -> None:
    components = project / "sdr/dom/components/my_radio"
    samples, out = tmp_path / "samples.f32", tmp_path / "out.f32"
    if (components / "source").exists():
        attempt(prefix, components / "source/my_radio_source.spd.xml",
                "--set", "packets=3", "--output", samples)  # fmt: skip
        assert samples.stat().st_size == 3 * 1000 * 4
        attempt(prefix, components / "sink/my_radio_sink.spd.xml", "--input", samples)
    elif components.exists():
        samples.write_bytes(struct.pack("<3f", 1, 2, 3))
        spd = components / "my_radio.spd.xml"
        attempt(prefix, spd, "--input", samples, "--output", out, "--set", "gain=2")
        assert out.read_bytes() == struct.pack("<3f", 2, 4, 6)
    else:
        assert (project / "sdr/dom/devices/my_radio").is_dir(), "a device has no data ports"
