# SPDX-License-Identifier: Apache-2.0
"""A component of the receiver is killed, or the run is interrupted: one line, nothing is left."""

import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from launched import Launched, until
from orbweaver.run.programs import locate_profile
from programs import path_of

COMPONENTS = ("source", "magnitude", "slicer", "checker")


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds of samples."""
    target = tmp_path_factory.mktemp("air") / "air.cu8"
    generator = [path_of("adsb-generate"), "--out", target, "--seconds", "2", "--seed", "1"]
    subprocess.run(generator, check=True, capture_output=True)
    return target


def component(temporary: Path, name: str) -> int:
    """Its process; 0 if it is not there. The domain runs copies below its temporary folder."""
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        with suppress(OSError):
            path = Path(os.readlink(f"/proc/{pid}/exe"))
            if path.name == f"adsb_{name}" and path.is_relative_to(temporary):
                return pid
    return 0


@pytest.fixture
def receiver(recording: Path, tmp_path: Path) -> Generator[Launched]:
    """Two seconds of it, in real time."""
    programs = path_of("orbweaver-run").parent
    locate_profile("waveforms/adsb/adsb.sad.xml", programs)
    arguments = ["bench", "receiver", "--input", str(recording), "--pace", "realtime"]
    command = Launched(arguments, programs, tmp_path / "t")
    try:
        yield command
    finally:
        command.destroy()


def running(receiver: Launched, name: str) -> int:
    """The component's process, once it is there."""
    until(lambda: component(receiver.temporary, name) != 0 or receiver.is_over)
    return component(receiver.temporary, name)


def check_nothing_is_left(receiver: Launched) -> None:
    until(lambda: all(component(receiver.temporary, name) == 0 for name in COMPONENTS))
    until(lambda: receiver.left_behind(set()) == [])


@pytest.mark.parametrize("victim", COMPONENTS)
def test_a_killed_component_of_the_receiver_is_named_and_nothing_is_left(
    victim: str, receiver: Launched
) -> None:
    os.kill(running(receiver, victim), signal.SIGKILL)
    said = receiver.finish()
    assert said.lines == [f"orbweaver: ordered: {victim} was killed by SIGKILL"]
    assert said.status == 1
    check_nothing_is_left(receiver)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_run_takes_the_domain_and_its_components_along(
    number: signal.Signals, receiver: Launched
) -> None:
    running(receiver, "source")
    receiver.process.send_signal(number)
    said = receiver.finish()
    killed = number == signal.SIGKILL
    assert said.lines == ([] if killed else [f"orbweaver: ordered: interrupted by {number.name}"])
    check_nothing_is_left(receiver)
