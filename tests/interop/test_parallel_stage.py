# SPDX-License-Identifier: Apache-2.0
"""The contract's `--parallel`, kept by every peer that has stages."""

from contextlib import ExitStack
from typing import cast

import pytest
from programs import Line, Running, lines_of, running

PACKETS = 200
THREADS = 3
DEPTH = 8
WAITING_IN_THE_ORB = {"jacorb": 100}
"""The most requests in the queue of JacORB's adapter, whose length its stage adds."""


def result_of(program: Running) -> Line:
    """The line that a program prints when its part is done."""
    assert program.process.stdout is not None
    (line,) = lines_of(program.process.stdout.readline())
    assert line["event"] == "result", line
    return cast(Line, line["stage"])


@pytest.mark.parametrize("orb", ["orbweaver", "omniorb", "jacorb"])
def test_packets_are_processed_at_once_and_handed_on_in_order(orb: str) -> None:
    with ExitStack() as stack:
        last = stack.enter_context(running("orbweaver-stage", "--work-ms", "0"))
        middle = stack.enter_context(
            running(f"{orb}-stage", "--next", last.ior, "--dispatch", "connection",
                    "--parallel", str(THREADS), "--depth", str(DEPTH), "--work-ms", "2")
        )  # fmt: skip
        producer = stack.enter_context(
            running(f"{orb}-producer", "--next", middle.ior, "--packets", str(PACKETS),
                    "--elements", "16")
        )  # fmt: skip
        worked, arrived = result_of(middle), result_of(last)
        assert 1 < worked["max_concurrency"] <= THREADS
        assert worked["received"] == arrived["received"] == PACKETS
        assert worked["reordered_previous"] == worked["reordered_out"] == 0
        assert arrived["reordered_previous"] == 0
        assert worked["max_queue"] <= DEPTH + WAITING_IN_THE_ORB.get(orb, 0)
        assert [one.end() for one in (producer, middle, last)] == [0, 0, 0]
