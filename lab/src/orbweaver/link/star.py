# SPDX-License-Identifier: Apache-2.0
"""Hosts around one: each has a link to the hub, whose bridge joins them all."""

import contextlib
import os
from collections.abc import Generator

from orbweaver.link.commands import call, missing_program
from orbweaver.link.namespaces import (
    DEVICE,
    HOW_TO_ALLOW,
    PREFIX,
    Host,
    remove,
    remove_leftovers,
)
from orbweaver.problems import JobFailed

BRIDGE = "bridge0"
NETWORK = "10.78.0"
MOST = 200
"""Hosts: their addresses end with 1 to 201."""


@contextlib.contextmanager
def star(count: int) -> Generator[list[Host]]:
    """The hub and that many hosts around it; gone on leaving. Raises JobFailed."""
    remove_leftovers()
    before = f"{PREFIX}{os.getpid()}"
    hub = Host(f"{before}-hub", f"{NETWORK}.1")
    around = [Host(f"{before}-n{i}", f"{NETWORK}.{i + 1}") for i in range(1, count + 1)]
    try:
        _make_hub(hub)
        for place, host in enumerate(around):
            _join(host, hub, f"port{place}")
        yield [hub, *around]
    finally:
        for host in (hub, *around):
            remove(host.name)


def why_no_star() -> str | None:
    """Why no hosts can be made here, and how to allow it; None: they can. It tries."""
    missing = missing_program()
    if missing:
        return missing
    try:
        with star(1):
            return None
    except JobFailed as problem:
        return f"no network namespaces or no bridges here: {HOW_TO_ALLOW} ({problem})"


def _make_hub(hub: Host) -> None:
    call("ip", "netns", "add", hub.name)
    call("ip", "-n", hub.name, "link", "set", "lo", "up")
    call("ip", "-n", hub.name, "link", "add", BRIDGE, "type", "bridge")
    call("ip", "-n", hub.name, "address", "add", f"{hub.address}/24", "dev", BRIDGE)
    call("ip", "-n", hub.name, "link", "set", BRIDGE, "up")


def _join(host: Host, hub: Host, port: str) -> None:
    call("ip", "netns", "add", host.name)
    call("ip", "link", "add", port, "netns", hub.name, "type", "veth",
         "peer", "name", DEVICE, "netns", host.name)  # fmt: skip
    call("ip", "-n", hub.name, "link", "set", port, "master", BRIDGE)
    call("ip", "-n", hub.name, "link", "set", port, "up")
    for device in ("lo", DEVICE):
        call("ip", "-n", host.name, "link", "set", device, "up")
    call("ip", "-n", host.name, "address", "add", f"{host.address}/24", "dev", DEVICE)
