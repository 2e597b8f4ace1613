# SPDX-License-Identifier: Apache-2.0
"""Lines out of a pipe that must never block its reader."""

import os

MAX_LINE = 1 << 20
READS_AT_ONCE = 32
"""More than a pipe holds, so that a dead program's last words are read in one go."""


class LineTooLong(ValueError):
    """A line without an end; reading on would only use memory."""


class LineReader:
    """Collects complete lines from a non-blocking descriptor, which it owns."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self.fd = fd
        self.open = True
        self.cut = False
        """Whether the output ended within its last line."""
        self._rest = b""

    def read(self) -> list[bytes]:
        """Take what has arrived; at end of file a last line without a newline counts too."""
        if not self.open:
            return []
        lines: list[bytes] = []
        for _ in range(READS_AT_ONCE):
            try:
                data = os.read(self.fd, 65536)
            except BlockingIOError:
                break
            if not data:
                self.open = False
                break
            *complete, self._rest = (self._rest + data).split(b"\n")
            lines += complete
            if len(self._rest) > MAX_LINE:
                self._rest = b""
                raise LineTooLong
        if not self.open and self._rest:
            lines.append(self._rest)
            self.cut = True
            self._rest = b""
        return [line for line in lines if line.strip()]

    def close(self) -> None:
        """Give the descriptor back; call it once."""
        self.open = False
        os.close(self.fd)
