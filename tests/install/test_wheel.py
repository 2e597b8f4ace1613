# SPDX-License-Identifier: Apache-2.0
"""The wheel: what pip makes of it works, wherever it lies, on each Linux that its name says.

packaging/wheel/try_in_root.sh does the same in a bare system, and more.
"""

import base64
import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from bill import FILE as BILL
from licences import TABLE, origins
from prefix import must, run
from programs import ROOT

MAKE = ROOT / "packaging/wheel/make_wheel.py"
NAME = re.compile(r"orbweaver-([\d.]+)-py3-none-manylinux_(\d+)_(\d+)_(x86_64|aarch64|armv7l)\.whl")
LIBRARIES = "lib/orbweaver/libs"
# Of a C++ interface: headers, archives, and what finds them.
INTERFACE = re.compile(r"\.(hpp|h|a|cmake|pc)$|/include/")
ELF = b"\x7fELF"


def made(prefix: Path, folder: Path) -> Path:
    must(sys.executable, MAKE, "--prefix", prefix, "--out", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(prefix, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def files(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel, and a space in its path."""
    folder = tmp_path_factory.mktemp("pip") / "an environment"
    must(sys.executable, "-m", "venv", "--without-pip", folder)
    must(sys.executable, "-m", "pip", "--python", folder, "install", "-q", "--no-deps", wheel)
    return folder


def orbweaver(environment: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The installed command. What the wheel depends on is that of the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ORBWEAVER")}
    return subprocess.run(
        [environment / "bin/orbweaver", *words], capture_output=True, text=True, check=False,
        env={**kept, "PYTHONPATH": sysconfig.get_path("purelib")}, cwd=environment,
    )  # fmt: skip


def sources(files: dict[str, bytes]) -> list[list[str]]:
    """Of each package that is in it: its name, version, source and licence."""
    (text,) = (text.decode() for name, text in files.items() if name.endswith("sources.tsv"))
    return [line.split("\t") for line in text.splitlines()[1:]]


def test_the_command_is_native_and_the_part_in_python_is_beside_it(files: dict[str, bytes]) -> None:
    scripts = {name.rpartition("/")[2] for name in files if "/scripts/" in name}
    assert {"orbweaver", "orbweaver-run", "orbweaver-domain", "adsb-generate"} <= scripts
    (command,) = (text for name, text in files.items() if name.endswith("/scripts/orbweaver"))
    assert command.startswith(ELF)
    (entries,) = (text for name, text in files.items() if name.endswith("/entry_points.txt"))
    assert entries.decode().split() == [
        "[console_scripts]", "orbweaver-python", "=", "orbweaver.cli.entry:main"
    ]  # fmt: skip
    assert "orbweaver/cli/main.py" in files


def test_it_has_waveforms_and_the_idl_compiler_and_no_interface_of_cpp(
    files: dict[str, bytes],
) -> None:
    data = [name.partition("/data/")[2] for name in files]
    for name in ("lib/orbweaver/sdr/dom/waveforms/adsb/adsb.sad.xml",
                 "lib/orbweaver/sdr/dom/waveforms/adsb/adsb.run.toml",
                 "share/orbweaver/idlc/cpp11/__init__.py", "share/orbweaver/idl/sca/CF.idl",
                 "share/man/man1/orbweaver.1"):  # fmt: skip
        assert name in data
    assert [name for name in files if INTERFACE.search(name)] == []
    assert [name for name in files if name.endswith("liborbweaver.so")] == []


def test_its_name_says_the_oldest_c_library_that_it_runs_on(wheel: Path, tmp_path: Path) -> None:
    name = NAME.fullmatch(wheel.name)
    assert name, wheel.name
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    needed: set[tuple[int, ...]] = set()
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.read_bytes()[:4] == ELF:
            symbols = must("readelf", "-W", "-V", path)
            found = re.findall(r"Name: GLIBC_([0-9.]+)", symbols)
            needed |= {tuple(map(int, version.split("."))) for version in found}
            needed |= {(2, 36)} if "GLIBC_ABI_DT_RELR" in symbols else set()
    assert max(needed) == (int(name[2]), int(name[3]))
    (tags,) = tmp_path.glob("*.dist-info/WHEEL")
    assert "Root-Is-Purelib: false" in tags.read_text()
    assert wheel.name.partition("-py3")[2].removesuffix(".whl") in tags.read_text()


def test_nothing_names_the_tree_in_which_it_was_built(
    files: dict[str, bytes], prefix: Path
) -> None:
    for place in (ROOT, prefix, prefix.parent / "first"):
        assert [name for name, text in files.items() if str(place).encode() in text] == []


def test_the_record_has_each_file_with_its_sum(files: dict[str, bytes]) -> None:
    (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
    rows = list(csv.reader(io.StringIO(files[record].decode())))
    assert {row[0] for row in rows} == set(files)
    for name, digest, size in rows:
        if name == record:
            continue
        of_file = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=")
        assert (digest, size) == (f"sha256={of_file.decode()}", str(len(files[name])))


def test_each_library_that_is_not_everywhere_has_its_licence(files: dict[str, bytes]) -> None:
    libraries = {name.rpartition("/")[2] for name in files if f"/{LIBRARIES}/" in name}
    assert {"libxml2.so.2", "libsndfile.so.1"} <= libraries
    texts = {Path(name).stem for name in files if "/licences/" in name and name.endswith(".txt")}
    named = {package for package, _, _, _ in sources(files)}
    assert named <= texts
    assert "LGPL-2.1" in texts
    (bill,) = (text for name, text in files.items() if name.endswith(f"/sboms/{BILL}"))
    assert {"orbweaver", *named} == {package["name"] for package in json.loads(bill)["packages"]}


def test_no_library_in_it_is_under_the_gpl(files: dict[str, bytes], tmp_path: Path) -> None:
    for package, _, _, licence in sources(files):
        assert not re.search(r"\bGPL", licence) or "WITH GCC-exception" in licence, package
    for soname in ("libfftw3f.so.3", "libmp3lame.so.0"):
        (text,) = (text for name, text in files.items() if name.endswith(f"/{soname}"))
        (tmp_path / soname).write_bytes(text)
        assert len(text) < 20_000  # the real ones have hundreds of thousands
        assert "is left out of the wheel" in must("strings", tmp_path / soname)


@pytest.mark.parametrize(
    ("entry", "refused"),
    [
        ("", r"libfmt.* is not in licences.toml"),
        ('[fmtlib]\nlicence = "GPL-2.0-or-later"', "no wheel may have it"),
        ('[fmtlib]\nlicence = "MIT OR AGPL-3.0-only"', "no wheel may have it"),
        ('[fmtlib]\nlicence = "MIT"', "names the GPL"),  # and no `apart` says where
    ],
)
def test_no_wheel_is_made_with_a_licence_that_was_not_read(
    entry: str, refused: str, tmp_path: Path
) -> None:
    table = tmp_path / "a.toml"
    table.write_text("\n".join([re.sub(r"\[fmtlib\]\n(.+\n)+", "", TABLE.read_text()), entry]))
    (library,) = Path("/usr/lib").glob("*/libfmt.so.?")
    with pytest.raises(SystemExit, match=refused):
        origins([library.resolve()], table)


def test_the_same_files_make_the_same_bytes(wheel: Path, prefix: Path, tmp_path: Path) -> None:
    assert made(prefix, tmp_path / "again").read_bytes() == wheel.read_bytes()


def test_each_program_finds_its_libraries_in_the_environment(environment: Path) -> None:
    own = environment / LIBRARIES
    libraries = [path.name for path in own.glob("liborbweaver*.so.*")]
    loaded = {name for name in libraries if re.match(r"liborbweaver_(tls|rules)\.", name)}
    assert len(loaded) == 2, libraries
    linked = set(libraries) - loaded
    assert len(linked) == 2, libraries
    below = [*(environment / "bin").iterdir(), *environment.rglob("*.so*"),
             *(environment / "lib/orbweaver/sdr").rglob("*")]  # fmt: skip
    seen = 0
    for path in below:
        if path.is_symlink() or not path.is_file() or path.read_bytes()[:4] != ELF:
            continue
        seen += 1
        said = must("ldd", "-r", path)
        assert "undefined symbol" not in said or path.suffix == ".so", said  # the host's
        for line in said.splitlines():
            name, _, place = line.strip().partition(" => ")
            if name in {entry.name for entry in own.iterdir()}:
                assert Path(os.path.normpath(place.rpartition(" (")[0])).parent == own
    assert seen > 40
    assert linked <= set(
        re.findall(r"liborbweaver\S+", must("ldd", environment / "bin/orbweaver-run"))
    )


def test_it_shows_aircraft_and_finds_its_parts(environment: Path) -> None:
    done = orbweaver(environment, "run")
    assert done.returncode == 0, done.stderr
    assert "squawk" in done.stdout
    found = orbweaver(environment, "doctor").stdout
    assert f"waveform programs: 3 in {environment}/bin" in found
    assert f"IDL back end: {environment}/share/orbweaver/idlc/cpp11" in found
    assert orbweaver(environment, "help", "check").returncode == 0
    assert orbweaver(environment, "lab", "list").returncode == 0


@pytest.mark.parametrize("waveform", ["fm", "ax25"])
def test_it_runs_what_calls_the_libraries_of_which_parts_are_left_out(
    environment: Path, waveform: str
) -> None:
    done = orbweaver(environment, "run", waveform, "--seconds", "1")
    assert done.returncode == 0, done.stderr


def test_uninstalled_it_leaves_nothing(wheel: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    must(sys.executable, "-m", "venv", "--without-pip", other)
    before = {path for path in other.rglob("*") if path.is_file()}
    pip = (sys.executable, "-m", "pip", "--python", other)
    must(*pip, "install", "-q", "--no-deps", wheel)
    assert run(other / "bin/orbweaver", "--version").stdout.startswith("orbweaver ")
    must(*pip, "uninstall", "-q", "-y", "orbweaver")
    assert {path for path in other.rglob("*") if path.is_file()} == before
