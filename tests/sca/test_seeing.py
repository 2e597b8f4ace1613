# SPDX-License-Identifier: Apache-2.0
"""`stats`, `tap`, `connect` and `ports` with a radio that runs, which does not notice."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, Running, path_of, running
from stream_radio import StreamRadio, sink, source, stage

Document = dict[str, Any]

SAMPLES = 64


class Radio:
    """A source that never ends, a stage and a sink, in a domain of this machine."""

    def __init__(self, domain: Running) -> None:
        self.domain = domain

    def popen(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [path_of("orbweaver-control"), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"ORBWEAVER_DOMAIN": self.domain.ior},
        )

    def call(self, *words: str) -> tuple[int, bytes, str]:
        """Status, output and errors."""
        with self.popen(*words) as process:
            out, errors = process.communicate(timeout=ENDS_WITHIN_S)
        return process.returncode, out, errors.decode()

    def document(self, *words: str) -> Document:
        status, out, errors = self.call(*words, "--json")
        assert (status, errors) == (0, "")
        document: Document = json.loads(out)
        return document

    def error(self, *words: str, status: int = 1) -> str:
        """The line of what cannot be done."""
        ended, _, errors = self.call(*words)
        assert ended == status, errors
        (line,) = errors.splitlines()
        return line

    def connections(self, component: str = "source") -> list[Document]:
        (port,) = self.document("ports", f"radio/{component}", "numbers_out")["ports"]
        documents: list[Document] = port["connections"]
        return documents

    def ids(self, component: str = "source") -> list[str]:
        return [connection["id"] for connection in self.connections(component)]

    def packets_at_sink(self) -> int:
        rows = self.document("stats", "radio", "--seconds", "0.05")["connections"]
        (row,) = [row for row in rows if row["to"] and row["to"]["component"] == "sink"]
        return int(row["packets"])

    def busy_statistics(self) -> Document:
        """Of a time in which each component processed packets, and each connection carried some."""
        shown: Document = {}

        def is_busy() -> bool:
            nonlocal shown
            shown = self.document("stats", "radio", "--seconds", "0.3")
            rows = shown["connections"]
            flow = all(row.get("packets_per_second") and row.get("latency_us") for row in rows)
            return flow and all(entry.get("processing") for entry in shown["components"])

        until(is_busy)
        return shown

    def expect_to_go_on(self) -> None:
        before = self.packets_at_sink()
        until(lambda: self.packets_at_sink() > before)


def until(condition: Callable[[], bool]) -> None:
    """What the program does at some time; a test that never gets there fails."""
    deadline = time.monotonic() + ENDS_WITHIN_S
    while not condition():
        assert time.monotonic() < deadline


@contextmanager
def radio_of(folder: Path, packets: int) -> Generator[Radio, None, None]:
    parts = [source("source", packets=packets, size=SAMPLES), stage("stage"), sink("sink")]
    stream_radio = StreamRadio(folder, parts, ["source > stage", "stage > sink"])
    with running("control-served-domain", str(stream_radio.root), str(folder / "cache")) as domain:
        radio = Radio(domain)
        radio.document("install", "--no-copy", "/radio.sad.xml")
        radio.document("create", "radio")
        yield radio


@pytest.fixture
def radio(tmp_path: Path) -> Generator[Radio, None, None]:
    with radio_of(tmp_path, packets=0) as result:
        result.document("start", "radio")
        yield result


def test_statistics_show_components_and_connections(radio: Radio) -> None:
    radio.expect_to_go_on()
    shown = radio.busy_statistics()
    names = [entry["component"] for entry in shown["components"]]
    assert names == ["source", "stage", "sink"]
    for entry in shown["components"]:
        assert entry["processing"] + entry["sending"] + entry["waiting"] == pytest.approx(1)
        assert entry["processing"] > 0
    rows = shown["connections"]
    assert [(row["from"]["component"], row["to"]["component"]) for row in rows] == [
        ("source", "stage"),
        ("stage", "sink"),
    ]
    for row in rows:
        assert row["packets_per_second"] > 0
        assert row["samples_per_second"] == pytest.approx(row["packets_per_second"] * SAMPLES)
        assert row["bytes_per_second"] == pytest.approx(row["samples_per_second"] * 4)
        assert row["lost"] == {}
        assert row["is_alive"]
        assert row["latency_us"]["p99"] > 0
    status, out, _ = radio.call("stats", "radio/stage", "--seconds", "0.1")
    assert status == 0
    text = out.decode()
    assert text.startswith("component  processing  sending  waiting\nstage ")
    assert "stage numbers_out -> sink numbers_in" in text
    assert "? -> stage numbers_in" in text  # whose sender was not asked


def test_statistics_of_what_measures_nothing_say_so(tmp_path: Path) -> None:
    with running("control-served-domain", str(tmp_path), str(tmp_path / "cache")) as domain:
        nowhere = Radio(domain)
        assert "no application that runs" in nowhere.error("stats", "radio")


def test_a_tap_writes_what_flows_and_leaves_nothing(radio: Radio, tmp_path: Path) -> None:
    file = tmp_path / "out.s32"
    before = radio.ids()
    ended = radio.document("tap", "radio/source", "numbers_out", "--output", str(file),
                           "--packets", "50")  # fmt: skip
    assert (ended["packets"], ended["samples"]) == (50, 50 * SAMPLES)
    assert ended["ended"] == "all packets are there"
    assert file.read_bytes() == bytes(50 * SAMPLES * 4)
    assert not file.with_name("out.s32.part").exists()
    assert radio.ids() == before
    status, out, errors = radio.call("tap", "radio/source", "numbers_out", "--output", "-",
                                     "--seconds", "0.2")  # fmt: skip
    assert status == 0
    assert out
    assert len(out) % (4 * SAMPLES) == 0
    assert "tapping radio/source numbers_out (realLong: long)" in errors
    assert "the time is over: " in errors
    radio.expect_to_go_on()


def tapped(radio: Radio, file: Path) -> subprocess.Popen[bytes]:
    """A tap that is connected."""
    process = radio.popen("tap", "radio/source", "numbers_out", "--output", str(file))
    assert process.stderr is not None
    assert b"tapping" in process.stderr.readline()
    return process


def test_ctrl_c_ends_a_tap_in_order(radio: Radio, tmp_path: Path) -> None:
    before = radio.ids()
    with tapped(radio, tmp_path / "out.s32") as process:
        assert len(radio.ids()) == len(before) + 1
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=ENDS_WITHIN_S)
    assert process.returncode == 0
    assert out.startswith(b"interrupted: ")
    assert radio.ids() == before
    assert (tmp_path / "out.s32").exists()


def test_a_tap_that_is_killed_is_disconnected_by_the_radio(radio: Radio, tmp_path: Path) -> None:
    before = radio.ids()
    with tapped(radio, tmp_path / "out.s32") as process:
        process.kill()
    until(lambda: radio.ids() == before)
    radio.expect_to_go_on()


def test_a_tap_that_hangs_holds_up_nothing(radio: Radio, tmp_path: Path) -> None:
    with tapped(radio, tmp_path / "out.s32") as process:
        process.send_signal(signal.SIGSTOP)
        radio.expect_to_go_on()
        until(lambda: len(radio.ids()) == 1)
        process.send_signal(signal.SIGCONT)
        out, _ = process.communicate(timeout=ENDS_WITHIN_S)
    assert b"the port has ended the connection: " in out


def test_a_tap_of_what_reads_slowly_drops_and_says_how_much(radio: Radio) -> None:
    with radio.popen("tap", "radio/source", "numbers_out", "--output", "-") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stderr.readline()
        radio.expect_to_go_on()  # a pipe holds less than what has come by then
        until(lambda: _lost_by_tap(radio) > 0)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        errors = process.stderr.read().decode()
    assert process.returncode == 0, errors
    assert "full_at_" in errors


def _lost_by_tap(radio: Radio) -> int:
    """At both ends."""
    rows = radio.document("stats", "radio", "--seconds", "0.01")["connections"]
    (row,) = [row for row in rows if (row["id"] or "").startswith("tap:")]
    sent, lost = int(row["packets"]), sum(row["lost"].values())
    return lost if lost else max(sent - 10_000, 0)  # more than its queue and a pipe hold


def test_a_tap_ends_with_the_stream_and_with_the_component(tmp_path: Path) -> None:
    with radio_of(tmp_path, packets=20) as radio:
        with radio.popen("tap", "radio/stage", "numbers_out", "--output",
                         str(tmp_path / "a.s32")) as process:  # fmt: skip
            assert process.stderr is not None
            process.stderr.readline()
            radio.document("start", "radio")
            out, _ = process.communicate(timeout=ENDS_WITHIN_S)
        assert out.startswith(b"the stream has ended: 20 packets")
        assert (tmp_path / "a.s32").stat().st_size == 20 * SAMPLES * 4
        with radio.popen("tap", "radio/stage", "numbers_out", "--output",
                         str(tmp_path / "b.s32")) as process:  # fmt: skip
            assert process.stderr is not None
            process.stderr.readline()
            radio.document("release", "radio")
            out, _ = process.communicate(timeout=ENDS_WITHIN_S)
        assert process.returncode == 0
        assert out.startswith((b"the component has ended: 0 packets", b"the port has ended: 0"))


def test_a_full_disk_is_said_and_the_connection_is_gone(radio: Radio) -> None:
    line_status, out, errors = radio.call(
        "tap", "radio/source", "numbers_out", "--output", "/dev/full"
    )
    assert line_status == 1
    assert b"/dev/full: No space left on device: 0 packets" in out, (out, errors)
    assert len(radio.ids()) == 1
    radio.expect_to_go_on()


@pytest.mark.parametrize(
    ("words", "status", "expected"),
    [
        (["radio/source", "numbers_out", "--output", "none.cf32"], 2, "of them ends with .s32"),
        (["radio/source", "numbers_out", "--output", "/no/such/x.s32"], 1, "/no/such/x.s32: No"),
        (["radio/sink", "numbers_in", "--output", "none"], 1, "it is a provides port"),
        (["radio/source", "nothing", "--output", "none"], 1, "choose from 'numbers_out'"),
        (["radio/nobody", "numbers_out", "--output", "none"], 1,
         "choose from 'sink', 'source', 'stage'"),
        (["nobody/source", "numbers_out", "--output", "none"], 1, "choose from 'radio'"),
        (["radio/sink", "control_out", "--output", "none"], 1, "Packet/FlowControl:1.0"),
        (["radio/source", "numbers_out"], 2, "--output is required"),
        (["radio/source", "numbers_out", "--output", "none", "--seconds", "nan"], 2, "no number"),
        (["radio/source", "numbers_out", "--output", "none", "--packets", "0"], 2, "--packets"),
    ],
)  # fmt: skip
def test_what_cannot_be_tapped_is_one_line_and_connects_nothing(
    radio: Radio, words: list[str], status: int, expected: str
) -> None:
    line = radio.error("tap", *words, status=status)
    assert expected in line
    assert radio.ids() == ["source-stage"]
    assert not list(Path().glob("none*"))


def test_ports_of_two_components_are_connected_and_disconnected(radio: Radio) -> None:
    (of_sad,) = radio.connections()
    assert of_sad["id"] == "source-stage"
    assert of_sad["to"] == {"application": "radio", "component": "stage", "port": "numbers_in"}
    words = ("radio/source", "numbers_out", "radio/sink", "numbers_in")
    document = radio.document("connect", *words, "--id", "mine")
    assert document["to"]["component"] == "sink:radio"
    assert radio.ids() == ["source-stage", "mine"]
    status, out, _ = radio.call("ports", "radio/source")
    assert status == 0
    assert "sink numbers_in   mine" in out.decode()
    assert radio.document("disconnect", *words)["connection"] == "mine"
    assert radio.ids() == ["source-stage"]
    assert "they are not connected" in radio.error("disconnect", *words)


@pytest.mark.parametrize(
    ("words", "status", "expected"),
    [
        (["radio/source", "numbers_out", "radio/sink"], 2, "name the provides port, too"),
        (["radio/source", "numbers_out", "radio/sink", "none"], 1,
         "choose from 'numbers_in'"),
        (["radio/source", "numbers_out", "radio/stage", "numbers_out"], 1, "it is a uses port"),
        (["radio/sink", "numbers_in", "radio/stage", "numbers_in"], 1, "name a uses port"),
        (["radio/source", "numbers_out", "radio/source", "control_in"], 1, "InvalidPort"),
    ],
)  # fmt: skip
def test_what_cannot_be_connected_is_one_line(
    radio: Radio, words: list[str], status: int, expected: str
) -> None:
    assert expected in radio.error("connect", *words, status=status)
    assert radio.ids() == ["source-stage"]
