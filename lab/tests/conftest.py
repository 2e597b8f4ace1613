# SPDX-License-Identifier: Apache-2.0
"""A folder of programs that are all the fake one, and what a test may find left behind."""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples each time: what fails once fails again, and nothing is kept in the tree.
settings.register_profile("lab", deadline=None, max_examples=40, derandomize=True, database=None)
settings.load_profile("lab")

# Tests that run in the background ignore Ctrl-C, and so do the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

FAKE = Path(__file__).parent / "fake_program.py"
FAKE_BENCH = Path(__file__).parent / "fake_bench.py"
FAKE_BY_HAND = Path(__file__).parent / "fake_by_hand.py"
FAKE_RECEIVER_DOMAIN = Path(__file__).parent / "fake_receiver_domain.py"
WAVEFORMS = Path(__file__).parents[2] / "waveforms"
PROGRAMS = ("orbweaver-producer", "orbweaver-stage", "orbweaver-pipeline", "adsb-decode",
            "adsb-generate", "raw-clocks")  # fmt: skip


@pytest.fixture
def sockets(tmp_path: Path) -> Iterator[Path]:
    """A folder for them, reached as `tmp_path / "sockets"`: its own path is short, as theirs must
    be.
    """
    with tempfile.TemporaryDirectory(prefix="ow-", dir="/tmp") as folder:
        (tmp_path / "sockets").symlink_to(folder)
        yield Path(folder)


@pytest.fixture
def fake_bin(tmp_path: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in PROGRAMS:
        program = folder / name
        # A link would make Python look for modules in the wrong folder.
        program.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(FAKE.parent)!r})\n"
            f"exec(compile(open({str(FAKE)!r}).read(), {str(FAKE)!r}, 'exec'))\n"
        )
        program.chmod(0o755)
    add_domain(folder)
    monkeypatch.setenv("TMPDIR", str(sockets))
    monkeypatch.setattr(tempfile, "tempdir", None)  # Python remembers the first answer
    monkeypatch.setenv("ORBWEAVER_BIN", str(folder))
    return folder


@pytest.fixture
def bench_bin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    for peer in ("raw", "orbweaver", "omniorb"):
        add_bench_programs(folder, peer)
    monkeypatch.setenv("ORBWEAVER_BIN", str(folder))
    return folder


def add_domain(folder: Path) -> None:
    """The program, and the profile that it is given."""
    program = folder / "orbweaver-run"
    program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE_RECEIVER_DOMAIN)!r}).read())\n")
    program.chmod(0o755)
    profile = folder.parent / "sdr" / "dom" / "waveforms" / "adsb" / "adsb.sad.xml"
    profile.parent.mkdir(parents=True)
    profile.touch()
    shutil.copy(WAVEFORMS / "adsb/adsb.run.toml", profile.parent)


def add_bench_programs(folder: Path, peer: str) -> None:
    for role in ("server", "client"):
        program = folder / f"{peer}-bench-{role}"
        program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE_BENCH)!r}).read())\n")
        program.chmod(0o755)


def add_by_hand_programs(folder: Path, peer: str) -> None:
    for role in ("server", "client", "producer", "stage"):
        program = folder / f"{peer}-by-hand-{role}"
        program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE_BY_HAND)!r}).read())\n")
        program.chmod(0o755)


def left_behind(fake_bin: Path) -> list[str]:
    """Processes that still run a program of the folder, and files that they left."""
    # Neither by a pattern: what goes meanwhile would end the search.
    found = [
        str(Path(folder, name))
        for folder, folders, files in os.walk(fake_bin.parent / "sockets")
        for name in folders + files
    ]
    for process in filter(str.isdecimal, os.listdir("/proc")):
        try:
            words = Path("/proc", process, "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.startswith(bytes(fake_bin)) for word in words[:2]):
            found.append(process)
    return found
