# SPDX-License-Identifier: Apache-2.0
"""What the echo programs keep besides the cases of the table."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from columns import Column, other_transports
from programs import ROOT, running
from runs import call, call_over, endpoint


@pytest.fixture
def socket_folder() -> Iterator[Path]:
    """A short path: the address of a unix socket holds 107 characters."""
    with TemporaryDirectory(prefix="echo-") as folder:
        yield Path(folder)


def operations() -> set[str]:
    """The operations of Lab::Echo, read from its IDL."""
    text = (ROOT / "idl/lab/echo.idl").read_text()
    interfaces = re.sub(r"//.*", "", text[text.index("interface Counter") :])
    return set(re.findall(r"(\w+)\s*\(", interfaces)) - {"raises"}


@pytest.mark.parametrize("column", other_transports(), ids=str)
def test_shutdown_ends_the_server_after_its_reply(column: Column, socket_folder: Path) -> None:
    (line,), status = call_over(column, socket_folder, "--case", "shutdown")
    assert line["ok"], line["detail"]
    assert status == 0


@pytest.mark.parametrize("client", ["omniorb", "orbweaver", "jacorb"])
def test_a_client_calls_every_operation(client: str) -> None:
    with running("omniorb-echo-server") as server:
        names = " ".join(line["case"] for line in call(client, server))
    # Their cases run alone.
    alone = {"shutdown", "vanish", "enter", "jot", "poke", "reset"}
    uncalled = operations() - alone - set(re.findall(r"\w+", names))
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
