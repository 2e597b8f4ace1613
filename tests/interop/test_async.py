# SPDX-License-Identifier: Apache-2.0
"""Asynchronous calls of Orbweaver to servers of each ORB, which see ordinary two-way calls."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from programs import lines_of, path_of, running
from runs import CALLS_WITHIN_S, endpoint

# omniORB 4.2 ends, or hangs, when a CancelRequest meets a request that it carries out (seen: two
# of its threads wait for a strand's mutex that none of them has, and a segmentation fault).
BEARS_CANCELS = ("orbweaver", "jacorb")
SERVERS = [
    ("orbweaver", "tcp"),
    ("orbweaver", "unix"),
    ("omniorb", "tcp"),
    ("omniorb", "unix"),
    ("jacorb", "tcp"),
]


@pytest.mark.parametrize(("server", "transport"), SERVERS)
def test_asynchronous_calls_reach_any_server(server: str, transport: str) -> None:
    client = path_of("orbweaver-async-client")
    drop = ["--drop"] if server in BEARS_CANCELS else []
    with TemporaryDirectory(prefix="echo-") as folder:
        where = endpoint(transport, Path(folder))
        with running(f"{server}-echo-server", "--endpoint", where) as serving:
            done = subprocess.run(
                [client, "--ior", serving.ior, *drop],
                capture_output=True,
                text=True,
                timeout=CALLS_WITHIN_S,
                check=False,
            )
    cases = lines_of(done.stdout)
    assert len(cases) == 4 + len(drop), done.stderr
    assert [line for line in cases if not line["ok"]] == []
