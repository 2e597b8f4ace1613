# SPDX-License-Identifier: Apache-2.0
"""Started with its default options, no program of an installation opens a port of the network."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from default_programs import ENDING, KNOWN, SERVING, Place
from installed import build_folder, installed_programs
from private_host import PrivateHost, needs_a_host, private_host
from programs import path_of

pytestmark = needs_a_host
MARK = "listens"


@pytest.fixture
def host() -> Generator[PrivateHost]:
    """Empty."""
    with private_host() as made:
        yield made


@pytest.fixture
def place(host: PrivateHost, tmp_path: Path) -> Generator[Place]:
    """On that host, with a folder."""
    with ExitStack() as stack:
        yield Place(host, tmp_path, stack)


def beyond_loopback(host: PrivateHost) -> list[str]:
    """For a reader."""
    return [f"{one.program} listens at {one.protocol} {one.address} port {one.port}"
            for one in host.listeners() if not one.is_loopback]  # fmt: skip


def test_each_program_of_the_installation_is_started_by_a_test() -> None:
    new = {program.name for program in installed_programs()} - KNOWN
    assert not new, (
        f"no test looks at the ports of {', '.join(sorted(new))}: say in "
        "tests/security/default_programs.py how it is started, in SERVING or in ENDING"
    )


@pytest.mark.parametrize("start", SERVING, ids=lambda start: start.__name__)
def test_a_program_that_serves_opens_no_port_of_the_network(
    place: Place, start: Callable[[Place], None]
) -> None:
    start(place)
    assert set(place.host.processes().values()) == SERVING[start]
    assert beyond_loopback(place.host) == []


SERVERS = sorted(path.name for path in build_folder().glob("bin/orbweaver-*-server"))


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_of_an_example_or_of_a_measurement_opens_no_port_of_the_network(
    place: Place, server: str
) -> None:
    words = ["tcp"] if server == "orbweaver-by-hand-server" else []
    place.start(server, *words).await_line("IOR:")
    assert set(place.host.processes().values()) == {server}
    assert beyond_loopback(place.host) == []


@pytest.mark.parametrize("program", ENDING)
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_program_that_ends_opens_no_port_of_the_network(
    place: Place, tmp_path: Path, program: str
) -> None:
    words = ENDING[program](place)
    calls = tmp_path / "calls"
    place.run("strace", "-f", "-qq", "-e", "trace=bind,listen", "-o", calls,
              path_of(program), *words)  # fmt: skip
    assert opened_in(calls.read_text()) == []


BOUND = re.compile(r"bind\((\d+), \{sa_family=AF_(\w+)(.*)\}, \d+\)\s+= 0")
LISTENS = re.compile(r"listen\((\d+), \d+\)\s+= 0")
LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "(::1"|::ffff:127\.)')
LOCAL = ("UNIX", "NETLINK")


def opened_in(calls: str) -> list[str]:
    """The calls by which a socket became one that other hosts reach."""
    opened: list[str] = []
    bound: set[str] = set()
    for line in calls.splitlines():
        if found := BOUND.search(line):
            bound.add(found[1])
            if found[2] not in LOCAL and not LOOPBACK.search(found[3]):
                opened.append(line)
        elif (found := LISTENS.search(line)) and found[1] not in bound:
            opened.append(line)  # the kernel binds it to all addresses
    return opened


# What finds ports, itself.

BINDS = """
import socket, sys
kind = socket.SOCK_DGRAM if sys.argv[1] == "udp" else socket.SOCK_STREAM
family = socket.AF_INET6 if ":" in sys.argv[2] else socket.AF_INET
with socket.socket(family, kind) as opened:
    if sys.argv[2] != "none":
        opened.bind((sys.argv[2], 0))
    if kind == socket.SOCK_STREAM:
        opened.listen()
    print("listens", flush=True)
    sys.stdin.read()
"""
OUTER = "the address of the host"
PLACES = [("127.0.0.1", False), ("::1", False), ("::ffff:127.0.0.1", False),
          ("0.0.0.0", True), ("::", True), (OUTER, True)]  # fmt: skip


@pytest.mark.parametrize("protocol", ["tcp", "udp"])
@pytest.mark.parametrize(("address", "is_open"), PLACES)
def test_a_port_of_the_network_is_found(
    host: PrivateHost, protocol: str, address: str, is_open: bool
) -> None:
    where = host.address if address == OUTER else address
    command = [*host.wrapper, sys.executable, "-c", BINDS, protocol, where]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == MARK.encode()
        (listener,) = host.listeners()
        found = beyond_loopback(host)
        process.kill()
    assert listener.program == Path(sys.executable).resolve().name
    assert bool(found) == is_open
    assert not is_open or f" listens at {protocol}" in found[0]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize(("address", "is_open"), [*PLACES, ("none", True)])
def test_a_port_of_a_program_that_ends_is_found(
    host: PrivateHost, tmp_path: Path, address: str, is_open: bool
) -> None:
    where = host.address if address == OUTER else address
    calls = tmp_path / "calls"
    subprocess.run(
        [*host.wrapper, "strace", "-f", "-qq", "-e", "trace=bind,listen", "-o", calls,
         sys.executable, "-c", BINDS, "tcp", where],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    assert bool(opened_in(calls.read_text())) == is_open
