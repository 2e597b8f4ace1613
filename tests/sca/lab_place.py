# SPDX-License-Identifier: Apache-2.0
"""A domain with a state file, and nodes, each a program that a test may kill and start again."""

import json
import os
import select
import shutil
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
from free_port import free_port
from programs import ENDS_WITHIN_S, ROOT, Line, path_of

SUBJECT = ROOT / "sca/domain/test/data/subject"
DCD = "nodes/this_machine/this_machine.dcd.xml"
DEVICE = "Mast:device"

SAD = """<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles>
    <componentfile id="subject" type="SPD">
      <localfile name="/subject/subject.spd.xml"/>
    </componentfile>
  </componentfiles>
  <partitioning>{placements}</partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections>
    <connectinterface id="data">
      <usesport>
        <usesidentifier>out</usesidentifier><componentinstantiationref refid="rx"/>
      </usesport>
      <providesport>
        <providesidentifier>in</providesidentifier><componentinstantiationref refid="tx"/>
      </providesport>
    </connectinterface>
    <connectinterface id="files">
      <usesport>
        <usesidentifier>out</usesidentifier><componentinstantiationref refid="tx"/>
      </usesport>
      <findby><domainfinder type="filemanager" name=""/></findby>
    </connectinterface>
  </connections>
</softwareassembly>
"""

PLACEMENT = """
<componentplacement><componentfileref refid="subject"/>
  <componentinstantiation id="{id}"><usagename>{id}</usagename>
    <findcomponent><namingservice name="{id}"/></findcomponent>
  </componentinstantiation>
</componentplacement>"""


class Daemon:
    """A program that prints what happens, a JSON object a line, and writes failures to a file."""

    def __init__(self, program: str, errors: Path, *words: object) -> None:
        self.errors = errors
        self.command = [str(path_of(program)), *map(str, words)]
        self.process = self.begin()

    def begin(self) -> subprocess.Popen[str]:
        """Starts it; its failures are added to the file."""
        with self.errors.open("a") as errors:
            return subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=errors, text=True)

    # A test reads each daemon's output as it goes: one whose pipe is full stands still.
    def await_line(self, *texts: str, **wanted: object) -> Line:
        """The next line that has these members, and the texts somewhere in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            read: Line = json.loads(line)
            if wanted.items() <= read.items() and all(text in line for text in texts):
                return read
        raise AssertionError(f"it ended before {texts} {wanted}: {self.errors.read_text()}")

    def kill(self) -> None:
        """As `kill -9`."""
        self.process.kill()
        self.process.communicate()

    def kill_and_start(self) -> None:
        """Again with the same command line."""
        self.kill()
        self.process = self.begin()

    def end(self) -> int:
        """By SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode


def dcd_of(folder: Path, name: str) -> Path:
    """The node of the build under another name, in the folder."""
    files = folder / "dev" / name
    shutil.copytree(path_of("orbweaver-domain").parent.parent / "sdr/dev", files)
    dcd = files / DCD
    text = dcd.read_text().replace("Orbweaver:this_machine", name)
    dcd.write_text(text.replace('"this_machine"', f'"{name}"'))
    return dcd


class Place:
    """A domain at an address of its own, with a state file, and nodes; `node` is the first."""

    def __init__(
        self,
        folder: Path,
        stack: ExitStack,
        *words: object,
        state: Path | None = None,
        nodes: tuple[str, ...] = ("Mast",),
    ) -> None:
        self.folder = folder
        self.root = folder / "dom"
        shutil.copytree(SUBJECT, self.root / "subject")
        shutil.copy(path_of("orbweaver-domain-test-component"), self.root / "subject/subject")
        placements = "".join(PLACEMENT.format(id=id) for id in ("rx", "tx"))
        (self.root / "radio.sad.xml").write_text(SAD.format(placements=placements))
        port = free_port()
        self.naming = f"corbaloc::127.0.0.1:{port}/NameService"
        endpoint = f"giop:tcp:127.0.0.1:{port}"
        self.domain = self.start(
            stack, "domain", "--root", self.root, "--name", "Lab", "--endpoint", endpoint,
            "--lease", 2000, "--state", state or folder / "lab.state",
            "--restart-timeout", 300, *words,
        )  # fmt: skip
        self.await_domain()
        self.nodes = {name: self.start_node(stack, name) for name in nodes}
        self.node = self.nodes[nodes[0]]

    def start(self, stack: ExitStack, program: str, *words: object) -> Daemon:
        errors = self.folder / f"{program}.errors"
        daemon = Daemon(f"orbweaver-{program}", errors, *words)
        stack.callback(lambda: daemon.kill() if daemon.process.poll() is None else None)
        return daemon

    def start_node(self, stack: ExitStack, name: str) -> Daemon:
        node = self.start(
            stack, "node", self.dcd(name), "--domain", "Lab/DomainManager",
            "--domain-check", 0.02, "-ORBInitRef", f"NameService={self.naming}",
        )  # fmt: skip
        self.await_node(name, node)
        return node

    def dcd(self, name: str) -> Path:
        return dcd_of(self.folder, name)

    def await_domain(self) -> None:
        self.manager = str(self.domain.await_line(event="ready")["domain_manager"])

    def await_node(self, name: str = "Mast", node: Daemon | None = None) -> None:
        self.domain.await_line(event="node_change", what="registered", id=f"{name}:device")
        (node or self.node).await_line(event="node", state="up")

    def operate(self, *words: str) -> Any:
        """What the operator's program says."""
        return control_program.operate(words, ["--ior", self.manager])

    def devices(self) -> dict[str, Any]:
        """By id, with states and capacities."""
        nodes = self.operate("devices")["nodes"]
        return {device["identifier"]: device for node in nodes for device in node["devices"]}

    def running(self) -> list[dict[str, Any]]:
        running: list[dict[str, Any]] = self.operate("apps")["running"]
        return running

    def create(self, *places: str) -> list[int]:
        """Creates and starts the radio; a pidfd of each component."""
        wishes = [word for place in places for word in ("--on", place)]
        self.operate("create", "radio", *wishes)
        self.operate("start", "radio")
        return [os.pidfd_open(entry["process"]) for entry in self.running()[0]["components"]]


def has_ended(handle: int) -> bool:
    """A pidfd is readable when its process has ended."""
    return bool(select.select([handle], [], [], 0)[0])


def await_ends(handles: list[int]) -> None:
    for handle in handles:
        assert select.select([handle], [], [], ENDS_WITHIN_S)[0], "a component is still there"
        os.close(handle)
