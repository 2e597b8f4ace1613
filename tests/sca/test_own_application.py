# SPDX-License-Identifier: Apache-2.0
"""Two applications on a node with rules: their components talk to their own application only."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
import pytest
from free_port import free_port
from lab_place import Daemon, await_ends, dcd_of
from programs import ENDS_WITHIN_S, path_of
from stream_radio import StreamRadio, sink, source

RULES = f"""default = "deny"
[[rule]]
name = "this user"
decide = "allow"
client = "user:{os.getuid()}"
"""
# A component is started, stopped and released as its own rules say, and not otherwise.
RULES_FOR_DEVICES = (
    RULES
    + f"""object = "RootPOA/orbweaver.devices/*"
[[rule]]
name = "the node listens to its devices"
decide = "allow"
client = "user:{os.getuid()}"
operation = ["connectPort", "disconnectPort"]
"""
)
NAMES = ("left", "right")


def until(condition: Callable[[], bool]) -> None:
    """What comes at some time; a test that never gets there fails."""
    deadline = time.monotonic() + ENDS_WITHIN_S
    while not condition():
        assert time.monotonic() < deadline


class Place:
    """A domain with a state file, a node with rules, and the applications left and right."""

    def __init__(self, folder: Path, stack: ExitStack, rules: str = RULES) -> None:
        self.folder = folder
        self.rules = folder / "node.toml"
        self.rules.write_text(rules)
        self.audit = folder / "audit.log"
        parts = [source("source", packets=0, size=64), sink("sink")]
        root = StreamRadio(folder, parts, ["source > sink"]).root
        port = free_port()
        self.domain = self.start(
            stack, "domain", "--root", root, "--name", "Lab",
            "--endpoint", f"giop:tcp:127.0.0.1:{port}",
            "--state", folder / "lab.state", "--restart-timeout", 300,
        )  # fmt: skip
        self.await_domain()
        self.node = self.start(
            stack, "node", dcd_of(folder, "Mast"), "--domain", "Lab/DomainManager",
            "--domain-check", 0.02, "--orb", f"rules={self.rules}", "--orb", f"audit={self.audit}",
            "-ORBInitRef", f"NameService=corbaloc::127.0.0.1:{port}/NameService",
        )  # fmt: skip
        self.domain.await_line(event="node_change", what="registered", id="Mast:device")
        self.node.await_line(event="node", state="up")
        self.operate("install", "--no-copy", "/radio.sad.xml")
        for name in NAMES:
            self.operate("create", "radio", "--name", name)
            self.operate("start", name)

    def start(self, stack: ExitStack, program: str, *words: object) -> Daemon:
        daemon = Daemon(f"orbweaver-{program}", self.folder / f"{program}.errors", *words)
        stack.callback(lambda: daemon.kill() if daemon.process.poll() is None else None)
        return daemon

    def await_domain(self) -> None:
        self.manager = str(self.domain.await_line(event="ready")["domain_manager"])

    def operate(self, *words: str) -> Any:
        """What the operator's program says."""
        return control_program.operate(words, ["--ior", self.manager])

    def attempt(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The operator's program, which may fail."""
        return subprocess.run(
            [path_of("orbweaver-control"), *words, "--ior", self.manager],
            capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
        )  # fmt: skip

    def processes(self, name: str) -> dict[str, int]:
        """Those of an application's components, by the id of each."""
        (application,) = (one for one in self.operate("apps")["running"] if one["name"] == name)
        return {one["id"].partition(":")[0]: one["process"] for one in application["components"]}

    def denials(self) -> list[Any]:
        """What the audit logs of the node's programs have of calls that were denied."""
        logs = self.folder.glob(f"{self.audit.name}*")
        whole = (log.read_text().rpartition("\n")[0] for log in logs)  # a line may be half written
        lines = (json.loads(line) for text in whole for line in text.splitlines())
        return [one for one in lines if one["decision"] == "deny"]

    def packets_at_sink(self, name: str) -> int:
        rows = self.operate("stats", name, "--seconds", "0.05")["connections"]
        own = (row for row in rows if row["to"] and row["to"].get("application", name) == name)
        (row,) = (row for row in own if row["to"]["component"] == "sink")
        return int(row["packets"])

    def expect_to_go_on(self, name: str) -> None:
        """Its stream runs."""
        before = self.packets_at_sink(name)
        until(lambda: self.packets_at_sink(name) > before)


@pytest.fixture
def place(tmp_path: Path) -> Generator[Place, None, None]:
    with ExitStack() as stack:
        yield Place(tmp_path, stack)


def test_a_component_of_another_application_is_refused(place: Place) -> None:
    place.expect_to_go_on("left")
    stranger = place.processes("right")["source"]
    words = ("right/source", "numbers_out", "left/sink", "numbers_in")
    place.attempt("connect", *words)
    until(lambda: bool(place.denials()))
    for denial in place.denials():
        assert denial["client"] == f"user {os.getuid()} (process {stranger})"
        assert denial["rule"].startswith("rule 'components call their own application only'")
        assert denial["file"].endswith("/rules/components.toml")
    line = place.node.await_line("may not call")["line"]
    assert f"(process {stranger}) may not call" in line
    assert "components.toml denies it" in line
    place.expect_to_go_on("left")
    place.operate("disconnect", *words)
    place.expect_to_go_on("right")


def test_each_component_has_an_audit_log_of_its_own(place: Place) -> None:
    logs = {log.name for log in place.folder.glob("audit.log*")}
    parts = {f"audit.log.{part}:{name}" for part in ("source", "sink") for name in NAMES}
    assert logs == {"audit.log", *parts}


def test_tools_of_the_operator_reach_components(place: Place, tmp_path: Path) -> None:
    samples = tmp_path / "samples.s32"
    words = ("left/source", "numbers_out", "--output", str(samples), "--packets", "3")
    done = place.attempt("tap", *words)
    assert done.returncode == 0, done.stderr
    assert samples.stat().st_size > 0
    place.operate("props", "left")
    (port,) = place.operate("ports", "left/source", "numbers_out")["ports"]
    assert len(port["connections"]) == 1
    assert place.denials() == []


def test_a_domain_that_was_killed_is_known_again(tmp_path: Path) -> None:
    with ExitStack() as stack:
        place = Place(tmp_path, stack, rules=RULES_FOR_DEVICES)
        before = {name: place.processes(name) for name in NAMES}
        place.operate("stop", "left")
        place.domain.kill_and_start()
        place.await_domain()
        for _ in NAMES:
            place.domain.await_line(event="application", state="adopted")
        place.node.await_line(event="node", state="joined")
        assert {name: place.processes(name) for name in NAMES} == before
        place.operate("start", "left")
        place.operate("props", "left")
        handles = [os.pidfd_open(process) for process in before["left"].values()]
        place.operate("release", "left")
        await_ends(handles)
        place.operate("stop", "right")
        place.operate("release", "right")
        assert place.operate("apps")["running"] == []
        assert place.denials() == []
