# SPDX-License-Identifier: Apache-2.0
"""The real command as a process of its own: interrupted, killed, its reader gone."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import left_behind

COMMAND = [sys.executable, "-m", "orbweaver"]
LONG = [*COMMAND, "lab", "run", "exp1", "--packets", "2000", "--work-ms", "20", "--out"]


def start(tmp_path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([*LONG, str(tmp_path / "out")], stderr=subprocess.PIPE, text=True)


def await_running(fake_bin: Path) -> None:
    """Four processes with a socket each for the three stages: the pipeline runs."""
    until(lambda: len(left_behind(fake_bin)) >= 4 + 2 * 3)


def until(condition: Callable[[], bool]) -> None:
    pause = threading.Event()
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        pause.wait(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_says_so_and_leaves_nothing(
    fake_bin: Path, tmp_path: Path, number: signal.Signals
) -> None:
    launcher = start(tmp_path)
    await_running(fake_bin)
    launcher.send_signal(number)
    _, said = launcher.communicate(timeout=60)
    assert said == f"orbweaver: exp1: interrupted by {number.name}\n"
    assert launcher.returncode == 1
    assert left_behind(fake_bin) == []
    assert not list((tmp_path / "out").rglob("*.json"))


def test_a_killed_launcher_leaves_nothing(fake_bin: Path, tmp_path: Path) -> None:
    launcher = start(tmp_path)
    await_running(fake_bin)
    launcher.kill()
    launcher.communicate(timeout=60)
    until(lambda: left_behind(fake_bin) == [])


def test_a_reader_that_leaves_early_is_no_error_to_report(fake_bin: Path, tmp_path: Path) -> None:
    recording = tmp_path / "long.cu8"
    recording.write_bytes(bytes(8_000_000))
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*COMMAND, "run", "--input", recording, "--packet-samples", "100000", "--format", "json"],
        stdout=write, stderr=subprocess.PIPE, text=True, check=False, timeout=120,
    )  # fmt: skip
    os.close(write)
    assert "Traceback" not in done.stderr
    assert "Broken pipe" not in done.stderr
    assert left_behind(fake_bin) == []
