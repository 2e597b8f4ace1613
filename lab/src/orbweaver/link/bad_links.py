# SPDX-License-Identifier: Apache-2.0
"""Links that lose and delay datagrams: a bad network between components on one machine.

Each link is a socket of its own and a thread that passes on what comes, or does not, by a seed: the
same packets meet the same fate in each run.
"""

import contextlib
import heapq
import socket
import time
from dataclasses import dataclass
from random import Random
from threading import Event, Thread

from orbweaver.ior.datagrams import datagram_address, with_port
from orbweaver.problems import JobFailed

LARGEST = 65_507
"""Bytes of a datagram at most."""
BUFFER_BYTES = 4 << 20
LOOK_SECONDS = 0.1
"""Between two looks at whether the link is to end."""


@dataclass(frozen=True)
class LinkCounts:
    """What the links did, all together."""

    passed: int
    lost: int
    delayed: int


class _Link:
    """From a port of its own to `target`."""

    def __init__(
        self, target: tuple[str, int], loses: float, delays: float, delay_ms: float, seed: int
    ) -> None:
        self._loses, self._delays, self._delay = loses, delays, delay_ms / 1000
        self._random = Random(seed)
        self._held: list[tuple[float, int, bytes]] = []
        self._target = target
        self.passed = self.lost = self.delayed = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        self._socket.bind(("127.0.0.1", 0))
        self.address: tuple[str, int] = self._socket.getsockname()
        self._ending = Event()
        self._thread = Thread(target=self._run, name="bad-link", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Passes on what has come so far, held back or not, and ends the thread."""
        self._ending.set()
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        while (datagram := self._next()) is not None or not self._ending.is_set():
            if datagram is not None:
                self._meet(datagram)
            self._release(time.monotonic())
        self._release(float("inf"))

    def _next(self) -> bytes | None:
        """What comes until the next one that is held back is due, or it is time to look around."""
        due = self._held[0][0] - time.monotonic() if self._held else LOOK_SECONDS
        at_once = self._ending.is_set()
        self._socket.settimeout(0 if at_once else min(max(due, 1e-5), LOOK_SECONDS))
        try:
            return self._socket.recv(LARGEST)
        except (TimeoutError, BlockingIOError):
            return None

    def _meet(self, datagram: bytes) -> None:
        fate = self._random.uniform(0, 100)
        if fate < self._loses:
            self.lost += 1
        elif fate < self._loses + self._delays:
            self.delayed += 1
            heapq.heappush(self._held, (time.monotonic() + self._delay, self.delayed, datagram))
        else:
            self._send(datagram)

    def _release(self, until: float) -> None:
        while self._held and self._held[0][0] <= until:
            self._send(heapq.heappop(self._held)[2])

    def _send(self, datagram: bytes) -> None:
        self.passed += 1
        # The receiver may be gone by now.
        with contextlib.suppress(OSError):
            self._socket.sendto(datagram, self._target)


class BadLinks:
    """As many links as are asked for; a context, at whose end they are gone.

    `loses`, `delays`: of the datagrams, in percent; a delayed one comes `delay_ms` later.
    """

    def __init__(self, loses: float, delays: float, delay_ms: float) -> None:
        self._how = (loses, delays, delay_ms)
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
        link = _Link((target.host, target.port), *self._how, seed=1 + len(self._links))
        self._links.append(link)
        return with_port(reference, target, link.address[1])

    def counts(self) -> LinkCounts:
        """So far; final behind the context."""
        return LinkCounts(
            sum(link.passed for link in self._links),
            sum(link.lost for link in self._links),
            sum(link.delayed for link in self._links),
        )
