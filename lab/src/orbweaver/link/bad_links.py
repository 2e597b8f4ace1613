"""Links that lose and displace datagrams: a bad network between components on one machine.

Each link is a socket of its own and a thread that passes on what comes, or does not, by a seed: the
same packets meet the same fate in each run.
"""

import socket
from dataclasses import dataclass
from random import Random
from threading import Thread

from orbweaver.ior.datagrams import datagram_address, with_port
from orbweaver.problems import JobFailed

LARGEST = 65_507
"""Bytes of a datagram at most."""
BUFFER_BYTES = 4 << 20
END = b""
"""A datagram without a byte is no message: it ends a link."""


@dataclass(frozen=True)
class LinkCounts:
    """What the links did, all together."""

    passed: int
    lost: int
    displaced: int


class _Link:
    """From a port of its own to `target`; a displaced datagram lets the next one pass first."""

    def __init__(self, target: tuple[str, int], loses: float, displaces: float, seed: int) -> None:
        self._loses, self._displaces, self._random = loses, displaces, Random(seed)
        self._held: bytes | None = None
        self._target = target
        self.passed = self.lost = self.displaced = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        self._socket.bind(("127.0.0.1", 0))
        self.address: tuple[str, int] = self._socket.getsockname()
        self._thread = Thread(target=self._run, name="bad-link", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread; what is held back is not passed on any more."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ending:
            ending.sendto(END, self.address)
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        while datagram := self._socket.recv(LARGEST):
            self._meet(datagram)

    def _meet(self, datagram: bytes) -> None:
        fate = self._random.uniform(0, 100)
        if fate < self._loses:
            self.lost += 1
        elif fate < self._loses + self._displaces and self._held is None:
            self.displaced += 1
            self._held = datagram
        else:
            self._pass_on(datagram)

    def _pass_on(self, datagram: bytes) -> None:
        held, self._held = self._held, None
        for one in (datagram, held):
            if one is not None:
                self._send(one)

    def _send(self, datagram: bytes) -> None:
        try:
            self._socket.sendto(datagram, self._target)
            self.passed += 1
        except ConnectionError:
            self.lost += 1  # nobody listens any more


class BadLinks:
    """As many links as are asked for; a context, at whose end they are gone."""

    def __init__(self, loses: float, displaces: float) -> None:
        self._loses, self._displaces = loses, displaces
        self._links: list[_Link] = []

    def __enter__(self) -> "BadLinks":
        return self

    def __exit__(self, *_: object) -> None:
        for link in self._links:
            link.close()

    def through(self, reference: str) -> str:
        """The same object, whose datagrams go through a new link."""
        target = datagram_address(reference)
        if target is None:
            raise JobFailed("a stage that should take datagrams has no address for them")
        seed = 1 + len(self._links)
        link = _Link((target.host, target.port), self._loses, self._displaces, seed)
        self._links.append(link)
        return with_port(reference, target, link.address[1])

    def counts(self) -> LinkCounts:
        """So far."""
        return LinkCounts(
            sum(link.passed for link in self._links),
            sum(link.lost for link in self._links),
            sum(link.displaced for link in self._links),
        )
