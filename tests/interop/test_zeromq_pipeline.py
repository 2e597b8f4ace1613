# SPDX-License-Identifier: Apache-2.0
"""A pipeline of ZeroMQ, the limit without an ORB, keeps peers/CONTRACT.md."""

from contextlib import ExitStack
from typing import cast

import pytest
from programs import Line, Running, lines_of, path_of, running

PACKETS = 60
WAYS = {
    "oneway": ("--messaging", "oneway"),
    "twoway": ("--messaging", "twoway"),
}


def result_of(program: Running, part: str) -> Line:
    """What the program measured."""
    assert program.process.stdout is not None
    (line,) = lines_of(program.process.stdout.readline())
    assert line["event"] == "result", line
    return cast(Line, line[part])


@pytest.fixture(autouse=True)
def built() -> None:
    """Skip where ZeroMQ is not there."""
    for name in ("zeromq-producer", "zeromq-stage"):
        path_of(name)


def through(way: str, *options: str, transport: str = "auto") -> list[Line]:
    """What producer and two stages measured."""
    sent = (*WAYS[way], "--transport", transport)
    with ExitStack() as stack:
        last = stack.enter_context(running("zeromq-stage", "--work-ms", "0", *sent, *options))
        first = stack.enter_context(
            running("zeromq-stage", "--work-ms", "0", "--next", last.ior, *sent, *options)
        )
        producer = stack.enter_context(
            running("zeromq-producer", "--next", first.ior, "--packets", str(PACKETS), *sent)
        )
        return [
            result_of(producer, "producer"),
            result_of(first, "stage"),
            result_of(last, "stage"),
        ]


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("worker", [(), ("--worker",)], ids=["direct", "worker"])
@pytest.mark.parametrize("way", WAYS)
def test_every_packet_comes_in_order(way: str, worker: tuple[str, ...], transport: str) -> None:
    producer, *stages = through(way, "--dispatch", "connection", *worker, transport=transport)
    assert producer["send_us"]["count"] == PACKETS
    for stage in stages:
        assert (stage["received"], stage["lost"], stage["reordered_previous"]) == (PACKETS, 0, 0)
        assert stage["max_concurrency"] == 1


def test_threads_of_a_pool_work_at_once_and_lose_nothing() -> None:
    _, *stages = through("oneway", "--dispatch", "pool", "--threads", "4", "--trace", "3")
    for stage in stages:
        assert (stage["received"], stage["lost"]) == (PACKETS, 0)
        assert [one["packet"] for one in stage["trace"]] == [1, 2, 3]


def test_a_next_component_that_is_gone_is_named() -> None:
    with running("zeromq-stage", "--work-ms", "0") as gone:
        reference = gone.ior
    options = ("--next", reference, "--packets", "3", "--messaging", "twoway")
    with running("zeromq-producer", *options, "--call-timeout-ms", "200") as producer:
        assert producer.process.stdout is not None
        (line,) = lines_of(producer.process.stdout.readline())
        assert line["event"] == "error"
        assert "packet 1 within 200 ms" in cast(str, line["error"])
        assert producer.process.wait() == 1
