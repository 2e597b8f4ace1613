# SPDX-License-Identifier: Apache-2.0
"""The soaks in short: twenty pipelines in a row, and a server whose clients come and go."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from footprint import Footprint, footprint
from programs import path_of, running

ORBS = ["orbweaver", "omniorb"]
MAY_GROW_KIB = 16 * 1024
WATCHDOG_S = 120


@pytest.mark.parametrize(
    "mode", [["--messaging", "oneway"], ["--messaging", "twoway", "--worker"]], ids=" ".join
)
@pytest.mark.parametrize("orb", ORBS)
def test_twenty_pipelines_leave_nothing_behind(orb: str, mode: list[str]) -> None:
    path_of(f"{orb}-producer")
    soak = [sys.executable, str(Path(__file__).with_name("soak_pipeline.py")), "--runs", "20"]
    # omniORB's threads come and go as it sees fit: only Orbweaver's are watched during a stream.
    soak += ["--stream", "150000" if orb == "orbweaver" else "0"]
    done = subprocess.run([*soak, "--orb", orb, *mode], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def call_everything(orb: str, ior: str) -> None:
    subprocess.run([path_of(f"{orb}-echo-client"), "--ior", ior], check=True, capture_output=True)


def settled(pid: int, wanted: Footprint) -> Footprint:
    """The server notices the end of a connection a little after its client is gone."""
    watchdog = time.monotonic() + WATCHDOG_S
    now = footprint(pid)
    while now.descriptors > wanted.descriptors or now.threads > wanted.threads:
        if time.monotonic() > watchdog:
            break
        now = footprint(pid)
    return now


# omniORB keeps idle threads and connections for seconds on purpose, so it is no control here.
@pytest.mark.parametrize("orb", ["orbweaver"])
def test_a_server_forgets_the_clients_that_left(orb: str) -> None:
    path_of(f"{orb}-echo-client")
    # One pool thread: a pool that grows while clients come is no leak, but would look like one.
    with running(f"{orb}-echo-server", "--threads", "1") as server:
        for _ in range(3):
            call_everything(orb, server.ior)
        before = footprint(server.pid)
        for _ in range(30):
            call_everything(orb, server.ior)
        after = settled(server.pid, before)
        assert after.descriptors <= before.descriptors
        assert after.threads <= before.threads
        assert after.resident_kib - before.resident_kib < MAY_GROW_KIB
        assert server.end() == 0
