# SPDX-License-Identifier: Apache-2.0
"""`orbweaver new`: what it writes is built against an installed Orbweaver, and its test passes."""

import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prefix import must, run

ENDS_WITHIN_S = 120
SHARED = "component on the shared library"
CONTROL = "component with a control port"
SHAPES = {
    SHARED: (
        "--in",
        "samples_in:complexShort",
        "--out",
        "samples_out",
        "--out",
        "copy:complexShort",
    ),
    CONTROL: ("--source", "--out", "samples_out", "--control", "tuner.idl"),
}
IDL = """\
module Radio {
  exception Refused { string why; };
  struct Range { double low; double high; };
  interface Tuner {
    attribute double frequency;
    Range limits(in double at, out double step) raises (Refused);
    oneway void hint(in string text);
  };
};
"""
OPTIMISED = ("component", "device", SHARED)
"""Built as their page says. The others need half the time without, which users may do, too."""
AS_MADE = ("device", SHARED)
"""On the shared library, as `new` makes them."""


@pytest.fixture(scope="module", params=["component", "device", "waveform", SHARED, CONTROL])
def project(
    request: pytest.FixtureRequest, prefix: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The build folder of a new project."""
    folder = tmp_path_factory.mktemp(f"new {request.param}")
    (folder / "tuner.idl").write_text(IDL)
    kind = request.param.split()[0]
    must(sys.executable, "-m", "orbweaver", "new", kind, "my_radio",
         *SHAPES.get(request.param, ()), folder=folder)  # fmt: skip
    must("cmake", "-G", "Ninja", "-S", folder / "my_radio", "-B", folder / "build",
         f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_BUILD_TYPE={'Release' if request.param in OPTIMISED else 'Debug'}",
         *([] if request.param in AS_MADE else ["-DORBWEAVER_SHARED=OFF"]))  # fmt: skip
    said = must("cmake", "--build", folder / "build", "-j", "2")
    assert "warning" not in said
    return folder / "build"


def test_its_test_passes(project: Path) -> None:
    said = must("ctest", "--test-dir", project, "--output-on-failure")
    assert "100% tests passed, 0 tests failed out of" in said


def test_its_profiles_have_no_problem(project: Path, prefix: Path) -> None:
    profiles = sorted((project / "sdr/dom").rglob("*.[sd][apc]d.xml"))
    assert profiles
    done = run(prefix / "bin/orbweaver-check", "--strict", *profiles)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("project", [SHARED], indirect=True)
def test_a_component_s_program_stands_on_the_shared_library_and_finds_it_when_it_is_installed(
    project: Path, tmp_path: Path
) -> None:
    must("cmake", "--install", project, "--prefix", tmp_path)
    (program,) = (path for path in tmp_path.rglob("my_radio") if path.is_file())
    assert "liborbweaver.so" in must("readelf", "-d", program)
    assert program.stat().st_size <= 400_000
    must(program, "--profiles", tmp_path)


def attempt(prefix: Path, spd: Path, *options: str | Path) -> None:
    """`orbweaver try` of the installed program."""
    done = run(prefix / "bin/orbweaver-try", spd, *options)
    assert done.returncode == 0, done.stderr
    assert "orbweaver-try: " not in done.stderr, "what the component prints may be there"


@pytest.mark.parametrize("project", ["component"], indirect=True)
def test_a_component_runs_alone(project: Path, prefix: Path, tmp_path: Path) -> None:
    samples, out = tmp_path / "samples.f32", tmp_path / "out.f32"
    samples.write_bytes(struct.pack("<3f", 1, 2, 3))
    spd = project / "sdr/dom/components/my_radio/my_radio.spd.xml"
    attempt(prefix, spd, "--input", samples, "--output", out, "--set", "gain=2")
    assert out.read_bytes() == struct.pack("<3f", 2, 4, 6)
    done = run(prefix / "bin/orbweaver-try", spd, "--input", samples, "--set", "gain=0")
    assert done.returncode == 1
    assert "gain: 0 would be silence" in done.stdout + done.stderr


@pytest.mark.parametrize("project", ["component"], indirect=True)
def test_the_commands_of_its_page_work_word_for_word(
    project: Path, prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "build").symlink_to(project)  # as the first two commands made it
    page = (project.parent / "my_radio/README.md").read_text()
    lines = page.split("```")[1].splitlines()
    commands = [line for line in lines if line and "cmake " not in line]
    assert len(commands) == 4
    monkeypatch.setenv("PATH", f"{prefix / 'bin'}:{os.environ['PATH']}")
    must("sh", "-ec", "\n".join(commands), folder=tmp_path)
    assert (tmp_path / "samples_out.raw").stat().st_size == 4000


@pytest.mark.parametrize("project", ["device"], indirect=True)
def test_a_device_is_installed_with_its_profiles(project: Path, tmp_path: Path) -> None:
    must("cmake", "--install", project, "--prefix", tmp_path)
    dom = tmp_path / "lib/orbweaver/sdr/dom"
    assert os.access(dom / "devices/my_radio/my_radio", os.X_OK)
    assert (dom / "devices/my_radio/my_radio.spd.xml").is_file()
    assert (dom / "nodes/my_radio/my_radio.dcd.xml").is_file()


@pytest.mark.parametrize("project", ["waveform"], indirect=True)
def test_the_components_of_a_waveform_run_alone(
    project: Path, prefix: Path, tmp_path: Path
) -> None:
    samples = tmp_path / "samples.f32"
    components = project / "sdr/dom/components/my_radio"
    attempt(prefix, components / "my_radio_source/my_radio_source.spd.xml",
            "--set", "packets=3", "--output", samples)  # fmt: skip
    assert samples.stat().st_size == 3 * 1000 * 4
    attempt(prefix, components / "my_radio_sink/my_radio_sink.spd.xml", "--input", samples)


@pytest.mark.parametrize("project", ["waveform"], indirect=True)
def test_components_that_exist_become_an_application(
    project: Path, prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBWEAVER_BIN", str(prefix / "bin"))
    root = ("--root", project / "sdr")

    def orbweaver(*words: str | Path) -> str:
        return must(sys.executable, "-m", "orbweaver", *words, folder=tmp_path)

    orbweaver("new", "waveform", "beacon", "--chain", "my_radio_source,my_radio_sink", *root)
    sad = tmp_path / "beacon/beacon.sad.xml"
    orbweaver("sad", "set", sad, "my_radio_source.packets=20", *root)
    for value, why in (
        ("my_radio_source.packets=many", "it would not be valid: property 'packets': 'many'"),
        ("my_radio_sink.queue_depth=0", "[setting-out-of-range]"),
    ):
        refused = run(sys.executable, "-m", "orbweaver", "sad", "set", sad, value, *root)
        assert refused.returncode == 2
        assert why in refused.stderr
    orbweaver("check", "--strict", "--root", project / "sdr/dom", sad)
    done = must(prefix / "bin/orbweaver-run", "--events", "--root", project / "sdr/dom", sad)
    assert "my_radio_sink" in done
    assert '"samples":20000' in done.replace('\\"', '"')


@contextmanager
def started(*command: str | Path, until: str) -> Generator[list[str]]:
    """A daemon from a line of its output on; gives the lines up to there."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines: list[str] = []
            for line in process.stdout:
                lines.append(line)
                if until in line:
                    break
            else:
                raise AssertionError(f"it never printed {until}, but {lines}")
            yield lines
        finally:
            process.terminate()
            process.wait(ENDS_WITHIN_S)


def application_that_uses_channels(prefix: Path, folder: Path) -> tuple[Path, Path]:
    """A component that comes with Orbweaver, with 3 channels of the device: its root and SAD."""
    root = folder / "sdr/dom"
    wav = root / "components/wav"
    shutil.copytree(prefix / "lib/orbweaver/sdr/dom/components/fm/wav", wav)
    spd = wav / "wav.spd.xml"
    uses = (
        '<usesdevice id="front" type="radio"><propertyref refid="channels" value="3"/></usesdevice>'
    )
    spd.write_text(spd.read_text().replace("</softpkg>", f"{uses}</softpkg>"))
    sad = folder / "user.sad.xml"
    must(sys.executable, "-m", "orbweaver", "sad", "add", sad, "wav", "--root", root)
    return root, sad


def channels_left(devices: str) -> int:
    """What `devices --json` says of them."""
    properties = (
        entry
        for node in json.loads(devices)["nodes"]
        for device in node["devices"]
        for entry in device["properties"]
    )
    return int(next(property["value"] for property in properties if property["id"] == "channels"))


@pytest.mark.parametrize("project", ["device"], indirect=True)
def test_a_node_starts_the_device_and_the_domain_has_it(
    project: Path, prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "run"
    user.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(user))  # whose domain no other test sees
    monkeypatch.setenv("ORBWEAVER_DOMAIN", "")
    monkeypatch.setenv("ORBWEAVER_BIN", str(prefix / "bin"))
    root, sad = application_that_uses_channels(prefix, tmp_path)
    dcd = project / "sdr/dom/nodes/my_radio/my_radio.dcd.xml"

    def control(*words: str | Path) -> str:
        return must(prefix / "bin/orbweaver-control", *words)

    domain = (prefix / "bin/orbweaver-domain", "--with-this-machine", "--root", root)
    with (
        started(*domain, until='"event":"ready"'),
        started(prefix / "bin/orbweaver-node", dcd, until='"state":"up"'),
    ):
        assert channels_left(control("devices", "--json")) == 4
        control("install", sad, "--root", root)
        control("create", "user")
        assert channels_left(control("devices", "--json")) == 1
        refused = run(prefix / "bin/orbweaver-control", "create", "user", "--name", "another")
        assert refused.returncode == 1
        control("release", "user")
        assert channels_left(control("devices", "--json")) == 4
