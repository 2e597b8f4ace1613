# SPDX-License-Identifier: Apache-2.0
"""The programs of `bench ports`: they send packets by bare calls and from port to port."""

from pathlib import Path

import pytest
from orbweaver.bench.path import Mode, measure_path
from orbweaver.bench.port_bars import MODES, PORTS, TRANSPORTS
from orbweaver.run.bench_program import Refused
from orbweaver.run.pair import Message, Pinning, Place, open_pair
from programs import path_of

ANYWHERE = Pinning("none", None, None)
CALLS = 200


PROGRAMS = Path(path_of("orbweaver-ports-bench-server")).parent


def place(transport: str) -> Place:
    return Place(transport, ANYWHERE, PROGRAMS)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_each_case_sends_every_packet(transport: str) -> None:
    with open_pair(PORTS, place(transport)) as pair:
        for mode in MODES:
            for case in ("bare", "port", "said", "fan"):
                for size in (0, 8192):
                    message = Message(f"{case}-{mode}", size, "doubles")
                    measured = pair.ask(message, CALLS, warm_up=10)
                    assert (measured.calls, measured.bytes) == (CALLS, size)
                    # Of a stream only the whole is timed, until the last packet was received.
                    assert (measured.ns is None) == (mode == "ordered")


def test_a_case_that_there_is_not_is_refused_by_name() -> None:
    refusal = "no case 'sundial' here; known are bare-ordered"
    with open_pair(PORTS, place("unix")) as pair, pytest.raises(Refused, match=refusal):
        pair.ask(Message("sundial"), CALLS)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", ["port", "said"])
def test_a_packet_that_a_port_sends_allocates_nothing(case: str, mode: str, transport: str) -> None:
    row = measure_path(Mode(PORTS, f"{case}-{mode}", transport), ANYWHERE, 8192, 2000, PROGRAMS)
    assert row.client is not None, row.reason
    # Less than 100 in 2,000 packets: the answer that holds the times is written anew each time, and
    # the ticks that look for calls that wait allocate, however long a busy machine takes.
    assert row.client.allocations < 0.05
    if case == "said":
        assert row.server is not None
        assert row.server.allocations < 0.05
