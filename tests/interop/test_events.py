# SPDX-License-Identifier: Apache-2.0
"""Event channels of ours, with consumers of each ORB."""

import json
import select
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import cast

import pytest
from programs import Line, Running, path_of, running

WITHIN_S = 120
TCP = ("--endpoint", "giop:tcp:127.0.0.1:0")


def next_line(program: Running) -> Line:
    """What a program prints next."""
    assert program.process.stdout is not None
    return cast(Line, json.loads(program.process.stdout.readline()))


def result_of(consumer: Running) -> Line:
    """Its result; events may come before the program has printed that it is connected."""
    lines = {line["event"]: line for line in (next_line(consumer), next_line(consumer))}
    assert set(lines) == {"connected", "result"}
    return lines["result"]


@pytest.mark.parametrize("consumers", [["orbweaver"], ["omniorb"], ["orbweaver", "omniorb"] * 2])
def test_every_consumer_gets_every_event_in_order(consumers: list[str]) -> None:
    for consumer in consumers:
        path_of(f"{consumer}-event-consumer")
    count = ["--events", "2000"]
    with ExitStack() as stack:
        channel = stack.enter_context(
            running("orbweaver-event-channel", "--consumers", str(len(consumers)), *count, *TCP)
        )
        all_of_them = [
            stack.enter_context(
                running(f"{name}-event-consumer", "--ior", channel.ior, *count, *TCP)
            )
            for name in consumers
        ]
        for consumer in all_of_them:
            result = result_of(consumer)
            assert result["consumer"] == {"received": 2000, "in_order": True}
        counts = next_line(channel)["channel"]
        assert counts["delivered"] == 2000 * len(consumers)
        assert counts["dropped"] == counts["failed"] == 0
        assert channel.end() == 0


@contextmanager
def service() -> Generator[str]:
    """The reference of a channel of orbweaver-events, which must end in order when asked to."""
    server = subprocess.Popen(
        [path_of("orbweaver-events"), "ODM_Channel", *TCP], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        readable, _, _ = select.select([server.stdout], [], [], WITHIN_S)
        assert readable, "the event service does not say that it is ready"
        name, reference = server.stdout.readline().split()
        assert name == "ODM_Channel"
        yield reference
        server.send_signal(signal.SIGTERM)
        assert server.wait(WITHIN_S) == 0
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("consumer", ["orbweaver", "omniorb"])
def test_a_consumer_ends_with_its_channel(consumer: str) -> None:
    path_of(f"{consumer}-event-consumer")
    with ExitStack() as stack:
        with service() as reference:
            program = stack.enter_context(
                running(f"{consumer}-event-consumer", "--ior", reference, *TCP)
            )
            assert next_line(program)["event"] == "connected"
        assert program.wait() == 0


@pytest.mark.parametrize("words", [[], ["a", "--queue", "many"], ["a", "a", *TCP]])
def test_a_wrong_command_line_is_refused_in_one_line(words: list[str]) -> None:
    refused = subprocess.run(
        [path_of("orbweaver-events"), *words],
        capture_output=True, text=True, timeout=WITHIN_S, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr.startswith("orbweaver-events: ")
    assert refused.stderr.count("\n") == 1
