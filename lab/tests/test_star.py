# SPDX-License-Identifier: Apache-2.0
"""Hosts around a hub: made, joined, and gone whatever happens."""

import os
import sys

import pytest

from orbweaver.link.commands import call
from orbweaver.link.namespaces import hosts_here, maker_of
from orbweaver.link.star import star, why_no_star

NOT_HERE = why_no_star()
needs_hosts = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))


def mine() -> list[str]:
    return [name for name in hosts_here() if maker_of(name) == os.getpid()]


@needs_hosts
def test_hosts_reach_the_hub_and_each_other_and_are_gone_afterwards() -> None:
    with star(3) as hosts:
        assert len(mine()) == 4
        for host in hosts:
            for other in hosts:
                call(*host.wrapper, sys.executable, "-c", _connection(other.address))
    assert mine() == []


def _connection(address: str) -> str:
    # To a port without a listener: only a host that is there refuses.
    return (
        "import socket\n"
        f"try: socket.create_connection(({address!r}, 4711))\n"
        "except ConnectionRefusedError: pass"
    )


@needs_hosts
def test_a_failure_inside_leaves_nothing() -> None:
    with pytest.raises(ZeroDivisionError), star(1):
        _ = 1 / 0
    assert mine() == []


def test_without_the_programs_one_line_says_how_to_install_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("orbweaver.link.commands.find_tool", _absent)
    assert "apt-get install iproute2" in str(why_no_star())


def _absent(_: str) -> None:
    return None
