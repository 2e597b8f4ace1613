# SPDX-License-Identifier: Apache-2.0
"""A domain and a node with components, a device, operators and a listener of other ORBs."""

import json
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
from free_port import free_port
from programs import ENDS_WITHIN_S, ROOT, Line, path_of

PROFILES = ROOT / "tests/sca/foreign_radio"
OURS = {"ramp": "sca-ramp", "source": "sca-ramp", "tally": "sca-tally"}
PARTS = {"source", "amplifier", "tally", "check"}
PACKETS = 400
GAIN = 2.5  # of the amplifier, as the tally expects it


@dataclass
class Program:
    """It prints a JSON object a line."""

    process: subprocess.Popen[str]

    @property
    def output(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def await_line(self, **wanted: object) -> Line:
        """The next line that has these members."""
        seen: list[str] = []
        for text in self.output:
            seen.append(text)
            line: Line = json.loads(text)
            if wanted.items() <= line.items():
                return line
        raise AssertionError(f"it never printed {wanted}, but {seen}")

    def go_on(self) -> None:
        """Answers a program that waits until its caller has looked around."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def close_input(self) -> int:
        """Its exit status, once it ends by the end of its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(ENDS_WITHIN_S)

    def end(self) -> int:
        """By SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode


@contextmanager
def program(name: str, *words: object) -> Generator[Program, None, None]:
    """Killed at the end if it still runs."""
    process = subprocess.Popen(
        [str(path_of(name)), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Program(process)
        finally:
            process.kill()


def write_program(path: Path, name: str) -> None:
    """A script that becomes the program."""
    path.write_text(f'#!/bin/sh\nexec {path_of(name)} "$@"\n')
    path.chmod(0o700)


class Place:
    """A domain with an empty root, and a node with this machine and a tuner of omniORB."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.naming = f"127.0.0.1:{free_port()}"
        self.root = folder / "dom"
        self.root.mkdir()
        self.domain = stack.enter_context(
            program("orbweaver-domain", "--root", self.root, "--lease", 2000,
                    "--endpoint", f"giop:tcp:{self.naming}")
        )  # fmt: skip
        self.domain.await_line(event="ready")
        self.before = self.names()
        reference = f"NameService=corbaloc::{self.naming}/NameService"
        self.node = stack.enter_context(
            program("orbweaver-node", self.dcd(), "-ORBInitRef", reference)
        )
        up = self.node.await_line(event="node", state="up")
        assert sorted(up["ready"]) == ["mixed:machine", "mixed:tuner"]
        for _ in up["ready"]:
            self.domain.await_line(event="node_change", what="registered", kind="device")

    def dcd(self) -> Path:
        """Of the node, with all that it names."""
        files = self.folder / "dev"
        sdr = path_of("orbweaver-node").parent.parent / "sdr/dev"
        shutil.copytree(sdr, files)
        for part in ("devices", "nodes"):
            shutil.copytree(PROFILES / part, files / part, dirs_exist_ok=True)
        shutil.copy(path_of("omniorb-tuner"), files / "devices/tuner/tuner")
        return files / "nodes/mixed.dcd.xml"

    def names(self, context: str = "") -> list[str]:
        """What omniORB's client of naming services lists, contexts and all that is in them."""
        tool = shutil.which("nameclt")
        if tool is None:
            pytest.skip("nameclt is not installed; apt-get install omniorb")
        done = subprocess.run(
            [tool, "-ORBInitRef", f"NameService=corbaloc:iiop:1.2@{self.naming}/NameService",
             "list", *([context.rstrip("/")] if context else [])],
            capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=True,
        )  # fmt: skip
        found = [context + name for name in done.stdout.split()]
        below = [self.names(name) for name in found if name.endswith("/")]
        return sorted(sum(below, found))

    def operate(self, *words: str) -> Any:
        """What the operator's program says."""
        return control_program.operate(words, ["--naming", self.naming, "--domain", "Orbweaver"])

    def tuner(self) -> Line:
        """The device of omniORB, as the domain sees it."""
        nodes = self.operate("devices")["nodes"]
        devices = [device for node in nodes for device in node["devices"]]
        (found,) = (entry for entry in devices if entry["identifier"] == "mixed:tuner")
        found["properties"] = {entry["id"]: entry["value"] for entry in found["properties"]}
        return dict(found)

    def assert_nothing_is_left(self) -> None:
        """Of an application that was released and uninstalled."""
        assert list(self.root.iterdir()) == []
        tuner = self.tuner()
        assert (tuner["usage"], tuner["properties"]["channels"]) == ("IDLE", 2)
        assert self.operate("apps")["running"] == self.operate("apps")["installed"] == []


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[Place, None, None]:
    path_of("omniorb-tuner")
    with ExitStack() as stack:
        result = Place(tmp_path_factory.mktemp("foreign"), stack)
        yield result
        assert [result.node.end(), result.domain.end()] == [0, 0]


@pytest.fixture(scope="module")
def radio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of an SCA file system with the radio, for an operator to copy."""
    root = tmp_path_factory.mktemp("radio") / "dom"
    shutil.copytree(PROFILES, root, ignore=shutil.ignore_patterns("devices", "nodes"))
    for name, ours in OURS.items():
        write_program(root / f"components/{name}/{name}", ours)
    shutil.copy(path_of("omniorb-amplifier"), root / "components/amplifier/amplifier")
    return root


def counted_by_tallies(place: Place, tallies: int) -> list[Line]:
    """What the last components of a radio counted, at the end of their streams."""
    found: list[Line] = []
    while len(found) < tallies:
        line = place.node.await_line(event="output", stream="output")
        _, mark, text = line["line"].partition("{")
        stage = json.loads(mark + text).get("stage", {})
        if "wrong" in stage:
            found.append({entry: stage[entry] for entry in ("packets", "wrong")})
    return found


def is_alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.parametrize("orb", ["omniorb", "jacorb"])
def test_a_foreign_operator_takes_a_mixed_radio_through_its_whole_life(
    orb: str, place: Place, radio: Path
) -> None:
    words = ("--naming", place.naming, "--domain", "Orbweaver", "--root", radio, "--gain", GAIN,
             "--sad", "/waveforms/mixed.sad.xml", "--packets", PACKETS)  # fmt: skip
    names = place.names()
    with program(f"{orb}-domain-client", *words) as client:
        files = [path for path in radio.rglob("*") if path.is_file()]
        assert client.await_line(event="installed")["files"] == len(files)
        created = client.await_line(event="created")
        assert {entry.split(":")[0] for entry in created["processes"]} == PARTS
        assert all(is_alive(entry) for entry in created["processes"].values())
        added = set(place.names()) - set(names)
        bound = {entry.removeprefix("/") for entry in created["names"].values()}
        assert {entry for entry in added if not entry.endswith("/")} == bound
        assert place.tuner()["usage"] == "ACTIVE"
        client.go_on()
        assert client.await_line(event="configured")["gain"] == GAIN
        started = client.await_line(event="started")
        assert (started["running"], started["packets"]) == (True, PACKETS)
        assert started["last"] == [PACKETS - 1 + i / 128 for i in range((PACKETS - 1) % 97 + 1)]
        assert counted_by_tallies(place, 2) == [{"packets": PACKETS, "wrong": 0}] * 2
        client.go_on()
        assert client.await_line(event="stopped")["running"] is False
        client.await_line(event="released")
        assert place.names() == names
        assert not any(is_alive(entry) for entry in created["processes"].values())
        client.go_on()
        client.await_line(event="uninstalled")
        assert client.process.wait(ENDS_WITHIN_S) == 0
    place.assert_nothing_is_left()


def test_a_foreign_device_has_the_properties_of_its_dcd(place: Place) -> None:
    tuner = place.tuner()
    assert tuner["properties"]["gain"] == 0.5
    assert (tuner["label"], tuner["operational"]) == ("tuner", "ENABLED")


def test_a_foreign_listener_receives_the_events_of_the_domain(place: Place, radio: Path) -> None:
    words = ("--naming", place.naming, "--domain", "Orbweaver")
    with program("omniorb-domain-listener", *words) as listener:
        listener.await_line(event="ready")
        place.operate("install", str(radio / "waveforms/mixed.sad.xml"), "--root", str(radio))
        place.operate("create", "mixed", "--name", "heard")
        place.operate("release", "heard")
        place.operate("uninstall", "mixed")
        all_events = [listener.await_line() for _ in range(6)]
        events = [event for event in all_events if event["event"] != "state"]
        states = [event for event in all_events if event["event"] == "state"]
        assert [(state["id"], state["from"], state["to"]) for state in states] == [
            ("mixed:tuner", "idle", "active"),
            ("mixed:tuner", "active", "idle"),
        ]
        assert [(event["event"], event["category"], event["name"]) for event in events] == [
            ("added", "application factory", "mixed"),
            ("added", "application", "heard"),
            ("removed", "application", "heard"),
            ("removed", "application factory", "mixed"),
        ]
        ids = ["DCE:mixed", "DCE:mixed:heard"]
        assert [event["id"] for event in events] == [*ids, *reversed(ids)]
        assert not any(event.get("nil", False) for event in events)
        assert len({event["producer"] for event in events}) == 1
        assert listener.close_input() == 0
    place.assert_nothing_is_left()


def test_a_component_on_jacorb_runs_between_components_of_orbweaver(
    place: Place, radio: Path
) -> None:
    write_program(radio / "components/java_amplifier/java_amplifier", "jacorb-amplifier")
    place.operate("install", str(radio / "waveforms/java.sad.xml"), "--root", str(radio))
    place.operate("create", "java", "--set", f"gain={GAIN}")
    shown = {entry["id"]: entry["value"] for entry in place.operate("props", "java")["properties"]}
    assert shown == {"gain": GAIN, "running": False}
    place.operate("start", "java")
    assert counted_by_tallies(place, 1) == [{"packets": PACKETS, "wrong": 0}]
    (running,) = place.operate("props", "java", "running")["properties"]
    assert running["value"] is True
    place.operate("stop", "java")
    place.operate("release", "java")
    place.operate("uninstall", "java")
    place.assert_nothing_is_left()
