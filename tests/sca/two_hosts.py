# SPDX-License-Identifier: Apache-2.0
"""A domain and nodes on two hosts: network namespaces, joined by a link.

The nodes differ in nothing but where they are: which component runs where is said by device
assignment alone.
"""

import os
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
import pytest
import test_two_nodes as two
from orbweaver.link.namespaces import Host, why_not
from programs import ENDS_WITHIN_S, path_of

NOT_HERE = why_not()
needs_hosts = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
FAST_MBIT, SLOW_MBIT = 1000, 10
PORT = 2809
STATION_S = 2
"""Of the generated station: it makes 8 MB for the link."""


def receiver(root: Path, name: str, wav: Path) -> Path:
    """The FM receiver, as an application of its own that writes this file."""
    text = (root / "waveforms/fm/fm.sad.xml").read_text()
    text = re.sub(r'<softwareassembly id="[^"]*" name="fm">',
                  f'<softwareassembly id="{name}" name="{name}">', text)  # fmt: skip
    for component, property_, value in (("wav", "output", wav), ("source", "seconds", STATION_S)):
        before, mark, after = text.partition(f'<componentinstantiation id="{component}">')
        given = f'<componentproperties><simpleref refid="{property_}" value="{value}"/>'
        text = before + mark + after.replace("<componentproperties>", given, 1)
    path = root / f"waveforms/fm/{name}.sad.xml"
    path.write_text(text)
    return path


def wav_of_one_process(folder: Path) -> bytes:
    """The WAV that a domain in one process makes."""
    root, wav = folder / "dom", folder / "one.wav"
    shutil.copytree(two.sdr_of_build() / "dom", root, copy_function=os.link)
    sad = receiver(root, "one", wav)
    with two.daemon("orbweaver-run", "--events", sad, "--root", root) as alone:
        alone.process.communicate(timeout=ENDS_WITHIN_S)
    return wav.read_bytes()


class Open:
    """Any host may call: plain TCP without rules."""

    transport = "tcp"

    def of_server(self, _name: str) -> list[str]:
        """Options of a program that serves, by the name of its certificate."""
        return ["--insecure"]

    def of_user(self, _name: str) -> list[str]:
        """Options of a command of the operator."""
        return []


class Hosts:
    """A domain and a node on the near host, a node on the far one."""

    def __init__(
        self,
        folder: Path,
        stack: ExitStack,
        hosts: tuple[Host, Host],
        addresses: tuple[str, str],
        protection: Open | None = None,
    ) -> None:
        self.protection = protection or Open()
        self.folder = folder
        self.stack = stack
        self.near, self.far = hosts
        self.addresses = dict(zip(hosts, addresses, strict=True))
        self.root = folder / "dom"
        shutil.copytree(two.sdr_of_build() / "dom", self.root, copy_function=os.link)
        self.domain = self.start(
            self.near, "orbweaver-domain", "--root", self.root, "--lease", 2000,
            "--endpoint", self.endpoint(self.near, PORT), *self.protection.of_server("domain"),
        )  # fmt: skip
        self.domain.await_line(event="ready")

    def endpoint(self, host: Host, port: int = 0) -> str:
        return f"giop:{self.protection.transport}:{self.addresses[host]}:{port}"

    def start(self, host: Host, program: str, *words: object) -> two.Daemon:
        process = subprocess.Popen(
            [*host.wrapper, str(path_of(program)), *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.stack.enter_context(process)
        self.stack.callback(process.kill)
        return two.Daemon(process)

    @property
    def naming(self) -> str:
        return f"{self.addresses[self.near]}:{PORT}"

    def write_dcd(self, name: str) -> Path:
        """Of a node with one device, NAME:device."""
        files = self.folder / name
        shutil.copytree(two.sdr_of_build() / "dev", files)
        dcd = files / two.DCD
        text = dcd.read_text().replace("Orbweaver:this_machine", name)
        dcd.write_text(text.replace('"this_machine"', f'"{name}"'))
        return dcd

    def start_node(self, host: Host, name: str) -> two.Daemon:
        """One device, NAME:device."""
        node = self.launch_node(host, self.write_dcd(name), name)
        node.await_line(event="node", state="up")
        self.domain.await_line(event="node_change", what="registered", id=f"{name}:device")
        return node

    def launch_node(self, host: Host, dcd: Path, name: str) -> two.Daemon:
        """A node with the certificate of that name, if programs have certificates."""
        return self.start(
            host, "orbweaver-node", dcd, "--naming", self.naming,
            "--endpoint", self.endpoint(host), *self.protection.of_server(name),
        )  # fmt: skip

    def operate(self, *words: str) -> Any:
        """What the operator's program says, on the near host."""
        options = self.protection.of_user("ann")
        return control_program.operate(
            words, ["--domain", "Orbweaver", "--naming", self.naming, *options], self.near.wrapper
        )

    def create(self, name: str, wav: Path) -> dict[str, int]:
        """The FM receiver across both hosts; the process of each component."""
        receiver(self.root, name, wav)
        self.operate("install", "--no-copy", f"/waveforms/fm/{name}.sad.xml")
        wishes = [f"{component}={node}:device" for component, node in two.PLACES.items()]
        self.operate("create", name, *(word for wish in wishes for word in ("--on", wish)))
        components = self.operate("apps")["running"][0]["components"]
        return {entry["id"].split(":")[0]: entry["process"] for entry in components}
