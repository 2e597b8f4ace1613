# SPDX-License-Identifier: Apache-2.0
"""Every program that is installed, started without standard streams or with a full disk.

It works, or says one line and ends with status 1 or 2; and no descriptor that the program opens
gets the number of a stream, so that what it prints goes into it.
"""

import os
import re
import signal
import stat
import subprocess
from itertools import combinations
from pathlib import Path

import pytest
from installed import installed_programs
from programs import path_of

WITHIN_S = 120
STREAMS = (0, 1, 2)
WITHOUT = [chosen for count in (1, 2, 3) for chosen in combinations(STREAMS, count)]
PROGRAMS = installed_programs()
FULL = "standard output: No space left on device\n"
# A program by its name of 0.1 says the new one first, and becomes it.
FORMER = re.compile(r"(?P<old>\S+) is called (?P<new>\S+) now\n")


def test_the_programs_were_found() -> None:
    names = {program.name for program in PROGRAMS}
    assert {"orbweaver-run", "orbweaver-naming", "orbweaver-stage", "adsb-decode"} <= names
    assert len(names) > 20


@pytest.fixture(params=PROGRAMS, ids=lambda program: program.name)
def program(request: pytest.FixtureRequest) -> Path:
    if not request.param.exists():
        pytest.skip(f"{request.param.name} is not built")
    return request.param


def start(
    program: Path, words: list[str], errors: Path, output: str = os.devnull,
    without: tuple[int, ...] = (),
) -> "subprocess.Popen[bytes]":  # fmt: skip
    closed = " ".join(f"{stream}>&-" for stream in without)
    with errors.open("wb") as to, Path(output).open("wb") as out:
        return subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" "$@" {closed}', program, *words],
            stdin=subprocess.DEVNULL, stdout=out, stderr=to, cwd="/tmp",
        )  # fmt: skip


def said_by(errors: Path) -> tuple[str, str]:
    """What the program printed behind a line about its name; and the name that it has now."""
    text = errors.read_text()
    former = FORMER.match(text)
    return (text[former.end() :], former["new"]) if former else (text, "")


def holds_only_streams(process: "subprocess.Popen[bytes]") -> bool:
    """Whether 0, 1 and 2 are what a program has there: devices, or the file of the test."""
    for stream in STREAMS:
        mode = os.stat(f"/proc/{process.pid}/fd/{stream}").st_mode
        if not (stat.S_ISCHR(mode) or stat.S_ISREG(mode)):
            return False
    return True


def is_asleep(process: "subprocess.Popen[bytes]") -> bool:
    """Whether its first thread waits: it has started, and serves."""
    text = Path(f"/proc/{process.pid}/stat").read_text()
    return text.rpartition(")")[2].split()[0] == "S"


def end_of(process: "subprocess.Popen[bytes]") -> int:
    """Of a program that ends by itself; one that serves is looked at, and asked to end."""
    for _ in range(WITHIN_S * 20):
        try:
            return process.wait(0.05)
        except subprocess.TimeoutExpired:
            pass
        if is_asleep(process) and holds_only_streams(process):
            break
    process.send_signal(signal.SIGTERM)
    return process.wait(WITHIN_S)


@pytest.mark.parametrize("without", WITHOUT, ids=str)
def test_help_works_without_streams(
    program: Path, without: tuple[int, ...], tmp_path: Path
) -> None:
    process = start(program, ["--help"], tmp_path / "errors", without=without)
    assert process.wait(WITHIN_S) in (0, 2)
    assert said_by(tmp_path / "errors")[0].count("\n") <= 1


@pytest.mark.parametrize("without", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_a_program_without_arguments_serves_or_says_one_line(
    program: Path, without: tuple[int, ...], tmp_path: Path
) -> None:
    output = tmp_path / "output"
    process = start(program, [], tmp_path / "errors", str(output), without=without)
    status = end_of(process)
    lines = said_by(tmp_path / "errors")[0].splitlines()
    assert status in (0, 1, 2, -signal.SIGTERM), lines
    is_radio = program.name == "orbweaver-run" and status == 0  # it says that it runs, and ends
    assert is_radio or len(lines) <= 1, lines
    prints_help = program.name == "orbweaver" and (1 in without or output.stat().st_size > 0)
    is_said = bool(lines) or prints_help or 2 in without
    assert is_said or status not in (1, 2), "it fails without a word"


def test_help_on_a_full_disk_is_one_line_and_status_1(program: Path, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    status = start(program, ["--help"], errors, output="/dev/full").wait(WITHIN_S)
    text, name = said_by(errors)
    if status == 2:  # it has no --help: a device or a domain starts it
        assert text.count("\n") == 1
    else:
        assert (status, text) == (1, f"{name or program.name}: {FULL}")


def test_a_recording_is_decoded_onto_a_full_disk_with_a_line(tmp_path: Path) -> None:
    recording = tmp_path / "flight.cu8"
    subprocess.run(
        [path_of("adsb-generate"), "--out", recording, "--seconds", "0.1", "--frames", "50"],
        check=True, capture_output=True,
    )  # fmt: skip
    errors = tmp_path / "errors"
    decode = path_of("adsb-decode")
    words = ["--input", str(recording)]
    assert start(decode, words, errors, output="/dev/full").wait(WITHIN_S) == 1
    assert errors.read_text().splitlines()[-1] == f"adsb-decode: {FULL}".strip()
    assert start(decode, words, Path("/dev/full")).wait(WITHIN_S) == 0
