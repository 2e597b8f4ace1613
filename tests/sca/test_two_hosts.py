# SPDX-License-Identifier: Apache-2.0
"""A domain, two nodes and a radio on two hosts: network namespaces, joined by a link.

The nodes differ in nothing but where they are: which component runs where is said by device
assignment alone.
"""

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
import lossy_link
import pytest
import test_two_nodes as two
from orbweaver.link.commands import call
from orbweaver.link.namespaces import DEVICE, Host, linked, why_not
from programs import ENDS_WITHIN_S, path_of

NOT_HERE = why_not()
needs_hosts = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
FAST_MBIT, SLOW_MBIT = 1000, 10
PORT = 2809
STATION_S = 2
"""Of the generated station: it makes 8 MB for the link."""


def receiver(root: Path, name: str, wav: Path) -> Path:
    """The FM receiver, as an application of its own that writes this file."""
    text = (root / "waveforms/fm/fm.sad.xml").read_text().replace(' name="fm">', f' name="{name}">')
    for component, property_, value in (("wav", "output", wav), ("source", "seconds", STATION_S)):
        before, mark, after = text.partition(f'<componentinstantiation id="{component}">')
        given = f'<componentproperties><simpleref refid="{property_}" value="{value}"/>'
        text = before + mark + after.replace("<componentproperties>", given, 1)
    path = root / f"waveforms/fm/{name}.sad.xml"
    path.write_text(text)
    return path


class Hosts:
    """A domain and a node on the near host, a node on the far one."""

    def __init__(
        self, folder: Path, stack: ExitStack, hosts: tuple[Host, Host], addresses: tuple[str, str]
    ) -> None:
        self.folder = folder
        self.stack = stack
        self.near, self.far = hosts
        self.addresses = dict(zip(hosts, addresses, strict=True))
        self.root = folder / "dom"
        shutil.copytree(two.sdr_of_build() / "dom", self.root, copy_function=os.link)
        self.domain = self.start(
            self.near, "orbweaver-domain", "--root", self.root, "--lease", 2000,
            "--endpoint", self.endpoint(self.near, PORT),
        )  # fmt: skip
        self.domain.await_line(event="ready")

    def endpoint(self, host: Host, port: int = 0) -> str:
        return f"giop:tcp:{self.addresses[host]}:{port}"

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

    def start_node(self, host: Host, name: str) -> two.Daemon:
        """One device, NAME:device."""
        files = self.folder / name
        shutil.copytree(two.sdr_of_build() / "dev", files)
        dcd = files / two.DCD
        text = dcd.read_text().replace("Orbweaver:this_machine", name)
        dcd.write_text(text.replace('"this_machine"', f'"{name}"'))
        node = self.start(
            host, "orbweaver-node", dcd,
            "-ORBInitRef", f"NameService=corbaloc::{self.naming}/NameService",
            "-ORBendPoint", self.endpoint(host), "--orb", f"endPoint={self.endpoint(host)}",
        )  # fmt: skip
        node.await_line(event="node", state="up")
        self.domain.await_line(event="node_change", what="registered", id=f"{name}:device")
        return node

    def operate(self, *words: str) -> Any:
        """What the operator's program says, on the near host."""
        return control_program.operate(
            words, ["--domain", "Orbweaver", "--naming", self.naming], self.near.wrapper
        )

    def create(self, name: str, wav: Path) -> dict[str, int]:
        """The FM receiver across both hosts; the process of each component."""
        receiver(self.root, name, wav)
        self.operate("install", "--no-copy", f"/waveforms/fm/{name}.sad.xml")
        wishes = [f"{component}={node}:device" for component, node in two.PLACES.items()]
        self.operate("create", name, *(word for wish in wishes for word in ("--on", wish)))
        components = self.operate("apps")["running"][0]["components"]
        return {entry["id"].split(":")[0]: entry["process"] for entry in components}


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The WAV that a domain in one process makes."""
    folder = tmp_path_factory.mktemp("embedded")
    root, wav = folder / "dom", folder / "one.wav"
    shutil.copytree(two.sdr_of_build() / "dom", root, copy_function=os.link)
    sad = receiver(root, "one", wav)
    with two.daemon("orbweaver-run", "--events", sad, "--root", root) as alone:
        alone.process.communicate(timeout=ENDS_WITHIN_S)
    return wav.read_bytes()


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


@needs_hosts
def test_a_receiver_runs_across_a_link_and_after_a_cut_again(
    stack: ExitStack, tmp_path: Path, embedded: bytes
) -> None:
    link = stack.enter_context(linked(FAST_MBIT))
    addresses = (link.near.address, link.far.address)
    hosts = Hosts(tmp_path, stack, link.hosts, addresses)
    near = hosts.start_node(link.near, "Mast")
    far = hosts.start_node(link.far, "Cabin")

    wav = tmp_path / "two.wav"
    hosts.create("two", wav)
    hosts.operate("start", "two")
    near.await_line("wav_", "end_of_stream", event="output")
    hosts.operate("release", "two")
    hosts.operate("uninstall", "two")
    assert wav.read_bytes() == embedded

    processes = hosts.create("cut", tmp_path / "cut.wav")
    handles = [os.pidfd_open(process) for process in processes.values()]
    link.shape(SLOW_MBIT)  # the stream takes seconds
    hosts.operate("start", "cut")
    call("ip", "-n", link.near.name, "link", "set", DEVICE, "down")
    hosts.domain.await_line(event="node_change", what="lost", id="Cabin")
    hosts.domain.await_line(event="application", state="released", name="cut")
    assert hosts.operate("apps")["running"] == []
    call("ip", "-n", link.near.name, "link", "set", DEVICE, "up")
    link.shape(FAST_MBIT)
    far.end()
    for handle in handles:
        two.await_end(handle)

    far = hosts.start_node(link.far, "Cabin2")
    nodes = hosts.operate("devices")["nodes"]
    assert {d["usage"] for node in nodes for d in node["devices"]} == {"IDLE"}
    assert [far.end(), near.end(), hosts.domain.end()] == [0, 0, 0]


@needs_hosts
@pytest.mark.skipif(lossy_link.why_not() is not None, reason=str(lossy_link.why_not()))
def test_a_link_that_loses_packets_loses_none_of_the_radio(
    stack: ExitStack, tmp_path: Path, embedded: bytes
) -> None:
    link = stack.enter_context(linked(FAST_MBIT))
    lossy = stack.enter_context(lossy_link.lossy(link))
    hosts = Hosts(tmp_path, stack, link.hosts, lossy_link.ADDRESSES)
    near = hosts.start_node(link.near, "Mast")
    far = hosts.start_node(link.far, "Cabin")
    wav = tmp_path / "two.wav"
    hosts.create("two", wav)
    lossy.percent = 5
    hosts.operate("start", "two")
    near.await_line("wav_", "end_of_stream", event="output")
    assert lossy.lost > 0
    lossy.percent = 0
    hosts.operate("release", "two")
    assert wav.read_bytes() == embedded
    assert [far.end(), near.end(), hosts.domain.end()] == [0, 0, 0]
