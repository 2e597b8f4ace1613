"""Interoperation: each ORB's client calls each ORB's server, over each transport, in every case.

omniORB on both sides is the control: what fails there is the test's own fault.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from programs import ROOT, Line, Running, lines_of, path_of, running

CALLS_WITHIN_S = 120


@dataclass(frozen=True)
class Pair:
    """One row of the table: who calls whom, and how."""

    client: str
    server: str
    transport: str

    def __str__(self) -> str:
        return f"{self.client}-calls-{self.server}-over-{self.transport}"


PAIRS = [
    Pair(client, server, transport)
    for client, server in [
        ("omniorb", "orbweaver"),
        ("orbweaver", "omniorb"),
        ("omniorb", "omniorb"),
        ("orbweaver", "orbweaver"),
    ]
    for transport in ("tcp", "unix")
]


@pytest.fixture
def socket_folder() -> Iterator[Path]:
    """A short path: the address of a unix socket holds 107 characters."""
    with TemporaryDirectory(prefix="echo-") as folder:
        yield Path(folder)


def endpoint(transport: str, folder: Path) -> str:
    return "giop:tcp:127.0.0.1:0" if transport == "tcp" else f"giop:unix:{folder}/socket"


def call(client: str, server: Running, *options: str) -> list[Line]:
    """The lines of a client that ended with the status that they tell."""
    done = subprocess.run(
        [path_of(f"{client}-echo-client"), "--ior", server.ior, *options],
        capture_output=True,
        text=True,
        timeout=CALLS_WITHIN_S,
        check=False,
    )
    cases = lines_of(done.stdout)
    assert all("case" in line for line in cases), f"{done.stdout}\n{done.stderr}"
    assert done.returncode == (0 if all(line["ok"] for line in cases) else 1), done.stderr
    return cases


def operations() -> set[str]:
    """The operations of Lab::Echo, read from its IDL."""
    text = (ROOT / "idl/lab/echo.idl").read_text()
    interfaces = re.sub(r"//.*", "", text[text.index("interface Counter") :])
    return set(re.findall(r"(\w+)\s*\(", interfaces)) - {"raises"}


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_every_case_goes_well(pair: Pair, socket_folder: Path) -> None:
    path_of(f"{pair.client}-echo-client")
    with running(
        f"{pair.server}-echo-server", "--endpoint", endpoint(pair.transport, socket_folder)
    ) as server:
        cases = call(pair.client, server)
        failed = [f"{line['case']}: {line['detail']}" for line in cases if not line["ok"]]
        assert not failed, "\n".join(failed)
        assert cases
        assert server.end() == 0


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_shutdown_ends_the_server_after_its_reply(pair: Pair, socket_folder: Path) -> None:
    path_of(f"{pair.client}-echo-client")
    with running(
        f"{pair.server}-echo-server", "--endpoint", endpoint(pair.transport, socket_folder)
    ) as server:
        (line,) = call(pair.client, server, "--case", "shutdown")
        assert line["ok"], line["detail"]
        assert server.wait() == 0


@pytest.mark.parametrize("client", ["omniorb", "orbweaver"])
def test_a_client_calls_every_operation(client: str) -> None:
    with running("omniorb-echo-server") as server:
        names = " ".join(line["case"] for line in call(client, server))
    # Its case runs alone, in the test above.
    uncalled = operations() - {"shutdown", "poke", "reset"} - set(re.findall(r"\w+", names))
    assert not uncalled
    assert "poke" in names
    assert "label" in names


@pytest.mark.parametrize("server_of", ["omniorb", "orbweaver"])
def test_a_server_leaves_no_socket_file_behind(server_of: str, socket_folder: Path) -> None:
    with running(
        f"{server_of}-echo-server", "--endpoint", endpoint("unix", socket_folder)
    ) as server:
        assert server.end() == 0
    assert not list(socket_folder.iterdir())
