# SPDX-License-Identifier: Apache-2.0
"""Links that lose and displace datagrams, on real sockets."""

import socket
from collections.abc import Iterator

import pytest

from orbweaver.ior.datagrams import datagram_address, with_port
from orbweaver.ior.decode import decode
from orbweaver.link.bad_links import BadLinks
from orbweaver.problems import JobFailed
from references import unix_reference

PACKETS = 200


@pytest.fixture
def target() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taker:
        taker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        taker.bind(("127.0.0.1", 0))
        taker.settimeout(20)
        yield taker


def sent_through(
    loses: float, delays: float, delay_ms: float, taker: socket.socket
) -> tuple[list[int], BadLinks]:
    """Numbers that came through a link, of PACKETS that were sent; its end is behind them all."""
    with BadLinks(loses, delays, delay_ms) as links:
        address = datagram_address(links.through(unix_reference("/tmp/s", taker.getsockname())))
        assert address is not None
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for number in range(1, PACKETS + 1):
                sender.sendto(number.to_bytes(4, "little"), (address.host, address.port))
    passed = links.counts().passed
    return [int.from_bytes(taker.recv(4), "little") for _ in range(passed)], links


def test_a_good_link_passes_everything_in_order(target: socket.socket) -> None:
    come, links = sent_through(0, 0, 0, target)
    assert come == list(range(1, PACKETS + 1))
    assert (links.counts().lost, links.counts().delayed) == (0, 0)


def test_what_a_link_loses_is_counted_and_the_same_each_time(target: socket.socket) -> None:
    first, links = sent_through(10, 0, 0, target)
    assert len(first) == PACKETS - links.counts().lost
    assert 0 < links.counts().lost < PACKETS
    assert first == sorted(first)
    assert sent_through(10, 0, 0, target)[0] == first


def test_a_delayed_datagram_comes_behind_others_and_is_not_lost(target: socket.socket) -> None:
    an_hour = 3_600_000.0
    come, links = sent_through(0, 20, an_hour, target)
    late = come[-links.counts().delayed :]
    punctual = come[: -links.counts().delayed]
    assert 0 < len(late) < PACKETS
    assert punctual == sorted(punctual)
    assert late == sorted(late)
    assert sorted(come) == list(range(1, PACKETS + 1))


def test_a_delay_ends(target: socket.socket) -> None:
    with BadLinks(0, 100, 1) as links:
        address = datagram_address(links.through(unix_reference("/tmp/s", target.getsockname())))
        assert address is not None
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"late", (address.host, address.port))
        assert target.recv(4) == b"late"


def test_a_reference_without_an_address_for_datagrams_is_refused() -> None:
    with BadLinks(0, 0, 0) as links, pytest.raises(JobFailed, match="no address for them"):
        links.through(unix_reference("/tmp/s"))


def test_only_the_port_for_datagrams_changes() -> None:
    whole = unix_reference("/tmp/s", ("127.0.0.1", 4711))
    address = datagram_address(whole)
    assert address is not None
    assert (address.host, address.port) == ("127.0.0.1", 4711)
    changed = decode(with_port(whole, address, 4712))
    before = decode(whole)
    assert changed.profiles[0].components[1].values == {"host": "127.0.0.1", "port": 4712}
    assert changed.profiles[0].components[0] == before.profiles[0].components[0]
    assert (changed.profiles[0].port, changed.type_id) == (before.profiles[0].port, before.type_id)
