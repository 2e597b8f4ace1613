# SPDX-License-Identifier: Apache-2.0
"""A domain and its nodes for a benchmark: the programs that an operator starts.

Where this user may, each node is on a host of its own, a network namespace. Elsewhere all are
processes on the loopback. They reach each other by TCP alone in both cases.
"""

import shutil
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from orbweaver.link.namespaces import Host
from orbweaver.link.star import MOST, star, why_no_star
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.run.bench_program import START_SECONDS, BenchProgram
from orbweaver.run.daemon import Daemon
from orbweaver.run.peer_programs import BUILD_BENCH

BENCH = "orbweaver-deploy-bench"
MANAGER = "orbweaver-domain"
NODE = "orbweaver-node"
MOST_NODES = MOST
DCD = "nodes/this_machine/this_machine.dcd.xml"
ID_IN_DCD = "Orbweaver:this_machine"
NAME_IN_DCD = '"this_machine"'
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Fleet:
    """What runs."""

    bench: BenchProgram
    """asks the domain"""
    domain: str
    """its reference"""
    process: int
    """the domain's"""
    devices: list[str]
    """the id of each node's"""
    root: Path
    """of the domain's files"""


@dataclass(frozen=True)
class Ground:
    """What the nodes run on."""

    is_namespaces: bool
    words: str


def ground() -> Ground:
    """Network namespaces if they can be made here."""
    why = why_no_star()
    if why is None:
        return Ground(True, "network namespaces")
    return Ground(False, f"processes on the loopback, as there are {why}")


@contextmanager
def fleet(nodes: int, ground: Ground, bin_folder: Path | None) -> Generator[Fleet]:
    """A domain with so many nodes, each with one device; gone on leaving. Raises JobFailed."""
    bench = programs.locate(BENCH, bin_folder).absolute()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="orbweaver-fleet-")))
        _copy_files(bench.parent.parent, folder, nodes)
        hosts: list[Host | None] = [None] * (nodes + 1)
        if ground.is_namespaces:
            hosts = [*stack.enter_context(star(nodes))]
        domain = stack.enter_context(_domain(hosts[0], folder / "dom", bin_folder))
        ready = domain.await_line(START_SECONDS, event="ready")
        started = [
            stack.enter_context(_node(host, _dcd(folder, i), str(ready["naming"]), bin_folder))
            for i, host in enumerate(hosts[1:], 1)
        ]
        for node in started:
            node.await_line(START_SECONDS, event="node", state="up")
        wrapper = _wrapper(hosts[0])
        yield Fleet(
            stack.enter_context(BenchProgram(bench, [], wrapper=wrapper)),
            str(ready["domain_manager"]), int(str(ready["process"])),
            [f"{_name(i)}:device" for i in range(1, nodes + 1)], folder / "dom",
        )  # fmt: skip


def _copy_files(build: Path, folder: Path, nodes: int) -> None:
    for source, name in ((build / "bench-sdr/dom", "dom"), (build / "sdr/dev", "dev")):
        if not source.is_dir():
            raise JobFailed(f"{source} is not there; build it with: {BUILD_BENCH}")
        shutil.copytree(source, folder / name)
    text = (folder / "dev" / DCD).read_text()
    for i in range(1, nodes + 1):
        own = text.replace(ID_IN_DCD, _name(i)).replace(NAME_IN_DCD, f'"{_name(i)}"')
        _dcd(folder, i).write_text(own)


def _name(node: int) -> str:
    return f"Node{node}"


def _dcd(folder: Path, node: int) -> Path:
    return folder / "dev" / Path(DCD).with_name(f"node{node}.dcd.xml")


def _domain(host: Host | None, root: Path, bin_folder: Path | None) -> Daemon:
    words = ["--root", str(root), "--insecure", "--endpoint", _endpoint(host)]
    return Daemon(programs.locate(MANAGER, bin_folder), words, _wrapper(host))


def _node(host: Host | None, dcd: Path, naming: str, bin_folder: Path | None) -> Daemon:
    words = [
        str(dcd), "-ORBInitRef", f"NameService={naming}",
        "--insecure", "-ORBendPoint", _endpoint(host), "--orb", f"endPoint={_endpoint(host)}",
    ]  # fmt: skip
    return Daemon(programs.locate(NODE, bin_folder), words, _wrapper(host))


def _wrapper(host: Host | None) -> Sequence[str]:
    return host.wrapper if host else ()


def _endpoint(host: Host | None) -> str:
    return f"giop:tcp:{host.address if host else LOOPBACK}:0"
