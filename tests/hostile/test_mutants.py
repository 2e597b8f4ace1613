# SPDX-License-Identifier: Apache-2.0
"""Correct messages with a few octets changed: a short flood of them over each listening transport.

The long one, a million for each: flood_mutants --ior REFERENCE --transport tcp (or unix, shm).
"""

import json
import subprocess

import pytest
from footprint import footprint
from programs import path_of, running

ENDS_WITHIN_S = 300
PEAK_MAY_GROW_KIB = 256 * 1024


@pytest.mark.parametrize("transport", ["tcp", "unix", "shm"])
def test_mutants_are_answered_or_refused_and_others_are_served(transport: str) -> None:
    with running("orbweaver-echo-server") as server:
        before = footprint(server.pid)
        flood = subprocess.run(
            [path_of("flood_mutants"), "--ior", server.ior, "--transport", transport,
             "--messages", "3000"],
            capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
        )  # fmt: skip
        assert (flood.returncode, flood.stderr) == (0, "")
        reported = json.loads(flood.stdout)
        assert reported["survived"] + reported["refused"] + reported["awaited"] == 3000
        assert min(reported["survived"], reported["refused"], reported["awaited"]) > 0
        assert footprint(server.pid).peak_kib - before.resident_kib < PEAK_MAY_GROW_KIB
        assert server.end() == 0
