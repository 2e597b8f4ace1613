# SPDX-License-Identifier: Apache-2.0
"""Whole radios end when their streams have ended; what went wrong is said, with status 1."""

import json
import signal
from pathlib import Path

import pytest
from programs import ENDS_WITHIN_S
from stream_radio import Line, StreamRadio, ends, failures, sink, source, stage

MODES = ("oneway", "oneway-worker", "twoway", "twoway-worker", "ordered")
PLACEMENTS = ("separate", "together")
AN_HOUR_MS = 3_600_000
ORDERS = ((1, 2, 3), (3, 2, 1), (2, 3, 1), (None, None, None))

each_mode = pytest.mark.parametrize("mode", MODES)
each_placement = pytest.mark.parametrize("placement", PLACEMENTS)


def options(mode: str, placement: str) -> tuple[str, ...]:
    return ("--set", f"*.messaging={mode}", "--placement", placement)


def packets_of(lines: list[Line], name: str) -> int:
    """How many packets the sink says that it got."""
    for line in lines:
        if line["event"] == "output" and line["component"] == name:
            printed: Line = json.loads(line["line"]) if line["line"].startswith("{") else {}
            if printed.get("event") == "result":
                return int(printed["stage"]["packets"])
    raise AssertionError(f"{name} printed no result")


@each_placement
@each_mode
def test_fan_in_ends_with_the_last_source(tmp_path: Path, mode: str, placement: str) -> None:
    parts = [
        source("short", 1, packets=3),
        source("late", 2, packets=5, first_after_ms=300),
        sink("sink", 3),
    ]
    radio = StreamRadio(tmp_path, parts, ["short > sink", "late > sink"])
    status, lines = radio.run(*options(mode, placement))
    assert (status, failures(lines)) == (0, [])
    assert packets_of(lines, "sink") == 8


@each_placement
@each_mode
def test_a_sink_that_controls_its_source_is_one(tmp_path: Path, mode: str, placement: str) -> None:
    parts = [source("source", 1, packets=5, first_after_ms=100), sink("sink", 2), sink("quick", 3)]
    more = source("other", 4, packets=1)
    connections = ["source > sink", "other > quick", "sink ! source"]
    radio = StreamRadio(tmp_path, [*parts, more], connections)
    status, lines = radio.run(*options(mode, placement))
    assert (status, failures(lines)) == (0, [])
    assert packets_of(lines, "sink") == 5


@pytest.mark.parametrize("threading", ["pool", "per-connection"])
@each_mode
def test_one_thread_serves_a_sink_that_asks_its_sources(
    tmp_path: Path, mode: str, threading: str
) -> None:
    """The sink waits for an answer, and who answers needs a thread of the same ORB."""
    parts = [
        source("source", 1, packets=200, size=2000),
        source("other", 1, packets=200, size=2000),
        stage("stage", 2),
        sink("sink", 3, ask_every=1),
    ]
    asks = ["sink ! source", "sink ! other"]
    radio = StreamRadio(tmp_path, parts, ["source > stage", "other > stage", "stage > sink", *asks])
    one = ("threads=1", "collocation=off", f"threading={threading}")
    orb = [word for entry in one for word in ("--orb", entry)]
    status, lines = radio.run(*options(mode, "together"), *orb)
    assert (status, failures(lines)) == (0, [])
    assert packets_of(lines, "sink") == 400


@pytest.mark.parametrize("order", ORDERS, ids=str)
@each_placement
@each_mode
def test_a_radio_that_runs_is_interrupted_in_any_start_order(
    tmp_path: Path, mode: str, placement: str, order: tuple[int | None, ...]
) -> None:
    first, second, third = order
    parts = [source("source", first, packets=0), stage("stage", second), sink("sink", third)]
    radio = StreamRadio(tmp_path, parts, ["source > stage", "stage > sink"])
    with radio.running(*options(mode, placement)) as process:
        assert process.stdout is not None
        lines: list[Line] = []
        while not lines or lines[-1].get("state") != "running":
            lines.append(json.loads(process.stdout.readline()))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=ENDS_WITHIN_S)
        lines += [json.loads(line) for line in out.splitlines()]
    assert (process.returncode, failures(lines)) == (0, [])
    assert lines[-1].get("state") == "released"


@each_mode
def test_packets_that_are_too_large_are_named(tmp_path: Path, mode: str) -> None:
    parts = [source("source", 1, packets=2, size=50_000), sink("sink", 2)]
    radio = StreamRadio(tmp_path, parts, ["source > sink"])
    status, lines = radio.run(*options(mode, "separate"), "--orb", "maxMessageSize=100000")
    (line,) = failures(lines)
    assert status == 1
    assert "'source-sink' of port 'numbers_out' lost 2 of" in line
    assert "maxMessageSize" in line


@each_mode
def test_a_stall_ends_the_run_with_a_reason_and_the_end_still_comes(
    tmp_path: Path, mode: str
) -> None:
    parts = [source("source", 1, packets=3), sink("sink", 2, stall_ms=600)]
    radio = StreamRadio(tmp_path, parts, ["source > sink"])
    status, lines = radio.run(*options(mode, "separate"), "--set", "source.call_timeout_ms=200")
    assert packets_of(lines, "sink") >= 1
    assert status == (1 if failures(lines) else 0)


@each_mode
def test_a_sink_that_never_goes_on_ends_the_run(tmp_path: Path, mode: str) -> None:
    parts = [source("source", 1, packets=3), sink("sink", 2, fault="hangs")]
    radio = StreamRadio(tmp_path, parts, ["source > sink"])
    limits = ("--set", "*.call_timeout_ms=200", "--step-timeout", "2")
    status, lines = radio.run(*options(mode, "separate"), *limits)
    assert status == 1
    assert failures(lines)


@pytest.mark.parametrize("name", ["stage", "sink"])
@each_mode
def test_a_component_without_its_descriptors_ends_the_run(
    tmp_path: Path, mode: str, name: str
) -> None:
    faults = {name: {"fault": "closes"}}
    parts = [
        source("source", 1, packets=3),
        source("late", 2, packets=1, first_after_ms=AN_HOUR_MS),  # so that the stream does not end
        stage("stage", 3, **faults.get("stage", {})),
        sink("sink", 4, **faults.get("sink", {})),
    ]
    radio = StreamRadio(tmp_path, parts, ["source > stage", "late > stage", "stage > sink"])
    patient = ("--set", f"*.call_timeout_ms={AN_HOUR_MS}")
    status, lines = radio.run(*options(mode, "separate"), *patient)
    assert status == 1
    assert "though its process runs" in ends(lines)[name]


# What its sockets had taken by then may still come to it, and its output is there: the run may end
# as any other.
@each_mode
def test_a_sink_without_its_sockets_ends_the_run(tmp_path: Path, mode: str) -> None:
    parts = [source("source", 1, packets=3), sink("sink", 2, fault="closes sockets")]
    radio = StreamRadio(tmp_path, parts, ["source > sink"])
    patient = ("--set", f"*.call_timeout_ms={AN_HOUR_MS}")
    status, lines = radio.run(*options(mode, "separate"), *patient)
    assert status == 1 or packets_of(lines, "sink") == 3
    assert status == (1 if ends(lines) or failures(lines) else 0)
