# SPDX-License-Identifier: Apache-2.0
"""A domain, two nodes and a radio on two hosts, and what a link does to them."""

import os
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import lossy_link
import pytest
import test_two_nodes as two
from orbweaver.link.commands import call
from orbweaver.link.namespaces import DEVICE, linked
from two_hosts import FAST_MBIT, SLOW_MBIT, Hosts, needs_hosts, wav_of_one_process


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return wav_of_one_process(tmp_path_factory.mktemp("embedded"))


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


@needs_hosts
def test_a_receiver_runs_across_a_link_and_after_a_cut_again(
    stack: ExitStack, tmp_path: Path, embedded: bytes
) -> None:
    link = stack.enter_context(linked(FAST_MBIT))
    addresses = (link.near.address, link.far.address)
    hosts = Hosts(tmp_path, stack, link.hosts, addresses)
    near = hosts.start_node(link.near, "Mast")
    far = hosts.start_node(link.far, "Cabin")

    wav = tmp_path / "two.wav"
    hosts.create("two", wav)
    hosts.operate("start", "two")
    near.await_line("wav_", "end_of_stream", event="output")
    hosts.operate("release", "two")
    hosts.operate("uninstall", "two")
    assert wav.read_bytes() == embedded

    processes = hosts.create("cut", tmp_path / "cut.wav")
    handles = [os.pidfd_open(process) for process in processes.values()]
    link.shape(SLOW_MBIT)  # the stream takes seconds
    hosts.operate("start", "cut")
    call("ip", "-n", link.near.name, "link", "set", DEVICE, "down")
    hosts.domain.await_line(event="node_change", what="lost", id="Cabin")
    hosts.domain.await_line(event="application", state="released", name="cut")
    assert hosts.operate("apps")["running"] == []
    call("ip", "-n", link.near.name, "link", "set", DEVICE, "up")
    link.shape(FAST_MBIT)
    far.end()
    for handle in handles:
        two.await_end(handle)

    far = hosts.start_node(link.far, "Cabin2")
    nodes = hosts.operate("devices")["nodes"]
    assert {d["usage"] for node in nodes for d in node["devices"]} == {"IDLE"}
    assert [far.end(), near.end(), hosts.domain.end()] == [0, 0, 0]


@needs_hosts
@pytest.mark.skipif(lossy_link.why_not() is not None, reason=str(lossy_link.why_not()))
def test_a_link_that_loses_packets_loses_none_of_the_radio(
    stack: ExitStack, tmp_path: Path, embedded: bytes
) -> None:
    link = stack.enter_context(linked(FAST_MBIT))
    lossy = stack.enter_context(lossy_link.lossy(link))
    hosts = Hosts(tmp_path, stack, link.hosts, lossy_link.ADDRESSES)
    near = hosts.start_node(link.near, "Mast")
    far = hosts.start_node(link.far, "Cabin")
    wav = tmp_path / "two.wav"
    hosts.create("two", wav)
    lossy.percent = 5
    hosts.operate("start", "two")
    near.await_line("wav_", "end_of_stream", event="output")
    assert lossy.lost > 0
    lossy.percent = 0
    hosts.operate("release", "two")
    assert wav.read_bytes() == embedded
    assert [far.end(), near.end(), hosts.domain.end()] == [0, 0, 0]
