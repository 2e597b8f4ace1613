# SPDX-License-Identifier: Apache-2.0
"""A domain, two nodes and an operator, each a program: a radio runs across both nodes."""

import json
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import control_program
import pytest
from programs import ENDS_WITHIN_S, Line, path_of

SDR = "sdr"
DCD = "nodes/this_machine/this_machine.dcd.xml"
PLACES = {
    "source": "Mast",
    "tuner": "Cabin",
    "demodulator": "Mast",
    "audio": "Cabin",
    "wav": "Mast",
}


def sdr_of_build() -> Path:
    return path_of("orbweaver-domain").parent.parent / SDR


@dataclass
class Daemon:
    """A program that prints what happens, a JSON object a line."""

    process: subprocess.Popen[str]

    @property
    def output(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def await_line(self, *texts: str, **wanted: object) -> Line:
        """The next line that has these members, and the texts somewhere in it."""
        for line in self.output:
            read: Line = json.loads(line)
            if wanted.items() <= read.items() and all(text in line for text in texts):
                return read
        raise AssertionError(f"it ended before it printed {texts} {wanted}")

    def end(self) -> int:
        """By SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode


@contextmanager
def daemon(program: str, *words: object, **environment: str) -> Generator[Daemon, None, None]:
    """With these variables beside ours; killed at the end if it still runs."""
    process = subprocess.Popen(
        [str(path_of(program)), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | environment,
    )
    with process:
        try:
            yield Daemon(process)
        finally:
            process.kill()


class Place:
    """A domain with a root of its own, and nodes."""

    def __init__(self, folder: Path, stack: ExitStack, *words: str, lease_ms: int = 2000) -> None:
        self.folder = folder
        self.stack = stack
        self.device_processes: dict[str, int] = {}
        self.root = folder / "dom"
        shutil.copytree(sdr_of_build() / "dom", self.root, copy_function=os.link)
        self.domain = stack.enter_context(
            daemon("orbweaver-domain", "--root", self.root, "--lease", lease_ms, *words)
        )
        ready = self.domain.await_line(event="ready")
        self.naming, self.manager = str(ready["naming"]), str(ready["domain_manager"])

    def start_node(self, name: str, *words: object, **environment: str) -> Daemon:
        """One device, NAME:device, on this machine."""
        files = self.folder / name
        shutil.copytree(sdr_of_build() / "dev", files)
        dcd = files / DCD
        text = dcd.read_text().replace("Orbweaver:this_machine", name)
        dcd.write_text(text.replace('"this_machine"', f'"{name}"'))
        node = self.stack.enter_context(
            daemon(
                "orbweaver-node", dcd, *words,
                "-ORBInitRef", f"NameService={self.naming}", **environment,
            )
        )  # fmt: skip
        started = node.await_line(event="device", state="started", id=f"{name}:device")
        self.device_processes[name] = int(str(started["process"]))
        node.await_line(event="node", state="up")
        self.domain.await_line(event="node_change", what="registered", id=f"{name}:device")
        return node

    def operate(self, *words: str) -> Any:
        """What the operator's program says."""
        return control_program.operate(words, ["--ior", self.manager])

    def fm(self, name: str, wav: Path) -> Path:
        """The FM receiver, as an application of its own that writes this file."""
        text = (self.root / "waveforms/fm/fm.sad.xml").read_text()
        before, mark, after = text.partition('<componentinstantiation id="wav">')
        properties = "<componentproperties>"
        output = f'{properties}<simpleref refid="output" value="{wav}"/>'
        before = before.replace(' name="fm">', f' name="{name}">')
        path = self.root / f"waveforms/fm/{name}.sad.xml"
        path.write_text(before + mark + after.replace(properties, output, 1))
        return path


@pytest.fixture
def place(tmp_path: Path) -> Generator[Place, None, None]:
    with ExitStack() as stack:
        yield Place(tmp_path, stack)


def usage_of_devices(place: Place) -> set[str]:
    nodes = place.operate("devices")["nodes"]
    return {device["usage"] for node in nodes for device in node["devices"]}


def test_a_receiver_runs_across_two_nodes_and_leaves_nothing(place: Place, tmp_path: Path) -> None:
    nodes = {name: place.start_node(name) for name in ("Mast", "Cabin")}
    one, two = tmp_path / "one.wav", tmp_path / "two.wav"
    place.fm("two", two)
    place.operate("install", "--no-copy", "/waveforms/fm/two.sad.xml")
    wishes = [f"{component}={name}:device" for component, name in PLACES.items()]
    place.operate("create", "two", *(word for wish in wishes for word in ("--on", wish)))
    components = place.operate("apps")["running"][0]["components"]
    assert {entry["id"].split(":")[0]: entry["devices"] for entry in components} == {
        component: [f"{name}:device"] for component, name in PLACES.items()
    }
    place.operate("start", "two")
    nodes[PLACES["wav"]].await_line("wav_", "end_of_stream", event="output")
    place.operate("release", "two")
    assert usage_of_devices(place) == {"IDLE"}
    assert place.operate("apps")["running"] == []
    place.operate("uninstall", "two")
    with daemon("orbweaver-run", "--events", place.fm("one", one), "--root", place.root) as alone:
        alone.process.communicate(timeout=ENDS_WITHIN_S)
    assert two.read_bytes() == one.read_bytes()
    assert [node.end() for node in (*nodes.values(), place.domain)] == [0, 0, 0]


def test_a_node_that_is_killed_leaves_the_domain_with_what_ran_there(
    place: Place, tmp_path: Path
) -> None:
    nodes = {name: place.start_node(name) for name in ("Mast", "Cabin")}
    place.fm("two", tmp_path / "two.wav")
    place.operate("install", "--no-copy", "/waveforms/fm/two.sad.xml")
    place.operate("create", "two", "--on", "source=Mast:device", "--on", "wav=Cabin:device")
    components = place.operate("apps")["running"][0]["components"]
    handles = [os.pidfd_open(component["process"]) for component in components]
    nodes["Mast"].process.kill()
    place.domain.await_line(event="node_change", what="lost", id="Mast")
    place.domain.await_line(event="application", state="released", name="two")
    for handle in handles:
        await_end(handle)
    assert usage_of_devices(place) == {"IDLE"}
    place.start_node("Mast2")
    assert [nodes["Cabin"].end(), place.domain.end()] == [0, 0]


def test_a_device_that_was_silent_is_taken_again_when_it_answers(place: Place) -> None:
    node = place.start_node("Mast", "--domain-check", 0.02)
    device = place.device_processes["Mast"]
    os.kill(device, signal.SIGSTOP)
    place.domain.await_line(event="node_change", what="lost", id="Mast:device")
    os.kill(device, signal.SIGCONT)
    place.domain.await_line(event="node_change", what="registered", id="Mast:device")
    assert usage_of_devices(place) == {"IDLE"}
    assert [node.end(), place.domain.end()] == [0, 0]


def test_health_names_the_node_and_the_device_that_do_not_answer(tmp_path: Path) -> None:
    with ExitStack() as stack:
        place = Place(tmp_path, stack, lease_ms=10_000)
        nodes = {name: place.start_node(name) for name in ("Mast", "Cabin")}
        stopped = [nodes["Mast"].process.pid, place.device_processes["Cabin"]]
        for entry in stopped:
            os.kill(entry, signal.SIGSTOP)
        health = subprocess.run(
            [path_of("orbweaver-control"), "health", "--json", "--timeout", "1",
             "--ior", place.manager],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        for entry in stopped:
            os.kill(entry, signal.SIGCONT)
        assert health.returncode == 1, health.stderr
        parts = {load["part"] for load in json.loads(health.stdout)["problems"]}
        assert parts == {"node 1", "device 1 of node 'Cabin'"}


def await_end(handle: int) -> None:
    """A pidfd is readable when its process has ended."""
    readable, _, _ = select.select([handle], [], [], ENDS_WITHIN_S)
    os.close(handle)
    assert readable


FAKE_CLOCK = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
A_YEAR = "+365d"


@pytest.mark.skipif(FAKE_CLOCK is None, reason="the package faketime is not installed")
def test_a_node_whose_clock_is_a_year_ahead_serves_as_any_other(
    place: Place, tmp_path: Path
) -> None:
    nodes = {
        "Mast": place.start_node("Mast"),
        "Cabin": place.start_node(
            "Cabin", LD_PRELOAD=str(FAKE_CLOCK), FAKETIME=A_YEAR, FAKETIME_DONT_FAKE_MONOTONIC="1"
        ),
    }
    wav = tmp_path / "two.wav"
    place.fm("two", wav)
    place.operate("install", "--no-copy", "/waveforms/fm/two.sad.xml")
    wishes = [f"{component}={name}:device" for component, name in PLACES.items()]
    place.operate("create", "two", *(word for wish in wishes for word in ("--on", wish)))
    place.operate("start", "two")
    nodes[PLACES["wav"]].await_line("wav_", "end_of_stream", event="output")
    place.operate("release", "two")
    assert wav.stat().st_size > 0
    assert [node.end() for node in (*nodes.values(), place.domain)] == [0, 0, 0]
