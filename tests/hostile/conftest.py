# SPDX-License-Identifier: Apache-2.0
"""The server that is attacked."""

from collections.abc import Generator

import pytest
from orbweaver.ior.decode import decode
from programs import running
from victim import Victim


@pytest.fixture(params=["orbweaver"])
def victim(request: pytest.FixtureRequest) -> Generator[Victim, None, None]:
    with running(f"{request.param}-echo-server", "--endpoint", "giop:tcp:127.0.0.1:0") as server:
        profile = decode(server.ior).profiles[0]
        yield Victim(server, (profile.host, profile.port), profile.key)
        assert server.end() == 0


def lasting(program: str) -> Generator[Victim]:
    """One server for many attacks: whatever they leave behind adds up."""
    with running(program, "--endpoint", "giop:tcp:127.0.0.1:0") as server:
        profile = decode(server.ior).profiles[0]
        yield Victim(server, (profile.host, profile.port), profile.key)
        assert server.end() == 0


@pytest.fixture(scope="module")
def lasting_victim() -> Generator[Victim]:
    """A Lab::Echo."""
    yield from lasting("orbweaver-echo-server")


@pytest.fixture(scope="module")
def lasting_any_victim() -> Generator[Victim]:
    """A Lab::AnyEcho."""
    yield from lasting("orbweaver-any-server")
