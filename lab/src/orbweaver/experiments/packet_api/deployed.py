# SPDX-License-Identifier: Apache-2.0
"""Paper 4's own set-up: a domain and two nodes, and the waveform `packets` deployed across them.

The domain and the node of the sender run on the near host, the node of the packet device on the
far one. All are the programs that an operator starts.
"""

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from orbweaver.link.commands import call
from orbweaver.link.namespaces import Host, Link
from orbweaver.model.events import Garbage, parse_object
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.run.answer import Measured, parse_answer
from orbweaver.run.bench_program import ANSWER_SECONDS, START_SECONDS
from orbweaver.run.daemon import Daemon
from orbweaver.run.pair import Pinning
from orbweaver.run.peer_programs import BUILD_BENCH

DOMAIN = "Orbweaver"
"""As the nodes' DCDs name it."""
PORT = 2809
"""Of the domain: its host has no other program."""
STEP_SECONDS = 60
SAD = "/waveforms/packets/packets.sad.xml"
APPLICATION = "packets"
SENDER = f"{APPLICATION}/sender"
NEAR_DEVICE = "Orbweaver:this_machine:device"
DCD = "nodes/packet_node/packet_node.dcd.xml"
SENDER_PROGRAM = "dom/components/packets/sender/packet_sender"
DEVICE_PROGRAM = "dev/devices/packet_device/packet_device"


@dataclass
class Deployed:
    """The waveform as it runs: what measures its packets."""

    near: Host
    node: Daemon
    control: Path
    blocks: int = 0
    """that were begun"""

    def ask(self, size: int, packets: int, warm_up: int) -> Measured:
        """Measure one block."""
        self.blocks += 1
        values = {"payload": size, "packets": packets, "warm_up": warm_up, "block": self.blocks}
        self.operate("props", SENDER, *(f"{name}={value}" for name, value in values.items()))
        return parse_answer("packet_sender", self._line_of(self.blocks))

    def operate(self, *words: str) -> None:
        """What an operator does with the domain; raises JobFailed."""
        call(*self.near.wrapper, str(self.control), *words, "--domain", DOMAIN,
             "--naming", f"{self.near.address}:{PORT}", "--timeout", str(STEP_SECONDS),
             seconds=2 * STEP_SECONDS)  # fmt: skip

    def _line_of(self, block: int) -> dict[str, object]:
        """The sender's output reaches its device, and then the node, which prints it."""
        while True:
            printed = str(self.node.await_line(ANSWER_SECONDS, event="output")["line"])
            line = _object_in(printed)
            if line.get("block") != block:
                continue
            if line.get("event") == "error":
                raise JobFailed(f"packet_sender: {line.get('error')}")
            return line


def _object_in(printed: str) -> dict[str, object]:
    """Of `NAME: {...}`; empty if it is none."""
    try:
        return parse_object(printed.partition(": ")[2].encode())
    except Garbage:
        return {}


def programs_missing(bin_folder: Path | None) -> str | None:
    """What of the core framework or the waveform is not built; None: nothing."""
    names = ("orbweaver-domain", "orbweaver-node", "orbweaver-executable-device",
             "orbweaver-control")  # fmt: skip
    absent = [name for name in names if programs.find(name, bin_folder) is None]
    where = programs.folder(bin_folder)
    if absent or where is None:
        return f"the program {(absent or names)[0]} is not in {where}: {programs.how_to_get()}"
    sdr = _sdr(where)
    absent = [name for name in (SENDER_PROGRAM, DEVICE_PROGRAM) if not (sdr / name).exists()]
    return f"{absent[0]} is not in {sdr}; build it with: {BUILD_BENCH}" if absent else None


def _sdr(bin_folder: Path) -> Path:
    return bin_folder.absolute().parent / "sdr"


@contextmanager
def deployed(link: Link, pinning: Pinning, bin_folder: Path | None) -> Generator[Deployed]:
    """Start all, deploy the waveform and start it; gone on leaving. Raises JobFailed, BadInput."""
    control = programs.locate("orbweaver-control", bin_folder)
    sdr = _sdr(control.parent)
    with ExitStack() as stack:
        domain = stack.enter_context(_domain(link.near, sdr / "dom", bin_folder))
        domain.await_line(START_SECONDS, event="ready")
        names = f"NameService=corbaloc::{link.near.address}:{PORT}/NameService"
        at_names = ["-ORBInitRef", names]
        near = stack.enter_context(_node(link.near, pinning.client, at_names, bin_folder))
        far = stack.enter_context(
            _node(link.far, pinning.server, [str(sdr / "dev" / DCD), *at_names], bin_folder)
        )
        for node in (near, far):
            node.await_line(START_SECONDS, event="node", state="up")
        result = Deployed(link.near, near, control)
        result.operate("install", "--no-copy", SAD)
        result.operate("create", APPLICATION, "--on", f"sender={NEAR_DEVICE}")
        result.operate("start", APPLICATION)
        yield result
        result.operate("release", APPLICATION)


def _domain(host: Host, root: Path, bin_folder: Path | None) -> Daemon:
    return Daemon(
        programs.locate("orbweaver-domain", bin_folder),
        ["--root", str(root), "--name", DOMAIN, "--insecure", "--endpoint", _endpoint(host, PORT)],
        host.wrapper,
    )


def _node(host: Host, cpu: int | None, words: Sequence[str], bin_folder: Path | None) -> Daemon:
    """A node, whose programs listen on the link and run where it runs."""
    pinned = () if cpu is None else ("taskset", "-c", str(cpu))
    return Daemon(
        programs.locate("orbweaver-node", bin_folder),
        [
            *words,
            "--insecure",
            "-ORBendPoint",
            _endpoint(host),
            "--orb",
            f"endPoint={_endpoint(host)}",
        ],
        (*host.wrapper, *pinned),
    )


def _endpoint(host: Host, port: int = 0) -> str:
    return f"giop:tcp:{host.address}:{port}"
