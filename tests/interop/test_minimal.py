# SPDX-License-Identifier: Apache-2.0
"""The least programs, which `bench size` weighs, are real: they call each other across ORBs."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from programs import path_of

CALLS_WITHIN_S = 120


@contextmanager
def serving(orb: str) -> Generator[str]:
    """The reference that a minimal server prints."""
    server = subprocess.Popen([path_of(f"{orb}-minimal-server")], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("server", ["orbweaver", "omniorb"])
@pytest.mark.parametrize("client", ["orbweaver", "omniorb"])
def test_a_minimal_client_calls_a_minimal_server(client: str, server: str) -> None:
    with serving(server) as reference:
        called = subprocess.run(
            [path_of(f"{client}-minimal-client"), reference],
            capture_output=True, text=True, timeout=CALLS_WITHIN_S, check=False,
        )  # fmt: skip
    assert (called.returncode, called.stdout, called.stderr) == (0, "42\n", "")


@pytest.mark.parametrize("client", ["orbweaver", "omniorb"])
def test_a_minimal_client_says_what_it_wants(client: str) -> None:
    called = subprocess.run(
        [path_of(f"{client}-minimal-client")], capture_output=True, text=True, check=False
    )
    assert called.returncode == 2
    assert called.stderr == f"usage: {client}-minimal-client REFERENCE\n"
