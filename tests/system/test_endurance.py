# SPDX-License-Identifier: Apache-2.0
"""The endurance run in short."""

import subprocess
import sys
from pathlib import Path

import pytest
from endurance import slope_kib_per_s
from programs import offers_transport, path_of


@pytest.mark.parametrize("transport", ["shm", "unix", "tcp"])
def test_every_packet_arrives_in_order_in_flat_memory(transport: str) -> None:
    path_of("orbweaver-producer")
    if not offers_transport(transport):
        pytest.skip(f"the programs have no transport {transport}")
    command = [sys.executable, str(Path(__file__).with_name("endurance.py")), "--packets", "600000",
               "--transports", transport, "--look-every-s", "0.02"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_slope_is_that_of_the_best_line() -> None:
    assert slope_kib_per_s([0, 1, 2, 3], [10, 12, 14, 16]) == pytest.approx(2)
    assert slope_kib_per_s([0, 1, 2, 3], [10, 11, 11, 10]) == pytest.approx(0)
    assert slope_kib_per_s([5], [10]) == 0
