# SPDX-License-Identifier: Apache-2.0
"""What stands between a client and a server behind address translation: bytes go both ways."""

import contextlib
import socket
import threading
from collections.abc import Generator

MOST_AT_ONCE = 65536


class Forwarder:
    """Listens at one address and leads each connection to another."""

    def __init__(self, at: tuple[str, int], to: tuple[str, int]) -> None:
        self.connections = 0
        self._to = to
        self._listener = socket.create_server(at)
        self._sockets: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                server = socket.create_connection(self._to)
                self._sockets += [client, server]
                for ends in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=_copy, args=ends))
                    self._threads[-1].start()

    def close(self) -> None:
        """Ends all connections and threads."""
        for entry in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                entry.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        for thread in self._threads[1:]:
            thread.join()
        for entry in (self._listener, *self._sockets):
            entry.close()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(MOST_AT_ONCE):
            target.sendall(piece)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def forwarding(at: tuple[str, int], to: tuple[str, int]) -> Generator[Forwarder]:
    """Gone on leaving."""
    forwarder = Forwarder(at, to)
    try:
        yield forwarder
    finally:
        forwarder.close()
