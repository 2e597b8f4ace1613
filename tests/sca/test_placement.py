# SPDX-License-Identifier: Apache-2.0
"""A component runs as its execute options say, with every thread, or does not run at all."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Line, Radio

# Runs the program that its words name without the right to real-time scheduling: as root, too.
WITHOUT_RIGHT = """
import ctypes, os, resource, sys
PR_CAPBSET_DROP, CAP_SYS_NICE = 24, 23
resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
IN_REAL_TIME = "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))"
REFUSAL = (
    "scheduling: Operation not permitted: SCHEDULING=fifo PRIORITY=10: allow it with ulimit -r 10, "
    "with LimitRTPRIO=10 in the systemd unit, or with the capability CAP_SYS_NICE"
)


class Way(NamedTuple):
    """How a thread runs."""

    cpus: frozenset[int]
    policy: int
    priority: int


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(tmp_path)


def settings(**options: object) -> list[str]:
    """Execute options of every component."""
    words = (("--set", f"*.EXECUTE_OPTION::{name}={value}") for name, value in options.items())
    return [word for pair in words for word in pair]


def may_run_in_real_time() -> bool:
    command = [sys.executable, "-c", IN_REAL_TIME]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def running_components(process: subprocess.Popen[str]) -> list[Line]:
    assert process.stdout is not None
    for text in process.stdout:
        line: Line = json.loads(text)
        if line.get("state") == "running":
            components: list[Line] = line["components"]
            return components
    raise AssertionError("it never ran")


def ways_of(process: int) -> list[Way]:
    """How each thread of the process runs; those that end meanwhile are left out."""
    ways: list[Way] = []
    for name in os.listdir(f"/proc/{process}/task"):
        try:
            thread = int(name)
            priority = os.sched_getparam(thread).sched_priority
            cpus = frozenset(os.sched_getaffinity(thread))
            ways.append(Way(cpus, os.sched_getscheduler(thread), priority))
        except ProcessLookupError:
            continue
    return ways


def ways_by_name(radio: Radio, *options: str) -> dict[str, list[Way]]:
    with radio.running(*options) as process:
        return {
            running_component["name"]: ways_of(running_component["process"])
            for running_component in running_components(process)
        }


def failures(lines: list[Line]) -> list[str]:
    return [line["line"] for line in lines if line["event"] == "failure"]


def test_every_thread_of_a_component_has_its_class_priority_and_processors(radio: Radio) -> None:
    cpu = max(os.sched_getaffinity(0))
    options = settings(CORE_AFFINITY=cpu, SCHEDULING="fifo", PRIORITY=10)
    if not may_run_in_real_time():
        status, lines, _ = radio.run(*options)
        assert status == 1
        assert REFUSAL in failures(lines)[0]
        return
    wanted = Way(frozenset({cpu}), os.SCHED_FIFO, 10)
    for name, ways in ways_by_name(radio, *options).items():
        assert len(ways) > 1, f"{name} has threads of its ORB"
        assert set(ways) == {wanted}, name


def test_a_component_alone_is_placed_by_the_sad(radio: Radio) -> None:
    cpus = os.sched_getaffinity(0)
    radio.write(rx=f"EXECUTE_OPTION::CORE_AFFINITY={min(cpus)}")
    ways = ways_by_name(radio)
    assert {way.cpus for way in ways["rx"]} == {frozenset({min(cpus)})}
    assert {way.cpus for way in ways["tx"]} == {frozenset(cpus)}


def test_without_the_right_a_priority_is_refused_with_what_would_allow_it(radio: Radio) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_RIGHT, path_of("orbweaver-run"), "--events", radio.sad,
         *settings(SCHEDULING="fifo", PRIORITY=10)],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S, env=radio.environment,
    )  # fmt: skip
    assert done.returncode == 1
    assert REFUSAL in failures([json.loads(line) for line in done.stdout.splitlines()])[0]


def test_processors_that_are_not_there_are_refused_with_those_that_are(radio: Radio) -> None:
    status, lines, _ = radio.run(*settings(CORE_AFFINITY=1023))
    assert status == 1
    wanted = "CORE_AFFINITY=1023: this process may use CORE_AFFINITY="
    assert wanted in failures(lines)[0]


def test_an_option_that_no_device_knows_is_refused_by_its_name(radio: Radio) -> None:
    status, lines, _ = radio.run(*settings(COLOUR="red"))
    assert status == 1
    assert "InvalidOptions: COLOUR=red" in failures(lines)[0]


def test_a_plan_says_how_components_are_executed(radio: Radio) -> None:
    done = subprocess.run(
        [path_of("orbweaver-plan"), radio.sad, "--json", "-",
         "--set", "tx.EXECUTE_OPTION::PRIORITY=10"],
        capture_output=True, text=True, check=True, env=radio.environment,
    )  # fmt: skip
    report = json.loads(done.stdout)
    assert report["execute_options"] == [{"component": "tx", "options": {"PRIORITY": "10"}}]
