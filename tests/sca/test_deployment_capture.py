# SPDX-License-Identifier: Apache-2.0
"""Wireshark's GIOP dissector finds no malformed message in the life of an application.

A domain and its components speak over tcp, at an address of the loopback device that is theirs
alone: so the capture has all of their messages, and those of no other program.
"""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from capture import Frame, captured, capturing
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Radio

REQUEST, REPLY = 0, 1
DISCARD = 9  # a port at which no program listens
# What SCA 2.2.2 has a domain call, and what a component calls at the naming service.
LIFE = {
    *("initialize", "configure", "start", "stop", "releaseObject"),
    *("getPort", "connectPort", "disconnectPort", "rebind"),
}
FAULTS = (
    *("fail at initialize", "fail at getPort", "lie at getPort", "fail at connect"),
    *("fail at configure", "fail at start", "die at start", "fail at stop"),
)
SECONDS_OF_FM = "0.1"


def own_address() -> str:
    """Of the loopback device, made of the number of this process."""
    number = os.getpid()
    return f"127.{64 + (number >> 16) % 64}.{number >> 8 & 255}.{number & 255}"


def frames_of(run: Callable[[list[str]], None]) -> list[Frame]:
    """What tshark reads of a run of the domain, which is given these options."""
    address = own_address()
    endpoint = f"giop:tcp:{address}:0"
    options = ["-ORBendPoint", endpoint, "--orb", f"endPoint={endpoint}", "--orb", "transport=tcp"]

    def once() -> tuple[list[Frame], int]:
        with capturing(f"tcp and host {address}", address, DISCARD) as capture:
            run(options)
            lost = capture.stop()
            return capture.frames(), lost

    return captured(once)


def operations_in(frames: list[Frame]) -> set[str]:
    return {operation for frame in frames for operation in frame.operations}


def malformed(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames if frame.is_malformed]


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(tmp_path)


def test_tshark_reads_every_message_of_a_life(radio: Radio) -> None:
    radio.write(rx="gain=2", tx="follow=true")

    def run(options: list[str]) -> None:
        assert radio.run(*options)[0] == 0

    frames = frames_of(run)
    assert not malformed(frames)
    assert operations_in(frames) >= LIFE
    types = [kind for frame in frames for kind in frame.types]
    assert types.count(REQUEST) >= len(LIFE)
    assert types.count(REPLY) == types.count(REQUEST)
    assert {minor for frame in frames for minor in frame.minors} == {2}


@pytest.mark.parametrize("fault", FAULTS)
def test_tshark_reads_every_message_of_a_life_that_fails(radio: Radio, fault: str) -> None:
    radio.write(rx=f"behave={fault},gain=2", tx="follow=true")
    statuses: list[int] = []
    frames = frames_of(lambda options: statuses.append(radio.run(*options)[0]))
    assert set(statuses) == {1}
    assert not malformed(frames)
    assert "initialize" in operations_in(frames)


@pytest.mark.parametrize("messaging", ["twoway", "ordered", "oneway"])
def test_tshark_reads_the_data_of_the_fm_receiver(messaging: str, tmp_path: Path) -> None:
    programs = path_of("fm-generate").parent
    station, root = tmp_path / "station.cs16", programs.parent / "sdr/dom"
    generator = [programs / "fm-generate", "--out", station, "--seconds", SECONDS_OF_FM]
    subprocess.run(generator, check=True, stderr=subprocess.DEVNULL)

    def run(options: list[str]) -> None:
        settings = (f"source.input={station}", "source.sample_rate=240000",
                    f"wav.output={tmp_path}/received.wav")  # fmt: skip
        done = subprocess.run(
            [
                path_of("orbweaver-run"), "--events", root / "waveforms/fm/fm.sad.xml",
                "--root", root, "--placement", "separate", *options,
                "--set", f"*.messaging={messaging}",
                *(word for setting in settings for word in ("--set", setting)),
            ],
            capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    frames = frames_of(run)
    assert not malformed(frames)
    assert "pushPacket" in operations_in(frames)
